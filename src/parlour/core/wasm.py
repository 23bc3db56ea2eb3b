"""The fourth speed: machine code as WebAssembly, built once (wasm_build.py), that runs in a browser and, with wasmtime,
wherever Python does.

`Shipped` runs the files that came with the package; arrays are copied into its memory and back, or live there from the start
(`Desk.new`). Two hosts know how to run such a file: wasmtime, and the browser that Python itself runs in. A trap is an error
and its desk is thrown away: no array outside has been changed.
"""

from __future__ import annotations

import json
import struct
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, Protocol

from parlour.core.arrays import Held, Kind, Shape, item_size, raw_of
from parlour.core.errors import NoSpeed, ParlourError
from parlour.core.machine import CONSTANT, Desk, Kernels
from parlour.core.state import FORMATS

FOLDER = "wasm"
PAGE = 1 << 16
ALIGNED = 64
DONE = (0, -2)
"""Numba's word that a function has returned, with a value or without."""


class Trapped(ParlourError):
    """Machine code went where it must not; what it was given is unchanged."""


class Instance(Protocol):
    """One memory with the functions that work in it, whoever runs them."""

    base: int
    """Where free memory begins."""

    def room(self) -> int:
        """How many bytes there are."""

    def grow(self, pages: int) -> bool:
        """Get more, if that can be."""

    def read(self, at: int, size: int) -> Any: ...
    def write(self, at: int, data: Any) -> None: ...
    def call(self, name: str, letters: str, given: list[Any]) -> int:
        """Call a function; `letters` are i, l and d, for whole numbers of 4 and 8 bytes and for others. Raises Trapped."""


@cache
def index() -> dict[str, Any]:
    """What the package's files hold, by digest: beside each lies a list of it."""
    folder, held = files("parlour").joinpath(FOLDER), dict[str, Any]()
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name.endswith(".json"):
            name = file.name.replace(".json", ".wasm")
            held |= {digest: {"file": name, **about} for digest, about in json.loads(file.read_text(encoding="utf-8")).items()}
    return held


@cache
def _module(file: str) -> Callable[[], Instance]:
    """A file, compiled for this processor: a matter of milliseconds. Makes instances."""
    code = files("parlour").joinpath(FOLDER, file).read_bytes()
    if sys.platform == "emscripten":
        from parlour.core.browser import compiled
    else:
        from parlour.core.wasmtime import compiled
    return compiled(code)


def shipped(kernels: Kernels) -> Shipped | None:
    """The kernels as they came with the package, if they are in it and are of the same source."""
    held = index().get(kernels.digest)
    try:
        return Shipped(kernels, _module(held["file"]), held["returns"]) if held else None
    except (ImportError, OSError):  # no wasmtime here, or no file
        return None


class Shipped:
    """Kernels of a file. Every desk has a memory of its own, so that threads never meet."""

    def __init__(self, kernels: Kernels, instance: Callable[[], Instance], returns: dict[str, str]) -> None:
        self.kernels, self.instance, self.returns = kernels, instance, returns
        self._threads = threading.local()

    def desk(self) -> Desk:
        return WasmDesk(self)

    def here(self) -> Desk:
        if not hasattr(self._threads, "desk"):
            self._threads.desk = WasmDesk(self)
        held: WasmDesk = self._threads.desk
        return held


class WasmDesk:
    """A place to work: an instance, and what lies in its memory."""

    def __init__(self, of: Shipped) -> None:
        self.memory = of.instance()
        self._answer = _up(self.memory.base)
        self._free = self._used = self._answer + ALIGNED
        self._constants: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._functions = {
            name: _Function(self, f"{of.kernels.name}.{name}", of.kernels.arguments(name), of.returns[name])
            for name in of.kernels.takes
        }

    def __getitem__(self, name: str) -> Callable[..., Any]:
        return self._functions[name]

    def new(self, shape: Shape, kind: Kind) -> Held:
        """An array of zeros in this memory."""
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        size = prod(sizes) * item_size(kind)
        at = self._take(size)
        if at < self._used:
            self.memory.write(at, bytes(min(size, self._used - at)))
        self._used = max(self._used, at + size)
        return Held(self.memory, at, kind, sizes)

    def _copied(self, raw: memoryview) -> int:
        at = self._take(len(raw))
        self.memory.write(at, raw)
        self._used = max(self._used, at + len(raw))
        return at

    def _take_over(self, array: Any) -> None:
        """Keep an array that never changes."""
        if id(array) not in self._constants:
            _, shape, raw = raw_of(array)
            self._constants[id(array)] = self._copied(raw), shape

    def _take(self, size: int) -> int:
        at, self._free = self._free, _up(self._free + size)
        lacking = self._free - self.memory.room()
        if lacking > 0 and not self.memory.grow(-(-lacking // PAGE)):
            self._free = at
            raise NoSpeed("WebAssembly holds 4 GiB at most; use fewer games at once, or the speed 'cpu'.")
        return at


class _Function:
    """One function of a desk, called with numbers and arrays as its twin for the processor is."""

    def __init__(self, desk: WasmDesk, name: str, takes: list[tuple[Kind, int]], returns: str) -> None:
        self._desk, self._name, self._takes, self._returns = desk, name, takes, returns
        # An array is handed on as Numba does it: owner and parent (nobody), items, their size, data, shape and strides.
        self._letters = "ii" + "".join("iilli" + "ll" * many if many else "d" if kind == "f8" else "l" for kind, many in takes)

    def __call__(self, *given: Any) -> Any:
        desk = self._desk
        for value in given:
            if id(value) in CONSTANT:
                desk._take_over(value)
        free, sent, copied = desk._free, list[Any](), list[tuple[memoryview, int]]()
        try:
            for value, (kind, dimensions) in zip(given, self._takes, strict=True):
                if not dimensions:
                    sent.append(float(value) if kind == "f8" else int(value))
                else:
                    at, shape = self._placed(value, kind, dimensions, copied)
                    size = item_size(kind)
                    strides = [size * prod(shape[i + 1 :]) for i in range(dimensions)]
                    sent += [0, 0, prod(shape), size, at, *shape, *strides]
            status = desk.memory.call(self._name, self._letters, [desk._answer, desk._answer + 16, *sent])
        finally:
            desk._free = free
        if status not in DONE:
            raise Trapped(f"WebAssembly gave up with status {status}.")
        for raw, at in copied:
            raw[:] = desk.memory.read(at, len(raw))
        if not self._returns:
            return None
        answer = struct.Struct(f"={FORMATS[self._returns]}")
        return answer.unpack(desk.memory.read(desk._answer, answer.size))[0]

    def _placed(
        self, value: Any, wanted: Kind, dimensions: int, copied: list[tuple[memoryview, int]]
    ) -> tuple[int, tuple[int, ...]]:
        """Where an array lies in the desk's memory, and its shape; one from outside is copied in."""
        desk = self._desk
        if isinstance(value, Held) and value.memory is desk.memory:
            kind, shape, at = value.kind, value.shape, value.at
        elif id(value) in desk._constants:
            at, shape = desk._constants[id(value)]
            return at, shape
        else:
            kind, shape, raw = raw_of(value)  # type: ignore[assignment]
            at = -1
        if kind != wanted or len(shape) != dimensions:
            raise TypeError(f"an array of {wanted} in {dimensions} dimensions is wanted, not of {kind or type(value)} {shape}")
        if at < 0:
            at = desk._copied(raw)
            if not raw.readonly:
                copied.append((raw, at))
        return at, shape


def _up(address: int) -> int:
    return -(-address // ALIGNED) * ALIGNED

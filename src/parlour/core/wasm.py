"""The fourth speed: machine code as WebAssembly, built once, that runs in a browser and, with wasmtime, wherever Python does.

`build` compiles kernels (machine.py) with Numba, hands the code that LLVM has not yet touched to LLVM's WebAssembly target as
one module, and links it. A file has no imports: nothing of Numba's runtime or of Python is left in it. `Shipped` runs such
files; arrays are copied into its memory and back, or live there from the start (`Desk.new`). A trap is an error and its desk
is thrown away: no array outside has been changed.
"""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import NoSpeed, ParlourError
from parlour.core.link import Linker, Turn
from parlour.core.machine import CONSTANT, Desk, Kernels

FOLDER = "wasm"
FEATURES = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"
STACK = 1 << 20
PAGE = 1 << 16
ALIGNED = 64
DONE = (0, -2)
"""Numba's word that a function has returned, with a value or without."""
BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False, "error_model": "numpy"}
"""No ways in from Python or C, and no memory of Numba's own."""


class Trapped(ParlourError):
    """Machine code went where it must not; what it was given is unchanged."""


# Building.


def build(parts: Iterable[Kernels], linker: Callable[[Turn], Linker]) -> tuple[bytes, dict[str, Any]]:
    """One file with all functions of these kernels, and the digest of each kernels with what its functions return. One linker
    serves them all, so that what they share is compiled once.

    The process must not have imported Numba before NUMBA_OPT=0 was set (`python -m parlour.bots.wasm` sees to it): LLVM is to
    see the code as Numba writes it, not as it was arranged for another processor.
    """
    from llvmlite import binding as llvm
    from numba import njit

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown")
    machine = target.create_target_machine(opt=3, features=FEATURES, reloc="static")
    link = linker(njit(**BARE))
    whole, exports, index = None, [], dict[str, Any]()
    for kernels in parts:
        returns = {}
        for name, (code, symbol, returned) in _lowered(kernels, link).items():
            module = llvm.parse_assembly(code)
            export = f"{kernels.name}.{name}"
            module.get_function(symbol).name = export
            exports.append(export)
            returns[name] = returned
            if whole is None:
                whole = module
            else:
                whole.link_in(module)
        index[kernels.digest] = {"name": kernels.name, "returns": returns}
    assert whole is not None
    whole.data_layout = str(machine.target_data)
    for function in whole.functions:
        if not function.is_declaration and function.name not in exports:
            function.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    return _linked(machine.emit_object(whole), exports), index


def _lowered(kernels: Kernels, link: Linker) -> dict[str, tuple[str, str, str]]:
    """For each function its code for LLVM, the name it has there, and the type that it returns."""
    from numba import njit, types

    lowered = {}
    for name, function in zip(kernels.takes, kernels.functions, strict=True):
        made = link.entry(function, njit(**BARE), Path(f"{name}.py"))
        made.compile(kernels.types(name))
        (result,) = made.overloads.values()
        returned = result.signature.return_type
        kind = "" if returned is types.none else np.dtype(str(returned)).str[1:]
        lowered[name] = _for_wasm(result.library.get_llvm_str()), result.fndesc.llvm_func_name, kind
    return lowered


def _for_wasm(code: str) -> str:
    """The same code for another machine: its name, its sizes, and globals that are only this module's."""
    code = re.sub(r'target triple = ".*"', 'target triple = "wasm32-unknown-unknown"', code)
    code = re.sub(r'target datalayout = ".*"\n', "", code)
    return re.sub(r"^(@.* = )common ", r"\1internal ", code, flags=re.M)


def _linked(code: bytes, exports: Sequence[str]) -> bytes:
    """A whole file; whatever it would have to import is an error."""
    with tempfile.TemporaryDirectory() as folder:
        object_file, out = Path(folder, "a.o"), Path(folder, "a.wasm")
        object_file.write_bytes(code)
        wanted = [f"--export={name}" for name in [*exports, "__heap_base"]]
        options = ["--no-entry", "--gc-sections", "--strip-all", "-O2", f"-zstack-size={STACK}", "--stack-first"]
        words = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *wanted, str(object_file), "-o", str(out)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise NoSpeed(f"The linker of WebAssembly (package ziglang) failed: {done.stderr.strip() or 'it is not installed'}")
        return out.read_bytes()


# Running.


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
def _module(file: str) -> Any:
    """A file, compiled for this processor: a matter of milliseconds."""
    import wasmtime

    return wasmtime.Module(_engine(), files("parlour").joinpath(FOLDER, file).read_bytes())


@cache
def _engine() -> Any:
    import wasmtime

    return wasmtime.Engine()


def shipped(kernels: Kernels) -> Shipped | None:
    """The kernels as they came with the package, if they are in it and are of the same source."""
    held = index().get(kernels.digest)
    try:
        return Shipped(kernels, _module(held["file"]), held["returns"]) if held else None
    except (ImportError, OSError):  # no wasmtime here, or no file
        return None


class Shipped:
    """Kernels of a file. Every desk has a memory of its own, so that threads never meet."""

    def __init__(self, kernels: Kernels, module: Any, returns: dict[str, str]) -> None:
        self.kernels, self.module, self.returns = kernels, module, returns
        self._threads = threading.local()

    def desk(self) -> Desk:
        return WasmDesk(self)

    def here(self) -> Desk:
        if not hasattr(self._threads, "desk"):
            self._threads.desk = WasmDesk(self)
        held: WasmDesk = self._threads.desk
        return held


class WasmDesk:
    """One memory with the functions that work in it."""

    def __init__(self, of: Shipped) -> None:
        import wasmtime

        self._wrong = wasmtime.WasmtimeError, wasmtime.Trap
        self._store = wasmtime.Store(_engine())
        exports: Any = wasmtime.Instance(self._store, of.module, []).exports(self._store)
        self._memory = exports["memory"]
        self._answer = _up(exports["__heap_base"].value(self._store))
        self._free = self._used = self._answer + ALIGNED
        self._base = self._address()
        self._constants: dict[int, int] = {}
        self._functions = {
            name: _Function(self, exports[f"{of.kernels.name}.{name}"], of.kernels.arguments(name), of.returns[name])
            for name in of.kernels.takes
        }

    def __getitem__(self, name: str) -> Callable[..., Any]:
        return self._functions[name]

    def new(self, shape: int | Sequence[int], dtype: Any) -> NDArray[Any]:
        """An array of zeros in this memory."""
        kind = np.dtype(dtype)
        count = int(np.prod(shape))
        size = count * kind.itemsize
        at = self._take(size)
        held = self._view(at, size)
        if at < self._used:
            held[: self._used - at] = 0
        self._used = max(self._used, at + size)
        array: NDArray[Any] = held.view(kind).reshape(shape)
        return array

    def _at(self, array: NDArray[Any]) -> int | None:
        """Where an array lies in this memory, if it does."""
        if id(array) in self._constants:
            return self._constants[id(array)]
        at: int = array.__array_interface__["data"][0] - self._base
        return at if 0 <= at <= self._free else None

    def _take_over(self, array: NDArray[Any]) -> None:
        """Keep an array that never changes."""
        if id(array) not in self._constants:
            at = self._free
            self.new(array.shape, array.dtype)[...] = array
            self._constants[id(array)] = at

    def _address(self) -> int:
        held = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value
        assert held is not None
        return held

    def _take(self, size: int) -> int:
        at, self._free = self._free, _up(self._free + size)
        lacking = self._free - self._memory.data_len(self._store)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-lacking // PAGE))
            except self._wrong as full:
                raise NoSpeed("WebAssembly holds 4 GiB at most; use fewer games at once, or the speed 'cpu'.") from full
            if self._address() != self._base:
                raise Trapped("The memory of WebAssembly moved while arrays were in it.")
        return at

    def _view(self, at: int, size: int) -> NDArray[Any]:
        """Bytes of this memory, which lives as long as they do."""
        held = (ctypes.c_uint8 * size).from_address(self._base + at)
        held._desk = self  # type: ignore[attr-defined]
        return np.ctypeslib.as_array(held)


class _Function:
    """One function of a desk, called with numbers and arrays as its twin for the processor is."""

    def __init__(self, desk: WasmDesk, function: Any, takes: list[tuple[np.dtype[Any], int]], returns: str) -> None:
        self._desk, self._function, self._takes, self._returns = desk, function, takes, returns

    def __call__(self, *given: Any) -> Any:
        desk = self._desk
        for value in given:
            if id(value) in CONSTANT:
                desk._take_over(value)
        free, sent, copied = desk._free, list[Any](), list[tuple[NDArray[Any], NDArray[Any]]]()
        for value, (dtype, dimensions) in zip(given, self._takes, strict=True):
            if not dimensions:
                sent.append(float(value) if dtype.kind == "f" else int(value))
                continue
            if value.dtype != dtype or value.ndim != dimensions or not value.flags.c_contiguous:
                raise TypeError(f"an array of {dtype} in {dimensions} dimensions is wanted, not of {value.dtype} {value.shape}")
            at = desk._at(value)
            if at is None:
                twin = desk.new(value.shape, dtype)
                twin[...] = value
                copied.append((value, twin))
                at = desk._at(twin)
            # An array as Numba hands it on: owner and parent (nobody), items, their size, data, shape and strides.
            sent += [0, 0, value.size, dtype.itemsize, at, *value.shape, *value.strides]
        try:
            status = self._function(desk._store, desk._answer, desk._answer + 16, *sent)
        except desk._wrong as trap:
            raise Trapped(f"WebAssembly stopped: {trap}") from trap
        finally:
            desk._free = free
        if status not in DONE:
            raise Trapped(f"WebAssembly gave up with status {status}.")
        for value, twin in copied:
            value[...] = twin
        return desk._view(desk._answer, 8).view(self._returns)[0].item() if self._returns else None


def _up(address: int) -> int:
    return -(-address // ALIGNED) * ALIGNED

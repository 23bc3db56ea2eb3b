"""Functions that Python calls as machine code: for this processor, compiled by Numba and kept, or WebAssembly that came with
the package and needs no compiler.

A `Kernels` names functions of one module and the types of what each takes, in words such as `State[] i8 f8[,]`: a record's or
number's type, with the dimensions of an array in brackets.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol

from parlour.core.arrays import Kind, Shape, zeros
from parlour.core.link import Linker, Turn, is_kept, machine_code, scanned

PATIENCE = 2.0
"""Seconds between two looks whether code for this processor is there."""

Takes = tuple[Kind, int]
"""What an argument holds and how many dimensions it has; 0 is a number."""


def move_kind(rules: ModuleType) -> str:
    """The kind of number that a move is in a list of moves."""
    return "i2" if rules.ACTIONS < 2**15 else "i4"


@dataclass(frozen=True, eq=False)
class Kernels:
    """Functions of one module, linked in one way."""

    module: ModuleType
    takes: Mapping[str, str]
    linker: Callable[[Turn], Linker]
    records: Mapping[str, Any] = field(default_factory=dict)
    """The types that `takes` calls by a name."""

    @property
    def name(self) -> str:
        return self.module.__name__.removeprefix("parlour.")

    @property
    def functions(self) -> list[Any]:
        return [getattr(self.module, name) for name in self.takes]

    def arguments(self, name: str) -> list[Takes]:
        """What a function takes."""
        return [_argument(word, self.records) for word in self.takes[name].split()]

    @cached_property
    def digest(self) -> str:
        """A hash of all that the machine code depends on."""
        return scanned(self.functions, self.linker).digest()

    def is_kept(self) -> bool:
        """Whether code for this processor need not be compiled first."""
        return is_kept(self.functions, self.linker)

    def compile(self) -> None:
        """Compile for this processor now and keep it."""
        for name, function in zip(self.takes, machine_code(self.functions, self.linker), strict=True):
            function.compile(self.types(name))

    def types(self, name: str) -> tuple[Any, ...]:
        """What a function takes, in Numba's types."""
        import numpy as np
        from numba import from_dtype, types

        takes = [(from_dtype(np.dtype(kind)), many) for kind, many in self.arguments(name)]
        return tuple(types.Array(kind, many, "C") if many else kind for kind, many in takes)


def _argument(word: str, records: Mapping[str, Any]) -> Takes:
    found = re.fullmatch(r"(\w+)(?:\[(,*)\])?", word)
    if found is None:
        raise ValueError(f"{word!r} is no type of an argument: say i8, f8[], State[] or b1[,].")
    name, commas = found.groups()
    return records.get(name, name), 0 if commas is None else len(commas) + 1


class Desk(Protocol):
    """Where one thread works: functions to call, and arrays that they reach without being copied."""

    def __getitem__(self, name: str) -> Callable[..., Any]: ...

    def new(self, shape: Shape, kind: Kind) -> Any: ...


class Processor:
    """Machine code for this processor. All desks are the same one."""

    def __init__(self, kernels: Kernels) -> None:
        from parlour.core.numpy_arrays import as_array

        def called(function: Any) -> Callable[..., Any]:
            return lambda *given: function(*map(as_array, given))

        made = machine_code(kernels.functions, kernels.linker)
        self._made = dict(zip(kernels.takes, map(called, made), strict=True))

    def desk(self) -> Desk:
        return self

    here = desk

    def __getitem__(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = self._made[name]
        return function

    def new(self, shape: Shape, kind: Kind) -> Any:
        return zeros(shape, kind)


class Machine(Protocol):
    """Kernels, ready to be called."""

    def desk(self) -> Desk:
        """A desk with nothing on it, for work that keeps something there."""

    def here(self) -> Desk:
        """The desk of the calling thread, for calls that leave nothing behind."""


CONSTANT: dict[int, Any] = {}


def constant(array: Any) -> Any:
    """An array that lives as long as the program and never changes: a desk takes it over once."""
    CONSTANT[id(array)] = array
    return array


class AtOnce:
    """What came with the package, until there is code for this processor."""

    def __init__(self, kernels: Kernels, shipped: Machine) -> None:
        self._kernels, self._now = kernels, shipped
        self._looked = time.monotonic()

    def _best(self) -> Machine:
        if not isinstance(self._now, Processor) and time.monotonic() - self._looked > PATIENCE:
            self._looked = time.monotonic()
            if self._kernels.is_kept():
                self._now = Processor(self._kernels)
        return self._now

    def desk(self) -> Desk:
        return self._best().desk()

    def here(self) -> Desk:
        return self._best().here()


def machine(kernels: Kernels) -> Machine:
    """The kernels ready to be called: kept code, else WebAssembly, else compiled now."""
    from parlour.core.wasm import shipped

    if not kernels.is_kept() and (found := shipped(kernels)) is not None:
        return AtOnce(kernels, found)
    return Processor(kernels)


def is_ready(kernels: Kernels) -> bool:
    """Whether they can be called without waiting for a compiler."""
    from parlour.core.wasm import shipped

    return kernels.is_kept() or shipped(kernels) is not None

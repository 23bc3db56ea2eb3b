"""Arrays of numbers and rows of records without NumPy: what machine code is called with.

An array of numbers is a memoryview, rows of records are `Rows`, and what lies in the memory of WebAssembly is `Held`. All are
read and written alike: `numbers[i]`, `numbers[i, j]`, `rows[i].field`. NumPy's own arrays are taken too.
"""

from __future__ import annotations

import ast
import struct
import zipfile
from collections.abc import Iterable, Sequence
from math import prod
from typing import IO, Any, Protocol, TypeAlias, cast

from parlour.core.state import FORMATS, KINDS, SIZES, Layout, State

Kind: TypeAlias = str | Layout
"""What an array holds: a kind of number (`i8`) or records."""
Shape: TypeAlias = int | Sequence[int]


def item_size(kind: Kind) -> int:
    return SIZES[kind] if isinstance(kind, str) else kind.itemsize


class Rows:
    """Records of one layout, one after the other."""

    def __init__(self, layout: Layout, raw: Any) -> None:
        self.layout, self.raw = layout, memoryview(raw)

    def __len__(self) -> int:
        return len(self.raw) // self.layout.itemsize

    def __getitem__(self, at: int) -> State:
        size = self.layout.itemsize
        return self.layout.plain(self.raw[at * size : (at + 1) * size])

    def fill(self, state: State) -> None:
        """Make all of them equal to a record."""
        self.raw[:] = state.raw.tobytes() * len(self)


def rows_of(states: Sequence[State]) -> Rows:
    """Copies of records, one after the other."""
    return Rows(states[0]._layout, bytearray(b"".join(state.raw for state in states)))


def zeros(shape: Shape, kind: Kind) -> Any:
    """An array of zeros."""
    sizes = [shape] if isinstance(shape, int) else list(shape)
    raw = bytearray(prod(sizes) * item_size(kind))
    if not isinstance(kind, str):
        return Rows(kind, raw)
    return memoryview(raw).cast(FORMATS[kind], sizes) if raw and len(sizes) > 1 else memoryview(raw).cast(FORMATS[kind])


def numbers(values: Iterable[Any], kind: str) -> memoryview:
    """An array of these numbers."""
    given = list(values)
    made: memoryview = memoryview(bytearray(struct.pack(f"={len(given)}{FORMATS[kind]}", *given))).cast(FORMATS[kind])
    return made


def shaped(flat: memoryview, shape: Sequence[int]) -> memoryview:
    """The same numbers in more dimensions."""
    made: memoryview = flat.cast("B").cast(cast(Any, flat.format), list(shape))
    return made


def stored(file: IO[bytes]) -> dict[str, memoryview]:
    """The arrays of an .npz file by name, flat."""
    found = {}
    with zipfile.ZipFile(file) as held:
        for name in held.namelist():
            raw = held.read(name)
            start = 10 + int.from_bytes(raw[8:10], "little")
            about = ast.literal_eval(raw[10:start].decode("latin-1"))
            found[name.removesuffix(".npy")] = memoryview(raw)[start:].cast(FORMATS[about["descr"][1:]])
    return found


class Memory(Protocol):
    """Somebody's bytes."""

    def read(self, at: int, size: int) -> Any: ...
    def write(self, at: int, data: Any) -> None: ...


class Held:
    """An array in the memory of WebAssembly: each look fetches what it asks for."""

    def __init__(self, memory: Memory, at: int, kind: Kind, shape: tuple[int, ...]) -> None:
        self.memory, self.at, self.kind, self.shape = memory, at, kind, shape
        self._size = item_size(kind)
        self._number = struct.Struct(f"={FORMATS[kind]}") if isinstance(kind, str) else None

    def __len__(self) -> int:
        return self.shape[0]

    def _place(self, index: int | tuple[int, ...]) -> int:
        at = 0
        for one, many in zip((index,) if isinstance(index, int) else index, self.shape, strict=True):
            if not 0 <= one < many:
                raise IndexError(f"{index} is outside of {self.shape}")
            at = at * many + one
        return self.at + at * self._size

    def __getitem__(self, index: Any) -> Any:
        """A number, or a copy of a record."""
        raw = self.memory.read(self._place(index), self._size)
        return self._number.unpack(raw)[0] if self._number else self.kind.plain(bytearray(raw))  # type: ignore[union-attr]

    def __setitem__(self, index: Any, value: Any) -> None:
        assert self._number is not None
        self.memory.write(self._place(index), self._number.pack(value))

    def fill(self, state: State) -> None:
        """Make all records equal to one."""
        self.memory.write(self.at, state.raw.tobytes() * len(self))

    def tolist(self) -> list[Any]:
        assert isinstance(self.kind, str)
        flat = memoryview(bytes(self.memory.read(self.at, prod(self.shape) * self._size)))
        return list(flat.cast(FORMATS[self.kind], self.shape).tolist())


def raw_of(value: Any) -> tuple[Kind | None, tuple[int, ...], memoryview]:
    """What an array holds (None: something strange), its shape and its bytes, which it shares."""
    if isinstance(value, Rows):
        return value.layout, (len(value),), value.raw
    if isinstance(value, memoryview):
        kind = KINDS.get(value.format) if value.c_contiguous else None
        return kind, value.shape or (), value.cast("B") if value.nbytes else memoryview(b"")
    from parlour.core.numpy_arrays import raw_array

    return raw_array(value)

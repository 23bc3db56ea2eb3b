"""One flat record holds everything there is to know about a game, hidden parts and random stream included.

`record` lays it out: names, kinds of numbers and their places in a row of bytes. `plain` wraps one record for plain Python:
fields read as Python integers, and a value that does not fit its field or an index outside it raises at once, where machine
code would go on silently. Nothing here needs NumPy; machine code and batches ask a layout for its `dtype`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Records: TypeAlias = NDArray[Any]
    """An array of records."""

State: TypeAlias = Any
"""A record as rules see it: `plain(...)` in Python, a Numba record in machine code."""

FORMATS: dict[str, Any] = {
    "b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "f4": "f", "f8": "d",
}  # fmt: skip
"""The kinds of numbers, and what `struct` and memoryviews call them. Each is as long as its name says, wherever it runs."""
KINDS = {letter: kind for kind, letter in FORMATS.items()} | {"l": f"i{struct.calcsize('l')}"}
SIZES = {kind: int(kind[1:]) for kind in FORMATS}

# What the core keeps at the head of every record: the number of players and the random stream (stream.py).
HEADER: list[Any] = [
    ("players", "i1"),
    ("spot", "i1"),
    ("lane", "u4"),
    ("counter", "u4"),
    ("key", "u4", (8,)),
    ("pool", "u4", (16,)),
]


GAP = "_gap"


class Field(NamedTuple):
    """One field of a layout: a number, or (with a shape) an array of them."""

    name: str
    kind: str
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        size = SIZES[self.kind]
        for many in self.shape:
            size *= many
        return size


class Layout:
    """Where each field of a record lies, aligned for machine code.

    The gaps of the alignment are fields themselves: copies of a record are then equal to the last byte.
    """

    def __init__(self, laid: tuple[Any, ...], least: int = 1) -> None:
        self.laid, self.least = laid, least
        self.fields: dict[str, Field] = {}
        self.itemsize = 0
        widest = least
        for name, kind, *shape in laid:
            widest = max(widest, SIZES[kind])
            self._gap(SIZES[kind])
            self._add(name, kind, tuple(shape[0]) if shape else ())
        self._gap(widest)

    def _add(self, name: str, kind: str, shape: tuple[int, ...]) -> None:
        self.fields[name] = field = Field(name, kind, shape, self.itemsize)
        self.itemsize += field.size

    def _gap(self, to: int) -> None:
        if gap := -self.itemsize % to:
            self._add(f"{GAP}{len(self.fields)}", "u1", (gap,))

    def __reduce__(self) -> tuple[Any, ...]:
        return layout, (self.laid, self.least)

    def __repr__(self) -> str:
        return f"<a record of {self.itemsize} bytes: {', '.join(self.fields)}>"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The same for NumPy: `np.zeros(100, State)` are a hundred records."""
        import numpy as np

        made = np.dtype([(f.name, f.kind, f.shape) if f.shape else (f.name, f.kind) for f in self.fields.values()], align=True)
        assert made.itemsize == self.itemsize
        _OF_DTYPE[made] = self
        return made

    @cached_property
    def plain(self) -> type[Plain]:
        """The class that wraps such records: a scalar field is a property, an array field a memoryview."""
        known = [field for field in self.fields.values() if not field.name.startswith(GAP)]
        scalars = [(f.offset, f.offset + f.size, FORMATS[f.kind]) for f in known if not f.shape]
        arrays = [(f.name, f.offset, f.offset + f.size, FORMATS[f.kind], f.shape) for f in known if f.shape]

        def begin(self: Any, raw: Any, notes: list[tuple[int, ...]] | None = None) -> None:
            Plain.__init__(self, raw, notes)
            raw = self.raw
            self._cells = [raw[first:last].cast(letter) for first, last, letter in scalars]
            for name, first, last, letter, shape in arrays:
                setattr(self, name, raw[first:last].cast(letter, shape))

        def scalar(index: int) -> property:
            def read(self: Any) -> Any:
                return self._cells[index][0]

            def write(self: Any, value: Any) -> None:
                self._cells[index][0] = value

            return property(read, write)

        members: dict[str, Any] = {
            name: scalar(index) for index, name in enumerate(field.name for field in known if not field.shape)
        }
        members |= {"__init__": begin, "__slots__": tuple(name for name, *_ in arrays), "_layout": self}
        return type("State", (Plain,), members)

    def new(self, notes: list[tuple[int, ...]] | None = None) -> State:
        """A record of zeros."""
        return self.plain(bytearray(self.itemsize), notes)


_OF_DTYPE: dict[Any, Layout] = {}


def layout_of(dtype: Any) -> Layout | None:
    """The layout that a NumPy dtype was made from."""
    return _OF_DTYPE.get(dtype)


@cache
def layout(laid: tuple[Any, ...], least: int = 1) -> Layout:
    """The layout of these fields, whose size is a multiple of `least` bytes: one object for all who ask."""
    return Layout(laid, least)


_counter = layout(tuple(HEADER)).fields["counter"]
DRAWN = _counter.offset + _counter.size


def row(*fields: tuple[Any, ...]) -> Layout:
    """The layout of something that is no game's record: a node of a tree, a frame of a search."""
    return layout(fields)


def record(*fields: tuple[Any, ...]) -> Layout:
    """The layout of a game's record: the core's header and the game's own fields."""
    return layout((*HEADER, *fields), 8)


def own_fields(layout: Layout) -> list[str]:
    """The names of a game's fields: neither the header's nor gaps."""
    header = {field[0] for field in HEADER}
    return [name for name in layout.names if name not in header and not name.startswith(GAP)]


def table(rows: Any, kind: str = "i1") -> Any:
    """Constant data for rules, indexed like `TABLE[row, column]`: Python integers here, an array in machine code."""
    rows = rows.tolist() if hasattr(rows, "tolist") else rows
    shape, first = list[int](), rows
    while isinstance(first, Sequence) or hasattr(first, "__len__"):
        shape.append(len(first))
        first = first[0]
    flat = list(_flat(rows, len(shape)))
    return memoryview(struct.pack(f"={len(flat)}{FORMATS[kind]}", *flat)).cast(FORMATS[kind], shape)


def _flat(rows: Iterable[Any], depth: int) -> Iterator[Any]:
    for one in rows:
        if depth > 1:
            yield from _flat(one, depth - 1)
        else:
            yield one


class Plain:
    """One record, seen by plain Python. `notes` collects what the rules tell (notes.py); None means nobody listens.

    `after` is what machine code has found out about the record as it is now (swift.py): the first seat to act, its legal
    moves, and what `look` sees. Whoever changes the record says None.
    """

    __slots__ = ("_cells", "after", "notes", "raw")
    _layout: Layout

    def __init__(self, raw: Any, notes: list[tuple[int, ...]] | None = None) -> None:
        self.raw = memoryview(raw)
        self.notes = notes
        self.after: tuple[int, list[int], list[int]] | None = None

    @property
    def records(self) -> Records:
        """The record as a NumPy array of one; changes go through to it."""
        import numpy as np

        return np.frombuffer(self.raw, self._layout.dtype)

    def __bytes__(self) -> bytes:
        return self.raw.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._layout, bytes(self), self.notes)

    def copy(self) -> Plain:
        """An independent twin that tells its notes to nobody."""
        return type(self)(bytearray(self.raw))

    def restore(self, saved: bytes) -> None:
        """Take back the bytes of an earlier moment."""
        self.after = None
        self.raw[:] = saved

    def field(self, name: str) -> memoryview:
        """A field's numbers, one after the other."""
        field = self._layout.fields[name]
        return self.raw[field.offset : field.offset + field.size].cast(FORMATS[field.kind])


def drawn(state: State) -> bytes:
    """How far the random stream of a record has been used: its head as far as the counter, where nothing else ever changes."""
    head: bytes = state.raw[:DRAWN].tobytes()
    return head


def _again(layout: Layout, raw: bytes, notes: list[tuple[int, ...]] | None) -> State:
    return layout.plain(bytearray(raw), notes)


def plain(records: Records, notes: list[tuple[int, ...]] | None = None) -> State:
    """Wrap the only record of a NumPy array; changes go through to it."""
    if records.shape != (1,):
        raise ValueError("plain state wraps an array of exactly one record")
    return _OF_DTYPE[records.dtype].plain(records.view("u1").data, notes)


def put(state: State, name: str, value: Any) -> None:
    """Write a whole field, given as a number or as lists of them; what does not fit raises and changes nothing."""
    field = state._layout.fields[name]
    if not field.shape:
        setattr(state, name, value)
        return
    given = list(_of_shape(value, field.shape))
    try:
        packed = struct.pack(f"={len(given)}{FORMATS[field.kind]}", *given)
    except struct.error as wrong:
        raise ValueError(str(wrong)) from None
    state.raw[field.offset : field.offset + field.size] = packed


def listed(state: State, name: str) -> Any:
    """A whole field, as a number or as lists of them."""
    value = getattr(state, name)
    return value.tolist() if isinstance(value, memoryview) else value


def _of_shape(value: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    """The numbers of nested lists that have this shape."""
    if not shape:
        yield value
        return
    if isinstance(value, str | bytes) or len(value) != shape[0]:
        raise ValueError(f"{shape[0]} are wanted")
    for part in value:
        yield from _of_shape(part, shape[1:])

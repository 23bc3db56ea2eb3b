"""One flat record holds everything there is to know about a game, hidden parts and random stream included.

`record` makes the record's type. `plain` wraps one record for plain Python: fields read as Python integers, and a value
that does not fit its field or an index outside it raises at once, where machine code would go on silently.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

State: TypeAlias = Any
"""A record as rules see it: `plain(...)` in Python, a Numba record in machine code."""

Records: TypeAlias = NDArray[Any]
"""An array of records."""

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


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The type of a game's record: the core's header and the game's own fields, each aligned for machine code.

    The gaps of the alignment are fields themselves: copies of a record are then equal to the last byte.
    """
    laid: list[Any] = []
    size = 0

    def align(to: int) -> None:
        nonlocal size
        if gap := -size % to:
            laid.append((f"{GAP}{len(laid)}", "u1", (gap,)))
            size += gap

    for field in [*HEADER, *fields]:
        align(np.dtype(field[1]).alignment)
        laid.append(field)
        size += np.dtype([field]).itemsize
    align(8)
    return np.dtype(laid, align=True)


def own_fields(dtype: np.dtype[Any]) -> list[str]:
    """The names of a game's fields: neither the header's nor gaps."""
    header = {field[0] for field in HEADER}
    return [name for name in dtype.names or () if name not in header and not name.startswith(GAP)]


def table(rows: Any, dtype: str = "i1") -> memoryview:
    """Constant data for rules, indexed like `TABLE[row, column]`: Python integers here, an array in machine code."""
    data = np.array(rows, dtype)
    data.setflags(write=False)
    return memoryview(data.data)


class Plain:
    """One record, seen by plain Python. `notes` collects what the rules tell (notes.py); None means nobody listens.

    `after` is what machine code has found out about the record as it is now (swift.py): the first seat to act, its legal
    moves, and what `look` sees. Whoever changes the record says None.
    """

    __slots__ = ("_cells", "after", "notes", "raw", "records")

    def __init__(self, records: Records, notes: list[tuple[int, ...]] | None = None) -> None:
        self.records = records
        self.raw = records.view(np.uint8).data
        self.notes = notes
        self.after: tuple[int, list[int], list[int]] | None = None

    def __bytes__(self) -> bytes:
        return self.raw.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return plain, (self.records, self.notes)

    def copy(self) -> Plain:
        """An independent twin that tells its notes to nobody."""
        return type(self)(self.records.copy())

    def restore(self, saved: bytes) -> None:
        """Take back the bytes of an earlier moment."""
        self.after = None
        self.raw[:] = saved


@cache
def plain_type(dtype: np.dtype[Any]) -> type[Plain]:
    """The class that wraps records of this type: a scalar field is a property, an array field a memoryview."""
    members: dict[str, Any] = {}
    arrays: list[str] = []
    scalars: list[str] = []
    assert dtype.names is not None
    for name in dtype.names:
        if name.startswith(GAP):
            continue
        (arrays if dtype[name].subdtype else scalars).append(name)

    def begin(self: Any, records: Records, notes: list[tuple[int, ...]] | None = None) -> None:
        if records.shape != (1,):
            raise ValueError("plain state wraps an array of exactly one record")
        Plain.__init__(self, records, notes)
        self._cells = [records[name].data for name in scalars]
        for name in arrays:
            setattr(self, name, records[name][0].data)

    def scalar(index: int) -> property:
        def read(self: Any) -> Any:
            return self._cells[index][0]

        def write(self: Any, value: Any) -> None:
            self._cells[index][0] = value

        return property(read, write)

    members = {name: scalar(index) for index, name in enumerate(scalars)}
    members |= {"__init__": begin, "__slots__": tuple(arrays)}
    return type("State", (Plain,), members)


def plain(records: Records, notes: list[tuple[int, ...]] | None = None) -> State:
    """Wrap the only record of `records`; changes go through to it."""
    return plain_type(records.dtype)(records, notes)

"""Several statements that are kept together or not at all, in SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from parlour.server.storage import StorageDown


class Step(msgspec.Struct, frozen=True):
    """A statement; its values are $1, $2 and so on."""

    sql: str
    values: tuple[Any, ...] = ()
    rows: int | None = None
    """So many rows it has to return, or nothing of all is kept."""

    def check(self, rows: list[Any]) -> list[Any]:
        if self.rows is not None and len(rows) != self.rows:
            raise Unmet("A row was not what it had to be.")
        return rows


def step(sql: str, *values: Any, rows: int | None = None) -> Step:
    return Step(sql, values, rows)


class Unmet(StorageDown):
    """A statement did not return as many rows as it had to: somebody else was first."""


@lru_cache(maxsize=1000)
def marks(count: int, first: int = 1) -> str:
    """Places for so many values, for `IN (…)`.

    >>> marks(3, 2)
    '$2, $3, $4'
    """
    return ", ".join(f"${number}" for number in range(first, first + count))


@lru_cache(maxsize=1000)
def lists(rows: int, width: int) -> str:
    """Places for so many rows of values, for `VALUES …`.

    >>> lists(2, 2)
    '($1, $2), ($3, $4)'
    """
    return ", ".join(f"({marks(width, 1 + row * width)})" for row in range(rows))

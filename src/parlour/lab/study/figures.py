"""What a study says: numbers with their intervals, and how each was made."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

Z = 1.959964


class Figure(msgspec.Struct, frozen=True):
    """A number with its 95 % interval, and out of how many it is."""

    value: float
    low: float
    high: float
    of: int


class Row(msgspec.Struct, frozen=True):
    """A line of a table: what it is about, and its figures or words."""

    name: str
    cells: list[Figure | str]


class Part(msgspec.Struct, frozen=True):
    """A question that the study answers."""

    key: str
    title: str
    about: str
    columns: list[str]
    rows: list[Row]
    command: str
    unit: str = ""
    """`%` for parts of one."""


class Study(msgspec.Struct, frozen=True):
    """Everything that was found out about a game."""

    game: str
    name: str
    version: int
    parts: list[Part]
    answers: dict[str, Any]
    """The settings that it was made with."""


def part_of(successes: float, of: int) -> Figure:
    """A part of a whole, with Wilson's interval: all of twenty is no certainty."""
    if not of:
        return Figure(0.0, 0.0, 1.0, 0)
    share = successes / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z / (1 + Z * Z / of) * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return Figure(share, max(0.0, middle - reach), min(1.0, middle + reach), of)


def mean_of(total: float, squares: float, of: int) -> Figure:
    """A mean, from the sums of the numbers and of their squares."""
    if not of:
        return Figure(0.0, 0.0, 0.0, 0)
    mean = total / of
    spread = sqrt(max(0.0, squares / of - mean * mean) / max(1, of - 1))
    return Figure(mean, mean - Z * spread, mean + Z * spread, of)


def mean(numbers: Sequence[float]) -> Figure:
    return mean_of(sum(numbers), sum(number * number for number in numbers), len(numbers))


def shared(shares: float, squares: float, of: int) -> Figure:
    """A part of the victories, which may be shared: the mean, kept between none and all."""
    found = mean_of(shares, squares, of)
    wilson = part_of(shares, of)
    return Figure(found.value, max(wilson.low if found.low <= 0 else found.low, 0.0), min(found.high, 1.0), of)

"""What a study says: numbers with their intervals, and how each was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from parlour.lab.intervals import Z, share_interval, wilson


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
    """A part of a whole, with Wilson's interval."""
    return Figure(successes / of, *wilson(successes / of, of), of) if of else Figure(0.0, 0.0, 1.0, 0)


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
    """A part of the victories, which may be shared, of matches that have nothing to do with each other: Wilson's interval too,
    for as many matches as they are worth."""
    if not of:
        return Figure(0.0, 0.0, 1.0, 0)
    part = min(1.0, shares / of)
    spread = max(0.0, squares / of - part * part)
    return Figure(part, *wilson(part, of * part * (1 - part) / spread if spread > 0 else of), of)


def by_deals(shares: Mapping[int, Sequence[float]]) -> Figure:
    """The same of matches of which those of one deal hang together."""
    won = np.array([sum(some) for some in shares.values()], float)
    many = np.array([len(some) for some in shares.values()], float)
    of = int(many.sum())
    return Figure(float(won.sum()) / of if of else 0.0, *share_interval(won, many), of)

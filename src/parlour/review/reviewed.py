"""What a review finds, in numbers: chances after every move, what decisions cost, how much was luck, where the match turned.

Chances, costs and luck are parts of the victory, from 0 to 1. `telling.py` puts it into words.
"""

from __future__ import annotations

import msgspec

NONE = -1
VERSION = 5
"""Raised when a review would find something else: older ones are made again."""


class Decision(msgspec.Struct, frozen=True):
    """A decision: what it cost its seat, and the number of a better move; 0 and NONE where it was fine."""

    knew: float
    """Judged by what the seat knew then."""
    better: int
    hindsight: float
    """Judged by how all cards lay."""
    wiser: int


class Judged(msgspec.Struct, frozen=True):
    """A move of the match, in the order of a replay's steps."""

    seat: int
    number: int
    round: int
    chances: list[float]
    """Of every seat, after it."""
    play: list[float]
    """What the decision changed for every seat, judged by what the mover knew."""
    luck: list[float]
    """What chance and hidden cards changed."""
    choice: Decision | None = None
    """None where there was nothing to choose."""


class Share(msgspec.Struct, frozen=True):
    """Where a seat's result came from: fair + luck + own + others = result."""

    fair: float
    luck: float
    own: float
    others: float
    result: float


class Moment(msgspec.Struct, frozen=True):
    """A moment that decided much: the step, what it changed for every seat, and whether chance did more than the decision."""

    step: int
    swing: list[float]
    lucky: bool


class Review(msgspec.Struct, frozen=True):
    """A match reviewed."""

    game: str
    rules: int
    dealt: list[float]
    """The chances before the first move: what the deal alone did."""
    steps: list[Judged]
    shares: list[Share]
    turns: list[Moment]
    playouts: int
    version: int = VERSION

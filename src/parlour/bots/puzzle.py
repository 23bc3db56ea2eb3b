"""A puzzle: a position, what is to be reached, and the way there.

A game may know puzzles of its own kind: `bots/puzzles.py` in its folder (`Puzzler`). Where it has none, a puzzle asks for
the one move that is clearly better than all others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from parlour.core.state import State

BEST = "best"
"""The goal of any game: the best move, by what its seat knows."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What another seat does, by the text of its move."""

    seat: int
    move: str


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A right move, how the others answer it, and the right moves then."""

    move: str
    answers: list[Answer] = []
    then: list[Turn] = []


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle as it is kept: nothing in it is said to anybody before it is told in words (parlour.review.puzzles)."""

    position: dict[str, Any]
    seat: int
    goal: str
    turns: list[Turn]
    """The right moves, that of the solution first."""
    until: list[dict[str, Any]] = []
    """Events that must all have happened: then it is solved, whatever led there."""
    worth: dict[str, int] = {}
    """What each move is worth to the seat in % of the victory; empty where the way is proven."""
    first: str = ""
    """The move that comes to mind first, and is not the one."""


def solution(turns: list[Turn]) -> Iterator[Turn]:
    """The way there, one move after the other."""
    while turns:
        yield turns[0]
        turns = turns[0].then


class Puzzler(Protocol):
    """What `bots/puzzles.py` of a game may have."""

    def find(self, state: State, seat: int, chance: random.Random) -> Puzzle | None:
        """The puzzle that this decision is, if it is one."""

    def proven(self, puzzle: Puzzle, state: State) -> bool:
        """Whether the puzzle from this record is what it says; found out anew."""

    def task(self, puzzle: Puzzle) -> str:
        """What is to be done."""

    def hint(self, puzzle: Puzzle) -> str:
        """A little help."""

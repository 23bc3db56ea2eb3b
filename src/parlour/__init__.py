"""Parlour: table games for people and programs, every rule enforced and explained.

>>> import parlour
>>> match = parlour.game("doce").new(seed=1)
>>> match.acting
(1,)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.bots import bot
from parlour.core.errors import (
    BadMove,
    BadPosition,
    BadRecord,
    BadSetup,
    NoSpeed,
    ParlourError,
    Refused,
    UnknownGame,
    UnknownRule,
)
from parlour.core.game import Game, Move, Outcome, View
from parlour.core.match import Match
from parlour.core.proof import proof
from parlour.core.record import Record, read
from parlour.core.registry import game, games, register
from parlour.review.reviewing import review

if TYPE_CHECKING:
    from parlour.core.batch import Batch

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Batches need NumPy, which nothing else here does: they are imported when they are asked for."""
    if name != "Batch":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parlour.core.batch import Batch

    return Batch


def load(path: str | Path) -> Match:
    """The match of a record, after its last move."""
    return Record.load(path).replay(game)


def verify(path: str | Path) -> list[str]:
    """What is wrong with a record; nothing if it is exactly what was dealt and played."""
    return proof(read(path), game).wrong


__all__ = [
    "BadMove",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Batch",
    "Game",
    "Match",
    "Move",
    "NoSpeed",
    "Outcome",
    "ParlourError",
    "Record",
    "Refused",
    "UnknownGame",
    "UnknownRule",
    "View",
    "bot",
    "game",
    "games",
    "load",
    "register",
    "review",
    "verify",
]

"""What a game is told in: moves, views, notes and how they are told, outcomes, positions, races, ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

Note: TypeAlias = tuple[int, ...]
"""What happened, in numbers: its kind and its fields."""
Event: TypeAlias = dict[str, Any]
"""A note in words: `kind` and the note's fields by name; a field that the viewer may not know is None."""


class Move(msgspec.Struct, frozen=True, tag=str.lower):
    """A move of a game; each kind is a subclass with typed fields."""


class View(msgspec.Struct):
    """What one seat (None: a spectator) may see. Games add their fields; nothing hidden is ever put into one."""

    players: int
    seat: int | None
    acting: list[int]


class Told(msgspec.Struct, frozen=True):
    """How a kind of note is told: its name, its fields, and the sentence for those who know everything in it.

    `secret` names for a field the fields that hold the seats who may know it; everybody else reads `hidden`. `fleeting` is what
    everybody sees and no view keeps: a throw of dice, cards that are shown and shuffled away.
    """

    name: str
    fields: str
    text: str = ""
    hidden: str = ""
    secret: Mapping[str, tuple[str, ...]] = {}
    fleeting: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: scores by seat, the seats that won or share the victory, and why it is over."""

    scores: list[int]
    winners: list[int]
    reason: str


class Fields(msgspec.Struct, forbid_unknown_fields=True):
    """The plainest position: every field of the game's record by its name."""

    players: int
    fields: dict[str, Any]
    options: dict[str, Any] = {}


class Race(msgspec.Struct, frozen=True):
    """A decision where speed counts: how many ms it stays open, and the move of a seat that does not act in time."""

    window: int
    stay: int


class Way(msgspec.Struct, frozen=True):
    """What the world did, for the eyes: how long it takes, and the path of all that moved (the game's own bytes, base64)."""

    seconds: float
    path: str

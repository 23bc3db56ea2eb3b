"""Levels of play: their names and characters, and for each game the numbers that make them, from its data file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import BadSetup, one_of
from parlour.core.words import say

LEVELS = ("beginner", "casual", "club", "master")


class Character(msgspec.Struct, frozen=True):
    """Who sits there."""

    name: str
    about: str


CHARACTERS = {
    "beginner": Character("Duckling", "Learned the rules this morning, loves every card, and forgets what was played."),
    "casual": Character("Otter", "Plays for fun, sees the next move coming, and is easily tempted."),
    "club": Character("Fox", "Counts, plans and remembers; makes you earn it."),
    "master": Character("Owl", "Sees far, says little, and does not forgive."),
    "plain": Character("Abacus", "A plain search that knows nothing but the rules: the yardstick of the arena."),
    "random": Character("Feather", "Any legal move will do."),
}


class Level(msgspec.Struct, frozen=True):
    """How a level plays one game. Whichever of `simulations` and `seconds` ends first ends the thinking."""

    simulations: int = 1000
    """Simulations, or for games that are searched by depth the positions looked at."""
    seconds: float | None = None
    processor: bool = False
    """Whether its seconds are the processor's: for fair measurements where others use the machine too."""
    slip: float = 0.0
    """How often it plays what comes to mind first instead of thinking."""
    stray: float = 0.0
    """How often it picks another move that looked fair, though not the best."""
    explore: float = 0.0
    """How much it looks at moves that seem worse; 0 for the game's own number."""
    widen: float = 0.0
    """How many moves it tries at a place: so many times the root of the visits there; 0 for all."""
    dwell: int = 1
    """How many simulations it spends in one imagined world before it imagines another: imagining takes its time."""
    horizon: int = 0
    """How many moves beyond the tree it imagines at most; 0 for the game's own number."""
    slack: float = 0.0
    """How often it imagines any move beyond the tree instead of the usual one; 0 for the game's own number."""
    chapters: bool = False
    """For the plain search: whether it judges play at the end of a chapter (a round, a hand, a day), not at the very end."""
    reaction: float = 0.0
    """In a race: the median of its reaction in milliseconds; 0 for the usual one."""
    wild: float = 0.0
    """How often it makes any move at all that a person might make."""
    overlook: float = 0.0
    """How often it takes one thing for another: misses a line of DOCE, slaps a card of ION that nearly fits."""
    depth: int = 0
    """For games that are searched by depth: how many moves ahead at most, 0 for no limit."""
    noise: float = 0.0
    """The same: by how much it misjudges a move, in hundredths of a point."""
    exact: bool = False
    """The same: whether it plays endgames exactly."""
    hand: int = 0
    """For games with flicks: how unsteady its hand is, 0 (perfect) to 5 (a child's)."""
    flights: int = 0
    """The same: how many flicks it tries in the true physics before it chooses."""
    greedy: bool = False
    """The same: whether it counts only what a flick brings at once."""
    weights: dict[str, float] = {}
    """Weights that are others for this level than for the game."""


class Knowledge(msgspec.Struct, frozen=True):
    """A game's data file: weights with the way they were tuned, and levels with the way they were calibrated."""

    weights: dict[str, float]
    tuned: str = ""
    explore: float = 0.7
    horizon: int = 500
    slack: float = 0.0
    levels: dict[str, Level] = {}

    def numbers(self, changed: Mapping[str, float] | None = None) -> NDArray[np.float64]:
        """The weights in their order, some of them changed for a study."""
        if unknown := set(changed or ()) - set(self.weights):
            raise BadSetup(f"There is no weight {min(unknown)!r}. {one_of(min(unknown), self.weights)}")
        return np.array(list({**self.weights, **(changed or {})}.values()), np.float64)


@cache
def knowledge(key: str) -> Knowledge:
    """A game's data; a game without a file gets the common one."""
    data = files("parlour.bots").joinpath("data")
    file = data.joinpath(f"{key}.json")
    text = (file if file.is_file() else data.joinpath("any.json")).read_text(encoding="utf-8")
    return msgspec.convert(json.loads(text), Knowledge)


@cache
def expertise(key: str) -> ModuleType | None:
    """The module with what a bot knows about a game, if there is one."""
    return _module(f"parlour.bots.{key}")


@cache
def reasons(key: str) -> ModuleType | None:
    """The module with what a bot says about its moves in a game, if there is one."""
    return _module(f"parlour.bots.words.{key}")


def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


def level(key: str, name: str) -> Level:
    """The numbers of a level of a game."""
    known = knowledge(key).levels
    if name not in known:
        raise BadSetup(say("There is no level {level!r}. {known}", level=name, known=one_of(name, known)))
    return known[name]

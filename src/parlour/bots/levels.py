"""Levels of play: their names and characters, and for each game the numbers that make them, from its data file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec

from parlour.core.arrays import numbers
from parlour.core.errors import BadSetup, one_of
from parlour.core.registry import game
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
    "champion": Character("Raven", "Nobody taught it anything: it played itself millions of times, and remembers how it ends."),
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
    learned: bool = False
    """Whether it thinks with the net that learned the game (net.py); `horizon` is then how many own moves ahead it looks, and
    `explore` how much the net's first sight counts."""
    net: str = ""
    """The same: a net of a file instead of the one that came with the game."""
    rivals: str = ""
    """The same: a net of a file for what the others will do, instead of the one that came with the game."""
    instinct: float = 0.0
    """The same: how much the logarithm of the net's odds counts beside what trying found, however long it tried."""
    search: float = 0.0
    """The same: which part of its time it searches as the master does; what both find is weighed together."""
    weights: dict[str, float] = {}
    """Weights that are others for this level than for the game."""


class Budget(msgspec.Struct, frozen=True):
    """How the levels of a game are measured (lab/calibrate.py)."""

    players: int
    simulations: int = 1000
    """Of the master in the ladder, where its full second would leave too few matches; 0 for a master as it is."""
    club: int = 200
    """Of club and plain when they meet at equal simulations."""
    seconds: float = 0.01
    """Of master and plain when they meet at equal time; of plain alone where the master's thinking has an end of its own."""
    processor: bool = False
    """Whether these are the processor's seconds, so that a busy machine makes no difference: where both search alike."""
    oracle: bool = True
    chapters: bool = False
    """Whether a plain search may also judge at the end of a chapter, which is a harder rival where matches are long."""


class Knowledge(msgspec.Struct, frozen=True):
    """A game's data file: weights with the way they were tuned, and levels with the way they were calibrated."""

    weights: dict[str, float]
    tuned: str = ""
    explore: float = 0.7
    horizon: int = 500
    slack: float = 0.0
    sharp: float = 1.0
    """By how much chances from play-outs are farther apart in truth: play-outs make any move now and then (outlook.py)."""
    levels: dict[str, Level] = {}
    budget: Budget | None = None

    def numbers(self, changed: Mapping[str, float] | None = None) -> memoryview:
        """The weights in their order, some of them changed for a study."""
        if unknown := set(changed or ()) - set(self.weights):
            raise BadSetup(f"There is no weight {min(unknown)!r}. {one_of(min(unknown), self.weights)}")
        return numbers({**self.weights, **(changed or {})}.values(), "f8")


@cache
def knowledge(key: str) -> Knowledge:
    """A game's data, `bots/data.json` in its folder; a game without gets the common one."""
    file = game(key).folder / "bots" / "data.json"
    text = (file if file.is_file() else Path(__file__).with_name("data.json")).read_text(encoding="utf-8")
    return msgspec.convert(json.loads(text), Knowledge)


@cache
def expertise(key: str) -> ModuleType | None:
    """`bots` in a game's folder: what a bot knows about it, if there is one."""
    return game(key).part("bots")


@cache
def reasons(key: str) -> ModuleType | None:
    """`bots/says.py` in a game's folder: what a bot says about its moves, if there is one."""
    return game(key).part("bots.says")


def level(key: str, name: str) -> Level:
    """The numbers of a level of a game."""
    known = knowledge(key).levels
    if name not in known:
        raise BadSetup(say("There is no level {level!r}. {known}", level=name, known=one_of(name, known)))
    return known[name]

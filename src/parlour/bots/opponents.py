"""Opponents: a level's character with a mind that chooses moves from one seat's knowledge.

>>> import parlour
>>> from parlour.bots import bot
>>> bot(parlour.games()[0].key, "beginner").name
'Duckling'
"""

from __future__ import annotations

import inspect
import random
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.bots.compiled import Search, Solver, Try
from parlour.bots.levels import CHARACTERS, LEVELS, Character, Level, expertise, knowledge, level, reasons
from parlour.core.errors import BadSetup, one_of, whole
from parlour.core.game import Game, Move
from parlour.core.machine import Kernels
from parlour.core.registry import game as game_of
from parlour.core.state import State
from parlour.core.stream import rewind
from parlour.core.words import say

if TYPE_CHECKING:
    from parlour.core.match import Match

GOLDEN = 0x9E3779B97F4A7C15
PAUSE = (0.9, 1.7)
"""Seconds between which every bot waits before a move, whatever it holds or found."""
USUAL_REACTION = 1700.0
HASTE = 0.35
"""How much reactions in a race vary around their median, on the scale of logarithms."""


def seen_by(game: Game, state: State, seat: int, seed: int | None = None) -> State:
    """The record as a seat may imagine it: a copy with a stream of its own, and all redealt that the seat cannot know."""
    twin = state.copy()
    new_stream(twin, random.Random(seed))
    game.rules.resample(twin, seat)
    return twin


def new_stream(state: State, chance: random.Random) -> None:
    """Give a record a random stream of its own."""
    for word in range(len(state.key)):
        state.key[word] = chance.getrandbits(32)
    state.lane = 0
    rewind(state)


def reaction(how: Level, game: Game, state: State, seat: int, chance: random.Random) -> float:
    """In a race: after how many milliseconds a level answers, at its own pace, and later with more cards to look through."""
    knows = expertise(game.key)
    looked_at: float = knows.time_to_look(state, seat) if knows and hasattr(knows, "time_to_look") else 0.0
    return (how.reaction or USUAL_REACTION) * chance.lognormvariate(0, HASTE) + looked_at


class Bot(ABC):
    """Somebody who can take a seat. `choose` gets the seat's record as `seen_by` makes it, never the true one."""

    name: str
    level: str
    about: str = ""
    plays: str | None = None
    """The key of the game that it knows; None for one that plays any."""

    @abstractmethod
    def choose(self, game: Game, state: State, seat: int) -> int:
        """The number of the move that an acting seat makes."""

    def move(self, match: Match, seat: int) -> Move:
        """The move that it makes for an acting seat of a match. It is shown what the seat may know, nothing else."""
        if self.plays not in (None, match.game.key):
            raise BadSetup(f"{self.name} plays {self.plays}, not {match.game.key}: ask for bot({match.game.key!r}, ...).")
        if seat not in match.acting and (refusal := match.why_not(seat, 0)):
            raise refusal
        chance = self.chance(len(match.entries))
        return match.game.move(self.choose(match.game, seen_by(match.game, match.state, seat, chance), seat))

    def chance(self, moves: int) -> int | None:
        """The seed for imagining after so many moves: the same every time for a bot with a seed of its own."""
        return None

    def why(self) -> str:
        """A sentence about the latest choice."""
        return say("I just felt like it.")

    def pause(self) -> float:
        """How many seconds to wait before showing a move: an even pace that tells nothing about the hand."""
        return random.uniform(*PAUSE)

    def reaction(self, game: Game, state: State, seat: int, chance: random.Random) -> float:
        """In a race: after how many milliseconds it would answer."""
        return USUAL_REACTION * chance.lognormvariate(0, HASTE)

    def __repr__(self) -> str:
        return f"<bot {self.name} ({self.level})>"


class Thinker(Bot):
    """A level of a game: thinks by its `Level`, slips and strays as often as it says."""

    def __init__(self, character: Character, name: str, how: Level, seed: int | None, threads: int = 1) -> None:
        self.name, self.about, self.level = character.name, character.about, name
        self.how = how
        self._seed = secrets.randbits(62) if seed is None else seed
        self._threads = threads
        self._made = 0
        self._why: Callable[[], str] = super().why

    def chance(self, moves: int) -> int:
        return self._seed + moves

    def choose(self, game: Game, state: State, seat: int) -> int:
        self._made += 1
        seed = (self._seed + self._made * GOLDEN) % 2**62
        legal = game.legal(state, seat)
        if len(legal) == 1:
            self._why = lambda: say("There was nothing else to do.")
            return legal[0]
        chance = random.Random(seed)
        if chance.random() < self.how.overlook and (mistake := self.mistaken(state, seat, legal, chance)) is not None:
            self._why = lambda: say("I thought that it would fit.")
            return mistake
        if chance.random() < self.how.wild:
            self._why = super().why
            return chance.choice(self.plausible(state, seat, legal))
        if chance.random() < self.how.slip:
            number = self.first_thought(game, state, seat, seed)
            self._why = lambda: say("It was the first thing that came to my mind.")
            fair = self.plausible(state, seat, legal)
            return number if number in fair or number not in legal else chance.choice(fair)
        tried = self.think(game, state, seat, seed)
        number = self._pick(tried, self.plausible(state, seat, legal), chance)
        self._why = lambda: self._explain(game, state, seat, number, tried)
        return number

    def _pick(self, tried: dict[int, Try], fair: Sequence[int], chance: random.Random) -> int:
        """The best move, or when it strays one of those that looked fair."""
        if chance.random() < self.how.stray and (moves := [move for move in tried if move in fair]):
            return chance.choices(moves, [tried[move].visits for move in moves])[0]
        return next(iter(tried))

    def plausible(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """The moves that somebody might make by mistake: not those whose harm lies before everybody's eyes."""
        return legal

    def mistaken(self, state: State, seat: int, legal: list[int], chance: random.Random) -> int | None:
        """A move made because something was taken for something else, if there is one."""
        return None

    def _explain(self, game: Game, state: State, seat: int, number: int, tried: dict[int, Try]) -> str:
        says = reasons(game.key)
        own: str | None = says.why(game.view(state, seat), game.move(number)) if says else None
        return own or say("I weighed {moves} moves, and this one came out best most often.", moves=len(tried))

    def why(self) -> str:
        return self._why()

    def reaction(self, game: Game, state: State, seat: int, chance: random.Random) -> float:
        return reaction(self.how, game, state, seat, chance)

    @abstractmethod
    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        """Moves with what speaks for them, the best first."""

    @abstractmethod
    def first_thought(self, game: Game, state: State, seat: int, seed: int) -> int:
        """A plausible move without much thinking."""


class Searcher(Thinker):
    """Thinks by information-set search (search.py)."""

    def __init__(
        self, *setting: Any, knows: ModuleType | None = None, weights: Mapping[str, float] | None = None, **more: Any
    ) -> None:
        super().__init__(*setting, **more)
        self._knows = knows
        self._weights = weights

    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        data = knowledge(game.key)
        return search_for(game, self._knows).think(
            state,
            seat,
            simulations=self.how.simulations,
            seconds=self.how.seconds,
            seed=seed,
            weights=data.numbers(self._weights),
            threads=self._threads,
            horizon=self.how.horizon or data.horizon,
            slack=self.how.slack or data.slack,
            explore=self.how.explore or data.explore,
            widen=self.how.widen,
            dwell=self.how.dwell,
            processor=self.how.processor,
        )

    def plausible(self, state: State, seat: int, legal: list[int]) -> list[int]:
        known = getattr(self._knows, "plausible", None)
        return known(state, seat, legal) if known else legal

    def mistaken(self, state: State, seat: int, legal: list[int], chance: random.Random) -> int | None:
        known = getattr(self._knows, "mistakes", None)
        wrong: list[int] = known(state, seat, legal) if known else []
        return chance.choice(wrong) if wrong else None

    def first_thought(self, game: Game, state: State, seat: int, seed: int) -> int:
        data = knowledge(game.key)
        slack = self.how.slack or data.slack
        return search_for(game, self._knows).habit(state, seat, seed=seed, weights=data.numbers(self._weights), slack=slack)


@cache
def thinking(game: Game) -> list[Kernels]:
    """What the bots of a game think with: the common search, unless they have something of their own."""
    knows = expertise(game.key)
    own: tuple[Kernels, ...] = getattr(knows, "kernels", ())
    return list(own) or (Solver if game.open else Search).kernels(game.rules, knows)


@cache
def search_for(game: Game, knows: ModuleType | None) -> Search:
    """The search for a game, made once: with proofs where nothing is hidden."""
    return Solver(game.rules, knows) if game.open else Search(game.rules, knows)


class Feather(Bot):
    """Any legal move."""

    def __init__(self, seed: int | None) -> None:
        self.name, self.about, self.level = CHARACTERS["random"].name, CHARACTERS["random"].about, "random"
        self._chance = random.Random(seed)

    def choose(self, game: Game, state: State, seat: int) -> int:
        return self._chance.choice(game.legal(state, seat))


class OfView(Bot):
    """A player's own function as a bot."""

    level = "own"

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.name = name
        self._function = function
        try:
            self._wants = len(inspect.signature(function).parameters)
        except (TypeError, ValueError):
            self._wants = 0
        if self._wants not in (1, 2):
            raise BadSetup(f"{name} is no bot: it must be a function of a view, or of a view and the legal moves.")

    def choose(self, game: Game, state: State, seat: int) -> int:
        view = game.view(state, seat)
        if self._wants == 1:
            return game.read_move(self._function(view), seat)
        return game.read_move(self._function(view, [game.move(number) for number in game.legal(state, seat)]), seat)

    def why(self) -> str:
        return (inspect.getdoc(self._function) or super().why()).splitlines()[0]


def from_view(function: Callable[..., Any], name: str | None = None) -> Bot:
    """A bot from a function of a view, or of a view and the legal moves, that returns a move, its text or its number."""
    return OfView(function, name or getattr(function, "__name__", repr(function)).replace("_", " "))


def bot(
    key: str,
    level_name: str = "club",
    *,
    seed: int | None = None,
    threads: int = 1,
    weights: Mapping[str, float] | None = None,
    **changes: Any,
) -> Bot:
    """An opponent for a game: beginner, casual, club or master; for studies also champion (it learned the game by playing
    itself, where somebody has), plain (no knowledge) and random.

    With a seed it plays the same way every time. `changes` replace numbers of the level (simulations, seconds, ...),
    `weights` some of what it knows, to try others.
    """
    key = game_of(key).key
    kinds = (*LEVELS, "champion", "plain", "random")
    if level_name not in kinds:
        raise BadSetup(say("There is no level {level!r}. {known}", level=level_name, known=one_of(level_name, kinds)))
    number = whole(seed)
    if seed is not None and (number is None or number < 0):
        raise BadSetup(f"The seed of a bot is a whole number from 0, or None for another one every time, not {seed!r}.")
    if (whole(threads) or 0) < 1:
        raise BadSetup(f"Threads are a whole number from 1, not {threads!r}.")
    if not isinstance(weights, Mapping | None):
        raise BadSetup(f"Weights are numbers by their names, such as {{'spread': 0.5}}, not {weights!r}.")
    knowledge(key).numbers(weights)
    found = _opponent(key, level_name, number, threads, weights, changes)
    found.plays = key
    return found


def _opponent(
    key: str, level_name: str, seed: int | None, threads: int, weights: Mapping[str, float] | None, changes: dict[str, Any]
) -> Bot:
    if level_name == "random":
        return Feather(seed)
    knows = expertise(key)
    how = changed(level(key, level_name), changes)
    setting = (CHARACTERS[level_name], level_name, how, seed)
    if level_name == "plain" and knows and hasattr(knows, "plain"):
        plain: Bot = knows.plain(*setting)
        return plain
    if level_name == "plain":
        bare = plain_knowledge(key) if how.chapters else None
        return Searcher(*setting, threads=threads, knows=bare, weights=how.weights)
    if how.learned:
        from parlour.bots.learned import Learned  # it needs NumPy, the others do not

        return Learned(*setting, threads=threads, knows=knows, weights={**how.weights, **(weights or {})})
    made: Bot | None = knows.player(*setting, threads=threads) if knows and hasattr(knows, "player") else None
    if made and weights:
        raise BadSetup(f"Bots of {key} have a mind of their own, with the weights of their data.json and no others.")
    return made or Searcher(*setting, threads=threads, knows=knows, weights={**how.weights, **(weights or {})})


def changed(how: Level, changes: dict[str, Any]) -> Level:
    """A level with some of its numbers changed."""
    for name in changes:
        if name not in Level.__struct_fields__:
            raise BadSetup(f"A level has no {name!r} to change. {one_of(name, Level.__struct_fields__)}")
    try:
        numbers = {name: value if whole(value) is None else whole(value) for name, value in changes.items()}
        made = msgspec.convert(msgspec.structs.asdict(how) | numbers, Level, strict=False)  # chapters=1 means yes
    except msgspec.ValidationError as wrong:
        raise BadSetup(f"A level cannot be changed like this: {wrong}.") from None
    if made.simulations < 1:
        raise BadSetup(f"A bot needs one simulation or more, not {made.simulations}.")
    return made


@cache
def plain_knowledge(key: str) -> ModuleType | None:
    """Of a game's knowledge only where a chapter ends: play-outs stay random, and scores are all that counts."""
    knows = expertise(key)
    if knows is None or not hasattr(knows, "chapter"):
        return None
    bare = ModuleType(f"parlour.bots.plain.{key}")
    bare.chapter = knows.chapter  # type: ignore[attr-defined]
    return bare

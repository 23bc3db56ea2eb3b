"""Bots that learned: they think with a net that played its game against itself (net.py), by foresight (foresight.py)."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import msgspec

from parlour.bots import foresight
from parlour.bots.compiled import Try, kernels
from parlour.bots.levels import CHARACTERS, expertise, knowledge, level
from parlour.bots.net import Shape, learned, learned_of_rivals
from parlour.bots.opponents import Searcher
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.machine import Kernels, machine, move_kind
from parlour.core.state import State
from parlour.core.stream import quick_seed
from parlour.core.words import say

TAKES = {
    "gather": "State[] i8 Candidate[] f4[] f4[] f4[] i8[] f8[] Move[] f8[] i8 i8",
    "simulate": "State[] i8 Candidate[] i8 f4[] f4[] f4[] f4[] i8[] f8[] Move[] i8[] i8[] f8[] f8[] i8 i8 i8 i8 i8",
}
WORLDS = 8
"""Worlds between two looks at the clock."""
LEAST = 1e-6
"""Odds below this are all the same to instinct."""
SERIOUS = 0.02
"""A move that a search tried less often than this part of its favourite is none of its choices."""


class Foresight:
    """Thinking with the net of a game, and at tables of as many as `among` says with one for what the others will do."""

    def __init__(
        self,
        rules: ModuleType,
        knowledge: ModuleType | None,
        shape: Shape,
        net: Any,
        theirs: Any = None,
        among: Sequence[int] = (),
    ) -> None:
        self.rules, self._shape, self._net, self._theirs, self._among = rules, shape, net, theirs, among
        self._machine = machine(self.kernels(rules, knowledge))
        self._listed: int = getattr(rules, "LISTED", rules.ACTIONS)

    @staticmethod
    def kernels(rules: ModuleType, knowledge: ModuleType | None) -> Kernels:
        return kernels(foresight, TAKES, rules, knowledge, Candidate=foresight.Candidate)

    def think(
        self,
        state: State,
        seat: int,
        *,
        simulations: int,
        seconds: float | None = None,
        seed: int = 0,
        weights: Any,
        horizon: int = 1,
        trust: float = 0.0,
        instinct: float = 0.0,
        processor: bool = False,
    ) -> dict[int, Try]:
        """What came of each candidate after that many tries or seconds, whichever ends first, best first. `trust` is how much
        the net's first sight counts, less the more was tried; `instinct` how much the logarithm of its odds does however much
        was tried. With one candidate, or no time, first sight is all there is."""
        clock = time.thread_time if processor else time.perf_counter
        ends = None if seconds is None else clock() + seconds
        desk, shape = self._machine.desk(), self._shape
        rows, found = desk.new(3, self.rules.State), desk.new(foresight.MANY, foresight.Candidate)
        rows.fill(state)
        seen, room = desk.new(shape.seen, "f4"), desk.new(shape.first + 3 * shape.second, "f4")
        odds, moves = desk.new(self._listed, "f8"), desk.new(self._listed, move_kind(self.rules))
        quick, luck, worth = desk.new(4, "i8"), desk.new(4, "i8"), desk.new(int(state.players), "f8")
        quick_seed(quick, seed, 0)
        spots = desk.new(1 + max(shape.seen, shape.first, shape.second), "i8")
        scratch = seen, room, spots, odds, moves
        theirs = self._theirs if int(state.players) in self._among else self._net
        many = int(desk["gather"](rows, seat, found, self._net, *scratch, weights, shape.first, shape.second))
        left, running = simulations, many
        while running > 1 and left >= running and not (ends and clock() >= ends):
            worlds = min(WORLDS, left // running)
            rest = quick, luck, worth, weights, worlds, *shape[1:4], horizon
            desk["simulate"](rows, seat, found, many, self._net, theirs, *scratch, *rest)
            tried = [found[k] for k in range(many)]
            left, running = simulations - sum(one.visits for one in tried), sum(not one.behind for one in tried)
        return _best_first([found[k] for k in range(many)], trust, instinct)


def _best_first(found: list[Any], trust: float, instinct: float = 0.0) -> dict[int, Try]:
    """Candidates by what came of them; those that fell behind after the others, the latest first. First sight breaks ties."""
    tried = {one.action: Try(one.visits, one.worth / max(1, one.visits)) for one in found}
    odds = {one.action: one.odds for one in found}

    def order(move: int) -> tuple[float, ...]:
        visits, worth, _ = tried[move]
        liked = trust * odds[move] / max(1, visits) ** 0.5 + instinct * math.log(max(odds[move], LEAST))
        return -visits, -(worth + liked), -odds[move]

    return {move: tried[move] for move in sorted(tried, key=order)}


class Learned(Searcher):
    """Thinks by foresight, and for a part of its time, where its level says so, as the master does."""

    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        how, part = self.how, self.how.search
        found = foresight_for(game, self._knows, how.net, how.rivals).think(
            state,
            seat,
            simulations=max(1, int(how.simulations * (1 - part))),
            seconds=None if how.seconds is None else how.seconds * (1 - part),
            seed=seed,
            weights=knowledge(game.key).numbers(self._weights),
            horizon=how.horizon or 1,
            trust=how.explore,
            instinct=how.instinct,
            processor=how.processor,
        )
        if not part or len(found) == 1:
            return found
        master = msgspec.structs.replace(
            level(game.key, "master"),
            simulations=max(1, int(how.simulations * part)),
            seconds=None if how.seconds is None else how.seconds * part,
            processor=how.processor,
        )
        second = Searcher(CHARACTERS["master"], "master", master, self._seed, threads=self._threads, knows=self._knows)
        return weighed(found, second.think(game, state, seat, seed))

    def first_thought(self, game: Game, state: State, seat: int, seed: int) -> int:
        weights = knowledge(game.key).numbers(self._weights)
        mind = foresight_for(game, self._knows, self.how.net, self.how.rivals)
        return next(iter(mind.think(state, seat, simulations=1, weights=weights)))


def weighed(learned: dict[int, Try], searched: dict[int, Try]) -> dict[int, Try]:
    """What two ways of thinking found, together: the means of what each expects, for moves that both take seriously."""
    least = SERIOUS * max(one.visits for one in searched.values())
    both = {move: searched[move] for move in learned if move in searched and searched[move].visits >= least}
    if not both:
        return searched
    worth = {move: (learned[move].worth + one.worth) / 2 for move, one in both.items()}
    order = sorted(both, key=lambda move: -worth[move])
    return {move: Try(learned[move].visits + both[move].visits, worth[move]) for move in order}


@cache
def foresight_for(game: Game, knows: ModuleType | None, net: str = "", rivals: str = "") -> Foresight:
    """Thinking with a game's nets, or with those of files, made once."""
    found = learned(game, net)
    if found is None:
        raise BadSetup(say("Nobody has learned {game} by playing it yet.", game=game.name))
    theirs = learned_of_rivals(game, rivals)
    if theirs is None:
        return Foresight(game.rules, knows, *found)
    shape, weights, among = theirs
    if shape != found[0]:
        raise BadSetup(f"The net of the rivals in {game.name} must be as wide as the own one: {found[0]}, not {shape}.")
    return Foresight(game.rules, knows, *found, weights, among)


def foreseeing(game: Game) -> list[Kernels]:
    """What those think with who learned a game, where somebody has."""
    return [Foresight.kernels(game.rules, expertise(game.key))] if learned(game) else []

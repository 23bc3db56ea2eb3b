"""Bots that learned: they think with a net that played its game against itself (net.py), by foresight (foresight.py)."""

from __future__ import annotations

import time
from functools import cache
from types import ModuleType
from typing import Any

import msgspec

from parlour.bots import foresight
from parlour.bots.compiled import Try, kernels
from parlour.bots.levels import CHARACTERS, expertise, knowledge, level
from parlour.bots.net import Shape, learned
from parlour.bots.opponents import Searcher
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.machine import Kernels, machine, move_kind
from parlour.core.state import State
from parlour.core.stream import quick_seed
from parlour.core.words import say

TAKES = {
    "gather": "State[] i8 Candidate[] f4[] f4[] f4[] i8[] f8[] Move[] f8[] i8 i8",
    "simulate": "State[] i8 Candidate[] i8 f4[] f4[] f4[] i8[] f8[] Move[] i8[] i8[] f8[] f8[] i8 i8 i8 i8 i8",
}
WORLDS = 8
"""Worlds between two looks at the clock."""
SERIOUS = 0.02
"""A move that a search tried less often than this part of its favourite is none of its choices."""


class Foresight:
    """Thinking with the net of a game."""

    def __init__(self, rules: ModuleType, knowledge: ModuleType | None, shape: Shape, net: Any) -> None:
        self.rules, self._shape, self._net = rules, shape, net
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
        processor: bool = False,
    ) -> dict[int, Try]:
        """What came of each candidate after that many tries or seconds, whichever ends first, best first. `trust` is how much
        the net's first sight counts, less the more was tried. With one candidate, or no time, first sight is all there is."""
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
        mind = self._net, seen, room, spots, odds, moves
        many = int(desk["gather"](rows, seat, found, *mind, weights, shape.first, shape.second))
        left, running = simulations, many
        while running > 1 and left >= running and not (ends and clock() >= ends):
            worlds = min(WORLDS, left // running)
            desk["simulate"](rows, seat, found, many, *mind, quick, luck, worth, weights, worlds, *shape[1:4], horizon)
            tried = [found[k] for k in range(many)]
            left, running = simulations - sum(one.visits for one in tried), sum(not one.behind for one in tried)
        return _best_first([found[k] for k in range(many)], trust)


def _best_first(found: list[Any], trust: float) -> dict[int, Try]:
    """Candidates by what came of them; those that fell behind after the others, the latest first. First sight breaks ties."""
    tried = {one.action: Try(one.visits, one.worth / max(1, one.visits)) for one in found}
    odds = {one.action: one.odds for one in found}

    def order(move: int) -> tuple[float, ...]:
        visits, worth, _ = tried[move]
        return -visits, -(worth + trust * odds[move] / max(1, visits) ** 0.5), -odds[move]

    return {move: tried[move] for move in sorted(tried, key=order)}


class Learned(Searcher):
    """Thinks by foresight, and for a part of its time, where its level says so, as the master does."""

    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        how, part = self.how, self.how.search
        found = foresight_for(game, self._knows, how.net).think(
            state,
            seat,
            simulations=max(1, int(how.simulations * (1 - part))),
            seconds=None if how.seconds is None else how.seconds * (1 - part),
            seed=seed,
            weights=knowledge(game.key).numbers(self._weights),
            horizon=how.horizon or 1,
            trust=how.explore,
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
        return next(iter(foresight_for(game, self._knows, self.how.net).think(state, seat, simulations=1, weights=weights)))


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
def foresight_for(game: Game, knows: ModuleType | None, net: str = "") -> Foresight:
    """Thinking with a game's net, or one of a file, made once."""
    found = learned(game, net)
    if found is None:
        raise BadSetup(say("Nobody has learned {game} by playing it yet.", game=game.name))
    return Foresight(game.rules, knows, *found)


def foreseeing(game: Game) -> list[Kernels]:
    """What those think with who learned a game, where somebody has."""
    return [Foresight.kernels(game.rules, expertise(game.key))] if learned(game) else []

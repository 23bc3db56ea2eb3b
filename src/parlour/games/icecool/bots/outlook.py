"""Chances in ICECOOL2 (see parlour.review): by what a position is worth to every seat, and of flicks by the quick model."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean as mean

from msgspec.structs import astuple

from parlour.bots.levels import CHARACTERS, Level
from parlour.bots.opponents import new_stream
from parlour.bots.victory import shares
from parlour.core.registry import game
from parlour.core.state import State
from parlour.games.icecool import choices, rules
from parlour.games.icecool.bots.flicks import Mind, School, errors, shaken
from parlour.games.icecool.bots.player import Flicker
from parlour.games.icecool.flick import unpack
from parlour.games.icecool.hidden import rounds
from parlour.games.icecool.parts import STATION

SEED = 1
USUAL = 3
"""One of so many spots is good enough to be chosen."""
CATCHING = {2: 0.25, 3: 0.5, 4: 1.4}
"""By how many cards a round brings its Catcher more than a Runner, by the number of players: so much may those expect who have
yet to be the Catcher. With these nobody is ahead before the first flick."""
OWN = {"spread": 1.4, "spread_round": 0.55, "near": 0.45}
"""Weights of the bots (worth.py) that are others here, where chances have to come true and not only to be compared: fitted to
473 matches of bots (docs/review.md)."""


class Worths:
    """The outlook of ICECOOL2: nothing is played out, as flicks are hard to imagine and easy to judge."""

    def __init__(self, count: int) -> None:
        self._rolls = max(16, count // 16)
        how = Level(simulations=max(100, count // 2))
        self._mind = Flicker(CHARACTERS["club"], "club", how, SEED)

    def chances(
        self, state: State, move: tuple[int, int] | None = None, knows: int | None = None, anew: bool = False
    ) -> list[float]:
        if rules.acting(state) == 0:
            return shares(rules, state)
        seats, chance = range(state.players), random.Random(SEED)
        if move is None and state.phase == STATION:
            return self._before_the_spot(state)
        if move is None:
            return whole([mind_of(state, seat).still([state])[0] for seat in seats])
        mover, number = move
        if number < choices.FLICK:
            twin = state.copy()
            new_stream(twin, chance)
            rules.apply(twin, mover, number)
            return self.chances(twin)
        school = School(state)
        out = school.roll(shaken(chance, [astuple(unpack(number - choices.FLICK))], self._rolls, errors(state, 0)))
        return whole([mean(mind_of(state, seat).judge(state, school.who, out)) for seat in seats])

    def _before_the_spot(self, state: State) -> list[float]:
        """The Catcher's spot is worth what a usual one is: the better ones of them all, by the Catcher's own judgement."""
        twins = []
        for spot in game("icecool").legal(state, state.turn):
            twins.append(state.copy())
            rules.apply(twins[-1], state.turn, spot)
        worths = [mind_of(twins[0], seat).still(twins) for seat in range(state.players)]
        usual = sorted(range(len(twins)), key=lambda k: -worths[state.turn][k])[: max(1, len(twins) // USUAL)]
        return whole([mean(of_seat[k] for k in usual) for of_seat in worths])

    def weigh(self, state: State, seat: int, moves: Sequence[int], knows: int | None = None) -> dict[int, float]:
        return {move: tried.worth for move, tried in self._mind.think(game("icecool"), state, seat, SEED).items()}


def mind_of(state: State, seat: int) -> Mind:
    """What a seat thinks, the rounds to come among it: in each of them another is the Catcher."""
    mind = Mind(state, seat, own=OWN)
    for later in range(1, rounds(state) - state.round_no + 1):
        mind.base[(state.catcher + later) % state.players] += CATCHING[state.players] * mind.mean
    return mind


def whole(worths: Sequence[float]) -> list[float]:
    """Each seat judges by its own cards: together they make one."""
    total = sum(worths)
    return [worth / total for worth in worths]


outlook = Worths

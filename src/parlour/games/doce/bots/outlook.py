"""Chances in DOCE (see parlour.review): from what the round is worth by search, exact near its end, and from the score.

Points of rounds to come are anybody's guess: the lead is weighed against how much they spread. The numbers were fitted by
maximum likelihood to 4370 positions of 300 matches between beginner, casual and club: every fourth move, with searches that
looked at 15,000 positions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from parlour.bots.levels import CHARACTERS, Level
from parlour.bots.victory import shares
from parlour.core.bits import size
from parlour.core.registry import game
from parlour.core.state import State
from parlour.games.doce import rules
from parlour.games.doce.bots import search
from parlour.games.doce.bots.moves import POINTS, RESULT
from parlour.games.doce.bots.player import EXACT_POINTS, EXACT_RESULT, DocePlayer, Room

LOOKED_AT = 12
"""Positions that a search looks at, for each play-out of another game."""
STRENGTH = 4.8
"""What an estimate of the round is worth beside points: whoever stands better mostly wins it, and that is worth more."""
FIRST = 3.6
"""Points that it brings to begin a round."""
SPREAD = 8.5
"""Points by which the result of a round varies while nothing of it is proven."""
SEED = 1


class Rounds:
    """The outlook of DOCE."""

    def __init__(self, count: int) -> None:
        self._room, self._limit = Room(exact=True), LOOKED_AT * count
        how = Level(simulations=self._limit, exact=True)
        self._player = DocePlayer(CHARACTERS["master"], "master", how, SEED)

    def chances(
        self, state: State, move: tuple[int, int] | None = None, knows: int | None = None, anew: bool = False
    ) -> list[float]:
        twin = state.copy()
        if move is not None:
            rules.apply(twin, *move)
        if rules.acting(twin) == 0:
            return shares(rules, twin)
        mover = twin.to_move
        mine = self._chance(twin, mover)
        return [mine, 1 - mine] if mover == 0 else [1 - mine, mine]

    def weigh(self, state: State, seat: int, moves: Sequence[int], knows: int | None = None) -> dict[int, float]:
        return {move: tried.worth for move, tried in self._player.think(game("doce"), state, seat, SEED).items()}

    def _chance(self, state: State, mover: int) -> float:
        """Of whoever is to move."""
        later = range(state.round_no + 1, rules.ROUNDS + 1)
        first = sum(1 if (state.starter + number - 1) % 2 == mover else -1 for number in later)
        points, proven = self._round(state)
        lead = state.score[mover] - state.score[1 - mover] + FIRST * first + points * (1 if proven else STRENGTH)
        spread = SPREAD * math.sqrt(len(later) + (not proven))
        if spread == 0:
            return 0.5 if lead == 0 else float(lead > 0)
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, lead / spread))))

    def _round(self, state: State) -> tuple[float, bool]:
        """By how many points the mover wins the round, and whether that is proven."""
        twin, empty = state.copy(), size(rules.empty_squares(state))
        twin.round_no = 1  # In the last round a search counts the victory too.
        if empty <= EXACT_POINTS and (exact := self._room.solve(twin, POINTS)) is not None:
            return exact / search.POINT, True
        worth = self._room.deepen(twin, search.ENDLESS, self._limit)
        if abs(worth) <= search.MOST_ESTIMATE and empty <= EXACT_RESULT and (result := self._room.solve(twin, RESULT)):
            return float(result * rules.WIN_POINTS), True
        return worth / search.POINT, abs(worth) > search.MOST_ESTIMATE


outlook = Rounds

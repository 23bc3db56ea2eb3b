"""Stand-ins for people who play for the first time: what the levels are measured by (docs/opponents.md).

They have read the rules, look at the table as their seat shows it, and do what comes to a sensible mind: `habit` in
`bots/newcomer.py` of a game. They count no cards and do not look ahead. In the arena they are called `newcomer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from parlour.bots import Bot
from parlour.bots.habit import Chance
from parlour.bots.opponents import HASTE
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.registry import game as game_of
from parlour.core.state import State

REACTION = 2400.0
"""Milliseconds after which half of their slaps in a race have come."""
Habit = Callable[[Any, Sequence[Any], Chance], Any]


def habit(key: str) -> Habit | None:
    """What a newcomer to a game does with a view, the legal moves and chance; None where nobody stands in."""
    found: Habit | None = getattr(game_of(key).part("bots.newcomer"), "habit", None)
    return found


class Newcomer(Bot):
    """Sees the view of its seat and the moves that it may make, nothing else."""

    name, level, about = "Newcomer", "newcomer", "Has just read the rules. A yardstick only."

    def __init__(self, key: str, seed: int | None = None) -> None:
        game = game_of(key)
        self.plays, found = game.key, habit(key)
        if found is None:
            raise BadSetup(f"Nobody stands in for newcomers to {game.name}: its folder has no bots/newcomer.py with a `habit`.")
        self._habit, self._chance = found, Chance(seed)

    def choose(self, game: Game, state: State, seat: int) -> int:
        moves = [game.move(number) for number in game.legal(state, seat)]
        return game.number(self._habit(game.view(state, seat), moves, self._chance))

    def reaction(self, game: Game, state: State, seat: int, chance: Chance) -> float:
        return REACTION * chance.lognormvariate(0, HASTE)

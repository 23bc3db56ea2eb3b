"""Many games for agents that learn: a step takes one move in each and gives what the next decision needs; games that end begin
anew. On a GPU nothing leaves the card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.core.batch import MOST_MASKED, Batch
from parlour.core.errors import BadMove, BadSetup
from parlour.core.play import REFUSED

if TYPE_CHECKING:
    from parlour.core.game import Game

NOBODY = -1


class Loop:
    """`count` games side by side. The arrays are made once and filled anew by every step; a row is a game.

    seats    whose decision it is (where several may act, one after the other in an order by chance)
    mask     that seat's legal moves: games x moves, true or false
    seen     what that seat knows, as the game's `observe` writes it: games x numbers
    rewards  games x seats: when a game has ended its victory, shared among the winners; else 0
    ended    1 where the step ended a game and the arrays above are of the next one; -1 where a move was not legal, so not made

    NumPy arrays at the speeds plain, cpu and wasm. At the speed cuda they lie on the card, and Numba, CuPy and PyTorch
    (`torch.as_tensor(array, device="cuda")`) read them without a copy; `step` takes such arrays too.
    """

    def __init__(self, game: Game, count: int, *, seed: int | str | bytes | None = None, **setting: Any) -> None:
        if game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(f"{game.name} has {game.rules.ACTIONS:,} moves, too many for a mask.")
        self.batch = Batch(game, count, seed=seed, **setting)
        self.engine, self.game, self.players = self.batch.engine, game, self.batch.players
        new = self.engine.new
        self.seats = self.engine.put(np.full(count, NOBODY, np.int32))
        self.mask = self.engine.rows((count, game.rules.ACTIONS), np.bool_)
        self.seen = self.engine.rows((count, game.rules.OBSERVED), np.float32)
        self.rewards = self.engine.rows((count, self.players), np.float32)
        self.ended = new(count, np.int32)
        self._chance = self.engine.put(np.arange(count, dtype=np.int64))
        self._turn(new(count, np.int64))

    def __len__(self) -> int:
        return len(self.batch)

    def step(self, actions: Any) -> None:
        """One move for each of `seats`, by number. On a card nothing is checked here: see `ended`."""
        numbers = self.engine.given(actions, np.int64)
        if numbers.shape != (len(self),):
            raise BadMove(f"A step takes one move for each of the {len(self)} games, not an array of shape {numbers.shape}.")
        self._turn(numbers)
        if self.engine.speed != "cuda" and (self.ended == REFUSED).any():
            row = int(np.flatnonzero(self.ended == REFUSED)[0])
            raise BadMove(f"Move {int(numbers[row])} is not legal in game {row}; `mask` says which are. The others were made.")

    def _turn(self, numbers: Any) -> None:
        arrays = self._chance, numbers, self.seats, self.mask, self.seen, self.rewards, self.ended
        self.engine.turn(self.batch._states, *arrays)

    def look(self, seats: Any) -> Any:
        """What the given seat of each game knows now, whether it is to act or not."""
        out = self.engine.rows(self.seen.shape, np.float32)
        self.engine._run("observe_rows", self.batch._states, self.engine.given(seats, np.int32), out)
        return out

"""Many games for agents that learn: a step takes one move in each and gives what the next decision needs; games that end begin
anew. On a GPU nothing leaves the card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.core.batch import MOST_MASKED, Batch
from parlour.core.errors import BadMove, BadSetup, one_of
from parlour.core.play import REFUSED

if TYPE_CHECKING:
    from parlour.core.game import Game

NOBODY = -1
KINDS = ("float32", "float16", "uint8")


class Loop:
    """`count` games side by side. The arrays are made once and filled anew by every step; a row is a game.

    seats    whose decision it is (where several may act, one after the other in an order by chance)
    mask     that seat's legal moves: games x moves, true or false
    seen     what that seat knows, as the game's `observe` writes it: games x numbers
    made     the move that was made last: games
    rewards  games x seats: when a game has ended its victory, shared among the winners; else 0
    ended    1 where the step ended a game and the arrays above are of the next one; -1 where a move was not legal, so not made

    NumPy arrays at the speeds plain, cpu and wasm. At the speed cuda they lie on the card, and Numba, CuPy and PyTorch
    (`torch.as_tensor(array, device="cuda")`) read them without a copy; `step` and `draw` take such arrays too.

    `seen` also says in which kind of numbers: "float32", "float16", or "uint8" where all that a game shows is 0 or 1. A card
    writes them as such; it is what it writes that takes its time.
    """

    def __init__(
        self, game: Game, count: int, *, seed: int | str | bytes | None = None, seen: str = "float32", **setting: Any
    ) -> None:
        if game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(f"{game.name} has {game.rules.ACTIONS:,} moves, too many for a mask.")
        if seen not in KINDS:
            raise BadSetup(f"There is no kind of numbers {seen!r}. {one_of(seen, KINDS)}")
        if seen == "uint8" and any(part.most > 1.0 for part in game.observation_layout):
            raise BadSetup(f"Not all that {game.name} shows is 0 or 1, so bytes cannot hold it. Use 'float16'.")
        self.batch = Batch(game, count, seed=seed, **setting)
        self.engine, self.game, self.players = self.batch.engine, game, self.batch.players
        new = self.engine.new
        self.seats = self.engine.put(np.full(count, NOBODY, np.int32))
        self.mask = self.engine.rows((count, game.rules.ACTIONS), np.bool_)
        self.seen = self.engine.rows((count, game.rules.OBSERVED), np.dtype(seen))
        straight = seen == "float32" or self.engine.speed == "cuda"
        self._written = self.seen if straight else self.engine.rows(self.seen.shape, np.float32)
        self.rewards = self.engine.rows((count, self.players), np.float32)
        self.ended = new(count, np.int32)
        self._chance = self.engine.put(np.arange(count, dtype=np.int64))
        self.made = new(count, np.int64)
        self._drawn: Any = None
        self._turn(self.made)

    def __len__(self) -> int:
        return len(self.batch)

    def step(self, actions: Any) -> None:
        """One move for each of `seats`, by number. On a card nothing is checked here: see `ended`."""
        numbers = self._given(actions, np.int64)
        if numbers.shape != (len(self),):
            raise BadMove(f"A step takes one move for each of the {len(self)} games, not an array of shape {numbers.shape}.")
        self._turn(numbers)
        self.made = numbers
        if self.engine.speed != "cuda" and (self.ended == REFUSED).any():
            row = int(np.flatnonzero(self.ended == REFUSED)[0])
            raise BadMove(f"Move {int(numbers[row])} is not legal in game {row}; `mask` says which are. The others were made.")

    def draw(self, odds: Any) -> None:
        """One move for each of `seats`, drawn by chance as `odds` (games x moves, float32) say, those of moves that are not
        legal left out; they need not add up to 1. `made` tells which. On a card this is one launch with the turn itself."""
        numbers = self._given(odds, np.float32)
        if numbers.shape != self.mask.shape:
            raise BadMove(f"Odds are games x moves, {self.mask.shape}, not an array of shape {numbers.shape}.")
        self.made = self.engine.new(len(self), np.int64) if self._drawn is None else self._drawn
        self._drawn = self.made
        self.engine.draw(self.batch._states, numbers, *self._arrays(self.made))
        self._told()

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        """`work` takes turns with arrays that stay the same (`lambda: loop.draw(odds)`, a dozen of them, and the caller's own
        kernels in between). On a card it is recorded as a CUDA graph, here once; what comes back does the same again by one
        launch. Elsewhere it is `work` itself."""
        return self.engine.recorded(work)

    def _given(self, array: Any, kind: Any) -> Any:
        try:
            return self.engine.given(array, kind)
        except (TypeError, ValueError) as wrong:
            raise BadMove(f"Those are no numbers: {wrong}.") from None

    def _turn(self, numbers: Any) -> None:
        self.engine.turn(self.batch._states, *self._arrays(numbers))
        self._told()

    def _arrays(self, numbers: Any) -> tuple[Any, ...]:
        return self._chance, numbers, self.seats, self.mask, self._written, self.rewards, self.ended

    def _told(self) -> None:
        if self._written is not self.seen:
            self.seen[:] = self._written

    def look(self, seats: Any) -> Any:
        """What the given seat of each game knows now, whether it is to act or not."""
        out = self.engine.rows(self.seen.shape, self._written.dtype)
        self.engine._run("observe_rows", self.batch._states, self.engine.given(seats, np.int32), out)
        return out if out.dtype == self.seen.dtype else out.astype(self.seen.dtype)

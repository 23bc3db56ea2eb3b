"""Many games at once, for studies and for learning agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.engine import NO_LIMIT
from parlour.core.errors import BadMove, BadSetup

if TYPE_CHECKING:
    from parlour.core.game import Game

MOST_MASKED = 1_000_000


class Batch:
    """`count` games of one kind, played side by side at one speed.

    Game i is the game that `game.new(seed=seed, lane=i, ...)` deals, so any of them can be looked at as a match.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        players: int | None = None,
        seed: int | str | bytes | None = None,
        speed: str = "cpu",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        if count < 1:
            raise BadSetup(f"A batch holds at least one game, not {count}.")
        self.game = game
        self.engine = game.compiled(speed, threads)
        first = game.blank(players, seed, options)
        rows = np.repeat(first, count)
        rows["lane"] = np.arange(count)
        self.players = int(first["players"][0])
        self._states = self.engine.put(rows)
        self.engine.setup(self._states)

    def __len__(self) -> int:
        return len(self._states)

    @property
    def states(self) -> NDArray[Any]:
        """The records: a view for plain and CPU, a copy of what the GPU holds for CUDA."""
        return self.engine.get(self._states)

    @property
    def acting(self) -> NDArray[np.int32]:
        """For each game the seats that may act, as bits; 0 when it is over."""
        return self.engine.acting(self._states)

    def seats(self) -> NDArray[np.int32]:
        """For each game the lowest acting seat, or -1 when it is over."""
        who = self.acting.astype(np.int64)
        low = np.log2(np.maximum(who & -who, 1)).astype(np.int32)
        return np.where(who == 0, np.int32(-1), low)

    def legal(self, seats: NDArray[Any] | None = None) -> NDArray[np.bool_]:
        """A mask of games x moves, for the lowest acting seat or the given ones."""
        if self.game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(
                f"{self.game.name} has {self.game.rules.ACTIONS:,} moves, too many for a mask. Use moves(), which lists some "
                "of each game's by number; step() takes any legal one."
            )
        return self.engine.legal(self._states, self.seats() if seats is None else seats)

    def moves(self, seats: NDArray[Any] | None = None) -> NDArray[np.int64]:
        """Numbers of legal moves, a row a game, filled up with -1: all of them, or some where there are too many to list."""
        return self.engine.listed_moves(self._states, self.seats() if seats is None else seats)

    def step(self, actions: NDArray[Any], seats: NDArray[Any] | None = None) -> None:
        """One move in every game that runs. If any move is not legal, none is made."""
        who = self.seats() if seats is None else np.asarray(seats)
        refused = np.flatnonzero(self.engine.apply(self._states, who, actions))
        if len(refused):
            row = int(refused[0])
            raise BadMove(
                f"{len(refused)} of {len(self)} moves are not legal, first in game {row}: seat {int(who[row])}, "
                f"move {int(np.asarray(actions)[row])}. No game was changed; moves() lists them."
            )

    def play_out(self, seed: int = 0, limit: int = NO_LIMIT) -> NDArray[np.int32]:
        """Play every game to its end at random; returns how many moves each took."""
        return self.engine.play_out(self._states, seed, limit)

    def scores(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Scores of games x seats, and for each finished game its winners as bits."""
        return self.engine.scores(self._states, self.players)

    def observe(self, seats: NDArray[Any] | None = None) -> NDArray[np.float32]:
        """What a seat of each game knows, as numbers: the lowest acting seat (0 when over) or the given ones."""
        return self.engine.observe(self._states, np.maximum(self.seats(), 0) if seats is None else seats)

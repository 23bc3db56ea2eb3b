"""What one move in every game of a batch brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from parlour.core.batch import Batch


class Step:
    """The ends that a step led to, and what they pay.

    It is worked out when it is first asked for, and at the latest before the games of its batch go on: a result that nobody
    keeps costs nothing.
    """

    _rewards: NDArray[np.float32]

    def __init__(self, batch: Batch, moved: NDArray[np.bool_]) -> None:
        self._batch: Batch | None = batch
        self._ended = moved

    def __repr__(self) -> str:
        return f"<a move in {len(self.ended):,} games; {int(self.ended.sum()):,} ended>"

    @property
    def ended(self) -> NDArray[np.bool_]:
        """For each game whether it ended with this move."""
        self.settle()
        return self._ended

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Games x seats: where a game ended, each seat's share of the victory; else 0."""
        self.settle()
        return self._rewards

    def settle(self) -> None:
        """Find out now."""
        if self._batch is None:
            return
        batch, self._batch = self._batch, None
        self._ended &= batch.acting == 0
        self._rewards = np.zeros((len(batch), batch.players), np.float32)
        if self._ended.any():
            won: NDArray[Any] = batch.scores()[1][self._ended]
            bits = (won[:, None] >> np.arange(batch.players)) & 1
            self._rewards[self._ended] = bits / bits.sum(axis=1, keepdims=True)

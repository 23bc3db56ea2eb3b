"""Moves drawn by given odds: for one game, as it is compiled into a card's turn, and for rows of games with NumPy.

`odds` are games x moves, 0 or more, and need not add up to 1; only those of legal moves count. Where these are all 0 (or no
numbers) the last legal move is made.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.stream import quick_seed, quick_word

OWN = 1  # this stream of a turn; 0 is for who is asked where several may act
WORDS = 1 << 32


def draw(odds, mask, chance, quick):  # type: ignore[no-untyped-def]
    """A legal move by chance, in one game."""
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += float(odds[action])
    quick_seed(quick, chance, OWN)
    left = quick_word(quick) * total / WORDS
    passed = 0.0
    last = 0
    for action in range(len(mask)):
        if mask[action]:
            last = action
            passed += float(odds[action])
            if passed > left:
                break
    return last


def draw_rows(odds: NDArray[Any], mask: NDArray[np.bool_], chance: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same for every row."""
    quick: Any = [np.zeros_like(chance) for _ in range(4)]
    quick_seed(quick, chance, OWN)
    with np.errstate(invalid="ignore", over="ignore"):
        passed = np.where(mask, odds, 0.0).astype(np.float64).cumsum(axis=1)
        left = quick_word(quick) * passed[:, -1] / WORDS
        found = mask & (passed > left[:, None])
    last = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
    drawn: NDArray[np.int64] = np.where(found.any(axis=1), found.argmax(axis=1), last)
    return drawn

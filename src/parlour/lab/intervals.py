"""Intervals that hold the truth in 95 of 100 cases: of parts, and of victories whose matches hang together."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

Z = 1.959964


def wilson(part: float, worth: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a part that was seen in so many independent matches: all of 20 is no certainty."""
    middle = (part + z * z / (2 * worth)) / (1 + z * z / worth)
    reach = z / (1 + z * z / worth) * sqrt(part * (1 - part) / worth + z * z / (4 * worth * worth))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share_interval(won: NDArray[np.float64], seats: NDArray[np.float64]) -> tuple[float, float]:
    """For the part of a victory that a seat takes, from what was won in each deal and in how many seats.

    Wilson's, for as many matches as the deals are worth. Matches of one deal hang together: how much they differ from deal to
    deal says how many matches they are worth, never more than there are; few deals say it badly, hence Student's spread.
    """
    deals, count = int((seats > 0).sum()), float(seats.sum())
    if count == 0:
        return 0.0, 1.0  # it never sat down
    part = min(1.0, float(won.sum()) / count)
    worth = 1.0
    if deals > 1:
        spread = deals / (deals - 1) * float(((won - part * seats) ** 2).sum()) / count**2
        worth = min(count, part * (1 - part) / spread) if spread > 0 else count
    return wilson(part, worth, student(max(1, deals - 1)))


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by the first terms of its expansion."""
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)

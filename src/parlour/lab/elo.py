"""Ratings from who won: Elo by a fit of Plackett-Luce, and how far it may be off.

How sure a rating is two things say. Left out in turn, the deals show how much it hangs on each of them (the jackknife): matches
of one deal hang together, by its cards. And the fit itself says what so many matches can tell at all, which counts while some
bot has won everything or nothing, for the deals would call that certain. How much better such a bot is at least, or worse, is
reckoned as if it had lost and won a little, as Wilson's interval does; how much at most, nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parlour.lab.intervals import Z, student

Numbers = NDArray[np.float64]
Counts = tuple[Numbers, Numbers]
"""For each match of a deal: how many seats each bot had, and its part of the victory."""
ELO = 400 / np.log(10)
DRAWN = 0.5
"""Of a match against the field, as strong as the mean, that everybody has drawn beside all others."""
STEPS = 100
GROUPS = 200
"""Into at most so many groups the deals are put that are left out in turn."""


def fit(tables: Sequence[Counts]) -> Numbers:
    """Every bot's Elo; the mean of all is 0."""
    seats, won = _together(tables)
    found: Numbers = ELO * _strengths(seats, won, np.ones((1, len(seats))))[0]
    return found


def intervals(tables: Sequence[Counts]) -> tuple[Numbers, Numbers]:
    """The 95 % interval of every bot's Elo: the lower ends and the upper ends."""
    seats, won = _together(tables)
    groups, every = min(GROUPS, len(tables)), np.ones((1, len(seats)))
    whole = _strengths(seats, won, every)[0]
    reach = student(max(1, groups - 1))
    spread = _spread_of_fit(seats, whole, DRAWN)
    taken, most = won.sum(axis=0), (seats > 0).sum(axis=0)
    nothing, everything = taken == 0, taken >= most
    if groups > 1:
        group = np.repeat(np.arange(len(tables)) * groups // len(tables), [len(one) for one, _ in tables])
        without = _strengths(seats, won, (group[None] != np.arange(groups)[:, None]).astype(np.float64))
        seen = (groups - 1) / groups * ((without - without.mean(axis=0)) ** 2).sum(axis=0)
        spread = np.maximum(spread, seen) if (nothing | everything).any() else seen
    low, high = whole - reach * np.sqrt(spread), whole + reach * np.sqrt(spread)
    if (nothing | everything).any():
        mild = _strengths(seats, won, every, Z * Z)[0]
        near = reach * np.sqrt(_spread_of_fit(seats, mild, Z * Z))
        low, high = np.where(everything, mild - near, low), np.where(nothing, mild + near, high)
    return ELO * low, ELO * high


def _together(tables: Sequence[Counts]) -> Counts:
    return np.concatenate([seats for seats, _ in tables]), np.concatenate([won for _, won in tables])


def _strengths(seats: Numbers, won: Numbers, weights: Numbers, drawn: float = DRAWN) -> Numbers:
    """For each row of weights, a number a match, the logarithms of the bots' strengths, their mean 0: by the minorisation steps
    of Plackett-Luce, with part of a drawn match against the field to keep them finite."""
    victories = weights @ won
    strength = np.ones((len(weights), seats.shape[1]))
    for _ in range(STEPS):
        total = strength @ seats.T
        strength = (victories + drawn / 2) / ((weights / total) @ seats + drawn / (1 + strength))
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    found: Numbers = np.log(strength)
    return found


def _spread_of_fit(seats: Numbers, strengths: Numbers, drawn: float) -> Numbers:
    """The variance of every strength if no two matches hung together, from how sharply the fit would worsen beside it."""
    strength = np.exp(strengths)
    part = seats * strength
    part /= part.sum(axis=1, keepdims=True)
    alone = drawn * strength / (1 + strength) ** 2
    known = np.diag(part.sum(axis=0) + alone) - part.T @ part
    centred = np.eye(len(strength)) - 1 / len(strength)
    found: Numbers = np.diag(centred @ np.linalg.inv(known) @ centred)
    return found

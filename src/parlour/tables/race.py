"""A race over a network (ION-R18): who was first, by times that are corrected for lag within bounds."""

from __future__ import annotations

from collections import deque
from statistics import median, pstdev

import msgspec

READY = 1500
"""Milliseconds between the announcement and the opening."""
FASTEST = 120
"""Nobody reacts faster than this."""
LEAST_DOUBT, MOST_DOUBT, MOST_GRACE = 40, 150, 400
PROBES = 8


class Lag:
    """The last round trips of one socket, in ms."""

    def __init__(self) -> None:
        self.trips: deque[float] = deque(maxlen=PROBES)

    def add(self, ms: float) -> None:
        self.trips.append(max(0.0, ms))

    @property
    def trip(self) -> float:
        return median(self.trips) if self.trips else 0.0

    @property
    def doubt(self) -> float:
        """How far a client's own time may differ from what the server saw."""
        spread = 2 * pstdev(self.trips) if len(self.trips) > 1 else MOST_DOUBT
        return min(MOST_DOUBT, max(LEAST_DOUBT, spread))


def fair_time(shown: float | None, arrived: float, trip: float, doubt: float) -> int:
    """The time that counts: the client's own, if it can be true; `arrived` is ms after the opening."""
    seen = arrived - trip / 2
    told = seen if shown is None else min(max(shown, seen - doubt), seen + doubt)
    return round(max(told, FASTEST))


def grace(lags: list[Lag]) -> float:
    """How long to wait after the first slap for one that was made earlier but travels slower."""
    return min(MOST_GRACE, max((lag.trip / 2 + lag.doubt for lag in lags), default=0))


class Slapped(msgspec.Struct):
    """A slap that has arrived: its fair time, a random number for ties drawn at the opening, and the move."""

    ms: int
    tie: float
    seat: int
    number: int
    id: str | None = None


def ordered(slaps: list[Slapped]) -> list[Slapped]:
    return sorted(slaps, key=lambda slap: (slap.ms, slap.tie))

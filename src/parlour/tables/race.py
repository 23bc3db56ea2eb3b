"""A race over a network: when it opens, who answered, and who was first by times that are corrected for lag.

All of it follows from the log, so every worker knows the same: what opens when, what nobody may see before, whose answers
are in. Nothing is kept in one process that another could not go on with.
"""

from __future__ import annotations

from collections import deque

import msgspec

READY = 1500
"""Milliseconds between the announcement and the opening."""
SLACK = 250
"""Milliseconds after the window for answers that are still on their way."""
OVERDUE = 2000
"""A race that is decided later than this was not run as it should: if nobody could answer it is run again."""
MOST_AGAIN = 3
FASTEST = 120
"""Nobody reacts faster than this."""
MOST_LAG = 150
"""Nobody is given more than this for the way of the wire."""
PROBES, ENOUGH, AGREE = 8, 5, 60
"""Of the last PROBES probes ENOUGH must be answered, half of them within AGREE ms of the fastest."""
KERNEL = 10
"""Milliseconds that a page may need on top of the kernel's own trip."""
LOST = 1000
"""Milliseconds after which a probe counts as not answered."""


class Slap(msgspec.Struct):
    """An answer that is in the log: its fair time, a random number for ties, and the move."""

    ms: int
    tie: int
    seat: int
    number: int
    at: int
    id: str | None = None


class Gate(msgspec.Struct):
    """The race that a match is in. Until it opens only the device of `mover` sees what it is about."""

    id: int
    """The version that announced it."""
    seats: tuple[int, ...]
    opens: int
    closes: int
    stay: int
    moves: int
    """Moves made before it can be decided."""
    mover: int | None = None
    before: bytes = b""
    """The record before the move that caused it; empty if everybody has seen already what it is about."""
    again: int = 0
    """How often it was announced anew."""
    answers: dict[int, Slap] = {}

    def is_open(self, at: int) -> bool:
        """By the server's clock. One that was set back does not keep a race shut."""
        return at >= self.opens or at < self.opens - 2 * READY

    @property
    def is_answered(self) -> bool:
        return len(self.answers) >= len(self.seats)

    @property
    def order(self) -> list[Slap]:
        """The slaps, fastest first; who stays out is not among them."""
        return sorted((a for a in self.answers.values() if a.number != self.stay), key=lambda slap: (slap.ms, slap.tie))


class Lag:
    """The last round trips of one line in ms, None for a probe that was not answered.

    What counts is the fastest of several that agree: who answers late, erratically, not at all or before being asked
    earns nothing by it.
    """

    def __init__(self) -> None:
        self.trips: deque[float | None] = deque(maxlen=PROBES)

    def add(self, ms: float | None) -> None:
        self.trips.append(ms if ms is None or ms <= LOST else None)

    def due(self, kernel: float | None = None) -> float:
        """How much earlier than its arrival a slap counts. The kernel's own trip, where it is known, is the bound: an
        answer can be held back in the page, not below it."""
        trips = sorted(trip for trip in self.trips if trip is not None)
        if len(trips) < ENOUGH or trips[len(trips) // 2] > trips[0] + AGREE:
            return 0.0
        return min(trips[0], MOST_LAG, MOST_LAG if kernel is None else kernel + KERNEL)


def fair_time(arrived: float, due: float) -> int:
    """The time that counts, in ms after the opening."""
    return round(max(arrived - due, FASTEST))

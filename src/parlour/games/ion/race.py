"""The real-time race, outside the rules: who was first, by arrival times and round trips (ledger 3.1, ION-R18).

The server asks these pure functions and then lets the rules see only the first slap, so a record replays without a clock.
Times are milliseconds; `go` is the moment at which the card was shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import median, pstdev
from typing import NamedTuple

HEAD_START_MS = 1500
"""From the announcement to the moment when the dots are shown."""
PINGS = 8
LEAST_JITTER, MOST_JITTER = 40.0, 150.0
FASTEST_HUMAN_MS = 120.0
LONGEST_GRACE_MS = 400.0

MEDIAN_REACTION = {"easy": 2600.0, "medium": 1700.0, "hard": 1100.0}
SPREAD = 0.35
PER_CARD_MS = 60.0
WORD = 2**32


class Slap(NamedTuple):
    """A slap as it came in: `arrival` by the server's clock, `reaction` as the client measured it from showing the card."""

    seat: int
    card: str
    arrival: float
    reaction: float


class Line(NamedTuple):
    """A seat's connection: the round trip and how far a reaction time may differ from what the arrival says."""

    rtt: float
    jitter: float


class Ranked(NamedTuple):
    """A slap in order, with the time that counts."""

    seat: int
    card: str
    ms: int


def line(pings: Sequence[float]) -> Line:
    """A connection from its latest round trips: their median, and twice their deviation within bounds."""
    latest = list(pings)[-PINGS:]
    if not latest:
        return Line(0.0, MOST_JITTER)
    return Line(median(latest), min(max(2 * pstdev(latest), LEAST_JITTER), MOST_JITTER))


def effective_time(slap: Slap, go: float, line: Line) -> float:
    """The client's reaction time, as far as arrival and round trip make it believable, and never faster than a human."""
    estimate = slap.arrival - go - line.rtt / 2
    believed = min(max(slap.reaction, estimate - line.jitter), estimate + line.jitter)
    return max(believed, FASTEST_HUMAN_MS)


def grace(lines: Iterable[Line]) -> float:
    """How long the server waits after the first arrival for slaps that are still on their way."""
    return min(LONGEST_GRACE_MS, max((each.rtt / 2 + each.jitter for each in lines), default=0.0))


def in_order(slaps: Iterable[Slap], go: float, lines: dict[int, Line], lots: Sequence[int], eligible: int) -> list[Ranked]:
    """The slaps in the order that counts. `lots` are the seats in the random order drawn when the race was opened, for
    equal times; slaps of seats that are not `eligible` (bits) and second slaps of a seat are ignored without penalty."""
    firsts: dict[int, Slap] = {}
    for slap in sorted(slaps, key=lambda s: s.arrival):
        if (eligible >> slap.seat) & 1:
            firsts.setdefault(slap.seat, slap)
    timed = [(effective_time(slap, go, lines[seat]), list(lots).index(seat), slap) for seat, slap in firsts.items()]
    return [Ranked(slap.seat, slap.card, round(ms)) for ms, _, slap in sorted(timed, key=lambda entry: entry[:2])]


def bot_reaction(words: Sequence[int], level: str, cards: int) -> float:
    """A bot's reaction time from two words of a random stream: lognormal around its level's median, plus time per card."""
    # Box and Muller: two uniform numbers in (0, 1] make one of the normal distribution.
    u, v = ((word + 1) / WORD for word in words[:2])
    normal = math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)
    return MEDIAN_REACTION[level] * math.exp(SPREAD * normal) + PER_CARD_MS * cards

"""How often something may be asked for: so many a second in the long run, more for a moment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from parlour.core.words import say
from parlour.tables.errors import Unfit

if TYPE_CHECKING:
    from parlour.server.config import Limits

MOST_ADDRESSES = 20_000


class Tokens:
    """The measure of one client."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.since = rate, burst, float(burst), time.monotonic()

    def take(self) -> bool:
        at = time.monotonic()
        self.left = min(self.burst, self.left + (at - self.since) * self.rate)
        self.since = at
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A measure for every address; the one that asked longest ago is forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.known: dict[str, Tokens] = {}

    def take(self, address: str) -> bool:
        tokens = self.known[address] = self.known.pop(address, Tokens(self.rate, self.burst))
        if len(self.known) > MOST_ADDRESSES:
            del self.known[next(iter(self.known))]
        return tokens.take()


class Budgets:
    """What an address, or a device, may ask for of what costs more than a message."""

    def __init__(self, limits: Limits) -> None:
        self.tries = Buckets(limits.practice, limits.practice_burst)
        self.tables = Buckets(limits.tables, limits.table_burst)
        self.devices = Buckets(limits.devices, limits.device_burst)
        self.replays = Buckets(limits.replays, limits.replay_burst)
        self.persons = Buckets(limits.persons, limits.person_burst)
        self.invitations = Buckets(limits.invitations, limits.invitation_burst)
        self.chat = Buckets(limits.chat, limits.chat_burst)
        self.arrivals = Buckets(limits.arrivals, limits.arrival_burst)
        self.crowd = Buckets(limits.crowd, limits.crowd_burst)


def spend(budget: Buckets, whose: str) -> None:
    """Raises Unfit when there is nothing left."""
    if not budget.take(whose):
        raise Unfit("too_fast", say("That is too much at once: wait a moment."))

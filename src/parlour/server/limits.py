"""How often something may be asked for: so many a second in the long run, more for a moment."""

from __future__ import annotations

import time

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

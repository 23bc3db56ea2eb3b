"""Whose turn it is to act at a table of this process: one at a time, in the order of asking."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

Waiter = asyncio.Future[None] | Callable[[], None]


class Turn:
    """A lock for tasks, and for those who are called when they have it."""

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[Waiter] = deque()

    def ask(self, begin: Callable[[], None]) -> None:
        """Call this with the turn: at once if it is free, else after those who wait. Whoever is called gives it."""
        if self.taken:
            self._waiting.append(begin)
        else:
            self.taken = True
            begin()

    def give(self) -> None:
        """The turn goes to the next who waits."""
        while self._waiting:
            waiter = self._waiting.popleft()
            if not isinstance(waiter, asyncio.Future):
                asyncio.get_running_loop().call_soon(waiter)
                return
            if not waiter.done():
                waiter.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        if not self.taken:
            self.taken = True
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():  # It got the turn in the moment it gave up.
                self.give()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give()

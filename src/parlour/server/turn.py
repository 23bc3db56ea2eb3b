"""Whose turn it is to act at a table of this process: one at a time, in the order of asking."""

from __future__ import annotations

import asyncio


class Turn:
    """A lock that can also be taken without waiting, outside of any task."""

    def __init__(self) -> None:
        self.taken = False
        self._waiting: list[asyncio.Future[None]] = []

    def take(self) -> bool:
        """Take the turn if it is free: nobody who waits is overtaken."""
        if self.taken:
            return False
        self.taken = True
        return True

    def give(self) -> None:
        """The turn goes to the next who waits."""
        while self._waiting:
            waiter = self._waiting.pop(0)
            if not waiter.done():
                waiter.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        if self.take():
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

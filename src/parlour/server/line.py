"""What a socket (socket.py) needs of who brings its messages: a network (wire.py), or a page of the same tab (tab/house.py)."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Who is told what comes in."""

    def took(self, message: bytes) -> None: ...
    def gone(self) -> None:
        """The line is closed; nothing comes any more."""


class Line(Protocol):
    """What a socket needs of the network."""

    def listen(self, listener: Listener) -> None:
        """Tell this one everything from now on, and what came before."""

    def hold(self, on: bool) -> None:
        """Read no more for now, or go on."""

    def write(self, message: bytes) -> int:
        """Send a message, as soon as the other side takes it. Returns how many it has not taken."""

    def trip(self) -> float | None:
        """The way there and back in ms as the system measures it, where it does: no program over there can stretch it."""

    async def close(self, code: int) -> None:
        """Say goodbye; what was written before goes out first, if the other side takes it."""

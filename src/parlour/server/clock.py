"""The server's time. It never goes back: not when somebody sets the clock of the machine, and not over a restart.

Logs are full of times, and what is due is a time too. If the clock is set back by an hour, this one goes on from where it was,
a little slower than real time, until the other has caught up.
"""

from __future__ import annotations

import time

SPEED = 0.95
"""Of a second, while the machine's clock is behind."""

_least, _since = 0, 0.0


def now() -> int:
    """The server's time in ms since 1970."""
    global _least, _since
    wall, steady = int(time.time() * 1000), time.monotonic()
    least = _least + int((steady - _since) * (1000 * SPEED))
    if wall < least:
        return least
    _least, _since = wall, steady
    return wall


def not_before(at: int) -> None:
    """Something happened at this time: it is later now."""
    global _least, _since
    if now() < at:
        _least, _since = at, time.monotonic()

"""The server's time. It never goes back: not when somebody sets the clock of the machine, and not over a restart.

Logs are full of times, and what is due is a time too. If the clock is set back by an hour, this one goes on from where it was,
a little slower than real time, until the other has caught up.
"""

from __future__ import annotations

import time

SPEED = 0.95
"""Of a second, while the machine's clock is behind."""

_last, _from = 0, 0
_since: float | None = None


def now() -> int:
    """The server's time in ms since 1970."""
    global _last, _since
    wall = time.time_ns() // 1_000_000
    if wall < _last:
        return _behind()
    _last, _since = wall, None
    return wall


def _behind() -> int:
    """The time while the machine's clock says less than was said before."""
    global _last, _from, _since
    steady = time.monotonic()
    if _since is None:
        _from, _since = _last, steady
    _last = max(_last, _from + int((steady - _since) * (1000 * SPEED)))
    return _last


def not_before(at: int) -> None:
    """Something happened at this time: it is later now."""
    global _last, _since
    if now() < at:
        _last, _since = at, None

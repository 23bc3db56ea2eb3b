"""How long things take: processor time, so that other programs on the machine count as little as possible."""

from __future__ import annotations

import time
from collections.abc import Callable


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second of processor time: run it until the time is over, after one run that does not count."""
    work()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent

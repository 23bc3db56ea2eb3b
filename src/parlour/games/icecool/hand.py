"""Unsteady hands: what a flick becomes, by the record's random stream, on the same grid."""

from __future__ import annotations

from typing import Any

from parlour.core.state import table
from parlour.core.stream import random_word
from parlour.games.icecool.flick import AIMS, HEIGHTS, POWERS, SIDE_LIMIT, SIDES, UNSTEADY

ERROR_SCALE = table(UNSTEADY, "i4")


def unsteady(state: Any, number: int) -> int:
    """What the hand does instead of what was meant, on the same grid; level 0 is steady and takes no chance."""
    if state.steady == 0:
        return number
    height = number % HEIGHTS
    side = number // HEIGHTS % SIDES - SIDE_LIMIT
    power = number // (HEIGHTS * SIDES) % POWERS + 1
    aim = number // (HEIGHTS * SIDES * POWERS)
    aim = (aim + error(state, ERROR_SCALE[state.steady, 0])) % AIMS
    power += (2 * power * error(state, 10 * ERROR_SCALE[state.steady, 1]) + 1000) // 2000
    side += error(state, ERROR_SCALE[state.steady, 2])
    power = min(max(power, 1), POWERS)
    side = min(max(side, -SIDE_LIMIT), SIDE_LIMIT)
    return ((aim * POWERS + power - 1) * SIDES + side + SIDE_LIMIT) * HEIGHTS + height


def error(state: Any, deviation: int) -> int:
    """A near-normal whole number of this standard deviation: twelve uniform 16-bit halves, rounded half up."""
    total = 0
    for _ in range(6):
        word = random_word(state)
        total += (word & 0xFFFF) + (word >> 16)
    return (2 * deviation * (total - 12 * 0xFFFF // 2) + 65536) // (2 * 65536)

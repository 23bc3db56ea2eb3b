"""For stand-ins that do what comes to a sensible mind: `bots/newcomer.py` of a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

Chance = random.Random


def best(moves: Sequence[Any], worth: Callable[[Any], float], chance: Chance) -> Any:
    """The move that seems worth most, chance among equals."""
    return max(moves, key=lambda move: (worth(move), chance.random()))

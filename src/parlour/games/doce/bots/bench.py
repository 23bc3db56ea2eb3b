"""How fast the alpha-beta search is: `parlour bench search`."""

from __future__ import annotations

import time

import parlour
from parlour.games.doce.bots import search
from parlour.games.doce.bots.player import Room


def bench(seconds: float) -> dict[str, float]:
    """Positions a second of the play search from the empty board."""
    room, state = Room(True), parlour.game("doce").new(seed=1).state
    room.deepen(state, 2, 1000)
    began, nodes = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        room.forget()
        room.deepen(state, search.ENDLESS, 500_000)
        nodes += room.works[0].nodes
    return {"positions/s": nodes / spent}

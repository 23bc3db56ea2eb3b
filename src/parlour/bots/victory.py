"""What the end of a match is worth, for every game's `value`."""

from typing import Any

from parlour.core.bits import size
from parlour.core.contract import winners


def share_victory(state, out):
    """Write each seat's part of the victory."""
    won = winners(state)
    sharing = size(won)
    for seat in range(state.players):
        out[seat] = ((won >> seat) & 1) / sharing if sharing else 0.0


def shares(rules: Any, state: Any) -> list[float]:
    """The same in plain Python, of a game that is over."""
    won = rules.winners(state)
    return [((won >> seat) & 1) / size(won) for seat in range(state.players)]

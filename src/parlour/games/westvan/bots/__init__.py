# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a bot knows about West Van Soft: whom the others are (belief), what a day will score (worth), which moves are not worth
a look and which one comes to mind first (habits).

A melt grows with the square of its cards, so liked cards go on the tallest melt, and a topping makes it safe. What lies
in a flight tells whom it is for. A day is a chapter. Weights: data/westvan.json.
"""

from parlour.games.westvan.bots.belief import imagine
from parlour.games.westvan.bots.habits import choose, plausible, sensible
from parlour.games.westvan.bots.weights import WEIGHTS
from parlour.games.westvan.bots.worth import value

__all__ = ["WEIGHTS", "chapter", "choose", "imagine", "plausible", "sensible", "value"]


def chapter(state):
    """Play is judged at the end of a day."""
    return state.day

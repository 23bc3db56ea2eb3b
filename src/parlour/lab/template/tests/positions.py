"""A position for every decision of Template, and what its page is asked.

tests/web/findings.py says what else there is.
"""

from __future__ import annotations

from typing import Any

PLAYERS = 2
"""As few as can play."""


def at(hand: list[int], laid: list[int], turns: int) -> dict[str, Any]:
    """My cards; the others have laid so many, and hold small ones."""
    others = range(1, PLAYERS)
    hands = [[seat] * (3 if turns < 4 else 2) for seat in others]
    theirs = [[6 + seat, 6 + seat, seat, seat][:turns] for seat in others]
    return {"players": PLAYERS, "hands": [hand, *hands], "laid": [laid, *theirs]}


POSITIONS: dict[str, dict[str, Any]] = {
    "the first card": {"position": at([6, 11, 12], [], 0)},
    "the last card": {"position": at([6, 12, 12], [6, 6, 12], 4)},
}
WANTS = ("[data-card]:not([aria-disabled=true])",)
"""What a hand goes for."""
SOON = {"position": at([6, 11, 12], [12, 12], 2)}
"""A match that ends soon."""


def hidden(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    """Nobody who watches sees a hand; numbers are all that is hidden, and those may lie open elsewhere."""
    assert mine["hand"]
    assert theirs["hand"] == []
    return set()

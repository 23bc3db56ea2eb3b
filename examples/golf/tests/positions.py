"""A position for every decision of Golf, and what its page is asked (tests/web/findings.py says what else there is)."""

from __future__ import annotations

from typing import Any

START: dict[str, Any] = {"players": 2, "cards": [[9, 2, 12, 13], [5, 6, 7, 8]], "top": 3}
FOUR: dict[str, Any] = {"players": 4, "cards": [[9, 2, 12, 13], [5, 6, 7, 8], [1, 1, 10, 11], [4, 4, 6, 12]], "top": 3}
POSITIONS: dict[str, dict[str, Any]] = {
    "the open card, the deck or a knock": {"position": START},
    "the same among four": {"position": FOUR},
    "the card that was taken": {"position": START | {"top": 0, "held": 3}},
    "the card that was drawn": {"position": FOUR | {"held": 11, "drawn": True}},
}
WANTS = ("[data-place][aria-disabled=false]", "[data-pile][aria-disabled=false]")
"""What a hand goes for: it never knocks, so that matches last."""
SOON = {"position": START | {"turns": [6, 6]}}
"""A match that ends soon."""
TABLE = {"seats": 4, "position": FOUR}
TOUCHED = (".gol-mine", ".gol-rows .gol-row, .gol-middle")
WATCHED = (".gol-middle", ".gol-row")


def hidden(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    """Who watches sees only what everybody has seen; numbers are all that is hidden, and those may lie open elsewhere."""
    assert any(mine["cards"][mine["seat"]])
    assert all(seen in (0, card) for seen, card in zip(theirs["cards"][mine["seat"]], mine["cards"][mine["seat"]], strict=True))
    assert not theirs["held"] or not theirs["drawn"]
    return set()

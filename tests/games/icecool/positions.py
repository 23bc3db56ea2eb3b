"""A position for every decision of ICECOOL2."""

from __future__ import annotations

from typing import Any

from parlour.games.icecool import plan

STANDING = {"purple": {"x": 20, "y": 13}, "orange": {"x": 33, "y": 33}, "teal": {"x": 50, "y": 55}, "pink": {"x": 12, "y": 55}}
HOLDING = {
    "players": 4, "catcher": "teal", "turn": "purple", "phase": "preflick", "penguins": STANDING,
    "cards": {"purple": {"down": ["1J", "1T", "2", "2", "2", "2"]}},
}  # fmt: skip
BETWEEN = STANDING | {"purple": {"x": 39.4, "y": 13}}
"""Purple is stuck in a door: it may start from a line."""
CIRCLE = plan.circle_spot([])
ENTERING = {
    "players": 4, "catcher": "teal", "turn": "purple", "phase": "preflick", "first": ["purple", "orange", "pink"],
    "penguins": {"purple": CIRCLE and {"x": CIRCLE[0], "y": CIRCLE[1]}, "teal": {"x": 33, "y": 33}},
}  # fmt: skip
LARGE = [(".school", 280, 230)]
APART = [(".hud", ".school"), (".toolbar", ".hud"), ("[data-seat-chip]", "[data-seat-chip]")]
KEEPS = ".school"
"""It keeps its place and size, whatever is asked."""
SCRIPT = "localStorage['parlour.school'] = '{\"flat\":true}'"
"""The drawing instead of the scene: the same room, in a fraction of the time."""

POSITIONS: dict[str, dict[str, Any]] = {
    "wait in the kitchen": {"position": {"players": 4, "catcher": "purple", "turn": "purple", "phase": "station"}},
    "the first flick": {"position": ENTERING},
    "flick or move fish": {"position": HOLDING},
    "choose a fish": {"position": HOLDING, "taps": ["[data-movefish]"]},
    "start from a line": {"position": HOLDING | {"penguins": BETWEEN}},
    "announce a task": {"position": HOLDING | {"phase": "announce"}},
    "skate on or end": {"position": HOLDING | {"phase": "post"}},
}

# How a hand plays, and what everybody must see (tests/web/findings.py says what each is for).

WANTS = ()
"""A flick is more than a press: test_pages.py plays."""
SOON = {"options": {"turns_per_round_cap": 1}}
TABLE = {"seats": 3, "options": {"first_catcher": 1}}
TOUCHED = (".hud .go", ".school, [data-seat-chip], .hud .inset, .hud .sl")
WATCHED = (".toolbar .btn", ".school, [data-seat-chip]")


def hidden(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert not any(hand.get("values") for hand in theirs["cards"])
    return set()

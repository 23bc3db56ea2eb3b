"""A position for every decision of DOCE."""

from __future__ import annotations

from typing import Any

INSIDE = [(".cell", ".board", 0)]
LARGE = [(".cell", 44, 44), (".f", 44, 44)]
APART = [(".act", ".board"), (".player", ".board"), (".player", ".act"), (".cell", ".cell")]
BY_ITSELF = ("pass",)
"""Whoever has no square passes by force, without being asked (DOC-30)."""

BOARD = {
    "to_move": 0, "round": 2, "starter": 1, "score": [27, 0], "earned": [[27, 0], [0, 0], [0, 0], [0, 0]],
    "board": {"c3": "W4", "d3": "W3", "b2": "B5", "a5": "W6", "d2": "B2"}, "marks": ["a5", "d2"],
}  # fmt: skip

POSITIONS: dict[str, dict[str, Any]] = {
    "the first die": {"position": {"to_move": 0, "round": 4, "score": [27, 60], "earned": [[27, 0], [0, 33], [0, 27], [0, 0]]}},
    "a die or the blocker": {"position": BOARD, "taps": ["[data-square=d4]"]},
    "the blocker is picked": {"position": BOARD, "taps": [".btns .btn:not(.pri)"]},
    "the die after the blocker": {
        "position": BOARD | {"board": BOARD["board"] | {"e5": "block"}, "mid_turn": True, "blocker_left": [False, True]}
    },
}

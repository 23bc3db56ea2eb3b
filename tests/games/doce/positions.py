"""A position for every decision of DOCE."""

from __future__ import annotations

import random
from typing import Any

from hands import By, walk
from playwright.sync_api import Page

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
    "the blocker is picked": {"position": BOARD, "taps": [".act .btn:not(.pri)"]},
    "the die after the blocker": {
        "position": BOARD | {"board": BOARD["board"] | {"e5": "block"}, "mid_turn": True, "blocker_left": [False, True]}
    },
}

# How a hand plays, and what everybody must see (tests/web/findings.py says what each is for).

LAST_ROUND = {"to_move": 0, "round": 4, "starter": 1, "score": [6, 6], "earned": [[2, 2], [2, 2], [2, 2], [0, 0]]}
"""An empty board, one round before the end, seat 0 to move."""
SOON = {
    "position": LAST_ROUND | {"round": 3, "starter": 0, "score": [4, 4], "earned": [[2, 2], [2, 2], [0, 0], [0, 0]]},
}
REPLAYED: dict[str, Any] = {"position": LAST_ROUND}
TABLE = {"seats": 2, "position": BOARD}
TOUCHED = (".act", ".cell")
WATCHED = (".boardbox", ".side .player")
WANTS = (".cell.ok:has(.need)", ".cell.ok")
"""A blocker may be all that is left to do at a square; a die that makes twelve is what one goes for."""


def do(page: Page, where: str, at: int, chance: random.Random, by: By) -> bool:
    """A die, with the face that makes twelve where there is one."""
    square = page.locator(where).nth(at)
    words = square.inner_text(timeout=2000).split() if "need" in where else []
    face = int(words[-1]) if words else chance.randrange(1, 7)
    if by == "clicks":
        page.locator(".f").nth(face - 1).click(timeout=2000)
        square.click(timeout=2000)
        page.locator(".act .btn.pri").click(timeout=2000)
        return True
    there = walk(page, where, at)
    for key in (str(face), "Enter", "Enter") if there else ():
        page.keyboard.press(key)
    return there


BEATS_RANDOM = (2, 3, 0.9)
"""What a newcomer's stand-in takes from random players: at a table of so many, in so many deals, at least this part."""

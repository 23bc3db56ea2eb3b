"""How a person plays: with the mouse, or with the keyboard alone."""

from __future__ import annotations

import os
import random
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from playwright.sync_api import Error, Page, expect

import parlour
from parlour.testing import module_at

HERE = Path(__file__).parent

ME, BOT, FREE = {"kind": "mine", "name": "Mara"}, {"kind": "bot", "level": "easy"}, {"kind": "open"}
WHOLE = bool(os.environ.get("PARLOUR_SOAK"))
"""The long runs play matches from their first move."""
By = Literal["clicks", "keys"]

CARDS = "main:has(.prompt .disp) [data-card]:not([aria-disabled=true])"
BUTTONS = (".prompt .btn.pri:enabled", CARDS, ".prompt .btn:enabled")
OTHERS = (".moves .btn", *BUTTONS)
"""What a hand goes for where a game does not say it, the first that is there: it rather plays a card than draws or passes."""

LOOK = """([wants, chance]) => {
  if (document.querySelector('.towers')) return { over: true };
  for (const where of wants) {
    const found = document.querySelectorAll(where).length;
    if (found) return { where, at: Math.floor(chance * found), lost: document.activeElement === document.body };
  }
  return null;
}"""
WAY = """([where, at]) => {
  const [to, on] = [document.querySelectorAll(where)[at], document.activeElement];
  if (!to) return '';
  if (to === on) return 'Enter';
  if (to.dataset.square && on.dataset.square) {
    const [[x, y], [i, j]] = [to, on].map((square) => square.dataset.square);
    return x > i ? 'ArrowRight' : x < i ? 'ArrowLeft' : y > j ? 'ArrowDown' : 'ArrowUp';
  }
  const alike = ['card', 'number', 'target', 'fan', 'start', 'swap'].some((kind) => kind in to.dataset && kind in on.dataset);
  return alike && to.tabIndex < 0 ? 'ArrowRight' : 'Tab';
}"""


def touch(page: Page, game: str, chance: random.Random, by: By = "clicks") -> bool:
    """One thing that is mine to do now, if there is any."""
    seen = page.evaluate(LOOK, [wants(game), chance.random()])
    return bool(seen and "where" in seen and do(page, game, seen, chance, by))


def play_out(page: Page, game: str, seed: int = 1, by: By = "clicks", decisions: int = 2000) -> int:
    """To the end of the match, or so many touches; how many there were."""
    chance = random.Random(seed)
    for made in range(decisions):
        try:
            seen = page.wait_for_function(LOOK, arg=[wants(game), chance.random()], timeout=20000).json_value()
        except Error as stuck:  # a decision that cannot be made, or a bot that does not move
            raise AssertionError(f"nothing to do and no end: {page.locator('main').inner_text()}") from stuck
        if "over" in seen:
            return made
        assert by == "clicks" or made == 0 or not seen["lost"], f"the focus is lost before {seen['where']}"
        do(page, game, seen, chance, by)
    assert decisions < 2000, "the match did not end"
    return decisions


def wants(game: str) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(positions(game), "WANTS", OTHERS)
    return found


def do(page: Page, game: str, seen: dict[str, Any], chance: random.Random, by: By) -> bool:
    where, at = seen["where"], seen["at"]
    try:
        if own := getattr(positions(game), "do", None):
            return bool(own(page, where, at, chance, by))
        if by == "keys":
            return walk(page, where, at) and (page.keyboard.press("Enter") is None)
        # Cards lie on each other: the number and sign of each are free, or its left edge where it has none.
        touched = page.locator(where).nth(at)
        if where == CARDS and touched.locator("[data-index]").count():
            touched.locator("[data-index]").first.click(timeout=2000)
        else:
            touched.click(position={"x": 12, "y": 30} if where == CARDS else None, timeout=2000)
    except Error as moved:  # the table moved on under the mouse
        if "Timeout" not in str(moved):
            raise
        return False
    return True


def walk(page: Page, where: str, at: int) -> bool:
    """Tab and arrows until it has the focus; False when it has gone meanwhile."""
    for _ in range(120):
        key = page.evaluate(WAY, [where, at])
        if key in ("", "Enter"):
            return bool(key)
        page.keyboard.press(key)
    raise AssertionError(f"Tab and arrows never come to {where}")


@cache
def positions(key: str) -> ModuleType:
    """What a game brings along for the tests of its pages: tests/games/<game>/positions.py, or in its own folder."""
    home = HERE.parent / "games" / key
    path = (home if home.is_dir() else parlour.game(key).folder.parent / "tests") / "positions.py"
    return module_at(path, f"positions_of_{key}")


def short(key: str) -> dict[str, Any]:
    """How a match that bots play for a replay is made short."""
    known = positions(key)
    return dict(getattr(known, "REPLAYED", getattr(known, "SOON", {})))


def see_turn(page: Page) -> None:
    """The window's title tells it in every game, whatever the deal asks for first."""
    expect(page).to_have_title(re.compile("Your turn"), timeout=30000)


def until(page: Page, truth: str) -> None:
    """Wait until an expression is true in the page."""
    page.wait_for_function(f"() => {truth}", polling=10)

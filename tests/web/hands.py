"""How a person plays: with the mouse, or with the keyboard alone."""

from __future__ import annotations

import os
import random
import re
from typing import Any, Literal

from playwright.sync_api import Error, Page, expect

ME, BOT, FREE = {"kind": "mine", "name": "Mara"}, {"kind": "bot", "level": "easy"}, {"kind": "open"}
LAST_ROUND = {"to_move": 0, "round": 4, "starter": 1, "score": [6, 6], "earned": [[2, 2], [2, 2], [2, 2], [0, 0]]}
"""DOCE on an empty board, one round before the end, seat 0 to move."""
WHOLE = bool(os.environ.get("PARLOUR_SOAK"))
"""The long runs play matches from their first move."""
By = Literal["clicks", "keys"]
ENDS = {
    "doce": {"position": LAST_ROUND},
    "ion": {"options": {"turn_cap_base": 20}},
    "icecool": {"options": {"turns_per_round_cap": 1}},
}
"""How a match of each game is made short."""

CARDS = "main:has(.prompt .disp) [data-card]:not([aria-disabled=true])"
BUTTONS = (".prompt .btn.pri:enabled", CARDS, ".prompt .btn:enabled")
WANTS: dict[str, tuple[str, ...]] = {
    "dokitto": BUTTONS[:2],
    "ion": (
        ".box .btn.pri:enabled",
        "[data-number][aria-disabled=false][aria-pressed=false]",
        "[data-target][aria-disabled=false]",
        *BUTTONS,
    ),
    "westvan": (
        "[data-fan]",
        "[data-tray][aria-disabled=false]",
        ".pr .panel .btn.pri:enabled",
        ".os:not(:has([aria-pressed=true])) [data-start]",
        "[data-swap][aria-pressed=false]",
        ".lit",
        *BUTTONS,
    ),
}
"""What a hand goes for, the first that is there; it rather plays a card than draws one or passes."""
OTHERS = (".moves .btn", *BUTTONS)

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
    # A blocker may be all that is left to do at a square; a die that makes twelve is what one goes for.
    return (".cell.ok:has(.need)", ".cell.ok") if game == "doce" else WANTS.get(game, OTHERS)


def do(page: Page, game: str, seen: dict[str, Any], chance: random.Random, by: By) -> bool:
    where, at = seen["where"], seen["at"]
    try:
        if game == "doce":
            return place(page, where, at, chance, by)
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


def place(page: Page, where: str, at: int, chance: random.Random, by: By) -> bool:
    """A die of DOCE, with the face that makes twelve where there is one."""
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


def see_turn(page: Page) -> None:
    """The window's title tells it in every game, whatever the deal asks for first."""
    expect(page).to_have_title(re.compile("Your turn"), timeout=30000)


def until(page: Page, truth: str) -> None:
    """Wait until an expression is true in the page."""
    page.wait_for_function(f"() => {truth}", polling=10)

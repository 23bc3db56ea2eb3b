"""How a person plays: with the mouse, or with the keyboard alone."""

from __future__ import annotations

import json
import os
import random
import re
import time
from typing import Any

from playwright.sync_api import Page, expect

import parlour

WHOLE = bool(os.environ.get("PARLOUR_SOAK"))
"""The long runs play matches from their first move."""
LONGEST = 600 if WHOLE else 120


def create(page: Page, server: str, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """Open a table from the page, as this device; returns its id."""
    body = json.dumps({"game": game, "seats": seats} | more)
    made = page.evaluate(
        """async (body) => {
          let token = localStorage['parlour.device'];
          if (!token) token = (await (await fetch('/api/devices', { method: 'POST' })).json()).token;
          localStorage['parlour.device'] = token;
          const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
          return await (await fetch('/api/tables', { method: 'POST', headers, body })).json();
        }""",
        body,
    )
    assert "table" in made, made
    return str(made["table"])


def from_here(position: dict[str, Any]) -> dict[str, Any]:
    """Where a match begins: near its end, or in the long runs at its beginning."""
    return {} if WHOLE else {"position": position}


def late_dokitto() -> dict[str, Any]:
    """Three points each, cards dealt, seat 0 leads: no round brings more than six, so at least two more come."""
    return parlour.game("dokitto").new(2, seed=1, first_lead=0).position() | {"score": [3, 3]}


def over(page: Page) -> bool:
    return page.locator(".towers").count() > 0


def click_one(page: Page, game: str, chance: random.Random) -> None:
    """One decision with the mouse, if it is mine."""
    if game == "dokitto":
        button = page.locator(".prompt .btn.pri:enabled")
        if button.count():
            return button.first.click()
        cards = page.locator(".prompt .disp").count() and page.locator("[data-card]:not([aria-disabled=true])")
        if cards and (held := cards.count()):
            return cards.nth(chance.randrange(held)).click(position={"x": 12, "y": 30})
    elif game == "doce":
        squares = page.locator(".cell.ok")
        if squares.count() and page.locator(".f:enabled").count() == 6:
            near = page.locator(".cell.ok:has(.need)")
            face = int((near.first.inner_text().split() or ["0"])[-1]) if near.count() else chance.randrange(1, 7)
            page.locator(".f").nth(face - 1).click()
            (near.first if near.count() else squares.nth(chance.randrange(squares.count()))).click()
            return page.locator(".act .btn.pri").click()
    elif game == "ion" and page.locator(".wheel").count():
        ready = page.locator(".box .btn.pri:enabled")
        number = page.locator("[data-number]:not([aria-disabled=true]):not([aria-pressed=true])")
        return (ready if ready.count() else number).first.click()
    else:
        choices = {
            "ion": ("[data-target]:not([aria-disabled=true])",),
            "westvan": (
                "[data-fan]",
                "[data-tray]:not([aria-disabled=true])",
                ".panel .btn.pri:enabled",
                "[data-swap][aria-pressed=false]",
            ),
        }
        # A cone, then a flavour: out of the row in which nothing is chosen yet.
        open_row = page.locator(".os:not(:has([aria-pressed=true])) [data-start]")
        starts = open_row if open_row.count() else page.locator("[data-start][aria-pressed=false]")
        if game == "westvan" and starts.count() and not page.locator(".panel .btn.pri:enabled").count():
            return starts.nth(chance.randrange(starts.count())).click()
        for choice in (*choices.get(game, ()), ".lit", ".prompt .btn.pri:enabled", ".moves .btn"):
            if page.locator(choice).count():
                return page.locator(choice).first.click()
        if not page.locator(".prompt .disp").count():
            return None
        cards, buttons = page.locator("[data-card]:not([aria-disabled=true])"), page.locator(".prompt .btn:not(.off)")
        if cards.count() and (chance.random() < 0.8 or not buttons.count()):
            return cards.nth(chance.randrange(cards.count())).click(position={"x": 12, "y": 30})
        if buttons.count():
            return buttons.nth(chance.randrange(buttons.count())).click()
    return None


def play_out(page: Page, game: str, seed: int = 1, decisions: int | None = None) -> None:
    """A whole match by clicks, or so many looks at the table."""
    chance, until = random.Random(seed), time.monotonic() + LONGEST
    while not over(page) and decisions != 0:
        decisions = None if decisions is None else decisions - 1
        assert time.monotonic() < until, "the match did not end"
        try:
            click_one(page, game, chance)
        except Exception as moved:  # the table moved on under the mouse: look again
            if "Timeout" not in str(moved):
                raise
        page.wait_for_timeout(15)


ASKED = re.compile("Your turn|Answer now|Race|Keep one card of the tray|Change of tastes|The dog ate it")
"""What a table says to the player who is to act: the deal decides which of them comes first."""


def see_turn(page: Page) -> None:
    expect(page.get_by_text(ASKED).filter(visible=True).first).to_be_visible(timeout=30000)


def until(page: Page, truth: str) -> None:
    """Wait until an expression is true in the page."""
    for _ in range(500):
        if page.evaluate(truth):
            return
        page.wait_for_timeout(10)
    raise AssertionError(f"never true: {truth}")

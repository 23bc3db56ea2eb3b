"""Whole matches by keyboard alone, and by dragging: equals of the click. The focus is never lost."""

from __future__ import annotations

import random
import re
import time

from hands import WHOLE, create, from_here, late_dokitto, over, see_turn
from playwright.sync_api import Page, expect

ME, BOT = {"kind": "mine", "name": "Mara"}, {"kind": "bot", "level": "easy"}
LAST_TWO = {"to_move": 0, "round": 3, "starter": 0, "score": [4, 4], "earned": [[2, 2], [2, 2], [0, 0], [0, 0]]}
LONGEST = 600 if WHOLE else 90


def tab_to(page: Page, what: str) -> str:
    """Tab until something of this kind has the focus."""
    for _ in range(60):
        found = page.evaluate(f"document.activeElement.dataset.{what} ?? ''")
        if found:
            return str(found)
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to a {what}")


def walk(page: Page, here: str, there: str) -> None:
    column, row = ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])
    for _ in range(abs(column)):
        page.keyboard.press("ArrowRight" if column > 0 else "ArrowLeft")
    for _ in range(abs(row)):
        page.keyboard.press("ArrowDown" if row > 0 else "ArrowUp")


def test_doce_by_keyboard_alone(person):
    """Numbers choose the face, arrows walk over the board, Enter chooses and places; the focus stays on the board."""
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, BOT], start=True, **from_here(LAST_TWO))
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    assert tab_to(page, "square") == "c3"
    chance, until = random.Random(5), time.monotonic() + LONGEST
    rounds: set[str] = set()
    while not over(page):
        assert time.monotonic() < until, "the match did not end"
        seen = page.evaluate(
            """() => ({
              ok: [...document.querySelectorAll('.cell.ok')].map((cell) => cell.dataset.square),
              needs: [...document.querySelectorAll('.cell.ok:has(.need)')]
                .map((cell) => [cell.dataset.square, cell.innerText.match(/[1-6]/)[0]]),
              here: document.activeElement.dataset.square ?? '',
              status: document.querySelector('.bar .sub')?.innerText ?? '',
            })"""
        )
        rounds.add(seen["status"].split(" · ")[0])
        if seen["ok"]:
            assert seen["here"], "the focus has left the board"
            square, face = seen["needs"][0] if seen["needs"] else (chance.choice(seen["ok"]), str(chance.randrange(1, 7)))
            walk(page, seen["here"], square)
            page.keyboard.press(face)
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        page.wait_for_timeout(8)
    expect(page.locator(".towers li")).to_have_count(2)
    assert {"Round 3 of 4", "Round 4 of 4"} <= rounds


def test_dokitto_to_its_end_by_keyboard_alone(person):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "dokitto", [ME, BOT], start=True, **from_here(late_dokitto()))
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    chance, until, played = random.Random(3), time.monotonic() + LONGEST, 0
    while not over(page):
        assert time.monotonic() < until, "the match did not end"
        seen = page.evaluate(
            """() => {
              const at = document.activeElement;
              return {
                ready: !!document.querySelector('.prompt .disp'),
                take: !!document.querySelector('button.tub'),
                hand: [...document.querySelectorAll('[data-card]')].map((c) => [c.dataset.card, c.ariaDisabled === 'true']),
                card: at.dataset.card ?? '', where: at.tagName,
              };
            }"""
        )
        if seen["ready"] and seen["take"]:
            for _ in range(40):
                if page.evaluate("document.activeElement.matches('button.tub.can, .prompt .btn.pri')"):
                    break
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        elif seen["ready"] and any(not shut for _, shut in seen["hand"]):
            here = seen["card"] or tab_to(page, "card")
            names = [card for card, _ in seen["hand"]]
            wanted = chance.choice([card for card, shut in seen["hand"] if not shut])
            for _ in range((names.index(wanted) - names.index(here)) % len(names)):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            played += 1
            page.wait_for_timeout(30)
            if page.locator("[data-card]").count():
                assert page.evaluate("document.activeElement.tagName") != "BODY", "the focus is lost"
        page.wait_for_timeout(8)
    expect(page.locator(".towers li")).to_have_count(2)
    assert played > 5


def drag(page: Page, start: str, end: str) -> None:
    page.wait_for_timeout(300)  # what flew back lies still
    a, b = page.locator(start).bounding_box(), page.locator(end).bounding_box()
    assert a
    assert b
    # A fan's cards are tilted and overlap: take hold of the left half, away from the corners.
    x, y = a["x"] + a["width"] * 0.3, a["y"] + a["height"] * 0.5
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2, y - 12, steps=3)
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)


def test_a_die_is_dragged_to_its_square_and_the_blocker_too(person):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, BOT], start=True, options={"first": 0})
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    drag(page, ".f >> nth=4", "[data-square=c3]")
    expect(page.locator("[data-square=c3][data-over]")).to_be_visible()
    mara.picture("drag-die")
    page.mouse.up()
    expect(page.locator("[data-square=c3]")).to_have_attribute("aria-label", "C3, die of Mara, 5")
    see_turn(page)
    drag(page, ".f >> nth=0", "[data-square=c2]")
    page.mouse.up()
    if "empty" in (page.locator("[data-square=c2]").get_attribute("aria-label") or ""):
        expect(page.get_by_role("alert")).to_contain_text("no-play zone")
    free = page.locator(".cell.ok").first.get_attribute("data-square")
    drag(page, ".btns .btn >> nth=0", f"[data-square={free}]")
    page.mouse.up()
    expect(page.locator(f"[data-square={free}]")).to_have_attribute("aria-label", re.compile("blocked"))


def test_a_card_is_dragged_to_the_tray_and_a_drag_elsewhere_changes_nothing(person):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "dokitto", [ME, BOT, BOT], start=True, options={"first_lead": 0})
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    first = page.locator("[data-card]").first.get_attribute("data-card")
    drag(page, f"[data-card={first}]", ".rail")
    page.mouse.up()
    expect(page.locator(f"[data-card={first}]")).to_be_visible()
    drag(page, f"[data-card={first}]", ".tray")
    mara.picture("drag-card")
    page.mouse.up()
    expect(page.locator(f"[data-card={first}]")).to_have_count(0)

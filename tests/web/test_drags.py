"""Dragging is the equal of the click, with every thing that can be picked up."""

from __future__ import annotations

import re

import pytest
from hands import positions
from playwright.sync_api import Page, expect

from parlour.core.registry import keys

LAST_ROUND = positions("doce").LAST_ROUND


def drag(page: Page, start: str, end: str) -> None:
    """Take hold of it and carry it there; the button is still down."""
    page.locator(start).hover(position={"x": 16, "y": 40}, trial=True)  # what flew back lies still
    (x, y), there = way(page, start, end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2, y - 12, steps=3)
    page.mouse.move(*there, steps=6)


def way(page: Page, start: str, end: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where to take hold of it, and where it goes."""
    a, b = page.locator(start).bounding_box(), page.locator(end).bounding_box()
    assert a
    assert b
    # A fan's cards are tilted and overlap: the left half is free, away from the corners.
    return (a["x"] + a["width"] * 0.3, a["y"] + a["height"] * 0.5), (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)


def test_a_die_is_dragged_to_its_square_and_the_blocker_too(person):
    mara = person()
    marked = LAST_ROUND | {"board": {"c3": "W4", "a1": "B1"}, "marks": ["c3", "a1"]}
    page = mara.sit("doce", position=marked)
    drag(page, ".f >> nth=0", "[data-square=c2]")
    page.mouse.up()
    expect(page.get_by_role("alert")).to_contain_text("no-play zone")
    expect(page.locator("[data-square=c2]")).to_have_attribute("aria-label", re.compile("empty"))
    drag(page, ".act .b .btn >> nth=0", "[data-square=e1]")
    page.mouse.up()
    expect(page.locator("[data-square=e1]")).to_have_attribute("aria-label", re.compile("blocked"))
    drag(page, ".f >> nth=4", "[data-square=e5]")
    expect(page.locator("[data-square=e5][data-over]")).to_be_visible()
    mara.picture("drag-die")
    page.mouse.up()
    expect(page.locator("[data-square=e5]")).to_have_attribute("aria-label", "E5, die of Mara, 5")


CARDS = {key: positions(key).DRAGGED for key in keys() if hasattr(positions(key), "DRAGGED")}
"""A table, the card that is carried (or any), and where to."""


@pytest.mark.parametrize("game", CARDS)
def test_a_card_is_dragged_to_its_place_and_a_drag_elsewhere_changes_nothing(person, game):
    mara, (more, name, place) = person(), CARDS[game]
    page = mara.sit(game, **more)
    expect(page.locator(".prompt .disp")).to_be_visible()
    name = name or page.locator("[data-card][aria-disabled=false]").first.get_attribute("data-card")
    card = f"[data-card={name}]"
    drag(page, card, ".rail")
    page.mouse.up()
    expect(page.locator(card)).to_be_visible()
    drag(page, card, place)
    mara.picture(f"drag-{game}")
    page.mouse.up()
    expect(page.locator(card)).to_have_count(0)


@pytest.mark.parametrize("game", CARDS)
def test_a_finger_carries_a_card_too(person, game):
    mara, (more, name, place) = person(phone=True), CARDS[game]
    page = mara.sit(game, **more)
    expect(page.locator(".prompt .disp")).to_be_visible()
    name = name or page.locator("[data-card][aria-disabled=false]").first.get_attribute("data-card")
    (x, y), (i, j) = way(page, f"[data-card={name}]", place)
    mara.touch("touchStart", (x, y))
    for part in range(1, 9):
        mara.touch("touchMove", (x, y + (j - y) * part / 8))
    mara.touch("touchMove", (i, j))
    expect(page.locator("[data-over]")).to_be_visible()
    mara.touch("touchEnd")
    expect(page.locator(f"[data-card={name}]")).to_have_count(0)

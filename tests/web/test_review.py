"""A finished match reviewed in the browser: from the result page to the curve, the moments, each decision, luck and skill."""

from __future__ import annotations

import os
import re

import pytest
from hands import short
from playwright.sync_api import expect

import parlour
from parlour.core.registry import built_in

SOAK = bool(os.environ.get("PARLOUR_SOAK"))


@pytest.mark.parametrize("game", built_in() if SOAK else ["doce", "dokitto"])
def test_a_match_is_reviewed(person, game):
    mara = person(dark=game == "doce")
    path = mara.watch(game, min(parlour.game(game).seats), **short(game))
    page = mara.go(path)
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=90000)
    where = page.get_by_label("Where in the match")
    last = int(where.get_attribute("max") or 0)
    assert last > 1
    where.fill("1")
    expect(page.get_by_role("link", name="See it in the replay")).to_have_attribute("href", re.compile(r"step=1$"))
    where.press("ArrowRight")
    expect(page.get_by_role("link", name="See it in the replay")).to_have_attribute("href", re.compile(r"step=2$"))
    hindsight = page.get_by_role("button", name="Hindsight")
    if game == "doce":
        expect(page.get_by_text("nothing of this game was hidden")).to_be_visible()
        expect(hindsight).to_have_count(0)
    else:
        hindsight.click()
        expect(hindsight).to_have_attribute("aria-pressed", "true")
    mark = page.locator("[data-at]").first
    mark.click()
    expect(mark).to_have_attribute("aria-current", "step")
    marks = page.locator("[data-at]")
    assert page.locator("[data-at][tabindex='0']").count() == 1, "the row is one stop of Tab"
    mark.press("ArrowRight")
    expect(marks.nth(1)).to_be_focused()
    expect(marks.nth(1)).to_have_attribute("aria-current", "step")
    marks.nth(1).press("End")
    expect(marks.last).to_be_focused()
    marks.last.press("ArrowRight")
    expect(marks.last).to_be_focused()
    marks.last.press("Home")
    expect(mark).to_be_focused()
    expect(page.locator(".topbar")).to_contain_text(re.compile("wins|share it"))
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_text("The chances as a table").click()
    assert page.locator("details tbody tr").count() == last + 1
    assert mara.axe() == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(150)
    assert mara.fits()
    assert mara.axe() == []
    mara.picture(f"{game}-review-phone")


def test_a_moment_is_played_from_where_it_turned(person):
    mara = person()
    path = mara.watch("doce", 2)
    page = mara.go(path.replace("/replay/", "/review/"))
    page.get_by_role("button", name="Try it from here").first.click(timeout=90000)
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page.locator("header.bar")).to_contain_text("DOCE")

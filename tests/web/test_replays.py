"""A finished match of every game, step by step: play, speed, jump, whose eyes, share, proof."""

from __future__ import annotations

import re

import pytest
from hands import positions, short, until
from playwright.sync_api import expect

import parlour
from parlour.core.registry import keys


@pytest.mark.parametrize("game", keys())
def test_a_match_of_every_game_is_watched_again(person, game):
    mara = person(dark=keys().index(game) % 2 == 1)
    mara.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=mara.server)
    path = mara.watch(game, min(parlour.game(game).seats), **short(game))
    page = mara.go(path)
    step = page.locator(".bar .sub")
    expect(step).to_have_text(re.compile(r"Step 0 of \d+"))
    last = int((re.search(r"of (\d+)", step.inner_text()) or [0, 0])[1])
    assert last > 1
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text(f"Step 1 of {last}")
    page.get_by_role("button", name="One step back").click()
    expect(step).to_have_text(f"Step 0 of {last}")
    assert mara.axe() == []
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(step).not_to_have_text(f"Step 0 of {last}", timeout=15000)
    page.get_by_role("button", name="Pause", exact=True).click()
    line = page.locator("[data-step]").nth(page.locator("[data-step]").count() // 2)
    there = line.get_attribute("data-step")
    line.click()
    expect(step).to_have_text(f"Step {there} of {last}")
    expect(line).to_have_attribute("aria-current", "step")
    page.get_by_label("Whose eyes").select_option("0")
    expect(page.locator("main")).to_be_visible()
    mara.picture(f"{game}-replay-eyes")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{mara.server}{path}?step={there}"
    page.get_by_role("button", name="To the end").click()
    expect(step).to_have_text(f"Step {last} of {last}")
    page.goto(link)
    expect(step).to_have_text(f"Step {there} of {last}")
    until(page, f"""document.querySelector('[data-step="{there}"]').getBoundingClientRect().bottom <= innerHeight""")
    page.get_by_role("button", name="See the proof").click()
    expect(page.get_by_text("The seed fits the promise. Checked in this browser.")).to_be_visible()
    page.get_by_role("button", name="Deal the whole match again").click()
    expect(page.get_by_text("all the same")).to_be_visible(timeout=15000)
    assert mara.axe() == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(150)
    assert mara.fits()
    mara.picture(f"{game}-replay-phone")


def test_the_proof_notices_a_changed_seed(person):
    """What the browser checks, it checks itself: a server that lies is caught."""
    mara = person()
    path = mara.watch("doce", **positions("doce").SOON)

    def lie(route):
        answer = route.fetch()
        body = answer.json()
        seed = body["fairness"]["seed"]
        body["fairness"]["seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]
        route.fulfill(response=answer, json=body)

    mara.page.route(re.compile("/replay$"), lie)
    page = mara.go(path)
    page.get_by_role("button", name="See the proof").click()
    expect(page.get_by_text("The seed does not fit the promise!")).to_be_visible()
    mara.picture("proof-broken")

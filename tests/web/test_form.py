"""Whom "Play now" seats: the gentlest at first, and then as the last results on this device say."""

from __future__ import annotations

import json

import pytest
from hands import ME, play_out, see_turn
from playwright.sync_api import expect

BEHIND = {"to_move": 0, "round": 4, "starter": 1, "score": [0, 60], "earned": [[0, 20], [0, 20], [0, 20], [0, 0]]}
"""DOCE's last round, out of seat 0's reach."""
AHEAD = BEHIND | {"score": [60, 0], "earned": [[20, 0], [20, 0], [20, 0], [0, 0]]}


def ended(level, *won, players=2):
    return [{"match": str(n), "level": level, "players": players, "won": one} for n, one in enumerate(won)]


@pytest.mark.parametrize(
    ("kept", "level", "said"),
    [
        ([], "beginner", "a gentle start"),
        (ended("casual", False), "beginner", "a gentler one"),
        (ended("beginner", False), "beginner", "against Duckling"),
        (ended("beginner", False, True, True), "casual", "you won twice"),
        (ended("club", True, False, False), "casual", "a gentler one"),
        (ended("casual", True, False), "casual", "against Otter"),
        (ended("casual", True, False, False, False, players=4), "casual", "against Otter"),
        (ended("master", True, True), "master", "against Owl"),
        ([{"match": 5}, "nonsense", None], "beginner", "a gentle start"),
    ],
)
def test_play_now_seats_the_level_that_fits_and_says_so(person, kept, level, said):
    mara = person()
    mara.script(f"localStorage['parlour.form'] = {json.dumps(json.dumps({'doce': kept}))}")
    now = mara.go("/").locator("[data-game=doce] button.now")
    expect(now).to_have_attribute("data-level", level)
    expect(now).to_contain_text(said)
    assert mara.fits()


def test_a_lost_first_match_leads_to_a_duckling_with_one_tap(person):
    mara = person()
    page = mara.sit("doce", [ME, {"kind": "bot", "level": "casual"}], position=BEHIND)
    play_out(page, "doce")
    expect(page.locator(".fit")).to_contain_text("Duckling plays gentler")
    mara.in_both_lights("result-gentler")
    for width, height in ((390, 844), (844, 390), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert mara.fits()
        mara.picture(f"result-gentler-{width}")
    page.reload()
    page.locator(".fit").get_by_role("button", name="play against Duckling").click()
    see_turn(page)
    assert len(json.loads(page.evaluate("localStorage['parlour.form']"))["doce"]) == 1, "a result counts once"
    told = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    assert [seat.get("level") for seat in told["table"]["seats"]] == [None, "beginner"]


def test_a_victory_over_casuals_is_no_reason_to_leave_them(person):
    mara = person()
    page = mara.sit("doce", [ME, {"kind": "bot", "level": "casual"}], position=AHEAD)
    play_out(page, "doce")
    page.locator(".towers").wait_for()
    assert json.loads(page.evaluate("localStorage['parlour.form']"))["doce"][0]["won"] is True
    expect(page.locator(".fit")).to_have_count(0)

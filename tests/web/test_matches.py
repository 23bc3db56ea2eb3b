"""Matches to their end in a real browser, by clicks and by the keyboard alone; in the long runs from their first move."""

from __future__ import annotations

from typing import Any

import pytest
from hands import LAST_ROUND, WHOLE, By, play_out
from playwright.sync_api import expect
from tables import FLIGHTS, deal, set_up

import parlour


def late(game: str) -> dict[str, Any]:
    """Not far from the end, seat 0 to move."""
    if game == "doce":
        return LAST_ROUND | {"round": 3, "starter": 0, "score": [4, 4], "earned": [[2, 2], [2, 2], [0, 0], [0, 0]]}
    if game == "dokitto":
        # No round brings more than six points: at least two more come.
        return parlour.game(game).new(2, seed=1, first_lead=0).position() | {"score": [3, 3]}
    if game == "ion":
        return deal([["d24b", "DJK1", "d13b"], ["d12a", "d15a", "d56a", "d35a"]], "d24a")
    last_day = {"day": 3, "used": ["toddler", "dentist", "goalie", "barista"], "earned": [[12, 3], [7, 9]]}
    return set_up(["mint", "lemon"], 2, [[*FLIGHTS[0], *FLIGHTS[2]], FLIGHTS[1]], **last_day)


@pytest.mark.parametrize("by", ["clicks", "keys"])
@pytest.mark.parametrize("game", ["doce", "dokitto", "ion", "westvan"])
def test_a_match_to_its_result(person, game: str, by: By):
    """By keys the focus is never lost: whenever there is something to do it is at the table."""
    mara = person()
    # Three at ION race each other; that, and who begins, is for the whole matches.
    seats = 3 if WHOLE and game == "ion" and by == "clicks" else 2
    page = mara.sit(game, seats, **({} if WHOLE else {"position": late(game)}))
    made = play_out(page, game, by=by)
    expect(page.locator(".towers li")).to_have_count(seats)
    assert made > 1
    if by == "clicks":
        assert mara.axe() == []
        mara.picture(f"{game}-result")
        page.set_viewport_size({"width": 390, "height": 844})
        assert mara.fits()
        page.get_by_role("button", name="See the table").click()
        expect(page.locator(".towers")).to_have_count(0)
        assert mara.fits()
        mara.picture(f"{game}-over-phone")

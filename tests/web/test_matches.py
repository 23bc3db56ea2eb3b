"""Matches to their end in a real browser, by clicks and by the keyboard alone; in the long runs from their first move."""

from __future__ import annotations

import pytest
from hands import WHOLE, By, play_out, positions, wants
from playwright.sync_api import expect

import parlour
from parlour.core.registry import keys

GAMES = [key for key in keys() if wants(key)]


@pytest.mark.parametrize("by", ["clicks", "keys"])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_to_its_result(person, game: str, by: By):
    """By keys the focus is never lost: whenever there is something to do it is at the table."""
    mara = person()
    # A crowd, and who begins, is for the whole matches.
    least = min(parlour.game(game).seats)
    seats = getattr(positions(game), "CROWD", least) if WHOLE and by == "clicks" else least
    page = mara.sit(game, seats, **({} if WHOLE else getattr(positions(game), "SOON", {})))
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

"""No page and no message tells what a seat may not know: spectators, and two players on one device."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hands import ME, play_out, positions, see_turn, touch, wants
from playwright.sync_api import Page, expect

import parlour
from parlour.core.registry import keys

# Everything that a script or a screen reader could read, without the outlines of drawings.
WORDS = """[...document.querySelectorAll('#app *')].flatMap((e) => [...e.attributes])
  .filter((a) => !['d', 'points', 'transform'].includes(a.name)).map((a) => a.value).join(' ')"""


HIDING = [key for key in keys() if not parlour.game(key).open]


def words_in(view: Any) -> set[str]:
    """All words of a view, the names of its fields not."""
    if isinstance(view, dict):
        return set().union(*map(words_in, view.values()))
    if isinstance(view, list):
        return set().union(*map(words_in, view))
    return {view} if isinstance(view, str) else set()


def hidden(game: str, mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    """What I am told and a spectator is not; a game may say it more strictly."""
    own = getattr(positions(game), "hidden", None)
    return set(own(mine, theirs)) if own else words_in(mine) - words_in(theirs)


def view_of(page: Page, table: str) -> dict[str, Any]:
    """What the server tells this page's device, and nobody else."""
    body = page.evaluate(
        """async (table) => (await fetch(`/api/tables/${table}`,
          { headers: { Authorization: `Bearer ${localStorage['parlour.device']}` } })).text()""",
        table,
    )
    return json.loads(body)["sides"][0]


@pytest.mark.parametrize("game", HIDING)
def test_a_spectator_learns_nothing_from_page_or_network(person, game):
    mara, eve = person(), person()
    crowd = max(count for count in parlour.game(game).seats if count <= 3)
    secret = getattr(positions(game), "SECRET", None)
    table = mara.open(game, start=True, **(secret or {"seats": crowd}))
    page = mara.go(f"/t/{table}")
    frames: list[str] = []
    eve.page.on("websocket", lambda ws: ws.on("framereceived", lambda text: frames.append(str(text))))
    watcher = eve.go(f"/t/{table}")
    expect(watcher.locator("[data-seat-chip]").first).to_be_attached()
    if wants(game) and not secret:
        play_out(page, game, decisions=3)
    if wants(game):
        see_turn(page)
    mine, theirs = view_of(page, table), view_of(watcher, table)
    assert theirs["seat"] is None
    assert not theirs.get("legal")
    assert not theirs.get("moves")
    cards = hidden(game, mine["view"], theirs["view"])
    assert cards or mine["view"] | {"seat": None} != theirs["view"] | {"seat": None}, "there is something to hide"
    assert watcher.locator("[data-card]").count() == 0
    told = [json.loads(text) for text in frames]
    for side in (side for message in told for side in message.get("sides", [])):
        assert side["seat"] is None
        assert not side.get("legal")
        if side.get("view"):
            hidden(game, mine["view"], side["view"])
    said = watcher.inner_text("body") + watcher.evaluate(WORDS) + json.dumps(told[-1:])
    assert not [card for card in cards if re.search(rf"\b{re.escape(card)}\b", said)]
    eve.picture(f"{game}-spectator")


@pytest.mark.parametrize("game", [key for key in HIDING if wants(key)])
def test_a_curtain_falls_between_two_players_on_one_device(person, game):
    mara = person(dark=HIDING.index(game) % 2 == 1)
    seats = [ME, {"kind": "mine", "name": "Theo"}]
    page = mara.sit(game, seats)
    expect(page.locator("[data-card]").first).to_be_visible()
    mine = {(card.get_attribute("data-card"), card.inner_text()) for card in page.locator("[data-card]").all()}
    curtain = page.get_by_role("dialog", name=re.compile("is next"))
    chance = random.Random(1)
    for _ in range(400):
        if curtain.count():
            break
        if not touch(page, game, chance):
            page.wait_for_timeout(15)
    expect(curtain).to_be_visible()
    expect(page.locator("[data-card]:visible")).to_have_count(0)
    assert page.locator(".stage[inert]").count() == 1, "nothing of a hand is to be seen or read out"
    assert mara.axe() == []
    expect(page.locator(":focus")).to_have_text(re.compile("I am (Mara|Theo)"))
    page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)
    expect(page.locator("[data-card]").first).to_be_visible()
    theirs = {(card.get_attribute("data-card"), card.inner_text()) for card in page.locator("[data-card]").all()}
    assert theirs
    assert theirs != mine
    if getattr(positions(game), "ONE_OF_EACH", False):
        assert not mine & theirs
    mara.picture(f"{game}-after-curtain")
    page.reload()
    expect(curtain).to_be_visible()
    expect(page.locator("[data-card]:visible")).to_have_count(0)

"""No page and no message tells what a seat may not know: spectators, and two players on one device."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hands import ME, play_out, see_turn, touch
from playwright.sync_api import Page, expect
from tables import MINE, set_up

# Everything that a script or a screen reader could read, without the outlines of drawings.
WORDS = """[...document.querySelectorAll('#app *')].flatMap((e) => [...e.attributes])
  .filter((a) => !['d', 'points', 'transform'].includes(a.name)).map((a) => a.value).join(' ')"""


def hidden_dokitto(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert theirs["hand"] == []
    return set(mine["hand"])


def hidden_ion(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert theirs["hand"] == []
    assert theirs["fitting"] == []
    assert theirs["drawn"] is None
    assert theirs["gift"] is None
    return set(mine["hand"]) - {theirs["table"], *theirs["played"], *theirs["spoils"]}


def hidden_westvan(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert not any(theirs["tray"])
    assert not any(theirs["characters"])
    assert not any(card for freezer in theirs["freezers"] for card in freezer.get("cards") or [])
    public = json.dumps([theirs["flights"], theirs["discards"]])
    return {card for card in mine["tray"] if card and card not in public}


def hidden_icecool(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert not any(hand.get("values") for hand in theirs["cards"])
    return set()


HIDDEN = {"dokitto": hidden_dokitto, "ion": hidden_ion, "westvan": hidden_westvan, "icecool": hidden_icecool}


def view_of(page: Page, table: str) -> dict[str, Any]:
    """What the server tells this page's device, and nobody else."""
    body = page.evaluate(
        """async (table) => (await fetch(`/api/tables/${table}`,
          { headers: { Authorization: `Bearer ${localStorage['parlour.device']}` } })).text()""",
        table,
    )
    return json.loads(body)["sides"][0]


TRAY = set_up(
    [*MINE, "mango", "tiger", "cup"], 3, [[], [], []], scooper=0, turn="opening", phase="keep", tray=["fudge", "peanuts"]
)


@pytest.mark.parametrize("game", HIDDEN)
def test_a_spectator_learns_nothing_from_page_or_network(person, game):
    mara, eve = person(), person()
    here = {"position": TRAY} if game == "westvan" else {}
    table = mara.open(game, 3, start=True, **here)
    page = mara.go(f"/t/{table}")
    frames: list[str] = []
    eve.page.on("websocket", lambda ws: ws.on("framereceived", lambda text: frames.append(str(text))))
    watcher = eve.go(f"/t/{table}")
    expect(watcher.locator("[data-seat-chip]").first).to_be_attached()
    if game == "westvan":
        expect(page.locator("[data-tray]")).to_have_count(2)
    elif game != "icecool":
        play_out(page, game, decisions=3)
        see_turn(page)
    mine, theirs = view_of(page, table), view_of(watcher, table)
    assert theirs["seat"] is None
    assert not theirs.get("legal")
    assert not theirs.get("moves")
    cards = HIDDEN[game](mine["view"], theirs["view"])
    assert cards or game == "icecool", "there is something to hide"
    assert watcher.locator("[data-card]").count() == 0
    told = [json.loads(text) for text in frames]
    for side in (side for message in told for side in message.get("sides", [])):
        assert side["seat"] is None
        assert not side.get("legal")
        if side.get("view"):
            HIDDEN[game](mine["view"], side["view"])
    said = watcher.inner_text("body") + watcher.evaluate(WORDS) + json.dumps(told[-1:])
    assert not [card for card in cards if re.search(rf"\b{re.escape(card)}\b", said)]
    eve.picture(f"{game}-spectator")


@pytest.mark.parametrize("game", ["dokitto", "ion", "westvan"])
def test_a_curtain_falls_between_two_players_on_one_device(person, game):
    mara = person(dark=game == "ion")
    seats = [ME, {"kind": "mine", "name": "Theo"}]
    page = mara.sit(game, seats)
    expect(page.locator("[data-card]").first).to_be_visible()
    mine = {card.get_attribute("data-card") for card in page.locator("[data-card]").all()}
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
    theirs = {card.get_attribute("data-card") for card in page.locator("[data-card]").all()}
    if game == "dokitto":
        assert theirs
        assert not mine & theirs
    mara.picture(f"{game}-after-curtain")
    page.reload()
    expect(curtain).to_be_visible()
    expect(page.locator("[data-card]:visible")).to_have_count(0)

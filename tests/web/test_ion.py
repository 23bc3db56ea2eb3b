"""ION in a real browser: whole matches, the wheel, a duel, a race, the score sheet, and every number of seats."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hands import create, over, play_out, see_turn
from playwright.sync_api import Page, expect

from parlour.games.ion.cards import DECK

ME, BOT, FREE = {"kind": "mine", "name": "Mara"}, {"kind": "bot", "level": "easy"}, {"kind": "open"}
SLOW = '{"name":"Mara","pace":"fast","motion":"less","sound":false,"language":"en","met":["ion"]}'
CALM = SLOW.replace("fast", "calm")
HAND = ["BLK12", "SHF26", "d25a", "d36a", "PUN55", "JOK3", "GFT13"]


def deal(hands: list[list[str]], table: str, *, bomb: bool = False, top: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A position: what is in no hand and not on the table lies in the pile."""
    used = {card for hand in hands for card in hand} | {table, *top}
    out = ("PPP", "TIC") if len(hands) == 2 else ()
    rest = [card.id for card in DECK if card.id not in used and (bomb or card.id != "BOM66") and card.id[:3] not in out]
    return {"players": len(hands), "hands": hands, "table": table, "pile": [*top, *rest], **more}


def others(n: int, mine: list[str], table: str) -> list[list[str]]:
    """So many hands of five without actions that would interrupt."""
    free = [card.id for card in DECK if card.id.startswith("d") and card.id not in (*mine, table)]
    sizes = [2 if n > 6 else 5] * (n - 1)
    return [mine] + [[free.pop() for _ in range(size)] for size in sizes]


def sit(mara: Any, position: dict[str, Any], **more: Any) -> Page:
    page = mara.go("/")
    seats = [ME] + [BOT] * (position["players"] - 1)
    table = create(page, mara.server, "ion", seats, start=True, position=position, **more)
    page.goto(f"{mara.server}/t/{table}")
    return page


def test_a_match_by_clicks_to_its_result(person):
    mara = person()
    hands = [["d24b", "d36a", "DJK1"], ["d12a", "d15a", "d56a", "d35a"], ["d13a", "d16a", "d23a", "d46a"]]
    page = sit(mara, deal(hands, "d24a"))
    see_turn(page)
    assert mara.axe() == []
    play_out(page, "ion")
    expect(page.locator(".towers li")).to_have_count(3)
    assert mara.axe() == []
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    for step in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(re.compile(rf"Step {step} of \d+"))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    assert mara.fits()


def focus(page: Page, where: str) -> bool:
    """Walk there with the tabulator."""
    for _ in range(60):
        if page.evaluate("(where) => document.activeElement.matches(where)", where):
            return True
        page.keyboard.press("Tab")
    return False


def test_a_match_by_keyboard_alone(person):
    """Arrows walk through the hand and turn the wheel, Enter picks, Enter again plays."""
    mara = person()
    page = sit(mara, deal([["d24b", "DJK1", "d13b"], ["d12a", "d15a", "d56a", "d35a"]], "d24a"))
    see_turn(page)
    assert focus(page, "[data-card]")
    first = page.evaluate("document.activeElement.dataset.card")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.card") != first
    page.keyboard.press("Home")
    until = time.monotonic() + 40
    while not over(page):
        assert time.monotonic() < until, "the match did not end"
        if page.locator(".wheel").count():
            assert focus(page, "[data-number]")
            for key in ("4", "Enter", "Enter"):
                page.keyboard.press(key)
        elif page.locator("[data-target]").count():
            assert focus(page, "[data-target]")
            page.keyboard.press("Enter")
        elif page.locator(".prompt .disp").count():
            card = page.locator("[data-card]:not([aria-disabled=true])")
            name = card.first.get_attribute("data-card", timeout=1000) if card.count() else None
            if name and focus(page, "[data-card]"):
                page.keyboard.press("Home")
                for _ in range(page.locator("[data-card]").count()):
                    if page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "false":
                        break
                    page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
                page.keyboard.press("Enter")
            elif focus(page, ".prompt .btn"):
                page.keyboard.press("Enter")
        page.wait_for_timeout(20)
    expect(page.locator(".towers li")).to_have_count(2)


@pytest.mark.parametrize("n", [2, 6, 10])
def test_every_number_of_seats_has_room(person, n):
    """No chip lies on another, on a wide screen and on a phone, and nothing sticks out."""
    mara = person(dark=n == 6)
    page = sit(mara, deal(others(n, HAND, "d24a"), "d24a"))
    see_turn(page)
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)
        page.wait_for_timeout(150)
        boxes = page.evaluate(
            "[...document.querySelectorAll('.felt [data-seat-chip]')].map((e) => e.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) == n
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                apart = a["right"] <= b["left"] or b["right"] <= a["left"] or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]
                assert apart, (size, a, b)
        assert mara.fits()
        assert mara.axe() == []
        mara.picture(f"ion-{n}-{size['width']}")


def test_a_card_that_does_not_fit_is_answered_with_its_rule(person):
    mara = person(phone=True)
    page = sit(mara, deal(others(3, HAND, "d24a"), "d24a"))
    see_turn(page)
    page.locator("[data-card=d36a]").tap(force=True, position={"x": 12, "y": 30})
    expect(page.get_by_role("alert")).to_contain_text("3|6 does not fit: the table card asks for 2 or 4.")
    page.get_by_role("button", name="Rule ION-12").tap()
    expect(page.locator("#rule-ION-12.lit")).to_be_visible()


def test_an_action_travels_until_somebody_stops_it(person):
    mara = person()
    waits = {"decision": "respond", "pending": {"action": "punish", "source": 2, "target": 0}}
    page = sit(mara, deal(others(3, HAND, "PUN24"), "PUN24", **waits))
    expect(page.locator(".ball")).to_be_visible()
    expect(page.locator("[data-said], .felt .sr").filter(has_text="is on its way to Mara: 1 to 3 cards").first).to_be_attached()
    expect(page.locator("[data-card][aria-disabled=false]")).to_have_count(2)
    page.locator("[data-card=SHF26]").click()
    page.get_by_role("button", name="Shift with Shift 2|6").click()
    expect(page.locator("[data-card=SHF26]")).to_have_count(0)
    expect(page.get_by_role("list", name="Log")).to_contain_text("shifts the Punish on to")


def test_dragging_a_card_onto_the_table_plays_it(person):
    mara = person()
    page = sit(mara, deal(others(3, HAND, "d24a"), "d24a"))
    see_turn(page)
    card, place = page.locator("[data-card=d25a]").bounding_box(), page.locator("[data-drop=table]").bounding_box()
    page.mouse.move(card["x"] + 20, card["y"] + 40)
    page.mouse.down()
    page.mouse.move(place["x"] + 40, place["y"] + 60, steps=6)
    expect(page.locator("[data-drop=table][data-over]")).to_be_attached()
    page.mouse.up()
    expect(page.locator("[data-card=d25a]")).to_have_count(0)


def test_a_duel_is_a_picture_with_a_result(person):
    mara = person(settings=CALM)
    fight = {"decision": "pair", "duel": {"source": 0, "target": 2, "off_turn": True}}
    page = sit(mara, deal(others(4, HAND, "CHL36"), "CHL36", **fight))
    wheel = page.locator(".wheel")
    expect(wheel).to_be_visible()
    assert mara.axe() == []
    page.locator("[data-number='2']").click()
    page.locator("[data-number='5']").click()
    page.get_by_role("button", name="Pick 2 + 5").click()
    expect(page.locator(".duel .side.won")).to_be_visible(timeout=20000)
    expect(page.locator(".throws li").last).to_be_visible()
    expect(page.get_by_role("list", name="Log")).to_contain_text("wins the duel against")


def test_targets_are_chosen_by_clicking_seats(person):
    mara = person()
    page = sit(mara, deal(others(5, HAND, "CHL36"), "CHL36", decision="target"))
    expect(page.locator("[data-target]")).to_have_count(4)
    assert mara.axe() == []
    page.locator("[data-target='3']").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara challenges")


def test_a_taken_number_is_refused_kindly(person):
    mara = person()
    fight = {"decision": "one", "duel": {"source": 3, "target": 0, "pair": [2, 5]}}
    page = sit(mara, deal(others(4, HAND, "CHL36"), "CHL36", **fight))
    page.locator("[data-number='5']").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("pick one of the other four")


def test_a_tournament_has_its_sheet_and_a_bomb_its_spoils(person):
    mara = person()
    hands = [["BOM66", "d46a"], ["d12a", "d15a"], ["d13a", "PUN11", "d23a"], ["d16a"]]
    more = {"score": [395, 390, 385, 390], "hand": 3, "options": {"mode": "tournament", "target": 400}}
    page = sit(mara, deal(hands, "d56b", bomb=True, **more))
    see_turn(page)
    page.get_by_role("button", name="Score sheet").click()
    sheet = page.get_by_role("dialog", name="Score sheet")
    expect(sheet).to_contain_text("First to 400 points")
    expect(sheet.get_by_role("row", name=re.compile("Before"))).to_contain_text("395")
    page.wait_for_timeout(300)
    assert mara.axe() == []
    page.keyboard.press("Escape")
    page.locator("[data-card=BOM66]").click()
    page.get_by_role("button", name="Play Bomb 6|6").click()
    expect(page.locator(".seat.dead")).to_have_count(1)
    expect(page.locator(".seat.dead")).to_contain_text("Out of this hand")
    play_out(page, "ion")
    expect(page.locator(".rounds")).to_be_visible()


def test_two_browsers_race_from_one_start(person):
    """Both see the same opening and agree on who was first."""
    mara, theo = person(), person(settings=SLOW.replace("Mara", "Theo"))
    page = mara.go("/")
    hands = [["d13a", "d25a", "d56b"], ["d14a", "d25b", "d56a"], ["d12a", "d16a"]]
    race = {"decision": "race", "actor": None, "race": {"by": 2}}
    table = create(page, mara.server, "ion", [ME, FREE, BOT], position=deal(hands, "TIC34", **race))
    page.goto(f"{mara.server}/t/{table}")
    guest = theo.go(f"/t/{table}")
    guest.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("main").get_by_text("Theo")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    for looked in (page, guest):
        expect(looked.locator(".race:not(.ready) .ring")).to_be_visible(timeout=8000)
    mara.picture("ion-race")
    guest.keyboard.press("1")
    page.keyboard.press("1")
    first = []
    for looked in (page, guest):
        expect(looked.locator(".result li.won")).to_be_visible()
        expect(looked.locator(".result li.won .ms")).to_have_text(re.compile(r"^\d\.\d{3} s$"))
        first.append(looked.locator(".result h2").inner_text())
    assert {first[0].strip(), first[1].strip()} in (
        {"You were first!", "Mara was first"},
        {"You were first!", "Theo was first"},
    )
    mara.picture("ion-raced")


def test_a_race_is_seen_again_in_the_replay(person):
    mara = person()
    hands = [["d13a"], ["d25b", "d56a"], ["d12a", "d16a"]]
    page = sit(mara, deal(hands, "TIC34", decision="race", actor=None, race={"by": 2}))
    expect(page.locator(".race:not(.ready) .ring")).to_be_visible(timeout=8000)
    page.keyboard.press("1")
    play_out(page, "ion")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".result li.won .ms")).to_have_text(re.compile(r"^\d\.\d{3} s$"))

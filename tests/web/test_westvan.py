"""West Van Soft in a real browser: whole matches, the fan, the picker, the scooper's decisions, the count of a day."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any

import pytest
from hands import create, over, play_out
from playwright.sync_api import Page, expect

ME, BOT = {"kind": "mine", "name": "Mara"}, {"kind": "bot", "level": "easy"}
CALM = '{"name":"Mara","pace":"usual","motion":"less","sound":false,"language":"en","met":["westvan"]}'
PEOPLE = ["night nurse", "hiker", "tourist", "barista"]
MINE = ["waffle", "mint", "chocolate", "lemon", "whip", "gummies"]
FLIGHTS: list[list[dict[str, Any]]] = [
    [{"cone": "waffle", "scoops": ["chocolate", "mint"]}, {"cone": "cup", "scoops": ["mango"]}],
    [{"cone": "cup", "scoops": ["mango", "lemon"], "topping": "cherry"}, {"cone": "dipped", "scoops": ["tiger"]}],
    [{"cone": "waffle", "scoops": ["strawberry", "vanilla"]}],
    [],
]
POOL = [word for word in ["vanilla", "strawberry", "maple", "bubblegum", "sugar", "pretzel", "wafer"] for _ in range(4)]


def cards(flights: list[list[dict[str, Any]]]) -> list[str]:
    parts = [[m["cone"], *m["scoops"], *([m["topping"]] if m.get("topping") else [])] for f in flights for m in f]
    return [card for part in parts for card in part]


def set_up(mine: list[str], n: int = 3, flights: list[list[dict[str, Any]]] | None = None, **more: Any) -> dict[str, Any]:
    """A position with my freezer and these flights; the others hold what makes the number of cards right."""
    flights = (FLIGHTS if flights is None else flights)[:n]
    position = {
        "players": n,
        "characters": PEOPLE[:n],
        "current": 0,
        "scooper": n - 1,
        "turn": "middle",
        "phase": "play",
    } | more
    due = 9 * n + (position["phase"] in ("play", "lose")) - len(mine) - len(cards(flights))
    used, hands = Counter(cards(flights)) + Counter(mine) + Counter(position.get("tray", [])), [[] for _ in range(n - 1)]
    pool = [word for word in POOL if used[word] < 2]
    for i in range(due):
        least = min(range(n - 1), key=lambda seat: len(hands[seat]) + 2 * len(flights[seat + 1]))
        hands[least].append(pool[i * 5 % len(pool)])
        pool.remove(hands[least][-1])
    return position | {"freezers": [mine, *hands], "flights": flights}


def sit(mara: Any, position: dict[str, Any], **more: Any) -> Page:
    page = mara.go("/")
    seats = [ME] + [BOT] * (position["players"] - 1)
    table = create(page, mara.server, "westvan", seats, start=True, position=position, **more)
    page.goto(f"{mara.server}/t/{table}")
    return page


LAST_DAY = {"day": 3, "used": ["toddler", "dentist", "goalie", "barista"], "earned": [[12, 3], [7, 9]]}


def test_a_match_by_clicks_to_its_result(person):
    mara = person()
    page = sit(mara, set_up(MINE, 2, FLIGHTS, **LAST_DAY))
    expect(page.get_by_text("Play a card or pass")).to_be_visible()
    assert mara.axe() == []
    play_out(page, "westvan")
    expect(page.locator(".towers li")).to_have_count(2)
    expect(page.locator(".rounds")).to_be_visible()
    assert mara.axe() == []
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    for step in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(re.compile(rf"Step {step} of \d+"))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    assert mara.fits()


def focus(page: Page, where: str) -> bool:
    for _ in range(60):
        if page.evaluate("(where) => document.activeElement.matches(where)", where):
            return True
        page.keyboard.press("Tab")
    return False


WAYS = (
    "[data-tray][aria-disabled=false]",
    ".lit",
    ".prompt .btn.pri:enabled",
    "[data-card][aria-disabled=false]",
    ".prompt .btn:enabled",
)


def test_a_match_by_keyboard_alone(person):
    mara = person()
    page = sit(mara, set_up(["mint", "lemon"], 2, [[*FLIGHTS[0], *FLIGHTS[2]], FLIGHTS[1]], **LAST_DAY))
    expect(page.get_by_text("Play a card or pass")).to_be_visible()
    assert focus(page, "[data-card=mint-1]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.card") == "lemon-1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert focus(page, "[data-melt='0:0']")
    page.keyboard.press("Enter")
    until = time.monotonic() + 30
    while not over(page):
        assert time.monotonic() < until, "the match did not end"
        for where in WAYS:
            if page.locator(where).count() and focus(page, where):
                page.keyboard.press("Enter")
                break
        page.wait_for_timeout(15)
    expect(page.locator(".towers li")).to_have_count(2)


def test_blind_taking_is_a_fan_face_down(person):
    """In self-serve the next player clicks a back, and only then sees what it was."""
    mara = person(settings=CALM)
    page = sit(mara, set_up(MINE, 2, [FLIGHTS[0], FLIGHTS[2]], mode="self-serve", scooper=0, turn="opening"))
    page.get_by_role("button", name="Pass").click()
    fan = page.get_by_role("dialog")
    expect(fan).to_contain_text("Take a card from", timeout=15000)
    backs = page.locator("[data-fan]")
    before = page.locator("[data-card]").count()
    assert backs.count() >= 2
    page.wait_for_timeout(200)
    assert mara.axe() == []
    mara.picture("westvan-fan")
    backs.nth(1).click()
    expect(fan).to_contain_text("You got")
    expect(backs).to_have_count(0)
    expect(page.locator("[data-card]")).to_have_count(before + 1)


def test_a_new_melt_is_picked_cone_first_however_many_pairs_there_are(person):
    mara = person()
    mine = ["waffle", "cup", "sugar", "pretzel", "mint", "chocolate", "lemon", "maple", "tiger", "vanilla"]
    page = sit(mara, set_up(mine, 3, [[], FLIGHTS[1], FLIGHTS[2]]))
    page.get_by_role("button", name="Start a melt").click()
    assert page.locator("[data-start]").count() == 10
    assert mara.axe() == []
    go = page.locator(".pick .btn.pri")
    expect(go).to_be_disabled()
    page.locator("[data-start=waffle]").click()
    page.locator("[data-start=mint]").click()
    mara.picture("westvan-start")
    expect(go).to_have_text("Start: Waffle cone, Mint chip")
    go.click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara starts a melt: Waffle cone, Mint chip.")


def test_what_cannot_be_done_says_why(person):
    mara = person(phone=True)
    page = sit(mara, set_up(MINE, 3))
    page.locator("[data-card=mint-1]").tap(position={"x": 12, "y": 30})
    expect(page.locator(".lit")).not_to_have_count(0)
    page.locator("[data-melt='1:0']").tap(force=True)
    expect(page.get_by_role("alert")).to_contain_text("Done melts cannot be changed")
    page.get_by_role("button", name="Rule WVS-13").tap()
    expect(page.locator("#rule-WVS-13.lit")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_has_everything_and_my_character_is_one_tap_away(person, dark):
    mara = person(phone=True, dark=dark)
    page = sit(mara, set_up(MINE, 4), settings={"clock": {"kind": "game", "seconds": 600}})
    expect(page.get_by_text("Play a card or pass")).to_be_visible()
    expect(page.locator(".dock .time.running")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    expect(page.locator("[role=tab] .time")).to_have_count(2)
    assert mara.fits()
    assert mara.axe() == []
    mara.picture(f"westvan-phone-{'dark' if dark else 'light'}")
    page.get_by_role("tab").nth(1).tap()
    expect(page.get_by_role("tab").nth(1)).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="The Night Nurse").tap()
    known = page.get_by_role("dialog", name="What I know")
    expect(known).to_contain_text("You are The Night Nurse")
    expect(known).to_contain_text("Nobody else knows.")
    expect(known).to_contain_text("Character unknown.")
    page.wait_for_timeout(300)
    assert mara.axe() == []


def test_the_scooper_keeps_swaps_and_feeds_the_dog(person):
    mara = person()
    opening = {"turn": "opening", "scooper": 0}
    page = sit(mara, set_up(MINE[:5], 3, phase="keep", tray=["mint", "cherry"], **opening))
    expect(page.locator("[data-tray]")).to_have_count(2)
    assert mara.axe() == []
    page.locator("[data-tray=mint]").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara keeps Mint chip and discards Cherry.")
    page = sit(mara, set_up(MINE[:5], 3, phase="swap", tray=["tastes", "cherry"], resolving=0, **opening))
    page.locator("[data-swap='1']").click()
    page.locator("[data-swap='2']").click()
    assert mara.axe() == []
    page.locator(".panel .btn.pri").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("swap characters.")
    page = sit(mara, set_up([*MINE[:4], "burn"], 3, phase="dog", tray=["dog", "cherry"], resolving=0, **opening))
    page.get_by_role("button", name="Keep Freezer burn from it").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara keeps Freezer burn.")


def test_a_day_is_counted_line_by_line(person):
    mara = person(settings=CALM)
    done = {"cone": "waffle", "scoops": ["chocolate", "mint"], "topping": "whip"}
    flights = [[done, {"cone": "cup", "scoops": ["mango", "lemon"]}], *FLIGHTS[1:3]]
    page = sit(mara, set_up(["waffle", "mint"], 3, flights))
    page.locator("[data-card=waffle-1]").click()
    page.locator("[data-start=mint]").click()
    page.locator(".pick .btn.pri").click()
    told = page.locator(".told")
    expect(told).to_contain_text("Mara was The Night Nurse")
    expect(told).to_contain_text("4 cards × (1 + 4 liked) = 20")
    expect(told).to_contain_text("Lemon sorbet is disliked: worth nothing")
    expect(told.locator("[data-points='26']")).to_have_text("26")
    mara.picture("westvan-day")
    page.locator(".tbl").click(position={"x": 5, "y": 300})  # a click shows the end of it
    expect(told).to_have_count(0)
    page.get_by_role("button", name="The days so far").click()
    expect(page.get_by_role("dialog", name="The days so far")).to_contain_text("How day 1 was counted")


def test_dragging_a_scoop_onto_a_melt(person):
    mara = person()
    page = sit(mara, set_up(MINE, 3))
    expect(page.get_by_text("Play a card or pass")).to_be_visible()
    card, place = page.locator("[data-card=mint-1]").bounding_box(), page.locator("[data-drop='melt:2:0']").bounding_box()
    page.mouse.move(card["x"] + 12, card["y"] + 30)
    page.mouse.down()
    page.mouse.move(place["x"] + 20, place["y"] + 40, steps=6)
    page.mouse.up()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara scoops Mint chip onto")

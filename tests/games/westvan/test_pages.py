"""West Van Soft in a real browser: whole matches, the fan, the picker, the scooper's decisions, the count of a day."""

from __future__ import annotations

import re
from typing import Any

from hands import positions
from playwright.sync_api import Page, expect

FLIGHTS, MINE, set_up = positions("westvan").FLIGHTS, positions("westvan").MINE, positions("westvan").set_up

CALM = '{"name":"Mara","pace":"usual","motion":"less","sound":false,"language":"en","met":["westvan"]}'


def sit(mara: Any, position: dict[str, Any], **more: Any) -> Page:
    return mara.sit("westvan", position["players"], position=position, **more)


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


def test_a_phone_has_everything_and_my_character_is_one_tap_away(person):
    mara = person(phone=True)
    page = sit(mara, set_up(MINE, 4), settings={"clock": {"kind": "game", "seconds": 600}})
    expect(page.get_by_text("Play a card or pass")).to_be_visible()
    expect(page.locator(".dock .time.running")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    expect(page.locator("[role=tab] .time")).to_have_count(2)
    mara.in_both_lights("westvan-phone")
    page.get_by_role("tab").nth(1).tap()
    expect(page.get_by_role("tab").nth(1)).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="The Night Nurse").tap()
    known = page.get_by_role("dialog", name="Notebook")
    expect(known).to_contain_text("You are The Night Nurse")
    expect(known).to_contain_text("Nobody else knows.")
    known.locator("[data-notes='1']").tap()
    expect(known.locator("[data-person=nurse]")).to_be_disabled()
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


def test_the_notebook_strikes_out_what_is_certain_and_keeps_my_pen(person):
    """Characters of earlier days and my own are struck out; what I strike and mark is there after a reload, for my eyes."""
    mara = person()
    past = {"day": 2, "used": ["toddler", "dentist", "lifeguard"], "earned": [[12, 3, 4]]}
    page = sit(mara, set_up(MINE, 3, **past))
    page.get_by_role("button", name="Notebook", exact=True).click()
    book = page.get_by_role("dialog", name="Notebook")
    book.locator("[data-notes='1']").click()
    for struck in ("toddler", "dentist", "lifeguard", "nurse"):
        expect(book.locator(f"[data-person={struck}]")).to_be_disabled()
    expect(book.locator("[data-person]:enabled")).to_have_count(14)
    expect(book.locator("[data-notes='1']")).to_contain_text("14 left")
    book.locator("[data-person=critic]").click()
    book.locator("[data-person=hiker]").dblclick()
    expect(book.locator("[data-notes='1']")).to_contain_text("13 left")
    page.wait_for_timeout(300)
    assert mara.axe() == []
    mara.in_both_lights("westvan-notebook")
    page.reload()
    page.get_by_role("button", name="Notebook", exact=True).click()
    book.locator("[data-notes='1']").click()
    expect(book.get_by_role("button", name="Food Critic: Struck out")).to_be_visible()
    expect(book.get_by_role("button", name="Hiker: Marked")).to_be_visible()
    book.locator("[data-notes='2']").click()
    expect(book.get_by_role("button", name="Hiker: Open")).to_be_visible()


def test_the_price_is_said_before_the_click_and_a_disliked_scoop_asks_twice(person):
    mara = person()
    page = sit(mara, set_up(MINE, 3))
    page.locator("[data-card=mint-1]").click()
    expect(page.locator("[data-melt='0:0']")).to_contain_text("12\u00a0→\u00a020")
    expect(page.locator(".prompt")).to_contain_text("4 cards × (1 + 4 liked) = 20")
    page.locator("[data-card=lemon-1]").click()
    page.locator("[data-melt='0:0']").click()
    expect(page.get_by_role("alert")).to_contain_text("Lemon sorbet would cost all 12: The Night Nurse dislikes it.")
    expect(page.get_by_role("list", name="Log")).not_to_contain_text("scoops")
    page.locator("[data-melt='0:0']").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara scoops Lemon sorbet onto")
    expect(page.locator(".mineflight .melt").first).to_contain_text("Lemon sorbet")


def test_what_a_question_costs_is_said_before_it_is_asked(person):
    mara = person()
    page = sit(mara, set_up(MINE, 3, options={"sommelier": True}, may_ask=[0, 1, 2]))
    page.get_by_role("button", name="Whose turn is it?").click()
    expect(page.get_by_role("alert")).to_contain_text("brings you Freezer burn")
    expect(page.get_by_role("list", name="Log")).not_to_contain_text("asks whose turn")
    page.get_by_role("button", name="Whose turn is it?").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("asks whose turn it is")

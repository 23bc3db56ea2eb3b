"""ION in a real browser: whole matches, the wheel, a duel, a race, the score sheet, and every number of seats."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hands import BOT, FREE, ME, play_out, positions, see_turn
from playwright.sync_api import Page, expect

HAND, deal, others = positions("ion").HAND, positions("ion").deal, positions("ion").others

SLOW = '{"name":"Mara","pace":"fast","motion":"less","sound":false,"language":"en","met":["ion"]}'
CALM = SLOW.replace("fast", "calm")


def sit(mara: Any, position: dict[str, Any], **more: Any) -> Page:
    return mara.sit("ion", position["players"], position=position, **more)


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
    page.locator("[data-toss]").click()
    expect(page.locator(".duel .side.won")).to_be_visible(timeout=30000)
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
    hands = [["BOM66", "d46a"], ["d12a", "d15a"], ["d13a", "PUN11", "d23a"], ["d24a", "d35a"]]
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
    hands = [["d13a", "d25a", "d56b"], ["d14a", "d25b", "d56a"], ["d12a", "d16a"]]
    race = {"decision": "race", "actor": None, "race": {"by": 2}, "options": {"race_ms": 15000}}
    table = mara.open("ion", [ME, FREE, BOT], position=deal(hands, "TIC34", **race))
    page = mara.go(f"/t/{table}")
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
        expect(looked.locator(".result h2")).to_contain_text("fits")
        first.append(looked.locator(".result h2").inner_text().strip())
    assert sorted(first) in (
        ["Mara was first: 1|3 fits", "You were first: 1|3 fits!"],
        ["Theo was first: 1|4 fits", "You were first: 1|4 fits!"],
    )
    mara.picture("ion-raced")


def test_a_race_is_seen_again_in_the_replay(person):
    mara = person()
    hands = [["d13a"], ["d25b", "d56a"], ["d12a", "d16a"]]
    page = sit(mara, deal(hands, "TIC34", decision="race", actor=None, race={"by": 2}, options={"race_ms": 15000}))
    expect(page.locator(".race:not(.ready) .ring")).to_be_visible(timeout=8000)
    page.keyboard.press("1")
    play_out(page, "ion")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".result li.won .ms")).to_have_text(re.compile(r"^\d\.\d{3} s$"))


def test_every_card_says_what_it_does_before_it_is_played(person):
    mara = person()
    page = sit(mara, deal(others(4, HAND, "d24a"), "d24a"))
    page.locator("[data-card=BLK12]").click()
    expect(page.locator(".prompt")).to_contain_text("Stops a Punish, Challenge or New Game +5 that comes to you.")
    page.get_by_role("button", name="What the icons do").click()
    icons = page.get_by_role("dialog", name="What the icons do")
    expect(icons.get_by_role("listitem")).to_have_count(14)
    expect(icons.get_by_role("listitem").filter(has_text="in hand")).to_have_count(5)
    page.wait_for_timeout(300)
    assert mara.axe() == []


def test_a_wrong_slap_is_called_what_it_is(person):
    """To be first is not to be right: the page says what it cost."""
    mara = person()
    hands = [["d25a", "d13a", "d56b"], ["d14a", "d25b"], ["d12a", "d16a"]]
    page = sit(mara, deal(hands, "TIC34", decision="race", actor=None, race={"by": 2}, options={"race_ms": 15000}))
    expect(page.locator(".race:not(.ready)")).to_be_visible(timeout=8000)
    page.keyboard.press("2")
    result = page.locator(".result")
    expect(result).to_contain_text("You were first, but 2|5 does not fit: two cards for you")
    expect(result).not_to_contain_text("You were first!")


MOVING = SLOW.replace("less", "full").replace("fast", "usual")


def test_a_card_explains_itself_when_it_is_pointed_at_and_when_a_finger_rests_on_it(person):
    """Whoever only looks plays nothing: neither hover nor a long press picks the card."""
    mara = person()
    answering = {"decision": "respond", "pending": {"action": "punish", "source": 2, "target": 0}}
    page = sit(mara, deal(others(3, HAND, "PUN24"), "PUN24", **answering))
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("punishes you")
    page.locator("[data-card=GFT13]").hover()
    expect(prompt).to_contain_text("Choose one of your cards for the next player.")
    page.mouse.move(5, 5)
    expect(prompt).to_contain_text("punishes you")
    theo = person(phone=True)
    page = sit(theo, deal(others(3, HAND, "d24a"), "d24a"))
    see_turn(page)
    box = page.locator("[data-card=JOK3]").bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    theo.touch("touchStart", at)
    expect(page.locator(".prompt")).to_contain_text("Fits on anything; its own number is what fits next.")
    theo.touch("touchEnd")
    expect(page.locator("[data-card=JOK3]")).to_have_attribute("aria-pressed", "false")
    theo.touch("touchStart", at)
    theo.touch("touchEnd")
    expect(page.locator("[data-card=JOK3]")).to_have_attribute("aria-pressed", "true")


def test_every_decision_says_what_it_is_about(person):
    mara = person()
    for decision, table, words in (
        ("who", "PWH24", "Punish who? You choose: Sprinkle or Pistachio. The black die says 1 to 3."),
        ("gift", "GFT23", "Choose a card for Sprinkle, to keep unless it is shifted on."),
        ("target", "CHL25", "The yellow die decides the duel; the loser draws four."),
    ):
        page = sit(mara, deal(others(3, HAND, table), table, decision=decision))
        expect(page.locator(".prompt")).to_contain_text(words)


DUEL = {"decision": "pair", "duel": {"source": 0, "target": 2, "off_turn": True}}


@pytest.mark.parametrize("by", ["tap", "key", "shake"])
def test_my_duel_die_is_thrown_by_me_and_settles_before_words_tell_it(person, by):
    mara = person(settings=MOVING, phone=by == "shake")
    page = sit(mara, deal(others(4, HAND, "CHL36"), "CHL36", **DUEL))
    page.locator("[data-number='2']").click()
    page.locator("[data-number='5']").click()
    page.get_by_role("button", name="Pick 2 + 5").click()
    toss = page.locator("[data-toss]")
    expect(toss).to_be_visible()
    expect(page.locator(".throws li")).to_have_count(0)
    expect(toss).to_contain_text("Tap or shake to roll")
    page.evaluate(
        """() => { window.early = false; new MutationObserver(() => {
          if (document.querySelector('.duel .tumble') && document.querySelector('.throws li')) window.early = true;
        }).observe(document.querySelector('.duel'), { childList: true, subtree: true, attributes: true }) }"""
    )
    if by == "tap":
        toss.click()
    elif by == "key":
        page.keyboard.press("Enter")
    else:
        page.evaluate("dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x: 3, y: 1, z: 0 } }))")
        expect(toss).to_be_visible()
        page.evaluate("dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x: 19, y: 8, z: 2 } }))")
    expect(page.locator(".throws li").first).to_be_visible()
    assert page.evaluate("window.early") is False, "the throw is told when the die lies"


def test_my_hand_slaps_the_pile_at_once(person):
    """The hand is seen when I press, not when the answer comes."""
    mara = person(settings=MOVING)
    hands = [["d13a", "d25a", "d56b"], ["d14a", "d25b"], ["d12a", "d16a"]]
    page = sit(mara, deal(hands, "TIC34", decision="race", actor=None, race={"by": 2}, options={"race_ms": 15000}))
    expect(page.locator(".race:not(.ready)")).to_be_visible(timeout=8000)
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          const hand = document.querySelector('[data-slap]');
          const where = hand && (hand.closest('.race') ? 'race' : 'table');
          if (where && window.seen.at(-1) !== where) window.seen.push(where);
        }).observe(document.querySelector('.felt'), { childList: true, subtree: true }) }"""
    )
    page.locator("[data-card=d13a]").click()
    expect(page.locator(".result")).to_contain_text("You were first: 1|3 fits!")
    assert page.evaluate("window.seen")[0] == "race"
    expect(page.locator(".under")).not_to_have_count(0)
    turn = page.locator(".laid > .tablecard.under").first.evaluate("(node) => getComputedStyle(node).rotate")
    assert turn != "none", "cards lie on cards, a little askew"


def test_the_spoils_of_a_bomb_are_on_my_chip(person):
    mara = person()
    hands = [["BOM66", "d46a"], ["d12a", "d15a"], ["d13a", "PUN11", "d23a"], ["d24a", "d35a"]]
    page = sit(mara, deal(hands, "d56b", bomb=True, options={"mode": "tournament", "target": 400}))
    see_turn(page)
    expect(page.locator("[data-spoils]")).to_have_count(0)
    page.locator("[data-card=BOM66]").click()
    page.get_by_role("button", name="Play Bomb 6|6").click()
    expect(page.locator("[data-spoils]")).to_contain_text("+2")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-spoils]")).to_be_visible()
    page.get_by_role("button", name="What the icons do").click()
    expect(page.get_by_role("dialog", name="What the icons do").get_by_role("listitem")).to_have_count(14)


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_each_slice_of_the_wheel_has_room_for_a_finger(person, size):
    mara = person(size=size)
    page = sit(mara, deal(others(4, HAND, "CHL36"), "CHL36", **DUEL))
    expect(page.locator("[data-number]")).to_have_count(6)
    page.wait_for_function("() => document.getAnimations().every((way) => way.playState !== 'running')")
    boxes = [number.bounding_box() for number in page.locator("[data-number]").all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes), boxes
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    apart = [((a - c) ** 2 + (b - d) ** 2) ** 0.5 for a, b in centres for c, d in centres if (a, b) != (c, d)]
    assert min(apart) >= 44, "no finger lands on the neighbour"


@pytest.mark.parametrize("language", ["en", "de", "pt"])
def test_the_buttons_at_the_foot_of_a_phone_leave_each_other_room(person, language):
    mara = person(phone=True, settings=SLOW.replace('"en"', f'"{language}"'))
    page = sit(mara, deal(others(3, HAND, "d24a"), "d24a", bomb=True, options={"mode": "tournament", "target": 400}))
    page.locator("[data-card]").first.wait_for()
    found = [page.locator(where).bounding_box() for where in (".icons", ".score", ".dock .btn")]
    boxes = [box for box in found if box]
    assert len(boxes) == 3
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"], (language, boxes)

"""What the table's frame does around a game: clocks, people who leave and come back, consent, pauses, another match."""

from __future__ import annotations

import random
import re
from typing import Any

from hands import FREE, ME, positions, touch
from playwright.sync_api import Page, expect

LAST_ROUND = positions("doce").LAST_ROUND


def two(person: Any, **more: Any) -> tuple[Any, Any]:
    """Mara and Theo at a table of DOCE, Mara to move."""
    mara, theo = person(), person(dark=True)
    meet(mara, theo, **more)
    return mara, theo


def meet(mara: Any, theo: Any, **more: Any) -> None:
    more = {"options": {"first": 0}} | more
    table = mara.open("doce", [ME, FREE], **more)
    page = mara.go(f"/t/{table}")
    guest = theo.go(f"/t/{table}")
    guest.get_by_label("Your name").fill("Theo")
    guest.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".cell.ok").first).to_be_visible()
    expect(guest.locator(".cell")).to_have_count(25)


def place(page: Page, square: str) -> None:
    page.locator(f"[data-square={square}]").click()
    page.locator(".act .btn.pri").click()


CLOCKS = [
    ({"kind": "correspondence", "seconds": 3 * 86400}, r"^\s*(3 d 0 h|2 d 23 h)$"),
    ({"kind": "game", "seconds": 600, "increment": 5}, r"^\s*(10:0\d|9:[345]\d)$"),
    ({"kind": "move", "seconds": 60}, r"^\s*(1:00|0:[345]\d)$"),
]


def test_every_kind_of_clock_is_shown_and_runs(person):
    mara, theo = person(), person(dark=True)
    timer, watched = mara.page.get_by_role("timer"), theo.page.get_by_role("timer")
    for clock, face in CLOCKS:
        meet(mara, theo, settings={"clock": clock})
        expect(timer).to_have_text(re.compile(face))
        expect(timer).to_have_attribute("aria-label", re.compile("^Your time: "))
        expect(watched).to_have_attribute("aria-label", re.compile("^Time of Mara: "))
        expect(mara.page.locator("[data-seat-chip='0'] .time.running")).to_have_count(1)
        expect(mara.page.locator("[data-seat-chip='1'] .time:not(.running)")).to_have_count(1)
    said = timer.inner_text()
    expect(timer).not_to_have_text(said)
    place(mara.page, "c3")
    expect(watched).to_have_attribute("aria-label", re.compile("^Your time: "))
    expect(theo.page.locator("[data-seat-chip='1'] .time.running")).to_have_count(1)
    assert theo.axe() == []
    theo.picture("clock")


def test_short_time_is_seen_and_heard_and_a_late_seat_is_taken_back(person):
    mara, theo = two(person, settings={"clock": {"kind": "move", "seconds": 8}})
    page = mara.page
    expect(page.get_by_text("Time is short!")).to_be_visible()
    expect(page.locator("[data-seat-chip='0'] .time.low")).to_be_visible()
    assert mara.axe() == []
    mara.picture("clock-low")
    expect(page.get_by_text("a bot plays in your seat")).to_be_visible(timeout=15000)
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara is out of time: a bot plays on.")
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_text("a bot plays in your seat")).to_have_count(0)
    expect(page.get_by_role("list", name="Log")).to_contain_text("Mara is back and plays on.")
    assert theo.page.locator(".cell .piece").count() >= 1, "the bot moved for Mara"


def test_who_leaves_is_waited_for_in_a_ring_then_a_bot_plays_and_hands_back(person):
    mara, theo = two(person, settings={"absent": 5})
    place(mara.page, "c3")
    expect(theo.page.locator(".cell.ok").first).to_be_visible()
    theo.go("/")
    ring = mara.page.locator("[data-seat-chip='1'] .ring")
    expect(ring).to_be_visible()
    expect(mara.page.get_by_text("Theo left the table. A bot takes over in")).to_be_visible()
    assert 0 < int(ring.text_content() or "0") <= 5
    assert mara.axe() == []
    mara.picture("takeover-ring")
    expect(mara.page.get_by_role("list", name="Log")).to_contain_text("Theo is away: a bot plays on.", timeout=12000)
    expect(mara.page.locator(".cell.ok").first).to_be_visible()
    expect(mara.page.locator(".cell .piece:not([data-blocker])")).to_have_count(2)  # a die of each, whatever the bot blocked
    expect(ring).to_have_count(0)
    theo.page.go_back()
    expect(mara.page.get_by_role("list", name="Log")).to_contain_text("Theo is back and plays on.")
    place(mara.page, mara.page.locator(".cell.ok").first.get_attribute("data-square"))
    expect(theo.page.locator(".cell.ok").first).to_be_visible()


def test_a_move_is_taken_back_when_the_others_agree(person):
    mara, theo = two(person)
    place(mara.page, "c3")
    expect(theo.page.locator(".cell.ok").first).to_be_visible()
    theo.page.locator(".cell.ok").first.click()
    theo.page.locator(".act .btn.pri").click()
    expect(mara.page.locator(".cell .piece")).to_have_count(2)
    mara.page.get_by_role("button", name="Undo").click()
    expect(mara.page.get_by_text("Theo must agree")).to_be_visible()
    expect(theo.page.get_by_text("Mara would like to take a move back.")).to_be_visible()
    assert theo.axe() == []
    theo.page.get_by_role("button", name="No", exact=True).click()
    expect(mara.page.get_by_role("list", name="Log")).to_contain_text("Theo would rather play on.")
    mara.page.get_by_role("button", name="Undo").click()
    theo.page.get_by_role("button", name="Yes", exact=True).click()
    expect(mara.page.locator(".cell .piece")).to_have_count(0)
    expect(theo.page.locator(".cell .piece")).to_have_count(0)


def test_a_pause_outlasts_both_pages_and_anybody_resumes(person):
    mara, theo = two(person, settings={"clock": {"kind": "move", "seconds": 60}})
    page = mara.page
    page.get_by_role("button", name="Table menu").click()
    assert mara.axe() == []
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Theo must agree before the table is paused.")).to_be_visible()
    expect(theo.page.get_by_text("Mara would like a pause.")).to_be_visible()
    assert theo.axe() == []
    expect(page.locator(".cell.ok").first).to_be_visible()
    theo.page.get_by_role("button", name="Yes", exact=True).click()
    expect(theo.page.get_by_text("The table is paused.")).to_be_visible()
    assert page.locator(".cell.ok").count() == 0, "nobody moves while it is paused"
    assert page.locator(".cell.shut").count() == 0, "nor is any square forbidden"
    expect(page.locator("main").get_by_text("Your turn")).to_have_count(0)
    expect(page).not_to_have_title(re.compile("Your turn"))
    where = page.url
    for somebody in (mara, theo):
        somebody.go("/")
    for somebody in (mara, theo):
        somebody.page.goto(where)
        expect(somebody.page.get_by_text("The table is paused.")).to_be_visible()
    assert mara.axe() == []
    theo.page.get_by_role("button", name="Play on").click()
    expect(page.get_by_text("The table is paused.")).to_have_count(0)
    expect(page.locator(".cell.ok").first).to_be_visible()


def to_the_end(mara: Any, theo: Any) -> list[Page]:
    """Both play their last round."""
    pages, chance = [mara.page, theo.page], random.Random(1)
    for _ in range(400):
        if all(page.locator(".towers").count() for page in pages):
            break
        if not any(touch(page, "doce", chance) for page in pages):
            mara.page.wait_for_timeout(15)
    return pages


def test_another_match_starts_when_both_want_it(person):
    mara, theo = two(person, position=LAST_ROUND, options={})
    pages = to_the_end(mara, theo)
    mara.page.get_by_role("button", name="Play again").click()
    expect(mara.page.get_by_text("Waiting for 1 more")).to_be_visible()
    expect(mara.page.locator(".want")).to_have_text("For another match: Mara. Waiting for Theo.")
    expect(theo.page.locator(".want")).to_have_text("For another match: Mara.")
    theo.page.get_by_role("button", name="Play again").click()
    for page in pages:
        expect(page.locator(".towers")).to_have_count(0)
        expect(page.locator(".cell")).to_have_count(25)
    assert sum(page.locator(".cell.ok").count() > 0 for page in pages) == 1


def test_the_host_goes_on_without_who_has_left(person):
    mara, theo = two(person, position=LAST_ROUND, options={})
    page, other = to_the_end(mara, theo)
    without = page.get_by_role("button", name="Go on without Theo")
    chip = page.locator("[data-seat-chip='1']")
    expect(chip).to_be_visible()
    expect(chip).not_to_contain_text("Not here")
    here, theo.expected = other.url, ("localStorage",)  # an empty page has none
    other.goto("about:blank")
    expect(chip).to_contain_text("Not here")
    expect(without).to_be_visible()
    mara.in_both_lights("result-without")
    theo.go(here.removeprefix(theo.server))
    expect(without).to_have_count(0)
    expect(chip).not_to_contain_text("Not here")
    expect(other.get_by_role("button", name="Play again")).to_be_visible()
    expect(other.get_by_role("button", name="Go on without")).to_have_count(0)
    other.goto("about:blank")
    without.click()
    expect(page.locator(".towers")).to_have_count(0)
    expect(page.locator(".cell")).to_have_count(25)


def test_the_first_time_at_a_game_a_hint_tells_how_to_move(person):
    for phone in (False, True):
        mara = person(phone=phone, settings='{"name":"Mara","pace":"instant","motion":"less"}')
        page = mara.go("/")
        page.locator("[data-game=doce] button.now").click()
        tip = page.get_by_role("region", name="First time at DOCE?")
        expect(tip).to_contain_text("line of four dice that adds up to 12")
        assert mara.axe() == []
        mara.picture(f"first-hint-{'phone' if phone else 'wide'}")
        tip.get_by_role("button", name="Got it").click()
        expect(tip).to_have_count(0)
        page.reload()
        expect(page.locator(".cell")).to_have_count(25)
        expect(tip).to_have_count(0)


ONE = {
    "players": 2, "hands": [["M5", "S9", "C3", "C4", "C6", "C7"], ["M9", "S1", "S2", "S3", "S4", "S5"]], "leader": 0,
    "trick": {}, "past": [], "stacks": {letter: ["plain", "star", "plain"] for letter in "SCM"}, "cones": [[], []],
    "score": [0, 0], "round": 1, "over": False, "flavours": "SCM",
}  # fmt: skip
"""Dokitto! Ice: after Matcha 5, which Matcha 9 beats, Strawberry 9 is the only card that follows."""


def test_an_only_card_waits_for_a_tap(person):
    mara = person()
    page = mara.sit("dokitto", 2, position=ONE)
    for _ in range(2):
        page.locator("[data-card=M5]").first.click()
    sign = page.locator("[data-only=tap]")
    expect(sign).to_contain_text("Only this one: Strawberry 9.")
    assert mara.axe() == []
    page.wait_for_timeout(2600)  # longer than one that goes by itself waits
    expect(page.locator(".hand [data-card=S9]")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Rules").first.click(timeout=2000)  # a phone's buttons are not under it
    page.keyboard.press("Escape")
    sign.get_by_role("button", name="Tap").click()
    expect(page.locator(".hand [data-card=S9]")).to_have_count(0)


TOUCH = """() => new MutationObserver((_, me) => {
  if (!document.querySelector('[data-only=goes]')) return;
  me.disconnect();
  document.querySelector('.stage').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
}).observe(document.body, { subtree: true, childList: true })"""
"""A finger that is on the table as soon as the sign is there."""


def test_an_only_card_goes_by_itself_for_who_wants_it_unless_a_hand_is_on_the_table(person):
    mara = person()
    mara.go("/")
    mara.page.evaluate("localStorage.setItem('parlour.settings', JSON.stringify({ forced: true }))")
    for touched in (True, False):
        page = mara.sit("dokitto", 2, position=ONE)
        if touched:
            page.evaluate(TOUCH)
        for _ in range(2):
            page.locator("[data-card=M5]").first.click()
        if touched:
            expect(page.locator("[data-only=tap]")).to_be_visible()
            page.wait_for_timeout(2600)
            expect(page.locator(".hand [data-card=S9]")).to_have_count(1)
        else:
            expect(page.locator("[data-only=goes]")).to_contain_text("Strawberry 9 is played by itself.")
            expect(page.locator(".hand [data-card=S9]")).to_have_count(0)

"""Nothing jumps while pages load and cards fly, only cheap things are animated, and every event is told to those who listen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hands import play_out, positions, see_turn, until, wants
from playwright.sync_api import Page, expect

import parlour
from parlour.core.registry import keys

LAST_ROUND = positions("doce").LAST_ROUND
HAND, deal, others = positions("ion").HAND, positions("ion").deal, positions("ion").others

MOVING = json.dumps(
    {
        "name": "Mara",
        "pace": "fast",
        "motion": "full",
        "sound": False,
        "language": "en",
        "met": keys(),
    }
)
WATCH = """
// What glides is given a new place while it is on its way: it moves, but it does not jump.
window.shifts = [];
const named = (node) => `${node?.nodeName} ${node?.className?.baseVal ?? node?.className} ${node?.textContent?.slice(0, 30)}`;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries())
    if (!shift.hadRecentInput && !shift.sources.every((source) => source.node?.getAnimations?.().length))
      window.shifts.push([shift.startTime, shift.value, shift.sources.map((source) => named(source.node))]);
}).observe({ type: 'layout-shift', buffered: true });
"""
SRC = Path(__file__).parents[2] / "web" / "src"


def settled(page: Page, most: float = 0.02) -> None:
    """As browsers count it: the most that moved in five seconds without a second's rest. They call 0.1 good."""
    page.wait_for_timeout(500)
    began = last = -9999.0
    worst = moved = 0.0
    shifts = page.evaluate("shifts")
    for at, value, _ in shifts:
        if at - last > 1000 or at - began > 5000:
            began, moved = at, 0.0
        last, moved = at, moved + value
        worst = max(worst, moved)
    assert worst < most, "\n".join(str(shift) for shift in shifts)


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_on_the_shelf_at_a_table_and_in_a_replay(person, phone):
    mara = person(phone=phone, settings=MOVING)
    mara.script(WATCH)
    page = mara.go("/")
    expect(page.locator("[data-game=doce] button.now")).to_be_visible()
    settled(page)
    for game in (key for key in keys() if wants(key)):
        page = mara.sit(game, min(max(parlour.game(game).seats), 5))
        see_turn(page)
        play_out(page, game, decisions=4)
        settled(page)
    page = mara.go(mara.watch("doce", position=LAST_ROUND))
    expect(page.locator(".cell").first).to_be_visible()
    for step in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".bar .sub")).to_contain_text(f"Step {step} of")
    settled(page)


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_in_a_duel(person, phone):
    mara = person(phone=phone, settings=MOVING.replace("fast", "calm"))
    mara.script(WATCH)
    fight = {"decision": "one", "duel": {"source": 2, "target": 0, "pair": [2, 5]}}
    page = mara.sit("ion", 4, position=deal(others(4, HAND, "CHL36"), "CHL36", **fight))
    page.locator("[data-number='4']").click()
    page.get_by_role("button", name="Pick 4").click()
    expect(page.locator(".duel .side.won")).to_be_visible(timeout=20000)
    settled(page, most=0.01)


@pytest.mark.parametrize("pace", ["fast", "calm"])
@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_when_a_whole_hand_is_exchanged(person, phone, pace):
    mara = person(phone=phone, settings=MOVING.replace("fast", pace))
    mara.script(WATCH)
    mine = ["d25a", "d36a", "BLK45", "d15a", "d16a", "d24a"]
    aimed = {"decision": "respond", "pending": {"action": "new_game_5", "source": 3, "target": 0}}
    page = mara.sit("ion", 4, position=deal(others(4, mine, "NGF45"), "NGF45", **aimed))
    page.get_by_role("button", name="Accept").click()
    expect(page.locator("[data-card]")).to_have_count(11, timeout=30000)
    settled(page, most=0.01)


def test_only_what_is_cheap_is_animated():
    """Keyframes and transitions touch transform, opacity and colours: nothing that lays the page out anew."""
    dear = re.compile(r"(?<![-\w])(width|height|top|left|right|bottom|margin[-\w]*|padding[-\w]*|font-size|inset)\s*:")
    for path in [*SRC.rglob("*.svelte"), SRC / "base.css"]:
        text = path.read_text(encoding="utf-8")
        for found in re.finditer(r"@keyframes[^{]*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}", text):
            assert not dear.search(found[1]), f"{path.name}: {found[0][:80]}"
        for found in re.finditer(r"transition:\s*([^;]+);", text):
            assert not re.search(r"\b(width|height|top|left|margin|padding|all)\b", found[1]), f"{path.name}: {found[0]}"


def test_every_event_is_told_in_the_live_region(person):
    """What the log gains, the live region says, in the same order."""
    mara = person()
    page = mara.sit("dokitto", 3, options={"first_lead": 0})
    see_turn(page)
    page.evaluate(
        """window.spoken = [];
        new MutationObserver(() => window.spoken.push(document.querySelector('[data-said]').textContent))
          .observe(document.querySelector('[data-said]'), { childList: true, characterData: true, subtree: true })"""
    )
    before = page.locator(".log li").count()
    play_out(page, "dokitto", decisions=4)
    until(page, f"document.querySelectorAll('.log li').length > {before + 3}")
    see_turn(page)
    lines = [text.replace("\n", "") for text in page.locator(".log li").all_inner_texts()[before:]]
    spoken = " ".join(page.evaluate("spoken"))
    assert len(lines) >= 3
    assert not [line for line in lines if line not in spoken]
    page.get_by_label("Quick words").click()
    page.get_by_role("button", name="Nicely played").click()
    expect(page.locator("[data-said]")).to_have_text("Mara: Nicely played")
    page.get_by_label("Say something nice").fill("hello there")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_have_text("Mara: hello there")

"""The moments that an evening is remembered for: a tower falls, a line of twelve is made, a match ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hands import positions, see_turn
from playwright.sync_api import Page, expect

deal = positions("ion").deal

# Something to look at, without motion: every moment is held as long as it takes to read.
CALM = json.dumps(
    {"name": "Mara", "pace": "usual", "motion": "less", "sound": False, "language": "en", "met": ["dokitto", "doce"]}
)
FULL: dict[str, Any] = {
    "players": 3,
    "leader": 1,
    "trick": {1: "C7", 2: "C10"},
    "past": [
        {"leader": 0, "cards": ["S13", "S3", "S5"]},
        {"leader": 0, "cards": ["C13", "C2", "C5"]},
        {"leader": 0, "cards": ["M13", "M2", "M4"]},
        {"leader": 0, "cards": ["M6", "M8", "M11"]},
        {"leader": 2, "cards": ["S6", "S10", "S2"]},
    ],
    "hands": [["C4", "C12", "M9"], ["C8", "M5"], ["C6", "M3"]],
    "stacks": {"S": ["plain"], "C": ["plain", "star"], "M": ["star"]},
    "cones": [["S*", "C", "M"], ["S"], ["M"]],
}
"""Dokitto! Ice: my cone is full, and my Chocolate 12 would win the trick."""
TIED = {
    "players": 3,
    "leader": 1,
    "trick": {1: "S3", 2: "C3"},
    "hands": [["M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10"], ["S1", "S2", "S4", "S5", "S6", "S7", "S8"],
              ["C1", "C2", "C4", "C5", "C6", "C7", "C8"]],
}  # fmt: skip
"""Three threes: the last one wins."""


LINE = {"to_move": 0, "board": {"a5": "W4", "b5": "W3", "d5": "W2", "b2": "B5", "d2": "B1", "e3": "B6"}, "marks": ["a5", "e3"],
        "round": 4, "starter": 1, "score": [74, 30], "earned": [[37, 0], [0, 30], [37, 0], [0, 0]]}  # fmt: skip
"""DOCE, the last round: a 3 on C5 makes a line of twelve."""
HIDES = """() => {
  const card = document.querySelector('section.told').getBoundingClientRect();
  return ['a5', 'b5', 'c5', 'd5'].filter((name) => {
    const box = document.querySelector(`[data-square=${name}]`).getBoundingClientRect();
    return box.left < card.right && box.right > card.left && box.top < card.bottom && box.bottom > card.top;
  });
}"""


def play(page: Page, card: str) -> None:
    see_turn(page)
    page.locator(f"[data-card={card}]").click(position={"x": 12, "y": 30})
    page.locator(".prompt .btn.pri").click()


@pytest.mark.parametrize("phone", [False, True])
def test_a_tower_falls_in_front_of_everything_and_the_card_of_the_round_says_so(person, phone):
    mara = person(phone=phone, settings=CALM)
    page = mara.sit("dokitto", 3, position=FULL)
    play(page, "C12")
    expect(page.locator(".tower")).to_be_visible()
    expect(page.locator(".bar")).not_to_contain_text("Game over")
    card = page.locator("section.told")
    expect(card).to_contain_text("You topple!")
    assert "Mara topples: a fourth scoop" in card.inner_text(), "why, in the table's own words"
    rows = card.locator("ul .row").all_inner_texts()
    assert "toppled" in rows[0]
    assert rows[1].split("\n")[-2:] == ["1 scoop", "+1"]
    assert "+0" not in card.inner_text()
    expect(page.locator("[data-cone='0'] svg.toppled")).to_be_visible()
    expect(page.locator("[data-said]")).to_contain_text("scores")
    box = card.get_by_role("button", name="Next round").bounding_box()
    assert box
    assert box["y"] + box["height"] <= page.viewport_size["height"]  # type: ignore[index]
    assert mara.axe() == []
    mara.picture(f"topple-{phone}")
    card.get_by_role("button", name="Next round").click()
    expect(card).to_have_count(0)
    expect(page.locator("svg.toppled")).to_have_count(0)
    expect(page.locator(".bar")).to_contain_text("Round 2")


def test_game_over_waits_for_the_last_topple_and_the_tower_stays_fallen(person):
    mara = person(settings=CALM)
    page = mara.sit("dokitto", 3, position=FULL | {"score": [9, 9, 2], "round": 3})
    play(page, "C12")
    expect(page.locator(".tower")).to_be_visible()
    expect(page.get_by_text("Game over")).to_have_count(0)
    expect(page.locator(".towers")).to_have_count(0)
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".towers")).to_be_visible()
    page.get_by_role("button", name="See the table").click()
    expect(page.locator("[data-cone='0'] svg.toppled")).to_be_visible()


def test_a_click_that_hurries_comes_to_rest_at_the_card_of_the_round(person):
    mara = person(settings=CALM)
    page = mara.sit("dokitto", 3, position=FULL)
    play(page, "C12")
    expect(page.locator(".tower")).to_be_visible()
    page.locator("main").click(position={"x": 20, "y": 200})
    expect(page.locator("section.told")).to_contain_text("You topple!")
    page.locator("main").click(position={"x": 20, "y": 200})
    expect(page.locator("section.told")).to_have_count(0)


def test_a_finished_trick_keeps_its_winner_and_a_tie_is_explained(person):
    mara = person(settings=CALM)
    page = mara.sit("dokitto", 3, position=TIED)
    play(page, "M3")
    expect(page.locator(".win")).to_have_text("Wins the trick")
    expect(page.locator(".prompt")).to_contain_text("the later card wins")
    expect(page.locator(".prompt")).to_contain_text("Take a scoop")
    expect(page.locator(".win")).to_have_text("Wins the trick")
    mara.picture("trick-won")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390), (768, 1024)])
def test_the_card_of_a_round_hides_no_die_of_the_line_that_won_it(person, size):
    mara = person(settings=CALM, size=size)
    page = mara.sit("doce", position=LINE)
    page.locator(".f").nth(2).click()
    page.locator("[data-square=c5]").click()
    page.locator(".act .btn.pri").click()
    expect(page.locator("section.told")).to_contain_text("You win round 4")
    assert page.evaluate(HIDES) == []
    if size[0] > 900:
        rows = [row.split("\t") for row in page.locator(".scores tr").all_inner_texts()[1:]]
        points = [[int(cell) for cell in row[1:]] for row in rows]
        assert points == [[37, 0], [0, 30], [37, 0], [37, 0], [111, 30]], "the sheet adds up while the card is up"
        assert mara.axe() == []
    expect(page.get_by_text("Game over")).to_have_count(0)
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".towers")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_result_tells_a_story_and_leads_to_its_moments(person, phone):
    mara = person(phone=phone)
    page = mara.sit("dokitto", 3, position=FULL | {"score": [9, 9, 2], "round": 3})
    play(page, "C12")
    expect(page.locator(".towers li")).to_have_count(3)
    story = page.locator(".story li")
    assert "The last tower of the match was the one of Mara: one scoop too many." in story.all_inner_texts()[0]
    sheet = [row.split("\t") for row in page.locator(".rounds tbody tr").all_inner_texts()]
    assert sheet[0][0] == "Before", "a match that began in the middle adds up too"
    sums = [sum(int(row[seat].replace("↓", "")) for row in sheet[:-1]) for seat in (1, 2, 3)]
    assert sums == [int(cell) for cell in sheet[-1][1:]]
    expect(page.locator(".confetti")).to_have_count(0)  # a bot has won
    assert mara.axe() == []
    story.first.get_by_role("link", name="See it again").click()
    expect(page.locator(".bar .sub")).to_contain_text("Step 1 of 1")
    expect(page.locator("[data-cone='0'] svg.toppled")).to_be_visible()


def test_places_where_a_score_is_only_won_or_lost(person):
    mara = person()
    hands = [["d16a"], ["d12a", "d23a"], ["d34a", "d45a"]]
    page = mara.sit("ion", 3, position=deal(hands, "d26a"))
    see_turn(page)
    page.locator("[data-card]").first.click()
    page.locator(".prompt .btn.pri, .box .btn.pri").first.click()
    expect(page.locator(".towers .score")).to_have_text(["1st", "2nd", "2nd"])
    expect(page.locator(".confetti")).to_be_visible()
    assert mara.axe() == []


@pytest.mark.parametrize("phone", [False, True])
def test_the_rules_begin_with_one_illustrated_page_and_answer_what_people_ask(person, phone):
    mara = person(phone=phone)
    page = mara.go("/rules/dokitto")
    expect(page.locator(".guide section").first).to_contain_text("Pile up scoops, but never a fourth.")
    assert page.locator(".guide .pic svg").count() >= 8
    mara.in_both_lights(f"guide-{phone}")
    page.get_by_label("Search the rules").fill("who starts")
    expect(page.locator(".rule").first).to_contain_text("DOK-10")
    expect(page.locator(".guide")).to_have_count(0)
    page.get_by_label("Search the rules").fill("xyzzy")
    expect(page.get_by_text("No rule has all these words.")).to_be_visible()
    page = mara.sit("icecool", 2)
    page.get_by_role("button", name="Rules").first.click()
    expect(page.locator("dialog .guide section").first).to_be_visible()
    assert page.locator("dialog a[href='/learn/icecool']").count() == 1
    assert mara.fits()


def test_shelf_and_menu_lead_to_rules_and_lesson(person):
    mara = person()
    page = mara.go("/")
    box = page.locator("[data-game=ion]")
    expect(box.get_by_role("link", name="Rules: ION")).to_have_attribute("href", "/rules/ion")
    box.get_by_role("link", name="Lesson: ION").click()
    see_turn(page)
    page.get_by_role("button", name="Table menu").click()
    expect(page.locator("dialog").get_by_role("link", name="Lesson")).to_be_visible()

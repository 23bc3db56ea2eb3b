"""The puzzle of the day: from the shelf to a real table, wrong and right answers, hints, the solution, what is remembered."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import parlour
from parlour.bots.puzzle import Puzzle
from parlour.core.registry import built_in
from parlour.review.puzzles import stock

COACH = ".coach"


def kept(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("localStorage.getItem('parlour.puzzles') ?? '{}'")))


def of(game: str, number: int) -> Puzzle:
    return stock(parlour.game(game))[number - 1]


def card(page: Page, name: str) -> None:
    """A card of Dokitto is taken and laid."""
    page.locator(f"[data-card={name}]").click()
    page.locator(".prompt .btn.pri").click()


def die(page: Page, text: str) -> None:
    """A die of DOCE, such as W4@b2."""
    face, square = text[1], text[3:]
    page.locator(".f").nth(int(face) - 1).click()
    page.locator(f"[data-square={square}]").click()
    page.locator(".act .btn.pri").click()


@pytest.mark.parametrize("phone", [False, True])
def test_the_shelf_leads_to_the_puzzle_of_the_day(person, phone):
    mara = person(phone=phone)
    page = mara.go("/")
    shown = page.locator("[data-puzzle]")
    expect(shown).to_contain_text("Puzzle of the day")
    expect(shown).to_contain_text("Solve")
    mara.in_both_lights(f"puzzle-home-{'phone' if phone else 'wide'}")
    shown.scroll_into_view_if_needed()
    mara.picture(f"puzzle-card-{'phone' if phone else 'wide'}")
    shown.click()
    expect(page).to_have_url(re.compile(r"/puzzle/\w+/\d+$"))
    expect(page.locator(COACH)).to_contain_text("Puzzle of the day")
    if not phone:
        expect(page.get_by_role("heading", name="Days in a row")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_wrong_card_the_hint_and_the_right_one(person, phone):
    mara, puzzle = person(phone=phone), of("dokitto", 1)
    page = mara.go("/puzzle/dokitto/1")
    right = puzzle.turns[0].move
    wrong = min(puzzle.worth, key=lambda move: puzzle.worth[move])
    coach = page.locator(COACH)
    expect(coach).to_contain_text("One is clearly better than all others")
    coach.get_by_role("button", name="Hint").click()
    expect(coach).to_contain_text("It is not what comes to mind first")
    card(page, wrong)
    less = puzzle.worth[right] - puzzle.worth[wrong]
    expect(coach).to_contain_text(f"another move is worth {less} points more")
    mara.picture(f"puzzle-wrong-{'phone' if phone else 'wide'}")
    coach.get_by_role("button", name="Try again").click()
    expect(coach).to_contain_text("One is clearly better than all others")
    card(page, right)
    expect(coach).to_contain_text("That is it!")
    assert mara.fits()
    mara.in_both_lights(f"puzzle-solved-{'phone' if phone else 'wide'}")
    assert kept(page)["solved"] == {"dokitto/1": 2}
    if not phone:
        expect(page.get_by_role("link", name="Puzzle 1 of")).to_have_attribute("aria-label", re.compile("solved"))
    coach.get_by_role("button", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(r"/puzzle/dokitto/2$"))
    expect(coach).to_contain_text("One is clearly better than all others")


def test_twelve_by_force_against_the_best_answer(person):
    mara = person()
    number = next(n for n, puzzle in enumerate(stock(parlour.game("doce")), 1) if not puzzle.turns[0].then[0].then)
    puzzle = of("doce", number)
    page = mara.go(f"/puzzle/doce/{number}")
    coach = page.locator(COACH)
    expect(coach).to_contain_text("make twelve by force in two dice")
    mara.in_both_lights("puzzle-doce")
    die(page, puzzle.turns[0].move)
    answer = puzzle.turns[0].answers[-1].move
    expect(page.locator(f"[data-square={answer[3:]}]")).to_have_attribute("aria-label", re.compile(answer[1]))
    die(page, puzzle.turns[0].then[0].move)
    expect(coach).to_contain_text("That is it!")
    mara.picture("puzzle-doce-solved")


def test_the_solution_is_played_and_does_not_count(person):
    mara = person(phone=True)
    page = mara.go("/puzzle/doce/1")
    coach = page.locator(COACH)
    expect(coach).to_contain_text("by force")
    assert mara.fits()
    mara.in_both_lights("puzzle-doce-phone")
    coach.get_by_role("button", name="Hint").click()
    coach.get_by_role("button", name="Show the solution").click()
    expect(coach).to_contain_text("The solution:")
    expect(coach.get_by_role("button", name="Next puzzle")).to_be_visible()
    assert kept(page) == {"solved": {"doce/1": 0}, "days": []}


@pytest.mark.parametrize("game", [key for key in built_in() if stock(parlour.game(key))])
def test_the_solution_of_every_game_is_played_on_its_table(person, game):
    mara = person()
    page = mara.go(f"/puzzle/{game}/1")
    coach = page.locator(COACH)
    coach.get_by_role("button", name="Hint").click()
    coach.get_by_role("button", name="Show the solution").click()
    expect(coach).to_contain_text("The solution:", timeout=60000)
    assert mara.fits()
    mara.picture(f"puzzle-{game}-shown")


def test_by_keys_alone(person):
    mara, puzzle = person(), of("dokitto", 2)
    page = mara.go("/puzzle/dokitto/2")
    expect(page.locator(COACH)).to_contain_text("One is clearly better than all others")
    page.locator(f"[data-card={puzzle.turns[0].move}]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(COACH)).to_contain_text("That is it!")


def test_days_in_a_row_are_counted_on_this_device(person):
    mara = person()
    page = mara.go("/")
    expect(page.locator("[data-puzzle]")).to_contain_text("Solve")
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    days = [date.fromordinal(today.toordinal() - back).isoformat() for back in (3, 2, 1)]
    page.evaluate("(kept) => localStorage.setItem('parlour.puzzles', kept)", json.dumps({"solved": {}, "days": days}))
    page.reload()
    expect(page.locator("[data-puzzle]")).to_contain_text("3 days in a row")

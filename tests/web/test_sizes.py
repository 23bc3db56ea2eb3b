"""Readable at every size: whatever a game asks and the house says, from a small phone to a large screen, zoomed too."""

from __future__ import annotations

import os
from typing import Any

import pytest
from findings import SIZES, findings, settle, unasked
from hands import BOT, ME, WHOLE, positions, short
from lived_in import Lived, lived_in  # noqa: F401 (a fixture)
from running import QUICK

import parlour
from parlour.core.words import languages
from parlour.review.puzzles import stock

GAMES = [game.key for game in parlour.games()]
CRITICAL = ("small phone", "phone on its side", "large")
"""The everyday run looks at the sizes where things go wrong first; the long one at all of them."""
LOOKED = [size for size in SIZES if WHOLE or size in os.environ.get("PARLOUR_SIZES", ",".join(CRITICAL)).split(",")]
LANGUAGES = os.environ.get("PARLOUR_LANGUAGES", ",".join(languages()) if WHOLE else "en").split(",")
"""And in all languages."""
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def reader(language: str) -> str:
    """The settings of somebody who reads this language."""
    return QUICK.replace('"en"', f'"{language}"')


@pytest.mark.parametrize("key", GAMES)
def test_every_decision_has_a_position(key: str) -> None:
    game = parlour.game(key)
    assert unasked(game) == []


def sit(mara: Any, key: str, case: dict[str, Any]) -> Any:
    position = case["position"]
    seats = [ME] + [BOT] * (position.get("players", 2) - 1)
    page = mara.sit(key, seats, position=position, settings={"auto_forced": False})
    page.locator(case.get("until", "main .stage *")).first.wait_for(timeout=20000)
    return page


@in_every_language
@pytest.mark.parametrize("key", GAMES)
def test_every_decision_can_be_read_and_made_at_every_size(person, key: str, language: str) -> None:
    mara = person(settings=reader(language))
    rules = positions(key)
    if hasattr(rules, "SCRIPT"):
        mara.script(rules.SCRIPT)
    wrong: list[str] = []
    kept: dict[str, Any] = {}
    for name, case in rules.POSITIONS.items():
        page = sit(mara, key, case)
        for step in range(len(case.get("taps", ())) + 1):
            if step:
                page.locator(case["taps"][step - 1]).first.evaluate("(node) => node.click()")
            for size in LOOKED:
                width, height = SIZES[size]
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
                mara.picture(f"size-{language}-{key}-{name.replace(' ', '-')}-{step}-{width}x{height}")
                if keeps := getattr(rules, "KEEPS", ""):
                    box = page.locator(keeps).first.bounding_box()
                    if kept.setdefault(size, box) != box:
                        wrong.append(f"{name}, {size} {width}x{height}: {keeps} was {kept[size]}, now it is {box}")
                wrong += [f"{name}{' +' * step}, {found}" for found in findings(page, size, key)]
    assert not wrong, f"{len(wrong)} findings:\n" + "\n".join(wrong)


@in_every_language
@pytest.mark.parametrize("key", GAMES)
def test_replay_result_and_lesson_can_be_read_at_every_size(person, key: str, language: str) -> None:
    """The same rule where nothing is decided: in a replay, at its end, at the result, in a lesson and a puzzle."""
    mara = person(settings=reader(language))
    path = mara.watch(key, min(parlour.game(key).seats), **short(key))
    page = mara.go(path)
    wrong: list[str] = []

    def look(what: str) -> None:
        for size in LOOKED:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            mara.picture(f"size-{language}-{key}-{what}-{width}x{height}")
            wrong.extend(f"{what}, {found}" for found in findings(page, size, key, decides=False))

    steps = page.locator("[data-step]")
    steps.first.wait_for()
    steps.nth(steps.count() // 2).click()
    look("replay")
    page.set_viewport_size({"width": 1440, "height": 900})
    steps.last.click()
    look("end")
    page.set_viewport_size({"width": 1440, "height": 900})
    page = mara.go(path.removesuffix("/replay/1"))
    page.locator(".towers").first.wait_for()
    look("result")
    page.set_viewport_size({"width": 1440, "height": 900})
    page = mara.go(f"/learn/{key}")
    page.locator(".coach").first.wait_for()
    page.locator("main .stage *").first.wait_for()
    look("lesson")
    if stock(parlour.game(key)):
        page.set_viewport_size({"width": 1440, "height": 900})
        page = mara.go(f"/puzzle/{key}/1")
        page.locator(".coach").first.wait_for()
        page.locator("main .stage *").first.wait_for()
        look("puzzle")
    assert not wrong, f"{len(wrong)} findings:\n" + "\n".join(wrong)


OPEN = "() => document.querySelectorAll('main details').forEach((one) => (one.open = true))"


@in_every_language
def test_pages_of_the_house_can_be_read_at_every_size(person, lived_in: Lived, language: str) -> None:  # noqa: F811
    """With all that folds opened, in a window as long as the page."""
    mara = person(settings=reader(language))
    mara.token = lived_in.device
    mara.script(f"localStorage['parlour.device'] = '{lived_in.device}'")
    wrong: list[str] = []
    for name, path in lived_in.pages.items():
        page = mara.go(path)
        page.locator(f"main {lived_in.until.get(name, '*')}").first.wait_for(timeout=90000)
        page.wait_for_load_state("networkidle")
        page.evaluate(OPEN)
        for size in LOOKED:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            for _ in range(3):  # what is as high as the window grows with it
                height = max(height, page.evaluate("document.documentElement.scrollHeight"))
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
            mara.picture(f"size-{language}-{name.replace(' ', '-')}-{width}x{height}")
            wrong += [f"{name}, {found}" for found in findings(page, size, decides=False)]
    assert not wrong, f"{len(wrong)} findings:\n" + "\n".join(wrong)

"""The pictures of docs/looks.md: what each promise about ICECOOL2, ION and West Van Soft looks like, wide and on phones.

    python tools/film_looks.py [name ...]     # needs the built pages (`make pages`) and a Chromium

Each picture is a real table of a real server in the position that shows the point; films of whole turns: tools/film_turns.py.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "tests"), str(ROOT / "tools")]

from film_app import LIVELY, PICTURES, running, visitor  # noqa: E402
from hands import positions  # noqa: E402
from people import FLAGS, chromium  # noqa: E402

ION, WESTVAN = positions("ion"), positions("westvan")
SIZES = {"wide": (1440, 900), "phone": (390, 844), "side": (844, 390), "tablet": (768, 1024)}
SCHOOL: dict[str, Any] = {
    "players": 4, "catcher": "teal", "turn": "purple", "phase": "announce",
    "penguins": {
        "purple": {"x": 20, "y": 13}, "orange": {"x": 33, "y": 33}, "teal": {"x": 50, "y": 55}, "pink": {"x": 12, "y": 55},
    },
    "fish": {
        "D1": ["purple", "orange", "pink"], "D2": ["purple"], "D3": ["orange", "pink"], "D7": ["purple", "orange", "pink"],
    },
    "cards": {"purple": {"down": ["1J", "1T", "2", "2", "3"]}},
}  # fmt: skip
HUNT = SCHOOL | {
    "catcher": "purple", "fish": None, "phase": "preflick", "cards": {},
    "penguins": {
        "purple": {"x": 50, "y": 55}, "orange": {"x": 36, "y": 58}, "teal": {"x": 53, "y": 30}, "pink": {"x": 12, "y": 55},
    },
}  # fmt: skip
DUEL = {"decision": "pair", "duel": {"source": 0, "target": 2, "off_turn": True}}
SPOILT = {"day": 2, "used": ["toddler", "dentist", "lifeguard"], "earned": [[12, 3, 4]]}


class Scene(NamedTuple):
    game: str
    size: str
    position: dict[str, Any]
    do: Callable[[Page], None] = lambda page: None
    school: str = "{}"
    path: str = ""


def tap(*wheres: str) -> Callable[[Page], None]:
    """One after another; cards are taken by their corner."""

    def do(page: Page) -> None:
        for where in wheres:
            at = {"x": 12, "y": 30} if where.startswith("[data-card") else None
            page.locator(where).first.click(position=at)  # type: ignore[arg-type]
            page.wait_for_timeout(500)

    return do


def point(where: str) -> Callable[[Page], None]:
    return lambda page: page.locator(where).first.hover()


def race(page: Page) -> None:
    page.locator(".race:not(.ready)").wait_for(timeout=15000)


def wrong_slap(page: Page) -> None:
    race(page)
    tap("[data-card=d25a]")(page)
    page.locator(".result").wait_for()
    page.locator(".prompt .btn").first.wait_for(timeout=15000)


def toss(page: Page) -> None:
    tap("[data-number='2']", "[data-number='5']", ".box .btn.pri")(page)
    page.locator("[data-toss]").wait_for(timeout=15000)


def bomb(page: Page) -> None:
    tap("[data-card=BOM66]", ".prompt .btn.pri")(page)
    page.locator("[data-spoils]").wait_for(timeout=15000)


def notebook(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Notebook$|The Night Nurse")).first.click()
    tap("dialog [data-notes='1']", "dialog [data-person=critic]", "dialog [data-person=hiker]")(page)
    page.locator("dialog [data-person=hiker]").dblclick()


def lesson(steps: int) -> Callable[[Page], None]:
    def do(page: Page) -> None:
        for step in range(1, steps):
            page.get_by_text(f"step {step} of").wait_for()
            page.locator(".coach .btn").last.click()
        page.get_by_text(f"step {steps} of").wait_for()
        page.locator("main .stage *").first.wait_for()

    return do


def at(game: str, size: str, position: dict[str, Any], do: Callable[[Page], None] = lambda page: None) -> Scene:
    return Scene(game, size, position, do)


FOUR, SIX = ION.others(4, ION.HAND, "CHL36"), ION.others(6, ION.HAND, "d24a")
BOMBED = [["BOM66", "d46a"], ["d12a", "d15a"], ["d13a", "PUN11", "d23a"], ["d24a", "d35a"]]
SCENES: dict[str, Scene] = {
    "icecool-doors": at("icecool", "wide", SCHOOL),
    "icecool-doors-phone": at("icecool", "phone", SCHOOL),
    "icecool-doors-top": Scene("icecool", "wide", SCHOOL, school='{"look":"top"}'),
    "icecool-reach": at("icecool", "wide", HUNT),
    "icecool-panel-side": at("icecool", "side", SCHOOL, tap("[data-task=jump]")),
    "icecool-lesson": Scene("icecool", "phone", {}, lesson(5), path="/learn/icecool"),
    "ion-explain": at("ion", "wide", ION.deal(SIX, "d24a"), point("[data-card=GFT13]")),
    "ion-icons-phone": at("ion", "phone", ION.deal(SIX, "d24a"), tap(".icons")),
    "ion-lesson": Scene("ion", "phone", {}, lesson(5), path="/learn/ion"),
    "ion-wrong-phone": at("ion", "phone", ION.deal(ION.SLAP, "TIC34", **ION.RACE), wrong_slap),
    "ion-race-side": at("ion", "side", ION.deal(ION.SLAP, "TIC34", **ION.RACE), race),
    "ion-wheel-side": at("ion", "side", ION.deal(FOUR, "CHL36", **DUEL), tap("[data-number='2']")),
    "ion-toss-phone": at("ion", "phone", ION.deal(FOUR, "CHL36", **DUEL), toss),
    "ion-spoils": at("ion", "wide", ION.deal(BOMBED, "d56b", bomb=True, options={"mode": "tournament", "target": 400}), bomb),
    "westvan-notebook": at("westvan", "wide", WESTVAN.set_up(WESTVAN.MINE, 3, **SPOILT), notebook),
    "westvan-notebook-phone": at("westvan", "phone", WESTVAN.set_up(WESTVAN.MINE, 3, **SPOILT), notebook),
    "westvan-price": at("westvan", "wide", WESTVAN.set_up(WESTVAN.MINE, 3), tap("[data-card=mint-1]")),
    "westvan-six-tablet": at("westvan", "tablet", WESTVAN.set_up(WESTVAN.MINE, 6)),
    "westvan-cone-side": at(
        "westvan", "side", WESTVAN.set_up(WESTVAN.LONG, 3, [[], *WESTVAN.FLIGHTS[1:3]]), tap("[data-card=waffle-1]")
    ),
}


def shoot(page: Page, name: str) -> None:
    page.evaluate("document.getAnimations().forEach((way) => way.pause())")
    shot = Image.open(io.BytesIO(page.screenshot(timeout=90000))).convert("RGB")
    if shot.width > 900:
        shot = shot.resize((1080, round(shot.height * 1080 / shot.width)), Image.Resampling.LANCZOS)
    path = PICTURES / f"look-{name}.webp"
    shot.save(path, quality=72, method=6)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, running("(300, 500)") as address:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in sys.argv[1:] or SCENES:
            scene = SCENES[name]
            phone = scene.size in ("phone", "side")
            mara = visitor(chrome, address, LIVELY.replace("calm", "usual"), size=SIZES[scene.size], motion="no-preference")
            mara.script(f"localStorage['parlour.school'] = '{scene.school}'")
            page = (
                mara.go(scene.path) if scene.path else mara.sit(scene.game, scene.position["players"], position=scene.position)
            )
            page.locator("main .stage *").first.wait_for(timeout=30000)
            page.wait_for_timeout(4500 if scene.game == "icecool" else 900)
            scene.do(page)
            page.wait_for_timeout(2500 if scene.path and scene.game == "icecool" else 500)
            shoot(page, name)
            mara.context.close()
        chrome.close()

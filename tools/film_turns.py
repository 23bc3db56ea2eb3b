"""A turn of each of three games, filmed wide and on a phone: the flick is aimed, the race is slapped, a rival is deduced.

    python tools/film_turns.py [aim|slap|deduce ...]     # needs the built pages (`make pages`) and a Chromium

The page's clock is stopped and pushed on picture by picture, so that a film is as smooth from a slow machine as from a quick
one; the server plays in its own time. What is filmed must really happen: each turn ends with what it was about.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "tests"), str(ROOT / "tools")]

from film_app import MET, PICTURES, running, visitor  # noqa: E402
from hands import positions  # noqa: E402
from people import FLAGS, Person, chromium  # noqa: E402

SETTINGS = f'{{"name":"Mara","pace":"usual","motion":"full","sound":false,"language":"en",{MET}}}'
STEP = 80
"""Milliseconds from picture to picture."""
WIDE = {"aim": (1120, 700), "slap": (1120, 700), "deduce": (1440, 900)}
PUSH = """(ms) => { for (const way of document.getAnimations()) {
  if (way.playState !== 'finished') { way.pause(); way.currentTime = Number(way.currentTime ?? 0) + ms;
    const end = way.effect?.getComputedTiming().endTime; if (Number(way.currentTime) >= Number(end)) way.finish(); } } }"""
FLICK = {
    "players": 4, "catcher": "teal", "turn": "purple", "phase": "preflick", "options": {"steady": "perfect"},
    "penguins": {
        "purple": {"x": 14, "y": 13}, "orange": {"x": 33, "y": 33}, "teal": {"x": 50, "y": 55}, "pink": {"x": 12, "y": 55},
    },
    "cards": {"purple": {"down": ["1T", "2", "2"]}},
}  # fmt: skip

PAST = {"day": 2, "used": ["toddler", "dentist", "lifeguard"], "earned": [[12, 3, 4]]}


class Film:
    """Pictures of one page, each as long as it is to be seen."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.shots: list[tuple[Image.Image, int]] = []

    def stop_the_clock(self) -> None:
        now = self.page.evaluate("Date.now()") / 1000
        self.page.clock.pause_at(datetime.fromtimestamp(now) + timedelta(seconds=2))

    def shoot(self, ms: int = STEP, hold: int = 0) -> None:
        """So much later; the picture is held longer where there is something to read."""
        self.page.clock.run_for(ms)
        self.page.evaluate(PUSH, ms)
        shot = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        high = 420 if shot.width > shot.height else 560
        self.shots.append(
            (shot.resize((round(shot.width * high / shot.height), high), Image.Resampling.LANCZOS), max(ms, hold))
        )

    def until(self, over: Callable[[], bool], most: int = 80) -> None:
        for _ in range(most):
            self.shoot()
            if over():
                return
        raise AssertionError(f"{self.name}: it never came to its end")

    def save(self) -> None:
        path = PICTURES / f"{self.name}.webp"
        first, *rest = [shot for shot, _ in self.shots]
        lasts = [ms for _, ms in self.shots]
        lasts[-1] = 2200
        first.save(path, save_all=True, append_images=rest, duration=lasts, loop=0, quality=55, method=6)
        size = path.stat().st_size
        assert size < 1_000_000, f"{path.name} has {size} bytes"
        print(f"{path.name}: {len(lasts)} pictures, {sum(lasts) / 1000:.1f} s, {size // 1000} kB")


def aim(mara: Person, film: Film) -> None:
    """Pull back, look where the dots go, let go: through D1, the fish is mine."""
    page = film.page
    page.wait_for_function("() => document.querySelector('.school')?.dataset.view === 'deep'", timeout=60000)
    page.wait_for_timeout(4000)  # the camera comes to rest
    film.stop_the_clock()
    box = page.locator("[data-foot]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    film.shoot(hold=900)
    page.mouse.move(x, y)
    page.mouse.down()
    far = min(150.0, x - 14)
    for part in range(1, 13):
        page.mouse.move(x - far * 0.62 * part / 12, y + 26 - 18 * part / 12)
        film.shoot()
    for part in range(6):
        page.mouse.move(x - far * 0.62, y + 8 - 8 * part / 5)
        film.shoot()
    film.shoot(hold=500)
    page.mouse.up()
    flown = "() => document.querySelector('.school').dataset.state"
    film.until(lambda: page.evaluate(flown) in ("flying", "slow"), 30)
    film.until(lambda: page.evaluate(flown) not in ("flying", "slow", "sending", "telling"), 120)
    expect(page.get_by_role("img", name="1 of 3 fish").first).to_be_visible()


def slap(mara: Person, film: Film) -> None:
    """Everybody may slap: my hand is first, the card lies on the others, the result says why it counts."""
    page = film.page
    page.locator(".race:not(.ready)").wait_for(timeout=15000)
    film.stop_the_clock()
    film.shoot(hold=900)
    page.locator("[data-card=d13a]").click(position={"x": 12, "y": 30})
    for _ in range(14):
        film.shoot()
    expect(page.locator(".result")).to_contain_text("You were first: 1|3 fits!")
    for _ in range(12):
        film.shoot()


def deduce(mara: Person, film: Film) -> None:
    """What a rival liked and spoilt strikes people out; my pen does the rest; then a scoop whose price is said first."""
    page = film.page
    page.locator("[data-card]").first.wait_for()
    page.wait_for_timeout(800)
    film.stop_the_clock()
    film.shoot(hold=1200)
    page.get_by_role("button", name=re.compile("^Notebook$|The Night Nurse")).first.click()
    for _ in range(4):
        film.shoot()
    book = page.get_by_role("dialog", name="Notebook")
    book.locator("[data-notes='1']").click()
    for _ in range(2):
        film.shoot(hold=900)
    for who in ("critic", "hiker"):
        book.locator(f"[data-person={who}]").click()
        film.shoot(hold=700)
    page.keyboard.press("Escape")
    for _ in range(4):
        film.shoot()
    page.locator("[data-card=mint-1]").click(position={"x": 12, "y": 30})
    for _ in range(3):
        film.shoot(hold=700)
    page.locator("[data-melt='0:0']").first.click()
    for _ in range(10):
        film.shoot()


def tables() -> dict[str, tuple[str, dict[str, object], Callable[[Person, Film], None]]]:
    ion, westvan = positions("ion"), positions("westvan")
    return {
        "aim": ("icecool", FLICK, aim),
        "slap": ("ion", ion.deal(ion.SLAP, "TIC34", **ion.RACE), slap),
        "deduce": ("westvan", westvan.set_up(westvan.MINE, 3, **PAST), deduce),
    }


def film_one(browser: Browser, server: str, what: str, phone: bool) -> None:
    game, position, turn = tables()[what]
    mara = visitor(browser, server, SETTINGS, phone=phone, size=WIDE[what], motion="no-preference")
    mara.script("localStorage['parlour.school'] = '{\"slow\":false}'")
    mara.page.clock.install()
    page = mara.sit(game, int(str(position.get("players", 3))), position=position)
    film = Film(page, f"turn-{what}{'-phone' if phone else ''}")
    turn(mara, film)
    film.save()
    mara.context.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, running("(300, 500)") as address:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for what in sys.argv[1:] or list(tables()):
            for phone in (False, True):
                film_one(chrome, address, what, phone)
        chrome.close()

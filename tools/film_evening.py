"""The first evening, filmed: a server with an empty folder, a table opened at localhost, a guest who comes by its code on a
phone, a match of Dokitto! Ice with a Duckling, a tower that falls, the result, and a rematch under the same signs.

    python tools/film_evening.py [folder]     # needs the built pages (`make pages`) and a Chromium

Both screens are in every picture. What must be true on the way is checked: the code leads to another address than localhost,
and everybody sits under the same sign after the rematch.
"""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "tests"), str(ROOT / "tools")]

from film_app import palette_of  # noqa: E402
from hands import touch  # noqa: E402
from people import FLAGS, chromium  # noqa: E402
from running import free_port, wait_for  # noqa: E402
from test_guests import scanned  # noqa: E402

LAPTOP, PHONE, HEIGHT = (1120, 760), (390, 844), 480
SETTINGS = '{"name":"%s","sign":0,"colour":0,"pace":"fast","motion":"less","sound":false,"language":"en","met":["dokitto"]}'
NEXT = ".card .btn.pri[data-keep]"


class Film:
    """Pictures of both screens side by side, each with the seconds that it is to be seen."""

    def __init__(self, host: Page, guest: Page) -> None:
        self.host, self.guest = host, guest
        self.shots: list[tuple[Image.Image, float]] = []

    def shoot(self, seconds: float = 1.6) -> None:
        screens = [Image.open(io.BytesIO(page.screenshot())).convert("RGB") for page in (self.host, self.guest)]
        small = [shot.resize((round(shot.width * HEIGHT / shot.height), HEIGHT), Image.Resampling.LANCZOS) for shot in screens]
        both = Image.new("RGB", (sum(shot.width for shot in small) + 36, HEIGHT + 24), "#3A222C")
        both.paste(small[0], (12, 12))
        both.paste(small[1], (24 + small[0].width, 12))
        self.shots.append((both, seconds))

    def save(self, folder: Path) -> None:
        for number, (shot, _) in enumerate(self.shots):
            shot.save(folder / f"evening-{number:02}.png")
        sheet = Image.new("RGB", (self.shots[0][0].width, self.shots[0][0].height * 3))
        for row, at in enumerate((0, len(self.shots) // 2, -1)):
            sheet.paste(self.shots[at][0], (0, row * self.shots[0][0].height))
        palette = palette_of(sheet)
        pictures = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot, _ in self.shots]
        lasts = [round(seconds * 1000) for _, seconds in self.shots]
        path = folder / "evening.gif"
        pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, optimize=True, disposal=1)
        print(f"{path}: {len(pictures)} pictures, {sum(lasts) / 1000:.0f} s, {path.stat().st_size // 1000} kB")


def signs(page: Page) -> dict[str, str | None]:
    """Who sits under what."""
    seats = page.locator(".towers [data-seat-chip], .trick .by, [data-seat-chip]").all()
    found = {seat.inner_text().split("\n")[0]: seat.locator("[data-sign]").first.get_attribute("data-sign") for seat in seats}
    return {name: sign for name, sign in found.items() if name in ("Mara", "Theo", "Waffle", "Sprinkle", "Sorbet")}


def play(film: Film) -> None:
    """To the end of the match; every tower that falls and every round's end is filmed, and now and then a trick."""
    chance, told, fell = random.Random(5), "", False
    for made in count():
        assert made < 6000, "the match did not end"
        for page in (film.host, film.guest):
            card = page.locator(".card.panel[role=status]")
            if card.count() and (said := card.first.inner_text()) != told and page is film.host:
                told, falls = said, bool(page.locator(".card.fell").count())
                page.wait_for_timeout(500)
                if falls and not fell:
                    film.shoot(3)
                fell = fell or falls
            try:
                page.locator(NEXT).first.click(timeout=300) if page.locator(NEXT).count() else touch(page, "dokitto", chance)
            except Error:
                continue
        if made in (12, 40, 90):
            film.shoot(0.9)
        if film.host.locator(".towers").count() and film.guest.locator(".towers").count():
            assert fell, "no tower fell in this match"
            return
        film.host.wait_for_timeout(25)


def evening(browser: Browser, folder: Path) -> None:
    port = free_port()
    with tempfile.TemporaryDirectory() as house:  # What `make play` starts, with nothing kept from an earlier evening.
        command = [
            str(Path(sys.executable).with_name("parlour")),
            "serve",
            "--no-browser",
            "--port",
            str(port),
            "--data",
            house,
        ]
        process = subprocess.Popen(command, env=os.environ | {"PARLOUR_CACHE": f"{house}/cache"})
        wait_for(process, port)
        try:
            laptop = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, reduced_motion="reduce")
            laptop.add_init_script("localStorage['parlour.settings'] ??= '" + SETTINGS % "Mara" + "'")
            phone = browser.new_context(
                viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, reduced_motion="reduce"
            )
            phone.add_init_script("localStorage['parlour.settings'] ??= '" + SETTINGS % "" + "'")
            host, guest = laptop.new_page(), phone.new_page()
            film = Film(host, guest)
            host.goto(f"http://localhost:{port}/")
            host.locator("button.now").first.wait_for()
            film.shoot()
            host.locator("[data-game=dokitto] .face").click()
            host.get_by_role("combobox", name="Players").select_option("3")
            host.get_by_label("Chair 3", exact=True).select_option("bot:beginner")
            film.shoot()
            host.get_by_role("button", name="Open the table").click()
            link = scanned(host)
            assert not link.startswith(("http://localhost", "http://127.")), link
            film.shoot(2.2)
            guest.goto(link)
            guest.get_by_label("Your name").fill("Theo")
            film.shoot(2)
            guest.get_by_role("button", name="Sit down").click()
            host.get_by_text("Everybody is here").wait_for()
            film.shoot(2)
            host.get_by_role("button", name="Start", exact=True).click()
            for page in (host, guest):
                page.locator("[data-card]").first.wait_for()
            before = signs(host)
            film.shoot()
            play(film)
            film.shoot(3)
            for page in (host, guest):
                page.get_by_role("button", name="Play again").click()
            for page in (host, guest):
                page.locator("[data-card]").first.wait_for()
            assert signs(host) == before, f"{before} became {signs(host)}"
            film.shoot(2.5)
            film.save(folder)
        finally:
            process.terminate()
            process.wait(10)


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "pictures"
    out.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        evening(chrome, out)
        chrome.close()

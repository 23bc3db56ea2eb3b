"""Pictures of the running pages for the README: stills of every page, and a short film of a game.

    python tools/film_app.py [stills|film]     # needs the built pages (`make pages`) and a Chromium

Everything is taken from a real server and a real browser; the colours are reduced so that the files stay small.
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "tests")]

from hands import FREE, ME, play_out, positions, see_turn  # noqa: E402
from people import FLAGS, Person, chromium  # noqa: E402
from running import MET as KNOWN  # noqa: E402
from running import SERVER, free_port, serve  # noqa: E402

HAND, deal, others = positions("ion").HAND, positions("ion").deal, positions("ion").others
MINE, set_up = positions("westvan").MINE, positions("westvan").set_up
PICTURES = ROOT / "docs" / "pictures"
MET = f'"met":{KNOWN}'
QUICK = f'{{"name":"Mara","pace":"instant","motion":"less","sound":false,"language":"en",{MET}}}'
LIVELY = f'{{"name":"Mara","pace":"calm","motion":"full","sound":false,"language":"en",{MET}}}'
BOT = {"kind": "bot", "level": "casual"}
NEAR = {
    "to_move": 0, "round": 2, "starter": 1, "score": [27, 0], "earned": [[27, 0], [0, 0], [0, 0], [0, 0]],
    "board": {"c3": "W4", "d3": "W3", "b2": "B5", "b3": "W2", "d4": "B6", "e1": "B1", "a5": "W6", "d2": "B2"},
    "marks": ["a5", "d2"],
}  # fmt: skip
SCHOOL = {
    "players": 4, "catcher": "orange", "turn": "purple", "phase": "preflick",
    "penguins": {
        "purple": {"x": 22, "y": 9}, "orange": {"x": 44, "y": 50}, "teal": {"x": 13, "y": 45}, "pink": {"x": 53, "y": 33},
    },
    "cards": {"purple": {"down": ["1T", "2", "2", "3"]}, "teal": {"down": ["2", "3"]}},
}  # fmt: skip
FILM_WIDTH, FILM_SECONDS = 640, 14
SLOW = 2.5
"""The game is filmed slowly and shown at its own speed, so that a slow machine misses nothing."""


@contextmanager
def running(pace: str) -> Iterator[str]:
    """A server with an empty house, and bots that wait so many milliseconds (least, most)."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = serve(port, Path(folder) / "tables.db", SERVER.replace("(1, 8)", pace))
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(10)


def visitor(
    browser: Browser,
    server: str,
    settings: str,
    *,
    phone: bool = False,
    dark: bool = False,
    size: tuple[int, int] = (1280, 800),
    motion: Literal["reduce", "no-preference"] = "reduce",
) -> Person:
    width, height = (390, 844) if phone else size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        has_touch=phone,
        reduced_motion=motion,
    )
    context.add_init_script(f"localStorage['parlour.settings'] ??= '{settings}'")
    return Person(context, server)


def palette_of(shot: Image.Image) -> Image.Image:
    """256 colours for a picture: large surfaces count for less than their size, so that small bright things keep theirs."""
    pixels = np.asarray(shot).reshape(-1, 3)
    _, group, count = np.unique((pixels >> 3) @ np.array([1024, 32, 1]), return_inverse=True, return_counts=True)
    means = np.stack([np.bincount(group, pixels[:, c]) / count for c in range(3)], axis=1)
    sample = np.repeat(means.round().astype(np.uint8), np.ceil(count**0.45).astype(int), axis=0)
    return Image.fromarray(sample[None]).quantize(256, dither=Image.Dither.NONE)


def keep(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.quantize(palette=palette_of(shot), dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def stills(browser: Browser, server: str) -> None:
    mara = visitor(browser, server, QUICK)
    mara.go("/").locator("button.now").first.wait_for()
    keep(mara.page, "home")
    for path, name in (("/new?game=westvan", "open"), ("/rules/dokitto", "rules"), ("/settings", "settings")):
        keep(mara.go(path), name)

    def table(game: str, seats: int, touches: int = 0, who: Person = mara, **more: Any) -> Page:
        page = who.sit(game, seats, **more)
        see_turn(page)
        if touches:
            play_out(page, game, decisions=touches)
            see_turn(page)
        return page

    keep(table("dokitto", 4, 6, options={"first_lead": 0}), "table-dokitto")
    keep(table("doce", 2, position=NEAR), "table-doce")
    punished = {"decision": "respond", "pending": {"action": "punish", "source": 5, "target": 0}}
    keep(table("ion", 6, position=deal(others(6, HAND, "PUN24"), "PUN24", **punished)), "table-ion")
    page = table("westvan", 3, position=set_up(MINE, 3))
    page.locator("[data-card=mint-1]").click()
    keep(page, "table-westvan")
    school = visitor(browser, server, QUICK.replace('"less"', '"full"'), motion="no-preference", size=(1440, 900))
    page = table("icecool", 4, who=school, position=SCHOOL)
    page.wait_for_function("() => document.querySelector('.school')?.dataset.view === 'deep'")
    page.wait_for_timeout(4000)  # the camera comes to rest
    keep(page, "table-icecool")
    keep(mara.go(f"/t/{mara.open('dokitto', [ME, FREE, FREE, BOT])}"), "waiting")
    replay = mara.watch("dokitto", 3)
    mara.go(replay.split("/replay")[0]).locator(".towers").wait_for()
    keep(mara.page, "result")
    mara.go(f"{replay}?step=20").locator("[data-step]").first.wait_for()
    keep(mara.page, "replay")
    phone = visitor(browser, server, QUICK, phone=True, dark=True)
    keep(table("dokitto", 4, 7, phone, options={"first_lead": 0}), "phone-dark")


def film(browser: Browser, server: str) -> None:
    """From the shelf into a game of Dokitto, a few tricks long, at its own speed."""
    page = visitor(browser, server, LIVELY, size=(1120, 700), motion="no-preference").go("/")
    page.locator("button.now").first.wait_for()
    frames: list[tuple[float, Image.Image]] = []
    camera = page.context.new_cdp_session(page)

    def seen(event: dict[str, Any]) -> None:
        with suppress(Error):  # the last ones come when the camera is off already
            camera.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})
        shot = Image.open(io.BytesIO(base64.b64decode(event["data"]))).convert("RGB")
        frames.append((event["metadata"]["timestamp"], shot.resize((FILM_WIDTH, round(shot.height * FILM_WIDTH / shot.width)))))

    camera.on("Page.screencastFrame", seen)
    camera.send("Animation.enable")
    camera.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOW})
    camera.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "maxWidth": 1120, "maxHeight": 700})
    page.wait_for_timeout(900 * SLOW)
    page.locator("[data-game=dokitto] button.now").click()
    until = time.monotonic() + (FILM_SECONDS - 2) * SLOW
    while time.monotonic() < until:
        cards, button = page.locator("[data-card]:not([aria-disabled=true])"), page.locator(".prompt .btn.pri:enabled")
        if button.count():
            button.first.click()
        elif page.locator(".prompt .disp").count() and cards.count():
            cards.nth(cards.count() // 2).click(position={"x": 14, "y": 34})
            page.wait_for_timeout(200 * SLOW)
        page.wait_for_timeout(120)
    camera.send("Page.stopScreencast")
    page.wait_for_timeout(300)
    save_film(frames, PICTURES / "film.gif")


def save_film(frames: list[tuple[float, Image.Image]], path: Path) -> None:
    """At most ten pictures a second, one palette for all of them, each as long as it was to be seen."""
    kept: list[tuple[float, Image.Image]] = []
    for at, shot in frames:
        if not kept or at / SLOW - kept[-1][0] >= 0.1:
            kept.append((at / SLOW, shot))
    together = Image.new("RGB", (FILM_WIDTH, kept[0][1].height * 3))
    for i, (_, shot) in enumerate((kept[0], kept[len(kept) // 2], kept[-1])):
        together.paste(shot, (0, i * shot.height))
    palette = palette_of(together)
    pictures = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for _, shot in kept]
    lasts = [min(1200, max(60, round((b[0] - a[0]) * 1000))) for a, b in pairwise(kept)] + [1800]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, optimize=True, disposal=1)
    print(f"{path.name}: {len(pictures)} pictures, {sum(lasts) / 1000:.1f} s, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["stills", "film"]
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for what, pace in (("stills", "(1, 8)"), ("film", "(300, 500)")):
            if what in wanted:
                with running(pace) as address:
                    {"stills": stills, "film": film}[what](chrome, address)
        chrome.close()

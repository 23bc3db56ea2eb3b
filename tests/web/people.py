"""One server and one Chromium for all tests of the pages, and a person who looks at them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hands import BOT, ME, WHOLE
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright
from programs import fetched, found
from running import QUICK, free_port, serve

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "pictures"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
]
SALT = """
const luck = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (into) => (into.length === 16 ? into.fill(7) : luck(into));
"""
"""Every device adds the same salt to a shuffle: a test has the same cards in every run; the long runs leave it to luck."""
AT_REST = """() => document.getAnimations().every((way) =>
  way.playState !== 'running' || way.effect?.getComputedTiming().endTime === Infinity)"""
BLOCKED = "Service Worker registration blocked by Playwright"
"""The worker of the app would answer where a test wants to: test_site.py tries it."""
PATIENCE = 15000
"""So many milliseconds anything may take on a busy machine; what is there sooner is not waited for."""
expect.set_options(timeout=PATIENCE)


def context_of(browser: Browser, phone: bool) -> BrowserContext:
    return browser.new_context(has_touch=phone, service_workers="block")


def chromium() -> str | None:
    """A Chromium: the system's, Debian's package where we may install it, or Playwright's own download (None)."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    if not any(map(found, names)):
        fetched("chromium")
    if place := next(filter(None, map(found, names)), None):
        return place
    download = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)
    if download.returncode == 0:
        return None
    pytest.fail(
        "The tests of the pages need a Chromium and none could be found or fetched. Install the package `chromium`, or run "
        "`.venv/bin/playwright install chromium` where the network allows it, and run the tests again.",
        pytrace=False,
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not (ROOT / "src" / "parlour" / "pages" / "index.html").exists():
        pytest.fail("The pages are not built: run `make pages` first.", pytrace=False)
    port = free_port()
    process = serve(port, tmp_path_factory.mktemp("tables") / "tables.db")
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield made
        made.close()


def ask(address: str, body: dict[str, Any] | None = None, **headers: str) -> dict[str, Any]:
    """What the server answers; with a body it is told something."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, {"Content-Type": "application/json"} | headers)) as answer:
            return dict(json.load(answer))
    except HTTPError as refused:
        raise AssertionError(refused.read().decode()) from refused


class Person:
    """Somebody with a browser of their own; whatever the console complains about is remembered."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.context, self.server, self.token = context, server, ""
        self.complaints: list[str] = []
        self.expected: tuple[str, ...] = ()
        self.spoilt = False
        """Something was done to the page that cannot be undone: nobody else gets it."""
        self.page: Page = context.pages[0] if context.pages else context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._trip)
        self._wires = context.new_cdp_session(self.page)
        self._wires.send("Page.enable")
        self._wires.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"})

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and said.text != BLOCKED:
            self.complaints.append(said.text)

    def _trip(self, wrong: Error) -> None:
        self.complaints.append(str(wrong))

    def script(self, source: str) -> None:
        """Runs in every document of this page, before its own scripts."""
        self._wires.send("Page.addScriptToEvaluateOnNewDocument", {"source": source})

    def touch(self, kind: str, *fingers: tuple[float, float]) -> None:
        """Fingers on the glass: touchStart, touchMove or touchEnd, and where those that are down now are."""
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(fingers)]
        self._wires.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def leave(self) -> bool:
        """Go and leave the browser as it was found; whether that was possible."""
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._trip)
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.page.unroute_all()
        self.context.clear_permissions()
        self.page.goto("about:blank")
        self._wires.detach()  # and with it go the scripts
        return not self.spoilt

    def go(self, path: str) -> Page:
        self.page.goto(self.server + path)
        return self.page

    @property
    def device(self) -> str:
        """This person's device, as the server knows it."""
        if not self.token:
            self.token = str(ask(f"{self.server}/api/devices", {})["token"])
            self.script(f"localStorage['parlour.device'] = '{self.token}'")
        return self.token

    def open(self, game: str, seats: int | list[dict[str, Any]] = 2, **more: Any) -> str:
        """Open a table for these, or for so many: this person and bots. Returns its id."""
        if isinstance(seats, int):
            seats = [ME] + [BOT] * (seats - 1)
        headers = {"Authorization": f"Bearer {self.device}"}
        return str(ask(f"{self.server}/api/tables", {"game": game, "seats": seats} | more, **headers)["table"])

    def sit(self, game: str, seats: int | list[dict[str, Any]] = 2, **more: Any) -> Page:
        """To a table of one's own that has started, without a look at the shelf first."""
        return self.go(f"/t/{self.open(game, seats, start=True, **more)}")

    def watch(self, game: str, seats: int = 2, **more: Any) -> str:
        """The path of a replay: bots have played this match to its end."""
        table = self.open(game, [BOT] * seats, start=True, **more)
        for _ in range(900):
            if ask(f"{self.server}/api/tables/{table}")["table"]["phase"] == "over":
                return f"/t/{table}/replay/1"
            time.sleep(0.05)
        raise AssertionError(f"the bots never finished their match of {game}")

    def axe(self, page: Page | None = None) -> list[str]:
        """What the accessibility checker finds on the page."""
        page = page or self.page
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        with suppress(Error):  # what fades in has the colours of neither; what never rests is looked at as it is
            page.wait_for_function(AT_REST, timeout=3000)
        rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
        found = page.evaluate("(rules) => axe.run({ runOnly: rules, resultTypes: ['violations'] })", rules)
        return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in found["violations"] for n in v["nodes"]]

    def picture(self, name: str) -> None:
        """With PARLOUR_PICTURES set: what is seen now, into pictures/, to look at the whole house at once."""
        if not os.environ.get("PARLOUR_PICTURES"):
            return
        PICTURES.mkdir(exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def in_both_lights(self, name: str) -> None:
        """By day and by night: nothing sticks out and the accessibility checker has nothing to say."""
        for light in ("dark", "light"):
            self.page.emulate_media(color_scheme=light, reduced_motion="reduce")
            self.page.wait_for_timeout(200)  # colours fade into each other, on a busy machine later
            self.page.wait_for_function("() => document.getAnimations().every((way) => !(way instanceof CSSTransition))")
            assert self.fits()
            assert self.axe() == []
            self.picture(f"{name}-{light}")

    def fits(self) -> bool:
        """Nothing sticks out sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.fixture(scope="session")
def free(browser: Browser) -> dict[bool, list[BrowserContext]]:
    """Browsers that nobody uses, of phones and of others: a new one costs more than all that is done in it."""
    return {True: [], False: []}


@pytest.fixture
def person(browser: Browser, server: str, free: dict[bool, list[BrowserContext]]) -> Iterator[Callable[..., Person]]:
    """Call it for somebody: `person()`, `person(phone=True)`, `person(dark=True, settings=...)`."""
    people: list[tuple[Person, bool]] = []

    def make(*, phone: bool = False, dark: bool = False, settings: str = QUICK, size: tuple[int, int] = (1440, 900)) -> Person:
        width, height = (390, 844) if phone else size
        somebody = Person(
            free[phone].pop() if free[phone] else browser.new_context(has_touch=phone, service_workers="block"), server
        )
        people.append((somebody, phone))
        somebody.page.set_viewport_size({"width": width, "height": height})
        somebody.page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        if not WHOLE:
            somebody.script(SALT)
        kept = settings.replace("'", "\\'")
        somebody.script(f"if (!localStorage['parlour.settings']) localStorage['parlour.settings'] = '{kept}'")
        return somebody

    yield make
    for somebody, phone in people:
        wrong = [c for c in somebody.complaints if not any(e in c for e in somebody.expected)]
        if somebody.leave():
            free[phone].append(somebody.context)
        else:
            somebody.context.close()
        assert not wrong, f"the console complained: {wrong}"

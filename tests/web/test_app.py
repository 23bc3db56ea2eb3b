"""The pages of a server as an app: they stay when it is away, offer what can be played then, and are never a mix of two."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import see_turn
from people import ROOT, ask
from playwright.sync_api import Browser, Page, expect
from running import QUICK, SERVER, free_port, serve

SLOW = 60_000
"""Milliseconds that a Python may take to start on a busy machine."""
PAGES = ROOT / "src" / "parlour" / "pages"
WITH_PAGES = SERVER.replace("logs=False", "logs=False, pages=sys.argv[2] + '.pages'")


class Host:
    """A server of our own that goes away, and comes back with newer pages."""

    def __init__(self, data: Path) -> None:
        self.port, self.data = free_port(), data
        self.address = f"http://127.0.0.1:{self.port}"
        self.pages = Path(f"{data}.pages")
        shutil.copytree(PAGES, self.pages)
        self.process: subprocess.Popen[bytes] | None = None
        self.come()

    def come(self) -> None:
        self.process = serve(self.port, self.data, WITH_PAGES)

    def go_away(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def renew(self) -> str:
        """Newer pages: the first script is another one."""
        page = self.pages / "index.html"
        text = page.read_text(encoding="utf-8")
        old = re.findall(r'<script[^>]*src="/(assets/index-[\w-]+\.js)"', text)[0]
        new = "assets/index-newer000.js"
        shutil.copy(self.pages / old, self.pages / new)
        for beside in self.pages.glob("index.html*"):
            beside.unlink()
        page.write_text(text.replace(old, new), encoding="utf-8")
        return new


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path / "tables.db")
    yield made
    made.go_away()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Somebody whose browser lets the app's worker work."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script(f"localStorage.getItem('parlour.settings') ?? localStorage.setItem('parlour.settings', '{QUICK}')")
    made = context.new_page()
    made.set_default_timeout(SLOW)
    yield made
    context.close()


def script(page: Page) -> str:
    return str(page.evaluate("document.querySelector('script[type=module][src]').getAttribute('src')"))


def test_the_app_stays_when_its_server_is_away(host: Host, page: Page) -> None:
    page.goto(host.address)
    manifest = ask(page.evaluate("document.querySelector('link[rel=manifest]').href"))
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    assert page.evaluate("navigator.serviceWorker.ready.then((made) => made.scope)") == f"{host.address}/"
    page.goto(f"{host.address}/settings")
    page.get_by_role("button", name="Keep everything here").click()
    expect(page.get_by_text("Everything is here: Parlour")).to_be_visible(timeout=SLOW)
    page.goto(host.address)
    page.locator("[data-game=doce] button.now").click()
    expect(page.locator(".cell")).to_have_count(25)
    table = page.url

    # An online table says that its server is away, and offers a game against bots; also to whoever comes by its link then.
    host.go_away()
    expect(page.get_by_text("The line melted.")).to_be_visible()
    expect(page.get_by_role("button", name="Play here against bots")).to_be_visible()
    page.goto(table)
    expect(page.get_by_text("The line melted.")).to_be_visible()
    page.get_by_role("button", name="Play here against bots").click()
    page.locator("[data-game=doce] button.now").click()
    expect(page.locator(".cell")).to_have_count(25, timeout=SLOW)
    assert "/t/here-" in page.url
    here = page.url

    # The server is back with newer pages: they are shown, its table goes on, and the table on this device is still found.
    newer = host.renew()
    host.come()
    page.goto(table)
    assert script(page) == f"/{newer}"
    expect(page.locator(".cell")).to_have_count(25)
    expect(page.get_by_text("The line melted.")).to_have_count(0)
    page.goto(here)
    expect(page.locator(".cell")).to_have_count(25, timeout=SLOW)
    see_turn(page)

    # Away again: what was kept whole is shown, never newer pages of which parts are missing.
    host.go_away()
    page.goto(host.address)
    page.get_by_role("button", name="Tables on this device").click()
    page.locator("[data-game=dokitto] button.now").click()
    expect(page.locator("[data-card]").first).to_be_visible(timeout=SLOW)


def test_an_old_page_does_not_run_a_newer_house(host: Host, page: Page) -> None:
    page.goto(host.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host.renew()
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("alert").filter(has_text="Parlour has been renewed.")).to_be_visible()
    expect(page.get_by_role("button", name="Keep everything here")).to_be_disabled()

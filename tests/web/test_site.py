"""A folder of files that anybody serves: the pages are a house of their own there, and stay one without a network."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from hands import BOT, ME, WHOLE, module_at, play_out, positions, see_turn, touch, wants
from playwright.sync_api import Browser, Page, expect
from running import QUICK, free_port

import parlour
from parlour.cli.site import write
from parlour.core.registry import built_in
from parlour.review.puzzles import stock

SLOW = 90_000
"""Milliseconds that two Pythons may take to start on a busy machine."""
OPEN = """async ([game, seats, more]) => {
  const key = 'parlour.device.here';
  const call = async (path, body, token) => {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const answer = await parlour.call(path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
    return answer.json();
  };
  if (!localStorage.getItem(key)) localStorage.setItem(key, (await call('/api/devices')).token);
  const wish = { game, seats, start: true, ...more };
  const made = await call('/api/tables', wish, localStorage.getItem(key));
  location.hash = `#/t/${made.table}`;
  return made.table;
}"""
PRACTISE = """async (ask) =>
  (await parlour.call('/api/games/icecool/practice', { method: 'POST', body: JSON.stringify(ask) })).json()"""
KEEP = """async () => {
  const { tab, pages } = await (await fetch('files.json')).json();
  const kept = await caches.open('parlour');
  const there = new Set((await kept.keys()).map((one) => new URL(one.url).pathname));
  const base = new URL('.', location.href).pathname;
  return [...tab, ...pages].filter((file) => !there.has(base + file.path)).map((file) => file.path);
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site in a folder below the root of a plain web server."""
    root = tmp_path_factory.mktemp("host")
    write(root / "parlour")
    port = free_port()
    words = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", str(root)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/parlour/"
    for _ in range(200):
        try:
            with urlopen(address, timeout=1):
                break
        except OSError:
            time.sleep(0.05)
    yield address
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: str) -> Iterator[Page]:
    """Somebody who has been at the site, keeps everything there, and has no network any more."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.add_init_script(f"localStorage.getItem('parlour.settings') ?? localStorage.setItem('parlour.settings', '{QUICK}')")
    page = context.new_page()
    page.set_default_timeout(SLOW)
    page.goto(f"{site}?quick")
    expect(page.locator("[data-game=dokitto] .now")).to_be_visible()
    page.evaluate("location.hash = '#/settings'")
    page.get_by_role("button", name="Keep everything here").click()
    expect(page.get_by_text("Everything is here: Parlour")).to_be_visible(timeout=SLOW)
    assert page.evaluate(KEEP) == []
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    back(page, f"{site}?quick")
    yield page
    context.close()


def back(page: Page, address: str = "") -> None:
    """To the shelf again, as whoever closed the tab and comes back; its house is open."""
    if address:
        page.goto(address)
    else:
        page.reload()
    page.wait_for_function("'parlour' in globalThis", timeout=SLOW)


def test_it_can_be_installed(visitor: Page, site: str) -> None:
    """What browsers ask of an app: a manifest with a name, a start and icons that are there, and a worker that answers."""
    found = visitor.evaluate("document.querySelector('link[rel=manifest]').href")
    assert found == f"{site}manifest.webmanifest"
    with urlopen(found) as answer:
        manifest = json.load(answer)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    for icon in manifest["icons"]:
        with urlopen(site + icon["src"]) as answer:
            assert answer.status == 200
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert visitor.evaluate("navigator.serviceWorker.controller !== null")


FEW = [("dokitto", "clicks"), ("ion", "keys")]


@pytest.mark.parametrize(
    ("game", "by"),
    [(key, by) for key in built_in() for by in ("clicks", "keys")] if WHOLE else FEW,
)
def test_a_match_without_a_network_comes_to_its_result(visitor: Page, game: str, by: str) -> None:
    seats = min(parlour.game(game).seats)
    soon = {} if WHOLE else positions(game).SOON
    visitor.evaluate(getattr(positions(game), "SCRIPT", "0"))
    table = visitor.evaluate(OPEN, [game, [ME, *[BOT] * (seats - 1)], soon])
    assert table.startswith("here-")
    expect(visitor.locator("main")).to_be_visible()
    if by == "clicks":
        # In the middle the tab is closed and opened again.
        see_turn(visitor)
        back(visitor)
        see_turn(visitor)
    visitor.evaluate("parlour.awake")  # The bots' head takes a moment longer than the table.
    if wants(game):
        play_out(visitor, game, by=by)  # type: ignore[arg-type]
    else:  # a flick is more than a press
        flicks = module_at(Path(__file__).parents[1] / "games" / game / "test_pages.py", f"pages_of_{game}")
        while flicks.act(visitor, "pointer" if by == "clicks" else by):
            pass
    expect(visitor.locator(".towers li")).to_have_count(seats)


def test_a_record_that_is_dropped_is_shown_and_a_wrong_one_refused(visitor: Page) -> None:
    golden = Path(__file__).parents[1] / "games" / "dokitto" / "golden.parlour"
    visitor.evaluate("location.hash = '#/'")
    choose = visitor.locator(".drop input[type=file]")
    choose.set_input_files({"name": "no.jsonl", "mimeType": "text/plain", "buffer": b"no record at all"})
    expect(visitor.locator(".drop [role=alert]")).to_be_visible()
    choose.set_input_files(str(golden))
    visitor.wait_for_function("location.hash.includes('/replay/1')")
    expect(visitor.locator("[data-step]").first).to_be_visible()
    expect(visitor.get_by_role("button", name="Copy link")).to_have_count(0)  # It would lead nobody anywhere.
    visitor.get_by_role("button", name="See the proof").click()
    visitor.get_by_role("button", name="Deal the whole match again").click()
    expect(visitor.get_by_text("Dealt and played again, move by move: all the same.")).to_be_visible()
    visitor.evaluate("location.hash = location.hash.replace(/replay.*/, 'review/1')")
    expect(visitor.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=SLOW)


def test_a_puzzle_is_solved_without_a_network(visitor: Page) -> None:
    right = stock(parlour.game("dokitto"))[0].turns[0].move
    visitor.evaluate("location.hash = '#/puzzle/dokitto/1'")
    coach = visitor.locator(".coach")
    expect(coach).to_contain_text("One is clearly better than all others")
    visitor.locator(f"[data-card={right}]").click()
    visitor.locator(".prompt .btn.pri").click()
    expect(coach).to_contain_text("That is it!")
    visitor.evaluate("location.hash = '#/'")
    expect(visitor.locator("[data-puzzle]")).to_contain_text("Puzzle of the day")


def test_two_on_one_device_pass_it_behind_a_curtain_and_newcomers_take_the_lesson(visitor: Page) -> None:
    visitor.evaluate(OPEN, ["dokitto", [ME, ME | {"name": "Theo"}], {"options": {"first_lead": 0}}])
    see_turn(visitor)
    lift, chance = visitor.get_by_role("button", name="I am Theo"), random.Random(1)
    for _ in range(200):
        if lift.count():
            break
        touch(visitor, "dokitto", chance)
        visitor.wait_for_timeout(50)
    expect(visitor.locator("[data-card]").first).to_be_hidden()
    lift.click()
    expect(visitor.locator("[data-card]").first).to_be_visible()
    visitor.evaluate("location.hash = '#/learn/doce'")
    expect(visitor.get_by_text("Lesson, step 1 of")).to_be_visible()
    expect(visitor.locator(".cell")).to_have_count(25)


def test_a_table_is_opened_for_those_who_are_here(visitor: Page) -> None:
    visitor.evaluate("location.hash = '#/new?game=dokitto'")
    chairs = visitor.get_by_role("combobox", name="Chair 2")
    expect(chairs).to_have_value(re.compile("^bot:"))
    expect(chairs.get_by_role("option", name="Free for a friend")).to_have_count(0)
    expect(chairs.get_by_role("option", name="Another player on this device")).to_have_count(1)
    visitor.get_by_role("button", name="Start the game").click()
    expect(visitor.locator("[data-card]").first).to_be_visible()


@pytest.mark.parametrize("lacks", ["Worker", "WebAssembly"])
def test_the_rules_are_read_without_starting_anything(browser: Browser, site: str, lacks: str) -> None:
    """And a browser that cannot be a house says so."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", service_workers="block")
    context.add_init_script(f"delete globalThis.{lacks}")
    page = context.new_page()
    page.goto(f"{site}#/me")
    expect(page.get_by_text("are kept by a server")).to_be_visible()
    page.goto(f"{site}#/rules/doce#DOC-01")
    expect(page.locator("#rule-DOC-01")).to_be_visible()
    page.goto(f"{site}#/")
    page.locator("[data-game=doce] .now").click()
    expect(page.get_by_text("This browser cannot do that.")).to_be_visible()
    context.close()


def test_a_flick_without_a_network_is_decided_in_the_tab(visitor: Page) -> None:
    """ICECOOL2's practice run: the same answer as the server's physics gives."""
    ask = {"flick": "flick 34.5 power 62", "colour": "orange"}
    said = visitor.evaluate(PRACTISE, ask)
    assert said.get("lines") == [str(line) for line in parlour.game("icecool").practise(ask).lines]


SPOIL = """() => new Promise((done) => {
  const asked = indexedDB.open('parlour', 1);
  asked.onsuccess = () => {
    const made = asked.result.transaction('kept', 'readwrite');
    made.objectStore('kept').put('a letter', 'e/here-AAAAAAAAAAAAAAAAAAAA/000000001');
    made.oncomplete = () => (asked.result.close(), done());
  };
})"""
LEFT = """() => new Promise((done) => {
  const asked = indexedDB.open('parlour', 1);
  asked.onsuccess = () => {
    const got = asked.result.transaction('kept').objectStore('kept').get('e/here-AAAAAAAAAAAAAAAAAAAA/000000001');
    got.onsuccess = () => (asked.result.close(), done(got.result));
  };
})"""


def test_a_device_without_room_for_everything_says_so(browser: Browser, site: str) -> None:
    """A move that cannot be kept is told too: tests/tab."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{site}#/settings")
    wires = context.new_cdp_session(page)
    wires.send("Storage.overrideQuotaForOrigin", {"origin": site.split("/parlour")[0], "quotaSize": 2_000_000})
    page.get_by_role("button", name="Keep everything here").click()
    expect(page.get_by_role("alert").filter(has_text="There is no room left on this device")).to_be_visible(timeout=SLOW)
    context.close()


def test_a_saved_game_that_cannot_be_read_is_told_and_kept_aside(visitor: Page, site: str) -> None:
    visitor.evaluate(SPOIL)
    visitor.evaluate("location.hash = '#/'")
    back(visitor)
    told = visitor.get_by_role("status").filter(has_text="This table cannot go on")
    expect(told).to_contain_text("it was damaged. What was played is kept.")
    told.get_by_role("link").click()
    expect(visitor.get_by_role("heading", level=1)).to_contain_text("This table cannot go on.")
    visitor.evaluate("location.hash = '#/'")
    told.get_by_role("button", name="OK").click()
    expect(told).to_have_count(0)
    assert visitor.evaluate(LEFT) == "a letter"


def test_a_second_tab_leaves_the_tables_to_the_first_until_it_wants_them(visitor: Page, site: str) -> None:
    visitor.evaluate(OPEN, ["doce", [ME, BOT], {"options": {"first": 0}}])
    see_turn(visitor)
    second = visitor.context.new_page()
    second.set_default_timeout(SLOW)
    second.goto(f"{site}?quick")
    expect(second.get_by_text("Parlour is open in another tab, and your tables are there.")).to_be_visible()
    expect(visitor.get_by_text("Parlour is open in another tab.")).to_have_count(0)
    second.locator("[data-game=doce] .now").click()
    expect(second.locator(".cell")).to_have_count(25, timeout=SLOW)
    gone = visitor.get_by_role("alert").filter(has_text="Parlour is open in another tab.")
    expect(gone).to_be_visible()
    second.close()
    gone.get_by_role("button", name="Load again").click()
    visitor.wait_for_function("'parlour' in globalThis", timeout=SLOW)
    see_turn(visitor)

"""What goes wrong, and how the page tells it: nothing is lost, and there is always a next step."""

from __future__ import annotations

import re
from typing import Any

from hands import FREE, ME, see_turn
from playwright.sync_api import expect
from running import free_port, serve


class Line:
    """The websocket of a page in our hands: cut it, or hold back what the server says."""

    def __init__(self, person: Any) -> None:
        self.cut_off = self.holding = False
        self.sockets: list[Any] = []
        self.held: list[Any] = []
        person.spoilt = True
        person.page.route_web_socket(re.compile("/api/socket"), self._pass)

    def _pass(self, socket: Any) -> None:
        if self.cut_off:
            socket.close()
            return
        server = socket.connect_to_server()
        server.on_message(lambda text: self.held.append((socket, text)) if self.holding else socket.send(text))
        self.sockets.append(socket)

    def cut(self) -> None:
        self.cut_off = True
        self.sockets[-1].close()

    def mend(self) -> None:
        self.cut_off = False

    def release(self) -> None:
        self.holding = False
        for socket, text in self.held:
            socket.send(text)
        self.held.clear()


def test_a_full_table_lets_in_only_spectators(person):
    mara, eve = person(), person(dark=True)
    table = mara.open("doce")
    watcher = eve.go(f"/t/{table}")
    expect(watcher.get_by_text("Every chair is taken.")).to_be_visible()
    expect(watcher.get_by_role("button", name="Sit down")).to_have_count(0)
    assert eve.axe() == []
    mara.go(f"/t/{table}").get_by_role("button", name="Start", exact=True).click()
    expect(watcher.locator(".cell")).to_have_count(25)
    expect(watcher.locator(".act")).to_have_count(0)
    eve.picture("full-table")


NOT_THERE = (
    "/rules/chess",
    "/learn/chess",
    "/new?game=chess",
    "/t/short",
    "/t/AAAAAAAAAAAAAAAAAAAAAA",
    "/t/AAAAAAAAAAAAAAAAAAAAAA/replay/1",
)


def test_whatever_is_not_there_says_so_and_leads_home(person):
    mara = person()
    mara.expected = ("404", "400", "4004", "4001")
    for path in NOT_THERE:
        page = mara.go(path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("No such|not"))
        expect(page.get_by_role("link", name="Back to the shelf")).to_be_visible()
        assert mara.axe() == []
    page.get_by_role("link", name="Back to the shelf").click()
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()


def test_a_click_while_the_server_is_gone_is_made_when_it_is_back(person, tmp_path):
    """The server is really killed and really started again."""
    port, data = free_port(), tmp_path / "tables.db"
    mara = person()
    mara.expected = ("ERR_CONNECTION", "WebSocket", "Failed to load resource")
    mara.server = f"http://127.0.0.1:{port}"
    process = serve(port, data)
    try:
        page = mara.sit("doce", options={"first": 0})
        see_turn(page)
        process.kill()
        process.wait()
        expect(page.get_by_text("The line melted.")).to_be_visible()
        page.locator("[data-square=c3]").click()
        page.locator(".act .btn.pri").click()
        expect(page.get_by_text("Your move is kept")).to_be_visible()
        assert mara.axe() == []
        mara.picture("server-gone")
        process = serve(port, data)
        expect(page.locator("[data-square=c3] .piece")).to_be_visible(timeout=15000)
        expect(page.get_by_text("The line melted.")).to_have_count(0)
        see_turn(page)
        expect(page.locator(".cell .piece:not([data-blocker])")).to_have_count(2)  # my die once, and the bot's
    finally:
        process.terminate()
        process.wait(10)


def test_a_click_that_was_meant_for_an_earlier_table_is_not_made(person):
    """The same seat in two windows: one has moved while the other did not know yet."""
    mara = person()
    line = Line(mara)
    table = mara.open("doce", [ME, FREE], options={"first": 0})
    theo = person()
    guest = theo.go(f"/t/{table}")
    guest.get_by_role("button", name="Sit down").click()
    page = mara.go(f"/t/{table}")
    page.get_by_role("button", name="Start", exact=True).click()
    see_turn(page)
    line.holding = True
    other = mara.context.new_page()
    other.goto(f"{mara.server}/t/{table}")
    other.locator("[data-square=a1]").click()
    other.locator(".act .btn.pri").click()
    expect(guest.locator("[data-square=a1] .piece")).to_be_visible()
    page.locator("[data-square=e5]").click()
    page.locator(".act .btn.pri").click()
    page.wait_for_timeout(200)
    line.release()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-square=a1] .piece")).to_be_visible()
    expect(page.locator("[data-square=e5] .piece")).to_have_count(0)
    assert mara.axe() == []
    mara.picture("stale-click")
    page.get_by_role("alert").get_by_role("button", name="OK").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert guest.locator("[data-square=e5] .piece").count() == 0


def test_an_old_tab_is_told_that_there_are_newer_pages(person):
    mara = person()
    line = Line(mara)
    page = mara.sit("doce", options={"first": 0})
    see_turn(page)
    newer = '<!doctype html><script type="module" src="/assets/index-newer.js"></script>'
    page.route(f"{mara.server}/", lambda route: route.fulfill(body=newer, content_type="text/html"))
    line.cut()
    expect(page.get_by_text("The line melted.")).to_be_visible()
    line.mend()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Parlour has been renewed. Load the page again; your seat is kept.")
    assert mara.axe() == []
    mara.picture("renewed")
    page.unroute(f"{mara.server}/")
    told.get_by_role("button", name="Load again").click()
    see_turn(page)
    expect(told).to_have_count(0)


def test_a_game_that_could_not_be_fetched_is_fetched_when_the_line_is_back(person):
    mara = person()
    mara.expected = ("Failed to", "ERR_FAILED", "WebSocket")
    line = Line(mara)
    board = re.compile("/assets/doce-")
    mara.page.route(board, lambda route: route.abort())
    page = mara.sit("doce", options={"first": 0})
    expect(page.get_by_label("Say something nice")).to_be_visible()
    expect(page.locator(".cell")).to_have_count(0)
    page.unroute(board)
    line.cut()
    expect(page.get_by_text("The line melted.")).to_be_visible()
    line.mend()
    see_turn(page)
    expect(page.locator(".cell")).to_have_count(25)

"""Whole matches in a real browser, and everything that may go wrong in between."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from hands import create, over, play_out, see_turn
from playwright.sync_api import expect

import parlour
from parlour.core.registry import keys

ME, BOT, FREE = {"kind": "mine", "name": "Mara"}, {"kind": "bot", "level": "easy"}, {"kind": "open"}
LAST_ROUND = {"to_move": 0, "round": 4, "starter": 1, "score": [6, 6], "earned": [[2, 2], [2, 2], [2, 2], [0, 0]]}


@pytest.mark.parametrize("game", ["dokitto", "doce"])
def test_one_click_starts_a_game_against_bots(person, game):
    mara = person()
    page = mara.go("/")
    page.locator(f"[data-game={game}] button.now").click()
    see_turn(page)
    assert mara.axe() == []
    mara.picture(f"{game}-wide-light")


@pytest.mark.parametrize("game", ["dokitto", "doce"])
@pytest.mark.parametrize("dark", [False, True])
def test_the_table_fits_a_phone(person, game, dark):
    mara = person(phone=True, dark=dark)
    page = mara.go("/")
    page.locator(f"[data-game={game}] button.now").tap()
    see_turn(page)
    assert mara.fits()
    assert mara.axe() == []
    mara.picture(f"{game}-phone-{'dark' if dark else 'light'}")


LAST_TWO = LAST_ROUND | {"round": 3, "starter": 0, "score": [4, 4], "earned": [[2, 2], [2, 2], [0, 0], [0, 0]]}


@pytest.mark.parametrize(("game", "seats", "more"), [("dokitto", 2, {}), ("doce", 2, {"position": LAST_TWO})])
def test_a_match_by_clicks_to_its_end_its_result_its_replay_and_its_proof(person, game, seats, more):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, game, [ME] + [BOT] * (seats - 1), start=True, **more)
    page.goto(f"{mara.server}/t/{table}")
    play_out(page, game)
    expect(page.locator(".towers li")).to_have_count(seats)
    assert mara.axe() == []
    mara.picture(f"{game}-result")
    page.get_by_role("button", name="See the proof").click()
    expect(page.get_by_text("The seed fits the promise.")).to_be_visible()
    page.get_by_role("button", name="Deal the whole match again").click()
    expect(page.get_by_text("all the same")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile(r"Step 3 of \d+"))).to_be_visible()
    assert page.url.endswith("?step=3")
    assert mara.axe() == []
    mara.picture(f"{game}-replay")
    page.locator("[data-step='6']").first.click()
    expect(page.get_by_text(re.compile(r"Step 6 of \d+"))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    page.reload()
    expect(page.get_by_text(re.compile(r"Step (\d+) of \1"))).to_be_visible()


@pytest.mark.parametrize("game", [key for key in keys() if key not in ("doce", "dokitto")])
def test_every_other_game_is_played_from_its_page(person, game):
    mara = person()
    page = mara.go("/")
    least = min(parlour.game(game).seats)
    table = create(page, mara.server, game, [ME] + [BOT] * max(2, least - 1), start=True)
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    assert mara.axe() == []
    mara.picture(f"{game}-wide")
    play_out(page, game, decisions=25)
    mara.page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(200)
    assert mara.fits()
    mara.picture(f"{game}-phone")


def test_a_rematch_starts_with_one_click(person):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, BOT], start=True, position=LAST_ROUND)
    page.goto(f"{mara.server}/t/{table}")
    play_out(page, "doce")
    page.get_by_role("button", name="Play again").click()
    see_turn(page)
    assert page.locator(".cell .piece").count() <= 2, "the board is swept; at most the bot has begun"


def test_doce_by_keyboard_alone(person):
    """Numbers choose the face, arrows walk over the board, Enter chooses and places."""
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, BOT], start=True, position=LAST_ROUND)
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.square"):
            break
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.square") == "c3"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-square=b2]")).to_have_attribute("aria-label", "B2, die of Mara, 5")
    chance, until = random.Random(5), time.monotonic() + 40
    while not over(page):
        assert time.monotonic() < until
        open_squares = page.locator(".cell.ok")
        if open_squares.count() and page.locator(".f:enabled").count() == 6:
            wanted = open_squares.nth(chance.randrange(open_squares.count())).get_attribute("data-square")
            page.evaluate("document.querySelector('.cell[tabindex=\"0\"]').focus()")
            page.evaluate("document.activeElement.dataset.square")
            walk(page, wanted or "c3")
            page.keyboard.press(str(chance.randrange(1, 7)))
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        page.wait_for_timeout(10)
    expect(page.locator(".towers li")).to_have_count(2)


def walk(page, square):
    here = page.evaluate("document.activeElement.dataset.square")
    column, row = "abcde".index(square[0]) - "abcde".index(here[0]), int(square[1]) - int(here[1])
    for _ in range(abs(column)):
        page.keyboard.press("ArrowRight" if column > 0 else "ArrowLeft")
    for _ in range(abs(row)):
        page.keyboard.press("ArrowDown" if row > 0 else "ArrowUp")


def test_dokitto_by_keyboard_alone_and_the_focus_stays_in_the_hand(person):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "dokitto", [ME, BOT], start=True, options={"first_lead": 0})
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.card"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    card = page.evaluate("document.activeElement.dataset.card")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-card={card}]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-card={card}]")).to_have_count(0)
    expect(page.locator(":focus")).to_have_attribute("data-card", re.compile(r"[SCMGV]\d+"))


def test_a_move_that_is_not_allowed_is_answered_with_its_rule(person):
    mara = person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, BOT], start=True, options={"first": 0})
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    page.locator("[data-square=c3]").click()
    page.locator(".act .btn.pri").click()
    expect(page.locator("[data-square=c3] .piece")).to_be_visible()
    see_turn(page)
    shut = page.locator(".cell.shut.mine").first
    shut.click(force=True)  # it says that it is not allowed; a person tries anyway
    expect(page.get_by_role("alert")).to_contain_text("that is your no-play zone")
    mara.picture("doce-refused")
    assert mara.axe() == []
    page.get_by_role("button", name="Rule DOC-09").click()
    expect(page.locator("#rule-DOC-09.lit")).to_be_visible()
    assert mara.axe() == []
    mara.picture("doce-rule")


def test_two_friends_by_link_with_a_broken_line_in_between(person):
    mara, theo = person(), person()
    page = mara.go("/new?game=doce")
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting room")).to_be_visible()
    assert mara.axe() == []
    mara.picture("waiting-room")
    link = page.get_by_label("Link to this table").input_value()
    sockets: list[Any] = []
    cut: list[bool] = []

    def pass_on(socket: Any) -> None:
        if cut:
            socket.close()
        else:
            sockets.append(socket)
            socket.connect_to_server()

    theo.page.route_web_socket(re.compile("/api/socket"), pass_on)
    guest = theo.page
    guest.goto(link)
    guest.get_by_label("Your name").fill("Theo")
    guest.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("main").get_by_text("Theo")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    pages = [page, guest]
    for made in range(4):
        expect(page.locator(".cell .piece")).to_have_count(made)
        expect(guest.locator(".cell .piece")).to_have_count(made)
        now = next(p for _ in range(400) for p in pages if p.locator(".cell.ok").count() or p.wait_for_timeout(10))
        if made == 2:
            cut.append(True)
            sockets[-1].close()
            expect(guest.get_by_text("The line melted.")).to_be_visible()
            theo.picture("line-lost")
            cut.clear()
        now.locator(".cell.ok").first.click()
        now.locator(".act .btn.pri").click()
    expect(guest.locator(".cell .piece")).to_have_count(4)
    expect(guest.get_by_text("The line melted.")).to_have_count(0)
    page.get_by_label("Say something nice").fill("<b>well</b> played")
    page.keyboard.press("Enter")
    expect(guest.get_by_role("list", name="Log").get_by_text("<b>well</b> played")).to_be_visible()


def test_a_spectator_sees_no_card_of_any_hand(person):
    mara, eve = person(), person()
    page = mara.go("/")
    table = create(page, mara.server, "dokitto", [ME, BOT, BOT], start=True)
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    frames: list[str] = []
    eve.page.on("websocket", lambda ws: ws.on("framereceived", lambda text: frames.append(str(text))))
    watcher = eve.go(f"/t/{table}")
    expect(watcher.locator("[data-seat-chip]").first).to_be_visible()
    watcher.wait_for_timeout(300)
    assert frames
    assert watcher.locator("[data-card]").count() == 0
    hand = [card.get_attribute("data-card") for card in page.locator("[data-card]").all()]
    assert hand
    labels = watcher.evaluate("[...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel).join(' ')")
    said = "".join(frames) + watcher.inner_text("body") + labels
    assert not [card for card in hand if re.search(rf"\b{card}\b", said)]
    assert '"hand":["' not in said
    eve.picture("dokitto-spectator")


def test_two_players_on_one_device_never_see_each_others_hand(person):
    mara = person()
    page = mara.go("/")
    # Theo may hold a single card that follows: it must wait for Theo all the same.
    more = {"start": True, "options": {"first_lead": 0}, "settings": {"auto_forced": False}}
    table = create(page, mara.server, "dokitto", [ME, {"kind": "mine", "name": "Theo"}], **more)
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    mine = {card.get_attribute("data-card") for card in page.locator("[data-card]").all()}
    page.locator("[data-card]").first.click(position={"x": 12, "y": 30})
    page.locator(".prompt .btn.pri").click()
    curtain = page.get_by_role("dialog", name="Theo is next")
    expect(curtain).to_be_visible()
    assert mara.axe() == []
    mara.picture("curtain")
    page.get_by_role("button", name="I am Theo").click()
    expect(curtain).to_have_count(0)
    expect(page.locator("[data-card]")).to_have_count(6)
    theirs = {card.get_attribute("data-card") for card in page.locator("[data-card]").all()}
    assert len(theirs) == 6
    assert not mine & theirs


def test_a_seat_moves_to_another_device(person):
    mara, other = person(), person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, BOT], start=True, options={"first": 0})
    page.goto(f"{mara.server}/t/{table}")
    see_turn(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Move my seat to another device").click()
    code = page.locator(".code b").inner_text()
    second = other.go("/")
    second.get_by_label("Link or code").fill(code)
    second.get_by_role("button", name="Join").click()
    see_turn(second)


def test_undo_takes_the_die_back(person):
    mara, theo = person(), person()
    page = mara.go("/")
    table = create(page, mara.server, "doce", [ME, FREE], options={"first": 0})
    page.goto(f"{mara.server}/t/{table}")
    guest = theo.go(f"/t/{table}")
    guest.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("[data-square=c3]").click()
    page.locator(".act .btn.pri").click()
    expect(guest.locator(".cell .piece")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(guest.locator(".cell .piece")).to_have_count(0)
    expect(page.locator(".cell .piece")).to_have_count(0)


def test_a_lesson_to_its_end(person):
    """Four ideas of DOCE: place, the no-play zone, a line of twelve, the blocker."""
    mara = person()
    page = mara.go("/learn/doce")
    place = page.locator(".act .btn.pri")

    def put(square: str, face: int | None = None) -> None:
        if face is not None:
            page.locator(".f").nth(face - 1).click()
        page.locator(f"[data-square={square}]").click()
        place.click()

    see_turn(page)
    assert mara.axe() == []
    mara.picture("lesson")
    put("c3", 4)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("step 2 of 4")).to_be_visible()
    page.locator("[data-square=b2]").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("no-play zone")
    put("a1", 2)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("step 3 of 4")).to_be_visible()
    put("c1", 3)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("step 4 of 4")).to_be_visible()
    page.get_by_role("button", name="Blocker first").click()
    put("c5")
    page.get_by_role("button", name="To a real game").click()
    expect(page.get_by_role("heading", name="Open a table")).to_be_visible()

"""Whole matches in a real browser, and everything that may go wrong in between."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hands import FREE, ME, play_out, positions, see_turn
from playwright.sync_api import expect

LAST_ROUND = positions("doce").LAST_ROUND


@pytest.mark.parametrize("game", ["dokitto", "doce"])
@pytest.mark.parametrize("phone", [False, True])
def test_one_click_starts_a_game_against_bots(person, game, phone):
    mara = person(phone=phone)
    page = mara.go("/")
    page.locator(f"[data-game={game}] button.now").click()
    see_turn(page)
    mara.in_both_lights(f"{game}-{'phone' if phone else 'wide'}")


def test_a_match_leads_to_its_result_its_replay_and_its_proof(person):
    mara = person()
    page = mara.sit("doce", position=LAST_ROUND)
    play_out(page, "doce")
    expect(page.locator(".towers li")).to_have_count(2)
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
    mara.picture("doce-replay")
    page.get_by_role("button", name="To the end").click()
    page.reload()
    expect(page.get_by_text(re.compile(r"Step (\d+) of \1"))).to_be_visible()


def test_a_rematch_starts_with_one_click(person):
    mara = person()
    page = mara.sit("doce", position=LAST_ROUND)
    play_out(page, "doce")
    page.get_by_role("button", name="Play again").click()
    see_turn(page)
    assert page.locator(".cell .piece").count() <= 2, "the board is swept; at most the bot has begun"
    # This device was bound to a salt, saw what bound the others and remembers it: the proof compares.
    play_out(page, "doce")
    page.get_by_role("button", name="See the proof").click()
    for said in (
        "It is the promise that this device was shown before the deal.",
        "All seats were bound as this device saw it before it opened its salt.",
        "Every opened salt is the one that its seat was bound to.",
        "The salt of this device is in the shuffle.",
    ):
        expect(page.get_by_text(said)).to_be_visible()
    mara.picture("proof")
    page.keyboard.press("Escape")
    # Had the server said something else before the deal, the page would know.
    page.evaluate("""() => {
        const deals = JSON.parse(localStorage['parlour.deals']);
        for (const seen of Object.values(deals)) [seen.promised, seen.bound] = ['0'.repeat(64), ['', '']];
        localStorage['parlour.deals'] = JSON.stringify(deals);
    }""")
    page.reload()
    page.get_by_role("button", name="See the proof").click()
    expect(page.get_by_text("Before the deal this device was shown another promise!")).to_be_visible()
    expect(page.get_by_text("bound by something else than this device was shown")).to_be_visible()


def test_a_move_that_is_not_allowed_is_answered_with_its_rule(person):
    mara = person()
    page = mara.sit("doce", options={"first": 0})
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

    theo.spoilt = True
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


def test_a_seat_moves_to_another_device(person):
    mara, other = person(), person()
    page = mara.sit("doce", options={"first": 0})
    see_turn(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Move my seat to another device").click()
    code = page.locator(".code b").inner_text()
    second = other.go("/")
    second.get_by_label("Link or code").fill(code)
    second.get_by_role("button", name="Join").click()
    see_turn(second)


def test_undo_takes_the_die_back_when_the_other_agrees(person):
    mara, theo = person(), person()
    table = mara.open("doce", [ME, FREE], options={"first": 0})
    page = mara.go(f"/t/{table}")
    guest = theo.go(f"/t/{table}")
    guest.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("[data-square=c3]").click()
    page.locator(".act .btn.pri").click()
    expect(guest.locator(".cell .piece")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(guest.locator(".cell .piece")).to_have_count(1)
    guest.get_by_role("button", name="Yes").click()
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

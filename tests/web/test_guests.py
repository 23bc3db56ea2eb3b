"""The host and the guests: how one comes to the table, who sits there under what sign, and who may be asked to leave."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
import zxingcpp
from hands import BOT, FREE, ME, play_out, positions, see_turn
from playwright.sync_api import Page, expect
from running import free_port, serve

LAST_ROUND = positions("doce").LAST_ROUND

SIZES = [(1440, 900), (390, 844), (844, 390), (768, 1024), (360, 640), (1920, 1080)]


def scanned(page: Page) -> str:
    """What a real decoder reads in the code that is drawn."""
    drawn = page.get_by_role("img", name="The link as a QR code").locator("path").get_attribute("d")
    dark = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn or "")]
    side = max(max(square) for square in dark) + 1
    image = np.full((side + 8, side + 8), 255, np.uint8)
    for x, y in dark:
        image[y + 4, x + 4] = 0
    return str(zxingcpp.read_barcodes(np.kron(image, np.ones((6, 6), np.uint8)))[0].text)


def at_home(person: Any, **more: Any) -> Any:
    """Somebody at the machine itself, where the server is called localhost; nobody else gets this browser."""
    host = person(**more)
    host.spoilt, host.server = True, host.server.replace("127.0.0.1", "localhost")
    return host


def test_the_qr_code_of_a_table_opened_at_localhost_leads_a_phone_to_a_seat(person):
    mara, theo = at_home(person), person(phone=True, settings="{}")
    page = mara.go("/new?game=doce")
    page.get_by_role("button", name="Open the table").click()
    link = scanned(page)
    assert "localhost" in page.url
    assert link == page.url.replace("localhost", "127.0.0.1") == page.get_by_label("Link to this table").input_value()
    assert page.locator("link[rel=canonical]").get_attribute("href") == link
    guest = theo.page
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".chair", has_text="You")).to_be_visible()
    expect(page.get_by_text("Everybody is here")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(guest.locator("[data-square=c3]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-seat-chip] b", has_text="Mara")).to_be_visible()


def test_several_networks_are_a_choice_and_none_is_said(person):
    mara = person()
    ways: list[dict[str, str]] = [{"link": "http://192.168.1.5:8765", "network": "wlan0"}, {"link": "http://10.0.0.9:8765"}]
    mara.page.route("**/api/house", lambda route: route.fulfill(json={"ways": ways}))
    page = mara.go(f"/t/{mara.open('doce', [ME, FREE])}")
    link = page.get_by_label("Link to this table")
    expect(link).to_have_value(re.compile("^http://192.168.1.5:8765/t/"))
    page.get_by_label("10.0.0.9:8765").check()
    expect(link).to_have_value(re.compile("^http://10.0.0.9:8765/t/"))
    assert scanned(page) == link.input_value()
    assert mara.axe() == []
    ways.clear()
    page.reload()
    expect(page.get_by_text("Nobody else can come yet.")).to_be_visible()
    expect(link).to_have_count(0)


def test_a_host_behind_a_name_invites_by_that_name(person):
    mara = person()
    mara.page.route("**/api/house", lambda route: route.fulfill(json={"public": "https://games.example"}))
    page = mara.go(f"/t/{mara.open('doce', [ME, FREE])}")
    expect(page.get_by_label("Link to this table")).to_have_value(re.compile("^https://games.example/t/"))


def test_people_on_one_device_are_asked_for_their_names(person):
    mara = person()
    page = mara.go("/new?game=dokitto")
    page.get_by_label("Chair 2", exact=True).select_option("mine")
    page.get_by_label("Name of the other player, Chair 2").fill("Theo")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".chair", has_text="Theo")).to_contain_text("On this device")
    page.get_by_role("button", name="Second player here").first.click()
    expect(page.get_by_label("Who plays along")).to_be_focused()
    page.keyboard.type("Ines")
    page.keyboard.press("Enter")
    chair = page.locator(".chair", has_text="Ines")
    expect(chair).to_be_visible()
    chair.get_by_role("button", name="Name of the other player").click()
    page.get_by_label("Who plays along").fill("Inés")
    page.keyboard.press("Enter")
    expect(page.locator(".chair", has_text="Inés")).to_be_visible()


def test_one_is_renamed_and_dressed_anew_in_the_waiting_room_and_renamed_in_the_match(person):
    mara, theo = person(), person(phone=True)
    table = mara.open("doce", [ME | {"sign": 1, "colour": 1}, FREE])
    page, guest = mara.go(f"/t/{table}"), theo.go(f"/t/{table}")
    guest.get_by_label("Your name").fill("Teo")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("button", name="Change name, sign or colour").click()
    expect(guest.get_by_role("radio", name="Clover")).to_be_disabled()
    guest.get_by_label("Your name").fill("Theo")
    guest.locator(".pick", has_text="Anchor").click()
    guest.locator(".pick", has_text="Teal").click()
    assert theo.axe() == []
    theo.picture("who-you-are-phone")
    guest.get_by_role("button", name="Done").click()
    chair = page.locator(".chair", has_text="Theo")
    expect(chair.locator("[data-sign=anchor]")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    guest.get_by_role("button", name="Table menu").click()
    guest.get_by_text("Change my name").click()
    guest.get_by_label("Your name").fill("Theodor")
    guest.keyboard.press("Enter")
    expect(page.locator("[data-seat-chip]", has_text="Theodor").locator("[data-sign=anchor]")).to_be_visible()
    guest.goto(theo.server)
    expect(guest.get_by_text("Theodor")).to_be_visible()
    expect(guest.locator(".seat [data-sign=anchor]")).to_be_visible()


def test_sign_and_colour_stay_through_a_rematch(person):
    mara = person()
    page = mara.sit("doce", [ME | {"sign": 8, "colour": 2}, BOT], position=LAST_ROUND)
    see_turn(page)

    def signs() -> dict[str, str | None]:
        chips = page.locator("[data-seat-chip]").all()
        return {chip.locator("b").inner_text(): chip.locator("[data-sign]").first.get_attribute("data-sign") for chip in chips}

    before = signs()
    assert before["Mara"] == "feather"
    play_out(page, "doce")
    assert signs() == before
    page.get_by_role("button", name="Play again").click()
    see_turn(page)
    assert signs() == before


def test_the_host_silences_and_removes_and_a_full_table_does_not_invite(person):
    mara, theo = person(), person()
    table = mara.open("doce", [ME, FREE])
    page, guest = mara.go(f"/t/{table}"), theo.go(f"/t/{table}")
    expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()
    guest.get_by_label("Your name").fill("Theo")
    guest.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Everybody is here")).to_be_visible()
    expect(page.get_by_role("heading", name="Invite friends")).to_have_count(0)
    page.get_by_role("button", name="Mute Theo").click()
    guest.get_by_label("Say something nice").fill("hello")
    guest.keyboard.press("Enter")
    expect(guest.get_by_text("The host has muted you")).to_be_visible()
    page.get_by_role("button", name="Remove Theo").click()
    page.get_by_label("and keep them from sitting down again").check()
    assert mara.axe() == []
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("has removed you")).to_be_visible()


def test_the_clock_is_told_before_the_match(person):
    mara = person()
    page = mara.go("/new?game=doce")
    page.get_by_label("Clock").select_option("move")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Clock: 60 seconds a move")).to_be_visible()


def test_the_button_that_opens_a_table_is_in_sight_at_every_size(person):
    mara = person()
    page = mara.go("/new?game=ion")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
        assert mara.fits()


def test_bots_show_face_and_strength_where_they_are_chosen_and_where_they_sit(person):
    mara = person()
    page = mara.go("/new?game=dokitto")
    page.get_by_label("Chair 2", exact=True).select_option("bot:beginner")
    expect(page.get_by_label("Chair 2", exact=True).locator("option:checked")).to_have_text("Duckling · Bot, beginner")
    expect(page.locator(".seats [data-face=beginner]")).to_be_visible()
    page.get_by_role("combobox", name="Players").select_option("2")
    page.get_by_role("button", name="Start the game").click()
    chip = page.locator("[data-seat-chip]", has=page.locator("[data-face=beginner]"))
    expect(chip).to_contain_text("Duckling")
    assert "Bot" not in chip.inner_text()


@pytest.mark.parametrize("kept", [{"sign": 99, "colour": "red"}, {"sign": -1, "colour": 2.5}, {}])
def test_a_sign_that_makes_no_sense_is_found_anew_and_kept(person, kept):
    mara = person(settings=json.dumps(kept | {"name": "Mara"}))
    page = mara.go("/")
    found = page.locator(".seat [data-sign]").get_attribute("data-sign")
    page.reload()
    expect(page.locator(f".seat [data-sign={found}]")).to_be_visible()


def test_open_tables_come_and_go_before_my_eyes(person):
    mara, theo = person(), person()
    page = mara.go("/")
    expect(page.locator("button.now").first).to_be_visible()
    table = theo.open("ion", [{"kind": "mine", "name": "Theo"}, FREE], settings={"public": True})
    expect(page.locator(f"a[href='/t/{table}']")).to_contain_text("1 of 2 seated: Theo")
    guest = theo.go(f"/t/{table}")
    guest.get_by_role("button", name="Put a bot here").click()
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)


def test_a_game_against_bots_is_given_up_from_the_first_page(person):
    mara = person()
    table = mara.open("dokitto", 3, start=True, options={"first_lead": 0})
    page = mara.go("/")
    expect(page.get_by_role("link", name="Your turn in Dokitto! Ice")).to_be_visible()
    page.get_by_role("button", name="Leave this table: Dokitto! Ice").click()
    expect(page.get_by_role("alert")).to_contain_text("Only bots are left then")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Leave this table: Dokitto! Ice").click()
    expect(page.get_by_role("button", name="Leave", exact=True)).to_be_focused()
    assert mara.axe() == []
    page.keyboard.press("Enter")
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)
    page.reload()
    expect(page.locator("button.now").first).to_be_visible()
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)


def test_a_server_that_is_away_is_called_that_and_found_again(person, tmp_path):
    mara = person()
    mara.expected, mara.spoilt = ("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to fetch"), True
    port, data = free_port(), tmp_path / "tables.db"
    mara.server = f"http://127.0.0.1:{port}"
    process = serve(port, data)
    try:
        page = mara.go("/")
        expect(page.locator("[data-game=doce] button.now")).to_be_enabled()
        process.terminate()
        process.wait(10)
        expect(page.get_by_text("The server is away.")).to_be_visible()
        expect(page.locator("[data-game=doce] button.now")).to_be_disabled()
        expect(page.get_by_text("Coming to the shelf")).to_have_count(0)
        page.get_by_role("link", name="Settings").click()
        expect(page.get_by_role("heading", name="The server cannot be reached.")).to_be_visible()
        process = serve(port, data)
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        page.go_back()
        expect(page.locator("[data-game=doce] button.now")).to_be_enabled()
    finally:
        process.terminate()
        process.wait(10)


def test_the_focus_is_never_lost_between_pages_and_sheets(person):
    mara = person()
    lost = "document.activeElement === document.body"
    page = mara.go("/")
    page.get_by_role("link", name="Open a table").press("Enter")
    expect(page.get_by_role("heading", name="Open a table")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_focused()
    page.get_by_role("button", name="Change").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Change")).to_be_focused()
    page.locator("[data-game=doce] button.now").press("Enter")
    see_turn(page)
    assert not page.evaluate(lost)
    page.get_by_role("button", name="Table menu").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Fair shuffle").press("Enter")
    expect(page.get_by_role("heading", name="Fair shuffle")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Table menu")).to_be_focused()


def test_a_phone_tells_what_one_plays_for_and_what_is_said(person):
    mara, theo = person(phone=True), person()
    table = mara.open("dokitto", [ME, FREE])
    page, guest = mara.go(f"/t/{table}"), theo.go(f"/t/{table}")
    guest.get_by_label("Your name").fill("Theo")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_label("Say something nice").fill("shall we?")
    guest.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Theo: shall we?")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Table talk").click()
    expect(page.get_by_role("dialog").get_by_text("shall we?")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("first to 10 points")).to_be_in_viewport(ratio=1)
    assert mara.fits()

"""Who I am, what I have played and with whom; a passkey that finds it again; a club; all by clicks in a real browser."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hands import ME
from people import ask
from playwright.sync_api import Page, expect
from server_kit import Party, play_on, run

from parlour.client import Client
from parlour.server import messages as m


def played(server: str, devices: list[str], game: str = "doce", name: str = "Theo") -> None:
    """These devices play a match to its end, by programs that look like people."""

    async def play() -> None:
        async with Party(server) as party:
            party.clients = [Client(server, token=token) for token in devices]
            seats = [m.SeatWish("mine", name="Mara"), *["open"] * (len(devices) - 1)]
            party.table = await party.clients[0].create(game, seats)
            for client in party.clients[1:]:
                await client.join(party.table, name)
            links = [await party.link(client) for client in party.clients]
            await links[0].send(m.Start())
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)

    with ThreadPoolExecutor(1) as aside:  # the browser has the loop of this thread
        aside.submit(lambda: run(play())).result()


def counted(server: str, token: str, matches: int) -> dict[str, Any]:
    """Who the device is, as soon as so many matches are counted."""
    for _ in range(600):
        me = ask(f"{server}/api/me", Authorization=f"Bearer {token}")
        if me["matches"] >= matches:
            return me
        time.sleep(0.05)
    raise AssertionError("a match was never counted")


@pytest.mark.parametrize("phone", [False, True])
def test_my_page_shows_my_past_my_people_and_what_my_matches_came_to(person, server, phone):
    mara, theo = person(phone=phone), person()
    for game in ("doce", "dokitto"):
        played(server, [mara.device, theo.device], game)
    counted(server, mara.device, 2)
    page = mara.go("/me")
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    rows = page.locator("section[aria-labelledby=past] ol > li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Theo")
    expect(page.locator("section[aria-labelledby=n-against] li")).to_contain_text("of 2")
    page.get_by_label("Which game").select_option("doce")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("DOCE")
    mara.in_both_lights(f"self-{'phone' if phone else 'wide'}")
    rows.first.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(f"{server}{page.evaluate('location.pathname')}")
    expect(page.locator("#app")).to_be_visible()
    assert "/replay/1" in page.url


def test_names_as_wide_as_they_can_be_push_nothing_off_a_phone(person, server):
    mara, theo, wide = person(phone=True), person(), "W" * 24
    played(server, [mara.device, theo.device], name=wide)
    her = counted(server, mara.device, 1)["id"]
    counted(server, theo.device, 1)
    table = theo.open("doce", [ME, {"kind": "open"}])
    headers = {"Authorization": f"Bearer {theo.device}"}
    ask(f"{server}/api/me/people/call", {"table": table, "people": [her]}, **headers)
    page = mara.go("/me")
    expect(page.locator("section[aria-labelledby=past] ol > li")).to_contain_text(wide)
    assert mara.fits()
    shelf = mara.go("/")
    expect(shelf.locator(".call")).to_contain_text(wide)
    assert mara.fits()


def test_a_name_that_is_changed_is_kept_at_the_server_and_at_the_next_table(person, server):
    mara = person()
    page = mara.go("/me") if mara.device else mara.page
    page.get_by_label("Your name").fill("Mira")
    page.get_by_label("Your name").press("Enter")
    page.locator("label.pick", has_text="Moon").click()
    for _ in range(200):
        me = ask(f"{server}/api/me", Authorization=f"Bearer {mara.device}")
        if me["name"] == "Mira" and me.get("sign") == 2:
            break
        page.wait_for_timeout(50)
    assert (me["name"], me["sign"]) == ("Mira", 2)
    page.goto(server)
    expect(page.locator(".seat")).to_contain_text("Mira")


def test_people_are_chosen_and_called_and_see_it_on_the_first_page_without_a_reload(person, server):
    mara, theo = person(), person()
    played(server, [mara.device, theo.device])
    counted(server, theo.device, 1)
    shelf = theo.go("/")
    expect(shelf.get_by_role("link", name="Open a table")).to_be_visible()
    page = mara.go("/me")
    page.locator("label.mate", has_text="Theo").click()
    page.get_by_label("Game to play again").select_option("doce")
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("Waiting room")).to_be_visible()
    call = shelf.locator(".call")
    expect(call).to_contain_text("Mara keeps a chair for you at DOCE.")
    theo.picture("self-call")
    call.get_by_role("link", name="Sit down").click()
    expect(shelf.get_by_text("A seat at DOCE")).to_be_visible()
    shelf.goto(server)
    shelf.get_by_role("button", name="Not this time").click()
    expect(shelf.locator(".call")).to_have_count(0)


def named(server: str) -> str:
    """The same server by a name: no passkey belongs to a number."""
    return server.replace("127.0.0.1", "localhost")


def authenticator(page: Page) -> Any:
    """A device of the browser that makes passkeys and never asks."""
    wires = page.context.new_cdp_session(page)
    wires.send("WebAuthn.enable")
    wanted = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = wanted | {"isUserVerified": True, "automaticPresenceSimulation": True}
    return wires, wires.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def test_a_passkey_finds_me_again_on_a_device_that_knew_nobody(browser, server):
    """And a passkey that the server has forgotten finds nobody."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    wires, _ = authenticator(page)
    page.goto(f"{named(server)}/me")
    page.get_by_label("Your name").fill("Mara")
    page.get_by_label("Your name").press("Enter")
    page.get_by_text("Take my profile along").click()
    page.get_by_role("button", name="Keep it by a passkey").click()
    expect(page.get_by_text("Kept. Your passkey")).to_be_visible()
    expect(page.get_by_text("Passkey 1", exact=True)).to_be_visible()
    token = page.evaluate("localStorage['parlour.device']")
    before = ask(f"{server}/api/me", Authorization=f"Bearer {token}")
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_text("Take my profile along").click()
    page.get_by_role("button", name="I have a passkey").click()
    expect(page.get_by_text("This device has your profile now.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Mara")
    token = page.evaluate("localStorage['parlour.device']")
    after = ask(f"{server}/api/me", Authorization=f"Bearer {token}")
    assert (after["id"], after["devices"]) == (before["id"], 2)
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("button", name="Delete everything about me").click()
    expect(page.get_by_text("Nothing is left of it.")).to_be_visible()
    page.get_by_role("button", name="I have a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("does not know the passkey")
    wires.detach()
    context.close()


def test_a_club_is_founded_joined_by_its_link_and_has_its_own_tables(person, server):
    mara, theo = person(), person(phone=True)
    page = mara.go("/me") if mara.device else mara.page
    page.get_by_label("Name of a new club").fill("The Long Spoons")
    page.get_by_role("button", name="Found a club").click()
    expect(page.get_by_role("heading", name="Members")).to_be_visible()
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("dialog").locator("input[readonly]").input_value()
    assert "/club/" in link
    page.keyboard.press("Escape")
    guest = theo.go(link[link.index("/club/") :]) if theo.device else theo.page
    expect(guest.get_by_role("heading", name="The Long Spoons").last).to_be_visible()
    expect(guest.get_by_text("1 member")).to_be_visible()
    guest.get_by_role("button", name="Join the club").click()
    expect(guest.get_by_role("heading", name="Table of honour")).to_be_visible()
    page.get_by_role("link", name="Open a club table").click()
    page.get_by_role("button", name="Send the link").or_(page.locator("form button.big")).last.click()
    expect(page.get_by_text("Waiting room")).to_be_visible()
    guest.reload()
    expect(guest.locator("section[aria-labelledby=tables] a.ticket")).to_have_count(1)
    theo.in_both_lights("club-phone")
    page.goto(link)
    expect(page.locator("section[aria-labelledby=members] li")).to_have_count(2)
    mara.in_both_lights("club-wide")

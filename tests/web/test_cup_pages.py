"""Tournaments and the table of honour as people see them: made, joined by link, played, corrected, read on every screen."""

from __future__ import annotations

import re

from people import ask
from playwright.sync_api import expect


def plan(name: str, game: str = "doce", kind: str = "swiss", **more):
    return {"name": name, "game": game, "kind": kind, "clock": {"kind": "move", "seconds": 60}} | more


def found(person, name: str, **more) -> str:
    """A tournament that somebody keeps, without going through the form."""
    headers = {"Authorization": f"Bearer {person.device}"}
    return str(ask(f"{person.server}/api/cups", plan(name, **more), **headers)["id"])


def act(person, cup: str, **what) -> dict:
    return ask(f"{person.server}/api/cups/{cup}/acts", what, Authorization=f"Bearer {person.device}")


def guest(server: str, cup: str, name: str) -> str:
    """Somebody who takes part without a browser."""
    token = str(ask(f"{server}/api/devices", {})["token"])
    ask(f"{server}/api/cups/{cup}/acts", {"type": "join", "name": name}, Authorization=f"Bearer {token}")
    return token


def test_a_tournament_is_made_joined_by_its_link_and_leads_to_the_table(person):
    mara, theo = person(), person(phone=True)
    page = mara.go("/cup/new?game=doce")
    page.get_by_label("Name of the tournament", exact=True).fill("Autumn cup")
    page.get_by_role("checkbox", name=re.compile("^Rated:")).check()
    mara.in_both_lights("cup-new")
    page.get_by_role("button", name="Make a tournament", exact=True).click()
    expect(page).to_have_url(re.compile(r"/cup/[\w-]{16,}$"))
    expect(page.get_by_role("heading", name="Autumn cup", exact=True).first).to_be_visible()
    link = page.get_by_label("Link to this tournament", exact=True).input_value()
    page.get_by_label("Your name in the tournament", exact=True).fill("Mara")
    page.get_by_role("button", name="Take part", exact=True).click()
    expect(page.get_by_role("heading", name="Players: 1", exact=True)).to_be_visible()
    other = theo.go(link[link.index("/cup/") :])
    other.get_by_label("Your name in the tournament", exact=True).fill("Theo")
    other.get_by_role("button", name="Take part", exact=True).click()
    expect(other.get_by_role("heading", name="Players: 2", exact=True)).to_be_visible()
    theo.in_both_lights("cup-open-phone")
    # The host's page sees it without a reload.
    expect(page.get_by_role("heading", name="Players: 2", exact=True)).to_be_visible()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="Play Theo now", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Theo: still to come.")
    other.get_by_role("button", name="Play Mara now", exact=True).click()
    for one in (page, other):
        expect(one).to_have_url(re.compile(r"/t/[\w-]+$"))
        expect(one.get_by_text("Rated", exact=True)).to_be_attached()
    other.get_by_role("button", name="Table menu", exact=True).click()
    expect(other.get_by_role("link", name="Back to the tournament", exact=True)).to_have_attribute("href", re.compile("^/cup/"))


def test_standings_pairings_and_what_the_host_corrects_are_read_on_every_screen(person):
    mara = person()
    cup = found(mara, "Autumn cup", rest=60, patience=3600)
    act(mara, cup, type="join", name="Mara", sign=0, colour=0)
    for name in ("Ines", "Odile", "Jun", "Theo", "Sam", "Priya"):
        guest(mara.server, cup, name)
    act(mara, cup, type="begin")
    act(mara, cup, type="correct", round=0, board=0, places=[1, 2], why="Played at the café")
    page = mara.go(f"/cup/{cup}")
    standings = page.get_by_role("region", name="Standings", exact=True)
    expect(standings.get_by_role("row")).to_have_count(8)
    expect(page.get_by_role("region", name="Round 1", exact=True).get_by_text("set by the host")).to_be_visible()
    expect(page.get_by_text("Played at the café")).to_be_visible()
    page.get_by_text("Correct a result", exact=True).click()
    page.get_by_label(re.compile("^Which match")).select_option(index=1)
    page.get_by_label(re.compile("^Result")).select_option("drawn")
    page.get_by_label("Why it is corrected", exact=True).fill("Both agreed")
    page.get_by_role("button", name="Correct it", exact=True).click()
    happened = page.get_by_role("region", name="What happened", exact=True)
    expect(happened.get_by_text(re.compile(r"\(Both agreed\)$"))).to_be_visible()
    # It is said to whoever does not see it, too.
    expect(page.locator("[aria-live=polite]", has_text="(Both agreed)")).to_have_count(1)
    mara.in_both_lights("cup")
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_text("Paused", exact=True)).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    mara.in_both_lights("cup-phone")
    everybody = found(mara, "Everybody", kind="everybody", rest=60, patience=3600)
    act(mara, everybody, type="join", name="Mara")
    for name in ("Ines", "Odile", "Jun", "Theo", "Sam", "Maximiliane von der Tann"):
        guest(mara.server, everybody, name)
    act(mara, everybody, type="begin")
    page = mara.go(f"/cup/{everybody}")
    expect(standings.get_by_role("row")).to_have_count(8)
    assert page.locator(".scroll").evaluate("(box) => box.scrollWidth <= box.clientWidth"), "the points are in sight"
    stranger = person()
    watched = stranger.go(f"/cup/{cup}")
    expect(watched.get_by_role("region", name="Standings", exact=True)).to_be_visible()
    expect(watched.get_by_role("region", name="For the host", exact=True)).to_have_count(0)


def test_a_tournament_of_tables_and_the_table_of_honour_fit_their_screens(person):
    mara = person()
    cup = found(mara, "Ice evening", game="dokitto", kind="tables", seats=4, patience=3600)
    act(mara, cup, type="join", name="Mara")
    for number in range(6):
        guest(mara.server, cup, f"Guest {number}")
    act(mara, cup, type="begin")
    for board in range(2):
        players = ask(f"{mara.server}/api/cups/{cup}")["rounds"][0]["boards"][board]["players"]
        act(mara, cup, type="correct", round=0, board=board, places=list(range(1, len(players) + 1)), why="by hand")
    page = mara.go(f"/cup/{cup}")
    expect(page.get_by_text(re.compile("^The next round begins in"))).to_be_visible()
    mara.in_both_lights("cup-tables")
    board = mara.go("/leaders/doce")
    expect(board.get_by_role("heading", name="DOCE", exact=True)).to_be_visible()
    expect(board.get_by_text("Owl", exact=True)).to_be_visible()
    mara.in_both_lights("leaders")
    board.set_viewport_size({"width": 390, "height": 844})
    mara.in_both_lights("leaders-phone")
    lost = mara.go("/cup/0123456789abcdef")
    mara.expected = ("404",)
    expect(lost.get_by_role("heading").first).to_be_visible()
    expect(lost.get_by_role("region", name="Standings", exact=True)).to_have_count(0)


def test_in_a_league_whoever_waits_is_there_as_long_as_the_page_is(person):
    mara = person()
    weekly = {"clock": {"kind": "game", "seconds": 900}, "lasts": 7 * 86_400, "patience": 7 * 86_400, "steady": True}
    cup = found(mara, "Monday league", kind="everybody", **weekly)
    act(mara, cup, type="join", name="Mara")
    theo = guest(mara.server, cup, "Theo")
    act(mara, cup, type="begin")
    mara.page.clock.install()
    page = mara.go(f"/cup/{cup}")
    page.get_by_role("button", name="Play Theo now", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Theo: still to come.")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/acts")) as again:
        page.clock.run_for(75_000)
    assert again.value.post_data_json["type"] == "arrive"
    # The other one comes: both are at the table.
    ask(f"{mara.server}/api/cups/{cup}/acts", {"type": "arrive", "commit": "c" * 64}, Authorization=f"Bearer {theo}")
    page.clock.run_for(2000)
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))

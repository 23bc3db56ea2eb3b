"""What a link to a table looks like where it is posted."""

from __future__ import annotations

import asyncio
import re
import struct
from urllib.request import Request, urlopen

import pytest
from server_kit import CALM, Party, fails, play_on, run

import parlour
from parlour.client import Client
from parlour.core.registry import keys
from parlour.server import messages as m
from parlour.server import preview as p
from parlour.tables.shown import Settings


def read(address: str, agent: str = "Slackbot-LinkExpanding 1.0") -> tuple[dict[str, str], bytes]:
    with urlopen(Request(address, headers={"user-agent": agent}), timeout=30) as answer:
        body = answer.read()
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', body.decode(errors="replace"))), body


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_a_link_is_shown_with_its_game_its_people_and_a_picture(served):
    async def test():
        async with Party(served.address) as party:
            host = await party.device()
            table = await host.create("doce", [m.SeatWish("mine", name='<Ada> & "Co"'), "open"])
            at = f"{served.address}/t/{table}"
            said, body = read(at)
            assert said["og:title"] == "DOCE: a seat is open for you"
            assert said["og:description"] == "At the table with &lt;Ada&gt; &amp; &quot;Co&quot;."
            assert said["og:url"] == at
            assert said["og:image"] == f"{served.address}/api/tables/{table}/preview.png"
            assert b'<div id="app"></div>' in body
            assert size(read(said["og:image"])[1]) == (1200, 630)
            # A person gets the page as it was built.
            assert read(at, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")[0] == {}
            # A link that leads nowhere is a page too, and says nothing.
            assert read(f"{served.address}/t/nothing-is-at-this-link")[0] == {}
            missing = "/api/tables/nothing-is-at-this-link/preview.png"
            assert (await fails(host.call("GET", missing))).code == "no_table"

    run(test())


@pytest.mark.parametrize("path", ["/t/abcd2345", "/t/abcd2345/replay/1", "/t/abcd2345/review/1"])
def test_what_lies_behind_a_table_is_a_page_too(served, path):
    assert b'<div id="app"></div>' in read(served.address + path, "Mozilla/5.0")[1]


def test_a_finished_match_says_who_has_won(served):
    async def test():
        async with Party(served.address) as party:
            (link,) = await party.sit_down("doce", people=1, bots=1, settings=CALM)
            await play_on(link)
            await link.until(lambda: link.over)
            said, _ = read(f"{served.address}/t/{party.table}")
            assert said["og:title"] == "DOCE: the match is over"
            assert said["og:description"].startswith("Won by ")

    run(test())


@pytest.mark.parametrize("spectators", [True, False])
def test_the_picture_of_a_running_match_is_what_spectators_see_or_another_match(served, monkeypatch, spectators):
    """Of a table that nobody may watch nothing that was dealt there is drawn."""
    from parlour.server.archive import find_game
    from parlour.tables import acts
    from parlour.tables.table import Table

    table = Table("a-table-of-our-own", find_game)
    seats = [("mine", "Ada", "medium", None, None), ("bot", "", "medium", None, None)]
    settings = Settings(spectators=spectators)
    given = {"options": {}, "settings": settings, "commit": "", "position": None, "start": True, "seed": bytes(32)}
    table.take(acts.create(find_game, 1, game="ion", seats=seats, device="x", **given))
    said = p.preview(table, parlour.core.registry.words("en"))
    drawn = p.picture(table, said)
    seen = table.match.svg(None) if spectators else p._set_up(table.game)
    inside = seen[seen.index(">") + 1 :]
    assert inside in drawn
    for seat in range(2):
        own = table.match.svg(seat)
        assert own[own.index(">") + 1 :] not in drawn


@pytest.mark.parametrize("key", keys())
def test_every_game_has_a_picture(key):
    svg = p._set_up(parlour.game(key))
    found = p._placed(re.search(r"<svg\b[^>]*>", svg)[0], 1, 2, 3, 4)
    assert found.count(" width=") == 1
    assert size(p.png(svg))[0] > 100


def test_a_closed_house_keeps_its_guests_and_takes_no_new_ones(serve):
    server = serve()

    async def before() -> tuple[str, str | None]:
        async with Client(server.address) as client:
            return await client.create("doce", ["mine", "bot"], start=True), client.token

    table, token = asyncio.run(before())
    server.stop()
    again = serve(closed=True)

    async def test():
        async with Client(again.address, token=token) as guest:
            assert (await guest.show(table)).mine == [0]
            assert await guest.create("doce", ["mine", "open"])
        stranger = Client(again.address)
        assert "no new guests" in str(await fails(stranger.call("POST", "/api/devices")))
        assert (await stranger.show(table)).mine == []

    run(test())

"""Persons and clubs over the wire: a lasting self without a password, a past, people, and nobody who can act for another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_kit import GENEROUS, PATIENCE, QUICK, Party, Served, fails, play_on, run

from parlour.client import Client
from parlour.server import messages as m
from parlour.server.config import Config, Limits
from parlour.tables.shown import Settings


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on SQLite alone, and a worker with PostgreSQL and Redis."""
    many = request.param == "postgres"
    database = request.getfixturevalue("postgres").address if many else str(tmp_path_factory.mktemp("persons") / "tables.db")
    bus = request.getfixturevalue("redis").address if many else None
    server = Served(Config(database, bus, QUICK, GENEROUS, away_grace=0.2, logs=False)).start()
    yield server
    server.stop()


async def counted(client: Client, matches: int) -> dict[str, Any]:
    """Who this is, as soon as so many matches are counted."""
    for _ in range(PATIENCE * 20):
        me = await client.call("GET", "/api/me")
        if me["matches"] >= matches:
            return dict(me)
        await asyncio.sleep(0.05)
    raise AssertionError("the match was never counted")


async def played(party: Party, people: int = 2, bots: int = 0) -> None:
    links = await party.sit_down("doce" if people + bots == 2 else "dokitto", people=people, bots=bots)
    await asyncio.gather(*(play_on(link) for link in links))
    await links[0].until(lambda: links[0].over)


def test_a_past_has_every_match_with_its_people_and_what_came_of_it(house):
    async def test():
        async with Party(house.address) as party:
            await played(party)
            ada, bea = party.clients
            await counted(ada, 1)
            for client, seat in ((ada, 0), (bea, 1)):
                history = (await client.call("GET", "/api/me/history"))["matches"]
                assert [(past["table"], past["match"], past["game"]) for past in history] == [(party.table, 1, "doce")]
                assert [player["name"] for player in history[0]["players"]] == ["Ada", "Bea"]
                assert [player.get("mine", False) for player in history[0]["players"]] == [seat == 0, seat == 1]
                assert history[0]["here"]
            (mate,) = await ada.call("GET", "/api/me/people")
            assert (mate["person"]["name"], mate["matches"]) == ("Bea", 1)
            assert mate["shares"] + mate["theirs"] == pytest.approx(1)
            assert (await ada.call("GET", "/api/me/history?game=ion"))["matches"] == []
            assert (await ada.call("GET", "/api/me/history?before=5"))["matches"] == []
            me = await ada.call("GET", "/api/me")
            assert [(tally["game"], tally["against"], tally["matches"]) for tally in me["tallies"]] == [("doce", "people", 1)]
        async with Party(house.address) as party:
            await played(party, 1, 1)
            me = await counted(party.clients[0], 1)
            assert [(tally["against"], tally["matches"]) for tally in me["tallies"]] == [("club", 1)]
            # A past without people is nobody's company.
            assert await party.clients[0].call("GET", "/api/me/people") == []

    run(test())


def test_nothing_is_told_of_a_match_that_runs(house):
    async def test():
        async with Party(house.address) as party:
            await party.sit_down("doce")
            ada = party.clients[0]
            assert (await ada.call("GET", "/api/me"))["matches"] == 0
            assert await ada.call("GET", "/api/me/history") == {"matches": []}
            assert party.table not in await ada.call("GET", "/api/me/export", kind=str)

    run(test())


def test_a_name_stays_with_the_person_and_moves_to_another_device_by_a_code(house):
    async def test():
        async with Client(house.address) as laptop, Client(house.address) as phone, Client(house.address) as thief:
            me = await laptop.call("POST", "/api/me", {"name": "  Mara ", "sign": 3, "colour": 4})
            assert (me["name"], me["sign"], me["colour"]) == ("Mara", 3, 4)
            for wrong in ({"name": "", "sign": 1, "colour": 1}, {"name": "M", "sign": 10, "colour": 1}):
                assert (await fails(laptop.call("POST", "/api/me", wrong))).status == 400
            code = (await laptop.call("POST", "/api/me/code"))["code"]
            assert (await fails(thief.call("POST", "/api/me/claim", {"code": "WRONGONE"}))).status == 404
            on_phone = await phone.call("POST", "/api/me/claim", {"code": f" {code[:4].lower()}-{code[4:]} "})
            assert (on_phone["id"], on_phone["name"], on_phone["devices"]) == (me["id"], "Mara", 2)
            assert (await fails(thief.call("POST", "/api/me/claim", {"code": code}))).status == 404
            await phone.call("POST", "/api/me", {"name": "Mira", "sign": 1, "colour": 1})
            assert (await laptop.call("GET", "/api/me"))["name"] == "Mira"
            assert (await thief.call("GET", "/api/me"))["id"] != me["id"]
            phone.token = (await phone.call("POST", "/api/me/part"))["token"]
            assert (await phone.call("GET", "/api/me"))["id"] != me["id"]
            assert (await laptop.call("GET", "/api/me"))["devices"] == 1
            # The last way to it is not given up by mistake.
            assert "keep it by a passkey" in str(await fails(laptop.call("POST", "/api/me/part")))

    run(test())


def test_whoever_deletes_everything_is_somebody_in_the_past_of_the_others(house):
    async def test():
        async with Party(house.address) as party:
            await played(party)
            ada, bea = party.clients
            await counted(ada, 1)
            me = await ada.call("GET", "/api/me")
            club = await ada.call("POST", "/api/clubs", {"name": "Spoons"})
            await bea.call("POST", f"/api/clubs/{club['id']}/join")
            told = await ada.call("GET", "/api/me/export")
            assert told["persons"][0]["name"] == "Ada"
            assert [row["name"] for row in told["result_players"]] == ["Ada"]
            assert {"tallies", "mates", "members", "honours"} <= set(told)
            ada.token = (await ada.call("POST", "/api/me/delete"))["token"]
            assert (await ada.call("GET", "/api/me"))["id"] != me["id"]
            assert await ada.call("GET", "/api/me/history") == {"matches": []}
            (past,) = (await bea.call("GET", "/api/me/history"))["matches"]
            assert [player["name"] for player in past["players"]] == ["", "Bea"]
            assert await bea.call("GET", "/api/me/people") == []
            page = await bea.call("GET", f"/api/clubs/{club['id']}")
            assert page["host"]
            assert len(page["members"]) == 1
            assert me["id"] not in str(page)

    run(test())


def test_people_are_called_to_a_table_by_those_who_know_them_and_sit_there(house):
    async def test():
        async with Party(house.address) as party, Client(house.address) as stranger:
            await played(party)
            ada, bea = party.clients
            await counted(ada, 1)
            their, own = (await bea.call("GET", "/api/me"))["id"], (await stranger.call("GET", "/api/me"))["id"]
            table = await ada.create("doce", [m.SeatWish("mine", name="Ada"), "open"])
            path = "/api/me/people/call"
            assert await ada.call("POST", path, {"table": table, "people": [their, own]}) == {"told": 1}
            assert await ada.call("POST", path, {"table": table, "people": [their]}) == {"told": 0}
            assert (await fails(ada.call("POST", path, {"table": table, "people": [own]}))).status == 403
            assert "where you sit" in str(await fails(bea.call("POST", path, {"table": table, "people": [own]})))
            (call,) = await bea.call("GET", "/api/me/calls")
            assert (call["table"], call["game"], call["caller"]["name"]) == (table, "doce", "Ada")
            assert await stranger.call("GET", "/api/me/calls") == []
            await stranger.call("POST", "/api/me/calls/dismiss", {"table": table})
            assert len(await bea.call("GET", "/api/me/calls")) == 1
            assert await bea.call("POST", "/api/me/calls/dismiss", {"table": table}) == []

    run(test())


def test_a_club_is_for_its_members_and_its_table_of_honour_counts_its_own_matches(house):
    async def test():
        async with Party(house.address) as party, Client(house.address) as stranger:
            ada = await party.device()
            club = await ada.call("POST", "/api/clubs", {"name": "The Long Spoons"})
            path = f"/api/clubs/{club['id']}"
            assert await stranger.call("GET", path) == {"id": club["id"], "name": "The Long Spoons", "members": 1}
            for call, body in (("leave", None), ("remove", {"person": "x" * 16}), ("rename", {"name": "Ours"})):
                assert (await fails(stranger.call("POST", f"{path}/{call}", body))).status == 403
            assert "no club" in str(await fails(stranger.call("GET", "/api/clubs/AAAAAAAAAAAAAAAAAAAAAA")))
            leaders = f"/api/games/doce/leaders?club={club['id']}"
            for who in (stranger, Client(house.address)):
                assert (await fails(who.call("GET", leaders))).status == 403
            assert (await fails(ada.call("GET", leaders[:-1] + "~"))).status == 400
            assert (await fails(ada.call("GET", leaders + "x" * 60))).status == 400
            assert (await ada.call("GET", leaders))["leaders"] == []

            bea = await party.device()
            await bea.call("POST", f"{path}/join")
            party.table = table = await ada.create("doce", [m.SeatWish("mine", name="Ada"), "open"])
            assert (await fails(bea.call("POST", f"{path}/tables", {"table": table}))).status == 403
            await ada.call("POST", f"{path}/tables", {"table": table})
            page = await bea.call("GET", path)
            assert [shown["id"] for shown in page["tables"]] == [table]
            assert [member.get("host", False) for member in page["members"]] == [True, False]
            await bea.join(table, "Bea")
            links = [await party.link(client) for client in (ada, bea)]
            await links[0].send(m.Start())
            await asyncio.gather(*(link.until(lambda link=link: link.table.phase == "running") for link in links))
            await asyncio.gather(*(play_on(link) for link in links))
            await counted(ada, 1)
            page = await ada.call("GET", path)
            assert page["tables"] == []
            assert sorted((honour["game"], honour["matches"]) for honour in page["honours"]) == [("doce", 1), ("doce", 1)]
            assert sum(honour["shares"] for honour in page["honours"]) == pytest.approx(1)

            bea_id = (await bea.call("GET", "/api/me"))["id"]
            assert (
                await fails(bea.call("POST", f"{path}/remove", {"person": page["members"][0]["person"]["id"]}))
            ).status == 403
            page = await ada.call("POST", f"{path}/remove", {"person": bea_id})
            assert len(page["members"]) == len(page["honours"]) == 1
            assert "shut you out" in str(await fails(bea.call("POST", f"{path}/join")))
            assert (await fails(bea.call("GET", leaders))).status == 403
            assert "members" in await bea.call("GET", path)
            assert isinstance((await bea.call("GET", path))["members"], int)
            assert await ada.call("POST", f"{path}/leave") == []
            assert (await fails(ada.call("GET", path))).status == 404

    run(test())


def test_signing_up_and_inviting_is_limited(tmp_path: Path):
    limits = Limits.wide(persons=0.0001, person_burst=3, invitations=0.0001, invitation_burst=2)
    server = Served(Config(str(tmp_path / "t.db"), pace=QUICK, limits=limits, logs=False)).start()

    async def test():
        async with Client(server.address) as ada:
            await ada.call("GET", "/api/me")
            for _ in range(2):
                async with Client(server.address) as other:
                    await other.call("GET", "/api/me")
            async with Client(server.address) as other:
                assert (await fails(other.call("GET", "/api/me"))).status == 429
                assert (await fails(other.call("POST", "/api/me/claim", {"code": "ABCDEFGH"}))).status == 429
            await ada.call("POST", "/api/me/code")
            await ada.call("POST", "/api/me/code")
            assert (await fails(ada.call("POST", "/api/me/code"))).status == 429

    try:
        run(test())
    finally:
        server.stop()


def test_whoever_deletes_everything_is_a_former_player_wherever_a_match_is_shown(house):
    async def test():
        async with Party(house.address) as party:
            links = await party.sit_down("dokitto", people=3)
            await links[0].send(m.Say("I am Ada from Turin", links[0].mine[0]))
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)
            ada, bea, _ = party.clients
            await counted(ada, 1)
            path = f"/api/tables/{party.table}"
            record = await bea.call("GET", f"{path}/matches/1/record", kind=str)
            assert "Ada" in str(await bea.call("GET", f"{path}/matches/1/replay"))
            ada.token = (await ada.call("POST", "/api/me/delete"))["token"]
            told = [
                await bea.call("GET", path),
                await bea.call("GET", f"{path}/matches/1/replay"),
                await bea.call("GET", "/api/tables"),
            ]
            async with bea.sit(party.table) as link:
                told += [link.table, link.lines, link.views]
                assert link.table.seats[0].name == "A former player"
            for shown in told:
                assert "Ada" not in str(shown)
                assert "Turin" not in str(shown)
            assert told[1]["names"] == ["A former player", "Bea", "Cem"]
            # The file is sealed: it stays what it was, and whole.
            assert await bea.call("GET", f"{path}/matches/1/record", kind=str) == record
            assert (await bea.call("GET", f"{path}/matches/1/verify"))["fair"]
            async with Client(house.address, token=bea.token) as reader:
                preview = await reader.call("GET", f"/t/{party.table}", kind=str)
                assert "Ada" not in preview

    run(test())


def test_whoever_deletes_everything_in_the_middle_of_a_rated_match_is_nobody_when_it_is_counted(house):
    async def test():
        async with Party(house.address) as party:
            ada, bea = await party.sit_down("doce", settings=Settings(rated=True))
            host, guest = party.clients
            await host.call("GET", "/api/me")
            new = (await host.call("POST", "/api/me/delete"))["token"]
            await asyncio.gather(play_on(ada), play_on(bea))
            await bea.until(lambda: bea.over)
            await counted(guest, 1)
            (past,) = (await guest.call("GET", "/api/me/history"))["matches"]
            assert [player["name"] for player in past["players"]] == ["", "Bea"]
            assert await guest.call("GET", "/api/me/people") == []
            (rating,) = await guest.call("GET", "/api/ratings")
            assert rating["matches"] == 1
            # Nobody was made anew of the device that she had.
            for token in (host.token, new):
                host.token = token
                assert await host.call("GET", "/api/me/history") == {"matches": []}
                assert await host.call("GET", "/api/ratings") == []

    run(test())

"""A device that played under a name of its own becomes somebody's: its past comes along, and each match counts once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from server_kit import Party, Served, fails, run
from services import Postgres
from test_persons import counted, played
from test_rated import with_clubs

from parlour.server.club import Club
from parlour.server.config import Config, Limits
from parlour.server.cup import shown as s
from parlour.server.devices import hashed
from parlour.server.rating import BEGIN, UNSURE, Strength, joined
from parlour.server.storage.club_groups import Group
from parlour.server.storage.club_results import Player, Result


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "t.db")
    found: Postgres = request.getfixturevalue("postgres")
    return found.address


def matches(world: str, seed: int) -> list[Result]:
    """The same matches in every world: people and bots at all kinds of tables, now and then one device in two seats."""
    chance, found = random.Random(seed), list[Result]()
    for number in range(60):
        people = chance.choices(["ada", "phone", "bea", "cem"], k=chance.randint(1, 3))
        bots = [chance.choice(["beginner", "club", "master"]) for _ in range(chance.randint(len(people) == 1, 1))]
        players = []
        for seat, name in enumerate([*people, *bots]):
            device = None if seat >= len(people) else hashed(f"{world} {name}")
            share = float(seat == number % (len(people) + len(bots)))
            level = None if device else name
            players.append(Player(seat, device, level, name, seat, seat, 1, 1 if share else 2, share, False))
        game, rated = chance.choice(["doce", "ion"]), chance.random() < 0.7
        found.append(Result(f"{world}-{number}", 1, game, 1, 5, 10 + number, "{}", rated, 3, players))
    return found


async def known(club: Club, world: str) -> dict[str, Any]:
    """What is kept of Ada, and what the others have with her."""
    persons, pasts = club.persons, club.pasts
    of = {name: await persons.of_device(hashed(f"{world} {name}")) for name in ("ada", "bea", "cem")}
    ids = {person.id: name for name, person in of.items() if person}
    mates = {
        name: sorted((ids[mate.person.id], mate.matches, mate.shares, mate.theirs, mate.last) for mate in await pasts.mates(id))
        for id, name in ids.items()
    }
    ada = of["ada"]
    assert ada is not None
    tallies = [(t.game, t.against, t.matches, t.shares, t.firsts, t.seconds, t.thirds) for t in await pasts.tallies(ada.id)]
    history = [past.table.partition("-")[2] for past in await pasts.history(ada.id, None, 2**60, 200)]
    return {"mates": mates, "tallies": tallies, "history": history}


@pytest.mark.parametrize("seed", range(3))
def test_two_who_become_one_are_known_as_if_they_had_always_been_one(database, seed):
    async def work(clubs: list[Club]) -> None:
        club, told = clubs[0], []
        for world, late in ((f"late{seed}", True), (f"early{seed}", False)):
            ada, phone = hashed(f"{world} ada"), hashed(f"{world} phone")
            me = (await club.person(ada)).id
            if not late:
                await club.join(phone, me)
            for result in matches(world, seed):
                assert await club.counting.count(result)
            if late:
                other = await club.persons.of_device(phone)
                assert other is not None
                assert other.id != me
                await club.join(phone, me)
                assert await club.pasts.tallies(other.id) == await club.pasts.mates(other.id) == []
                assert await club.persons.today([other.id]) == {other.id: me}
                assert await club.rated.ratings.of_person(other.id) == {}
            for device in (ada, phone):
                found = await club.persons.of_device(device)
                assert found is not None
                assert found.id == me
            told.append(await known(club, world))
            # What is counted afterwards counts for the one that they are now.
            extra = matches(f"{world} more", seed)[0]
            extra.players = [Player(0, phone, None, "x", 0, 0, 1, 1, 1.0, False), *extra.players[1:]]
            before = sum(tally.matches for tally in await club.pasts.tallies(me))
            assert await club.counting.count(extra)
            assert sum(tally.matches for tally in await club.pasts.tallies(me)) == before + 1
        assert told[0] == told[1]

    with_clubs(database, work)


def test_a_name_to_which_something_else_leads_stays_who_it_was(database):
    async def work(clubs: list[Club]) -> None:
        club = clubs[0]
        me, other = (await club.person(hashed("n ada"))).id, (await club.person(hashed("n phone"))).id
        assert await club.persons.join(hashed("n tablet"), other, 1)
        await club.join(hashed("n phone"), me)
        left = await club.persons.of_device(hashed("n tablet"))
        assert left is not None
        assert left.id == other
        assert await club.persons.today([other]) == {}
        await club.join(hashed("n tablet"), me)  # Now nothing else does.
        assert await club.persons.today([other]) == {other: me}
        assert await club.persons.before(me) == [other]
        await club.forget(me)
        assert await club.persons.today([other]) == {}
        assert await club.persons.of_device(hashed("n tablet")) is None

    with_clubs(database, work)


def test_who_was_shut_out_of_a_club_stays_so_and_nobody_out_of_their_own(database):
    async def work(clubs: list[Club]) -> None:
        club = clubs[0]
        groups = club.groups
        host, me = (await club.person(hashed("c host"))).id, (await club.person(hashed("c me"))).id
        other = (await club.person(hashed("c other"))).id
        ids = ["c" * 20 + name for name in ("shut", "mine", "both")]
        for id, owner in zip(ids, (host, other, host), strict=True):
            await groups.found(Group(id, "Spoons", owner, 1))
        await groups.join(ids[0], me, 2)
        await groups.join(ids[0], other, 2)
        await groups.leave(ids[0], other, bar=True)
        await groups.join(ids[1], me, 2)
        await groups.leave(ids[1], me, bar=True)
        await groups.join(ids[2], other, 3)
        await club.join(hashed("c other"), me)
        assert [await groups.member(id, me) for id in ids] == [False, True, True]
        assert [await groups.member(id, other) for id in ids] == [None, None, None]
        found = await groups.by_id(ids[1])
        assert found is not None
        assert found.host == me

    with_clubs(database, work)


def test_a_match_that_is_counted_while_two_become_one_is_lost_to_neither(database):
    async def work(clubs: list[Club]) -> None:
        for round in range(3):
            world = f"race{round}"
            ada, phone = hashed(f"{world} ada"), hashed(f"{world} phone")
            me = (await clubs[0].person(ada)).id
            await clubs[1].person(phone)
            results = [one for one in matches(world, round)[:30] if len({p.device for p in one.players}) > 1]
            counting = [clubs[n % 3].counting.count(one) for n, one in enumerate(results)]
            async with asyncio.TaskGroup() as group:
                for one in counting:
                    group.create_task(one)
                group.create_task(clubs[2].join(phone, me))
            kept = await clubs[0].hub.store.ask(
                "SELECT count(*) FROM result_players LEFT JOIN persons ON persons.id = person WHERE person IS NOT NULL AND "
                "persons.id IS NULL"
            )
            assert kept[0][0] == 0
            history = await clubs[0].pasts.history(me, None, 2**60, 200)
            mine = {ada, phone}
            assert len(history) == sum(any(p.device in mine for p in one.players) for one in results)

    with_clubs(database, work)


def test_what_is_known_of_one_who_was_taken_for_two_is_what_both_have_learned():
    one, other = Strength(1700, 90, 20), Strength(1600, 120, 9)
    both = joined(one, other)
    assert 1600 < both.mean < 1720
    assert both.unsure < 90
    assert both.matches == 29
    nobody = joined(Strength(), Strength(1640, 100, 12))
    assert (nobody.mean, nobody.unsure) == pytest.approx((1640, 100))
    assert joined(Strength(), Strength()) == Strength(BEGIN, UNSURE, 0)


def test_a_device_brings_its_past_along_when_it_takes_a_code_and_its_tournament_goes_on(tmp_path):
    server = Served(Config(str(tmp_path / "t.db"), limits=Limits.wide(), logs=False)).start()

    async def test():
        async with Party(server.address) as party:
            await played(party)
            phone, bea = party.clients
            old = await counted(phone, 1)
            laptop = await party.device()
            me = await laptop.call("POST", "/api/me", {"name": "Mara", "sign": 1, "colour": 2})
            plan = {"name": "Cup", "game": "doce", "kind": "swiss"}
            cup = f"/api/cups/{(await phone.call('POST', '/api/cups', plan))['id']}"
            await phone.call("POST", f"{cup}/acts", s.CupJoin("Phone"))
            code = (await laptop.call("POST", "/api/me/code"))["code"]
            mine = await phone.call("POST", "/api/me/claim", {"code": code})
            assert (mine["id"], mine["name"], mine["matches"], mine["devices"]) == (me["id"], "Mara", 1, 2)
            (past,) = (await laptop.call("GET", "/api/me/history"))["matches"]
            assert [player["name"] for player in past["players"] if player.get("mine")] == ["Ada"]
            (mate,) = await bea.call("GET", "/api/me/people")
            assert (mate["person"]["id"], mate["person"]["name"]) == (me["id"], "Mara")
            # Whoever founded it keeps it, and whoever takes part does so on every device.
            for client in (phone, laptop):
                shown = await client.call("GET", cup)
                assert (shown["host"], shown["mine"], shown["players"][0]["name"]) == (True, 0, "Phone")
            shown = await laptop.call("POST", f"{cup}/acts", s.CupLeave())
            assert not shown["players"] or shown["players"][0]["left"]
            assert [one["name"] for one in await laptop.call("GET", "/api/cups")] == ["Cup"]
            told = await laptop.call("GET", "/api/me/export")
            assert told["former"] == [{"id": old["id"]}]
            assert (await fails(bea.call("POST", f"{cup}/acts", s.CupBegin()))).status == 403

    try:
        run(test())
    finally:
        server.stop()

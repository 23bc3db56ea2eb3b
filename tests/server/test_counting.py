"""Every finished match is counted once: with its people, its bots and what comes of it for each; whoever is killed when."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server_kit import GENEROUS, PATIENCE, QUICK, Party, Served, play_on, run
from services import Postgres, Redis

from parlour.server import messages as m
from parlour.server.club import Club
from parlour.server.config import Config
from parlour.server.devices import hashed
from parlour.server.hub import Hub
from parlour.server.storage import StorageDown, store_at
from parlour.server.storage.club_results import MOST_TOGETHER, Player, Result
from parlour.server.storage.steps import step


async def eventually(database: str, sql: str, wanted: Callable[[list[Any]], bool]) -> list[Any]:
    """The rows of a statement as soon as they are what is wanted."""
    end = time.monotonic() + PATIENCE
    store = store_at(database)
    await store.open()
    try:
        while not wanted(rows := [tuple(row) for row in await store.ask(sql)]):
            assert time.monotonic() < end, rows
            await asyncio.sleep(0.05)
    finally:
        await store.close()
    return rows


PLAYERS = "SELECT match, seat, person, level, place, share, gone FROM result_players ORDER BY match, seat"


def test_a_match_is_counted_with_its_people_and_its_bots(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            links = await party.sit_down("doce", people=2)
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)
            outcome = links[0].table.outcome
            assert outcome is not None
            rows = await eventually(server.config.database, PLAYERS, lambda rows: len(rows) == 2)
            assert [row[4] == 1 for row in rows] == [seat in outcome.winners for seat in (0, 1)]
            assert sum(row[5] for row in rows) == pytest.approx(1)
            assert len({row[2] for row in rows}) == 2
            assert all(row[2] for row in rows)
            for link in links:
                await link.send(m.Rematch(link.mine[0]))
            await asyncio.gather(*(link.until(lambda link=link: link.table.match == 2) for link in links))
            await asyncio.gather(*(play_on(link) for link in links))
            rows = await eventually(server.config.database, PLAYERS, lambda rows: len(rows) == 4)
            # The seats have moved on by one, the people are the same.
            assert [row[2] for row in rows[2:]] == [rows[1][2], rows[0][2]]
            mates = await eventually(server.config.database, "SELECT matches FROM mates", lambda rows: rows == [(2,), (2,)])
            assert len(mates) == 2

    run(test())


def test_whoever_leaves_is_counted_as_gone_and_bots_alone_and_lessons_count_for_nobody(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            links = await party.sit_down("doce", people=2)
            await links[1].send(m.Stand(1))
            await links[0].until(lambda: links[0].table.seats[1].kind == "bot")
            await play_on(links[0])
            rows = await eventually(server.config.database, PLAYERS, lambda rows: len(rows) == 2)
            assert [row[6] for row in rows] == [0, 1]
            assert [row[3] for row in rows] == [None, None]
            assert all(row[2] for row in rows)
            kinds = await eventually(server.config.database, "SELECT against FROM tallies", lambda rows: len(rows) == 2)
            assert set(kinds) == {("people",)}

    run(test())


def test_what_a_killed_server_could_not_count_is_counted_from_the_log_and_only_once(serve):
    server = serve()

    async def play() -> None:
        async with Party(server.address) as party:
            (link,) = await party.sit_down("dokitto", people=1, bots=1)
            await play_on(link)
            await link.until(lambda: link.over)

    run(play())
    server.kill()
    tables = ("results", "result_players", "persons", "person_devices", "tallies", "mates")
    with sqlite3.connect(server.config.database) as database:
        before = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
        for name in tables:
            database.execute(f"DELETE FROM {name}")
        database.execute("UPDATE tables SET counted = 0, counting = 0")
    database.close()
    server.start()
    again = asyncio.run(eventually(server.config.database, "SELECT * FROM results", lambda rows: len(rows) == 1))
    server.stop()
    if before["results"]:  # unless the kill was faster
        assert again == before["results"]
    with sqlite3.connect(server.config.database) as database:
        database.execute("UPDATE tables SET counted = 0, counting = 0")
    database.close()
    server.start()
    marks = "SELECT counted, (SELECT sum(matches) FROM tallies) FROM tables WHERE finished > 0"
    asyncio.run(eventually(server.config.database, marks, lambda rows: rows == [(1, 1)]))


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    return postgres.address


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "t.db") if request.param == "sqlite" else str(request.getfixturevalue("address"))


def counted_by(database: str, work: Callable[[list[Club]], Any]) -> None:
    """Several workers at one database, without their own tasks."""

    async def test() -> None:
        hubs = [Hub(Config(database, logs=False)) for _ in range(3)]
        for hub in hubs:
            await hub.store.open()
        try:
            await work([hub.club for hub in hubs])
        finally:
            for hub in hubs:
                await hub.close()

    asyncio.run(test())


def result(table: str, match: int = 1, devices: tuple[str, ...] = ("ada", "bea")) -> Result:
    players = [
        Player(seat, hashed(table + device), None, device, seat, seat, 10 - seat, seat + 1, 1.0 - seat, False)
        for seat, device in enumerate(devices)
    ]
    return Result(table, match, "doce", 1, 0, 1000 + match, "{}", False, 30, players)


def test_of_many_who_count_the_same_match_at_once_one_does(database):
    async def work(clubs: list[Club]) -> None:
        done = await asyncio.gather(*(club.counting.count(result("one")) for club in clubs for _ in range(4)))
        assert sorted(done) == [False] * 11 + [True]
        ask = clubs[0].hub.store.ask
        found = await clubs[0].persons.of_devices([hashed("oneada")])
        rows = await ask("SELECT matches, shares, firsts FROM tallies WHERE person = $1", found[hashed("oneada")])
        assert [tuple(row) for row in rows] == [(1, 1.0, 1)]

    counted_by(database, work)


def test_what_follows_from_a_match_is_kept_with_it_or_asked_anew_and_nothing_is_half(database):
    """A chain of compare-and-set: many matches at once, each by a worker that read something old at first."""

    async def work(clubs: list[Club]) -> None:
        store = clubs[0].hub.store
        await store.together([step("CREATE TABLE IF NOT EXISTS chain (id INTEGER PRIMARY KEY, version INTEGER NOT NULL)")])
        await store.together([step("INSERT INTO chain VALUES (1, 0) ON CONFLICT DO NOTHING")])
        before = (await store.ask("SELECT version FROM chain"))[0][0]
        asked = 0

        def of(club: Club) -> Any:
            async def follow(result: Result) -> list[Any]:
                nonlocal asked
                asked += 1
                (version,) = (await club.hub.store.ask("SELECT version FROM chain WHERE id = 1"))[0]
                sql = "UPDATE chain SET version = $1 + 1 WHERE id = 1 AND version = $1 RETURNING version"
                return [step(sql, version, rows=1)]

            return follow

        for club in clubs:
            club.follows.append(of(club))
        await asyncio.gather(*(clubs[n % 3].counting.count(result("two", n)) for n in range(12)))
        assert (await store.ask("SELECT version FROM chain"))[0][0] == before + 12
        assert asked > 12
        assert (await store.ask("SELECT count(*) FROM results WHERE table_id = 'two'"))[0][0] == 12

        async def never(result: Result) -> list[Any]:
            return [step("UPDATE chain SET version = 0 WHERE id = 2 RETURNING version", rows=1)]

        clubs[0].follows.append(never)
        with pytest.raises(StorageDown):
            await clubs[0].counting.count(result("three"))
        assert not await store.ask("SELECT 1 FROM results WHERE table_id = 'three'")
        assert not await clubs[0].persons.of_devices([hashed("threeada")])

    counted_by(database, work)


def test_a_device_is_one_person_however_many_ask_for_it_at_once(database):
    async def work(clubs: list[Club]) -> None:
        people = await asyncio.gather(*(club.person("device") for club in clubs for _ in range(5)))
        assert len({person.id for person in people}) == 1
        (person,) = (await clubs[0].persons.by_id([people[0].id])).values()
        await clubs[0].persons.put_code("code", person.id, 10)
        assert await clubs[1].persons.take_code("code", 20) is None
        await clubs[0].persons.put_code("code", person.id, 30)
        assert await clubs[1].persons.take_code("code", 20) == person.id
        assert await clubs[1].persons.take_code("code", 20) is None
        await clubs[0].persons.join("phone", person.id, 5)
        assert {device for device, _ in await clubs[2].persons.devices(person.id)} == {"device", "phone"}

    counted_by(database, work)


@pytest.fixture
def workers(postgres: Postgres, redis: Redis) -> Iterator[list[Served]]:
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=0.5, sweep=0.3, logs=False)
    started = [Served(config).start(), Served(config).start()]
    yield started
    for worker in started:
        worker.stop()


def test_a_match_at_two_workers_is_counted_once_though_the_one_where_it_ended_is_killed(workers, postgres):
    async def test():
        async with Party(workers[0].address) as party:
            links = await party.sit_down("doce", elsewhere=workers[1].address)
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)
            workers[0].kill()
            sql = f"SELECT seat FROM result_players WHERE table_id = '{party.table}' ORDER BY seat"
            await eventually(postgres.address, sql, lambda rows: rows == [(0,), (1,)])
            mark = f"SELECT counted FROM tables WHERE id = '{party.table}'"
            await eventually(postgres.address, mark, lambda rows: rows == [(1,)])

    run(test())


def season(name: str, matches: int) -> list[Result]:
    """Matches of few people at few tables, some of them twice at one table, some with bots, some at two seats."""
    chance, played = random.Random(5), Counter[str]()
    found = []
    for at in range(matches):
        table = f"{name} {chance.randrange(matches // 2)}"
        played[table] += 1
        seats = []
        for seat, who in enumerate(chance.choices(["ada", "bea", "cem", "dot", None], k=3)):
            device, level = (None, "club") if who is None else (hashed(f"{name} {who}"), None)
            share = 1.0 if seat == 0 else 0.0
            seats.append(Player(seat, device, level, f"{name} {who}", seat, seat, 10 - seat, seat + 1, share, False))
        found.append(Result(table, played[table], "doce", 1, 0, 1000 + at, "{}", False, 30, seats))
    return found


SUMS = (
    "SELECT name, against, matches, shares, firsts, seconds, thirds FROM tallies JOIN persons ON id = person "
    "WHERE name LIKE $1 ORDER BY 1, 2",
    "SELECT one.name, other.name, matches, shares, theirs, last FROM mates JOIN persons AS one ON one.id = person "
    "JOIN persons AS other ON other.id = mate WHERE one.name LIKE $1 ORDER BY 1, 2",
    "SELECT name, matches, shares FROM honours JOIN persons ON id = person WHERE name LIKE $1 ORDER BY 1",
    "SELECT id, counted FROM tables WHERE id LIKE $1 ORDER BY 1",
    "SELECT table_id, match, seat, place, share FROM result_players WHERE table_id LIKE $1 ORDER BY 1, 2, 3",
)


def test_matches_that_are_counted_together_come_to_the_same_as_one_by_one(database):
    """More than go into one statement, and several of one table among them."""

    async def counted(club: Club, name: str, together: bool) -> list[list[tuple[Any, ...]]]:
        store, results = club.hub.store, season(name, MOST_TOGETHER * 2 + 20)
        people = [await club.persons.ensured(hashed(f"{name} {who}"), 1, f"{name} {who}") for who in ("ada", "bea")]
        tables = sorted({result.table for result in results})
        table = "INSERT INTO tables (id, game, phase, public, updated) VALUES ($1, 'doce', 'over', $2, 1)"
        await store.together(
            [
                *(step("INSERT INTO members VALUES ($1, $2, 1, $3)", name, one.id, one is people[1]) for one in people),
                *(step("INSERT INTO club_tables VALUES ($1, $2, 1)", id, name) for id in tables[::2]),
                *(step(table, id, False) for id in tables),
            ]
        )
        for part in [results] if together else [[result] for result in results]:
            assert await club.counting._kept(part)
        rows = [await store.ask(sql, f"{name} %") for sql in SUMS]
        return [[tuple(str(value).replace(name, "") for value in row) for row in some] for some in rows]

    async def work(clubs: list[Club]) -> None:
        together, single = await counted(clubs[0], "together", True), await counted(clubs[1], "single", False)
        assert together == single
        assert all(together)
        assert [row[0] for row in together[2]] == [" ada"]  # Whoever is barred is honoured nowhere.
        assert {times for _, times in together[3]} >= {"1", "2", "3"}

    counted_by(database, work)

"""How much processor time the pages of a person and of a club take where there are many people and matches.

    python tools/bench_club.py [MATCHES [PEOPLE [ADDRESS]]]     1,000,000 matches of 10,000 people, in a new file

The database is generated: clubs of twenty people who play three at a table, and one person who is in every fiftieth match.
What is timed is what a server does for each page: the processor's time of its process, which has SQLite in it, that of all
processes of a PostgreSQL if it runs on this machine, and the time by the clock.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from parlour.core.registry import built_in
from parlour.server.app import make_app
from parlour.server.config import Config, Limits
from parlour.server.devices import hashed
from parlour.server.hub import Hub
from parlour.server.storage import postgres
from parlour.server.storage.steps import step

CLUB, AT_ONCE, REPEATS, RATED = 20, 20_000, 100, 10
PERSON = (
    ("me", "/api/me"),
    ("history", "/api/me/history"),
    ("history of one game", "/api/me/history?game={game}"),
    ("people", "/api/me/people"),
    ("clubs", "/api/clubs"),
    ("strengths", "/api/ratings"),
)
CLUBS = (
    ("a club", "/api/clubs/the-club-number-0"),
    ("a leaderboard", "/api/games/{game}/leaders"),
    ("a club's leaderboard", "/api/games/{game}/leaders?club=the-club-number-0"),
)
"""What the pages ask for."""
LISTS = ("tallies", "leaders", "matches", "members", "honours")
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT))"


async def fill(hub: Hub, matches: int, people: int) -> None:
    """Persons, clubs, matches, and the totals that counting would have kept."""

    async def do(sql: str, *values: Any) -> None:
        assert await hub.store.together([step(sql, *values)]) is not None

    clubs, games = people // CLUB, built_in()
    await do(f"{NUMBERS} INSERT INTO persons SELECT 'person-' || i, 'Name ' || i, i % 10, i % 7, i, i FROM n", 0, people - 1)
    await do(f"{NUMBERS} INSERT INTO person_devices SELECT 'device-' || i, 'person-' || i, i FROM n", 0, people - 1)
    await do(
        f"{NUMBERS} INSERT INTO clubs SELECT 'the-club-number-' || i, 'Club ' || i, 'person-' || (i * {CLUB}), 0 FROM n",
        0,
        clubs - 1,
    )
    await do(
        f"{NUMBERS} INSERT INTO members SELECT 'the-club-number-' || (i / {CLUB}), 'person-' || i, i, false FROM n",
        0,
        clubs * CLUB - 1,
    )
    game = "CASE i % 5 " + " ".join(f"WHEN {n} THEN '{games[n % len(games)]}'" for n in range(5)) + " END"
    for first in range(0, matches, AT_ONCE):
        last = min(matches, first + AT_ONCE) - 1
        await do(
            f"{NUMBERS} INSERT INTO results SELECT 'table-' || i, 1, {game}, i, i, 1, '{{}}', false, 3, 30 FROM n", first, last
        )
        for seat in range(3):
            own = f"((i * 7919) % {clubs}) * {CLUB} + (i / {clubs} * 31 + {seat * 7}) % {CLUB}"
            person = f"CASE WHEN i % 50 = 0 THEN 0 ELSE {own} END" if seat == 0 else own
            won = f"CASE WHEN i % 3 = {seat} THEN 1 ELSE 0 END"
            await do(
                f"{NUMBERS} INSERT INTO result_players SELECT 'table-' || i, 1, {seat}, 'person-' || ({person}), NULL, 'Name', "
                f"{seat}, {seat}, 5, CASE WHEN i % 3 = {seat} THEN 1 ELSE 2 END, {won}, false, {game}, i FROM n",
                first,
                last,
            )
    for key in games:
        await do(
            "INSERT INTO tallies SELECT person, game, 'people', count(*), sum(share), "
            "sum(CASE place WHEN 1 THEN 1 ELSE 0 END), sum(CASE place WHEN 2 THEN 1 ELSE 0 END), 0 FROM result_players "
            "WHERE game = $1 GROUP BY person, game",
            key,
        )
        await do(
            "INSERT INTO mates SELECT own.person, other.person, count(*), sum(own.share), sum(other.share), max(own.ended) "
            "FROM result_players AS own JOIN result_players AS other ON other.table_id = own.table_id AND "
            "other.match = own.match WHERE own.game = $1 AND own.person <> other.person GROUP BY own.person, other.person "
            "ON CONFLICT (person, mate) DO UPDATE SET matches = mates.matches + excluded.matches, last = excluded.last",
            key,
        )
    for key in games:
        await do(
            f"{NUMBERS} INSERT INTO ratings SELECT 'person-' || i, $3, 1200 + i % 613, 40 + i % 200, 20, i % 3 <> 0 FROM n",
            0,
            people - 1,
            key,
        )
    await do(
        "INSERT INTO rated SELECT table_id, match, person, game, ended, 1200 + ended % 613, 40 + ended % 200 "
        f"FROM result_players WHERE ended % {RATED} = 0 ON CONFLICT DO NOTHING"
    )
    await do(
        "INSERT INTO honours SELECT club, game, tallies.person, matches, shares FROM tallies JOIN members ON "
        "members.person = tallies.person"
    )


def spent_by(postmaster: int) -> float:
    """Seconds that a PostgreSQL's processes took, also those that ended."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It ended meanwhile.
        if int(folder.name) == postmaster:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == postmaster:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def found_postmaster(hub: Hub) -> int:
    """The first process of the database, if it runs here and may be looked at."""
    folder = (await hub.store.ask("SHOW data_directory"))[0][0]
    try:
        return int((Path(folder) / "postmaster.pid").read_text().split()[0])
    except OSError:
        return 0


async def measured(name: str, page: Callable[[], Awaitable[Any]], postmaster: int) -> None:
    await page()
    began, theirs, clock = time.process_time(), spent_by(postmaster), []
    for _ in range(REPEATS):
        at = time.perf_counter()
        found = await page()
        clock.append(time.perf_counter() - at)
    spent, database = (time.process_time() - began) / REPEATS, (spent_by(postmaster) - theirs) / REPEATS
    more = f" + {1000 * database:6.2f}" if postmaster else ""
    much = (
        f"{len(found)} rows"
        if isinstance(found, list)
        else ", ".join(f"{len(found[key])} {key}" for key in LISTS if isinstance(found.get(key), list))
    )
    print(
        f"{name:40} {1000 * spent:8.2f}{more} ms, by the clock {1000 * min(clock):.1f} to {1000 * max(clock):.1f}   {much}",
        flush=True,
    )


@asynccontextmanager
async def served(config: Config) -> AsyncIterator[Callable[[str, str], Awaitable[Any]]]:
    """A worker in this process, without a network: asks for a page's data as a device, and gives what was answered."""
    app, asked, told = make_app(config), asyncio.Queue[Any](), asyncio.Queue[Any]()
    life = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, asked.get, told.put))
    await asked.put({"type": "lifespan.startup"})
    assert (await told.get())["type"] == "lifespan.startup.complete"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:

        async def call(path: str, token: str) -> Any:
            answer = await client.get(path, headers={"authorization": f"Bearer {token}"})
            assert answer.status_code == 200, answer.text
            return answer.json()

        yield call
    await asked.put({"type": "lifespan.shutdown"})
    await life


async def main(matches: int = 1_000_000, people: int = 10_000, address: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        config = Config(address or str(Path(folder) / "club.db"), limits=Limits.wide(), logs=False)
        hub = Hub(config)
        postgres.SLOW = 3600  # Nobody waits while it is made.
        await hub.store.open()
        await hub.devices.open()
        began = time.perf_counter()
        await fill(hub, matches, people)
        usual, busy, usual_token, busy_token = people // 2, 0, hub.devices.new(), hub.devices.new()
        for number, token in ((usual, usual_token), (busy, busy_token)):
            await hub.store.together(
                [step("UPDATE person_devices SET device = $1 WHERE device = $2", hashed(token), f"device-{number}")]
            )
        if address:
            await hub.store.ask("ANALYZE")  # As it does by itself, a minute later.
        postmaster = await found_postmaster(hub) if address else 0
        await hub.close()
        print(f"{matches:,} matches of {people:,} people, made in {time.perf_counter() - began:.0f} s", flush=True)
        postgres.SLOW = 10
        game = built_in()[0]
        async with served(config) as call:
            for who, token in (("a usual person", usual_token), ("who plays all day", busy_token)):
                for name, path in PERSON:
                    await measured(f"{name}, {who}", partial(call, path.format(game=game), token), postmaster)
            for name, path in CLUBS:
                await measured(name, partial(call, path.format(game=game), busy_token), postmaster)


if __name__ == "__main__":
    given = sys.argv[1:]
    asyncio.run(main(*map(int, given[:2]), *given[2:]))  # type: ignore[arg-type]

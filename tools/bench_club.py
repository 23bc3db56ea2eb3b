"""How much processor time the pages of a person and of a club take where there are many people and matches.

    python tools/bench_club.py [MATCHES [PEOPLE [ADDRESS]]]     1,000,000 matches of 10,000 people, in a new file

The database is generated: clubs of twenty people who play three at a table, and one person who is in every fiftieth match.
What is timed is what a server does for each page: the processor's time of its process, which has SQLite in it, and the time
by the clock, which is what a PostgreSQL takes elsewhere.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from parlour.core.registry import built_in
from parlour.server.config import Config
from parlour.server.hub import Hub
from parlour.server.storage import postgres
from parlour.server.storage.steps import step

CLUB, AT_ONCE, REPEATS, LEADERS = 20, 20_000, 20, 100
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT))"


async def fill(hub: Hub, matches: int, people: int) -> None:
    """Persons, clubs, matches, and the totals that counting would have kept."""

    async def do(sql: str, *values: Any) -> None:
        assert await hub.store.together([step(sql, *values)]) is not None

    clubs, games = people // CLUB, built_in()
    await do(f"{NUMBERS} INSERT INTO persons SELECT 'person-' || i, 'Name ' || i, i % 10, i % 7, i, i FROM n", 0, people - 1)
    await do(f"{NUMBERS} INSERT INTO person_devices SELECT 'device-' || i, 'person-' || i, i FROM n", 0, people - 1)
    await do(
        f"{NUMBERS} INSERT INTO clubs SELECT 'club-' || i, 'Club ' || i, 'person-' || (i * {CLUB}), 0 FROM n", 0, clubs - 1
    )
    await do(
        f"{NUMBERS} INSERT INTO members SELECT 'club-' || (i / {CLUB}), 'person-' || i, i, false FROM n", 0, clubs * CLUB - 1
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
        "INSERT INTO honours SELECT club, game, tallies.person, matches, shares FROM tallies JOIN members ON "
        "members.person = tallies.person"
    )


async def measured(name: str, page: Callable[[], Awaitable[Any]]) -> None:
    await page()
    began, clock = time.process_time(), []
    for _ in range(REPEATS):
        at = time.perf_counter()
        found = await page()
        clock.append(time.perf_counter() - at)
    spent = (time.process_time() - began) / REPEATS
    print(f"{name:44} {1000 * spent:8.2f} ms, by the clock {1000 * min(clock):8.2f} to {1000 * max(clock):8.2f}   {found}")


async def main(matches: int = 1_000_000, people: int = 10_000, address: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Config(address or str(Path(folder) / "club.db"), logs=False))
        postgres.SLOW = 3600  # Nobody waits while it is made.
        await hub.store.open()
        began = time.process_time()
        await fill(hub, matches, people)
        print(f"{matches:,} matches of {people:,} people, made in {time.process_time() - began:.0f} s of one core")
        pasts, groups, persons, ratings = hub.club.pasts, hub.club.groups, hub.club.persons, hub.club.rated.ratings

        async def me(device: str) -> str:
            person = await persons.of_device(device)
            assert person is not None
            tallies = await pasts.tallies(person.id)
            return f"{sum(tally.matches for tally in tallies):,} matches, {len(await persons.devices(person.id))} device"

        async def history(person: str, game: str | None) -> str:
            return f"{len(await pasts.history(person, game, 2**62))} rows"

        async def mates(person: str) -> str:
            return f"{len(await pasts.mates(person))} people"

        async def club(id: str) -> str:
            found = await groups.members(id), await groups.honours(id), await groups.tables(id), await ratings.games(id)
            return f"{len(found[0])} members, {len(found[1])} honours"

        async def leaders(club: str | None) -> str:
            found = await ratings.best(built_in()[0], LEADERS, club)
            return f"{len(found)} people, rank {await ratings.rank(built_in()[0], 1500.0, club)}"

        for who, number in (("a usual person", people // 2), ("who plays all day", 0)):
            await measured(f"me, {who}", lambda number=number: me(f"device-{number}"))
            await measured(f"history, {who}", lambda number=number: history(f"person-{number}", None))
            await measured(f"history of one game, {who}", lambda number=number: history(f"person-{number}", built_in()[0]))
            await measured(f"people, {who}", lambda number=number: mates(f"person-{number}"))
        await measured("a club", lambda: club("club-0"))
        await measured("a leaderboard", lambda: leaders(None))
        await measured("a club's leaderboard", lambda: leaders("club-0"))
        await hub.close()


if __name__ == "__main__":
    given = sys.argv[1:]
    asyncio.run(main(*map(int, given[:2]), *given[2:]))  # type: ignore[arg-type]

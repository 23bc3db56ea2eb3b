"""Results in the database: every finished match once, and the running totals that follow from it in the same transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, permutations
from typing import Any

import msgspec

from parlour.server.storage import Store
from parlour.server.storage.steps import Step, lists, marks, step

PEOPLE = "people"
"""What a match with another person is counted under; without one it is the highest level of the bots."""


JUST = 3000
"""Milliseconds that the worker where a match ended has to count it."""
MOST_TOGETHER = 50
"""Matches of one statement: databases take so many values at once, and no more."""
# Rows are touched in the order of their keys, so that two workers never wait for each other.
TALLIED = (
    "INSERT INTO tallies VALUES {rows} ON CONFLICT (person, game, against) DO UPDATE SET "
    "matches = tallies.matches + excluded.matches, shares = tallies.shares + excluded.shares, "
    "firsts = tallies.firsts + excluded.firsts, seconds = tallies.seconds + excluded.seconds, "
    "thirds = tallies.thirds + excluded.thirds"
)
MET = (
    "INSERT INTO mates VALUES {rows} ON CONFLICT (person, mate) DO UPDATE SET matches = mates.matches + excluded.matches, "
    "shares = mates.shares + excluded.shares, theirs = mates.theirs + excluded.theirs, "
    "last = CASE WHEN mates.last < excluded.last THEN excluded.last ELSE mates.last END"
)
HONOURED = """INSERT INTO honours SELECT club, game, person, count(*), sum(share) FROM (
SELECT club_tables.club, min(game) AS game, result_players.person, min(share) AS share FROM club_tables
JOIN result_players ON result_players.table_id = club_tables.table_id
JOIN members ON members.club = club_tables.club AND members.person = result_players.person AND NOT barred
WHERE {which} GROUP BY club_tables.club, result_players.table_id, match, result_players.person HAVING count(*) = 1) AS one
WHERE true GROUP BY club, game, person ORDER BY club, game, person
ON CONFLICT (club, game, person) DO UPDATE SET matches = honours.matches + excluded.matches,
shares = honours.shares + excluded.shares"""
COUNTED = (
    "UPDATE tables SET counted = counted + 1 WHERE id IN ({ids}) AND "
    "EXISTS (SELECT 1 FROM results WHERE table_id = id AND match = counted + 1)"
)
"""Only if the one before it is counted too: otherwise whoever looks for what is left out finds it."""


class Player(msgspec.Struct):
    """Who sat at a seat when the match ended, and what came of it."""

    seat: int
    device: str | None
    """Of a person, also of one who left in the middle; nobody's for one who was forgotten then, and has no level either."""
    level: str | None
    name: str
    sign: int
    colour: int
    score: int
    place: int
    """1 for all who won or shared the victory."""
    share: float
    """Of the victory."""
    gone: bool
    """A bot played for this person when the match ended."""
    person: str | None = None


class Result(msgspec.Struct):
    """A finished match, as it is counted."""

    table: str
    match: int
    game: str
    rules: int
    began: int
    ended: int
    options: str
    rated: bool
    moves: int
    players: list[Player]
    cup: str = ""
    """The tournament that it is part of."""

    def persons(self) -> list[Player]:
        """Those who count for a person: whoever plays several seats at once counts for none of them."""
        ids = [player.person for player in self.players if player.person]
        return [player for player in self.players if player.person and ids.count(player.person) == 1]


class Results:
    """What is over."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def uncounted(self, now: int, until: int) -> tuple[str, int, int] | None:
        """Take a table upon oneself whose matches are not all counted: its id, how many it says are finished, how many are
        counted. Others may try again when its time is over. What has only just ended is being counted where it ended."""
        left = "finished > counted AND (updated < $3 OR finished > counted + 1)"
        first = f"SELECT id FROM tables WHERE {left} AND counting <= $1 AND aside IS NULL ORDER BY updated LIMIT 1"  # noqa: S608
        taken = f"UPDATE tables SET counting = $2 WHERE counting <= $1 AND id IN ({first}) RETURNING id, finished, counted"  # noqa: S608
        done = await self.store.together([step(taken, now, until, now - JUST)])
        return tuple(done[0][0]) if done and done[0] else None

    async def all_counted(self, table: str, matches: int, said: int) -> None:
        sql = (
            "UPDATE tables SET counted = $2, counting = 0, finished = CASE WHEN finished = $3 THEN $2 ELSE finished END "
            "WHERE id = $1 AND counted <= $2"
        )
        await self.store.together([step(sql, table, matches, said)])

    async def counted(self, table: str, match: int) -> bool:
        return bool(await self.store.ask("SELECT 1 FROM results WHERE table_id = $1 AND match = $2", table, match))

    async def gone(self, table: str, match: int) -> list[int]:
        """The seats of those who played a match and wanted to be forgotten since."""
        sql = (
            "SELECT seat FROM result_players WHERE table_id = $1 AND match = $2 AND person IS NULL AND level IS NULL "
            "ORDER BY seat"
        )
        return [row[0] for row in await self.store.ask(sql, table, match)]

    @staticmethod
    def kept(results: list[Result]) -> list[Step]:
        """The results themselves. That they are new is the first thing that has to hold."""
        steps = list[Step]()
        for some in _parts(results):
            matches = [
                (
                    one.table,
                    one.match,
                    one.game,
                    one.began,
                    one.ended,
                    one.rules,
                    one.options,
                    one.rated,
                    len(one.players),
                    one.moves,
                )
                for one in some
            ]
            sql = f"INSERT INTO results VALUES {lists(len(matches), len(matches[0]))} ON CONFLICT DO NOTHING RETURNING match"  # noqa: S608
            steps.append(step(sql, *chain(*matches), rows=len(matches)))
        for some in _parts(results):
            players = [
                (
                    one.table,
                    one.match,
                    player.seat,
                    player.person,
                    player.level,
                    player.name,
                    player.sign,
                    player.colour,
                    player.score,
                    player.place,
                    player.share,
                    player.gone,
                    one.game,
                    one.ended,
                )
                for one in some
                for player in one.players
            ]
            steps.append(step(f"INSERT INTO result_players VALUES {lists(len(players), len(players[0]))}", *chain(*players)))  # noqa: S608
        return steps

    @staticmethod
    def totals(results: list[Result], order: list[str]) -> list[Step]:
        """What each person's totals become; `order` are the levels of bots, the weakest first."""
        steps = list[Step]()
        for some in _parts(results):
            tallies, mates = _tallied(some, order), _met(some)
            if tallies:
                steps.append(step(TALLIED.format(rows=lists(len(tallies), len(tallies[0]))), *chain(*tallies)))
            if mates:
                steps.append(step(MET.format(rows=lists(len(mates), len(mates[0]))), *chain(*mates)))
            if tallies:
                places = " OR ".join(
                    f"(club_tables.table_id = ${2 * number + 1} AND match = ${2 * number + 2})" for number in range(len(some))
                )
                steps.append(step(HONOURED.format(which=places), *chain(*((one.table, one.match) for one in some))))
            often = Counter(one.table for one in some)
            for least in range(1, 1 + max(often.values())):
                ids = sorted(id for id, times in often.items() if times >= least)
                steps.append(step(COUNTED.format(ids=marks(len(ids))), *ids))
        return steps


def _parts(results: list[Result]) -> Iterator[list[Result]]:
    for first in range(0, len(results), MOST_TOGETHER):
        yield results[first : first + MOST_TOGETHER]


def _tallied(results: list[Result], order: list[str]) -> list[tuple[Any, ...]]:
    """What is added to the tallies, by their keys."""
    added: dict[tuple[str, str, str], list[float]] = {}
    for result in results:
        persons = result.persons()
        levels = [player.level for player in result.players if player.level]
        forgotten = any(player.person is None and player.level is None for player in result.players)
        against = PEOPLE if len(persons) + forgotten > 1 else max(levels, key=order.index, default=PEOPLE)
        for player in persons:
            sums = added.setdefault((player.person or "", result.game, against), [0, 0.0, 0, 0, 0])
            sums[0] += 1
            sums[1] += player.share
            if player.place <= 3:
                sums[1 + player.place] += 1
    return [(*key, *added[key]) for key in sorted(added)]


def _met(results: list[Result]) -> list[tuple[Any, ...]]:
    """What is added to what everybody knows of those they played with, by their keys."""
    added: dict[tuple[str, str], list[float]] = {}
    for result in results:
        for one, other in permutations(result.persons(), 2):
            sums = added.setdefault((one.person or "", other.person or ""), [0, 0.0, 0.0, result.ended])
            sums[0] += 1
            sums[1] += one.share
            sums[2] += other.share
            sums[3] = max(sums[3], result.ended)
    return [(*key, *added[key]) for key in sorted(added)]

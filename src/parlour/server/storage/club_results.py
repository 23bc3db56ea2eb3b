"""Results in the database: every finished match once, and the running totals that follow from it in the same transaction."""

from __future__ import annotations

from itertools import chain

import msgspec

from parlour.server.storage import Store
from parlour.server.storage.steps import Step, lists, step

PEOPLE = "people"
"""What a match with another person is counted under; without one it is the highest level of the bots."""


JUST = 3000
"""Milliseconds that the worker where a match ended has to count it."""
PLAYED = """(SELECT person, min(game) AS game, min(share) AS share, min(place) AS place, min(ended) AS ended
FROM result_players WHERE table_id = $1 AND match = $2 AND person IS NOT NULL GROUP BY person HAVING count(*) = 1)"""
"""Those for whom a match counts, as `Result.persons` tells them."""
# Rows are touched in the order of their keys, so that two workers never wait for each other.
TALLIED = f"""INSERT INTO tallies SELECT person, game, $3, 1, share, CASE place WHEN 1 THEN 1 ELSE 0 END,
CASE place WHEN 2 THEN 1 ELSE 0 END, CASE place WHEN 3 THEN 1 ELSE 0 END FROM {PLAYED} AS one WHERE true ORDER BY person
ON CONFLICT (person, game, against) DO UPDATE SET matches = tallies.matches + 1, shares = tallies.shares + excluded.shares,
firsts = tallies.firsts + excluded.firsts, seconds = tallies.seconds + excluded.seconds,
thirds = tallies.thirds + excluded.thirds"""  # noqa: S608
MET = f"""INSERT INTO mates SELECT one.person, other.person, 1, one.share, other.share, one.ended FROM {PLAYED} AS one
JOIN {PLAYED} AS other ON one.person <> other.person WHERE true ORDER BY one.person, other.person
ON CONFLICT (person, mate) DO UPDATE SET matches = mates.matches + 1, shares = mates.shares + excluded.shares,
theirs = mates.theirs + excluded.theirs, last = CASE WHEN mates.last < excluded.last THEN excluded.last ELSE mates.last END"""  # noqa: S608
HONOURED = f"""INSERT INTO honours SELECT club_tables.club, game, one.person, 1, share FROM {PLAYED} AS one
JOIN club_tables ON club_tables.table_id = $1
JOIN members ON members.club = club_tables.club AND members.person = one.person AND NOT barred WHERE true ORDER BY one.person
ON CONFLICT (club, game, person) DO UPDATE SET matches = honours.matches + 1, shares = honours.shares + excluded.shares"""  # noqa: S608
COUNTED = "UPDATE tables SET counted = $2 WHERE id = $1 AND counted = $2 - 1"
"""Only if the one before it is counted too: otherwise whoever looks for what is left out finds it."""


class Player(msgspec.Struct):
    """Who sat at a seat when the match ended, and what came of it."""

    seat: int
    device: str | None
    """Of a person, also of one who left in the middle."""
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

    @staticmethod
    def kept(result: Result) -> list[Step]:
        """The result itself. That it is new is the first thing that has to hold."""
        players = [
            (
                result.table,
                result.match,
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
                result.game,
                result.ended,
            )
            for player in result.players
        ]
        return [
            step(
                "INSERT INTO results VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING match",
                result.table,
                result.match,
                result.game,
                result.began,
                result.ended,
                result.rules,
                result.options,
                result.rated,
                len(result.players),
                result.moves,
                rows=1,
            ),
            step(f"INSERT INTO result_players VALUES {lists(len(players), len(players[0]))}", *chain(*players)),  # noqa: S608
        ]

    @staticmethod
    def totals(result: Result, order: list[str]) -> list[Step]:
        """What each person's totals become; `order` are the levels of bots, the weakest first."""
        people = len(result.persons())
        if not people:
            return [step(COUNTED, result.table, result.match)]
        levels = [player.level for player in result.players if player.level]
        against = PEOPLE if people > 1 else max(levels, key=order.index, default=PEOPLE)
        return [
            step(TALLIED, result.table, result.match, against),
            *([step(MET, result.table, result.match)] if people > 1 else []),
            step(HONOURED, result.table, result.match),
            step(COUNTED, result.table, result.match),
        ]

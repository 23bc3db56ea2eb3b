"""Results in the database: every finished match once, and the running totals that follow from it in the same transaction."""

from __future__ import annotations

import msgspec

from parlour.server.storage import Store
from parlour.server.storage.steps import Step, step

PEOPLE = "people"
"""What a match with another person is counted under; without one it is the highest level of the bots."""


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
        counted. Others may try again when its time is over."""
        first = "SELECT id FROM tables WHERE finished > counted AND counting <= $1 AND aside IS NULL ORDER BY updated LIMIT 1"
        taken = f"UPDATE tables SET counting = $2 WHERE counting <= $1 AND id IN ({first}) RETURNING id, finished, counted"  # noqa: S608
        done = await self.store.together([step(taken, now, until)])
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
            *(
                step(
                    "INSERT INTO result_players VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
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
            ),
        ]

    @staticmethod
    def totals(result: Result, order: list[str]) -> list[Step]:
        """What each person's totals become; `order` are the levels of bots, the weakest first."""
        people = sorted(result.persons(), key=lambda player: player.person or "")
        levels = [player.level for player in result.players if player.level]
        against = PEOPLE if len(people) > 1 else max(levels, key=order.index, default=PEOPLE)
        steps = []
        for player in people:
            steps.append(
                step(
                    "INSERT INTO tallies VALUES ($1, $2, $3, 1, $4, $5, $6, $7) ON CONFLICT (person, game, against) DO UPDATE "
                    "SET matches = tallies.matches + 1, shares = tallies.shares + $4, firsts = tallies.firsts + $5, "
                    "seconds = tallies.seconds + $6, thirds = tallies.thirds + $7",
                    player.person,
                    result.game,
                    against,
                    player.share,
                    *(int(player.place == place) for place in (1, 2, 3)),
                )
            )
            steps += [
                step(
                    "INSERT INTO mates VALUES ($1, $2, 1, $3, $4, $5) ON CONFLICT (person, mate) DO UPDATE SET "
                    "matches = mates.matches + 1, shares = mates.shares + $3, theirs = mates.theirs + $4, "
                    "last = CASE WHEN mates.last < $5 THEN $5 ELSE mates.last END",
                    player.person,
                    other.person,
                    player.share,
                    other.share,
                    result.ended,
                )
                for other in people
                if other is not player
            ]
            steps.append(
                step(
                    "INSERT INTO honours SELECT club_tables.club, $2, $3, 1, $4 FROM club_tables JOIN members ON "
                    "members.club = club_tables.club AND members.person = $3 AND NOT barred WHERE table_id = $1 "
                    "ON CONFLICT (club, game, person) DO UPDATE SET matches = honours.matches + 1, "
                    "shares = honours.shares + $4",
                    result.table,
                    result.game,
                    player.person,
                    player.share,
                )
            )
        # Only if the one before it is counted too: otherwise whoever looks for what is left out finds it.
        counted = "UPDATE tables SET counted = $2 WHERE id = $1 AND counted = $2 - 1"
        return [*steps, step(counted, result.table, result.match)]

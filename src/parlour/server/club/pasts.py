"""What somebody has played and with whom, from the results and the running totals."""

from __future__ import annotations

from typing import Any

from parlour.server.bodies import CallShown, PersonShown
from parlour.server.club.bodies import Mate, Past, PlayerShown, Tally
from parlour.server.storage import Store
from parlour.server.storage.steps import Step, marks, step

PAGE = 20
"""Matches of a history that are told at once."""
MOST_MATES, MOST_CALLS = 60, 10
MOST_SEATS = 16
"""Somebody may have played all seats of a match."""
CALL_LASTS = 24 * 3_600_000


def shown(id: str, name: str, sign: int | None, colour: int | None) -> PersonShown:
    return PersonShown(id, name, sign or 0, colour or 0)


class Pasts:
    """Everybody's past."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def history(self, person: str, game: str | None, before: int, most: int = PAGE) -> list[Past]:
        """The last matches before a time, the newest first."""
        of_game = " AND game = $4" if game else ""
        first = (
            f"SELECT table_id, match FROM result_players WHERE person = $1 AND ended < $2{of_game} "  # noqa: S608
            "ORDER BY ended DESC LIMIT $3"
        )
        # Each match once: told by the database, it would look at all of them first.
        seats_of = await self.store.ask(first, person, before, most * MOST_SEATS, *([game] if game else []))
        found = list(dict.fromkeys((row[0], row[1]) for row in seats_of))[:most]
        if not found:
            return []
        which = " OR ".join(f"(results.table_id = ${2 * n + 1} AND results.match = ${2 * n + 2})" for n in range(len(found)))
        named = [part for one in found for part in one]
        about = (
            "SELECT results.table_id, match, results.game, ended, rated, tables.id IS NOT NULL FROM results "  # noqa: S608
            f"LEFT JOIN tables ON tables.id = results.table_id WHERE {which}"
        )
        known = {(row[0], row[1]): row for row in await self.store.ask(about, *named)}
        columns = "table_id, match, name, sign, colour, score, place, seat, level, gone, person"
        seats = f"SELECT {columns} FROM result_players AS results WHERE {which} ORDER BY seat"  # noqa: S608
        players: dict[tuple[str, int], list[PlayerShown]] = {}
        for row in await self.store.ask(seats, *named):
            seat = [*row[2:9], bool(row[9]), row[10] == person]
            players.setdefault((row[0], row[1]), []).append(PlayerShown(*seat))
        return [
            Past(*one, row[2], row[3], players.get(one, []), bool(row[4]), bool(row[5]))
            for one in found
            if (row := known.get(one))
        ]

    async def tallies(self, person: str) -> list[Tally]:
        columns = "game, against, matches, shares, firsts, seconds, thirds"
        sql = f"SELECT {columns} FROM tallies WHERE person = $1 ORDER BY game, against"  # noqa: S608
        return [Tally(*row) for row in await self.store.ask(sql, person)]

    async def mates(self, person: str, most: int = MOST_MATES) -> list[Mate]:
        """Those whom somebody has played with, the last ones first."""
        sql = (
            "SELECT mate, name, sign, colour, matches, shares, theirs, last FROM mates JOIN persons ON persons.id = mate "
            "WHERE person = $1 ORDER BY last DESC LIMIT $2"
        )
        return [Mate(shown(*row[:4]), *row[4:]) for row in await self.store.ask(sql, person, most)]

    async def acquainted(self, person: str, others: list[str]) -> list[str]:
        """Those of the others with whom somebody has played, or is in a club."""
        here = marks(len(others), 2)
        fellows = "members AS mine JOIN members AS theirs ON theirs.club = mine.club"
        sql = (
            f"SELECT mate FROM mates WHERE person = $1 AND mate IN ({here}) UNION SELECT theirs.person FROM {fellows} "  # noqa: S608
            f"WHERE mine.person = $1 AND theirs.person IN ({here}) AND NOT mine.barred AND NOT theirs.barred"
        )
        return [row[0] for row in await self.store.ask(sql, person, *others)]

    # Calls to a table.

    async def call(self, caller: str, people: list[str], table: str, at: int) -> int:
        """Tell people of a chair; how many had not been told of it."""
        sql = "INSERT INTO calls VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING person"
        done = await self.store.together([step(sql, person, table, caller, at) for person in sorted(people)])
        return sum(len(rows) for rows in done or [])

    async def calls(self, person: str, now: int) -> list[CallShown]:
        """The chairs that are free for somebody now: their tables wait, and nobody has dismissed them."""
        sql = (
            "SELECT table_id, game, caller, name, sign, colour, at FROM calls JOIN tables ON tables.id = table_id "
            "JOIN persons ON persons.id = caller WHERE person = $1 AND at > $2 AND phase = 'waiting' ORDER BY at DESC LIMIT $3"
        )
        rows = await self.store.ask(sql, person, now - CALL_LASTS, MOST_CALLS)
        return [CallShown(row[0], row[1], shown(*row[2:6]), row[6]) for row in rows]

    async def dismiss(self, person: str, table: str) -> None:
        await self.store.together([step("DELETE FROM calls WHERE person = $1 AND table_id = $2", person, table)])

    # All of it.

    async def export(self, person: str) -> dict[str, list[dict[str, Any]]]:
        """Everything that is kept of somebody, by the tables of the database."""
        told = {}
        for table, columns in EXPORTED.items():
            who = "id" if table == "persons" else "person"
            sql = f"SELECT {', '.join(columns)} FROM {table} WHERE {who} = $1"  # noqa: S608
            told[table] = [dict(zip(columns, row, strict=True)) for row in await self.store.ask(sql, person)]
        return told

    @staticmethod
    def forgotten(person: str) -> list[Step]:
        """Nothing is left of somebody but what others have played: there it was somebody."""
        return [
            step("UPDATE result_players SET person = NULL, name = '', sign = 0, colour = 0 WHERE person = $1", person),
            *(
                step(f"DELETE FROM {table} WHERE {who} = $1", person)  # noqa: S608
                for table, who in (
                    ("tallies", "person"), ("mates", "person"), ("mates", "mate"), ("honours", "person"), ("calls", "person"),
                    ("calls", "caller"), ("passkeys", "person"), ("person_codes", "person"), ("former", "person"),
                )
            ),
            step(
                "UPDATE clubs SET host = (SELECT person FROM members WHERE club = clubs.id AND person <> $1 AND NOT barred "
                "ORDER BY since, person LIMIT 1) WHERE host = $1 AND EXISTS (SELECT 1 FROM members WHERE club = clubs.id "
                "AND person <> $1 AND NOT barred)",
                person,
            ),
            step("DELETE FROM members WHERE person = $1", person),
            step("DELETE FROM clubs WHERE host = $1", person),
            step("DELETE FROM person_devices WHERE person = $1", person),
            step("DELETE FROM persons WHERE id = $1", person),
        ]  # fmt: skip


EXPORTED = {
    "persons": ("id", "name", "sign", "colour", "since", "seen"),
    "person_devices": ("device", "since"),
    "passkeys": ("id", "since", "uses"),
    "former": ("id",),
    "result_players": ("table_id", "match", "seat", "name", "game", "ended", "score", "place", "share", "gone"),
    "tallies": ("game", "against", "matches", "shares", "firsts", "seconds", "thirds"),
    "mates": ("mate", "matches", "shares", "theirs", "last"),
    "members": ("club", "since"),
    "honours": ("club", "game", "matches", "shares"),
    "calls": ("table_id", "caller", "at"),
}

"""Clubs in the database: their members, their tables, and what came of the matches there."""

from __future__ import annotations

import msgspec

from parlour.server.storage import Store
from parlour.server.storage.steps import step

MOST_MEMBERS = 200
MOST_TABLES = 12
"""Open and running tables of a club that are shown."""


class Group(msgspec.Struct, frozen=True):
    """A club."""

    id: str
    name: str
    host: str
    since: int


class Groups:
    """All clubs."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def found(self, group: Group) -> None:
        await self.store.together(
            [
                step("INSERT INTO clubs VALUES ($1, $2, $3, $4)", group.id, group.name, group.host, group.since),
                step("INSERT INTO members VALUES ($1, $2, $3, false)", group.id, group.host, group.since),
            ]
        )

    async def by_id(self, id: str) -> Group | None:
        rows = await self.store.ask("SELECT id, name, host, since FROM clubs WHERE id = $1", id)
        return Group(*rows[0]) if rows else None

    async def of_person(self, person: str) -> list[tuple[Group, int]]:
        """Somebody's clubs, and how many members each has."""
        sql = (
            "SELECT clubs.id, name, host, clubs.since, (SELECT count(*) FROM members AS all_of WHERE all_of.club = clubs.id "
            "AND NOT all_of.barred) FROM members JOIN clubs ON clubs.id = members.club WHERE person = $1 AND NOT barred "
            "ORDER BY members.since"
        )
        return [(Group(*row[:4]), row[4]) for row in await self.store.ask(sql, person)]

    async def member(self, club: str, person: str) -> bool | None:
        """True for a member, False for somebody who was shut out, None for a stranger."""
        rows = await self.store.ask("SELECT barred FROM members WHERE club = $1 AND person = $2", club, person)
        return not rows[0][0] if rows else None

    async def count(self, club: str) -> int:
        rows = await self.store.ask("SELECT count(*) FROM members WHERE club = $1 AND NOT barred", club)
        return int(rows[0][0])

    async def members(self, club: str, most: int = MOST_MEMBERS) -> list[tuple[str, str, int | None, int | None, int, int]]:
        """Person, name, sign, colour, since when a member, when last seen."""
        sql = (
            "SELECT person, name, sign, colour, members.since, seen FROM members JOIN persons ON persons.id = person "
            "WHERE club = $1 AND NOT barred ORDER BY members.since, person LIMIT $2"
        )
        return [tuple(row) for row in await self.store.ask(sql, club, most)]

    async def join(self, club: str, person: str, at: int) -> None:
        await self.store.together(
            [step("INSERT INTO members VALUES ($1, $2, $3, false) ON CONFLICT DO NOTHING", club, person, at)]
        )

    async def leave(self, club: str, person: str, *, bar: bool = False) -> None:
        """A member goes. The club goes on with the next one as host, and ends with the last."""
        gone = "UPDATE members SET barred = true WHERE club = $1 AND person = $2"
        others = "SELECT person FROM members WHERE club = $1 AND person <> $2 AND NOT barred ORDER BY since, person LIMIT 1"
        next_host = f"UPDATE clubs SET host = ({others}) WHERE id = $1 AND host = $2 AND EXISTS ({others})"  # noqa: S608
        await self.store.together(
            [
                step(gone if bar else "DELETE FROM members WHERE club = $1 AND person = $2", club, person),
                step(next_host, club, person),
                step("DELETE FROM clubs WHERE id = $1 AND host = $2", club, person),
            ]
        )

    async def rename(self, club: str, name: str) -> None:
        await self.store.together([step("UPDATE clubs SET name = $2 WHERE id = $1", club, name)])

    # Tables and honours.

    async def add_table(self, club: str, table: str, at: int) -> None:
        sql = "INSERT INTO club_tables VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self.store.together([step(sql, table, club, at)])

    async def tables(self, club: str) -> list[str]:
        """Those that wait or run, the newest first."""
        sql = (
            "SELECT table_id FROM club_tables JOIN tables ON tables.id = table_id WHERE club = $1 AND "
            "phase IN ('waiting', 'running', 'paused') ORDER BY opened DESC LIMIT $2"
        )
        return [row[0] for row in await self.store.ask(sql, club, MOST_TABLES)]

    async def honours(self, club: str) -> list[tuple[str, str, int, float]]:
        """Person, game, matches, and the parts of the victory that came together."""
        sql = (
            "SELECT honours.person, game, matches, shares FROM honours JOIN members ON members.club = honours.club AND "
            "members.person = honours.person AND NOT barred WHERE honours.club = $1"
        )
        return [tuple(row) for row in await self.store.ask(sql, club)]

"""Ratings in the database: what is known of everybody at each game, and how it came to be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from parlour.server.rating import Strength
from parlour.server.storage import Store
from parlour.server.storage.steps import Step, marks, step


class Ranked(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    person: str
    name: str
    sign: int | None
    colour: int | None
    strength: Strength


class Past(msgspec.Struct, frozen=True):
    """What was known after a rated match."""

    table: str
    match: int
    at: int
    mean: float
    unsure: float


class Ratings:
    """What the database knows of strengths."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, game: str, persons: Iterable[str]) -> dict[str, Strength]:
        wanted = sorted(set(persons))
        if not wanted:
            return {}
        sql = f"SELECT person, mean, unsure, matches FROM ratings WHERE game = $1 AND person IN ({marks(len(wanted), 2)})"  # noqa: S608
        return {row[0]: Strength(row[1], row[2], row[3]) for row in await self.store.ask(sql, game, *wanted)}

    async def of_person(self, person: str) -> dict[str, Strength]:
        sql = "SELECT game, mean, unsure, matches FROM ratings WHERE person = $1 ORDER BY game"
        return {row[0]: Strength(row[1], row[2], row[3]) for row in await self.store.ask(sql, person)}

    async def best(self, game: str, most: int, club: str | None = None) -> list[Ranked]:
        """The strongest of whom enough is known; of a club's members alone if it is named."""
        of_club = "" if club is None else "AND person IN (SELECT person FROM members WHERE club = $3 AND NOT barred) "
        sql = (
            "SELECT person, name, sign, colour, mean, unsure, matches FROM ratings JOIN persons ON id = person "  # noqa: S608
            f"WHERE game = $1 AND settled {of_club}ORDER BY mean DESC LIMIT $2"
        )
        rows = await self.store.ask(sql, game, most, *([] if club is None else [club]))
        return [Ranked(row[0], row[1], row[2], row[3], Strength(*row[4:7])) for row in rows]

    async def rank(self, game: str, mean: float, club: str | None = None) -> int:
        """The place that a strength has among those of whom enough is known, or among those of them in a club."""
        of_club = "" if club is None else " AND person IN (SELECT person FROM members WHERE club = $3 AND NOT barred)"
        sql = f"SELECT count(*) FROM ratings WHERE game = $1 AND settled AND mean > $2{of_club}"  # noqa: S608
        return 1 + int((await self.store.ask(sql, game, mean, *([] if club is None else [club])))[0][0])

    async def games(self, club: str) -> list[str]:
        """The games at which enough is known of somebody in a club."""
        sql = (
            "SELECT DISTINCT game FROM ratings JOIN members ON members.person = ratings.person WHERE club = $1 AND NOT barred "
            "AND settled ORDER BY game"
        )
        return [row[0] for row in await self.store.ask(sql, club)]

    async def past(self, person: str, game: str, most: int) -> list[Past]:
        """The last rated matches of a person, the oldest of them first."""
        sql = "SELECT table_id, match, at, mean, unsure FROM rated WHERE person = $1 AND game = $2 ORDER BY at DESC LIMIT $3"
        return [Past(*row) for row in reversed(await self.store.ask(sql, person, game, most))]

    @staticmethod
    def changed(person: str, game: str, was: Strength | None, now: Strength) -> Step:
        """What is known of somebody, if it was that before."""
        values = (person, game, now.mean, now.unsure, now.matches, now.settled)
        if was is None:
            return step(
                "INSERT INTO ratings VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING person", *values, rows=1
            )
        return step(
            "UPDATE ratings SET mean = $3, unsure = $4, matches = $5, settled = $6 WHERE person = $1 AND game = $2 "
            "AND matches = $7 RETURNING person",
            *values,
            was.matches,
            rows=1,
        )

    @staticmethod
    def dropped(person: str, game: str, was: Strength) -> Step:
        """Nothing is known of somebody any more, if it was that before."""
        sql = "DELETE FROM ratings WHERE person = $1 AND game = $2 AND matches = $3 RETURNING person"
        return step(sql, person, game, was.matches, rows=1)

    @staticmethod
    def noted(person: str, table: str, match: int, game: str, at: int, now: Strength) -> Step:
        sql = "INSERT INTO rated VALUES ($1, $2, $3, $4, $5, $6, $7)"
        return step(sql, table, match, person, game, at, now.mean, now.unsure)

    @staticmethod
    def forgotten(person: str) -> list[Step]:
        return [step(f"DELETE FROM {name} WHERE person = $1", person) for name in ("ratings", "rated")]  # noqa: S608

    async def exported(self, person: str) -> dict[str, Any]:
        return {"ratings": {game: msgspec.to_builtins(own) for game, own in (await self.of_person(person)).items()}}

"""Tournaments in the database: their logs, and what is needed to find those where something is due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from parlour.server.storage import Store, without_gap
from parlour.server.storage.steps import Step, marks, step

MOST_EXPORTED = 10_000


class Row(msgspec.Struct, frozen=True):
    """What the database knows of a tournament beside its log."""

    name: str
    game: str
    phase: str
    due: int | None
    people: tuple[str, ...] = ()
    """Who takes part or keeps it."""
    begun: tuple[str, ...] = ()
    """Tables that were opened by the batch."""
    done: tuple[str, ...] = ()
    """Tables whose results are in it."""


class Cups:
    """The logs of all tournaments. `append` is compare-and-set."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def load(self, cup: str, since: int = 0) -> list[bytes]:
        sql = "SELECT version, body FROM cup_log WHERE cup = $1 AND version > $2 ORDER BY version"
        return without_gap(await self.store.ask(sql, cup, since), since)

    async def append(self, cup: str, version: int, at: int, body: bytes, row: Row) -> bool:
        """Keep a batch with all that follows; False if another worker was first."""
        steps: list[Step] = [
            step(
                "INSERT INTO cup_log VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING version",
                cup,
                version,
                at,
                body,
                rows=1,
            ),
            step(
                "INSERT INTO cups VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, "
                "due = excluded.due, updated = excluded.updated",
                cup,
                row.name,
                row.game,
                row.phase,
                row.due,
                at,
            ),
        ]
        steps += [step("INSERT INTO cup_people VALUES ($1, $2) ON CONFLICT DO NOTHING", cup, person) for person in row.people]
        steps += [step("INSERT INTO cup_tables VALUES ($1, $2, $3)", table, cup, True) for table in row.begun]
        steps += [step("UPDATE cup_tables SET waits = $2 WHERE table_id = $1", table, False) for table in row.done]
        return await self.store.together(steps) is not None

    async def due(self, now: int, most: int) -> list[str]:
        """Tournaments where something is due, whose matches have been counted, or whose tables were not opened any more."""
        timed = await self.store.ask("SELECT id FROM cups WHERE due <= $1 ORDER BY due LIMIT $2", now, most)
        told = await self.store.ask(
            "SELECT DISTINCT cup FROM cup_tables LEFT JOIN tables ON tables.id = cup_tables.table_id LEFT JOIN results ON "
            "results.table_id = cup_tables.table_id AND match = 1 WHERE waits AND (match = 1 OR tables.id IS NULL)"
        )
        return list(dict.fromkeys(row[0] for row in [*timed, *told]))

    async def of_table(self, table: str) -> str | None:
        rows = await self.store.ask("SELECT cup FROM cup_tables WHERE table_id = $1", table)
        return rows[0][0] if rows else None

    async def of_person(self, person: str, most: int) -> list[tuple[str, str, str, str]]:
        """Those that somebody takes part in or keeps, the latest first: id, name, game and phase."""
        sql = (
            "SELECT id, name, game, phase FROM cup_people JOIN cups ON id = cup WHERE person = $1 "
            "ORDER BY updated DESC LIMIT $2"
        )
        return [tuple(row) for row in await self.store.ask(sql, person, most)]

    async def places(self, tables: Iterable[str]) -> dict[str, list[int]]:
        """How the first matches of tables ended, as far as they are counted: the place of each seat, 0 for who left it."""
        wanted = sorted(set(tables))
        if not wanted:
            return {}
        sql = (
            "SELECT table_id, place, gone FROM result_players WHERE match = 1 AND "  # noqa: S608
            f"table_id IN ({marks(len(wanted))}) ORDER BY table_id, seat"
        )
        found: dict[str, list[int]] = {}
        for table, place, gone in await self.store.ask(sql, *wanted):
            found.setdefault(table, []).append(0 if gone else place)
        return found

    async def opened(self, tables: Iterable[str]) -> set[str]:
        """Those of the tables that are there."""
        return set(await self.store.versions(sorted(set(tables))))

    @staticmethod
    def forgotten(person: str) -> list[Step]:
        return [step("DELETE FROM cup_people WHERE person = $1", person)]

    async def exported(self, person: str) -> dict[str, Any]:
        found = await self.of_person(person, MOST_EXPORTED)
        return {"tournaments": [{"id": id, "name": name, "game": game} for id, name, game, _ in found]}

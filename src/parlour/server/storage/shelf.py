"""What is asked of any database beside appending: each statement is written once, in SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from typing import Any

GONE = "gone"
"""The phase of a table that is being deleted."""


class Shelf(ABC):
    """A database of tables."""

    @abstractmethod
    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        """Read; the values are $1, $2 and so on."""

    @abstractmethod
    async def _do(self, sql: str, *values: Any) -> list[Any]:
        """Write, and what the statement returns."""

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        return await self._ask(sql, *values)

    async def _ids(self, sql: str, *values: Any) -> list[str]:
        return [row[0] for row in await self._ask(sql, *values)]

    # Looking tables up.

    async def due(self, now: int, most: int) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2", now, most)

    async def newest(self) -> int:
        rows = await self._ask("SELECT max(updated) FROM tables WHERE due IS NOT NULL")
        return rows[0][0] or 0

    async def of_device(self, device: str, most: int) -> list[str]:
        return await self._ids(
            "SELECT table_id FROM holders JOIN tables ON id = table_id WHERE device = $1 ORDER BY updated DESC LIMIT $2",
            device,
            most,
        )

    async def public(self, most: int) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE public AND phase = 'waiting' ORDER BY updated DESC LIMIT $1", most)

    async def running(self, most: int) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE public AND phase = 'running' ORDER BY updated DESC LIMIT $1", most)

    async def saved(self, table: str) -> bytes | None:
        rows = await self._ask("SELECT body FROM saved WHERE table_id = $1", table)
        return rows[0][0] if rows else None

    async def save(self, table: str, version: int, body: bytes) -> None:
        await self._do(
            "INSERT INTO saved VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, "
            "body = excluded.body WHERE saved.version < excluded.version",
            table,
            version,
            body,
        )

    async def claim(self, table: str, turn: int, worker: str, now: int, until: int) -> bool:
        sql = (
            "INSERT INTO claims VALUES ($1, $2, $3, $5) ON CONFLICT (table_id) DO UPDATE SET turn = excluded.turn, "
            "worker = excluded.worker, until = excluded.until WHERE claims.turn <> excluded.turn OR claims.worker = "
            "excluded.worker OR claims.until <= $4 RETURNING turn"
        )
        return bool(await self._do(sql, table, turn, worker, now, until))

    async def secret(self, name: str) -> bytes:
        await self._do("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, secrets.token_bytes(32))
        return bytes((await self._do("SELECT value FROM secrets WHERE name = $1", name))[0][0])

    async def wipe(self, table: str, version: int, before: int) -> None:
        await self._do("DELETE FROM entries WHERE table_id = $1 AND (version = $2 OR at < $3)", table, version, before)

    # Tables that cannot be read.

    async def set_aside(self, table: str, mark: str) -> None:
        await self._do("UPDATE tables SET due = NULL, public = false, aside = $2 WHERE id = $1", table, mark)

    async def look_again(self, mark: str) -> None:
        await self._do("UPDATE tables SET due = updated, aside = NULL WHERE aside IS NOT NULL AND aside <> $1", mark)

    # The tellings of finished matches.

    async def untold(self, most: int) -> list[tuple[str, int, int]]:
        sql = "SELECT id, finished, told FROM tables WHERE finished > told AND aside IS NULL ORDER BY updated LIMIT $1"
        return [tuple(row) for row in await self._ask(sql, most)]

    async def keep_telling(self, table: str, match: int, body: bytes) -> None:
        await self._do("INSERT INTO tellings VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", table, match, body)

    async def all_told(self, table: str, matches: int, said: int) -> None:
        await self._do(
            "UPDATE tables SET told = $2, finished = CASE WHEN finished = $3 THEN $2 ELSE finished END WHERE id = $1",
            table,
            matches,
            said,
        )

    async def telling(self, table: str, match: int) -> bytes | None:
        rows = await self._ask("SELECT body FROM tellings WHERE table_id = $1 AND match = $2", table, match)
        return rows[0][0] if rows else None

    # Reviews of finished matches: those without a body wait to be made.

    async def review(self, table: str, match: int) -> tuple[bytes | None, int] | None:
        before = "SELECT count(*) FROM reviews AS other WHERE other.body IS NULL AND other.asked < reviews.asked"
        sql = f"SELECT body, ({before}) FROM reviews WHERE table_id = $1 AND match = $2"  # noqa: S608
        rows = await self._ask(sql, table, match)
        return (rows[0][0], rows[0][1]) if rows else None

    async def want_review(self, table: str, match: int, now: int) -> None:
        await self._do("INSERT INTO reviews VALUES ($1, $2, $3, 0, NULL) ON CONFLICT DO NOTHING", table, match, now)

    async def next_review(self, now: int, until: int) -> tuple[str, int] | None:
        first = "SELECT table_id, match FROM reviews WHERE body IS NULL AND until <= $1 ORDER BY asked LIMIT 1"
        taken = "UPDATE reviews SET until = $2 WHERE until <= $1 AND (table_id, match) IN"
        rows = await self._do(f"{taken} ({first}) RETURNING table_id, match", now, until)
        return (rows[0][0], rows[0][1]) if rows else None

    async def free_reviews(self) -> None:
        await self._do("UPDATE reviews SET until = 0 WHERE body IS NULL")

    async def keep_review(self, table: str, match: int, body: bytes) -> None:
        await self._do("UPDATE reviews SET body = $3 WHERE table_id = $1 AND match = $2", table, match, body)

    async def drop_review(self, table: str, match: int) -> None:
        await self._do("DELETE FROM reviews WHERE table_id = $1 AND match = $2", table, match)

    # Old tables.

    async def old(self, phases: tuple[str, ...], before: int, most: int) -> list[str]:
        halves = await self._ids("SELECT id FROM tables WHERE phase = $1 LIMIT $2", GONE, most)
        named = ", ".join(f"'{phase}'" for phase in phases)
        found = await self._ids(
            f"SELECT id FROM tables WHERE phase IN ({named}) AND updated < $1 ORDER BY updated LIMIT $2",  # noqa: S608
            before,
            most,
        )
        # A table's row changes only when it has something to say: ask the log when the last thing really happened.
        last = "UPDATE tables SET updated = (SELECT max(at) FROM entries WHERE table_id = $1) WHERE id = $1 RETURNING updated"
        return halves + [id for id in found if not any((row[0] or 0) >= before for row in await self._do(last, id))]

    async def delete(self, table: str, most: int) -> bool:
        # Without its first batch it is no table any more, however far this gets.
        await self._do("UPDATE tables SET phase = $2, due = NULL, public = false WHERE id = $1", table, GONE)
        await self._do("DELETE FROM entries WHERE table_id = $1 AND version = 1", table)
        for name in ("saved", "holders", "codes", "claims", "tellings", "reviews"):
            await self._do(f"DELETE FROM {name} WHERE table_id = $1", table)  # noqa: S608
        gone = await self._do(
            "DELETE FROM entries WHERE table_id = $1 AND version IN (SELECT version FROM entries WHERE table_id = $1 "
            "ORDER BY version LIMIT $2) RETURNING version",
            table,
            most,
        )
        if len(gone) == most:
            return False
        await self._do("DELETE FROM tables WHERE id = $1", table)
        return True

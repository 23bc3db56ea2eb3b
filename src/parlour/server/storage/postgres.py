"""PostgreSQL: appends that wait at the same moment go into one transaction."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from parlour.server.storage import SCHEMA, Append, StorageDown, settle

MOST_TOGETHER = 1000

MIGRATIONS = {
    1: """
    CREATE TABLE entries (table_id TEXT NOT NULL, version INTEGER NOT NULL, at BIGINT NOT NULL, body BYTEA NOT NULL,
                          PRIMARY KEY (table_id, version));
    CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public BOOLEAN NOT NULL,
                         due BIGINT, updated BIGINT NOT NULL);
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE INDEX tables_public ON tables (updated) WHERE public AND phase = 'waiting';
    CREATE TABLE holders (device TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (device, table_id));
    CREATE TABLE codes (code TEXT PRIMARY KEY, table_id TEXT NOT NULL, seat INTEGER NOT NULL, expires BIGINT NOT NULL);
    """,
    2: "CREATE TABLE saved (table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, body BYTEA NOT NULL)",
    3: "CREATE TABLE claims (table_id TEXT PRIMARY KEY, turn BIGINT NOT NULL, worker TEXT NOT NULL, until BIGINT NOT NULL)",
    4: "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
}

LOCK = 7205759
"""The advisory lock that lets one worker migrate while the others wait."""


class PostgresStore:
    """A database that any number of workers share."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._waiting: list[Append] = []
        self._writer: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._pool: Any = None

    async def open(self) -> None:
        import asyncpg

        self._errors = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
        try:
            self._pool = await asyncpg.create_pool(self.address, min_size=1, max_size=8, command_timeout=15)
        except self._errors as wrong:
            raise StorageDown(f"The database at {_without_password(self.address)} does not answer: {wrong}.") from None
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute("CREATE TABLE IF NOT EXISTS meta (schema INTEGER NOT NULL)")
            has = await connection.fetchval("SELECT schema FROM meta")
            if has is None:
                await connection.execute("INSERT INTO meta VALUES (0)")
            if (has or 0) > SCHEMA:
                raise StorageDown(f"This database has schema {has}; this Parlour knows up to {SCHEMA}. Upgrade Parlour.")
            for step in range((has or 0) + 1, SCHEMA + 1):
                await connection.execute(MIGRATIONS[step])
            await connection.execute("UPDATE meta SET schema = $1", SCHEMA)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
        if self._pool is not None:
            await self._pool.close()

    def append(self, append: Append) -> None:
        self._waiting.append(append)
        self._wake.set()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                appends, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                # In one order everywhere, so that two workers never wait for each other.
                appends.sort(key=lambda append: (append.table, append.version))
                try:
                    kept = await self._together(appends)
                except self._errors as wrong:
                    settle(appends, [StorageDown(f"The database did not take it: {wrong}.")] * len(appends))
                else:
                    settle(appends, [(append.table, append.version) in kept for append in appends])

    async def _together(self, appends: list[Append]) -> set[tuple[str, int]]:
        async with self._pool.acquire() as connection, connection.transaction():
            rows = await connection.fetch(
                "INSERT INTO entries (table_id, version, at, body) SELECT * FROM "
                "unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[]) ON CONFLICT DO NOTHING RETURNING table_id, version",
                [append.table for append in appends],
                [append.version for append in appends],
                [append.at for append in appends],
                [append.body for append in appends],
            )
            kept = {(row[0], row[1]) for row in rows}
            # Of several batches of a table the last one says how it stands.
            last = {append.table: append for append in appends if append.row and (append.table, append.version) in kept}
            known = [(append.table, append.row, append.at) for append in last.values() if append.row is not None]
            if known:
                await connection.execute(
                    "INSERT INTO tables SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bool[], $5::bigint[], "
                    "$6::bigint[]) ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public, "
                    "due = excluded.due, updated = excluded.updated",
                    [table for table, _, _ in known],
                    [row.game for _, row, _ in known],
                    [row.phase for _, row, _ in known],
                    [row.public for _, row, _ in known],
                    [row.due for _, row, _ in known],
                    [at for _, _, at in known],
                )
                held = [(device, table) for table, row, _ in known for device in row.devices]
                if held:
                    await connection.execute(
                        "INSERT INTO holders SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
                        [device for device, _ in held],
                        [table for _, table in held],
                    )
            return kept

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(await self._pool.fetch(sql, *values))
        except self._errors as wrong:
            raise StorageDown(f"The database cannot be read: {wrong}.") from None

    async def load(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        sql = "SELECT body FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version LIMIT $3"
        return [row[0] for row in await self._all(sql, table, since, most)]

    async def save(self, table: str, version: int, body: bytes) -> None:
        await self._all(
            "INSERT INTO saved VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, "
            "body = excluded.body WHERE saved.version < excluded.version",
            table,
            version,
            body,
        )

    async def saved(self, table: str) -> bytes | None:
        rows = await self._all("SELECT body FROM saved WHERE table_id = $1", table)
        return rows[0][0] if rows else None

    async def versions(self, tables: list[str]) -> dict[str, int]:
        sql = "SELECT table_id, max(version) FROM entries WHERE table_id = ANY($1) GROUP BY table_id"
        return {row[0]: row[1] for row in await self._all(sql, tables)}

    async def due(self, now: int, most: int) -> list[str]:
        return [row[0] for row in await self._all("SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2", now, most)]

    async def of_device(self, device: str, most: int) -> list[str]:
        sql = "SELECT table_id FROM holders JOIN tables ON id = table_id WHERE device = $1 ORDER BY updated DESC LIMIT $2"
        return [row[0] for row in await self._all(sql, device, most)]

    async def public(self, most: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE public AND phase = 'waiting' ORDER BY updated DESC LIMIT $1"
        return [row[0] for row in await self._all(sql, most)]

    async def put_code(self, code: str, table: str, seat: int, expires: int) -> None:
        await self._all("DELETE FROM codes WHERE table_id = $1 AND seat = $2", table, seat)
        await self._all("INSERT INTO codes VALUES ($1, $2, $3, $4)", code, table, seat, expires)

    async def take_code(self, code: str, now: int) -> tuple[str, int] | None:
        await self._all("DELETE FROM codes WHERE expires < $1", now)
        found = await self._all("DELETE FROM codes WHERE code = $1 RETURNING table_id, seat", code)
        return (found[0][0], found[0][1]) if found else None

    async def claim(self, table: str, turn: int, worker: str, now: int, until: int) -> bool:
        sql = (
            "INSERT INTO claims VALUES ($1, $2, $3, $5) ON CONFLICT (table_id) DO UPDATE SET turn = excluded.turn, "
            "worker = excluded.worker, until = excluded.until WHERE claims.turn <> excluded.turn OR claims.worker = "
            "excluded.worker OR claims.until <= $4 RETURNING turn"
        )
        return bool(await self._all(sql, table, turn, worker, now, until))

    async def secret(self, name: str) -> bytes:
        await self._all("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, secrets.token_bytes(32))
        return bytes((await self._all("SELECT value FROM secrets WHERE name = $1", name))[0][0])

    async def ready(self) -> None:
        await self._all("UPDATE meta SET schema = schema")


def _without_password(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"

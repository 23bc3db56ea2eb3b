"""PostgreSQL: appends that wait at the same moment go into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext, suppress
from typing import Any

from parlour.server.storage import SCHEMA, Answer, Append, OtherSchema, StorageDown, settle, without_gap
from parlour.server.storage.club_schema import CLUB
from parlour.server.storage.shelf import Shelf
from parlour.server.storage.steps import Step, Unmet

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
    5: """
    ALTER TABLE tables ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN aside TEXT;
    UPDATE tables SET finished = 1000000 WHERE phase <> 'waiting';
    CREATE INDEX tables_untold ON tables (updated) WHERE finished > told;
    CREATE INDEX tables_updated ON tables (phase, updated);
    CREATE TABLE tellings (table_id TEXT NOT NULL, match INTEGER NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (table_id, match));
    """,
    6: """
    CREATE TABLE reviews (table_id TEXT NOT NULL, match INTEGER NOT NULL, asked BIGINT NOT NULL, until BIGINT NOT NULL,
                          body BYTEA, PRIMARY KEY (table_id, match));
    CREATE INDEX reviews_waiting ON reviews (asked) WHERE body IS NULL;
    """,
} | CLUB

INSERT = (
    "INSERT INTO entries (table_id, version, at, body) SELECT * FROM "
    "unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[]) ON CONFLICT DO NOTHING RETURNING table_id, version"
)
KEPT_BEFORE = (
    "SELECT table_id, version FROM entries JOIN unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[]) "
    "AS ours (table_id, version, at, body) USING (table_id, version, at, body)"
)
TELL_TABLES = (
    "INSERT INTO tables (id, game, phase, public, due, updated, finished) SELECT * FROM unnest($1::text[], $2::text[], "
    "$3::text[], $4::bool[], $5::bigint[], $6::bigint[], $7::int[]) ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, "
    "public = excluded.public, due = excluded.due, updated = excluded.updated, finished = excluded.finished, aside = NULL"
)
NO_WAITS = (
    "UPDATE holders SET turn = NULL WHERE turn IS NOT NULL AND table_id = ANY($1) AND (table_id, device) NOT IN "
    "(SELECT * FROM unnest($2::text[], $3::text[]))"
)
TELL_WAITS = (
    "UPDATE holders SET turn = new.turn, kind = new.kind, about = new.about FROM "
    "unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) AS new (id, who, turn, kind, about) "
    "WHERE device = new.who AND table_id = new.id AND (holders.turn IS NULL OR holders.kind <> new.kind)"
)

LOCK = 7205759
"""The advisory lock that lets one worker migrate while the others wait."""
SLOW = 10
"""Seconds that anything may take."""
PATIENCE = 2
"""Seconds that appends are tried again before their players are told."""


class PostgresStore(Shelf):
    """A database that any number of workers share. One connection writes; a pool of others reads and does the rest."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.trouble: str | None = None
        self._waiting: list[Append] = []
        self._since: float | None = None
        self._writer: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._connection: Any = None
        self._pool: Any = None

    async def open(self) -> None:
        import asyncpg

        self._asyncpg = asyncpg
        try:
            self._pool = await asyncpg.create_pool(
                self.address, min_size=0, max_size=8, command_timeout=SLOW, timeout=SLOW, max_inactive_connection_lifetime=60
            )
            async with self._pool.acquire() as connection, connection.transaction():
                await migrate(connection)
        except StorageDown:
            await self.close()
            raise
        except Exception as wrong:
            await self.close()
            raise StorageDown(f"The database at {_without_password(self.address)} does not answer: {_why(wrong)}.") from None
        self._loop = asyncio.get_running_loop()
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        self._hang_up()
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), 2)
            except Exception:
                pool.terminate()

    # Writing.

    def append(self, append: Append) -> None:
        self._waiting.append(append)
        if self._since is None:
            self._since = self._loop.time()
        self._wake.set()

    def waits(self) -> float:
        return 0.0 if self._since is None else self._loop.time() - self._since

    def lives(self) -> bool:
        return self._writer is not None and not self._writer.done()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                appends, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                # In one order everywhere, so that two workers never wait for each other.
                appends.sort(key=lambda append: (append.table, append.version))
                try:
                    answers = await self._answers(appends)
                except asyncio.CancelledError:
                    settle(appends, [StorageDown("The server stops.")] * len(appends))
                    raise
                self._since = self._loop.time() if self._waiting else None
                settle(appends, answers)
                del appends  # Whoever they were for is not to be held until the next ones.

    async def _answers(self, appends: list[Append]) -> list[Answer]:
        """Keep them. Whatever goes wrong is tried again for a while; then it is told, and the next ones are tried at once."""
        until, pause, again = self._loop.time() + (0 if self.trouble else PATIENCE), 0.05, False
        while True:
            try:
                async with asyncio.timeout(SLOW):
                    kept = await self._together(appends, again)
                self.trouble = None
                return [(append.table, append.version) in kept for append in appends]
            except Exception as wrong:
                # Any error at all: this connection is not to be trusted any more, and the commit may have happened or not.
                self._hang_up()
                why, lost = _why(wrong), isinstance(wrong, OSError | TimeoutError | self._asyncpg.PostgresConnectionError)
            if self._loop.time() + pause > until:
                break
            await asyncio.sleep(pause)
            pause, again = min(2 * pause, 0.5), True
        if len(appends) > 1 and not lost:
            # One of them may be what the database does not like: the others are not to suffer for it.
            self.trouble = why
            return [answer for append in appends for answer in await self._answers([append])]
        self.trouble = why
        return [StorageDown(f"The database did not take it: {why}.")] * len(appends)

    def _hang_up(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.terminate()
            self._connection = None

    async def _together(self, appends: list[Append], again: bool) -> set[tuple[str, int]]:
        """Those that are kept now; if they are tried again, also those that were kept before anybody heard of it."""
        if self._connection is None:
            self._connection = await self._asyncpg.connect(self.address, timeout=SLOW, command_timeout=SLOW)
            # Should this worker freeze in the middle, the others do not wait for it for ever.
            await self._connection.execute("SET idle_in_transaction_session_timeout = 20000")
        connection, changed = self._connection, any(append.row for append in appends)
        async with connection.transaction() if changed or again else nullcontext():
            values = (
                [append.table for append in appends],
                [append.version for append in appends],
                [append.at for append in appends],
                [append.body for append in appends],
            )
            kept = {(row[0], row[1]) for row in await connection.fetch(INSERT, *values)}
            if again:
                kept |= {(row[0], row[1]) for row in await connection.fetch(KEPT_BEFORE, *values)}
            # Of several batches of a table the last one says how it stands.
            last = {append.table: append for append in appends if append.row and (append.table, append.version) in kept}
            known = [(append.table, append.row, append.at) for append in last.values() if append.row is not None]
            if known:
                await connection.execute(
                    TELL_TABLES,
                    [table for table, _, _ in known],
                    [row.game for _, row, _ in known],
                    [row.phase for _, row, _ in known],
                    [row.public for _, row, _ in known],
                    [row.due for _, row, _ in known],
                    [at for _, _, at in known],
                    [row.finished for _, row, _ in known],
                )
                held = [(device, table) for table, row, _ in known for device in row.devices]
                if held:
                    await connection.execute(
                        "INSERT INTO holders (device, table_id) SELECT * FROM unnest($1::text[], $2::text[]) "
                        "ON CONFLICT DO NOTHING",
                        [device for device, _ in held],
                        [table for _, table in held],
                    )
                if said := [(table, row.waits, at) for table, row, at in known if row.waits is not None]:
                    waits = [(table, wait.device, at, wait.kind, wait.about) for table, some, at in said for wait in some]
                    ids, devices, times, kinds, abouts = map(list, zip(*waits, strict=True)) if waits else ([], [], [], [], [])
                    await connection.execute(NO_WAITS, [table for table, _, _ in said], ids, devices)
                    if waits:
                        await connection.execute(TELL_WAITS, ids, devices, times, kinds, abouts)
            return kept

    # Everything else.

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        """Read. A connection that did not outlive the database's restart is found out by using it: ask once more."""
        for last in (False, True):
            try:
                return list(await self._fetch(sql, *values))
            except Exception as wrong:
                if last:
                    raise StorageDown(f"The database cannot be read: {_why(wrong)}.") from None
        raise AssertionError

    async def _do(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(await self._fetch(sql, *values))
        except Exception as wrong:
            raise StorageDown(f"The database did not take it: {_why(wrong)}.") from None

    async def together(self, steps: Iterable[Step]) -> list[list[Any]] | None:
        async def work(connection: Any) -> list[list[Any]]:
            async with connection.transaction():
                return [step.check(await connection.fetch(step.sql, *step.values)) for step in steps]

        try:
            kept: list[list[Any]] = await self._with(work)
            return kept
        except (Unmet, self._asyncpg.DeadlockDetectedError):  # Two that waited for each other: nothing of this one is kept.
            return None
        except Exception as wrong:
            raise StorageDown(f"The database did not take it: {_why(wrong)}.") from None

    async def _fetch(self, sql: str, *values: Any) -> Any:
        return await self._with(lambda connection: connection.fetch(sql, *values))

    async def _with(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        async with asyncio.timeout(SLOW):
            connection = await self._pool.acquire()
        try:
            async with asyncio.timeout(SLOW):
                rows = await work(connection)
        except (self._asyncpg.PostgresError, Unmet):
            await self._pool.release(connection, timeout=SLOW)
            raise
        except BaseException:
            connection.terminate()
            await self._pool.release(connection, timeout=SLOW)
            raise
        await self._pool.release(connection, timeout=SLOW)
        return rows

    async def load(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        sql = "SELECT version, body FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version LIMIT $3"
        return without_gap(await self._ask(sql, table, since, most), since)

    async def versions(self, tables: list[str]) -> dict[str, int]:
        sql = "SELECT table_id, max(version) FROM entries WHERE table_id = ANY($1) GROUP BY table_id"
        return {row[0]: row[1] for row in await self._ask(sql, tables)}

    async def put_code(self, code: str, table: str, seat: int, expires: int) -> None:
        await self._do("DELETE FROM codes WHERE table_id = $1 AND seat = $2", table, seat)
        await self._do("INSERT INTO codes VALUES ($1, $2, $3, $4)", code, table, seat, expires)

    async def take_code(self, code: str, now: int) -> tuple[str, int] | None:
        await self._do("DELETE FROM codes WHERE expires < $1", now)
        found = await self._do("DELETE FROM codes WHERE code = $1 RETURNING table_id, seat", code)
        return (found[0][0], found[0][1]) if found else None


async def migrate(connection: Any, to: int = SCHEMA) -> None:
    """Bring the schema up, in a transaction; one worker does it while the others wait."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
    await connection.execute("CREATE TABLE IF NOT EXISTS meta (schema INTEGER NOT NULL)")
    has = await connection.fetchval("SELECT schema FROM meta")
    if has is None:
        await connection.execute("INSERT INTO meta VALUES (0)")
    if (has or 0) > SCHEMA:
        raise OtherSchema(has)
    for step in range((has or 0) + 1, to + 1):
        await connection.execute(MIGRATIONS[step])
    await connection.execute("UPDATE meta SET schema = $1", to)


def _why(wrong: BaseException) -> str:
    return str(wrong).splitlines()[0].rstrip(".") if str(wrong) else type(wrong).__name__


def _without_password(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"

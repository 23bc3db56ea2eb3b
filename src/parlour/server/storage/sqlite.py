"""SQLite: write-ahead log, full sync, and one thread that commits together all that waits."""

from __future__ import annotations

import asyncio
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any, TypeVar

import msgspec

from parlour.server.storage import SCHEMA, Answer, Append, StorageDown, resolve, settle

Result = TypeVar("Result")
MOST_TOGETHER = 1000
ENOUGH, GATHER, BUSY = 32, 0.002, 0.01
"""When the last commit was less than BUSY seconds ago, fewer than ENOUGH wait GATHER seconds for company."""
TIDY = 40
"""After so many commits the write-ahead log is carried over into the file, beside: a commit that had to do it would be slow."""

# What each schema version adds; a database of an older version is brought up step by step.
MIGRATIONS = {
    1: """
    CREATE TABLE entries (table_id TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
                          PRIMARY KEY (table_id, version)) WITHOUT ROWID;
    CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public INTEGER NOT NULL,
                         due INTEGER, updated INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE INDEX tables_public ON tables (updated) WHERE public = 1 AND phase = 'waiting';
    CREATE TABLE holders (device TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (device, table_id)) WITHOUT ROWID;
    CREATE TABLE codes (code TEXT PRIMARY KEY, table_id TEXT NOT NULL, seat INTEGER NOT NULL, expires INTEGER NOT NULL);
    """,
    2: "CREATE TABLE saved (table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID",
    3: "CREATE TABLE claims (table_id TEXT PRIMARY KEY, turn INTEGER NOT NULL, worker TEXT NOT NULL, until INTEGER NOT NULL)",
    4: "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
}


INSERT_ONE = "INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?)"
INSERT_ALL = "INSERT INTO entries SELECT value ->> 0, value ->> 1, value ->> 2, CAST(value ->> 3 AS BLOB) FROM json_each(?)"
TELL_TABLES = (
    "INSERT INTO tables SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) "
    "WHERE true ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public, due = excluded.due, "
    "updated = excluded.updated"
)
TELL_HOLDERS = "INSERT OR IGNORE INTO holders SELECT value ->> 0, value ->> 1 FROM json_each(?)"

Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
_json = msgspec.json.Encoder().encode


class Commit:
    """All that waits to be written, in one transaction: all of it is kept, or none.

    Appends go in by one statement, made ready by the loop, so that the thread needs the interpreter only briefly.
    """

    def __init__(self, appends: list[Append], jobs: list[Job]) -> None:
        self.appends, self.jobs = appends, jobs
        self.answers: list[Answer] = []
        self.results: list[Any] = []
        self._entries = _json([(a.table, a.version, a.at, a.body.decode()) for a in appends]).decode()
        self._changed = [append for append in appends if append.row is not None]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """In the writing thread: keep it."""
        try:
            if self._changed or self.jobs:
                _transaction(connection, self._all)
            else:
                connection.execute(INSERT_ALL, (self._entries,))
            self.answers = [True] * len(self.appends)
        except sqlite3.IntegrityError:
            # Somebody else was first with one of them: find out which, one by one.
            _transaction(connection, self._one_by_one)

    def _all(self, connection: sqlite3.Connection) -> None:
        if self.appends:
            connection.execute(INSERT_ALL, (self._entries,))
            _tell_tables(connection, self._changed)
        self.results = [do(connection) for do, _ in self.jobs]

    def _one_by_one(self, connection: sqlite3.Connection) -> None:
        self.answers = []
        for a in self.appends:
            kept = connection.execute(INSERT_ONE, (a.table, a.version, a.at, a.body)).rowcount == 1
            self.answers.append(kept)
            if kept and a.row is not None:
                _tell_tables(connection, [a])
        self.results = [do(connection) for do, _ in self.jobs]

    def failed(self, wrong: Exception) -> None:
        down = StorageDown(f"The database did not take it: {wrong}.")
        self.answers, self.results = [down] * len(self.appends), [down] * len(self.jobs)

    def settle(self) -> None:
        """In the loop: tell everybody."""
        settle(self.appends, self.answers)
        for (_, future), result in zip(self.jobs, self.results, strict=True):
            resolve(future, result)


def _tell_tables(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    rows = [(a.table, a.row.game, a.row.phase, int(a.row.public), a.row.due, a.at) for a in appends if a.row is not None]
    held = [(device, a.table) for a in appends if a.row is not None for device in a.row.devices]
    if rows:
        connection.execute(TELL_TABLES, (_json(rows).decode(),))
    if held:
        connection.execute(TELL_HOLDERS, (_json(held).decode(),))


def _transaction(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], Any]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


class SqliteStore:
    """One file. Any number of processes may share it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._appends: list[Append] = []
        self._jobs: list[Job] = []
        self._commits: queue.SimpleQueue[Commit | None] = queue.SimpleQueue()
        self._busy = False
        self._settled = 0.0
        self._untidy = 0
        self._aside = ThreadPoolExecutor(1, "parlour-tidy")
        self._tidying: Future[None] | None = None
        self._reader = ThreadPoolExecutor(1, "parlour-read")
        self._read_connection: sqlite3.Connection | None = None
        self._thread: threading.Thread | None = None

    def _connect(self) -> sqlite3.Connection:
        shared = "file:parlour?mode=memory&cache=shared" if self.path == ":memory:" else self.path
        connection = sqlite3.connect(
            shared, timeout=10, isolation_level=None, check_same_thread=False, uri=self.path == ":memory:"
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA wal_autocheckpoint=4000")
        # The newest page of every live table stays at hand: a thousand tables are more than the usual 2 MB.
        connection.execute("PRAGMA cache_size=-32768")
        return connection

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="parlour-write", daemon=True)
        self._thread.start()
        await self._write(_migrate)

    async def close(self) -> None:
        if self._appends or self._jobs:
            self._hand_over()
        self._commits.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        self._aside.shutdown()
        self._reader.shutdown()
        if self._read_connection is not None:
            self._read_connection.close()

    # Writing: the loop gathers, a thread commits. While it does, the next commit grows; one wake-up each serves them all.

    def append(self, append: Append) -> None:
        self._appends.append(append)
        if not self._busy:
            self._begin()

    async def _write(self, do: Callable[[sqlite3.Connection], Result]) -> Result:
        future: asyncio.Future[Result] = self._loop.create_future()
        self._jobs.append((do, future))
        if not self._busy:
            self._begin()
        return await future

    def _begin(self) -> None:
        self._busy = True
        if len(self._appends) < ENOUGH and self._loop.time() < self._settled + BUSY:
            # Others are on their way: a moment of waiting saves many commits.
            self._loop.call_later(GATHER, self._hand_over)
        else:
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._commits.put(Commit(self._appends[:MOST_TOGETHER], self._jobs))
        self._appends, self._jobs = self._appends[MOST_TOGETHER:], []

    def _done(self, commit: Commit) -> None:
        self._busy = False
        self._settled = self._loop.time()
        if len(self._appends) >= ENOUGH:
            # The disk works on them while the loop tells of these.
            self._busy = True
            self._hand_over()
        elif self._appends or self._jobs:
            self._begin()
        self._untidy += 1
        if self._untidy >= TIDY and (self._tidying is None or self._tidying.done()):
            self._untidy, self._tidying = 0, self._aside.submit(self._tidy)
        commit.settle()

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        while (commit := self._commits.get()) is not None:
            try:
                if connection is None:
                    connection = self._connect()
                commit(connection)
            except Exception as wrong:
                # Nothing of it was kept. A fresh connection is tried with the next one.
                if connection is not None:
                    connection.close()
                    connection = None
                commit.failed(wrong)
            self._loop.call_soon_threadsafe(self._done, commit)
        if connection is not None:
            connection.close()

    def _tidy(self) -> None:
        """In a thread of its own; it disturbs neither readers nor the writer. What it cannot do now is done later."""
        with suppress(sqlite3.Error), closing(self._connect()) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        def read() -> list[Any]:
            try:
                if self._read_connection is None:
                    self._read_connection = self._connect()
                return self._read_connection.execute(sql, values).fetchall()
            except sqlite3.Error as wrong:
                self._read_connection = None
                raise StorageDown(f"The database cannot be read: {wrong}.") from None

        return await self._loop.run_in_executor(self._reader, read)

    # The store.

    async def load(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        sql = "SELECT body FROM entries WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
        rows = await self._read(sql, table, since, -1 if most is None else most)
        return [row[0] for row in rows]

    async def save(self, table: str, version: int, body: bytes) -> None:
        def do(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO saved VALUES (?, ?, ?)", (table, version, body))

        await self._write(do)

    async def saved(self, table: str) -> bytes | None:
        rows = await self._read("SELECT body FROM saved WHERE table_id = ?", table)
        return rows[0][0] if rows else None

    async def versions(self, tables: list[str]) -> dict[str, int]:
        marks = ", ".join("?" * len(tables))
        sql = f"SELECT table_id, max(version) FROM entries WHERE table_id IN ({marks}) GROUP BY table_id"  # noqa: S608
        return dict(await self._read(sql, *tables))

    async def due(self, now: int, most: int) -> list[str]:
        rows = await self._read("SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?", now, most)
        return [row[0] for row in rows]

    async def of_device(self, device: str, most: int) -> list[str]:
        rows = await self._read(
            "SELECT table_id FROM holders JOIN tables ON id = table_id WHERE device = ? ORDER BY updated DESC LIMIT ?",
            device,
            most,
        )
        return [row[0] for row in rows]

    async def public(self, most: int) -> list[str]:
        rows = await self._read(
            "SELECT id FROM tables WHERE public = 1 AND phase = 'waiting' ORDER BY updated DESC LIMIT ?", most
        )
        return [row[0] for row in rows]

    async def put_code(self, code: str, table: str, seat: int, expires: int) -> None:
        def do(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM codes WHERE table_id = ? AND seat = ?", (table, seat))
            connection.execute("INSERT INTO codes VALUES (?, ?, ?, ?)", (code, table, seat, expires))

        await self._write(do)

    async def take_code(self, code: str, now: int) -> tuple[str, int] | None:
        def do(connection: sqlite3.Connection) -> tuple[str, int] | None:
            connection.execute("DELETE FROM codes WHERE expires < ?", (now,))
            found = connection.execute("DELETE FROM codes WHERE code = ? RETURNING table_id, seat", (code,)).fetchall()
            return (found[0][0], found[0][1]) if found else None

        return await self._write(do)

    async def claim(self, table: str, turn: int, worker: str, now: int, until: int) -> bool:
        def do(connection: sqlite3.Connection) -> bool:
            taken = connection.execute(
                "INSERT INTO claims VALUES (?1, ?2, ?3, ?5) ON CONFLICT (table_id) DO UPDATE SET turn = excluded.turn, "
                "worker = excluded.worker, until = excluded.until WHERE turn <> excluded.turn OR worker = excluded.worker "
                "OR until <= ?4",
                (table, turn, worker, now, until),
            )
            return taken.rowcount == 1

        return await self._write(do)

    async def secret(self, name: str) -> bytes:
        fresh = secrets.token_bytes(32)

        def do(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, fresh))
            return bytes(connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()[0])

        return await self._write(do)

    async def ready(self) -> None:
        await self._write(lambda connection: connection.execute("UPDATE meta SET schema = schema"))


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS meta (schema INTEGER NOT NULL)")
    found = connection.execute("SELECT schema FROM meta").fetchone()
    if found is None:
        connection.execute("INSERT INTO meta VALUES (0)")
    has = found[0] if found else 0
    if has > SCHEMA:
        raise StorageDown(f"This database has schema {has}; this Parlour knows up to {SCHEMA}. Upgrade Parlour.")
    for step in range(has + 1, SCHEMA + 1):
        for statement in MIGRATIONS[step].split(";"):
            if statement.strip():
                connection.execute(statement)
    connection.execute("UPDATE meta SET schema = ?", (SCHEMA,))

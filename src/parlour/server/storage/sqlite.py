"""SQLite: write-ahead log, full sync, and one thread that commits together all that waits."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from parlour.server.storage import SCHEMA, Answer, Append, OtherSchema, StorageDown, resolve, settle, without_gap
from parlour.server.storage.club_schema import CLUB
from parlour.server.storage.shelf import Shelf
from parlour.server.storage.steps import Step, Unmet

Result = TypeVar("Result")
MOST_TOGETHER = 1000
ENOUGH, GATHER, BUSY = 32, 0.002, 0.01
"""When the last commit was less than BUSY seconds ago, fewer than ENOUGH wait GATHER seconds for company."""
LOCKED = 5
"""Seconds to wait for another program that has locked the file."""
TIDY = 40
"""After so many commits the write-ahead log is carried over into the file, beside: a commit that had to do it would be slow."""

# What each schema version adds; a database of an older version is brought up step by step.
# 5: a million finished matches are some that were never counted.
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
    5: """
    ALTER TABLE tables ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN aside TEXT;
    UPDATE tables SET finished = 1000000 WHERE phase <> 'waiting';
    CREATE INDEX tables_untold ON tables (updated) WHERE finished > told;
    CREATE INDEX tables_updated ON tables (phase, updated);
    CREATE TABLE tellings (table_id TEXT NOT NULL, match INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, match));
    """,
    6: """
    CREATE TABLE reviews (table_id TEXT NOT NULL, match INTEGER NOT NULL, asked INTEGER NOT NULL, until INTEGER NOT NULL,
                          body BLOB, PRIMARY KEY (table_id, match));
    CREATE INDEX reviews_waiting ON reviews (asked) WHERE body IS NULL;
    """,
} | CLUB


INSERT_ALL = "INSERT INTO entries SELECT value ->> 0, value ->> 1, value ->> 2, CAST(value ->> 3 AS BLOB) FROM json_each(?)"
TELL_TABLES = (
    "INSERT INTO tables (id, game, phase, public, due, updated, finished) SELECT value ->> 0, value ->> 1, value ->> 2, "
    "value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?) WHERE true ON CONFLICT (id) DO UPDATE SET "
    "phase = excluded.phase, public = excluded.public, due = excluded.due, updated = excluded.updated, "
    "finished = excluded.finished, aside = NULL"
)
NO_WAITS = (
    "UPDATE holders SET turn = NULL WHERE turn IS NOT NULL AND table_id IN (SELECT value FROM json_each($1)) AND NOT EXISTS "
    "(SELECT 1 FROM json_each($2) WHERE value ->> 0 = table_id AND value ->> 1 = device)"
)
TELL_WAITS = (
    "UPDATE holders SET turn = new.turn, kind = new.kind, about = new.about FROM (SELECT value ->> 0 AS id, "
    "value ->> 1 AS who, value ->> 2 AS turn, value ->> 3 AS kind, value ->> 4 AS about FROM json_each($1)) AS new "
    "WHERE device = new.who AND table_id = new.id AND (holders.turn IS NULL OR holders.kind <> new.kind)"
)
TELL_HOLDERS = "INSERT OR IGNORE INTO holders (device, table_id) SELECT value ->> 0, value ->> 1 FROM json_each(?)"

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
        self.trouble: str | None = None
        try:
            self._entries: str | None = _json([(a.table, a.version, a.at, a.body.decode()) for a in appends]).decode()
        except (ValueError, TypeError, OverflowError):
            self._entries = None  # One of them cannot be said this way: they go in one by one.
        self._changed = [append for append in appends if append.row is not None]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """In the writing thread: keep it."""
        try:
            if self._entries is None:
                _transaction(connection, self._one_by_one)
                return
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
        self.results = [_alone(connection, do) for do, _ in self.jobs]

    def _one_by_one(self, connection: sqlite3.Connection) -> None:
        self.answers = [_alone(connection, partial(self._one, a)) for a in self.appends]
        self.results = [_alone(connection, do) for do, _ in self.jobs]

    @staticmethod
    def _one(append: Append, connection: sqlite3.Connection) -> bool:
        sql = "INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?)"
        kept = connection.execute(sql, (append.table, append.version, append.at, append.body)).rowcount == 1
        if kept:
            _tell_tables(connection, [append])
        return kept

    def failed(self, wrong: BaseException) -> None:
        down = wrong if isinstance(wrong, StorageDown) else StorageDown(f"The database did not take it: {wrong}.")
        self.answers, self.results, self.trouble = [down] * len(self.appends), [down] * len(self.jobs), str(wrong)

    def settle(self) -> None:
        """In the loop: tell everybody."""
        settle(self.appends, self.answers)
        for (_, future), result in zip(self.jobs, self.results, strict=True):
            resolve(future, result)


def _tell_tables(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    known = [(a.table, a.row, a.at) for a in appends if a.row is not None]
    rows = [(id, row.game, row.phase, int(row.public), row.due, at, row.finished) for id, row, at in known]
    held = [(device, id) for id, row, _ in known for device in row.devices]
    if rows:
        connection.execute(TELL_TABLES, (_json(rows).decode(),))
    if held:
        connection.execute(TELL_HOLDERS, (_json(held).decode(),))
    if said := [(id, row.waits, at) for id, row, at in known if row.waits is not None]:
        waits = _json([(id, wait.device, at, wait.kind, wait.about) for id, waits, at in said for wait in waits]).decode()
        connection.execute(NO_WAITS, _named((_json([id for id, _, _ in said]).decode(), waits)))
        connection.execute(TELL_WAITS, _named((waits,)))


def _alone(connection: sqlite3.Connection, do: Callable[[sqlite3.Connection], Any]) -> Any:
    """Do a job so that what is wrong with it costs nobody else anything."""
    connection.execute("SAVEPOINT job")
    try:
        result = do(connection)
    except Exception as wrong:
        if not connection.in_transaction:
            raise  # The file itself is in trouble.
        connection.execute("ROLLBACK TO job")
        result = wrong if isinstance(wrong, StorageDown) else StorageDown(f"The database did not take it: {wrong}.")
    connection.execute("RELEASE job")
    return result


def _transaction(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], Any]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


class SqliteStore(Shelf):
    """One file. Any number of processes may share it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.trouble: str | None = None
        self._appends: list[Append] = []
        self._jobs: list[Job] = []
        self._commits: queue.SimpleQueue[Commit | None] = queue.SimpleQueue()
        self._busy = False
        self._since = 0.0
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
            shared, timeout=LOCKED, isolation_level=None, check_same_thread=False, uri=self.path == ":memory:"
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
        await self._write(migrate)

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

    def waits(self) -> float:
        return self._loop.time() - self._since if self._busy else 0.0

    def lives(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _begin(self) -> None:
        self._busy, self._since = True, self._loop.time()
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
        self.trouble = commit.trouble
        if len(self._appends) >= ENOUGH:
            # The disk works on them while the loop tells of these.
            self._busy, self._since = True, self._settled
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
            except BaseException as wrong:
                # Nothing of it was kept. A fresh connection is tried with the next one; this thread goes on, whatever it was.
                if connection is not None:
                    with suppress(sqlite3.Error):
                        connection.close()
                    connection = None
                commit.failed(wrong)
            self._loop.call_soon_threadsafe(self._done, commit)
            del commit  # Whoever it was for is not to be held until the next one.
        if connection is not None:
            connection.close()

    def _tidy(self) -> None:
        """In a thread of its own; it disturbs neither readers nor the writer. What it cannot do now is done later."""
        with suppress(sqlite3.Error), closing(self._connect()) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        def read() -> list[Any]:
            try:
                if self._read_connection is None:
                    self._read_connection = self._connect()
                return self._read_connection.execute(sql, _named(values)).fetchall()
            except sqlite3.Error as wrong:
                self._read_connection = None
                raise StorageDown(f"The database cannot be read: {wrong}.") from None

        return await self._loop.run_in_executor(self._reader, read)

    async def _do(self, sql: str, *values: Any) -> list[Any]:
        return await self._write(lambda connection: connection.execute(sql, _named(values)).fetchall())

    async def together(self, steps: Iterable[Step]) -> list[list[Any]] | None:
        def do(connection: sqlite3.Connection) -> list[list[Any]]:
            return [step.check(connection.execute(step.sql, _named(step.values)).fetchall()) for step in steps]

        try:
            return await self._write(do)
        except Unmet:
            return None

    # The store.

    async def load(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        sql = "SELECT version, body FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version LIMIT $3"
        return without_gap(await self._ask(sql, table, since, -1 if most is None else most), since)

    async def versions(self, tables: list[str]) -> dict[str, int]:
        sql = "SELECT table_id, max(version) FROM entries WHERE table_id IN (SELECT value FROM json_each($1)) GROUP BY table_id"
        return dict(await self._ask(sql, _json(tables).decode()))

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


def _named(values: Sequence[Any]) -> dict[str, Any]:
    return {str(number): value for number, value in enumerate(values, 1)}


def migrate(connection: sqlite3.Connection, to: int = SCHEMA) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS meta (schema INTEGER NOT NULL)")
    found = connection.execute("SELECT schema FROM meta").fetchone()
    if found is None:
        connection.execute("INSERT INTO meta VALUES (0)")
    has = found[0] if found else 0
    if has > SCHEMA:
        raise OtherSchema(has)
    for step in range(has + 1, to + 1):
        for statement in MIGRATIONS[step].split(";"):
            if statement.strip():
                connection.execute(statement)
    connection.execute("UPDATE meta SET schema = ?", (to,))

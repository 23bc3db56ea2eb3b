"""A whole database as one file, and back: from either kind into either kind, whatever version of the schema it was written by.

The file is gzip over frames of msgpack, each with its length before it: what it is, then rows by the hundred, then how many
there were of each table and the hash of everything. So a file that was cut off or changed is not taken for a whole one.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sqlite3
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Protocol

import msgspec

from parlour.core.errors import ParlourError
from parlour.server.storage import SCHEMA, StorageDown, postgres, sqlite, store_at

FORMAT = 1
TOGETHER = 200
"""Rows of a frame."""
MOST = 2**30
"""Bytes of a frame; more is no length."""


class Head(msgspec.Struct, tag="parlour backup"):
    format: int
    schema: int
    made: int


class Rows(msgspec.Struct, tag="rows"):
    table: str
    columns: list[str]
    values: list[list[Any]]


class Tail(msgspec.Struct, tag="end"):
    rows: dict[str, int]
    sha256: str


Frame = Head | Rows | Tail


class NoBackup(ParlourError):
    """The file is no backup, or not a whole one."""


class Side(Protocol):
    """A database on its way out or in: one transaction from the first row to the last."""

    async def schema(self) -> int | None:
        """None: there is nothing in it."""
        ...

    async def ills(self) -> list[str]:
        """What the database itself finds wrong with its file."""
        ...

    def rows(self) -> AsyncIterator[Rows]: ...
    async def prepare(self, schema: int) -> None:
        """Make the empty tables of a version."""
        ...

    async def put(self, rows: Rows) -> None: ...


class Sqlite:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def schema(self) -> int | None:
        if not self._names():
            return None
        return int(self._connection.execute("SELECT schema FROM meta").fetchone()[0])

    async def ills(self) -> list[str]:
        found = [row[0] for row in self._connection.execute("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else [f"The file is damaged: {said}." for said in found]

    def _names(self) -> list[str]:
        found = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return sorted(row[0] for row in found)

    async def rows(self) -> AsyncIterator[Rows]:
        for name in self._names():
            if name != "meta":
                cursor = self._connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608
                columns = [about[0] for about in cursor.description]
                while found := cursor.fetchmany(TOGETHER):
                    yield Rows(name, columns, [list(row) for row in found])

    async def prepare(self, schema: int) -> None:
        sqlite.migrate(self._connection, schema)

    async def put(self, rows: Rows) -> None:
        named, places = ", ".join(f'"{column}"' for column in rows.columns), ", ".join("?" * len(rows.columns))
        put = f'INSERT INTO "{rows.table}" ({named}) VALUES ({places})'  # noqa: S608
        self._connection.executemany(put, rows.values)


class Postgres:
    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._kinds: dict[str, dict[str, str]] = {}

    async def schema(self) -> int | None:
        if not await self._names():
            return None
        return int(await self._connection.fetchval("SELECT schema FROM meta"))

    async def ills(self) -> list[str]:
        return []  # Its pages have checksums of their own; what cannot be read raises.

    async def _names(self) -> list[str]:
        asked = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
        return [row[0] for row in await self._connection.fetch(asked)]

    async def rows(self) -> AsyncIterator[Rows]:
        for name in await self._names():
            if name == "meta":
                continue
            cursor = await self._connection.cursor(f'SELECT * FROM "{name}"')  # noqa: S608
            while found := await cursor.fetch(TOGETHER):
                yield Rows(name, list(found[0].keys()), [list(row) for row in found])

    async def prepare(self, schema: int) -> None:
        await postgres.migrate(self._connection, schema)
        asked = (
            "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()"
        )
        for table, column, kind in await self._connection.fetch(asked):
            self._kinds.setdefault(table, {})[column] = kind

    async def put(self, rows: Rows) -> None:
        known = self._kinds.get(rows.table, {})
        kinds = [known.get(column, "") for column in rows.columns]
        fit = [tuple(map(_of_kind, row, kinds)) for row in rows.values]
        await self._connection.copy_records_to_table(rows.table, records=fit, columns=rows.columns)


def _of_kind(value: Any, kind: str) -> Any:
    """SQLite says truth by numbers, and may hold text where bytes are meant."""
    if kind == "boolean" and value is not None:
        return bool(value)
    if kind == "bytea" and isinstance(value, str):
        return value.encode()
    if kind == "double precision" and isinstance(value, int):
        return float(value)
    return value


@asynccontextmanager
async def side(address: str, *, writes: bool) -> AsyncIterator[Side]:
    """One transaction on a database; what was written is kept when it ends well."""
    if address.startswith(("postgresql://", "postgres://")):
        import asyncpg

        try:
            connection = await asyncpg.connect(address, timeout=10)
        except (OSError, asyncpg.PostgresError, TimeoutError) as wrong:
            raise StorageDown(f"The database does not answer: {wrong}.") from None
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=not writes):
                yield Postgres(connection)
        finally:
            await connection.close(timeout=10)
        return
    if not writes and not Path(address).is_file():
        raise StorageDown(f"There is no database at {address}.")
    with closing(sqlite3.connect(address, isolation_level=None, timeout=10)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        yield Sqlite(file)
        file.execute("COMMIT")


async def back_up(address: str, path: Path) -> dict[str, int]:
    """Write everything as it is at one moment, while a server may go on; returns how many rows there were of each table."""
    counts: Counter[str] = Counter()
    half = path.with_name(path.name + ".part")
    try:
        # It holds the server's secrets and all hands: nobody else may read it.
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        async with side(address, writes=False) as source:
            schema = await source.schema()
            if schema is None:
                raise ParlourError("There is nothing in this database.")
            with os.fdopen(descriptor, "wb") as raw:
                with gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
                    whole = hashlib.sha256()
                    _write(file, whole, Head(FORMAT, schema, round(time.time() * 1000)))
                    async for rows in source.rows():
                        _write(file, whole, rows)
                        counts[rows.table] += len(rows.values)
                    _write(file, hashlib.sha256(), Tail(dict(counts), whole.hexdigest()))
                raw.flush()
                os.fsync(raw.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    return dict(counts)


async def restore(path: Path, address: str) -> dict[str, int]:
    """Put a backup into an empty database, all of it or nothing, and bring that up to date."""
    counts: Counter[str] = Counter()
    frames = _read(path)
    head = next(frames)
    assert isinstance(head, Head)
    if head.schema > SCHEMA:
        raise NoBackup(f"This backup has schema {head.schema}; this Parlour knows up to {SCHEMA}. Upgrade Parlour.")
    async with side(address, writes=True) as goal:
        if await goal.schema() is not None:
            raise ParlourError("This database is not empty: restore into a new one, so that nothing is lost.")
        await goal.prepare(head.schema)
        for rows in frames:
            assert isinstance(rows, Rows)
            await goal.put(rows)
            counts[rows.table] += len(rows.values)
    store = store_at(address)
    await store.open()
    await store.close()
    return dict(counts)


def _write(file: gzip.GzipFile, whole: Any, frame: Frame) -> None:
    body = msgspec.msgpack.encode(frame)
    whole.update(body)
    file.write(len(body).to_bytes(4, "big") + body)


def _read(path: Path) -> Iterator[Head | Rows]:
    """What a file says, the head first; raises NoBackup as soon as it is not what it should be."""
    counts: Counter[str] = Counter()
    whole, first = hashlib.sha256(), True
    try:
        for body in _bodies(path):
            frame = msgspec.msgpack.decode(body, type=Frame)
            if first != isinstance(frame, Head):
                break
            if isinstance(frame, Head) and frame.format != FORMAT:
                raise NoBackup(f"{path} was written by a newer Parlour. Upgrade Parlour.")
            if isinstance(frame, Tail):
                if frame.sha256 != whole.hexdigest() or frame.rows != dict(counts):
                    raise NoBackup(f"{path} was changed or damaged: it does not fit its own hash.")
                return
            if isinstance(frame, Rows):
                counts[frame.table] += len(frame.values)
            whole.update(body)
            first = False
            yield frame
    except (gzip.BadGzipFile, zlib.error, EOFError, msgspec.MsgspecError) as wrong:
        raise NoBackup(f"{path} is no backup, or not a whole one ({wrong or 'it ends too early'}).") from None
    raise NoBackup(f"{path} is no backup, or not a whole one.")


def _bodies(path: Path) -> Iterator[bytes]:
    with gzip.open(path) as file:
        while length := file.read(4):
            size = int.from_bytes(length, "big")
            if size > MOST or len(body := file.read(size)) != size:
                raise EOFError
            yield body

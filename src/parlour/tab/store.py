"""What is played in a tab, kept on the device: the browser's database has the log, memory everything else.

A batch is kept there before it counts, as on a server; when the tab is opened again the log is read once and all else is made
of it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import msgspec

from parlour.core.words import say
from parlour.server.storage import Answer, Append, DeviceFull, Row, settle
from parlour.server.storage.sqlite import Commit, SqliteStore, _alone, migrate

ENTRY, SECRET = "e", "s"
UNREADABLE = b"?"
"""No batch of any log."""


class Kept(Protocol):
    """The browser's database, as the page's worker hands it over: bytes by key."""

    def all(self) -> Awaitable[Any]: ...
    def put(self, keys: Sequence[str], values: Sequence[bytes]) -> Awaitable[None]: ...
    def delete(self, keys: Sequence[str]) -> Awaitable[None]: ...


class Entry(msgspec.Struct, array_like=True):
    """A batch as it is kept."""

    at: int
    body: str
    row: Row | None


class TabStore(SqliteStore):
    """A database in memory that the device has a copy of."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(":memory:")
        self._kept = kept
        self._made = sqlite3.connect(":memory:", isolation_level=None)
        self._waiting: list[Append] = []
        self._writing: asyncio.Task[None] | None = None
        self.damaged: list[str] = []
        """Keys whose values cannot be read. They are left where they are, and their tables are not played on."""

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        migrate(self._made)
        appends = []
        for key, value in await self._kept.all():
            kind, _, name = key.partition("/")
            table, _, version = name.partition("/")
            try:
                if kind == SECRET:
                    self._made.execute("INSERT INTO secrets VALUES (?, ?)", (name, bytes(value)))
                    continue
                entry = msgspec.json.decode(bytes(value), type=Entry)
                appends.append(Append(table, int(version), entry.at, entry.body.encode(), entry.row, _nobody))
            except (msgspec.DecodeError, ValueError, sqlite3.Error):
                self.damaged.append(key)
                if kind == ENTRY and version.isdecimal():
                    # Its place is taken: a log that lacks what was played last would go on as if it had not been.
                    appends.append(Append(table, int(version), 0, UNREADABLE, None, _nobody))
        if appends:
            Commit(sorted(appends, key=lambda one: (one.table, one.version)), [])(self._made)

    async def asides(self) -> list[str]:
        """The tables that cannot be played on."""
        damaged = {key.split("/")[1] for key in self.damaged if key.startswith(f"{ENTRY}/")}
        return sorted(damaged | {id for (id,) in await self._ask("SELECT id FROM tables WHERE aside IS NOT NULL")})

    async def close(self) -> None:
        self._made.close()

    def lives(self) -> bool:
        return True

    def waits(self) -> float:
        return 0.0

    def append(self, append: Append) -> None:
        self._waiting.append(append)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.ensure_future(self._write_all())

    async def _write_all(self) -> None:
        """Keep what waits: on the device first, then it counts."""
        while self._waiting:
            appends, self._waiting = self._waiting, []
            values = [msgspec.json.encode(Entry(one.at, one.body.decode(), one.row)) for one in appends]
            try:
                await self._kept.put([_key(one) for one in appends], values)
                commit = Commit(appends, [])
                commit(self._made)
                self.trouble, answers = None, commit.answers
            except Exception as wrong:
                down = DeviceFull(say("This device cannot keep it: {why}", why=_why(wrong)))
                self.trouble, answers = str(down), list[Answer]([down] * len(appends))
            settle(appends, answers)

    async def _write(self, do: Callable[[sqlite3.Connection], Any]) -> Any:
        result = _alone(self._made, do)
        if isinstance(result, Exception):
            raise result
        return result

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        return self._made.execute(sql, {str(number): value for number, value in enumerate(values, 1)}).fetchall()

    async def secret(self, name: str) -> bytes:
        held = await super().secret(name)
        await self._kept.put([f"{SECRET}/{name}"], [held])
        return held

    async def delete(self, table: str, most: int) -> bool:
        found = await self._ask("SELECT version FROM entries WHERE table_id = $1", table)
        await self._kept.delete([f"{ENTRY}/{table}/{version:09}" for (version,) in found])
        return await super().delete(table, most)

    async def wipe(self, table: str, version: int, before: int) -> None:
        await super().wipe(table, version, before)
        await self._kept.delete([f"{ENTRY}/{table}/{version:09}"])


def _nobody(answer: Answer) -> None:
    """Nobody waits for what was kept before."""


def _key(append: Append) -> str:
    return f"{ENTRY}/{append.table}/{append.version:09}"


def _why(wrong: Exception) -> str:
    """A full device is called that."""
    return say("there is no room left on it.") if "quota" in str(wrong).lower() else f"{wrong}."

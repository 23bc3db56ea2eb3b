"""Where logs live: SQLite in a file, or PostgreSQL by its address. Both keep a batch whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from parlour.core.errors import BadRecord
from parlour.core.words import say

if TYPE_CHECKING:
    from parlour.server.storage.steps import Step

SCHEMA = 10
"""The version of the database's schema; raised with every migration."""


class StorageDown(Exception):
    """The database cannot be reached or cannot write. What was asked for may be kept or not: look before trying again."""


class DeviceFull(StorageDown):
    """The device of a tab cannot keep it; the sentence is for whoever plays there."""


class OtherSchema(StorageDown):
    """The database was made by a newer Parlour: nothing here can be done about it."""

    def __init__(self, has: int) -> None:
        super().__init__(f"This database has schema {has}; this Parlour knows up to {SCHEMA}. Upgrade Parlour.")


class Missing(BadRecord):
    """A batch of a table's log is missing."""

    def __init__(self, version: int) -> None:
        super().__init__(say("entry {version} of its log is missing.", version=version))
        self.version = version


def without_gap(rows: Iterable[Any], since: int) -> list[bytes]:
    """The batches of a log from rows of (version, body), none left out."""
    bodies = []
    for version, body in rows:
        since += 1
        if version != since:
            raise Missing(since)
        bodies.append(body)
    return bodies


class Wait(msgspec.Struct, frozen=True):
    """A device that a table waits for: the kind of a notice (server/waits.py), and what it is about, as JSON."""

    device: str
    kind: str
    about: str


class Row(msgspec.Struct, frozen=True):
    """What the database knows about a table beside its log: to list it, and to wake it when it is due."""

    game: str
    phase: str
    public: bool
    due: int | None
    devices: tuple[str, ...]
    finished: int = 0
    """How many matches are over."""
    waits: tuple[Wait, ...] | None = None
    """Who is waited for and may not know; None as long as it was nobody before either."""


Answer = bool | StorageDown
"""Whether a batch was kept: False when its version was taken already; an error when nothing can be kept now."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """A batch for the log, and who is told in the loop's own time when it is durable or known to be not."""

    table: str
    version: int
    at: int
    body: bytes
    row: Row | None
    answer: Callable[[Answer], None]


def settle(appends: Iterable[Append], answers: Iterable[Answer]) -> None:
    """Tell each what became of it, whatever goes wrong with another."""
    for append, answer in zip(appends, answers, strict=True):
        try:
            append.answer(answer)
        except Exception as wrong:
            asyncio.get_running_loop().call_exception_handler({"message": "after an append", "exception": wrong})


def resolve(future: asyncio.Future[Any], result: object) -> None:
    """Hand a result, or what went wrong, to whoever still waits for it."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


class Store(Protocol):
    """The log of every table. `append` is compare-and-set."""

    trouble: str | None
    """Why the last batch could not be kept; None if it could."""

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    def append(self, append: Append) -> None: ...
    def waits(self) -> float:
        """The seconds that the oldest batch has waited for its answer."""
        ...

    def lives(self) -> bool:
        """Whether there is still somebody who writes."""
        ...

    async def load(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        """The batches after a version. Raises Missing if one is missing."""
        ...

    async def save(self, table: str, version: int, body: bytes) -> None:
        """Keep a whole table for fast loading, beside its log."""
        ...

    async def saved(self, table: str) -> bytes | None: ...
    async def versions(self, tables: list[str]) -> dict[str, int]: ...
    async def put_code(self, code: str, table: str, seat: int, expires: int) -> None: ...
    async def take_code(self, code: str, now: int) -> tuple[str, int] | None: ...

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        """Read, in SQL that every database understands; the values are $1, $2 and so on."""
        ...

    async def together(self, steps: Iterable[Step]) -> list[list[Any]] | None:
        """Carry out all of them, or nothing when one of them does not return the rows it has to: then it answers None."""
        ...

    # Said once for every database, in shelf.py.
    async def due(self, now: int, most: int) -> list[str]: ...
    async def newest(self) -> int:
        """The time of the last batch of all tables that wait for a time."""
        ...

    async def of_device(self, device: str, most: int) -> list[str]: ...
    async def public(self, most: int) -> list[str]: ...
    async def running(self, most: int) -> list[str]:
        """Public tables whose matches run."""
        ...

    async def claim(self, table: str, turn: int, worker: str, now: int, until: int) -> bool:
        """Take a turn's work upon oneself: True for one worker, the others may try again when its time is over."""
        ...

    async def secret(self, name: str) -> bytes:
        """32 bytes that only the workers of this database know; drawn when they are first asked for."""
        ...

    async def wipe(self, table: str, version: int, before: int) -> None:
        """Forget a batch, and those before a time: what was written only to see whether it can be."""
        ...

    async def set_aside(self, table: str, mark: str) -> None:
        """This table cannot be read: nobody is to wake it, until a server with another mark comes."""
        ...

    async def look_again(self, mark: str) -> None:
        """Let tables that servers with other marks have set aside be woken once more."""
        ...

    async def untold(self, most: int) -> list[tuple[str, int, int]]:
        """Tables with finished matches whose telling is not kept, how many they say are finished, and how many are told."""
        ...

    async def keep_telling(self, table: str, match: int, body: bytes) -> None: ...
    async def all_told(self, table: str, matches: int, said: int) -> None:
        """The tellings of so many matches are kept; `said` is what `untold` said."""
        ...

    async def telling(self, table: str, match: int) -> bytes | None: ...
    async def review(self, table: str, match: int) -> tuple[bytes | None, int] | None:
        """The review of a match, or None in its place and how many are asked for before it; None if nobody has asked."""
        ...

    async def want_review(self, table: str, match: int, now: int) -> None: ...
    async def next_review(self, now: int, until: int) -> tuple[str, int] | None:
        """Take the review upon oneself that was asked for first; others may try again when its time is over."""
        ...

    async def free_reviews(self) -> None:
        """Let all that are begun be begun again."""
        ...

    async def keep_review(self, table: str, match: int, body: bytes) -> None: ...
    async def drop_review(self, table: str, match: int) -> None: ...
    async def old(self, phases: tuple[str, ...], before: int, most: int) -> list[str]:
        """Tables in one of the phases where nothing has happened since a time; those that are half deleted come first."""
        ...

    async def delete(self, table: str, most: int) -> bool:
        """Delete so many batches of a table; True when nothing is left of it."""
        ...


def store_at(address: str) -> Store:
    """The store of an address."""
    if address.startswith(("postgresql://", "postgres://")):
        from parlour.server.storage.postgres import PostgresStore

        return PostgresStore(address)
    from parlour.server.storage.sqlite import SqliteStore

    return SqliteStore(address)

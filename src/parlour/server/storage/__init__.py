"""Where logs live: SQLite in a file, or PostgreSQL by its address. Both keep a batch whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

SCHEMA = 4
"""The version of the database's schema; raised with every migration."""


class StorageDown(Exception):
    """The database cannot be reached or cannot write. Nothing of the request was kept."""


class Row(msgspec.Struct, frozen=True):
    """What the database knows about a table beside its log: to list it, and to wake it when it is due."""

    game: str
    phase: str
    public: bool
    due: int | None
    devices: tuple[str, ...]


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

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    def append(self, append: Append) -> None: ...
    async def load(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]: ...
    async def save(self, table: str, version: int, body: bytes) -> None:
        """Keep a whole table for fast loading, beside its log."""
        ...

    async def saved(self, table: str) -> bytes | None: ...
    async def versions(self, tables: list[str]) -> dict[str, int]: ...
    async def due(self, now: int, most: int) -> list[str]: ...
    async def of_device(self, device: str, most: int) -> list[str]: ...
    async def public(self, most: int) -> list[str]: ...
    async def put_code(self, code: str, table: str, seat: int, expires: int) -> None: ...
    async def take_code(self, code: str, now: int) -> tuple[str, int] | None: ...
    async def claim(self, table: str, turn: int, worker: str, now: int, until: int) -> bool:
        """Take a turn's work upon oneself: True for one worker, the others may try again when its time is over."""
        ...

    async def secret(self, name: str) -> bytes:
        """32 bytes that only the workers of this database know; drawn when they are first asked for."""
        ...

    async def ready(self) -> None:
        """Raises StorageDown if nothing can be written."""
        ...


def store_at(address: str) -> Store:
    """The store of an address."""
    if address.startswith(("postgresql://", "postgres://")):
        from parlour.server.storage.postgres import PostgresStore

        return PostgresStore(address)
    from parlour.server.storage.sqlite import SqliteStore

    return SqliteStore(address)

"""Where logs live: SQLite in a file, or PostgreSQL by its address. Both keep a batch whole or not at all."""

from __future__ import annotations

from typing import Protocol

import msgspec

SCHEMA = 3
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


class Store(Protocol):
    """The log of every table. `append` is compare-and-set: False when that version is taken already."""

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def append(self, table: str, version: int, body: bytes, at: int, row: Row | None) -> bool: ...
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

"""The REST side: a device, tables, seats, records."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from parlour.client.deals import Deals
from parlour.client.link import Link
from parlour.core.errors import BadSetup, ParlourError
from parlour.server import messages as m
from parlour.tables.shown import Settings


class CallFailed(ParlourError):
    """The server said no. `status` and `code` for programs, the message for people."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code


class NoServer(CallFailed, ConnectionError):
    """Nobody answers at the address."""


class Client:
    """One device at one server, such as http://localhost:8765 or https://games.example."""

    def __init__(self, address: str, token: str | None = None, language: str = "en") -> None:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        try:
            self.host, self.port, self.secure = parts.hostname or "", parts.port, parts.scheme == "https"
        except ValueError:
            self.host = ""
        if not self.host or parts.scheme not in ("http", "https"):
            raise BadSetup(f"{address!r} is no address of a server: write it like http://localhost:8765.")
        self.token, self.language = token, language
        self.deals = Deals()

    @property
    def socket_address(self) -> str:
        port = f":{self.port}" if self.port else ""
        return f"{'wss' if self.secure else 'ws'}://{self.host}{port}/api/socket"

    async def __aenter__(self) -> Client:
        if self.token is None:
            self.token = (await self.call("POST", "/api/devices", kind=m.Device)).token
        return self

    async def __aexit__(self, *_: object) -> None: ...

    async def call(self, method: str, path: str, body: Any = None, kind: Any = None) -> Any:
        """One REST call; the answer as `kind`, as JSON (None) or as text (str)."""
        return await asyncio.to_thread(self._call, method, path, body, kind)

    def _call(self, method: str, path: str, body: Any, kind: Any) -> Any:
        make = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
        connection = make(self.host, self.port, timeout=30)
        headers = {"content-type": "application/json", "accept-language": self.language}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        try:
            connection.request(method, path, None if body is None else msgspec.json.encode(body), headers)
            answer = connection.getresponse()
            content = answer.read()
        except OSError as wrong:
            where = f"{self.host}:{self.port}" if self.port else self.host
            why = wrong.strerror or wrong
            raise NoServer(0, "unreachable", f"No server answers at {where} ({why}). Is `parlour serve` running?") from None
        finally:
            connection.close()
        if answer.status >= 400:
            try:
                trouble = msgspec.json.decode(content, type=m.Trouble)
            except msgspec.DecodeError:
                trouble = m.Trouble("http", f"The server answers {answer.status}.")
            raise CallFailed(answer.status, trouble.code, trouble.sentence)
        if kind is str:
            return content.decode()
        return msgspec.json.decode(content, type=kind if kind is not None else Any)

    async def create(
        self,
        game: str,
        seats: Sequence[str | m.SeatWish],
        *,
        options: dict[str, Any] | None = None,
        settings: Settings | None = None,
        start: bool = False,
        salt: str | None = None,
        position: dict[str, Any] | None = None,
    ) -> str:
        """A new table; a seat is `mine`, `open`, `bot`, or a SeatWish. Returns the table's id.

        This device adds a salt of its own to the shuffle, or the one that is given (none at all: an empty one).
        """
        wishes = [m.SeatWish(seat) if isinstance(seat, str) else seat for seat in seats]  # type: ignore[arg-type]
        bond = self._bond(salt) if any(wish.kind == "mine" for wish in wishes) else ""
        body = m.CreateTable(game, wishes, options or {}, settings or Settings(), bond, start, position)
        table = str((await self.call("POST", "/api/tables", body, m.Seated)).table)
        if start and bond:
            for opened in self.deals.opens((await self.show(table)).table):
                await self.call("POST", f"/api/tables/{table}/reveal", m.Reveal(opened), m.Snapshot)
        return table

    def _bond(self, salt: str | None) -> str:
        return "" if salt == "" else self.deals.commit(salt)

    async def join(self, table: str, name: str, seat: int | None = None, salt: str | None = None) -> int:
        """Take an open seat, with a salt of this device's own or a given one; returns its number."""
        await self.show(table)
        wish = m.JoinTable(name, seat, self._bond(salt))
        return int((await self.call("POST", f"/api/tables/{table}/join", wish, m.Seated)).seat)

    async def show(self, table: str) -> m.Snapshot:
        snapshot: m.Snapshot = await self.call("GET", f"/api/tables/{table}", kind=m.Snapshot)
        self.deals.look(snapshot.table)
        return snapshot

    async def record(self, table: str, match: int = 1) -> str:
        return str(await self.call("GET", f"/api/tables/{table}/matches/{match}/record", kind=str))

    def sit(self, table: str, *, moves: str = "numbers", spectate: bool = False, patience: float = 20) -> Link:
        """A live link to a table, as this device or as a spectator; `patience` in seconds."""
        token = None if spectate else self.token
        return Link(self.socket_address, table, token, moves, patience, self.language, self.deals)

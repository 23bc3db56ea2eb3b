"""The live side: a table as the server tells it, and moves that arrive exactly once even when the line breaks."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.client.deals import Deals
from parlour.core.errors import ParlourError, Refused
from parlour.server import messages as m
from parlour.tables.errors import Unfit
from parlour.tables.shown import ClocksShown, Flight, Line, Phase, TableShown

read = msgspec.json.Decoder(m.ServerMessage).decode
write = msgspec.json.Encoder().encode
FOR_GOOD = {4001, 4004, 4009, 1008}


class LinkLost(ParlourError):
    """The server could not be reached for longer than the patience allows, or sent us away for good."""


class Link:
    """What this device knows about one table, kept up to date by the server."""

    def __init__(
        self,
        address: str,
        table: str,
        token: str | None,
        moves: str = "numbers",
        patience: float = 20,
        language: str = "en",
        deals: Deals | None = None,
    ) -> None:
        self.deals = deals or Deals()
        self.address, self.id, self.token, self.patience = address, table, token, patience
        self.hello_moves: Any = moves
        self.language = language
        self.version: int | None = None
        self.match: int | None = None
        self.mine: Sequence[int] = []
        self.moves = 0
        self.acting: Sequence[int] = []
        self.lines: dict[int | None, list[Line]] = {}
        self.views: dict[int | None, Any] = {}
        self.offers: dict[int | None, list[int]] = {}
        self.clocks: ClocksShown | None = None
        self.present: list[int] = []
        self.spectators = 0
        self.problems: list[m.Problem] = []
        self.races: list[m.Race | m.Raced] = []
        self.flights: list[Flight] = []
        self.aimed: list[m.Aimed] = []
        self.acks: dict[str, m.Ack] = {}
        self.snapshots = 0
        self.heard: Callable[[bytes], None] | None = None
        """Called with every raw message, for tests and tools."""
        self._state: TableShown | None = None
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._news = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None
        self._lost: LinkLost | None = None
        self._closing = False

    # Coming and going.

    async def __aenter__(self) -> Link:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        self._reader = asyncio.create_task(self._run())
        await self.until(lambda: self.version is not None)

    async def close(self) -> None:
        self._closing = True
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)

    async def drop(self) -> None:
        """Break the line without a word, as a lost network does; it comes back by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _run(self) -> None:
        patience = asyncio.get_running_loop().time() + self.patience
        while not self._closing:
            try:
                async with connect(self.address, compression=None, max_size=None, open_timeout=5) as socket:
                    await socket.send(write(self._hello()).decode())
                    self._socket = socket
                    async for text in socket:
                        patience = asyncio.get_running_loop().time() + self.patience
                        await self._take(text.encode() if isinstance(text, str) else text)
                    code = socket.close_code
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
            except (OSError, InvalidHandshake, TimeoutError):
                code = None
            except msgspec.DecodeError as wrong:
                await self._give_up(LinkLost(f"The server speaks another language: {wrong}."))
                return
            self._socket = None
            if code in FOR_GOOD or asyncio.get_running_loop().time() > patience:
                said = self.problems[-1].sentence if self.problems else "The server does not answer."
                await self._give_up(LinkLost(said))
                return
            await asyncio.sleep(0.05)

    def _hello(self) -> m.Hello:
        return m.Hello(
            self.id,
            token=self.token,
            version=self.version,
            match=self.match,
            moves=self.hello_moves,
            language=self.language,
        )

    async def _give_up(self, lost: LinkLost) -> None:
        self._lost = lost
        for future in self._answers.values():
            if not future.done():
                future.set_exception(lost)
        async with self._news:
            self._news.notify_all()

    # Hearing.

    async def _take(self, body: bytes) -> None:
        if self.heard is not None:
            self.heard(body)
        message = read(body)
        if isinstance(message, m.Snapshot):
            self._snapshot(message)
            await self._deal(message.table)
        elif isinstance(message, m.Happened):
            if message.made is not None:
                self._acked(m.Ack(message.made, message.version))
            if message.since != self.version:
                await self._ask_again()
                return
            self._happened(message)
            if message.table is not None:
                await self._deal(message.table)
        elif isinstance(message, m.Ack):
            self._acked(message)
        elif isinstance(message, m.Refused):
            self._answer(message.id, Refused(message.rule, message.sentence))
        elif isinstance(message, m.Problem):
            self.problems.append(message)
            if message.code == "no_device":
                await self._give_up(LinkLost(message.sentence))
            if message.id is not None:
                self._answer(message.id, Unfit(message.code, message.sentence))
        elif isinstance(message, m.Presence):
            self.present, self.spectators = message.present, message.spectators
        elif isinstance(message, m.Race | m.Raced):
            self.races.append(message)
        elif isinstance(message, m.Aimed):
            self.aimed.append(message)
        elif isinstance(message, m.LagProbe):
            await self.send(m.LagEcho(message.probe))
        async with self._news:
            self._news.notify_all()

    async def _deal(self, table: TableShown) -> None:
        """Remember what the server promises, and open this device's salts when everybody is bound."""
        self.deals.look(table)
        for salt in self.deals.opens(table):
            await self.send(m.Reveal(salt))

    async def rematch(self, seat: int | None = None) -> None:
        """Ask for another match, with a new salt."""
        chosen = self.seat if seat is None else seat
        assert chosen is not None
        await self.send(m.Rematch(chosen, self.deals.commit()))

    @property
    def doubts(self) -> list[str]:
        """After the match: what does not fit what this device was shown before the deal; nothing if the deal was fair."""
        return list(self.deals.doubts(self.id, self.table.match, self.table.fairness))

    async def _ask_again(self) -> None:
        await self.send(self._hello())

    def _acked(self, ack: m.Ack) -> None:
        self.acks[ack.id] = ack
        self._answer(ack.id, ack)

    def _answer(self, id: str, answer: Any) -> None:
        future = self._answers.pop(id, None)
        if future is None or future.done():
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def _snapshot(self, said: m.Snapshot) -> None:
        self.snapshots += 1
        self.version, self.mine, self._state = said.version, said.mine, said.table
        self.match, self.moves, self.acting = said.table.match, said.table.moves, said.table.acting
        self.clocks, self.present, self.spectators = said.clocks, said.present, said.spectators
        self.lines, self.views, self.offers = {}, {}, {}
        self.flights = said.flights
        self._sides(said.sides)

    def _happened(self, said: m.Happened) -> None:
        self.version = said.version
        if said.table is not None:
            self._state = said.table
            self.match, self.moves, self.acting = said.table.match, said.table.moves, said.table.acting
        self.mine = said.mine if said.mine is not None else self.mine
        self.moves = said.moves if said.moves is not None else self.moves
        self.acting = said.acting if said.acting is not None else self.acting
        self.clocks = said.clocks if said.clocks is not None else self.clocks
        self.flights += said.flights
        self._sides(said.sides)

    def _sides(self, sides: list[Any]) -> None:
        for side in sides:
            self.lines.setdefault(side.seat, []).extend(side.lines)
            if side.view is not None:
                self.views[side.seat] = {**side.view, "seat": side.seat}  # of an open game all get the same one
                self.offers[side.seat] = side.legal

    # What is.

    @property
    def table(self) -> TableShown:
        assert self._state is not None
        return self._state

    @property
    def seat(self) -> int | None:
        """This device's first seat; None for a spectator."""
        return self.mine[0] if self.mine else None

    @property
    def over(self) -> bool:
        return self.table.phase is Phase.OVER

    def legal(self, seat: int | None = None) -> list[int]:
        """The numbers of the moves that the seat may make now."""
        return self.offers.get(self.seat if seat is None else seat, [])

    # Doing.

    async def until(self, happens: Callable[[], bool], timeout: float | None = None) -> None:
        """Wait until something is so, as long as the patience allows; when this returns it still is."""
        timeout = self.patience if timeout is None else timeout
        try:
            # In this task and no other: between the last look and the return nothing else is heard.
            async with asyncio.timeout(timeout), self._news:
                await self._news.wait_for(lambda: self._lost is not None or happens())
        except TimeoutError:
            raise LinkLost(f"Waited {timeout:g} s in vain at version {self.version}.") from None
        if self._lost is not None and not happens():
            raise self._lost

    async def my_turn(self, timeout: float | None = None) -> bool:
        """Wait until one of this device's seats may act, or the match is over (False)."""
        await self.until(lambda: self.over or any(self.legal(seat) for seat in self.mine), timeout)
        return not self.over

    async def send(self, message: Any) -> None:
        """Send a request; if the line is down it is lost."""
        if self._socket is not None:
            try:
                await self._socket.send(write(message).decode())
            except ConnectionClosed:
                return

    async def play(
        self,
        move: Any,
        seat: int | None = None,
        *,
        id: str | None = None,
        at: int | None = None,
        shown: float | None = None,
        again: float = 1.0,
    ) -> m.Ack:
        """Make a move; returns when it is safe. It is sent again, and made once, until the server answers."""
        chosen = self.seat if seat is None else seat
        assert chosen is not None
        play = m.Play(id or uuid.uuid4().hex, chosen, move, at, shown)
        future: asyncio.Future[m.Ack] = asyncio.get_running_loop().create_future()
        self._answers[play.id] = future
        if self._lost is not None:
            raise self._lost
        while True:
            sent_on = self._socket
            await self.send(play)
            try:
                return await asyncio.wait_for(asyncio.shield(future), again)
            except TimeoutError:
                if self._socket is sent_on and self._socket is not None:
                    await asyncio.sleep(0)

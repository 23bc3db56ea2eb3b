"""Who is at a table: the clients of this worker, what other workers tell of theirs, and who is absent."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from parlour.core.game import Game
from parlour.core.words import Words
from parlour.server import messages as m
from parlour.server.bus import News
from parlour.server.telling import encode, now
from parlour.tables import acts
from parlour.tables import entries as e
from parlour.tables.players import asleep, can_think
from parlour.tables.shown import RUNNING, Seats
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.room import Room

CROWD, CROWD_HEARS = 24, 0.3
"""More clients than this at a table are a crowd: it hears who came and went so many seconds later, all at once."""
PRESENCE_LASTS = 35
"""Seconds that another worker is believed about who is there."""


class Client(Protocol):
    """A socket, as a room sees it."""

    device: str | None
    words: Words
    moves: str
    version: int
    mine: Seats
    aiming: int | None
    address: str

    def send(self, message: bytes) -> None: ...

    def lag_due(self) -> float:
        """How much earlier than its arrival a slap of this line counts, in ms."""
        ...


class People:
    """The people of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.clients: set[Client] = set()
        self.bots: Literal["awake", "waking", "lost"] = "awake"
        self._remote: dict[str, tuple[float, list[int], int]] = {}
        self._away: dict[int, asyncio.TimerHandle] = {}
        self._soon: asyncio.TimerHandle | None = None

    def send(self, message: bytes, but: Client | None = None) -> None:
        for client in self.clients:
            if client is not but:
                client.send(message)

    def present(self) -> tuple[list[int], int]:
        """The seats whose owners are here, at any worker, and how many watch."""
        here, spectators = self._here()
        seats = set(here)
        limit = time.monotonic() - PRESENCE_LASTS
        for at, there, watching in self._remote.values():
            if at > limit:
                seats.update(there)
                spectators += watching
        return sorted(seats), spectators

    def _here(self) -> tuple[list[int], int]:
        """The same for this worker alone."""
        table = self.room.table
        held = [] if table is None else [table.seats_of(client.device) for client in self.clients]
        return sorted({seat for mine in held for seat in mine}), sum(not mine for mine in held)

    def tell(self) -> None:
        """Tell everybody who is here, at this worker and at the others; where many come and go, now and then."""
        if len(self.clients) <= CROWD:
            self._tell_now()
        elif self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(CROWD_HEARS, self._tell_now)

    def _tell_now(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        self.publish()
        self._tell()

    def _tell(self) -> None:
        present, spectators = self.present()
        self.send(encode(m.Presence(present, spectators, self.bots)))

    async def wake(self, game: Game) -> None:
        """Wait until the bots of a game can think, with a sign at the table meanwhile."""
        if (made := asleep(game)) is not None:
            self.bots = "waking"
            self._tell()
            await asyncio.wrap_future(made)
        bots: Literal["awake", "lost"] = "awake" if can_think(game) else "lost"
        if bots != self.bots:
            self.bots = bots
            self._tell()

    def publish(self) -> None:
        """Tell the other workers who is here."""
        if self.room.table is not None:
            self.room.publish("presence", msgspec.Raw(encode(self._here())))

    def heard(self, news: News) -> None:
        """Another worker tells who is there."""
        seats, spectators = msgspec.json.decode(news.body, type=tuple[list[int], int])
        self._remote[news.worker] = (time.monotonic(), seats, spectators)
        for seat in seats:
            self.back(seat)
        self._tell()

    def enter(self, client: Client) -> None:
        for seat in client.mine:
            self.back(seat)
        self.tell()

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        if client.aiming is not None:
            self.aimed(client, client.aiming, None)
        self.tell()
        self.look_after_absent(client.mine)

    def aimed(self, client: Client, seat: int, aim: dict[str, float] | None) -> None:
        """Show the others, at any worker, where a seat aims, or that it no longer does. Nothing of it is kept."""
        client.aiming = None if aim is None else seat
        message = encode(m.Aimed(seat, aim))
        self.send(message, but=client)
        self.room.publish("aim", msgspec.Raw(message))

    # Absence.

    def look_after_absent(self, left: Seats = ()) -> None:
        """Whoever has a seat in a running match and is not here is absent after a moment of grace. While no worker hears of
        another, only those who have left this one are."""
        table = self.room.table
        if table is None or table.phase is not RUNNING:
            return
        present, _ = self.present()
        for seat in table.persons() if self.room.hub.bus.up else left:
            if seat not in present and table.seats[seat].away is None and seat not in self._away:
                loop = asyncio.get_running_loop()
                self._away[seat] = loop.call_later(self.room.hub.config.away_grace, self._is_away, seat)

    def look_who_is_here(self) -> None:
        """A worker that could not hear of us may have called somebody absent who is here."""
        table = self.room.table
        wrong = [seat for seat in self._here()[0] if table is not None and table.seats[seat].away is not None]
        for seat in wrong:
            self.room.hub.spawn(self.room.act(lambda t, seat=seat: acts.came_back(t, now(), seat)))  # type: ignore[misc]

    def back(self, seat: int) -> None:
        if handle := self._away.pop(seat, None):
            handle.cancel()

    def _is_away(self, seat: int) -> None:
        self._away.pop(seat, None)

        def gone(table: Table) -> e.Batch:
            return [] if seat in self.present()[0] else acts.went_away(table, now(), seat)

        self.room.hub.spawn(self.room.act(gone))

    def close(self) -> None:
        for handle in self._away.values():
            handle.cancel()
        if self._soon is not None:
            self._soon.cancel()

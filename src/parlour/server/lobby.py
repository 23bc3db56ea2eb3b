"""The lobby: whoever looks at the tables is told when they come, change and go. The list is made once for everybody at a
worker, and at most a few times a second; only public tables are in it: those that wait for players, and some that run and may
be watched."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol

from parlour.server import messages as m
from parlour.server.bus import News
from parlour.server.telling import encode, now
from parlour.tables import redactor
from parlour.tables.errors import Unfit
from parlour.tables.shown import PAUSED, RUNNING
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.hub import Hub

CHANNEL = "lobby"
"""Its name on the bus; no table is called so."""
MOMENT = 0.25
"""Seconds in which what happens is told at once."""
MOST_LISTED, MOST_RUNNING = 50, 8


class Watcher(Protocol):
    def send(self, message: bytes) -> None: ...


def summary(table: Table, device: str | None) -> m.TableSummary:
    """What a list of tables tells of one, to whoever asks: no more than the table itself would."""
    table = table.seen_by(table.seats_of(device), now())
    return m.TableSummary(
        id=table.id,
        game=table.game.key,
        phase=table.phase,
        seats=redactor.seats_shown(table),
        acting=table.acting,
        mine=table.seats_of(device),
        updated=table.updated,
        match=table.match_no,
    )


async def summaries(hub: Hub, ids: list[str], device: str | None, *, watched: bool = False) -> list[m.TableSummary]:
    """What lists tell of tables; only of those that may be watched now, if that is what they are listed for."""
    found = []
    for id in ids:
        room = await hub.room(id)
        try:
            async with room.turn:
                table = await room.loaded()
                if not watched or (table.phase in (RUNNING, PAUSED) and redactor.may_watch(table)):
                    found.append(summary(table, device))
        except Unfit:
            continue
    return found


class Lobby:
    """The open tables, as those who look at them at this worker know them."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.watchers: set[Watcher] = set()
        self._told = b""
        self._telling: asyncio.Task[Any] | None = None

    async def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        watcher.send(await self._list())

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def changed(self, *, heard: bool = False) -> None:
        """A public table is not what it was, at this worker or (`heard`) at another."""
        if not heard:
            self.hub.bus.publish(News(self.hub.worker, CHANNEL, "lobby"))
        if self.watchers and (self._telling is None or self._telling.done()):
            self._telling = self.hub.spawn(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(MOMENT)
        self._telling = None  # What changes from here on is told anew.
        before, body = self._told, await self._list()
        if body != before:
            for watcher in list(self.watchers):
                watcher.send(body)

    async def _list(self) -> bytes:
        store = self.hub.store
        tables = await summaries(self.hub, await store.public(MOST_LISTED), None)
        running = await summaries(self.hub, await store.running(MOST_RUNNING), None, watched=True)
        self._told = encode(m.Tables(tables, running))
        return self._told

"""What a table does by itself: the time until it is due, and the doing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.server.telling import now
from parlour.tables import acts, deal
from parlour.tables import entries as e
from parlour.tables.due import Due, next_due, taken_over
from parlour.tables.players import chosen
from parlour.tables.shown import RUNNING
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.room import Room


class Timer:
    """The timer of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._handle: asyncio.TimerHandle | None = None
        self._doing: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Whether something is waited for or just being done."""
        return self._handle is not None or (self._doing is not None and not self._doing.done())

    def schedule(self) -> None:
        """Wait for what is due next at the table."""
        self.set(None if self.room.table is None else next_due(self.room.table, self.room.hub.config.pace))

    def set(self, due: Due | None) -> None:
        if self._handle is not None:
            self.stop()
        if due is None or due.what == "race":  # A race has its own times.
            return
        wait = max(0, due.at - now()) / 1000
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(wait, self._begin, due)

    def _begin(self, due: Due) -> None:
        self._handle = None
        self._doing = self.room.hub.spawn(self._come_due(due))

    def wake(self) -> None:
        """See to it that what is due happens."""
        if not self.runs:
            self.schedule()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    async def _come_due(self, due: Due) -> None:
        """Do what is due, unless something happened meanwhile."""
        room = self.room
        async with room.turn:
            table = await room.loaded()
            if next_due(table, room.hub.config.pace) != due:
                self.schedule()
                return
            if due.what == "deal":
                since = table.dealing
                room.hub.spawn(room.act(lambda t: deal.overdue(t, now(), since)))
                return
            version, game, match, moves = table.version, table.game, table.match, table.moves
            assert match is not None
            state, level = match.state, table.seats[due.seat].level or table.settings.stand_in
        if due.what in ("clock", "absent"):
            make: Callable[[Table], e.Batch] = lambda t: taken_over(t, due, now()) if t.version == version else []  # noqa: E731
            await room.act(make, heavy=game.has_world)
            return
        if due.what == "forced":
            number = table.legal(due.seat)[0]
        elif not await self._is_mine(table):
            return
        else:
            loop = asyncio.get_running_loop()
            room.hub.metrics.count("bot_thoughts")
            number = await loop.run_in_executor(room.hub.pool, chosen, game, state, due.seat, level)

        def move(t: Table) -> e.Batch:
            if t.moves != moves or t.match is not match or t.phase is not RUNNING:
                return []
            return acts.play(t, now(), due.seat, number, bot=due.what == "bot")

        await room.act(move, heavy=game.takes_world(number))
        room.hub.metrics.count("bot_moves")
        if self._handle is None:
            self.schedule()

    async def _is_mine(self, table: Table) -> bool:
        """Whether this worker is to think for the bot. Another one that has begun gets its time; should it die, we go on."""
        hub = self.room.hub
        if hub.alone:
            return True
        turn, at = (table.match_no << 20) + table.moves, now()
        if await hub.store.claim(self.room.id, turn, hub.worker, at, at + hub.config.claim):
            return True
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(hub.config.claim / 1000, self.schedule)
        return False

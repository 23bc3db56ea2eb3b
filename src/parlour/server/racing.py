"""A race at one table, as the worker that opened it runs it (ION-R18): a common start, fair times, one winner.

Another worker's sockets take part too: it hears of the race, times its own slaps and sends them over the bus.
"""

from __future__ import annotations

import asyncio
import math
import random
from typing import TYPE_CHECKING

import msgspec

from parlour.core.errors import ParlourError
from parlour.core.game import Race as GameRace
from parlour.core.words import say
from parlour.server import messages as m
from parlour.server.bus import News
from parlour.server.telling import encode, now
from parlour.tables import acts
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.players import chosen
from parlour.tables.race import READY, Lag, Slapped, fair_time, grace, ordered
from parlour.tables.shown import Seats
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.people import Client
    from parlour.server.room import Room

REACTION = {"easy": 2600, "beginner": 2600, "casual": 2100, "medium": 1700, "club": 1700, "hard": 1100, "master": 1100}
SPREAD = 0.35
SLACK = 250
"""Milliseconds after the window for slaps that are still on their way."""


class Racing:
    """One open race."""

    def __init__(self, room: Room, table: Table, race: GameRace, mover: int | None, announced: m.Race | None = None) -> None:
        self.room = room
        self.race = race
        self.mover = mover
        self.referee = announced is None
        opens = now() + READY
        self.announced = announced or m.Race(table.version, list(table.acting), opens, opens + race.window)
        self.match, self.moves = table.match, table.moves
        self.slaps: dict[int, Slapped] = {}
        self.stays: set[int] = set()
        self.waiting: dict[int, tuple[Client, str]] = {}
        self.ties = {seat: random.random() for seat in range(len(table.seats))}
        self._opened = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = [room.hub.spawn(self._open())]
        self._ending: asyncio.TimerHandle | None = None
        self._done = False
        room.people.send(encode(self.announced))
        if self.referee:
            news = News(room.hub.worker, room.id, "race", table.version, msgspec.Raw(encode((self.announced, mover))))
            room.hub.bus.publish(news)

    @classmethod
    def heard(cls, room: Room, news: News) -> Racing | None:
        """Another worker opened a race here."""
        announced, mover = msgspec.json.decode(news.body, type=tuple[m.Race, int | None])
        assert room.table is not None
        window = announced.closes - announced.opens
        return cls(room, room.table, GameRace(window, -1), mover, announced)

    async def _open(self) -> None:
        await asyncio.sleep(max(0, self.announced.opens - now()) / 1000)
        self._opened.set()
        async with self.room.turn:  # What is being kept just now is told when it is.
            table = self.room.table
            if table is None:
                return
            self.room.tell(table)
        if not self.referee:
            return
        for seat in self.announced.seats:
            if table.seats[seat].played_by_bot:
                self._tasks.append(self.room.hub.spawn(self._bot(table, seat)))
        await asyncio.sleep(max(0, self.announced.closes + SLACK - now()) / 1000)
        await self.resolve()

    async def opened(self) -> None:
        """Wait for the opening: until then nobody new is told anything."""
        await self._opened.wait()

    def withheld(self, mine: Seats) -> bool:
        """Before the opening only the one who caused the race knows what it is about."""
        return not self._opened.is_set() and self.mover not in mine

    async def _bot(self, table: Table, seat: int) -> None:
        assert table.match is not None
        level = table.seats[seat].level or table.settings.stand_in
        loop = asyncio.get_running_loop()
        number = await loop.run_in_executor(self.room.hub.pool, chosen, table.game, table.match.state, seat, level)
        reaction = REACTION[level] * math.exp(random.gauss(0, SPREAD))
        if number != self.race.stay:
            await asyncio.sleep(reaction / 1000)
        self.arrived(Slapped(round(reaction), self.ties[seat], seat, number), None)

    def slap(self, client: Client, seat: int, number: int, id: str, shown: float | None) -> None:
        """A person slaps, or stays out. Raises Refused if this is no move of the race."""
        table = self.room.table
        if not self._opened.is_set() or table is None:
            raise Unfit("not_now", say("Not yet: the race has not opened."))
        if seat not in self.announced.seats or self._done:
            raise Unfit("not_now", say("This race is not yours."))
        if number not in table.legal(seat):
            assert table.match is not None
            if refusal := table.match.why_not(seat, number):
                raise refusal
        ms = fair_time(shown, now() - self.announced.opens, client.lag.trip, client.lag.doubt)
        slapped = Slapped(ms, self.ties[seat], seat, number, id)
        self.waiting[seat] = (client, id)
        if self.referee:
            self.arrived(slapped, client)
        else:
            body = msgspec.Raw(encode(slapped))
            self.room.hub.bus.publish(News(self.room.hub.worker, self.room.id, "slap", self.announced.id, body))

    def heard_of(self, news: News) -> None:
        if news.kind == "slap" and self.referee and news.version == self.announced.id:
            self.arrived(msgspec.json.decode(news.body, type=Slapped), None)
        elif news.kind == "raced" and not self.referee:
            self._announce(msgspec.json.decode(news.body, type=m.Raced))

    def arrived(self, slapped: Slapped, client: Client | None) -> None:
        """Count a slap; after the first the race stays open only for those that may be faster but slower on the wire."""
        if self._done or slapped.seat in self.slaps or slapped.seat in self.stays:
            return
        if slapped.number == self.race.stay:
            self.stays.add(slapped.seat)
            if client is not None and slapped.id is not None:
                client.send(encode(m.Ack(slapped.id, self.announced.id)))
        else:
            self.slaps[slapped.seat] = slapped
        loop = asyncio.get_running_loop()
        if len(self.slaps) + len(self.stays) >= len(self.announced.seats):
            self._end_in(0)
        elif len(self.slaps) == 1 and self._ending is None:
            lags = [c.lag for c in self.room.clients] or [Lag()]
            self._ending = loop.call_later(grace(lags) / 1000, lambda: self.room.hub.spawn(self.resolve()))

    def _end_in(self, seconds: float) -> None:
        if self._ending is not None:
            self._ending.cancel()
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(seconds, lambda: self.room.hub.spawn(self.resolve()))

    async def resolve(self) -> None:
        """The first slap is made; without one everybody stays out, one after the other."""
        if self._done:
            return
        self._done = True
        order = ordered(list(self.slaps.values()))
        raced = m.Raced(self.announced.id, [m.Slap(slap.seat, slap.ms) for slap in order])
        if order:
            first = order[0]
            race = [(slap.seat, slap.ms) for slap in order]
            bot = first.id is None

            def move(table: Table) -> e.Batch:
                if table.match is not self.match:
                    return []
                return acts.play(table, now(), first.seat, first.number, id=first.id, bot=bot, race=race)

            await self.room.act(move)
        else:
            await self._all_stay()
        body = msgspec.Raw(encode(raced))
        self.room.hub.bus.publish(News(self.room.hub.worker, self.room.id, "raced", self.announced.id, body))
        self._announce(raced)

    async def _all_stay(self) -> None:
        for seat in self.announced.seats:

            def stay(table: Table, seat: int = seat) -> e.Batch:
                if table.match is not self.match or seat not in table.acting:
                    return []
                return acts.play(table, now(), seat, self.race.stay, bot=True)

            try:
                await self.room.act(stay)
            except ParlourError:
                return

    def _announce(self, raced: m.Raced) -> None:
        """Tell the result, and each slapper whether it was first."""
        self._done = True
        self.room.people.send(encode(raced))
        table = self.room.table
        if table is None or not raced.order:
            return
        first = raced.order[0].seat
        for seat, (client, id) in self.waiting.items():
            if seat in self.stays:
                continue
            if seat == first:
                client.send(encode(m.Ack(id, table.version)))
            else:
                said = client.words.of(say("Too late: {name} was first.", name=table.seats[first].name))
                client.send(encode(m.Refused(id, table.game.turn_rule, said, table.version)))

    def end(self) -> None:
        self._opened.set()
        if self._ending is not None:
            self._ending.cancel()

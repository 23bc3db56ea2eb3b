"""One websocket: who it is, what it asks, and what it is told. The network is wire.py's; no framework comes in here."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec

from parlour.core.errors import BadMove, ParlourError, Refused
from parlour.core.registry import words
from parlour.core.words import ENGLISH, say, spoken
from parlour.server import messages as m
from parlour.server.hub import Hub
from parlour.server.limits import Tokens
from parlour.server.line import Line
from parlour.server.move import Again, Move
from parlour.server.room import Room
from parlour.server.storage import StorageDown
from parlour.server.telling import encode, now
from parlour.tables import acts, agreeing, deal, may
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.names import cleaned
from parlour.tables.race import LOST, PROBES, Lag
from parlour.tables.shown import RUNNING, Seats
from parlour.tables.table import Table

BAD_HELLO, NO_TABLE, TOO_MUCH, OTHER_PROTOCOL = 4001, 4004, 4008, 4009
FORBIDDEN, TRY_LATER = 1008, 1013
PROBE_SOON, PROBE_EVERY = 0.4, 5.0
"""Seconds between two probes of the lag, more or less: at first, and later."""
MOST_UNREAD = 32
"""Messages that wait to be done, until no more are read."""
DRAWN = 240
"""Frames a second that the fastest screens draw."""
CODES = {
    "no_device", "bad_message", "too_large", "too_fast", "old_client", "no_table", "no_seat", "not_yours", "not_now", "stale",
    "tap", "storage", "closing", "replaced", "internal", "unreadable",
}  # fmt: skip

read = msgspec.json.Decoder(m.ClientMessage).decode


class Closed(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Socket:
    """A client of a room."""

    def __init__(self, hub: Hub, line: Line, address: str = "") -> None:
        self.hub = hub
        self.address = address
        self.device: str | None = None
        self.name: str | None = None
        self.words = ENGLISH
        self.moves = "full"
        self.version = 0
        self.mine: Seats = ()
        self.lag = Lag()
        self.aiming: int | None = None
        self.room: Room | None = None
        self.line = line
        self._probes: dict[int, float] = {}
        self._measured = False
        self._limits = limits = hub.config.limits
        self._asks = Tokens(limits.rate, limits.burst)
        # What was wrong is forgiven within a minute.
        self._bad = Tokens(limits.bad / 60, limits.bad)
        # Aims come as often as a page draws; as many as the eye needs are passed on.
        self._aims = Tokens(limits.aims, limits.aims)
        self._drawn = Tokens(limits.rate + DRAWN, limits.burst + DRAWN)
        self._over = False
        self._unread: deque[Any] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._end: int | None = None
        """The code to close with, once it is to be closed."""

    # Out.

    def send(self, message: bytes) -> None:
        if not self._over and self.line.write(message) > self._limits.outbox:
            # Too far behind: it comes back with its version and gets the gap.
            self._over = True
            self.hub.spawn(self.line.close(TOO_MUCH))

    def say(self, message: Any) -> None:
        self.send(encode(message))

    # In.

    def took(self, body: bytes) -> None:
        """A message is here: refuse it, do it at once, or leave it to the task that does one after the other."""
        if self._end is not None:
            return
        try:
            message = self._read(body)
            if message is None:
                return
            if type(message) is m.Play and self._idle and (room := self.room) is not None and not room.turn.taken:
                room.do(Move(self, room, message))
                return
        except Closed as closed:
            self._end = closed.code
        except Exception as wrong:
            self._fault(wrong)
        else:
            self._unread.append(message)
            if len(self._unread) > MOST_UNREAD:
                self.line.hold(True)
        self._wake()

    def gone(self) -> None:
        if self._end is None:
            self._end = 1000
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    @property
    def _idle(self) -> bool:
        """Whether the task waits for a message and none waits for it."""
        return self._waiter is not None and not self._waiter.done()

    async def run(self) -> None:
        """From the first message to the last."""
        self.hub.sockets.add(self)
        self.hub.guests[self.address] += 1
        try:
            self.line.listen(self)
            await asyncio.wait_for(self._first(), self._limits.hello)
            while True:
                await self._handle(await self._next())
        except Closed as closed:
            self._end = closed.code
        except TimeoutError:
            self._end = BAD_HELLO
        except Exception as wrong:
            self._fault(wrong)
        finally:
            self.hub.sockets.discard(self)
            self.hub.guests[self.address] -= 1
            if not self.hub.guests[self.address]:
                del self.hub.guests[self.address]
            self._look_away()
            if self.room is not None:
                self.room.leave(self)
            await self.line.close(1000 if self._end is None else self._end)

    async def _next(self) -> Any:
        """The next message. Raises Closed when there are no more."""
        while not self._unread:
            if self._end is not None:
                raise Closed(self._end)
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        message = self._unread.popleft()
        if not self._unread:
            self.line.hold(False)
        return message

    def _read(self, body: bytes) -> Any:
        """The message, if it can be read and comes in time; the client is told if not."""
        self.hub.metrics.count("messages")
        if len(body) > self._limits.message:
            self._worse("too_large", say("A message has at most {most} bytes.", most=self._limits.message))
            return None
        try:
            message = read(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            if self._in_time(self._asks):
                self._worse("bad_message", say("This message cannot be read: {wrong}.", wrong=str(wrong)))
            return None
        return message if self._in_time(self._drawn if type(message) is m.Aim else self._asks) else None

    def _in_time(self, tokens: Tokens) -> bool:
        """Whether the client may ask for something again; it is told if not."""
        if tokens.take():
            return True
        self._worse("too_fast", say("Too many messages: slow down a little."))
        return False

    def _problem(self, code: Any, sentence: str, id: str | None = None) -> None:
        self.say(m.Problem(code, self.words.of(sentence), id))

    def _worse(self, code: str, sentence: str) -> None:
        self.hub.metrics.count("bad_messages", f'code="{code}"')
        self._problem(code, sentence)
        if not self._bad.take():
            raise Closed(TOO_MUCH)

    def _fault(self, wrong: Exception) -> None:
        """A mistake of ours: it is noted, and the client comes back."""
        self.hub.fault(wrong)
        self._problem("internal", say("Something went wrong here. Your seat is kept; reload the page."))
        self._end = 1011

    async def _first(self) -> None:
        message = await self._next()
        if not isinstance(message, m.Hello | m.Lobby):
            self._problem("bad_message", say("Say hello first."))
            raise Closed(BAD_HELLO)
        await self._handle(message)

    async def _handle(self, message: Any) -> None:
        try:
            await self._asked(message)
        except (ParlourError, StorageDown) as wrong:
            self._not_done(message, wrong)

    def refused(self, play: m.Play, wrong: Exception) -> None:
        """A move was not made."""
        try:
            if isinstance(wrong, ParlourError | StorageDown):
                self._not_done(play, wrong)
            else:
                self._fault(wrong)
        except Closed as closed:
            self._end = closed.code
        if self._end is not None:
            self._wake()

    def _not_done(self, message: Any, wrong: Exception) -> None:
        """Say why something was not done."""
        id = message.id if isinstance(message, m.Play) else None
        if isinstance(wrong, Again):
            self.say(m.Ack(str(id), wrong.version, True))
        elif isinstance(wrong, Refused):
            version = self.room.table.version if self.room and self.room.table else 0
            self.hub.metrics.count("moves", 'answer="refused"')
            self.say(m.Refused(str(id), wrong.rule, self.words.of(wrong.sentence), version))
        elif isinstance(wrong, Unfit):
            self._problem(wrong.code if wrong.code in CODES else "not_now", wrong.sentence, id)
            if wrong.code in ("no_table", "unreadable"):
                raise Closed(NO_TABLE)
        elif isinstance(wrong, StorageDown):
            self.hub.metrics.count("storage_failures")
            self._problem("storage", say("The server cannot write right now. Nothing is lost; try again in a moment."), id)
            if isinstance(message, m.Hello | m.Lobby):
                raise Closed(TRY_LATER)
        else:
            self._problem("bad_message" if isinstance(wrong, BadMove) else "not_now", wrong.args[0], id)

    async def _asked(self, message: Any) -> None:
        if isinstance(message, m.Hello):
            self._look_away()
            await self._hello(message)
            return
        if isinstance(message, m.Ping):
            self.say(m.Pong(message.sent, now()))
            return
        if isinstance(message, m.Lobby):
            await self._look(message)
            return
        room = self.room
        if room is None:
            raise Unfit("not_now", say("Say hello first."))
        if isinstance(message, m.Play):
            room.do(Move(self, room, message))
            async with room.turn:
                pass  # It is answered before the next message is looked at.
        elif isinstance(message, m.LagEcho):
            sent = self._probes.pop(message.probe, None)
            self.lag.add(None if sent is None else (time.monotonic() - sent) * 1000)
        elif isinstance(message, m.Aim):
            self._aim(room, message)
        elif isinstance(message, m.Say | m.Show):
            if self._may_talk(room):
                await room.act(lambda table: self._request(table, message))
            else:
                self._worse("too_fast", say("That is too much at once: wait a moment."))
        else:
            await room.act(lambda table: self._request(table, message))

    async def _look(self, message: m.Lobby) -> None:
        """From the first page: at the tables, and for whoever keeps a chair."""
        await self.hub.lobby.enter(self)
        if message.token is not None:
            with suppress(Unfit):
                await self.hub.club.bell.enter(self, await self.hub.devices.known(message.token))

    def _look_away(self) -> None:
        self.hub.lobby.leave(self)
        self.hub.club.bell.leave(self)

    def _aim(self, room: Room, message: m.Aim) -> None:
        """Pass on where a seat aims. While something else happens at the table an aim is dropped: the next one is near."""
        table = room.table
        if table is None or table.match is None:
            return
        may.own(table, self.device, message.seat)
        if message.aim is None:
            if self.aiming is not None:
                room.people.aimed(self, message.seat, None)
        elif not room.turn.taken:
            if table.phase is not RUNNING or not table.match.aims(message.seat):
                raise Unfit("not_now", say("Only who is to act can aim."))
            if self._aims.take():
                room.people.aimed(self, message.seat, message.aim)

    def _may_talk(self, room: Room) -> bool:
        """Words go to everybody at the table: those at the seats have a measure each, those who watch one together."""
        budgets = self.hub.budgets
        if self.mine and self.device is not None:
            return budgets.chat.take(self.device)
        return budgets.chat.take(self.address) and budgets.crowd.take(room.id)

    def _request(self, table: Table, message: Any) -> e.Batch:
        """Everything that is not a move, as a batch for the log."""
        at, device = now(), self.device
        if isinstance(message, m.Say | m.Show):
            seat = message.seat if message.seat is not None else next(iter(table.seats_of(device)), None)
            if seat is not None:
                may.own(table, device, seat)
            if isinstance(message, m.Say):
                return acts.say(table, at, message.text, seat, self.name, device)
            return acts.show(table, at, message.emote, seat, self.name, device)
        if isinstance(message, m.Reveal):
            return deal.reveal(table, at, message.salt)
        if isinstance(message, m.Start):
            return acts.start(table, at, device, message.fill)
        if isinstance(message, m.SetSeat):
            return acts.set_seat(table, at, device, message.seat, message.kind, message.level)
        if isinstance(message, m.Remove):
            return acts.remove(table, at, device, message.seat, message.bar)
        if isinstance(message, m.Mute):
            return acts.mute(table, at, device, message.seat, message.line, message.yes)
        if isinstance(message, m.Rename):
            return acts.rename(table, at, device, message.seat, message.name)
        if isinstance(message, m.Sit):
            if device is None:
                raise Unfit("not_yours", say("Ask for a device token first, and say hello with it."))
            return acts.sit(table, at, device, message.name, message.seat, message.commit, (message.sign, message.colour))
        may.own(table, device, message.seat)
        if isinstance(message, m.Dress):
            return acts.dress(table, at, device, message.seat, message.sign, message.colour)
        if isinstance(message, m.Stand):
            return acts.stand(table, at, device, message.seat)
        if isinstance(message, m.Undo):
            return agreeing.undo(table, at, message.seat)
        if isinstance(message, m.AnswerUndo):
            return agreeing.answer_undo(table, at, message.seat, message.yes)
        if isinstance(message, m.Pause):
            return agreeing.pause(table, at, message.seat)
        if isinstance(message, m.AnswerPause):
            return agreeing.answer_pause(table, at, message.seat, message.yes)
        if isinstance(message, m.Resume):
            return agreeing.resume(table, at, message.seat)
        if isinstance(message, m.Rematch):
            return acts.rematch(table, at, message.seat, message.commit)
        assert isinstance(message, m.TakeBack)
        return acts.take_back(table, at, message.seat)

    async def _hello(self, hello: m.Hello) -> None:
        self.words = words(spoken(hello.language))
        if hello.protocol != m.PROTOCOL:
            self._problem("old_client", say("This page is older or newer than the server. Reload it."))
            raise Closed(OTHER_PROTOCOL)
        if self.room is not None:
            async with self.room.turn:
                pass  # A move that is on its way is answered first.
            if self.room.id == hello.table:
                self.room.clients.discard(self)
            else:
                self.room.leave(self)
            self.room = None
        self.device = await self.hub.devices.known(hello.token) if hello.token else None
        self.name = cleaned(hello.name) if hello.name else None
        self.moves = hello.moves
        room = await self.hub.room(hello.table)
        await room.enter(self, hello.version, hello.match)
        self.room = room
        if room.table is not None and room.table.game.has_race and not self._measured:
            self._measured = True
            self.hub.spawn(self._measure())

    async def _measure(self) -> None:
        """Probe the lag while the socket lives; races need it. Nobody knows when a probe comes, or how it is numbered."""
        asked = 0
        while self in self.hub.sockets:
            at = time.monotonic()
            for probe in [probe for probe, sent in self._probes.items() if at > sent + LOST / 1000]:
                del self._probes[probe]
                self.lag.add(None)
            self._probes[probe := secrets.randbits(52)] = at
            self.say(m.LagProbe(probe))
            asked += 1
            await asyncio.sleep(random.uniform(0.5, 1.5) * (PROBE_SOON if asked < PROBES else PROBE_EVERY))

    def lag_due(self) -> float:
        """How much earlier than its arrival a slap of this line counts, in ms. Behind a proxy the kernel knows only the
        way to that."""
        return self.lag.due(None if self.hub.config.behind_proxy else self.line.trip())

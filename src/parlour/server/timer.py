"""What a table does by itself: the time until it is due, and the doing of it."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from parlour.core.game import Game
from parlour.server.telling import now
from parlour.tables import deal, playing
from parlour.tables import entries as e
from parlour.tables.due import Due, Pace, answer_at, next_due, pretended, taken_over
from parlour.tables.players import chosen
from parlour.tables.shown import RUNNING
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.room import Room

THOUGHTS: defaultdict[tuple[str, str], deque[int]] = defaultdict(lambda: deque(maxlen=64))
"""How many ms the last thoughts took, by game and level: moves that need none take as long."""


Place = tuple[Due, int, int]
"""What a bot thinks about: due when, in which match, after how many moves."""


class Timer:
    """The timer of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._handle: asyncio.TimerHandle | None = None
        self._doing: asyncio.Task[None] | None = None
        self._thinks: Place | None = None
        """What a bot is thinking about, or about to."""

    @property
    def works(self) -> bool:
        """Whether something is just being done: a bot thinks."""
        return self._doing is not None and not self._doing.done()

    @property
    def runs(self) -> bool:
        """Whether something is waited for or just being done."""
        return self._handle is not None or self.works

    def schedule(self) -> None:
        """Wait for what is due next at the table."""
        self.set(None if self.room.table is None else next_due(self.room.table, self.room.hub.config.pace))

    def set(self, due: Due | None) -> None:
        if self._handle is not None:
            self.stop()
        if due is None or due.what == "race":  # A race has its own times.
            return
        table = self.room.table
        place: Place | None = None
        if due.what == "bot" and table is not None:
            place = due, table.match_no, table.moves
            if self._thinks == place:
                return
            wait = 0.0  # It thinks during its pause.
        else:
            wait = max(0, due.at - now()) / 1000
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(wait, self._begin, due, place)

    def _begin(self, due: Due, place: Place | None) -> None:
        self._handle = None
        if place is not None:
            self._thinks = place  # It has to wait for its turn: nobody begins the same again meanwhile.
        self._doing = self.room.hub.spawn(self._come_due(due, place))

    def wake(self) -> None:
        """See to it that what is due happens."""
        if not self.runs:
            self.schedule()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    async def _come_due(self, due: Due, place: Place | None) -> None:
        """Do what is due, unless something happened meanwhile."""
        try:
            await self._done(due)
        finally:
            self._forget(place)

    def _forget(self, place: Place | None) -> None:
        """Nobody thinks about this any more."""
        if place is not None and self._thinks == place:
            self._thinks = None

    async def _done(self, due: Due) -> None:
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
            if due.what == "bot":
                thought = Thought(table, due)
                self._thinks = thought.place
        if due.what == "bot":
            await self._bot(thought)
            return
        version = table.version
        make: Callable[[Table], e.Batch] = lambda t: taken_over(t, due, now()) if t.version == version else []  # noqa: E731
        await room.act(make, heavy=table.game.has_world)

    async def _bot(self, thought: Thought) -> None:
        """Think, wait until it is time, and move."""
        room = self.room
        try:
            if not await self._is_mine(thought):
                return
            number = thought.only
            if number is not None:
                room.hub.metrics.count("bot_only_moves")
            else:
                await room.people.wake(thought.game)
                room.hub.metrics.count("bot_thoughts")
                whose, waits = room.whose()
                number = await room.hub.thinkers.run(whose, chosen, *thought.asked, waits=waits)
                thought.done()
            await asyncio.sleep(max(0, thought.answer_at(room.hub.config.pace) - now()) / 1000)
            await room.act(partial(thought.move, number=number), heavy=thought.game.takes_world(number))
            room.hub.metrics.count("bot_moves")
        finally:
            self._forget(thought.place)
        if self._handle is None:
            self.schedule()

    async def _is_mine(self, thought: Thought) -> bool:
        """Whether this worker is to think for the bot. Another one that has begun gets its time; should it die, we go on."""
        hub = self.room.hub
        if hub.alone:
            return True
        turn, at = (thought.place[1] << 20) + thought.place[2], now()
        if await hub.store.claim(self.room.id, turn, hub.worker, at, at + hub.config.claim):
            return True
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(hub.config.claim / 1000, self.schedule)
        return False


class Thought:
    """What a bot is to decide, and how long that takes or seems to take."""

    def __init__(self, table: Table, due: Due) -> None:
        assert table.match is not None
        self.due, self.game, self.state, self.turned = due, table.game, table.match.state, table.turned
        self.place = due, table.match_no, table.moves
        self.level = table.seats[due.seat].level or table.settings.stand_in
        self.asked = self.game, self.state, due.seat, self.level
        self.took = THOUGHTS[table.game.key, self.level]
        self.began = now()
        legal = table.legal(due.seat)
        # A game that answers for itself allows more moves than it lists: none of them is forced.
        forced = len(legal) == 1 and type(table.game).allows is Game.allows
        self.only = legal[0] if forced else None
        self.ready = self.began + (pretended(table, due.seat, self.took) if forced else 0)

    def done(self) -> None:
        """It has been thought."""
        self.ready = now()
        self.took.append(self.ready - self.began)

    def answer_at(self, pace: Pace) -> int:
        return answer_at(self.due, self.ready, pace)

    def move(self, table: Table, number: int) -> e.Batch:
        """The move, if nothing happened meanwhile."""
        if (table.match_no, table.moves, table.turned) != (*self.place[1:], self.turned) or table.phase is not RUNNING:
            return []
        return playing.play(table, now(), self.due.seat, number, bot=True)

"""A race at one table, as a worker runs it for its own people.

The race itself is in the log (tables/race.py): when it opens, who answered, how it ended. A worker announces it, tells
what it is about when it opens, lets bots answer and decides it when it is time. The worker that kept the move that caused
it does all this at once, every other one a little later, if it was not done: so nobody waits for one that is gone.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.core.errors import ParlourError
from parlour.core.words import say
from parlour.server import messages as m
from parlour.server.storage import StorageDown
from parlour.server.telling import encode, now, race_shown
from parlour.tables import entries as e
from parlour.tables import playing
from parlour.tables.players import chosen, reacts
from parlour.tables.race import MOST_LAG, READY, SLACK, Gate
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.people import Client
    from parlour.server.room import Room

BACKUP = 1500
"""Milliseconds that the worker of the race has before another one does what is to be done."""
TRY_AGAIN = 0.5
"""Seconds until something is tried again that could not be kept."""
MARGIN = 30
"""Milliseconds that the first slap waits longer than the wire of the others could take."""


class Racing:
    """One race, from its announcement to its end."""

    def __init__(self, room: Room, gate: Gate, own: bool) -> None:
        self.room, self.gate = room, gate
        self.waiting: dict[int, tuple[Client, str]] = {}
        """Who has slapped here and waits for the result, with the id of the move."""
        self._late = 0 if own else BACKUP
        loop = asyncio.get_running_loop()
        # By the loop's clock from here on: whatever happens to the machine's, the race goes on.
        self._opens = loop.time() + min(gate.opens - now(), READY) / 1000
        self._changed = asyncio.Event()
        self._task = room.hub.spawn(self._run())
        room.people.send(encode(race_shown(gate)))

    def is_of(self, gate: Gate | None) -> bool:
        return gate is not None and (gate.id, gate.again) == (self.gate.id, self.gate.again)

    def look(self, gate: Gate) -> None:
        """There may be new answers."""
        self.gate = gate
        self._changed.set()

    async def _run(self) -> None:
        loop, room = asyncio.get_running_loop(), self.room
        await asyncio.sleep(max(0.0, self._opens - loop.time()))
        while not self.gate.is_open(now()):  # The loop may wake in the millisecond before: nobody would be told the card.
            await asyncio.sleep(0.001)
        async with room.turn:  # What is being kept just now is told when it is.
            if room.table is not None:
                room.tell(room.table)
        if self._late:
            await asyncio.sleep(self._late / 1000)
        for seat in self.gate.seats:
            room.hub.spawn(self._bot(seat))
        while room.racing is self:
            wait = self._ends() - loop.time()
            if wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), wait)
                self._changed.clear()
                continue
            try:
                await room.act(self._decide)
            except (StorageDown, ParlourError):
                await asyncio.sleep(TRY_AGAIN)
            except Exception as wrong:  # Nothing may leave a race undecided.
                room.hub.fault(wrong)
                await asyncio.sleep(TRY_AGAIN)

    def _decide(self, table: Table) -> e.Batch:
        return playing.decide(table, now()) if self.is_of(table.gate) else []

    def _ends(self) -> float:
        """When the race is to be decided, by the loop's clock: when all have answered, when no slap can come any more that
        was faster than the first, or when its time is up."""
        gate, late = self.gate, self._late / 1000
        if gate.is_answered:
            return late
        if gate.order:
            first = min(slap.at for slap in gate.order)
            return self._opens + (first - gate.opens + self._grace()) / 1000 + late
        return self._opens + (gate.closes - gate.opens + SLACK) / 1000 + late

    def _grace(self) -> float:
        """How long a slap that was faster may be on its way: known for the lines here, the most for those elsewhere."""
        gate, table = self.gate, self.room.table
        out = set(gate.seats) - set(gate.answers)
        here: dict[int, float] = {}
        for client in self.room.clients if table is not None else ():
            for seat in client.mine:
                here[seat] = max(here.get(seat, 0.0), client.lag_due())
        present = out & set(self.room.people.present()[0])
        return max((here.get(seat, MOST_LAG) for seat in present), default=0.0) + MARGIN

    async def _bot(self, seat: int) -> None:
        """A bot answers, if one plays there. It does not see the cards before the others do."""
        room, loop = self.room, asyncio.get_running_loop()
        async with room.turn:
            table = room.table
            if table is None or table.match is None or not self.is_of(table.gate) or not table.seats[seat].played_by_bot:
                return
            if seat not in table.acting:  # The race has lapsed meanwhile: this seat has stayed out already.
                return
            level = table.seats[seat].level or table.settings.stand_in
            game, state = table.game, table.match.state
        await room.people.wake(game)
        whose, waits = room.whose()
        number = await room.hub.thinkers.run(whose, chosen, game, state, seat, level, waits=waits)
        reaction = reacts(game, state, seat, level)
        if number != self.gate.stay:
            await asyncio.sleep(self._opens + reaction / 1000 - loop.time())

        def answer(table: Table) -> e.Batch:
            if table.gate is None or not self.is_of(table.gate) or seat in table.gate.answers:
                return []
            return playing.play(table, now(), seat, number, bot=True, ms=round(reaction))

        with suppress(ParlourError):  # Too late.
            await room.act(answer)

    def end(self) -> None:
        """It is over here, or somewhere else."""
        self._changed.set()

    def tell(self, table: Table) -> None:
        """How it ended, and to each slapper whether it was first. The log knows, whoever decided it."""
        order = table.raced.get((table.match_no, self.gate.moves + 1), [])
        self.room.people.send(encode(m.Raced(self.gate.id, [m.Slap(*slap) for slap in order])))
        for seat, (client, id) in self.waiting.items():
            if order and seat == order[0][0]:
                client.send(encode(m.Ack(id, table.version)))
            elif order:
                said = client.words.of(say("Too late: {name} was first.", name=table.seats[order[0][0]].name))
                client.send(encode(m.Refused(id, table.game.turn_rule, said, table.version)))
            else:
                said = client.words.of(say("The race was ended before your slap counted."))
                client.send(encode(m.Refused(id, table.game.turn_rule, said, table.version)))

    def close(self) -> None:
        self._task.cancel()

"""A room holds one table while somebody needs it here: its people, its timers, and the way of an act to the log.

The log decides. An act is tried on the table in memory, appended with compare-and-set, and only then told; if another
worker was first, the table is loaded anew and the act tried again; if the database fails, the table is forgotten and the
next one who asks loads what was really kept. There is one way for all of them (`do`), whoever asks and however they wait.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from parlour.core.errors import ParlourError
from parlour.core.words import ENGLISH, Words, say
from parlour.server import messages as m
from parlour.server.act import Act, Wish
from parlour.server.bus import News
from parlour.server.clock import not_before
from parlour.server.people import CROWD, Client, People
from parlour.server.racing import Racing
from parlour.server.storage import Answer, Append, Missing, Row, StorageDown, Wait
from parlour.server.telling import Gap, encode, now, race_shown, snapshot
from parlour.server.timer import Timer
from parlour.server.turn import Turn
from parlour.server.waits import waited_for
from parlour.tables import acts
from parlour.tables import entries as e
from parlour.tables.due import Due, next_due
from parlour.tables.errors import Unfit, Unreadable
from parlour.tables.fast import warm
from parlour.tables.saved import restored, saved, to_be_saved
from parlour.tables.shown import RUNNING, Seats
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.hub import Hub

TRIES = 8
UNKNOWN = 2**62
"""The version of news that nobody told: the log has it."""
SLICE_HEARS = 0.02
"""Seconds between the slices of a crowd: what happens meanwhile is told to the next one together."""


class Room:
    """One table in this process."""

    def __init__(self, hub: Hub, id: str) -> None:
        self.hub = hub
        self.id = id
        self.turn = Turn()
        self.table: Table | None = None
        self.people = People(self)
        self.clients = self.people.clients
        self.timer = Timer(self)
        self.racing: Racing | None = None
        self.opener = ""
        """The address that opened the table here."""
        self._slice: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self._unreadable: Unreadable | None = None
        """Why the table cannot be read; it is not tried again while it is held here."""
        self._row: Row | None = None
        self._body = b""
        self._finished = 0
        """How many matches were over when this worker last kept something."""
        self._due: Due | None = None

    # The table and its log.

    async def loaded(self) -> Table:
        """The table as the log has it. Call with the lock held."""
        self.used = time.monotonic()
        if self.table is None:
            self.table = await self._from_store()
            not_before(self.table.updated)
            self._row = None
            self._finished = len(self.table.finished)
            self._warm(self.table)
            self.tell_all(self.table, own=self.hub.alone)
            self.timer.schedule()
            self.people.look_after_absent()
        elif not self.hub.bus.up:
            await self._catch_up(News("", self.id, "kept", UNKNOWN))
            assert self.table is not None
        return self.table

    async def _from_store(self) -> Table:
        """The saved table and what came after it, or the whole log. One that cannot be read is set aside."""
        if self._unreadable is not None:
            raise self._unreadable
        store, find = self.hub.store, self.hub.find
        try:
            if (body := await store.saved(self.id)) is not None:
                try:
                    table = restored(self.id, body, find)
                    for batch in await store.load(self.id, table.version):
                        table.take(e.decoded(batch))
                    return table
                except StorageDown:
                    raise
                except Exception:
                    self.hub.metrics.count("saved_tables_unfit")
            bodies = await store.load(self.id)
            if bodies:
                return Table.rebuilt(self.id, (e.decoded(body) for body in bodies), find)
        except StorageDown:
            raise
        except Exception as wrong:
            if not isinstance(wrong, Missing) or wrong.version > 1:
                self._unreadable = await self.hub.set_aside(self.id, wrong)
                raise self._unreadable from None
        self.hub.let_go(self)
        raise Unfit("no_table", say("There is no table at this link. It may be mistyped."))

    async def found(self, batch: e.Batch) -> None:
        """The first batch of a new table."""

        def first(table: Table) -> e.Batch:
            if table.version:
                raise Unfit("stale", say("The table could not be opened. Try again."))
            return batch

        self.table = table = Table(self.id, self.hub.find)
        await self.act(first)
        self._warm(table)
        self.people.look_after_absent()

    # The way of an act: its turn, its making, the log, the telling, its answer.

    async def act(self, make: Callable[[Table], e.Batch], *, heavy: bool = False) -> int:
        """Let something happen and wait for it. Returns the version; raises what `make` raises.

        What is `heavy` (the physics of a flick) is made by a thread.
        """
        wish = Wish(make, heavy)
        self.do(wish)
        return await wish.done

    def do(self, act: Act) -> None:
        """Let something happen: durable first, then told. At a table that is ready for it this needs no task."""
        if self.turn.taken:
            self.turn.ask(partial(self._begin, act))
        else:
            self.turn.taken = True
            self._begin(act)

    def _begin(self, act: Act) -> None:
        """It has the turn, and keeps it until it is answered."""
        self.used = time.monotonic()
        table = self.table
        if act.is_void():
            self.turn.give()
        elif self.hub.closing:
            self._end(act, StorageDown("The server stops."))
        elif table is None or not self.hub.bus.up or act.is_heavy(table):
            self.hub.spawn(self._prepare(act))
        else:
            self._try(act, table, act.make)

    async def _prepare(self, act: Act, refused: Exception | None = None) -> None:
        """What an act may have to wait for: the table as the log has it, whether another worker was first, a thread."""
        make: Callable[[Table], e.Batch] = act.make
        try:
            if refused is not None and not await self._is_behind():
                raise refused
            act.tries += 1
            if act.tries > TRIES:
                raise Unfit("stale", say("The table is too busy. Try again."))
            table = await self.loaded()
            if act.is_heavy(table):
                made = asyncio.ensure_future(self.hub.world(make, table))
                await asyncio.wait((made,))
                make = lambda _: made.result()  # noqa: E731
        except Exception as wrong:
            self._end(act, wrong)
        except asyncio.CancelledError:
            self.table = None
            self._end(act, StorageDown("The server stops."))
            raise
        else:
            self._try(act, table, make)

    def _try(self, act: Act, table: Table, make: Callable[[Table], e.Batch]) -> None:
        """Let it happen at the table in memory and hand it to the log."""
        try:
            if batch := make(table):
                self._keep(act, table, batch)
                return
            answer: int | Exception = table.version
        except ParlourError as wrong:
            if not self.hub.alone:
                # Before anything is refused: another worker may have kept something that was not heard of yet.
                self.hub.spawn(self._prepare(act, wrong))
                return
            answer = wrong
        except Exception as wrong:
            self.table = None
            answer = wrong
        self._end(act, answer)

    def _keep(self, act: Act, table: Table, batch: e.Batch) -> None:
        table.take(batch)
        row, self._body = self._new_row(table), e.encoded(batch)
        changed = None if row is self._row or row == self._row else row
        self._row = row
        settled = partial(self._settled, act, table)
        self.hub.store.append(Append(self.id, table.version, batch[-1].at, self._body, changed, settled))

    def _settled(self, act: Act, table: Table, kept: Answer) -> None:
        """The log has answered."""
        answer: int | Exception = table.version
        if kept is True:
            try:
                self._after(act, table)
            except Exception as wrong:
                answer = wrong
        else:
            self.table = None
            if kept is False:  # Another worker was first: see what it did and try again.
                self.hub.metrics.count("conflicts")
                self.hub.spawn(self._prepare(act))
                return
            answer = kept
        self._end(act, answer)

    def _after(self, act: Act, table: Table) -> None:
        if not self.hub.alone:
            self.publish("kept", msgspec.Raw(self._body), table.version)
        self.tell_all(table, act)
        if table.shaped_at == table.version:
            self._reshaped(table)
        self.timer.set(self._due)
        if to_be_saved(table):
            self.hub.spawn(self.hub.store.save(self.id, table.version, saved(table)))

    def _end(self, act: Act, answer: int | Exception) -> None:
        try:
            act.ended(answer)
        except Exception as wrong:
            self.hub.fault(wrong)
        self.turn.give()

    async def _is_behind(self) -> bool:
        """Whether another worker kept something that was not heard of yet."""
        kept = await self.hub.store.versions([self.id])
        if self.table is not None and kept.get(self.id, 0) > self.table.version:
            self.table = None
        return self.table is None

    def _warm(self, table: Table) -> None:
        if self.hub.config.compile:
            warm(table.game)
        if table.game.has_world:
            self.hub.prepare(table.game)

    def _new_row(self, table: Table) -> Row:
        due = self._due = next_due(table, self.hub.config.pace)
        known, at = self._row, due.at if due else None
        waits: tuple[Wait, ...] | None = waited_for(table, self.people)
        if known is not None:
            if not waits and not known.waits:
                waits = None
            if table.shaped_at < table.version:
                same = known.due == at and known.waits == waits
                return known if same else msgspec.structs.replace(known, due=at, waits=waits)
        devices = tuple(sorted({seat.device for seat in table.seats if seat.device}))
        return Row(table.game.key, str(table.phase), table.settings.public, at, devices, len(table.finished), waits)

    def _reshaped(self, table: Table) -> None:
        """The table around the game is another: the lobby hears of it, and a match may have ended."""
        if table.settings.public:
            self.hub.lobby.changed()
        if len(table.finished) > self._finished:
            self.hub.club.counting.ended(table)
        self._finished = len(table.finished)

    def publish(self, kind: str, body: msgspec.Raw, version: int = 0) -> None:
        """Tell the other workers, if there are any."""
        if not self.hub.alone:
            self.hub.bus.publish(News(self.hub.worker, self.id, kind, version, body))

    async def heard(self, news: News) -> None:
        """Another worker says something about this table."""
        if news.kind == "kept":
            async with self.turn:
                await self._catch_up(news)
        elif news.kind == "presence":
            self.people.heard(news)
        elif news.kind == "who":
            self.people.publish()
        elif news.kind == "aim":
            self.people.send(bytes(news.body))

    async def _catch_up(self, news: News) -> None:
        """Take what another worker kept: from its news if it is the next batch, else from the log."""
        table = self.table
        if table is None:
            if self.clients:
                await self.loaded()
            return
        if news.version <= table.version:
            return
        try:
            if news.version == table.version + 1 and news.worker:
                batches = [e.decoded(bytes(news.body))]
            else:
                batches = [e.decoded(body) for body in await self.hub.store.load(self.id, table.version)]
            if not batches:
                return
            for batch in batches:
                table.take(batch)
        except StorageDown:
            raise
        except Exception:
            self.hub.metrics.count("reloads")
            self.table = None
            await self.loaded()
            return
        self._row, self._finished = None, len(table.finished)
        self.tell_all(table, own=False)
        self.timer.schedule()

    # Telling.

    def snapshot(self, table: Table, mine: Seats, moves: str = "full", words: Words = ENGLISH) -> m.Snapshot:
        """Everything that the holder of these seats may know now."""
        return snapshot(table, mine, self.people.present(), moves, words)

    def tell_all(self, table: Table, act: Act | None = None, *, own: bool = True) -> None:
        """Tell everybody what is new. A race is announced before the move that opens it, its end told after the move."""
        if not table.game.has_race or (table.gate is None and self.racing is None):
            self.tell(table, act)
            return
        gate, ended = table.gate if table.phase is RUNNING else None, self.racing
        if ended is not None and gate is not None and ended.is_of(gate):
            ended.look(gate)
            self.tell(table, act)
            return
        if ended is not None:
            ended.end()
        self.racing = None if gate is None else Racing(self, gate, own)
        self.tell(table, act)
        if ended is not None and (gate is None or gate.moves != ended.gate.moves):  # Else it is run again.
            ended.tell(table)

    def tell(self, table: Table, act: Act | None = None) -> None:
        """Bring every client up to date; of a crowd those with seats at once, and those who watch one slice after the other."""
        if len(self.clients) <= CROWD:
            self._tell(table, self.clients, act)
            return
        self._tell(table, [client for client in self.clients if client.mine or table.seats_of(client.device)], act)
        if self._slice is None:
            self._slice = asyncio.get_running_loop().call_later(SLICE_HEARS, self._tell_slice)

    def _tell_slice(self) -> None:
        """Some of those who are behind. All that came meanwhile is told to them together."""
        self._slice, table = None, self.table
        if table is None:
            return  # It is told when it is loaded again.
        behind = [client for client in self.clients if client.version < table.told_at]
        self._tell(table, behind[:CROWD])
        if len(behind) > CROWD:
            self._slice = asyncio.get_running_loop().call_later(SLICE_HEARS, self._tell_slice)

    def whose(self) -> tuple[str, bool]:
        """For which address a bot of this table thinks, and whether a person is here who waits for it."""
        found = min((client.address for client in self.clients if client.mine), default=None)
        return (self.opener, False) if found is None else (found, True)

    def _tell(self, table: Table, clients: Iterable[Client], act: Act | None = None) -> None:
        """Bring clients up to date, each with what its seats may know; equal audiences are encoded once. Whose act it is reads
        its id there."""
        gaps: dict[tuple[int, Words], Gap] = {}
        told: dict[tuple[int, Words, str], bytes] = {}
        newest, told_at, moved, at = table, table.told_at, False, now() if table.gate is not None else 0
        gap: Gap | None = None
        whose = None if act is None else act.client
        for client in clients:
            since = client.version
            if since >= told_at:
                continue
            # Nobody sat down or stood up since this client was told: its seats are what they were.
            mine = client.mine if since >= newest.shaped_at else newest.seats_of(client.device)
            if at:
                table = newest.seen_by(mine, at)
                if since >= table.version:
                    continue
            if mine != client.mine:
                moved, since = True, -1
            elif since < table.turned:
                since = -1
            words, moves = client.words, client.moves
            # Those who watch are many who may know the same.
            alike = not mine and client is not whose
            message = told.get((since, words, moves)) if alike else None
            if message is None:
                if since < 0:
                    message = encode(self.snapshot(table, mine, moves, words))
                else:
                    if gap is None or gap.table is not table or gap.since != since or gap.words is not words:
                        gap = gaps.get((since, words))
                        if gap is None or gap.table is not table:
                            gap = gaps[since, words] = Gap(table, since, words)
                    if act is not None and client is whose:
                        message = encode(gap.of(mine, moves, act.id))
                        act.told = True
                    else:
                        message = encode(gap.of(mine, moves))
                if alike:
                    told[since, words, moves] = message
            client.version, client.mine = table.version, mine
            client.send(message)
        if moved:  # who watched sits now, or the other way round
            self.people.tell()

    # Coming and going.

    async def enter(self, client: Client, known: int | None, match: int | None) -> None:
        """A client says hello: it gets the gap or a snapshot, and its seats are no longer absent."""
        async with self.turn:
            table = await self.loaded()
            client.mine = mine = table.seats_of(client.device)
            seen = table.seen_by(mine, now())
            if known is not None and match == seen.match_no and seen.turned <= known <= seen.version:
                client.send(encode(Gap(seen, known, client.words).of(mine, client.moves)))
            else:
                client.send(encode(self.snapshot(seen, mine, client.moves, client.words)))
            client.version = seen.version
            self.clients.add(client)
            if self.racing is not None:
                client.send(encode(race_shown(self.racing.gate)))
        self.people.enter(client)
        if any(table.seats[seat].away is not None or table.seats[seat].stand_in for seat in mine):
            await self.act(lambda t: [x for s in t.seats_of(client.device) for x in acts.came_back(t, now(), s)])

    def leave(self, client: Client) -> None:
        self.used = time.monotonic()
        self.people.leave(client)

    @property
    def is_needed(self) -> bool:
        """Whether somebody is here, something is being done, or a race is on: it goes by this room's time."""
        return bool(self.clients) or self.turn.taken or self.timer.works or self.racing is not None

    def close(self) -> None:
        """Nobody needs this room here. Its table goes at once: room and people know each other, and wait for the collector."""
        self.table, self._row, self._body = None, None, b""
        self.timer.stop()
        if self._slice is not None:
            self._slice.cancel()
        self.people.close()
        if self.racing is not None:
            self.racing.close()

"""A room holds one table while somebody needs it here: its people, its timers, and the way of an act to the log.

The log decides. An act is tried on the table in memory, appended with compare-and-set, and only then told; if another
worker was first, the table is loaded anew and the act tried again; if the database fails, the table is forgotten and the
next one who asks loads what was really kept.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.words import ENGLISH, Words, say
from parlour.server import messages as m
from parlour.server.bus import News
from parlour.server.racing import Racing
from parlour.server.storage import Answer, Append, Row
from parlour.server.turn import Turn
from parlour.tables import acts, redactor
from parlour.tables import entries as e
from parlour.tables.due import Due, next_due, taken_over
from parlour.tables.errors import Unfit
from parlour.tables.fast import warm
from parlour.tables.players import chosen
from parlour.tables.race import Lag
from parlour.tables.saved import EVERY, restored, saved
from parlour.tables.shown import Phase
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.hub import Hub

TRIES = 8
PRESENCE_LASTS = 35

encode = msgspec.json.Encoder().encode


def now() -> int:
    """The server's time in ms since 1970."""
    return int(time.time() * 1000)


class Client(Protocol):
    """A socket, as a room sees it."""

    device: str | None
    words: Words
    moves: str
    version: int
    mine: list[int]
    lag: Lag
    aiming: int | None

    def send(self, message: bytes) -> None: ...


class Room:
    """One table in this process."""

    def __init__(self, hub: Hub, id: str) -> None:
        self.hub = hub
        self.id = id
        self.turn = Turn()
        self.table: Table | None = None
        self.clients: set[Client] = set()
        self.remote: dict[str, tuple[float, list[int], int]] = {}
        self.racing: Racing | None = None
        self.past_racing: Racing | None = None
        self.used = time.monotonic()
        self._row: Row | None = None
        self._body = b""
        self._due: Due | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._away: dict[int, asyncio.TimerHandle] = {}

    # The table and its log.

    async def loaded(self) -> Table:
        """The table as the log has it. Call with the lock held."""
        self.used = time.monotonic()
        if self.table is None:
            self.table = await self._from_store()
            self._row = None
            self._warm(self.table)
            self.follow_race(self.table, [], own=self.hub.alone)
            self.tell(self.table)
            self._schedule()
            self._look_after_absent()
        return self.table

    async def _from_store(self) -> Table:
        """The saved table and what came after it, or the whole log."""
        store, find = self.hub.store, self.hub.find
        if (body := await store.saved(self.id)) is not None:
            try:
                table = restored(self.id, body, find)
                for batch in await store.load(self.id, table.version):
                    table.commit(e.decoded(batch))
                return table
            except (ParlourError, msgspec.DecodeError):
                self.hub.metrics.count("saved_tables_unfit")
        bodies = await store.load(self.id)
        if not bodies:
            self.hub.rooms.pop(self.id, None)
            raise Unfit("no_table", say("There is no table at this link. It may be mistyped."))
        try:
            return Table.rebuilt(self.id, (e.decoded(body) for body in bodies), find)
        except (msgspec.DecodeError, ParlourError) as wrong:
            self.hub.metrics.count("unreadable_tables")
            raise Unfit("no_table", say("This table cannot go on: {wrong}", wrong=wrong.args[0])) from None

    async def found(self, batch: e.Batch) -> None:
        """The first batch of a new table."""
        async with self.turn:
            table = Table(self.id, self.hub.find)
            if not await self._kept(table, batch):
                raise Unfit("stale", say("The table could not be opened. Try again."))
            self.table = table
            self._warm(table)
            self.follow_race(table, batch)
            self._schedule()
            self._look_after_absent()

    async def act(self, make: Callable[[Table], e.Batch], *, heavy: bool = False) -> int:
        """Let something happen: durable first, then told. Returns the version; raises what `make` raises.

        What is `heavy` (the physics of a flick) is made by a thread.
        """
        async with self.turn:
            for _ in range(TRIES):
                table = await self.loaded()
                try:
                    if heavy:
                        batch = await asyncio.get_running_loop().run_in_executor(self.hub.worlds, make, table)
                    else:
                        batch = make(table)
                    if not batch:
                        return table.version
                    kept = await self._kept(table, batch)
                except ParlourError:
                    if await self._is_behind(table):
                        continue
                    raise
                except BaseException:
                    self.table = None
                    raise
                if kept:
                    self._after(table, batch)
                    return table.version
                # Another worker was first: see what it did and try again.
                self.hub.metrics.count("conflicts")
                self.table = None
            raise Unfit("stale", say("The table is too busy. Try again."))

    def at_once(self, make: Callable[[Table], e.Batch], answer: Callable[[int | Exception | None], None]) -> bool:
        """The usual case of `act`, without a task. False, with nothing done: the table is not ready, use `act`.

        `make` makes a batch or raises. `answer` gets the version; None if another worker was first; or what went wrong.
        """
        table = self.table
        if table is None or not self.turn.take():
            return False
        self.used = time.monotonic()

        def settled(kept: Answer) -> None:
            try:
                if kept is True:
                    self._after(table, batch)
                    answer(table.version)
                    return
                self.table = None
                if kept is False:
                    self.hub.metrics.count("conflicts")
                answer(kept or None)
            except Exception as wrong:
                answer(wrong)
            finally:
                self.turn.give()

        try:
            batch = make(table)
            self._keep(table, batch, settled)
        except ParlourError:
            self.turn.give()
            if self.hub.alone:
                raise
            return False  # Before anything is refused `act` looks whether another worker kept something.
        except BaseException:
            self.table = None
            self.turn.give()
            raise
        return True

    def _keep(self, table: Table, batch: e.Batch, answer: Callable[[Answer], None]) -> None:
        """Let the batch happen at the table in memory and hand it to the log."""
        table.commit(batch)
        row, self._body = self._new_row(table), e.encoded(batch)
        changed = None if row == self._row else row
        self._row = row
        self.hub.store.append(Append(self.id, table.version, batch[-1].at, self._body, changed, answer))

    async def _kept(self, table: Table, batch: e.Batch) -> bool:
        """The same, and whether it was kept."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def settled(answer: Answer) -> None:
            if future.done():
                return
            if isinstance(answer, bool):
                future.set_result(answer)
            else:
                future.set_exception(answer)

        self._keep(table, batch, settled)
        return await future

    async def _is_behind(self, table: Table) -> bool:
        """Before anything is refused: whether another worker kept something that was not heard of yet."""
        if self.hub.alone:
            return False
        kept = await self.hub.store.versions([self.id])
        if kept.get(self.id, 0) > table.version:
            self.table = None
        return self.table is None

    def _warm(self, table: Table) -> None:
        if self.hub.config.compile:
            warm(table.game)
        if has_world(table.game):
            self.hub.prepare(table.game)

    def _new_row(self, table: Table) -> Row:
        due = self._due = next_due(table, self.hub.config.pace)
        known, at = self._row, due.at if due else None
        if known is not None and table.shaped_at < table.version:
            return known if known.due == at else msgspec.structs.replace(known, due=at)
        devices = tuple(sorted({seat.device for seat in table.seats if seat.device}))
        return Row(table.game.key, str(table.phase), table.settings.public, at, devices)

    def _after(self, table: Table, batch: e.Batch) -> None:
        # A race is announced before the move that opens it: until it opens nobody is told what it is about.
        self.follow_race(table, batch)
        if not self.hub.alone:
            self.hub.bus.publish(News(self.hub.worker, self.id, "kept", table.version, msgspec.Raw(self._body)))
        self.tell(table)
        self._set_timer(self._due)
        if table.version % EVERY == 0:
            self.hub.spawn(self.hub.store.save(self.id, table.version, saved(table)))

    async def heard(self, news: News) -> None:
        """Another worker says something about this table."""
        if news.kind == "kept":
            async with self.turn:
                await self._catch_up(news)
        elif news.kind == "presence":
            seats, spectators = msgspec.json.decode(news.body, type=tuple[list[int], int])
            self.remote[news.worker] = (time.monotonic(), seats, spectators)
            for seat in seats:
                self._cancel_away(seat)
            self.tell_presence()
        elif news.kind == "who":
            self.publish_presence()
        elif news.kind == "aim":
            self.send_all(bytes(news.body))
        elif news.kind == "race" and self.table is not None:
            self._end_race()
            self.racing = Racing.heard(self, news)
        elif news.kind in ("slap", "raced"):
            for racing in (self.racing, self.past_racing):
                if racing is not None and racing.announced.id == news.version:
                    racing.heard_of(news)

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
            for batch in batches:
                table.commit(batch)
        except (ParlourError, msgspec.DecodeError):
            self.hub.metrics.count("reloads")
            self.table = None
            await self.loaded()
            return
        self._row = None
        self.follow_race(table, [], own=False)
        self.tell(table)
        self._schedule()

    # Telling.

    def snapshot(self, table: Table, device: str | None, moves: str = "full", words: Words = ENGLISH) -> m.Snapshot:
        mine = table.seats_of(device)
        audience: list[int | None] = [*mine] or [None]
        present, spectators = self.present()
        at = now()
        return m.Snapshot(
            version=table.version,
            now=at,
            mine=mine,
            table=redactor.table_shown(table, words),
            sides=[redactor.side(table, seat, offers=moves == "full", words=words) for seat in audience],
            clocks=redactor.clocks_shown(table, at),
            present=present,
            spectators=spectators,
            race=self.racing.announced if self.racing else None,
            flights=redactor.in_the_air(table, at) if mine or redactor.may_watch(table) else [],
        )

    def gap(
        self,
        table: Table,
        mine: list[int],
        moves: str,
        since: int,
        words: Words = ENGLISH,
        known: dict[tuple[int, str], m.Happened] | None = None,
    ) -> m.Happened:
        """What happened after a version, for the seats of one device; `known` holds what is the same for everybody."""
        said = None if known is None else known.get((since, words.code))
        if said is None:
            said = self._for_all(table, since, words)
            if known is not None:
                known[since, words.code] = said
        seen, shaped = since < table.seen_at, since < table.shaped_at
        audience: list[int | None] = [*mine] or [None]
        said = copy(said)
        said.sides = [
            redactor.side(table, seat, since=since, view=seen, offers=moves == "full", words=words) for seat in audience
        ]
        said.mine = mine if shaped else None
        if not mine and not redactor.may_watch(table):
            said.world, said.flights = None, []
        return said

    def _for_all(self, table: Table, since: int, words: Words) -> m.Happened:
        """The part of a gap that is the same for everybody who may watch."""
        seen, shaped = since < table.seen_at, since < table.shaped_at
        return m.Happened(
            version=table.version,
            since=since,
            sides=[],
            table=redactor.table_shown(table, words) if shaped else None,
            clocks=redactor.clocks_shown(table, now(), always=shaped) if seen or shaped else None,
            moves=table.moves if seen else None,
            acting=list(table.acting) if seen else None,
            world=table.world[1] if since < table.world[0] else None,
            flights=redactor.flights(table, since) if table.flights else [],
        )

    def tell(self, table: Table) -> None:
        """Bring every client up to date, each with what its seats may know; equal audiences are encoded once."""
        made: dict[tuple[Any, ...], bytes] = {}
        known: dict[tuple[int, str], m.Happened] = {}
        moved = False
        for client in self.clients:
            if client.version >= table.version:
                continue
            mine = table.seats_of(client.device)
            if self.racing is not None and self.racing.withheld(mine):
                continue
            snapshot = client.version < table.turned or mine != client.mine
            key = (tuple(mine), client.moves, client.words.code, -1 if snapshot else client.version)
            if key not in made:
                said = (
                    self.snapshot(table, client.device, client.moves, client.words)
                    if snapshot
                    else self.gap(table, mine, client.moves, client.version, client.words, known)
                )
                made[key] = encode(said)
            moved = moved or mine != client.mine
            client.version, client.mine = table.version, mine
            client.send(made[key])
        table.forget()
        if moved:  # who watched sits now, or the other way round
            self.publish_presence()
            self.tell_presence()

    def send_all(self, message: bytes, but: Client | None = None) -> None:
        for client in self.clients:
            if client is not but:
                client.send(message)

    # People.

    def present(self) -> tuple[list[int], int]:
        """The seats whose owners are here, at any worker, and how many watch."""
        seats: set[int] = set()
        spectators = 0
        if self.table is not None:
            for client in self.clients:
                mine = self.table.seats_of(client.device)
                seats.update(mine)
                spectators += not mine
        limit = time.monotonic() - PRESENCE_LASTS
        for at, there, watching in self.remote.values():
            if at > limit:
                seats.update(there)
                spectators += watching
        return sorted(seats), spectators

    async def enter(self, client: Client, known: int | None, match: int | None) -> None:
        """A client says hello: it gets the gap or a snapshot, and its seats are no longer absent."""
        async with self.turn:
            table = await self.loaded()
            racing = self.racing
        if racing is not None:
            await racing.opened()
        async with self.turn:
            table = await self.loaded()
            mine = table.seats_of(client.device)
            here = known is not None and match == table.match_no and table.turned <= known <= table.version
            said = (
                self.gap(table, mine, client.moves, known or 0, client.words)
                if here
                else self.snapshot(table, client.device, client.moves, client.words)
            )
            client.version, client.mine = table.version, mine
            client.send(encode(said))
            self.clients.add(client)
        for seat in mine:
            self._cancel_away(seat)
        self.publish_presence()
        self.tell_presence()
        if any(table.seats[seat].away is not None or table.seats[seat].stand_in for seat in mine):
            await self.act(lambda t: [x for s in t.seats_of(client.device) for x in acts.came_back(t, now(), s)])

    def aimed(self, client: Client, seat: int, aim: dict[str, float] | None) -> None:
        """Show the others, at any worker, where a seat aims, or that it no longer does. Nothing of it is kept."""
        client.aiming = None if aim is None else seat
        message = encode(m.Aimed(seat, aim))
        self.send_all(message, but=client)
        self.hub.bus.publish(News(self.hub.worker, self.id, "aim", body=msgspec.Raw(message)))

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        if client.aiming is not None:
            self.aimed(client, client.aiming, None)
        self.used = time.monotonic()
        self.publish_presence()
        self.tell_presence()
        self._look_after_absent()

    def tell_presence(self) -> None:
        present, spectators = self.present()
        self.send_all(encode(m.Presence(present, spectators)))

    def publish_presence(self) -> None:
        if self.table is None:
            return
        seats = sorted({seat for client in self.clients for seat in self.table.seats_of(client.device)})
        watching = sum(not self.table.seats_of(client.device) for client in self.clients)
        body = msgspec.Raw(encode((seats, watching)))
        self.hub.bus.publish(News(self.hub.worker, self.id, "presence", body=body))

    def _look_after_absent(self) -> None:
        """Whoever has a seat in a running match and is not here is absent after a moment of grace."""
        table = self.table
        if table is None or table.phase is not Phase.RUNNING:
            return
        present, _ = self.present()
        for seat in table.persons():
            if seat not in present and table.seats[seat].away is None and seat not in self._away:
                loop = asyncio.get_running_loop()
                self._away[seat] = loop.call_later(self.hub.config.away_grace, self._is_away, seat)

    def _cancel_away(self, seat: int) -> None:
        if handle := self._away.pop(seat, None):
            handle.cancel()

    def _is_away(self, seat: int) -> None:
        self._away.pop(seat, None)

        def gone(table: Table) -> e.Batch:
            return [] if seat in self.present()[0] else acts.went_away(table, now(), seat)

        self.hub.spawn(self.act(gone))

    # Time.

    def _schedule(self) -> None:
        self._set_timer(None if self.table is None else next_due(self.table, self.hub.config.pace))

    def _set_timer(self, due: Due | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is None:
            return
        if due.what == "race" and self.racing is not None:
            return
        wait = max(0, due.at - now()) / 1000
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(wait, lambda: self.hub.spawn(self._come_due(due)))

    def wake(self) -> None:
        """See to it that what is due happens."""
        if self._timer is None:
            self._schedule()

    @property
    def timed(self) -> bool:
        return self._timer is not None

    async def _come_due(self, due: Due) -> None:
        """Do what is due, unless something happened meanwhile."""
        async with self.turn:
            table = await self.loaded()
            if next_due(table, self.hub.config.pace) != due:
                self._schedule()
                return
            version, game, match, moves = table.version, table.game, table.match, table.moves
            assert match is not None
            state, level = match.state, table.seats[due.seat].level or table.settings.stand_in
        if due.what == "race":
            self.follow_race(table, [], anew=True)
            return
        if due.what in ("clock", "absent"):
            make: Callable[[Table], e.Batch] = lambda t: taken_over(t, due, now()) if t.version == version else []  # noqa: E731
            await self.act(make, heavy=has_world(game))
            return
        if due.what == "forced":
            number = table.legal(due.seat)[0]
        elif not await self._is_mine(table):
            return
        else:
            loop = asyncio.get_running_loop()
            self.hub.metrics.count("bot_thoughts")
            number = await loop.run_in_executor(self.hub.pool, chosen, game, state, due.seat, level)

        def move(t: Table) -> e.Batch:
            if t.moves != moves or t.match is not match or t.phase is not Phase.RUNNING:
                return []
            return acts.play(t, now(), due.seat, number, bot=due.what == "bot")

        await self.act(move, heavy=game.takes_world(number))
        self.hub.metrics.count("bot_moves")
        if not self.timed:
            self._schedule()

    async def _is_mine(self, table: Table) -> bool:
        """Whether this worker is to think for the bot. Another one that has begun gets its time; should it die, we go on."""
        if self.hub.alone:
            return True
        turn, at = (table.match_no << 20) + table.moves, now()
        if await self.hub.store.claim(self.id, turn, self.hub.worker, at, at + self.hub.config.claim):
            return True
        if self._timer is not None:
            self._timer.cancel()
        again = self.hub.config.claim / 1000
        self._timer = asyncio.get_running_loop().call_later(again, self._schedule)
        return False

    def follow_race(self, table: Table, batch: e.Batch, *, own: bool = True, anew: bool = False) -> None:
        """Open, keep or close the race that the table is in. Another worker's race is that worker's to open."""
        open_now = table.match is not None and table.phase is Phase.RUNNING and table.game.race(table.match._state)
        if not open_now:
            self._end_race()
            return
        slapped = any(isinstance(entry, e.Moved) and entry.race for entry in batch)
        if own and (self.racing is None or anew or slapped):
            self._end_race()
            mover = next((entry.seat for entry in reversed(batch) if isinstance(entry, e.Moved)), None)
            self.racing = Racing(self, table, open_now, mover)

    def _end_race(self) -> None:
        """The slappers may still wait for the result."""
        if self.racing is not None:
            self.racing.end()
            self.racing, self.past_racing = None, self.racing

    def close(self) -> None:
        for handle in [self._timer, *self._away.values()]:
            if handle is not None:
                handle.cancel()
        if self.racing is not None:
            self.racing.end()


def has_world(game: Game) -> bool:
    """Whether a move of the game may take the world (physics) to carry out, so that a thread should do it."""
    return type(game).world is not Game.world

"""All rooms of one worker, and what they share: the store, the bus, threads for bots, counters, and the sweeper."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import secrets
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from parlour import __version__
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.registry import games
from parlour.core.words import say
from parlour.server.archive import Archive, find_game
from parlour.server.beside import Beside
from parlour.server.bus import News, SoleBus, bus_at
from parlour.server.clock import not_before
from parlour.server.club import Club
from parlour.server.club.bell import CHANNEL as BELL
from parlour.server.config import Config
from parlour.server.cup.desk import Desk
from parlour.server.devices import Devices
from parlour.server.fair import Fair
from parlour.server.journal import Journal
from parlour.server.limits import Budgets
from parlour.server.lobby import CHANNEL, Lobby
from parlour.server.metrics import Metrics
from parlour.server.reviews import Reviews
from parlour.server.room import Room
from parlour.server.storage import Append, OtherSchema, StorageDown, Store, resolve, store_at
from parlour.server.telling import now
from parlour.tables.errors import Unfit, Unreadable
from parlour.tables.fast import prepare

OVERDUE = 3000
"""Milliseconds that a table is left to the worker that holds it before another one takes care of it."""
MOST_AT_ONCE = 200
STUCK, LOST = 15, 120
"""Seconds without an answer of the database after which the server is not well, and after which this worker gives up."""
LAST_RESORT = 10.0
"""Seconds that a worker which gives up has to stop in order."""
NICE = 5
"""How much less than moves the thoughts of bots are worth to the system, where it knows threads."""
PROBE = b'["' + b"-" * 6000 + b'"]'
"""What a look at the server's health writes: more than a move needs."""
PROBED = "~"
"""The table of such looks; no link leads to it."""
HEALTH_LASTS = 1.0
BUSLESS = 0.5
"""Seconds between looks at the log while there is no bus."""
SLICE, REST = 200, 0.05
"""Batches of a table that are deleted at once, and the seconds between."""
PRESENCE = 2.0
"""Seconds until all workers have said who is with them."""
SKIPPED = 600
"""Seconds."""
PATIENCE = 60
"""Seconds that a worker waits for the database when it starts."""


class Hub:
    """One worker."""

    def __init__(self, config: Config, store: Store | None = None) -> None:
        self.config = config
        self.worker = secrets.token_hex(8)
        self.store = store or store_at(config.database)
        self.bus = bus_at(config.bus)
        self.alone = isinstance(self.bus, SoleBus)
        self.metrics = Metrics()
        self.journal = Journal(
            self.worker, lines=config.logs, sentences=config.terminal and not config.logs, count=self.metrics.count
        )
        self.thinkers = Fair(config.bot_threads, "parlour-bot", nice=NICE)
        self.readers = Fair(1, "parlour-reader", most=40)
        self.worlds = ThreadPoolExecutor(2, "parlour-world")
        self.aside = ThreadPoolExecutor(1, "parlour-aside")
        self.beside = Beside()
        self.budgets = Budgets(config.limits)
        self.guests: Counter[str] = Counter()
        """Sockets by address."""
        self.prefix = ""
        """What the ids of new tables begin with."""
        self._prepared: set[str] = set()
        self.rooms: dict[str, Room] = {}
        self.devices = Devices(self.store)
        self.signer = b""
        """The secret that signs records."""
        self.lobby = Lobby(self)
        self.sockets: set[Any] = set()
        self.find = find_game
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.mark = _mark()
        self.archive = Archive(self)
        self.reviews = Reviews(self)
        self.club = Club(self)
        self.cups = Desk(self)
        self._waking = asyncio.Semaphore(8)
        self._wakes: set[str] = set()
        self._skipped: dict[str, float] = {}
        """Tables that cannot be read while the database cannot be told so."""
        self._look_now = asyncio.Event()
        self._health: tuple[float, str | None] = (0.0, None)
        self._looking: asyncio.Task[str | None] | None = None

    async def open(self) -> None:
        games()  # All are imported before there are threads that could do it at the same time.
        self.journal.listen()
        await self._open_store()
        await self.devices.open()
        self.signer = await self.store.secret("records")
        await self.bus.open(self.worker, self.heard, self._bus_turned)
        await self.store.look_again(self.mark)
        not_before(await self.store.newest())
        await self.bus.listen(CHANNEL)
        await self.bus.listen(BELL)
        self.spawn(self._watch())
        self.spawn(self.archive.run())
        self.spawn(self.reviews.run())
        self.spawn(self.club.counting.run())
        self.spawn(self.club.reach.run())
        self.spawn(self.cups.run())
        self.spawn(self._retain())
        self.spawn(self._sweep())
        if not self.alone:
            self.spawn(self._follow())
        # What is here now stays: it need not be looked at again and again. Tables and messages make few cycles.
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        # The thread that commits waits no longer than this for the interpreter.
        sys.setswitchinterval(0.001)
        self.journal.note("open", database=type(self.store).__name__, bus=bool(self.config.bus))

    async def close(self) -> None:
        """Stop. The web server has closed every socket before (code 1012: come back)."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            room.close()
        if self.store.lives():
            await self.archive.finish()
        for fair in (self.thinkers, self.readers):
            fair.shutdown()
        self.beside.close()
        self.reviews.close()
        for pool in (self.worlds, self.aside):
            pool.shutdown(wait=False, cancel_futures=True)
        await self.bus.close()
        await self.store.close()
        self.journal.note("closed")

    async def _open_store(self) -> None:
        """Open the database; one that is not there yet is waited for."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                await self.store.open()
                return
            except OtherSchema:
                raise
            except StorageDown as down:
                if time.monotonic() > until:
                    raise
                self.journal.warn("storage", f"{down} Trying again.")
                await asyncio.sleep(0.5)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside; what goes wrong is counted and logged, never lost."""
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # It may have been cancelled before it began.
        return task

    async def _guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except StorageDown:
            self.metrics.count("storage_failures")
        except ParlourError as wrong:
            self.metrics.count("refused_by_itself")
            self.journal.note("refused", kind=type(wrong).__name__)
        except Exception as wrong:
            self.fault(wrong)

    def fault(self, wrong: BaseException, where: str = "") -> None:
        """Something that must not happen: counted and logged."""
        self.journal.fault(wrong, where)

    # Health.

    async def health(self) -> str | None:
        """What keeps this server from keeping moves, None if nothing does: it writes one, the way a move is written."""
        at, why = self._health
        changed = (why is None) != (self.store.trouble is None)
        if self._looking is None and (changed or time.monotonic() > at + HEALTH_LASTS):
            self._looking = asyncio.ensure_future(self._look())
        if self._looking is not None:
            with suppress(TimeoutError):
                return await asyncio.wait_for(asyncio.shield(self._looking), STUCK / 3)
            waits = self.store.waits()
            return f"The database has not answered for {waits:.0f} seconds." if waits else "The database does not answer."
        return why

    async def _look(self) -> str | None:
        why = None
        try:
            future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            version = secrets.randbelow(2**31)
            self.store.append(Append(PROBED, version, now(), PROBE, None, partial(resolve, future)))
            await future
            await self.store.wipe(PROBED, version, now() - 60_000)
        except StorageDown as down:
            why = str(down)
        except Exception as wrong:
            self.fault(wrong, "health")
            why = "Something is wrong with this worker."
        self._health, self._looking = (time.monotonic(), why), None
        return why

    async def _watch(self) -> None:
        """See that the database takes what it is given; tell the host if it does not, and when it does again."""
        while True:
            await asyncio.sleep(1)
            waits, trouble = self.store.waits(), self.store.trouble
            if not self.store.lives() or waits > LOST:
                self.go_down("Nothing is written any more: this worker stops, so that it can be started afresh.")
            elif trouble is not None or waits > STUCK:
                why = trouble or f"it has not answered for {waits:.0f} seconds"
                self.journal.warn(
                    "storage", f"Nothing can be written: {why}. Players are told; play goes on by itself when it is better."
                )
            else:
                self.journal.relieve("storage", "The database takes moves again.")

    def go_down(self, why: str) -> None:
        """End this worker, loudly. Its players come back to another one, or to the same when it is started again."""
        if not self.closing:
            self.closing = True
            self.journal.warn("down", why)
            # A worker that cannot even stop in order is ended all the same.
            end = threading.Timer(LAST_RESORT, os._exit, (70,))
            end.daemon = True
            end.start()
            signal.raise_signal(signal.SIGTERM)

    async def room(self, id: str) -> Room:
        """The room of a table; the table itself is loaded by whoever takes the room's lock."""
        if id in self.rooms:
            self.rooms[id].used = time.monotonic()
        else:
            self.rooms[id] = Room(self, id)
            await self.bus.listen(id)
            self.bus.publish(News(self.worker, id, "who"))
        return self.rooms[id]

    def let_go(self, room: Room) -> None:
        """Nobody needs this room."""
        room.close()
        if self.rooms.pop(room.id, None) is not None:
            self.bus.forget(room.id)

    async def set_aside(self, id: str, wrong: Exception) -> Unreadable:
        """A table cannot be read: nothing here wakes it any more. Returns what its people are told."""
        self.metrics.count("unreadable_tables")
        if isinstance(wrong, msgspec.DecodeError):
            why = say("its log was written by a newer Parlour, or it was damaged.")
        elif isinstance(wrong, ParlourError):
            why = wrong.args[0]
        else:
            why = say("its log does not fit the rules.")
            self.fault(wrong, "table")
        self.journal.warn("unreadable", f"Table {id[:6]}… is set aside: {why}", table=id[:6], kind=type(wrong).__name__)
        try:
            await self.store.set_aside(id, self.mark)
        except StorageDown:
            self._skipped[id] = time.monotonic()
        return Unreadable(why)

    async def world(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do what takes the physics of a game; a thread does it."""
        return await asyncio.get_running_loop().run_in_executor(self.worlds, work, *given)

    def prepare(self, game: Game) -> None:
        """Get the physics of a game ready, once, before somebody needs it."""
        if game.key not in self._prepared:
            self._prepared.add(game.key)
            for _ in range(2):
                self.worlds.submit(prepare, game)

    async def heard(self, news: News) -> None:
        if news.table == CHANNEL:
            self.lobby.changed(heard=True)
        elif news.table == BELL:
            self.club.bell.heard(news)
        elif news.table in self.rooms:
            await self._guarded(self.rooms[news.table].heard(news))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.config.sweep)
            await self._look_around()

    async def _look_around(self) -> None:
        """Now and then: wake tables that are due and held by nobody, and let go of those that nobody needs."""
        with suppress(StorageDown):
            at_work = sum(room.timer.runs for room in self.rooms.values())
            for id in await self.store.due(now() - OVERDUE, MOST_AT_ONCE + at_work + len(self._skipped)):
                if id not in self.rooms or not self.rooms[id].timer.runs:
                    self._wake(id)
            for room in list(self.rooms.values()):
                if room.table is None and room.clients and not room.turn.taken:
                    # The database failed in the middle of something: its people wait for what was really kept.
                    self._wake(room.id)
        for room in list(self.rooms.values()):
            if time.monotonic() - room.used > self.config.idle and not room.is_needed:
                self.let_go(room)
        self.beside.rest()
        for id, since in list(self._skipped.items()):
            if time.monotonic() > since + SKIPPED:
                del self._skipped[id]

    async def _retain(self) -> None:
        """Delete tables that nobody has touched for a long time, a little at a time."""
        while True:
            await asyncio.sleep(self.config.retain)
            with suppress(StorageDown):
                keep = self.config.keep
                await self._clear(
                    ("waiting",), min(self.config.keep_waiting, self.config.keep_waiting if keep is None else keep)
                )
                if keep is not None:
                    await self._clear(("over", "running", "paused"), keep)

    async def _clear(self, phases: tuple[str, ...], days: float) -> None:
        # By the clock of the machine too: one that was wrong for a while is no reason to delete anything.
        before = min(now(), round(time.time() * 1000)) - round(days * 86_400_000)
        while found := [id for id in await self.store.old(phases, before, MOST_AT_ONCE) if id not in self.rooms]:
            for id in found:
                while not await self.store.delete(id, SLICE):
                    await asyncio.sleep(REST)
                self.metrics.count("tables_deleted")
                await asyncio.sleep(REST)

    def _bus_turned(self) -> None:
        """News may have been lost: look at once what was kept, and ask who is where."""
        self._look_now.set()
        if self.bus.up:
            self.journal.relieve("bus", "The bus is back.")
            loop = asyncio.get_running_loop()
            for id, room in self.rooms.items():
                self.bus.publish(News(self.worker, id, "who"))
                loop.call_later(PRESENCE, room.people.look_after_absent)

    async def _follow(self) -> None:
        """With other workers: renew presence, and find what they kept if their news was lost; often while there is no bus."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look_now.wait(), self.config.recheck if self.bus.up else BUSLESS)
            self._look_now.clear()
            if not self.bus.up:
                self.journal.warn("bus", "The bus does not answer: the workers hear of each other by the database alone.")
            held = [room for room in self.rooms.values() if room.clients or room.table is not None]
            for room in held:
                room.people.publish()
            with suppress(StorageDown):
                kept = await self.store.versions([room.id for room in held])
                for room in held:
                    if (room.table is None and room.clients) or (room.table and kept.get(room.id, 0) > room.table.version):
                        await self._guarded(room.heard(News("", room.id, "kept", kept.get(room.id, 0) + 1)))
                    room.people.look_who_is_here()

    def _wake(self, id: str) -> None:
        """Load a table and see to what is due there, unless that is being done."""
        if id not in self._wakes and id not in self._skipped:
            self._wakes.add(id)
            self.spawn(self._woken(id)).add_done_callback(lambda _: self._wakes.discard(id))

    async def _woken(self, id: str) -> None:
        async with self._waking:  # Those whom people ask for come in between.
            room = await self.room(id)
            async with room.turn:
                try:
                    await room.loaded()
                except Unreadable:
                    if not room.clients:
                        self.let_go(room)
                except Unfit:
                    await self.store.set_aside(id, self.mark)  # No table at all, though it is said to be due.
                else:
                    room.timer.wake()

    def text(self) -> str:
        held = sum(room.table is not None for room in self.rooms.values())
        return self.metrics.text({"tables": held, "sockets": len(self.sockets), "tasks": len(self._tasks), "bus": self.bus.up})


def _mark() -> str:
    """What this Parlour can read: another one may read what this one cannot."""
    known = [__version__, *(f"{game.key} {game.version}" for game in games())]
    return hashlib.sha256(" ".join(known).encode()).hexdigest()[:16]

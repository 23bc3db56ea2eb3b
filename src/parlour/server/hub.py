"""All rooms of one worker, and what they share: the store, the bus, threads for bots, counters, and the sweeper."""

from __future__ import annotations

import asyncio
import gc
import json
import secrets
import sys
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.registry import game as find_game
from parlour.core.registry import games
from parlour.server.bus import News, SoleBus, bus_at
from parlour.server.config import Config
from parlour.server.devices import Devices
from parlour.server.limits import Buckets
from parlour.server.metrics import Metrics
from parlour.server.room import Room
from parlour.server.storage import StorageDown, store_at
from parlour.server.telling import now
from parlour.tables.fast import prepare

OVERDUE = 3000
"""Milliseconds that a table is left to the worker that holds it before another one takes care of it."""
MOST_AT_ONCE = 200


@cache
def known_game(key: str) -> Game:
    """A game, looked up once: finding one reads folders."""
    return find_game(key)


class Hub:
    """One worker."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.worker = secrets.token_hex(8)
        self.store = store_at(config.database)
        self.bus = bus_at(config.bus)
        self.alone = isinstance(self.bus, SoleBus)
        self.metrics = Metrics()
        self.pool = ThreadPoolExecutor(config.bot_threads, "parlour-bot")
        self.worlds = ThreadPoolExecutor(2, "parlour-world")
        self.aside = ThreadPoolExecutor(1, "parlour-aside")
        self.tries = Buckets(config.limits.practice, config.limits.practice_burst)
        self._prepared: set[str] = set()
        self.rooms: dict[str, Room] = {}
        self.devices = Devices(self.store)
        self.sockets: set[Any] = set()
        self.find = known_game
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    async def open(self) -> None:
        games()  # All are imported before there are threads that could do it at the same time.
        await self.store.open()
        await self.devices.open()
        await self.bus.open(self.worker, self.heard)
        self.spawn(self._sweep())
        if not self.alone:
            self.spawn(self._follow())
        # What is here now stays: it need not be looked at again and again. Tables and messages make few cycles.
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        # The thread that commits waits no longer than this for the interpreter.
        sys.setswitchinterval(0.001)
        self.log("open", database=type(self.store).__name__, bus=bool(self.config.bus))

    async def close(self) -> None:
        """Stop. The web server has closed every socket before (code 1012: come back)."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            room.close()
        for pool in (self.pool, self.worlds, self.aside):
            pool.shutdown(wait=False, cancel_futures=True)
        await self.bus.close()
        await self.store.close()
        self.log("closed")

    def log(self, what: str, **facts: Any) -> None:
        """One JSON line a thing, on standard error. Never a token, a seed, a hand or anybody's words."""
        if self.config.logs:
            print(json.dumps({"at": now(), "worker": self.worker[:6], "what": what, **facts}), file=sys.stderr, flush=True)

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
            self.log("refused", kind=type(wrong).__name__)
        except Exception as wrong:
            self.fault(wrong)

    def fault(self, wrong: Exception) -> None:
        """Something that must not happen: counted and logged."""
        self.metrics.count("faults")
        self.log("fault", kind=type(wrong).__name__, where=_where(wrong))

    async def room(self, id: str) -> Room:
        """The room of a table; the table itself is loaded by whoever takes the room's lock."""
        if id not in self.rooms:
            self.rooms[id] = Room(self, id)
            await self.bus.listen(id)
            self.bus.publish(News(self.worker, id, "who"))
        return self.rooms[id]

    def prepare(self, game: Game) -> None:
        """Get the physics of a game ready, once, before somebody needs it."""
        if game.key not in self._prepared:
            self._prepared.add(game.key)
            for _ in range(2):
                self.worlds.submit(prepare, game)

    async def heard(self, news: News) -> None:
        if news.table in self.rooms:
            await self._guarded(self.rooms[news.table].heard(news))

    async def _sweep(self) -> None:
        """Now and then: wake tables that are due and held by nobody, and let go of those that nobody needs."""
        while True:
            await asyncio.sleep(self.config.sweep)
            with suppress(StorageDown):
                for id in await self.store.due(now() - OVERDUE, MOST_AT_ONCE):
                    if id not in self.rooms or not self.rooms[id].timer.runs:
                        self.spawn(self._wake(id))
                for room in list(self.rooms.values()):
                    if room.table is None and room.clients and not room.turn.taken:
                        # The database failed in the middle of something: its people wait for what was really kept.
                        self.spawn(self._wake(room.id))
            for room in list(self.rooms.values()):
                idle = time.monotonic() - room.used > self.config.idle
                if idle and not room.clients and not room.turn.taken:
                    room.close()
                    del self.rooms[room.id]
                    await self.bus.forget(room.id)

    async def _follow(self) -> None:
        """With other workers: renew presence, and find what they kept if their news was lost."""
        while True:
            await asyncio.sleep(self.config.recheck)
            watched = [room for room in self.rooms.values() if room.clients]
            for room in watched:
                room.people.publish()
            with suppress(StorageDown):
                kept = await self.store.versions([room.id for room in watched])
                for room in watched:
                    if room.table is None or kept.get(room.id, 0) > room.table.version:
                        await self._guarded(room.heard(News("", room.id, "kept", kept.get(room.id, 0) + 1)))

    async def _wake(self, id: str) -> None:
        room = await self.room(id)
        async with room.turn:
            await room.loaded()
            room.timer.wake()

    def text(self) -> str:
        held = sum(room.table is not None for room in self.rooms.values())
        return self.metrics.text({"tables": held, "sockets": len(self.sockets), "tasks": len(self._tasks)})


def _where(wrong: BaseException) -> str:
    trace = wrong.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace is not None else ""

"""Word between workers: "this table has a new version", who is present, slaps in a race. Never the truth, only news."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

import msgspec

Heard = Callable[["News"], Awaitable[None]]

CHANNEL = "parlour:"
PATIENCE = 2.0
"""Seconds that Redis may take for anything."""
AGAIN = 0.5
"""Seconds between two tries to reach it."""
MOST_NEWS = 10_000
"""What waits to be published; of more the oldest is dropped."""


class News(msgspec.Struct, omit_defaults=True):
    """One piece of news about a table. `worker` is who says it; nobody hears its own."""

    worker: str
    table: str
    kind: str
    version: int = 0
    body: msgspec.Raw = msgspec.Raw(b"null")


class Bus(Protocol):
    """`up` says whether news go through now; while they do not, the database alone tells what others did. Whoever opens it is
    told when that turns."""

    up: bool

    async def open(self, worker: str, heard: Heard, turned: Callable[[], None]) -> None: ...
    async def close(self) -> None: ...
    def publish(self, news: News) -> None: ...
    async def listen(self, table: str) -> None: ...
    def forget(self, table: str) -> None: ...


class SoleBus:
    """One process: there is nobody to tell."""

    up = True

    async def open(self, worker: str, heard: Heard, turned: Callable[[], None]) -> None: ...
    async def close(self) -> None: ...
    def publish(self, news: News) -> None: ...
    async def listen(self, table: str) -> None: ...
    def forget(self, table: str) -> None: ...


class RedisBus:
    """A channel for each table. What is published in one turn of the loop goes out in one pipeline.

    Nobody ever waits for Redis and nothing fails with it: which channels are wanted is kept here, and one task brings the
    subscriptions up to date, after every loss from the beginning.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.up = False
        self._out: deque[tuple[str, bytes]] = deque(maxlen=MOST_NEWS)
        self._wanted: set[str] = set()
        self._have: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._wake, self._changed, self._listening = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def open(self, worker: str, heard: Heard, turned: Callable[[], None]) -> None:
        from redis.asyncio import Redis

        self._worker, self._heard, self._turned = worker, heard, turned
        self._redis: Any = Redis.from_url(self.address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._keep_up())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._redis.aclose()

    def publish(self, news: News) -> None:
        if self.up:  # Otherwise it would be old when it arrives, and is found in the log.
            self._out.append((CHANNEL + news.table, msgspec.json.encode(news)))
            self._wake.set()

    async def listen(self, table: str) -> None:
        """Returns when what others publish from now on will be heard, if anything is."""
        self._wanted.add(CHANNEL + table)
        self._changed.set()
        while self.up and CHANNEL + table in self._wanted and CHANNEL + table not in self._have:
            self._listening.clear()
            await self._listening.wait()

    def forget(self, table: str) -> None:
        self._wanted.discard(CHANNEL + table)
        self._changed.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            out = list(self._out)
            self._out.clear()
            # News that is lost is found again: rooms look at the log by themselves now and then.
            with suppress(Exception):
                pipeline = self._redis.pipeline(transaction=False)
                for channel, body in out:
                    pipeline.publish(channel, body)
                await pipeline.execute()

    async def _keep_up(self) -> None:
        """Listen, and after every loss begin again."""
        while True:
            channel = self._redis.pubsub(ignore_subscribe_messages=True)
            with suppress(Exception):
                await channel.subscribe(CHANNEL, *self._wanted)
                self._have = {CHANNEL, *self._wanted}
                self.up = True
                self._turned()
                await self._both(self._receive(channel), self._follow(channel), self._beat())
            if self.up:
                self.up = False
                self._turned()
            self._listening.set()
            with suppress(Exception):
                await channel.aclose()
            await asyncio.sleep(AGAIN)

    @staticmethod
    async def _both(*works: Coroutine[Any, Any, None]) -> None:
        """Until one of them fails."""
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, channel: Any) -> None:
        """Subscribe to what is wanted and no longer to what is not."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted = {CHANNEL, *self._wanted}
            if more := wanted - self._have:
                await channel.subscribe(*more)
            if less := self._have - wanted:
                await channel.unsubscribe(*less)
            self._have = wanted
            self._listening.set()

    async def _beat(self) -> None:
        """A Redis that hangs is as good as gone."""
        while True:
            await asyncio.sleep(PATIENCE)
            await self._redis.ping()

    async def _receive(self, channel: Any) -> None:
        decode = msgspec.json.Decoder(News).decode
        while True:
            message = await channel.get_message(timeout=30)
            if message is None or message["type"] != "message":
                continue
            try:
                news = decode(message["data"])
            except msgspec.DecodeError:
                continue
            if news.worker != self._worker:
                await self._heard(news)


def bus_at(address: str | None) -> Bus:
    return RedisBus(address) if address else SoleBus()

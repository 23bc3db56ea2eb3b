"""Word between workers: "this table has a new version", who is present, slaps in a race. Never the truth, only news."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

import msgspec

Heard = Callable[["News"], Awaitable[None]]


class News(msgspec.Struct, omit_defaults=True):
    """One piece of news about a table. `worker` is who says it; nobody hears its own."""

    worker: str
    table: str
    kind: str
    version: int = 0
    body: msgspec.Raw = msgspec.Raw(b"null")


class Bus(Protocol):
    async def open(self, worker: str, heard: Heard) -> None: ...
    async def close(self) -> None: ...
    def publish(self, news: News) -> None: ...
    async def listen(self, table: str) -> None: ...
    async def forget(self, table: str) -> None: ...


class SoleBus:
    """One process: there is nobody to tell."""

    async def open(self, worker: str, heard: Heard) -> None: ...
    async def close(self) -> None: ...
    def publish(self, news: News) -> None: ...
    async def listen(self, table: str) -> None: ...
    async def forget(self, table: str) -> None: ...


class RedisBus:
    """A channel for each table. What is published in one turn of the loop goes out in one pipeline."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._out: list[tuple[str, bytes]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._wake = asyncio.Event()

    async def open(self, worker: str, heard: Heard) -> None:
        from redis.asyncio import Redis

        self._worker, self._heard = worker, heard
        self._redis: Any = Redis.from_url(self.address)
        await self._redis.ping()
        self._channel: Any = self._redis.pubsub(ignore_subscribe_messages=True)
        await self._channel.subscribe("parlour")
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        with suppress(Exception):
            await self._channel.aclose()
            await self._redis.aclose()

    def publish(self, news: News) -> None:
        self._out.append((f"parlour:{news.table}", msgspec.json.encode(news)))
        self._wake.set()

    async def listen(self, table: str) -> None:
        with suppress(OSError):
            await self._channel.subscribe(f"parlour:{table}")

    async def forget(self, table: str) -> None:
        with suppress(OSError):
            await self._channel.unsubscribe(f"parlour:{table}")

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            await self._wake.wait()
            self._wake.clear()
            out, self._out = self._out, []
            pipeline = self._redis.pipeline(transaction=False)
            for channel, body in out:
                pipeline.publish(channel, body)
            # News that is lost is found again: rooms look at the log by themselves now and then.
            with suppress(RedisError, OSError):
                await pipeline.execute()

    async def _receive(self) -> None:
        from redis.exceptions import RedisError

        decode = msgspec.json.Decoder(News).decode
        while True:
            try:
                message = await self._channel.get_message(timeout=30)
                if message is None or message["type"] != "message":
                    continue
                news = decode(message["data"])
            except (RedisError, OSError):
                await asyncio.sleep(0.5)
                continue
            except msgspec.DecodeError:
                continue
            if news.worker != self._worker:
                await self._heard(news)


def bus_at(address: str | None) -> Bus:
    return RedisBus(address) if address else SoleBus()

"""A real server in its own process, real sockets, and people who play over them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
import pytest

from parlour.client import Client, Link
from parlour.core.errors import ParlourError
from parlour.server import messages as m
from parlour.server.config import VARIABLE, Config, Limits
from parlour.tables.due import Pace
from parlour.tables.shown import Settings

QUICK = Pace(bot=(0, 5), step=5)
GENEROUS = Limits.wide()
CALM = Settings()
SOAK = bool(os.environ.get("PARLOUR_SOAK"))
PATIENCE = 90
"""Seconds that anybody waits for one thing: many programs may want this machine."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A server process that can be killed and started again over the same data."""

    def __init__(self, config: Config, port: int | None = None, workers: int = 1) -> None:
        self.config, self.port, self.workers = config, port or free_port(), workers
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> Served:
        environment = os.environ | {VARIABLE: msgspec.json.encode(self.config).decode()}
        command = [sys.executable, "-m", "parlour.server.run", "127.0.0.1", str(self.port), str(self.workers)]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE if not wait else None)
        if wait:
            self.wait()
        return self

    def wait(self, seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                with urlopen(self.address + "/health", timeout=2):
                    return
            except (URLError, OSError):
                assert self.process is not None
                if self.process.poll() is not None:
                    raise AssertionError("the server stopped before it answered") from None
                time.sleep(0.03)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """kill -9: no goodbye, nothing flushed."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def metrics(self) -> dict[str, float]:
        with urlopen(self.address + "/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line and line[0] != "#"}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that do not harm it."""
    path = tmp_path_factory.mktemp("served") / "tables.db"
    server = Served(Config(str(path), pace=QUICK, limits=GENEROUS, away_grace=0.2, logs=False)).start()
    yield server
    server.stop()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start servers of a test's own; they are stopped afterwards."""
    started: list[Served] = []

    def begin(**settings: Any) -> Served:
        port, workers = settings.pop("port", None), settings.pop("workers", 1)
        known = {"database": str(tmp_path / "tables.db"), "pace": QUICK, "limits": GENEROUS, "away_grace": 0.2, "logs": False}
        server = Served(Config(**(known | settings)), port, workers)
        started.append(server)
        return server.start()

    yield begin
    for server in started:
        server.stop()


class Party:
    """Some people, each with a device of their own, at one table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.stack = AsyncExitStack()
        self.table = ""
        self.clients: list[Client] = []
        self.links: list[Link] = []

    async def __aenter__(self) -> Party:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stack.aclose()

    async def device(self) -> Client:
        client = await Client(self.address).__aenter__()
        self.clients.append(client)
        return client

    async def sit_down(
        self,
        game: str,
        people: int = 2,
        bots: int = 0,
        settings: Settings = CALM,
        start: bool = True,
        elsewhere: str | None = None,
        **more: Any,
    ) -> list[Link]:
        """The first person opens the table, the others join by its link, `elsewhere` at another worker; the host starts."""
        host = await self.device()
        seats = [m.SeatWish("mine", name="Ada"), *["open"] * (people - 1), *["bot"] * bots]
        self.table = await host.create(game, seats, settings=settings, **more)
        self.links.append(await self.link(host))
        self.address = elsewhere or self.address
        for name in ("Bea", "Cem", "Dee", "Eli")[: people - 1]:
            client = await self.device()
            await client.join(self.table, name)
            self.links.append(await self.link(client))
        if start:
            await self.links[0].send(m.Start())
            for link in self.links:
                await link.until(lambda link=link: link.table.phase == "running")
        return self.links

    async def link(self, client: Client, **more: Any) -> Link:
        return await self.stack.enter_async_context(client.sit(self.table, **({"patience": PATIENCE} | more)))


async def play_on(link: Link, moves: int | None = None, pick: Callable[[list[int]], int] = lambda legal: legal[-1]) -> int:
    """Play this device's seats until the match is over, or so many moves; returns how many were made."""
    made = 0
    while (moves is None or made < moves) and await link.my_turn():
        seat = next(seat for seat in link.mine if link.legal(seat))
        await link.play(pick(link.legal(seat)), seat)
        made += 1
        safe = max(ack.version for ack in link.acks.values())
        await link.until(lambda safe=safe: (link.version or 0) >= safe)
    return made


async def play_together(links: list[Link], moves: int) -> None:
    """So many moves in turn, by whoever is to act."""
    for _ in range(moves):
        newest = max(link.version or 0 for link in links)
        for link in links:
            await link.until(lambda link=link, newest=newest: (link.version or 0) >= newest)
        before = links[0].moves
        await links[0].until(lambda: bool(links[0].acting) or links[0].over)
        if links[0].over:
            return
        link = next(link for link in links if set(link.mine) & set(links[0].acting))
        await link.my_turn()
        seat = next(seat for seat in link.mine if link.legal(seat))
        await link.play(link.legal(seat)[-1], seat)
        for other in links:
            await other.until(lambda other=other, before=before: other.moves > before)


def run(test: Any) -> None:
    """Run a coroutine test; none may hang for ever."""
    asyncio.run(asyncio.wait_for(test, 4 * PATIENCE if not SOAK else 4 * 3600))


async def fails(call: Any) -> ParlourError:
    """The error that a call ends with."""
    try:
        await call
    except ParlourError as wrong:
        return wrong
    raise AssertionError("nothing was refused")

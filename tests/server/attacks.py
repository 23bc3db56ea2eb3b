"""Somebody at one address who wants everything: many tables, much chat, many replays. Bounded, and against this machine alone.

python tests/server/attacks.py 300    # so many honest moves under each attack and as many in quiet, in turn; fails if it hurts
python tests/server/attacks.py 300 replays masters    # these alone
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
from server_kit import PATIENCE, Party, Served, play_on
from websockets.asyncio.client import connect

from parlour.client import Client, Link
from parlour.server import messages as m
from parlour.server.config import Config
from parlour.tables.shown import Settings

BAD = "127.0.0.2"
ATTACKS = (
    ("30 spectators who talk", "chat", 30),
    ("100 spectators who talk", "chat", 100),
    ("150 replays at once", "replays", 150),
    ("150 tables of Masters", "masters", 150),
    ("reviews, one after the other", "reviews", 6),
)
ROUNDS, WARM, BEGINS = 3, 10, 4.0
BOUND = 3.0
"""Under every attack the slowest of a hundred moves may take so many times as long as in quiet."""
BOUNDS = {"reviews": 1.5}
"""What is no attack may cost less."""


class Stranger:
    """A device at another address of this machine."""

    def __init__(self, port: int, address: str = BAD) -> None:
        self.port, self.address, self.token = port, address, ""

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120, source_address=(self.address, 0))
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.token}"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            got = connection.getresponse()
            return got.status, got.read()
        finally:
            connection.close()

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        return await asyncio.to_thread(self.ask, method, path, body)

    async def device(self) -> Stranger:
        status, body = await self.call("POST", "/api/devices")
        assert status == 201, body
        self.token = json.loads(body)["token"]
        return self

    async def socket(self, table: str, **more: object) -> object:
        address = f"ws://127.0.0.1:{self.port}/api/socket"
        line = await connect(
            address, compression=None, max_size=None, max_queue=None, close_timeout=1, local_addr=(self.address, 0)
        )
        await line.send(msgspec.json.encode(m.Hello(table, token=self.token or None, **more)).decode())  # type: ignore[arg-type]
        return line


async def masters(stranger: Stranger, tables: int) -> list[int]:
    """Open so many tables of Masters alone, as fast as it goes. Returns the answers."""
    seats = [{"kind": "bot", "level": "master"}, {"kind": "bot", "level": "master"}]
    answers = []
    for _ in range(tables):
        status, _ = await stranger.call("POST", "/api/tables", {"game": "doce", "seats": seats, "start": True})
        answers.append(status)
    return answers


@asynccontextmanager
async def chatter(stranger: Stranger, table: str, spectators: int, pause: float = 0.05) -> AsyncIterator[list[object]]:
    """So many spectators at somebody's table who never stop talking."""
    lines = [await stranger.socket(table, name=f"S{number}") for number in range(spectators)]

    async def talk(line: object) -> None:
        while True:
            await line.send('{"type":"say","text":"' + "la " * 80 + '"}')  # type: ignore[attr-defined]
            await asyncio.sleep(pause)

    async def hear(line: object) -> None:
        async for _ in line:  # type: ignore[attr-defined]
            pass

    tasks = [asyncio.create_task(work(line)) for line in lines for work in (talk, hear)]
    try:
        yield lines
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for line in lines:
            await line.close()  # type: ignore[attr-defined]


async def replays(stranger: Stranger, path: str, count: int) -> list[int]:
    """Ask for so many replays at once."""
    return [status for status, _ in await asyncio.gather(*(stranger.call("GET", path) for _ in range(count)))]


async def to_review(address: str, count: int) -> str:
    """The paths of the reviews of so many matches that are over, in one word."""
    paths, chance = [], random.Random(1)
    for _ in range(count):
        async with Party(address) as party:
            links = await party.sit_down("dokitto", 4)
            await asyncio.gather(*(play_on(link, pick=chance.choice) for link in links))
            paths.append(f"/api/tables/{party.table}/matches/1/review")
    return ",".join(paths)


async def reviews(stranger: Stranger, paths: str) -> int:
    """Ask for all of them; how many are made."""
    answers = [json.loads((await stranger.call("GET", path))[1]) for path in paths.split(",")]
    return sum(bool(answer.get("review")) for answer in answers)


class Honest:
    """A table of two people, and one of a person against a bot."""

    def __init__(self, party: Party, links: list[Link], one: Link) -> None:
        self.party, self.links, self.one = party, links, one
        self.moves: list[float] = []
        self.bots: list[float] = []

    async def play(self, moves: int, bots: int = 8, pause: float = 0.04) -> None:
        """So many moves of the two, and so many answers of the bot meanwhile."""
        bot = asyncio.create_task(self._bot(bots))
        await self._people(moves, pause)
        await bot

    async def _people(self, moves: int, pause: float) -> None:
        for _ in range(moves):
            link = next(link for link in self.links if link.mine and link.mine[0] in link.acting)
            await link.my_turn()
            began = time.perf_counter()
            await link.play(link.legal()[0])
            self.moves.append(time.perf_counter() - began)
            before = link.moves
            for other in self.links:
                await other.until(lambda other=other, before=before: other.moves >= before)
            if link.over:
                return
            await asyncio.sleep(pause)

    async def _bot(self, moves: int) -> None:
        one = self.one
        for _ in range(moves):
            if not await one.my_turn(PATIENCE):
                return
            await one.play(one.legal()[0])
            began = time.perf_counter()
            if not await one.my_turn(PATIENCE):
                return
            self.bots.append(time.perf_counter() - began)


@asynccontextmanager
async def honest(address: str) -> AsyncIterator[Honest]:
    async with Party(address) as party, AsyncExitStack() as stack:
        links = await party.sit_down("westvan", settings=Settings(undo=False))
        client = await Client(address).__aenter__()
        wishes: list[str | m.SeatWish] = ["mine", m.SeatWish("bot", level="casual")]
        table = await client.create("doce", wishes, start=True)
        one = await stack.enter_async_context(client.sit(table, patience=120))
        yield Honest(party, links, one)


def p(part: float, times: list[float]) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def finished(address: str) -> str:
    """The path of the replay of a match."""
    async with Party(address) as party:
        links = await party.sit_down("doce")
        await asyncio.gather(*(play_on(link) for link in links))
        return f"/api/tables/{party.table}/matches/1/replay"


async def attack(kind: str, port: int, where: str, count: int) -> None:
    """The other side, in a process of its own: it goes on until it is ended."""
    stranger = await Stranger(port).device()
    if kind == "chat":
        async with chatter(stranger, where, count):
            await asyncio.sleep(600)
    while True:
        if kind == "reviews":
            print(f"   {kind}: {await reviews(stranger, where)} of {count} made", flush=True)
            await asyncio.sleep(1)
            continue
        answers = await (replays(stranger, where, count) if kind == "replays" else masters(stranger, count))
        print(f"   {kind}: {sum(answer < 300 for answer in answers)} done, {answers.count(429)} refused", flush=True)
        await asyncio.sleep(1)


async def measured(kind: str, count: int, moves: int, attacked: bool) -> Honest:
    """Honest people at a fresh server, in peace or under an attack: so many moves. What came before is the same for both."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Config(str(Path(folder) / "tables.db"), logs=False, compile=True)).start()
        try:
            path = await finished(server.address) if kind == "replays" else ""
            path = await to_review(server.address, count) if kind == "reviews" else path
            async with honest(server.address) as people:
                await people.play(WARM, bots=1)
                people.moves.clear()
                people.bots.clear()
                bad = None
                if attacked:
                    command = [sys.executable, "-u", __file__, "attack", kind, str(server.port)]
                    bad = await asyncio.create_subprocess_exec(*command, path or people.party.table, str(count))
                    await asyncio.sleep(BEGINS)
                try:
                    await people.play(moves)
                finally:
                    if bad is not None and bad.returncode is None:
                        bad.terminate()
                        await bad.wait()
                return people
        finally:
            server.stop()


async def main(moves: int, kinds: list[str]) -> bool:
    """Each attack beside a quiet time, in turn, so that what else the machine does weighs on both. True: all within bounds."""
    fine = True
    for name, kind, count in (attack for attack in ATTACKS if not kinds or attack[1] in kinds):
        quiet, under, ratios = [], [], []
        for _ in range(ROUNDS):
            calm, busy = [await measured(kind, count, max(20, moves // ROUNDS), attacked) for attacked in (False, True)]
            quiet.append(calm)
            under.append(busy)
            ratios.append(p(0.99, busy.moves) / p(0.99, calm.moves))
        for who, people in (("quiet", quiet), (name, under)):
            times, bots = [t for one in people for t in one.moves], [t for one in people for t in one.bots]
            print(
                f"{who:24} moves p50 {1000 * p(0.5, times):6.1f} p99 {1000 * p(0.99, times):6.1f} ms ({len(times)})"
                f"   bot p50 {p(0.5, bots):5.2f} most {max(bots):5.2f} s ({len(bots)})   load {os.getloadavg()[0]:.1f}"
            )
        ratio = statistics.median(ratios)
        fine = fine and ratio <= BOUNDS.get(kind, BOUND)
        print(f"   p99 of moves is {ratio:.1f}x of quiet ({', '.join(f'{one:.1f}' for one in ratios)})", flush=True)
    return fine


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        asyncio.run(attack(sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5])))
        sys.exit()
    os.environ.pop("PARLOUR_BOTS", None)
    sys.exit(not asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2:])))

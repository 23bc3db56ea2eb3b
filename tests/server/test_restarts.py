"""PostgreSQL and Redis are restarted under load, files are locked and disks fail: the writer is not to be killed."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import asyncpg
import pytest
from redis.asyncio import Redis as AsyncRedis
from server_kit import CALM, GENEROUS, PATIENCE, QUICK, SOAK, Party, Served, fails, play_together, run
from services import Postgres, Redis
from test_faults import KILLS, Acked, keep_playing

from parlour.client import Client
from parlour.server import messages as m
from parlour.server.config import Config
from parlour.server.storage import Append, StorageDown
from parlour.server.storage.postgres import PostgresStore
from parlour.tables import entries as e

RESTARTS = KILLS if SOAK else 3
TABLES = 8 if SOAK else 4
MOVES = 12
"""Moves that are made between two restarts."""


@pytest.fixture
def club(postgres: Postgres, redis: Redis) -> Iterator[list[Served]]:
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=0.5, sweep=0.3, logs=False)
    workers = [Served(config).start(), Served(config).start()]
    yield workers
    for worker in workers:
        worker.stop()


async def logged(address: str) -> dict[str, list[e.Batch]]:
    """All logs of a PostgreSQL."""
    connection = await asyncpg.connect(address)
    rows = await connection.fetch("SELECT table_id, version, body FROM entries WHERE table_id <> '~' ORDER BY 1, 2")
    await connection.close()
    logs: dict[str, list[e.Batch]] = {}
    for table, version, body in rows:
        logs.setdefault(table, []).append(e.decoded(body))
        assert version == len(logs[table]), "a version is missing"
    return logs


def test_no_restart_of_the_database_bus_or_a_worker_loses_or_doubles_a_move(club, postgres, redis):
    """In the soak two hundred of them, in any order."""
    acked = Acked()
    rng = random.Random(3)

    def restart_postgres() -> None:
        postgres.stop(rng.choice(["immediate", "fast"]))
        time.sleep(rng.uniform(0, 0.5))
        postgres.start()

    def restart_redis() -> None:
        redis.stop()
        time.sleep(rng.uniform(0, 0.5))
        redis.start()

    def kill_worker() -> None:
        worker = rng.choice(club)
        worker.kill()
        worker.start()

    async def test():
        parties, players = [], []
        for number in range(TABLES):
            party = Party(club[number % 2].address)
            parties.append(party)
            links = await party.sit_down(("doce", "dokitto")[number // 2 % 2])
            for seat, link in enumerate(links):
                if seat == 1:
                    await link.close()
                    party.clients[1].port = club[1 - number % 2].port
                    link = party.links[1] = await party.link(party.clients[1])
                link.patience = 4 * 3600
                players.append(asyncio.create_task(keep_playing(link, acked, random.Random(10 * number + seat))))
        others = [restart_postgres, restart_postgres, restart_redis, kill_worker] if SOAK else [restart_postgres]
        for _ in range(RESTARTS):
            enough = acked.count() + MOVES
            end = time.monotonic() + PATIENCE
            while acked.count() < enough:
                await asyncio.sleep(0.02)
                assert not [task.exception() for task in players if task.done()]
                assert time.monotonic() < end, "the tables stand still"
            await asyncio.sleep(rng.uniform(0, 0.2))
            await asyncio.to_thread(rng.choice(others))
        for party in parties:
            before = max(link.version or 0 for link in party.links)
            goes_on = party.links[0].until(lambda party=party, before=before: (party.links[0].version or 0) > before + 3)
            await asyncio.wait_for(goes_on, PATIENCE)
        acked.stop = True
        await asyncio.sleep(0.5)
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for party in parties:
            await party.stack.aclose()
        for worker in club:
            async with Client(worker.address) as client:
                assert (await client.call("GET", "/health"))["status"] == "ok"
        acked.check(await logged(postgres.address))
        assert acked.count() >= MOVES * RESTARTS

    run(test())


class Store:
    """A store of a test, and what became of its appends."""

    def __init__(self, address: str) -> None:
        self.store = PostgresStore(address)

    async def append(self, table: str, version: int, body: bytes = b"[]") -> object:
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.store.append(Append(table, version, 5, body, None, future.set_result))
        return await future


def with_store(postgres: Postgres, work: Callable[[Store], Any]) -> None:
    async def test():
        store = Store(postgres.address)
        await store.store.open()
        try:
            await work(store)
        finally:
            await store.store.close()

    run(test())


@pytest.mark.parametrize("wrong", [asyncpg.InternalClientError("lost the thread"), KeyError("a mistake"), OSError(5, "EIO")])
def test_any_error_of_the_writer_is_tried_again_and_ends_nothing(postgres, monkeypatch, wrong):
    async def work(store: Store) -> None:
        whole, failures = PostgresStore._together, [wrong, wrong]

        async def fail_first(self, appends, again):
            if failures:
                raise failures.pop()
            return await whole(self, appends, again)

        monkeypatch.setattr(PostgresStore, "_together", fail_first)
        table = f"tried again {type(wrong).__name__}"
        assert await store.append(table, 1) is True
        assert not failures
        assert await store.append(table, 2) is True
        assert store.store.lives()

    with_store(postgres, work)


def test_a_commit_that_nobody_heard_of_is_recognised_and_not_taken_for_anothers(postgres, monkeypatch):
    async def work(store: Store) -> None:
        whole, failures = PostgresStore._together, [OSError("the answer is lost")]

        async def commit_and_fail(self, appends, again):
            kept = await whole(self, appends, again)
            if failures:
                raise failures.pop()
            return kept

        monkeypatch.setattr(PostgresStore, "_together", commit_and_fail)
        assert await store.append("unheard", 1, b'["ours"]') is True
        assert await store.append("unheard", 1, b'["another"]') is False
        failures.append(OSError("again"))
        assert await store.append("unheard", 1, b'["another"]') is False
        assert await store.store.load("unheard") == [b'["ours"]']

    with_store(postgres, work)


def test_one_append_that_cannot_be_said_does_not_cost_the_others(postgres):
    async def work(store: Store) -> None:
        answers = await asyncio.gather(
            store.append("fine", 1), store.append("bad \0 name", 1), store.append("too late", 2**40), store.append("fine", 2)
        )
        assert [isinstance(answer, StorageDown) for answer in answers] == [False, True, True, False]
        assert await store.append("fine", 3) is True

    with_store(postgres, work)


def test_a_database_file_that_another_program_has_locked_is_told_and_play_goes_on_by_itself(serve):
    server = serve(sweep=0.3)

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce", settings=CALM)
            await play_together([ada, bea], 2)
            link = ada if ada.legal() else bea
            move, heard = link.legal()[-1], bea.version if link is ada else ada.version
            backup = sqlite3.connect(server.config.database, isolation_level=None)
            backup.execute("BEGIN IMMEDIATE")
            told = await fails(link.play(move, id="locked"))
            assert told.code == "storage"
            assert "Nothing is lost" in str(told)
            health = await fails(party.clients[0].call("GET", "/health"))
            assert health.status == 503
            assert (bea if link is ada else ada).version == heard  # nothing is told that is not kept
            backup.execute("ROLLBACK")
            backup.close()
            assert not (await link.play(move, id="locked")).again
            await play_together([ada, bea], 2)
            assert (await party.clients[0].call("GET", "/health"))["status"] == "ok"

    run(test())


def test_without_redis_everything_works_by_the_database_alone_and_heals_when_it_is_back(postgres):
    """It is not there when the workers start, comes, hangs, goes, and comes back."""
    redis = Redis()
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=600, sweep=0.3, logs=False)
    workers = [Served(config).start(), Served(config).start()]

    async def test():
        async def play(moves: int) -> None:
            """Ada opens a table at one worker, Bea joins it at the other, and both play; a bot of the table too."""
            async with Party(workers[0].address) as party:
                host = await party.device()
                party.table = await host.create("doce", [m.SeatWish("mine", name="Ada"), "open"], settings=CALM)
                party.links.append(await party.link(host))
                party.address = workers[1].address
                guest = await party.device()
                await guest.join(party.table, "Bea")
                party.links.append(await party.link(guest))
                await party.links[0].send(m.Start())
                for link in party.links:
                    await link.until(lambda link=link: link.table.phase == "running")
                await play_together(party.links, moves)
                assert (await guest.show(party.table)).table.moves == (await host.show(party.table)).table.moves == moves
                for worker in workers:
                    assert (await fails(Client(worker.address).show("no-such-table-" + "x" * 8))).code == "no_table"

        try:
            await play(2)
            await asyncio.to_thread(redis.start)
            for worker in workers:
                while worker.metrics()["parlour_bus"] < 1:
                    await asyncio.sleep(0.1)
            await play(2)
            redis.process.send_signal(signal.SIGSTOP)
            await play(2)
            redis.process.send_signal(signal.SIGCONT)
            await asyncio.to_thread(redis.stop)
            async with Party(workers[0].address) as party:
                ada, bea = await party.sit_down("doce")
                await bea.close()
                party.clients[1].port = workers[1].port
                bea = await party.link(party.clients[1])
                await asyncio.to_thread(redis.start)
                for worker in workers:
                    while worker.metrics()["parlour_bus"] < 1:
                        await asyncio.sleep(0.1)
                # The subscriptions are there again: nobody here looks at the log by itself within ten minutes.
                await play_together([ada, bea], 4)
                asked = Client(f"http://127.0.0.1:{workers[1].port}")
                assert (await asked.show(party.table)).table.moves == ada.moves
        finally:
            redis.process.send_signal(signal.SIGCONT)
            await asyncio.to_thread(redis.stop)
            for worker in workers:
                worker.stop()

    run(test())


def test_nobody_listens_to_the_channels_of_tables_that_do_not_exist(club, redis):
    async def test():
        async with Client(club[0].address) as client:
            for number in range(5):
                await fails(client.show(f"no-such-table-{number:08}"))
            table = await client.create("doce", ["mine", "open"])
            line = AsyncRedis.from_url(redis.address)
            while b"parlour:" + table.encode() not in (channels := await line.pubsub_channels()):
                await asyncio.sleep(0.05)
            assert not [channel for channel in channels if b"no-such-table" in channel]
            await line.aclose()

    run(test())

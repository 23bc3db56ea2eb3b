"""Servers that die, disks that fill up: no acknowledged move is lost and every table goes on by itself."""

from __future__ import annotations

import asyncio
import inspect
import random
import resource
import sqlite3
import time

from server_kit import CALM, PATIENCE, SOAK, Party, fails, play_together, run

import parlour
from parlour.client import Client, Link, LinkLost
from parlour.core.record import Record
from parlour.server import messages as m
from parlour.server.config import Config
from parlour.server.hub import Hub
from parlour.tables import entries as e
from parlour.tables.due import Pace
from parlour.tables.table import Table

KILLS = 200 if SOAK else 4
TABLES = 12 if SOAK else 6
MOVES = 20
"""Moves that are made between two kills."""


def logged(path: str) -> dict[str, list[e.Batch]]:
    """All logs of a database."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT table_id, version, body FROM entries ORDER BY table_id, version").fetchall()
    connection.close()
    logs: dict[str, list[e.Batch]] = {}
    for table, version, body in rows:
        logs.setdefault(table, []).append(e.decoded(body))
        assert version == len(logs[table]), "a version is missing"
    return logs


class Acked(dict[str, dict[str, int]]):
    """The acknowledged moves of every table, each with its version."""

    stop = False
    """Nobody plays on."""

    def count(self) -> int:
        return sum(map(len, self.values()))

    def check(self, logs: dict[str, list[e.Batch]]) -> None:
        """Each is in the log, where it was said to be and nowhere else."""
        for table, moves in self.items():
            for id, version in moves.items():
                assert [entry.id for entry in logs[table][version - 1] if isinstance(entry, e.Moved)] == [id]
            ids = [entry.id for batch in logs[table] for entry in batch if isinstance(entry, e.Moved)]
            assert len(ids) == len(set(ids)), "a move was made twice"
            Table.rebuilt(table, logs[table], parlour.game)


async def keep_playing(link: Link, acked: Acked, rng: random.Random) -> None:
    """Play, remember every acknowledged move, and want a rematch for ever."""
    mine = acked.setdefault(link.id, {})
    while not acked.stop:
        try:
            if not await link.my_turn():
                await link.send(m.Rematch(link.mine[0]))
                match = link.match
                await asyncio.sleep(0.05)
                if link.match == match:
                    continue
            elif moves := link.legal():
                ack = await link.play(rng.choice(moves), again=0.3)
                mine[ack.id] = ack.version
                await link.until(lambda ack=ack: (link.version or 0) >= ack.version)
        except LinkLost:
            raise
        except parlour.ParlourError:
            await asyncio.sleep(0.01)


def test_kill_9_under_load_loses_no_acknowledged_move_and_every_table_resumes(serve):
    server = serve()
    acked = Acked()

    async def test():
        parties = []
        players: list[asyncio.Task[None]] = []
        for number in range(TABLES):
            party = Party(server.address)
            parties.append(party)
            links = await party.sit_down(("doce", "dokitto")[number % 2])
            for seat, link in enumerate(links):
                link.patience = 10 * PATIENCE
                players.append(asyncio.create_task(keep_playing(link, acked, random.Random(10 * number + seat))))
        rng = random.Random(7)
        for _ in range(KILLS):
            enough = acked.count() + MOVES
            while acked.count() < enough:
                await asyncio.sleep(0.02)
                assert not [task.exception() for task in players if task.done()]
            await asyncio.sleep(rng.uniform(0, 0.3))
            server.kill()
            await asyncio.to_thread(server.start)
        before = {party.table: max(link.version or 0 for link in party.links) for party in parties}
        for party in parties:
            await party.links[0].until(lambda party=party: (party.links[0].version or 0) > before[party.table] + 3)
        acked.stop = True
        await asyncio.sleep(0.5)
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for party in parties:
            await party.stack.aclose()

    run(test())
    server.stop()
    acked.check(logged(server.config.database))
    assert acked.count() >= MOVES * KILLS


def test_a_bots_move_that_was_due_when_the_server_died_is_made_after_the_restart_though_nobody_watches(serve):
    server = serve(pace=Pace(bot=(1500, 1500)), sweep=0.2)

    async def begin() -> str:
        async with Client(server.address) as client:
            return await client.create("doce", ["mine", "bot"], options={"first": 1}, start=True)

    table = asyncio.run(begin())
    server.kill()
    server.start()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        moved = [entry for batch in logged(server.config.database)[table] for entry in batch if isinstance(entry, e.Moved)]
        if moved:
            break
        time.sleep(0.1)
    assert moved
    assert all(entry.bot for entry in moved)


def test_a_full_disk_is_told_to_the_players_nothing_is_half_written_and_play_goes_on_when_there_is_room(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce", settings=CALM)
            await play_together([ada, bea], 3)
            kept = logged(server.config.database)[party.table]
            assert server.process is not None
            wide = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, wide[1]))
            link = ada if ada.legal() else bea
            move = link.legal()[-1]
            told = await fails(link.play(move, id="full"))
            assert told.code == "storage"
            assert "Nothing is lost" in str(told)
            health = await fails(party.clients[0].call("GET", "/health"))
            assert health.status == 503
            refused = await fails(party.clients[0].create("doce", ["mine", "bot"]))
            assert (refused.status, refused.code) == (503, "storage")
            assert logged(server.config.database)[party.table] == kept
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, wide)
            ack = await link.play(move, id="full")
            assert not ack.again
            assert len(logged(server.config.database)[party.table]) == len(kept) + 1
            for one in (ada, bea):
                await one.until(lambda one=one: (one.version or 0) >= ack.version)
            await play_together([ada, bea], 3)
            assert await party.clients[0].call("GET", "/health")

    run(test())


def test_clients_come_back_by_themselves_when_the_server_is_restarted_and_need_only_the_gap(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce")
            await play_together([ada, bea], 2)
            await asyncio.to_thread(server.stop)
            assert ada._socket is None
            await asyncio.to_thread(server.start)
            await play_together([ada, bea], 2)
            assert ada.snapshots == 2  # one at the table's door, one with the deal; the gap needed none

    run(test())


def test_a_log_that_was_tampered_with_is_refused_with_a_sentence_and_others_play_on(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce")
            await play_together([ada, bea], 2)
            for link in (ada, bea):
                await link.close()
            server.kill()
            with sqlite3.connect(server.config.database) as connection:
                moved = "WHERE CAST(body AS TEXT) LIKE '%moved%'"
                connection.execute(f"UPDATE entries SET body = replace(body, 'check', 'chekc') {moved}")
                connection.execute("UPDATE entries SET body = CAST(body AS BLOB)")
            connection.close()
            await asyncio.to_thread(server.start)
            broken = await fails(party.clients[0].show(party.table))
            assert broken.status == 410
            assert "cannot go on" in str(broken)
            other = await party.clients[0].create("doce", ["mine", "bot"], start=True)
            assert (await party.clients[0].show(other)).mine == [0]

    run(test())


def test_a_long_table_is_loaded_from_its_saved_copy_and_from_the_log_alike(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce")
            await play_together([ada, bea], 75)
            views = ada.views[0], bea.views[1]
            shown = (await party.clients[0].show(party.table)).sides
            with sqlite3.connect(server.config.database) as connection:
                (kept,) = connection.execute("SELECT version FROM saved WHERE table_id = ?", (party.table,)).fetchone()
            assert kept == 64
            server.kill()
            await asyncio.to_thread(server.start)
            assert (await party.clients[0].show(party.table)).sides == shown
            assert "parlour_saved_tables_unfit_total" not in server.metrics()
            connection.execute("UPDATE saved SET body = zeroblob(100)")
            connection.commit()
            connection.close()
            server.kill()
            await asyncio.to_thread(server.start)
            assert (await party.clients[0].show(party.table)).sides == shown
            assert server.metrics()["parlour_saved_tables_unfit_total"] == 1
            assert views == (ada.views[0], bea.views[1])

    run(test())


def test_records_of_interrupted_matches_verify(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("dokitto")
            for _ in range(2):
                await play_together([ada, bea], 9)
                server.kill()
                await asyncio.to_thread(server.start)
            while not ada.over:
                await play_together([ada, bea], 5)
            record = Record.parse(await party.clients[0].record(party.table))
            assert list(record.verify(parlour.game)) == []

    run(test())


def test_what_was_about_to_begin_when_the_server_stops_is_let_go():
    async def test():
        hub, begun = Hub(Config(logs=False)), []

        async def work():
            begun.append(True)

        about_to_begin = work()
        task = hub.spawn(about_to_begin)
        await hub.close()
        await asyncio.wait([task])
        assert not begun
        assert inspect.getcoroutinestate(about_to_begin) == inspect.CORO_CLOSED

    run(test())

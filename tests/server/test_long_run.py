"""What wears a server down in the long run: old tables, a clock that is set back, callers who never say what they want."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import socket
import sqlite3
import time
import weakref

import msgspec
import pytest
from server_kit import GENEROUS, PATIENCE, QUICK, SOAK, Party, fails, play_on, play_together, run

from parlour.client import Client
from parlour.core.match import Match
from parlour.lab.bench.server import resident
from parlour.server import clock
from parlour.server import messages as m
from parlour.server.clock import not_before, now
from parlour.server.config import Config
from parlour.server.hub import Hub
from parlour.server.socket import Socket
from parlour.tables import acts
from parlour.tables.due import Pace
from parlour.tables.shown import Settings
from parlour.tables.table import Table

DAY = 86_400_000
HALVES = b"GET /", b"POST /api/devices HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"


def test_time_never_goes_back_and_catches_up_slowly(monkeypatch):
    wall, steady = [1000.0], [50.0]
    monkeypatch.setattr(clock.time, "time_ns", lambda: int(wall[0] * 1_000_000_000))
    monkeypatch.setattr(clock.time, "monotonic", lambda: steady[0])
    monkeypatch.setattr(clock, "_last", 0)
    monkeypatch.setattr(clock, "_since", None)
    assert now() == 1_000_000
    wall[0], steady[0] = 400.0, 51.0  # ten minutes back, a second later
    assert now() == 1_000_000
    wall[0], steady[0] = 500.0, 151.0
    assert now() == 1_095_000
    wall[0] = 2000.0
    assert now() == 2_000_000
    not_before(2_500_000)
    assert now() == 2_500_000
    not_before(1)
    assert now() == 2_500_000


def test_a_bot_moves_after_a_restart_though_the_clock_was_set_back_by_an_hour(serve):
    server = serve(pace=Pace(bot=(1000, 1000)), sweep=0.2)

    async def begin() -> str:
        async with Client(server.address) as client:
            return await client.create("doce", ["mine", "bot"], options={"first": 1}, start=True)

    table = asyncio.run(begin())
    server.kill()
    # The same as a clock that is set back: everything happened an hour later than now.
    with sqlite3.connect(server.config.database) as connection:
        ((body,),) = connection.execute("SELECT body FROM entries WHERE table_id = ? AND version = 1", (table,)).fetchall()
        entries = msgspec.json.decode(body)
        for entry in entries:
            entry["at"] += DAY // 24
        connection.execute("UPDATE entries SET at = at + ?, body = ?", (DAY // 24, msgspec.json.encode(entries)))
        connection.execute("UPDATE tables SET updated = updated + ?, due = due + ?", (DAY // 24, DAY // 24))
    connection.close()
    server.start()
    end = time.monotonic() + PATIENCE
    while server.metrics().get("parlour_bot_moves_total", 0) < 1:
        assert time.monotonic() < end
        time.sleep(0.1)


def test_old_tables_are_deleted_and_what_was_touched_lately_stays(serve):
    server = serve(keep=30, retain=0.3)

    async def begin() -> list[str]:
        async with Party(server.address) as party:
            links = await party.sit_down("dokitto")
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)
            finished = party.table
        async with Party(server.address) as party:
            await play_together(await party.sit_down("doce"), 3)
            running = party.table
        async with Client(server.address) as client:
            return [finished, running, *[await client.create("doce", ["mine", "open"]) for _ in range(3)]]

    finished, running, waiting, waited, lately = asyncio.run(begin())
    server.stop()
    with sqlite3.connect(server.config.database) as connection:
        for id, days in ((finished, 31), (running, 29), (waiting, 15), (waited, 13), (lately, 0)):
            connection.execute("UPDATE entries SET at = at - ? WHERE table_id = ?", (days * DAY, id))
        # What the row says is older than the log: the log counts.
        connection.execute("UPDATE tables SET updated = updated - ?", (100 * DAY,))
    server.start()

    async def test():
        async with Client(server.address) as client:
            end = time.monotonic() + PATIENCE
            while server.metrics().get("parlour_tables_deleted_total", 0) < 2:
                assert time.monotonic() < end
                await asyncio.sleep(0.1)
            for id in (finished, waiting):
                assert (await fails(client.show(id))).code == "no_table"
            for id in (running, waited, lately):
                assert (await client.show(id)).table.id == id

    run(test())
    for name in ("entries", "tables", "saved", "holders", "claims", "tellings", "codes"):
        column = "id" if name == "tables" else "table_id"
        assert connection.execute(f"SELECT * FROM {name} WHERE {column} IN (?, ?)", (finished, waiting)).fetchall() == []
    connection.close()


def test_callers_who_never_finish_their_request_block_nobody(serve):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        server = serve(limits=msgspec.structs.replace(GENEROUS, connections=200, half=1.0))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert server.process is not None
    assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[0] > min(soft, 256) or hard <= 256

    def call(address: str) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0))
        line.sendall(
            b"POST /api/devices HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{" if len(calls) % 2 else b"GET /"
        )
        return line

    calls: list[socket.socket] = []
    for _ in range(260):
        calls.append(call("127.0.0.2"))
    files = f"/proc/{server.process.pid}/fd"

    async def test():
        async with Party(server.address) as party:  # from another address
            await play_together(await party.sit_down("doce"), 2)
        assert len(os.listdir(files)) < 200 + 60
        for line in calls:
            assert await asyncio.to_thread(closed, line)
        async with Client(server.address) as client:
            assert (await client.call("GET", "/health"))["status"] == "ok"

    def closed(line: socket.socket) -> bool:
        try:
            while line.recv(1000):
                pass
        except ConnectionError:
            pass
        line.close()
        return True

    run(test())


class Nowhere:
    """A line that leads nowhere."""

    def listen(self, listener) -> None: ...
    def hold(self, on: bool) -> None: ...
    def write(self, message: bytes) -> int:
        return 0

    def trip(self) -> None: ...
    async def close(self, code: int) -> None: ...


def test_nothing_of_a_table_stays_in_memory_when_nobody_needs_it(tmp_path):
    """Matches of bots to their end, watched by people who come and go; then not one object of theirs is left."""

    async def test():
        hub = Hub(Config(str(tmp_path / "tables.db"), pace=QUICK, limits=GENEROUS, logs=False, idle=0.1, sweep=0.1))
        await hub.open()
        lives: list[weakref.ref] = []
        gc.collect()
        gc.disable()
        for number in range(12):
            game = ("doce", "dokitto")[number % 2]
            room = await hub.room(f"{number:022}")
            seats = [("bot", None, "easy", None, None)] * 2
            options = {"first": 0} if game == "doce" else {}
            await room.found(
                acts.create(
                    hub.find, now(), game=game, seats=seats, device="d", options=options, settings=Settings(), start=True
                )
            )
            guest = Socket(hub, Nowhere())
            coming = asyncio.ensure_future(guest.run())
            await asyncio.sleep(0)
            guest.took(msgspec.json.encode(m.Hello(room.id)))
            while guest.room is None:
                await asyncio.sleep(0.01)
            guest.gone()
            await coming
            lives += [weakref.ref(room), weakref.ref(room.table), weakref.ref(room.table.match), weakref.ref(guest)]
        del room, guest, coming
        end = time.monotonic() + PATIENCE
        while hub.rooms:
            assert time.monotonic() < end, "tables that nobody needs stay in memory"
            await asyncio.sleep(0.1)
        while left := [life() for life in lives if isinstance(life(), Table | Match)]:
            assert time.monotonic() < end, f"left to the collector, which comes when much has gathered: {left}"
            del left
            await asyncio.sleep(0.1)
        gc.enable()
        assert "parlour_faults_total" not in hub.text()
        assert hub.metrics.counts["bot_moves", ""] > 100, "they were played"
        while (gc.collect(), left := [life() for life in lives if life() is not None])[1]:
            assert time.monotonic() < end, f"still in memory: {left}"
            del left
            await asyncio.sleep(0.1)
        await hub.close()

    try:
        run(test())
    finally:
        gc.enable()


@pytest.mark.skipif(not SOAK, reason="a thousand tables are left to make soak; the test above has the short form")
def test_three_hundred_tables_of_races_do_not_grow_without_bound(serve):
    """As many tables of ION all the time. A match that runs keeps its own story, so the first generation of tables grows: what
    they need when all have been followed by others is what they need in the end."""
    server = serve(pace=Pace(bot=(300, 600), step=5), idle=5, compile=False)
    tables, generations = 300, 4

    async def test():
        sizes: dict[int, float] = {}
        made = 0
        async with Client(server.address) as client:
            while made < generations * tables:
                for _ in range(tables - int(server.metrics()["parlour_tables"])):
                    await client.create("ion", ["bot"] * 4, start=True)
                    made += 1
                await asyncio.sleep(10)
                size, generation = resident(server.process.pid) / 1e6, made // tables
                sizes[generation] = max(size, sizes.get(generation, 0.0))
                print(f"{made} tables: {size:.0f} MB, {server.metrics()}")
        early, late = max(sizes[1], sizes[2]), max(sizes.values())
        assert late < 1.2 * early + 10, f"{early:.0f} MB, then {late:.0f} MB"

    run(test())

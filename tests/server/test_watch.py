"""Who watches the writer: one that does not move is seen from outside, told to the host, and in the end the worker stops."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import urlopen

import msgspec
import pytest
from server_kit import GENEROUS, PATIENCE, Party, Served, play_together, run
from services import Postgres

from parlour.server.config import VARIABLE, Config
from parlour.server.hub import Hub

STUCK = """
import os, sys, time
from parlour.server import hub, run
from parlour.server.config import Config
from parlour.server.storage.sqlite import Commit
hub.STUCK, hub.LOST, hub.LAST_RESORT = 1, float(sys.argv[3]), 1
commit = Commit.__call__
def stuck(self, connection):
    while os.path.exists(sys.argv[2]):
        time.sleep(0.02)
    commit(self, connection)
Commit.__call__ = stuck
run.run(Config.from_environment(), "127.0.0.1", int(sys.argv[1]))
"""
"""A server whose disk takes nothing while there is a certain file, and whose watchdog is in a hurry."""


def stuck(tmp_path, lost: float) -> tuple[Served, Callable[[], list[dict]]]:
    """Such a server, and what it has told so far."""
    server = Served(Config(str(tmp_path / "tables.db"), limits=GENEROUS, away_grace=0.2))
    environment = os.environ | {VARIABLE: msgspec.json.encode(server.config).decode()}
    command = [sys.executable, "-c", STUCK, str(server.port), str(tmp_path / "stuck"), str(lost)]
    with (tmp_path / "log").open("wb") as log:
        server.process = subprocess.Popen(command, env=environment, stderr=log)
    server.wait()
    return server, lambda: [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if line[:1] == "{"]


def health(server: Served) -> tuple[int, str]:
    try:
        with urlopen(server.address + "/health", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as wrong:
        return wrong.code, wrong.read().decode()


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def test_a_writer_that_does_not_move_is_seen_by_health_and_told_and_so_is_its_recovery(tmp_path):
    server, told = stuck(tmp_path, lost=1000)
    flag = tmp_path / "stuck"

    async def test():
        async with Party(server.address) as party:
            links = await party.sit_down("doce")
            await play_together(links, 2)
            flag.touch()
            move = asyncio.create_task(play_together(links, 1))
            await asyncio.to_thread(until, lambda: any("Nothing can be written" in line.get("sentence", "") for line in told()))
            status, why = await asyncio.to_thread(health, server)
            assert status == 503
            assert "has not answered for" in why
            assert not move.done(), "nobody is told of what is not kept"
            flag.unlink()
            await move
            assert (await asyncio.to_thread(health, server))[0] == 200
            await asyncio.to_thread(until, lambda: any(line.get("over") for line in told()))
            await play_together(links, 2)

    try:
        run(test())
    finally:
        flag.unlink(missing_ok=True)
        server.stop()
    assert [line["what"] for line in told() if line["grade"] == "warning"] == ["storage"]


def test_a_worker_whose_writer_never_comes_back_stops_loudly_even_if_it_cannot_stop_in_order(tmp_path):
    server, told = stuck(tmp_path, lost=2)
    assert server.process is not None
    (tmp_path / "stuck").touch()

    def ask() -> None:
        with suppress(OSError, HTTPException):
            while True:
                health(server)
                time.sleep(0.2)

    threading.Thread(target=ask, daemon=True).start()  # Something that is to be written.
    try:
        assert server.process.wait(PATIENCE) == 70
    finally:
        server.stop()
    assert [line["sentence"] for line in told() if line["what"] == "down"] == [
        "Nothing is written any more: this worker stops, so that it can be started afresh."
    ]


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_writer_that_is_gone_brings_its_worker_down(database, postgres: Postgres, tmp_path, monkeypatch):
    async def test():
        address = postgres.address if database == "postgres" else str(tmp_path / "tables.db")
        hub, down = Hub(Config(address, logs=False)), asyncio.Event()
        monkeypatch.setattr(hub, "go_down", lambda why: down.set())
        await hub.open()
        await asyncio.sleep(1.5)
        assert not down.is_set(), "all is well"
        if database == "postgres":
            hub.store._writer.cancel()
        else:
            hub.store._commits.put(None)
        await asyncio.wait_for(down.wait(), PATIENCE)
        await hub.close()

    asyncio.run(test())

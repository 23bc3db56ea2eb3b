"""A real PostgreSQL and a real Redis, started by the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import program
from server_kit import free_port


class Postgres:
    """A database cluster of its own in a fresh folder. PostgreSQL refuses root, so the user postgres runs it there."""

    def __init__(self) -> None:
        initdb = program("initdb")
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
        self.port = free_port()
        self.as_user = []
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.as_user = ["runuser", "-u", "postgres", "--"]
        self._do(initdb, "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync")

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    @property
    def address(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def _do(self, *command: str) -> None:
        subprocess.run([*self.as_user, *command], check=True, stdout=subprocess.DEVNULL, cwd="/tmp")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self._do(program("pg_ctl"), "-D", self.data, "-o", options, "-l", str(self.folder / "log"), "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        self._do(program("pg_ctl"), "-D", self.data, "-m", how, "-w", "stop")


class Redis:
    def __init__(self) -> None:
        self.port = free_port()
        self.program = program("redis-server")

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    database = Postgres()
    database.start()
    yield database
    database.stop()
    shutil.rmtree(database.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    bus = Redis()
    bus.start()
    yield bus
    bus.stop()

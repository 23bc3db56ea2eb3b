"""The table server beside boardgame.io: the same DOCE, the same driver, matches of two sockets playing at random.

Ours keeps every move in SQLite (full sync) before it is told, hides what is hidden and sends legal moves; the peer holds its
matches in memory. `npm install` in `bench/boardgame` brings the peer and the driver. Figures: moves a second; milliseconds
from a move to its answer; microseconds of the server's processor time a move; for ours also 1,000 tables at one move a
second each, and kilobytes of memory an idle table. The two take turns, several times, and the medians are told: on a busy
machine only their ratio means something, and of the figures the processor time is disturbed the least. The machine's load
(programs that want a core) is told with them.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec

from parlour.core.errors import ParlourError
from parlour.core.registry import games
from parlour.lab.bench import Figures
from parlour.server.config import Limits

PEER = Path(__file__).parents[4] / "bench" / "boardgame"
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100

FIGURES = ("moves/s", "p50 ms", "p99 ms", "cpu us a move", "moves/s of a core", "driver cores", "load")


def measure(quick: bool = False) -> Figures:
    if not PEER.is_dir():
        raise ParlourError(
            "This benchmark is run from a source tree of Parlour: its driver and peer are in bench/boardgame there."
        )
    if shutil.which("node") is None or not (PEER / "node_modules").exists():
        raise ParlourError(f"This benchmark needs node and, once, `npm install` in {PEER.name}: its driver and peer are there.")
    seconds, turns = (4, 1) if quick else (6, 5)
    figures: Figures = {}
    for matches in (100, 500):
        sides: dict[str, list[dict[str, float]]] = {"ours": [], "boardgame.io": []}
        for _ in range(turns):
            sides["ours"].append(one(ours, "parlour", matches, seconds))
            sides["boardgame.io"].append(one(peer, "boardgame", matches, seconds))
        for what in FIGURES:
            figures[f"{matches} matches: {what}"] = {who: median(runs, what) for who, runs in sides.items()}
    paced = [one(ours, "parlour", 1000, seconds, pace=0.5) for _ in range(turns)]
    for what in FIGURES:
        figures[f"1000 tables, a move a second: {what}"] = {"ours": median(paced, what)}
    figures["kB an idle table"] = {"ours": idle_memory(300 if quick else 2000)}
    return figures


def median(runs: list[dict[str, float]], what: str) -> float:
    return statistics.median(run[what] for run in runs)


def one(server: Any, kind: str, matches: int, seconds: int, pace: float | None = None) -> dict[str, float]:
    """Load a fresh server; `pace` is moves a second of each of the two players."""
    with server() as (port, pid):
        command = ["node", str(PEER / "drive.cjs"), kind, str(port), str(matches), str(seconds)]
        driver = subprocess.Popen([*command, str(pace)] if pace else command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert driver.stdout is not None
        if driver.stdout.readline().strip() != "measuring":
            raise ParlourError("The driver of the benchmark stopped before it began.")
        before = cpu(pid)
        line = driver.stdout.readline()
        used = cpu(pid) - before
        driver.wait()
        found = json.loads(line)
    return {
        "moves/s": found["rate"],
        "p50 ms": found["p50"],
        "p99 ms": found["p99"],
        "cpu us a move": 1e6 * used / max(1, found["moves"]),
        "moves/s of a core": found["moves"] / max(used, 1e-3),
        "driver cores": found["driver"],
        "load": os.getloadavg()[0],
    }


@contextlib.contextmanager
def ours() -> Iterator[tuple[int, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        wide = msgspec.to_builtins(Limits.wide(rate=1e9, burst=10**9))
        config = {"database": str(Path(folder) / "tables.db"), "limits": wide, "logs": False, "compile": True}
        environment = os.environ | {"PARLOUR_SERVER": json.dumps(config)}
        command = [sys.executable, "-m", "parlour.server.run", "127.0.0.1", str(port), "1"]
        with running(command, port, environment) as process:
            yield port, process.pid


@contextlib.contextmanager
def peer() -> Iterator[tuple[int, int]]:
    # Its lobby takes the next port.
    port = next(port for port in iter(free_port, None) if is_free(port + 1))
    with running(["node", str(PEER / "serve.cjs"), str(port)], port, dict(os.environ)) as process:
        yield port, process.pid


@contextlib.contextmanager
def running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("", port))
        except OSError:
            return False
        return True


def cpu(pid: int) -> float:
    """Seconds of processor time of a process, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def idle_memory(tables: int) -> float:
    """Kilobytes that a started table costs while it is held in memory."""
    with ours() as (port, pid):

        def open_tables(count: int) -> None:
            seats = [{"kind": "mine", "name": name} for name in "AB"]
            game = next(game.key for game in games() if game.open and 2 in game.seats)
            body = json.dumps({"game": game, "seats": seats, "start": True}).encode()
            headers = {"content-type": "application/json", "authorization": "Bearer " + "b" * 43}
            for _ in range(count):
                with urlopen(Request(f"http://127.0.0.1:{port}/api/tables", body, headers), timeout=30) as answer:
                    answer.read()

        open_tables(100)
        before = resident(pid)
        open_tables(tables)
        return (resident(pid) - before) / tables / 1000

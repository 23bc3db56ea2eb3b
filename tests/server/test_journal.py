"""What the server tells those who run it: one line a thing, as JSON or as a sentence, and no secret in any of them."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from server_kit import Party, Served, fails, play_together, run

from parlour.server.config import Config
from parlour.server.hub import Hub
from parlour.server.journal import Journal
from parlour.server.metrics import Metrics


def heard(work, **settings) -> tuple[list[str], Metrics]:
    metrics, lines = Metrics(), []
    journal = Journal("0123456789", **({"lines": True, "sentences": False} | settings), count=metrics.count)
    work(journal)
    return lines, metrics


def test_a_fault_is_one_line_with_its_place_and_without_its_values(capsys):
    def work(journal: Journal) -> None:
        for _ in range(3):
            try:
                Hub(Config(logs=False)).rooms["a secret token"]
            except KeyError as wrong:
                journal.fault(wrong)

    _, metrics = heard(work)
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["grade"], told["what"]) == ("fault", "KeyError")
    assert "secret" not in line
    assert metrics.counts["faults", ""] == 3


def test_a_warning_is_said_once_then_counted_and_its_end_is_told(capsys):
    def work(journal: Journal) -> None:
        for _ in range(5):
            journal.warn("storage", "Nothing can be written: disk full.")
        journal.relieve("storage", "The database takes moves again.")
        journal.relieve("storage", "The database takes moves again.")
        journal.note("open", database="SqliteStore")

    _, metrics = heard(work, lines=False, sentences=True)
    said = capsys.readouterr().err.splitlines()
    assert [line[10:] for line in said] == ["Nothing can be written: disk full.", "The database takes moves again."]
    assert metrics.counts["warnings", 'what="storage"'] == 5


@pytest.mark.parametrize("style", ["json", "words"])
def test_whoever_runs_the_server_reads_what_is_wrong_and_no_secret(tmp_path, style):
    server = Served(Config(str(tmp_path / "tables.db"), away_grace=0.2, logs=style == "json", terminal=True, sweep=0.2))
    with tempfile.TemporaryFile() as out:
        popen = subprocess.Popen

        def quiet(*args, **more):
            return popen(*args, **(more | {"stderr": out}))

        subprocess.Popen = quiet  # type: ignore[misc,assignment]
        try:
            server.start()
        finally:
            subprocess.Popen = popen  # type: ignore[misc]

        async def test() -> list[str]:
            async with Party(server.address) as party:
                ada, bea = await party.sit_down("dokitto")
                await play_together([ada, bea], 2)
                locked = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
                locked.execute("BEGIN IMMEDIATE")
                link = next(link for link in (ada, bea) if link.legal())
                move = link.legal()[-1]
                await fails(link.play(move, id="once"))
                await asyncio.sleep(1.5)
                locked.execute("ROLLBACK")
                secrets = [
                    json.loads(body)[0]["seed"] for (body,) in locked.execute("SELECT body FROM entries WHERE version = 1")
                ]
                locked.close()
                await link.play(move, id="once")
                await asyncio.sleep(1.5)
                return [*secrets, party.table, *(client.token or "" for client in party.clients), "Ada", "Bea"]

        secrets: list[str] = []

        async def all_of_it():
            secrets.extend(await test())

        try:
            run(all_of_it())
        finally:
            server.stop()
        out.seek(0)
        said = out.read().decode()
    assert len(secrets) == 6
    assert not [secret for secret in secrets if secret in said]
    assert "Traceback" not in said
    lines = said.splitlines()
    if style == "json":
        told = [json.loads(line) for line in lines]
        assert [line["what"] for line in told if line["grade"] == "warning"] == ["storage"]
        assert {"open", "closed"} <= {line["what"] for line in told}
    else:
        assert len(lines) == 2
        assert "Nothing can be written: database is locked. Players are told" in lines[0]
        assert "takes moves again" in lines[1]


def fill(path: Path) -> None:
    """Leave no room on a disk."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    with suppress(OSError):
        while os.write(file, b"x" * 4096):
            pass
    os.close(file)


@pytest.mark.skipif(os.getuid() != 0, reason="a small disk of its own needs root, to mount it")
def test_a_disk_without_room_is_told_with_its_reason_and_heals(serve, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "parlour", str(disk)], capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {made.stderr.decode().strip()}")
    try:
        server = serve(database=str(disk / "tables.db"))

        async def test():
            async with Party(server.address) as party:
                ada, bea = await party.sit_down("doce")
                await play_together([ada, bea], 2)
                filler = disk / "filler"
                fill(filler)
                told = None
                for _ in range(400):  # what is left in the write-ahead log is used up first
                    link = next(link for link in (ada, bea) if link.legal())
                    try:
                        await link.play(link.legal()[-1])
                        await ada.until(lambda: ada.version == bea.version)
                    except Exception as wrong:
                        told = wrong
                        break
                    health = await party.clients[0].call("GET", "/health")
                    assert health["status"] == "ok"
                assert getattr(told, "code", None) == "storage", told
                health = await fails(party.clients[0].call("GET", "/health"))
                assert health.status == 503
                filler.unlink()
                await play_together([ada, bea], 2)
                assert (await party.clients[0].call("GET", "/health"))["status"] == "ok"

        run(test())
    finally:
        for started in [server] if "server" in locals() else []:
            started.stop()
        subprocess.run(["umount", str(Path(disk))], check=False)

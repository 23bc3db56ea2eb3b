"""`parlour serve`: one command, a link, a code to scan, and the tables kept in a folder."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import time
from urllib.request import urlopen

from click.testing import CliRunner
from server_kit import free_port

from parlour.cli import main
from parlour.server.config import Config
from parlour.server.run import free_port as next_free_port


def test_serve_prints_its_address_and_a_code_and_keeps_the_tables_in_the_folder(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "parlour.cli.serve", "--no-browser", "--port", str(port), "--data", str(tmp_path / "data")]
    with open(tmp_path / "said", "w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                with urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                    assert b'"ok"' in answer.read()
                    break
            except OSError:
                time.sleep(0.05)
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=2) as answer:
            assert b"parlour_sockets 0" in answer.read()
    finally:
        process.terminate()
        process.wait(20)
    said = (tmp_path / "said").read_text()
    assert f"http://localhost:{port}" in said
    assert ("█" in said) == ("Others in the house" in said)
    assert (tmp_path / "data" / "tables.db").exists()


def test_several_workers_without_a_bus_are_refused_with_a_sentence(tmp_path):
    result = CliRunner().invoke(main, ["serve", "--no-browser", "--workers", "2", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "--bus redis://" in result.output


def test_a_taken_port_is_stepped_over_and_refused_where_no_other_will_do(tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        taken = busy.getsockname()[1]
        assert next_free_port("127.0.0.1", taken) != taken
        here = ["--no-browser", "--data", str(tmp_path), "--host", "127.0.0.1"]
        result = CliRunner().invoke(main, ["serve", *here, "--port", str(taken)])
    assert result.exit_code == 1
    assert f"Error: Port {taken} cannot be used (Address already in use). Give another --port" in result.output
    assert "Pull up a chair" not in result.output


def test_settings_reach_the_workers_through_the_environment(monkeypatch):
    monkeypatch.setenv("PARLOUR_SERVER", "")
    config = Config("postgresql://x", "redis://y", origins=("http://a",))
    config.to_environment()
    assert Config.from_environment() == config


def test_a_database_of_a_newer_parlour_and_a_file_that_is_none_are_refused_with_one_sentence(tmp_path):
    for name, make, said in (
        ("newer", "CREATE TABLE meta (schema INTEGER); INSERT INTO meta VALUES (999)", "has schema 999"),
        ("none", None, "not a database"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        if make is None:
            (folder / "tables.db").write_bytes(b"a shopping list, much longer than a header " * 100)
        else:
            with sqlite3.connect(folder / "tables.db") as connection:
                connection.executescript(make)
            connection.close()
        command = [sys.executable, "-m", "parlour.cli.serve", "--no-browser", "--host", "127.0.0.1", "--data", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith("Error: ")
        assert said in line

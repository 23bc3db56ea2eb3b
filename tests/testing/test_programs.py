"""What tests need besides Python is fetched once, however many workers want it; where it cannot be, they say so."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import programs
import pytest

APT = """#!/bin/sh
PATH=/usr/bin:/bin
echo "$*" >> {folder}/asked
case "$*" in
*update*) ;;
*caddy*) echo "E: Unable to locate package caddy" >&2; exit 100 ;;
*postgresql*) for name in initdb pg_ctl; do printf '#!/bin/sh\\n' > {folder}/$name; chmod +x {folder}/$name; done ;;
*) printf '#!/bin/sh\\n' > {folder}/redis-server; chmod +x {folder}/redis-server ;;
esac
"""


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A machine with nothing on it but apt-get."""
    apt = tmp_path / "apt-get"
    apt.write_text(APT.format(folder=tmp_path))
    apt.chmod(0o755)
    monkeypatch.setattr(programs.Path, "glob", lambda *_: [])
    monkeypatch.setattr(programs, "NOTES", tmp_path / "notes")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PYTEST_XDIST_TESTRUNUID", "this run")
    monkeypatch.setenv("PATH", str(tmp_path))
    programs.fetched.cache_clear()
    yield tmp_path
    programs.fetched.cache_clear()


def test_many_workers_fetch_each_package_once(bare):
    def worker(name):
        programs.fetched.cache_clear()  # each has its own
        return programs.program(name)

    with ThreadPoolExecutor(4) as workers:
        places = list(workers.map(worker, ["redis-server", "initdb", "redis-server", "pg_ctl"] * 2))
    assert places == [str(bare / name) for name in ["redis-server", "initdb", "redis-server", "pg_ctl"] * 2]
    lines = (bare / "asked").read_text().splitlines()
    assert lines[0] == "-qq update"
    assert sorted(line.split()[-1] for line in lines) == ["postgresql", "redis-server", "update"]


def test_what_cannot_be_fetched_is_tried_once_a_run_and_said(bare, monkeypatch):
    for _ in range(2):
        with pytest.raises(pytest.skip.Exception, match=r"caddy is not here: .*Unable to locate package caddy"):
            programs.program("caddy")
        programs.fetched.cache_clear()
    assert len((bare / "asked").read_text().splitlines()) == 2
    monkeypatch.setenv("PYTEST_XDIST_TESTRUNUID", "the next run")
    assert "Unable" in programs.fetched("caddy")
    assert len((bare / "asked").read_text().splitlines()) == 4


def test_nobody_but_root_installs_anything(bare, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(pytest.skip.Exception, match="redis-server is not here: install the package redis-server"):
        programs.program("redis-server")
    assert not (bare / "asked").exists()

"""Programs that tests start and Python does not bring: found here, fetched where we may, or said to be missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

PACKAGES = {
    "caddy": "caddy",
    "chromium": "chromium",
    "initdb": "postgresql",
    "pg_ctl": "postgresql",
    "redis-server": "redis-server",
}
"""Debian's package of each."""
NOTES = Path(tempfile.gettempdir()) / "parlour-programs.json"
"""What the workers of one run tell each other: which of them they tried to fetch, and what came of it."""
LASTS = 900
"""Seconds that a package may take."""


def found(name: str) -> str | None:
    """Where a program is, if it is here. Debian keeps PostgreSQL's own off the path, newest last."""
    versions = sorted(Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda folder: float(folder.parent.name))
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, reversed(versions))))


def program(name: str) -> str:
    """A program; the test is skipped, with the reason, where there is none and none can be fetched."""
    why = "" if found(name) else fetched(name)
    if place := found(name):
        return place
    pytest.skip(f"{name} is not here: install the package {PACKAGES[name]} ({why}).")


@cache
def fetched(name: str) -> str:
    """Install the package of a program; returns why it could not be. Several workers may want it at once."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return "only root may fetch it for the tests, with apt-get"
    import fcntl

    package, run = PACKAGES[name], os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with NOTES.open("a+") as notes:
        fcntl.flock(notes, fcntl.LOCK_EX)
        notes.seek(0)
        known = json.loads(notes.read() or "{}")
        if known.get("run") != run:
            known = {"run": run, "tried": {}}
            _apt("update")
        tried: dict[str, str] = known["tried"]
        if package not in tried:
            tried[package] = _apt("install", "--yes", "--no-install-recommends", package)
        notes.truncate(0)
        notes.write(json.dumps(known))
        return tried[package]


def _apt(*words: str) -> str:
    """Returns what went wrong."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(["apt-get", "-qq", *words], env=quiet, capture_output=True, text=True, timeout=LASTS)
    except subprocess.TimeoutExpired:
        return f"apt-get took more than {LASTS} seconds"
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["apt-get failed"])[-1]

"""A flick in a browser's tab: MuJoCo's package for browsers decides it as the server's does."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import msgspec
import pytest
from hands import module_at

from parlour.games.icecool.bench import random_jobs
from parlour.games.icecool.physics import simulate
from parlour.server.bundle import bundle

ROOT = Path(__file__).parents[3]
FLICKS = range(200) if os.environ.get("PARLOUR_SOAK") else (157, *range(11))
"""157 has a chain of bumps in which a difference in the last place of the finger's push grows to half a millisecond."""


def node() -> tuple[str, dict[str, str]]:
    """The node that builds the pages."""
    call, env = module_at(ROOT / "web" / "pages.py", "parlour_web_pages").npm()
    return ("node" if len(call) == 1 else call[0]), env


def test_flicks_end_as_on_a_server(tmp_path: Path) -> None:
    """The same events at the same times, films of the same length, and everybody at rest at the same place."""
    drawn = random_jobs(17, 200)
    jobs = [drawn[number] for number in FLICKS]
    told = [
        [{c: None if s is None else [s.x, s.y] for c, s in job.poses.items()}, job.actor, msgspec.structs.astuple(job.intent)]
        for job in jobs
    ]
    packages = next((ROOT / "src" / "parlour" / "pages" / "tab").glob("*/packages.tar.gz"), None)
    if packages is None:
        pytest.fail("The pages are not built: run `make pages` first.", pytrace=False)
    (tmp_path / "jobs.json").write_text(json.dumps(told))
    (tmp_path / "parlour.tar.gz").write_bytes(bundle())
    call, env = node()
    given = [ROOT / "web", *(tmp_path / name for name in ("jobs.json", "reports.json", "parlour.tar.gz")), packages]
    words = [call, str(Path(__file__).with_name("browser.mjs")), *map(str, given)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr[-2000:]
    others = []
    reports = json.loads((tmp_path / "reports.json").read_text())
    for number, job, (report, frames) in zip(FLICKS, jobs, reports, strict=True):
        run = simulate(job.poses, job.actor, job.intent)
        assert run.trajectory is not None
        ours = json.loads(msgspec.json.encode(run.report))
        if (ours, len(run.trajectory.frames)) != (report, frames):
            others.append((number, [(key, ours[key], report[key]) for key in ours if ours[key] != report[key]]))
    print(f"{len(jobs)} flicks: {len(others)} differ")
    assert others == []

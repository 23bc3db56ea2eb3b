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
FLICKS = 200 if os.environ.get("PARLOUR_SOAK") else 12
NEAR = 0.01
"""Centimetres: a tenth of a millimetre."""


def node() -> tuple[str, dict[str, str]]:
    """The node that builds the pages."""
    call, env = module_at(ROOT / "web" / "pages.py", "parlour_web_pages").npm()
    return ("node" if len(call) == 1 else call[0]), env


def test_flicks_end_as_on_a_server(tmp_path: Path) -> None:
    """The same events in the same order, everybody at rest within a tenth of a millimetre; the time may be a step apart."""
    jobs = random_jobs(17, FLICKS)
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
    farthest, others = 0.0, []
    for number, (job, (report, frames)) in enumerate(
        zip(jobs, json.loads((tmp_path / "reports.json").read_text()), strict=True)
    ):
        run = simulate(job.poses, job.actor, job.intent)
        ours = msgspec.to_builtins(run.report)
        events = [[{k: v for k, v in e.items() if k != "t"} for e in one["events"]] for one in (ours, report)]
        gaps = [
            max(abs(rest[axis] - report["rest"][colour][axis]) for axis in "xy")
            for colour, rest in ours["rest"].items()
            if rest and rest.get("x") is not None and (report["rest"][colour] or {}).get("x") is not None
        ]
        farthest = max(farthest, *gaps, 0.0)
        if events[0] != events[1] or max(gaps, default=0.0) > NEAR:
            others.append((number, max(gaps, default=0.0), events))
        assert run.trajectory is not None
        assert abs(frames - len(run.trajectory.frames)) <= 1 or others
    print(f"{FLICKS} flicks: {len(others)} differ; the farthest rest is {farthest * 10:.4f} mm away")
    assert others == []

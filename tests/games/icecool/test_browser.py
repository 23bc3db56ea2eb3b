"""A flick in a browser's tab: MuJoCo's package for browsers decides it as the server's does."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hands import module_at

from parlour.games.icecool.bench import random_jobs
from parlour.games.icecool.physics import simulate
from parlour.server.bundle import bundle

ROOT = Path(__file__).parents[3]
NEAR, SOON = 0.01, 0.01
"""Centimetres and seconds. Every flick sets off with the same bits, but MuJoCo itself asks its system for sines, whose last
places differ: in a chain of a dozen touches the last ones may come some milliseconds apart, and somebody may rest a step of the
grid away (2 flicks of 200)."""
FLICKS = range(200) if os.environ.get("PARLOUR_SOAK") else (157, *range(11))
"""157 has a chain of bumps in which a difference in the last place of the finger's push grows to half a millisecond."""


def node() -> tuple[str, dict[str, str]]:
    """The node that builds the pages."""
    call, env = module_at(ROOT / "web" / "pages.py", "parlour_web_pages").npm()
    return ("node" if len(call) == 1 else call[0]), env


def test_flicks_end_as_on_a_server(tmp_path: Path) -> None:
    """The same events in the same order, everybody at rest within a tenth of a millimetre; nearly all to the last digit."""
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
    farthest, latest, inexact, others = 0.0, 0.0, 0, []
    reports = json.loads((tmp_path / "reports.json").read_text())
    for number, job, (report, frames) in zip(FLICKS, jobs, reports, strict=True):
        run = simulate(job.poses, job.actor, job.intent)
        assert run.trajectory is not None
        ours = json.loads(msgspec.json.encode(run.report))
        inexact += ours != report
        gap = apart(ours.pop("rest"), report.pop("rest"))
        late = max((abs(a.pop("t") - b.pop("t")) for a, b in zip(ours["events"], report["events"], strict=False)), default=0.0)
        farthest, latest = max(farthest, gap), max(latest, late)
        if gap > NEAR or late > SOON or (ours, len(run.trajectory.frames)) != (report, frames):
            others.append((number, gap, late, [(key, ours[key], report[key]) for key in ours if ours[key] != report[key]]))
    print(
        f"{len(jobs)} flicks: {inexact} not the same to the last digit, {len(others)} differ; the farthest rest is "
        f"{farthest * 10:.3f} mm away, the latest touch {latest * 1000:.1f} ms"
    )
    assert others == []
    assert inexact <= len(jobs) // 66


def apart(ours: dict[str, Any], theirs: dict[str, Any]) -> float:
    """The farthest that a penguin rests from where it rests there; whoever is out must be out there too."""
    gaps = [0.0]
    for colour, rest in ours.items():
        other = theirs[colour]
        assert (rest is None) == (other is None), colour
        if rest is not None and rest.get("x") is not None and other.get("x") is not None:
            gaps += [abs(rest[axis] - other[axis]) for axis in "xy"]
        else:
            assert rest == other, colour
    return max(gaps)

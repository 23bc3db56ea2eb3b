"""How fast and how sound the flicks are: `bench_flicks(size)` gives the figures that the documents quote."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np

from parlour.games.icecool import plan, report
from parlour.games.icecool.flick import FLICKS, FlickIntent, unpack
from parlour.games.icecool.physics import FlickJob, FlickRun
from parlour.games.icecool.report import COLOURS, Colour, Spot

Generator = np.random.Generator


def random_poses(rng: Generator, penguins: int) -> dict[Colour, Spot | None]:
    """Penguins anywhere in the school where they may stand, door frames included."""
    colours = [COLOURS[k] for k in sorted(rng.choice(len(COLOURS), penguins, replace=False))]
    taken: list[plan.Point] = []
    while len(taken) < penguins:
        x, y = plan.snap(*rng.uniform(0.3 + 1.75, 65.7 - 1.75, 2))
        spot = Spot(x, y)
        free = all((x - a) ** 2 + (y - b) ** 2 >= plan.SCHOOL.penguin.clearance**2 for a, b in taken)
        if free and plan.classify(x, y) is not None and not report.in_wall(spot, allowed=0):
            taken.append((x, y))
    return {colour: Spot(*taken[colours.index(colour)]) if colour in colours else None for colour in COLOURS}


def random_flick(rng: Generator) -> FlickIntent:
    """Any flick, all equally likely."""
    return unpack(int(rng.integers(FLICKS)))


def random_jobs(seed: int, count: int, penguins: int | None = None) -> list[FlickJob]:
    """Random positions of two to four penguins with one random flick each."""
    rng = np.random.default_rng(seed)
    jobs = []
    for number in range(count):
        poses = random_poses(rng, penguins or int(rng.integers(2, 5)))
        on_board = [colour for colour, spot in poses.items() if spot is not None]
        jobs.append(FlickJob(poses, on_board[int(rng.integers(len(on_board)))], random_flick(rng), number))
    return jobs


def faults(job: FlickJob, run: FlickRun) -> list[str]:
    """What is wrong with a run: rules of validation broken, or a penguin inside a wall."""
    found = []
    try:
        report.validate(run.report, job.poses, job.actor)
    except report.BadReport as bad:
        found.append(str(bad))
    for colour, rest in run.report.rest.items():
        if rest is not None and rest.spot is not None and report.in_wall(rest.spot, allowed=0):
            found.append(f"{colour} rests inside a wall")
    return found


def fingerprint(runs: list[FlickRun]) -> str:
    """One hash over all reports."""
    digest = hashlib.sha256()
    for run in runs:
        digest.update(report.to_json(run.report))
    return digest.hexdigest()


def fingerprint_elsewhere(seed: int, count: int) -> str:
    """The same hash from a fresh process."""
    code = f"from parlour.games.icecool.bench import *;print(fingerprint(simulate_many(random_jobs({seed}, {count}))))"
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()

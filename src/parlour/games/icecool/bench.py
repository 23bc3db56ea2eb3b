"""How fast and how sound the flicks are, `parlour bench flicks`: MuJoCo, which decides, and the quick model, which proposes.

MuJoCo's rows are wall-clock rates of random flicks of four penguins; `settled` is the share of flicks that came to rest,
`faults` how many broke a rule of the report or ended in a wall, `same bits` is 1 if another process gives the same reports.
"""

# ruff: noqa: S603

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from typing import Any

import numpy as np

from parlour.games.icecool import plan, report
from parlour.games.icecool.flick import FLICKS, FlickIntent, unpack
from parlour.games.icecool.physics import FlickJob, FlickRun, simulate_many
from parlour.games.icecool.physics.body import LONGEST
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
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env)
    return done.stdout.strip()


def bench_flicks(size: int = 200, seed: int = 1, two_threads: bool = True) -> dict[str, dict[str, Any]]:
    """Speed and soundness of `size` random MuJoCo flicks of four penguins, and the speed of the quick model.

    "settled" is "n/size"; "faults" counts reports that break V1 to V8 or penguins inside a wall.
    """
    jobs = random_jobs(seed, size, penguins=4)
    simulate_many(jobs[:2], threads=1)
    cpu = time.process_time()
    alone, runs = _timed(jobs, 1)
    cpu = time.process_time() - cpu
    both, again = _timed(jobs, 2) if two_threads else (float("nan"), runs)
    told = [run.report for run in runs]
    part = min(size, 20)
    here = fingerprint(simulate_many(random_jobs(seed, part)))
    mujoco: dict[str, Any] = {
        "flicks_per_second_1_thread": round(size / alone, 1),
        "flicks_per_second_2_threads": round(size / both, 1) if two_threads else None,
        "gain_2_threads": round(alone / both, 2) if two_threads else None,
        "cpu_ms_a_flick": round(1000 * cpu / size, 1),
        "settled": f"{sum(one.time < LONGEST for one in told)}/{size}",
        "faults": sum(bool(faults(job, run)) for job, run in zip(jobs, runs, strict=True)),
        "seconds_median": round(float(np.median([one.time for one in told])), 2),
        "seconds_longest": round(max(one.time for one in told), 2),
        "same_bits_with_2_threads": fingerprint(runs) == fingerprint(again),
        "same_bits_in_another_process": here == fingerprint_elsewhere(seed, part),
    }
    return {"mujoco": mujoco, "quick": _bench_quick(seed, 50 * size)}


def _timed(jobs: list[FlickJob], threads: int) -> tuple[float, list[FlickRun]]:
    simulate_many(jobs[:threads], threads=threads)
    began = time.perf_counter()
    runs = simulate_many(jobs, threads=threads)
    return time.perf_counter() - began, runs


def _bench_quick(seed: int, count: int) -> dict[str, Any]:
    from parlour.games.icecool.quick import quick_flicks

    rng = np.random.default_rng(seed)
    poses = np.array([(46.0, 53.0), (20.0, 13.0), (53.0, 20.0), (13.0, 46.0)])
    free = np.full(len(poses), -1, np.int64)
    flicks = np.stack(
        [
            rng.integers(0, 3600, count),
            rng.integers(1, 101, count),
            rng.integers(-10, 11, count),
            rng.integers(0, 2, count),
        ],
        axis=1,
    )
    quick_flicks(poses, free, 0, flicks[:1])
    began = time.process_time()
    for actor in range(len(poses)):
        quick_flicks(poses, free, actor, flicks[actor::4])
    return {"flicks": count, "flicks_per_second_1_core": round(count / (time.process_time() - began))}


def measure(quick: bool = False) -> dict[str, dict[str, float | None]]:
    size = 20 if quick else 5000
    figures = bench_flicks(size)
    mujoco, model = figures["mujoco"], figures["quick"]
    settled, of = (int(part) for part in str(mujoco["settled"]).split("/"))
    return {
        "mujoco": {
            "flicks/s, 1 thread": mujoco["flicks_per_second_1_thread"],
            "flicks/s, 2 threads": mujoco["flicks_per_second_2_threads"],
            "gain of 2 threads": mujoco["gain_2_threads"],
            "cpu ms a flick": mujoco["cpu_ms_a_flick"],
            "settled": settled / of,
            "faults": mujoco["faults"],
            "same bits": float(mujoco["same_bits_with_2_threads"] and mujoco["same_bits_in_another_process"]),
        },
        "quick": {"flicks/s, 1 core": model["flicks_per_second_1_core"]},
    }


TOPICS = {"flicks": measure}

"""Record the free paths and fit the quick model's constants to MuJoCo.

python tools/fit_quick.py paths        records quick_paths.npz (endless floor, no contact)
python tools/fit_quick.py flicks       runs the MuJoCo flicks to fit on and to check on, into out/
python tools/fit_quick.py fit          fits quick.json on them
"""

from __future__ import annotations

import json
import math
import pickle
import sys
import time
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from parlour.core.numpy_arrays import as_array
from parlour.games.icecool import plan, quick, report
from parlour.games.icecool.bench import random_poses
from parlour.games.icecool.flick import HEIGHTS, POWERS, SIDE_LIMIT, FlickIntent
from parlour.games.icecool.ground import stuck_door, to_grid
from parlour.games.icecool.physics import FlickJob, body, simulate_many
from parlour.games.icecool.physics.finger import impact
from parlour.games.icecool.physics.model import mjcf
from parlour.games.icecool.tracking import BOUNCE

HERE = Path(quick.__file__).parent
OUT = Path(__file__).resolve().parent.parent / "out"
FARTHEST = 95.0  # cm: the school's diagonal
SCALE = np.array([0.005, 0.005, 0.001, 0.02])  # grid of the recorded values


def record_paths() -> None:
    model = mujoco.MjModel.from_xml_string(mjcf(1, walls=False))
    data = mujoco.MjData(model)
    every = round(quick.PATH_STEP / body.STEP)
    found: dict[tuple[int, int, int], list[list[float]]] = {}
    above = body.BASE.height - body.COM_HEIGHT
    for height in range(HEIGHTS):
        for side in range(SIDE_LIMIT + 1):
            for number, power in enumerate(range(0, POWERS + 1, quick.PATH_POWERS)):
                mujoco.mj_resetData(model, data)
                data.qpos[:] = 0, 0, body.COM_HEIGHT, 1, 0, 0, 0
                hit = FlickIntent(0, 1, side, height)
                velocity, spin = impact(hit)
                # Speeds are proportional to the finger's speed, and power 0 is not on the grid of flicks.
                factor = speed(power) / speed(1)
                data.qvel[:] = [v * factor for v in (*velocity, *spin)]
                rows: list[list[float]] = []
                for step in range(int(3.0 / body.STEP)):
                    if step % every == 0:
                        w, x, y, z = data.qpos[3:7]
                        up = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
                        at = [(data.qpos[k] + above * up[k]) / body.CM for k in range(3)]
                        world = np.zeros(3)
                        mujoco.mju_rotVecQuat(world, data.qvel[3:6], data.qpos[3:7])
                        rows.append([at[0], at[1], max(at[2] - plan.SCHOOL.penguin.radius, 0.0), world[2]])
                        slow = math.hypot(*data.qvel[:3]) < 0.005 and math.hypot(*data.qvel[3:]) < 1.0
                        if slow or math.hypot(at[0], at[1]) > FARTHEST:
                            break
                    mujoco.mj_step(model, data)
                found[height, side, number] = rows
    longest = max(len(rows) for rows in found.values())
    numbers = POWERS // quick.PATH_POWERS + 1
    paths = np.zeros((HEIGHTS, SIDE_LIMIT + 1, numbers, longest, 4), np.int16)
    lengths = np.zeros(paths.shape[:3], np.int16)
    for key, rows in found.items():
        lengths[key] = len(rows)
        paths[key][: len(rows)] = np.rint(np.array(rows) / SCALE)
    np.savez_compressed(HERE / "quick_paths.npz", paths=paths, lengths=lengths, scale=SCALE)
    print(f"{len(found)} paths, up to {longest} samples, {(HERE / 'quick_paths.npz').stat().st_size} bytes")


def speed(power: int) -> float:
    from parlour.games.icecool.physics.finger import finger_speed

    return finger_speed(power)


def run_flicks(count: int = 1500, seed: int = 20) -> None:
    """Random positions, powers that a player would use more often than not, one MuJoCo flick each."""
    rng = np.random.default_rng(seed)
    jobs = []
    for number in range(count):
        poses = random_poses(rng, int(rng.integers(2, 5)))
        actor = next(colour for colour in rng.permutation(report.COLOURS) if poses[colour] is not None)
        head = int(rng.random() < 0.3)
        power = int(rng.integers(40, 101)) if head else int(rng.integers(5, 80))
        side = int(rng.integers(-10, 11)) if rng.random() < 0.6 else 0
        jobs.append(FlickJob(poses, str(actor), FlickIntent(int(rng.integers(3600)), power, side, head), number))  # type: ignore[arg-type]
    began = time.perf_counter()
    runs = simulate_many(jobs, threads=2)
    OUT.mkdir(exist_ok=True)
    with (OUT / "flicks.pkl").open("wb") as file:
        pickle.dump([(job, run.report) for job, run in zip(jobs, runs, strict=True)], file)
    print(f"{count} flicks in {time.perf_counter() - began:.0f} s")


def load() -> list[tuple[FlickJob, report.FlickReport]]:
    with (OUT / "flicks.pkl").open("rb") as file:
        return pickle.load(file)  # type: ignore[no-any-return]


Case = tuple[Any, Any, int, Any, Any, Any, Any]


def cases(flicks: list[tuple[FlickJob, report.FlickReport]]) -> list[Case]:
    """The same flicks as arrays: poses, doors, actor, flick, final places, out, event sets."""
    found = []
    for job, told in flicks:
        colours = [colour for colour in report.COLOURS if told.start[colour] is not None]
        poses = np.array([[told.start[c].x, told.start[c].y] for c in colours])  # type: ignore[union-attr]
        stuck = np.array([stuck_door(to_grid(x), to_grid(y)) for x, y in poses])
        rests = [told.rest[c] for c in colours]
        final = np.array([[r.x, r.y] if r and r.spot else [np.nan, np.nan] for r in rests], np.float64)
        flick = np.array([[job.intent.aim, job.intent.power, job.intent.side, job.intent.height]])
        happened = set()
        for event in told.events:
            if isinstance(event, report.Touch):
                happened.add((0, colours.index(event.a), colours.index(event.b)))
            elif isinstance(event, report.Pass):
                happened.add((1, colours.index(event.p), plan.DOOR_IDS.index(event.door)))
            elif isinstance(event, report.Over):
                happened.add((2, colours.index(event.p), -1))
            elif isinstance(event, report.Exit):
                happened.add((3, colours.index(event.p), -1))
        found.append((poses, stuck, colours.index(job.actor), flick, final, rests, happened))
    return found


def compare(case: Case, constants: Any) -> tuple[float, float, set[Any], set[Any]]:
    """Error of the actor's place, mean over the others that moved, and both event sets."""
    poses, stuck, actor, flick, final, _, happened = case
    out = quick.Quick(*map(as_array, quick.quick_flicks(poses, stuck, actor, flick, constants)))
    said = set()
    for _, kind, a, b, _, _ in out.events[0, : out.counts[0, 0]].tolist():
        if kind != BOUNCE:
            said.add((kind, a, b if kind < 2 else -1))
    errors = np.hypot(*(out.rests[0, :, :2] - final).T)
    gone = out.rests[0, :, 2] > 0
    errors = np.where(np.isnan(errors) | gone, np.where(np.isnan(errors) == gone, 0.0, 30.0), errors)
    moved = np.hypot(*(np.nan_to_num(final, nan=99.0) - poses).T) > 0.5
    moved[actor] = False
    others = float(errors[moved].mean()) if moved.any() else np.nan
    return float(errors[actor]), others, happened, said


def cost(some: list[Case], constants: Any) -> float:
    total = 0.0
    for case in some:
        actor, others, happened, said = compare(case, constants)
        total += min(actor, 10.0) + (0.0 if np.isnan(others) else 0.5 * min(others, 10.0))
        total += 3.0 * len({e for e in happened ^ said if e[0] <= 3})
    return total / len(some)


NAMES = (
    "friction", "curve", "spin_loss", "wall_bounce", "wall_fade", "wall_glide", "wall_roll", "wall_grip", "spin_kept",
    "spin_gained", "penguin_bounce", "penguin_grip", "turning", "floor_bounce", "edge_bounce", "round_foot",
)  # fmt: skip
GUESS = np.array([150.0, 0.8, 50.0, 0.5, 0.06, 0.7, 0.14, 0.36, 0.9, 0.2, 0.4, 0.1, 0.1, 0.35, 0.48, 0.5])


def save(constants: Any, told: dict[str, Any]) -> None:
    text = {
        "about": "Constants of the quick model, fitted by tools/fit_quick.py to MuJoCo flicks from random positions.",
        "constants": {name: float(f"{value:.5g}") for name, value in zip(NAMES, constants, strict=True)},
        "fit": told,
    }
    (HERE / "quick.json").write_text(json.dumps(text, indent=2) + "\n")


def summary(some: list[Case], constants: Any) -> dict[str, Any]:
    rows = [compare(case, constants) for case in some]
    actor = np.array([row[0] for row in rows])
    others = np.array([row[1] for row in rows])
    told: dict[str, Any] = {
        "flicks": len(some),
        "actor_cm_median_p75_p90": [round(float(q), 2) for q in np.percentile(actor, [50, 75, 90])],
        "pushed_cm_median_p75_p90": [round(float(q), 2) for q in np.percentile(others[~np.isnan(others)], [50, 75, 90])],
    }
    for kind, name in enumerate(("touch", "pass", "over", "exit")):
        true = sum(len({e for e in row[2] & row[3] if e[0] == kind}) for row in rows)
        real = sum(len({e for e in row[2] if e[0] == kind}) for row in rows)
        said = sum(len({e for e in row[3] if e[0] == kind}) for row in rows)
        told[name] = {"in_mujoco": real, "in_quick": said, "in_both": true}
    told["same_events"] = sum(row[2] == row[3] for row in rows)
    return told


def contacts(told: report.FlickReport) -> int:
    return sum(isinstance(event, report.Bounce | report.Touch) for event in told.events)


def fit(rounds: int = 30) -> None:
    """Coordinate search with shrinking steps on the first two thirds; the last third checks."""
    flicks = load()
    everything = cases(flicks)
    cut = len(everything) * 2 // 3
    # Chaos teaches nothing: fit on flicks with at most three contacts.
    train = [case for case, (_, told) in zip(everything[:cut], flicks, strict=False) if contacts(told) <= 3]
    check = everything[cut:]
    print(len(train), "flicks to fit on")
    best = GUESS.copy()
    if (HERE / "quick.json").exists() and "again" in sys.argv:
        best = np.array(list(json.loads((HERE / "quick.json").read_text())["constants"].values()))
    lowest = cost(train, best)
    print("start", round(lowest, 3))
    steps = np.maximum(np.abs(best) * 0.25, 0.05)
    for turn in range(rounds):
        for k in range(len(best)):
            for sign in (1, -1):
                trial = best.copy()
                trial[k] = trial[k] + sign * steps[k]
                value = cost(train, trial)
                if value < lowest:
                    best, lowest = trial, value
                    steps[k] *= 1.3
                    break
            else:
                steps[k] *= 0.7
        print(turn, round(lowest, 3), [float(f"{v:.3g}") for v in best], flush=True)
    told = {"method": "coordinate search on the first two thirds, figures from the last third", **summary(check, best)}
    save(best, told)
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    {"paths": record_paths, "flicks": run_flicks, "fit": fit}[sys.argv[1]]()

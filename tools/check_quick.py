"""Does the quick model find what MuJoCo can do? Random positions, brute force in MuJoCo against the best 20 of 2,000.

python tools/check_quick.py brute 0 20     brute force for positions 0 to 19, into out/
python tools/check_quick.py confirm        share of the solvable positions in which one of the best 20 is confirmed
"""

from __future__ import annotations

import pickle
import random
import sys
import time
from pathlib import Path

import numpy as np

from parlour.games.icecool.aim import Goal, best_flicks, random_flicks, to_intent
from parlour.games.icecool.bench import random_poses
from parlour.games.icecool.physics import FlickJob, simulate_many
from parlour.games.icecool.plan import SCHOOL
from parlour.games.icecool.report import COLOURS, Colour, Spot

OUT = Path(__file__).resolve().parent.parent / "out"
BRUTE = 300


def position(number: int) -> tuple[dict[Colour, Spot | None], Colour, Goal]:
    """Every other position is a catch by Purple, the others a fish for a Runner."""
    rng = np.random.default_rng([7, number])
    poses = random_poses(rng, int(rng.integers(2, 5)))
    colours = [colour for colour in COLOURS if poses[colour] is not None]
    actor = colours[0] if number % 2 else colours[-1]
    if number % 2:
        return poses, actor, Goal(touch=frozenset(colours[1:]))
    return poses, actor, Goal(doors=frozenset(SCHOOL.fish_doors))


def brute(first: int, last: int) -> None:
    found: dict[int, int] = {}
    began = time.perf_counter()
    for number in range(first, last):
        poses, actor, goal = position(number)
        flicks = random_flicks(random.Random(8_000 + number), BRUTE)
        runs = simulate_many([FlickJob(poses, actor, to_intent(row)) for row in flicks], threads=2)
        found[number] = sum(goal.met_by(run.report) for run in runs)
    OUT.mkdir(exist_ok=True)
    with (OUT / f"brute{first}-{last}.pkl").open("wb") as file:
        pickle.dump(found, file)
    print(found, f"{time.perf_counter() - began:.0f} s")


def confirm() -> None:
    solvable: dict[int, int] = {}
    for file in sorted(OUT.glob("brute*.pkl")):
        solvable.update(pickle.loads(file.read_bytes()))
    counts = []
    for number, hits in sorted(solvable.items()):
        if hits == 0:
            continue
        poses, actor, goal = position(number)
        best = best_flicks(poses, actor, goal, seed=number)
        runs = simulate_many([FlickJob(poses, actor, flick) for flick in best], threads=2)
        good = [goal.met_by(run.report) for run in runs]
        first = good.index(True) + 1 if any(good) else 0
        counts.append((number, hits, len(best), sum(good), first))
    for number, hits, proposed, confirmed, first in counts:
        print(f"position {number}: brute force {hits} of {BRUTE}, confirmed {confirmed} of {proposed}, first {first}")
    for name, part in (("fish", 0), ("catch", 1)):
        some = [row for row in counts if row[0] % 2 == part]
        print(f"{name}: {sum(row[3] > 0 for row in some)} of {len(some)}")
    print(f"all: {sum(row[3] > 0 for row in counts)} of {len(counts)} solvable; {len(solvable)} positions")
    print(f"confirmed flicks: {sum(row[3] for row in counts)} of {sum(row[2] for row in counts)} proposed")


if __name__ == "__main__":
    if sys.argv[1] == "brute":
        brute(int(sys.argv[2]), int(sys.argv[3]))
    else:
        confirm()

"""The shape of a flick for the eye: how it slides, curves and hops on an endless floor, as few numbers as a page needs.

`python -m parlour.games.icecool.shapes` writes `shapes.json`, which the pages draw a flick's way with up to its first contact.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from parlour.games.icecool import quick

FILE = Path(__file__).with_name("shapes.json")
SIDES = range(0, 11, 2)
POWERS = range(4, 101, 8)
POINTS = 9
FARTHEST = 80.0  # cm: longer than any room


def shapes() -> dict[str, Any]:
    """By height, side (tenths to the right) and power (percent): points x ahead, y to the left, z up, equally far apart."""
    ways = [[[way(height, side, power) for power in POWERS] for side in SIDES] for height in (0, 1)]
    return {"sides": list(SIDES), "powers": list(POWERS), "ways": ways}


def way(height: int, side: int, power: int) -> list[list[float]]:
    """The recorded free path to its farthest point: where a penguin sways back nobody looks."""
    paths, lengths, _ = quick.tables()
    line, out = [], [0.0] * 4
    for step in range(lengths[height, side, power // quick.PATH_POWERS]):
        quick.ride(paths, lengths, (0, power, side, height), step * quick.PATH_STEP, out)
        line.append(out[:3])
    far = max(range(len(line)), key=lambda k: math.hypot(*line[k][:2]))
    walked = list(accumulate((math.dist(a[:2], b[:2]) for a, b in pairwise(line[: far + 1])), initial=0.0))
    due = [min(FARTHEST, walked[-1]) * k / (POINTS - 1) for k in range(POINTS)]
    return [[round(value, 1) for value in between(line, walked, at)] for at in due]


def between(line: list[list[float]], walked: list[float], at: float) -> list[float]:
    k = min(bisect_left(walked, at, 1), len(walked) - 1)
    share = (at - walked[k - 1]) / max(walked[k] - walked[k - 1], 1e-9)
    return [a + (b - a) * min(1.0, share) for a, b in zip(line[k - 1], line[k], strict=True)]


if __name__ == "__main__":
    FILE.write_text(json.dumps(shapes(), separators=(",", ":")) + "\n", encoding="utf-8")

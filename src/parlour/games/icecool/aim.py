"""Choosing flicks: try thousands in the quick model, keep the few that MuJoCo should look at.

A candidate is worth more when its neighbours reach the goal too: a small error of the hand or of the quick model then
does no harm. The choice is deterministic for a seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.icecool import plan
from parlour.games.icecool.flick import AIMS, POWERS, SIDE_LIMIT, FlickIntent
from parlour.games.icecool.ground import stuck_door, to_grid
from parlour.games.icecool.quick import Quick, quick_flicks
from parlour.games.icecool.report import COLOURS, Colour, FlickReport, Pass, Spot, Touch
from parlour.games.icecool.tracking import EXIT, PASS, TOUCH

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HEAD_SHARE = 0.15
CENTRE_SHARE = 0.4
# Errors that a candidate is tried with: aim in tenths of a degree, power in percent, side in tenths.
JITTER = np.array([(10, 0, 0), (-10, 0, 0), (25, 3, 0), (-25, -3, 0), (0, 6, 0), (0, -6, 0), (5, 3, 1), (-5, -3, -1)])
LOOKED_AT = 240  # hits that are tried with errors


class Goal(NamedTuple):
    """What the flick is for: pass one of `doors`, or touch one of `touch`."""

    doors: frozenset[str] = frozenset()
    touch: frozenset[Colour] = frozenset()

    def met_by(self, report: FlickReport) -> bool:
        """The goal as MuJoCo's report tells it."""
        for event in report.events:
            if isinstance(event, Pass) and event.p == report.actor and event.door in self.doors:
                return True
            if isinstance(event, Touch) and report.actor in (event.a, event.b) and {event.a, event.b} & self.touch:
                return True
        return False


def random_flicks(rng: np.random.Generator, count: int) -> Ints:
    """Rows aim, power, side, height such as players try: mostly the body, often the middle."""
    head = rng.random(count) < HEAD_SHARE
    power = np.where(head, rng.integers(45, POWERS + 1, count), rng.integers(4, 86, count))
    side = np.where(rng.random(count) < CENTRE_SHARE, 0, rng.integers(-SIDE_LIMIT, SIDE_LIMIT + 1, count))
    return np.stack([rng.integers(0, AIMS, count), power, side, head.astype(np.int64)], axis=1)


def to_intent(row: Ints) -> FlickIntent:
    return FlickIntent(*(int(value) for value in row))


def best_flicks(
    poses: Mapping[Colour, Spot | None], actor: Colour, goal: Goal, keep: int = 20, count: int = 2000, seed: int = 0
) -> list[FlickIntent]:
    """The `keep` most promising of `count` random flicks, best first; fewer if the quick model finds too few."""
    rng = np.random.default_rng(seed)
    colours = [colour for colour in COLOURS if poses.get(colour) is not None]
    spots = [spot for colour in colours if (spot := poses[colour]) is not None]
    places = np.array([(spot.x, spot.y) for spot in spots])
    stuck = np.array([stuck_door(to_grid(x), to_grid(y)) for x, y in places], np.int64)
    me = colours.index(actor)
    wanted = np.array([colour in goal.touch for colour in colours])
    doors = np.array([door in goal.doors for door in plan.DOOR_IDS])

    def worth(flicks: Ints) -> Floats:
        return _worth(quick_flicks(places, stuck, me, flicks), me, doors, wanted)

    flicks = random_flicks(rng, count)
    value = worth(flicks)
    hits = np.flatnonzero(value > 0)
    if len(hits) == 0:
        return []
    hits = hits[np.argsort(-value[hits], kind="stable")][:LOOKED_AT]
    near = flicks[hits][:, None, :] + np.pad(JITTER, ((0, 0), (0, 1)))[None]
    near[..., 0] %= AIMS
    near[..., 1] = np.clip(near[..., 1], 1, POWERS)
    near[..., 2] = np.clip(near[..., 2], -SIDE_LIMIT, SIDE_LIMIT)
    around = worth(near.reshape(-1, 4)).reshape(len(hits), -1)
    score = value[hits] + around.sum(axis=1)
    chosen = _spread(flicks[hits], score, keep)
    if len(chosen) < keep:
        # Too few hits: neighbours that hit as well fill the list.
        more = near[around > 0]
        chosen = np.concatenate([chosen, more[: keep - len(chosen)]])
    return [to_intent(row) for row in chosen]


def _worth(out: Quick, me: int, doors: NDArray[np.bool_], wanted: NDArray[np.bool_]) -> Floats:
    """1 for reaching the goal, a little less the later it comes in the events; 0 otherwise."""
    value = np.zeros(len(out.counts))
    for i in range(len(out.counts)):
        for place, (_, kind, a, b, _, _) in enumerate(out.events[i, : out.counts[i, 0]].tolist()):
            passed = kind == PASS and a == me and doors[b]
            touched = kind == TOUCH and ((a == me and wanted[b]) or (b == me and wanted[a]))
            if passed or touched:
                value[i] = 1.0 / (1 + place)
                break
            if kind == EXIT and a == me:
                break
    return value


def _spread(flicks: Ints, score: Floats, keep: int) -> Ints:
    """The best of every kind first: flicks within 4 degrees of a chosen one wait until the others had their turn."""
    order = np.argsort(-score, kind="stable")
    chosen: list[int] = []
    waiting: list[int] = []
    for k in order.tolist():
        close = 0
        for c in chosen:
            turn = abs(int(flicks[k, 0] - flicks[c, 0]))
            close += min(turn, AIMS - turn) < 40 and flicks[k, 3] == flicks[c, 3]
        (chosen if close < 2 and len(chosen) < keep else waiting).append(k)
    return flicks[(chosen + waiting)[:keep]]

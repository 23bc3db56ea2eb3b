"""Choosing flicks: try thousands in the quick model, keep the few that MuJoCo should look at.

A candidate is worth more when its neighbours reach the goal too: a small error of the hand or of the quick model then
does no harm. The choice is deterministic for a seed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from parlour.games.icecool import plan
from parlour.games.icecool.flick import AIMS, POWERS, SIDE_LIMIT, FlickIntent
from parlour.games.icecool.ground import stuck_door, to_grid
from parlour.games.icecool.quick import Flick, Quick, quick_flicks
from parlour.games.icecool.report import COLOURS, Colour, FlickReport, Pass, Spot, Touch
from parlour.games.icecool.tracking import EXIT, PASS, TOUCH

HEAD_SHARE = 0.15
CENTRE_SHARE = 0.4
# Errors that a candidate is tried with: aim in tenths of a degree, power in percent, side in tenths.
JITTER = ((10, 0, 0), (-10, 0, 0), (25, 3, 0), (-25, -3, 0), (0, 6, 0), (0, -6, 0), (5, 3, 1), (-5, -3, -1))
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


def random_flicks(chance: random.Random, count: int) -> list[Flick]:
    """Flicks such as players try: mostly the body, often the middle."""
    flicks = []
    for _ in range(count):
        head = chance.random() < HEAD_SHARE
        power = chance.randint(45, POWERS) if head else chance.randint(4, 85)
        side = 0 if chance.random() < CENTRE_SHARE else chance.randint(-SIDE_LIMIT, SIDE_LIMIT)
        flicks.append((chance.randrange(AIMS), power, side, int(head)))
    return flicks


def moved(flick: Sequence[int], aim: int, power: int, side: int) -> Flick:
    """A flick that is a little off."""
    return (
        (flick[0] + aim) % AIMS,
        min(max(flick[1] + power, 1), POWERS),
        min(max(flick[2] + side, -SIDE_LIMIT), SIDE_LIMIT),
        flick[3],
    )


def to_intent(flick: Sequence[int]) -> FlickIntent:
    return FlickIntent(*flick)


def best_flicks(
    poses: Mapping[Colour, Spot | None], actor: Colour, goal: Goal, keep: int = 20, count: int = 2000, seed: int = 0
) -> list[FlickIntent]:
    """The `keep` most promising of `count` random flicks, best first; fewer if the quick model finds too few."""
    colours = [colour for colour in COLOURS if poses.get(colour) is not None]
    places = [(spot.x, spot.y) for colour in colours if (spot := poses[colour]) is not None]
    stuck = [stuck_door(to_grid(x), to_grid(y)) for x, y in places]
    me = colours.index(actor)

    def worth(flicks: Sequence[Flick]) -> list[float]:
        return _worth(quick_flicks(places, stuck, me, flicks), me, goal, colours)

    flicks = random_flicks(random.Random(seed), count)
    value = worth(flicks)
    hits = sorted((k for k in range(count) if value[k] > 0), key=lambda k: -value[k])[:LOOKED_AT]
    if not hits:
        return []
    near = [moved(flicks[k], *error) for k in hits for error in JITTER]
    around, each = worth(near), len(JITTER)
    score = [value[k] + fsum(around[each * i : each * (i + 1)]) for i, k in enumerate(hits)]
    chosen = _spread([flicks[k] for k in hits], score, keep)
    if len(chosen) < keep:
        # Too few hits: neighbours that hit as well fill the list.
        chosen += [flick for flick, worth in zip(near, around, strict=True) if worth > 0][: keep - len(chosen)]
    return [to_intent(flick) for flick in chosen]


def _worth(out: Quick, me: int, goal: Goal, colours: Sequence[Colour]) -> list[float]:
    """1 for reaching the goal, a little less the later it comes in the events; 0 otherwise."""
    doors = [door in goal.doors for door in plan.DOOR_IDS]
    wanted = [colour in goal.touch for colour in colours]
    value = [0.0] * len(out.counts)
    for i in range(len(value)):
        for place, (_, kind, a, b, _, _) in enumerate(out.told(i)):
            passed = kind == PASS and a == me and doors[b]
            touched = kind == TOUCH and ((a == me and wanted[b]) or (b == me and wanted[a]))
            if passed or touched:
                value[i] = 1.0 / (1 + place)
                break
            if kind == EXIT and a == me:
                break
    return value


def _spread(flicks: list[Flick], score: list[float], keep: int) -> list[Flick]:
    """The best of every kind first: flicks within 4 degrees of a chosen one wait until the others had their turn."""
    chosen: list[Flick] = []
    waiting: list[Flick] = []
    for k in sorted(range(len(flicks)), key=lambda k: -score[k]):
        flick, close = flicks[k], 0
        for other in chosen:
            turn = abs(flick[0] - other[0])
            close += min(turn, AIMS - turn) < 40 and flick[3] == other[3]
        (chosen if close < 2 and len(chosen) < keep else waiting).append(flick)
    return (chosen + waiting)[:keep]

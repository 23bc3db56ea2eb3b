"""Which flick: many tried in the quick model, the better ones again with errors of the hand, the best in the true physics.

A flick is worth what can be expected of it with this hand (worth.py), not what it brings when all goes well.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from parlour.bots.compiled import kernels
from parlour.bots.levels import knowledge
from parlour.core.arrays import numbers, rows_of, zeros
from parlour.core.machine import Machine, machine
from parlour.core.state import State
from parlour.games.icecool import choices, happening, rules
from parlour.games.icecool.aim import moved, random_flicks, to_intent
from parlour.games.icecool.bots import worth
from parlour.games.icecool.bots.sight import sight
from parlour.games.icecool.flick import AIMS, HEIGHTS, POWERS, SIDE_LIMIT, SIDES, UNSTEADY
from parlour.games.icecool.ground import STEPS, stuck_door
from parlour.games.icecool.hidden import card_count, face_down
from parlour.games.icecool.parts import DOORS, EVENTS, KINDS, TOURNAMENT, VALUE
from parlour.games.icecool.position import full_deck
from parlour.games.icecool.quick import Flick, Quick, quick_flicks
from parlour.games.icecool.report import COLOURS, FlickReport
from parlour.games.icecool.school import SCHOOL

AIMED = 0.4  # of the flicks that are tried: so many towards doors and penguins
ERRORS = (4, 12)  # with so many errors of the hand the better flicks are tried again, in two rounds
TRUST = 2.0  # the quick model's word counts as much as so many true flicks
SURE = 4  # true flicks after which more of the same tell nothing new


NONE: Mapping[str, float] = {}


class Tried(NamedTuple):
    """A flick, what it is worth, and what it would do if all goes as meant."""

    flick: Flick
    worth: float


REST = "f8[] i8[] f8[] f8[] f8[,,,] f8[,] f8[,] i8[] f8[] f8[]"
TAKES = {"judge": f"State[] i8 i8[] i8[,,] i8[,] f8[,,] {REST}", "judge_still": f"State[] i8 {REST}"}
KERNELS = kernels(worth, TAKES, rules, None)


@cache
def judges() -> Machine:
    return machine(KERNELS)


class Mind:
    """What one seat thinks of a position, with weights of its `own` where it has some. Nothing in it depends on cards that the
    seat cannot know."""

    def __init__(self, state: State, seat: int, greedy: bool = False, own: Mapping[str, float] = NONE) -> None:
        self.seat = seat
        data = {**knowledge("icecool").weights, **own}
        self.weights = numbers((data[name] for name in worth.WEIGHTS), "f8")
        self.mean = mean_unseen(state, seat)
        self.base = numbers((points_known(state, other, seat, self.mean) for other in range(state.players)), "f8")
        self.cards = numbers((card_count(state, other) for other in range(state.players)), "i8")
        self._rest = (
            self.base,
            self.cards,
            numbers((self.mean, 1.0 if greedy else 0.0), "f8"),
            self.weights,
            worth.prospects(state.players, self.weights),
            *sight(),
            zeros(2, "i8"),
            zeros(4, "f8"),
        )

    def still(self, states: Sequence[State]) -> list[float]:
        """What positions are worth as they are."""
        out = zeros(len(states), "f8")
        judges().here()["judge_still"](rows_of(states), self.seat, *self._rest, out)
        return list(out)

    def judge(self, state: State, who: Sequence[int], out: Quick) -> list[float]:
        """What flicks from a position are worth, as a model says they end."""
        found = zeros(len(out.counts), "f8")
        judges().here()["judge"](rows_of([state, state]), self.seat, numbers(who, "i8"), *out, *self._rest, found)
        return list(found)


def mean_unseen(state: State, seat: int) -> float:
    """The mean value of all cards that the seat cannot see."""
    if state.scoring == TOURNAMENT:
        return 1.0
    left = [0] * KINDS
    for kind in full_deck(state):
        left[kind] += 1
    for other in range(state.players):
        for kind in range(KINDS):
            left[kind] -= state.up[other, kind] + (state.down[other, kind] if other == seat else 0)
    return float(sum(left[kind] * VALUE[kind] for kind in range(KINDS)) / max(1, sum(left)))


def points_known(state: State, other: int, seat: int, mean: float) -> float:
    if state.scoring == TOURNAMENT or other == seat:
        return float(rules.score(state, other))
    up: int = sum(state.up[other, kind] * VALUE[kind] for kind in range(KINDS))
    return up + mean * face_down(state, other)


class School:
    """The penguins as a flick finds them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.who = [seat for seat in range(state.players) if state.x[seat] >= 0]
        self.me = self.who.index(state.turn)
        self.poses = [(state.x[seat] / STEPS, state.y[seat] / STEPS) for seat in self.who]
        self.stuck = [stuck_door(state.x[seat], state.y[seat]) for seat in self.who]

    def roll(self, flicks: Sequence[Sequence[int]]) -> Quick:
        return quick_flicks(self.poses, self.stuck, self.me, flicks)

    def targets(self) -> list[tuple[float, float]]:
        """What is worth aiming at: doors with own fish, for the Catcher Runners who can still be caught; else any door."""
        state, me = self.state, self.state.turn
        if me == state.catcher:
            free = [k for k, seat in enumerate(self.who) if seat != me and (state.players == 2 or not state.caught >> seat & 1)]
            if free:
                return [self.poses[k] for k in free]
        wanted = [door for door in range(DOORS) if state.fish[me, door]] or list(range(DOORS))
        return [SCHOOL.doors[door].centre for door in wanted]

    def ways(self) -> list[tuple[float, float]]:
        """From here to each of them."""
        x, y = self.poses[self.me]
        return [(to_x - x, to_y - y) for to_x, to_y in self.targets()]

    def some_flicks(self, chance: random.Random, count: int) -> list[Flick]:
        """Flicks to try: many anywhere, and some straight at what matters."""
        flicks, ways = random_flicks(chance, count), self.ways()
        for k, (_, power, side, height) in enumerate(flicks):
            if chance.random() < AIMED:
                x, y = chance.choice(ways)
                aim = round(math.degrees(math.atan2(y, x)) * 10 + chance.gauss(0, 30)) % AIMS
                flicks[k] = aim, power, 0 if chance.random() < 0.5 else side, height
        return flicks


def number_of(flick: Sequence[int]) -> int:
    """The move's number of a flick."""
    aim, power, side, height = flick
    return choices.FLICK + ((aim * POWERS + power - 1) * SIDES + side + SIDE_LIMIT) * HEIGHTS + height


def errors(state: State, hand: int) -> tuple[float, float, float]:
    """The standard deviations of this hand at this table: aim, power (a part of itself), side."""
    aim, power, side = (math.hypot(own, table) for own, table in zip(UNSTEADY[hand], UNSTEADY[state.steady], strict=True))
    return aim, power * 0.01, side


def shaken(chance: random.Random, flicks: Sequence[Flick], count: int, deviation: tuple[float, float, float]) -> list[Flick]:
    """Each flick `count` times, as a hand with these errors would do it."""
    aim, power, side = deviation
    return [
        moved(flick, round(chance.gauss(0, aim)), round(flick[1] * chance.gauss(0, power)), round(chance.gauss(0, side)))
        for flick in flicks
        for _ in range(count)
    ]


def best_of(value: Sequence[float], many: int) -> list[int]:
    """The places of the highest ones, the first of equals first."""
    return sorted(range(len(value)), key=lambda k: -value[k])[:many]


def promising(mind: Mind, state: State, hand: int, count: int, seed: int, keep: int = 1) -> list[Tried]:
    """The best of about `count` flicks in the quick model, with this hand's errors; the best first."""
    chance = random.Random(seed)
    school = School(state)
    flicks = school.some_flicks(chance, max(4, count // 2))
    value = mind.judge(state, school.who, school.roll(flicks))
    deviation = errors(state, hand)
    seen = 1
    for times in ERRORS if any(deviation) else ():
        order = best_of(value, max(keep, count // (2 * len(ERRORS) * times)))
        flicks, value = [flicks[k] for k in order], [value[k] for k in order]
        again = mind.judge(state, school.who, school.roll(shaken(chance, flicks, times, deviation)))
        # What was chosen for being high was lucky too: the first roll is forgotten once there are errors to average.
        fresh = [math.fsum(again[times * k : times * (k + 1)]) / times for k in range(len(flicks))]
        before = 0 if seen == 1 else seen
        value = [(old * before + new * times) / (before + times) for old, new in zip(value, fresh, strict=True)]
        seen = before + times
    return [Tried(flicks[k], value[k]) for k in best_of(value, keep)]


# The true physics.


def verified(mind: Mind, state: State, tried: list[Tried], hand: int, flights: int, seed: int) -> list[Tried]:
    """The same flicks, the best first, after so many flights in MuJoCo: all of them once, the better half again, and so on."""
    chance = random.Random(seed + 1)
    deviation = errors(state, hand)
    often = SURE if any(deviation) else 1
    trust = TRUST if any(deviation) else 1e-6
    flown, times = [0.0] * len(tried), [0] * len(tried)
    going = list(range(len(tried)))
    score = [one.worth for one in tried]
    while part := [k for k in going if times[k] < often][:flights]:
        flights -= len(part)
        done = shaken(chance, [tried[k].flick for k in part], 1, deviation)
        for k, came in zip(part, judge_true(mind, state, done), strict=True):
            flown[k] += came
            times[k] += 1
            score[k] = (tried[k].worth * trust + flown[k]) / (trust + times[k])
        going = sorted(part, key=lambda k: -score[k])[: max(2, len(part) // 2)]
    order = sorted(range(len(tried)), key=lambda k: (times[k] == 0, -score[k]))
    return [Tried(tried[k].flick, score[k]) for k in order]


def judge_true(mind: Mind, state: State, flicks: Sequence[Flick]) -> list[float]:
    """What flicks are worth as MuJoCo has them end."""
    from parlour.games.icecool.physics import FlickJob, simulate_many

    start = dict(happening.poses(state))
    jobs = [FlickJob(start, COLOURS[state.turn], to_intent(flick)) for flick in flicks]
    reports = [run.report for run in simulate_many(jobs)]
    return mind.judge(state, range(state.players), told(reports, state.players))


def told(reports: Sequence[FlickReport], players: int) -> Quick:
    """Reports of the physics as the rows that a judge reads."""
    events, counts = zeros((len(reports), EVENTS, 6), "i8"), zeros((len(reports), 1), "i8")
    rests = zeros((len(reports), players, 3), "f8")
    for i, report in enumerate(reports):
        rows = [happening.row(event) for event in report.events][:EVENTS]
        counts[i, 0] = len(rows)
        for k, row in enumerate(rows):
            for j, value in enumerate(row):
                events[i, k, 1 + j] = value
        for seat in range(players):
            rest = report.rest.get(COLOURS[seat])
            if rest is None or rest.x is None or rest.y is None:
                rests[i, seat, 2] = 0.0 if rest is None else 1.0
            else:
                rests[i, seat, 0], rests[i, seat, 1] = rest.x, rest.y
    return Quick(events, counts, rests)

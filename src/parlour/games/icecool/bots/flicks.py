"""Which flick: many tried in the quick model, the better ones again with errors of the hand, the best in the true physics.

A flick is worth what can be expected of it with this hand (worth.py), not what it brings when all goes well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots.compiled import kernels
from parlour.bots.levels import knowledge
from parlour.core.machine import Machine, machine
from parlour.core.state import State
from parlour.games.icecool import choices, happening, rules
from parlour.games.icecool.aim import random_flicks, to_intent
from parlour.games.icecool.bots import worth
from parlour.games.icecool.bots.sight import sight
from parlour.games.icecool.flick import AIMS, HEIGHTS, POWERS, SIDE_LIMIT, SIDES, UNSTEADY
from parlour.games.icecool.ground import STEPS, stuck_door
from parlour.games.icecool.hidden import card_count, face_down
from parlour.games.icecool.parts import DOORS, EVENTS, KINDS, TOURNAMENT, VALUE
from parlour.games.icecool.position import full_deck
from parlour.games.icecool.quick import Quick, quick_flicks
from parlour.games.icecool.report import COLOURS, FlickReport
from parlour.games.icecool.school import SCHOOL

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

AIMED = 0.4  # of the flicks that are tried: so many towards doors and penguins
ERRORS = (4, 12)  # with so many errors of the hand the better flicks are tried again, in two rounds
TRUST = 2.0  # the quick model's word counts as much as so many true flicks
SURE = 4  # true flicks after which more of the same tell nothing new


class Tried(NamedTuple):
    """A flick, what it is worth, and what it would do if all goes as meant."""

    flick: Ints
    worth: float


REST = "f8[] i8[] f8[] f8[] f8[,,,] f8[,] f8[,] i8[] f8[] f8[]"
TAKES = {"judge": f"State[] i8 i8[] i8[,,] i8[,] f8[,,] {REST}", "judge_still": f"State[] i8 {REST}"}
KERNELS = kernels(worth, TAKES, rules, None)


@cache
def judges() -> Machine:
    return machine(KERNELS)


class Mind:
    """What one seat thinks of a position. Nothing in it depends on cards that the seat cannot know."""

    def __init__(self, state: State, seat: int, greedy: bool = False) -> None:
        self.seat = seat
        data = knowledge("icecool").weights
        self.weights = np.array([data[name] for name in worth.WEIGHTS])
        self.mean = mean_unseen(state, seat)
        self.base = np.array([points_known(state, other, seat, self.mean) for other in range(state.players)])
        self.cards = np.array([card_count(state, other) for other in range(state.players)], np.int64)
        self._rest = (
            self.base,
            self.cards,
            np.array([self.mean, 1.0 if greedy else 0.0]),
            self.weights,
            worth.prospects(state.players, self.weights),
            *sight(),
            np.zeros(2, np.int64),
            np.zeros(4),
        )

    def still(self, states: Sequence[State]) -> Floats:
        """What positions are worth as they are."""
        out = np.zeros(len(states))
        judges().here()["judge_still"](np.concatenate([state.records for state in states]), self.seat, *self._rest, out)
        return out

    def judge(self, state: State, who: Sequence[int], out: Quick) -> Floats:
        """What flicks from a position are worth, as a model says they end."""
        found = np.zeros(len(out.counts))
        rows = np.repeat(state.records, 2)
        judges().here()["judge"](rows, self.seat, np.array(who, np.int64), *out, *self._rest, found)
        return found


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
    return sum(left[kind] * VALUE[kind] for kind in range(KINDS)) / max(1, sum(left))


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
        self.poses = np.array([(state.x[seat] / STEPS, state.y[seat] / STEPS) for seat in self.who])
        self.stuck = np.array([stuck_door(state.x[seat], state.y[seat]) for seat in self.who], np.int64)

    def roll(self, flicks: Ints) -> Quick:
        return quick_flicks(self.poses, self.stuck, self.me, flicks)

    def targets(self) -> Floats:
        """What is worth aiming at: doors with own fish, for the Catcher Runners who can still be caught; else any door."""
        state, me = self.state, self.state.turn
        if me == state.catcher:
            free = [k for k, seat in enumerate(self.who) if seat != me and (state.players == 2 or not state.caught >> seat & 1)]
            if free:
                return self.poses[free]
        wanted = [door for door in range(DOORS) if state.fish[me, door]] or list(range(DOORS))
        return np.array([SCHOOL.doors[door].centre for door in wanted])

    def some_flicks(self, rng: np.random.Generator, count: int) -> Ints:
        """Flicks to try: many anywhere, and some straight at what matters."""
        flicks = random_flicks(rng, count)
        aimed = np.flatnonzero(rng.random(count) < AIMED)
        targets = self.targets()
        way = targets[rng.integers(0, len(targets), len(aimed))] - self.poses[self.me]
        aims = np.rint(np.degrees(np.arctan2(way[:, 1], way[:, 0])) * 10 + rng.normal(0, 30, len(aimed)))
        flicks[aimed, 0] = aims.astype(np.int64) % AIMS
        flicks[aimed, 2] = np.where(rng.random(len(aimed)) < 0.5, 0, flicks[aimed, 2])
        return flicks


def number_of(flick: Ints) -> int:
    """The move's number of a row aim, power, side, height."""
    aim, power, side, height = (int(value) for value in flick)
    return choices.FLICK + ((aim * POWERS + power - 1) * SIDES + side + SIDE_LIMIT) * HEIGHTS + height


def errors(state: State, hand: int) -> Floats:
    """The standard deviations of this hand at this table: aim, power (a part of itself), side."""
    own, table = np.array(UNSTEADY[hand], float), np.array(UNSTEADY[state.steady], float)
    both: Floats = np.hypot(own, table) * (1, 0.01, 1)
    return both


def shaken(rng: np.random.Generator, flicks: Ints, count: int, deviation: Floats) -> Ints:
    """Each flick `count` times, as a hand with these errors would do it."""
    many = np.repeat(flicks, count, axis=0)
    off = rng.normal(size=(len(many), 3)) * deviation
    many[:, 0] = (many[:, 0] + np.rint(off[:, 0]).astype(np.int64)) % AIMS
    many[:, 1] = np.clip(np.rint(many[:, 1] * (1 + off[:, 1])), 1, POWERS)
    many[:, 2] = np.clip(many[:, 2] + np.rint(off[:, 2]), -SIDE_LIMIT, SIDE_LIMIT)
    return many


def promising(mind: Mind, state: State, hand: int, count: int, seed: int, keep: int = 1) -> list[Tried]:
    """The best of about `count` flicks in the quick model, with this hand's errors; the best first."""
    rng = np.random.default_rng(seed)
    school = School(state)
    flicks = school.some_flicks(rng, max(4, count // 2))
    value = mind.judge(state, school.who, school.roll(flicks))
    deviation = errors(state, hand)
    if not deviation.any():
        order = np.argsort(-value, kind="stable")[:keep]
        return [Tried(flicks[k], float(value[k])) for k in order]
    seen = 1
    for times in ERRORS:
        some = max(keep, count // (2 * len(ERRORS) * times))
        order = np.argsort(-value, kind="stable")[:some]
        flicks, value = flicks[order], value[order]
        again = mind.judge(state, school.who, school.roll(shaken(rng, flicks, times, deviation)))
        # What was chosen for being high was lucky too: the first roll is forgotten once there are errors to average.
        fresh = again.reshape(len(flicks), times).mean(axis=1)
        value = fresh if seen == 1 else (value * seen + fresh * times) / (seen + times)
        seen = times if seen == 1 else seen + times
    order = np.argsort(-value, kind="stable")[:keep]
    return [Tried(flicks[k], float(value[k])) for k in order]


# The true physics.


def verified(mind: Mind, state: State, tried: list[Tried], hand: int, flights: int, seed: int) -> list[Tried]:
    """The same flicks, the best first, after so many flights in MuJoCo: all of them once, the better half again, and so on."""
    rng = np.random.default_rng([seed, 1])
    deviation = errors(state, hand)
    often = SURE if deviation.any() else 1
    trust = TRUST if deviation.any() else 1e-6
    guess, flown, times = np.array([one.worth for one in tried]), np.zeros(len(tried)), np.zeros(len(tried))
    going = list(range(len(tried)))
    score = guess
    while part := [k for k in going if times[k] < often][:flights]:
        flights -= len(part)
        done = shaken(rng, np.array([tried[k].flick for k in part]), 1, deviation)
        flown[part] += judge_true(mind, state, done)
        times[part] += 1
        score = (guess * trust + flown) / (trust + times)
        going = sorted(part, key=lambda k: -score[k])[: max(2, len(part) // 2)]
    order = sorted(range(len(tried)), key=lambda k: (times[k] == 0, -score[k]))
    return [Tried(tried[k].flick, float(score[k])) for k in order]


def judge_true(mind: Mind, state: State, flicks: Ints) -> Floats:
    """What flicks are worth as MuJoCo has them end."""
    from parlour.games.icecool.physics import FlickJob, simulate_many

    start = dict(happening.poses(state))
    jobs = [FlickJob(start, COLOURS[state.turn], to_intent(flick)) for flick in flicks]
    reports = [run.report for run in simulate_many(jobs)]
    return mind.judge(state, range(state.players), told(reports, state.players))


def told(reports: Sequence[FlickReport], players: int) -> Quick:
    """Reports of the physics as the rows that a judge reads."""
    events = np.zeros((len(reports), EVENTS, 6), np.int64)
    counts = np.zeros((len(reports), 1), np.int64)
    rests = np.zeros((len(reports), players, 3))
    for i, report in enumerate(reports):
        rows = [happening.row(event) for event in report.events][:EVENTS]
        counts[i, 0] = len(rows)
        if rows:
            events[i, : len(rows), 1:] = rows
        for seat in range(players):
            rest = report.rest.get(COLOURS[seat])
            if rest is None or rest.x is None or rest.y is None:
                rests[i, seat, 2] = 0.0 if rest is None else 1.0
            else:
                rests[i, seat, :2] = rest.x, rest.y
    return Quick(events, counts, rests)

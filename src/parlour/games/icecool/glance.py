"""What there is to go for: doors with an own fish, Runners in reach, and where one would look first. No advice."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec

from parlour.core.state import State
from parlour.games.icecool.ground import STEPS, stuck_door
from parlour.games.icecool.plan import Point, classify
from parlour.games.icecool.school import SCHOOL, Door, solids
from parlour.games.icecool.spots import on_board

REACHES = ((0.0, 4.0), (12.0, 8.0), (39.0, 24.0), (95.0, 44.0))
"""How far a straight slide goes, and the power that it takes: MuJoCo's, on an endless floor."""
BEYOND = 20.0
LEAST, MOST = 25, 60
NARROW = SCHOOL.penguin.radius - 0.05
WALLS = [solid.box for solid in solids() if solid.lintel_of is None]


class Glance(msgspec.Struct, frozen=True):
    """A flick to begin with: degrees and percent, straight from the body's middle."""

    aim: float
    power: int


def glance(state: State) -> Glance:
    """At the nearest goal in a straight line, else at the door on the way to one."""
    seat = state.turn
    others = [s for s in range(state.players) if s != seat and on_board(state, s)]
    catches = seat == state.catcher
    prey = runners_to_touch(state) if catches else []
    fished = [] if catches else [k for k in range(len(SCHOOL.doors)) if state.fish[seat, k]]
    return first_look(
        spot(state, seat), tuple(spot(state, s) for s in others), tuple(spot(state, s) for s in prey), tuple(fished)
    )


def doors_to_pass(state: State, seat: int) -> list[str]:
    """Doors that bring this seat a fish, whole and through the opening (ICE-23); none of the Catcher's (ICE-29), and not the
    one in whose frame the penguin stands (ICE-22)."""
    if seat == state.catcher:
        return []
    stuck = stuck_door(state.x[seat], state.y[seat]) if on_board(state, seat) else -1
    return [door.id for k, door in enumerate(SCHOOL.doors) if state.fish[seat, k] and k != stuck]


def runners_to_touch(state: State) -> list[int]:
    """Runners on the board whom a touch would catch: once each (ICE-36), of two players again (ICE-73)."""
    return [
        seat
        for seat in range(state.players)
        if seat != state.catcher and on_board(state, seat) and (state.players == 2 or not (state.caught >> seat) & 1)
    ]


def runners_in_reach(state: State) -> list[int]:
    """Those of them to whom a straight line leads from the Catcher, with nothing in between."""
    if not on_board(state, state.catcher):
        return []
    there = [spot(state, seat) for seat in range(state.players) if seat != state.catcher and on_board(state, seat)]
    prey = runners_to_touch(state)
    seen = in_line(spot(state, state.catcher), tuple(there), tuple(spot(state, seat) for seat in prey))
    return [seat for seat, free in zip(prey, seen, strict=True) if free]


@lru_cache(256)
def in_line(me: Point, others: tuple[Point, ...], prey: tuple[Point, ...]) -> tuple[bool, ...]:
    return tuple(is_clear(me, at, [p for p in others if p != at]) for at in prey)


@lru_cache(256)
def first_look(me: Point, others: tuple[Point, ...], prey: tuple[Point, ...], fished: tuple[int, ...]) -> Glance:
    """From here, among these, at those to touch or at the doors to pass. Everybody at a table sees the same: found once."""
    here = classify(*me)
    rooms = rooms_at(me)
    doors = [SCHOOL.doors[k] for k in fished]
    goals = [at for at, free in zip(prey, in_line(me, others, prey), strict=True) if free]
    goals += [door.centre for door in doors if is_clear(me, through(me, door), others)]
    if not goals:
        # Nothing in sight: the door that leads towards it, a free one before one that somebody stands before.
        steps = distances({room for door in doors for room in door.rooms} | {r for at in prey for r in rooms_at(at)})
        ways = [door for door in SCHOOL.doors if (here is None or door.id != here.door) and set(door.rooms) & set(rooms)]
        ways.sort(
            key=lambda door: (
                min(steps.get(room, 9) for room in door.rooms if room not in rooms or len(rooms) > 1),
                not is_clear(me, through(me, door), others),
                math.dist(me, door.centre),
            )
        )
        goals = [door.centre for door in ways[:1]] or [(SCHOOL.outline[2] / 2, SCHOOL.outline[3] / 2)]
    at = min(goals, key=lambda goal: math.dist(me, goal))
    aim = round(math.degrees(math.atan2(at[1] - me[1], at[0] - me[0])), 1) % 360
    return Glance(aim, power_for(math.dist(me, at) + BEYOND))


def spot(state: State, seat: int) -> Point:
    return state.x[seat] / STEPS, state.y[seat] / STEPS


def rooms_at(at: Point) -> tuple[str, ...]:
    place = classify(*at)
    return () if place is None else place.rooms


def through(me: Point, door: Door) -> Point:
    """A penguin's length behind the door."""
    x, y = door.centre
    further = 1 + SCHOOL.penguin.height / max(1.0, math.dist(me, (x, y)))
    return me[0] + (x - me[0]) * further, me[1] + (y - me[1]) * further


def power_for(reach: float) -> int:
    for (near, weak), (far, strong) in pairwise(REACHES):
        if reach <= far:
            return min(MOST, max(LEAST, round(weak + (strong - weak) * (reach - near) / (far - near))))
    return MOST


def is_clear(start: Point, end: Point, others: Iterable[Point]) -> bool:
    """Whether a penguin gets from one point to the other in a straight line without touching wall or penguin."""
    length = math.dist(start, end)
    for k in range(math.ceil(length) + 1):
        share = min(1.0, k / max(length, 1e-9))
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        for x0, y0, _, x1, y1, _ in WALLS:
            if math.dist((x, y), (min(max(x, x0), x1), min(max(y, y0), y1))) < NARROW:
                return False
        if k and any(math.dist((x, y), other) < 2 * NARROW for other in others):
            return False
    return True


def distances(ends: set[str]) -> dict[str, int]:
    """How many doors every room is from one of these."""
    found = dict.fromkeys(ends, 0)
    for far in range(1, len(SCHOOL.rooms)):
        for door in SCHOOL.doors:
            for one, other in (door.rooms, door.rooms[::-1]):
                if found.get(one) == far - 1:
                    found.setdefault(other, far)
    return found

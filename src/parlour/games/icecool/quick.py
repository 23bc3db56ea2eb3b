"""The quick model of a flick: good enough to choose candidates, never to decide. Centimetres and seconds.

Until its first contact the flicked penguin rides a recorded MuJoCo path (`quick_paths.npz`: endless floor, every side
and height, powers in steps of 4 %, interpolated). After that everybody is a disc that slides, spins, curves, hops and
bounces with the constants of `quick.json`, which `tools/fit_quick.py` fits to MuJoCo.

Plain functions over numbers and arrays, no allocation in loops: they run as they are, compiled for the CPU, or as
device functions on a GPU. Rooms, doors and events are those of `tracking`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import cycle
from operator import mul
from typing import Any, NamedTuple, cast

import msgspec

from parlour.core.arrays import numbers, shaped, stored, zeros
from parlour.core.link import Linker
from parlour.core.machine import Kernels, Machine, constant, machine
from parlour.core.maths import cosine, sine
from parlour.core.state import table
from parlour.games.icecool.flick import HEIGHTS, POWERS, SIDE_LIMIT
from parlour.games.icecool.school import SCHOOL, solids
from parlour.games.icecool.tracking import (
    AXES,
    BOUNCE,
    CELL,
    GONE,
    HOME,
    SLOTS,
    TOUCH,
    TRACKED,
    cell_at,
    follow,
    note,
)

# Columns of a penguin's motion
X, Y, Z, VX, VY, VZ, SPIN, MOVING = range(8)
MOTION = 8

# The fitted constants, in the order of `quick.json`
(
    FRICTION,  # sliding deceleration after the first contact, cm/s^2
    CURVE,  # sideways slip of the foot for one rad/s of spin, cm
    SPIN_LOSS,  # rad/s^2 while sliding
    WALL_BOUNCE,  # part of the speed into a wall that comes back ...
    WALL_FADE,  # ... less this for every 100 cm/s
    WALL_GLIDE,  # part of the speed along a wall that stays
    WALL_ROLL,  # part of the spin's edge speed that a wall turns into speed along it ...
    WALL_GRIP,  # ... at most this part of the speed into the wall
    SPIN_KEPT,  # part of the spin that stays at a wall
    SPIN_GAINED,  # part of the speed along a wall that becomes edge speed of the spin
    PENGUIN_BOUNCE,
    PENGUIN_GRIP,
    TURNING,  # part of a slip between penguins that sticking would take up
    FLOOR_BOUNCE,  # part of the falling speed that comes back
    EDGE_BOUNCE,  # as WALL_BOUNCE, for the edges of door frames
    ROUND_FOOT,  # how far below a wall's top the round foot still clears it, cm
) = range(16)
CONSTANTS = 16

PATH_STEP = 0.02  # seconds between two samples of a path
PATH_POWERS = 4  # percent between two paths
# Columns of a path sample
PATH_X, PATH_Y, PATH_Z, PATH_SPIN = range(4)

GRAVITY = 981.0
RADIUS = SCHOOL.penguin.radius
HEIGHT = SCHOOL.penguin.height
REACH = 0.3  # cm a step at most
SHORTEST, LONGEST = 0.0005, 0.006  # seconds a step
GIVE_UP = 4.0  # seconds
WALLS = table([solid.box for solid in solids()], "f8")
INNER = table([room.inner for room in SCHOOL.rooms], "f8")
TALLEST = SCHOOL.wall_height
REAL_BOUNCE = 5.0  # cm/s across a wall that make a bounce (R19)
NO_WALL, LEANING, FLAT, EDGE = range(4)  # what `meet_walls` found
APART, SIDE_BY_SIDE, ONE_INTO_OTHER, OTHER_INTO_ONE = range(4)  # what `meet` found
HIT_SPEED = 1.0  # cm/s, as in physics/events.py


def ride(paths: Any, lengths: Any, flick: Any, t: float, out: Any) -> bool:
    """The recorded free path at time t, for `flick` = aim, power, side, height (grid); false at its end."""
    side = flick[2] if flick[2] >= 0 else -flick[2]
    low = flick[1] // PATH_POWERS
    share = (flick[1] - low * PATH_POWERS) / PATH_POWERS
    high = low if share == 0.0 else low + 1
    at = t / PATH_STEP
    first = lengths[flick[3], side, low]
    last = lengths[flick[3], side, high]
    longest = first if first > last else last
    i = int(at)
    over = at - i
    for c in range(4):
        a = paths[flick[3], side, low, min(i, first - 1), c] * (1.0 - over)
        a += paths[flick[3], side, low, min(i + 1, first - 1), c] * over
        b = paths[flick[3], side, high, min(i, last - 1), c] * (1.0 - over)
        b += paths[flick[3], side, high, min(i + 1, last - 1), c] * over
        out[c] = a * (1.0 - share) + b * share
    if flick[2] < 0:
        out[PATH_Y] = -out[PATH_Y]
        out[PATH_SPIN] = -out[PATH_SPIN]
    return bool(i + 1 < longest)


def slide(me: Any, constants: Any, dt: float) -> None:
    """One step on the floor or in the air: friction against the foot's slip, which spin turns sideways."""
    if me[Z] <= 0.0 and me[VZ] <= 0.0:
        along = math.sqrt(me[VX] * me[VX] + me[VY] * me[VY])
        aside = me[SPIN] * constants[CURVE]
        slip = math.sqrt(along * along + aside * aside)
        loss = constants[FRICTION] * dt
        if slip <= loss or along < 1e-9:
            me[VX] = 0.0
            me[VY] = 0.0
            me[SPIN] = 0.0
            me[MOVING] = 0.0
            return
        ux, uy = me[VX] / along, me[VY] / along
        me[VX] += loss * (-along * ux + aside * uy) / slip
        me[VY] += loss * (-along * uy - aside * ux) / slip
        slower = constants[SPIN_LOSS] * dt
        if me[SPIN] > slower:
            me[SPIN] -= slower
        elif me[SPIN] < -slower:
            me[SPIN] += slower
        else:
            me[SPIN] = 0.0
    else:
        me[VZ] -= GRAVITY * dt
    me[X] += me[VX] * dt
    me[Y] += me[VY] * dt
    me[Z] += me[VZ] * dt
    if me[Z] < 0.0:
        me[Z] = 0.0
        me[VZ] = -me[VZ] * constants[FLOOR_BOUNCE] if me[VZ] < -20.0 else 0.0


def bounce(me: Any, nx: float, ny: float, back: float, constants: Any) -> None:
    """Reflect off a wall with the normal (nx, ny): `back` across, and along it a fitted mix of glide and spin."""
    into = -(me[VX] * nx + me[VY] * ny)
    along = -me[VX] * ny + me[VY] * nx
    edge = me[SPIN] * RADIUS
    most = constants[WALL_GRIP] * into
    gain = min(max(constants[WALL_ROLL] * edge, -most), most)
    across = back * into
    me[SPIN] = (constants[SPIN_KEPT] * edge + constants[SPIN_GAINED] * along) / RADIUS
    along = constants[WALL_GLIDE] * along + gain
    me[VX] = across * nx - along * ny
    me[VY] = across * ny + along * nx


def meet_walls(me: Any, constants: Any) -> int:
    """Push the disc out of every wall it reaches into and bounce it: NO_WALL, LEANING, or the bounce on flat or edge."""
    room = cell_at(me[X], me[Y])
    if room >= 0 and (
        INNER[room, 0] + RADIUS < me[X] < INNER[room, 2] - RADIUS and INNER[room, 1] + RADIUS < me[Y] < INNER[room, 3] - RADIUS
    ):
        return NO_WALL
    if me[Z] > TALLEST - constants[ROUND_FOOT]:
        return NO_WALL
    met = NO_WALL
    for w in range(WALLS.shape[0]):
        if me[Z] > WALLS[w, 5] - constants[ROUND_FOOT] or me[Z] + HEIGHT < WALLS[w, 2]:
            continue
        qx = min(max(me[X], WALLS[w, 0]), WALLS[w, 3])
        qy = min(max(me[Y], WALLS[w, 1]), WALLS[w, 4])
        dx, dy = me[X] - qx, me[Y] - qy
        square = dx * dx + dy * dy
        if square >= RADIUS * RADIUS or square < 1e-12:
            continue
        gap = math.sqrt(square)
        nx, ny = dx / gap, dy / gap
        into = -(me[VX] * nx + me[VY] * ny)
        me[X] += nx * (RADIUS - gap)
        me[Y] += ny * (RADIUS - gap)
        met = max(met, LEANING)
        if into > 0.0:
            flat = dx == 0.0 or dy == 0.0
            back = max(constants[WALL_BOUNCE if flat else EDGE_BOUNCE] - constants[WALL_FADE] * into / 100.0, 0.1)
            if (1.0 + back) * into >= REAL_BOUNCE:
                met = max(met, FLAT if flat else EDGE)
            bounce(me, nx, ny, back, constants)
    return met


def surface_at(x: float, y: float, edge: bool) -> Any:
    """The surface that a bounce happens on: the nearest wall of the room, or near a door its frame."""
    room = cell_at(x, y)
    if room < 0:
        return -1
    for d in range(SLOTS.shape[0]):
        if SLOTS[d, 0] - RADIUS <= x <= SLOTS[d, 2] + RADIUS and SLOTS[d, 1] - RADIUS <= y <= SLOTS[d, 3] + RADIUS:
            axis = AXES[d]
            along = y if axis == 0 else x
            inside = SLOTS[d, 1 - axis] < along < SLOTS[d, 3 - axis]
            if edge or inside:
                return 4 * INNER.shape[0] + d
    best = 0
    least = INNER[room, 3] - y
    if INNER[room, 2] - x < least:
        least = INNER[room, 2] - x
        best = 1
    if y - INNER[room, 1] < least:
        least = y - INNER[room, 1]
        best = 2
    if x - INNER[room, 0] < least:
        best = 3
    return 4 * room + best


def meet(one: Any, other: Any, constants: Any) -> int:
    """Two discs that reach into each other part and bounce: how they touch, and who ran into whom."""
    dx, dy = other[X] - one[X], other[Y] - one[Y]
    square = dx * dx + dy * dy
    if square >= 4.0 * RADIUS * RADIUS or abs(one[Z] - other[Z]) > HEIGHT or square < 1e-12:
        return APART
    gap = math.sqrt(square)
    nx, ny = dx / gap, dy / gap
    part = RADIUS - gap / 2.0
    one[X] -= nx * part
    one[Y] -= ny * part
    other[X] += nx * part
    other[Y] += ny * part
    ours, theirs = one[VX] * nx + one[VY] * ny, -other[VX] * nx - other[VY] * ny
    into = ours + theirs
    if into > 0.0:
        back = constants[PENGUIN_BOUNCE]
        push = (1.0 + back) * into / 2.0
        slip = (other[VX] - one[VX]) * -ny + (other[VY] - one[VY]) * nx - (one[SPIN] + other[SPIN]) * RADIUS
        most = constants[PENGUIN_GRIP] * push
        rub = min(max(-slip * constants[TURNING] / 2.0, -most), most)
        turn = rub * (1.0 / constants[TURNING] - 1.0) / RADIUS
        one[VX] -= push * nx - rub * ny
        one[VY] -= push * ny + rub * nx
        other[VX] += push * nx - rub * ny
        other[VY] += push * ny + rub * nx
        one[SPIN] -= turn
        other[SPIN] -= turn
        one[MOVING] = 1.0
        other[MOVING] = 1.0
    if into <= HIT_SPEED:
        return SIDE_BY_SIDE
    return ONE_INTO_OTHER if ours >= theirs else OTHER_INTO_ONE


def run_flick(
    poses: Any,
    n: int,
    actor: int,
    flick: Any,
    paths: Any,
    lengths: Any,
    constants: Any,
    motion: Any,
    track: Any,
    touching: Any,
    scratch: Any,
    events: Any,
    count: Any,
) -> float:
    """One flick of penguin `actor` among `n` at `poses`: final places in `motion`, what happened in `events`.

    `track` must hold HOME (-1 if stuck), CELL and DOOR of the start, the rest is scratch. Returns the seconds.
    """  # fmt: skip
    count[0] = 0
    for k in range(n):
        motion[k, X], motion[k, Y] = poses[k, 0], poses[k, 1]
        for c in range(2, MOTION):
            motion[k, c] = 0.0
        for j in range(k):
            dx, dy = poses[k, 0] - poses[j, 0], poses[k, 1] - poses[j, 1]
            touching[j, k] = 1 if dx * dx + dy * dy <= (2.0 * RADIUS + 0.02) ** 2 else 0
    me = motion[actor]
    me[MOVING] = 1.0
    cos, sin = cosine(flick[0]), sine(flick[0])
    path, reach = scratch[0], scratch[1]
    riding = True
    ride(paths, lengths, flick, 0.0, path)
    t, dt, step = 0.0, SHORTEST, 0
    while t < GIVE_UP:
        step += 1
        fastest = 0.0
        for k in range(n):
            if motion[k, MOVING] == 0.0 or track[k, GONE] > 0:
                continue
            if k == actor and riding:
                going = ride(paths, lengths, flick, t + dt, path)
                x = poses[k, 0] + cos * path[PATH_X] - sin * path[PATH_Y]
                y = poses[k, 1] + sin * path[PATH_X] + cos * path[PATH_Y]
                me[VX], me[VY], me[VZ] = (x - me[X]) / dt, (y - me[Y]) / dt, (path[PATH_Z] - me[Z]) / dt
                me[X], me[Y], me[Z], me[SPIN] = x, y, path[PATH_Z], path[PATH_SPIN]
                if not going:
                    me[MOVING] = 0.0
            else:
                slide(motion[k], constants, dt)
            met = meet_walls(motion[k], constants)
            if met > LEANING:
                surface = surface_at(motion[k, X], motion[k, Y], met == EDGE)
                if surface >= 0:
                    note(events, count, step, BOUNCE, k, surface, -1, -1)
            if met > NO_WALL and k == actor:
                if riding and me[Z] < 0.3:
                    me[Z] = 0.0
                    me[VZ] = 0.0
                riding = False
                me[MOVING] = 1.0
        for a in range(n):
            for b in range(a + 1, n):
                if motion[a, MOVING] == 0.0 and motion[b, MOVING] == 0.0:
                    continue
                if track[a, GONE] > 0 or track[b, GONE] > 0:
                    continue
                met = meet(motion[a], motion[b], constants)
                if met != APART:
                    if touching[a, b] == 0 or (touching[a, b] == 1 and met != SIDE_BY_SIDE):
                        if met == OTHER_INTO_ONE:
                            note(events, count, step, TOUCH, b, a, -1, -1)
                        else:
                            note(events, count, step, TOUCH, a, b, -1, -1)
                        touching[a, b] = 2
                    if a == actor or b == actor:
                        if riding and me[Z] < 0.3:
                            me[Z] = 0.0
                            me[VZ] = 0.0
                        riding = False
                elif touching[a, b] > 0:
                    dx, dy = motion[a, X] - motion[b, X], motion[a, Y] - motion[b, Y]
                    if dx * dx + dy * dy > (2.0 * RADIUS + 0.3) ** 2:
                        touching[a, b] = 0
        for k in range(n):
            if motion[k, MOVING] == 0.0 or track[k, GONE] > 0:
                continue
            x, y = motion[k, X], motion[k, Y]
            reach[0], reach[1], reach[2], reach[3] = x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS
            follow(k, track[k], x, y, motion[k, Z] + RADIUS, reach, step, events, count)
            if track[k, GONE] == 0:
                speed = motion[k, VX] ** 2 + motion[k, VY] ** 2 + motion[k, VZ] ** 2
                fastest = max(fastest, speed)
        t += dt
        if fastest == 0.0:
            break
        dt = min(max(REACH / math.sqrt(fastest), SHORTEST), LONGEST)
    return t


def run_flicks(
    poses: Any,
    n: int,
    actor: int,
    flicks: Any,
    paths: Any,
    lengths: Any,
    constants: Any,
    begin: Any,
    motion: Any,
    track: Any,
    touching: Any,
    scratch: Any,
    events: Any,
    counts: Any,
    rests: Any,
) -> None:
    """Many flicks from one position: `events[i, :counts[i]]` and `rests[i]` (x, y, z of everybody)."""  # fmt: skip
    for i in range(flicks.shape[0]):
        for k in range(n):
            for c in range(TRACKED):
                track[k, c] = begin[k, c]
        run_flick(
            poses, n, actor, flicks[i], paths, lengths, constants, motion, track, touching, scratch, events[i],
            counts[i],
        )  # fmt: skip
        for k in range(n):
            rests[i, k, 0], rests[i, k, 1], rests[i, k, 2] = motion[k, X], motion[k, Y], float(track[k, GONE])


Flick = tuple[int, int, int, int]
"""Aim, power, side, height, in the units of flick.py."""


class Quick(NamedTuple):
    """What came out of a batch: event rows `step kind a b from to`, how many each, and x, y, gone of everybody."""

    events: Any
    counts: Any
    rests: Any

    def told(self, flick: int) -> list[list[int]]:
        """The events of one flick."""
        first = flick * self.events.shape[1] * 6
        flat = self.events.cast("B").cast("q")
        return [flat[at : at + 6].tolist() for at in range(first, first + 6 * self.counts[flick, 0], 6)]

    def some(self, flicks: Sequence[int]) -> Quick:
        """Some of the flicks."""
        return Quick(*(_some(array, flicks) for array in self))


def _some(array: memoryview, rows: Sequence[int]) -> memoryview:
    raw, size = array.cast("B"), array.nbytes // len(array)
    held = memoryview(bytearray(b"".join(raw[size * k : size * (k + 1)] for k in rows)))
    found: memoryview = held.cast(cast(Any, array.format), [len(rows), *(array.shape or ())[1:]])
    return found


@cache
def tables() -> tuple[memoryview, memoryview, memoryview]:
    """The recorded paths, their lengths, and the fitted constants."""
    here = files("parlour.games.icecool")
    with here.joinpath("quick_paths.npz").open("rb") as file:
        data = stored(file)
    scale = data["scale"].tolist()
    paths = numbers(map(mul, data["paths"].tolist(), cycle(scale)), "f8")
    lengths = numbers(data["lengths"], "i8")
    fitted = msgspec.json.decode(here.joinpath("quick.json").read_bytes())
    sides, powers = SIDE_LIMIT + 1, POWERS // PATH_POWERS + 1
    samples = len(paths) // (HEIGHTS * sides * powers * len(scale))
    return (
        constant(shaped(paths, (HEIGHTS, sides, powers, samples, len(scale)))),
        constant(shaped(lengths, (HEIGHTS, sides, powers))),
        constant(numbers(fitted["constants"].values(), "f8")),
    )


TAKES = {"run_flicks": "f8[,] i8 i8 i8[,] f8[,,,,] i8[,,] f8[] i8[,] f8[,] i8[,] i8[,] f8[,] i8[,,] i8[,] f8[,,]"}
KERNELS = Kernels(sys.modules[__name__], TAKES, partial(Linker, None))


@cache
def fast() -> Machine:
    return machine(KERNELS)


MAX_EVENTS = 24


def start(poses: Any, stuck_in: Any) -> memoryview:
    """Where everybody is tracked from: rows of `track` at the beginning of a flick."""
    begin = zeros((len(poses), TRACKED), "i8")
    for k, (x, y) in enumerate(poses):
        begin[k, CELL] = cell_at(x, y)
        begin[k, HOME] = begin[k, CELL] if stuck_in[k] < 0 else -1
        begin[k, 3] = stuck_in[k]
    found: memoryview = begin
    return found


def rows(given: Any, kind: str) -> Any:
    """Rows of numbers, as machine code reads them; NumPy's own are taken as they are."""
    if hasattr(given, "astype"):
        return given.astype(kind, order="C")
    return shaped(numbers((one for row in given for one in row), kind), (len(given), len(given[0])))


def room_for(many: int, n: int) -> Quick:
    """Empty arrays for what comes out of so many flicks of so many penguins."""
    return Quick(zeros((many, MAX_EVENTS, 6), "i8"), zeros((many, 1), "i8"), zeros((many, n, 3), "f8"))


def quick_flicks(poses: Any, stuck_in: Any, actor: int, flicks: Any, constants: Any = None) -> Quick:
    """Try `flicks[i]` = aim, power, side, height (grid units) of penguin `actor` from one position.

    `poses[k]` are the centres in centimetres, `stuck_in[k]` the door a penguin is stuck in, or -1.
    """
    paths, lengths, fitted = tables()
    n = len(poses)
    out = room_for(len(flicks), n)
    fast().here()["run_flicks"](
        rows(poses, "f8"), n, actor, rows(flicks, "i8"), paths, lengths, fitted if constants is None else constants,
        start(poses, stuck_in), zeros((n, MOTION), "f8"), zeros((n, TRACKED), "i8"), zeros((n, n), "i8"),
        zeros((2, 4), "f8"), *out,
    )  # fmt: skip
    return out

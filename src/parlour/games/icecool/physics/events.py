"""What happened, read from the recorded steps: one compiled pass over MuJoCo's states and contact sensors.

`tracking` follows the penguins through the rooms; here are the contacts: `touch` when two penguins meet, `bounce`
when a wall turns one back (R19). Contacts that exist at the start are not new. Lengths are centimetres.
"""

from __future__ import annotations

import math
import sys
from functools import cache, partial
from typing import Any

from parlour.core.link import Linker
from parlour.core.machine import Kernels, Machine, machine
from parlour.core.machine import is_ready as is_ready_at_once
from parlour.core.state import table
from parlour.games.icecool.physics import body
from parlour.games.icecool.physics.model import WALL_SLOTS, WALL_VALUES
from parlour.games.icecool.school import ROOM_IDS, SCHOOL
from parlour.games.icecool.tracking import AXES, BOUNCE, CELLS, GONE, SLOTS, TOUCH, cell_at, follow, note

MAX_EVENTS = 96
LINTEL = SCHOOL.door_clear_height
STEP = body.STEP
BALL_RADIUS = table([ball.radius / body.CM for ball in body.BALLS], "f8")
BALL_ABOVE = table([(ball.height - body.COM_HEIGHT) / body.CM for ball in body.BALLS], "f8")

BOUNCE_SPEED = 5.0  # R19: cm/s
SLOW = 0.2  # ledger 4.1: cm/s
CALM_SPIN = 0.25  # rad/s; the head of a rocking penguin then moves slower than 1 cm/s
CALM_TIME = 0.05
FLY_ON = 0.3  # seconds of film after a penguin has left the school
UPRIGHT = 0.75  # cosine of the lean that still counts as standing
TOUCH_GAP = 0.02  # seconds apart after which two penguins touch anew
HIT_SPEED = 1.0  # cm/s at which two that rest against each other run into each other
LEANING = 1.0  # in the lower half of `touched`: these two have rested against each other since before the flick
WALL_GAP = 0.1  # the same for walls; longer, because a penguin that hits a wall rocks against it
EDGE = 0.02  # cm; a contact this near a door's edge belongs to its frame
SURFACES = 4 * len(ROOM_IDS) + len(SCHOOL.doors)  # numbers of bounce surfaces, in the order of `plan.SURFACES`

# Columns of the wall contact record
SINCE, IN_X, IN_Y, NORMAL_X, NORMAL_Y, COUNTED = range(6)
CONTACTED = 6
LONG_AGO = -1.0


def surface_at(px: float, py: float, pz: float, nx: float, ny: float) -> int:
    """The surface hit at a point, with the normal (nx, ny) away from it: 4 * room + side (N E S W), then the frames."""
    for d in range(SLOTS.shape[0]):
        inside_x = SLOTS[d, 0] - EDGE <= px <= SLOTS[d, 2] + EDGE
        inside_y = SLOTS[d, 1] - EDGE <= py <= SLOTS[d, 3] + EDGE
        if inside_x and inside_y:
            sideways = abs(ny) if AXES[d] == 0 else abs(nx)
            if sideways > 0.1 or pz > LINTEL - EDGE:
                return int(4 * CELLS.shape[0] + d)
    size = math.sqrt(nx * nx + ny * ny)
    room: int = cell_at(px + nx / size, py + ny / size)
    if room < 0:
        return -1
    if abs(nx) > abs(ny):
        return 4 * room + (1 if nx < 0 else 3)
    return 4 * room + (0 if ny < 0 else 2)


def look_at_walls(
    who: int, state: Any, contacts: Any, old: Any, walls: Any, t: float, step: int, events: Any, count: Any
) -> None:
    """R19: a wall contact that begins in this flick and turns the velocity by 5 cm/s or more, once a contact."""
    x, y, vx, vy = state[0], state[1], state[3], state[4]
    for slot in range(WALL_SLOTS):
        c = contacts[slot * WALL_VALUES : (slot + 1) * WALL_VALUES]
        if c[0] <= 0.0:
            continue
        px, py, pz = 100.0 * c[1], 100.0 * c[2], 100.0 * c[3]
        nx, ny = c[4], c[5]
        flat = math.sqrt(nx * nx + ny * ny)
        if flat < 0.5:
            continue  # on top of a wall
        nx, ny = nx / flat, ny / flat
        if nx * (x - px) + ny * (y - py) < 0.0:
            nx, ny = -nx, -ny
        surface = surface_at(px, py, pz, nx, ny)
        if surface < 0:
            continue
        wall = walls[surface]
        if t - wall[SINCE] > WALL_GAP:
            wall[IN_X], wall[IN_Y], wall[NORMAL_X], wall[NORMAL_Y], wall[COUNTED] = old[0], old[1], nx, ny, 0.0
        wall[SINCE] = t
        turned = (vx - wall[IN_X]) * wall[NORMAL_X] + (vy - wall[IN_Y]) * wall[NORMAL_Y]
        if wall[COUNTED] == 0.0 and turned >= BOUNCE_SPEED:
            wall[COUNTED] = 1.0
            note(events, count, step, BOUNCE, who, surface, -1, -1)


def towards(state: Any, speeds: Any, a: int, b: int) -> float:
    """How fast `a` came up to `b` in the step before, in cm/s: the faster one has run into the other."""
    dx, dy = state[1 + 7 * b] - state[1 + 7 * a], state[2 + 7 * b] - state[2 + 7 * a]
    far = math.sqrt(dx * dx + dy * dy)
    return float((speeds[a, 0] * dx + speeds[a, 1] * dy) / far) if far > 0.0 else 0.0


def scan(
    states: Any,
    sensors: Any,
    first: int,
    n: int,
    track: Any,
    speeds: Any,
    walls: Any,
    touched: Any,
    calm: Any,
    events: Any,
    count: Any,
    reach: Any,
    s: Any,
) -> int:
    """Read one flick's chunk of steps; returns the step (in the chunk) at which everything rests, or -1. `reach` and `s` are
    scratch."""
    pairs = n * (n - 1) // 2
    for i in range(states.shape[0]):
        step = first + i + 1
        t = step * STEP
        resting = True
        pair = 0
        for a in range(n):
            for b in range(a + 1, n):
                if sensors[i, pair] > 0.0 and track[a, GONE] == 0 and track[b, GONE] == 0:
                    ours, theirs = towards(states[i], speeds, a, b), towards(states[i], speeds, b, a)
                    hit = touched[b, a] == LEANING and ours + theirs > HIT_SPEED
                    if hit or t - touched[a, b] > TOUCH_GAP:
                        touched[b, a] = LONG_AGO
                        if ours >= theirs:
                            note(events, count, step, TOUCH, a, b, -1, -1)
                        else:
                            note(events, count, step, TOUCH, b, a, -1, -1)
                    touched[a, b] = t
                pair += 1
        for k in range(n):
            if track[k, GONE] > 0:
                if (step - track[k, GONE]) * STEP < FLY_ON:
                    resting = False
                continue
            q = states[i, 1 + 7 * k : 8 + 7 * k]
            v = states[i, 1 + 7 * n + 6 * k : 7 + 7 * n + 6 * k]
            ux = 2.0 * (q[4] * q[6] + q[3] * q[5])
            uy = 2.0 * (q[5] * q[6] - q[3] * q[4])
            uz = 1.0 - 2.0 * (q[4] * q[4] + q[5] * q[5])
            s[0], s[1], s[2] = 100.0 * q[0], 100.0 * q[1], 100.0 * q[2]
            s[3], s[4], s[5] = 100.0 * v[0], 100.0 * v[1], 100.0 * v[2]
            speed = s[3] * s[3] + s[4] * s[4] + s[5] * s[5]
            spin = v[3] * v[3] + v[4] * v[4] + v[5] * v[5]
            if speed > SLOW * SLOW or spin > CALM_SPIN * CALM_SPIN or uz < UPRIGHT:
                resting = False
            contacts = sensors[i, pairs + k * WALL_SLOTS * WALL_VALUES : pairs + (k + 1) * WALL_SLOTS * WALL_VALUES]
            look_at_walls(k, s, contacts, speeds[k], walls[k], t, step, events, count)
            speeds[k, 0] = s[3]
            speeds[k, 1] = s[4]
            if speed > 1e-6:
                reach[0], reach[1], reach[2], reach[3] = 1e9, 1e9, -1e9, -1e9
                for j in range(BALL_RADIUS.shape[0]):
                    cx, cy = s[0] + BALL_ABOVE[j] * ux, s[1] + BALL_ABOVE[j] * uy
                    reach[0] = min(reach[0], cx - BALL_RADIUS[j])
                    reach[1] = min(reach[1], cy - BALL_RADIUS[j])
                    reach[2] = max(reach[2], cx + BALL_RADIUS[j])
                    reach[3] = max(reach[3], cy + BALL_RADIUS[j])
                x, y = s[0] + BALL_ABOVE[0] * ux, s[1] + BALL_ABOVE[0] * uy
                follow(k, track[k], x, y, s[2] + BALL_ABOVE[0] * uz, reach, step, events, count)
        calm[0] = calm[0] + 1 if resting else 0
        if calm[0] * STEP >= CALM_TIME:
            return i
    return -1


TAKES = {"scan": "f8[,] f8[,] i8 i8 i8[,] f8[,] f8[,,] f8[,] i8[] i8[,] i8[] f8[] f8[]"}
KERNELS = Kernels(sys.modules[__name__], TAKES, partial(Linker, None))


@cache
def fast() -> Machine:
    return machine(KERNELS)


def is_ready() -> bool:
    """Whether `scan` need not be compiled first."""
    return is_ready_at_once(KERNELS)

"""Where a penguin stands: exact integer geometry on the floor plan.

Positions are whole grid steps of 0.001 cm, so every comparison of the ledger is exact and equal on every machine.
Plain functions over integers and arrays; rooms and doors are numbers (their order in `plan.json`), -1 means none:

    room   0 CLS   1 KIT   2 GYM   3 LAB   4 HAL
    door   0 D1    1 D2    2 D3    3 D4    4 D5    5 D6    6 D7
"""

# ruff: noqa: SIM110

from __future__ import annotations

import math
from typing import Any

from parlour.core.state import table
from parlour.games.icecool.school import DOOR_IDS, ROOM_IDS, SCHOOL, Rect, partitions

Grid = Any
"""Rows of whole numbers: a table, or an array in machine code."""

STEPS = 1000  # grid steps in a centimetre


def to_grid(centimetres: float) -> int:
    """The grid step nearest to a length in centimetres."""
    return round(centimetres * STEPS)


def _grid_rows(rects: list[Rect]) -> Grid:
    return table([[to_grid(edge) for edge in rect] for rect in rects], "i8")


RADIUS = to_grid(SCHOOL.penguin.radius)
CLEARANCE = to_grid(SCHOOL.penguin.clearance)
TOLERANCE = to_grid(SCHOOL.slot_tolerance)
CARDBOARD = to_grid(SCHOOL.cardboard)
CIRCLE_X = to_grid(SCHOOL.red_circle.x)
CIRCLE_Y = to_grid(SCHOOL.red_circle.y)
CIRCLE_RADIUS = to_grid(SCHOOL.red_circle.radius)

INNER = _grid_rows([room.inner for room in SCHOOL.rooms])
OUTER = _grid_rows([room.outer for room in SCHOOL.rooms])
ORANGE = _grid_rows([room.orange for room in SCHOOL.rooms])
SLOT = _grid_rows([door.slot for door in SCHOOL.doors])
# Where a centre can be so that the penguin stands wholly inside the room.
STANDING = table([[x0 + RADIUS, y0 + RADIUS, x1 - RADIUS, y1 - RADIUS] for x0, y0, x1, y1 in INNER.tolist()], "i8")
DOOR_AXIS = table([0 if door.axis == "x" else 1 for door in SCHOOL.doors], "i8")
DOOR_PLANE = table([to_grid(door.plane) for door in SCHOOL.doors], "i8")
DOOR_ROOMS = table([[ROOM_IDS.index(room) for room in door.rooms] for door in SCHOOL.doors], "i8")

# ADJACENT[a, b]: the rooms share a wall; DOOR_BETWEEN[a, b]: the door that joins them, or -1.
_adjacent = [[False] * len(ROOM_IDS) for _ in ROOM_IDS]
_between = [[-1] * len(ROOM_IDS) for _ in ROOM_IDS]
for _wall in partitions():
    _a, _b = ROOM_IDS.index(_wall.near), ROOM_IDS.index(_wall.far)
    _adjacent[_a][_b] = _adjacent[_b][_a] = True
    for _door in _wall.doors:
        _between[_a][_b] = _between[_b][_a] = DOOR_IDS.index(_door.id)
ADJACENT = table(_adjacent, "b1")
DOOR_BETWEEN = table(_between, "i8")

# Directions 0, 5, ... 355 degrees in whole billionths, so that rings are the same integers everywhere (R10).
BILLION = 1_000_000_000
_ANGLES = [math.radians(angle) for angle in range(0, 360, 5)]
RING = table(
    [[round(math.cos(math.radians(a)) * BILLION), round(math.sin(math.radians(a)) * BILLION)] for a in range(0, 360, 5)], "i8"
)
RING_STEP = STEPS // 10
RING_LIMIT = to_grid(SCHOOL.outline[2])


def room_at(x: int, y: int) -> int:
    """The room whose inner rectangle holds the point, or -1."""
    for room in range(INNER.shape[0]):
        if INNER[room, 0] <= x <= INNER[room, 2] and INNER[room, 1] <= y <= INNER[room, 3]:
            return room
    return -1


def stuck_door(x: int, y: int) -> int:
    """ICE-54: the door whose slot the footprint overlaps by more than the tolerance, or -1."""
    reach = RADIUS - TOLERANCE
    for door in range(SLOT.shape[0]):
        dx = max(SLOT[door, 0] - x, 0, x - SLOT[door, 2])
        dy = max(SLOT[door, 1] - y, 0, y - SLOT[door, 3])
        if dx * dx + dy * dy < reach * reach:
            return door
    return -1


def seen_sides(door: int, x: int, y: int) -> int:
    """ICE-55, ICE-56: bit 0 if the footprint reaches into the door's near room, bit 1 for the far room."""
    offset = (x if DOOR_AXIS[door] == 0 else y) - DOOR_PLANE[door]
    sides = 0
    if offset - RADIUS < -CARDBOARD:
        sides |= 1
    if offset + RADIUS > CARDBOARD:
        sides |= 2
    return sides


def close_to_wall(x: int, y: int) -> bool:
    """ICE-51: in a room, not stuck, and the centre outside the room's orange rectangle."""
    room = room_at(x, y)
    return room >= 0 and stuck_door(x, y) < 0 and not inside(x, y, ORANGE, room)


def on_red_circle(x: int, y: int) -> bool:
    """ICE-19, R9: the footprint overlaps the red circle."""
    return (x - CIRCLE_X) ** 2 + (y - CIRCLE_Y) ** 2 < (RADIUS + CIRCLE_RADIUS) ** 2


def inside(x: int, y: int, rects: Grid, room: int) -> bool:
    """The point lies in the room's closed rectangle."""
    return bool(rects[room, 0] <= x <= rects[room, 2] and rects[room, 1] <= y <= rects[room, 3])


def is_free(x: int, y: int, others: Grid) -> bool:
    """ICE-53: at least the clearance away from the centre of every other penguin (rows of `others`)."""
    for k in range(others.shape[0]):
        if (x - others[k, 0]) ** 2 + (y - others[k, 1]) ** 2 < CLEARANCE * CLEARANCE:
            return False
    return True


def chord(distance: int) -> int:
    """Smallest whole step along a line, `distance` from a penguin's centre, that keeps the clearance."""
    square = CLEARANCE * CLEARANCE - distance * distance
    root = int(math.sqrt(square))
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


def orange_point(room: int, x: int, y: int, others: Grid, out: Any) -> bool:
    """ICE-52, ICE-53, R27: the closest free point of the room's orange line into `out[0:2]`; false if all is taken.

    Per side of the rectangle the closest free point is the foot of the perpendicular, a corner, or where another
    penguin's clearance ends. Equal distances: lower x, then lower y.
    """
    found = False
    best = 0
    for side in range(4):
        axis = side % 2  # sides 0 and 2 are vertical lines x = at, sides 1 and 3 horizontal lines y = at
        at = ORANGE[room, side]
        low, high = ORANGE[room, 1 - axis], ORANGE[room, 3 - axis]
        for c in range(3 + 2 * others.shape[0]):
            if c == 0:
                along = min(max(y if axis == 0 else x, low), high)
            elif c == 1:
                along = low
            elif c == 2:
                along = high
            else:
                other = (c - 3) // 2
                gap = abs(others[other, axis] - at)
                if gap >= CLEARANCE:
                    continue
                step = chord(gap)
                along = others[other, 1 - axis] + (step if c % 2 == 0 else -step)
                if along < low or along > high:
                    continue
            px, py = (at, along) if axis == 0 else (along, at)
            if not is_free(px, py, others):
                continue
            distance = (px - x) ** 2 + (py - y) ** 2
            nearer = distance < best
            tied = distance == best and (px < out[0] or (px == out[0] and py < out[1]))
            if not found or nearer or tied:
                found = True
                best = distance
                out[0] = px
                out[1] = py
    return found


def free_point(x: int, y: int, rects: Grid, room: int, others: Grid, out: Any) -> bool:
    """R10, R24: the spot itself or the first free point on rings of 0.1 cm round it, inside the room's closed rectangle."""
    if inside(x, y, rects, room) and is_free(x, y, others):
        out[0] = x
        out[1] = y
        return True
    for ring in range(RING_STEP, RING_LIMIT, RING_STEP):
        for k in range(RING.shape[0]):
            px = x + (ring * RING[k, 0] + BILLION // 2) // BILLION
            py = y + (ring * RING[k, 1] + BILLION // 2) // BILLION
            if inside(px, py, rects, room) and is_free(px, py, others):
                out[0] = px
                out[1] = py
                return True
    return False

"""Following a penguin from room to room: `pass`, `over` and `exit` from the motion of its footprint.

Rooms are numbers as in `ground`; lengths here are centimetres. A penguin has a `home`, the last room that held all
of its footprint, and a `cell`, the room whose share of the floor holds its centre (shares meet in the wall planes):

    cell changes            the centre crosses a wall plane: through a door under its lintel, or over the wall
    footprint beyond it     `pass` (beyond the far face, ICE-21) or `over` (beyond the plane, R20); home moves on
    cell changes back       nothing has happened (ICE-27)
    outside the outline     `exit`

A penguin that starts stuck has no home until it is wholly on one side, so merely leaving the frame says nothing
(ICE-22). Plain functions: MuJoCo's steps and the quick model both go through them.
"""

from __future__ import annotations

from typing import Any

from parlour.core.state import table
from parlour.games.icecool.ground import DOOR_AXIS
from parlour.games.icecool.school import ROOM_IDS, SCHOOL, partitions

TOUCH, PASS, OVER, EXIT, BOUNCE = range(5)  # also the order inside one step (ledger 4.1)

# Columns of the penguins' tracking record; GONE is the step of the exit, 0 before
HOME, CELL, WAY, DOOR, GONE = range(5)
TRACKED = 5
STRAIGHT, THROUGH, ACROSS = range(3)  # values of WAY: not crossing, through a door, over a wall

OUTLINE = table(SCHOOL.outline, "f8")
CELLS = table([room.outer for room in SCHOOL.rooms], "f8")
SLOTS = table([door.slot for door in SCHOOL.doors], "f8")
AXES = DOOR_AXIS
CARDBOARD = SCHOOL.cardboard
LINTEL_MIDDLE = (SCHOOL.door_clear_height + SCHOOL.wall_height) / 2

# WALL_AXIS, WALL_PLANE and WALL_SIGN [from, to]: the plane between two adjacent rooms and the way across it.
_axis, _door_of = ([[-1] * len(ROOM_IDS) for _ in ROOM_IDS] for _ in range(2))
_plane, _way = ([[0.0] * len(ROOM_IDS) for _ in ROOM_IDS] for _ in range(2))
for _wall in partitions():
    _a, _b = ROOM_IDS.index(_wall.near), ROOM_IDS.index(_wall.far)
    for _from, _to, _sign in ((_a, _b, 1.0), (_b, _a, -1.0)):
        _axis[_from][_to] = 0 if _wall.axis == "x" else 1
        _plane[_from][_to] = _wall.plane
        _way[_from][_to] = _sign
        for _door in _wall.doors:
            _door_of[_from][_to] = [door.id for door in SCHOOL.doors].index(_door.id)
WALL_AXIS, DOOR_OF = table(_axis, "i8"), table(_door_of, "i8")
WALL_PLANE, WALL_SIGN = table(_plane, "f8"), table(_way, "f8")


def cell_at(x: float, y: float) -> int:
    for room in range(CELLS.shape[0]):
        if CELLS[room, 0] <= x <= CELLS[room, 2] and CELLS[room, 1] <= y <= CELLS[room, 3]:
            return room
    return -1


def note(events: Any, count: Any, step: int, kind: int, a: int, b: int, c: int, d: int) -> None:
    if count[0] < events.shape[0]:
        row = events[count[0]]
        row[0], row[1], row[2], row[3], row[4], row[5] = step, kind, a, b, c, d
        count[0] += 1


def follow(who: int, me: Any, x: float, y: float, z: float, reach: Any, step: int, events: Any, count: Any) -> None:
    """One penguin, one step: centre x, y, z of the base ball and `reach` = x0 y0 x1 y1 of the whole footprint."""
    cell = cell_at(x, y)
    if cell != me[CELL]:
        before = me[CELL]
        door = -1
        if before >= 0 and cell >= 0 and DOOR_OF[before, cell] >= 0:
            d = DOOR_OF[before, cell]
            along = y if AXES[d] == 0 else x
            if SLOTS[d, 1 - AXES[d]] < along < SLOTS[d, 3 - AXES[d]]:
                door = d
        if cell == me[HOME]:
            me[WAY] = STRAIGHT
        elif door >= 0 and z < LINTEL_MIDDLE and me[WAY] != ACROSS:
            me[WAY] = THROUGH
        else:
            me[WAY] = ACROSS
        me[DOOR] = door
        me[CELL] = cell
    if cell < 0:
        if reach[2] < OUTLINE[0] or reach[0] > OUTLINE[2] or reach[3] < OUTLINE[1] or reach[1] > OUTLINE[3]:
            me[GONE] = step
            note(events, count, step, EXIT, who, -1, me[HOME], -1)
    elif me[HOME] < 0:
        d = me[DOOR]
        axis = AXES[d]
        if reach[axis + 2] <= SLOTS[d, axis] or reach[axis] >= SLOTS[d, axis + 2]:
            me[HOME] = cell
            me[WAY] = STRAIGHT
    elif cell != me[HOME] and WALL_AXIS[me[HOME], cell] >= 0:
        axis = WALL_AXIS[me[HOME], cell]
        plane = WALL_PLANE[me[HOME], cell]
        beyond = reach[axis] - plane if WALL_SIGN[me[HOME], cell] > 0 else plane - reach[axis + 2]
        if me[WAY] == THROUGH and beyond >= CARDBOARD:
            note(events, count, step, PASS, who, me[DOOR], me[HOME], cell)
            me[HOME] = cell
            me[WAY] = STRAIGHT
        elif me[WAY] == ACROSS and beyond >= 0.0:
            over = me[DOOR] if me[DOOR] == DOOR_OF[me[HOME], cell] else -1
            note(events, count, step, OVER, who, over, me[HOME], cell)
            me[HOME] = cell
            me[WAY] = STRAIGHT

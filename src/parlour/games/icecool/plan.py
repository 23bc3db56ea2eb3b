"""The floor plan in the game's words: rooms and doors by name, positions in centimetres (ledger 1.3, 4.1).

    place = classify(40.5, 13.0)       ->  Place(room=None, door="D1", sees=("CLS", "GYM"))
    orange_spot("GYM", 40.5, 33, [])   ->  (44.3, 33.0)

The data itself is `school.SCHOOL`, the exact arithmetic `ground`; this file only gives them names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parlour.core.arrays import numbers, shaped, zeros
from parlour.games.icecool import ground
from parlour.games.icecool.ground import STEPS, Grid, to_grid
from parlour.games.icecool.school import (
    DOOR,
    DOOR_IDS,
    ROOM,
    ROOM_IDS,
    SCHOOL,
    Door,
    Partition,
    Rect,
    Room,
    School,
    Side,
    Solid,
    partitions,
    solids,
)

__all__ = [
    "ADJACENT_PAIRS",
    "CATCHER_AREA",
    "DOOR",
    "DOOR_IDS",
    "ROOM",
    "ROOM_IDS",
    "SCHOOL",
    "SURFACES",
    "Door",
    "Partition",
    "Place",
    "Point",
    "Rect",
    "Room",
    "School",
    "Side",
    "Solid",
    "adjacent",
    "circle_spot",
    "classify",
    "close_to_wall",
    "door_between",
    "in_catcher_area",
    "jamb_surface",
    "on_red_circle",
    "orange_spot",
    "partitions",
    "return_spot",
    "room_at",
    "snap",
    "solids",
    "wall_surface",
]

Point = tuple[float, float]

CATCHER_AREA: Rect = ROOM[SCHOOL.catcher_room].orange
ADJACENT_PAIRS: tuple[tuple[str, str], ...] = tuple((wall.near, wall.far) for wall in partitions())


class Place(NamedTuple):
    """Where a penguin stands: in `room`, or stuck in `door` and seen in the rooms `sees`."""

    room: str | None
    door: str | None = None
    sees: tuple[str, ...] = ()

    @property
    def rooms(self) -> tuple[str, ...]:
        """Every room the penguin counts as being in (R28)."""
        return self.sees if self.room is None else (self.room,)


def snap(x: float, y: float) -> Point:
    """The nearest point of the 0.001 cm grid on which every pose lies."""
    return to_grid(x) / STEPS, to_grid(y) / STEPS


def room_at(x: float, y: float) -> str | None:
    """The room whose inner faces hold the point."""
    room = ground.room_at(to_grid(x), to_grid(y))
    return None if room < 0 else ROOM_IDS[room]


def classify(x: float, y: float) -> Place | None:
    """Ledger 4.1: stuck in a door, else in a room, else None (no legal place). ICE-54, ICE-55, ICE-56."""
    gx, gy = to_grid(x), to_grid(y)
    number = ground.stuck_door(gx, gy)
    if number >= 0:
        door, sides = SCHOOL.doors[number], ground.seen_sides(number, gx, gy)
        return Place(None, door.id, tuple(room for bit, room in enumerate(door.rooms) if sides >> bit & 1))
    room = room_at(x, y)
    return None if room is None else Place(room)


def close_to_wall(x: float, y: float) -> bool:
    """ICE-51: in a room and outside its orange rectangle."""
    return ground.close_to_wall(to_grid(x), to_grid(y))


def on_red_circle(x: float, y: float) -> bool:
    """ICE-19: the penguin's footprint still overlaps the red circle."""
    return ground.on_red_circle(to_grid(x), to_grid(y))


def in_catcher_area(x: float, y: float) -> bool:
    """ICE-10: on or inside the Kitchen's orange line."""
    return ground.inside(to_grid(x), to_grid(y), ground.ORANGE, ROOM_IDS.index(SCHOOL.catcher_room))


def adjacent(one: str, other: str) -> bool:
    """The rooms share a wall (ICE-42)."""
    return bool(ground.ADJACENT[ROOM_IDS.index(one), ROOM_IDS.index(other)])


def door_between(one: str, other: str) -> str | None:
    """The door that joins two rooms."""
    door = ground.DOOR_BETWEEN[ROOM_IDS.index(one), ROOM_IDS.index(other)]
    return None if door < 0 else DOOR_IDS[door]


def orange_spot(room: str, x: float, y: float, others: Iterable[Point]) -> Point | None:
    """ICE-52, ICE-53: the closest free point of the room's orange line, or None if the whole line is taken."""
    out = [0, 0]
    if not ground.orange_point(ROOM_IDS.index(room), to_grid(x), to_grid(y), _rows(others), out):
        return None
    return int(out[0]) / STEPS, int(out[1]) / STEPS


def circle_spot(others: Iterable[Point]) -> Point | None:
    """ICE-14, R10: the red circle's centre, or the first free point beside it inside the Classroom's orange line."""
    circle = SCHOOL.red_circle
    return _free(circle.x, circle.y, ground.ORANGE, ROOM_IDS.index(circle.room), others)


def return_spot(x: float, y: float, others: Iterable[Point]) -> Point | None:
    """ICE-59, ICE-60, R24: the start pose of a penguin that flew out, or the closest free point in the same room.

    For a pose in a door frame that is taken, the room is the one that holds the centre, or else the door's near one.
    """
    others = list(others)
    gx, gy = to_grid(x), to_grid(y)
    if ground.is_free(gx, gy, _rows(others)):
        return gx / STEPS, gy / STEPS
    place = classify(x, y)
    if place is None:
        raise ValueError(f"({x}, {y}) is no place for a penguin (ledger 4.1, classify)")
    room = ROOM_IDS.index(room_at(x, y) or place.rooms[0])
    return _free(x, y, ground.STANDING, room, others)


def wall_surface(room: str, side: Side) -> str:
    """The id of a room's wall in bounce events."""
    return f"W:{room}:{side}"


def jamb_surface(door: str) -> str:
    """The id of a door's frame in bounce events."""
    return f"J:{door}"


_SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
SURFACES: tuple[str, ...] = tuple(wall_surface(room, side) for room in ROOM_IDS for side in _SIDES) + tuple(
    jamb_surface(door) for door in DOOR_IDS
)


def _rows(points: Iterable[Point]) -> Grid:
    flat = [to_grid(part) for point in points for part in point]
    return shaped(numbers(flat, "i8"), (len(flat) // 2, 2)) if flat else zeros((0, 2), "i8")


def _free(x: float, y: float, rects: Grid, room: int, others: Iterable[Point]) -> Point | None:
    out = [0, 0]
    if not ground.free_point(to_grid(x), to_grid(y), rects, room, _rows(others), out):
        return None
    return int(out[0]) / STEPS, int(out[1]) / STEPS

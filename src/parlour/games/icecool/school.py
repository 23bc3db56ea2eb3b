"""The school as data: `plan.json` read into typed records (ledger 1.3, ICE-2). Centimetres, x right, y up.

Everything that knows the floor plan (rules, physics, bots, pictures) reads it from here. `near` is the room on
the lower side of a door's plane, `far` the one on the upper side.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

import msgspec

Rect = tuple[float, float, float, float]
Box = tuple[float, float, float, float, float, float]
Axis = Literal["x", "y"]
Side = Literal["N", "E", "S", "W"]


class Room(msgspec.Struct, frozen=True):
    """One box: outer rectangle, inner faces of its walls, and its orange line."""

    id: str
    name: str
    box: int
    outer: Rect
    inner: Rect
    orange: Rect


class Door(msgspec.Struct, frozen=True):
    """An opening in the wall plane `axis = plane` that joins `near` (lower side) and `far` (upper side)."""

    id: str
    near: str
    far: str
    axis: Axis
    plane: float
    opening: tuple[float, float]
    slot: Rect

    @property
    def rooms(self) -> tuple[str, str]:
        return self.near, self.far

    @property
    def centre(self) -> tuple[float, float]:
        middle = (self.opening[0] + self.opening[1]) / 2
        return (self.plane, middle) if self.axis == "x" else (middle, self.plane)


class PenguinSize(msgspec.Struct, frozen=True):
    """Footprint radius, height, and how far apart the centres of placed penguins must be (ICE-53)."""

    radius: float
    height: float
    clearance: float


class RedCircle(msgspec.Struct, frozen=True):
    """Where Runners enter (ICE-14)."""

    room: str
    x: float
    y: float
    radius: float


class Partition(msgspec.Struct, frozen=True):
    """The double wall between two adjacent rooms, with its doors."""

    axis: Axis
    plane: float
    low: float
    high: float
    near: str
    far: str
    doors: tuple[Door, ...]


class Solid(msgspec.Struct, frozen=True):
    """A block of wall: `x0 y0 z0 x1 y1 z1`, and the door whose frame it belongs to, if any."""

    name: str
    box: Box
    lintel_of: str | None = None


class School(msgspec.Struct, frozen=True):
    """The whole floor plan."""

    unit: Literal["cm"]
    outline: Rect
    cardboard: float
    wall_height: float
    door_clear_height: float
    orange_inset: float
    slot_tolerance: float
    penguin: PenguinSize
    red_circle: RedCircle
    catcher_room: str
    fish_doors: tuple[str, str, str]
    clips: tuple[tuple[float, float], ...]
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]


def load() -> School:
    """Read the floor plan that ships with the package."""
    text = files("parlour.games.icecool").joinpath("plan.json").read_bytes()
    return msgspec.json.decode(text, type=School)


SCHOOL = load()
ROOM_IDS: tuple[str, ...] = tuple(room.id for room in SCHOOL.rooms)
DOOR_IDS: tuple[str, ...] = tuple(door.id for door in SCHOOL.doors)
ROOM: dict[str, Room] = {room.id: room for room in SCHOOL.rooms}
DOOR: dict[str, Door] = {door.id: door for door in SCHOOL.doors}


def partitions(school: School = SCHOOL) -> tuple[Partition, ...]:
    """Walls shared by two rooms, in the order of the rooms; the eight adjacent pairs of ledger 1.3."""
    found: list[Partition] = []
    axes: tuple[Axis, Axis] = ("x", "y")
    for one in school.rooms:
        for other in school.rooms:
            for a, axis in enumerate(axes):
                b = 1 - a
                low, high = max(one.outer[b], other.outer[b]), min(one.outer[b + 2], other.outer[b + 2])
                if one.outer[a + 2] == other.outer[a] and low < high:
                    doors = tuple(door for door in school.doors if door.rooms == (one.id, other.id))
                    found.append(Partition(axis, other.outer[a], low, high, one.id, other.id, doors))
    return tuple(found)


def solids(school: School = SCHOOL) -> tuple[Solid, ...]:
    """Every block of wall: the outer walls, the partitions beside their doors, and the lintels."""
    x0, y0, x1, y1 = school.outline
    t, h = school.cardboard, school.wall_height
    blocks = [
        Solid("outer:W", (x0, y0, 0, x0 + t, y1, h)),
        Solid("outer:E", (x1 - t, y0, 0, x1, y1, h)),
        Solid("outer:S", (x0, y0, 0, x1, y0 + t, h)),
        Solid("outer:N", (x0, y1 - t, 0, x1, y1, h)),
    ]

    # Partitions in one plane form one wall, so that a penguin sliding along it meets no seam.
    for axis, plane in dict.fromkeys((wall.axis, wall.plane) for wall in partitions(school)):
        row = [wall for wall in partitions(school) if (wall.axis, wall.plane) == (axis, plane)]
        doors = sorted((door for wall in row for door in wall.doors), key=lambda door: door.opening)
        at = min(wall.low for wall in row)
        for door in doors:
            low, high = door.opening
            blocks.append(Solid(f"{axis}={plane:g}:{at:g}", _block(axis, plane, at, low, 0.0, school)))
            lintel = _block(axis, plane, low, high, school.door_clear_height, school)
            blocks.append(Solid(f"lintel:{door.id}", lintel, door.id))
            at = high
        end = max(wall.high for wall in row)
        blocks.append(Solid(f"{axis}={plane:g}:{at:g}", _block(axis, plane, at, end, 0.0, school)))
    return tuple(blocks)


def _block(axis: Axis, plane: float, low: float, high: float, bottom: float, school: School) -> Box:
    near, far, top = plane - school.cardboard, plane + school.cardboard, school.wall_height
    return (near, low, bottom, far, high, top) if axis == "x" else (low, near, bottom, high, far, top)

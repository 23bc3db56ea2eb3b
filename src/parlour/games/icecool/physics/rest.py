"""Setting the penguins upright at the end of a flick: exact poses on the grid, never inside a wall or each other.

A penguin's place is the middle of its base ball: that is where it stands once it is upright. Then, in this order:

- A penguin that moved less than 0.005 cm stands exactly where it stood.
- A penguin high up over a wall or lintel is perched: out (R25).
- A disc that reaches into a wall or another disc (soft contacts leave some hundredths of a millimetre) is pushed out
  along the shortest way, by whole grid steps.
- A disc whose rear is in a door frame by 0.01 cm or less is not stuck for `classify`, but has not passed either: it is
  set back to where it is stuck, so that its room and its events agree (V5).
"""

from __future__ import annotations

import math

from parlour.games.icecool import ground
from parlour.games.icecool.ground import RADIUS, STEPS
from parlour.games.icecool.school import SCHOOL, solids

GridPoint = tuple[int, int]

SAME_PLACE = 5  # grid steps (0.005 cm)
PERCHED_HEIGHT = 0.5  # cm under the base of a penguin that does not stand on the floor
ROUNDS = 200

_WALLS = [tuple(ground.to_grid(solid.box[k]) for k in (0, 1, 3, 4)) for solid in solids() if solid.lintel_of is None]
_LINTELS = [tuple(ground.to_grid(solid.box[k]) for k in (0, 1, 3, 4)) for solid in solids() if solid.lintel_of]


def is_perched(x: float, y: float, z: float) -> bool:
    """R25: the base ball (centre x, y, z in cm) is off the floor and over a wall or lintel."""
    if z - SCHOOL.penguin.radius < PERCHED_HEIGHT:
        return False
    gx, gy = ground.to_grid(x), ground.to_grid(y)
    return any(_depth(gx, gy, wall) > 0 for wall in _WALLS + _LINTELS)


def _depth(x: int, y: int, wall: tuple[int, ...]) -> float:
    dx, dy = max(wall[0] - x, 0, x - wall[2]), max(wall[1] - y, 0, y - wall[3])
    return RADIUS - math.hypot(dx, dy)


def stand(places: list[GridPoint]) -> list[GridPoint]:
    """Push discs out of walls and of each other, as little as possible."""
    places = list(places)
    for _ in range(ROUNDS):
        moved = False
        for k, (x, y) in enumerate(places):
            for wall in _WALLS:
                if _depth(x, y, wall) > 0:
                    x, y = _out_of(x, y, wall)
                    moved = True
            places[k] = x, y
        for k, (x, y) in enumerate(places):
            for j in range(k):
                gap = math.hypot(x - places[j][0], y - places[j][1])
                if gap < 2 * RADIUS:
                    dx, dy = (x - places[j][0], y - places[j][1]) if gap else (1, 0)
                    half = (2 * RADIUS - gap) / 2
                    px, py = _away(dx * half / (gap or 1)), _away(dy * half / (gap or 1))
                    places[j] = places[j][0] - px, places[j][1] - py
                    x, y = x + px, y + py
                    places[k] = x, y
                    moved = True
        if not moved:
            break
    return places


def _away(length: float) -> int:
    return math.ceil(length) if length > 0 else math.floor(length)


def _out_of(x: int, y: int, wall: tuple[int, ...]) -> GridPoint:
    nearest_x, nearest_y = min(max(x, wall[0]), wall[2]), min(max(y, wall[1]), wall[3])
    dx, dy = x - nearest_x, y - nearest_y
    gap = math.hypot(dx, dy)
    if gap == 0:  # the centre itself is in the wall: leave by the nearest face
        ways = [
            (x - wall[0], (wall[0] - RADIUS, y)),
            (wall[2] - x, (wall[2] + RADIUS, y)),
            (y - wall[1], (x, wall[1] - RADIUS)),
            (wall[3] - y, (x, wall[3] + RADIUS)),
        ]
        return min(ways)[1]
    scale = RADIUS / gap
    return nearest_x + _away(dx * scale), nearest_y + _away(dy * scale)


def set_back_into_frame(x: int, y: int, home: int) -> GridPoint:
    """The nearest stuck pose for a disc that has not quite left a door frame on the side away from `home`."""
    room = ground.room_at(x, y)
    if home < 0 or room < 0 or room == home or ground.stuck_door(x, y) >= 0:
        return x, y
    door = int(ground.DOOR_BETWEEN[home, room])
    if door < 0:
        return x, y
    axis, plane = int(ground.DOOR_AXIS[door]), int(ground.DOOR_PLANE[door])
    depth = ground.CARDBOARD + RADIUS - ground.TOLERANCE - 1
    offset = (x, y)[axis] - plane
    if abs(offset) >= ground.CARDBOARD + RADIUS:
        return x, y
    at = plane + (depth if offset > 0 else -depth)
    return (at, y) if axis == 0 else (x, at)


def centimetres(point: GridPoint) -> tuple[float, float]:
    return point[0] / STEPS, point[1] / STEPS

"""What the school and its penguins look like: a list of flat shapes in centimetres, for any painter.

`picture` writes the shapes as SVG, `film` paints them for an animation. Colour never stands alone: every penguin and
fish carries its symbol too (Purple star, Orange sun, Teal moon, Pink bow).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from parlour.games.icecool.plan import DOOR, ROOM, SCHOOL, Point, Rect, solids
from parlour.games.icecool.report import Colour

PEN = "#3A222C"
INK = "#36202B"
ICE = "#CFE6F1"
WALL_TOP = "#EDF7FB"
ORANGE_LINE = "#B84E06"
CHERRY = "#BC1F3B"
CREAM = "#FFF9EC"
COAT = "#33303F"
BEAK = "#F4A11E"
COLOUR: dict[Colour, str] = {"P": "#7C4FB5", "O": "#D96A12", "T": "#0E8087", "K": "#D03D84"}
FLOORS = {
    "CLS": ("#F6DFB6", "#DDBB80"),
    "KIT": ("#FBE3E0", "#F2CCC9"),
    "GYM": ("#F4C98F", "#E3AF6B"),
    "LAB": ("#D7EBD6", "#B4D5B4"),
    "HAL": ("#E3D7F0", "#D3C2E8"),
}
LABELS: dict[str, Point] = {"CLS": (20, 18.4), "KIT": (46, 57.8), "GYM": (53, 29.6), "LAB": (13, 57), "HAL": (33, 37.2)}


class Shape(NamedTuple):
    """Closed outlines (`polygon`), open ones (`line`), a `circle` (one point and radius) or a `text` (one point)."""

    kind: str
    parts: tuple[tuple[Point, ...], ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, float] | None = None
    opacity: float = 1.0
    radius: float = 0.0
    text: str = ""


def polygon(*points: Point, fill: str | None = None, stroke: str | None = None, width: float = 0.22) -> Shape:
    return Shape("polygon", (points,), fill, stroke, width)


def rectangle(rect: Sequence[float], fill: str | None = None, stroke: str | None = None, width: float = 0.22) -> Shape:
    x0, y0, x1, y1 = rect
    return polygon((x0, y0), (x1, y0), (x1, y1), (x0, y1), fill=fill, stroke=stroke, width=width)


def circle(x: float, y: float, radius: float, fill: str | None = None, stroke: str | None = None, width: float = 0.22,
           opacity: float = 1.0, dash: tuple[float, float] | None = None) -> Shape:  # fmt: skip
    return Shape("circle", (((x, y),),), fill, stroke, width, dash, opacity, radius)


def lines(parts: Iterable[Sequence[Point]], stroke: str, width: float, dash: tuple[float, float] | None = None,
          opacity: float = 1.0) -> Shape:  # fmt: skip
    return Shape("line", tuple(tuple(part) for part in parts), None, stroke, width, dash, opacity)


# The school --------------------------------------------------------------------------------------------------------


def school() -> list[Shape]:
    """Floors, furniture, orange lines, the red circle, walls and the rooms' names."""
    x0, y0, x1, y1 = SCHOOL.outline
    shapes = [
        Shape("polygon", (((x0 + 0.5, y0 - 1.1), (x1 + 1.1, y0 - 1.1), (x1 + 1.1, y1 - 0.5), (x0 + 0.5, y1 - 0.5)),),
              "#16303C", opacity=0.18),
    ]  # fmt: skip
    for room in SCHOOL.rooms:
        shapes.append(rectangle(room.outer, FLOORS[room.id][0]))
        shapes.append(_pattern(room.id, room.outer))
    shapes += _furniture()
    for room in SCHOOL.rooms:
        a, b, c, d = room.orange
        shapes.append(lines([[(a, b), (c, b), (c, d), (a, d), (a, b)]], ORANGE_LINE, 0.3, (1.0, 0.65)))
    spot = SCHOOL.red_circle
    shapes.append(circle(spot.x, spot.y, spot.radius, "#D6344B", opacity=0.92))
    shapes.append(circle(spot.x, spot.y, spot.radius * 0.65, None, "#FFFFFF", 0.26))
    for room_id, (x, y) in LABELS.items():
        shapes.append(Shape("text", (((x, y),),), INK, opacity=0.62, radius=2.0, text=ROOM[room_id].name))
    return shapes + _walls()


def _walls() -> list[Shape]:
    shapes: list[Shape] = []
    for door in SCHOOL.doors:
        a, b, c, d = door.slot
        shapes.append(Shape("polygon", (((a, b), (c, b), (c, d), (a, d)),), "#FFFFFF", opacity=0.75))
    boxes = [solid.box for solid in solids() if solid.lintel_of is None]
    grown = [(b[0] - 0.1, b[1] - 0.1, b[3] + 0.1, b[4] + 0.1) for b in boxes]
    shadow = [(a + 0.35, max(b - 0.55, 0.0), c + 0.35, d - 0.55) for a, b, c, d in grown[4:]]
    shapes += [Shape("polygon", (_corners(rect),), "#3C2832", opacity=0.16) for rect in shadow]
    shapes += [rectangle(rect, PEN) for rect in (_grow(rect, 0.22) for rect in grown)]
    shapes += [rectangle(rect, WALL_TOP) for rect in grown]
    return shapes


def _corners(rect: Rect) -> tuple[Point, ...]:
    a, b, c, d = rect
    return (a, b), (c, b), (c, d), (a, d)


def _grow(rect: Rect, by: float) -> Rect:
    a, b, c, d = rect
    return a - by, b - by, c + by, d + by


def _pattern(room: str, rect: Rect) -> Shape:
    """Planks, tiles, boards, honeycomb or diamonds, cut at the room's edge."""
    x0, y0, x1, y1 = rect
    ink = FLOORS[room][1]
    parts: list[tuple[Point, ...]] = []
    if room == "CLS":
        rows = 13
        for k in range(1, rows):
            parts.append(((x0, y0 + 2 * k), (x1, y0 + 2 * k)))
        for k in range(rows):
            parts += [((x, y0 + 2 * k), (x, y0 + 2 * k + 2)) for x in (4 + (k * 5) % 13 + 13 * j for j in range(3)) if x < x1]
    elif room == "GYM":
        parts = [((x0 + 2.6 * k, y0), (x0 + 2.6 * k, y1)) for k in range(1, 10)]
    elif room == "LAB":
        for column in range(-1, 10):
            for row in range(-1, 8):
                x, y = x0 + 3 * column * 1.02, y0 + row * 5.3 + (2.65 if column % 2 else 0)
                w, h = 1.02, 2.65
                chain = [(x - w, y - h), (x + w, y - h), (x + 2 * w, y), (x + w, y + h)]
                parts += [part for a, b in pairwise(chain) if (part := _clip(a, b, rect))]
    elif room == "KIT":
        tiles = [(x0 + 2 * i, y0 + 2 * j) for i in range(20) for j in range(13) if (i + j) % 2 == 0]
        return Shape("polygon", tuple(_corners((x, y, x + 2, y + 2)) for x, y in tiles), ink)
    else:
        spots = [(x0 + 2 * i + 1, y0 + 2 * j + 1) for i in range(7) for j in range(7)]
        return Shape("polygon", tuple(((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) for x, y in spots), ink)
    return lines(parts, ink, 0.16)


def _clip(a: Point, b: Point, rect: Rect) -> tuple[Point, Point] | None:
    """The part of a segment inside a rectangle."""
    t0, t1 = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for p, q in ((-dx, a[0] - rect[0]), (dx, rect[2] - a[0]), (-dy, a[1] - rect[1]), (dy, rect[3] - a[1])):
        if p == 0:
            if q < 0:
                return None
        elif p < 0:
            t0 = max(t0, q / p)
        else:
            t1 = min(t1, q / p)
    if t0 >= t1:
        return None
    return (a[0] + t0 * dx, a[1] + t0 * dy), (a[0] + t1 * dx, a[1] + t1 * dy)


def _furniture() -> list[Shape]:
    white = "#FFFFFF"
    arc = [(53 + 4.8 * math.cos(a), 20 + 4.8 * math.sin(a)) for a in (math.tau * k / 48 for k in range(49))]
    court: list[list[Point]] = [arc, [(44.3, 20), (61.7, 20)]]
    court += [[(48, y), (48, y + s * 4.3), (58, y + s * 4.3), (58, y)] for y, s in ((35.7, -1), (4.3, 1))]
    shapes = [lines(court, white, 0.28, opacity=0.85)]
    shapes.append(rectangle((1.2, 2.4, 3.0, 17), "#3F5E57", PEN, 0.2))  # blackboard
    shapes.append(lines([[(1.8, 5), (2.4, 8)], [(1.8, 9), (2.4, 10.5)]], "#DDEBE4", 0.14))
    for x in (21.5, 27.5):
        shapes.append(rectangle((x, 22.4, x + 4, 25), "#D9A86A", PEN, 0.2))  # desks
        shapes.append(rectangle((x + 1.2, 23.1, x + 2.8, 24.3), CREAM, PEN, 0.12))
    shapes.append(rectangle((57.6, 62.5, 64.9, 65), "#CFE6EE", PEN, 0.2))  # sink
    shapes.append(rectangle((59.2, 63, 63.4, 64.5), "#A9CFDD", PEN, 0.14))
    shapes.append(rectangle((47.6, 62.5, 56, 65), "#E9EDEE", PEN, 0.2))  # stove
    shapes += [circle(x, 63.75, 0.85, "#5B5560", PEN, 0.14) for x in (49.8, 53.8)]
    shapes.append(rectangle((0.9, 42, 3.1, 62), "#E9EDEE", PEN, 0.2))  # lab bench
    for y, tint in ((46, "#A8E0CC"), (52, "#F59CAA"), (58, "#FFF194")):
        shapes.append(polygon((1.6, y + 1), (2.3, y + 1), (2.8, y - 0.6), (1.2, y - 0.6), fill=tint, stroke=PEN, width=0.14))
    return shapes


# Symbols, penguins, fish -------------------------------------------------------------------------------------------


def _round(count: int, radius: float = 1.0, x: float = 0.0, y: float = 0.0) -> tuple[Point, ...]:
    return tuple(
        (x + radius * math.cos(math.tau * k / count), y + radius * math.sin(math.tau * k / count)) for k in range(count)
    )


def _symbol(colour: Colour) -> tuple[tuple[Point, ...], ...]:
    """A charm as closed outlines within the unit circle, y up."""
    if colour == "P":
        points = [(math.tau * (k / 10 + 0.25), 1.0 if k % 2 == 0 else 0.46) for k in range(10)]
        return (tuple((r * math.cos(a), r * math.sin(a)) for a, r in points),)
    if colour == "O":
        rays = []
        for k in range(8):
            a = math.tau * k / 8
            c, s = math.cos(a), math.sin(a)
            rays.append(tuple((c * u - s * v, s * u + c * v) for u, v in ((0.66, -0.13), (1, -0.13), (1, 0.13), (0.66, 0.13))))
        return (_round(20, 0.48), *rays)
    if colour == "T":
        outer = [(0.9 * math.cos(a) - 0.08, 0.9 * math.sin(a)) for a in _angles(52, 308)]
        inner = [(0.7 * math.cos(a) + 0.33, 0.7 * math.sin(a)) for a in reversed(_angles(78, 282))]
        return (tuple(outer + inner),)
    left = ((0.0, 0.12), (-0.55, 0.62), (-0.95, 0.55), (-0.95, -0.35), (-0.55, -0.4))
    right = tuple((-x, y) for x, y in left)
    tails = ((-0.1, -0.1), (-0.55, -0.95), (-0.2, -0.82), (0.0, -0.4), (0.2, -0.82), (0.55, -0.95), (0.1, -0.1))
    return left, right, tails, _round(12, 0.2)


def _angles(first: int, last: int) -> list[float]:
    return [math.radians(first + (last - first) * k / 24) for k in range(25)]


SYMBOL: dict[Colour, tuple[tuple[Point, ...], ...]] = {colour: _symbol(colour) for colour in COLOUR}


def _moved(
    parts: Iterable[Iterable[Point]], x: float, y: float, size: float, degrees: float = 0.0
) -> tuple[tuple[Point, ...], ...]:
    c, s = size * math.cos(math.radians(degrees)), size * math.sin(math.radians(degrees))
    return tuple(tuple((x + c * u - s * v, y + s * u + c * v) for u, v in part) for part in parts)


def symbol(colour: Colour, x: float, y: float, size: float, ink: str = "#FFFFFF", degrees: float = 0.0) -> Shape:
    return Shape("polygon", _moved(SYMBOL[colour], x, y, size, degrees), ink)


def penguin(colour: Colour, x: float, y: float, facing: float = -90.0, lift: float = 0.0, lean: Point = (0.0, 0.0),
            opacity: float = 1.0) -> list[Shape]:  # fmt: skip
    """A penguin from above; `facing` in degrees, `lift` off the floor in cm, `lean` of the head in cm."""
    r = SCHOOL.penguin.radius * (1 + 0.03 * min(lift, 8.0))
    shade = 0.18 + 0.35 * lift
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))

    def at(u: float, v: float, share: float = 0.0) -> Point:
        return x + lean[0] * share + r * (c * u - s * v), y + lean[1] * share + r * (s * u + c * v)

    def fade(shape: Shape) -> Shape:
        return shape._replace(opacity=shape.opacity * opacity)

    hx, hy = x + lean[0], y + lean[1]
    mx, my = x + lean[0] / 2, y + lean[1] / 2
    flippers = tuple(
        tuple(at(u, side * v) for u, v in ((0.35, 0.85), (0.1, 1.16), (-0.45, 1.2), (-0.55, 0.95), (-0.2, 0.8)))
        for side in (1, -1)
    )
    beak = (at(1.12, 0, 1), at(0.55, 0.26, 1), at(0.55, -0.26, 1))
    eyes = [at(0.42, side * 0.24, 1) for side in (1, -1)]
    return [
        fade(shape)
        for shape in (
            circle(x + 0.6 * shade, y - shade, r * 1.02, "#16303C", opacity=0.25),
            Shape("polygon", flippers, PEN),
            circle(x, y, r, COAT, PEN, 0.16),
            circle(mx, my, r * 0.8, COLOUR[colour]),
            circle(mx, my, r * 0.8, None, "#FFFFFF", 0.13, 0.4, (0.33, 0.28)),
            Shape("polygon", (beak,), BEAK, PEN, 0.12),
            circle(hx, hy, r * 0.57, COAT),
            *(circle(ex, ey, 0.14, "#FFFFFF") for ex, ey in eyes),
            symbol(colour, hx - 0.08 * r * c, hy - 0.08 * r * s, r * 0.4),
        )
    ]


_FISH = ((-1.0, 0.0), (-0.72, 0.34), (-0.3, 0.52), (0.1, 0.46), (0.42, 0.2), (0.86, 0.52), (0.96, 0.2), (0.96, -0.2),
         (0.86, -0.52), (0.42, -0.2), (0.1, -0.46), (-0.3, -0.52), (-0.72, -0.34))  # fmt: skip


def fish(colour: Colour, x: float, y: float, degrees: float = 0.0, size: float = 1.35) -> list[Shape]:
    eye = _moved([[(-0.72, 0.1)]], x, y, size, degrees)[0][0]
    middle = _moved([[(-0.14, 0.0)]], x, y, size, degrees)[0][0]
    return [
        Shape("polygon", _moved([_FISH], x, y, size, degrees), COLOUR[colour], PEN, 0.16),
        circle(*eye, 0.09 * size, "#FFFFFF"),
        symbol(colour, *middle, 0.36 * size),
    ]


def hanging_fish(fish_on: Mapping[str, Sequence[Colour]]) -> list[Shape]:
    """Fish on their doors' lintels: three beside each other, then on the other side of the wall."""
    shapes: list[Shape] = []
    for door_id, colours in fish_on.items():
        door = DOOR[door_id]
        x, y = door.centre
        for k, colour in enumerate(colours):
            along = (k % 3 - (min(len(colours), 3) - 1) / 2) * 1.75
            aside = (1.55 if k // 3 % 2 == 0 else -1.55) * (1 + k // 6)
            if door.axis == "x":
                shapes += fish(colour, x + aside, y + along, 0 if aside > 0 else 180)
            else:
                shapes += fish(colour, x + along, y + aside, 90 if aside > 0 else 270)
    return shapes

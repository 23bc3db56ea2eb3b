"""The school from above as SVG: any position, and the way of every penguin in a flick.

Path("now.svg").write_text(position_svg(poses, fish={"D1": ["O", "T"]}))
Path("flick.svg").write_text(flick_svg(run.report, run.trajectory))
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from parlour.games.icecool import look
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.look import CHERRY, COLOUR, ICE, PEN, Shape
from parlour.games.icecool.plan import ROOM, SCHOOL, classify
from parlour.games.icecool.report import COLOUR_NAMES, Colour, FlickReport, Spot, words
from parlour.games.icecool.trajectory import Trajectory

MARGIN = 2.0
SCALE = 10  # SVG units in a centimetre
AIR = 0.3  # cm above the floor from which a path is drawn as flight


def position_svg(
    poses: Mapping[Colour, Spot | None],
    fish: Mapping[str, Sequence[Colour]] | None = None,
    aim: tuple[Colour, FlickIntent] | None = None,
) -> str:
    """Penguins where they stand, fish on their doors, and perhaps the flick that a player is aiming."""
    shapes = look.school() + look.hanging_fish(fish or {})
    standing = {colour: spot for colour, spot in poses.items() if spot is not None}
    if aim is not None and (spot := standing.get(aim[0])) is not None:
        shapes += _aim_shapes(spot, aim[1])
    for colour, spot in standing.items():
        facing = aim[1].aim_deg if aim is not None and aim[0] == colour else _facing(spot)
        shapes += look.penguin(colour, spot.x, spot.y, facing)
    label = " ".join(f"{COLOUR_NAMES[colour]} {_where(spot)}." for colour, spot in standing.items())
    return _svg(shapes, f"The school from above. {label}")


def flick_svg(report: FlickReport, trajectory: Trajectory, fish: Mapping[str, Sequence[Colour]] | None = None) -> str:
    """A flick in one picture: pale penguins at the start, paths (dashed in the air), penguins at rest."""
    shapes = look.school() + look.hanging_fish(fish or {})
    paths = trajectory.positions()
    for k, colour in enumerate(trajectory.colours):
        x, y, _ = paths[0, k]
        if math.dist(paths[0, k, :2], paths[-1, k, :2]) > 0.5 or _length(paths[:, k, :2].tolist()) > 1.0:
            shapes += look.penguin(colour, x, y, _facing(Spot(x, y)), opacity=0.4)
            shapes += _path(paths[:, k].tolist(), COLOUR[colour])
    for k, colour in enumerate(trajectory.colours):
        rest = report.rest[colour]
        if rest is not None and rest.spot is not None:
            shapes += look.penguin(colour, rest.spot.x, rest.spot.y, _facing(rest.spot))
        else:
            x, y, _ = paths[-1, k]
            edge = MARGIN - 0.6
            low, high = -edge, SCHOOL.outline[2] + edge
            shapes += look.penguin(colour, min(max(x, low), high), min(max(y, low), high), 90.0, opacity=0.8)
    return _svg(shapes, " ".join(words(report)))


def _length(points: list[list[float]]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _facing(spot: Spot) -> float:
    """Penguins at rest look towards the middle of the school, a little to the viewer."""
    return math.degrees(math.atan2(26 - spot.y, 33 - spot.x)) if (spot.x, spot.y) != (33, 26) else -90.0


def _where(spot: Spot) -> str:
    place = classify(spot.x, spot.y)
    if place is None:
        return "nowhere"
    return f"stuck in {place.door}" if place.room is None else f"in the {ROOM[place.room].name}"


def _path(points: list[list[float]], ink: str) -> list[Shape]:
    ground: list[list[tuple[float, float]]] = []
    flight: list[list[tuple[float, float]]] = []
    last = None
    for x, y, z in points:
        kind = flight if z - SCHOOL.penguin.radius > AIR else ground
        if kind is not last:
            kind.append([ground[-1][-1] if kind is flight and ground else flight[-1][-1]] if last is not None else [])
            last = kind
        kind[-1].append((x, y))
    shapes = [look.lines([part for part in ground + flight if len(part) > 1], PEN, 0.85, opacity=0.2)]
    shapes.append(look.lines([part for part in ground if len(part) > 1], ink, 0.45))
    shapes.append(look.lines([part for part in flight if len(part) > 1], ink, 0.45, (0.15, 0.9)))
    return shapes


def _aim_shapes(spot: Spot, flick: FlickIntent) -> list[Shape]:
    """The drawn-back finger: longer for more power, beside the middle for a side hit."""
    angle = math.radians(flick.aim_deg)
    ux, uy = math.cos(angle), math.sin(angle)
    pull, aside = 4 + flick.power * 0.1, flick.side * 0.08
    x, y = spot.x + uy * aside, spot.y - ux * aside
    tail, tip = (x - ux * pull, y - uy * pull), (spot.x + ux * 6.5, spot.y + uy * 6.5)
    head = tuple((tip[0] + ux * a - uy * b, tip[1] + uy * a + ux * b) for a, b in ((1.3, 0), (-0.2, 0.8), (-0.2, -0.8)))
    return [
        look.circle(spot.x, spot.y, 5.6, None, CHERRY, 0.2, 0.7, (0.3, 0.7)),
        look.lines([[(x, y), tail]], PEN, 1.15),
        look.lines([[(x, y), tail]], "#F4C15D", 0.7),
        look.circle(*tail, 1.7, "#FFF9EC", PEN, 0.28),
        Shape("text", ((tail,),), "#36202B", radius=1.25, text=f"{flick.power}%"),
        look.lines([[(spot.x, spot.y), tip]], CHERRY, 0.4, (0.1, 1.1)),
        Shape("polygon", (head,), CHERRY),
    ]


def _svg(shapes: Sequence[Shape], label: str) -> str:
    x0, y0, x1, y1 = (edge * SCALE for edge in SCHOOL.outline)
    m = MARGIN * SCALE
    x, y, wide, high = x0 - m, y0 - m, x1 - x0 + 2 * m, y1 - y0 + 2 * m
    box = f'viewBox="{x:g} {y:g} {wide:g} {high:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{_escaped(label)}">'
    ice = f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{ICE}"/>'
    return "\n".join([head, ice, *(_element(shape, y1) for shape in shapes), "</svg>"]) + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _element(shape: Shape, top: float) -> str:
    def at(x: float, y: float) -> str:
        return f"{x * SCALE:.1f} {top - y * SCALE:.1f}"

    paint = f' fill="{shape.fill or "none"}"'
    if shape.stroke:
        paint += f' stroke="{shape.stroke}" stroke-width="{shape.width * SCALE:.3g}" stroke-linejoin="round"'
        paint += ' stroke-linecap="round"' if shape.kind == "line" else ""
    if shape.dash:
        paint += f' stroke-dasharray="{shape.dash[0] * SCALE:.3g} {shape.dash[1] * SCALE:.3g}"'
    if shape.opacity < 1:
        paint += f' opacity="{shape.opacity:.3g}"'
    x, y = shape.parts[0][0] if shape.parts else (0.0, 0.0)
    if shape.kind == "circle":
        cx, cy = at(x, y).split()
        return f'<circle cx="{cx}" cy="{cy}" r="{shape.radius * SCALE:.4g}"{paint}/>'
    if shape.kind == "text":
        tx, ty = at(x, y - 0.35 * shape.radius).split()
        font = 'font-family="Caprasimo, \'Cooper Black\', Georgia, serif" font-weight="700"'
        size = f'font-size="{shape.radius * SCALE:.3g}"'
        return f'<text x="{tx}" y="{ty}" text-anchor="middle" {font} {size}{paint}>{_escaped(shape.text)}</text>'
    close = "Z" if shape.kind == "polygon" else ""
    path = "".join("M" + "L".join(at(px, py) for px, py in part) + close for part in shape.parts)
    return f'<path d="{path}"{paint}/>'

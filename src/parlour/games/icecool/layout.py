"""Everything that a scene of the school needs, as data: the floor plan, what follows from it, penguins, flicks and paths."""

from __future__ import annotations

import msgspec

from parlour.games.icecool import flick, trajectory
from parlour.games.icecool.moves import COLOURS
from parlour.games.icecool.report import COLOUR_NAMES
from parlour.games.icecool.school import SCHOOL, Door, Partition, School, Solid, partitions, solids

FISH_APART = 1.75
FISH_SIDE = SCHOOL.cardboard + 0.25
FISH_DROP = 0.9


class Ball(msgspec.Struct, frozen=True):
    """A ball on the penguin's axis: radius, and height of its middle above the floor, in centimetres."""

    radius: float
    height: float


class Hook(msgspec.Struct, frozen=True):
    """A point in the school, and where what is there looks: degrees, 0 = right (+x), counter-clockwise."""

    x: float
    y: float
    z: float
    degrees: float


class Shape(msgspec.Struct, frozen=True):
    """A penguin: the balls that collide, and the heights of the two hit points (body, head)."""

    balls: list[Ball]
    hits: list[float]


class Colour(msgspec.Struct, frozen=True):
    """A seat's colour: its name in views and positions, its letter in reports of flicks."""

    seat: int
    name: str
    letter: str


class Grid(msgspec.Struct, frozen=True):
    """Steps and bounds of a flick: aim in degrees from 0 to under 360, power in percent, side from -1 to 1."""

    aim_step: float
    least_power: int
    most_power: int
    side_step: float
    heights: list[str]


class Frames(msgspec.Struct, frozen=True):
    """How a flight's path counts: frames a second, centimetres and quaternion parts of one step."""

    rate: int
    length: float
    turn: float


class Plan(msgspec.Struct, frozen=True):
    """The school: centimetres, x right, y up, z above the floor."""

    school: School
    walls: list[Solid]
    """Every block of wall; those over a door name it in `lintel_of`."""
    partitions: list[Partition]
    fish: dict[str, list[Hook]]
    """By door: where its fish hang, to be filled from the first."""
    shape: Shape
    colours: list[Colour]
    flick: Grid
    path: Frames


class Model(msgspec.Struct, frozen=True):
    """The physics of a flick in SI units, for another MuJoCo of the same version; the table's own flick is what counts."""

    files: list[str]
    """MJCF for one penguin to four; penguin k is body `p{k}`, with 7 positions and 6 speeds of its own."""
    step: float
    longest: float
    calming_after: float
    calming: float
    """From `calming_after` on every joint's damping is this many times stronger."""
    centre: float
    """Heights of the centre of mass, which the positions tell, and of the base ball's middle, on an upright penguin."""
    base: float
    speeds: list[float]
    """The finger's speed for power 1 to 100."""
    kicks: list[list[list[float]]]
    """By height, by side from left to right: velocity and spin after a hit of 1 m/s along +x."""
    slow: float
    slow_spin: float
    upright: float
    """All penguins slower than this, and upright by this cosine, for `rest` seconds: the flick is over."""
    rest: float


def fish_places(door: Door) -> list[Hook]:
    """On both sides of the lintel three beside each other, the middle first; a third row hangs lower."""
    x, y = door.centre
    places = []
    for row, aside in enumerate((FISH_SIDE, -FISH_SIDE, FISH_SIDE)):
        for along in (0.0, -FISH_APART, FISH_APART):
            z = SCHOOL.wall_height - FISH_DROP * (1 + row // 2)
            if door.axis == "x":
                places.append(Hook(x + aside, y + along, z, 0 if aside > 0 else 180))
            else:
                places.append(Hook(x + along, y + aside, z, 90 if aside > 0 else 270))
    return places


def plan() -> Plan:
    # With the physics comes MuJoCo, which only those who need it shall wait for.
    from parlour.games.icecool.physics import body

    return Plan(
        school=SCHOOL,
        walls=list(solids()),
        partitions=list(partitions()),
        fish={door.id: fish_places(door) for door in SCHOOL.doors},
        shape=Shape(
            [Ball(round(ball.radius / body.CM, 6), round(ball.height / body.CM, 6)) for ball in body.BALLS],
            [round(height / body.CM, 6) for height in body.HIT_HEIGHTS],
        ),
        colours=[Colour(seat, COLOURS[seat], letter) for seat, letter in enumerate(COLOUR_NAMES)],
        flick=Grid(360 / flick.AIMS, 1, flick.POWERS, 1 / flick.SIDE_LIMIT, list(flick.HEIGHT_NAMES)),
        path=Frames(trajectory.RATE, trajectory.LENGTH_STEP, trajectory.TURN_STEP),
    )

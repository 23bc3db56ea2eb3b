"""The fingertip: one impact on the penguin's surface, as a velocity jump at the start of the flick (ICE-17).

Impact of two bodies: J = (1 + e) v M m / (M + m) with the penguin's effective mass 1/m = 1/mass + (r x d).I^-1.(r x d)
at the hit point, so a hit far from the centre of mass hands over less. The direction follows the finger as far as its
grip allows, else it slips to the edge of the friction cone about the surface.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import cache

from parlour.games.icecool.flick import POWERS, SIDE_LIMIT, FlickIntent
from parlour.games.icecool.physics import body

Vector = tuple[float, float, float]


def finger_speed(power: int) -> float:
    """Metres a second for a power in percent."""
    return body.SLOWEST + (body.FASTEST - body.SLOWEST) * power / POWERS


def impact(flick: FlickIntent) -> tuple[Vector, Vector]:
    """Velocity and angular velocity (world axes) of an upright penguin just after the hit."""
    point, normal = _hit_point(body.HIT_HEIGHTS[flick.height], flick.side / SIDE_LIMIT)
    push = _push_direction(normal)
    arm = (point[0], point[1], point[2] - body.COM_HEIGHT)
    turn = _cross(arm, push)
    # Term by term: `sum` rounds otherwise from Python 3.12 on, and a tab's Python is newer than many a server's.
    yields = [t * t / i for t, i in zip(turn, body.INERTIA, strict=True)]
    effective = 1 / (1 / body.MASS + (yields[0] + yields[1] + yields[2]))
    # The finger moves along +x here; push[0] is the part of its speed that the contact can use.
    speed = finger_speed(flick.power) * max(0.0, push[0])
    impulse = (1 + body.FINGER_BOUNCE) * speed * body.FINGER_MASS * effective / (body.FINGER_MASS + effective)
    velocity = tuple(impulse * d / body.MASS for d in push)
    spin = tuple(impulse * t / i for t, i in zip(turn, body.INERTIA, strict=True))
    return _turned(velocity, flick.aim_deg), _turned(spin, flick.aim_deg)


def _hit_point(height: float, side: float) -> tuple[Vector, Vector]:
    """Hit point relative to the foot and the inward normal, for a finger moving along +x (right is -y)."""
    widest, middle = 0.0, 0.0
    for ball in body.BALLS:
        square = ball.radius**2 - (height - ball.height) ** 2
        if square > widest**2:
            widest, middle = math.sqrt(square), ball.height
    s = side * body.SIDE_REACH
    point = (-widest * math.sqrt(1 - s * s), -widest * s, height)
    length = math.sqrt(point[0] ** 2 + point[1] ** 2 + (middle - height) ** 2)
    return point, (-point[0] / length, -point[1] / length, (middle - height) / length)


def _push_direction(normal: Vector) -> Vector:
    """The finger's direction +x, or the nearest one inside the friction cone about the normal."""
    along = normal[0]
    slip = (1 - along * normal[0], -along * normal[1], -along * normal[2])
    size = math.sqrt(slip[0] ** 2 + slip[1] ** 2 + slip[2] ** 2)
    if size <= body.FINGER_GRIP * along:
        return 1.0, 0.0, 0.0
    edge = tuple(n + body.FINGER_GRIP * t / size for n, t in zip(normal, slip, strict=True))
    length = math.sqrt(edge[0] ** 2 + edge[1] ** 2 + edge[2] ** 2)
    return edge[0] / length, edge[1] / length, edge[2] / length


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@cache
def cosine_and_sine(angle: float) -> tuple[float, float]:
    """Rounded correctly. The libraries of systems err in the last place now and then, each in its own way: a flick in a browser
    would set off by a hair otherwise than at a server, and after some bumps that is much."""
    with localcontext() as exact:
        exact.prec = 50
        sums, term = [Decimal(1), Decimal(0)], Decimal(1)
        for power in range(1, 60):
            term *= Decimal(angle) / power
            sums[power % 2] += term if power % 4 < 2 else -term
        return float(sums[0]), float(sums[1])


def _turned(vector: tuple[float, ...], degrees: float) -> Vector:
    c, s = cosine_and_sine(math.radians(degrees))
    return c * vector[0] - s * vector[1], s * vector[0] + c * vector[1], vector[2]

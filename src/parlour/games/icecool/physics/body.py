"""The penguin, the contacts and the finger in numbers (SI units). Lengths of the school come from the floor plan.

None of these numbers was measured on a real set; they are chosen so that centre flicks run straight, side flicks
curve, head flicks hop, and the penguin rights itself. Step and contact stiffness belong together: keep
step / (time constant * damping ratio) at 0.5 or below, or contacts gain energy.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from parlour.games.icecool.school import SCHOOL

CM: Final = 0.01  # metres in a centimetre


class Ball(NamedTuple):
    """A collision sphere on the penguin's axis: radius, and height of its centre above the floor."""

    radius: float
    height: float


class Contact(NamedTuple):
    """MuJoCo contact parameters of a surface; the higher priority decides for a pair."""

    condim: int
    friction: tuple[float, float, float]  # sliding, torsion (m), rolling (m)
    solref: tuple[float, float]  # time constant (s), damping ratio
    priority: int


MASS: Final = 0.0218
COM_HEIGHT: Final = 0.01175
INERTIA: Final = (1.69e-6, 1.69e-6, 1.04e-6)
SPIN_DAMPING: Final = 1e-6

BASE: Final = Ball(SCHOOL.penguin.radius * CM, SCHOOL.penguin.radius * CM)
TORSO: Final = Ball(0.0135, 0.0235)
HEAD_BALL: Final = Ball(0.010, SCHOOL.penguin.height * CM - 0.010)
BALLS: Final = (BASE, TORSO, HEAD_BALL)

FLOOR: Final = Contact(6, (0.17, 3e-4, 1.5e-4), (0.006, 0.35), 2)
WALL: Final = Contact(4, (0.20, 2e-4, 1e-4), (0.006, 0.20), 1)
PENGUIN: Final = Contact(4, (0.25, 2e-4, 1e-4), (0.0067, 0.15), 0)
SOLIMP: Final = (0.95, 0.95, 0.001)

STEP: Final = 0.0005

# A flick that still rocks after this long gets stiffer joints, so that every flick ends (ledger 4.1: 12 s at most).
CALMING_AFTER: Final = 3.0
CALMING: Final = 20.0
LONGEST: Final = 12.0

# The finger: a light, springy fingertip.
FINGER_MASS: Final = 0.020
FINGER_BOUNCE: Final = 0.5
FINGER_GRIP: Final = 0.6
SLOWEST: Final = 0.5
FASTEST: Final = 5.0
SIDE_REACH: Final = 0.45  # the outermost hit point, as a part of the local radius
HIT_HEIGHTS: Final = (0.012, 0.037)  # body, head

"""The same physics for another MuJoCo, such as the one in a browser: model files, kicks and when a flick is over, as data."""

from __future__ import annotations

from parlour.games.icecool.flick import HEIGHTS, POWERS, SIDE_LIMIT, FlickIntent
from parlour.games.icecool.layout import Model
from parlour.games.icecool.physics import body, events
from parlour.games.icecool.physics.finger import finger_speed, impact
from parlour.games.icecool.physics.model import mjcf
from parlour.games.icecool.report import COLOURS


def kick(height: int, side: int) -> list[float]:
    """What a finger of 1 m/s along +x does to an upright penguin; it grows with the speed and turns with the aim."""
    velocity, spin = impact(FlickIntent(0, POWERS, side, height))
    return [part / finger_speed(POWERS) for part in (*velocity, *spin)]


def model() -> Model:
    return Model(
        files=[mjcf(size) for size in range(1, len(COLOURS) + 1)],
        step=body.STEP,
        longest=body.LONGEST,
        calming_after=body.CALMING_AFTER,
        calming=body.CALMING,
        centre=body.COM_HEIGHT,
        base=body.BASE.height,
        speeds=[finger_speed(power) for power in range(1, POWERS + 1)],
        kicks=[[kick(height, side) for side in range(-SIDE_LIMIT, SIDE_LIMIT + 1)] for height in range(HEIGHTS)],
        slow=events.SLOW * body.CM,
        slow_spin=events.CALM_SPIN,
        upright=events.UPRIGHT,
        rest=events.CALM_TIME,
    )

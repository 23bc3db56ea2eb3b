"""The moves of ICECOOL2 that programs choose from by small numbers, and what can stand for the school.

All moves are numbered but for the spots and flicks that the rules do not list (they list flicks all around at three powers and
jumps, and spots four centimetres apart). `meant` reads any flick or spot from five numbers from -1 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import astuple

from parlour.core.registry import game
from parlour.core.state import State
from parlour.games.icecool import choices, rules
from parlour.games.icecool.bots.flicks import School, number_of
from parlour.games.icecool.bots.worth import happen
from parlour.games.icecool.flick import AIMS, BODY, HEAD, POWERS, SIDE_LIMIT, unpack
from parlour.games.icecool.parts import COLUMNS, EVENT_SIZE, PREFLICK, ROWS, STATION
from parlour.games.icecool.quick import MAX_EVENTS

_flicks = [0] * choices.LISTED
_flicks = _flicks[: choices.list_flicks(_flicks, 0)]
_spots = [
    choices.STATIONING + row * COLUMNS + column
    for row in range(choices.LISTED_ROW, ROWS, choices.LISTED_STEP)
    for column in range(choices.LISTED_COLUMN, COLUMNS, choices.LISTED_STEP)
]
MOVES = (*range(choices.STATIONING), *_spots, *sorted(_flicks))

NUMBERS = 5
"""What a flick is made of for programs that give numbers: what, aim, power, side, height."""


def quick(state: State) -> None:
    """The flick by the quick model."""
    school = School(state)
    out = school.roll([astuple(unpack(state.flick))])
    events = out.events.cast("B").cast("q", [MAX_EVENTS, EVENT_SIZE + 1])
    rests = out.rests.cast("B").cast("d", [len(school.who), 3])
    happen(state, events, out.counts[0, 0], rests, school.who, len(school.who))


def mujoco(state: State) -> None:
    """The flick by the true physics."""
    icecool = game("icecool")
    icecool.happen(state, icecool.world(state))


def toy(state: State) -> None:
    """Something that could have happened, whatever the flick."""
    rules.apply(state, choices.WORLD_SEAT, 0)


WORLDS: Mapping[str, Callable[[State], None]] = {"quick": quick, "mujoco": mujoco, "toy": toy}
"""The first one is the usual one."""


def meant(state: State, numbers: Sequence[float], moves: Sequence[int]) -> int:
    """The move that five numbers from -1 to 1 mean, of a seat with these legal moves: if the first one is above 0, one of those
    that are no flicks (the second one says which); else a flick by aim (-1 to 1 is once around), power, side and height."""
    what, aim, power, side, height = (min(1.0, max(-1.0, float(number))) for number in numbers)
    if state.phase == STATION:
        return choices.STATIONING + _part(power, ROWS) * COLUMNS + _part(aim, COLUMNS)
    others = [move for move in moves if move < choices.STATIONING]
    if others and (what > 0 or state.phase != PREFLICK or not choices.may_flick(state)):
        return others[_part(aim, len(others))]
    turned = math.floor((aim + 1) / 2 * AIMS) % AIMS
    return number_of((turned, 1 + _part(power, POWERS), round(side * SIDE_LIMIT), HEAD if height > 0 else BODY))


def _part(number: float, many: int) -> int:
    """Which of so many equal parts of -1 to 1 a number lies in."""
    return min(many - 1, int((number + 1) / 2 * many))

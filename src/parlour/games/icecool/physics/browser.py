"""MuJoCo as it comes for browsers, where Python itself runs in one: the same version, the same model, the same steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import parlour_host
from pyodide.ffi import to_js

from parlour.games.icecool.physics import body
from parlour.games.icecool.physics.model import mjcf


@cache
def _models(size: int) -> tuple[int, int]:
    """The numbers that the host knows the model and its calming twin by."""
    return parlour_host.model(mjcf(size), 1.0), parlour_host.model(mjcf(size), body.CALMING)


def roll(size: int, calm: bool, begin: Sequence[memoryview], steps: int, threads: int) -> list[tuple[Any, Any]]:
    """So many steps of each flick from its state: all states and all sensors, one step after the other."""
    rolled = []
    for one in begin:
        made = parlour_host.roll(_models(size)[calm], to_js(one.tobytes()), steps)
        rolled.append((memoryview(made.states.to_bytes()).cast("d"), memoryview(made.sensors.to_bytes()).cast("d")))
    return rolled


def warm_up(most: int) -> None:
    """Models are built when they are first needed."""

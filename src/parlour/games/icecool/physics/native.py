"""MuJoCo as it comes for Python: models, and many flicks at once on several cores."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import mujoco
import numpy as np
from mujoco import rollout

from parlour.games.icecool.physics import body
from parlour.games.icecool.physics.model import mjcf


@cache
def models(penguins: int) -> tuple[mujoco.MjModel, mujoco.MjModel]:
    """The model, and its calming twin with stiffer joints for flicks that still rock after `CALMING_AFTER`."""
    lively = mujoco.MjModel.from_xml_string(mjcf(penguins))
    calm = mujoco.MjModel.from_xml_string(mjcf(penguins))
    calm.dof_damping[:] *= body.CALMING
    return lively, calm


_local = threading.local()


def _roller(size: int, threads: int) -> tuple[Any, list[Any]]:
    """This thread's pool of workers and their scratch data."""
    pools: dict[tuple[int, int], tuple[Any, list[Any]]] = _local.__dict__.setdefault("pools", {})
    if (size, threads) not in pools:
        lively, _ = models(size)
        pools[size, threads] = (
            rollout.Rollout(nthread=threads if threads > 1 else 0),
            [mujoco.MjData(lively) for _ in range(max(threads, 1))],
        )
    return pools[size, threads]


def roll(size: int, calm: bool, begin: Sequence[memoryview], steps: int, threads: int) -> list[tuple[Any, Any]]:
    """So many steps of each flick from its state: all states and all sensors, one step after the other."""
    pool, datas = _roller(size, threads)
    states, sensors = pool.rollout(models(size)[calm], datas, np.stack([np.asarray(one) for one in begin]), nstep=steps)
    return [(states[k].reshape(-1).data, sensors[k].reshape(-1).data) for k in range(len(begin))]


def warm_up(most: int) -> None:
    for size in range(1, most + 1):
        models(size)

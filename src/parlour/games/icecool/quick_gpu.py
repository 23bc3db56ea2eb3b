"""The quick model on a GPU: one thread a flick, the same functions as on the processor."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from parlour.core.cuda import THREADS, driver
from parlour.core.link import Linker
from parlour.core.numpy_arrays import as_array
from parlour.games.icecool import quick


@cache
def kernel() -> Any:
    cuda = driver()
    run = Linker(None, lambda f: cuda.jit(f, device=True))(quick.run_flicks)

    @cuda.jit
    def one_each(  # type: ignore[no-untyped-def]
        poses, n, actor, flicks, paths, lengths, fitted, begin, motion, track, touching, scratch, events, counts, rests
    ):  # fmt: skip
        i = cuda.grid(1)
        if i < flicks.shape[0]:
            one = flicks[i : i + 1], events[i : i + 1], counts[i : i + 1], rests[i : i + 1]
            rooms = motion[i], track[i], touching[i], scratch[i]
            run(
                poses, n, actor, one[0], paths, lengths, fitted, begin,
                rooms[0], rooms[1], rooms[2], rooms[3], one[1], one[2], one[3],
            )  # fmt: skip

    return one_each


def quick_flicks(poses: Any, stuck_in: Any, actor: int, flicks: Any) -> quick.Quick:
    """Like `quick.quick_flicks`, all flicks side by side. Rounding differs a little from the processor's."""
    cuda = driver()
    paths, lengths, fitted = map(as_array, quick.tables())
    n, many = len(poses), len(flicks)
    begin, out = as_array(quick.start(poses, stuck_in)), map(as_array, quick.room_for(many, n))
    held = [cuda.to_device(array) for array in out]
    rooms = [
        cuda.device_array((many, *array.shape), array.dtype)
        for array in (np.zeros((n, quick.MOTION)), begin, np.zeros((n, n), np.int64), np.zeros((2, 4)))
    ]
    given = (np.ascontiguousarray(poses, np.float64), n, actor, np.ascontiguousarray(flicks, np.int64))
    kernel()[-(-many // THREADS), THREADS](*given, paths, lengths, fitted, begin, *rooms, *held)
    return quick.Quick(*(array.copy_to_host() for array in held))

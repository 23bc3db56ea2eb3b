"""The loop of the play-out kernel without a GPU: threads of Python stand for the threads of a warp, barriers for its votes."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from numba.np.numpy_support import as_dtype

import parlour
from parlour.core import cuda
from parlour.core.engine import NO_LIMIT
from parlour.core.link import Linker
from parlour.core.state import plain

LANES = 32
KEYS = [game.key for game in parlour.games() if type(game).world is parlour.Game.world]


class Rows:
    """Records as a kernel sees them, and as its 64-bit words."""

    def __init__(self, records: Any) -> None:
        self.records, self.shape = records, records.shape
        self.rows = [plain(records[i : i + 1]) for i in range(len(records))]

    def __getitem__(self, i: int) -> Any:
        return self.rows[i]

    def view(self, dtype: Any) -> Any:
        return self.records.view(dtype)


class Warp:
    """What the kernel asks of `numba.cuda`."""

    def __init__(self) -> None:
        self.barrier, self.lock = threading.Barrier(LANES), threading.Lock()
        self.votes = [False] * LANES
        self.lane = threading.local()
        self.local, self.atomic = self, self

    def jit(self, function: Any) -> Any:
        return function

    def array(self, size: int, kind: Any, alignment: int = 0) -> Any:
        return Rows(np.zeros(1, as_dtype(kind))) if size == 1 else [0] * size

    def add(self, array: Any, i: int, more: int) -> int:
        with self.lock:
            before = int(array[i])
            array[i] += more
            return before

    def ballot_sync(self, warp: int, vote: bool) -> int:
        self.votes[self.lane.number] = bool(vote)
        self.barrier.wait()
        ballot = sum(1 << lane for lane in range(LANES) if self.votes[lane])
        self.barrier.wait()
        return ballot

    def all_sync(self, warp: int, vote: bool) -> bool:
        return self.ballot_sync(warp, vote) == cuda.WARP

    def popc(self, bits: int) -> int:
        return bits.bit_count()

    def run(self, kernel: Any, *given: Any) -> None:
        broken: list[BaseException] = []

        def lane(number: int) -> None:
            self.lane.number = number
            try:
                kernel(*given)
            except BaseException as wrong:
                broken.append(wrong)
                self.barrier.abort()

        threads = [threading.Thread(target=lane, args=(number,)) for number in range(LANES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not broken, broken[0]


@pytest.mark.parametrize("limit", [NO_LIMIT, 25, 0])
@pytest.mark.parametrize(("key", "games"), [(key, 3 if parlour.game(key).open else 40) for key in KEYS])
def test_a_warp_plays_the_games_that_one_thread_plays(key: str, games: int, limit: int) -> None:
    game, warp = parlour.game(key), Warp()
    ours, theirs = (game.batch(games, seed=3, speed="plain") for _ in range(2))
    kernel = cuda.play_out_kernel(warp, Linker(game.rules, lambda f: f, machine=False), ours.engine)
    made, begun = np.zeros(games, np.int32), np.zeros(1, np.int32)
    warp.run(kernel, Rows(ours.states), 9, limit, made, begun)
    assert np.array_equal(made, theirs.play_out(seed=9, limit=limit))
    assert ours.states.tobytes() == theirs.states.tobytes()

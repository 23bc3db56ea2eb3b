"""Kernels without a GPU: threads of Python stand for those of a warp, barriers for its votes; and how kernels are launched."""

from __future__ import annotations

import ctypes
import gc
import threading
import weakref
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.np.numpy_support import as_dtype

import parlour
from parlour.core import cuda
from parlour.core.engine import NO_LIMIT
from parlour.core.link import Linker
from parlour.core.state import plain
from parlour.lab import connect_four

LANES = 32
TOLD = ("made", "seats", "mask", "seen", "rewards", "ended")
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


class Between(Rows):
    """A record of which a thread knows only some words."""

    def __init__(self, records: Any, first: int, last: int) -> None:
        super().__init__(records)
        self.words = slice(first, last)

    def view(self, dtype: Any) -> Any:
        return super().view(dtype)[self.words]


class Grid:
    """What the kernels of turns ask of `numba.cuda`, one thread after the other."""

    def __init__(self, engine: Any) -> None:
        self.local, self.at = self, 0
        self.record, (self.first, self.last) = engine.dtype, cuda.touched(engine)

    def jit(self, function: Any = None, **how: Any) -> Any:
        return function or (lambda function: function)

    def grid(self, dimensions: int) -> int:
        return self.at

    def array(self, size: Any, kind: Any, alignment: int = 0) -> Any:
        if not as_dtype(kind).names:
            return [0] * size if isinstance(size, int) else np.zeros(size, as_dtype(kind))
        assert as_dtype(kind) == cuda.between(self.record, self.first, self.last)
        return Between(np.zeros(1, self.record), self.first, self.last)

    def run(self, kernel: Any, threads: int, *given: Any) -> None:
        for self.at in range(threads):
            kernel(*given)


@pytest.mark.parametrize("drawing", [True, False])
@pytest.mark.parametrize("game", [connect_four.GAME, parlour.game("dokitto")], ids=["few moves", "many moves"])
def test_threads_take_the_turns_that_a_processor_takes(
    game: parlour.Game, drawing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = 12
    ours, theirs = (game.loop(games, seed=5, speed="plain") for _ in range(2))
    grid = Grid(ours.engine)
    monkeypatch.setattr(ours.engine, "_threads", 128, raising=False)
    kernel = cuda.turn_kernel(grid, Linker(game.rules, lambda f: f, machine=False), ours.engine)[drawing]
    dice = np.random.default_rng(1)
    for _ in range(60):
        odds = dice.random(theirs.mask.shape, np.float32)
        given = [odds] if drawing else []
        if drawing:
            theirs.draw(odds)
        else:
            theirs.step((odds * theirs.mask).argmax(1))
            ours.made[:] = theirs.made
        arrays = ours._chance, ours.made, ours.seats, ours.mask, ours.seen, ours.rewards, ours.ended
        grid.run(kernel, games + 3, Rows(ours.batch.states), *given, *arrays)
        assert all(np.array_equal(getattr(ours, told), getattr(theirs, told)) for told in TOLD)
        assert ours.batch.states.tobytes() == theirs.batch.states.tobytes()


class Card:
    """What launches ask of Numba and of the driver, written down."""

    def __init__(self) -> None:
        self.plainly: list[Any] = []
        self.launched: list[Any] = []
        self.overloads = {("kind",) * 2: self}
        self._codelibrary, self.stream, self.handle = self, self, 7
        self.argument_types: tuple[str, ...] = ("kind", "kind")

    def __getitem__(self, how: Any) -> Any:
        launch = lambda *arrays: self.plainly.append((how, arrays))  # noqa: E731
        launch.stream = self  # type: ignore[attr-defined]
        return launch

    def typeof_pyval(self, array: Any) -> str:
        return "kind"

    def get_cufunc(self) -> Any:
        return self

    def _prepare_args(self, kind: Any, array: Any, stream: Any, after: list[Any], words: list[Any]) -> None:
        words += [None, ctypes.c_ssize_t(array.size), array.ctypes.data]

    def current_context(self) -> None:
        """There is one."""

    def CUfunction(self, handle: int) -> int:  # noqa: N802  as the driver calls it
        return handle

    def cuLaunchKernel(self, function: int, *how: Any) -> tuple[int]:  # noqa: N802
        words = [ctypes.c_uint64.from_address(int(place)).value for place in how[8]]
        self.launched.append((function, how[:8], words))
        return (len(self.launched) - 1,)


class Recorder:
    """What recording asks of Numba and of the driver."""

    CUstreamCaptureMode = SimpleNamespace(CU_STREAM_CAPTURE_MODE_RELAXED="relaxed")

    def __init__(self) -> None:
        self.graphs: list[tuple[str, Any]] = []
        self.own = SimpleNamespace(handle=5)

    def current_context(self) -> None:
        """There is one."""

    synchronize = current_context

    def stream(self) -> Any:
        return self.own

    def cuStreamBeginCapture(self, stream: int, mode: str) -> tuple[int]:  # noqa: N802
        self.graphs.append(("begin", stream))
        return (0,)

    def cuStreamEndCapture(self, stream: int) -> tuple[int, str]:  # noqa: N802
        self.graphs.append(("end", stream))
        return 0, "graph"

    def cuGraphInstantiate(self, graph: str, flags: int) -> tuple[int, str]:  # noqa: N802
        self.graphs.append(("ready", graph))
        return 0, f"ready {graph}"

    def cuGraphLaunch(self, graph: str, stream: int) -> tuple[int]:  # noqa: N802
        self.graphs.append(("go", graph))
        return (0,)


def test_a_launch_with_the_same_arrays_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the second one on; with other arrays it is Numba's own, and so it is where Numba is another one."""
    card, engine = Card(), cuda.CudaEngine.__new__(cuda.CudaEngine)
    engine.cuda, engine._turns, engine._latest, engine._threads = card, {False: card}, {}, 4
    monkeypatch.setattr(cuda, "import_module", lambda name: card)
    a, b, c = (np.arange(size) for size in (10, 3, 3))
    engine.turn(a, b)
    assert len(card.plainly) == 1
    engine.turn(a, b)
    assert card.launched == [(7, (3, 1, 1, 4, 1, 1, 0, 7), [0, 10, a.ctypes.data, 0, 3, b.ctypes.data])]
    assert len(card.plainly) == 1
    engine.turn(a, c)
    assert [one[1][1] is c for one in card.plainly] == [False, True]
    with pytest.raises(RuntimeError, match="could not take a turn: 1"):
        engine.turn(a, c)
    engine.stream = 3
    engine.turn(a, c)
    assert card.plainly[-1][0] == (3, 4, 3)
    engine.stream = 0
    card.argument_types = ()
    engine.turn(a, b)
    engine.turn(a, b)
    engine.turn(a, b)
    assert len(card.plainly) == 6
    assert engine._plainly


def test_turns_are_recorded_as_a_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is done once as ever, then while it is recorded on a stream of its own; what comes back launches the graph."""
    card, engine, did = Recorder(), cuda.CudaEngine.__new__(cuda.CudaEngine), []
    engine.cuda = card
    monkeypatch.setattr(cuda, "import_module", lambda name: card)
    again = engine.recorded(lambda: did.append(engine.stream))
    assert did == [0, card.own]
    assert engine.stream == 0
    assert card.graphs == [("begin", 5), ("end", 5), ("ready", "graph")]
    again()
    again()
    assert card.graphs[3:] == [("go", "ready graph")] * 2
    assert len(did) == 2
    loop = connect_four.GAME.loop(3, seed=1)
    assert loop.recorded(again) is again


def test_a_launch_does_not_keep_its_arrays() -> None:
    card, engine = Card(), cuda.CudaEngine.__new__(cuda.CudaEngine)
    engine.cuda, engine._turns, engine._latest, engine._threads = card, {False: card}, {}, 4
    array = np.arange(10)
    engine.turn(array)
    card.plainly.clear()
    kept = weakref.ref(array)
    del array
    gc.collect()
    assert kept() is None


def test_a_thread_carries_only_the_fields_that_a_turn_touches() -> None:
    engine = connect_four.GAME.compiled("plain")
    first, last = cuda.touched(engine)
    lean = cuda.between(engine.dtype, first, last)
    assert lean.itemsize == 8 * (last - first) < engine.dtype.itemsize
    assert [name for name in lean.names if name[0] != "_"] == ["turn", "over", "won", "count", "height", "stones"]
    whole = np.frombuffer(np.random.default_rng(1).bytes(engine.dtype.itemsize), engine.dtype)
    part = whole.view(np.int64)[first:last].view(lean)
    assert all(np.array_equal(part[name], whole[name]) for name in lean.names)

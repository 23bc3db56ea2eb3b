"""The rules of a game as CUDA kernels: one thread plays one game at a time, in registers and local memory."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core import contract, draw, play, stream
from parlour.core.contract import LATER, SOON
from parlour.core.engine import NO_LIMIT, ROWS, Engine
from parlour.core.errors import BadSetup, NoSpeed
from parlour.core.link import Linker, scanned

THREADS = 128
WARP = 0xFFFFFFFF  # all of its 32 threads
PATIENCE = 16  # so many games of a warp do long work together (measured on an H200)
TURNING = ((64, 1024), (1 << 30, 128))
"""How many threads a block has that takes turns, by the bytes of a record that a turn can touch at most (in Connect Four on an
H200 1024 were a sixth quicker than 128 to 512, of which more are under way at once; for others it was not measured)."""
REGISTERS = {1024: 64}
"""How many registers a thread of such a block has at most."""
FEW = 16
"""Moves of a game: up to so many a thread that draws one reads all odds at once."""
PLAYING = ((600, 512), (1280, 1024), (1 << 30, 128))
"""How many threads of a multiprocessor play whole games, by the bytes that record and move list of one take at most: many,
until they push each other out of its cache (measured on an H200)."""


def driver() -> Any:
    """Numba's CUDA module, or an error that says what is missing."""
    try:
        from numba import cuda
    except ImportError as missing:
        raise NoSpeed(f"CUDA needs the gpu extra: pip install 'parlour[gpu]'. ({missing})") from missing
    if not cuda.is_available():
        raise NoSpeed("CUDA found no GPU or no driver here. Use 'cpu', or run on a machine with an NVIDIA GPU.")
    return cuda


class CudaEngine(Engine):
    """Rows of games on a GPU. Arrays made by `put` and `new` live there."""

    speed = "cuda"
    stream: Any = 0
    """Where turns are taken: CUDA's usual stream, or Numba's word for another program's."""
    _plainly = False
    """Whether launches cannot be prepared with this Numba."""

    def __init__(self, rules: ModuleType) -> None:
        self.cuda = driver()
        super().__init__(rules)

    def _prepare(self) -> None:
        self._link = link = Linker(self.rules, lambda function: self.cuda.jit(function, device=True))
        self._turns: dict[bool, Any] = {}
        self._latest: dict[bool, tuple[tuple[Any, ...], Any]] = {}
        first, last = touched(self)
        self._threads = next(threads for most, threads in TURNING if 8 * (last - first) <= most)
        own = own_copy_kernels(self.cuda, link, self)
        self._play_out = play_out_kernel(self.cuda, link, self)
        self._rows = own | {
            name: kernel(self.cuda, link(getattr(play, name)), self) for name in ROWS if name not in own and name != "turn_rows"
        }

    def _run(self, name: str, states: Any, *rest: Any) -> None:
        if len(states):
            blocks = -(-len(states) // THREADS)
            self._rows[name](len(rest))[blocks, THREADS](states, *rest)
            self.cuda.synchronize()

    def play_out(self, states: Any, seed: int = 0, limit: int = NO_LIMIT) -> NDArray[np.int32]:
        made, begun = self.new(len(states), np.int32), self.new(1, np.int32)
        size = self.rules.State.itemsize
        if not hasattr(self.rules, "nth_move"):
            size += self.listed * np.dtype(self.action_type).itemsize
        playing = next(threads for most, threads in PLAYING if size <= most)
        threads = min(len(states), playing * self.cuda.get_current_device().MULTIPROCESSOR_COUNT)
        self._play_out[-(-threads // THREADS), THREADS](states, seed, limit, made, begun)
        return self.get(made)

    def turn(self, states: Any, *arrays: Any) -> None:
        """The same, in one launch on `stream`; nobody waits for it here."""
        self._launch(False, states, *arrays)

    def draw(self, states: Any, odds: Any, *arrays: Any) -> None:
        self._launch(True, states, odds, *arrays)

    def _launch(self, drawing: bool, states: Any, *arrays: Any) -> None:
        if drawing not in self._turns:
            self._turns[drawing] = turn_kernel(self.cuda, self._link, self)[drawing]
        kernel, given = self._turns[drawing], (states, *arrays)
        blocks = -(-len(states) // self._threads)
        if not self.stream and not self._plainly:
            before, again = self._latest.get(drawing, ((), None))
            if len(before) == len(given) and all(one() is array for one, array in zip(before, given, strict=True)):
                again = again or prepared(self.cuda, kernel, blocks, self._threads, given)
                self._latest[drawing] = before, again
                if again:
                    again()
                    return
                self._plainly = True
            self._latest[drawing] = tuple(map(weakref.ref, given)), None
        kernel[blocks, self._threads, self.stream](*given)

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        """As one launch of a CUDA graph. It is done once before, and compiled then."""
        driver = import_module("cuda.bindings.driver")
        work()
        self.cuda.synchronize()
        stream, before = self.cuda.stream(), self.stream
        handle = int(getattr(stream.handle, "value", stream.handle))
        told(driver.cuStreamBeginCapture(handle, driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED))
        self.stream = stream
        try:
            work()
        finally:
            self.stream = before
            (graph,) = told(driver.cuStreamEndCapture(handle))
        (ready,) = told(driver.cuGraphInstantiate(graph, 0))

        def again(held: Any = work) -> None:  # its arrays live as long as this function
            self.cuda.current_context()
            told(driver.cuGraphLaunch(ready, 0))

        return again

    def given(self, array: Any, dtype: Any) -> Any:
        """An array that lies on the card (of PyTorch, CuPy, JAX or Numba) as it is, any other one brought there."""
        if not hasattr(array, "__cuda_array_interface__"):
            return self.put(np.asarray(array, dtype))
        held = array if hasattr(array, "copy_to_host") else self.cuda.as_cuda_array(array)
        if held.dtype != dtype or not (held.is_c_contiguous() or held.is_f_contiguous()):
            raise BadSetup(f"An array on the card must hold {np.dtype(dtype)} without gaps, not {held.dtype} {held.shape}.")
        return held

    def put(self, array: NDArray[Any]) -> Any:
        return self.cuda.to_device(np.ascontiguousarray(array))

    def get(self, array: Any) -> NDArray[Any]:
        held: NDArray[Any] = array.copy_to_host()
        return held

    def new(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return self.cuda.to_device(np.zeros(shape, dtype))

    def rows(self, shape: tuple[int, int], dtype: Any) -> Any:
        """Column by column: the threads of neighbouring games then write to neighbouring places."""
        return self.cuda.to_device(np.zeros(shape, dtype, order="F"))


def prepared(cuda: Any, kernel: Any, blocks: int, threads: int, arrays: tuple[Any, ...]) -> Callable[[], None] | None:
    """A launch of a kernel that was launched with these arrays before. What the driver is told of them is written down once:
    Numba looks at every array at every launch, which takes longer than a turn of many games. None for another Numba."""
    try:
        driver = import_module("cuda.bindings.driver")
        made = kernel.overloads[tuple(kernel.typeof_pyval(array) for array in arrays)]
        function = made._codelibrary.get_cufunc()
        words: list[Any] = []
        for type_, array in zip(made.argument_types, arrays, strict=True):
            made._prepare_args(type_, array, 0, [], words)
        values = np.array([getattr(word, "value", word) or 0 for word in words], np.uint64)
        places = values.ctypes.data + np.arange(len(values), dtype=np.uint64) * values.itemsize
        handle, stream = driver.CUfunction(int(function.handle)), int(kernel[blocks, threads].stream.handle)
    except (ImportError, AttributeError, KeyError, TypeError, ValueError):
        return None

    def launch(held: Any = values) -> None:  # what the driver reads lives as long as this function
        cuda.current_context()
        told(driver.cuLaunchKernel(handle, blocks, 1, 1, threads, 1, 1, 0, stream, places, 0))

    return launch


def told(answer: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the driver says, if all went well."""
    wrong, *rest = answer
    if int(wrong):
        raise RuntimeError(f"CUDA could not take a turn: {wrong}.")
    return tuple(rest)


def kernel(cuda: Any, rows: Any, engine: Engine) -> Any:
    """Kernels of one thread a row around a function over rows, one for each number of arguments."""
    from numba import from_dtype, int64

    listed, action = engine.listed, from_dtype(engine.action_type)

    @cuda.jit
    def with_none(states):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            rows(states, i, i + 1, cuda.local.array(listed, action), cuda.local.array(4, int64))

    @cuda.jit
    def with_one(states, a):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            rows(states, i, i + 1, cuda.local.array(listed, action), cuda.local.array(4, int64), a)

    @cuda.jit
    def with_two(states, a, b):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            rows(states, i, i + 1, cuda.local.array(listed, action), cuda.local.array(4, int64), a, b)

    @cuda.jit
    def with_three(states, a, b, c):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            rows(states, i, i + 1, cuda.local.array(listed, action), cuda.local.array(4, int64), a, b, c)

    return (with_none, with_one, with_two, with_three).__getitem__


def own_copy_kernels(cuda: Any, link: Linker, engine: Engine) -> dict[str, Any]:
    """The kernels that do much with a record: each thread works on a copy of its own in local memory."""
    from numba import from_dtype, int64

    listed, action, record = engine.listed, from_dtype(engine.action_type), from_dtype(engine.dtype)
    play_on, quick_seed = link(play.play_on), link(stream.quick_seed)
    setup, rewind = link(contract.setup), link(stream.rewind)

    @cuda.jit
    def setup_kernel(states):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            own = cuda.local.array(1, record, alignment=16)
            own[0] = states[i]
            rewind(own[0])
            setup(own[0])
            states[i] = own[0]

    @cuda.jit
    def play_on_kernel(states, seed, count):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            moves = cuda.local.array(listed, action)
            quick = cuda.local.array(4, int64)
            own = cuda.local.array(1, record, alignment=16)
            own[0] = states[i]
            quick_seed(quick, seed, i)
            play_on(own[0], moves, quick, count)
            states[i] = own[0]

    kernels = {"setup_rows": setup_kernel, "play_on_rows": play_on_kernel}
    return {name: lambda _, made=made: made for name, made in kernels.items()}


def touched(engine: Engine) -> tuple[int, int]:
    """The first word of a record (64 bits each) that a turn can touch and the one after the last, by the fields that its
    functions name: a game without chance need not carry its random stream about."""
    named = scanned([play.turn_rows], partial(Linker, engine.rules)).names()
    fields = [field for field in engine.rules.State.fields.values() if field.name in named]
    return min(field.offset for field in fields) // 8, -(-max(field.offset + field.size for field in fields) // 8)


def between(dtype: Any, first: int, last: int) -> Any:
    """A record of those fields alone that lie between two words, where they are from the first one on."""
    found = {
        name: (kind, offset - 8 * first) for name, (kind, offset) in dtype.fields.items() if 8 * first <= offset < 8 * last
    }
    names, (kinds, offsets) = list(found), zip(*found.values(), strict=True)
    lean: Any = {"names": names, "formats": list(kinds), "offsets": list(offsets), "itemsize": 8 * (last - first)}
    return np.dtype(lean, align=dtype.isalignedstruct)


def turn_kernel(cuda: Any, link: Linker, engine: Any) -> tuple[Any, Any]:
    """One turn of every game, with given moves and with drawn ones: each thread takes its record to itself, as much of it as a
    turn needs, and writes its row of every array.

    What a thread reads it asks for at once, before anything depends on it: a card that writes as much as this lets a reader
    wait long. Where there are few moves it does its work on a mask of its own, and has all odds at once too."""
    from numba import boolean, float32, from_dtype, int32, int64

    first, last = touched(engine)
    listed, action, record = engine.listed, from_dtype(engine.action_type), from_dtype(between(engine.dtype, first, last))
    turn_rows, drawn = link(play.turn_rows), link(draw.draw)
    width, many = engine.rules.State.itemsize // 8, engine.rules.ACTIONS
    few = many <= FEW

    @cuda.jit(device=True)
    def take(i, states, own, now, made, who, mask, seen, rewards, ended, quick):  # type: ignore[no-untyped-def]
        moves = cuda.local.array(listed, action)
        own_words, words = own.view(np.int64), states.view(np.int64)
        turn_rows(own, 0, 1, moves, quick, now, made, who, mask, seen[i : i + 1], rewards[i : i + 1], ended[i : i + 1])
        for word in range(first, last):
            words[width * i + word] = own_words[word - first]

    @cuda.jit(max_registers=REGISTERS.get(engine._threads))
    def turn(states, chance, actions, seats, mask, seen, rewards, ended):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            quick = cuda.local.array(4, int64)
            own = cuda.local.array(1, record, alignment=16)
            now, made, who = cuda.local.array(1, int64), cuda.local.array(1, int64), cuda.local.array(1, int32)
            own_words, words = own.view(np.int64), states.view(np.int64)
            for word in range(first, last):
                own_words[word - first] = words[width * i + word]
            now[0], made[0], who[0] = chance[i], actions[i], seats[i]
            take(i, states, own, now, made, who, mask[i : i + 1], seen, rewards, ended, quick)
            chance[i], seats[i] = now[0], who[0]

    @cuda.jit(max_registers=REGISTERS.get(engine._threads))
    def drawn_turn(states, odds, chance, actions, seats, mask, seen, rewards, ended):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            quick = cuda.local.array(4, int64)
            own = cuda.local.array(1, record, alignment=16)
            now, made, who = cuda.local.array(1, int64), cuda.local.array(1, int64), cuda.local.array(1, int32)
            own_words, words = own.view(np.int64), states.view(np.int64)
            if few:
                own_odds, own_mask = cuda.local.array(many, float32), cuda.local.array((1, many), boolean)
                for k in range(many):
                    own_odds[k], own_mask[0, k] = odds[i, k], mask[i, k]
            for word in range(first, last):
                own_words[word - first] = words[width * i + word]
            now[0], who[0] = chance[i], seats[i]
            if few:
                made[0] = drawn(own_odds, own_mask[0], now[0], quick)
                take(i, states, own, now, made, who, own_mask, seen, rewards, ended, quick)
                for k in range(many):
                    mask[i, k] = own_mask[0, k]
            else:
                made[0] = drawn(odds[i], mask[i], now[0], quick)
                take(i, states, own, now, made, who, mask[i : i + 1], seen, rewards, ended, quick)
            actions[i], chance[i], seats[i] = made[0], now[0], who[0]

    return turn, drawn_turn


def play_out_kernel(cuda: Any, link: Linker, engine: Engine) -> Any:
    """Games to their end: a thread whose game is over takes the next one, so that none waits for a neighbour's long game.

    The threads of a warp do the same thing at the same time or wait for each other. So a game in which something long is due,
    such as a new deal, stands still until a few games of its warp have come so far.
    """
    from numba import from_dtype, int64

    listed, action, record = engine.listed, from_dtype(engine.action_type), from_dtype(engine.dtype)
    acting, due, follow = link(contract.acting), link(contract.due), link(contract.follow)
    act_at_random, quick_seed = link(play.act_at_random), link(stream.quick_seed)

    @cuda.jit
    def play_out(states, seed, limit, made, begun):  # type: ignore[no-untyped-def]
        moves = cuda.local.array(listed, action)
        quick = cuda.local.array(4, int64)
        own = cuda.local.array(1, record, alignment=16)
        own_words, words = own.view(np.int64), states.view(np.int64)
        game, count, games = -1, 0, states.shape[0]
        width = words.shape[0] // games
        while not cuda.all_sync(WARP, game >= games):
            playing = 0 <= game < games
            ahead = due(own[0]) if playing else 0
            standing = cuda.ballot_sync(WARP, game >= games or ahead == LATER)
            if playing and (ahead != LATER or cuda.popc(standing) >= PATIENCE):
                if ahead == 0:
                    act_at_random(own[0], acting(own[0]), moves, quick)
                    count += 1
                if ahead == LATER or due(own[0]) == SOON:
                    follow(own[0])
            over = game < 0 or (playing and due(own[0]) == 0 and (acting(own[0]) == 0 or count >= limit))
            while over:
                if game >= 0:
                    for word in range(width):
                        words[width * game + word] = own_words[word]
                    made[game] = count
                game, count = cuda.atomic.add(begun, 0, 1), 0
                over = False
                if game < games:
                    for word in range(width):
                        own_words[word] = words[width * game + word]
                    quick_seed(quick, seed, game)
                    over = acting(own[0]) == 0 or limit == 0

    return play_out

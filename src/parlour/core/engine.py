"""The rules of one game at one speed, over rows of records: plain Python, machine code, WebAssembly or CUDA."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core import play
from parlour.core.draw import draw_rows
from parlour.core.errors import NoSpeed, one_of
from parlour.core.link import Linker, machine_code
from parlour.core.machine import Kernels, move_kind
from parlour.core.state import plain

SPEEDS = ("plain", "cpu", "wasm", "cuda")
BEFORE = "State[] i8 i8 Move[] i8[]"
"""What every function over rows takes first: the records, the first and the row after the last, and scratch."""
ROWS = {
    "setup_rows": "",
    "acting_rows": "i4[]",
    "legal_rows": "i4[] b1[,]",
    "listed_rows": "i4[] i8[,]",
    "refused_rows": "i4[] i8[] b1[]",
    "apply_rows": "i4[] i8[]",
    "play_out_rows": "i8 i8 i4[]",
    "play_on_rows": "i8 i8",
    "turn_rows": "i8[] i8[] i4[] b1[,] f4[,] f4[,] i4[]",
    "scores_rows": "i4[,] i4[]",
    "resample_rows": "i8",
    "observe_rows": "i4[] f4[,]",
}


def row_kernels(rules: ModuleType) -> Kernels:
    """The functions over rows for one game."""
    takes = {name: f"{BEFORE} {rest}" for name, rest in ROWS.items()}
    return Kernels(play, takes, partial(Linker, rules), {"State": rules.State, "Move": move_kind(rules)})


NO_LIMIT = 2**31 - 1


class Engine:
    """Rows of games at one speed. `put` brings arrays to where the engine works, `get` brings them back."""

    speed = "plain"

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules
        self.listed: int = getattr(rules, "LISTED", rules.ACTIONS)
        self.action_type = np.dtype(move_kind(rules))
        self.dtype = rules.State.dtype
        self._prepare()

    def _prepare(self) -> None:
        link = Linker(self.rules, lambda f: f, machine=False)
        self._rows = {name: link(getattr(play, name)) for name in ROWS}

    def _run(self, name: str, states: Any, *rest: Any) -> None:
        rows = [plain(states[i : i + 1]) for i in range(len(states))]
        self._rows[name](rows, 0, len(rows), [0] * self.listed, [0] * 4, *rest)

    def put(self, array: NDArray[Any]) -> Any:
        return array

    def get(self, array: Any) -> NDArray[Any]:
        held: NDArray[Any] = array
        return held

    def new(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def rows(self, shape: tuple[int, int], dtype: Any) -> Any:
        """An array with a row for each game, in the order that suits those who write it."""
        return self.new(shape, dtype)

    def setup(self, states: Any) -> None:
        """Begin every game, its random stream from the start."""
        self._run("setup_rows", states)

    def acting(self, states: Any) -> NDArray[np.int32]:
        out = self.new(len(states), np.int32)
        self._run("acting_rows", states, out)
        return self.get(out)

    def legal(self, states: Any, seats: NDArray[Any]) -> NDArray[np.bool_]:
        """A mask of games x moves for one seat of each game; a negative seat has none."""
        mask = self.new((len(states), self.rules.ACTIONS), np.bool_)
        self._run("legal_rows", states, self.put(np.asarray(seats, np.int32)), mask)
        return self.get(mask)

    def listed_moves(self, states: Any, seats: NDArray[Any]) -> NDArray[np.int64]:
        """The listed moves of one seat of each game, filled up with -1."""
        out = self.new((len(states), self.listed), np.int64)
        self._run("listed_rows", states, self.put(np.asarray(seats, np.int32)), out)
        return self.get(out)

    def apply(self, states: Any, seats: NDArray[Any], actions: NDArray[Any]) -> NDArray[np.bool_]:
        """One move a game; a negative seat makes none. Returns which are not legal: if any is, no move is made."""
        refused = self.new(len(states), np.bool_)
        sent = self.put(np.asarray(seats, np.int32)), self.put(np.asarray(actions, np.int64))
        self._run("refused_rows", states, *sent, refused)
        numbers = np.asarray(actions, np.int64)
        no_move = (numbers < 0) | (numbers >= self.rules.ACTIONS)
        answer: NDArray[np.bool_] = self.get(refused) | (no_move & (np.asarray(seats) >= 0))
        if not answer.any():
            self._run("apply_rows", states, *sent)
        return answer

    def play_out(self, states: Any, seed: int = 0, limit: int = NO_LIMIT) -> NDArray[np.int32]:
        """Random play to the end of every game; returns how many moves each took."""
        made = self.new(len(states), np.int32)
        self._run("play_out_rows", states, seed, limit, made)
        return self.get(made)

    def play_on(self, states: Any, count: int, seed: int = 0) -> None:
        """Exactly `count` random moves in every game; a finished game begins anew."""
        self._run("play_on_rows", states, seed, count)

    def turn(self, states: Any, *arrays: Any) -> None:
        """One turn of every game for agents that learn (play.py, `turn_rows`), in place."""
        self._run("turn_rows", states, *arrays)

    def draw(self, states: Any, odds: Any, chance: Any, made: Any, seats: Any, mask: Any, *rest: Any) -> None:
        """The same with moves that are drawn by `odds` (draw.py) and left in `made`."""
        made[:] = draw_rows(odds, mask, chance)
        self.turn(states, chance, made, seats, mask, *rest)

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        """Work that takes turns, to be done again and again with the same arrays."""
        return work

    def given(self, array: Any, dtype: Any) -> Any:
        """An array of the caller's as the engine reads it, without a copy where that can be."""
        return np.ascontiguousarray(array, dtype)

    def scores(self, states: Any, seats: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Scores of games x seats, and the winners of finished games as bits."""
        out, won = self.new((len(states), seats), np.int32), self.new(len(states), np.int32)
        self._run("scores_rows", states, out, won)
        return self.get(out), self.get(won)

    def resample(self, states: Any, seat: int) -> None:
        self._run("resample_rows", states, seat)

    def observe(self, states: Any, seats: NDArray[Any]) -> NDArray[np.float32]:
        out = self.new((len(states), self.rules.OBSERVED), np.float32)
        self._run("observe_rows", states, self.put(np.asarray(seats, np.int32)), out)
        return self.get(out)


class CpuEngine(Engine):
    """Machine code by Numba, kept on disk between runs; rows are shared out over threads."""

    speed = "cpu"
    CHUNK = 64

    def __init__(self, rules: ModuleType, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        super().__init__(rules)

    def _prepare(self) -> None:
        made = machine_code([getattr(play, name) for name in ROWS], partial(Linker, self.rules))
        self._rows = dict(zip(ROWS, made, strict=True))

    def _run(self, name: str, states: Any, *rest: Any) -> None:
        count, rows = len(states), self._rows[name]
        threads = min(self.threads, -(-count // self.CHUNK))

        def part(number: int) -> None:
            moves, quick = np.zeros(self.listed, self.action_type), np.zeros(4, np.int64)
            rows(states, count * number // threads, count * (number + 1) // threads, moves, quick, *rest)

        if threads <= 1:
            if count:
                rows(states, 0, count, np.zeros(self.listed, self.action_type), np.zeros(4, np.int64), *rest)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, range(threads)))


class WasmEngine(Engine):
    """WebAssembly that came with the package. Rows are copied into its memory and back; one thread works there."""

    speed = "wasm"

    def _prepare(self) -> None:
        from parlour.core.wasm import shipped

        found = shipped(row_kernels(self.rules))
        if found is None:
            raise NoSpeed(
                "WebAssembly for these rules is not here, or is older than they are: `python -m parlour.bots.wasm` builds it "
                "(it needs the package ziglang), and the package wasmtime runs it."
            )
        self._machine = found

    def _run(self, name: str, states: Any, *rest: Any) -> None:
        moves, quick = np.zeros(self.listed, self.action_type), np.zeros(4, np.int64)
        self._machine.here()[name](states, 0, len(states), moves, quick, *rest)


def engine(rules: ModuleType, speed: str, threads: int | None = None) -> Engine:
    """The rules at a speed; an error says what to install where the speed is not to be had."""
    if speed == "plain":
        return Engine(rules)
    if speed == "cpu":
        return CpuEngine(rules, threads)
    if speed == "wasm":
        return WasmEngine(rules)
    if speed == "cuda":
        from parlour.core.cuda import CudaEngine

        return CudaEngine(rules)
    raise NoSpeed(f"There is no speed {speed!r}. {one_of(speed, SPEEDS)}")

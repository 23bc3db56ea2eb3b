"""Random games watched on a card: a thread plays a game, and finds what the processor's machine code finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.core.cuda import THREADS, driver
from parlour.core.engine import Engine
from parlour.core.errors import NoSpeed
from parlour.core.game import Game
from parlour.core.link import Linker
from parlour.lab.study import kernels


def has_card() -> bool:
    """Whether this process may use a card."""
    try:
        driver()
    except NoSpeed:
        return False
    return True


def watching(game: Game) -> Callable[..., None]:
    """`watch_rows` of the card, for arrays that lie here and are filled here."""
    cuda, engine = driver(), game.compiled("cuda")
    kernel = watch_kernel(cuda, Linker(game.rules, lambda function: cuda.jit(function, device=True)), engine)

    def watch(states: Any, seed: int, limit: int, *filled: Any) -> None:
        there = [engine.put(array) for array in filled]
        kernel[-(-len(states) // THREADS), THREADS](engine.put(states), seed, limit, *there)
        for array, held in zip(filled, there, strict=True):
            array[:] = engine.get(held)

    return watch


def watch_kernel(cuda: Any, link: Linker, engine: Engine) -> Any:
    from numba import from_dtype, int64

    listed, action, record = engine.listed, from_dtype(engine.action_type), from_dtype(engine.dtype)
    watch_rows = link(kernels.watch_rows)

    @cuda.jit
    def watch(states, seed, limit, facts, points, leads):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            moves = cuda.local.array(listed, action)
            quick = cuda.local.array(4, int64)
            own = cuda.local.array(1, record, alignment=16)
            own[0] = states[i]
            watch_rows(own, 0, 1, moves, quick, seed, limit, facts[i : i + 1], points[i : i + 1], leads[i : i + 1])

    return watch

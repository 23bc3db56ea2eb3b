"""Legal moves at the best speed there is: plain rules from the first moment, machine code as soon as it is compiled."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from parlour.core.game import Game
from parlour.core.state import State

MOST_ACTIONS = 5000
"""Games with more moves than this answer for themselves."""

PREPARE = """
import sys, parlour
parlour.game(sys.argv[1]).prepare()
"""
"""Compiles what the world of a game needs."""

_preparing = threading.Lock()
_prepared: set[str] = set()
_compiled: dict[str, Callable[[State, int], list[int]]] = {}
_begun: set[str] = set()


def legal_moves(game: Game, state: State, seat: int) -> list[int]:
    """The numbers of the moves that an acting seat may make, in order; none for the others."""
    fast = _compiled.get(game.key)
    if fast is None:
        return sorted(game.legal(state, seat))
    return fast(state, seat) if (game.rules.acting(state) >> seat) & 1 else []


def warm(game: Game) -> None:
    """Compile a game's rules beside, once; until then everything runs on the plain ones."""
    if game.key in _begun or game.rules.ACTIONS > MOST_ACTIONS:
        return
    _begun.add(game.key)
    threading.Thread(target=_compile, args=(game,), name=f"parlour-compile-{game.key}", daemon=True).start()


def prepare(game: Game) -> None:
    """Get the world of a game ready, in this thread. What must be compiled is compiled by a process of its own, because it
    holds the interpreter for seconds; this one loads it from the cache."""
    with _preparing:
        if game.key not in _prepared and registered(game) and not game.is_ready():
            subprocess.run([sys.executable, "-c", PREPARE, game.key], check=False, capture_output=True)  # noqa: S603
        _prepared.add(game.key)
        game.prepare()


def registered(game: Game) -> bool:
    """Whether another process would find this game by its key."""
    return find_spec(f"parlour.games.{game.key}") is not None


def is_compiled(game: Game) -> bool:
    return game.key in _compiled


def _compile(game: Game) -> None:
    engine = game.compiled("cpu", 1)
    actions = game.rules.ACTIONS

    def legal(state: State, seat: int) -> list[int]:
        mask = np.empty((1, actions), np.bool_)
        engine._run("legal_rows", state.records, np.array([seat], np.int32), mask)
        found: list[int] = np.flatnonzero(mask[0]).tolist()
        return found

    state = game.new(seed=0).state
    for seat in range(state.players):
        if (game.rules.acting(state) >> seat) & 1:
            assert legal(state, seat) == sorted(game.legal(state, seat))
    _compiled[game.key] = legal

"""Random play: Connect Four beside OpenSpiel and Pgx on the very same work, then our games. Steps a second of one core.

`plain` rows are the same rules in plain Python; `compile` and `cached start` are seconds, not rates.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import parlour
from parlour.lab import connect_four
from parlour.lab.bench import Figures
from parlour.lab.bench._clock import per_second


def measure(quick: bool = False) -> Figures:
    seconds = 0.2 if quick else 3.0
    figures: Figures = {
        "connect_four": {
            "ours": play_on(connect_four.GAME, 2, seconds),
            "open_spiel_cpp": attempt(open_spiel_loop, seconds),
            "open_spiel_python": attempt(open_spiel_python, seconds),
            "pgx": attempt(pgx, seconds),
        }
    }
    for game in parlour.games():
        players = game.seats[len(game.seats) // 2]
        figures[game.key] = {
            "ours": play_out(game, players, seconds),
            "wasm": play_out(game, players, seconds, "wasm"),
            "plain": plain(game, players, min(seconds, 1.0)),
        }
    if not quick:
        figures["seconds"] = start_times()
    return figures


def attempt(peer: Callable[[float], float], seconds: float) -> float | None:
    """A peer's figure, or None where it is not installed."""
    try:
        return peer(seconds)
    except ImportError:
        return None


def play_on(game: parlour.Game, players: int, seconds: float) -> float:
    """Steps with restarts, as the peers do them."""
    batch = game.batch(1024, players=players, seed=1, threads=1)

    def work() -> int:
        batch.engine.play_on(batch._states, 500)
        return 1024 * 500

    return per_second(work, seconds)


def play_out(game: parlour.Game, players: int, seconds: float, speed: str = "cpu", games: int = 512) -> float:
    """Moves of whole random games, from the deal to the end."""
    batch = game.batch(games, players=players, seed=1, speed=speed, threads=1)

    def work() -> int:
        batch.engine.setup(batch._states)
        return int(batch.play_out().sum())

    return per_second(work, seconds)


def plain(game: parlour.Game, players: int, seconds: float) -> float:
    return play_out(game, players, seconds, "plain", 4)


def open_spiel_loop(seconds: float) -> float:
    """OpenSpiel's own loop in C++: two uniform random bots."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(2)]
    seeds = iter(range(10**9))

    def work() -> int:
        moves = 0
        for _ in range(100):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            moves += state.move_number()
        return moves

    return per_second(work, seconds)


def open_spiel_python(seconds: float) -> float:
    """OpenSpiel's states driven from Python."""
    import random

    import pyspiel

    game = pyspiel.load_game("connect_four")
    dice = random.Random(1)

    def work() -> int:
        moves = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(dice.random() * len(legal))])
                moves += 1
        return moves

    return per_second(work, seconds)


def pgx(seconds: float) -> float:
    """Pgx's batched step with automatic restart, compiled as one scan; the best of two batch sizes."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental import auto_reset

    environment = peer.make("connect_four")
    step = auto_reset(environment.step, environment.init)
    best = 0.0
    for size in (1024, 8192):
        state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), size))

        def body(carry: Any, _: Any, size: int = size) -> Any:
            state, key = carry
            key, choose, reset = jax.random.split(key, 3)
            action = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            return (jax.vmap(step)(state, action, jax.random.split(reset, size)), key), ()

        run = jax.jit(lambda carry, body=body: jax.lax.scan(body, carry, None, length=50)[0])
        carry = run((state, jax.random.PRNGKey(1)))

        def work(run: Any = run, size: int = size) -> int:
            nonlocal carry
            carry = run(carry)
            jax.block_until_ready(carry[0].current_player)
            return size * 50

        best = max(best, per_second(work, seconds / 2))
    return best


def start_times() -> dict[str, float | None]:
    """Seconds of processor time of a new process: importing, and its first play-out without and with kept machine code."""
    figures: dict[str, float | None] = {"import parlour": _process("import parlour")}
    for game in parlour.games():
        first = f"import parlour; parlour.game({game.key!r}).batch(64, players={max(game.seats)}, threads=1).play_out()"
        with tempfile.TemporaryDirectory() as folder:
            figures[f"compile {game.key}"] = _process(first, PARLOUR_CACHE=folder)
            figures[f"cached start of {game.key}"] = _process(first, PARLOUR_CACHE=folder)
    return figures


def _process(code: str, **environment: str) -> float:
    timed = f"import time\n{code}\nprint(time.process_time())"
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", timed], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return float(run.stdout)

"""The CUDA half of the benchmark: run it on a machine with an NVIDIA GPU and `pip install 'parlour[gpu]'`.

    python bench/gpu.py [--games N] [--json]

Prints the machine, random play and turns of agents that learn on the GPU beside Pgx in the same run, the same rules on one
core of that machine, and whether the GPU's games are the processor's games byte for byte.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from typing import Any

import numpy as np
from numba import cuda

import parlour
from parlour.core.batch import MOST_MASKED
from parlour.core.cuda import THREADS
from parlour.lab import connect_four

SIZES = (1 << 16, 1 << 17, 1 << 18, 1 << 20, 1 << 22)
AT_ONCE = 25
TOLD = ("made", "seats", "mask", "seen", "rewards", "ended")


def best_of(work: Any, times: int = 3) -> float:
    """The shortest of several runs, in seconds, after one that compiles."""
    work()
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return min(spent)


def steps(game: parlour.Game, games: int, count: int) -> float:
    """Steps a second with restarts."""
    batch = game.batch(games, seed=1, speed="cuda")
    return games * count / best_of(lambda: batch.engine.play_on(batch._states, count))


def moves(game: parlour.Game, players: int, games: int) -> tuple[float, float]:
    """Moves a second of whole games from the deal on, and the seconds of the first run, which compiles."""
    began = time.perf_counter()
    batch = game.batch(games, players=players, seed=1, speed="cuda")
    batch.play_out()
    first = time.perf_counter() - began
    made = 0

    def work() -> None:
        nonlocal made
        batch.engine.setup(batch._states)
        made = int(batch.play_out().sum(dtype=np.int64))

    return made_per(work, lambda: made), first


def made_per(work: Any, made: Any) -> float:
    seconds = best_of(work)
    return float(made() / seconds)


def core_moves(game: parlour.Game, players: int, games: int = 4000) -> float:
    """The same on one core of this machine."""
    batch = game.batch(games, players=players, seed=1, threads=1)
    made = 0

    def work() -> None:
        nonlocal made
        batch.engine.setup(batch._states)
        made = int(batch.play_out().sum(dtype=np.int64))

    return made_per(work, lambda: made)


def equal_games(game: parlour.Game, players: int, games: int, **options: Any) -> int:
    """How many random games end with the same bytes on the GPU and on the processor."""
    pair = [game.batch(games, players=players, seed=3, speed=speed, **options) for speed in ("cuda", "cpu")]
    made = [batch.play_out(seed=9) for batch in pair]
    ours, theirs = (batch.states for batch in pair)
    same = sum(ours[i].tobytes() == theirs[i].tobytes() for i in range(games))
    return same if np.array_equal(*made) else -1


def turns(game: parlour.Game, games: int, seen: str, count: int = 200, players: int | None = None) -> float:
    """Turns a second of agents that learn: in every one a move is drawn for each game by a given tensor of odds, and seats,
    masks, observations, rewards and ends are written. One launch a turn, 25 of them recorded as a CUDA graph."""
    loop = game.loop(games, players=players, seed=1, speed="cuda", seen=seen)
    odds = cuda.to_device(np.random.default_rng(1).random(loop.mask.shape, np.float32))

    def several() -> None:
        for _ in range(AT_ONCE):
            loop.draw(odds)

    again = loop.recorded(several)

    def work() -> None:
        for _ in range(count // AT_ONCE):
            again()
        cuda.synchronize()

    return games * count / best_of(work)


def equal_turns(game: parlour.Game, games: int, seen: str, count: int = 200) -> int:
    """How many turns in which moves are drawn the GPU and the processor tell in the same numbers, of `count`."""
    pair = [game.loop(games, seed=5, speed=speed, seen=seen) for speed in ("cuda", "cpu")]
    odds = np.random.default_rng(2).random(pair[1].mask.shape, np.float32)
    given = cuda.to_device(odds), odds
    draws = [loop.recorded(partial(loop.draw, odds)) for loop, odds in zip(pair, given, strict=True)]
    pair[1].draw(odds)  # as the card has done while it recorded
    same = 0
    for _ in range(count):
        for draw in draws:
            draw()
        told = [[np.asarray(loop.engine.get(getattr(loop, name))) for name in TOLD] for loop in pair]
        same += all(np.array_equal(ours, theirs) for ours, theirs in zip(*told, strict=True))
    return same


def pgx_turns(size: int, count: int = 100) -> float:
    """The same of Pgx: its step with observation, mask and a new game after the end, moves drawn by a tensor of that kind."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make("connect_four")
    step = auto_reset(environment.step, environment.init)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), size))
    logs = jnp.log(jax.random.uniform(jax.random.PRNGKey(2), (size, 7)))

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choose, reset = jax.random.split(key, 3)
        action = jax.random.categorical(choose, jnp.where(state.legal_action_mask, logs, -jnp.inf), axis=-1)
        return (jax.vmap(step)(state, action, jax.random.split(reset, size)), key), ()

    run = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=count)[0])
    carry = run((state, jax.random.PRNGKey(1)))

    def work() -> None:
        nonlocal carry
        carry = run(carry)
        jax.block_until_ready(carry)

    return size * count / best_of(work)


def pgx_steps(size: int, count: int = 100) -> float:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make("connect_four")
    step = auto_reset(environment.step, environment.init)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), size))

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choose, reset = jax.random.split(key, 3)
        action = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (jax.vmap(step)(state, action, jax.random.split(reset, size)), key), ()

    run = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=count)[0])
    carry = run((state, jax.random.PRNGKey(1)))

    def work() -> None:
        nonlocal carry
        carry = run(carry)
        jax.block_until_ready(carry[0].current_player)

    return size * count / best_of(work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 20, help="games side by side on the GPU")
    parser.add_argument("--equal", type=int, default=10_000, help="games to compare with the processor, for each game")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    name = cuda.get_current_device().name  # bytes or text, by the version of numba-cuda
    figures: dict[str, Any] = {
        "gpu": name.decode() if isinstance(name, bytes) else name,
        "threads": THREADS,
        "games": asked.games,
    }
    figures["connect_four"] = {"ours": steps(connect_four.GAME, asked.games, 200)}
    try:
        figures["connect_four"]["pgx"] = max(pgx_steps(size) for size in SIZES)
    except ImportError:
        figures["connect_four"]["pgx"] = None
    learners = {f"turns, {seen}": max(turns(connect_four.GAME, size, seen) for size in SIZES) for seen in ("uint8", "float32")}
    learners["equal turns of 200"] = equal_turns(connect_four.GAME, 5000, "uint8")
    try:
        learners["turns, pgx"] = max(pgx_turns(size) for size in SIZES)
    except ImportError:
        learners["turns, pgx"] = None
    figures["connect_four"] |= learners
    if not asked.json:
        print("connect_four", figures["connect_four"], flush=True)
    for game in parlour.games():
        if getattr(game, "world_bound", False):
            continue
        players = game.seats[len(game.seats) // 2]
        rate, first = moves(game, players, asked.games)
        figures[game.key] = {"ours": rate, "players": players, "one core here": core_moves(game, players), "first run": first}
        if game.rules.ACTIONS <= MOST_MASKED:
            figures[game.key]["turns, float16"] = turns(game, asked.games, "float16", 50, players)
        share = -(-asked.equal // len(game.seats))
        same = [equal_games(game, n, share) for n in game.seats]
        figures[game.key]["equal"] = f"{sum(same)} of {share * len(game.seats)}"
        if not asked.json:
            print(game.key, figures[game.key], flush=True)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()

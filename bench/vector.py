"""How many decisions a second a learner gets from Gymnasium's vector environment, on the processor or on a card.

    python bench/vector.py --speed cuda [--games dokitto,doce] [--count 65536] [--seconds 2]

Random legal moves against random opponents and against habits. Before that 64 games are played 200 steps far, and what came of
them is told as one number: the processor and a card come to the same where they play the same games.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from typing import Any

import numpy as np

from parlour.lab.vector import OPPONENTS, Vector

FEW, STEPS = 64, 200


def host(array: Any) -> Any:
    return array if isinstance(array, np.ndarray) else array.cpu().numpy()


def fingerprint(game: str, opponents: str, speed: str) -> str:
    """What 64 games come to: every observation, mask, reward, end and seat of 200 steps, and the records afterwards."""
    many = Vector(game, FEW, opponents=opponents, seed=1, speed=speed, autoreset_mode="SameStep")
    digest = hashlib.sha256()
    seen, info = many.reset(seed=2)
    for step in range(STEPS):
        mask = host(info["action_mask"])
        wanted = (7919 * step + 104729 * np.arange(FEW)) % np.maximum(mask.sum(1), 1)
        actions = (mask.cumsum(1) > wanted[:, None]).argmax(1)
        seen, rewards, ended, _, info = many.step(actions)
        for array in (seen, rewards, ended, info["seat"]):
            digest.update(np.ascontiguousarray(host(array)).tobytes())
    digest.update(many.batch.states.tobytes())
    return digest.hexdigest()[:16]


def rate(game: str, opponents: str, speed: str, count: int, seconds: float) -> tuple[float, float]:
    """Decisions a second of `count` games, and the part of the time that choosing the moves takes."""
    many = Vector(game, count, opponents=opponents, seed=1, speed=speed, autoreset_mode="SameStep")
    _, info = many.reset(seed=1)
    if speed == "cuda":
        import torch

        def choose(mask: Any) -> Any:
            return (torch.rand(mask.shape, device="cuda") * mask).argmax(1)

        wait = torch.cuda.synchronize
    else:
        dice = np.random.default_rng(1)

        def choose(mask: Any) -> Any:
            return (dice.random(mask.shape, np.float32) * mask).argmax(1)

        def wait() -> None:
            return None

    where = info["action_mask"].data_ptr() if speed == "cuda" else 0
    for _ in range(3):
        seen, _, _, _, info = many.step(choose(info["action_mask"]))
    wait()
    began, made = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        for _ in range(10):
            seen, _, _, _, info = many.step(choose(info["action_mask"]))
            made += count
        wait()
    whole = time.perf_counter() - began
    if speed == "cuda":
        assert info["action_mask"].data_ptr() == where, "the tensors stay where they are"
        assert seen.is_cuda
    began = time.perf_counter()
    for _ in range(10):
        choose(info["action_mask"])
    wait()
    return made / whole, (time.perf_counter() - began) / 10 * made / count / whole


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", default="doce,dokitto,ion,westvan")
    asked.add_argument("--speed", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--opponents", default=",".join(OPPONENTS))
    asked.add_argument("--count", type=int, default=0, help="games at once (default: 512 on the processor, 65,536 on a card)")
    asked.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
    given = asked.parse_args()
    count = given.count or (65_536 if given.speed == "cuda" else 512)
    for game in given.games.split(","):
        for opponents in given.opponents.split(","):
            began = time.perf_counter()
            came_to = fingerprint(game, opponents, given.speed)
            ready = time.perf_counter() - began
            print(f"{game:8} {opponents:7} came to {came_to}", flush=True)
            if given.seconds:
                rates, choosing = rate(game, opponents, given.speed, count, given.seconds)
                print(
                    f"{game:8} {opponents:7} {given.speed}: {rates:14,.0f} decisions a second, {count:,} games at once, "
                    f"{choosing:.0%} of it to choose; first 200 steps and compiling {ready:.1f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()

"""A net learns to play like bots that were watched (watch.py): a rival for those that learn.

python -m parlour.lab.learn.imitate GAME master.npz --begin net.npz --out owl.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.net import Shape, Weights, observation, read
from parlour.core.registry import game as game_of
from parlour.lab.learn.net import LearningNet, wide
from parlour.lab.learn.trainer import _where
from parlour.lab.learn.watch import Watched

KEPT_APART = 10
"""Every so manieth decision is not learned from, but tells how well it went."""
PART = 256
"""Decisions in a step."""


class Pupil:
    """A net and the decisions that it learns from."""

    def __init__(self, back: Any, net: LearningNet, watched: Watched, players: int) -> None:
        self.back, self.net = back, net
        count = len(watched.seen)
        seen = np.zeros((wide(net.shape.seen), count), np.float32)
        seen[: net.shape.seen] = watched.seen.T
        seen[net.shape.seen] = 1.0
        self._seen = back.cast(back.put(seen), back.small)
        self._mask, self._liked = back.put(watched.mask.T), back.put(watched.targets().T)
        self._present = back.put(np.repeat(np.arange(net.shape.seats)[:, None] < players, count, 1))
        apart = np.arange(count) % KEPT_APART == 0
        self._test, self._train = np.flatnonzero(apart), np.flatnonzero(~apart)
        self._most = watched.moves[self._test, 0]

    def _rows(self, which: Any) -> tuple[Any, Any, Any, Any]:
        index = self.back.put(which)
        seen, mask, present, liked = (
            self.back.pick(array, index, 1) for array in (self._seen, self._mask, self._present, self._liked)
        )
        return seen, mask, present, liked

    def once(self, rate: float, dice: np.random.Generator) -> float:
        """Learn from every decision once; returns how far off it was on the way."""
        order, off = dice.permutation(self._train), []
        for first in range(0, len(order) - PART + 1, PART):
            seen, mask, present, liked = self._rows(order[first : first + PART])
            off.append(float(self.net.imitate(seen, mask, present, liked, rate)))
        return float(np.mean(off)) if off else 0.0

    def right(self) -> tuple[float, float]:
        """Of the decisions kept apart: how often its favourite is theirs, and how far off it is."""
        seen, mask, present, liked = self._rows(self._test)
        logs = self.back.get(self.net.think(seen, mask, present)[0])
        off = -(logs * self.back.get(liked)).sum() / len(self._test)
        return float((logs.argmax(axis=0) == self._most).mean()), float(off)


def imitated(
    key: str, files: list[Path], begin: Path | None, rounds: int, rate: float, speed: str | None
) -> tuple[Weights, dict[str, Any]]:
    """The net of the round that did best on the decisions kept apart, and how it was made."""
    game = game_of(key)
    watched, back, dice = Watched.read(*files), _where(speed, 0), np.random.default_rng(0)
    held = read(begin, game)[0] if begin else None
    net = LearningNet(back, held.shape if held else Shape.of(game))
    if held:
        net.take(held)
    pupil = Pupil(back, net, watched, game.seats[-1] if 4 not in game.seats else 4)
    best, kept, curve = pupil.right(), net.weights(), []
    print(f"before: right {best[0]:.3f}, off {best[1]:.4f}, {len(watched.seen):,} decisions", flush=True)
    for number in range(rounds):
        off = pupil.once(rate * (1 - number / rounds), dice)
        now = pupil.right()
        curve.append([round(off, 4), round(now[0], 4), round(now[1], 4)])
        print(f"round {number + 1}: {off:.4f}, kept apart: right {now[0]:.3f}, off {now[1]:.4f}", flush=True)
        if now[1] < best[1]:
            best, kept = now, net.weights()
    about = {
        "game": key, "version": game.version, "observation": observation(game), "players": [4], "card": back.name,
        "decisions": len(watched.seen), "right": round(best[0], 4), "off": round(best[1], 4), "curve": curve,
    }  # fmt: skip
    return kept, about


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("watched", type=Path, nargs="+")
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--speed")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    weights, about = imitated(asked.game, asked.watched, asked.begin, asked.rounds, asked.rate, asked.speed)
    weights.write(asked.out, about)


if __name__ == "__main__":
    main()

"""What a level of bots does at its tables, as positions for a net to learn from: a net that plays like it is a rival that costs
a card next to nothing.

    python -m parlour.lab.learn.watch GAME --level master --seconds 0.02 --minutes 2 --processes 8 --out master.npz
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots import bot
from parlour.bots.opponents import Thinker, seen_by
from parlour.core.registry import game as game_of
from parlour.lab.arena import next_to_move

BEST = 8
"""So many of the moves that were weighed are kept, those tried most often."""
STEEP = 3
"""A bot makes the move that it tried most often: tries are sharpened by this power."""


class Watched(NamedTuple):
    """Decisions: what was seen, the legal moves, the moves weighed (-1: none), how much each was liked (1 in all)."""

    seen: NDArray[np.float16]
    mask: NDArray[np.bool_]
    moves: NDArray[np.int16]
    liked: NDArray[np.float32]

    def write(self, file: Path) -> None:
        draft = file.with_name(file.name + ".part")
        with draft.open("wb") as out:
            np.savez_compressed(out, **self._asdict() | {"mask": np.packbits(self.mask, axis=1), "actions": self.mask.shape[1]})
        draft.replace(file)

    @classmethod
    def read(cls, *files: Path) -> Watched:
        held = [np.load(file) for file in files]
        masks = [np.unpackbits(one["mask"], axis=1)[:, : int(one["actions"])].astype(bool) for one in held]
        rest = [np.concatenate([one[name] for one in held]) for name in ("seen", "moves", "liked")]
        return cls(rest[0], np.concatenate(masks), rest[1], rest[2])

    def targets(self) -> NDArray[np.float32]:
        """How likely each move was: decisions x moves."""
        out = np.zeros(self.mask.shape, np.float32)
        for k in range(self.moves.shape[1]):
            rows = np.flatnonzero(self.moves[:, k] >= 0)
            out[rows, self.moves[rows, k]] = self.liked[rows, k]
        return out


def watch(key: str, level: str, players: int, seed: int, **changes: Any) -> Iterator[list[Any]]:
    """One match: the choices of every seat that had one."""
    game = game_of(key)
    match = game.new(players, seed=seed)
    bots = [bot(key, level, seed=seed * 64 + seat, **changes) for seat in range(players)]
    chance = random.Random(seed)
    while match.acting:
        seat = next_to_move(game, match.state, match.awaited, bots, chance)
        state, legal = seen_by(game, match.state, seat, chance.getrandbits(62)), game.legal(match.state, seat)
        thinker = bots[seat]
        move = legal[0]
        if len(legal) > 1 and isinstance(thinker, Thinker):
            tried = thinker.think(game, state, seat, chance.getrandbits(62))
            move = next(iter(tried))
            seen = np.zeros(game.rules.OBSERVED, np.float32)
            game.rules.observe(state, seat, seen)
            mask = np.zeros(game.rules.ACTIONS, bool)
            mask[legal] = True
            often = sorted(((one.visits, number) for number, one in tried.items()), reverse=True)[:BEST]
            liked = np.array([visits for visits, _ in often], np.float64) ** STEEP
            if liked.sum() > 0:
                yield [seen, mask, [number for _, number in often], liked / liked.sum()]
        match.play(seat, move)


def gathered(rows: list[list[Any]]) -> Watched:
    moves, liked = np.full((len(rows), BEST), -1, np.int16), np.zeros((len(rows), BEST), np.float32)
    for i, row in enumerate(rows):
        moves[i, : len(row[2])], liked[i, : len(row[3])] = row[2], row[3]
    return Watched(np.array([row[0] for row in rows], np.float16), np.array([row[1] for row in rows]), moves, liked)


def _match(job: tuple[str, str, int, int, dict[str, Any]]) -> list[list[Any]]:
    key, level, players, seed, changes = job
    return list(watch(key, level, players, seed, **changes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=0.02, help="of the processor, for each move")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=5_000_000)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    ends, kept = time.monotonic() + 60 * asked.minutes, time.monotonic()
    rows: list[list[Any]] = []
    changes = {"seconds": asked.seconds, "processor": True}

    def jobs() -> Iterator[Any]:
        seed = asked.seed
        while time.monotonic() < ends:
            yield asked.game, asked.level, asked.players, seed, changes
            seed += 1

    def took(done: list[list[Any]]) -> None:
        nonlocal kept
        rows.extend(done)
        if time.monotonic() - kept > 20 and rows:
            gathered(rows).write(asked.out)
            kept = time.monotonic()

    if asked.processes == 1:
        for job in jobs():
            took(_match(job))
    else:
        with get_context("spawn").Pool(asked.processes) as pool:
            given, waiting = jobs(), []
            for job in given:
                waiting.append(pool.apply_async(_match, (job,)))
                while len(waiting) > 2 * asked.processes:
                    took(waiting.pop(0).get())
            pool.terminate()
    gathered(rows).write(asked.out)
    print(f"{len(rows):,} decisions of {asked.level} in {asked.out}")


if __name__ == "__main__":
    main()

"""How strong a net is while it learns: its best moves in one seat of each table, the others by a fixed rival."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.bots.net import Weights
from parlour.core.game import Game
from parlour.lab.learn.net import LearningNet, wide

GAMES = {"cpu": 256, "cuda": 4096}
TURNS = 4000


class Rival(NamedTuple):
    """Somebody who does not learn: a net, or none for moves by chance."""

    name: str
    weights: Weights | None


def share_against(back: Any, net: LearningNet, rival: Rival, game: Game, players: int, seed: int = 7) -> float:
    """The net's share of the victories, one game at each of many tables (those that take longest are left out)."""
    count, xp = GAMES[back.speed], back.xp
    loop = game.loop(count, players=players, seed=seed, speed=back.speed)
    seats, mask, seen, rewards, ended = map(back.shared, (loop.seats, loop.mask, loop.seen, loop.rewards, loop.ended))
    present = back.put(np.repeat(np.arange(net.shape.seats)[:, None] < players, count, 1))
    own = back.put(np.arange(count) % players)
    known = back.cast(back.zeros(wide(net.shape.seen), count), back.small)
    known[net.shape.seen] = 1.0
    other = None
    if rival.weights:
        other = LearningNet(back, rival.weights.shape)
        other.take(rival.weights)
    won, over = back.zeros(count), back.zeros(count)
    for turn in range(TURNS):
        known[: seen.shape[1]], possible = seen.T, mask.T
        mine = xp.argmax(net.think(known, possible, present)[0], axis=0)
        theirs = other.think(known, possible, present)[0] if other else back.chance(*possible.shape) * possible
        loop.step(xp.where(seats == own, mine, xp.argmax(theirs, axis=0)))
        first = (ended > 0) & (over == 0)
        won += first * back.take(rewards.T, own[None])[0]
        over += first
        if turn % 50 == 49 and float(over.sum()) > 0.97 * count:
            break
    return float(won.sum() / over.sum().clip(1))

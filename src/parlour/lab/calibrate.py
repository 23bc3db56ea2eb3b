"""How the levels of a game stand to each other, by self-play: each at a table of the level below.

In a game for two that should be 65 to 85 % of the matches. With cards luck has its say: a level should take more than
its fair share, with the interval clear of it, and the oracle's share at the same kind of table is the ceiling.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from parlour.bots import LEVELS
from parlour.core.registry import game as game_of
from parlour.lab.arena import Played, Rating, challenge, run

BELOW = ("random", *LEVELS[:-1])


class Step(msgspec.Struct, frozen=True):
    """One level, or the oracle, as a guest at a table of hosts: its part of the victories with the 95 % interval."""

    guest: str
    host: str
    share: float
    low: float
    high: float
    fair: float
    games: int
    first_seed: int

    @property
    def clear(self) -> bool:
        return self.low > self.fair

    @property
    def edge(self) -> float:
        return self.share - self.fair


class Calibration(msgspec.Struct, frozen=True):
    """The levels table of a game."""

    game: str
    players: int
    changes: str
    steps: list[Step]
    oracle_edge: dict[str, float]
    """Of the oracle's edge at a table of beginners, the part that each level reaches there."""


def step(
    key: str, guest: str, host: str, games: int, players: int, seed: int, processes: int, progress: Callable[[Played], None]
) -> Step:
    """A guest at a table of hosts, in every seat of every deal."""
    tables = partial(challenge, guest, host, players)
    result = run(key, [guest, host], games, players=players, seed=seed, processes=processes, tables=tables, progress=progress)
    rating: Rating = next(r for r in result.ratings if r.bot == guest)
    low, high = rating.share_low, rating.share_high
    return Step(guest, host, rating.share, low, high, 1 / players, len(result.played), seed)


def calibrate(
    key: str,
    games: int,
    *,
    players: int | None = None,
    seed: int = 1000,
    processes: int = 2,
    changes: str = "",
    with_oracle: bool | None = None,
    progress: Callable[[Played], None] = lambda played: None,
) -> Calibration:
    """Every level against the one below; `changes` (such as `:seconds=0.1`) go to the master, to save time."""
    game = game_of(key)
    players = (4 if 4 in game.seats else game.seats[-1]) if players is None else players
    spec = {level: level for level in ("random", *LEVELS)} | {"master": f"master{changes}"}
    go: Any = partial(step, key, games=games, players=players, seed=seed, processes=processes, progress=progress)
    steps = [go(spec[guest], spec[host]) for host, guest in zip(BELOW, LEVELS, strict=True)]
    shares: dict[str, float] = {}
    if players > 2 if with_oracle is None else with_oracle:
        ceiling = [go(guest, "beginner") for guest in ("casual", "club", spec["master"], "oracle")]
        shares = {one.guest: round(one.edge / ceiling[-1].edge, 3) for one in ceiling[:-1]}
        steps += ceiling
    return Calibration(key, players, changes, steps, shares)

"""Bots against each other: seat-balanced tables over processes, every deal by a recorded seed, ratings with intervals.

A deal is played once for every rotation of its line-up, so that each bot sits in every seat with the same cards.
Ratings are Elo from a Plackett-Luce fit of who won (a shared victory counts in parts), with intervals from leaving deals out
(elo.py). Shares have Wilson's interval, for as many matches as the deals are worth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from parlour.bots import CHARACTERS, Bot, bot, from_view, seen_by
from parlour.bots.own import own, own_bot
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.registry import game as game_of
from parlour.core.state import State
from parlour.lab import elo as elo_of
from parlour.lab.intervals import share_interval
from parlour.lab.newcomers import Newcomer
from parlour.lab.oracle import oracle
from parlour.lab.workers import HERE, workers

LONGEST = 5000
WEIGHT = "weights."
KNOWN = (*CHARACTERS, "newcomer", "oracle")


class Played(msgspec.Struct, frozen=True):
    """One match: the deal's seed, who sat where, and each seat's part of the victory."""

    seed: int
    seats: list[str]
    shares: list[float]
    scores: list[int]
    moves: int


class Rating(msgspec.Struct, frozen=True):
    """A bot's Elo (the mean of all is 0) and part of the victories, each with its 95 % interval."""

    bot: str
    elo: float
    elo_low: float
    elo_high: float
    share: float
    share_low: float
    share_high: float
    fair: float
    """The part that falls to the bot by its number of seats alone."""
    seats: int


class Result(msgspec.Struct, frozen=True):
    """What came of an arena."""

    game: str
    players: int
    bots: list[str]
    first_seed: int
    deals: int
    options: dict[str, Any]
    ratings: list[Rating]
    played: list[Played]


def made(key: str, spec: str, seed: int) -> Bot:
    """A bot from its description: `club`, `plain:simulations=500`, `club:weights.spoil=0.2` to try another weight, or
    `module.function` or `module:Class` for one of your own (a Bot, which may read the record as its seat imagines it)."""
    name, *parts = spec.split(":")
    if parts and name not in KNOWN and parts[0].isidentifier():
        return own_bot(name, parts[0], key, seed)
    changes: dict[str, Any] = {}
    weights: dict[str, float] = {}
    for part in parts:
        field, _, number = part.partition("=")
        try:
            if field.startswith(WEIGHT):
                weights[field.removeprefix(WEIGHT)] = float(number)
            elif field in ("net", "rivals"):
                changes[field] = number
            else:
                changes[field] = None if number == "none" else float(number) if "." in number else int(number)
        except ValueError:
            raise BadSetup(f"{spec!r} is no bot: write changes as club:simulations=500:seconds=none.") from None
    if "." in name:
        return from_view(own(name))
    if name == "newcomer":
        return Newcomer(key, seed)
    if name == "oracle":
        return oracle(key, seed, **changes)
    return bot(key, name, seed=seed, weights=weights, **changes)


def play(key: str, specs: Sequence[str], seed: int, options: dict[str, Any]) -> Played:
    """One match of bots."""
    match = game_of(key).new(len(specs), seed=seed, **options)
    for _ in course(match, specs, seed):
        pass
    end = match.outcome
    return Played(seed, list(specs), shares_of(match), end.scores if end else [0] * len(specs), len(match.entries))


def course(match: Match, specs: Sequence[str], seed: int) -> Iterator[tuple[int, int]]:
    """A match of bots, from a seed alone: each seat and the move it chose, made when the next is asked for."""
    game, chance = match.game, random.Random(seed)
    bots = [made(game.key, spec, seed * 64 + seat) for seat, spec in enumerate(specs)]
    while match.acting and len(match.entries) < LONGEST:
        state = match.state
        seat = next_to_move(game, state, match.awaited, bots, chance)
        if not getattr(bots[seat], "sees_all", False):
            state = seen_by(game, state, seat, chance.getrandbits(62))
        move = bots[seat].choose(game, state, seat)
        yield seat, move
        match.play(seat, move)


def shares_of(match: Match) -> list[float]:
    """Each seat's part of the victory; nothing for anybody in a match that is not over."""
    winners = match.outcome.winners if match.outcome else []
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(match.players)]


def next_to_move(game: Game, state: State, awaited: Sequence[int], bots: Sequence[Bot], chance: random.Random) -> int:
    """Whose move comes first. In a race that is the quickest, who has looked at the hand; else anybody of those awaited."""
    if len(awaited) > 1 and game.race(state) is not None:
        return min(awaited, key=lambda seat: (bots[seat].reaction(game, state, seat, chance), seat))
    return chance.choice(awaited)


def lineups(bots: Sequence[str], players: int, deal: int) -> Iterator[list[str]]:
    """The tables of one deal. Two bots: one of them against a table of the other, in turn; more: a different mix a deal."""
    if len(bots) == 2:
        guest, host = (bots[0], bots[1]) if deal % 2 == 0 else (bots[1], bots[0])
        table = [guest] + [host] * (players - 1)
    else:
        order = list(bots)
        random.Random(deal).shuffle(order)
        table = [order[seat % len(order)] for seat in range(players)]
    for turn in range(players):
        yield table[turn:] + table[:turn]


def challenge(guest: str, host: str, players: int, deal: int) -> Iterator[list[str]]:
    """One guest at a table of hosts, in every seat."""
    for turn in range(players):
        yield [guest if seat == turn else host for seat in range(players)]


def _job(job: tuple[str, list[str], int, dict[str, Any]]) -> Played:
    return play(*job)


def run(
    key: str,
    bots: Sequence[str],
    games: int,
    *,
    players: int | None = None,
    seed: int = 1,
    processes: int = 2,
    on: str = HERE,
    options: dict[str, Any] | None = None,
    tables: Callable[[int], Iterator[list[str]]] | None = None,
    progress: Callable[[Played], None] = lambda played: None,
) -> Result:
    """At least `games` matches, rounded up to whole deals; `on` says who plays them (workers.py)."""
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise BadSetup("An arena needs two or more different bots, such as --bots casual,club,master.")
    game = game_of(key)
    players = game.seats[-1] if players is None else players
    for spec in bots:
        made(key, spec, 0)
    deals = max(1, -(-games // players))
    deals += deals % 2 if len(bots) == 2 and tables is None else 0
    jobs = [
        (key, table, seed + deal, dict(options or {}))
        for deal in range(deals)
        for table in (tables(deal) if tables else lineups(bots, players, deal))
    ]
    played: list[Played] = []
    if processes <= 1 and on == HERE:
        for job in jobs:
            played.append(_job(job))
            progress(played[-1])
    else:
        with workers(on, processes) as pool:
            for one in pool.map(_job, jobs):
                played.append(one)
                progress(one)
    return Result(key, players, list(bots), seed, deals, dict(options or {}), ratings(bots, played), played)


# Ratings.


def ratings(bots: Sequence[str], played: Sequence[Played]) -> list[Rating]:
    """Every bot's rating, the best first."""
    groups: dict[int, list[Played]] = {}
    for one in played:
        groups.setdefault(one.seed, []).append(one)
    tables = [_counts(bots, groups[seed]) for seed in sorted(groups)]
    elo, (low, high) = elo_of.fit(tables), elo_of.intervals(tables)
    sat = np.array([seats.sum(axis=0) for seats, _ in tables])
    taken = np.array([won.sum(axis=0) for _, won in tables])
    least, most = np.array([share_interval(taken[:, i], sat[:, i]) for i in range(len(bots))]).T
    sitting = sat.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = taken.sum(axis=0) / sitting
        fair = sum((seats / seats.sum(axis=1, keepdims=True)).sum(axis=0) for seats, _ in tables) / sitting
    found = [
        Rating(
            bot=spec,
            elo=round(float(elo[i]), 1),
            elo_low=round(float(low[i]), 1),
            elo_high=round(float(high[i]), 1),
            share=round(float(share[i]), 4),
            share_low=round(float(least[i]), 4),
            share_high=round(float(most[i]), 4),
            fair=round(float(fair[i]), 4),
            seats=int(sitting[i]),
        )
        for i, spec in enumerate(bots)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def _counts(bots: Sequence[str], group: Sequence[Played]) -> elo_of.Counts:
    """For each match of a deal: how many seats each bot had, and its part of the victory."""
    seats, won = np.zeros((len(group), len(bots))), np.zeros((len(group), len(bots)))
    for row, one in enumerate(group):
        for spec, share in zip(one.seats, one.shares, strict=True):
            seats[row, bots.index(spec)] += 1
            won[row, bots.index(spec)] += share
    return seats, won

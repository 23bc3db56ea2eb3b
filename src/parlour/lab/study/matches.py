"""Matches of bots, told: who wins at which level, what goes with winning, which kinds of moves are made, why matches end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from parlour.core.contract import WORLD
from parlour.core.game import Game
from parlour.core.registry import game as game_of
from parlour.lab.arena import course, shares_of

MOST_VALUES = 80
"""A field with more values than this is no kind of thing that one has or has not."""


class Told(msgspec.Struct):
    """One match: who sat where with which part of the victory, who began (-1 where several moved at once), why it was over,
    what happened to whom, which kinds of moves were offered and made, by level."""

    seed: int
    seats: list[str]
    shares: list[float]
    began: int
    reason: str
    happened: list[tuple[str, str, int, int]]
    """Kind of note, field, value, seat; each once."""
    offered: dict[str, dict[str, int]]
    made: dict[str, dict[str, int]]


def play(key: str, seats: Sequence[str], seed: int, options: dict[str, Any]) -> Told:
    """A match of bots, from a seed alone."""
    game = game_of(key)
    match = game.new(len(seats), seed=seed, **game.without_clock(options))
    offered: dict[str, Counter[str]] = {name: Counter() for name in seats}
    chosen: dict[str, Counter[str]] = {name: Counter() for name in seats}
    began = -1
    for seat, number in course(match, seats, seed):
        if began < 0 and len(match.awaited) == 1:
            began = seat
        kinds = {kind_of(game, one) for one in game.legal(match.state, seat)}
        if len(kinds) > 1:
            offered[seats[seat]].update(kinds)
            chosen[seats[seat]][kind_of(game, number)] += 1
    return Told(
        seed,
        list(seats),
        shares_of(match),
        began,
        str(match.outcome.reason) if match.outcome else "it went on for too long",
        sorted(happenings(game, match.notes)),
        {name: dict(counts) for name, counts in offered.items()},
        {name: dict(counts) for name, counts in chosen.items()},
    )


def kind_of(game: Game, number: int) -> str:
    return str(game.move(number).__struct_config__.tag)


def happenings(game: Game, notes: Sequence[tuple[int, ...]]) -> set[tuple[str, str, int, int]]:
    """What happened to whom: every field of a note beside the seat that it is about."""
    found = set()
    for kind, *values in notes:
        told = game.told[kind]
        fields = dict(zip(told.fields.split(), values, strict=False))
        seat = fields.pop("seat", None)
        if seat is not None and 0 <= seat < WORLD:
            found |= {(told.name, field, value, seat) for field, value in fields.items()}
            found.add((told.name, "", 0, seat))
    return found


def tables(levels: Sequence[str], players: int, matches: int, seed: int) -> Iterator[tuple[list[str], int]]:
    """Who sits at each match: the levels shuffled, a deal for every turn of the table at which others sit elsewhere."""
    deal, made = 0, 0
    while made < matches:
        order = [levels[(deal + place) % len(levels)] for place in range(players)]
        if len(levels) > players:
            order = random.Random(seed + deal).sample(list(levels), players)
        else:
            random.Random(seed + deal).shuffle(order)
        turns = dict.fromkeys((*order[turn:], *order[:turn]) for turn in range(players))
        for seats in turns:
            yield list(seats), seed + deal
        made += len(turns)
        deal += 1

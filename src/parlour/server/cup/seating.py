"""Who sits with whom where more than two play: tables of even size at which everybody meets as many others as possible."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

SWAPS = 4000
"""How many exchanges of two players are tried."""


def sizes(players: int, least: int, most: int) -> tuple[list[int], int]:
    """The sizes of the tables, none more than one larger than another, and how many have to rest.

    >>> sizes(10, 3, 4), sizes(5, 3, 4), sizes(7, 2, 4), sizes(2, 3, 4)
    (([4, 3, 3], 0), ([4], 1), ([4, 3], 0), ([], 2))
    """
    for resting in range(players + 1):
        seated = players - resting
        tables = -(-seated // most)
        if not tables:
            return [], resting
        small, larger = divmod(seated, tables)
        if small >= least:
            return [small + 1] * larger + [small] * (tables - larger), resting
    raise AssertionError


def seated(
    order: Sequence[int],
    least: int,
    most: int,
    met: Mapping[tuple[int, int], int],
    begun: Mapping[int, int],
    rested: Iterable[int],
    chance: int,
) -> tuple[list[list[int]], list[int]]:
    """The tables of a round, each in the order of its seats, and who rests. `met` counts meetings, the lower number first.

    The players are dealt to the tables at random and exchanged as long as old acquaintances meet less often by it; `chance`
    makes the same round whoever works it out. At each table whoever has begun least often begins.
    """
    shape, resting = sizes(len(order), least, most)
    had = list(rested)
    by_rests = sorted(range(len(order)), key=lambda at: (had.count(order[at]), -at))
    rests = [order[at] for at in by_rests[:resting]]
    players = [player for player in order if player not in rests]
    draw = random.Random(chance)
    draw.shuffle(players)
    tables = [[players.pop() for _ in range(size)] for size in shape]
    _part(tables, met, draw)
    for table in tables:
        table.sort(key=lambda player: begun.get(player, 0))
    return tables, rests


def _part(tables: list[list[int]], met: Mapping[tuple[int, int], int], draw: random.Random) -> None:
    """Exchange players between tables while that makes second meetings fewer; a third weighs more than two seconds."""

    def known(player: int, table: Sequence[int]) -> int:
        return sum(met.get((min(player, other), max(player, other)), 0) ** 2 for other in table if other != player)

    if len(tables) < 2:
        return
    for _ in range(SWAPS):
        if not any(met.get((min(pair), max(pair)), 0) for table in tables for pair in combinations(table, 2)):
            return
        for _ in range(20):
            one, other = draw.sample(range(len(tables)), 2)
            a, b = draw.randrange(len(tables[one])), draw.randrange(len(tables[other]))
            p, q = tables[one][a], tables[other][b]
            here = [player for player in tables[one] if player != p]
            there = [player for player in tables[other] if player != q]
            if known(q, here) + known(p, there) <= known(p, here) + known(q, there):
                tables[one][a], tables[other][b] = q, p

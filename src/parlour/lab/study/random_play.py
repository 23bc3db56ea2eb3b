"""Many random games at the speed of machine code: lengths, choices, turns, leads. Any worker may do a piece of them, on a card
if it has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.core.engine import NO_LIMIT
from parlour.core.game import Game
from parlour.core.link import Linker, machine_code
from parlour.core.machine import move_kind
from parlour.lab.study import card, kernels
from parlour.lab.study.kernels import BEHIND, CHOICES, DECISIONS, FACTS, FIRST, FORCED, LEADS, MOST, MOVES, SETTLED, WON

PIECE = 20_000
AT_ONCE = 2_000


class Sums(msgspec.Struct):
    """What random games add up to; two of them add up to a third."""

    games: int
    ended: int
    numbers: dict[str, tuple[float, float]]
    """By name the sum and the sum of squares over games."""
    shares: list[tuple[float, float]]
    """By order of play: the part of the victories and its squares; the last row are games without an order."""
    counts: list[int]
    ties: int
    lengths: dict[int, int]
    settled: list[int]
    """How many games had found their leader for good by each tenth of their length."""
    most: int

    def __add__(self, other: Sums) -> Sums:
        lengths = dict(self.lengths)
        for length, many in other.lengths.items():
            lengths[length] = lengths.get(length, 0) + many
        return Sums(
            self.games + other.games,
            self.ended + other.ended,
            {name: both(pair, other.numbers[name]) for name, pair in self.numbers.items()},
            [both(one, two) for one, two in zip(self.shares, other.shares, strict=True)],
            [a + b for a, b in zip(self.counts, other.counts, strict=True)],
            self.ties + other.ties,
            lengths,
            [a + b for a, b in zip(self.settled, other.settled, strict=True)],
            max(self.most, other.most),
        )


def both(one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    return one[0] + two[0], one[1] + two[1]


@cache
def _watching(game: Game, with_card: bool) -> Callable[..., None]:
    """`watch_rows` for all rows of an array, on a card or on the processor; compiled once a process."""
    if with_card:
        return card.watching(game)
    made = machine_code([kernels.watch_rows], partial(Linker, game.rules))[0]
    scratch = np.zeros(game.compiled("plain").listed, np.dtype(move_kind(game.rules))), np.zeros(4, np.int64)

    def watch(states: Any, *rest: Any) -> None:
        made(states, 0, len(states), *scratch, *rest)

    return watch


def pieces(games: int) -> Iterator[tuple[int, int]]:
    """The number of each piece and how many games it has."""
    for number, first in enumerate(range(0, games, PIECE)):
        yield number, min(PIECE, games - first)


def piece(
    game: Game, players: int, options: dict[str, Any], seed: int, number: int, games: int, *, on_card: bool = False
) -> Sums:
    """Some of the games. Each has a key of its own: no two pieces share one. With `on_card` they are played on this process'
    card, if it has one; they come to the same."""
    rows = np.repeat(game.blank(players, seed, options).records, games)
    rows["lane"] = number * PIECE + np.arange(games)
    facts, points = np.zeros((games, FACTS), np.int64), np.zeros((games, max(game.seats)), np.int32)
    _watching(game, on_card and card.has_card())(rows, seed, NO_LIMIT, facts, points, np.zeros_like(points))
    return together([summed(facts[i : i + AT_ONCE], points[i : i + AT_ONCE], players) for i in range(0, games, AT_ONCE)])


def summed(facts: NDArray[np.int64], points: NDArray[np.int32], players: int) -> Sums:
    count = len(facts)
    won = (facts[:, WON, None] >> np.arange(players)) & 1
    winners = won.sum(1)
    over = winners > 0
    share = np.where(over[:, None], won / np.maximum(winners, 1)[:, None], 0.0)
    began = facts[:, FIRST]
    ordered = np.stack([share[np.arange(count), (began + turn) % players] for turn in range(players)], 1)[(began >= 0) & over]
    settled = np.ceil(10 * facts[:, SETTLED] / np.maximum(facts[:, MOVES], 1)).astype(int)
    lengths, many = np.unique(facts[:, MOVES], return_counts=True)
    best = np.sort(points[:, :players], 1)
    numbers: dict[str, NDArray[Any]] = {
        "moves": facts[:, MOVES],
        "decisions": facts[:, DECISIONS],
        "forced": facts[:, FORCED] / np.maximum(facts[:, DECISIONS], 1),
        "choices": facts[:, CHOICES] / np.maximum(facts[:, DECISIONS], 1),
        "leads": facts[:, LEADS],
        "behind": facts[:, BEHIND],
        "winner's points": best[:, -1],
        "margin": best[:, -1] - best[:, -2],
    }
    return Sums(
        count,
        int(over.sum()),
        {name: (float(values.sum()), float((values.astype(float) ** 2).sum())) for name, values in numbers.items()},
        [(float(ordered[:, turn].sum()), float((ordered[:, turn] ** 2).sum())) for turn in range(players)],
        [len(ordered)],
        int((winners > 1).sum()),
        {int(length): int(games) for length, games in zip(lengths, many, strict=True)},
        [int((settled[over] <= tenth).sum()) for tenth in range(1, 11)],
        int(facts[:, MOST].max()),
    )


def together(found: Sequence[Sums]) -> Sums:
    total = found[0]
    for sums in found[1:]:
        total = total + sums
    return total

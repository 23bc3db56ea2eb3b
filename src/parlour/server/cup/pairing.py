"""Who meets whom where two play: Swiss, everybody against everybody, and knock-out. Pure arithmetic over players' numbers.

A pair is (who begins, the other). Players come in order: the best first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2

Pair = tuple[int, int]
PATIENCE = 20_000
"""How many steps the search for a round without a second meeting may take."""


def usual_rounds(players: int) -> int:
    """How many rounds of Swiss find a winner, and a little more.

    >>> [usual_rounds(players) for players in (2, 4, 8, 9, 32)]
    [1, 3, 4, 5, 6]
    """
    return min(players - 1 + players % 2, ceil(log2(max(players, 2))) + (players > 2))


def swiss(
    order: Sequence[int], points: Mapping[int, float], met: Mapping[Pair, int], begun: Mapping[int, int], rested: Iterable[int]
) -> tuple[list[Pair], int | None]:
    """A round in which nobody meets anybody twice as long as that is possible, and neighbours in the standings meet.

    The upper half of equals meets the lower one. If somebody has to rest it is the last who has not yet. Returns the pairs, the
    top ones first, and who rests.
    """
    players, rests = list(order), None
    if len(players) % 2:
        had = set(rested)
        rests = next((player for player in reversed(players) if player not in had), players[-1])
        players.remove(rests)
    pairs = _without_second_meeting(players, points, met) or _whatever_meeting(players, met)
    return [_seated(pair, met, begun) for pair in pairs], rests


def _without_second_meeting(players: list[int], points: Mapping[int, float], met: Mapping[Pair, int]) -> list[Pair] | None:
    steps = PATIENCE

    def rest(left: list[int]) -> list[Pair] | None:
        nonlocal steps
        if not left:
            return []
        first, others = left[0], left[1:]
        equals = sum(points[other] == points[first] for other in left)
        half = equals // 2
        # Among equals the one half of them further down comes first; whoever has other points is the worse the further away.
        order = sorted(
            range(len(others)),
            key=lambda at: (points[first] - points[others[at]], abs(at + 1 - half) if at + 1 < equals else at),
        )
        for at in order:
            other = others[at]
            if _meetings(met, first, other):
                continue
            steps -= 1
            if steps < 0:
                return None
            found = rest(others[:at] + others[at + 1 :])
            if found is not None:
                return [(first, other), *found]
        return None

    return rest(players)


def _whatever_meeting(players: list[int], met: Mapping[Pair, int]) -> list[Pair]:
    """Neighbours, those who have met least often first."""
    left, pairs = list(players), []
    while left:
        first = left.pop(0)
        other = min(left, key=lambda player: (_meetings(met, first, player), left.index(player)))
        left.remove(other)
        pairs.append((first, other))
    return pairs


def _meetings(met: Mapping[Pair, int], one: int, other: int) -> int:
    return met.get((one, other), 0) + met.get((other, one), 0)


def _seated(pair: Pair, met: Mapping[Pair, int], begun: Mapping[int, int]) -> Pair:
    """Whoever has begun less often begins; of two who have begun as often, the lower one."""
    one, other = pair
    turns = (met.get((one, other), 0), begun.get(one, 0)), (met.get((other, one), 0), begun.get(other, 0))
    return pair if turns[0] < turns[1] else (other, one)


def everybody(order: Sequence[int], turn: int) -> tuple[list[Pair], int | None]:
    """Round `turn` (from 0) in which everybody meets everybody: all sit in a circle that goes on by one; the first stays.

    Those after the last round of a cycle are the same with the other one beginning.
    """
    seats: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    size = len(seats)
    cycle, turn = divmod(turn, size - 1)
    rest = seats[1:]
    ring = [seats[0], *rest[-turn:], *rest[:-turn]] if turn else seats
    pairs, rests = list[Pair](), None
    for at in range(size // 2):
        one, other = ring[at], ring[-1 - at]
        if one is None or other is None:
            rests = one if other is None else other
            continue
        swapped = (turn % 2 if at == 0 else at % 2) ^ cycle % 2
        pairs.append((other, one) if swapped else (one, other))
    return pairs, rests


def rounds_of_everybody(players: int, cycles: int = 1) -> int:
    return cycles * (players - 1 + players % 2)


def knockout(seeds: Sequence[int]) -> list[tuple[int, int | None]]:
    """The first round: the best against the last, so that the two best can only meet in the final. None is nobody: who is
    paired with that goes on.

    >>> knockout([1, 2, 3, 4, 5])
    [(1, None), (4, 5), (2, None), (3, None)]
    """
    size, places = 1, [0]
    while size < len(seeds):
        size *= 2
        places = [place for best in places for place in (best, size - 1 - best)]
        # The better half of every pair stands first, so that the bracket reads from the top.
    named = [seeds[place] if place < len(seeds) else None for place in places]
    pairs = []
    for one, other in zip(named[::2], named[1::2], strict=True):
        assert one is not None
        pairs.append((one, other))
    return pairs


def next_knockout(winners: Sequence[int], begun: Mapping[int, int]) -> list[Pair]:
    """Winners of neighbours meet; whoever has begun less often begins.

    >>> next_knockout([7, 3, 2, 6], {7: 1})
    [(3, 7), (2, 6)]
    """
    pairs = zip(winners[::2], winners[1::2], strict=True)
    return [pair if begun.get(pair[0], 0) <= begun.get(pair[1], 0) else pair[::-1] for pair in pairs]

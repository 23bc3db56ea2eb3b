"""How strong somebody plays, as far as it is known: a mean and its uncertainty, from the places of free-for-all matches.

A match is a draw without return: whoever is first was drawn among all by weight, whoever is second among the rest, and so on
(Plackett and Luce); the weight of a strength grows tenfold every 400 points, so for two this is Elo, at tables of any size.
What was known before is a normal curve for each player; after a match their strengths are where curve and places together are
likeliest, and their uncertainty is the width of that peak (Laplace's method, by Newton's steps). A bot's level stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

import msgspec

POINTS = 400 / log(10)
"""One unit of the logistic curve, in points."""
BEGIN, UNSURE = 1500.0, 350.0
"""What is known of somebody who has played no match."""
DRIFT = 6.0
"""How many points a strength may wander from one match to the next."""
TRUST = 0.85
"""How much of what a match tells is believed: the others' curves are not as independent as they are taken to be."""
SETTLED = 130.0
"""Whose uncertainty is larger than this is on no leaderboard."""
WIDE = 1.96
"""The true strength lies within so many times the uncertainty, 19 times in 20."""
STEPS, ENOUGH = 25, 1e-4


class Strength(msgspec.Struct, frozen=True):
    """What is known of one player at one game."""

    mean: float = BEGIN
    unsure: float = UNSURE
    matches: int = 0

    @property
    def margin(self) -> float:
        return WIDE * self.unsure

    @property
    def settled(self) -> bool:
        return self.unsure <= SETTLED


class Fixed(msgspec.Struct, frozen=True):
    """A player whose strength is known, as that of a bot."""

    mean: float


Player = Strength | Fixed


def after(players: Sequence[Player], places: Sequence[int]) -> list[Player]:
    """What is known after a match, by seat. Who is fixed stays who they were."""
    learning = [seat for seat, player in enumerate(players) if isinstance(player, Strength)]
    if not learning or len(players) < 2:
        return list(players)
    before = [player.mean / POINTS for player in players]
    doubt = {seat: _variance(players[seat]) for seat in learning}
    drawn = stages(places)
    now = list(before)
    for _ in range(STEPS):
        slope, bend = bent(now, drawn, learning)
        for row, seat in enumerate(learning):
            slope[row] -= (now[seat] - before[seat]) / doubt[seat]
            bend[row][row] += 1 / doubt[seat]
        inverse = _inverse(bend)
        steps = [sum(a * b for a, b in zip(line, slope, strict=True)) for line in inverse]
        for seat, step in zip(learning, steps, strict=True):
            now[seat] += step
        if max(map(abs, steps)) < ENOUGH:
            break
    _, bend = bent(now, drawn, learning)
    for row, seat in enumerate(learning):
        bend[row][row] += 1 / doubt[seat]
    known = list(players)
    for row, (seat, line) in enumerate(zip(learning, _inverse(bend), strict=True)):
        was = players[seat]
        assert isinstance(was, Strength)
        known[seat] = Strength(now[seat] * POINTS, sqrt(line[row]) * POINTS, was.matches + 1)
    return known


def joined(one: Strength, other: Strength) -> Strength:
    """What is known of somebody who was taken for two: what both have learned, and once where everybody begins."""
    known = [(1 / own.unsure**2, own.mean) for own in (one, other)]
    weight = max(sum(worth for worth, _ in known) - 1 / UNSURE**2, 1 / UNSURE**2)
    mean = (sum(worth * mean for worth, mean in known) - BEGIN / UNSURE**2) / weight
    return Strength(mean, weight**-0.5, one.matches + other.matches)


def _variance(player: Player) -> float:
    assert isinstance(player, Strength)
    return (player.unsure**2 + DRIFT**2) / POINTS**2


def stages(places: Sequence[int]) -> list[tuple[float, list[int], list[int]]]:
    """The draws of a match: how many they are worth, who shares them, and among whom they are made."""
    found = []
    for place in sorted(set(places)):
        drawn = [seat for seat, own in enumerate(places) if own == place]
        among = [seat for seat, own in enumerate(places) if own >= place]
        worth = len(drawn) - (len(drawn) == len(among))  # The last of all is drawn without choice.
        if worth:
            found.append((float(worth), drawn, among))
    return found


def bent(
    now: Sequence[float], drawing: Sequence[tuple[float, list[int], list[int]]], learning: Sequence[int]
) -> tuple[list[float], list[list[float]]]:
    """What the places say at these strengths: slope and bend of their likelihood, for those who learn."""
    row = {seat: number for number, seat in enumerate(learning)}
    slope = [0.0] * len(learning)
    bend = [[0.0] * len(learning) for _ in learning]
    for worth, drawn, among in drawing:
        top = max(now[seat] for seat in among)
        weight = {seat: exp(now[seat] - top) for seat in among}
        total, worth = sum(weight.values()), TRUST * worth
        for seat in drawn:
            if seat in row:
                slope[row[seat]] += worth / len(drawn)
        mine = [(row[seat], weight[seat] / total) for seat in among if seat in row]
        for a, likely in mine:
            slope[a] -= worth * likely
            bend[a][a] += worth * likely
            for b, other in mine:
                bend[a][b] -= worth * likely * other
    return slope, bend


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of a small positive matrix (Gauss and Jordan; its diagonal is larger than what stands beside it)."""
    size = len(matrix)
    rows = [[*line, *(float(a == b) for b in range(size))] for a, line in enumerate(matrix)]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for other in range(size):
            if other != pivot and (factor := rows[other][pivot]):
                rows[other] = [value - factor * base for value, base in zip(rows[other], rows[pivot], strict=True)]
    return [line[size:] for line in rows]

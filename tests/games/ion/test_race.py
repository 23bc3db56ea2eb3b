"""The real-time race of ION outside the rules: who was first, and how fast bots react."""

from __future__ import annotations

import math
import random
from statistics import median

import pytest

from parlour.games.ion import race
from parlour.games.ion.race import Line, Slap
from parlour.testing import rule

GOOD = Line(40.0, 40.0)


@rule("ION-77")
def test_the_faster_reaction_wins_though_its_message_arrives_later() -> None:
    lines = {0: Line(20, 40), 1: Line(300, 60)}
    slaps = [Slap(0, "d15a", arrival=1000 + 700 + 10, reaction=700), Slap(1, "d24a", arrival=1000 + 640 + 150, reaction=640)]
    ranked = race.in_order(slaps, 1000, lines, [0, 1], 0b11)
    assert [(slap.seat, slap.card, slap.ms) for slap in ranked] == [(1, "d24a", 640), (0, "d15a", 700)]


def test_a_reaction_time_is_believed_only_as_far_as_the_line_allows() -> None:
    line = Line(100, 50)
    honest = Slap(0, "x", arrival=2000 + 800 + 50, reaction=800)
    assert race.effective_time(honest, 2000, line) == 800
    assert race.effective_time(honest._replace(reaction=10), 2000, line) == 750
    assert race.effective_time(honest._replace(reaction=5000), 2000, line) == 850
    assert race.effective_time(honest._replace(arrival=2000 + 60), 2000, line) == race.FASTEST_HUMAN_MS


@pytest.mark.parametrize(
    ("pings", "rtt", "jitter"), [([80] * 8, 80, 40), ([10, 500] * 4, 255, 150), ([900, *[30] * 8], 30, 40)]
)
def test_a_line_is_the_median_of_the_last_eight_pings_and_a_bounded_deviation(
    pings: list[float], rtt: float, jitter: float
) -> None:
    assert race.line(pings) == Line(rtt, jitter)
    assert race.line([100, 140]) == Line(120, 40)
    assert race.line([]).jitter == race.MOST_JITTER


def test_the_server_waits_for_the_slowest_line_but_not_for_ever() -> None:
    assert race.grace([GOOD, Line(200, 60)]) == 160
    assert race.grace([Line(2000, 150)]) == 400
    assert race.grace([]) == 0


def test_equal_times_go_by_the_lots_drawn_at_the_opening() -> None:
    slaps = [Slap(seat, "x", arrival=520, reaction=500) for seat in range(3)]
    for lots in ([2, 0, 1], [1, 2, 0]):
        assert [slap.seat for slap in race.in_order(slaps, 0, dict.fromkeys(range(3), GOOD), lots, 0b111)] == lots


def test_second_slaps_and_seats_that_may_not_slap_are_ignored() -> None:
    slaps = [Slap(0, "late", 900, 880), Slap(0, "first", 700, 680), Slap(2, "not eligible", 300, 280)]
    ranked = race.in_order(slaps, 0, {0: GOOD, 2: GOOD}, [0, 1, 2], 0b011)
    assert [(slap.seat, slap.card) for slap in ranked] == [(0, "first")]


def test_the_order_does_not_depend_on_the_order_of_the_list() -> None:
    dice = random.Random(3)
    slaps = [Slap(seat, "x", arrival=500 + dice.random() * 300, reaction=450 + dice.random() * 300) for seat in range(9)]
    lines = {seat: race.line([dice.random() * 200 for _ in range(8)]) for seat in range(9)}
    expected = race.in_order(slaps, 0, lines, list(range(9)), 0x1FF)
    for _ in range(20):
        dice.shuffle(slaps)
        assert race.in_order(slaps, 0, lines, list(range(9)), 0x1FF) == expected


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_react_lognormally_around_the_median_of_their_level(level: str) -> None:
    dice = random.Random(1)
    times = [race.bot_reaction([dice.getrandbits(32), dice.getrandbits(32)], level, 7) for _ in range(4000)]
    base = race.MEDIAN_REACTION[level]
    assert abs(median(times) - base - 420) < base * 0.03
    logs = [math.log((time - 420) / base) for time in times]
    spread = math.sqrt(sum(x * x for x in logs) / len(logs))
    assert abs(spread - 0.35) < 0.02
    assert race.bot_reaction([1, 2], level, 7) == race.bot_reaction([1, 2], level, 7)
    assert race.bot_reaction([0, 0], level, 0) < math.inf
    assert race.bot_reaction([2**32 - 1] * 2, level, 0) == pytest.approx(base)

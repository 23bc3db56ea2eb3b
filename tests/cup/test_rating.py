"""Ratings on populations of known strength: the order is found, intervals hold what they say, a new player settles soon."""

from __future__ import annotations

import random
from math import exp
from statistics import mean

import pytest

from parlour.server.rating import BEGIN, POINTS, SETTLED, Fixed, Strength, after

ANCHORS = [1300.0, 1500.0, 1650.0, 1800.0]


def finished(strengths: list[float], chance: random.Random) -> list[int]:
    """The places of a match, drawn as the model says."""
    left, places = list(range(len(strengths))), [0] * len(strengths)
    for place in range(1, len(strengths) + 1):
        seat = chance.choices(left, [exp(strengths[seat] / POINTS) for seat in left])[0]
        places[seat] = place
        left.remove(seat)
    return places


def season(people: int, matches: int, seats: int, spread: float, seed: int) -> tuple[list[float], list[Strength], list[int]]:
    """True strengths, what is known of them after so many matches, and after how many matches each was settled."""
    chance = random.Random(seed)
    truth = [chance.gauss(BEGIN, spread) for _ in range(people)]
    known, settled = [Strength() for _ in truth], [0] * people
    for _ in range(matches):
        who = chance.sample(range(people), seats)
        table: list[Strength | Fixed] = [known[one] for one in who]
        true = [truth[one] for one in who]
        if chance.random() < 0.3:  # Now and then a bot sits among them.
            true[0] = chance.choice(ANCHORS)
            table[0] = Fixed(true[0])
        for one, now in zip(who, after(table, finished(true, chance)), strict=True):
            if isinstance(now, Strength):
                known[one] = now
                if now.settled and not settled[one]:
                    settled[one] = now.matches
    return truth, known, settled


def ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    return [order.index(at) for at in range(len(values))]


def spearman(one: list[float], other: list[float]) -> float:
    a, b = ranks(one), ranks(other)
    return 1 - 6 * sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) / (len(a) * (len(a) ** 2 - 1))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_order_is_found_and_intervals_hold_at_their_rate(seats):
    held, orders, settled = [], [], []
    for seed in range(4):
        truth, known, when = season(30, 30 * 40 // seats, seats, 200, seed)
        held += [abs(own.mean - true) <= own.margin for true, own in zip(truth, known, strict=True)]
        orders.append(spearman(truth, [own.mean for own in known]))
        settled += when
    assert mean(orders) > 0.9
    assert 0.9 <= mean(held) <= 1
    assert all(settled)
    assert sorted(settled)[len(settled) // 2] <= 15


def test_for_two_it_is_elo_and_nobody_gains_who_was_sure_to_win():
    even = after([Strength(1500, 50, 40), Strength(1500, 50, 40)], [1, 2])
    assert even[0].mean - 1500 == pytest.approx(1500 - even[1].mean)
    assert 3 < even[0].mean - 1500 < 10
    sure = after([Strength(2100, 50, 40), Strength(1500, 50, 40)], [1, 2])
    assert sure[0].mean - 2100 < 0.5
    upset = after([Strength(2100, 50, 40), Strength(1500, 50, 40)], [2, 1])
    assert upset[1].mean - 1500 > 10
    assert [own.matches for own in upset] == [41, 41]


def test_a_draw_brings_two_together_and_equals_nothing():
    assert [own.mean for own in after([Strength(), Strength()], [1, 1])] == pytest.approx([BEGIN, BEGIN])
    strong, weak = after([Strength(1700, 100), Strength(1400, 100)], [1, 1])
    assert strong.mean < 1700
    assert weak.mean > 1400


def test_bots_stay_who_they_are_and_teach_as_others_do():
    bot, person = after([Fixed(1800), Strength()], [2, 1])
    assert bot == Fixed(1800)
    assert person.mean > BEGIN + 100
    assert person.unsure < Strength().unsure
    assert after([Fixed(1500), Fixed(1800)], [1, 2]) == [Fixed(1500), Fixed(1800)]
    assert after([Strength()], [1]) == [Strength()]


def test_the_places_of_many_tell_in_order_and_shared_ones_alike():
    table = [Strength() for _ in range(4)]
    whole = after(table, [1, 2, 3, 4])
    assert [own.mean for own in whole] == sorted((own.mean for own in whole), reverse=True)
    shared = after(table, [1, 2, 2, 2])
    assert shared[1].mean == pytest.approx(shared[3].mean)
    assert after(table, [1, 1, 1, 1])[0].mean == pytest.approx(BEGIN)


def test_who_always_wins_is_never_thought_infinitely_strong():
    player: Strength | Fixed = Strength()
    for _ in range(50):
        player = after([player, Fixed(1500)], [1, 2])[0]
    assert isinstance(player, Strength)
    assert 1900 < player.mean < 3000
    assert player.unsure > SETTLED / 2  # It still is not known how much stronger.

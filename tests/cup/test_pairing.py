"""Who meets whom: each kind of tournament, for any number of players, with people who come late, leave and rest."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.server.cup.pairing import everybody, knockout, next_knockout, rounds_of_everybody, swiss, usual_rounds
from parlour.server.cup.seating import seated, sizes


@given(st.integers(2, 33), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_swiss_never_pairs_two_twice_in_its_usual_rounds_and_lets_nobody_rest_twice(players, seed):
    chance = random.Random(seed)
    points, met, begun, rested = dict.fromkeys(range(players), 0.0), Counter(), Counter(), []
    for _ in range(usual_rounds(players)):
        order = sorted(points, key=lambda player: (-points[player], player))
        pairs, rests = swiss(order, points, met, begun, rested)
        assert sorted([*(player for pair in pairs for player in pair), *([] if rests is None else [rests])]) == list(
            range(players)
        )
        for one, other in pairs:
            # Below that a choice that was right in each round can leave none for the last.
            assert not met[one, other] + met[other, one] or players < 8
            met[one, other] += 1
            begun[one] += 1
            winner = chance.choice([one, other, None])
            for player in (one, other):
                points[player] += 0.5 if winner is None else float(player == winner)
        if rests is not None:
            assert rests not in rested
            rested.append(rests)
            points[rests] += 1
    assert max(begun[player] for player in range(players)) - min(begun[player] for player in range(players)) <= 3


def test_swiss_pairs_the_upper_half_of_equals_with_the_lower_and_then_neighbours():
    order = list(range(8))
    assert sorted(map(sorted, swiss(order, dict.fromkeys(order, 0.0), {}, {}, [])[0])) == [[0, 4], [1, 5], [2, 6], [3, 7]]
    points = {0: 2.0, 1: 1.0, 2: 1.0, 3: 0.0}
    assert sorted(map(sorted, swiss([0, 1, 2, 3], points, {(0, 2): 1}, {}, [])[0])) == [[0, 1], [2, 3]]


def test_swiss_goes_on_when_all_have_met():
    met = Counter(combinations(range(4), 2))
    pairs, rests = swiss([0, 1, 2, 3], dict.fromkeys(range(4), 1.0), met, {}, [])
    assert rests is None
    assert sorted(player for pair in pairs for player in pair) == [0, 1, 2, 3]


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_meets_everybody_once_and_begins_about_as_often(players):
    met, begun, rests = Counter(), Counter(), Counter()
    for turn in range(rounds_of_everybody(players, 2)):
        pairs, rest = everybody(list(range(players)), turn)
        seen = [player for pair in pairs for player in pair] + ([] if rest is None else [rest])
        assert sorted(seen) == list(range(players))
        met.update(pairs)
        begun.update(one for one, _ in pairs)
        rests.update([] if rest is None else [rest])
    # In both cycles together everybody meets everybody from both sides.
    assert met == Counter((one, other) for one in range(players) for other in range(players) if one != other)
    assert set(begun.values()) == {players - 1}
    assert set(rests.values()) == ({2} if players % 2 else set())


@pytest.mark.parametrize("players", range(3, 33))
def test_in_a_knock_out_the_best_two_meet_in_the_final(players):
    pairs = knockout(list(range(players)))
    assert sorted(player for pair in pairs for player in pair if player is not None) == list(range(players))
    assert {one for one, other in pairs if other is None} == set(range(2 * len(pairs) - players))  # The best need not play.
    going = [min(player for player in pair if player is not None) for pair in pairs]
    while len(going) > 2:
        going = [min(pair) for pair in next_knockout(going, {})]
    assert sorted(going) == [0, 1]


@given(st.integers(2, 60), st.integers(2, 4), st.integers(2, 7))
def test_tables_differ_by_one_seat_at_most_and_as_few_rest_as_can(players, least, more):
    most = max(least, more)
    tables, resting = sizes(players, least, most)
    assert sum(tables) + resting == players
    assert all(least <= size <= most for size in tables)
    assert not tables or max(tables) - min(tables) <= 1
    assert resting < least


def test_at_tables_of_four_sixteen_meet_as_many_others_as_can_be():
    met, begun = Counter(), Counter()
    for turn in range(4):
        tables, rests = seated(list(range(16)), 2, 4, met, begun, [], 7 + turn)
        assert not rests
        assert sorted(player for table in tables for player in table) == list(range(16))
        for table in tables:
            begun[table[0]] += 1
            met.update((min(pair), max(pair)) for pair in combinations(table, 2))
    # 4 rounds of 24 meetings; chance alone repeats about twenty of them.
    assert sum(times - 1 for times in met.values()) <= 8
    assert max(met.values()) <= 2
    assert max(begun.values()) <= 2


def test_a_round_of_tables_is_the_same_whoever_works_it_out_and_rests_go_round():
    first = seated(list(range(7)), 3, 3, {}, {}, [], 5)
    assert first == seated(list(range(7)), 3, 3, {}, {}, [], 5)
    assert first[1] == [6]
    assert seated(list(range(7)), 3, 3, {}, {}, [6], 6)[1] == [5]

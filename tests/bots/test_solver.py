"""Search with proofs: what it calls won or lost is, where brute force can tell."""

import random
from functools import partial

import numpy as np
import pytest

import parlour
from parlour.bots import solver
from parlour.bots.compiled import BotLinker, Solver
from parlour.bots.opponents import search_for
from parlour.core.bits import size
from parlour.core.link import machine_code
from parlour.games.doce import rules as doce_rules
from parlour.lab import brute, connect_four

FOUR = connect_four.GAME
DOCE = parlour.game("doce")
ONE = np.array([2.0])


@pytest.fixture(scope="module")
def four():
    return Solver(FOUR.rules)


@pytest.fixture(scope="module")
def four_by_force():
    (force,) = machine_code([brute.brute_winner], partial(BotLinker, FOUR.rules, None))
    rows, moves = np.zeros(44, FOUR.rules.State), np.zeros((44, 7), np.int32)

    def answer(state):
        rows[0] = state.records[0]
        return int(force(rows, moves, 0, -1, 1))

    return answer


def late_four(chance, empty):
    while True:
        match = FOUR.new(seed=1)
        while match.acting and match.state.count < 42 - empty:
            match.play(match.acting[0], chance.choice(FOUR.legal(match.state, match.acting[0])))
        if match.acting:
            return match


def test_connect_four_is_proven_as_brute_force_says(four, four_by_force):
    chance, seen = random.Random(4), set()
    for _ in range(60):
        match = late_four(chance, chance.choice((2, 3, 5, 8, 10, 12)))
        seat = match.acting[0]
        tried = four.think(match.state, seat, simulations=60_000, weights=ONE, seed=1)
        one = next(iter(tried.values()))
        truth = four_by_force(match.state) * (1 if seat == 0 else -1)
        assert one.proven == (truth + 1) / 2
        for move, each in tried.items():
            if each.proven is not None:
                after = match.state.copy()
                FOUR.rules.apply(after, seat, move)
                assert (four_by_force(after) * (1 if seat == 0 else -1) + 1) / 2 == each.proven
        seen.add(truth)
    assert seen == {-1, 0, 1}


def test_a_solved_position_ends_the_search_at_once(four):
    match = FOUR.new(seed=1)
    for move in (0, 6, 0, 6, 0, 5):
        match.play(match.acting[0], move)
    tried = four.think(match.state, 0, seconds=60.0, weights=ONE, seed=1)
    assert next(iter(tried.items()))[0] == 0
    assert tried[0].proven == 1.0
    assert sum(one.visits for one in tried.values()) < 5000


def test_trees_in_threads_share_their_proofs(four, four_by_force):
    match = late_four(random.Random(9), 10)
    seat = match.acting[0]
    tried = four.think(match.state, seat, simulations=60_000, weights=ONE, threads=3)
    truth = four_by_force(match.state) * (1 if seat == 0 else -1)
    assert next(iter(tried.values())).proven == (truth + 1) / 2


def test_endgames_of_doce_are_proven_as_brute_force_says():
    thinking = Solver(doce_rules, brute)
    (force,) = machine_code([brute.brute], partial(BotLinker, doce_rules, None))
    rows, moves = np.zeros(40, doce_rules.State), np.zeros((40, 180), np.int32)
    chance, proven = random.Random(2), 0
    while proven < 15:
        match = DOCE.new(seed=chance.randrange(10**6))
        while match.state.round_no == 1 and size(doce_rules.empty_squares(match.state)) > 3:
            legal = DOCE.legal(match.state, match.state.to_move)
            match.play(match.state.to_move, chance.choice(legal))
        if match.state.round_no != 1:
            continue
        seat = match.state.to_move
        one = next(iter(thinking.think(match.state, seat, simulations=200_000, weights=ONE).values()))
        rows[0] = match.state.records[0]
        truth = int(force(rows, moves, 0, 1, -2000, 2000, 1)) * (1 if seat == 0 else -1)
        if one.proven is not None:
            proven += 1
            assert one.proven == (truth + 1) / 2


def test_what_chance_decides_is_never_proven():
    """A node that chance leads to is loose, and so is all below it; a move to the most there is settles a node."""
    nodes, ends = np.zeros(4, solver.Node).view(np.recarray), np.zeros((4, 2))
    tally = np.zeros(2, np.int64)
    solver.plant(nodes, tally)
    sure, by_chance = solver.sprout(nodes, tally, 0, 0, 1), solver.sprout(nodes, tally, 0, 0, 2)
    nodes[by_chance]["loose"] = 1
    below = solver.sprout(nodes, tally, by_chance, 1, 3)
    assert nodes[below]["loose"] == 1
    nodes[0]["moves"], nodes[0]["mover"] = 2, 0
    nodes[sure]["proven"], ends[sure] = 1, (0.5, 0.5)
    # One of two moves is proven to be half a victory: the other may be more.
    assert not solver.settle(nodes, ends, 0, 2)
    ends[sure] = (1.0, 0.0)
    assert solver.settle(nodes, ends, 0, 2)
    nodes[0]["loose"] = 1
    assert not solver.settle(nodes, ends, 0, 2)


def test_the_plain_search_of_an_open_game_proves():
    assert isinstance(search_for(DOCE, None), Solver)
    assert not isinstance(search_for(parlour.game("dokitto"), None), Solver)

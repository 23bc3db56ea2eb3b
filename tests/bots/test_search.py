"""The information-set search: it finds what is there to be found, within its budget."""

import numpy as np
import pytest

import parlour
from parlour.bots.levels import expertise, knowledge
from parlour.bots.opponents import search_for
from parlour.lab import connect_four

GAME = parlour.game("dokitto")
DATA = knowledge("dokitto")


def think(match, seat, knows, **budget):
    search = search_for(GAME, knows)
    return search.think(match.state, seat, weights=DATA.numbers(), explore=DATA.explore, **budget)


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ((0, 6, 0, 6, 0, 5), 0),  # three in a column: the fourth wins
        ((0, 6, 1, 6, 5, 6), 6),  # the rival has three in a column: stop it
        ((3, 0, 2, 0, 1), 4),  # seat 1: three in the bottom row, one end is closed already
    ],
)
def test_a_win_is_taken_and_a_loss_is_stopped(moves, best):
    match = connect_four.GAME.new(seed=1)
    for move in moves:
        match.play(match.acting[0], move)
    seat = match.acting[0]
    tried = search_for(connect_four.GAME, None).think(match.state, seat, simulations=3000, weights=np.array([2.0]), seed=1)
    assert next(iter(tried)) == best


def test_as_many_simulations_as_asked_for():
    match = GAME.new(4, seed=1)
    seat = match.acting[0]
    for threads in (1, 2):
        tried = think(match, seat, expertise("dokitto"), simulations=500, threads=threads)
        assert sum(one.visits for one in tried.values()) == 500
        assert set(tried) <= set(GAME.legal(match.state, seat))
        assert list(tried.values()) == sorted(tried.values(), key=lambda one: -one.visits)


def test_a_time_budget_ends_the_thinking():
    match = GAME.new(4, seed=1)
    tried = think(match, match.acting[0], expertise("dokitto"), seconds=0.02)
    assert sum(one.visits for one in tried.values()) >= 256
    with pytest.raises(ValueError, match="how long"):
        think(match, match.acting[0], None)


def test_the_record_that_was_handed_over_stays_as_it_was():
    match = GAME.new(3, seed=9)
    state = match.state
    before = bytes(state)
    search_for(GAME, None).think(state, match.acting[0], simulations=20, weights=np.array([12.0]))
    assert bytes(state) == before


def test_a_world_may_serve_for_several_simulations():
    match = GAME.new(4, seed=1)
    seat = match.acting[0]
    tried = think(match, seat, expertise("dokitto"), simulations=101, dwell=4)
    assert sum(one.visits for one in tried.values()) == 101
    assert set(tried) <= set(GAME.legal(match.state, seat))
    assert tried != think(match, seat, expertise("dokitto"), simulations=101)


def test_widening_tries_more_moves_the_longer_it_looks():
    match = GAME.new(4, seed=1)
    seat = match.acting[0]
    legal = GAME.legal(match.state, seat)
    few, more = (len(think(match, seat, None, simulations=count, widen=0.2)) for count in (40, 400))
    assert few <= 3 < more <= 5 < len(legal)
    assert len(think(match, seat, None, simulations=400)) == len(legal)


def test_the_time_of_the_processor_is_a_budget_too():
    match = GAME.new(4, seed=1)
    tried = think(match, match.acting[0], expertise("dokitto"), seconds=0.005, processor=True)
    assert sum(one.visits for one in tried.values()) >= 256

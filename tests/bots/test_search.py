"""The information-set search: it finds what is there to be found, within its budget."""

import numpy as np
import pytest

import parlour
from parlour.bots.levels import expertise, knowledge
from parlour.bots.opponents import plain_knowledge, search_for

GAME = parlour.game("dokitto")
DATA = knowledge("dokitto")


def think(match, seat, knows, **budget):
    search = search_for(GAME, knows)
    return search.think(match.state.records, seat, weights=DATA.numbers(), explore=DATA.explore, **budget)


@pytest.mark.parametrize("knows", [expertise("dokitto"), plain_knowledge("dokitto")])
def test_a_full_cone_ducks_the_trick_that_would_topple_it(knows):
    match = _full_cone()
    seat = match.acting[0]
    tried = think(match, seat, knows, simulations=400, seed=3)
    best = GAME.move(next(iter(tried)))
    assert best.card == "S2"


def _full_cone():
    """Two players, seat 0 to follow S9 with S2 or S12 and three scoops on its cone."""
    match = GAME.new(2, seed=1, first_lead=1)
    state = match._state
    records = state.records
    records["hand"] = 0
    records["hand"][0, 0, 0] = 1 << 1 | 1 << 11
    records["hand"][0, 1, 1] = 1 << 4
    records["trick"][0, 1] = 8
    records["played"], records["tricks"], records["turn"], records["leader"] = 1, 4, 0, 1
    records["scoops"][0, 0] = 3
    records["cone"][0, 0, :3] = (0, 1, 2)
    records["stack"][0, :3] = 2
    return match


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
    search_for(GAME, None).think(state.records, match.acting[0], simulations=20, weights=np.array([12.0]))
    assert bytes(state) == before

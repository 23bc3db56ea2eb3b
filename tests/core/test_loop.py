"""The loop of agents that learn: the same games at every speed, one seat asked at a time, ends that pay and begin anew."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.core.errors import BadMove, BadSetup
from parlour.core.loop import Loop
from parlour.lab import connect_four

FOUR = connect_four.GAME


def some(mask, dice):
    """A random legal move for every row."""
    return (dice.random(mask.shape) * mask).argmax(1).astype(np.int64)


@pytest.mark.parametrize(("game", "players", "steps"), [(FOUR, 2, 60), (parlour.game("dokitto"), 3, 260)], ids=str)
def test_plain_rules_and_machine_code_give_the_same(game, players, steps):
    dice = np.random.default_rng(1)
    slow, fast = (Loop(game, 6, players=players, seed=5, speed=speed) for speed in ("plain", "cpu"))
    ends = 0
    for _ in range(steps):
        moves = some(fast.mask, dice)
        for loop in (slow, fast):
            loop.step(moves)
        for name in ("seats", "mask", "seen", "rewards", "ended"):
            assert np.array_equal(getattr(slow, name), getattr(fast, name)), name
        ends += int(fast.ended.sum())
    assert slow.batch.states.tobytes() == fast.batch.states.tobytes()
    assert ends > 0


def test_a_loop_is_a_batch_that_is_told_what_its_seats_know():
    game = parlour.game("dokitto")
    loop = game.loop(20, players=4, seed=3)
    assert np.array_equal(loop.seats, loop.batch.seats())
    assert np.array_equal(loop.mask, loop.batch.legal())
    assert np.array_equal(loop.seen, loop.batch.observe())
    assert np.array_equal(loop.look(np.full(20, 2)), loop.batch.observe(np.full(20, 2)))


def test_tables_of_several_kinds_share_one_loop():
    game, dice = parlour.game("dokitto"), np.random.default_rng(4)
    mix = [{"players": 2}, {"players": 5, "next_lead": "random"}]
    slow, fast = (game.loop(7, seed=9, mix=mix, speed=speed) for speed in ("plain", "cpu"))
    assert fast.batch.states["players"].tolist() == [2, 2, 2, 2, 5, 5, 5]
    assert fast.rewards.shape == (7, 5)
    assert fast.batch.states[6].tobytes() == game.new(players=5, seed=9, lane=6, next_lead="random").state.records[0].tobytes()
    ends = np.zeros(7, int)
    for _ in range(300):
        moves = some(fast.mask, dice)
        for loop in (slow, fast):
            loop.step(moves)
        assert np.array_equal(slow.seen, fast.seen)
        assert np.array_equal(slow.rewards, fast.rewards)
        assert not fast.rewards[:4, 2:].any()
        ends += fast.ended
    assert ends[:4].any()
    assert ends[4:].any()
    for wrong in ([], [{"players": 2}] * 8):
        with pytest.raises(BadSetup, match="A mix names at least one table"):
            game.loop(7, mix=wrong)


def test_a_victory_is_shared_out_once_and_the_next_game_begins():
    dice, loop = np.random.default_rng(2), FOUR.loop(64, seed=1)
    paid = ended = 0
    for _ in range(120):
        loop.step(some(loop.mask, dice))
        over = loop.ended == 1
        assert not loop.rewards[~over].any()
        assert (loop.rewards[over].sum(1) == 1.0).all()
        paid, ended = paid + loop.rewards.sum(), ended + int(over.sum())
        assert (loop.seats >= 0).all()
        assert loop.mask.any(1).all()
    assert paid == ended > 64


def test_where_several_may_act_everybody_is_asked_sooner_or_later():
    game, dice = parlour.game("ion"), np.random.default_rng(3)
    loop = game.loop(200, players=4, seed=2)
    asked = set()
    for _ in range(60):
        several = loop.batch.acting & (loop.batch.acting - 1) != 0
        for who, seat in zip(loop.batch.acting[several], loop.seats[several], strict=True):
            assert (who >> seat) & 1
            asked.add(bool(who & ((1 << seat) - 1)))
        loop.step(some(loop.mask, dice))
    assert asked == {True, False}, "not always the lowest seat, nor always another one"


def test_a_move_that_is_not_legal_is_named_and_the_others_are_made():
    loop = FOUR.loop(3, seed=1)
    before = loop.batch.states.copy()
    with pytest.raises(BadMove, match="Move 99 is not legal in game 1"):
        loop.step([0, 99, 3])
    assert loop.ended.tolist() == [0, -1, 0]
    assert loop.batch.states[1].tobytes() == before[1].tobytes()
    assert loop.batch.states[0].tobytes() != before[0].tobytes()
    with pytest.raises(BadMove, match="one move for each of the 3 games"):
        loop.step([0, 1])


def test_a_game_with_too_many_moves_says_so():
    with pytest.raises(BadSetup, match="too many for a mask"):
        parlour.game("icecool").loop(1)

"""The loop of agents that learn: the same games at every speed, one seat asked at a time, ends that pay and begin anew."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.core.cuda import touched
from parlour.core.draw import draw, draw_rows
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


def test_moves_are_drawn_by_given_odds():
    dice = np.random.default_rng(5)
    odds = dice.random((300, 9), np.float32)
    mask = dice.random((300, 9)) < 0.4
    mask[np.arange(300), dice.integers(0, 9, 300)] = True
    odds[:20] = 0.0
    odds[20] = np.nan
    chance = dice.integers(0, 2**62, 300)
    drawn = draw_rows(odds, mask, chance)
    quick = [0] * 4
    assert drawn.tolist() == [draw(odds[i], mask[i], int(chance[i]), quick) for i in range(300)]
    assert mask[np.arange(300), drawn].all()
    often = draw_rows(
        np.tile(np.float32([1, 5, 3, 1]), (40_000, 1)), np.tile([True, False, True, True], (40_000, 1)), np.arange(40_000)
    )
    assert np.bincount(often, minlength=4) / 40_000 == pytest.approx([0.2, 0, 0.6, 0.2], abs=0.01)


@pytest.mark.parametrize("speed", ["plain", "cpu"])
def test_a_loop_draws_what_it_could_be_told_to_play(speed):
    told, drawing = (FOUR.loop(50, seed=8, speed=speed) for _ in range(2))
    odds = np.random.default_rng(6).random(told.mask.shape, np.float32)
    made = set()
    for _ in range(80):
        drawing.draw(odds)
        told.step(drawing.made)
        made |= {tuple(drawing.made.tolist())}
        for name in ("seats", "mask", "seen", "rewards", "ended", "made"):
            assert np.array_equal(getattr(told, name), getattr(drawing, name)), name
    assert len(made) == 80
    assert not (drawing.ended == -1).any()
    with pytest.raises(BadMove, match="Odds are games x moves"):
        drawing.draw(odds[:, :3])
    for ask in (drawing.draw, drawing.step):
        with pytest.raises(BadMove, match="Those are no numbers"):
            ask("all")


@pytest.mark.parametrize(("game", "kind"), [(FOUR, "uint8"), (FOUR, "float16"), (parlour.game("dokitto"), "float16")], ids=str)
def test_what_is_seen_is_written_in_small_numbers_too(game, kind):
    wide, small = game.loop(20, seed=4), game.loop(20, seed=4, seen=kind)
    assert small.seen.dtype == kind
    dice = np.random.default_rng(7)
    for _ in range(60):
        moves = some(wide.mask, dice)
        wide.step(moves)
        small.step(moves)
        assert np.array_equal(small.seen, wide.seen.astype(kind))
    assert np.array_equal(small.look(np.zeros(20, int)), wide.look(np.zeros(20, int)).astype(kind))


def test_numbers_too_small_for_what_is_seen_are_refused():
    with pytest.raises(BadSetup, match="Not all that Dokitto! Ice shows is 0 or 1"):
        parlour.game("dokitto").loop(2, seen="uint8")
    with pytest.raises(BadSetup, match="There is no kind of numbers 'int'"):
        FOUR.loop(2, seen="int")


def test_a_card_carries_the_part_of_a_record_that_a_turn_can_touch():
    state, engine = FOUR.rules.State, FOUR.compiled("plain")
    first, last = touched(engine)
    assert 8 * first <= min(state.fields[name].offset for name in ("turn", "over", "won", "count", "height", "stones"))
    assert 8 * first > state.fields["key"].offset, "no chance, no stream"
    assert 8 * last == state.itemsize
    dokitto = parlour.game("dokitto").compiled("plain")
    assert touched(dokitto) == (0, dokitto.rules.State.itemsize // 8)

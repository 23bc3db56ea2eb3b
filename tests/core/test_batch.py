"""Batches that tell what a move brought, begin again, are looked at as matches, and begin from positions."""

from __future__ import annotations

import gc
from typing import Any

import msgspec
import numpy as np
import pytest

import parlour
from parlour.core.batch import STREAM
from parlour.core.engine import Engine
from parlour.lab import connect_four

FOUR, DOKITTO, DOCE = connect_four.GAME, parlour.game("dokitto"), parlour.game("doce")
TOY = parlour.game("icecool").rehearsal()


def some(batch: parlour.Batch, dice: np.random.Generator) -> Any:
    """A listed legal move for every game, 0 where it is over."""
    moves = batch.moves()
    return np.array([dice.choice(row[row >= 0]) if (row >= 0).any() else 0 for row in moves])


def middle(game: parlour.Game, moves: int, count: int = 4, **setting: Any) -> parlour.Batch:
    batch = game.batch(count, seed=6, **setting)
    batch.play_out(seed=2, limit=moves)
    return batch


@pytest.mark.parametrize("speed", ["plain", "cpu"])
@pytest.mark.parametrize(("game", "players", "steps"), [(FOUR, 2, 45), (DOKITTO, 3, 150)], ids=str)
def test_a_step_says_which_games_ended_and_shares_out_their_victory_once(game, players, steps, speed):
    batch, dice = game.batch(6, players=players, seed=1, speed=speed), np.random.default_rng(1)
    paid, ended, kept = np.zeros((6, players)), np.zeros(6, int), []
    for _ in range(steps):
        before = batch.acting
        step = batch.step(some(batch, dice))
        kept.append((step, (before != 0) & (batch.acting == 0)))
    for step, over in kept:  # asked for when the games have long gone on
        assert step.ended.tolist() == over.tolist()
        assert step.rewards.dtype == np.float32
        assert not step.rewards[~over].any()
        ended, paid = ended + step.ended, paid + step.rewards
    assert ended.max() == 1
    assert ended.any()
    _, won = batch.scores()
    shares = [[((bits >> seat) & 1) / max(1, int(bits).bit_count()) for seat in range(players)] for bits in won.tolist()]
    assert np.allclose(paid, shares)


def test_a_result_that_nobody_keeps_is_never_worked_out(monkeypatch):
    batch, dice = FOUR.batch(3, seed=1), np.random.default_rng(1)
    asked = []
    monkeypatch.setattr(parlour.core.step.Step, "settle", lambda step: asked.append(step))
    for _ in range(3):
        batch.step(some(batch, dice))
        gc.collect()
    assert asked == []


@pytest.mark.parametrize("speed", ["plain", "cpu"])
def test_games_that_ended_begin_anew_with_a_deal_that_can_be_named(speed):
    batch, dice = DOKITTO.batch(5, mix=[{"players": 2}, {"players": 3}], seed=4, speed=speed), np.random.default_rng(3)
    deals = 0
    for _ in range(220):
        lanes = batch.states["lane"].astype(int)
        step = batch.step(some(batch, dice), restart=True)
        assert (batch.acting != 0).all()
        assert step.rewards.sum(1).tolist() == pytest.approx(step.ended.astype(float).tolist())
        assert (batch.states["lane"] - lanes).tolist() == (5 * step.ended).tolist()
        for row in np.flatnonzero(step.ended):
            fresh = DOKITTO.new(int(batch.states["players"][row]), seed=4, lane=int(batch.states["lane"][row]))
            assert batch.states[row].tobytes() == fresh.state.raw.tobytes()
            deals += 1
    assert deals > 1


class FarAway(Engine):
    """Records that lie elsewhere, as on a card: what is read is a copy, and so is what is sent."""

    def put(self, array: Any) -> Any:
        return array.copy()

    get = put


def test_records_that_lie_elsewhere_are_restarted_shown_and_begun_from_positions_too(monkeypatch):
    near, dice = DOKITTO.batch(4, players=3, seed=5, speed="plain"), np.random.default_rng(2)
    start = middle(DOKITTO, 9, 1, players=3).match(0, seed=1)
    begun = DOKITTO.batch(4, positions=[start], seed=5, speed="plain")
    far_away = FarAway(DOKITTO.rules)
    monkeypatch.setitem(DOKITTO.__dict__, "compiled", lambda speed, threads: far_away)
    far = DOKITTO.batch(4, players=3, seed=5)
    assert DOKITTO.batch(4, positions=[start], seed=5).states.tobytes() == begun.states.tobytes()
    ended = 0
    for _ in range(130):
        moves = some(near, dice)
        one, other = near.step(moves, restart=True), far.step(moves, restart=True)
        assert np.array_equal(one.rewards, other.rewards)
        assert near.states.tobytes() == far.states.tobytes()
        ended += int(one.ended.sum())
    assert ended
    assert near.match(2, seed=1).check() == far.match(2, seed=1).check()


def test_games_are_restarted_by_mask_by_number_or_when_they_are_over():
    batch = FOUR.batch(4, seed=1)
    batch.play_out()
    batch.restart([])
    assert not batch.acting.any()
    batch.restart([2, 2])
    assert (batch.acting != 0).tolist() == [False, False, True, False]
    batch.restart(np.array([True, False, False, False]))
    assert batch.states["lane"].tolist() == [4, 1, 6, 3]
    batch.restart()
    assert batch.states["lane"].tolist() == [4, 5, 6, 7]
    assert (batch.acting != 0).all()
    before = batch.states.tobytes()
    for wrong in ([4], [-1], [True], "x", 2, [0.5], [[0], [0, 1]]):
        with pytest.raises(parlour.BadSetup, match="mask of all 4"):
            batch.restart(wrong)
    batch.states["lane"][3] = 2**32 - 2
    with pytest.raises(parlour.BadSetup, match="another seed"):
        batch.restart([3])
    batch.states["lane"][3] = 7
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("moves", [0, 5, 40, 2000])
@pytest.mark.parametrize("game", [*parlour.games(), FOUR], ids=str)
def test_a_game_of_a_batch_is_looked_at_as_a_match(game, moves):
    game = TOY if game.key == "icecool" else game
    batch = middle(game, moves, 2)
    before = batch.states.tobytes()
    for row in range(2):
        match = batch.match(row, seed=3)
        if batch.acting[row] < 1 << 30:
            assert match.who == batch.acting[row]
            assert match.position() == msgspec.to_builtins(game.position_of(game.batch(1, positions=[match]).match(0).state))
            for seat in range(batch.players):
                seen = batch.observe(np.full(2, seat))[row]
                assert np.array_equal(game.batch(positions=[match]).observe(np.array([seat]))[0], seen)
        assert match.svg().startswith("<svg")
        assert match.draw(0)
        assert not match.who & 1 << 30, "the world has done its part"
        for _ in range(3):
            for seat in match.acting[:1]:
                match.play(seat, match.legal(seat)[0])
        record = match.record(sealed=False)
        assert record.header.position is not None
        if game is not TOY:
            assert list(record.verify(lambda _, game=game: game)) == []
    assert batch.states.tobytes() == before


def test_there_is_no_other_game_in_a_batch():
    batch = FOUR.batch(3, seed=1)
    for wrong in (3, -1, "0", 1.0, None):
        with pytest.raises(parlour.BadSetup, match="games 0 to 2"):
            batch.match(wrong)


@pytest.mark.parametrize("speed", ["plain", "cpu"])
@pytest.mark.parametrize("game", parlour.games(), ids=str)
def test_a_batch_begins_from_positions(game, speed):
    game = TOY if game.key == "icecool" else game
    source = middle(game, 12, 2)
    starts = [source.match(row, seed=1) for row in range(2)]
    batch = game.batch(5, positions=[starts[0], starts[1].position()], seed=8, speed=speed)
    for row in range(5):
        start = starts[row * 2 // 5]
        placed = game.position(start.position(), seed=8).state.records[0]
        dealt = game.new(start.players, seed=8, lane=row, **start.options).state.records[0]
        for name in game.rules.State.names:
            wanted = dealt if name in STREAM else placed
            assert np.array_equal(batch.states[name][row], wanted[name]), (row, name)
    batch.play_out(limit=30)
    assert batch.states[0].tobytes() != batch.states[1].tobytes()


def test_what_is_hidden_lies_as_the_position_says_and_every_game_draws_its_own():
    start = middle(DOKITTO, 7, 1, players=4).match(0, seed=1)
    batch = DOKITTO.batch(50, positions=[start], seed=2)
    for seat in range(4):
        assert len({row.tobytes() for row in batch.observe(np.full(50, seat))}) == 1
    assert {str(batch.match(row).position()["hands"]) for row in (0, 49)} == {str(start.position()["hands"])}
    batch.play_out()
    assert len({row.tobytes() for row in batch.scores()[0]}) > 1


def test_positions_that_cannot_be():
    start = DOKITTO.new(3, seed=1)
    for setting, says in (
        ({"positions": []}, "at least one game"),
        ({"positions": [], "count": 2}, "at least one position"),
        ({"positions": [start] * 3, "count": 2}, "at most as many"),
        ({"positions": start}, "a list of positions"),
        ({"positions": start.position()}, "a list of positions"),
        ({"positions": 7}, "a list of positions"),
        ({"positions": [start], "players": 3}, "bring their players"),
        ({"positions": [start], "mix": [{"players": 3}]}, "bring their players"),
        ({"positions": [DOCE.new(seed=1)]}, "is a match of DOCE"),
        ({"positions": [start], "warmth": 3}, "no option 'warmth'"),
        ({}, "at least one game"),
    ):
        with pytest.raises(parlour.BadSetup, match=says):
            DOKITTO.batch(**setting)
    for wrong in (7, {"hands": 3}, start.position() | {"round": 99}):
        with pytest.raises(parlour.BadPosition, match="Position 1: "):
            DOKITTO.batch(positions=[start, wrong])

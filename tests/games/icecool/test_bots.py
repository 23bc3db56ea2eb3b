"""The flickers of ICECOOL2: they aim, they see danger, they use their cards, and they know only what their seat knows."""

import random
from itertools import pairwise

import numpy as np
import pytest

import parlour
from parlour.bots import LEVELS, bot, seen_by
from parlour.bots.levels import level
from parlour.bots.outlook import outlook
from parlour.core.numpy_arrays import as_array
from parlour.core.registry import game as game_of
from parlour.games.icecool import choices, rules
from parlour.games.icecool.bots import flicks, worth
from parlour.games.icecool.bots.flicks import Mind, School

GAME = parlour.game("icecool")
KITCHEN = {"x": 46.0, "y": 53.0}


def at(players=2, **more):
    """A position before Orange's flick, Purple the Catcher in the Kitchen."""
    position = {
        "players": players,
        "catcher": "purple",
        "turn": "orange",
        "phase": "preflick",
        "penguins": {"purple": KITCHEN, "orange": {"x": 30.0, "y": 13.0}},
        **more,
    }
    return GAME.position(position, seed=1)


def chosen(match, kind="club", seed=1, **changes):
    """What a bot with a steady hand does, and why."""
    seat = match.acting[0]
    player = bot("icecool", kind, seed=seed, **{"simulations": 1500, "flights": 0, "slip": 0.0, "hand": 0, **changes})
    return GAME.move(player.choose(GAME, seen_by(GAME, match.state, seat, 1), seat)), player.why()


def test_the_levels_have_names_and_steadier_hands_from_one_to_the_next():
    how = [level("icecool", name) for name in LEVELS]
    assert [bot("icecool", name).name for name in LEVELS] == ["Duckling", "Otter", "Fox", "Owl"]
    assert all(a.hand >= b.hand and a.simulations <= b.simulations for a, b in pairwise(how))


def test_a_runner_flicks_through_the_door_with_its_fish():
    match = at()
    move, why = chosen(match)
    assert isinstance(move, GAME.moves[4])
    assert "fish" in why
    match.play(1, move)
    assert match.state.collected[1] >= 1


def test_the_catcher_catches_a_runner_in_the_same_room():
    match = at(turn="purple", penguins={"purple": KITCHEN, "orange": {"x": 58.0, "y": 53.0}}, first=[])
    move, why = chosen(match)
    assert why == "I go for Orange."
    match.play(0, move)
    assert match.state.catches == 1


def test_a_rest_in_front_of_the_catcher_is_worth_less_than_one_behind_walls():
    near = at(turn="purple", penguins={"purple": KITCHEN, "orange": {"x": 58.0, "y": 53.0}}, first=[]).state
    far = at(turn="purple", penguins={"purple": KITCHEN, "orange": {"x": 20.0, "y": 13.0}}, first=[]).state
    runner, catcher = Mind(near, 1), Mind(near, 0)
    assert runner.still([far])[0] > runner.still([near])[0]
    assert catcher.still([near])[0] > catcher.still([far])[0]


def test_expectations_of_a_round_are_in_order():
    weights = np.array([0.5, 0.4, 0.25, 0.2, 0.3, 0.4, 0.3, 2.5, 1.2, 0.8, 0.8, 0.1])
    for players in (2, 3, 4):
        ahead = as_array(worth.prospects(players, weights))
        assert (np.diff(ahead[:, :, 0, worth.FISH_AHEAD], axis=0) > 0).all()
        assert (ahead[1:, 0, :, worth.FISH_AHEAD] > ahead[1:, 1, :, worth.FISH_AHEAD] - 1e-9).all()
        assert (ahead[..., worth.FREE] <= 1).all()
        assert (ahead[1:, 1, :, worth.FREE] == 0).all()


def test_the_judge_counts_a_fish_as_the_rules_do():
    match = at()
    state = match.state
    school, mind = School(state), Mind(state, 1)
    through = np.array([[0, 30, 0, 0]])
    out = school.roll(through)
    away = school.roll(np.array([[1800, 5, 0, 0]]))
    greedy = Mind(state, 1, greedy=True)
    assert greedy.judge(state, school.who, out)[0] > greedy.judge(state, school.who, away)[0]
    assert 0 < mind.judge(state, school.who, out)[0] < 1


def test_a_task_is_announced_when_the_flick_can_do_it():
    cards = {"orange": {"down": ["1B", "2"]}}
    match = at(phase="announce", cards=cards, penguins={"purple": KITCHEN, "orange": {"x": 37.0, "y": 5.0}}, first=[])
    move, why = chosen(match, simulations=4000)
    assert move.task == "bounce"
    assert "bounce" in why


def test_skates_are_kept_when_nothing_is_in_reach_and_used_when_a_fish_wins_the_match():
    late = {
        "round": 4,
        "phase": "post",
        "turn": "orange",
        "first": [],
        "collected": {"orange": 2},
        "fish": {"D1": ["orange"]},
        "cards": {"orange": {"down": ["1J", "1T", "3"]}, "purple": {"down": ["3", "3"]}},
    }
    move, why = chosen(at(**late))
    assert isinstance(move, GAME.moves[5])
    assert "turn" in why


def test_a_fish_that_a_rival_would_take_next_is_moved_away():
    match = at(
        players=2,
        turn="purple",
        phase="post",
        first=[],
        collected={"orange": 2},
        fish={"D1": ["orange"]},
        cards={"purple": {"down": ["2", "2"]}},
    )
    move, why = chosen(match)
    assert (move.colour, move.door) == ("orange", "D1")
    assert "Orange" in why


@pytest.mark.parametrize("players", [2, 3, 4])
def test_true_matches_of_flickers_go_to_their_end(players):
    chance = random.Random(players)
    kinds = ["master", "club", "casual", "beginner"]
    bots = [bot("icecool", kinds[seat], seed=seat, simulations=120, flights=1, hand=1) for seat in range(players)]
    match = GAME.new(players, seed=players)
    flown = 0
    while match.acting and flown < 24:
        seat = match.acting[0]
        number = bots[seat].choose(GAME, seen_by(GAME, match.state, seat, chance.getrandbits(60)), seat)
        flown += number >= choices.FLICK
        match.play(seat, number)  # refuses what is not legal
        assert bots[seat].why().strip()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_matches_in_rehearsal_for_every_table(players):
    game, chance = GAME.rehearsal(), random.Random(players)
    for options in ({}, {"scoring": "tournament"}, {"steady": "child", "stuck_placement": "must", "bluff_announce": True}):
        match = game.new(players, seed=players, **options)
        bots = [bot("icecool", LEVELS[(seat + players) % 4], seed=seat, simulations=40) for seat in range(players)]
        while match.acting:
            seat = match.acting[0]
            match.play(seat, bots[seat].choose(game, seen_by(game, match.state, seat, chance.getrandbits(60)), seat))
        assert match.over


def test_hidden_cards_change_nothing_in_any_decision():
    game, chance = GAME.rehearsal(), random.Random(5)
    match = game.new(3, seed=5)
    seen = set()
    while match.acting and len(seen) < 5:
        seat = match.acting[0]
        phase = match.view(seat).phase
        if phase not in seen and (len(match.entries) > 12 or phase == "station"):
            picks = set()
            for seed in range(3):
                state = seen_by(game, seen_by(game, match.state, seat, seed), seat, 50 + seed)
                player = bot("icecool", "master", seed=9, simulations=150, flights=1)
                picks.add((player.choose(game, state, seat), player.why()))
            assert len(picks) == 1
            seen.add(phase)
        match.play(seat, chance.choice(game.legal(match.state, seat)))
        if len(match.entries) > 400:
            break
    assert {"station", "announce", "preflick", "post"} <= seen


def test_what_is_tried_is_counted(monkeypatch):
    rolled, flown = [], []
    roll, fly = School.roll, flicks.judge_true
    monkeypatch.setattr(School, "roll", lambda self, rows: rolled.append(len(rows)) or roll(self, rows))
    monkeypatch.setattr(flicks, "judge_true", lambda mind, state, rows: flown.append(len(rows)) or fly(mind, state, rows))
    chosen(at(), "master", simulations=2000, flights=6, hand=1)
    assert 1000 <= sum(rolled) <= 2400
    assert sum(flown) == 6


def test_a_batch_of_a_game_with_millions_of_moves_lists_some_and_takes_any():
    batch = game_of("icecool").batch(3, players=2, seed=1, first_catcher=0, steady="perfect")
    with pytest.raises(parlour.BadSetup, match="too many for a mask"):
        batch.legal()
    listed = batch.moves()
    assert (listed[:, 0] >= choices.STATIONING).all()
    assert listed.min() == -1
    batch.step(np.full(3, choices.STATIONING + 1))
    unlisted = choices.FLICK + 12_345
    assert unlisted not in batch.moves()
    with pytest.raises(parlour.BadMove, match="3 of 3"):
        batch.step(np.full(3, rules.ACTIONS))
    batch.step(np.full(3, unlisted))
    assert (batch.states["flick"] == 12_345).all()


def test_a_game_is_found_by_its_printed_name():
    assert parlour.game("ICECOOL2") is GAME
    assert bot("icecool2", "master").name == "Owl"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_ahead_before_the_first_flick_whoever_is_the_catcher(players):
    """A Catcher's round is worth more, but everybody has one: what is to come counts as well."""
    matches = [GAME.new(players, seed=seed) for seed in range(6)]
    for match in matches:
        assert outlook(GAME, 400).chances(match.state) == pytest.approx([1 / players] * players, abs=0.02)
    assert len({match.state.catcher for match in matches}) > 1


def test_a_lead_is_worth_more_the_more_of_the_round_is_settled():
    """The bots' own judgement does not ask how much of a round is still open; the chances that a review tells do."""

    def chance(fish: int, own: dict[str, float]) -> float:
        state = at().state
        state.collected[1] = fish
        state.up[1, 2] = 3
        return Mind(state, 1, own=own).still([state])[0]

    assert chance(0, {"near": 0.6}) == chance(0, {})
    assert chance(2, {"near": 0.6}) > chance(2, {})

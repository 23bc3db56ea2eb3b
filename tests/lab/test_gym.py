"""One seat against bots: Gymnasium's own checks, many games at once, and nothing that the seat may not know."""

from __future__ import annotations

import os
import warnings

import numpy as np
import pytest
from card_kit import OneThread, Records

import parlour

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'parlour[learn]'")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from parlour.bots.compiled import BotLinker
from parlour.core.engine import Engine
from parlour.lab import gym, vector

KEYS = [game.key for game in parlour.games() if game.key in gym.IDS]
FEW = ["doce", "dokitto"]
MANY = [key for key in KEYS if parlour.game(key).rules.ACTIONS < 100_000]
SOAK = "PARLOUR_SOAK" in os.environ
"""Habits of the larger games take a compiler a minute; every day two games are enough."""


def some(mask, dice):
    """A random legal move for every row."""
    return (dice.random(mask.shape) * mask).argmax(-1)


@pytest.mark.parametrize("key", KEYS)
def test_gymnasium_finds_nothing_wrong(key):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gym.IDS[key], opponents="random").unwrapped)


@pytest.mark.parametrize("key", KEYS)
def test_a_seat_plays_to_the_end_among_bots_and_is_asked_only_at_its_turn(key):
    env = gymnasium.make(gym.IDS[key], opponents="random", render_mode="rgb_array").unwrapped
    dice, paid = np.random.default_rng(1), []
    for number in range(3):
        _, info = env.reset(seed=number)
        over = env.match.over
        while not over:
            assert env.match.seat == env.seat
            assert np.array_equal(info["action_mask"], env.action_masks())
            seen, reward, over, _, info = env.step(some(info["action_mask"], dice))
            assert env.observation_space.contains(seen)
            assert over or reward == 0.0
        paid.append(reward)
        assert reward == env.match.rewards()[env.seat]
    assert env.render().shape[1:] == (720, 3)


def test_a_seed_gives_the_same_match_and_a_bot_may_be_ones_own():
    def course(seed):
        env = gymnasium.make(gym.IDS["doce"], opponents="beginner").unwrapped
        env.reset(seed=seed)
        while not env.match.over:
            env.step(env.match.moves()[0])
        return bytes(env.match.state)

    assert course(3) == course(3) != course(4)
    mine = parlour.bot("doce", "beginner", seed=1)
    assert gymnasium.make(gym.IDS["doce"], opponents=mine, seat=1).reset(seed=1)[1]["seat"] == 1


def test_a_move_that_is_not_legal_loses():
    env = gym.Seat("doce", opponents="random", seat=0)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(wrong)[1:4] == (-1.0, True, False)
    many = gym.Vector("doce", 4, opponents="random", autoreset_mode="Disabled")
    many.reset(seed=1)
    moves = many.mask.argmax(1)
    moves[2] = np.flatnonzero(many.mask[2] == 0)[0]
    _, rewards, ended, *_ = many.step(moves)
    assert rewards.tolist() == [0, 0, -1, 0]
    assert ended.tolist() == [False, False, True, False]


@pytest.mark.parametrize("key", MANY if SOAK else FEW)
def test_many_games_ask_the_learners_seat_and_pay_at_the_end(key):
    many = gymnasium.make_vec(gym.IDS[key], 24, vectorization_mode="vector_entry_point", opponents="random").unwrapped
    seen, info = many.reset(seed=2)
    dice, ends = np.random.default_rng(1), 0
    over = np.zeros(24, bool)
    for _ in range(150):
        asked = ~over
        assert ((many.batch.acting[asked] >> many.seats[asked]) & 1).all()
        assert np.array_equal(many.batch.legal(many.seats)[asked], many.action_masks()[asked])
        assert np.array_equal(np.clip(many.batch.observe(many.seats), *many.bounds), seen)
        seen, rewards, over, cut, info = many.step(some(info["action_mask"], dice))
        assert not rewards[~over].any()
        assert not cut.any()
        ends += over.sum()
    assert ends > 0
    assert many.observation_space.contains(seen)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_games_that_are_over_begin_anew_as_was_asked(mode):
    many = gym.Vector("doce", 16, opponents="random", autoreset_mode=mode)
    _, info = many.reset(seed=3)
    dice, ends, before = np.random.default_rng(2), 0, np.zeros(16, bool)
    for _ in range(160):
        seen, rewards, over, _, info = many.step(some(info["action_mask"], dice))
        ends += over.sum()
        if mode == AutoresetMode.SAME_STEP:
            assert info["action_mask"].any(1).all()
            for row in np.flatnonzero(over):
                assert not np.array_equal(info["final_obs"][row], seen[row])
        elif mode == AutoresetMode.NEXT_STEP:
            assert not (before & over).any()
            assert not rewards[before].any()
            assert info["action_mask"][before].any(1).all()
            before = over
        elif over.any():
            with pytest.raises(parlour.BadSetup, match="reset"):
                many.step(np.zeros(16, int))
            _, info = many.reset(options={"reset_mask": over})
    assert ends > 16


def test_the_same_seed_deals_the_same_games_again():
    def course():
        many = gym.Vector("dokitto", 8, players=3)
        many.reset(seed=5)
        for _ in range(40):
            many.step(many.mask.argmax(1))
        return many.batch.states.tobytes(), many.seats.tobytes()

    assert course() == course()


def test_the_seed_that_a_batch_was_made_with_is_kept():
    def dealt(seed):
        many = gym.Vector("doce", 64, opponents="random", seed=seed)
        many.reset()
        return many.batch.states.tobytes(), many.seats.tobytes()

    assert dealt(5) == dealt(5)
    assert dealt(5)[0] != dealt(6)[0]
    assert dealt(5)[1] != dealt(6)[1]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_kernel_of_a_card_plays_what_the_processor_plays(mode):
    """Without a card: its threads one after the other, in plain Python."""
    many = gym.Vector("doce", 6, opponents="random", autoreset_mode=mode, seed=3)
    names = ("_chance", "seats", "mask", "_seen", "_last", "_rewards", "_ended")
    states, twin = many.batch.states.copy(), {name: getattr(many, name).copy() for name in names}
    threads, game = OneThread(), many.game
    kernel = vector.versus_kernel(threads, BotLinker(game.rules, None, lambda f: f), Engine(game.rules))
    dice, ends, numbers = np.random.default_rng(2), 0, np.full(6, vector.versus.FRESH)
    _, info = many.reset()
    for step in range(75):
        arrays = [twin["_chance"], numbers, *(twin[name] for name in names[1:]), many._bounds, many._weights]
        for threads.number in range(6):
            kernel(Records(states), *arrays, many._slack, vector.AGAIN[mode])
        assert states.tobytes() == many.batch.states.tobytes(), step
        assert all(np.array_equal(twin[name], getattr(many, name)) for name in names), step
        over = many._ended > 0
        ends += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            numbers = np.where(over, vector.versus.FRESH, vector.versus.WAIT)
            _, info = many.reset(options={"reset_mask": over})
        else:
            numbers = some(info["action_mask"], dice)
            *_, info = many.step(numbers)
    assert ends > 0


def missing_for_a_card():
    try:
        import torch
    except ImportError:
        return "tensors on a card are PyTorch's: pip install 'parlour[train]'"
    try:
        vector.Card(parlour.game("doce").rules, None)
    except parlour.ParlourError as wrong:
        return str(wrong)
    return None if torch.cuda.is_available() else "PyTorch finds no card"


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_card_plays_what_the_processor_plays_without_a_copy(mode):
    if missing := missing_for_a_card():
        pytest.skip(missing)
    import torch

    here, card = (
        gym.Vector("doce", 96, opponents="random", autoreset_mode=mode, seed=4, speed=speed) for speed in ("cpu", "cuda")
    )
    seen, info = card.reset(seed=5)
    there, other = here.reset(seed=5)
    places = seen.data_ptr(), info["action_mask"].data_ptr(), card.seats.data_ptr()
    dice, ends = np.random.default_rng(2), 0
    for _ in range(120):
        actions = some(other["action_mask"], dice)
        there, paid, ended, _, other = here.step(actions)
        seen, rewards, over, cut, info = card.step(torch.as_tensor(actions, device="cuda"))
        assert all(tensor.is_cuda for tensor in (seen, rewards, over, cut, info["action_mask"], info["seat"]))
        assert (seen.data_ptr(), info["action_mask"].data_ptr(), info["seat"].data_ptr()) == places
        assert np.array_equal(seen.cpu().numpy(), there)
        assert np.array_equal(rewards.cpu().numpy(), paid)
        assert np.array_equal(over.cpu().numpy(), ended)
        assert np.array_equal(card.action_masks().cpu().numpy(), here.action_masks())
        ends += ended.sum()
        if mode == AutoresetMode.SAME_STEP and ended.any():
            rows = np.flatnonzero(ended)
            assert np.array_equal(info["final_obs"][rows].cpu().numpy(), np.stack(list(other["final_obs"][rows])))
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(parlour.BadSetup, match="reset"):
                card.step(torch.zeros(96, dtype=torch.int64, device="cuda"))
            there, other = here.reset(options={"reset_mask": ended})
            seen, info = card.reset(options={"reset_mask": over})
    assert ends > 0
    assert card.batch.states.tobytes() == here.batch.states.tobytes()


@pytest.mark.skipif(not SOAK, reason="compiles for a minute: PARLOUR_SOAK=1")
def test_habits_that_know_something_beat_chance():
    """West Van Soft's do; a random seat among them wins far less than its share."""
    many = gym.Vector("westvan", 64, players=2, autoreset_mode="SameStep")
    _, info = many.reset(seed=1)
    dice, paid = np.random.default_rng(1), []
    while len(paid) < 60:
        _, rewards, over, _, info = many.step(some(info["action_mask"], dice))
        paid += list(rewards[over])
    assert np.mean(paid) < -0.5


def test_what_cannot_be_is_said_in_a_sentence():
    with pytest.raises(parlour.BadSetup, match="too many for a mask"):
        gym.Vector("icecool")
    with pytest.raises(parlour.BadSetup, match="habit, random"):
        gym.Vector("doce", opponents="club")
    with pytest.raises(parlour.BadSetup, match="cpu, cuda"):
        gym.Vector("doce", speed="gpu")
    many = gym.Vector("doce", 4, opponents="random")
    many.reset()
    with pytest.raises(parlour.BadSetup, match="each of the 4 games"):
        many.step([0, 1])
    with pytest.raises(parlour.BadSetup, match="no seat 2"):
        gym.Seat("doce", seat=2)
    with pytest.raises(parlour.BadSetup, match="each of 3"):
        gym.Seat("dokitto", 4, opponents=["casual", "club"])

"""Every game passes PettingZoo's own tests, and an agent learns no more than its seat."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

import parlour

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'parlour[learn]'")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_test
from pettingzoo.utils import parallel_to_aec

from parlour.lab import petting_zoo

TABLES = [(game.key, game.seats[len(game.seats) // 2]) for game in parlour.games()]
LIKE_REST = pytest.mark.filterwarnings("ignore")


@LIKE_REST
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_pettingzoo_finds_nothing_wrong(key: str, players: int) -> None:
    api_test(petting_zoo.env(key, players), num_cycles=200)
    seed_test(lambda: petting_zoo.env(key, players), num_cycles=60)
    env = petting_zoo.env(key, players, illegal="next")
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    state_test(env, 20)


@LIKE_REST
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_all_may_answer_at_once(key: str, players: int) -> None:
    make = partial(petting_zoo.parallel_env, key, players)
    parallel_api_test(make(illegal="next"), num_cycles=60)
    both = partial(make, illegal="next")
    max_cycles_test(SimpleNamespace(parallel_env=both, env=lambda max_cycles: parallel_to_aec(both(max_cycles=max_cycles))))


@LIKE_REST
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_game_can_be_rendered_in_every_way(key: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    env = petting_zoo.env(key, players, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape[1:] == (720, 3)
    assert picture.std() > 10, "not one colour all over"
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.match.moves()[-1])
    assert (env.render() != picture).any()


@LIKE_REST
def test_pettingzoos_test_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: petting_zoo.env("doce", render_mode=render_mode, illegal="next"))
    assert "White" in capsys.readouterr().out


@LIKE_REST
def test_any_flick_may_be_given_as_numbers() -> None:
    env = petting_zoo.env("icecool", 3, flicks="box", world="toy")
    assert env.metadata["name"] == f"parlour_icecool_toy_box_v{env.game.version}"
    assert petting_zoo.env("icecool").metadata["name"].startswith("parlour_icecool_quick_v")
    api_test(env, num_cycles=200)
    kinds = set()
    env.reset(seed=1)
    space = env.action_space("seat_0")
    space.seed(1)
    for agent in env.agent_iter(400):
        env.step(None if env.terminations[agent] else space.sample())
        kinds |= {note[0] for note in env.match.notes}
        if not env.agents:
            break
    rules = env.game.rules
    assert {rules.STATIONED, rules.FLICKED, rules.PLACED, rules.ENDED} <= kinds


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_a_random_match_ends_with_rewards_that_add_up_to_nothing(key: str, players: int) -> None:
    env = petting_zoo.env(key, players)
    env.reset(seed=3)
    dice, last = np.random.default_rng(1), {}
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        last[agent] = reward
        mask = seen["action_mask"]
        assert mask.any() or over
        env.step(None if over else int(dice.choice(np.flatnonzero(mask))))
    assert sum(last.values()) == pytest.approx(0)
    outcome = env.game.outcome(env.match.state)
    assert outcome is not None
    assert {f"seat_{seat}" for seat in outcome.winners} == {a for a, r in last.items() if r == max(last.values())}


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_what_is_observed_lies_in_its_box(key: str, players: int) -> None:
    """Also before it is cut to fit: the bounds are those of the numbers, not only of the box."""
    env, dice = petting_zoo.env(key, players), np.random.default_rng(2)
    low, high = env.game.observation_layout.bounds()
    env.reset(seed=4)
    for _ in range(300):
        if env.match.over:
            break
        seen = env.match.observe(env.match.seat)
        assert (seen >= low).all()
        assert (seen <= high).all()
        env.step(int(dice.choice(env.match.moves())))


def test_agents_that_are_not_asked_have_no_moves_and_see_their_own_side() -> None:
    env = petting_zoo.env("dokitto", 3)
    env.reset(seed=1, options={"table": {"first_lead": 1}})
    assert env.agent_selection == "seat_1"
    assert not env.observe("seat_0")["action_mask"].any()
    twin = parlour.game("dokitto").batch(1, players=3, seed=1, first_lead=1)
    for seat in range(3):
        assert np.array_equal(env.observe(f"seat_{seat}")["observation"], twin.observe(np.array([seat]))[0])
    assert np.array_equal(env.observe("seat_1")["action_mask"], twin.legal()[0])


def test_a_match_that_is_played_for_long_enough_is_truncated() -> None:
    env = petting_zoo.env("doce", max_cycles=3)
    env.reset(seed=1)
    for _ in range(6):
        assert not any(env.truncations.values())
        env.step(env.match.moves()[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    with pytest.raises(parlour.BadSetup, match="no world 'clay'"):
        petting_zoo.env("icecool", world="clay")
    with pytest.raises(parlour.BadSetup, match="no flicks"):
        petting_zoo.env("doce", flicks="box")
    with pytest.raises(parlour.BadSetup, match="ansi, svg"):
        petting_zoo.env("doce", render_mode="film")
    env = petting_zoo.env("doce", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(parlour.Refused, match="DOC-15"):
        env.step(175)
    assert "White" in env.render()
    assert petting_zoo.env("doce", render_mode="svg").render().startswith("<svg")

"""Every game that can be masked passes PettingZoo's own tests, and an agent learns no more than its seat."""

from __future__ import annotations

import numpy as np
import pytest

import parlour

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'parlour[learn]'")

from pettingzoo.test import api_test, seed_test

from parlour.lab import petting_zoo

MASKED = [game for game in parlour.games() if game.rules.ACTIONS <= petting_zoo.MOST_MASKED]
TABLES = [(game.key, game.seats[len(game.seats) // 2]) for game in MASKED]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_pettingzoo_finds_nothing_wrong(key: str, players: int) -> None:
    api_test(petting_zoo.env(key, players), num_cycles=300)
    seed_test(lambda: petting_zoo.env(key, players), num_cycles=60)


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
    assert env.match.outcome is not None
    assert {f"seat_{seat}" for seat in env.match.outcome.winners} == {a for a, r in last.items() if r == max(last.values())}


def test_agents_that_are_not_asked_have_no_moves_and_see_their_own_side() -> None:
    env = petting_zoo.env("dokitto", 3)
    env.reset(seed=1, options={"table": {"first_lead": 1}})
    assert env.agent_selection == "seat_1"
    assert not env.observe("seat_0")["action_mask"].any()
    twin = parlour.game("dokitto").batch(1, players=3, seed=1, first_lead=1)
    for seat in range(3):
        assert np.array_equal(env.observe(f"seat_{seat}")["observation"], twin.observe(np.array([seat]))[0])
    assert np.array_equal(env.observe("seat_1")["action_mask"], twin.legal()[0])


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    with pytest.raises(parlour.BadSetup, match="too many for a mask"):
        petting_zoo.env("icecool")
    with pytest.raises(parlour.BadSetup, match="ansi, svg"):
        petting_zoo.env("doce", render_mode="human")
    env = petting_zoo.env("doce", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(parlour.Refused, match="DOC-15"):
        env.step(175)
    assert "White" in env.render()
    assert petting_zoo.env("doce", render_mode="svg").render().startswith("<svg")

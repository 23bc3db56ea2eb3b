"""Our games pass OpenSpiel's own tests and are played to the end by its bots."""

from __future__ import annotations

import numpy as np
import pytest

import parlour

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'parlour[spiel]'")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, minimax

import parlour.lab.open_spiel

TABLES = [(game.key, players) for game in parlour.games() for players in game.seats]
HIDDEN = [game.key for game in parlour.games() if not game.open]
BEGUN = {"ion": 60, "icecool": 300, "golf": 60}
"""Moves that are made before, where random matches are long."""


def dealt(name, outcome=3):
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(outcome)
    return state


def played(state, choose, seed=1):
    """Play to the end; `choose` decides for everybody but chance."""
    chance = np.random.RandomState(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(chance.choice([action for action, _ in state.chance_outcomes()])))
        else:
            state.apply_action(choose(state))
    return state


def at_random(seed=2):
    chance = np.random.RandomState(seed)
    return lambda state: int(chance.choice(state.legal_actions()))


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_openspiels_own_random_simulation_finds_nothing_wrong(key, players):
    game = pyspiel.load_game(f"parlour_{key}(players={players},outcomes=20,after={BEGUN.get(key, 0)})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_its_mcts_plays_to_the_end():
    state = dealt("parlour_doce(outcomes=20,after=30)")
    chance = np.random.RandomState(3)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 6, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert sum(played(state, bot.step).returns()) == 0


@pytest.mark.parametrize("key", [key for key in HIDDEN if not parlour.game(key).has_world])
def test_its_search_for_hidden_cards_plays_to_the_end_in_redealt_worlds(key):
    state = dealt(f"parlour_{key}(outcomes=20,after={BEGUN.get(key, 20)})")
    chance = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game=state.get_game(), evaluator=evaluator, uct_c=4.0, max_simulations=3, random_state=chance)
    assert sum(played(state, bot.step).returns()) == 0


def test_its_alpha_beta_plays_a_shortened_doce_without_chance():
    state = pyspiel.load_game("parlour_doce(seed=5,after=85)").new_initial_state()
    assert state.get_game().get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert not state.is_terminal()

    def best(now):
        me = now.current_player()
        return minimax.alpha_beta_search(now.get_game(), state=now, value_function=lambda _: 0.0, maximum_depth=2,
                                         maximizing_player_id=me)[1]  # fmt: skip

    assert sorted(played(state, best).returns()) in ([-1.0, 1.0], [0.0, 0.0])


@pytest.mark.parametrize("key", HIDDEN)
def test_a_redealt_world_is_the_same_for_who_knows_it_and_another_for_the_rest(key):
    state = dealt(f"parlour_{key}(players=3,outcomes=20,after=9)")
    me = state.current_player()
    others = [seat for seat in range(3) if seat != me]
    worlds = [state.resample_from_infostate(me, np.random.RandomState(n).random_sample) for n in range(8)]
    for world in worlds:
        assert world.current_player() == me
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string(me) == state.information_state_string(me)
        assert world.information_state_tensor(me) == state.information_state_tensor(me)
        assert world.observation_tensor(me) == state.observation_tensor(me)
        assert sum(played(world, at_random()).returns()) == 0
    if not parlour.game(key).has_world:  # where few cards are held the others may hold the same
        worlds = [state.resample_from_infostate(me, np.random.RandomState(n).random_sample) for n in range(8)]
        assert len({world.observation_tensor(seat).__str__() for world in worlds for seat in others}) > len(others)


def test_a_state_comes_back_whole_from_text_and_a_copy_goes_its_own_way():
    state = dealt("parlour_dokitto(players=4,outcomes=20)")
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(again) == str(state)
    twin = state.clone()
    before = str(state)
    assert played(twin, at_random()).is_terminal()
    assert str(state) == before
    assert game.num_players() == 4
    for seat in range(4):
        assert again.information_state_string(seat) == state.information_state_string(seat)


def test_moves_after_which_cards_are_dealt_wait_for_chance():
    """The last card of a round of Dokitto is played when it is known how the next one is dealt."""
    state = dealt("parlour_dokitto(outcomes=7)")
    choose, waited = at_random(), set()
    while not state.is_terminal():
        if state.is_chance_node():
            assert len(state.chance_outcomes()) == 7
            ends = [state.child(outcome) for outcome in range(7)]
            assert not any(end.is_chance_node() for end in ends)
            waited.add(len({str(end) for end in ends}))
            state = ends[2]
        else:
            state.apply_action(choose(state))
    assert waited == {7}


def test_what_a_seat_is_told_names_its_numbers_and_options_reach_the_table():
    game = pyspiel.load_game("parlour_dokitto(players=3,outcomes=20,table=first_lead:1)")
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 1
    observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=True), {})
    assert game.information_state_tensor_size() > game.observation_tensor_size()
    assert observer is not None
    view = state.observation_string(1)
    assert '"hand":[' in view
    assert view != state.observation_string(2)
    with pytest.raises(parlour.BadSetup):
        parlour.lab.open_spiel.SpielGame.__subclasses__()[0]({"players": 99})

"""What bots know of single games: habits that a person would call sensible, and beliefs that follow from what was played."""

import random
from collections import Counter

import numpy as np
import pytest

import parlour
from parlour.bots import LEVELS, bot
from parlour.bots.levels import knowledge, level
from parlour.core.state import State
from parlour.core.stream import rewind
from parlour.games.ion import bots as ion_knows
from parlour.games.ion.cards import BY_ID
from parlour.games.westvan.bots import sensible
from parlour.games.westvan.bots.belief import believe
from parlour.games.westvan.bots.worth import expected
from parlour.games.westvan.cards import CHARACTERS, DISLIKES, LIKES, NUMBER
from parlour.games.westvan.scoring import begin_melt, lay_on
from parlour.lab.arena import next_to_move

ION, WESTVAN = parlour.game("ion"), parlour.game("westvan")


def with_flight(seed, cone, scoop):
    """A first day where seat 1 has started a melt with these."""
    match = WESTVAN.new(3, seed=seed)
    state = match.state
    lay_on(state, begin_melt(state, 1, NUMBER[cone]), NUMBER[scoop])
    return state


def imagined(state, seat, count):
    """Characters of seat 1 as the seat imagines them."""
    found = Counter()
    for n in range(count):
        twin: State = state.copy()
        twin.records["key"] = np.random.default_rng(n).integers(0, 2**32, 8, np.uint32)
        rewind(twin)
        believe(twin, seat, knowledge("westvan").numbers())
        found[twin.taste[1]] += 1
        assert len({twin.taste[s] for s in range(3)}) == 3
        assert twin.taste[seat] == state.taste[seat]
    return found


def test_who_starts_a_melt_probably_likes_it():
    state = with_flight(3, "cup", "mango")
    found = imagined(state, 0, 400)
    both, like = 1 << NUMBER["cup"] | 1 << NUMBER["mango"], []
    for taste in range(len(CHARACTERS)):
        if taste == state.taste[0]:
            assert found[taste] == 0
        elif LIKES[taste] & both == both:
            like.append(found[taste])
        elif DISLIKES[taste] & both:
            assert found[taste] < 20
    assert like
    assert min(like) > 400 / 18 * 2


def test_a_swap_makes_a_flight_tell_nothing():
    state = with_flight(3, "cup", "mango")
    state.tastes_seen[1] |= 1 << 2
    assert max(imagined(state, 0, 400).values()) < 400 / 17 * 2


def test_a_belief_never_looks_at_the_true_character():
    state = with_flight(3, "cup", "mango")
    other = state.copy()
    other.taste[1], other.taste[2] = state.taste[2], state.taste[1]
    assert imagined(state, 0, 50) == imagined(other, 0, 50)


def looked_at(state, seat):
    """The moves that a bot thinks about, of those that are legal."""
    legal = WESTVAN.legal(state, seat)
    moves = list(legal)
    count = sensible(state, seat, moves, len(legal), knowledge("westvan").numbers())
    assert set(moves[:count]) <= set(legal)
    return [WESTVAN.move(number) for number in moves[:count]], [WESTVAN.move(number) for number in legal]


def test_nobody_thinks_of_spoiling_the_own_ice_cream_or_of_giving_the_best_card_away():
    chance, spared, kept = random.Random(1), 0, 0
    for seed in range(20):
        match = WESTVAN.new(4, seed=seed)
        while match.state.day == 1:
            (seat,) = match.awaited
            view = match.view(seat)
            likes, dislikes = view.characters[seat].likes, view.characters[seat].dislikes
            thought_of, legal = looked_at(match.state, seat)
            assert thought_of
            for move in thought_of:
                match type(move).__name__:
                    case "Scoop" | "Top" if move.seat == seat and view.flights[seat][move.melt].worth:
                        assert getattr(move, "scoop", getattr(move, "topping", "")) not in dislikes
                    case "Give" | "Discard" if move.card in likes:
                        assert not any(other.card in dislikes for other in legal)
                        kept += 1
            spared += len(legal) - len(thought_of)
            match.play(seat, chance.choice(thought_of))
    assert spared > 100
    assert kept


def test_a_melt_is_worth_more_to_whom_it_is_for():
    weights = knowledge("westvan").numbers()
    state = with_flight(3, "cup", "mango")
    before = {}
    for taste in range(len(CHARACTERS)):
        state.taste[1] = taste
        before[taste] = expected(state, 1, 0.5, weights)
    both = 1 << NUMBER["cup"] | 1 << NUMBER["mango"]
    like = [taste for taste in before if LIKES[taste] & both == both]
    dislike = [taste for taste in before if DISLIKES[taste] & both]
    assert min(before[taste] for taste in like) > max(before[taste] for taste in dislike)


@pytest.mark.parametrize("game", parlour.games(), ids=lambda game: game.key)
def test_a_level_changes_only_weights_that_the_game_has(game):
    known = knowledge(game.key)
    for own in known.levels.values():
        changed = dict(zip(known.weights, known.numbers(own.weights), strict=True))
        assert changed == known.weights | own.weights


def test_a_study_may_change_the_weights():
    game = parlour.game("dokitto")
    match = game.new(4, seed=1)
    (seat,) = match.awaited
    habits = {}
    for name, weights in (("casual", {}), ("casual", {"greed": -5.0}), ("club", {})):
        player = bot("dokitto", name, seed=1, weights=weights)
        habits[name, *weights] = [player.first_thought(game, match.state, seat, n) for n in range(60)]
    assert habits["casual", "greed"] != habits[("casual",)] == habits[("club",)]


def test_readiness_orders_the_hand():
    """Dots before attacks before Block and Shift before jokers; attacks first when the next player is nearly out."""
    weights = knowledge("ion").numbers()

    def of(card, strike=0.0):
        return ion_knows.readiness(BY_ID[card], strike, weights)

    assert of("d12a") > of("PUN11") > of("BLK12") > of("JOK1")
    assert of("SHF12") > of("DJK1")
    assert of("PUN11", weights[ion_knows.STRIKE]) > of("d12a")


@pytest.mark.parametrize("name", LEVELS)
def test_reactions_stay_within_the_ledger(name):
    """ION 3.1: medians from 1100 to 2600 ms, and time for every card."""
    assert 1100 <= level("ion", name).reaction <= 2600
    match, chance = ION.new(4, seed=1), random.Random(2)
    player = bot("ion", name, seed=1)
    times = sorted(player.reaction(ION, match.state, 0, chance) for _ in range(401))
    assert times[200] == pytest.approx(level("ion", name).reaction + 60 * 7, rel=0.1)


def test_higher_levels_are_quicker():
    reactions = [level("ion", name).reaction for name in LEVELS]
    assert reactions == sorted(reactions, reverse=True)


def test_in_a_race_the_quick_come_first():
    match = ION.new(4, seed=1)

    class Timed:
        def __init__(self, ms):
            self.ms = ms

        def reaction(self, game, state, seat, chance):
            return self.ms

    class Racing:
        def race(self, state):
            return True

    bots = [Timed(9), Timed(3), Timed(1), Timed(5)]
    assert next_to_move(Racing(), match.state, (0, 1, 3), bots, random.Random(1)) == 1

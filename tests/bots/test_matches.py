"""Whole matches of bots: every game, every number of players, every kind of bot."""

import os
import random

import pytest

import parlour
from parlour.bots import LEVELS, bot, from_view, seen_by

TABLES = [(game.key, players) for game in parlour.games() for players in game.seats]


def play(match, bots, seed=0, longest=3000):
    chance = random.Random(seed)
    while match.acting and len(match.entries) < longest:
        seat = chance.choice(getattr(match, "awaited", match.acting))
        state = seen_by(match.game, match.state, seat, chance.getrandbits(60))
        # Match.play refuses what is not legal.
        match.play(seat, bots[seat].choose(match.game, state, seat))
        assert bots[seat].why().strip()
    return match


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_bots_play_whole_matches_without_an_illegal_move(key, players):
    kinds = [*LEVELS, "plain", "random"]
    random.Random(players).shuffle(kinds)
    bots = [bot(key, kinds[seat % 6], seed=seat, simulations=12, seconds=None) for seat in range(players)]
    game = parlour.game(key)
    # Physics takes its time: a game with a world is played to its end only where that is asked for.
    longest = 3000 if type(game).world is parlour.Game.world or os.environ.get("PARLOUR_LONG") else 12
    match = play(game.new(players, seed=players), bots, longest=longest)
    assert match.over or len(match.entries) >= longest == 12


def test_the_same_seeds_play_the_same_match():
    def moves():
        bots = [bot("dokitto", "club", seed=seat, simulations=30) for seat in range(3)]
        return [entry.move for entry in play(parlour.game("dokitto").new(3, seed=4), bots).entries]

    assert moves() == moves()


def test_a_function_of_a_view_plays_as_a_bot():
    def highest(view, moves):
        """I always play my last card."""
        assert view.hand_sizes
        return moves[-1]

    def first_card(view):
        return view.hand[0] if not view.choosing and view.trick is None else 0

    mine = from_view(highest)
    match = play(parlour.game("dokitto").new(2, seed=2), [mine, bot("dokitto", "random", seed=1)])
    assert match.over
    assert mine.why() == "I always play my last card."
    assert mine.name == "highest"
    fresh = parlour.game("dokitto").new(2, seed=2)
    seat = fresh.acting[0]
    number = from_view(first_card).choose(fresh.game, fresh.state, seat)
    assert fresh.game.move(number).card == fresh.view(seat).hand[0]


def test_an_unknown_level_is_answered_with_the_known_ones():
    with pytest.raises(parlour.BadSetup, match="Did you mean master"):
        bot("doce", "mater")
    with pytest.raises(parlour.UnknownGame):
        bot("chess")


def test_a_pause_does_not_depend_on_the_position():
    player = bot("doce", "beginner", seed=1)
    assert all(0.5 < player.pause() < 2.5 for _ in range(50))

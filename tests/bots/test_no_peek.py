"""A bot's choice depends on nothing that its seat cannot know."""

import random

import pytest

import parlour
from parlour.bots import LEVELS, bot, seen_by

KINDS = (*LEVELS, "plain")
GAMES = [game.key for game in parlour.games()]


def positions(key, count, seed):
    """Matches at random moments, with a seat to act."""
    game, chance = parlour.game(key), random.Random(seed)
    # Physics takes its time.
    most = 60 if type(game).world is parlour.Game.world else 4
    while count:
        match = game.new(chance.choice(list(game.seats)), seed=chance.randrange(10**6))
        for _ in range(chance.randrange(most)):
            if match.acting:
                seat = chance.choice(match.acting)
                match.play(seat, chance.choice(game.legal(match.state, seat)))
        if match.acting:
            yield match, chance.choice(match.acting)
            count -= 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", GAMES)
def test_what_a_seat_cannot_know_does_not_change_its_choice(key, kind):
    game = parlour.game(key).rehearsal()
    for match, seat in positions(key, 4, 11):
        choices, reasons, hidden = set(), set(), set()
        for seed in range(3):
            # The true record is redealt first: all that the seat cannot know is exchanged.
            state = seen_by(game, seen_by(game, match.state, seat, seed), seat, 100 + seed)
            player = bot(key, kind, seed=5, simulations=60, seconds=None)
            choices.add(player.choose(game, state, seat))
            reasons.add(player.why())
            hidden.add(bytes(state))
        assert len(hidden) == 3
        assert len(choices) == len(reasons) == 1


@pytest.mark.parametrize("key", GAMES)
def test_what_a_bot_is_handed_keeps_the_view_and_exchanges_the_stream(key):
    game = parlour.game(key).rehearsal()
    for match, seat in positions(key, 6, 3):
        handed = seen_by(game, match.state, seat, 1)
        assert game.view(handed, seat) == match.view(seat)
        assert not (handed.records["key"] == match.state.records["key"]).all()


def test_a_redealt_record_really_holds_other_cards():
    game = parlour.game("dokitto")
    match = game.new(4, seed=1)
    seat = match.acting[0]
    hands = {tuple(map(tuple, seen_by(game, match.state, seat, s).records["hand"][0].tolist())) for s in range(8)}
    assert len(hands) == 8
    assert len({hand[seat] for hand in hands}) == 1

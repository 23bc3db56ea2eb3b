"""Mistakes that people make: a level overlooks and misjudges, but what lies before everybody's eyes it sees."""

from collections import Counter

import pytest

import parlour
from parlour.bots import LEVELS, bot, seen_by
from parlour.bots.levels import level
from parlour.games.ion.cards import DECK
from parlour.games.ion.position import arrange, cards_in

ION, DOKITTO = parlour.game("ion"), parlour.game("dokitto")
DOCE = parlour.game("doce")
OFTEN = 60


def chosen(match, seat, key, name, often=OFTEN, **changes):
    """What a level does in one position, again and again."""
    player = bot(key, name, seed=5, seconds=None, **{"simulations": 60} | changes)
    made = (player.choose(match.game, seen_by(match.game, match.state, seat, n), seat) for n in range(often))
    return Counter(match.game.text(match.game.move(number), seat) for number in made)


def race(hand):
    """Somebody else's Tick-Tack with a 3 and a 4, and this hand."""
    deck = [DECK[card] for card in cards_in(ION.new(3, 0).state.deck)]
    match = ION.position(arrange(["TIC34 d12a", hand, "d13a d45a"], "d35a", "", deck=deck), seed=1)
    match.play(0, "TIC34")
    return match


@pytest.mark.parametrize("name", LEVELS)
def test_nobody_slaps_a_card_that_is_far_from_fitting(name):
    assert set(chosen(race("d16a d16b PUN11 BLK66 d12b"), 1, "ion", name, overlook=0.0)) == {"stay"}
    far = chosen(race("d16a d16b PUN11"), 1, "ion", name)
    assert set(far) == {"stay"}, "no number of theirs is next to 3 or 4"


@pytest.mark.parametrize("name", LEVELS)
def test_only_beginners_and_casuals_take_a_card_that_nearly_fits_for_one_that_does(name):
    near = chosen(race("d25a d16a d16b"), 1, "ion", name, often=120)
    assert set(near) <= {"stay", "slap d25a"}
    assert (near["slap d25a"] > 0) == (level("ion", name).overlook > 0)
    assert near["stay"] > 90
    if name in ("club", "master"):
        assert level("ion", name).overlook == 0


@pytest.mark.parametrize("name", LEVELS)
def test_a_card_that_fits_is_slapped_more_often_than_not(name):
    made = chosen(race("d36a d16a d16b"), 1, "ion", name)
    assert set(made) <= {"stay", "slap d36a"}
    assert made["slap d36a"] > OFTEN / 2


def test_without_a_thought_a_number_is_called_that_the_hand_shows():
    deck = [DECK[card] for card in cards_in(ION.new(2, 0).state.deck)]
    match = ION.position(arrange(["DJK1 d25a d25b", "d13a d16a d34a"], "d35a", "", deck=deck), seed=1)
    match.play(0, "DJK1")
    assert set(chosen(match, 0, "ion", "beginner", often=30, wild=1.0)) == {"call 2", "call 5"}


def test_without_a_thought_who_plays_last_with_a_full_cone_leaves_the_trick_to_others():
    position = {
        "players": 2,
        "flavours": "SCM",
        "hands": [["S7", "C2", "M3"], ["S2", "S9", "S12"]],
        "cones": [[], ["C", "M", "M"]],
        "stacks": {"S": ["star", "plain", "plain"], "C": ["star", "plain"], "M": ["star"]},
        "past": [{"leader": 0, "cards": cards} for cards in (["C3", "C4"], ["M4", "M5"], ["M6", "M8"])],
        "leader": 0,
    }
    match = DOKITTO.position(position, seed=1)
    match.play(0, "S7")
    assert set(chosen(match, 1, "dokitto", "beginner", wild=1.0)) == {"S2"}


@pytest.mark.parametrize("name", LEVELS)
def test_a_line_that_can_be_completed_is_completed(name):
    board = {"a1": "W3", "b1": "W3", "c1": "W3", "a5": "B1", "c5": "B6", "e5": "B1"}
    match = DOCE.position({"to_move": 0, "board": board, "marks": ["a1", "e5"]}, seed=1)
    assert set(chosen(match, 0, "doce", name, often=20, simulations=500)) == {"W3@d1"}


def test_a_beginner_overlooks_a_line_of_the_other_now_and_then_and_a_club_does_not():
    board = {"a1": "B3", "b1": "B3", "c1": "B3", "a5": "W1", "c5": "W6", "e4": "W1"}
    match = DOCE.position({"to_move": 0, "board": board, "marks": ["e4", "a1"]}, seed=1)

    def answered(name):
        made = chosen(match, 0, "doce", name, often=40, simulations=500)
        return sum(count for text, count in made.items() if text.endswith("d1"))

    assert 10 < answered("beginner") < 40
    assert answered("beginner") < answered("casual") <= 40
    assert answered("club") == 40


def test_bots_of_ion_say_something_about_their_move():
    """A sentence about the card, not about how many moves were weighed."""
    match, said = ION.new(3, seed=4), Counter()
    players = [bot("ion", "club", seed=seat, simulations=20) for seat in range(3)]
    while match.acting and len(match.entries) < 150:
        seat = match.awaited[0]
        match.play(seat, players[seat].choose(ION, seen_by(ION, match.state, seat, 1), seat))
        said[players[seat].why()] += 1
    assert not [reason for reason in said if "weighed" in reason]
    assert len(said) > 5

"""Golf: its rules, shown."""

from __future__ import annotations

from typing import Any

import pytest
from golf import GAME
from positions import FOUR, START

import parlour
from parlour.testing import kit, rule


def at(**more: Any) -> parlour.Match:
    return GAME.position(START | more, seed=1)


@rule("GOL-1", "GOL-2")
@pytest.mark.parametrize("players", GAME.seats)
def test_four_cards_each_of_which_two_are_known_and_one_lies_open(players: int) -> None:
    match = GAME.new(players, seed=1)
    for seat in range(players):
        own = match.view(seat).cards[seat]
        assert all(own[:2])
        assert own[2:] == [0, 0]
        assert match.view(seat).deck == 52 - 4 * players - 1
    assert match.view(None).cards == [[0] * 4] * players
    assert 1 <= match.view(None).top <= 13


@rule("GOL-3", "GOL-4")
def test_the_open_card_takes_a_place_and_what_lay_there_is_open() -> None:
    match = at()
    with pytest.raises(parlour.Refused, match="GOL-3"):
        match.play(0, "swap 1")
    match.play(0, "take")
    with pytest.raises(parlour.Refused, match="GOL-4"):
        match.play(0, "draw")
    match.play(0, "swap 3")
    assert match.view(0).top == 12
    assert match.view(0).cards[0] == [9, 2, 3, 0]
    assert match.acting == (1,)


@rule("GOL-5")
def test_what_was_drawn_may_be_discarded_what_was_taken_may_not() -> None:
    match = at(held=11, drawn=True)
    match.play(0, "discard")
    assert match.view(0).top == 11
    with pytest.raises(parlour.Refused, match="GOL-5"):
        at(top=0, held=3).play(0, "discard")


@rule("GOL-6", "GOL-7")
def test_after_a_knock_everybody_else_has_one_more_turn() -> None:
    match = GAME.position(FOUR, seed=1)
    match.play(0, "knock")
    with pytest.raises(parlour.Refused, match="GOL-6"):
        match.play(1, "knock")
    for seat in (1, 2, 3):
        assert match.acting == (seat,)
        match.play(seat, "draw")
        match.play(seat, "discard")
    assert match.over


@rule("GOL-7")
def test_eight_turns_each_are_the_most() -> None:
    match = at(turns=[7, 7])
    for seat in (0, 1):
        match.play(seat, "take")
        match.play(seat, "swap 1")
    assert match.over


@rule("GOL-8")
def test_the_lowest_sum_wins_a_13_counts_nothing_and_equal_sums_share() -> None:
    match = at(cards=[[13, 13, 1, 2], [3, 12, 12, 1]], knocked=0, turn=1, turns=[1, 0])
    match.play(1, "take")
    match.play(1, "swap 2")
    assert match.view(None).sums == [3, 19]
    assert match.outcome is not None
    assert match.outcome.scores == [45, 29]
    assert match.outcome.winners == [0]
    even = at(cards=[[13, 1, 2, 2], [3, 12, 13, 13]], top=2, knocked=0, turn=1, turns=[1, 0])
    even.play(1, "take")
    even.play(1, "swap 2")
    assert even.outcome is not None
    assert even.outcome.winners == [0, 1]


@rule("GOL-9")
def test_a_card_from_the_deck_is_its_owners_secret_an_open_one_everybodys() -> None:
    match = at(held=11, drawn=True)
    assert match.view(0).held == 11
    assert match.view(1).held == match.view(None).held == 0
    match.play(0, "swap 4")
    assert match.view(0).cards[0] == [9, 2, 0, 11]
    assert match.view(1).cards[0] == [0, 0, 0, 0]
    match.play(1, "take")
    assert match.view(0).held == match.view(None).held == 13
    match.play(1, "swap 1")
    assert match.view(0).cards[1] == match.view(None).cards[1] == [13, 0, 0, 0]


@rule("GOL-R1")
def test_chance_or_the_table_says_who_begins() -> None:
    assert {GAME.new(2, seed=seed).acting for seed in range(20)} == {(0,), (1,)}
    assert GAME.new(2, seed=1, first=1).acting == (1,)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"cards": [[1, 2, 3], [5, 6, 7, 8]]}, "four cards"),
        ({"cards": [[3, 3, 3, 3], [5, 6, 7, 8]]}, "only 4 cards"),
        ({"turn": 2}, "a seat"),
        ({"top": 14}, "1 to 13"),
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.BadPosition, match=says):
        at(**wrong)


def test_whole_matches_keep_their_invariants() -> None:
    for seed in range(5):
        assert kit.played(GAME, 3, seed=seed).over

"""Template: its rules, shown."""

from __future__ import annotations

import pytest

import parlour
from parlour.lab.template import GAME
from parlour.testing import kit, positions, rule

at = positions(__file__).at


@rule("TPL-1", "TPL-2", "TPL-6")
@pytest.mark.parametrize("players", GAME.seats)
def test_everybody_draws_three_of_48_cards_and_sees_only_these(players: int) -> None:
    match = GAME.new(players, seed=1)
    for seat in range(players):
        view = match.view(seat)
        assert len(view.hand) == 3
        assert view.deck == 48 - 3 * players
    assert match.view(None).hand == []


@rule("TPL-3", "TPL-4")
def test_a_card_is_laid_and_another_drawn_except_after_the_fourth() -> None:
    match = GAME.position(at([6, 11, 12], [], 0), seed=1)
    with pytest.raises(parlour.Refused, match="TPL-3"):
        match.play(0, "7")
    match.play(0, "12")
    assert match.view(0).laid[0] == [12]
    assert match.view(0).hand_sizes[0] == 3
    assert match.acting == (1,)
    last = GAME.position(at([6, 12, 12], [6, 6, 12], 4), seed=1)
    last.play(0, "12")
    assert last.view(0).hand == [6, 12]


@rule("TPL-5")
def test_the_highest_sum_wins_and_equal_sums_share() -> None:
    shared = 0
    for seed in range(60):
        outcome = kit.played(GAME, GAME.seats[0], seed=seed).outcome
        assert outcome is not None
        assert outcome.winners == [seat for seat, sum_ in enumerate(outcome.scores) if sum_ == max(outcome.scores)]
        shared += len(outcome.winners) > 1
    assert shared


@rule("TPL-R1")
def test_chance_or_the_table_says_who_begins() -> None:
    first = GAME.seats[0]
    assert {GAME.new(first, seed=seed).acting for seed in range(60)} == {(seat,) for seat in range(first)}
    assert GAME.new(first, seed=1, first=1).acting == (1,)

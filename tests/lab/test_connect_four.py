"""Connect Four, the template: its rules, shown."""

from __future__ import annotations

import pytest

import parlour
from parlour.lab.connect_four import GAME
from parlour.testing import kit, rule


def played(moves: str) -> parlour.Match:
    match = GAME.new(seed=1)
    for column in moves:
        match.play(match.acting[0], column)
    return match


@rule("CON-1", "CON-2", "CON-6")
def test_an_empty_board_and_seat_0_begins() -> None:
    match = played("")
    assert match.view().rows == ["." * 7] * 6
    assert match.acting == (0,)
    assert played("4").acting == (1,)
    assert match.view(0).rows == match.view(1).rows


@rule("CON-3")
def test_stones_fall_and_a_full_column_is_refused() -> None:
    match = played("444444")
    assert [row[3] for row in match.view().rows] == list("oxoxox")
    with pytest.raises(parlour.Refused, match="CON-3"):
        match.play(0, "4")
    for nonsense in ("8", "0", "x", "", "-1", "½"):
        with pytest.raises(parlour.BadMove):
            match.play(0, nonsense)


@rule("CON-4")
@pytest.mark.parametrize("moves", ["1213141", "1122334", "12234334544", "76655454744"])
def test_four_in_a_line_win_in_every_direction(moves: str) -> None:
    match = played(moves)
    assert match.outcome is not None
    assert match.outcome.winners == [(len(moves) - 1) % 2]


@rule("CON-5")
def test_a_full_board_is_a_draw() -> None:
    full = 0
    for seed in range(400):
        for match, _ in kit.play_through(GAME, 2, seed):
            pass
        assert match.outcome is not None
        if match.outcome.reason == "the board is full":
            full += 1
            assert match.outcome.winners == [0, 1]
            assert len(match.entries) == 42
    assert full

"""Connect Four, the template: its rules, shown."""

from __future__ import annotations

import pytest

import parlour
from parlour.lab.connect_four import GAME
from parlour.testing import rule


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
    batch = GAME.batch(4000, seed=1)
    moves = batch.play_out()
    scores, won = batch.scores()
    drawn = won == 3
    assert drawn.any()
    assert (moves[drawn] == 42).all()
    assert (scores[drawn] == 1).all()
    assert (scores[~drawn].sum(axis=1) == 1).all()

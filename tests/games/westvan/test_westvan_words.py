"""West Van Soft: moves as people write them, and why a move is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import parlour
from parlour.games.westvan import rules
from parlour.testing import rule

WESTVAN = parlour.game("westvan")
Scene = Callable[..., parlour.Match]


def test_every_number_is_a_text_and_back_from_every_seat() -> None:
    for number in range(rules.ACTIONS):
        move = WESTVAN.move(number)
        assert WESTVAN.number(move) == number
        for seat in range(6):
            assert WESTVAN.number(WESTVAN.parse(WESTVAN.text(move, seat), seat)) == number
    assert len({WESTVAN.text(WESTVAN.move(number), 2) for number in range(rules.ACTIONS)}) == rules.ACTIONS


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("START Waffle + Mint", "start waffle+mint"),
        ("start waffle cone mint chip", "start waffle+mint"),
        ("start a waffle cone with mint", "start waffle+mint"),
        ("new melt paper cup and lemon sorbet", "start cup+lemon"),
        ("scoop mango onto my melt 2", "scoop mango on own 2nd melt"),
        ("scoop Maple walnut on seat 3's 2nd melt", "scoop maple on seat 3's 2nd melt"),
        ("put cherry on p3 1st", "top cherry on seat 3's 1st melt"),
        ("top straw on own 1st melt", None),
        ("top hot fudge on own #5", "top fudge on own 5th melt"),
        ("scoop mango on seat 0's 1st melt", "scoop mango on own 1st melt"),
        ("scoop mango", None),
        ("scoop mango on 2nd melt", None),
        ("scoop mango on own 6th melt", None),
        ("scoop mango on seat 6's 1st melt", None),
        ("give lemon sorbet", "give lemon"),
        ("hand straw", "give strawberry"),
        ("give freezer burn", "give burn"),
        ("give budge", None),
        ("throw cup", "discard cup"),
        ("keep freezer burn", "keep burn"),
        ("swap 2 and 1", "swap 1 2"),
        ("swap 1 1", None),
        ("swap 1", None),
        ("dog keep freezer burn", "dog keep"),
        ("dog", None),
        ("whose turn is it?", "ask"),
        ("ask", "ask"),
        ("pass", "pass"),
        ("give w", None),
        ("start mint+waffle", None),
        ("", None),
        ("banana", None),
    ],
)
def test_texts_are_read_kindly(written: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(parlour.BadMove, match=r"\.$"):
            WESTVAN.parse(written, 0)
    else:
        assert WESTVAN.text(WESTVAN.parse(written, 0), 0) == meant


def test_errors_say_how_seats_are_numbered() -> None:
    for text in ("banana", "scoop mango", "scoop mango on seat 9's 1st melt"):
        with pytest.raises(parlour.BadMove, match="numbered from 0"):
            WESTVAN.parse(text, 0)


@rule("WVS-13", "WVS-15", "WVS-20", "WVS-27", "WVS-28", "WVS-29", "WVS-37", "WVS-39")
def test_refusals_name_the_rule_and_the_cards(scene: Scene) -> None:
    match = scene(["cup mint lemon", None, None], flights={1: ["waffle mango"], 2: ["sugar vanilla whip"]})
    for text, id, words in (
        ("start waffle+mint", "WVS-27", "Waffle cone"),
        ("scoop tiger on seat 1's 1st melt", "WVS-28", "Tiger tail is not in your freezer."),
        ("scoop mint on seat 1's 2nd melt", "WVS-28", "no 2nd melt"),
        ("scoop mint on own 5th melt", "WVS-28", "Your flight has no 5th melt."),
        ("scoop mint on seat 4's 1st melt", "WVS-28", "seats 0 to 2"),
        ("scoop mint on seat 2's 1st melt", "WVS-13", "open: seat 1's 1st."),
        ("top cherry on seat 1's 1st melt", "WVS-29", "Cherry is not in your freezer."),
        ("give mint", "WVS-15", "First play a card or pass."),
        ("keep mint", "WVS-20", "opening turn"),
        ("swap 0 1", "WVS-39", "Change of tastes"),
        ("dog keep", "WVS-37", "dog"),
    ):
        refusal = match.why_not(0, text)
        assert refusal is not None
        assert (refusal.rule, words in refusal.sentence) == (id, True), refusal
    assert match.why_not(0, "start cup+mint") is None
    waiting = match.why_not(1, "pass")
    assert waiting is not None
    assert waiting.rule == "WVS-15"


def test_the_log_tells_each_seat_its_own_story(scene: Scene) -> None:
    match = scene(["cup mint lemon", None, None], flights={1: ["waffle mango"]})
    match.play(0, "scoop mint on seat 1's 1st melt")
    match.play(0, "give lemon")
    assert "Player 1 scoops Mint chip onto Player 2's 1st melt." in match.log()
    assert "Player 1 hands Player 2 Lemon sorbet. Only these two know." in match.log(1)
    assert "Player 1 hands Player 2 a card." in match.log(2)

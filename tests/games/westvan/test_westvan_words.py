"""West Van Soft: moves as people write them, and why a move is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import parlour
from parlour.core import registry
from parlour.core.words import ENGLISH, languages
from parlour.games.westvan import rules, terminal
from parlour.games.westvan.cards import CARDS, NUMBER
from parlour.tables.redactor import offer
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
        ("scoop Maple walnut on player 3's 2nd melt", "scoop maple on player 3's 2nd melt"),
        ("put cherry on p3 1st", "top cherry on player 4's 1st melt"),
        ("put cherry on seat 3's 1st", "top cherry on player 4's 1st melt"),
        ("top straw on own 1st melt", None),
        ("top hot fudge on own #5", "top fudge on own 5th melt"),
        ("scoop mango on player 1's 1st melt", "scoop mango on own 1st melt"),
        ("scoop mango on player 0's 1st melt", None),
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
        ("swap 2 and 1", "swap player 2 and player 3"),
        ("swap players 3 and 1", "swap player 1 and player 3"),
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


def test_errors_show_how_players_are_written() -> None:
    for text in ("banana", "scoop mango", "scoop mango on player 9's 1st melt"):
        with pytest.raises(parlour.BadMove, match=r"player 3's 1st melt|from 1 to 6"):
            WESTVAN.parse(text, 0)


@rule("WVS-13", "WVS-15", "WVS-20", "WVS-27", "WVS-28", "WVS-29", "WVS-37", "WVS-39")
def test_refusals_name_the_rule_and_the_cards(scene: Scene) -> None:
    match = scene(["cup mint lemon", None, None], flights={1: ["waffle mango"], 2: ["sugar vanilla whip"]})
    match.names[:] = ["Ada", "Ben", "Cleo"]
    for text, id, words in (
        ("start waffle+mint", "WVS-27", "Waffle cone"),
        ("scoop tiger on seat 1's 1st melt", "WVS-28", "Tiger tail is not in your freezer."),
        ("scoop mint on seat 1's 2nd melt", "WVS-28", "Ben's flight has no 2nd melt; open: Ben's 1st."),
        ("scoop mint on own 5th melt", "WVS-28", "Your flight has no 5th melt; open: Ben's 1st."),
        ("scoop mint on seat 4's 1st melt", "WVS-28", "There is no Player 5 at this table."),
        ("scoop mint on seat 2's 1st melt", "WVS-13", "open: Ben's 1st."),
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
    assert waiting.sentence == "It is not Ben's turn: Ada must act."


@rule("WVS-15", "WVS-24", "WVS-27", "WVS-28", "WVS-32", "WVS-45")
def test_a_refusal_says_what_is_really_missing(scene: Scene) -> None:
    flights = {1: ["waffle mango"]}
    for freezer, text, words in (
        ("cup cherry", "start cup+vanilla", "You hold no scoop to start with."),
        ("mint cherry", "start cup+mint", "You hold no cone to start with."),
        ("cup mint cherry", "start cup+vanilla", "Vanilla must come from your own freezer."),
    ):
        refusal = scene([freezer, None, None], flights=flights).why_not(0, text)
        assert refusal is not None
        assert (refusal.rule, refusal.sentence) == ("WVS-27", words)
    shut = scene(["mint cherry", None, None], flights={1: ["waffle mango whip"]}).why_not(0, "scoop mint on own 4th melt")
    assert shut is not None
    assert shut.sentence == "No melt is open now. Start one with a cone and a scoop, or pass."
    burnt = scene(["mint", None, None], turn="opening", phase="keep", tray="burn vanilla").why_not(0, "pass")
    assert burnt is not None
    assert burnt.sentence == "You are drawing: first keep Freezer burn."
    losing = scene(["mint lemon", None, None], phase="lose", options={"sommelier": True})
    losing.names[:] = ["Ada", "Ben", "Cleo"]
    for seat, text, words in (
        (0, "pass", "You have had your play of this turn. Now give a card to Ben."),
        (1, "pass", "It is Ada's turn. You may only ask whose turn it is."),
    ):
        refusal = losing.why_not(seat, text)
        assert refusal is not None
        assert refusal.sentence == words
    losing.play(1, "ask")
    once, waits = losing.why_not(1, "ask"), losing.why_not(1, "pass")
    assert once is not None
    assert waits is not None
    assert (once.rule, once.sentence) == ("WVS-R26", "You have asked today already. One question a day.")
    assert waits.sentence == "It is not Ben's turn: Ada must act."


def test_the_log_tells_each_seat_its_own_story(scene: Scene) -> None:
    match = scene(["cup mint lemon", None, None], flights={1: ["waffle mango"]})
    match.play(0, "scoop mint on seat 1's 1st melt")
    match.play(0, "give lemon")
    assert "Player 1 scoops Mint chip onto Player 2's 1st melt." in match.log()
    assert "Player 1 hands Player 2 Lemon sorbet. Only these two know." in match.log(1)
    assert "Player 1 hands Player 2 a card." in match.log(2)


def test_buttons_name_people_in_every_language() -> None:
    names = ["Ada", "Ben", "Cleo"]
    for text, english, german in (
        ("scoop mint on player 2's 1st melt", "Mint chip on Ben's 1st melt", "Minze-Schoko auf das 1. Eis von Ben"),
        ("swap player 1 and player 3", "Ada and Cleo swap", "Ada und Cleo tauschen"),
    ):
        number = WESTVAN.read_move(text, 0)
        assert offer(WESTVAN, 0, number, ENGLISH, names).label == english
        assert offer(WESTVAN, 0, number, registry.words("de"), names).label == german
        assert offer(WESTVAN, 0, number).label == english.replace("Ada", "Player 1").replace("Ben", "Player 2").replace(
            "Cleo", "Player 3"
        )


def test_the_terminal_names_cards_in_every_language_and_says_what_to_type() -> None:
    assert ENGLISH.of(terminal.held("mint", None, 2)) == "[aquamarine3]mint[/][dim]×2[/]"
    for language in languages()[1:]:
        words = registry.words(language)
        name = words.of(CARDS[NUMBER["mint"]].name)
        assert words.of(terminal.face("mint")) == f"[aquamarine3]{name}[/]", language
        assert words.of(terminal.held("mint", None, 2)) == f"[aquamarine3]{name}[/] [dim]mint[/][dim]×2[/]", language

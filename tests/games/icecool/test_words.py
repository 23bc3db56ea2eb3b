"""ICECOOL2 in words: texts, numbers, sentences, positions, the terminal picture."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.games.icecool import GAME, choices, moves, rules
from parlour.games.icecool.moves import Announce, Catcher, End, Flick, MoveFish, Place, Skate
from parlour.testing import kit

REHEARSAL = GAME.rehearsal()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("flick 34.5 power 62 right 0.4 head", Flick(34.5, 62, 0.4, "head")),
        ("catcher 46 53", Catcher(46.0, 53.0)),
        ("announce jump", Announce("jump")),
        ("announce nothing", Announce("nothing")),
        ("place gym", Place("gym")),
        ("move orange fish d3 d1", MoveFish("orange", "D3", "D1")),
        ("skate jump two-doors", Skate("jump", "two-doors")),
        ("end", End()),
    ],
)
def test_every_kind_of_move_has_its_text(text: str, move: moves.Move) -> None:
    assert GAME.parse(text, 0) == move
    assert GAME.text(move, 0) == text
    assert GAME.move(GAME.number(move)) == move


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("34.5 power 62, right 0.4, HEAD", "flick 34.5 power 62 right 0.4 head"),
        ("Flick 90° power 30%", "flick 90.0 power 30"),
        ("Announce two doors", "announce two-doors"),
        ("announce none", "announce nothing"),
        ("place on the Gym", "place gym"),
        ("place HAL", "place hall"),
        ("move the Orange fish from D3 to D1", "move orange fish d3 d1"),
        ("move orange d3 d1", "move orange fish d3 d1"),
        ("skate bounce jump", "skate jump bounce"),
        ("catcher (46, 53)", "catcher 46 53"),
        ("done", "end"),
    ],
)
def test_texts_are_read_tolerantly(loose: str, strict: str) -> None:
    assert GAME.text(GAME.parse(loose, 0), 0) == strict


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "flick 34.5 power 62"),
        ("fly", "flick 34.5 power 62"),
        ("flick", "aim"),
        ("flick 34.55 power 10", "steps of 0.1"),
        ("flick 30 power 101", "1 to 100"),
        ("flick 30 power 50 right 2", "0 to 1"),
        ("place library", "There are classroom"),
        ("move orange fish d8 d1", "no door"),
        ("announce swim", "no task"),
        ("catcher here there", "two numbers"),
        ("catcher 1e400 53", "ICE-10"),
        ("skate jump", "no move"),
    ],
)
def test_a_text_that_is_no_move_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(parlour.BadMove, match=hint):
        GAME.parse(text, 0)


@settings(max_examples=300)
@given(st.integers(0, rules.ACTIONS - 1))
def test_every_number_is_a_move_and_a_text_and_back(number: int) -> None:
    move = GAME.move(number)
    assert GAME.number(move) == number
    text = GAME.text(move, 0)
    assert GAME.number(GAME.parse(text, 0)) == number
    assert msgspec.json.decode(msgspec.json.encode(move), type=type(move)) == move


def test_every_small_number_is_a_move_and_a_text_and_back() -> None:
    for number in range(choices.FLICK):
        assert GAME.number(GAME.parse(GAME.text(GAME.move(number), 0), 0)) == number


def test_every_event_has_words_for_every_seat() -> None:
    kinds = set()
    for seed, options in ((1, {}), (2, {"bluff_announce": True}), (3, {"scoring": "tournament", "fish_deck": "3,2,1"})):
        *_, (match, _) = kit.play_through(REHEARSAL, 3, seed=seed, **options)
        for viewer in (None, 0, 1, 2):
            for event in match.events(viewer):
                kinds.add(event["kind"])
                sentence = REHEARSAL.sentence(event, match.names)
                assert sentence == "" or sentence.endswith(".")
                assert "{" not in sentence
    assert len(kinds) >= 25, sorted(kinds)


def test_refusals_are_whole_sentences_with_a_rule_of_the_ledger() -> None:
    seen = set()
    for seed in (8, 9, 10):
        for match, dice in kit.play_through(REHEARSAL, 3, seed=seed, turns_per_round_cap=10):
            for number in [
                dice.randrange(limit) for limit in (choices.FLICK, choices.STATIONING, choices.MOVE_FISH) for _ in range(9)
            ]:
                refusal = match.why_not(dice.randrange(3), number)
                if refusal is not None:
                    assert refusal.rule in GAME.ledger.rules
                    assert refusal.sentence.endswith(".")
                    seen.add(refusal.rule)
    assert {"ICE-10", "ICE-12", "ICE-13", "ICE-39", "ICE-41", "ICE-48", "ICE-51", "ICE-52"} <= seen, seen


def test_a_flick_is_described_in_words() -> None:
    assert moves.describe(GAME.number(Flick(34.5, 62, 0.4, "head")) - choices.FLICK) == (
        "at 34.5°, power 62, 0.4 to the right, on the head"
    )
    assert moves.describe(GAME.number(Flick(180, 20, -1.0)) - choices.FLICK) == "at 180°, power 20, 1 to the left"


def test_the_terminal_picture_shows_the_school_and_everybody() -> None:
    match = GAME.new(3, 1, first_catcher=0, names=["Ann [a]", "Ben", "Cho"])
    match.play(0, "catcher 46 53")
    from rich.console import Console

    console = Console(width=120, no_color=True)
    with console.capture() as capture:
        console.print(match.draw(1))
    text = capture.get()
    for words in ("Round 1 of 3", "Kitchen", "Classroom", "Ben flicks", "Ann [a]", "Fish: D1 OT, D3 OT, D7 OT", "not in yet"):
        assert words in text
    lines = text.splitlines()
    assert any("P" in line and "│" in line for line in lines)
    assert all(len(line) <= 120 for line in lines)


def test_the_terminal_picture_keeps_its_walls_in_every_language() -> None:
    from rich.console import Console

    from parlour.core.grammar import columns
    from parlour.core.registry import words
    from parlour.core.words import languages

    match = GAME.new(3, 1, first_catcher=0, names=["Ann", "Ben", "Cho"])
    console = Console(width=120, no_color=True)
    drawn = {}
    for language in languages():
        with console.capture() as capture:
            console.print(words(language).of(match.draw(1)))
        drawn[language] = [line.rstrip() for line in capture.get().splitlines() if line.lstrip()[:1] in ("│", "├", "┌", "└")]
    english = drawn.pop("en")
    assert sum(any(room in line for line in english) for room in ("Classroom", "Kitchen", "Gym", "Lab", "Hall")) == 5
    for language, lines in drawn.items():
        assert [columns(line) for line in lines] == [columns(line) for line in english], language
        assert not any(room in line.split() for line in lines for room in ("Classroom", "Kitchen", "Gym", "Lab", "Hall")), (
            language
        )


POSITION: dict[str, Any] = {
    "players": 3,
    "turn": "orange",
    "phase": "preflick",
    "penguins": {"purple": {"x": 46, "y": 53}, "orange": {"x": 20, "y": 13}, "teal": {"x": 53, "y": 20}},
}


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ({"turn": "green"}, "nobody here"),
        ({"phase": "lunch"}, "phase is"),
        ({"round": 9}, "rounds 1 to 3"),
        ({"penguins": {"purple": {"x": 46, "y": 53}}}, "orange"),
        ({"penguins": POSITION["penguins"] | {"teal": {"x": 20, "y": 13.5}}}, "inside each other"),
        ({"penguins": POSITION["penguins"] | {"teal": {"x": 26, "y": 60}}}, "no penguin can"),
        ({"penguins": POSITION["penguins"] | {"teal": {"x": 99, "y": 60}}}, "outside the school"),
        ({"fish": {"D1": ["orange"]}}, "fish on doors"),
        ({"collected": {"orange": 3}, "fish": {"D1": ["teal"] * 3}}, "over already"),
        ({"cards": {"teal": {"up": ["3"]}}}, "never face up"),
        ({"cards": {"teal": {"up": ["2"]}}}, "pairs"),
        ({"cards": {"teal": {"down": ["1J"] * 7}}}, "more cards 1J"),
        ({"cards": {"teal": {"down": ["4"]}}}, "no fish card"),
        ({"deck": ["1J"]}, "exactly the cards"),
        ({"caught": ["purple"]}, "only Runners"),
        ({"phase": "post"}, "without face-down cards"),
        ({"phase": "flying"}, "exactly in the phase flying"),
        ({"announced": "jump"}, "without its card"),
        ({"turns": 180}, "too many turns"),
        ({"surprise": 1}, "unknown field"),
        ({"known": {"teal": ["jump"]}}, "known to hold"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], hint: str) -> None:
    GAME.position(POSITION)
    with pytest.raises(parlour.BadPosition, match=hint):
        GAME.position(POSITION | change)


def test_options_explain_themselves() -> None:
    for options in (
        {"fish_doors": ["D1", "D2"]},
        {"fish_doors": ["D1", "D2", "D9"]},
        {"fish_deck": {"1": 4, "2": 1, "3": 1}},
        {"fish_deck": {"1": 39, "2": 1, "3": 1}},
        {"fish_deck": "many"},
        {"turns_per_round_cap": 0},
        {"steady": "drunk"},
        {"first_catcher": 3},
    ):
        with pytest.raises(parlour.BadSetup, match="Possible"):
            GAME.new(3, 1, **options)
    assert GAME.new(3, 1, fish_deck="18, 9, 3").options["fish_deck"] == {"1": 18, "2": 9, "3": 3}

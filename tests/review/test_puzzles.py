"""Puzzles: what comes along is what it says, found out anew; and the same seed makes the same ones."""

from __future__ import annotations

import json
import os

import msgspec
import pytest
from click.testing import CliRunner

import parlour
from parlour.bots import seen_by
from parlour.bots.puzzle import BEST, Turn
from parlour.cli import main
from parlour.core.match import Match
from parlour.core.registry import built_in, words
from parlour.games.doce.bots import puzzles as of_doce
from parlour.review.composing import SURE, compose, proven, worths
from parlour.review.puzzles import stock, told

SOAK = bool(os.environ.get("PARLOUR_SOAK"))
FEW = 4
"""So many of each game are proven again every day, with fewer play-outs; all of them in the long run."""
every_game = pytest.mark.parametrize("key", [key for key in built_in() if stock(parlour.game(key))])


def test_games_come_with_puzzles():
    assert sum(len(stock(parlour.game(key))) >= 12 for key in built_in()) >= 3


@every_game
def test_they_are_what_they_say(key):
    game = parlour.game(key)
    known = stock(game)
    for puzzle in known if SOAK else known[:FEW]:
        assert proven(game, puzzle, SURE if SOAK else 500, 0.03), puzzle.turns[0].move


def follow(match: Match, seat: int, turns: list[Turn]) -> None:
    """Every right move with its answers is a line that the rules carry out."""
    for turn in turns:
        twin = match.game.position(match.position())
        twin.play(seat, turn.move)
        for answer in turn.answers:
            assert twin.acting == (answer.seat,)
            twin.play(answer.seat, answer.move)
        if turn.then:
            assert twin.acting == (seat,)
            follow(twin, seat, turn.then)


@every_game
def test_each_can_be_set_up_and_its_way_be_gone(key):
    game = parlour.game(key)
    for puzzle in stock(game):
        match = game.position(puzzle.position)
        assert match.acting == (puzzle.seat,)
        if puzzle.goal == BEST:
            legal = {game.text(game.move(number), puzzle.seat) for number in game.legal(match.state, puzzle.seat)}
            assert set(puzzle.worth) == legal
            assert puzzle.first in legal - {puzzle.turns[0].move}
            assert puzzle.worth[puzzle.turns[0].move] == max(puzzle.worth.values())
        if not game.has_world:
            follow(match, puzzle.seat, puzzle.turns)


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_they_are_told_in_words(key, language):
    game = parlour.game(key)
    said = told(game, words(language))
    assert [one.number for one in said] == list(range(1, len(stock(game)) + 1))
    for one in said:
        assert one.task
        assert one.hint
        assert one.turns[0].label
    if language == "de":
        assert not {one.task for one in said} & {one.task for one in told(game)}


def test_what_is_best_does_not_depend_on_cards_that_the_seat_cannot_see():
    game = parlour.game("dokitto")
    puzzle = stock(game)[0]
    state = game.position(puzzle.position).state
    other, legal = seen_by(game, state, puzzle.seat, 5), game.legal(state, puzzle.seat)
    assert bytes(other) != bytes(state)
    assert worths(game, state, puzzle.seat, legal, 50) == worths(game, other, puzzle.seat, legal, 50)


def test_the_same_seed_makes_the_same_ones():
    made = compose("dokitto", 1, 1)
    assert msgspec.json.encode(made.puzzles) == msgspec.json.encode(stock(parlour.game("dokitto"))[:1])


AT_ONCE = {
    "to_move": 0,
    "board": {"a1": "W4", "b1": "W3", "d1": "W2", "b4": "B5", "d4": "B1", "e3": "B6"},
    "marks": ["a1", "e3"],
}


def test_twelve_by_force_is_what_the_rules_say():
    game = parlour.game("doce")
    now = game.position(AT_ONCE).state
    assert [of_doce.text(die, 0) for die in of_doce.last_dice(now, 0)] == ["W3@c1"]
    assert of_doce.find(now, 0, None) is None, "nobody has to look for a line that is nearly there"
    for puzzle in stock(game)[:FEW]:
        state = game.position(puzzle.position).state
        right = {turn.move for turn in puzzle.turns}
        wrong = next(die for die in of_doce.dice_of(state, puzzle.seat) if of_doce.text(die, puzzle.seat) not in right)
        changed = [Turn(of_doce.text(wrong, puzzle.seat), puzzle.turns[0].answers, puzzle.turns[0].then)]
        assert not of_doce.rightly(changed, state, puzzle.seat, 2 if not puzzle.turns[0].then[0].then else 3)


def test_from_the_command_line(tmp_path):
    def run(*words: str) -> str:
        return CliRunner().invoke(main, ["puzzles", *words], catch_exceptions=False).output

    assert "by force in" in run("doce")
    assert "Zwölf" in run("doce", "--language", "de")
    assert json.loads(run("ion", "--json"))[0]["number"] == 1
    out = tmp_path / "made.json"
    assert run("dokitto", "-n", "1", "--out", str(out)).strip().endswith("1.")
    assert len(json.loads(out.read_text(encoding="utf-8"))["puzzles"]) == 1

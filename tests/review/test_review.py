"""A review adds up, judges by what a seat knew, and agrees with exact play."""

from __future__ import annotations

import json
import os
import random
from functools import cache

import pytest
from click.testing import CliRunner

import parlour
from parlour.bots import bot
from parlour.bots.outlook import outlook
from parlour.cli import main
from parlour.core.bits import size
from parlour.core.errors import BadRecord
from parlour.core.match import Match
from parlour.core.registry import built_in, words
from parlour.review import Review, review, told
from parlour.review.reviewed import NONE
from parlour.review.reviewing import FINE, balance, choice, played

PLAYOUTS = 40
SOAK = bool(os.environ.get("PARLOUR_SOAK"))


@cache
def match_of(key: str, players: int, level: str = "beginner", seed: int = 3) -> Match:
    match = parlour.game(key).new(players, seed=seed)
    bots, chance = [bot(key, level, seed=seat) for seat in range(players)], random.Random(seed)
    while not match.over:
        seat = chance.choice(match.acting)
        match.play(seat, bots[seat].move(match, seat))
    return match


@cache
def reviewed(key: str, players: int) -> Review:
    return review(match_of(key, players), PLAYOUTS)


TABLES = [(key, min(3, parlour.game(key).seats[-1])) for key in built_in()]
every_table = pytest.mark.parametrize(("key", "players"), TABLES)


@every_table
def test_the_parts_add_up_to_the_result_and_to_nothing_over_the_table(key, players):
    found, match = reviewed(key, players), match_of(key, players)
    assert match.outcome is not None
    winners = match.outcome.winners
    for seat, share in enumerate(found.shares):
        assert share.fair == 1 / players
        assert share.result == (1 / len(winners) if seat in winners else 0)
        assert share.fair + share.luck + share.own + share.others == pytest.approx(share.result, abs=1e-9)
    assert sum(share.luck for share in found.shares) == pytest.approx(0, abs=1e-9)
    assert sum(share.own + share.others for share in found.shares) == pytest.approx(0, abs=1e-9)
    for step in found.steps:
        assert sum(step.chances) == pytest.approx(1, abs=1e-9)
        assert sum(step.play) == pytest.approx(0, abs=1e-9)
        assert sum(step.luck) == pytest.approx(0, abs=1e-9)


@every_table
def test_there_is_a_step_for_every_move_and_a_decision_only_where_there_was_one(key, players):
    found = reviewed(key, players)
    moves = [made for _, made in played(match_of(key, players))]
    assert [(step.seat, step.number) for step in found.steps] == [(made.seat, made.number) for made in moves]
    game = parlour.game(key)
    for step, made in zip(found.steps, moves, strict=True):
        forced = game.legal(made.before, made.seat) == [made.number]
        assert (step.choice is None) == forced
        if forced:
            assert not any(step.play)
        elif step.choice.better != NONE:
            assert game.allows(made.before, made.seat, step.choice.better)
            assert step.choice.better != step.number
            assert step.choice.knew > FINE
        else:
            assert step.choice.knew == 0


@every_table
@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_told_in_words(key, players, language):
    found, match = reviewed(key, players), match_of(key, players)
    said = told(found, match, words(language))
    assert len(said.steps) == len(found.steps)
    assert [moment.step for moment in said.moments] == [turn.step for turn in found.turns]
    assert all(moment.happened and moment.meant for moment in said.moments)
    for step, line in zip(found.steps, said.steps, strict=True):
        assert line.move
        assert bool(line.better) == (step.choice is not None and step.choice.better != NONE)


@every_table
def test_a_moment_says_what_came_of_it_and_no_more_than_one_takes_in(key, players):
    found, match = reviewed(key, players), match_of(key, players)
    game, ends, words_of = match.game, 0, words("en")
    every = told(found, match).moments
    heard, notes = match.record(sealed=False).begin(parlour.game).told, []
    for now, _ in played(match):
        events = now.events(open=True)
        notes.append(events[heard:])
        heard = len(events)
    assert game.decisive <= {note.name for note in game.told.values()}
    for moment in every:
        own, later = notes[moment.step - 1], [event for part in notes[moment.step :] for event in part]
        if any(event["kind"] in game.decisive for event in own):
            assert not moment.followed, "the move itself says it"
            ends += 1
        elif moment.followed:
            first = next(event for event in later if event["kind"] in game.decisive)
            assert moment.followed.startswith(game.sentence(first, match.names, words_of))
            ends += 1
        said = [sentence for event in own if (sentence := game.sentence(event, match.names, words_of))]
        assert moment.happened.startswith(said[0])
        assert sum(sentence in moment.happened for sentence in set(said)) <= 4
    assert ends, "of some moment it is told what came of it"


@pytest.mark.parametrize(("again", "cost"), [(0.5, 0.0), (0.52, 0.0), (0.6, 0.15)])
def test_what_seems_costly_is_looked_at_once_more_with_other_play_outs(again, cost):
    """Among moves that are all as good some seem better by luck, but hardly twice."""

    class Once:
        """Another move is better by 0.2 at first, and by so much when it is tried anew."""

        def chances(self, state, move=None, knows=None, anew=False):
            return [0.5 if move[1] == made.number else again if anew else 0.7]

        def weigh(self, state, seat, moves, knows=None):
            return {other: 0.7}

    match = match_of("dokitto", 3)
    made = next(made for _, made in played(match) if len(match.game.legal(made.before, made.seat)) > 1)
    legal = match.game.legal(made.before, made.seat)
    other = next(move for move in legal if move != made.number)
    mine = made._replace(seat=0)
    found = choice(match.game, Once(), mine, legal, 0.5)
    assert found.knew == found.hindsight == pytest.approx(cost)
    assert found.better == found.wiser == (other if cost else NONE)


def test_moments_are_few_apart_and_those_that_changed_most():
    for key, players in TABLES:
        found = reviewed(key, players)
        assert len(found.turns) <= 5
        swings = [max(abs(a + b) for a, b in zip(step.play, step.luck, strict=True)) for step in found.steps]
        if found.turns:
            assert max(swings) == max(max(map(abs, turn.swing)) for turn in found.turns)


def test_what_a_seat_knew_does_not_depend_on_cards_that_it_could_not_see():
    """The same decision in another world that its seat cannot tell from this one is judged alike."""
    from parlour.bots import seen_by

    match = match_of("dokitto", 4)
    look = outlook(match.game, 200)
    made = [made for _, made in played(match) if len(match.game.legal(made.before, made.seat)) > 2][10]
    other = seen_by(match.game, made.before, made.seat, 5)
    move = (made.seat, made.number)
    assert bytes(other) != bytes(made.before)
    assert look.chances(made.before, move, made.seat) == look.chances(other, move, made.seat)
    assert look.chances(made.before, move) != look.chances(other, move)


def test_doce_is_judged_as_its_exact_solver_does():
    from parlour.games.doce import rules
    from parlour.games.doce.bots.moves import POINTS
    from parlour.games.doce.bots.player import EXACT_POINTS, Room
    from parlour.games.doce.bots.search import ENDLESS

    room, look, checked = Room(exact=True), outlook(parlour.game("doce"), 50), 0
    for seed in range(60 if SOAK else 2):
        match = match_of("doce", 2, "random", seed)
        for step, (_, made) in zip(review(match, 50).steps, played(match), strict=True):
            if step.choice is None or size(rules.empty_squares(made.before)) > EXACT_POINTS:
                continue
            legal = match.game.legal(made.before, made.seat)
            points = dict(zip(legal, room.rated(made.before, legal, ENDLESS, POINTS), strict=True))
            best = max(points.values())
            if step.choice.better != NONE:
                assert points[step.choice.better] == best > points[step.number]
            elif points[step.number] < best:
                better = next(move for move in legal if points[move] == best)
                gain = look.chances(made.before, (made.seat, better))[made.seat] - step.chances[made.seat]
                assert gain <= FINE, "what it costs in points matters little for the match"
            checked += 1
    assert checked > (1000 if SOAK else 20)


@pytest.mark.parametrize(("key", "players"), [table for table in TABLES if table[0] != "doce"])
def test_the_shares_alone_are_those_of_the_whole_review(key, players):
    """DOCE's search remembers what it looked at when it was asked for better moves, so there they are only nearly the same."""
    assert balance(match_of(key, players), PLAYOUTS) == reviewed(key, players).shares


def test_only_a_match_that_is_over_is_reviewed():
    with pytest.raises(BadRecord, match="when it is over"):
        review(parlour.game("doce").new(seed=1))


def test_from_python_and_from_the_command_line(tmp_path):
    file, out = tmp_path / "match.parlour", tmp_path / "review.html"
    match_of("doce", 2).save(file)
    assert parlour.review(match_of("doce", 2), 20).game == "doce"
    shown = CliRunner().invoke(main, ["review", str(file), "--playouts", "20", "--html", str(out)], catch_exceptions=False)
    assert "Luck and skill" in shown.output
    text = out.read_text(encoding="utf-8")
    assert "Where the game turned" in text
    assert "<script" not in text
    answer = CliRunner().invoke(main, ["review", str(file), "--playouts", "20", "--json"], catch_exceptions=False)
    assert set(json.loads(answer.output)) == {"review", "words"}
    assert "Glück und Können" in CliRunner().invoke(main, ["review", str(file), "--playouts", "20", "--language", "de"]).output

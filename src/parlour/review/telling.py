"""A review in words, for one reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from parlour.bots.levels import reasons
from parlour.core.game import Event, Game
from parlour.core.match import Match
from parlour.core.registry import game as game_of
from parlour.core.state import State
from parlour.core.words import ENGLISH, Words, named, say
from parlour.review.reviewed import NONE, Judged, Review
from parlour.review.reviewing import Made, played


class JudgedSaid(msgspec.Struct, frozen=True):
    """A step in words: the move, and the better ones by what was known and in hindsight; empty where it was fine."""

    move: str
    better: str = ""
    wiser: str = ""
    why: str = ""
    """What speaks for the better move."""


FEW = 4
"""Sentences that one takes in beside a picture."""
ROUNDS = 2
"""A move comes to something before everybody has moved so many times, or to nothing that can be told."""


class MomentSaid(msgspec.Struct, frozen=True):
    """A turning point in words: what happened, what came of it, and what it did to whom it mattered most; and the table before
    it, as a picture through the eyes of whoever moved, and as a position to play on from."""

    step: int
    happened: str
    followed: str
    """Empty where what happened says it."""
    meant: str
    picture: str
    position: dict[str, Any]


class ReviewSaid(msgspec.Struct, frozen=True):
    """What a reader gets beside the numbers."""

    steps: list[JudgedSaid]
    moments: list[MomentSaid]


def told(review: Review, match: Match, words: Words = ENGLISH) -> ReviewSaid:
    """Put the review of a match into words."""
    game, names = match.game, match.names
    moves: list[Made] = []
    steps, heard, end = [], [match.record(sealed=False).begin(game_of).told], match
    for end, made in played(match):
        steps.append(JudgedSaid(*_moves(game, made.before, review.steps[len(moves)], names, words)))
        moves.append(made)
        heard.append(end.told)
    events = end.events(open=True)
    notes = [events[begin:until] for begin, until in pairwise(heard)]
    moments = []
    for turn in review.turns:
        made = moves[turn.step - 1]
        seen = game.svg(game.view(made.before, made.seat), names)
        position = dict(msgspec.to_builtins(game.position_of(made.before)))
        said = happened(game, notes[turn.step - 1], names, words), followed(review, match, notes, turn.step, words)
        moments.append(MomentSaid(turn.step, *said, words.of(meant(turn.swing, turn.lucky, names)), seen, position))
    return ReviewSaid(steps, moments)


def happened(game: Game, events: Sequence[Event], names: Sequence[str], words: Words) -> str:
    """A move and what it did at once; if that is long, the move and what matters, or how it began and ended."""
    said = [(event["kind"] in game.decisive, sentence) for event in events if (sentence := game.sentence(event, names, words))]
    if len(said) > FEW and any(matters for matters, _ in said):
        said = [one for k, one in enumerate(said) if one[0] or k == 0][:FEW]
    if len(said) > FEW and game.decisive:
        said = [*said[: FEW - 1], said[-1]]
    return " ".join(sentence for _, sentence in said)


def followed(review: Review, match: Match, notes: Sequence[Sequence[Event]], step: int, words: Words) -> str:
    """What a move came to in the same round, if the move itself does not say it."""
    game, round = match.game, review.steps[step - 1].round
    for at in range(step - 1, min(len(notes), step + ROUNDS * match.players)):
        if review.steps[at].round != round:
            break
        if told := [event for event in notes[at] if event["kind"] in game.decisive]:
            sentences = (game.sentence(event, match.names, words) for event in told[:FEW])
            return "" if at == step - 1 else " ".join(filter(None, sentences))
    return ""


def _moves(game: Game, before: State, step: Judged, names: list[str], words: Words) -> Iterator[str]:
    seat, chosen = step.seat, step.choice

    def label(number: int) -> str:
        return "" if number == NONE else words.of(named(game.label(game.move(number), seat), names))

    yield label(step.number)
    if chosen is None:
        return
    yield label(chosen.better)
    yield label(chosen.wiser)
    says = reasons(game.key)
    if says is not None and chosen.better != NONE:
        yield words.of(says.why(game.view(before, seat), game.move(chosen.better)) or "")


def meant(swing: list[float], lucky: bool, names: list[str]) -> str:
    """What a moment did to the one for whom it mattered most."""
    seat = max(range(len(swing)), key=lambda seat: abs(swing[seat]))
    points = round(100 * abs(swing[seat]))
    if swing[seat] > 0:
        if lucky:
            return say("Luck gave {name} {n} points of the chance to win.", name=names[seat], n=points)
        return say("It gave {name} {n} points of the chance to win.", name=names[seat], n=points)
    if lucky:
        return say("Luck took {n} points of the chance to win from {name}.", name=names[seat], n=points)
    return say("It cost {name} {n} points of the chance to win.", name=names[seat], n=points)

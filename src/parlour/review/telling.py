"""A review in words, for one reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.bots.levels import reasons
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.state import State
from parlour.core.words import ENGLISH, Words, named, say
from parlour.review.reviewed import NONE, Judged, Review
from parlour.review.reviewing import played


class JudgedSaid(msgspec.Struct, frozen=True):
    """A step in words: the move, and the better ones by what was known and in hindsight; empty where it was fine."""

    move: str
    better: str = ""
    wiser: str = ""
    why: str = ""
    """What speaks for the better move."""


class MomentSaid(msgspec.Struct, frozen=True):
    """A turning point in words: what happened, and what it did to whom it mattered most; and the table before it, as a picture
    through the eyes of whoever moved, and as a position to play on from."""

    step: int
    happened: str
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
    turns = {turn.step: turn for turn in review.turns}
    steps, moments, heard = [], [], 0
    for at, (now, made) in enumerate(played(match), 1):
        step = review.steps[at - 1]
        steps.append(JudgedSaid(*_moves(game, made.before, step, names, words)))
        if at in turns:
            happened = " ".join(now.log(since=heard, words=words, open=True))
            effect = words.of(meant(turns[at].swing, turns[at].lucky, names))
            seen = game.svg(game.view(made.before, made.seat), names)
            position = dict(msgspec.to_builtins(game.position_of(made.before)))
            moments.append(MomentSaid(at, happened, effect, seen, position))
        heard = now.told
    return ReviewSaid(steps, moments)


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

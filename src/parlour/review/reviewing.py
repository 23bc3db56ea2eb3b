"""How a match is reviewed.

The chances of all seats are asked before and after every decision. From the fair share to the result they change in steps, each
of which is somebody's play or luck:

- the deal: luck;
- a decision: what it changed by what its seat could know then, averaged over the worlds that it had to reckon with, is play;
  what the hidden cards made of it beyond that is luck;
- what chance did after the move (dice, draws, an unsteady hand): luck.

So fair share, luck, own decisions and those of the others add up to the result. Everybody's chances add up to one, so luck and
play each add up to nothing over the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from parlour.bots.outlook import Outlook, outlook
from parlour.core.errors import BadRecord
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.registry import game as game_of
from parlour.core.state import State
from parlour.core.words import say
from parlour.review.reviewed import NONE, Decision, Judged, Moment, Review, Share

PLAYOUTS = 1200
TURNS = 5
LEAST_SWING = 0.06
"""A moment that changed less than this for everybody decided nothing."""
APART = 2
"""Moments that are told lie so many moves apart, at least."""
FINE = 0.025
"""A decision that costs no more than this is fine: play-outs are not surer than that."""

Vector = list[float]


class Made(NamedTuple):
    """A move with the states before and after it."""

    seat: int
    number: int
    before: State
    after: State
    by_chance: bool
    """Whether chance or the world had a part in it."""


def review(match: Match, playouts: int = PLAYOUTS, told: Callable[[int, int], None] | None = None) -> Review:
    """Review a finished match; `told` hears how many of how many moves are done."""
    if match.outcome is None:
        raise BadRecord(say("A match is reviewed when it is over."))
    game, look = match.game, outlook(match.game, playouts)
    moves = [made for _, made in played(match)]
    dealt = now = look.chances(moves[0].before if moves else match.state)
    steps: list[Judged] = []
    for done, made in enumerate(moves):
        if told is not None:
            told(done, len(moves))
        steps.append(judged(game, look, made, now))
        now = steps[-1].chances
    return Review(game.key, game.version, dealt, steps, shares(dealt, steps), turns(steps), playouts)


def balance(match: Match, playouts: int = PLAYOUTS) -> list[Share]:
    """The shares of a finished match alone. Nothing is said of better moves, which are most of the work."""
    game, look = match.game, outlook(match.game, playouts)
    moves = [made for _, made in played(match)]
    dealt = now = look.chances(moves[0].before if moves else match.state)
    steps: list[Judged] = []
    for made in moves:
        steps.append(judged(game, look, made, now, weighed=False))
        now = steps[-1].chances
    return shares(dealt, steps)


def played(match: Match) -> Iterator[tuple[Match, Made]]:
    """The moves of a match in order, each with the match as it is after it."""
    record = match.record(sealed=False)
    twin = record.begin(game_of)
    for seat, move, world in record.moves():
        before, place = twin.state, twin.place
        twin.repeat(seat, move, world)
        yield twin, Made(seat, twin.game.read_move(move, seat), before, twin.state, bool(world) or twin.place != place)


def judged(game: Game, look: Outlook, made: Made, now: Vector, weighed: bool = True) -> Judged:
    """One move: what it changed, how much of that was play, and, if it is `weighed` against others, what it cost."""
    seat, number = made.seat, made.number
    legal = game.legal(made.before, seat)
    forced = legal == [number]
    after = now if forced and not made.by_chance else look.chances(made.after)
    round = int(getattr(made.before, game.round_field, 0))
    if forced:
        return Judged(seat, number, round, after, [0.0] * len(now), minus(after, now))
    if not game.open:
        known = look.chances(made.before, (seat, number), seat)
        play = minus(known, look.chances(made.before, None, seat))
    else:  # What the move leads to is what its seat could know.
        known = look.chances(made.before, (seat, number)) if made.by_chance else after
        play = minus(known, now)
    cost = choice(game, look, made, legal, known[seat]) if weighed else None
    return Judged(seat, number, round, after, play, minus(minus(after, now), play), cost)


def choice(game: Game, look: Outlook, made: Made, legal: Sequence[int], known: float) -> Decision:
    """What the decision cost, by what was known then and in hindsight. What seems costly is looked at once more, with other
    play-outs: among many moves that are as good as another, some would seem better by luck."""
    seat, number = made.seat, made.number

    def best(knows: int | None, mine: float | None = None) -> tuple[float, int]:
        found = next(iter(look.weigh(made.before, seat, legal, knows)))
        if found == number:
            return 0.0, NONE
        if mine is None:
            mine = look.chances(made.before, (seat, number), knows)[seat]
        cost = look.chances(made.before, (seat, found), knows)[seat] - mine
        if cost <= FINE:
            return 0.0, NONE
        better, worse = (look.chances(made.before, (seat, move), knows, anew=True)[seat] for move in (found, number))
        return ((cost + better - worse) / 2, found) if better - worse > FINE else (0.0, NONE)

    knew = best(None if game.open else seat, known)
    return Decision(*knew, *(knew if game.open else best(None)))


def minus(one: Vector, other: Vector) -> Vector:
    return [a - b for a, b in zip(one, other, strict=True)]


def shares(dealt: Vector, steps: Sequence[Judged]) -> list[Share]:
    """For every seat: fair share, luck, own decisions, those of the others, and the result that they add up to."""
    fair = 1 / len(dealt)
    last = steps[-1].chances if steps else dealt
    return [
        Share(
            fair=fair,
            luck=dealt[seat] - fair + sum(step.luck[seat] for step in steps),
            own=sum(step.play[seat] for step in steps if step.seat == seat),
            others=sum(step.play[seat] for step in steps if step.seat != seat),
            result=last[seat],
        )
        for seat in range(len(dealt))
    ]


def turns(steps: Sequence[Judged]) -> list[Moment]:
    """The moments that changed the chances most, in their order."""
    found: list[int] = []
    swings = [[a + b for a, b in zip(step.play, step.luck, strict=True)] for step in steps]
    most = [max(map(abs, swing)) for swing in swings]
    for at in sorted(range(len(steps)), key=lambda at: (-most[at], at)):
        if len(found) == TURNS or most[at] < LEAST_SWING:
            break
        if all(abs(at - other) >= APART for other in found):
            found.append(at)
    return [Moment(at + 1, swings[at], max(map(abs, steps[at].luck)) > max(map(abs, steps[at].play))) for at in sorted(found)]

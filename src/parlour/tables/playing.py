"""Moves, and answers in a race. Each function returns the batch for the log.

`play` carries the move out in the match at once, so that it is worked out only once; its batch must be taken next, or the
table thrown away and rebuilt.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from parlour.bots import seen_by
from parlour.core import words
from parlour.core.errors import BadMove
from parlour.core.game import Game
from parlour.tables import entries as e
from parlour.tables import may
from parlour.tables.errors import Unfit
from parlour.tables.race import FASTEST, MOST_AGAIN, OVERDUE, SLACK, Gate
from parlour.tables.shown import RUNNING
from parlour.tables.table import Table


def read_move(table: Table, seat: int, move: Any) -> int:
    """The number of a move given as number, text or typed move."""
    if type(move) is int and 0 <= move < table.game.rules.ACTIONS:
        return move
    if isinstance(move, dict):
        kinds: Any = table.game.moves[0]
        for kind in table.game.moves[1:]:
            kinds = kinds | kind
        try:
            move = msgspec.convert(move, kinds)
        except msgspec.ValidationError as wrong:
            raise BadMove(words.say("This is no move of {game}: {wrong}.", game=table.game.name, wrong=str(wrong))) from None
    number = table.game.read_move(move, seat)
    if not 0 <= number < table.game.rules.ACTIONS:
        raise BadMove(words.say("{move!r} is no move of {game}.", move=move, game=table.game.name))
    return number


def play(
    table: Table,
    at: int,
    seat: int,
    number: int,
    *,
    id: str | None = None,
    seen: int | None = None,
    bot: bool = False,
    race: list[tuple[int, int]] | None = None,
    late: bool = False,
    ms: int | None = None,
    alone: bool = False,
) -> e.Batch:
    """Make a move. Raises Refused with the rule, the table unchanged, if it is not allowed.

    In a race it is an answer, with its fair time `ms`; the move that decides a race comes with the slaps of `race`.
    """
    may.running(table)
    assert table.match is not None
    if seen is not None and seen != table.moves:
        raise Unfit("stale", words.say("Something happened before your move arrived. Look again."))
    if table.seats[seat].stand_in and not bot and not late and race is None:
        raise Unfit("not_now", words.say("A bot plays for you. Take your seat back first."))
    if alone:
        _goes_alone(table, seat, number)
    if table.gate is not None and race is None:
        return _answer(table, table.gate, at, seat, number, id, ms)
    batch: e.Batch = [table.carry_out(seat, number, at, id=id, bot=bot, race=race, late=late)]
    if table.match.over:
        batch.append(e.Sealed(at, secrets.token_hex(32)))
    return batch


def _goes_alone(table: Table, seat: int, number: int) -> None:
    """A page makes a move by itself because it is the only one. Never the first of a match, never one that ends a round,
    as far as the seat can know: those wait for a tap."""
    game, match = table.game, table.match
    assert match is not None
    only = table.gate is None and table.legal(seat) == [number] and type(game).allows is Game.allows
    if only and seat in table.moved:
        twin = seen_by(game, match.state, seat)
        twin.notes = []
        before = getattr(twin, game.round_field, 0)
        game.rules.apply(twin, seat, number)
        if game.rules.acting(twin) and getattr(twin, game.round_field, 0) == before:
            return
    raise Unfit("tap", words.say("This move waits for a tap."))


def _answer(table: Table, gate: Gate, at: int, seat: int, number: int, id: str | None, ms: int | None) -> e.Batch:
    """The one way into a race: not before it opens, not after it has closed, once a seat."""
    if seat not in gate.seats:
        raise Unfit("not_now", words.say("This race is not yours."))
    if not gate.is_open(at):
        raise Unfit("not_now", words.say("Not yet: the race has not opened."))
    if (known := gate.answers.get(seat)) is not None:
        if id is not None and known.id == id:
            return []
        raise Unfit("not_now", words.say("You have answered this race already."))
    if at > gate.closes + SLACK or seat not in table.acting:
        raise Unfit("not_now", words.say("The race is over."))
    assert table.match is not None
    if number not in table.legal(seat) and (refusal := table.match.why_not(seat, number)):
        raise refusal
    text = table.game.text(table.game.move(number), seat)
    fair = max(FASTEST, at - gate.opens) if ms is None else ms
    return [e.Slapped(at, seat, text, fair, int.from_bytes(secrets.token_bytes(4)), id)]


def decide(table: Table, at: int) -> e.Batch:
    """The race is over: the first slap is made, or without one the next seat stays out. If it comes much too late and
    nobody could answer, the race is run again."""
    gate = table.gate
    if gate is None or table.phase is not RUNNING:
        return []
    order = gate.order
    if order:
        slaps = [(slap.seat, slap.ms) for slap in order]
        first = order[0]
        return play(table, at, first.seat, first.number, id=first.id, bot=first.id is None, race=slaps)
    late = at > gate.closes + SLACK + OVERDUE and not gate.answers and table.acting == gate.seats
    if late and gate.again < MOST_AGAIN:
        return [e.Repeated(at)]
    return play(table, at, table.acting[0], gate.stay, bot=True, race=[])

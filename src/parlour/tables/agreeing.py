"""What those at a table agree on: moves that are taken back, and pauses. Each function returns the batch for the log."""

from __future__ import annotations

from parlour.core import words
from parlour.tables import entries as e
from parlour.tables import may
from parlour.tables.errors import Unfit
from parlour.tables.shown import PAUSED, RUNNING
from parlour.tables.table import Table
from parlour.tables.undo import last_move, stands, told_nothing


def undo(table: Table, at: int, seat: int) -> e.Batch:
    """Take back the seat's last move, if it can be (undo.py): at once while it told nobody anything, unless the game says
    that what is played stays; else the other persons are asked. A bot that stands in for somebody agrees to nothing."""
    may.running(table)
    may.no_race(table)
    assert table.match is not None
    if not table.settings.undo:
        raise Unfit("not_now", words.say("At this table moves stand."))
    if table.undo is not None:
        raise Unfit("not_now", words.say("Somebody asks to take back already."))
    keep = last_move(table, seat)
    if keep is None:
        raise Unfit("not_now", words.say("You have made no move that could be taken back."))
    stands(table, seat, keep)
    if not table.game.stays_rule and told_nothing(table, seat, keep, list(range(table.match.players))):
        return [e.Undone(at, seat, keep)]
    others = [other for other in table.persons() if other != seat]
    for other in others:
        if table.seats[other].stand_in:
            name = table.seats[other].name
            raise Unfit("not_now", words.say("A bot plays for {name}, who is asked when they are back.", name=name))
    asked: e.Batch = [e.UndoAsked(at, seat, keep)]
    return asked if others else [*asked, e.Undone(at, seat, keep)]


def answer_undo(table: Table, at: int, seat: int, yes: bool) -> e.Batch:
    may.running(table)
    if table.undo is None or seat not in table.undo.waiting:
        raise Unfit("not_now", words.say("Nobody waits for this answer."))
    batch: e.Batch = [e.UndoAnswered(at, seat, yes)]
    if yes and table.undo.waiting == [seat]:
        batch.append(e.Undone(at, table.undo.seat, table.undo.moves))
    return batch


def pause(table: Table, at: int, seat: int) -> e.Batch:
    """Everybody who is here has to agree; alone with bots it begins at once. Asking again is to agree."""
    may.running(table)
    may.no_race(table)
    asked = table.pause
    if asked is None:
        return [e.PauseAsked(at, seat)] if table.others_here(seat) else [e.Paused(at, seat)]
    if seat in asked.waiting:
        return answer_pause(table, at, seat, True)
    if asked.waiting:
        raise Unfit("not_now", words.say("The others have not decided yet."))
    return [e.Paused(at, asked.seat)]


def answer_pause(table: Table, at: int, seat: int, yes: bool) -> e.Batch:
    """Agree or not; who asked may take it back."""
    may.running(table)
    asked = table.pause
    if asked is None or (seat not in asked.waiting and (yes or seat != asked.seat)):
        raise Unfit("not_now", words.say("Nobody waits for this answer."))
    batch: e.Batch = [e.PauseAnswered(at, seat, yes)]
    if yes and asked.waiting == [seat]:
        may.no_race(table)
        batch.append(e.Paused(at, asked.seat))
    return batch


def resume(table: Table, at: int, seat: int) -> e.Batch:
    if table.phase is not PAUSED:
        raise Unfit("not_now", words.say("The match is not paused."))
    return [e.Resumed(at, seat)]


def all_agree(table: Table, at: int, gone: int) -> e.Batch:
    """Nobody but who is gone had to agree to the pause that somebody asked for."""
    asked = table.pause
    agreed = asked is not None and asked.waiting == [gone] and table.gate is None and table.phase is RUNNING
    return [e.Paused(at, asked.seat)] if asked is not None and agreed else []

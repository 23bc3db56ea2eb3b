"""What may be taken back: never what was seen, or decided by hand or by chance; else by consent, or while it told nothing."""

from __future__ import annotations

import msgspec

from parlour.bots import seen_by
from parlour.core.state import drawn
from parlour.core.words import say
from parlour.tables.errors import Unfit
from parlour.tables.table import Table

GUESSES = 12
"""How many redeals are tried to see whether a move told somebody something new."""


def last_move(table: Table, seat: int) -> int | None:
    """Where the seat's last move is among the lines of the match."""
    assert table.match is not None
    lines = table.match.entries
    return next((n for n in range(len(lines) - 1, -1, -1) if lines[n].seat == seat and lines[n].world is None), None)


def may_undo(table: Table, seat: int) -> bool:
    """Whether the seat's last move could be taken back, as far as everybody can tell. In a lesson everything can."""
    last = table.moved.get(seat)
    return last is not None and (table.position is not None or _is_plain(table, last))


def _is_plain(table: Table, move: int) -> bool:
    """Whether since that move nothing flew, nothing was raced, nothing drawn, and nobody showed what was hidden."""
    return move > table.stands and (move == table.moves or table.game.open)


def stands(table: Table, seat: int, keep: int) -> None:
    """Raises Unfit if the move at line `keep` cannot be taken back, whoever agrees. In a lesson everything can."""
    if table.position is not None:
        return
    if not _is_plain(table, table.moved.get(seat, 0)):
        raise Unfit("not_now", say("This stands: what was shown, drawn, raced or flicked is not taken back."))
    if not table.game.open and not told_nothing(table, seat, keep, [seat]):
        raise Unfit("not_now", say("This stands: your move has shown you something new."))


def told_nothing(table: Table, seat: int, keep: int, viewers: list[int]) -> bool:
    """Whether the last move told these seats nothing: made again after redeals, it is possible and looks the same."""
    match = table.match
    assert match is not None
    if len(match.entries) != keep + 1 or not table.trail:
        return False
    game = table.game
    before = match.state
    before.restore(table.trail[-1])
    if drawn(before) != match.place:
        return False
    number = game.read_move(match.entries[keep].move, seat)
    for viewer in viewers:
        shown = None
        for _ in range(GUESSES):
            twin = seen_by(game, before, viewer)
            if not game.allows(twin, seat, number):
                return False
            twin.notes = []
            game.rules.apply(twin, seat, number)
            seen = [game.event(note, viewer) for note in twin.notes], msgspec.to_builtins(game.view(twin, viewer))
            if shown is not None and shown != seen:
                return False
            shown = seen
    return True

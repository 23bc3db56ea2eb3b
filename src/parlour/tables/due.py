"""What a table does by itself, and when: bots move, clocks run out, stand-ins take over.

How long a bot takes tells nothing. Its pause is drawn from the sealed seed, so nobody can work it out before the match is
over, and every worker draws the same. It thinks during its pause; a thought that takes longer is answered at the next of
even steps, and a move that needs no thought pretends to one that takes as long as others did.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from operator import attrgetter
from typing import Literal

import msgspec

from parlour.core.errors import Refused
from parlour.tables import deal, playing
from parlour.tables import entries as e
from parlour.tables.race import OVERDUE, SLACK
from parlour.tables.shown import RUNNING
from parlour.tables.table import Table


class Pace(msgspec.Struct, frozen=True):
    """How long bots wait, in ms (least, most), and the steps after that. The wait never depends on what the seat holds."""

    bot: tuple[int, int] = (500, 1300)
    step: int = 250


class Due(msgspec.Struct, frozen=True):
    """At this time, if nothing happens before, the seat's bot moves, its time is up, or a bot takes over; or the cards are
    dealt without the salts that are missing."""

    at: int
    what: Literal["bot", "clock", "absent", "race", "deal"]
    seat: int


_at = attrgetter("at")


def _drawn(table: Table, seat: int, what: bytes) -> int:
    """A secret number: the same at every worker, different for every decision, and independent of anything hidden."""
    place = b"parlour %s %d %d %d %d" % (what, table.match_no, table.moves, table.turned, seat)
    return int.from_bytes(hmac.digest(table.seed, place, "sha256")[:8])


def _wait(table: Table, seat: int, bounds: tuple[int, int]) -> int:
    return bounds[0] + _drawn(table, seat, b"pause") % (bounds[1] - bounds[0] + 1)


def pretended(table: Table, seat: int, thoughts: Sequence[int]) -> int:
    """How many ms a move takes that needs no thought: as long as one of the last thoughts."""
    return thoughts[_drawn(table, seat, b"thought") % len(thoughts)] if thoughts else 0


def answer_at(due: Due, ready: int, pace: Pace) -> int:
    """When a bot answers that is ready then: at its time, or at the next step after it."""
    late = max(0, ready - due.at)
    return due.at + (late + pace.step - 1) // pace.step * pace.step


def next_due(table: Table, pace: Pace) -> Due | None:
    """What comes next by itself, or None if the table waits for people."""
    if table.dealing is not None:
        return Due(table.dealing + deal.PATIENCE, "deal", 0)
    if table.phase is not RUNNING or table.match is None:
        return None
    if table.gate is not None:
        # Whoever holds the table runs the race; this wakes another worker if nobody does.
        return Due(table.gate.closes + SLACK + OVERDUE, "race", table.acting[0])
    if table.by_hand and not table.clocks.ticks:
        return None
    dues = [due for seat in table.awaited for due in _of_seat(table, seat, pace)]
    return min(dues, key=_at) if dues else None


def _of_seat(table: Table, number: int, pace: Pace) -> list[Due]:
    seat, clocks = table.seats[number], table.clocks
    began = clocks.since[number]
    began = clocks.last if began is None else began
    if seat.played_by_bot:
        return [Due(began + _wait(table, number, pace.bot), "bot", number)]
    dues = []
    if clocks.ticks and (flag := clocks.flag(number)) is not None:
        dues.append(Due(flag, "clock", number))
    if seat.away is not None and (takeover := takeover_at(table, number)) is not None:
        dues.append(Due(takeover, "absent", number))
    return dues


def takeover_at(table: Table, number: int) -> int | None:
    """When a bot takes an absent seat that is to act. Nobody takes over while no other person is there to wait."""
    seat, began = table.seats[number], table.clocks.since[number]
    if seat.away is None or seat.stand_in or began is None or table.clocks.clock.kind == "correspondence":
        return None
    if all(table.seats[other].away is not None for other in table.persons()):
        return None
    return max(seat.away, began) + table.settings.absent * 1000


def taken_over(table: Table, due: Due, at: int) -> e.Batch:
    """Nobody moved in time: the game's own default is made. Without one, or with no time left at all, a bot plays on."""
    stands_in = e.StoodIn(at, due.seat, due.what)
    assert table.match is not None
    default = table.match.time_out(due.seat) if due.what == "clock" else None
    if default is None:
        return [stands_in]
    try:
        batch = playing.play(table, at, due.seat, table.game.number(default), late=True)
    except Refused:
        return [stands_in]
    return [*batch, stands_in] if table.clocks.clock.kind == "game" and not table.match.over else batch

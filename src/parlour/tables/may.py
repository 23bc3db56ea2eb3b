"""What must hold before anything is done at a table. Each function raises a sentence if it does not."""

from __future__ import annotations

from parlour.core import words
from parlour.tables.errors import Unfit
from parlour.tables.shown import PAUSED, RUNNING, WAITING
from parlour.tables.table import Table


def waiting(table: Table) -> None:
    if table.phase is not WAITING:
        raise Unfit("not_now", words.say("The match has begun already."))
    settled(table)


def settled(table: Table) -> None:
    """Between the commitments and the deal nothing changes at the seats."""
    if table.dealing is not None:
        raise Unfit("not_now", words.say("The cards are being shuffled: a moment."))


def running(table: Table) -> None:
    if table.phase is PAUSED:
        raise Unfit("not_now", words.say("The match is paused. Resume it first."))
    if table.phase is not RUNNING:
        raise Unfit("not_now", words.say("No match is running at this table."))


def no_race(table: Table) -> None:
    if table.gate is not None:
        raise Unfit("not_now", words.say("Not in a race: wait until it is over."))


def host(table: Table, device: str | None) -> None:
    if not device or table.host != device:
        raise Unfit("not_yours", words.say("Only the host of the table can do that."))


def no_seat(table: Table, seat: int) -> Unfit:
    last = len(table.seats) - 1
    return Unfit("no_seat", words.say("There is no seat {seat}: this table has the seats 0 to {last}.", seat=seat, last=last))


def own(table: Table, device: str | None, seat: int) -> None:
    """The seat exists and is this device's."""
    if seat not in table.seats_of(device):
        if not 0 <= seat < len(table.seats):
            raise no_seat(table, seat)
        raise Unfit("not_yours", words.say("This seat is not held by your device."))

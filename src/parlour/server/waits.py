"""Whom a table waits for who may not know it: those who are away or play by letter, and a host whose table is full."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec

from parlour.server.storage import Wait
from parlour.tables.shown import RUNNING, WAITING
from parlour.tables.table import Table


class About(msgspec.Struct, omit_defaults=True):
    """What a notice may say: nothing that is not on the outside of the table. Which of it is said depends on the kind."""

    game: str = ""
    names: list[str] = []
    """The others who sit there, or who calls."""
    ends: int | None = None
    """When the time for the move is over."""
    title: str = ""
    """Of a tournament."""
    round: int = 0


class Present(Protocol):
    """Who is at a table."""

    def present(self) -> tuple[Collection[int], int]:
        """The seats whose owners are here, and how many watch."""


def waited_for(table: Table, people: Present) -> tuple[Wait, ...]:
    """A wait for each device, by the devices' order."""
    if table.phase is RUNNING:
        letter = table.clocks.clock.kind == "correspondence"
        if not letter and not table.absent:
            return ()
        seats = [
            number
            for number in table.acting
            if (seat := table.seats[number]).device and not seat.stand_in and (letter or seat.away is not None)
        ]
        return _waits(table, seats, "turn") if seats else ()
    if table.phase is WAITING and table.host is not None and all(seat.kind != "open" for seat in table.seats):
        hosts, persons = table.seats_of(table.host), table.persons()
        if hosts and len(persons) > len(hosts) and not set(hosts) & set(people.present()[0]):
            return _waits(table, list(hosts), "full")
    return ()


def _waits(table: Table, seats: list[int], kind: str) -> tuple[Wait, ...]:
    found = {}
    for number in seats:
        device = table.seats[number].device
        if device and device not in found:
            others = [seat.name for seat in table.seats if seat.kind == "person" and seat.device != device]
            about = About(table.game.key, others, table.clocks.flag(number) if kind == "turn" else None)
            found[device] = Wait(device, kind, msgspec.json.encode(about).decode())
    return tuple(found[device] for device in sorted(found))

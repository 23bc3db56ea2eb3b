"""A version of a table on its way to the clients, each with what its seats may know (redactor.py)."""

from __future__ import annotations

import msgspec

from parlour.core.words import ENGLISH, Words
from parlour.server import messages as m
from parlour.server.clock import now as now
from parlour.tables import redactor
from parlour.tables.race import Gate
from parlour.tables.shown import Seats
from parlour.tables.table import Table

encode = msgspec.json.Encoder().encode
NOBODY: tuple[int | None, ...] = (None,)
"""The seats of a spectator."""


def race_shown(gate: Gate) -> m.Race:
    return m.Race(gate.id, list(gate.seats), gate.opens, gate.closes)


def snapshot(
    table: Table,
    mine: Seats,
    present: tuple[list[int], int],
    moves: str = "full",
    words: Words = ENGLISH,
) -> m.Snapshot:
    """Everything that the seats of one device may know now, or a spectator."""
    at = now()
    table = table.seen_by(mine, at)
    account = redactor.Account(table, words=words)
    return m.Snapshot(
        version=table.version,
        now=at,
        mine=mine,
        table=redactor.table_shown(table, words),
        sides=[account.side(seat, offers=moves == "full") for seat in mine or NOBODY],
        clocks=redactor.clocks_shown(table, lambda: at),
        present=present[0],
        spectators=present[1],
        race=race_shown(table.gate) if table.gate is not None else None,
        flights=redactor.in_the_air(table, at) if mine or redactor.may_watch(table) else [],
    )


class Gap:
    """What happened after a version, in one language; what is the same for all who may watch is made once."""

    def __init__(self, table: Table, since: int, words: Words = ENGLISH) -> None:
        self.table, self.since, self.words = table, since, words
        self._seen, self._shaped = since < table.seen_at, since < table.shaped_at
        self._account = redactor.Account(table, since, words)
        self._shown = redactor.table_shown(table, words) if self._shaped else None
        self._clocks = redactor.clocks_shown(table, now, always=self._shaped) if self._seen or self._shaped else None
        self._moves = table.moves if self._seen else None
        self._acting = table.acting if self._seen else None
        self._world = table.world[1] if since < table.world[0] else None
        self._flights = redactor.flights(table, since) if table.flights else []

    def of(self, mine: Seats, moves: str = "full", made: str | None = None) -> m.Happened:
        """For the seats of one device, or for a spectator; `made` is the id of its own move that led here."""
        sides = []
        for seat in mine or NOBODY:
            sides.append(self._account.side(seat, self._seen, moves == "full"))
        happened = m.Happened(
            self.table.version,
            self.since,
            sides,
            self._shown,
            self._clocks,
            mine if self._shaped else None,
            self._moves,
            self._acting,
        )
        happened.made = made
        if (self._world or self._flights) and (mine or redactor.may_watch(self.table)):
            happened.world, happened.flights = self._world, self._flights
        return happened

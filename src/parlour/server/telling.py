"""A version of a table on its way to the clients, each with what its seats may know (redactor.py)."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from parlour.core.words import ENGLISH, Words
from parlour.server import messages as m
from parlour.tables import redactor
from parlour.tables.table import Table

encode = msgspec.json.Encoder().encode


def now() -> int:
    """The server's time in ms since 1970."""
    return int(time.time() * 1000)


def snapshot(
    table: Table,
    mine: list[int],
    present: tuple[list[int], int],
    race: m.Race | None,
    moves: str = "full",
    words: Words = ENGLISH,
) -> m.Snapshot:
    """Everything that the seats of one device may know, or a spectator."""
    at = now()
    audience: Sequence[int | None] = mine or [None]
    return m.Snapshot(
        version=table.version,
        now=at,
        mine=mine,
        table=redactor.table_shown(table, words),
        sides=[redactor.side(table, seat, offers=moves == "full", words=words) for seat in audience],
        clocks=redactor.clocks_shown(table, at),
        present=present[0],
        spectators=present[1],
        race=race,
        flights=redactor.in_the_air(table, at) if mine or redactor.may_watch(table) else [],
    )


class Gap:
    """What happened after a version; what is the same for all who may watch is made once."""

    def __init__(self, table: Table, since: int, words: Words = ENGLISH) -> None:
        self.table, self.since, self.words = table, since, words
        self.seen, self.shaped = since < table.seen_at, since < table.shaped_at
        self._shown = redactor.table_shown(table, words) if self.shaped else None
        told = self.shaped or (self.seen and redactor.clocks_count(table))
        self._clocks = redactor.clocks_shown(table, now(), always=self.shaped) if told else None
        self._moves = table.moves if self.seen else None
        self._acting = list(table.acting) if self.seen else None
        self._world = table.world[1] if since < table.world[0] else None
        self._flights = redactor.flights(table, since) if table.flights else []

    def of(self, mine: list[int], moves: str = "full") -> m.Happened:
        """For the seats of one device, or for a spectator."""
        table, since, seen, offers, words = self.table, self.since, self.seen, moves == "full", self.words
        audience: Sequence[int | None] = mine or [None]
        watches = bool(mine) or redactor.may_watch(table)
        return m.Happened(
            table.version,
            since,
            [redactor.side(table, seat, since=since, view=seen, offers=offers, words=words) for seat in audience],
            self._shown,
            self._clocks,
            mine if self.shaped else None,
            self._moves,
            self._acting,
            self._world if watches else None,
            self._flights if watches else [],
        )

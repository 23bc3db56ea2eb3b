"""A table with its log, and all that it tells."""

from __future__ import annotations

from functools import cache

import msgspec

import parlour
from parlour.tables import acts, playing, redactor
from parlour.tables import entries as e
from parlour.tables.shown import Settings
from parlour.tables.table import Table

find = cache(parlour.game)
CALM = Settings()


class Kept:
    """A table with its log, as a store would keep it."""

    def __init__(self, game="doce", seats=("mine", "other"), settings=CALM, start=True, **more):
        wishes = [("open" if seat == "other" else seat, None, "easy") for seat in seats]
        batch = acts.create(
            find,
            1000,
            game=game,
            seats=wishes,
            device="dev0",
            settings=settings,
            options=more.pop("options", {}),
            seed=more.pop("seed", bytes(range(32))),
        )
        self.table, self.log, self.at = Table("t", find), [], 1000
        self.take(batch)
        for number, seat in enumerate(seats):
            if seat == "other":
                self.do(acts.sit, f"dev{number}", f"P{number}", number)
        if start:
            self.do(acts.start, "dev0")

    def take(self, batch):
        self.log.append(e.encoded(batch))
        self.table.take(batch)

    def do(self, act, *values, **more):
        self.at += 500
        batch = act(self.table, self.at, *values, **more)
        if batch:
            self.take(batch)
        return batch

    def move(self, pick=lambda legal: legal[0]):
        gate, seat = self.table.gate, self.table.acting[0]
        if gate is not None:
            self.at = max(self.at, gate.opens)
            out = [seat for seat in gate.seats if seat not in gate.answers]
            if not out or self.table.acting != gate.seats or self.at + 500 > gate.closes:
                return self.do(playing.decide)
            seat = out[0]
        return self.do(playing.play, seat, pick(self.table.legal(seat)))

    def rebuilt(self):
        return Table.rebuilt("t", [e.decoded(body) for body in self.log], find)


def shown(table, seats=None):
    """Everything that a table tells anybody."""
    account = redactor.Account(table)
    sides = [account.side(seat) for seat in (None, *range(len(table.seats)))]
    return msgspec.json.encode([redactor.table_shown(table), redactor.clocks_shown(table, lambda: 10**6), sides])

"""A table whose rules are not here any more, or not yet: what its log says without them, for the record.

Nothing is dealt and nothing is checked: who sat where, which moves were made, seeds and salts stand in the log as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from parlour.core.record import Ending, Entry, Header, Record
from parlour.core.seeds import commitment
from parlour.core.words import say
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.shown import OVER
from parlour.tables.table import Table


class Unplayed:
    """In the place of a match: its lines."""

    told = 0
    over = False
    acting = awaited = ()

    place = None

    def __init__(self, table: Unruled, seed: bytes, names: list[str], salts: list[str], commits: list[str]) -> None:
        self.table, self.seed, self.names, self.salts, self.commits = table, seed, list(names), list(salts), list(commits)
        self.entries: list[Entry] = []

    def record(self, sealed: bool = False) -> Record:
        table = self.table
        header = Header(
            parlour=1,
            game=table.game.key,
            rules=table.rules,
            players=len(table.seats),
            options=table.options,
            names=self.names,
            commitment=commitment(self.seed),
            check="",
            position=table.position,
            commits=self.commits if any(self.commits) else [],
        )
        seed, salts = (None, None) if sealed else (self.seed.hex(), self.salts)
        return Record(header, list(self.entries), Ending(moves=len(self.entries), seed=seed, salts=salts))


class Unruled(Table):
    """The table around the moves."""

    match: Any

    def __init__(self, id: str) -> None:
        super().__init__(id, _unknown)

    def new_match(self, seed: bytes, names: list[str], salts: list[str], commits: list[str]) -> Any:
        return Unplayed(self, seed, names, salts, commits)

    def forget_past(self) -> None: ...

    def follow(self, at: int, mover: int | None = None) -> None: ...
    def _see_race(self, *_: Any, **__: Any) -> None: ...

    def _moved(self, entry: e.Moved) -> None:
        self.moves += 1
        lines = self.match.entries
        lines.append(Entry(seat=entry.seat, move=entry.move, check="" if entry.world else entry.check))
        lines += [Entry(world=report, check=entry.check) for report in entry.world]

    def _undone(self, entry: e.Undone) -> None:
        del self.match.entries[entry.moves :]
        self.moves = sum(line.world is None for line in self.match.entries)


def _unknown(key: str) -> Any:
    return SimpleNamespace(key=key, name=key, version=2**31, has_race=False, has_world=False)


def record_without_rules(id: str, bodies: Iterable[bytes], match: int, device: str | None) -> Record:
    """The record of a match as the log has it. One that was not finished is sealed, and only for who sits there."""
    table = Unruled(id)
    for body in bodies:
        try:
            batch = e.decoded(body)
        except ValueError:
            break  # From here on it was written by a newer Parlour, or damaged.
        table.take(batch)
    match = match or table.match_no
    if 1 <= match <= len(table.finished) and (known := table.finished[match - 1]) is not None:
        return known
    if match != table.match_no or table.match is None or table.phase is OVER:
        raise Unfit("no_match", say("There is no match {match} at this table.", match=match))
    if not table.seats_of(device):
        raise Unfit("not_yours", say("Only who sits at this table may have the record of a match that is not over."))
    record: Record = table.match.record(sealed=True)
    return record

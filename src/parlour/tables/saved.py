"""A table as one piece, to load it fast. It is only a copy of what the log says: if it does not fit, the log is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from parlour.core.errors import BadRecord
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Entry, Record
from parlour.tables.race import Gate
from parlour.tables.shown import Flight, PauseAsk, Phase, Settings, UndoAsk
from parlour.tables.table import Fact, Seat, Table

FIRST, EVERY = 64, 256
"""After so many batches a table is saved for the first time, and again."""
FORMAT = 7


class SavedMatch(msgspec.Struct):
    seed: bytes
    names: list[str]
    salts: list[str]
    state: bytes
    check: str
    notes: list[tuple[int, ...]]
    entries: list[Entry]
    commits: list[str] = []


class Saved(msgspec.Struct):
    """Everything that a table knows."""

    format: int
    game: str
    rules: int
    version: int
    created: int
    options: dict[str, Any]
    settings: Settings
    position: dict[str, Any] | None
    seed: bytes
    next_seed: bytes | None
    phase: Phase
    seats: list[Seat]
    host: str | None
    sittings: int
    muted: set[str]
    barred: set[str]
    match: SavedMatch | None
    match_no: int
    moves: int
    moved: dict[int, int]
    stands: int
    undo: UndoAsk | None
    pause: PauseAsk | None
    facts: list[Fact]
    finished: list[str]
    trail: list[bytes]
    marks: tuple[int, int, int, int]
    world: tuple[int, list[Any]]
    flights: list[Flight]
    flown: list[tuple[int, int, int]]
    raced: list[tuple[int, int, list[tuple[int, int]]]]
    gate: Gate | None
    bank: list[int]
    since: list[int | None]
    fallen: list[int]
    stopped: int | None
    last: int
    dealing: int | None = None
    began: int = 0
    ended: int = 0


def to_be_saved(table: Table) -> bool:
    return table.version % EVERY == FIRST


def saved(table: Table) -> bytes:
    """The table as bytes."""
    match, clocks = table.match, table.clocks
    return msgspec.msgpack.encode(
        Saved(
            format=FORMAT,
            game=table.game.key,
            rules=table.game.version,
            version=table.version,
            created=table.created,
            options=table.options,
            settings=table.settings,
            position=table.position,
            seed=table.seed,
            next_seed=table.next_seed,
            phase=table.phase,
            seats=table.seats,
            host=table.host,
            sittings=table.sittings,
            muted=table.muted,
            barred=table.barred,
            match=None if match is None else _saved_match(match),
            match_no=table.match_no,
            moves=table.moves,
            moved=table.moved,
            stands=table.stands,
            undo=table.undo,
            pause=table.pause,
            facts=table.facts,
            finished=["" if record is None else str(record) for record in table.finished],
            trail=list(table.trail),
            marks=(table.turned, table.seen_at, table.shaped_at, table.updated),
            world=table.world,
            flights=list(table.flights),
            flown=[(match, move, version) for (match, move), version in table.flown.items()],
            raced=[(match, move, slaps) for (match, move), slaps in table.raced.items()],
            gate=table.gate,
            bank=clocks.bank,
            since=clocks.since,
            fallen=sorted(clocks.fallen),
            stopped=clocks.stopped,
            last=clocks.last,
            dealing=table.dealing,
            began=table.began,
            ended=table.ended,
        )
    )


def _saved_match(match: Match) -> SavedMatch:
    return SavedMatch(
        match.seed, match.names, match.salts, match.kept(), match.check(), list(match.notes), match.entries, match.commits
    )


def restored(id: str, body: bytes, find: Callable[[str], Game]) -> Table:
    """The table of such bytes. Raises BadRecord if they are not of these rules or not what they were."""
    try:
        kept = msgspec.msgpack.decode(body, type=Saved)
    except msgspec.DecodeError as wrong:
        raise BadRecord(f"The saved table cannot be read: {wrong}.") from None
    table = Table(id, find)
    table.game = find(kept.game)
    table.rules = kept.rules
    if kept.format != FORMAT or kept.rules != table.game.version:
        raise BadRecord("The saved table is of another time.")
    for name in (
        "version", "created", "options", "settings", "position", "seed", "next_seed", "phase", "seats", "host", "match_no",
        "moves", "moved", "stands", "dealing", "undo", "pause", "facts", "world", "sittings", "muted", "barred", "gate",
        "began", "ended",
    ):  # fmt: skip
        setattr(table, name, getattr(kept, name))
    table.told_at = kept.version
    table.turned, table.seen_at, table.shaped_at, table.updated = kept.marks
    table.finished = [Record.parse(text) if text else None for text in kept.finished]
    table.trail.extend(kept.trail)
    table.flights.extend(kept.flights)
    table.flown = {(match, move): version for match, move, version in kept.flown}
    table.raced = {(match, move): slaps for match, move, slaps in kept.raced}
    table.begin_clocks(kept.last)
    if kept.match is not None:
        table.match = _match(table, kept.match)
        table._place = table.match.place
        table.follow(kept.last)
    clocks = table.clocks
    clocks.bank, clocks.since, clocks.fallen = kept.bank, kept.since, set(kept.fallen)
    clocks.stopped, clocks.last = kept.stopped, kept.last
    return table


def _match(table: Table, kept: SavedMatch) -> Match:
    match = table.new_match(kept.seed, kept.names, kept.salts, kept.commits)
    match.resume(kept.state, kept.notes, kept.entries)
    if match.check() != kept.check:
        raise BadRecord("The saved table is not what it was.")
    return match

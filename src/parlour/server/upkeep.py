"""What whoever runs a club asks of its database: whether all of it is sound, and every finished match as a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from parlour.core.errors import BadRecord, ParlourError
from parlour.core.record import Record
from parlour.review import Review
from parlour.server.archive import Telling, endings, find_game, problems, signed
from parlour.server.hub import PROBED
from parlour.server.storage import StorageDown, Store
from parlour.server.storage.backup import side
from parlour.server.storage.shelf import GONE
from parlour.tables import entries as e
from parlour.tables.errors import OtherRules, Unfit
from parlour.tables.saved import restored
from parlour.tables.table import Table
from parlour.tables.unruled import record_without_rules

TOGETHER = 200
UNKNOWN = 1_000_000
"""So many matches are finished of a table whose matches were never counted."""
BELONGS = {
    "saved": "table_id", "codes": "table_id", "claims": "table_id", "tellings": "table_id", "reviews": "table_id",
    "holders": "table_id",
}  # fmt: skip
"""Rows that belong to a table, by the column that says to which."""

MATES = (
    ("person_devices", "person", "persons", "id", "A device"),
    ("passkeys", "person", "persons", "id", "A passkey"),
    ("tallies", "person", "persons", "id", "A person's total"),
    ("members", "person", "persons", "id", "A membership"),
    ("members", "club", "clubs", "id", "A membership"),
    ("result_players", "table_id", "results", "table_id", "What a player reached"),
)
"""What stands in one table of the club must stand in another: from where, by which column, there, by which, and what it is."""


async def ills(address: str, store: Store) -> AsyncIterator[str]:
    """What is wrong with a database, a sentence each, with the table's link where it is about one."""
    async with side(address, writes=False) as known:
        for sentence in await known.ills():
            yield sentence
    for name, column in BELONGS.items():
        lost = await store.ask(
            f"SELECT {column}, count(*) FROM {name} WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = {column}) "  # noqa: S608
            f"GROUP BY {column} ORDER BY {column} LIMIT 20"
        )
        for id, count in lost:
            yield f"Table {id}: {count} rows of {name} belong to a table that is not there."
    for name, column, other, key, what in MATES:
        lost = await store.ask(
            f"SELECT count(*) FROM {name} WHERE NOT EXISTS (SELECT 1 FROM {other} WHERE {other}.{key} = {name}.{column})"  # noqa: S608
        )
        if lost[0][0]:
            yield f"{what} ({name}.{column}) belongs to nothing among the {other}: {lost[0][0]} times."
    listed = set()
    async for id, game, phase, finished, aside in tables(store):
        listed.add(id)
        if phase != GONE:
            async for sentence in _of_table(store, id, game, phase, finished, aside):
                yield f"Table {id}: {sentence}"
    for row in await store.ask("SELECT DISTINCT table_id FROM entries ORDER BY table_id"):
        if row[0] not in listed and row[0] != PROBED:
            yield f"Table {row[0]}: it has a log, but no row among the tables, so that nothing wakes it."


async def tables(store: Store) -> AsyncIterator[tuple[str, str, str, int, str | None]]:
    """All tables: link, game, phase, finished matches, and the mark of a server that could not read it."""
    last = ""
    while rows := await store.ask(
        "SELECT id, game, phase, finished, aside FROM tables WHERE id > $1 ORDER BY id LIMIT $2", last, TOGETHER
    ):
        for row in rows:
            yield tuple(row)
        last = rows[-1][0]


async def _of_table(store: Store, id: str, game: str, phase: str, finished: int, aside: str | None) -> AsyncIterator[str]:
    try:
        bodies = await store.load(id)
        if not bodies:
            yield "its log is empty."
            return
        table = Table.rebuilt(id, (e.decoded(body) for body in bodies), find_game)
    except OtherRules:
        table = None  # It waits for those rules; nothing is wrong with it.
    except StorageDown:
        raise
    except BadRecord as wrong:
        yield str(wrong)
        return
    except (msgspec.DecodeError, ParlourError, ValueError) as wrong:
        yield f"its log cannot be read ({str(wrong).rstrip('.') or type(wrong).__name__})."
        return
    if table is not None:
        if aside is not None:
            yield "it was set aside as unreadable, but can be read: `parlour serve` wakes it when it is upgraded."
        if table.game.key != game or str(table.phase) != phase:
            yield f"it is listed as {game}, {phase}; its log says {table.game.key}, {table.phase}."
        if len(table.finished) != finished and finished != UNKNOWN:
            yield f"it is listed with {finished} finished matches; its log has {len(table.finished)}."
        if (copy := await store.saved(id)) is not None:
            try:
                if restored(id, copy, find_game).version > table.version:
                    yield "its saved copy is newer than its log."
            except (ParlourError, msgspec.DecodeError, ValueError):
                pass  # Thrown away when it is read; the log is the truth.
        for match, record in enumerate(table.finished, 1):
            for said in problems(str(record)) if record is not None else []:
                yield f"match {match}: {said}"
    for match, body in await store.ask("SELECT match, body FROM tellings WHERE table_id = $1 ORDER BY match", id):
        try:
            Record.parse(Telling.unpacked(body).record)
        except Exception as wrong:
            yield f"what was told of match {match} cannot be read ({type(wrong).__name__})."
    for match, body in await store.ask("SELECT match, body FROM reviews WHERE table_id = $1 AND body IS NOT NULL", id):
        try:
            if body:
                msgspec.json.decode(body, type=Review)
        except msgspec.DecodeError:
            yield f"the review of match {match} cannot be read."


async def export(store: Store, folder: Path, game: str | None = None) -> tuple[int, list[str]]:
    """Every finished match as a signed record in a folder; returns how many, and the tables that could not be read."""
    secret = await store.secret("records")
    written, unread = 0, []
    async for id, its_game, phase, finished, _ in tables(store):
        if phase == GONE or not finished or game not in (None, its_game):
            continue
        try:
            records = await _records(store, id)
        except StorageDown:
            raise
        except Exception:
            unread.append(id)
            continue
        place = folder / its_game
        place.mkdir(parents=True, exist_ok=True)
        for match, text in records.items():
            (place / f"{id}-{match}.jsonl").write_text(signed(text, secret), encoding="utf-8")
            written += 1
    return written, unread


async def _records(store: Store, id: str) -> dict[int, str]:
    """The records of a table's finished matches by number; where the rules are not here, what was told or what the log says."""
    bodies = await store.load(id)
    try:
        return {match: ended.record for match, ended in endings(id, bodies, 0)[0].items()}
    except (ParlourError, msgspec.DecodeError):
        found = {}
        for match in range(1, 1 + sum(isinstance(entry, e.Sealed) for body in bodies for entry in e.decoded(body))):
            if (body := await store.telling(id, match)) is not None:
                found[match] = Telling.unpacked(body).record
            else:
                try:
                    found[match] = str(record_without_rules(id, bodies, match, None))
                except Unfit:
                    continue
        return found

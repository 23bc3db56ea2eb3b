"""The REST calls about finished matches: record, flights, replay, review and check. docs/protocol.md lists them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from litestar import MediaType, Response, get

from parlour.core.words import say
from parlour.review import Review
from parlour.server import messages as m
from parlour.server.archive import Ended, Telling, as_it_ended, checked, replayed, signed, verdict
from parlour.server.asking import AnyRequest, Count, TableKey, address_of, hub_of, maybe_device, words_of
from parlour.server.limits import spend
from parlour.server.reviews import in_words
from parlour.server.room import Room
from parlour.tables import entries as e
from parlour.tables import redactor
from parlour.tables.errors import Unfit, Unreadable
from parlour.tables.shown import Flight
from parlour.tables.unruled import record_without_rules

Done = TypeVar("Done")


async def _aside(request: AnyRequest, work: Callable[..., Done], *given: Any) -> Done:
    """What would keep the tables waiting is done by a process beside, for each address in its turn."""
    hub, address = hub_of(request), address_of(request)
    spend(hub.budgets.replays, address)
    return await hub.readers.run(address, hub.beside, work, *given)


async def _ended(request: AnyRequest, table: str, match: int) -> Ended:
    """A finished match of a table; 0 is the newest."""
    hub = hub_of(request)
    room: Room = await hub.room(table)
    async with room.turn:
        held = await room.loaded()
        match = match or held.match_no
        if match >= held.match_no:
            return Ended.of(held, match)
    return await _aside(request, as_it_ended, held.id, await hub.store.load(held.id), match)


async def _telling(request: AnyRequest, table: str, match: int) -> Telling:
    """The same of a table whose rules are not here: what was told of it when they were, or what the log says without them."""
    hub, loop = hub_of(request), asyncio.get_running_loop()
    if (body := await hub.store.telling(table, match)) is not None:
        return await loop.run_in_executor(hub.aside, Telling.unpacked, body)
    bodies, device = await hub.store.load(table), await maybe_device(request)
    read = partial(record_without_rules, table, bodies, match, device)
    found = await loop.run_in_executor(hub.aside, read)
    return Telling(found.header.rules, str(found), [], {})


@get("/api/tables/{table:str}/matches/{match:int}/record", media_type=MediaType.TEXT)
async def record(request: AnyRequest, table: TableKey, match: Count) -> Response[str]:
    """The record file of a finished match (0: the newest); whoever sits at a table that cannot go on gets what there is."""
    try:
        text = (await _ended(request, table, match)).record
    except Unreadable:
        text = (await _telling(request, table, match)).record
    text = await _aside(request, signed, text, hub_of(request).signer)
    name = f'attachment; filename="match-{table[:6]}-{match}.jsonl"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@get("/api/tables/{table:str}/matches/{match:int}/flights/{move:int}")
async def flight(request: AnyRequest, table: TableKey, match: Count, move: Count) -> Flight:
    """What the world did in one move, for the eyes."""
    hub = hub_of(request)
    room = await hub.room(table)
    async with room.turn:
        held = await room.loaded()
        if match == held.match_no and not held.seats_of(await maybe_device(request)) and not redactor.may_watch(held):
            raise Unfit("not_yours", say("At this table only the players see the match while it runs."))
        version = held.flown.get((match, move))
    if 1 <= match < held.match_no:
        version = (await _ended(request, table, match)).flown.get(move)
    found = [] if version is None else await hub.store.load(table, version - 1, 1)
    for entry in e.decoded(found[0]) if found else []:
        if isinstance(entry, e.Moved) and entry.ways:
            way = entry.ways[-1]
            return Flight(version or 0, match, move, entry.seat, entry.at, way.seconds, way.path)
    raise Unfit("no_match", say("Nothing flew in move {move} of match {match} at this table.", move=move, match=match))


@get("/api/tables/{table:str}/matches/{match:int}/replay")
async def replay(request: AnyRequest, table: TableKey, match: Count) -> m.Replay | Response[bytes]:
    """A finished match, step by step, nothing hidden."""
    try:
        ended = await _ended(request, table, match)
    except Unreadable as wrong:
        known = (await _telling(request, table, match)).replays
        if not known:
            raise Unfit(
                "unreadable", say("{why} It cannot be shown, but its record can be read.", why=wrong.sentence)
            ) from None
        return Response(known.get(words_of(request).code) or known["en"], media_type=MediaType.JSON)
    gone = await hub_of(request).club.results.gone(table, ended.match)
    told = await _aside(request, replayed, table, match, ended, words_of(request).code, gone)
    return Response(told, media_type=MediaType.JSON)


@get("/api/tables/{table:str}/matches/{match:int}/review")
async def review(request: AnyRequest, table: TableKey, match: Count) -> m.Reviewed:
    """Where a finished match turned, what each decision cost, and how much was luck; the first call has it made."""
    hub = hub_of(request)
    match = match or (await _ended(request, table, 0)).match
    body, ahead = await hub.reviews.known(table, match)
    if body is None and ahead is None:
        await _ended(request, table, match)  # Only what is over is reviewed.
        ahead = await hub.reviews.ask(table, match, address_of(request))
    if body is None:
        return m.Reviewed(ahead)
    ended = await _ended(request, table, match)
    gone = await hub.club.results.gone(table, match)
    names, said = await _aside(request, in_words, ended.record, body, words_of(request).code, gone)
    return m.Reviewed(None, names, ended.looks, msgspec.json.decode(body, type=Review), said)


@get("/api/tables/{table:str}/matches/{match:int}/verify")
async def verify(request: AnyRequest, table: TableKey, match: Count) -> m.Verdict:
    """Deal a finished match again and check every move; of one whose rules are not here, what can be checked without."""
    try:
        ended = await _ended(request, table, match)
    except Unreadable:
        told = await _telling(request, table, match)
        fits, said = checked(told)
        return m.Verdict(fits and not told.problems, told.problems, [words_of(request).of(said)])
    return await _aside(request, verdict, ended.record)


PAST = [record, flight, replay, review, verify]

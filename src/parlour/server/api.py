"""The REST calls: tables, seats and the server itself, beside those of games (games_api.py) and finished matches (past_api.py).
docs/protocol.md lists them."""

from __future__ import annotations

import asyncio
import secrets
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from parlour.core.ed25519 import public_key
from parlour.core.words import say
from parlour.server import messages as m
from parlour.server import pages
from parlour.server.addresses import is_here
from parlour.server.asking import AnyRequest, Count, TableKey, address_of, device_of, hub_of, maybe_device, words_of
from parlour.server.devices import hashed
from parlour.server.games_api import GAMES
from parlour.server.limits import spend
from parlour.server.lobby import MOST_LISTED, summaries, summary
from parlour.server.past_api import PAST
from parlour.server.telling import now
from parlour.tables import acts, deal, may, redactor
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.table import Table

CODE_LASTS = 10 * 60 * 1000
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

# Tables and seats.


@post("/api/devices", status_code=201, sync_to_thread=False)
def new_device(request: AnyRequest) -> m.Device:
    """A token for a new device."""
    if hub_of(request).config.closed:
        raise Unfit("not_now", say("This house takes no new guests now."))
    spend(hub_of(request).budgets.devices, address_of(request))
    return m.Device(hub_of(request).devices.new())


@post("/api/tables", status_code=201)
async def create_table(request: AnyRequest, data: JSONBody[m.CreateTable]) -> m.Seated:
    """Open a table."""
    hub, device = hub_of(request), await device_of(request)
    seed = bytes.fromhex(hub.config.seeds) if hub.config.seeds else None
    batch = acts.create(
        hub.find,
        now(),
        game=data.game,
        seats=[(seat.kind, seat.name, seat.level, seat.sign, seat.colour) for seat in data.seats],
        device=device,
        options=data.options,
        settings=msgspec.structs.replace(data.settings, cup=""),
        commit=data.commit,
        position=data.position,
        start=data.start,
        seed=seed,
    )
    spend(hub.budgets.tables, address_of(request))
    id = hub.prefix + secrets.token_urlsafe(16)
    room = await hub.room(id)
    room.opener = address_of(request)
    await room.found(batch)
    hub.metrics.count("tables_created", f'game="{data.game}"')
    mine = next((seat for seat, wish in enumerate(data.seats) if wish.kind == "mine"), None)
    return m.Seated(id, mine)


@get("/api/tables")
async def public_tables(request: AnyRequest) -> list[m.TableSummary]:
    """Public tables that wait for players."""
    hub = hub_of(request)
    return await summaries(hub, await hub.store.public(MOST_LISTED), await maybe_device(request))


@get("/api/mine")
async def my_tables(request: AnyRequest) -> list[m.TableSummary]:
    """Tables where this device has a seat."""
    hub, device = hub_of(request), await device_of(request)
    found = await summaries(hub, await hub.store.of_device(device, MOST_LISTED), device)
    return [table for table in found if table.mine]


@get("/api/tables/{table:str}")
async def show_table(request: AnyRequest, table: TableKey) -> m.Snapshot:
    """The table as this device, or a spectator, sees it."""
    room = await hub_of(request).room(table)
    async with room.turn:
        held = await room.loaded()
        return room.snapshot(held, held.seats_of(await maybe_device(request)), words=words_of(request))


@get("/api/tables/{table:str}/picture", media_type="image/svg+xml")
async def draw_table(request: AnyRequest, table: TableKey, seat: FromQuery[int | None] = None) -> Response[str]:
    """A picture of what this device sees there, from one of its seats; for games that have no page of their own."""
    device = await maybe_device(request)
    room = await hub_of(request).room(table)
    async with room.turn:
        held = await room.loaded()
        mine = held.seats_of(device)
        eyes = seat if seat in mine else next(iter(mine), None)
        return Response(
            redactor.drawn(held, eyes, mine, now()), media_type="image/svg+xml", headers={"cache-control": "no-store"}
        )


@post("/api/tables/{table:str}/join", status_code=200)
async def join_table(request: AnyRequest, table: TableKey, data: JSONBody[m.JoinTable]) -> m.Seated:
    """Take an open seat by name."""
    device = await device_of(request)
    taken: list[int] = []

    def make(held: Table) -> e.Batch:
        batch = acts.sit(held, now(), device, data.name, data.seat, data.commit, (data.sign, data.colour))
        taken[:] = [entry.seat for entry in batch if isinstance(entry, e.Seated)]
        return batch

    room = await hub_of(request).room(table)
    await room.act(make)
    return m.Seated(table, taken[0])


@post("/api/tables/{table:str}/reveal", status_code=200)
async def open_salt(request: AnyRequest, table: TableKey, data: JSONBody[m.Reveal]) -> m.Snapshot:
    """Open the salt that this device is bound to, when the seats are bound."""
    device, room = await device_of(request), await hub_of(request).room(table)
    await room.act(lambda held: deal.reveal(held, now(), data.salt))
    async with room.turn:
        held = await room.loaded()
        return room.snapshot(held, held.seats_of(device), words=words_of(request))


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave_table(request: AnyRequest, table: TableKey) -> m.TableSummary:
    """Give up every seat of this device: open again before a match, a bot's in one."""
    device = await device_of(request)
    room = await hub_of(request).room(table)
    left: list[m.TableSummary] = []

    def make(held: Table) -> e.Batch:
        if mine := held.seats_of(device):
            return acts.stand(held, now(), device, mine[0])
        left.append(summary(held, device))
        return []

    while not left:
        await room.act(make)
    return left[0]


@post("/api/tables/{table:str}/seats/{seat:int}/code", status_code=201)
async def move_code(request: AnyRequest, table: TableKey, seat: Count) -> m.MoveCode:
    """A code that moves this seat to another device."""
    hub, device = hub_of(request), await device_of(request)
    room = await hub.room(table)
    async with room.turn:
        held = await room.loaded()
        may.own(held, device, seat)
        sitting = held.seats[seat].sitting
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    expires = now() + CODE_LASTS
    await hub.store.put_code(hashed(code), table, sitting, expires)
    return m.MoveCode(code, expires)


@post("/api/claim", status_code=200)
async def claim_seat(request: AnyRequest, data: JSONBody[m.ClaimSeat]) -> m.Seated:
    """Move a seat to this device by its code."""
    hub, device = hub_of(request), await device_of(request)
    found = await hub.store.take_code(hashed(data.code.strip().upper().replace("-", "")), now())
    if found is None:
        raise Unfit("no_code", say("This code is not known, was used already, or is too old. Ask for a new one."))
    table, sitting = found
    moved: list[int] = []

    def make(held: Table) -> e.Batch:
        batch = acts.rehouse(held, now(), sitting, device)
        moved[:] = [entry.seat for entry in batch if isinstance(entry, e.Rehoused)]
        return batch

    room = await hub.room(table)
    await room.act(make)
    return m.Seated(table, moved[0])


@get("/api/key", sync_to_thread=False)
def server_key(request: AnyRequest) -> m.ServerKey:
    """The key that checks the signatures under this server's records."""
    return m.ServerKey(public_key(hub_of(request).signer).hex())


# The server itself.


@get("/api/house")
async def house(request: AnyRequest) -> m.House:
    """Where others reach this server. The addresses of the house are nobody's business outside of it."""
    config = hub_of(request).config
    if config.public_url is not None:
        return m.House(config.public_url)
    asked, came = urlsplit(f"//{request.headers.get('host', '')}").hostname or "", request.client.host if request.client else ""
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if forwarded or not (is_here(asked) and is_here(came)):
        return m.House()
    found = await asyncio.get_running_loop().run_in_executor(None, config.invitations)
    return m.House(ways=[m.Invitation(way.address, way.network) for way in found])


@get("/health")
async def health(request: AnyRequest) -> Response[m.Health]:
    """Whether the server can keep moves: it writes the way a move is written."""
    from parlour import __version__

    hub = hub_of(request)
    reason = await hub.health()
    body = m.Health("storage" if reason else "ok", __version__, m.PROTOCOL, len(hub.rooms), len(hub.sockets), reason or "")
    return Response(body, status_code=503 if reason else 200)


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(request: AnyRequest) -> str:
    return hub_of(request).text()


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def any_page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """The pages."""
    if path.startswith("/api"):
        raise Unfit("no_page", say("There is no such call."))
    return pages.page(pages.folder(hub_of(request).config.pages), path, request)


HANDLERS = [
    *GAMES, *PAST, new_device, create_table, public_tables, my_tables, show_table, draw_table, join_table, open_salt,
    leave_table, move_code, claim_seat, server_key, house, health, metrics, any_page,
]  # fmt: skip

"""The REST calls: games and rules, tables, seats, replays and records. docs/protocol.md lists them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from parlour.core.ed25519 import public_key
from parlour.core.game import Game
from parlour.core.options import Choice, Number, Option, Seat, Subset, Switch, Time
from parlour.core.registry import keys, words
from parlour.core.words import Words, say, spoken
from parlour.review import Review
from parlour.review.puzzles import PuzzleSaid, stock
from parlour.review.puzzles import told as told_puzzles
from parlour.server import messages as m
from parlour.server import pages
from parlour.server.addresses import is_here
from parlour.server.archive import Ended, Telling, as_it_ended, checked, replayed, signed, verdict
from parlour.server.devices import hashed
from parlour.server.hub import Hub
from parlour.server.limits import spend
from parlour.server.lobby import MOST_LISTED, summaries, summary
from parlour.server.reviews import in_words
from parlour.server.room import Room
from parlour.server.telling import now
from parlour.server.typescript import shapes
from parlour.tables import acts, deal, redactor
from parlour.tables import entries as e
from parlour.tables.errors import Unfit, Unreadable
from parlour.tables.fast import is_compiled
from parlour.tables.players import levels
from parlour.tables.shown import Flight
from parlour.tables.table import Table
from parlour.tables.unruled import record_without_rules

CODE_LASTS = 10 * 60 * 1000
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

AnyRequest = Request[Any, Any, Any]
TableKey = Annotated[str, PathParameter(min_length=16, max_length=40, pattern="^[A-Za-z0-9_-]+$")]


def hub_of(request: AnyRequest) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def address_of(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


async def device_of(request: AnyRequest) -> str:
    """The hash of the caller's device token."""
    token = _token(request)
    if token is None:
        raise Unfit("no_device", say("Ask for a device token first (POST /api/devices) and send it as Authorization: Bearer."))
    return await hub_of(request).devices.known(token)


async def maybe_device(request: AnyRequest) -> str | None:
    """The same for calls that anybody may make."""
    return None if _token(request) is None else await device_of(request)


def _token(request: AnyRequest) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and 20 <= len(token) <= 100 else None


def words_of(request: AnyRequest) -> Words:
    """The caller's language: `?lang=de`, or what its browser likes to read."""
    return words(spoken(str(request.query_params.get("lang") or request.headers.get("accept-language") or "")))


# Games and rules.


def option_info(option: Option, words: Words) -> m.OptionInfo:
    kinds = ((Choice, "choice"), (Switch, "switch"), (Time, "time"), (Number, "number"), (Seat, "seat"), (Subset, "subset"))
    kind: Any = next((name for known, name in kinds if isinstance(option, known)), "other")
    info = m.OptionInfo(option.name, kind, option.default, option.rule, words.fill(option.help, {}), words.of(option.choices()))
    info.words, info.labels = list(option.labels()), [words.of(label) for label in option.labels().values()]
    info.printed = option.printed
    if isinstance(option, Number):
        info.least, info.most, info.step = option.least, option.most, option.step
    return info


def game_info(game: Game, words: Words) -> m.GameInfo:
    return m.GameInfo(
        key=game.key,
        name=game.name,
        pitch=words.fill(game.pitch, {}),
        minutes=game.minutes,
        seats=list(game.seats),
        seat_names=[words.of(name) for name in game.seat_names(game.seats[-1])],
        version=game.version,
        prefix=game.prefix,
        options=[option_info(option, words) for option in game.options],
        levels=list(levels()),
        speed="compiled" if is_compiled(game) else "plain",
        page=f"/games/{game.key}/page.js" if (game.folder / "page" / "page.js").is_file() else "",
        puzzles=len(stock(game)),
    )


@get("/api/games", sync_to_thread=False)
def list_games(request: AnyRequest) -> list[m.GameInfo]:
    """All games."""
    return [game_info(hub_of(request).find(key), words_of(request)) for key in keys()]


@get("/api/games/{key:str}", sync_to_thread=False)
def one_game(request: AnyRequest, key: FromPath[str]) -> m.GameInfo:
    return game_info(hub_of(request).find(key), words_of(request))


@get("/api/games/{key:str}/rules", sync_to_thread=False)
def rules(
    request: AnyRequest, key: FromPath[str], search: Annotated[str, QueryParameter(max_length=100)] = ""
) -> list[m.RuleInfo]:
    """The numbered rules, or those that are about all the words, as people say them."""
    game, spoken = hub_of(request).find(key), words_of(request).code
    found = game.find_rules(search, spoken) if search else list(game.ledger_in(spoken).rules.values())
    return [m.RuleInfo(rule.id, rule.section, rule.text) for rule in found]


@get("/api/games/{key:str}/rules/{rule:str}", sync_to_thread=False)
def one_rule(request: AnyRequest, key: FromPath[str], rule: FromPath[str]) -> m.RuleInfo:
    found = hub_of(request).find(key).ledger_in(words_of(request).code).rule(rule)
    return m.RuleInfo(found.id, found.section, found.text)


@get("/api/games/{key:str}/guide", sync_to_thread=True)
def guide(request: AnyRequest, key: FromPath[str]) -> m.GuideInfo:
    """The game on one illustrated page, before the numbered rules; no section for a game without a guide."""
    return m.GuideInfo(hub_of(request).find(key).guide(words_of(request)))


@get("/api/games/{key:str}/puzzles", sync_to_thread=True)
def puzzles(request: AnyRequest, key: FromPath[str]) -> list[PuzzleSaid]:
    """Positions with a task and one right answer, in the order in which they become the puzzle of a day."""
    return told_puzzles(hub_of(request).find(key), words_of(request))


@get("/api/games/{key:str}/schema", sync_to_thread=False)
def game_schema(request: AnyRequest, key: FromPath[str]) -> dict[str, Any]:
    """JSON schemas of the game's view, moves and position."""
    found, parts = msgspec.json.schema_components(
        (kinds := shapes(hub_of(request).find(key))).values(), ref_template="#/$defs/{name}"
    )
    return {**dict(zip(kinds, found, strict=True)), "$defs": parts}


@get("/api/games/{key:str}/plan", sync_to_thread=True)
def game_plan(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """The place where the game is played, as data for its scene."""
    game = hub_of(request).find(key)
    if type(game).plan is Game.plan:
        raise Unfit("no_page", say("{game} is played on a table: it has no plan.", game=game.name))
    return Response(msgspec.json.encode(game.plan()), media_type=MediaType.JSON)


@get("/api/games/{key:str}/model", sync_to_thread=True)
def game_model(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """The physics of the game's world, for pages that look ahead."""
    game = hub_of(request).find(key)
    if type(game).model is Game.model:
        raise Unfit("no_page", say("{game} is played without physics: it has no model.", game=game.name))
    return Response(msgspec.json.encode(game.model()), media_type=MediaType.JSON)


@post("/api/games/{key:str}/practice", status_code=200)
async def practise(request: AnyRequest, key: FromPath[str], data: JSONBody[dict[str, Any]]) -> Response[bytes]:
    """One try outside of any match; nothing is kept."""
    hub = hub_of(request)
    game = hub.find(key)
    if type(game).practise is Game.practise:
        raise Unfit("no_page", say("{game} has nothing to practise.", game=game.name))
    spend(hub.budgets.tries, address_of(request))
    hub.prepare(game)
    answer = await hub.world(lambda: msgspec.json.encode(game.practise(data)))
    return Response(answer, media_type=MediaType.JSON)


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
async def move_code(request: AnyRequest, table: TableKey, seat: FromPath[int]) -> m.MoveCode:
    """A code that moves this seat to another device."""
    hub, device = hub_of(request), await device_of(request)
    room = await hub.room(table)
    async with room.turn:
        held = await room.loaded()
        acts.own(held, device, seat)
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


# Finished matches.

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
async def record(request: AnyRequest, table: TableKey, match: FromPath[int]) -> Response[str]:
    """The record file of a finished match (0: the newest); whoever sits at a table that cannot go on gets what there is."""
    try:
        text = (await _ended(request, table, match)).record
    except Unreadable:
        text = (await _telling(request, table, match)).record
    text = await _aside(request, signed, text, hub_of(request).signer)
    name = f'attachment; filename="match-{table[:6]}-{match}.jsonl"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@get("/api/tables/{table:str}/matches/{match:int}/flights/{move:int}")
async def flight(request: AnyRequest, table: TableKey, match: FromPath[int], move: FromPath[int]) -> Flight:
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
async def replay(request: AnyRequest, table: TableKey, match: FromPath[int]) -> m.Replay | Response[bytes]:
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
    told = await _aside(request, replayed, table, match, ended, words_of(request).code)
    return Response(told, media_type=MediaType.JSON)


@get("/api/tables/{table:str}/matches/{match:int}/review")
async def review(request: AnyRequest, table: TableKey, match: FromPath[int]) -> m.Reviewed:
    """Where a finished match turned, what each decision cost, and how much was luck; the first call has it made."""
    hub = hub_of(request)
    match = match or (await _ended(request, table, 0)).match
    body, ahead = await hub.reviews.known(table, match)
    if body is None and ahead is None:
        await _ended(request, table, match)  # Only what is over is reviewed.
        ahead = await hub.reviews.ask(table, match)
    if body is None:
        return m.Reviewed(ahead)
    ended = await _ended(request, table, match)
    names, said = await _aside(request, in_words, ended.record, body, words_of(request).code)
    return m.Reviewed(None, names, ended.looks, msgspec.json.decode(body, type=Review), said)


@get("/api/tables/{table:str}/matches/{match:int}/verify")
async def verify(request: AnyRequest, table: TableKey, match: FromPath[int]) -> m.Verdict:
    """Deal a finished match again and check every move; of one whose rules are not here, what can be checked without."""
    try:
        ended = await _ended(request, table, match)
    except Unreadable:
        told = await _telling(request, table, match)
        fits, said = checked(told)
        return m.Verdict(fits and not told.problems, told.problems, [words_of(request).of(said)])
    return await _aside(request, verdict, ended.record)


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
    list_games, one_game, rules, one_rule, guide, puzzles, game_schema, game_plan, game_model, practise, new_device,
    create_table, public_tables, my_tables, show_table, draw_table, join_table, open_salt, leave_table, move_code, claim_seat,
    record, flight, replay, review, verify, server_key, house, health, metrics, any_page,
]  # fmt: skip

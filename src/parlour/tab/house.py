"""The house of one tab: a hub like a server's, whose store is the device and whose bots think in another worker."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from parlour.core.errors import BadRecord
from parlour.core.game import Game
from parlour.core.record import Record
from parlour.core.registry import game as known_game
from parlour.core.registry import games, words
from parlour.core.words import Words, say, spoken
from parlour.review import Review, review
from parlour.server.archive import retold, verdict
from parlour.server.bodies import Reviewed
from parlour.server.config import Config, Limits
from parlour.server.hub import Hub
from parlour.server.line import Listener
from parlour.server.reviews import Reviews, in_words, reviewed
from parlour.server.socket import Socket
from parlour.server.troubles import trouble
from parlour.tab import web
from parlour.tab.store import Kept, TabStore
from parlour.tables.due import Pace
from parlour.tables.errors import Unfit
from parlour.tables.players import chosen

HERE = "here-"
"""What the ids of tables in a tab begin with, so that pages know whom to ask."""
QUICK = Pace((1, 8), 5)
"""Bots that do not wait before they move."""


class Host(Protocol):
    """What the worker's script does for us."""

    kept: Kept

    def said(self, socket: int, message: str) -> None:
        """A message for a page."""

    def closed(self, socket: int, code: int) -> None: ...
    def physics(self) -> Awaitable[None]:
        """Fetch what moves bodies, if it is not here."""

    def think(self, asked: str) -> Awaitable[str]:
        """Let the other worker think (`thought` below)."""


class Thinkers:
    """Bots think in another worker, so that the table answers meanwhile."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def run(self, whose: str, work: Callable[..., Any], *given: Any, waits: bool = True) -> Any:
        if work is not chosen:
            return work(*given)
        game, state, seat, level = given
        answer = json.loads(await self.host.think(json.dumps([game.key, bytes(state).hex(), seat, level])))
        if "wrong" in answer:
            raise RuntimeError(answer["wrong"])
        return answer["number"]

    def shutdown(self) -> None: ...


REVIEW = "review"
"""In the place of a game's key: what is asked is the review of a match of a log, or of a record."""
PLAYOUTS = 300
"""For a review in a tab, where bots wait meanwhile."""


def thought(asked: str) -> str:
    """In the other worker: what a bot does, or the review of a match."""
    try:
        key, raw, seat, level = json.loads(asked)
        if key == REVIEW and isinstance(raw, str):
            return json.dumps({"review": msgspec.json.encode(review(Record.parse(raw).replay(known_game), PLAYOUTS)).decode()})
        if key == REVIEW:
            bodies = [bytes.fromhex(body) for body in raw]
            return json.dumps({"review": reviewed(seat, bodies, level, PLAYOUTS).decode()})
        game = known_game(key)
        state = game.rules.State.plain(bytearray.fromhex(raw))
        return json.dumps({"number": chosen(game, state, seat, level)})
    except Exception as wrong:
        return json.dumps({"wrong": repr(wrong)})


class TabReviews(Reviews):
    """Reviews are made in the other worker too."""

    async def _work(self, id: str, bodies: list[bytes], match: int) -> bytes:
        asked = json.dumps([REVIEW, [body.hex() for body in bodies], id, match])
        answer = json.loads(await self.hub.thinkers.host.think(asked))  # type: ignore[attr-defined]
        if "wrong" in answer:
            raise RuntimeError(answer["wrong"])
        return str(answer["review"]).encode()


class AtOnce:
    """In the place of a process beside."""

    def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        return work(*given)

    def rest(self) -> None: ...
    def close(self) -> None: ...


class TabHub(Hub):
    """A hub without threads: what a server leaves to one is done at once."""

    def __init__(self, host: Host, pace: Pace) -> None:
        self.device = TabStore(host.kept)
        super().__init__(Config(limits=Limits.wide(), logs=False, sweep=5, idle=600, pace=pace), self.device)
        self._host = host
        self._physics: asyncio.Future[None] | None = None
        self.thinkers = Thinkers(host)  # type: ignore[assignment]
        self.beside = AtOnce()  # type: ignore[assignment]
        self.archive.run = self.club.counting.run = self.club.reach.run = self.cups.run = _never  # type: ignore[method-assign]
        self.club.counting.ended = lambda table: None  # type: ignore[method-assign]
        self.reviews = TabReviews(self)
        self.prefix = HERE

    def prepare(self, game: Game) -> None:
        """Have the physics fetched before somebody flicks."""
        if self._physics is None:
            self._physics = asyncio.ensure_future(self._host.physics())

    async def world(self, work: Callable[..., Any], *given: Any) -> Any:
        if self._physics is not None:
            await self._physics
        return work(*given)


async def _never() -> None:
    """Tellings are for those who upgrade a server, and persons are a server's; a tab tells a match when it is asked."""


class PageLine:
    """A socket to a page."""

    def __init__(self, host: Host, number: int) -> None:
        self._host, self._number = host, number
        self.listener: Listener | None = None
        self._early: list[bytes] = []

    def listen(self, listener: Listener) -> None:
        self.listener = listener
        for message in self._early:
            listener.took(message)
        self._early = []

    def took(self, message: bytes) -> None:
        if self.listener is None:
            self._early.append(message)
        else:
            self.listener.took(message)

    def hold(self, on: bool) -> None: ...

    def write(self, message: bytes) -> int:
        self._host.said(self._number, message.decode())
        return 0

    def trip(self) -> float | None:
        return 0.0

    async def close(self, code: int) -> None:
        self._host.closed(self._number, code)


class Shelf:
    """Records of matches that somebody brought along: they are shown and checked like matches of this house."""

    ASKED = re.compile(rf"/api/tables/({HERE}record-\w+)/matches/\d+/(replay|review|verify)")

    def __init__(self, host: Host) -> None:
        self._host = host
        self._records: dict[str, str] = {}
        self._reviews: dict[str, asyncio.Future[str]] = {}

    def answer(self, method: str, path: str, body: str, language: Words) -> Any:
        """What there is to say about a record; None if the call is about none."""
        if method == "POST" and path == f"/api/records/{HERE}new":
            text = msgspec.json.decode(body, type=Brought).record
            replayed = Record.parse(text).replay(known_game)
            if replayed.outcome is None:
                raise BadRecord(say("This match is not over: only finished ones can be shown."))
            table = f"{HERE}record-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
            self._records[table] = text
            return {"table": table}
        asked = self.ASKED.fullmatch(path)
        if asked is None:
            return None
        table, what = asked.groups()
        if table not in self._records:
            raise Unfit("no_match", say("This record is not here any more: bring the file again."))
        if what == "verify":
            return verdict(self._records[table])
        if what == "review":
            return self._reviewed(table, language)
        return retold(table, 1, self._records[table], {}, [], language)

    def _reviewed(self, table: str, language: Words) -> Reviewed:
        """The review of a record; while it is made, that it is not there yet."""
        record = self._records[table]
        if table not in self._reviews:
            asked = json.dumps([REVIEW, record, 0, 0])
            self._reviews[table] = asyncio.ensure_future(self._host.think(asked))
        if not self._reviews[table].done():
            return Reviewed(0)
        answer = json.loads(self._reviews[table].result())
        if "wrong" in answer:
            raise Unfit("unreadable", say("This match cannot be reviewed."))
        names, said = in_words(record, answer["review"].encode(), language.code)
        return Reviewed(None, names, [], msgspec.json.decode(answer["review"], type=Review), said)


class Brought(msgspec.Struct):
    """A record file."""

    record: str


class House:
    """What the worker's script calls."""

    def __init__(self, host: Host, quick: bool = False) -> None:
        self._host = host
        self.hub = TabHub(host, QUICK if quick else Pace())
        self._lines: dict[int, PageLine] = {}
        self.shelf = Shelf(host)

    async def open(self) -> None:
        web.install()
        from parlour.server.api import HANDLERS

        self._handlers = HANDLERS
        await self.hub.open()
        games()

    async def call(self, method: str, address: str, headers: str, body: str) -> str:
        """A REST call: status, type and body, as JSON."""
        told = {name.lower(): value for name, value in json.loads(headers).items()}
        request = web.Request(self.hub, address, told)
        language = words(spoken(str(request.query_params.get("lang") or told.get("accept-language") or "")))
        try:
            found = self.shelf.answer(method, request.path, body, language)
            if request.path == "/api/asides":
                found = await self._asides(language)
            if found is not None:
                status, kind, answer = 200, web.MediaType.JSON, msgspec.json.encode(found)
            else:
                status, kind, answer = await web.answer(self._handlers, method, request, body.encode())
        except (web.NotFound, msgspec.DecodeError) as wrong:
            status, kind = (404 if isinstance(wrong, web.NotFound) else 400), web.MediaType.JSON
            answer = json.dumps({"code": "bad_message", "sentence": str(wrong)}).encode()
        except Exception as wrong:
            status, said = trouble(wrong, language)
            if status >= 500:
                self.hub.fault(wrong, "call")
            kind, answer = web.MediaType.JSON, msgspec.json.encode(said)
        return json.dumps([status, kind, answer.decode()])

    async def _asides(self, language: Words) -> list[dict[str, str]]:
        """The tables that cannot be played on, and why."""
        told = []
        for id in await self.hub.device.asides():
            room = await self.hub.room(id)
            try:
                async with room.turn:
                    await room.loaded()
            except Unfit as wrong:
                told.append({"table": id, "sentence": language.of(wrong.sentence)})
        return told

    def connect(self, number: int) -> None:
        """A page opens a socket."""
        line = self._lines[number] = PageLine(self._host, number)
        task = asyncio.ensure_future(Socket(self.hub, line, "tab").run())
        task.add_done_callback(lambda _: self._lines.pop(number, None))

    def say(self, number: int, message: str) -> None:
        """A page says something."""
        if line := self._lines.get(number):
            line.took(message.encode())

    def hang_up(self, number: int) -> None:
        if (line := self._lines.pop(number, None)) and line.listener is not None:
            line.listener.gone()

"""The ASGI application of one worker: REST by Litestar, the websocket beside it, errors as sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from parlour import __version__
from parlour.core.errors import ParlourError, UnknownGame, UnknownRule
from parlour.core.words import say
from parlour.server import messages as m
from parlour.server.api import HANDLERS, words_of
from parlour.server.config import Config
from parlour.server.door import may_enter
from parlour.server.hub import Hub
from parlour.server.limits import Buckets
from parlour.server.pages import SAFE
from parlour.server.socket import serve_socket
from parlour.server.storage import StorageDown
from parlour.server.wire import Scope, Send
from parlour.tables.errors import Unfit

STATUS = {
    "no_device": 401, "not_yours": 403, "no_table": 404, "no_seat": 404, "no_match": 404, "no_code": 404, "no_page": 404,
    "bad_message": 400, "too_fast": 429, "unreadable": 410,
}  # fmt: skip
NOT_NOW = 409
GUARDS = [(name.encode(), value.encode()) for name, value in SAFE.items()]

WATCHED = ("/health", "/metrics")
"""What a club's own watchmen ask, by whatever name they call this server; nobody's secrets are there."""

AnyRequest = Request[Any, Any, Any]


def _trouble(request: AnyRequest, status: int, code: str, sentence: str) -> Response[m.Trouble]:
    return Response(m.Trouble(code, words_of(request).of(sentence)), status_code=status)


def _unfit(request: AnyRequest, wrong: Unfit) -> Response[m.Trouble]:
    return _trouble(request, STATUS.get(wrong.code, NOT_NOW), wrong.code, wrong.sentence)


def _for_people(request: AnyRequest, wrong: ParlourError) -> Response[m.Trouble]:
    missing = isinstance(wrong, UnknownGame | UnknownRule)
    return _trouble(request, 404 if missing else 400, "unknown" if missing else "bad_setup", wrong.args[0])


def _storage(request: AnyRequest, wrong: StorageDown) -> Response[m.Trouble]:
    return _trouble(
        request, 503, "storage", say("The server cannot read or write right now. Nothing is lost; try again in a moment.")
    )


def _http(request: AnyRequest, wrong: HTTPException) -> Response[m.Trouble]:
    said = wrong.detail
    if isinstance(wrong.extra, list) and wrong.extra:
        said = "; ".join(str(part.get("message", part)) if isinstance(part, dict) else str(part) for part in wrong.extra)
    return _trouble(request, wrong.status_code, "bad_message" if wrong.status_code == 400 else "http", said)


def _too_deep(request: AnyRequest, wrong: RecursionError) -> Response[m.Trouble]:
    return _trouble(request, 400, "bad_message", say("This message cannot be read: {wrong}.", wrong="too deep"))


def _fault(request: AnyRequest, wrong: Exception) -> Response[m.Trouble]:
    hub: Hub = request.app.state.hub
    hub.fault(wrong, "rest")
    return _trouble(request, 500, "internal", say("Something went wrong here. It is noted; try again."))


def make_app(config: Config) -> Callable[..., Awaitable[None]]:
    """The application of one worker."""
    hub = Hub(config)

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    def configured(app: AppConfig) -> AppConfig:
        app.state.hub = hub
        return app

    rest = Litestar(
        HANDLERS,
        lifespan=[life],
        on_app_init=[configured],
        openapi_config=OpenAPIConfig(
            title="Parlour", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        exception_handlers={
            Unfit: _unfit,
            ParlourError: _for_people,
            StorageDown: _storage,
            HTTPException: _http,
            RecursionError: _too_deep,
            Exception: _fault,
        },
        request_max_body_size=config.limits.message,
        logging_config=None,
    )
    buckets = Buckets(config.limits.calls, config.limits.call_burst)

    async def app(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == "/api/socket":
                await serve_socket(hub, scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            changes = scope["method"] not in ("GET", "HEAD", "OPTIONS")
            if (why := may_enter(headers, config.names, changes)) and scope["path"] not in WATCHED:
                await _answer(send, 403, m.Trouble("origin", why))
                return
            address = scope["client"][0] if scope.get("client") else ""
            if b"x-forwarded-for" in headers and not config.behind_proxy:
                hub.journal.warn(
                    "proxy",
                    f"Calls come through a proxy at {address}: all its people share the limits of one address. "
                    f"Start with --behind-proxy {address} if it is yours.",
                )
            if scope["path"].startswith("/api") and not buckets.take(address):
                await _answer(send, 429, m.Trouble("too_fast", "Too many calls: slow down a little."))
                return
        await rest(scope, receive, _guarded(send))  # type: ignore[arg-type]

    return app


def _guarded(send: Send) -> Send:
    """Every answer says what a browser may do with it, whoever made it."""

    async def answer(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            said = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(header for header in GUARDS if header[0] not in said)]
        await send(message)

    return answer


async def _answer(send: Send, status: int, trouble: m.Trouble) -> None:
    body = msgspec.json.encode(trouble)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *GUARDS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def from_environment() -> Callable[..., Awaitable[None]]:
    """For workers that are started by import: `uvicorn parlour.server.app:from_environment --factory`."""
    return make_app(Config.from_environment())

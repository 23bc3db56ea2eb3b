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
from parlour.core.errors import ParlourError
from parlour.server import messages as m
from parlour.server import preview
from parlour.server.api import HANDLERS
from parlour.server.asking import words_of
from parlour.server.club import api as club_api
from parlour.server.club import group_api, reach_api
from parlour.server.config import Config
from parlour.server.cup import api as cup_api
from parlour.server.door import may_enter
from parlour.server.hub import Hub
from parlour.server.journal import places_of
from parlour.server.limits import Buckets
from parlour.server.pages import SAFE
from parlour.server.socket import FORBIDDEN, Socket
from parlour.server.storage import StorageDown
from parlour.server.troubles import trouble
from parlour.server.wire import Receive, Scope, Send, line_of

GUARDS = [(name.encode(), value.encode()) for name, value in SAFE.items()]

WATCHED = ("/health", "/metrics")
"""What a club's own watchmen ask, by whatever name they call this server; nobody's secrets are there."""

AnyRequest = Request[Any, Any, Any]


def _trouble(request: AnyRequest, wrong: Exception) -> Response[m.Trouble]:
    status, said = trouble(wrong, words_of(request))
    return Response(said, status_code=status)


def _http(request: AnyRequest, wrong: HTTPException) -> Response[m.Trouble]:
    said = wrong.detail
    if isinstance(wrong.extra, list) and wrong.extra:
        said = "; ".join(str(part.get("message", part)) if isinstance(part, dict) else str(part) for part in wrong.extra)
    code = "bad_message" if wrong.status_code == 400 else "http"
    return Response(m.Trouble(code, words_of(request).of(said)), status_code=wrong.status_code)


def _letters(request: AnyRequest, wrong: UnicodeDecodeError) -> Response[m.Trouble]:
    """A body with bytes that are no letters; but one that our own code could not read is a fault."""
    return _fault(request, wrong) if places_of(wrong) else _trouble(request, wrong)


def _fault(request: AnyRequest, wrong: Exception) -> Response[m.Trouble]:
    hub: Hub = request.app.state.hub
    hub.fault(wrong, "rest")
    return _trouble(request, wrong)


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
        [*HANDLERS, *club_api.HANDLERS, *group_api.HANDLERS, *reach_api.HANDLERS, *preview.HANDLERS, *cup_api.HANDLERS],
        lifespan=[life],
        on_app_init=[configured],
        openapi_config=OpenAPIConfig(
            title="Parlour", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        exception_handlers={
            ParlourError: _trouble,
            StorageDown: _trouble,
            RecursionError: _trouble,
            UnicodeDecodeError: _letters,
            HTTPException: _http,
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


async def serve_socket(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI side of one websocket."""
    await receive()
    headers = dict(scope["headers"])
    if may_enter(headers, hub.config.names) or len(hub.sockets) >= hub.config.limits.sockets or hub.closing:
        await send({"type": "websocket.close", "code": FORBIDDEN})
        return
    address = scope["client"][0] if scope.get("client") else ""
    if hub.guests[address] >= hub.config.limits.sockets_each or not hub.budgets.arrivals.take(address):
        await send({"type": "websocket.close", "code": FORBIDDEN})
        return
    await send({"type": "websocket.accept"})
    await Socket(hub, line_of(scope, receive, send), address).run()


def from_environment() -> Callable[..., Awaitable[None]]:
    """For workers that are started by import: `uvicorn parlour.server.app:from_environment --factory`."""
    return make_app(Config.from_environment())

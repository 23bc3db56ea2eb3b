"""The ASGI application of one worker: REST by Litestar, the websocket beside it, errors as sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from parlour import __version__
from parlour.core.errors import ParlourError, UnknownGame, UnknownRule
from parlour.core.words import say
from parlour.server import messages as m
from parlour.server.api import HANDLERS, words_of
from parlour.server.config import Config
from parlour.server.hub import Hub
from parlour.server.limits import Buckets
from parlour.server.socket import right_origin, serve_socket
from parlour.server.storage import StorageDown
from parlour.server.wire import Scope
from parlour.tables.errors import Unfit

STATUS = {
    "no_device": 401, "not_yours": 403, "no_table": 404, "no_seat": 404, "no_match": 404, "no_code": 404, "no_page": 404,
    "bad_message": 400, "too_fast": 429,
}  # fmt: skip
NOT_NOW = 409

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


def _fault(request: AnyRequest, wrong: Exception) -> Response[m.Trouble]:
    hub: Hub = request.app.state.hub
    hub.metrics.count("faults")
    hub.log("fault", kind=type(wrong).__name__, where=request.url.path.split("/")[1:2])
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
        openapi_config=OpenAPIConfig(title="Parlour", version=__version__, path="/schema"),
        exception_handlers={
            Unfit: _unfit,
            ParlourError: _for_people,
            StorageDown: _storage,
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
            if changes and not right_origin(headers, config.origins):
                await _answer(send, 403, b'{"code":"origin","sentence":"This page may not talk to this server."}')
                return
            address = scope["client"][0] if scope.get("client") else ""
            if scope["path"].startswith("/api") and not buckets.take(address):
                await _answer(send, 429, b'{"code":"too_fast","sentence":"Too many calls: slow down a little."}')
                return
        await rest(scope, receive, send)  # type: ignore[arg-type]

    return app


async def _answer(send: Callable[[MutableMapping[str, Any]], Awaitable[None]], status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def from_environment() -> Callable[..., Awaitable[None]]:
    """For workers that are started by import: `uvicorn parlour.server.app:from_environment --factory`."""
    return make_app(Config.from_environment())

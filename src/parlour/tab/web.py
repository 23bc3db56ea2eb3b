"""The little of Litestar that the server's calls (server/api.py) need, for where there is no Litestar: in a browser's tab.

Nothing of it listens to a network. A page's call comes as method, address, headers and body, and its answer goes back as
status, type and body. `install` puts this module in Litestar's place before `api` is imported.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

Body = TypeVar("Body")


class _AsItIs:
    """`FromPath[int]` is an int here."""

    def __class_getitem__(cls, kind: Any) -> Any:
        return kind


class FromPath(_AsItIs): ...


class FromQuery(_AsItIs): ...


class JSONBody(_AsItIs): ...


PathParameter = QueryParameter = msgspec.Meta


class MediaType:
    JSON = "application/json"
    TEXT = "text/plain; charset=utf-8"


class Response(Generic[Body]):
    def __init__(
        self, content: Body, *, status_code: int = 200, media_type: str = "", headers: dict[str, str] | None = None
    ) -> None:
        self.content, self.status_code, self.media_type, self.headers = content, status_code, media_type, headers or {}


class Request:
    """What a page asks, as the calls read it."""

    def __init__(self, hub: Any, address: str, headers: dict[str, str]) -> None:
        parts = urlsplit(address)
        self.path = unquote(parts.path)
        self.query_params = dict(parse_qsl(parts.query))
        self.headers = headers
        self.app = SimpleNamespace(state=SimpleNamespace(hub=hub))
        self.client = SimpleNamespace(host="tab")

    def __class_getitem__(cls, kinds: Any) -> Any:
        return cls


class Route(NamedTuple):
    """A function that answers, where it is asked, and what it takes."""

    method: str
    status: int
    pattern: re.Pattern[str]
    function: Callable[..., Any]
    media_type: str

    def given(self, request: Request, found: re.Match[str], body: bytes) -> dict[str, Any]:
        """Its arguments. Raises ValidationError for those that are not what they should be."""
        hints, given = get_type_hints(self.function, include_extras=True), dict[str, Any]()
        for name, about in inspect.signature(self.function).parameters.items():
            if name == "request":
                given[name] = request
            elif name == "data":
                given[name] = msgspec.json.decode(body, type=hints[name])
            elif name in found.groupdict():
                given[name] = msgspec.convert(found[name], hints[name], strict=False)
            elif name in request.query_params:
                given[name] = msgspec.convert(request.query_params[name], hints[name], strict=False)
            elif about.default is inspect.Parameter.empty:
                raise msgspec.ValidationError(f"{name} is missing")
        return given


def _route(method: str, path: str | list[str], function: Any, status: int, media_type: str) -> Any:
    paths = [path] if isinstance(path, str) else path
    forms = [re.sub(r"\{(\w+):\w+\}", r"(?P<\1>[^/]+)", one) for one in paths if "{path:path}" not in one]
    function.routes = [Route(method, status, re.compile(form), function, media_type) for form in forms]
    return function


def get(path: str | list[str], *, media_type: str = "", **_: Any) -> Callable[[Any], Any]:
    return lambda function: _route("GET", path, function, 200, media_type)


def post(path: str | list[str], *, status_code: int = 201, media_type: str = "", **_: Any) -> Callable[[Any], Any]:
    return lambda function: _route("POST", path, function, status_code, media_type)


def install() -> None:
    """From now on `import litestar` finds this."""
    sys.modules["litestar"] = sys.modules["litestar.params"] = sys.modules[__name__]


class NotFound(Exception):
    """No function answers there."""


async def answer(handlers: Iterable[Any], method: str, request: Request, body: bytes) -> tuple[int, str, bytes]:
    """Status, type and body."""
    for handler in handlers:
        for route in handler.routes:
            if route.method == method and (found := route.pattern.fullmatch(request.path)):
                made = route.function(**route.given(request, found, body))
                made = await made if inspect.isawaitable(made) else made
                status, kind = route.status, route.media_type
                if isinstance(made, Response):
                    made, status, kind = made.content, made.status_code, made.media_type or kind
                if isinstance(made, str | bytes):
                    return status, kind or MediaType.JSON, made.encode() if isinstance(made, str) else made
                return status, MediaType.JSON, msgspec.json.encode(made)
    raise NotFound

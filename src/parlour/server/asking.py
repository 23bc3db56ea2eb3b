"""What every REST call asks first: which server this is, who calls from where, and in which language."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import PathParameter, QueryParameter

from parlour.core.registry import words
from parlour.core.words import Words, say, spoken
from parlour.server.hub import Hub
from parlour.tables.errors import Unfit

AnyRequest = Request[Any, Any, Any]
Count = Annotated[int, PathParameter(ge=0, le=2**31 - 1)]
"""The number of a match, a move or a seat; every database can read it."""
Key = Annotated[str, QueryParameter(max_length=40, pattern="^[A-Za-z0-9_-]*$")]
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

"""Before the door: connections that never ask for anything are let go, and nobody holds the door for all others.

Whoever has opened a connection has a few seconds to say a whole request. One address may hold so many connections that are not
websockets (those are counted where they are served); if all together are too many, those that have asked for nothing go first.

Uvicorn has no such limits, and what a connection is about only its own HTTP protocol knows: this stands on that class. So the
range of its versions is narrow (pyproject.toml), and `tests/server/test_wire.py` looks for everything that is used of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from functools import cache
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parlour.server.config import Config

WANTED_FILES = 65_536
SPARE = 128
"""Descriptors that are kept for files, databases and such."""

BUSY = object()

_held: Counter[str] = Counter()
_silent: dict[Visitor, None] = {}
"""Those who have not asked for anything yet, the longest first."""


def raise_limit() -> int:
    """Let this process have as many descriptors as it may; returns how many."""
    try:
        import resource
    except ImportError:  # On Windows there is no such limit.
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return soft


@cache
def _settings() -> tuple[Config, list[Any], int]:
    config = Config.from_environment()
    return config, [ip_network(proxy, strict=False) for proxy in config.behind_proxy], raise_limit() - SPARE


@cache
def _trusted(address: str) -> bool:
    with suppress(ValueError):
        return any(ip_address(address) in network for network in _settings()[1])
    return True  # A socket of this machine.


class Visitor(HttpToolsProtocol):
    """One HTTP connection."""

    _address = ""
    _looking: asyncio.TimerHandle | None = None
    _idle: Any = BUSY

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        config, _, most = _settings()
        limits = config.limits
        peer = (transport.get_extra_info("peername") or ("",))[0]
        if peer and not _trusted(peer):
            self._address = peer
            _held[peer] += 1
            if _held[peer] > limits.connections:
                transport.abort()
                return
        _silent[self] = None
        if len(self.connections) > most and _silent:
            next(iter(_silent)).transport.abort()
        self._looking = self.loop.call_later(limits.half, self._look, limits.half)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None:
            _silent.pop(self, None)

    def _look(self, half: float) -> None:
        """Close if nothing has come of it since the last look: no request, or one that does not come to its end."""
        cycle = self.cycle
        doing = cycle is not None and not cycle.response_complete and not cycle.more_body
        if not doing and self._idle is cycle:
            self.transport.abort()
            return
        self._idle = BUSY if doing else cycle
        self._looking = self.loop.call_later(half, self._look, half)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        _silent.pop(self, None)
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if self._address:
            _held[self._address] -= 1
            if not _held[self._address]:
                del _held[self._address]
            self._address = ""

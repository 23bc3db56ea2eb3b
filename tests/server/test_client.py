"""The Python client where there is no server to talk to."""

from __future__ import annotations

import asyncio

import pytest

import parlour
from parlour.client import CallFailed, Client
from parlour.client.link import Link, write
from parlour.server.messages import Presence


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "127.0.0.1:1"])
def test_an_address_where_nobody_answers_is_said(address: str) -> None:
    with pytest.raises(CallFailed, match=r"No server answers at 127\.0\.0\.1:1 \(Connection refused\)") as caught:
        asyncio.run(Client(address).call("GET", "/api/games"))
    assert isinstance(caught.value, ConnectionError)
    assert caught.value.code == "unreachable"


@pytest.mark.parametrize("address", ["", "ftp://here", "http://", "http://here:many"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(parlour.BadSetup, match="no address of a server"):
        Client(address)


def test_what_was_waited_for_is_still_so_when_the_waiting_ends() -> None:
    seen = []

    async def test() -> None:
        link = Link("ws://nowhere", "table", None)

        async def wait() -> None:
            await link.until(lambda: link.spectators == 1)
            seen.append(link.spectators)

        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        for spectators in (1, 2):
            await link._take(write(Presence([], spectators)))
            await asyncio.sleep(0)
        await waiting

    asyncio.run(test())
    assert seen == [1]

"""Between the script of a worker (web/src/tab/worker.ts) and the house: JavaScript's values become Python's, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import parlour_host
from pyodide.ffi import to_js

from parlour.core.registry import game as known_game
from parlour.tab import store
from parlour.tab.house import REVIEW, House, thought


class Kept:
    """The browser's database."""

    async def all(self) -> list[tuple[str, bytes]]:
        return [(key, value.to_bytes()) for key, value in await parlour_host.all()]

    async def put(self, keys: Sequence[str], values: Sequence[bytes]) -> None:
        await parlour_host.put(to_js(list(keys)), to_js(list(values)))

    async def delete(self, keys: Sequence[str]) -> None:
        await parlour_host.delete(to_js(list(keys)))


class Page:
    """The page that the worker works for."""

    def __init__(self) -> None:
        self.kept: store.Kept = Kept()

    def said(self, socket: int, message: str) -> None:
        parlour_host.said(socket, message)

    def closed(self, socket: int, code: int) -> None:
        parlour_host.closed(socket, code)

    async def physics(self) -> None:
        await parlour_host.physics()

    async def think(self, asked: str) -> str:
        answer: Any = await parlour_host.think(asked)
        return str(answer)


async def house(quick: bool) -> House:
    """The house of this tab, open."""
    made = House(Page(), quick)
    await made.open()
    return made


def warm() -> None:
    """In the worker that thinks: have everything at hand before the first thought."""
    from parlour.bots.opponents import thinking
    from parlour.core.registry import games

    for game in games():
        thinking(game)


def takes_world(asked: str) -> bool:
    """Whether a bot may have to try the physics before it decides."""
    key = json.loads(asked)[0]
    return key != REVIEW and known_game(key).has_world


__all__ = ["house", "takes_world", "thought", "warm"]

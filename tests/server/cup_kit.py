"""People who play a tournament over a server."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from http.client import HTTPException
from typing import Any

from server_kit import PATIENCE, play_on

from parlour.client import Client, LinkLost
from parlour.client.client import CallFailed, NoServer
from parlour.server import messages as m
from parlour.server.cup import shown as s
from parlour.server.cup.entries import CupPlan, Kind
from parlour.tables.shown import Clock

QUICK_CUP = {"clock": Clock("move", 60), "rest": 0, "patience": 60}


class Guest:
    """Somebody with a device, at any of a club's workers."""

    def __init__(self, name: str, *addresses: str) -> None:
        self.name, self.clients = name, [Client(address) for address in addresses]

    async def arrive(self) -> Guest:
        self.clients[0].token = (await self.call("POST", "/api/devices", kind=m.Device)).token
        for client in self.clients[1:]:
            client.token, client.deals = self.clients[0].token, self.clients[0].deals
        return self

    async def call(self, method: str, path: str, body: Any = None, kind: Any = None) -> Any:
        """A call at whichever worker answers."""
        end = time.monotonic() + PATIENCE
        while True:
            for client in self.clients:
                try:
                    return await client.call(method, path, body, kind)
                except (NoServer, HTTPException):  # It was killed in the middle of its answer.
                    continue
                except CallFailed as failed:
                    if failed.status < 500:
                        raise
            assert time.monotonic() < end, "no worker answers"
            await asyncio.sleep(0.1)

    async def found(self, game: str = "doce", kind: Kind = "swiss", **more: Any) -> str:
        plan = CupPlan("Autumn cup", game, kind, **(QUICK_CUP | more))
        return str((await self.call("POST", "/api/cups", plan, s.CupFounded)).id)

    async def act(self, cup: str, act: s.CupAct) -> s.CupShown:
        shown: s.CupShown = await self.call("POST", f"/api/cups/{cup}/acts", act, s.CupShown)
        return shown

    async def join(self, cup: str) -> s.CupShown:
        return await self.act(cup, s.CupJoin(self.name))

    async def show(self, cup: str) -> s.CupShown:
        shown: s.CupShown = await self.call("GET", f"/api/cups/{cup}", kind=s.CupShown)
        return shown

    async def play(self, cup: str) -> s.CupShown:
        """Be at every board, play every match, until it is over."""
        while True:
            shown = await self.show(cup)
            if shown.phase == "over":
                return shown
            board = None if shown.board is None else shown.rounds[-1].boards[shown.board]
            if board is None or board.places:
                await asyncio.sleep(0.05)
            elif not board.table:
                if shown.mine not in board.here:
                    await self.act(cup, s.CupArrive(self.clients[0].deals.commit()))
                await asyncio.sleep(0.05)
            else:
                await self._play(cup, board.table)

    async def _play(self, cup: str, table: str) -> None:
        for client in self.clients:
            with suppress(LinkLost, NoServer, HTTPException):
                try:
                    await self.call("POST", f"/api/cups/{cup}/table", kind=m.Seated)
                except CallFailed:
                    return  # It is decided already.
                async with client.sit(table, patience=1 if len(self.clients) > 1 else PATIENCE) as link:
                    await play_on(link)
                    await link.until(lambda link=link: link.over)
                return
        await asyncio.sleep(0.1)


async def guests(count: int, *addresses: str) -> list[Guest]:
    return list(await asyncio.gather(*(Guest(f"P{number}", *addresses).arrive() for number in range(count))))

"""Reviews of finished matches: asked for by a call, kept with the match, made one at a time in a process of their own.

What is asked for stands in the database, so that it outlives a restart and any worker can make it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from parlour.core.record import Record
from parlour.core.registry import words
from parlour.core.words import say
from parlour.review import Review, ReviewSaid, review, told
from parlour.review.reviewed import VERSION
from parlour.review.reviewing import PLAYOUTS
from parlour.server.archive import Seats, as_it_ended, find_game, nameless
from parlour.server.beside import Beside
from parlour.server.clock import now
from parlour.server.limits import MOST_ADDRESSES
from parlour.server.storage import StorageDown
from parlour.tables.errors import Unfit

if TYPE_CHECKING:
    from parlour.server.hub import Hub

EVERY = 5.0
"""Seconds between looks whether another worker has left something."""
APART = 30_000
"""Milliseconds by which each review that an address asks for counts as asked for after the one before: who wants fifty at once
keeps nobody waiting."""
LASTS = 300_000
"""Milliseconds after which a review that was begun is begun again: whoever began it is gone."""


def reviewed(id: str, bodies: list[bytes], match: int, playouts: int = PLAYOUTS) -> bytes:
    """The review of a match of a log, as it is kept."""
    return msgspec.json.encode(review(Record.parse(as_it_ended(id, bodies, match).record).replay(find_game), playouts))


def in_words(record: str, body: bytes, language: str, gone: Seats = ()) -> tuple[list[str], ReviewSaid]:
    """The names of those who played, without those who are `gone`, and the words of a review for one reader."""
    known, spoken = Record.parse(record), words(language)
    match = known.replay(find_game)
    match.names = nameless(known.header.names, gone, spoken)
    return match.names, told(msgspec.json.decode(body, type=Review), match, spoken)


class Reviews:
    """Who makes them, in one worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.beside = hub, Beside(patient=True)
        self._thread = ThreadPoolExecutor(1, "parlour-review")
        self._wake = asyncio.Event()
        self._turns: dict[str, int] = {}

    async def known(self, id: str, match: int) -> tuple[bytes | None, int | None]:
        """The review of a match, or how many come before it; neither if nobody has asked for it yet."""
        found = await self.hub.store.review(id, match)
        if found is None:
            return None, None
        body, ahead = found
        if body is None:
            return None, ahead
        kept = msgspec.json.decode(body, type=Kept) if body else Kept()
        if kept.version != VERSION:
            await self.hub.store.drop_review(id, match)
            return None, None
        if kept.failed:
            raise Unfit("unreadable", say("This match cannot be reviewed."))
        return bytes(body), None

    async def ask(self, id: str, match: int, address: str) -> int:
        """Have a match reviewed that is over; returns how many come before it."""
        await self.hub.store.want_review(id, match, self._turn(address))
        self._wake.set()
        return (await self.known(id, match))[1] or 0

    def _turn(self, address: str) -> int:
        """When it counts as asked for."""
        at = now()
        if len(self._turns) > MOST_ADDRESSES:
            self._turns = {other: turn for other, turn in self._turns.items() if turn > at}
        turn = max(at, self._turns.get(address, 0))
        self._turns[address] = turn + APART
        return turn

    async def run(self) -> None:
        freed = False
        while True:
            try:
                if not freed:
                    await self.hub.store.free_reviews()  # Whoever had begun them may be gone; at worst one is made twice.
                    freed = True
                while (found := await self.hub.store.next_review(now(), now() + LASTS)) is not None:
                    await self._make(*found)
            except StorageDown:
                pass  # The next look may find it up again.
            self.beside.rest()
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            self._wake.clear()

    async def _make(self, id: str, match: int) -> None:
        try:
            bodies = await self.hub.store.load(id)
            body = await self._work(id, bodies, match)
            self.hub.metrics.count("reviews")
        except StorageDown:
            raise
        except Exception as wrong:
            self.hub.fault(wrong)
            body = msgspec.json.encode(Kept(VERSION, failed=True))
        await self.hub.store.keep_review(id, match, body)

    async def _work(self, id: str, bodies: list[bytes], match: int) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.beside, reviewed, id, bodies, match)

    def close(self) -> None:
        self.beside.close()
        self._thread.shutdown(wait=False, cancel_futures=True)


class Kept(msgspec.Struct):
    """As much of a review as tells whether it is of today; in its place, that it could not be made: another version may."""

    version: int = 0
    failed: bool = False

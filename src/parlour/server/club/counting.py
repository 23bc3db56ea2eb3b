"""Every finished match is counted exactly once, whoever is killed when.

The worker where it ended counts it at once, from the table in its memory. What it could not count any more is found by all
workers in the database, which knows how many matches of a table are finished and how many counted, and is read from the log.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from parlour.server.clock import now
from parlour.server.club.result import result_of, results
from parlour.server.storage import StorageDown
from parlour.server.storage.club_persons import Newborn, new_id
from parlour.server.storage.club_results import Player, Result
from parlour.server.storage.steps import Step
from parlour.tables.players import levels
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.club import Club

EVERY = 5.0
"""Seconds between looks for what is not counted."""
LASTS = 15_000
"""Milliseconds after which another worker may count what this one began to."""
GATHER, APART = 0.1, 1.0
"""Seconds in which matches that end are gathered, to be counted together; and from one time to the next where many end."""
TRIES = 20
"""How often a result is tried whose followers find something changed."""
RESTS = 10
"""After each log it rests this many times as long: there may be the matches of years."""


class Counting:
    """Who counts, in one worker."""

    def __init__(self, club: Club) -> None:
        self.club, self.hub = club, club.hub
        self._ended = list[Result]()
        self._last = 0.0
        """When those that were gathered were last counted."""

    def ended(self, table: Table) -> None:
        """A match has ended at this worker and is in the log."""
        if (result := result_of(table)) is not None:
            if not self._ended:
                loop = asyncio.get_running_loop()
                loop.call_later(max(GATHER, self._last + APART - loop.time()), self._begin)
            self._ended.append(result)

    def _begin(self) -> None:
        ended, self._ended, self._last = self._ended, [], asyncio.get_running_loop().time()
        self.hub.spawn(self._count_all(ended))

    async def _count_all(self, ended: list[Result]) -> None:
        """Together, which costs the least; if anything is in the way, each by itself."""
        with suppress(Exception):  # What is wrong is said where each is counted by itself.
            if len(ended) > 1 and await self._kept(ended):
                return
        for result in ended:
            self.hub.spawn(self.count(result))

    async def run(self) -> None:
        while True:
            with suppress(StorageDown):
                while (found := await self.club.results.uncounted(now(), now() + LASTS)) is not None:
                    began = time.perf_counter()
                    await self._catch_up(*found)
                    await asyncio.sleep(RESTS * (time.perf_counter() - began))
            await asyncio.sleep(EVERY)

    async def _catch_up(self, id: str, said: int, counted: int) -> None:
        try:
            bodies = await self.hub.store.load(id)
            work = partial(self.hub.beside, results, id, bodies, counted)
            found, finished = await asyncio.get_running_loop().run_in_executor(self.hub.aside, work)
        except StorageDown:
            raise
        except Exception as wrong:
            await self.hub.set_aside(id, wrong)
            return
        try:
            for result in found:
                await self.count(result)
        except StorageDown:
            raise
        except Exception as wrong:  # The others are not to wait for it; it is tried again when its time is over.
            self.hub.fault(wrong, "counting")
            return
        await self.club.results.all_counted(id, finished, said)

    async def count(self, result: Result) -> bool:
        """Count a match; False if it was counted before."""
        for _ in range(TRIES):
            if await self._kept([result]):
                return True
            if await self.club.results.counted(result.table, result.match):
                return False
        raise StorageDown("A match could not be counted: too much happens at once.")

    async def _kept(self, results: list[Result]) -> bool:
        """Count matches in one transaction; False if one of them was counted before, or something had changed meanwhile."""
        if await self.hub.store.together(await self._steps(results)) is None:
            return False
        self.hub.metrics.count("matches_counted", by=len(results))
        for result in results:
            for told in self.club.told:
                told(result)
        return True

    async def _steps(self, results: list[Result]) -> list[Step]:
        devices = {player.device for result in results for player in result.players if player.device}
        known = await self.club.persons.behind(devices)
        # Whoever becomes somebody else, or is deleted, at this moment: then all is looked up anew.
        still = self.club.persons.still({device: id for device, (id, _) in known.items()})
        born, steps = list[Newborn](), list[Step]()
        for result in results:
            for player in result.players:
                if player.device is None:
                    continue
                if player.device not in known:
                    known[player.device] = new_id(), True
                    born.append(Newborn(player.device, known[player.device][0], result.ended, *_called(player)))
                player.person, _ = known[player.device]
            nameless = {p.person: p for p in result.players if p.device and p.person and not known[p.device][1]}
            steps += [self.club.persons.named(id, *_called(nameless[id])) for id in sorted(nameless)]
        steps += [*self.club.results.kept(results), *self.club.results.totals(results, list(levels()))]
        for result in results:
            for follow in self.club.follows:
                steps += await follow(result)
        return [*still, *self.club.persons.born(born), *steps]


def _called(player: Player) -> tuple[str, int, int]:
    return player.name, player.sign, player.colour

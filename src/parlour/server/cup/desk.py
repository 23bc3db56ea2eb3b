"""The tournaments of a club, as its workers carry them on together.

The log decides: a batch is tried on the tournament in memory and appended with compare-and-set; whoever comes second looks
again. Nothing else is needed when a worker is killed: results are in the database with their matches, and what is due there is
found by the others.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from parlour.core.errors import ParlourError
from parlour.core.words import say
from parlour.server.clock import now
from parlour.server.cup import entries as e
from parlour.server.cup import wishes
from parlour.server.cup.cup import OPEN, OVER, Board, Cup
from parlour.server.cup.running import due, present, round_ends, tick
from parlour.server.storage import StorageDown
from parlour.server.storage.club_cups import Cups, Row
from parlour.server.storage.club_notices import Kind
from parlour.server.storage.club_results import Result
from parlour.server.waits import About
from parlour.tables import deal, names
from parlour.tables import entries as t
from parlour.tables.errors import Unfit
from parlour.tables.shown import PAUSED, RUNNING, Settings

if TYPE_CHECKING:
    from parlour.server.hub import Hub

EVERY = 2.0
"""Seconds between looks for what is due."""
MOST_AT_ONCE = 100
TRIES, HOUR = 20, 3_600_000
MOST_LEFT = 10_000
KNOWN = 200
"""Tournaments that a worker remembers."""


class Desk:
    """Who keeps the tournaments, in one worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.store = Cups(hub.store)
        self._known: dict[str, Cup] = {}
        hub.club.told.append(self._told)
        hub.club.leaves.append(self.left)
        hub.club.forgets.append(self.store.forgotten)
        hub.club.exports.append(self.store.exported)

    async def run(self) -> None:
        """Look after all of them, as every worker does."""
        while True:
            await asyncio.sleep(EVERY)
            with suppress(StorageDown):
                for id in await self.store.due(now(), MOST_AT_ONCE):
                    await self._looked_after(id)

    async def _looked_after(self, id: str) -> None:
        try:
            await self.look(id)
        except StorageDown:
            raise
        except Exception as wrong:  # One that is broken is not to stop the others.
            self.hub.fault(wrong, "cup")

    def _told(self, result: Result) -> None:
        if result.match == 1 and result.cup:
            self.hub.spawn(self._counted(result.table))

    async def _counted(self, table: str) -> None:
        if (cup := await self.store.of_table(table)) is not None:
            await self.look(cup)

    async def cup(self, id: str) -> Cup:
        """A tournament as its log has it."""
        cup = self._known.pop(id, None) or Cup(id)
        for body in await self.store.load(id, cup.version):
            cup.take(e.decoded(body))
        if not cup.version:
            raise Unfit("no_page", say("There is no tournament at this link. It may be mistyped."))
        self._known[id] = cup
        if len(self._known) > KNOWN:
            del self._known[next(iter(self._known))]
        return cup

    async def found(self, by: str, plan: e.CupPlan) -> Cup:
        id = secrets.token_urlsafe(16)
        founded = e.Founded(now(), by, plan=plan, chance=secrets.randbelow(2**32))
        cup = Cup(id)
        if not await self._kept(cup, [founded], [by]):
            raise Unfit("stale", say("The tournament could not be opened. Try again."))
        return await self.cup(id)

    async def act(self, id: str, make: Callable[[Cup], e.Batch]) -> Cup:
        """Let something happen, and what follows from it. Raises what `make` raises."""
        for _ in range(TRIES):
            cup = await self.cup(id)
            if not (batch := make(cup)) or await self._kept(cup, batch):
                return await self.look(id)
        raise Unfit("stale", say("Too much happens in this tournament at once. Try again."))

    async def left(self, person: str) -> None:
        """Whoever is forgotten plays no further round anywhere, and no tournament waits for its host for ever."""
        known = [person, *await self.hub.club.persons.before(person)]
        for id, _, _, phase in await self.store.of_person(person, MOST_LEFT):
            for one in known if phase != OVER else ():
                with suppress(ParlourError):  # Nobody is kept here because a tournament cannot be read.
                    await self.act(id, partial(_without, person=one))

    async def look(self, id: str) -> Cup:
        """Let happen what is due."""
        for _ in range(TRIES):
            cup = await self.cup(id)
            await self._open(cup)
            tables = [board.table for _, board in cup.open_boards() if board.table]
            late, results = await self._late(cup), await self.store.places(tables)
            batch = tick(cup, now(), results, late, await self.strength(cup))
            if not batch:
                return cup
            await self._kept(cup, batch)
        return cup

    async def _kept(self, cup: Cup, batch: e.Batch, people: list[str] | None = None) -> bool:
        """Append a batch; False if another worker was first."""
        twin = Cup.rebuilt(cup.id, [cup.log] if cup.log else [])
        twin.take(batch)
        came = [entry.person for entry in batch if isinstance(entry, e.Entered)]
        row = Row(
            name=twin.plan.name,
            game=twin.plan.game,
            phase=str(twin.phase),
            due=due(twin),
            people=tuple(people or came),
            begun=tuple(entry.table for entry in batch if isinstance(entry, e.Seated)),
            done=_done(cup, twin),
        )
        kept = await self.store.append(cup.id, cup.version + 1, batch[-1].at, e.encoded(batch), row)
        if kept and any(isinstance(entry, e.Paired) for entry in batch):
            self._call(twin)
        for entry in batch if kept else ():
            if isinstance(entry, e.Arrived) and cup.plan.apart:
                self._wait(twin, entry)
        return kept

    def _call(self, cup: Cup) -> None:
        """Tell those who have a board in the new round, wherever they are."""
        number = len(cup.rounds)
        people = {cup.players[player].person for board in cup.round.boards for player in board.players}
        about = About(cup.plan.game, title=cup.plan.name, round=number)
        link = f"/cup/{cup.id}"
        self.hub.spawn(self._tell(people, f"round {cup.id} {number}", link, about))

    def _wait(self, cup: Cup, arrived: e.Arrived) -> None:
        """Tell the others of a board that somebody is there; once in an hour, as long as they are not."""
        board, number = cup.round.boards[arrived.board], len(cup.rounds)
        there = {*present(cup, board, arrived.at), *(player for player in board.players if cup.players[player].left)}
        people = {cup.players[player].person for player in board.players if player not in there}
        about = About(cup.plan.game, names=[cup.players[arrived.player].name])
        key = f"board {cup.id} {number} {arrived.player} {arrived.at // HOUR}"
        self.hub.spawn(self._tell(people, key, f"/cup/{cup.id}", about, "call"))

    async def _tell(self, people: set[str], key: str, link: str, about: About, kind: Kind = "round") -> None:
        today = await self.hub.club.persons.today(people)
        await self.hub.club.reach.tell(sorted({today.get(one, one) for one in people}), kind, key, link, about)

    async def strength(self, cup: Cup) -> dict[int, float]:
        """How strong the players are, before it begins."""
        if cup.rounds or not cup.players:
            return {}
        people = [player.person for player in cup.players]
        today = await self.hub.club.persons.today(people)
        called = [today.get(one, one) for one in people]
        known = await self.hub.club.rated.ratings.of(cup.plan.game, called)
        return {at: known[one].mean for at, one in enumerate(called) if one in known}

    async def _late(self, cup: Cup) -> dict[str, list[int]]:
        """When the round's time is up: who is to move at the tables where the match still runs. At one that cannot go on
        that is nobody."""
        ends = round_ends(cup)
        if ends is None or now() < ends or cup.halted is not None:
            return {}
        late: dict[str, list[int]] = {}
        for _, board in cup.open_boards():
            if board.table:
                try:
                    room = await self.hub.room(board.table)
                    async with room.turn:
                        table = await room.loaded()
                except StorageDown:
                    raise
                except ParlourError:
                    late[board.table] = []
                    continue
                if table.phase in (RUNNING, PAUSED):
                    late[board.table] = list(table.awaited)
        return late

    # The tables of the boards.

    async def _open(self, cup: Cup) -> None:
        """Open the tables that the log names and that are not there yet: a worker has just named them, or was killed then."""
        named = {board.table: board for _, board in cup.open_boards() if board.table}
        if not named:
            return
        there = await self.store.opened(named)
        for table, board in named.items():
            if table not in there:
                room = await self.hub.room(table)
                with suppress(Unfit):  # Another worker was first.
                    await room.found(self._first(cup, board))
                    self.hub.metrics.count("tables_created", f'game="{cup.plan.game}"')

    def _first(self, cup: Cup, board: Board) -> t.Batch:
        """The first batch of a board's table: everybody sits there already, and it begins."""
        at, plan, game = now(), cup.plan, self.hub.find(cup.plan.game)
        settings = Settings(clock=plan.clock, absent=plan.stand_in, undo=False, rated=plan.rated, cup=cup.id)
        seed, commits = secrets.token_hex(32), [board.here.get(player, "") for player in board.seated]
        batch: t.Batch = [t.Created(at, game.key, game.version, len(board.seated), plan.options, settings, seed)]
        called: list[str] = []
        for seat, number in enumerate(board.seated):
            player = cup.players[number]
            called.append(names.person(player.name, called))
            look = player.sign, player.colour
            batch.append(t.Seated(at, seat, called[-1], player.device, "", *look, commits[seat]))
        return batch + deal.begin(at, commits, game.version)


def _without(cup: Cup, person: str) -> e.Batch:
    """What becomes of a tournament without somebody: one that nobody could begin ends, one that is paused goes on."""
    at, batch = now(), list[e.AnyEntry]()
    if cup.phase is OVER:
        return batch
    if cup.number(person) is not None:
        batch += wishes.leave(cup, at, person)
    if cup.host == person and cup.phase is OPEN and (cup.plan.begins is None or cup.halted is not None):
        batch += wishes.end(cup, at, person)
    elif cup.host == person:
        batch += wishes.go_on(cup, at, person)
    return batch


def _done(before: Cup, after: Cup) -> tuple[str, ...]:
    """The tables that nobody waits for any more."""
    waited = {board.table for _, board in before.open_boards() if board.table}
    still = {board.table for _, board in after.open_boards() if board.table} if after.phase is not OVER else set()
    return tuple(sorted(waited - still))

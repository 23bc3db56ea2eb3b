"""The club: persons, what they have played, and what follows from it. Accounts stay optional for ever.

**Persons.** `hub.club.persons` (storage/club_persons.py). A device (the hash of its token) is silently a person as soon as one
is needed: `await hub.club.person(device)` gives it, and makes it if there is none yet. Several devices may be one person.

**Counting.** Every finished match is counted exactly once (`counting.py`): a `Result` with its players is written together with
all that follows from it, in one transaction; its primary key makes a second time impossible. Who wants to be part of that
appends a function to `hub.club.follows`:

    async def follow(result: Result) -> list[Step]: ...

It reads what it needs (`hub.store.ask`) and returns the statements that are to be kept with the result (`step(sql, *values,
rows=…)`, storage/steps.py). What was read may have changed when they are carried out: let the statement say so, as in
`UPDATE … WHERE person = $1 AND version = $2 RETURNING version` with `rows=1`. If such a statement does not return its rows
nothing at all is kept, and everybody is asked anew. Statements that add (`SET matches = matches + 1`) need none of this. Touch
rows in the order of their keys, so that two workers never wait for each other. `hub.club.told` are functions that are called
after a result was counted here (`def told(result)`): there may be none of them when a worker is killed at that moment.

**Forgetting.** Whoever keeps more about a person appends to `hub.club.forgets` what deletes it (`def forgets(person) ->
list[Step]`) and to `hub.club.exports` what tells it (`async def exports(person) -> dict[str, Any]`).

**Telling people who are elsewhere.** `await hub.club.reach.tell(persons, kind, key, link, About(…))` sends a push or a mail to
those who want to hear of that kind ("turn", "full", "call", "round"), each person once for the same key; `link` is a path such
as `/t/TABLE`. `reach.steps(person, …)` gives the same as statements for a transaction. What it says is made of `About`
(server/waits.py) alone, in club/wording.py. Tables tell by themselves whom they wait for.

**Storage.** `hub.store.ask` reads and `hub.store.together` writes, in SQL that both databases understand; a part of the club
has its statements in a file of its own (storage/club_*.py) and its tables in storage/club_schema.py.

**Calls.** Each part has its REST handlers in a list `HANDLERS` that server/app.py puts together; `person_of(request)` (api.py)
is who asks. `hub.club.called` are functions that hear who is called to a table (`def called(call: CallShown, people:
list[str])`). A browser's tab serves none of this.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from parlour.core.errors import ParlourError
from parlour.core.words import ENGLISH, Words, say
from parlour.server.archive import FORMER
from parlour.server.bodies import CallShown
from parlour.server.clock import now
from parlour.server.club.bell import Bell
from parlour.server.club.counting import Counting
from parlour.server.club.pasts import Pasts, shown
from parlour.server.club.rated import Rated
from parlour.server.club.reach import Reach
from parlour.server.storage.club_groups import Groups
from parlour.server.storage.club_merging import merged
from parlour.server.storage.club_persons import Person, Persons
from parlour.server.storage.club_results import Result, Results
from parlour.server.storage.steps import Step
from parlour.tables import acts
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.players import levels
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.hub import Hub

MOST_TABLES = 100_000
"""Tables of a device where its person is forgotten."""
TRIES = 20
"""How often two persons are made one where a match is being counted at that moment."""
Follow = Callable[[Result], Awaitable[list[Step]]]


def _forgotten(table: Table, device: str, name: str) -> e.Batch:
    return acts.forget(table, now(), device, name)


class Club:
    """The club of one worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.persons = Persons(hub.store)
        self.results = Results(hub.store)
        self.pasts = Pasts(hub.store)
        self.groups = Groups(hub.store)
        self.follows: list[Follow] = []
        self.told: list[Callable[[Result], None]] = []
        self.leaves: list[Callable[[str], Awaitable[None]]] = []
        self.forgets: list[Callable[[str], list[Step]]] = []
        self.exports: list[Callable[[str], Awaitable[dict[str, Any]]]] = []
        self.called: list[Callable[[CallShown, list[str]], None]] = []
        self.counting = Counting(self)
        self.rated = Rated(self)
        self.reach = Reach(self)
        self.bell = Bell(self)

    async def person(self, device: str) -> Person:
        """Who a device is, from now on at the latest."""
        return await self.persons.ensured(device, now())

    async def call(self, caller: Person, people: list[str], table: str, game: str) -> int:
        """Tell people that there is a chair for them; how many hear of it for the first time."""
        at = now()
        told = await self.pasts.call(caller.id, people, table, at)
        for hear in self.called if told else ():
            hear(CallShown(table, game, shown(caller.id, caller.name, caller.sign, caller.colour), at), people)
        return told

    async def join(self, device: str, person: str) -> None:
        """A device is somebody from now on. What was played on it under a name of its own comes along, if nothing else leads
        to that name any more (storage/club_merging.py); else it stays where it was."""
        for _ in range(TRIES):
            was = await self.persons.of_device(device)
            alone = was is not None and was.id != person and not await self.persons.otherwise(was.id, device)
            if was is None or not alone:
                if await self.persons.join(device, person, now()):
                    return
                break
            devices = [known for known, _ in await self.persons.devices(person)]
            steps = merged(was.id, person, device, devices, list(levels())) + await self.rated.joined(was.id, person)
            if await self.hub.store.together(steps) is not None:
                return
            if not await self.persons.by_id([person]):
                break
        raise Unfit("no_code", say("This profile is not there any more, or too much happens to it at once. Try again."))

    async def export(self, person: str) -> dict[str, Any]:
        """All that is kept of somebody."""
        told: dict[str, Any] = await self.pasts.export(person)
        for export in self.exports:
            told |= await export(person)
        return told

    async def forget(self, person: str, words: Words = ENGLISH) -> None:
        """Delete all that is kept of somebody. At their tables they are a former player first, in the words of who asks."""
        for device, _ in await self.persons.devices(person):
            for table in await self.hub.store.of_device(device, MOST_TABLES):
                with suppress(ParlourError):  # One that cannot be read, or goes on under other rules, shows nobody anything.
                    await (await self.hub.room(table)).act(partial(_forgotten, device=device, name=words.of(FORMER)))
        for leaves in self.leaves:
            await leaves(person)
        steps = [step for forgets in self.forgets for step in forgets(person)]
        await self.hub.store.together([self.persons.held(person), *steps, *self.pasts.forgotten(person)])

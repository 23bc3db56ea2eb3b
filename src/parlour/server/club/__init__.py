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

**Storage.** `hub.store.ask` reads and `hub.store.together` writes, in SQL that both databases understand; a part of the club
has its statements in a file of its own (storage/club_*.py) and its tables in storage/club_schema.py.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from parlour.server.clock import now
from parlour.server.club.counting import Counting
from parlour.server.storage.club_persons import Person, Persons
from parlour.server.storage.club_results import Result, Results
from parlour.server.storage.steps import Step

if TYPE_CHECKING:
    from parlour.server.hub import Hub

Follow = Callable[[Result], Awaitable[list[Step]]]


class Club:
    """The club of one worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.persons = Persons(hub.store)
        self.results = Results(hub.store)
        self.follows: list[Follow] = []
        self.told: list[Callable[[Result], None]] = []
        self.counting = Counting(self)

    async def person(self, device: str) -> Person:
        """Who a device is, from now on at the latest."""
        return await self.persons.ensured(device, now())

"""What is to happen at a table, from the wish to its answer. The way there is the room's, the same for all of them."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.server.storage import resolve
from parlour.tables import entries as e
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.people import Client


class Act(ABC):
    """Something that is to happen."""

    tries = 0
    """How often it had to wait for the log before it could be tried."""
    client: Client | None = None
    """Who is told of it by its id, in the news of the table itself."""
    id: str | None = None
    told = False

    @abstractmethod
    def make(self, table: Table) -> e.Batch:
        """The batch for the log, an empty one if nothing is to be done. Raises what is wrong. It may be asked again."""

    @abstractmethod
    def ended(self, answer: int | Exception) -> None:
        """Told once: the version of the table after it, or why it did not happen."""

    def is_heavy(self, table: Table) -> bool:
        """Whether a thread is to make it: the physics of a flick."""
        return False

    def is_void(self) -> bool:
        """Nobody wants it any more."""
        return False


class Wish(Act):
    """What somebody waits for."""

    def __init__(self, make: Callable[[Table], e.Batch], heavy: bool) -> None:
        self._make, self._heavy = make, heavy
        self.done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def make(self, table: Table) -> e.Batch:
        return self._make(table)

    def ended(self, answer: int | Exception) -> None:
        resolve(self.done, answer)

    def is_heavy(self, table: Table) -> bool:
        return self._heavy

    def is_void(self) -> bool:
        return self.done.done()

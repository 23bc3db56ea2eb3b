"""The bell: whoever is on the first page hears at once that somebody keeps a chair, at whichever worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.server import messages as m
from parlour.server.bus import News
from parlour.server.lobby import Watcher
from parlour.server.telling import encode, now

if TYPE_CHECKING:
    from parlour.server.club import Club

CHANNEL = "bell"
"""Its name on the bus; no table is called so."""


class Bell:
    """Those who listen at this worker, by their person."""

    def __init__(self, club: Club) -> None:
        self.club, self.hub = club, club.hub
        self._heard_by: dict[str, set[Watcher]] = {}
        club.called.append(lambda call, people: self.ring(people))

    async def enter(self, watcher: Watcher, device: str) -> None:
        if (person := await self.club.persons.of_device(device)) is not None:
            self._heard_by.setdefault(person.id, set()).add(watcher)
            await self._tell(person.id)

    def leave(self, watcher: Watcher) -> None:
        for person in [person for person, watchers in self._heard_by.items() if watcher in watchers]:
            self._heard_by[person].discard(watcher)
            if not self._heard_by[person]:
                del self._heard_by[person]

    def ring(self, people: list[str], *, heard: bool = False) -> None:
        """Somebody keeps chairs for these, as this worker knows or another has told."""
        if not heard:
            self.hub.bus.publish(News(self.hub.worker, CHANNEL, "call", body=msgspec.Raw(encode(people))))
        for person in people:
            if person in self._heard_by:
                self.hub.spawn(self._tell(person))

    def heard(self, news: News) -> None:
        self.ring(msgspec.json.decode(news.body, type=list[str]), heard=True)

    async def _tell(self, person: str) -> None:
        message = encode(m.Calls(await self.club.pasts.calls(person, now())))
        for watcher in list(self._heard_by.get(person, ())):
            watcher.send(message)

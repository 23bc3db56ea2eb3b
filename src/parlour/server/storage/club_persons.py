"""Persons in the database: who they are, and by which devices and passkeys they are known."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec

from parlour.server.storage import Store
from parlour.server.storage.steps import Step, lists, marks, step

MOST_BORN = 100
"""Persons of one statement."""
SEEN_AGAIN = 3_600_000
"""Milliseconds after which it is noted anew that somebody was here."""


class Person(msgspec.Struct, frozen=True):
    """Somebody with any number of devices. Sign and colour are None as long as nobody has chosen any."""

    id: str
    name: str
    sign: int | None
    colour: int | None
    since: int
    seen: int


class Newborn(msgspec.Struct, frozen=True):
    """A device that becomes somebody."""

    device: str
    id: str
    at: int
    name: str
    sign: int | None
    colour: int | None


def new_id() -> str:
    return secrets.token_urlsafe(12)


FIELDS = "persons.id, persons.name, persons.sign, persons.colour, persons.since, persons.seen"


class Persons:
    """Everybody who was ever needed as somebody."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def by_id(self, ids: Iterable[str]) -> dict[str, Person]:
        wanted = sorted(set(ids))
        if not wanted:
            return {}
        sql = f"SELECT {FIELDS} FROM persons WHERE id IN ({marks(len(wanted))})"  # noqa: S608
        return {row[0]: Person(*row) for row in await self.store.ask(sql, *wanted)}

    async def of_devices(self, devices: Iterable[str]) -> dict[str, str]:
        """The ids of the persons behind devices; a device that was never needed as somebody has none."""
        return {device: id for device, (id, _) in (await self.behind(devices)).items()}

    async def behind(self, devices: Iterable[str]) -> dict[str, tuple[str, bool]]:
        """The same, and for each whether that person has a name."""
        wanted = sorted(set(devices))
        if not wanted:
            return {}
        named = "SELECT device, person, name <> '' FROM person_devices LEFT JOIN persons ON id = person"
        rows = await self.store.ask(f"{named} WHERE device IN ({marks(len(wanted))})", *wanted)
        return {row[0]: (row[1], bool(row[2])) for row in rows}

    async def of_device(self, device: str) -> Person | None:
        sql = f"SELECT {FIELDS} FROM person_devices JOIN persons ON persons.id = person WHERE device = $1"  # noqa: S608
        rows = await self.store.ask(sql, device)
        return Person(*rows[0]) if rows else None

    @staticmethod
    def born(people: list[Newborn]) -> list[Step]:
        """Devices become persons, unless one of them is one by now."""
        steps = list[Step]()
        for first in range(0, len(people), MOST_BORN):
            some = people[first : first + MOST_BORN]
            devices = [(one.device, one.id, one.at) for one in some]
            persons = [(one.id, one.name, one.sign, one.colour, one.at, one.at) for one in some]
            sql = f"INSERT INTO person_devices VALUES {lists(len(some), 3)} ON CONFLICT DO NOTHING RETURNING device"  # noqa: S608
            steps.append(step(sql, *chain(*devices), rows=len(some)))
            steps.append(step(f"INSERT INTO persons VALUES {lists(len(some), 6)}", *chain(*persons)))  # noqa: S608
        return steps

    async def ensured(self, device: str, at: int, name: str = "", sign: int | None = None, colour: int | None = None) -> Person:
        """The person of a device, who is one from now on."""
        while (known := await self.of_device(device)) is None:
            await self.store.together(self.born([Newborn(device, new_id(), at, name, sign, colour)]))
        return known

    async def changed(self, id: str, name: str, sign: int | None, colour: int | None) -> None:
        sql = "UPDATE persons SET name = $2, sign = $3, colour = $4 WHERE id = $1"
        await self.store.together([step(sql, id, name, sign, colour)])

    @staticmethod
    def named(id: str, name: str, sign: int, colour: int) -> Step:
        """Who has told no name yet is called as at the table."""
        return step("UPDATE persons SET name = $2, sign = $3, colour = $4 WHERE id = $1 AND name = ''", id, name, sign, colour)

    async def seen(self, person: Person, at: int) -> None:
        if at > person.seen + SEEN_AGAIN:
            await self.store.together([step("UPDATE persons SET seen = $2 WHERE id = $1", person.id, at)])

    async def devices(self, id: str) -> list[tuple[str, int]]:
        """The devices of a person and since when, the newest first."""
        sql = "SELECT device, since FROM person_devices WHERE person = $1 ORDER BY since DESC"
        return [(row[0], row[1]) for row in await self.store.ask(sql, id)]

    async def join(self, device: str, id: str, at: int) -> bool:
        """A device is this person's from now on, whoever's it was; False if there is no such person any more."""
        sql = (
            "INSERT INTO person_devices SELECT $1, id, $3 FROM persons WHERE id = $2 ON CONFLICT (device) DO UPDATE SET "
            "person = excluded.person, since = excluded.since RETURNING device"
        )
        return await self.store.together([step(sql, device, id, at, rows=1)]) is not None

    async def otherwise(self, id: str, device: str) -> bool:
        """Whether somebody is known by more than this device: by another one, or a passkey."""
        sql = (
            "SELECT device FROM person_devices WHERE person = $1 AND device <> $2 UNION SELECT id FROM passkeys "
            "WHERE person = $1"
        )
        return bool(await self.store.ask(sql, id, device))

    @staticmethod
    def held(id: str) -> Step:
        """Nothing is counted for somebody until all is kept."""
        return step("UPDATE person_devices SET since = since WHERE person = $1", id)

    @staticmethod
    def still(persons: Mapping[str, str]) -> list[Step]:
        """That devices are still these persons', until all is kept."""
        steps, devices = list[Step](), sorted(persons)
        for first in range(0, len(devices), MOST_BORN):
            some = devices[first : first + MOST_BORN]
            pairs = [f"{device} {persons[device]}" for device in some]
            sql = (
                f"UPDATE person_devices SET since = since WHERE device IN ({marks(len(some))}) AND "  # noqa: S608
                f"device || ' ' || person IN ({marks(len(some), 1 + len(some))}) RETURNING device"
            )
            steps.append(step(sql, *some, *pairs, rows=len(some)))
        return steps

    # Who somebody was before two persons became one (club_merging.py).

    async def today(self, ids: Iterable[str]) -> dict[str, str]:
        """Who somebody is now, for those who became part of somebody else."""
        wanted = sorted(set(ids))
        if not wanted:
            return {}
        sql = f"SELECT id, person FROM former WHERE id IN ({marks(len(wanted))})"  # noqa: S608
        return {row[0]: row[1] for row in await self.store.ask(sql, *wanted)}

    async def before(self, id: str) -> list[str]:
        """Whom somebody was before, too."""
        return [row[0] for row in await self.store.ask("SELECT id FROM former WHERE person = $1 ORDER BY id", id)]

    async def part(self, device: str, id: str) -> None:
        await self.store.together([step("DELETE FROM person_devices WHERE device = $1 AND person = $2", device, id)])

    # Codes that bring a person to another device.

    async def put_code(self, code: str, id: str, expires: int) -> None:
        await self.store.together(
            [
                step("DELETE FROM person_codes WHERE person = $1", id),
                step("INSERT INTO person_codes VALUES ($1, $2, $3)", code, id, expires),
            ]
        )

    async def take_code(self, code: str, now: int) -> str | None:
        done = await self.store.together(
            [
                step("DELETE FROM person_codes WHERE expires < $1", now),
                step("DELETE FROM person_codes WHERE code = $1 RETURNING person", code),
            ]
        )
        return done[1][0][0] if done and done[1] else None

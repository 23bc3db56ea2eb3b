"""Notices in the database: how a person wants to hear of something, and what is on its way to them.

A notice goes to a goal: a device that takes pushes (`push:<device>`) or a person's mailbox (`mail:<person>`). Each goal has its
own row, so that one that cannot be reached keeps no other waiting.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.server.storage import Store
from parlour.server.storage.steps import Step, marks, step

Kind = Literal["turn", "full", "call", "round"]
KINDS: tuple[Kind, ...] = ("turn", "full", "call", "round")
PUSH, MAIL = "push:", "mail:"


class Wishes(msgspec.Struct, frozen=True):
    """What a person wants to hear of, and when not."""

    kinds: tuple[Kind, ...] = KINDS
    quiet: tuple[int, int] | None = None
    """From one minute of the day to another, by the person's own clock."""
    zone: str = "UTC"
    language: str = "en"


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser takes pushes, and the keys that only it can read them with."""

    endpoint: str
    key: str
    auth: str
    language: str


class Waiting(msgspec.Struct, frozen=True):
    """Somebody whom a table has waited for a while."""

    device: str
    table: str
    turn: int
    kind: Kind
    about: str


class Notice(msgspec.Struct, frozen=True):
    """Something that a goal is to hear of."""

    goal: str
    key: str
    person: str
    kind: Kind
    link: str
    about: str
    """JSON of About (server/waits.py)."""
    holder: str | None
    """The device that a table waits for; when it does not any more, the notice is out of date."""
    at: int
    tries: int = 0


FIELDS = "goal, key, person, kind, link, about, holder, at, tries"


class Notices:
    """All that is on its way, and where to."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # What a person wants.

    async def wishes(self, person: str) -> tuple[Wishes, str | None, int]:
        """The wishes, the confirmed address, and when it was last written to."""
        rows = await self.store.ask("SELECT wishes, mail, mailed FROM reach WHERE person = $1", person)
        if not rows:
            return Wishes(), None, 0
        return msgspec.json.decode(rows[0][0], type=Wishes), rows[0][1], rows[0][2]

    async def wish(self, person: str, wishes: Wishes) -> None:
        said = msgspec.json.encode(wishes).decode()
        put = "INSERT INTO reach (person, wishes) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET wishes = $2"
        await self.store.together([step(put, person, said)])

    async def put_mail(self, person: str, mail: str | None) -> None:
        put = "INSERT INTO reach (person, wishes, mail) VALUES ($1, $2, $3) ON CONFLICT (person) DO UPDATE SET mail = $3"
        gone = [step("DELETE FROM notices WHERE goal = $1", MAIL + person)] if mail is None else []
        await self.store.together([step(put, person, msgspec.json.encode(Wishes()).decode(), mail), *gone])

    async def mailed(self, person: str, at: int) -> None:
        await self.store.together([step("UPDATE reach SET mailed = $2 WHERE person = $1", person, at)])

    async def subscribe(self, device: str, to: Subscription, at: int) -> None:
        put = (
            "INSERT INTO pushes VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (device) DO UPDATE SET endpoint = $2, key = $3, "
            "auth = $4, language = $5, since = $6"
        )
        await self.store.together(
            [
                step("DELETE FROM pushes WHERE endpoint = $1 AND device <> $2", to.endpoint, device),
                step(put, device, to.endpoint, to.key, to.auth, to.language, at),
            ]
        )

    async def subscription(self, device: str) -> Subscription | None:
        rows = await self.store.ask("SELECT endpoint, key, auth, language FROM pushes WHERE device = $1", device)
        return Subscription(*rows[0]) if rows else None

    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:
        """This device hears nothing any more; with an endpoint only if it is still that one."""
        where = "device = $1" if endpoint is None else "device = $1 AND endpoint = $2"
        values = (device,) if endpoint is None else (device, endpoint)
        gone = f"DELETE FROM pushes WHERE {where}"  # noqa: S608
        await self.store.together([step(gone, *values), step("DELETE FROM notices WHERE goal = $1", PUSH + device)])

    @staticmethod
    def forgotten(person: str) -> list[Step]:
        """What deletes all of it, while the person's devices are still known."""
        devices = "SELECT device FROM person_devices WHERE person = $1"
        return [
            step("DELETE FROM notices WHERE person = $1", person),
            step(f"DELETE FROM pushes WHERE device IN ({devices})", person),  # noqa: S608
            step("DELETE FROM reach WHERE person = $1", person),
        ]

    # What is on its way.

    async def waiting(self, before: int, most: int) -> list[Waiting]:
        sql = "SELECT device, table_id, turn, kind, about FROM holders WHERE turn > told AND turn <= $1 ORDER BY turn LIMIT $2"
        return [Waiting(*row) for row in await self.store.ask(sql, before, most)]

    async def goals(self, person: str, kind: Kind, *, mails: bool) -> list[str]:
        """Where a person wants to hear of such a thing."""
        wishes, mail, _ = await self.wishes(person)
        if kind not in wishes.kinds:
            return []
        pushes = await self.store.ask(
            "SELECT pushes.device FROM pushes JOIN person_devices ON person_devices.device = pushes.device WHERE person = $1 "
            "ORDER BY pushes.device",
            person,
        )
        return [PUSH + row[0] for row in pushes] + ([MAIL + person] if mail and mails else [])

    @staticmethod
    def taken(waiting: Waiting) -> Step:
        """That somebody is waited for is seen to, by one worker."""
        sql = "UPDATE holders SET told = turn WHERE device = $1 AND table_id = $2 AND turn = $3 AND told < turn RETURNING turn"
        return step(sql, waiting.device, waiting.table, waiting.turn, rows=1)

    @staticmethod
    def put(notice: Notice, due: int) -> Step:
        sql = "INSERT INTO notices VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0) ON CONFLICT DO NOTHING"
        n = notice
        return step(sql, n.goal, n.key, n.person, n.kind, n.link, n.about, n.holder, n.at, due)

    async def due(self, now: int, most: int) -> list[str]:
        """The goals for which it is time, the longest due first."""
        sql = "SELECT goal FROM notices WHERE due <= $1 AND until <= $1 GROUP BY goal ORDER BY min(due) LIMIT $2"
        return [row[0] for row in await self.store.ask(sql, now, most)]

    async def claim(self, goal: str, now: int, until: int) -> list[Notice]:
        """Take all that waits for a goal upon oneself; others may try again when the time is over."""
        sql = f"UPDATE notices SET until = $3, tries = tries + 1 WHERE goal = $1 AND until <= $2 RETURNING {FIELDS}"  # noqa: S608
        done = await self.store.together([step(sql, goal, now, until)])
        return sorted((Notice(*row) for row in done[0]), key=lambda notice: notice.at) if done else []

    async def outdated(self, notices: list[Notice]) -> list[Notice]:
        """Those of tables that wait for nobody any more, or for something else."""
        held = [notice for notice in notices if notice.holder is not None]
        found = []
        for notice in held:
            sql = "SELECT 1 FROM holders WHERE device = $1 AND table_id = $2 AND turn = $3"
            if not await self.store.ask(sql, notice.holder, notice.link.rpartition("/")[2], notice.at):
                found.append(notice)
        return found

    async def done(self, notices: list[Notice]) -> None:
        """They have arrived, or never will."""
        if notices:
            gone = f"DELETE FROM notices WHERE goal = $1 AND key IN ({marks(len(notices), 2)})"  # noqa: S608
            await self.store.together([step(gone, notices[0].goal, *(notice.key for notice in notices))])

    async def put_off(self, notices: list[Notice], due: int, *, count: bool = True) -> None:
        """Try again then; without `count` it was no try."""
        if notices:
            back = "" if count else ", tries = tries - 1"
            sql = f"UPDATE notices SET until = 0, due = $2{back} WHERE goal = $1 AND key IN ({marks(len(notices), 3)})"  # noqa: S608
            await self.store.together([step(sql, notices[0].goal, due, *(notice.key for notice in notices))])

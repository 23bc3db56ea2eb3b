"""It is your turn: who is to hear of something, by push and by mail, though the page is closed.

Tables say in the database whom they wait for (server/waits.py), with the move itself; others call `tell`. From there on it is
rows: one worker turns them into notices, one claims those of a goal and sends them. Nothing of this is on the way of a move.
What a killed worker has claimed another one sends when the claim is over, by the same topic, so that a browser shows it once.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from parlour.core.registry import words
from parlour.core.words import say
from parlour.server.clock import now
from parlour.server.club import push, wording
from parlour.server.days import zone_of
from parlour.server.limits import Buckets, spend
from parlour.server.storage import StorageDown
from parlour.server.storage.club_notices import MAIL, PUSH, Kind, Notice, Notices, Wishes
from parlour.server.storage.steps import Step
from parlour.server.waits import About
from parlour.tables.errors import Unfit

if TYPE_CHECKING:
    from email.message import EmailMessage

    from parlour.server.bodies import CallShown
    from parlour.server.club import Club

MOST_AT_ONCE = 50
MOST_ALONE = 3
"""More notices than these for a browser are told as one."""
TOGETHER = 50
"""Goals that are served at the same time: one that does not answer keeps no other waiting."""
CLAIMED = 60_000
"""Milliseconds that a worker has for a goal."""
PAUSES = (60, 300, 1800, 7200, 6 * 3600)
"""Seconds until something is tried again; after the last one it is given up."""
CODE_LASTS = 24 * 3600 * 1000
HOUR = 3600


class Code(msgspec.Struct, frozen=True):
    """What a link in a mail may do, signed by this server."""

    what: Literal["confirm", "stop"]
    person: str
    mail: str
    expires: int


class Reach:
    """Who tells, in one worker."""

    def __init__(self, club: Club) -> None:
        self.club, self.hub = club, club.hub
        self.how = club.hub.config.reach
        self.notices = Notices(club.hub.store)
        self._secrets: dict[str, bytes] = {}
        self._serving: set[str] = set()
        self._letters = Buckets(3 / HOUR, 5)
        """Mails that ask whether an address is right: by person, and by address."""
        club.forgets.append(self.notices.forgotten)
        club.exports.append(self.export)
        club.called.append(self._called)

    def _called(self, call: CallShown, people: list[str]) -> None:
        about = About(call.game, [call.caller.name])
        self.hub.spawn(self.tell(people, "call", f"call {call.table} {call.caller.id}", f"/t/{call.table}", about))

    # For others.

    async def tell(self, persons: Iterable[str], kind: Kind, key: str, link: str, about: About) -> None:
        """Let people hear of something, each once for the same key; `link` is where one tap leads."""
        if steps := [step for person in persons for step in await self.steps(person, kind, key, link, about)]:
            await self.hub.store.together(steps)

    async def steps(
        self, person: str, kind: Kind, key: str, link: str, about: About, holder: str | None = None, at: int | None = None
    ) -> list[Step]:
        """The same as statements, to be kept together with what they tell of."""
        at, said, steps = now() if at is None else at, msgspec.json.encode(about).decode(), []
        for goal in await self.notices.goals(person, kind, mails=self.mails):
            due = at + round(1000 * self.how.mail) if goal.startswith(MAIL) else at
            steps.append(self.notices.put(Notice(goal, key, person, kind, link, said, holder, at), due))
        return steps

    @property
    def mails(self) -> bool:
        return self.how.server is not None and self.origin is not None

    @property
    def origin(self) -> str | None:
        return self.hub.config.public_url

    async def secret(self, name: str) -> bytes:
        if name not in self._secrets:
            self._secrets[name] = await self.hub.store.secret(name)
        return self._secrets[name]

    # From tables to notices.

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self.how.every)
            with suppress(StorageDown):
                await self.collect()
                await self.deliver()

    async def collect(self) -> None:
        """Make notices of those whom tables wait for."""
        while found := await self.notices.waiting(now() - round(1000 * self.how.after), MOST_AT_ONCE):
            persons = await self.club.persons.of_devices(waiting.device for waiting in found)
            for waiting in found:
                steps = [self.notices.taken(waiting)]
                if (person := persons.get(waiting.device)) is not None:
                    about = msgspec.json.decode(waiting.about, type=About)
                    key, link = f"{waiting.kind} {waiting.table} {waiting.turn}", f"/t/{waiting.table}"
                    steps += await self.steps(person, waiting.kind, key, link, about, waiting.device, waiting.turn)
                await self.hub.store.together(steps)

    # From notices to people.

    async def deliver(self) -> None:
        """Begin to serve the goals for which it is time."""
        for goal in await self.notices.due(now(), MOST_AT_ONCE + len(self._serving)):
            if goal not in self._serving and len(self._serving) < TOGETHER:
                self._serving.add(goal)
                self.hub.spawn(self._serve(goal)).add_done_callback(partial(self._served, goal))

    def _served(self, goal: str, _: object) -> None:
        self._serving.discard(goal)

    async def _serve(self, goal: str) -> None:
        found = await self.notices.claim(goal, now(), now() + CLAIMED)
        past = await self.notices.outdated(found)
        await self.notices.done(past)
        if not (fresh := [notice for notice in found if notice not in past]):
            return
        wishes, mail, mailed = await self.notices.wishes(fresh[0].person)
        by_mail = goal.startswith(MAIL)
        until = max(quiet_until(wishes, now()), mailed + round(1000 * self.how.gap) if by_mail else 0)
        if until > now():
            await self.notices.put_off(fresh, until, count=False)
            return
        result = await (self._write(fresh, wishes, mail) if by_mail else self._push(goal.removeprefix(PUSH), fresh))
        self.hub.metrics.count("notices", f'by="{"mail" if by_mail else "push"}",answer="{result}"')
        if result != "later":
            await self.notices.done(fresh)
            return
        again = {tries: [notice for notice in fresh if notice.tries == tries] for tries in {notice.tries for notice in fresh}}
        for tries, some in again.items():
            if tries > len(PAUSES):
                await self.notices.done(some)
            else:
                await self.notices.put_off(some, now() + PAUSES[tries - 1] * 1000)

    async def _push(self, device: str, notices: list[Notice]) -> push.Sent:
        to = await self.notices.subscription(device)
        if to is None or not push.possible():
            return "gone"
        import httpx

        language = words(to.language)
        if len(notices) > MOST_ALONE:
            said = [("/", wording.digest(len(notices), language), "")]
        else:
            abouts = [(notice, msgspec.json.decode(notice.about, type=About)) for notice in notices]
            said = [(n.link, wording.head(n, a, language), wording.body(n, a, now(), language)) for n, a in abouts]
        secret, contact = await self.secret("push"), self.origin or "https://parlour.invalid"
        results = []
        async with httpx.AsyncClient(timeout=push.TIMEOUT, follow_redirects=False) as client:
            for link, head, body in said:
                topic = hashlib.sha256(link.encode()).hexdigest()[:32]
                message = msgspec.json.encode({"title": head, "body": body, "link": link, "tag": topic})
                results.append(await push.send(client, to, message, secret=secret, contact=contact, topic=topic))
                if results[-1] in ("gone", "later"):
                    break
        if results[-1] == "gone":
            await self.notices.unsubscribe(device, to.endpoint)
        return results[-1]

    async def _write(self, notices: list[Notice], wishes: Wishes, mail: str | None) -> push.Sent:
        if mail is None or not self.mails:
            return "gone"
        from parlour.server.mailing import message

        assert self.how.server is not None
        language, person = words(wishes.language), notices[0].person
        heads, lines = [], []
        for notice in notices:
            about = msgspec.json.decode(notice.about, type=About)
            heads.append(wording.head(notice, about, language))
            lines += [part for part in (heads[-1], wording.body(notice, about, now(), language)) if part]
            lines += [f"{self.origin}{notice.link}", ""]
        stop = await self.code(Code("stop", person, mail, 0))
        lines += ["--", language.of(say("No more of these mails:")), f"{self.origin}/reach/{stop}"]
        head = heads[0] if len(heads) == 1 else wording.digest(len(heads), language)
        id = hashlib.sha256(" ".join(sorted(notice.key + notice.goal for notice in notices)).encode()).hexdigest()[:32]
        letter = message(
            self.how.server, mail, head, "\n".join(lines) + "\n", stop=f"{self.origin}/api/reach/code/{stop}", id=id
        )
        if not await self._post(letter):
            return "later"
        await self.notices.mailed(person, now())
        return "sent"

    async def _post(self, letter: EmailMessage) -> bool:
        from smtplib import SMTPException

        from parlour.server.mailing import send

        assert self.how.server is not None
        try:
            await asyncio.to_thread(send, self.how.server, letter)
        except (OSError, SMTPException) as wrong:
            self.hub.journal.warn("mail", f"The mail server did not take a mail ({type(wrong).__name__}). It is tried again.")
            return False
        self.hub.journal.relieve("mail", "The mail server takes mails again.")
        return True

    # Addresses, and the links in mails.

    async def ask_for_mail(self, person: str, mail: str, language: str) -> None:
        """Write to an address to ask whether it is this person's."""
        from parlour.server.mailing import is_address, message

        if not self.mails or self.how.server is None:
            raise Unfit("not_now", say("This house sends no mails."))
        if not is_address(mail):
            raise Unfit("bad_message", say("{mail} is no mail address.", mail=mail))
        spend(self._letters, person)
        spend(self._letters, mail.lower())
        spoken = words(language)
        code = await self.code(Code("confirm", person, mail, now() + CODE_LASTS))
        text = [
            spoken.of(say("Somebody wants to hear at this address when it is their turn at a table.")),
            spoken.of(say("If it is you, open this link; if not, do nothing.")),
            "",
            f"{self.origin}/reach/{code}",
            "",
        ]
        letter = message(self.how.server, mail, spoken.of(say("Is this your address?")), "\n".join(text))
        if not await self._post(letter):
            raise Unfit("not_now", say("The mail could not be sent. Try again later."))

    async def code(self, code: Code) -> str:
        said = msgspec.json.encode(code)
        return f"{push.encoded(said)}~{push.encoded(hmac.digest(await self.secret('reach'), said, 'sha256')[:18])}"

    async def read(self, text: str) -> Code:
        """Raises Unfit if it is none of ours, or too old."""
        try:
            said, mark = map(push.decoded, text.split("~"))
            genuine = hmac.compare_digest(mark, hmac.digest(await self.secret("reach"), said, "sha256")[:18])
            code = msgspec.json.decode(said, type=Code) if genuine else None
        except (ValueError, msgspec.DecodeError):
            code = None
        if code is None or 0 < code.expires < now():
            raise Unfit("no_code", say("This link is not known or too old. Ask for a new one."))
        return code

    async def follow(self, code: Code) -> None:
        """Do what a link in a mail says, for whoever that person is now."""
        person = (await self.club.persons.today([code.person])).get(code.person, code.person)
        if code.what == "confirm":
            if not await self.club.persons.by_id([person]):
                raise Unfit("no_code", say("This link is not known or too old. Ask for a new one."))
            await self.notices.put_mail(person, code.mail)
        else:
            _, mail, _ = await self.notices.wishes(person)
            if mail == code.mail:
                await self.notices.put_mail(person, None)

    async def export(self, person: str) -> dict[str, Any]:
        """What is kept about how somebody is reached."""
        wishes, mail, _ = await self.notices.wishes(person)
        return {"reach": {"wishes": msgspec.to_builtins(wishes), "mail": mail}}


def quiet_until(wishes: Wishes, at: int) -> int:
    """When the quiet hours are over that it is now, in ms; 0 if it is none.

    >>> quiet_until(Wishes(quiet=(22 * 60, 7 * 60)), 23 * 3600_000)
    111600000
    """
    if wishes.quiet is None or wishes.quiet[0] == wishes.quiet[1]:
        return 0
    from datetime import datetime

    local = datetime.fromtimestamp(at / 1000, zone_of(wishes.zone))
    minute = local.hour * 60 + local.minute
    begin, end = wishes.quiet
    if not (begin <= minute < end or (begin > end and (minute >= begin or minute < end))):
        return 0
    left = ((end - minute) % 1440) * 60_000 - local.second * 1000 - local.microsecond // 1000
    return at + left

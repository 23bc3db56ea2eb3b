"""The calls about being told: each is about the calling device and its person alone, but for the links in mails."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, post, put
from litestar.params import FromPath, JSONBody

from parlour.core.words import say
from parlour.server.asking import address_of, device_of, hub_of, words_of
from parlour.server.club import push
from parlour.server.club.reach_bodies import CodeShown, MailTo, PushTo, ReachShown, ReachWish
from parlour.server.days import known_zone
from parlour.server.limits import spend
from parlour.server.storage.club_notices import KINDS, Subscription, Wishes
from parlour.server.telling import now
from parlour.tables.errors import Unfit

AnyRequest = Request[Any, Any, Any]


async def _shown(request: AnyRequest, device: str) -> ReachShown:
    club = hub_of(request).club
    reach, person = club.reach, await club.persons.of_device(device)
    wishes, mail, _ = await reach.notices.wishes(person.id) if person else (Wishes(), None, 0)
    return ReachShown(
        kinds=list(wishes.kinds),
        zone=wishes.zone,
        quiet=wishes.quiet,
        key=push.public_key(await reach.secret("push")) if push.possible() else None,
        here=await reach.notices.subscription(device) is not None,
        mails=reach.mails,
        mail=mail,
    )


async def _person(request: AnyRequest) -> tuple[str, str]:
    """The device and the person who calls; who is none yet becomes one."""
    hub, device = hub_of(request), await device_of(request)
    return device, (await hub.club.person(device)).id


@get("/api/reach")
async def show_reach(request: AnyRequest) -> ReachShown:
    """How I am told."""
    return await _shown(request, await device_of(request))


@put("/api/reach", status_code=200)
async def wish(request: AnyRequest, data: JSONBody[ReachWish]) -> ReachShown:
    """What I want to hear of, and when not."""
    device, person = await _person(request)
    kinds = tuple(kind for kind in KINDS if kind in data.kinds)
    wishes = Wishes(kinds, data.quiet, known_zone(data.zone), words_of(request).code)
    await hub_of(request).club.reach.notices.wish(person, wishes)
    return await _shown(request, device)


@post("/api/reach/push", status_code=200)
async def subscribe(request: AnyRequest, data: JSONBody[PushTo]) -> ReachShown:
    """Tell me on this device."""
    hub = hub_of(request)
    if not push.possible():
        raise Unfit("not_now", say("This house sends no pushes: its host needs the club extra (pip install 'parlour[club]')."))
    spend(hub.budgets.tables, address_of(request))
    to = Subscription(data.endpoint, data.key, data.auth, words_of(request).code)
    push.checked(to, hub.club.reach.how.push_services)
    device, _ = await _person(request)
    await hub.club.reach.notices.subscribe(device, to, now())
    return await _shown(request, device)


@delete("/api/reach/push", status_code=200)
async def unsubscribe(request: AnyRequest) -> ReachShown:
    """Tell me nothing on this device any more."""
    device = await device_of(request)
    await hub_of(request).club.reach.notices.unsubscribe(device)
    return await _shown(request, device)


@post("/api/reach/mail", status_code=202)
async def ask_for_mail(request: AnyRequest, data: JSONBody[MailTo]) -> ReachShown:
    """Write to an address whether it is mine; it counts when the link in that mail is followed."""
    device, person = await _person(request)
    spend(hub_of(request).budgets.tables, address_of(request))
    await hub_of(request).club.reach.ask_for_mail(person, data.mail.strip(), words_of(request).code)
    return await _shown(request, device)


@delete("/api/reach/mail", status_code=200)
async def forget_mail(request: AnyRequest) -> ReachShown:
    """Forget my address."""
    device, person = await _person(request)
    await hub_of(request).club.reach.notices.put_mail(person, None)
    return await _shown(request, device)


@get("/api/reach/code/{code:str}")
async def show_code(request: AnyRequest, code: FromPath[str]) -> CodeShown:
    """What a link in a mail does; looking does nothing."""
    read = await hub_of(request).club.reach.read(code)
    return CodeShown(read.what, read.mail)


@post("/api/reach/code/{code:str}", status_code=200)
async def follow_code(request: AnyRequest, code: FromPath[str]) -> CodeShown:
    """Do what a link in a mail says. Programs that read mail post here to end them (RFC 8058)."""
    reach = hub_of(request).club.reach
    read = await reach.read(code)
    await reach.follow(read)
    return CodeShown(read.what, read.mail)


HANDLERS = [show_reach, wish, subscribe, unsubscribe, ask_for_mail, forget_mail, show_code, follow_code]

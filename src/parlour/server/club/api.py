"""The calls of a person: who I am, what I have played and with whom. Each is about the person of the calling device alone."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody, QueryParameter

from parlour.core.words import say
from parlour.server import bodies as m
from parlour.server.api import CODE_LASTS, CODE_LETTERS
from parlour.server.asking import Key, address_of, device_of, hub_of, maybe_device, words_of
from parlour.server.club import bodies as b
from parlour.server.club import passkeys
from parlour.server.devices import hashed
from parlour.server.limits import spend
from parlour.server.storage.club_persons import Person
from parlour.server.telling import now
from parlour.tables import names
from parlour.tables.errors import Unfit

AnyRequest = Request[Any, Any, Any]
FOR_EVER = 2**62


async def person_of(request: AnyRequest) -> Person:
    """Who asks: the person of the device, who is one from now on."""
    club, device = hub_of(request).club, await device_of(request)
    known = await club.persons.of_device(device)
    if known is None:
        spend(hub_of(request).budgets.persons, address_of(request))
        known = await club.person(device)
    await club.persons.seen(known, now())
    return known


async def maybe_person(request: AnyRequest) -> Person | None:
    """The same for who may be nobody yet."""
    device = await maybe_device(request)
    return None if device is None else await hub_of(request).club.persons.of_device(device)


async def _shown(request: AnyRequest, person: Person) -> b.MeShown:
    club = hub_of(request).club
    tallies = await club.pasts.tallies(person.id)
    return b.MeShown(
        id=person.id,
        name=person.name,
        since=person.since,
        matches=sum(tally.matches for tally in tallies),
        devices=len(await club.persons.devices(person.id)),
        sign=person.sign,
        colour=person.colour,
        tallies=tallies,
        passkeys=await passkeys.of(club, person.id),
        can_keep=passkeys.possible(),
    )


@get("/api/me")
async def show_me(request: AnyRequest) -> b.MeShown:
    """Who this device is, and what its matches came to."""
    return await _shown(request, await person_of(request))


@post("/api/me", status_code=200)
async def change_me(request: AnyRequest, data: JSONBody[b.ChangeMe]) -> b.MeShown:
    """Another name, sign or colour, from now on and at every new table."""
    person, name = await person_of(request), names.person(data.name, ())
    await hub_of(request).club.persons.changed(person.id, name, data.sign, data.colour)
    return await _shown(request, await person_of(request))


@get("/api/me/history")
async def show_history(
    request: AnyRequest,
    game: Key = "",
    before: Annotated[int, QueryParameter(ge=0, le=2**62)] = FOR_EVER,
) -> b.History:
    """My finished matches, the newest first, some at a time."""
    if (person := await maybe_person(request)) is None:
        return b.History([])
    found = await hub_of(request).club.pasts.history(person.id, game or None, before)
    return b.History(found, found[-1].ended if len(found) >= 20 else None)


@get("/api/me/people")
async def show_people(request: AnyRequest) -> list[b.Mate]:
    """Those whom I have played with, the last ones first."""
    person = await maybe_person(request)
    return [] if person is None else await hub_of(request).club.pasts.mates(person.id)


@post("/api/me/people/call", status_code=200)
async def call_people(request: AnyRequest, data: JSONBody[b.CallPeople]) -> b.Called:
    """Tell people whom I know that there is a chair for them at my table."""
    hub, device, person = hub_of(request), await device_of(request), await person_of(request)
    spend(hub.budgets.invitations, person.id)
    room = await hub.room(data.table)
    async with room.turn:
        held = await room.loaded()
        if not held.seats_of(device):
            raise Unfit("not_yours", say("Call people to a table where you sit yourself."))
    known = await hub.club.pasts.acquainted(person.id, sorted(set(data.people) - {person.id}))
    if not known:
        raise Unfit("not_yours", say("You can only call people whom you have played with or share a club with."))
    return b.Called(await hub.club.call(person, known, data.table, held.game.key))


@get("/api/me/calls")
async def show_calls(request: AnyRequest) -> list[m.CallShown]:
    """The chairs that others keep free for me."""
    person = await maybe_person(request)
    return [] if person is None else await hub_of(request).club.pasts.calls(person.id, now())


@post("/api/me/calls/dismiss", status_code=200)
async def dismiss_call(request: AnyRequest, data: JSONBody[b.TableNamed]) -> list[m.CallShown]:
    """Not this time."""
    club, person = hub_of(request).club, await person_of(request)
    await club.pasts.dismiss(person.id, data.table)
    return await club.pasts.calls(person.id, now())


@post("/api/me/code", status_code=201)
async def my_code(request: AnyRequest) -> m.MoveCode:
    """A code by which another device becomes this person too, good for a few minutes and once."""
    hub, person = hub_of(request), await person_of(request)
    spend(hub.budgets.invitations, person.id)
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    expires = now() + CODE_LASTS
    await hub.club.persons.put_code(hashed(code), person.id, expires)
    return m.MoveCode(code, expires)


@post("/api/me/claim", status_code=200)
async def claim_me(request: AnyRequest, data: JSONBody[b.ClaimMe]) -> b.MeShown:
    """This device is the person of the code from now on."""
    hub, device = hub_of(request), await device_of(request)
    spend(hub.budgets.persons, address_of(request))
    found = await hub.club.persons.take_code(hashed(data.code.strip().upper().replace("-", "")), now())
    if found is None:
        raise Unfit("no_code", say("This code is not known, was used already, or is too old. Ask for a new one."))
    await hub.club.join(device, found)
    return await _shown(request, await person_of(request))


@post("/api/me/part", status_code=200)
async def part_from_me(request: AnyRequest) -> m.Device:
    """This device is nobody again; the person stays, with its other devices and passkeys. Returns a new token for it."""
    hub, device = hub_of(request), await device_of(request)
    person = await maybe_person(request)
    if person is not None:
        if len(await hub.club.persons.devices(person.id)) < 2 and not await passkeys.of(hub.club, person.id):
            raise Unfit("not_now", say("Nobody could find this profile any more: keep it by a passkey, or delete it."))
        await hub.club.persons.part(device, person.id)
    spend(hub.budgets.devices, address_of(request))
    return m.Device(hub.devices.new())


@get("/api/me/export")
async def export_me(request: AnyRequest) -> Response[bytes]:
    """Everything that this server keeps of this person, as one JSON file."""
    hub, person = hub_of(request), await person_of(request)
    spend(hub.budgets.replays, address_of(request))
    told = msgspec.json.format(msgspec.json.encode(await hub.club.export(person.id)), indent=1)
    headers = {"content-disposition": 'attachment; filename="parlour-me.json"'}
    return Response(told, media_type=MediaType.JSON, headers=headers)


@post("/api/me/delete", status_code=200)
async def delete_me(request: AnyRequest) -> m.Device:
    """Forget this person; what others have played stays theirs, with somebody. Returns a new token for the device."""
    hub, person = hub_of(request), await person_of(request)
    await hub.club.forget(person.id, words_of(request))
    return m.Device(hub.devices.new())


HANDLERS = [
    show_me, change_me, show_history, show_people, call_people, show_calls, dismiss_call, my_code, claim_me, part_from_me,
    export_me, delete_me, *passkeys.HANDLERS,
]  # fmt: skip

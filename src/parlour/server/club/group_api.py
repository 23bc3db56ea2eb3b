"""The calls of a club. Its link is its invitation: whoever has it may join, and only members see inside."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import JSONBody, PathParameter

from parlour.core.words import say
from parlour.server.asking import address_of, device_of, hub_of
from parlour.server.club import bodies as b
from parlour.server.club.api import maybe_person, person_of
from parlour.server.club.pasts import shown
from parlour.server.limits import spend
from parlour.server.lobby import summaries
from parlour.server.storage.club_groups import MOST_MEMBERS, Group
from parlour.server.storage.club_persons import Person
from parlour.server.telling import now
from parlour.tables import names
from parlour.tables.errors import Unfit

AnyRequest = Request[Any, Any, Any]
ClubKey = Annotated[str, PathParameter(min_length=16, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
MOST_CLUBS = 30


async def _group(request: AnyRequest, club: str) -> Group:
    found = await hub_of(request).club.groups.by_id(club)
    if found is None:
        raise Unfit("no_page", say("There is no club at this link. It may be mistyped."))
    return found


async def _inside(request: AnyRequest, club: str) -> tuple[Group, Person]:
    """The club and the member who asks."""
    group, person = await _group(request, club), await person_of(request)
    if not await hub_of(request).club.groups.member(club, person.id):
        raise Unfit("not_yours", say("Only members can do that."))
    return group, person


async def _host(request: AnyRequest, club: str) -> tuple[Group, Person]:
    group, person = await _inside(request, club)
    if group.host != person.id:
        raise Unfit("not_yours", say("Only the host of the club can do that."))
    return group, person


async def _page(request: AnyRequest, group: Group, person: Person) -> b.ClubPage:
    hub = hub_of(request)
    groups = hub.club.groups
    return b.ClubPage(
        id=group.id,
        name=group.name,
        since=group.since,
        members=[
            b.MemberShown(shown(*row[:4]), row[5], row[4], row[0] == group.host, row[0] == person.id)
            for row in await groups.members(group.id)
        ],
        tables=await summaries(hub, await groups.tables(group.id), await device_of(request)),
        honours=[b.Honour(*row) for row in await groups.honours(group.id)],
        rated=await hub.club.rated.ratings.games(group.id),
        host=group.host == person.id,
    )


@get("/api/clubs")
async def my_clubs(request: AnyRequest) -> list[b.ClubShown]:
    """The clubs that I am in."""
    person = await maybe_person(request)
    known = [] if person is None else await hub_of(request).club.groups.of_person(person.id)
    return [b.ClubShown(group.id, group.name, members, True) for group, members in known]


@post("/api/clubs", status_code=201)
async def found_club(request: AnyRequest, data: JSONBody[b.NewClub]) -> b.ClubPage:
    """Found a club; I am its host and first member."""
    hub, person = hub_of(request), await person_of(request)
    spend(hub.budgets.tables, address_of(request))
    if len(await hub.club.groups.of_person(person.id)) >= MOST_CLUBS:
        raise Unfit("not_now", say("You are in {most} clubs already.", most=MOST_CLUBS))
    group = Group(secrets.token_urlsafe(16), names.person(data.name, ()), person.id, now())
    await hub.club.groups.found(group)
    return await _page(request, group, person)


@get("/api/clubs/{club:str}")
async def show_club(request: AnyRequest, club: ClubKey) -> b.ClubPage | b.ClubShown:
    """A club for its members; for anybody else with the link, its name and how many there are."""
    hub, group, person = hub_of(request), await _group(request, club), await maybe_person(request)
    if person is not None and await hub.club.groups.member(club, person.id):
        await hub.club.persons.seen(person, now())
        return await _page(request, group, person)
    return b.ClubShown(group.id, group.name, await hub.club.groups.count(club))


@post("/api/clubs/{club:str}/join", status_code=200)
async def join_club(request: AnyRequest, club: ClubKey) -> b.ClubPage:
    """Become a member by the link."""
    hub, group, person = hub_of(request), await _group(request, club), await person_of(request)
    spend(hub.budgets.invitations, person.id)
    known = await hub.club.groups.member(club, person.id)
    if known is False:
        raise Unfit("not_yours", say("The host of this club has shut you out."))
    if known is None and await hub.club.groups.count(club) >= MOST_MEMBERS:
        raise Unfit("not_now", say("This club is full."))
    await hub.club.groups.join(club, person.id, now())
    return await _page(request, group, person)


@post("/api/clubs/{club:str}/leave", status_code=200)
async def leave_club(request: AnyRequest, club: ClubKey) -> list[b.ClubShown]:
    """Leave; the next member is host then, and with the last one the club is gone."""
    _, person = await _inside(request, club)
    groups = hub_of(request).club.groups
    await groups.leave(club, person.id)
    return [b.ClubShown(group.id, group.name, members, True) for group, members in await groups.of_person(person.id)]


@post("/api/clubs/{club:str}/remove", status_code=200)
async def remove_member(request: AnyRequest, club: ClubKey, data: JSONBody[b.PersonNamed]) -> b.ClubPage:
    """The host shuts a member out: the link does not let them in again."""
    group, person = await _host(request, club)
    if data.person == person.id:
        raise Unfit("not_now", say("You cannot shut yourself out: leave the club instead."))
    await hub_of(request).club.groups.leave(club, data.person, bar=True)
    return await _page(request, group, person)


@post("/api/clubs/{club:str}/rename", status_code=200)
async def rename_club(request: AnyRequest, club: ClubKey, data: JSONBody[b.NewClub]) -> b.ClubPage:
    _, person = await _host(request, club)
    await hub_of(request).club.groups.rename(club, names.person(data.name, ()))
    return await _page(request, await _group(request, club), person)


@post("/api/clubs/{club:str}/tables", status_code=200)
async def add_table(request: AnyRequest, club: ClubKey, data: JSONBody[b.TableNamed]) -> b.ClubPage:
    """A table of mine is one of the club: its members find it here, and what comes of it is for the table of honour."""
    hub, device = hub_of(request), await device_of(request)
    group, person = await _inside(request, club)
    room = await hub.room(data.table)
    async with room.turn:
        held = await room.loaded()
        if held.host != device:
            raise Unfit("not_yours", say("Only the host of the table can do that."))
    await hub.club.groups.add_table(club, data.table, now())
    return await _page(request, group, person)


HANDLERS = [
    my_clubs, found_club, show_club, join_club, leave_club, remove_member, rename_club, add_table,
]  # fmt: skip

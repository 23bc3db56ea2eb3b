"""The REST calls of tournaments and leaderboards; docs/protocol.md lists them."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter

from parlour.core.words import say
from parlour.server import messages as m
from parlour.server.asking import AnyRequest, Key, address_of, device_of, hub_of, words_of
from parlour.server.clock import now
from parlour.server.club.api import maybe_person, person_of
from parlour.server.club.rated import anchors
from parlour.server.cup import entries as e
from parlour.server.cup import shown as s
from parlour.server.cup import wishes
from parlour.server.cup.cup import Cup, Stage
from parlour.server.cup.telling import told
from parlour.server.hub import Hub
from parlour.server.limits import spend
from parlour.server.rating import Strength
from parlour.tables import acts
from parlour.tables.errors import Unfit

CupKey = Annotated[str, PathParameter(min_length=16, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
MOST_LISTED = 50
LEADERS = 100
PAST = 60


async def _person(request: AnyRequest) -> str | None:
    """Who asks, if that is anybody yet."""
    known = await maybe_person(request)
    return None if known is None else known.id


async def _as(request: AnyRequest, cup: Cup, person: str | None) -> str | None:
    """Who that is in a tournament: perhaps somebody whom they were before."""
    if person is None or person == cup.host or cup.number(person) is not None:
        return person
    before = await hub_of(request).club.persons.before(person)
    return next((was for was in before if was == cup.host or cup.number(was) is not None), person)


async def _told(request: AnyRequest, cup: Cup, person: str | None) -> s.CupShown:
    """The tournament for whoever asks; who wants to be forgotten is somebody."""
    persons, players = hub_of(request).club.persons, [player.person for player in cup.players]
    there = {*await persons.by_id(players), *await persons.today(players)}
    return told(cup, person, words_of(request), there)


@post("/api/cups", status_code=201)
async def found_cup(request: AnyRequest, data: JSONBody[e.CupPlan]) -> s.CupFounded:
    """Open a tournament."""
    hub, person = hub_of(request), await person_of(request)
    plan = wishes.plan(hub.find(data.game), data, now())
    spend(hub.budgets.tables, address_of(request))
    return s.CupFounded((await hub.cups.found(person.id, plan)).id)


@get("/api/cups")
async def my_cups(request: AnyRequest) -> list[s.CupSummary]:
    """The tournaments that whoever asks takes part in or keeps."""
    person = await _person(request)
    found = [] if person is None else await hub_of(request).cups.store.of_person(person, MOST_LISTED)
    return [s.CupSummary(id, name, game, Stage(phase)) for id, name, game, phase in found]


@get("/api/cups/{cup:str}")
async def show_cup(request: AnyRequest, cup: CupKey) -> s.CupShown:
    """A tournament: standings, rounds, and what happened."""
    found = await hub_of(request).cups.cup(cup)
    return await _told(request, found, await _as(request, found, await _person(request)))


@post("/api/cups/{cup:str}/acts", status_code=200)
async def act_in_cup(request: AnyRequest, cup: CupKey, data: JSONBody[s.CupAct]) -> s.CupShown:
    """Take part, leave, be at the board; and what its host may do."""
    hub, device = hub_of(request), await device_of(request)
    if isinstance(data, s.CupJoin):
        spend(hub.budgets.devices, address_of(request))
    before = await hub.cups.cup(cup)
    person = await _as(request, before, (await person_of(request)).id) or ""
    if isinstance(data, s.CupArrive):  # Each is kept in the tournament's log.
        spend(hub.budgets.invitations, f"{cup} {person}")
    strength = await hub.cups.strength(before) if isinstance(data, s.CupBegin) else {}

    def make(held: Cup) -> e.Batch:
        return _wish(held, data, person, device, strength)

    return await _told(request, await hub.cups.act(cup, make), person)


def _wish(cup: Cup, asked: s.CupAct, person: str, device: str, strength: dict[int, float]) -> e.Batch:
    at = now()
    match asked:
        case s.CupJoin(name=name, sign=sign, colour=colour):
            return wishes.join(cup, at, person, device, name, (sign, colour))
        case s.CupLeave():
            return wishes.leave(cup, at, person)
        case s.CupArrive(commit=commit):
            return wishes.arrive(cup, at, person, device, commit)
        case s.CupBegin():
            return wishes.start(cup, at, person, strength)
        case s.CupHalt():
            return wishes.halt(cup, at, person)
        case s.CupGoOn():
            return wishes.go_on(cup, at, person)
        case s.CupEnd():
            return wishes.end(cup, at, person)
        case s.CupRemove(player=player, why=why):
            return wishes.remove(cup, at, person, player, why)
        case s.CupCorrect(round=round, board=board, places=places, why=why):
            return wishes.correct(cup, at, person, round, board, places, why)


@post("/api/cups/{cup:str}/table", status_code=200)
async def my_cup_table(request: AnyRequest, cup: CupKey) -> m.Seated:
    """My table of this round, for the device that asks: the seat moves there if another one of mine holds it."""
    hub, device = hub_of(request), await device_of(request)
    held = await hub.cups.look(cup)
    person = await _as(request, held, await _person(request))
    player = None if person is None else held.number(person)
    number = None if player is None else held.board_of(player)
    board = None if number is None else held.round.boards[number]
    if board is None or not board.table or player not in board.seated:
        raise Unfit("not_now", say("You have no table in this round."))
    await _sit(hub, board.table, held.players[player].device, device)
    return m.Seated(board.table, board.seated.index(player))


async def _sit(hub: Hub, id: str, before: str, device: str) -> None:
    room = await hub.room(id)
    async with room.turn:
        table = await room.loaded()
        mine = next((seat for seat in table.seats if seat.device == before), None)
    if mine is not None and before != device:
        await room.act(lambda table: acts.rehouse(table, now(), mine.sitting, device))


# Ratings.


def _rating(game: str, strength: Strength) -> s.Rating:
    return s.Rating(game, round(strength.mean), round(strength.margin), strength.matches, strength.settled)


@get("/api/games/{key:str}/leaders")
async def leaders(
    request: AnyRequest,
    key: FromPath[str],
    club: Key = "",
) -> s.Leaders:
    """The strongest at a game of whom enough is known; of a club's members alone, and for them alone, if it is named."""
    hub, person = hub_of(request), await _person(request)
    if club and not (person and await hub.club.groups.member(club, person)):
        raise Unfit("not_yours", say("Only members can do that."))
    game, known = hub.find(key).key, hub.club.rated.ratings
    rows = [
        s.Leader(
            name=row.name,
            rating=round(row.strength.mean),
            margin=round(row.strength.margin),
            matches=row.strength.matches,
            sign=row.sign,
            colour=row.colour,
            me=row.person == person,
        )
        for row in await known.best(game, LEADERS, club or None)
    ]
    shown = s.Leaders(game, rows, {level: round(mean) for level, mean in anchors(game).items()})
    own = None if person is None else (await known.of(game, [person])).get(person)
    if own is not None:
        shown.mine = _rating(game, own)
        shown.mine.rank = await known.rank(game, own.mean, club or None) if own.settled else None
    return shown


@get("/api/ratings")
async def my_ratings(request: AnyRequest) -> list[s.Rating]:
    """How strong whoever asks plays, by game, with the way there."""
    known, person = hub_of(request).club.rated.ratings, await _person(request)
    found = []
    for game, strength in ({} if person is None else await known.of_person(person)).items():
        rating = _rating(game, strength)
        past = await known.past(person or "", game, PAST)
        rating.past = [(one.at, round(one.mean), round(Strength(one.mean, one.unsure).margin)) for one in past]
        found.append(rating)
    return found


HANDLERS = [found_cup, my_cups, show_cup, act_in_cup, my_cup_table, leaders, my_ratings]

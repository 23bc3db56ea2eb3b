"""What people may ask of a tournament. Each function looks at it, changes nothing, and returns the batch for its log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.words import say
from parlour.server.cup import entries as e
from parlour.server.cup.cup import OPEN, OVER, RUNNING, Cup
from parlour.server.cup.running import FEWEST, PRESENT, begin, pause_for
from parlour.server.days import known_zone
from parlour.tables import names
from parlour.tables.errors import Unfit


def plan(game: Game, asked: e.CupPlan, at: int) -> e.CupPlan:
    """A plan that can be carried out, or a sentence that says why not."""
    least, most = game.seats[0], game.seats[-1]
    title = names.cleaned(asked.name)
    if not title:
        raise Unfit("bad_message", say("Give the tournament a name."))
    if asked.kind != "tables" and 2 not in game.seats:
        raise Unfit("bad_message", say("{game} is not for two: choose tables.", game=game.name))
    if asked.kind == "tables" and not least <= asked.seats <= most:
        raise Unfit("bad_message", say("{game} is for {least} to {most} players.", game=game.name, least=least, most=most))
    if asked.clock.kind == "none" or asked.clock.seconds < 1:
        raise Unfit("bad_message", say("A tournament needs a clock, so that every match ends."))
    if asked.steady and not asked.lasts:
        raise Unfit("bad_message", say("A league needs to know how long a round lasts."))
    if asked.begins is not None and asked.begins < at:
        raise Unfit("bad_message", say("It cannot begin in the past."))
    seats = asked.seats if asked.kind == "tables" else 2
    try:
        Match(game, players=seats, seed=0, options=asked.options)
    except BadSetup as wrong:
        raise Unfit("bad_message", wrong.args[0]) from None
    late = asked.late and asked.kind in ("swiss", "tables")
    zone = asked.zone and known_zone(asked.zone)
    return msgspec.structs.replace(asked, name=title, seats=seats, least=max(FEWEST, least), late=late, zone=zone)


def join(cup: Cup, at: int, person: str, device: str, name: str, look: tuple[int | None, int | None]) -> e.Batch:
    number = cup.number(person)
    if cup.phase is OVER:
        raise Unfit("not_now", say("This tournament is over."))
    new = number is None or cup.players[number].left
    if new and cup.phase is RUNNING and not cup.plan.late:
        raise Unfit("not_now", say("This tournament has begun: nobody can join it any more."))
    if number is None and len(cup.players) >= e.MOST_PLAYERS:
        raise Unfit("not_now", say("This tournament is full."))
    others = [player.name for other, player in enumerate(cup.players) if other != number]
    called = names.person(name, others)
    entered = e.Entered(at, person, person=person, device=device, name=called, sign=look[0], colour=look[1])
    if number is not None and not new:
        known = cup.players[number]
        if (known.device, known.name, known.sign, known.colour) == (device, called, *look):
            return []
    return [entered]


def leave(cup: Cup, at: int, person: str) -> e.Batch:
    return _left(cup, at, person, _player(cup, person), "")


def remove(cup: Cup, at: int, person: str, player: int, why: str) -> e.Batch:
    _host(cup, person)
    if player >= len(cup.players):
        raise Unfit("bad_message", say("There is no such player."))
    return _left(cup, at, person, player, names.cleaned(why))


def _left(cup: Cup, at: int, by: str, player: int, why: str) -> e.Batch:
    if cup.phase is OVER:
        raise Unfit("not_now", say("This tournament is over."))
    return [] if cup.players[player].left else [e.Left(at, by, player=player, why=why)]


def arrive(cup: Cup, at: int, person: str, device: str, commit: str) -> e.Batch:
    """A player is at the board; by whichever device they come, that one will hold the seat."""
    player = _player(cup, person)
    number = cup.board_of(player)
    board = None if number is None else cup.round.boards[number]
    if number is None or board is None or board.decided:
        raise Unfit("not_now", say("You have no table in this round."))
    if board.table or cup.players[player].left:
        return []
    known = cup.players[player]
    batch: e.Batch = []
    if known.device != device:
        look = {"sign": known.sign, "colour": known.colour}
        batch.append(e.Entered(at, person, person=person, device=device, name=known.name, **look))
    seen = not cup.plan.apart or 3 * (at - board.came.get(player, 0)) < PRESENT
    if board.here.get(player) != commit or not seen:
        batch.append(e.Arrived(at, person, board=number, player=player, commit=commit))
    return batch


def start(cup: Cup, at: int, person: str, strength: Mapping[int, float]) -> e.Batch:
    _host(cup, person)
    if cup.phase is not OPEN:
        raise Unfit("not_now", say("This tournament has begun already."))
    if sum(not player.left for player in cup.players) < FEWEST:
        raise Unfit("not_now", say("A tournament needs at least two players."))
    return [*([e.WentOn(at, person)] if cup.halted is not None else []), *begin(cup, at, strength, person)]


def halt(cup: Cup, at: int, person: str) -> e.Batch:
    _host(cup, person)
    if cup.phase is OVER:
        raise Unfit("not_now", say("This tournament is over."))
    return [] if cup.halted is not None else [e.Halted(at, person)]


def go_on(cup: Cup, at: int, person: str) -> e.Batch:
    _host(cup, person)
    return [] if cup.halted is None else [e.WentOn(at, person, pause_for(cup, at))]


def end(cup: Cup, at: int, person: str) -> e.Batch:
    _host(cup, person)
    return [] if cup.phase is OVER else [e.Ended(at, person)]


def correct(cup: Cup, at: int, person: str, round: int, number: int, places: list[int], why: str) -> e.Batch:
    """The host says how a board ended. What is already played because of it stays."""
    _host(cup, person)
    if round >= len(cup.rounds) or number >= len(cup.rounds[round].boards):
        raise Unfit("bad_message", say("There is no such table."))
    board = cup.rounds[round].boards[number]
    if len(places) != len(board.players) or (any(places) and min(place for place in places if place) != 1):
        raise Unfit("bad_message", say("Give a place to everybody at the table: 1 for the first."))
    if cup.plan.kind == "knockout":
        if places.count(1) != 1:
            raise Unfit("bad_message", say("In a knock-out somebody has to go on."))
        if round < len(cup.rounds) - 1:
            raise Unfit("not_now", say("The next round is drawn already: in a knock-out nothing before it can be changed."))
    said = names.cleaned(why)
    if not said:
        raise Unfit("bad_message", say("Say why: everybody can read it."))
    return [e.Counted(at, person, round=round, board=number, places=places, why="host", said=said)]


def _host(cup: Cup, person: str) -> None:
    if cup.host != person:
        raise Unfit("not_yours", say("Only the host of the tournament can do that."))


def _player(cup: Cup, person: str) -> int:
    number = cup.number(person)
    if number is None:
        raise Unfit("not_yours", say("You take no part in this tournament."))
    return number

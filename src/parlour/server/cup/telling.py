"""A tournament on its way to a page, with its log in sentences."""

from __future__ import annotations

from collections.abc import Container

from parlour.core.words import Words, both, say
from parlour.server.clock import now
from parlour.server.cup import entries as e
from parlour.server.cup import shown as s
from parlour.server.cup.cup import OPEN, OVER, Board, Cup
from parlour.server.cup.running import is_last, next_round_at, present, round_ends, waits_until
from parlour.server.cup.standing import explained, standings

MOST_LINES = 300


def told(cup: Cup, person: str | None, words: Words, there: Container[str]) -> s.CupShown:
    """The tournament for whoever asks; players who are not there any more have no name."""
    names = [player.name if player.person in there else words.of(say("somebody")) for player in cup.players]
    mine, at = None if person is None else cup.number(person), now()
    return s.CupShown(
        id=cup.id,
        version=cup.version,
        now=at,
        plan=cup.plan,
        phase=cup.phase,
        rounds_planned=cup.planned,
        players=[
            s.CupPlayer(name, player.sign, player.colour, player.left) for name, player in zip(names, cup.players, strict=True)
        ],
        standings=[] if cup.phase is OPEN else standings(cup),
        rounds=[s.CupRound([_board(cup, board, at) for board in played.boards], played.rests) for played in cup.rounds],
        explained=[words.of(line) for line in explained(cup)],
        log=[s.CupLine(at, words.of(line)) for at, line in _log(cup, names)][-MOST_LINES:],
        host=person is not None and person == cup.host,
        mine=mine,
        board=None if mine is None else cup.board_of(mine),
        halted=cup.halted is not None,
        next=_next(cup),
        ends=round_ends(cup),
    )


def _next(cup: Cup) -> int | None:
    if cup.phase is OVER or cup.halted is not None:
        return None
    if cup.phase is OPEN:
        return cup.plan.begins
    return None if cup.round.ended is None or is_last(cup) else next_round_at(cup)


def _board(cup: Cup, board: Board, at: int) -> s.CupBoard:
    return s.CupBoard(
        players=board.players,
        table=board.table,
        places=board.places,
        why=board.why,
        here=[] if board.table else present(cup, board, at),
        until=None if cup.halted is not None else waits_until(cup, board),
        again=board.tries,
    )


def _log(cup: Cup, names: list[str]) -> list[tuple[int, str]]:
    """What happened, line by line; what is only for the tables themselves is left out."""
    lines, rounds, known = list[tuple[int, str]](), list[e.Paired](), set[str]()
    for entry in cup.log:
        line = ""
        match entry:
            case e.Founded(plan=plan):
                line = say("{name} is opened.", name=plan.name)
            case e.Entered(person=person) if person not in known:
                known.add(person)
                line = say("{name} takes part.", name=names[len(known) - 1])
            case e.Left(by=by, player=player, why=why) if by == cup.players[player].person:
                line = say("{name} plays no further round.", name=names[player])
            case e.Left(player=player, why=why):
                line = say("The host takes {name} out of the tournament: {why}", name=names[player], why=why or "–")
            case e.Begun():
                line = say("It begins, with {count} players.", count=len(entry.order))
            case e.Paired():
                rounds.append(entry)
                line = say("Round {round} is drawn.", round=len(rounds))
            case e.Counted(round=at, board=board):
                line = _counted(entry, [names[player] for player in cup.rounds[at].boards[board].players])
            case e.Again(board=board):
                players = rounds[-1].boards[board]
                line = say("{names} drew and play again.", names=both([names[player] for player in players]))
            case e.Halted():
                line = say("The host pauses the tournament.")
            case e.WentOn():
                line = say("The tournament goes on.")
            case e.Ended(by=by):
                line = say("The host ends the tournament.") if by else say("The tournament is over.")
        if line:
            lines.append((entry.at, line))
    return lines


def _counted(entry: e.Counted, names: list[str]) -> str:
    """A board that was not simply played."""
    missing = both([name for name, place in zip(names, entry.places, strict=True) if not place] or names)
    number = entry.round + 1
    match entry.why:
        case "host":
            ranked = [say("{place}. {name}", place=place or "–", name=name) for name, place in _ordered(names, entry.places)]
            places, why = both(ranked), entry.said
            return say("The host sets the result of round {round}: {places} ({why})", round=number, places=places, why=why)
        case "absent":
            return say("Round {round}: {names} did not come.", round=number, names=missing)
        case "late" if all(entry.places):
            return say("Round {round}: the time was up, a draw: {names}.", round=number, names=both(names))
        case "late":
            return say("Round {round}: the time was up, and it was the turn of {names}.", round=number, names=missing)
        case "left":
            return say("Round {round}: {names} had left the tournament.", round=number, names=missing)
    return ""


def _ordered(names: list[str], places: list[int]) -> list[tuple[str, int]]:
    return sorted(zip(names, places, strict=True), key=lambda pair: (not pair[1], pair[1]))

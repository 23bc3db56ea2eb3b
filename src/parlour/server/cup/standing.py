"""Points, places and what decides between equals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from parlour.core.words import say
from parlour.server.cup.cup import Board, Cup


class CupMark(msgspec.Struct, omit_defaults=True):
    """What a round brought somebody: nothing yet while `points` is None."""

    round: int
    points: float | None = None
    place: int | None = None
    of: int = 0
    """How many sat at the table; 0 for who rested."""


class CupRow(msgspec.Struct, omit_defaults=True):
    """A player in the standings; who is equal in everything shares a rank."""

    player: int
    rank: int
    points: float
    ties: list[float]
    """What decides between equals, in the order in which it is asked."""
    marks: list[CupMark]
    decided: int | None = None
    """What put this player behind the one above, who has as many points: a number of `ties`, or -1 for their own match."""


def points(cup: Cup, board: Board) -> dict[int, float]:
    """What a decided board brings each of its players: a point for everybody left behind, half for an equal.

    A table with fewer seats than others brings the same most.
    """
    most = cup.plan.seats - 1 if cup.plan.kind == "tables" else 1
    scale = most / (len(board.players) - 1)
    ranks = dict(zip(board.players, board.places, strict=True))
    return {
        one: scale * sum(_beaten(ranks[one], ranks[other]) for other in board.players if other != one) for one in board.players
    }


def _beaten(own: int, other: int) -> float:
    """Place 0 is no place: whoever has one is beaten by all who have."""
    if not own:
        return 0.0
    return 1.0 if not other or own < other else 0.5 if own == other else 0.0


def resting(cup: Cup) -> float:
    """What a round brings that somebody had to sit out."""
    return {"swiss": 1.0, "everybody": 0.0, "knockout": 1.0, "tables": (cup.plan.seats - 1) / 2}[cup.plan.kind]


def standings(cup: Cup) -> list[CupRow]:
    """Everybody who takes part, the first first."""
    if cup.plan.kind == "knockout":
        return _knockout(cup)
    marks = _marks(cup)
    sums = {player: sum(mark.points or 0.0 for mark in own) for player, own in marks.items()}
    ties = _ties(cup, sums)
    keys = {player: (-sums[player], *(-tie for tie in ties[player])) for player in marks}
    order = sorted(marks, key=lambda player: (*keys[player], player))
    ranked: list[tuple[int, int, bool]] = []
    for _, group in groupby(order, key=lambda player: keys[player]):
        equals = list(group)
        first, between = len(ranked) + 1, _own_match(cup, equals)
        if between is not None:
            ranked += [(between[0], first, False), (between[1], first + 1, True)]
        else:
            ranked += [(player, first, False) for player in equals]
    rows = list[CupRow]()
    for player, rank, by_match in ranked:
        above = rows[-1] if rows else None
        decided = None
        if above is not None and above.points == sums[player]:
            if by_match:
                decided = -1
            elif rank != above.rank:
                decided = next((at for at, own in enumerate(ties[player]) if own != above.ties[at]), None)
        rows.append(CupRow(player, rank, sums[player], ties[player], marks[player], decided))
    return rows


def order_now(cup: Cup) -> list[int]:
    """Those who play on, the first first; equals by what was known of them before."""
    known = {player: at for at, player in enumerate(cup.order)}
    rows = {row.player: row.rank for row in standings(cup)}
    return sorted(cup.playing(), key=lambda player: (rows[player], known[player]))


def sums(cup: Cup) -> dict[int, float]:
    return {row.player: row.points for row in standings(cup)}


def _marks(cup: Cup) -> dict[int, list[CupMark]]:
    marks: dict[int, list[CupMark]] = {player: [] for player in range(len(cup.players))}
    for number, played in enumerate(cup.rounds):
        for player in played.rests:
            marks[player].append(CupMark(number, resting(cup)))
        for board in played.boards:
            brought = points(cup, board) if board.decided else {}
            for at, player in enumerate(board.players):
                place = board.places[at] if board.decided else None
                marks[player].append(CupMark(number, brought.get(player), place, len(board.players)))
    return marks


def _ties(cup: Cup, sums: dict[int, float]) -> dict[int, list[float]]:
    rivals, beaten, wins = (dict.fromkeys(range(len(cup.players)), 0.0) for _ in range(3))
    for played in cup.rounds:
        for board in played.boards:
            if not board.decided:
                continue
            ranks = dict(zip(board.players, board.places, strict=True))
            for one in board.players:
                wins[one] += ranks[one] == 1 and list(ranks.values()).count(1) == 1
                for other in board.players:
                    if other != one:
                        rivals[one] += sums[other]
                        beaten[one] += sums[other] * _beaten(ranks[one], ranks[other])
    asked = {"swiss": (rivals, wins), "everybody": (beaten, wins), "tables": (wins, rivals)}[cup.plan.kind]
    return {player: [by[player] for by in asked] for player in rivals}


def _own_match(cup: Cup, equals: Sequence[int]) -> tuple[int, int] | None:
    """Who of exactly two equals comes first because of what they played against each other."""
    if len(equals) != 2:
        return None
    one, other = equals
    ahead = 0.0
    for played in cup.rounds:
        for board in played.boards:
            if board.decided and one in board.players and other in board.players:
                ranks = dict(zip(board.players, board.places, strict=True))
                ahead += _beaten(ranks[one], ranks[other]) - _beaten(ranks[other], ranks[one])
    return None if not ahead else (one, other) if ahead > 0 else (other, one)


def _knockout(cup: Cup) -> list[CupRow]:
    """Whoever was beaten later is further up; those who were beaten in the same round share a rank."""
    marks = _marks(cup)
    lasted = dict.fromkeys(marks, 0)
    for number, played in enumerate(cup.rounds):
        for player in played.rests:
            lasted[player] = number + 1
        for board in played.boards:
            for player in board.players:
                lasted[player] = number + (board.decided and player == winner(board))
    order = sorted(marks, key=lambda player: (-lasted[player], player))
    rows = list[CupRow]()
    for at, player in enumerate(order):
        rank = rows[-1].rank if rows and lasted[rows[-1].player] == lasted[player] else at + 1
        rows.append(CupRow(player, rank, float(lasted[player]), [], marks[player]))
    return rows


def winner(board: Board) -> int:
    """Who goes on from a decided board of a knock-out."""
    return min(zip(board.players, board.places, strict=True), key=lambda pair: pair[1] or len(board.players) + 1)[0]


def explained(cup: Cup) -> list[str]:
    """How points are counted, what time decides, and what decides between equals, in sentences."""
    return [*_counted(cup), *_by_time(cup)]


def _by_time(cup: Cup) -> list[str]:
    told = list[str]()
    if cup.plan.apart and cup.plan.kind == "knockout":
        told.append(
            say(
                "Whoever has not come when the time of a round is up has lost; between two who came but missed each other "
                "a lot decides."
            )
        )
    elif cup.plan.apart:
        told.append(
            say(
                "Whoever has not come when the time of a round is up has lost; those who came but missed each other share the "
                "point."
            )
        )
    if cup.plan.lasts:
        told.append(say("In a match that still runs when the time of a round is up, whoever is to move has lost."))
    return told


def _counted(cup: Cup) -> list[str]:
    kind, most = cup.plan.kind, cup.plan.seats - 1
    if kind == "knockout":
        return [
            say("Whoever wins goes on. A drawn match is played again; after the third one a lot decides."),
            say("Players who were beaten in the same round share a rank."),
        ]
    if kind == "tables":
        return [
            say(
                "A point for everybody whom you leave behind, half a point for an equal; every table brings at most {most}. "
                "Whoever has to rest gets half of that.",
                most=most,
            ),
            say("Equal points: more victories decide, then the points of all whom one has met, then the own match."),
        ]
    counted = say("A victory brings a point, a draw half a point.")
    if kind == "everybody":
        return [
            counted,
            say(
                "Equal points: the points of those one has beaten decide (half of those one drew with), then victories, "
                "then the own match."
            ),
        ]
    return [
        counted,
        say("Whoever has to rest gets a point, nobody twice while others have not."),
        say("Equal points: the points of all whom one has met decide, then victories, then the own match."),
    ]

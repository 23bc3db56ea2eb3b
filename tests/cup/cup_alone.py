"""Tournaments by themselves, without a server: made, begun, and carried on by the clock."""

from __future__ import annotations

from parlour.server.cup import entries as e
from parlour.server.cup.cup import OPEN, OVER, Cup
from parlour.server.cup.running import begin, due, tick


def cup_of(players: int, kind: e.Kind = "swiss", **more) -> Cup:
    plan = e.CupPlan("Autumn cup", "doce", kind, seats=4 if kind == "tables" else 2, **more)
    cup = Cup("cup-of-the-tests")
    cup.take([e.Founded(0, "host", plan=plan, chance=5)])
    for number in range(players):
        cup.take([enters(number)])
    return cup


def enters(number: int, at: int = 0) -> e.Entered:
    return e.Entered(at, f"person {number}", person=f"person {number}", device=f"device {number}", name=f"P{number}")


def everybody_comes(cup: Cup, at: int, absent: tuple[int, ...] = ()) -> None:
    for number, board in cup.open_boards():
        for player in board.players:
            if player not in absent and player not in board.here and not board.table:
                cup.take([e.Arrived(at, f"person {player}", board=number, player=player)])


def by_number(board_players: list[int]) -> list[int]:
    """The lower number wins."""
    return [1 + sorted(board_players).index(player) for player in board_players]


def play_to_the_end(cup: Cup, result=by_number, absent: tuple[int, ...] = (), at: int = 0) -> int:
    """Ticks as a server does, until nothing more is due."""
    if cup.phase is OPEN:
        cup.take(begin(cup, at, {}, "host"))
    for _ in range(500):
        everybody_comes(cup, at, absent)
        results = {board.table: result(board.seated) for _, board in cup.open_boards() if board.table}
        batch = tick(cup, at, results, {}, {})
        if batch:
            cup.take(batch)
        elif cup.phase is OVER:
            return at
        else:
            waits = due(cup)
            assert waits is not None, "nothing is due, and it is not over"
            at = max(at, waits)
    raise AssertionError("it never ends")

"""What a tournament does by itself: it begins, pairs, waits for players, counts, and ends.

Each function looks at the tournament and the time, changes nothing, and returns the batch for the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from parlour.server.cup import entries as e
from parlour.server.cup.cup import OPEN, OVER, RUNNING, Board, Cup
from parlour.server.cup.pairing import everybody, knockout, next_knockout, rounds_of_everybody, swiss, usual_rounds
from parlour.server.cup.seating import seated
from parlour.server.cup.standing import order_now, sums, winner
from parlour.server.days import days_later

PRESENT = 180_000
"""Milliseconds that somebody who waits is there without being seen again, where players meet when it suits them."""
DRAWS = 2
"""So many drawn matches of a knock-out are played again."""
FEWEST = 2

Places = Mapping[str, Sequence[int]]
"""How matches ended, by table: the place of each seat from 1, 0 for who left the seat to a bot."""


def rounds_of(plan: e.CupPlan, players: int) -> int:
    """How many rounds a tournament of so many has."""
    match plan.kind:
        case "everybody":
            return rounds_of_everybody(players, max(1, plan.rounds))
        case "knockout":
            return (players - 1).bit_length()
        case "swiss":
            return plan.rounds or usual_rounds(players)
        case "tables":
            return plan.rounds or 4


def begin(cup: Cup, at: int, strength: Mapping[int, float], by: str = "") -> e.Batch:
    """It begins, with those who are there by then, the strongest first; the first round follows at once."""
    there = [number for number, player in enumerate(cup.players) if not player.left]
    order = sorted(there, key=lambda number: (-strength.get(number, 0.0), number))
    begun = e.Begun(at, by, order=order, rounds=rounds_of(cup.plan, len(order)))
    return [begun, *_paired(_with(cup, [begun]), at)]


def tick(cup: Cup, at: int, results: Places, late: Mapping[str, Sequence[int]], strength: Mapping[int, float]) -> e.Batch:
    """What is due now. `results` are of the tables of open boards; `late` tells which of their seats were to move when the
    round's time was up."""
    if cup.phase is OPEN:
        begins = cup.plan.begins
        if begins is None or cup.halted is not None or at < begins:
            return []
        there = sum(not player.left for player in cup.players)
        return begin(cup, at, strength) if there >= FEWEST else [e.Ended(at)]
    if cup.phase is OVER:
        return []
    batch = _boards(cup, at, results, late)
    now = _with(cup, batch)
    if now.phase is RUNNING and now.halted is None and now.round.ended is not None and at >= next_round_at(now):
        batch += [e.Ended(at)] if is_last(now) else _paired(now, at)
    return batch


def is_last(cup: Cup) -> bool:
    return len(cup.rounds) >= cup.planned or len(cup.playing()) < FEWEST


def next_round_at(cup: Cup) -> int:
    """When the round after one that is over begins; the end itself waits for nothing."""
    ended = cup.round.ended
    assert ended is not None
    if is_last(cup):
        return ended
    if cup.plan.steady and cup.plan.lasts:
        return max(ended, after(cup.plan, cup.round.began))
    return ended + cup.plan.rest * 1000


def after(plan: e.CupPlan, began: int) -> int:
    """When the time of a round that began then is up; days are those of the calendar where the tournament is at home."""
    return _beats_later(plan, began, 1)


def _beats_later(plan: e.CupPlan, began: int, rounds: int) -> int:
    days, rest = divmod(plan.lasts, e.DAYS)
    return began + rounds * plan.lasts * 1000 if rest or not plan.zone else days_later(began, rounds * days, plan.zone)


def beat(cup: Cup, at: int) -> int | None:
    """Since when the time of a league's next round counts: its day, also if nobody was there to let it begin then. What is
    left of it is half of a round at least."""
    if not (cup.plan.steady and cup.plan.lasts and cup.rounds):
        return None
    # Not one by one: nobody knows how long it was, and a round may be a second.
    began = _beats_later(cup.plan, cup.round.began, max(0, (at - cup.round.began) // (cup.plan.lasts * 1000) - 2))
    while True:
        began = after(cup.plan, began)
        ends = after(cup.plan, began)
        if 2 * (ends - at) >= ends - began:
            return began


def pause_for(cup: Cup, at: int) -> int | None:
    """How much longer the round of a league is after a pause: whole days, so that it keeps its hour."""
    if cup.halted is None or not (cup.plan.steady and cup.plan.lasts and cup.rounds):
        return None
    began, days = cup.round.began, -((cup.halted - at) // (e.DAYS * 1000))
    return days_later(began, days, cup.plan.zone) - began


def waits_until(cup: Cup, board: Board) -> int | None:
    """Until when a board waits for its players."""
    if board.table or board.decided or cup.plan.by_letter:
        return None
    if cup.plan.apart:
        return round_ends(cup)
    return board.since + cup.plan.patience * 1000


def present(cup: Cup, board: Board, at: int) -> list[int]:
    """Who is there now. Where players meet when it suits them, whoever came and went again is not."""
    if not cup.plan.apart:
        return sorted(board.here)
    return sorted(player for player in board.here if at - board.came[player] <= PRESENT)


def round_ends(cup: Cup) -> int | None:
    """When the round's time is up."""
    if cup.phase is not RUNNING or not cup.rounds or not cup.plan.lasts or cup.round.ended is not None:
        return None
    return after(cup.plan, cup.round.began)


def due(cup: Cup) -> int | None:
    """When something is due next, apart from results."""
    if cup.halted is not None or cup.phase is OVER:
        return None
    if cup.phase is OPEN:
        return cup.plan.begins
    if cup.round.ended is not None:
        return next_round_at(cup)
    times = [waits_until(cup, board) for _, board in cup.open_boards()] + [round_ends(cup)]
    return min((time for time in times if time is not None), default=None)


def _with(cup: Cup, batch: e.Batch) -> Cup:
    """The tournament as it is after a batch."""
    if not batch:
        return cup
    twin = Cup.rebuilt(cup.id, [cup.log])
    twin.take(batch)
    return twin


def _boards(cup: Cup, at: int, results: Places, late: Mapping[str, Sequence[int]]) -> e.Batch:
    batch: e.Batch = []
    ends = round_ends(cup)
    over = ends is not None and at >= ends and cup.halted is None
    for number, board in cup.open_boards():
        if board.table in results:
            batch += _decided(cup, at, number, board, _by_player(board, results[board.table]), "played")
        elif board.table and over and board.table in late:
            to_move = late[board.table]
            ranks = [0 if seat in to_move else 1 for seat in range(len(board.seated))]
            batch += _decided(cup, at, number, board, _by_player(board, ranks), "late")
        elif not board.table:
            batch += _gathered(cup, at, number, board, over)
    return batch


def _gathered(cup: Cup, at: int, number: int, board: Board, over: bool) -> e.Batch:
    """A board whose match has not begun: it does as soon as everybody is there, or its time is up."""
    staying = [player for player in board.players if not cup.players[player].left]
    now = present(cup, board, at)
    there = staying if cup.plan.by_letter else [player for player in staying if player in now]
    until = waits_until(cup, board)
    waits = not over and cup.halted is None and (until is None or at < until)
    if len(staying) < FEWEST:
        ranks = [int(player in staying) for player in board.players]
        return _decided(cup, at, number, board, ranks, "left")
    if len(there) < len(staying) and (waits or cup.halted is not None):
        return []
    if len(there) < FEWEST or (over and cup.plan.apart):
        # Whoever came at all is not to blame: if nobody stayed away they share it.
        ranks = [int(player in staying and player in board.here) for player in board.players]
        return _decided(cup, at, number, board, ranks, "late" if all(ranks) else "absent")
    return [e.Seated(at, board=number, table=secrets.token_urlsafe(16), players=there)]


def _by_player(board: Board, by_seat: Sequence[int]) -> list[int]:
    ranks = dict(zip(board.seated, by_seat, strict=True))
    return [ranks.get(player, 0) for player in board.players]


def _decided(cup: Cup, at: int, number: int, board: Board, ranks: list[int], why: e.Why) -> e.Batch:
    """A board is decided; a drawn one of a knock-out is played again, and in the end a lot is drawn."""
    if cup.plan.kind == "knockout" and ranks.count(1) != 1:
        if why == "played" and ranks.count(1) > 1 and board.tries < DRAWS:
            return [e.Again(at, board=number)]
        lucky = (cup.chance + 31 * len(cup.rounds) + number) % len(ranks)
        ranks = [1 if seat == lucky else 2 for seat in range(len(ranks))]
    return [e.Counted(at, round=len(cup.rounds) - 1, board=number, places=ranks, why=why)]


def _paired(cup: Cup, at: int) -> e.Batch:
    """The next round, and at once what is decided in it because somebody has left."""
    boards, rests = _next(cup)
    paired = e.Paired(at, boards=boards, rests=rests, began=beat(cup, at))
    return [paired, *_boards(_with(cup, [paired]), at, {}, {})]


def _next(cup: Cup) -> tuple[list[list[int]], list[int]]:
    turn = len(cup.rounds)
    match cup.plan.kind:
        case "everybody":
            pairs, rest = everybody(cup.order, turn)
        case "swiss":
            pairs, rest = swiss(order_now(cup), sums(cup), cup.met(), cup.begun(), cup.rested())
        case "knockout" if turn:
            return [list(pair) for pair in next_knockout(_going_on(cup), cup.begun())], []
        case "knockout":
            first = knockout(cup.order)
            return [[one, other] for one, other in first if other is not None], [one for one, other in first if other is None]
        case "tables":
            met = cup.met()
            both = {(min(pair), max(pair)): met[pair] + met[pair[::-1]] for pair in met}
            plan = cup.plan
            return seated(order_now(cup), plan.least, plan.seats, both, cup.begun(), cup.rested(), cup.chance + turn)
    return [list(pair) for pair in pairs], [] if rest is None else [rest]


def _going_on(cup: Cup) -> list[int]:
    """Who is in the next round of a knock-out, in the order of the bracket."""
    if len(cup.rounds) > 1:
        return [winner(board) for board in cup.round.boards]
    won = {player: winner(board) for board in cup.round.boards for player in board.players}
    going = []
    for one, other in knockout(cup.order):
        going.append(one if other is None else won[one])
    return going

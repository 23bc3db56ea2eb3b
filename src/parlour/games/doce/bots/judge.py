# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a position of DOCE seems worth by what was learned from rounds: numbers for windows, squares and the rest, added up.

Each live window counts by whose it is, how many squares it lacks, what it still needs and who may play there now. Each empty
square counts by how many windows of both cross it. The rest is which blockers are in hand and how full the board is. The sum
is the logarithm of the odds to win the round, in 256ths. `python tools/fit_doce.py` makes the numbers, `judge.json`.
"""

from parlour.core.bits import lowest, size
from parlour.games.doce.bots.board import zone
from parlour.games.doce.rules import THROUGH, WINDOW

PATTERNS = 4096
MOST = 3  # as many windows through a square are told apart
TWO_AT = 2 * 2 * 6 * 2 * 2  # behind the windows that lack one square
THREE_AT = TWO_AT + 2 * 2 * 11 * 3 * 3
SQUARE_AT = THREE_AT + 2 * 2 * 16 * 4
REST_AT = SQUARE_AT + PATTERNS
JUDGES = REST_AT + 4 * 26
MOST_JUDGED = 1536
MOST_PLACES = 1 + 2 * 28 + 25


def window_at(row, window, side, seat, empty, own, other):
    """Where the number of a live window stands; `own` and `other` are the zones of its seat and of the rival."""
    kind = 2 * side + (1 if row.held[1 - seat] & WINDOW[window] else 0)
    gap = WINDOW[window] & empty
    missing = row.missing[window]
    if row.gap1 >> window & 1:
        return ((6 * kind + missing - 1) * 2 + (1 if gap & own else 0)) * 2 + (1 if gap & other else 0)
    if row.gap2 >> window & 1:
        return TWO_AT + ((11 * kind + missing - 2) * 3 + size(gap & own)) * 3 + size(gap & other)
    return THREE_AT + (16 * kind + missing - 3) * 4 + size(gap & own)


def crossing(row, through):
    """Which windows of a seat cross a square: one that lacks only it, and how many lack two and three."""
    two = size(through & row.gap2)
    three = size(through & row.gap3)
    one = 1 if through & row.gap1 else 0
    return 16 * one + 4 * (two if two < MOST else MOST) + (three if three < MOST else MOST)


def square_at(row, square, own, other):
    """Where the number of an empty square stands, as the seat to move sees it."""
    through = THROUGH[square]
    mine = crossing(row, through & row.live[row.turn])
    theirs = crossing(row, through & row.live[1 - row.turn])
    return SQUARE_AT + 128 * mine + 4 * theirs + 2 * ((own >> square) & 1) + ((other >> square) & 1)


def rest_at(row, empty):
    return REST_AT + 4 * size(empty) + 2 * row.blocker[row.turn] + row.blocker[1 - row.turn]


def odds(row, empty, judge):
    """The numbers of a position added up, for the seat to move."""
    total = judge[rest_at(row, empty)]
    for side in range(2):
        seat = row.turn if side == 0 else 1 - row.turn
        own = zone(row, seat)
        other = zone(row, 1 - seat)
        near = row.live[seat] & ~row.gap4
        while near:
            total += judge[window_at(row, lowest(near), side, seat, empty, own, other)]
            near &= near - 1
    own = zone(row, row.turn)
    other = zone(row, 1 - row.turn)
    rest = empty
    while rest:
        total += judge[square_at(row, lowest(rest), own, other)]
        rest &= rest - 1
    return total


def places(row, empty, out):
    """Where all the numbers of a position stand; returns how many there are. For whoever fits them."""
    out[0] = rest_at(row, empty)
    count = 1
    for side in range(2):
        seat = row.turn if side == 0 else 1 - row.turn
        near = row.live[seat] & ~row.gap4
        while near:
            out[count] = window_at(row, lowest(near), side, seat, empty, zone(row, seat), zone(row, 1 - seat))
            near &= near - 1
            count += 1
    rest = empty
    while rest:
        out[count] = square_at(row, lowest(rest), zone(row, row.turn), zone(row, 1 - row.turn))
        rest &= rest - 1
        count += 1
    return count


def judged(row, empty, judge):
    """From -MOST_JUDGED to MOST_JUDGED: twice the chance to win the round less one, nearly."""
    half = odds(row, empty, judge)  # half the odds' logarithm, in 512ths
    if half > MOST_JUDGED:
        half = MOST_JUDGED
    if half < -MOST_JUDGED:
        half = -MOST_JUDGED
    square = half * half // 512
    return half * (27 * 512 + square) * 3 // (27 * 512 + 9 * square)

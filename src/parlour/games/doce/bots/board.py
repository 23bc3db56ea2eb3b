# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""A round of DOCE for searching: one row a position. A move copies the row and changes the copy.

Windows that can still become a seat's line are bits of `live`; `gap1` to `gap4` are the windows with so many empty
squares; `missing` is what a live window still needs to add up to twelve.
"""

from parlour.core.bits import lowest, size
from parlour.core.state import row
from parlour.games.doce.rules import (
    BLOCK,
    DRAW_POINTS,
    FACES,
    FIRST_OF,
    GRID,
    KEPT_POINTS,
    LAST_OF,
    LOCKED_IS_FREE,
    NEIGHBOURS,
    PURE_POINTS,
    SAME,
    SAME_PENALTY,
    SQUARES,
    TARGET,
    THROUGH,
    WIN_POINTS,
    WINDOW,
    fits,
    window_sum,
)

WINDOWS = 28

Row = row(
    ("held", "i4", (2,)),
    ("live", "i4", (2,)),
    ("blocked", "i4"),
    ("gap1", "i4"),
    ("gap2", "i4"),
    ("gap3", "i4"),
    ("gap4", "i4"),
    ("worth", "i4"),  # at the end of a round: points of seat 0 less those of seat 1
    ("mark", "i1", (2,)),
    ("blocker", "i1", (2,)),
    ("dice", "i1", (2,)),
    ("turn", "i1"),
    ("owes", "i1"),  # the blocker is down, a die must follow
    ("passes", "i1"),
    ("over", "i1"),  # 1 won, 2 drawn
    ("missing", "i1", (WINDOWS,)),
    ("faces", "i1", (2, 8)),
)


def load(row, state):
    """Put the position of a record into a row."""
    taken = state.held[0] | state.held[1]
    row.blocked = state.blocked
    row.gap1 = 0
    row.gap2 = 0
    row.gap3 = 0
    row.gap4 = 0
    row.turn = state.to_move
    row.owes = state.mid_turn
    row.passes = state.passes
    row.over = 0
    row.worth = 0
    for seat in range(2):
        row.held[seat] = state.held[seat]
        row.live[seat] = 0
        row.mark[seat] = state.mark[seat]
        row.blocker[seat] = state.blocker[seat]
        row.dice[seat] = state.dice[seat]
        for face in range(8):
            row.faces[seat, face] = 0
    for square in range(SQUARES):
        if state.value[square]:
            row.faces[0 if (state.held[0] >> square) & 1 else 1, state.value[square]] += 1
    for window in range(WINDOWS):
        bit = 1 << window
        row.missing[window] = TARGET - window_sum(state, window)
        gaps = size(WINDOW[window] & ~taken)
        if gaps == 1:
            row.gap1 |= bit
        elif gaps == 2:
            row.gap2 |= bit
        elif gaps == 3:
            row.gap3 |= bit
        elif gaps == 4:
            row.gap4 |= bit
        if (state.live >> window) & 1:
            for seat in range(2):
                if fits(state, window, seat):
                    row.live[seat] |= bit


def empty_squares(row):
    return GRID & ~(row.held[0] | row.held[1] | row.blocked)


def zone(row, seat):
    return NEIGHBOURS[row.mark[seat]] if row.mark[seat] >= 0 else 0


def free_squares(row, seat, empty, locked):
    """Where the seat may place a die."""
    if row.dice[seat] == 0:
        return 0
    free = empty & ~zone(row, seat)
    return empty if free == 0 and locked == LOCKED_IS_FREE else free


def block_squares(row, seat, empty, free, locked):
    """Where the seat may place its blocker: a die must still be able to follow."""
    if row.blocker[seat] == 0 or row.owes:
        return 0
    if free & (free - 1) or free_squares(row, seat, empty & ~free, locked):
        return empty
    return empty & ~free


def gaps_of(row, bit):
    if row.gap1 & bit:
        return 1
    if row.gap2 & bit:
        return 2
    if row.gap3 & bit:
        return 3
    return 4 if row.gap4 & bit else 0


def stays_open(row, window, seat, square):
    """Whether a window open to the rival stays so when the seat puts a die on the square: an end, and the only one."""
    at_end = (1 << square) & (FIRST_OF[window] | LAST_OF[window])
    return at_end != 0 and row.held[seat] & WINDOW[window] == 0


def lines_if(row, seat, square, face):
    """Whose lines a die would complete, as bits."""
    lines = 0
    near = THROUGH[square] & row.gap1 & (row.live[0] | row.live[1])
    while near:
        window = lowest(near)
        near &= near - 1
        if row.missing[window] == face:
            if (row.live[seat] >> window) & 1:
                lines |= 1 << seat
            if (row.live[1 - seat] >> window) & 1 and stays_open(row, window, seat, square):
                lines |= 2 >> seat
    return lines


def penalty(row, seat):
    lost = 0
    for face in range(1, FACES + 1):
        lost += SAME_PENALTY * (row.faces[seat, face] // SAME)
    return lost


def put_die(row, seat, square, face, locked):
    """Place a die: update the windows through it, end the round or hand over the turn."""
    lines = 0
    pure = 0
    rival = 1 - seat
    mine = row.live[seat]
    theirs = row.live[rival]
    through = THROUGH[square]
    near = through & (mine | theirs)
    while near:
        window = lowest(near)
        near &= near - 1
        bit = 1 << window
        missing = row.missing[window] - face
        gaps = gaps_of(row, bit) - 1
        if theirs & bit and not stays_open(row, window, seat, square):
            theirs &= ~bit
        if gaps == 0:
            if missing == 0:
                if mine & bit:
                    lines |= 1 << seat
                    if row.held[rival] & WINDOW[window] == 0:
                        pure = 1
                if theirs & bit:
                    lines |= 1 << rival
            mine &= ~bit
            theirs &= ~bit
        elif missing < gaps or missing > FACES * gaps:
            mine &= ~bit
            theirs &= ~bit
        else:
            row.missing[window] = missing
    row.live[seat] = mine
    row.live[rival] = theirs
    row.gap1 = (row.gap1 & ~through) | (row.gap2 & through)
    row.gap2 = (row.gap2 & ~through) | (row.gap3 & through)
    row.gap3 = (row.gap3 & ~through) | (row.gap4 & through)
    row.gap4 = row.gap4 & ~through
    row.held[seat] |= 1 << square
    row.mark[seat] = square
    row.dice[seat] -= 1
    row.faces[seat, face] += 1
    row.owes = 0
    row.passes = 0
    if lines == 3:
        draw(row)
    elif lines:
        winner = lines - 1
        points = WIN_POINTS + size(empty_squares(row)) - penalty(row, winner)
        points += KEPT_POINTS * row.blocker[winner]
        if winner == seat:
            points += PURE_POINTS * pure
        row.over = 1
        row.worth = points if winner == 0 else -points
    else:
        hand_over(row, rival, locked)


def draw(row):
    row.over = 2
    row.worth = (DRAW_POINTS + KEPT_POINTS * row.blocker[0]) - (DRAW_POINTS + KEPT_POINTS * row.blocker[1])


def hand_over(row, seat, locked):
    """The next turn, over forced passes; a dead board and two passes are draws."""
    empty = empty_squares(row)
    while True:
        row.turn = seat
        if row.live[0] | row.live[1] == 0:
            draw(row)
            return
        if free_squares(row, seat, empty, locked):
            return
        row.passes += 1
        if row.passes == 2:
            draw(row)
            return
        seat = 1 - seat


def make(rows, ply, move, locked):
    """Carry out a move in the row below."""
    rows[ply + 1] = rows[ply]
    row = rows[ply + 1]
    if move >= BLOCK:
        square = move - BLOCK
        row.blocked |= 1 << square
        row.live[0] &= ~THROUGH[square]
        row.live[1] &= ~THROUGH[square]
        row.blocker[row.turn] = 0
        row.owes = 1
    else:
        put_die(row, row.turn, move // FACES, move % FACES + 1, locked)

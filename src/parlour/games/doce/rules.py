"""DOCE: place dice on a 5 x 5 grid and make a line of four that adds up to twelve. Ledger: ledger.md, DOC-01 to DOC-40.

Seat 0 is White, seat 1 is Black. Squares and windows (four squares in a straight line) are numbered so:

     0  1  2  3  4     windows  0- 9  rows, from the left and one further, row by row
     5  6  7  8  9             10-19  columns, from the top and one further, column by column
    10 11 12 13 14             20-23  diagonals down to the right, from squares 0 1 5 6
    15 16 17 18 19             24-27  diagonals down to the left, from squares 3 4 8 9
    20 21 22 23 24

Moves: 6 x square + face - 1 places a die; 150 + square places the blocker; 175 is the pass, which is never a choice.
Nothing is hidden and only the choice of the first starter is chance.
"""

from parlour.core.bits import lowest, size
from parlour.core.notes import note
from parlour.core.observation import Layout
from parlour.core.state import record, table
from parlour.core.stream import random_below

SIDE, SQUARES, FACES = 5, 25, 6
DICE, LINE, TARGET, ROUNDS = 11, 4, 12, 4
WIN_POINTS, PURE_POINTS, KEPT_POINTS, DRAW_POINTS = 12, 2, 5, 2
SAME, SAME_PENALTY = 3, 2
BLOCK, PASS = 150, 175
ACTIONS = 176
LISTED = 175
WHITE, BLACK, NOBODY = 0, 1, -1

ALL_DIAGONALS, LONG_DIAGONALS, NO_DIAGONALS = 0, 1, 2
LOCKED_PASSES, LOCKED_IS_FREE = 0, 1

# What happened, for the table to tell.
ROUND, PLACED, BLOCKED, PASSED, LINED, WON, DREW, FINISHED = range(8)
DEAD_BOARD, NO_MOVES, BOTH_LINES = range(3)

State = record(
    ("diagonals", "i1"),
    ("locked", "i1"),
    ("first", "i1"),
    ("round_no", "i1"),
    ("starter", "i1"),  # of round 1
    ("to_move", "i1"),
    ("mid_turn", "i1"),  # the blocker is placed, the die still owed
    ("passes", "i1"),  # forced passes in a row
    ("over", "i1"),
    ("dice", "i1", (2,)),
    ("blocker", "i1", (2,)),  # 1 while the player still has it this round
    ("mark", "i1", (2,)),  # the square of the player's latest die, or NOBODY
    ("value", "i1", (SQUARES,)),  # the face up, 0 where no numbered die lies
    ("held", "i4", (2,)),  # each player's dice, as bits of squares
    ("blocked", "i4"),
    ("live", "i4"),  # the windows that can still become a line for somebody, as bits (DOC-32)
    ("score", "i2", (2,)),
    ("earned", "i1", (ROUNDS, 2)),
)

GRID = (1 << SQUARES) - 1


def _windows():
    across = [(SIDE * r + c, 1) for r in range(5) for c in (0, 1)]
    down = [(SIDE * r + c, SIDE) for c in range(5) for r in (0, 1)]
    right = [(start, SIDE + 1) for start in (0, 1, 5, 6)]
    left = [(start, SIDE - 1) for start in (3, 4, 8, 9)]
    return [[start + k * step for k in range(LINE)] for start, step in across + down + right + left]


def _neighbours(square):
    r, c = divmod(square, SIDE)
    near = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    return sum(1 << SIDE * i + j for i, j in near if 0 <= i < SIDE and 0 <= j < SIDE)


WINDOWS = table(_windows())
WINDOW = table([sum(1 << s for s in window) for window in _windows()], "i4")
FIRST_OF = table([1 << window[0] for window in _windows()], "i4")
LAST_OF = table([1 << window[-1] for window in _windows()], "i4")
THROUGH = table([sum(1 << w for w, window in enumerate(_windows()) if s in window) for s in range(SQUARES)], "i4")
NEIGHBOURS = table([_neighbours(square) for square in range(SQUARES)], "i4")

STRAIGHT = (1 << 20) - 1
LONG = STRAIGHT | 1 << 20 | 1 << 23 | 1 << 25 | 1 << 26
# The windows that count, by the option `diagonals` (DOC-R1).
IN_PLAY = table([(1 << 28) - 1, LONG, STRAIGHT], "i4")


def setup(state):
    """A match of four rounds (DOC-01, 06); who starts the first is chance unless the table names a seat (DOC-04)."""
    state.starter = state.first if state.first >= 0 else random_below(state, 2)
    state.over = 0
    for seat in range(2):
        state.score[seat] = 0
        for r in range(ROUNDS):
            state.earned[r, seat] = 0
    begin_round(state, 1)


def begin_round(state, number):
    """An empty board with all dice, blockers and markers back at their owners (DOC-03); starters alternate (DOC-05)."""
    state.round_no = number
    for square in range(SQUARES):
        state.value[square] = 0
    for seat in range(2):
        state.held[seat] = 0
        state.dice[seat] = DICE
        state.blocker[seat] = 1
        state.mark[seat] = NOBODY
    state.blocked = 0
    state.live = IN_PLAY[state.diagonals]
    state.passes = 0
    state.mid_turn = 0
    state.to_move = (state.starter + number - 1) % 2
    note(state, ROUND, number, state.to_move)


def acting(state):
    return 0 if state.over else 1 << state.to_move


# Where a die or the blocker may go.


def empty_squares(state):
    return GRID & ~(state.held[0] | state.held[1] | state.blocked)


def zone(state, seat):
    """The seat's no-play zone: all neighbours of its marked die (DOC-09), none before its first die (DOC-11)."""
    return NEIGHBOURS[state.mark[seat]] if state.mark[seat] >= 0 else 0


def die_squares(state, seat, empty):
    """Where the seat may place a die if `empty` are the empty squares (DOC-08, 10); `locked = free`: DOC-R4."""
    if state.dice[seat] == 0:
        return 0
    free = empty & ~zone(state, seat)
    if free == 0 and state.locked == LOCKED_IS_FREE:
        return empty
    return free


def block_squares(state, seat):
    """Where the seat may place its blocker: once a round, before the die, so that a die can still follow (DOC-16 to 22)."""
    if state.blocker[seat] == 0 or state.mid_turn:
        return 0
    empty = empty_squares(state)
    free = die_squares(state, seat, empty)
    if free == 0:
        return 0
    if free & (free - 1):
        return empty
    # One square is left for the die: it must stay open, unless the zone is lifted for whoever is locked.
    return empty if die_squares(state, seat, empty & ~free) else empty & ~free


def legal(state, seat, moves):
    count = 0
    free = die_squares(state, seat, empty_squares(state))
    while free:
        square = lowest(free)
        free &= free - 1
        for face in range(FACES):
            moves[count + face] = FACES * square + face
        count += FACES
    free = block_squares(state, seat)
    while free:
        moves[count] = BLOCK + lowest(free)
        free &= free - 1
        count += 1
    return count


# A turn: perhaps the blocker, then one die (DOC-07).


def apply(state, seat, action):
    if action >= BLOCK:
        place_blocker(state, seat, action - BLOCK)
    else:
        place_die(state, seat, action // FACES, action % FACES + 1)


def place_blocker(state, seat, square):
    """The square is dead for the rest of the round (DOC-19); no marker goes there (DOC-20), a die must follow (DOC-21)."""
    state.blocked |= 1 << square
    state.live &= ~THROUGH[square]
    state.blocker[seat] = 0
    state.mid_turn = 1
    note(state, BLOCKED, seat, square)


def place_die(state, seat, square, face):
    """The die stays as it lies (DOC-13), takes the marker (DOC-12) and ends the turn (DOC-14) or the round."""
    state.held[seat] |= 1 << square
    state.value[square] = face
    state.mark[seat] = square
    state.dice[seat] -= 1
    state.mid_turn = 0
    state.passes = 0
    note(state, PLACED, seat, square, face)
    lines = look_at_windows(state, square)
    if lines == 0:
        begin_turn(state, 1 - seat)
    elif lines == 3:
        draw_round(state, BOTH_LINES)
    else:
        win_round(state, lines - 1)


def begin_turn(state, seat):
    """A dead board is a draw at once (DOC-32). Who cannot place a die passes (DOC-30); two passes are a draw (DOC-31)."""
    while True:
        state.to_move = seat
        if state.live == 0:
            draw_round(state, DEAD_BOARD)
            return
        if die_squares(state, seat, empty_squares(state)):
            return
        note(state, PASSED, seat)
        state.passes += 1
        if state.passes == 2:
            draw_round(state, NO_MOVES)
            return
        seat = 1 - seat


# Lines.


def fits(state, window, seat):
    """Whether the dice in a window leave it open to the seat: none of the rival's, or one at either end (DOC-23, 24)."""
    theirs = state.held[1 - seat] & WINDOW[window]
    return theirs == 0 or theirs == FIRST_OF[window] or theirs == LAST_OF[window]


def window_sum(state, window):
    return (
        state.value[WINDOWS[window, 0]]
        + state.value[WINDOWS[window, 1]]
        + state.value[WINDOWS[window, 2]]
        + state.value[WINDOWS[window, 3]]
    )


def is_line(state, window, seat):
    """Four dice that add up to twelve, in a pattern of the seat's (DOC-23); only windows of exactly four count (DOC-25)."""
    taken = state.held[0] | state.held[1]
    return WINDOW[window] & ~taken == 0 and window_sum(state, window) == TARGET and fits(state, window, seat)


def is_live(state, window):
    """Whether a window without blocker can still become somebody's line by its owners and its missing sum (DOC-32)."""
    if WINDOW[window] & state.blocked:
        return False
    open_squares = size(WINDOW[window] & ~(state.held[0] | state.held[1]))
    missing = TARGET - window_sum(state, window)
    if open_squares == 0 or missing < open_squares or missing > FACES * open_squares:
        return False
    return fits(state, window, WHITE) or fits(state, window, BLACK)


def look_at_windows(state, square):
    """Test the windows through a new die (DOC-26): bit 0 if White has a line now, bit 1 if Black has (DOC-27, 28)."""
    lines = 0
    near = THROUGH[square] & state.live
    while near:
        window = lowest(near)
        near &= near - 1
        for seat in range(2):
            if is_line(state, window, seat):
                lines |= 1 << seat
                note(state, LINED, seat, window)
        if not is_live(state, window):
            state.live &= ~(1 << window)
    return lines


SUMMED = 13
BLACKS = FACES * SQUARES
"""In `look` a die is its square and, for each pip, all squares once more; Black's begin here."""
LOOKED = SUMMED + SQUARES + 3 * 2 * len(WINDOWS)


def look(state, out):
    """The round in numbers: who may act (or nobody), who began it, whether a turn is half done, the blocked squares as bits;
    zone (as bits), mark and blocker of each seat; how many dice lie, and the windows that are open to each seat, as bits. Then
    each die, square and face in one number; and where one die would complete a line now: seat, square and the face that is
    needed (DOC-23)."""
    out[0] = NOBODY if state.over else state.to_move
    out[1] = (state.starter + state.round_no - 1) % 2
    out[2] = state.mid_turn
    out[3] = state.blocked
    count = SUMMED
    for square in range(SQUARES):
        if state.value[square]:
            out[count] = square + SQUARES * (state.value[square] - 1) + BLACKS * ((state.held[BLACK] >> square) & 1)
            count += 1
    out[10] = count - SUMMED
    empty = empty_squares(state)
    for seat in range(2):
        out[4 + seat] = zone(state, seat)
        out[6 + seat] = state.mark[seat]
        out[8 + seat] = state.blocker[seat]
        out[11 + seat] = 0
        for window in range(len(WINDOWS)):
            if (state.live >> window) & 1 and fits(state, window, seat):
                out[11 + seat] |= 1 << window
                gap = WINDOW[window] & empty
                if gap and gap & (gap - 1) == 0:  # one open square
                    out[count] = seat
                    out[count + 1] = lowest(gap)
                    out[count + 2] = TARGET - window_sum(state, window)
                    count += 3
    return count


# The end of a round.


def equal_faces_penalty(state, seat):
    """Two points for every three equal faces among all the seat's dice (DOC-37)."""
    penalty = 0
    for face in range(1, FACES + 1):
        count = 0
        for square in range(SQUARES):
            if state.value[square] == face and (state.held[seat] >> square) & 1:
                count += 1
        penalty += SAME_PENALTY * (count // SAME)
    return penalty


def has_pure_line(state, seat):
    """Whether one of the winning lines is made of the winner's dice alone (DOC-34)."""
    for window in range(len(WINDOWS)):
        if (IN_PLAY[state.diagonals] >> window) & 1 and is_line(state, window, seat):
            if WINDOW[window] & ~state.held[seat] == 0:
                return True
    return False


def win_round(state, seat):
    """The winner's points (DOC-33 to 37); several lines are one win (DOC-29), the loser gets nothing (DOC-38)."""
    pure = PURE_POINTS if has_pure_line(state, seat) else 0
    kept = KEPT_POINTS if state.blocker[seat] else 0
    empty = size(empty_squares(state))
    penalty = equal_faces_penalty(state, seat)
    points = WIN_POINTS + pure + kept + empty - penalty
    note(state, WON, seat, points, pure, kept, penalty)
    earn(state, seat, points)
    end_round(state)


def draw_round(state, why):
    """Two points each, and five for a blocker that was kept (DOC-39)."""
    for seat in range(2):
        earn(state, seat, DRAW_POINTS + (KEPT_POINTS if state.blocker[seat] else 0))
    note(state, DREW, why, state.earned[state.round_no - 1, 0], state.earned[state.round_no - 1, 1])
    end_round(state)


def earn(state, seat, points):
    state.score[seat] += points
    state.earned[state.round_no - 1, seat] = points


def end_round(state):
    """The next round, or after the fourth the end of the match (DOC-06, 40)."""
    if state.round_no < ROUNDS:
        begin_round(state, state.round_no + 1)
    else:
        state.over = 1
        note(state, FINISHED, state.score[0], state.score[1])


def scores(state, out):
    for seat in range(2):
        out[seat] = state.score[seat]


def winners(state):
    """The higher total; equal totals are a tied match (DOC-40)."""
    if state.score[0] == state.score[1]:
        return 3
    return 1 if state.score[0] > state.score[1] else 2


def resample(state, seat):
    """Nothing is hidden."""


LAYOUT = Layout(
    ("faces", (2, SQUARES), "own dice, then the rival's: the face on each square, / 6"),
    ("blocked", SQUARES, "1 on each blocked square"),
    ("zones", (2, SQUARES), "own zone, then the rival's: 1 on each of its squares"),
    ("dice", 2, "own dice left, then the rival's, / 11"),
    ("blocker", 2, "1 while one has the own blocker, then the rival"),
    ("score", 2, "own points, then the rival's, / 100"),
    ("round", 1, "number of the round, / 4"),
    ("turn", 1, "1 if the own seat is to act"),
    ("mid_turn", 1, "1 if the blocker is placed and the die still owed"),
    ("diagonals", 1, "the option diagonals: 0 all, 1/2 long, 1 none"),
    ("locked", 1, "the option locked: 0 pass, 1 free"),
)
OBSERVED = LAYOUT.size
FACES_AT, BLOCKED_AT, ZONES_AT, DICE_AT, REST_AT = (LAYOUT.at(name) for name in ("faces", "blocked", "zones", "dice", "round"))


def observe(state, seat, out):
    """From the seat's side, part by part as LAYOUT says."""
    for square in range(SQUARES):
        for side in range(2):
            who = seat if side == 0 else 1 - seat
            mine = (state.held[who] >> square) & 1
            out[FACES_AT + side * SQUARES + square] = state.value[square] / FACES if mine else 0.0
            out[ZONES_AT + side * SQUARES + square] = (zone(state, who) >> square) & 1
        out[BLOCKED_AT + square] = (state.blocked >> square) & 1
    for side in range(2):
        who = seat if side == 0 else 1 - seat
        out[DICE_AT + side] = state.dice[who] / DICE
        out[DICE_AT + 2 + side] = state.blocker[who]
        out[DICE_AT + 4 + side] = state.score[who] / 100
    out[REST_AT] = state.round_no / ROUNDS
    out[REST_AT + 1] = 1 if state.to_move == seat else 0
    out[REST_AT + 2] = state.mid_turn
    out[REST_AT + 3] = state.diagonals / 2
    out[REST_AT + 4] = state.locked

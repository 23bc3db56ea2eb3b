"""Connect Four: drop stones into columns and line up four. Ledger: ledger.md, CON-1 to CON-6.

A player's stones are bits; cell (column, row) is bit 7 x column + row, row 6 of each column stays empty:

    5 12 19 ...     row 5, the top
    : :  :
    0  7 14 ...     row 0
"""

from parlour.core.notes import note
from parlour.core.observation import Layout
from parlour.core.state import record

COLUMNS, ROWS, CELLS = 7, 6, 42
ACTIONS = COLUMNS
LAYOUT = Layout(
    ("own", (COLUMNS, ROWS), "1 for each own stone, columns from the left, rows from below"),
    ("other", (COLUMNS, ROWS), "1 for each stone of the other player"),
)
OBSERVED = LAYOUT.size
DROPPED, LINED_UP, FILLED = range(3)  # what happens: the kinds of notes

State = record(
    ("turn", "i1"), ("over", "i1"), ("won", "i1"), ("count", "i1"), ("height", "i1", (COLUMNS,)), ("stones", "i8", (2,))
)


def setup(state):
    """An empty board; seat 0 begins (CON-1, 2)."""
    state.turn = state.over = state.won = state.count = 0
    state.stones[0] = state.stones[1] = 0
    for column in range(COLUMNS):
        state.height[column] = 0


def acting(state):
    return 0 if state.over else 1 << state.turn


def legal(state, seat, moves):
    """Any column that is not full (CON-3)."""
    count = 0
    for column in range(COLUMNS):
        if state.height[column] < ROWS:
            moves[count] = column
            count += 1
    return count


def apply(state, seat, column):
    """The stone falls (CON-3); four in a line win (CON-4), a full board is a draw (CON-5), else the other plays (CON-2)."""
    stones = state.stones[seat] | 1 << 7 * column + state.height[column]
    state.stones[seat] = stones
    state.height[column] += 1
    state.count += 1
    state.turn = 1 - seat
    note(state, DROPPED, seat, column)
    if four_in_line(stones):
        state.won, state.over = 1 << seat, 1
        note(state, LINED_UP, seat)
    elif state.count == CELLS:
        state.won, state.over = 3, 1
        note(state, FILLED)


def four_in_line(stones):
    """Up, across and both diagonals (CON-4)."""
    up = stones & stones >> 1
    across = stones & stones >> 7
    rising = stones & stones >> 8
    falling = stones & stones >> 6
    return (up & up >> 2 | across & across >> 14 | rising & rising >> 16 | falling & falling >> 12) != 0


def scores(state, out):
    for seat in range(2):
        out[seat] = (state.won >> seat) & 1


def winners(state):
    return state.won


def resample(state, seat):
    """Nothing is hidden (CON-6)."""


def observe(state, seat, out):
    """Everything is known (CON-6)."""
    show(state.stones[seat], out, 0)
    show(state.stones[1 - seat], out, CELLS)


def show(stones, out, first):
    """Without loops: a place that a compiler knows beforehand costs a card a fifth of one that it works out."""
    show_column(stones, out, first)
    show_column(stones >> 7, out, first + 6)
    show_column(stones >> 14, out, first + 12)
    show_column(stones >> 21, out, first + 18)
    show_column(stones >> 28, out, first + 24)
    show_column(stones >> 35, out, first + 30)
    show_column(stones >> 42, out, first + 36)


def show_column(stones, out, first):
    out[first] = stones & 1
    out[first + 1] = stones >> 1 & 1
    out[first + 2] = stones >> 2 & 1
    out[first + 3] = stones >> 3 & 1
    out[first + 4] = stones >> 4 & 1
    out[first + 5] = stones >> 5 & 1

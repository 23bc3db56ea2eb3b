# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""For whoever fits what positions are worth (judge.py): where their numbers stand, and whether a line could be made at once."""

from parlour.games.doce.bots.board import empty_squares, load
from parlour.games.doce.bots.judge import places
from parlour.games.doce.bots.moves import dangers


def look(states, rows, out, calm):
    row = rows[0]
    for k in range(len(states)):
        load(row, states[k])
        empty = empty_squares(row)
        calm[k] = 1 if row.owes == 0 and dangers(row, 0, empty) == 0 and dangers(row, 1, empty) == 0 else 0
        places(row, empty, out[k])
    return 0

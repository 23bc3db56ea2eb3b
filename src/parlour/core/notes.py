"""What happened: rules call `note`; in plain play the match collects the notes, in machine code they cost nothing."""

TAPE, COLUMNS = 64, 6
"""How many notes of one move machine code for live matches can tell, and how many numbers each has."""


def note(state, kind, a=0, b=0, c=0, d=0, e=0):
    """Tell that something of this kind happened, with up to five whole numbers. The table knows the words (game.py)."""
    if state.notes is not None:
        state.notes.append((kind, a, b, c, d, e))


def silent(state, kind, a=0, b=0, c=0, d=0, e=0):
    """What `note` becomes in machine code."""


def taped(state, kind, a=0, b=0, c=0, d=0, e=0):
    """What `note` becomes in machine code for live matches (swift.py): it is written on the tape behind the record."""
    count = state.noted
    if count < TAPE:
        tape = state.tape
        tape[count, 0] = kind
        tape[count, 1] = a
        tape[count, 2] = b
        tape[count, 3] = c
        tape[count, 4] = d
        tape[count, 5] = e
    state.noted = count + 1

"""What happened: rules call `note`; in plain play the match collects the notes, in machine code they cost nothing."""


def note(state, kind, a=0, b=0, c=0, d=0, e=0):
    """Tell that something of this kind happened, with up to five whole numbers. The table knows the words (game.py)."""
    if state.notes is not None:
        state.notes.append((kind, a, b, c, d, e))


def silent(state, kind, a=0, b=0, c=0, d=0, e=0):
    """What `note` becomes in machine code."""

"""The contract of a game: what a `rules.py` offers. Code over any game imports these names, and `link` puts a game's in.

A rules module is plain functions over one flat record, whole numbers and arrays only: no classes, no closures, no input
or output. It also offers the constants

    State     the record's type, made by `parlour.core.state.record`
    ACTIONS   every move of the game has a number below this
    LISTED    the most moves that `legal` ever lists (optional; ACTIONS if missing)
    OBSERVED  how many numbers `observe` writes
"""

from parlour.core.stream import quick_below


def setup(state):
    """Begin a game. Players, options and random stream are in the record already; every other field is set here."""
    raise NotImplementedError


def acting(state):
    """Bit s is set while seat s may act; several bits are a race or a simultaneous choice; 0 means over."""
    raise NotImplementedError


def legal(state, seat, moves):
    """List the seat's legal moves, each once, in `moves`; return how many. At least one for every acting seat."""
    raise NotImplementedError


def allowed(state, seat, action, moves):
    """Whether an acting seat may make this move. Optional: for games with more moves than `legal` can list."""
    listed = False
    for k in range(legal(state, seat, moves)):
        listed = listed or moves[k] == action
    return listed


def pick(state, seat, moves, quick):
    """A random legal move of an acting seat, for play-outs. Optional: for games that can tell one without listing all."""
    return moves[quick_below(quick, legal(state, seat, moves))]


def apply(state, seat, action):
    """Carry out a legal move and everything that follows from it up to the next decision."""
    raise NotImplementedError


def scores(state, out):
    """Write every seat's score, also while the game runs."""
    raise NotImplementedError


def winners(state):
    """Bit s is set when seat s has won or shares the victory; asked only when the game is over."""
    raise NotImplementedError


def resample(state, seat):
    """Redeal all that `seat` cannot know and keep all that it can. The random stream has been exchanged already."""
    raise NotImplementedError


def observe(state, seat, out):
    """Write what `seat` knows as OBSERVED numbers, for learning agents."""
    raise NotImplementedError


WORLD = 1 << 30
"""In `acting`: the rules wait for the world to report (the physics of a flick). No seat may act meanwhile."""

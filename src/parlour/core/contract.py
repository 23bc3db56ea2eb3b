"""The contract of a game: what a `rules.py` offers. Code over any game imports these names, and `link` puts a game's in.

A rules module is plain functions over one flat record, whole numbers and arrays only: no classes, no closures, no input
or output. It also offers the constants

    State     the record's type, made by `parlour.core.state.record`
    ACTIONS   every move of the game has a number below this
    LISTED    the most moves that `legal` ever lists (optional; ACTIONS if missing)
    OBSERVED  how many numbers `observe` writes
    LAYOUT    what they mean, as `parlour.core.observation.Layout` (optional)
    LOOKED    the most numbers that `look` writes (optional, with `look`)
"""


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


how_many = legal
"""How many legal moves an acting seat has. Optional, with `nth_move`: for games that can tell without listing them."""


def nth_move(state, seat, moves, n):
    """Number n of the moves that `legal` lists, after `how_many`. Optional."""
    return moves[n]


def apply(state, seat, action):
    """Carry out a legal move and everything that follows from it up to the next decision."""
    raise NotImplementedError


act = apply
"""The first step of `apply`. Optional, with `due` and `follow`: for games in which long work, such as a new deal, can come
after a move. Then `apply` is this step and `follow` until nothing is due. A GPU lets many games do their long work together,
so that the others need not wait for each of them."""


def due(state):
    """Whether anything must happen before somebody may act: 0 nothing, SOON something short, LATER something long."""
    return 0


def follow(state):
    """The next step of what is due; something long only if it was due before this step."""


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


def look(state, out):
    """Write what views show and must be worked out or gathered, nothing hidden; return how many numbers. Optional."""
    return 0


SOON, LATER = 1, 2

WORLD = 1 << 30
"""In `acting`: the rules wait for the world to report (the physics of a flick). No seat may act meanwhile."""

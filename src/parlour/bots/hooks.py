"""What a game may tell the search (search.py): five plain functions, here as they are for a game that tells nothing.

A game's knowledge is a module `parlour.bots.<key>` with functions of the same names; `link` puts them in. `weights` is
an array of numbers from the game's data file; its first one is always the spread of scores that means sure victory.
"""

from parlour.bots.victory import share_victory
from parlour.core.contract import acting, resample, scores
from parlour.core.stream import quick_below


def imagine(state, seat, weights):
    """Fill in what `seat` cannot know. The random stream has been exchanged already."""
    resample(state, seat)


def chapter(state):
    """A number that changes where play may be cut and judged, such as the number of the round."""
    return 0


def choose(state, seat, moves, count, quick, weights):
    """The place in `moves` of the move that comes to mind first: the next to be tried, and the usual one in a play-out."""
    return quick_below(quick, count)


def sensible(state, seat, moves, count, weights):
    """How many moves are worth a look, put first in `moves`: the tree never tries the others."""
    return count


def value(state, out, weights):
    """Write what the position is worth to each seat, from 0 to 1: shared victory, or the lead while it runs."""
    players = state.players
    if acting(state) == 0:
        share_victory(state, out)
        return
    scores(state, out)
    mean = 0.0
    for seat in range(players):
        mean += out[seat] / players
    for seat in range(players):
        worth = 0.5 + (out[seat] - mean) / weights[0]
        out[seat] = 0.0 if worth < 0.0 else 1.0 if worth > 1.0 else worth

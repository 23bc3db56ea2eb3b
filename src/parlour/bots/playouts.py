# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What comes of a position: it is played on many times to the very end, by habit, and every seat's part of the victory counted.

Plain functions over the contract of a game. Number k of the play-outs has the same chance whatever is asked, so that two moves
meet the same worlds and what differs is the move.

`rows` are records: the position, and room to play in. `moves`, `quick` and `worth` are scratch.
"""

from parlour.bots.hooks import imagine, value
from parlour.bots.search import by_habit, one_of_acting
from parlour.bots.victory import share_victory
from parlour.core.bits import lowest
from parlour.core.contract import WORLD, acting, apply
from parlour.core.stream import quick_seed, rekey

NOBODY = -1


def to_the_end(state, moves, quick, weights, horizon, slack):
    """Play by habit until it is over, or for `horizon` moves."""
    for _ in range(horizon):
        who = acting(state)
        if who == 0:
            return
        if who & WORLD:
            apply(state, lowest(WORLD), 0)
        else:
            mover = one_of_acting(who, quick)
            apply(state, mover, by_habit(state, mover, moves, quick, weights, slack))


def play_out(rows, knows, mover, action, moves, quick, worth, weights, seed, first, count, horizon, slack, sums):
    """Add what came of play-out number `first` and the `count` - 1 after it to `sums`: each seat's parts of the victory.

    A seat `knows` what it knows and imagines the rest; NOBODY means that all cards that somebody holds are as they are. The
    seat `mover` begins with `action`, NOBODY with whatever comes to mind.
    """
    players = rows[0].players
    for k in range(first, first + count):
        quick_seed(quick, seed, k)
        rows[1] = rows[0]
        state = rows[1]
        state.lane = 0
        rekey(state, quick)
        if knows != NOBODY:
            imagine(state, knows, weights)
        if mover != NOBODY:
            apply(state, mover, action)
        to_the_end(state, moves, quick, weights, horizon, slack)
        if acting(state) == 0:
            share_victory(state, worth)
        else:
            value(state, worth, weights)
        for seat in range(players):
            sums[seat] += worth[seat]

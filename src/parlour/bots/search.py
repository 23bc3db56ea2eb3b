"""Single-observer information-set Monte-Carlo tree search, in plain functions over the contract of a game.

A simulation imagines what the seat cannot know (a fresh random stream, then `resample`), walks down one tree that all
imagined worlds share, adds one move to it, plays on and judges the end. A move counts as tried only in worlds
where it was possible (`seen`), so rare moves are not starved. Chance lies in the imagined stream: the tree holds moves
only, and what chance brings is averaged. In a race one of the acting seats is taken at random, below the root.

`rows` are arrays of records: the root, room to play in, and an imagined world. `moves`, `stamps`, `quick`, `worth` are scratch.
"""

import math

from parlour.bots.hooks import chapter, choose, imagine, sensible, value
from parlour.core.bits import nth, size
from parlour.core.contract import WORLD, acting, apply, legal
from parlour.core.maths import ln
from parlour.core.state import row
from parlour.core.stream import quick_below, rekey

FIELDS = [
    ("action", "i4"),
    ("parent", "i4"),
    ("child", "i4"),  # the first move tried from here, or NONE
    ("sibling", "i4"),  # the next move tried from the same place, or NONE
    ("visits", "i4"),
    ("seen", "i4"),  # in how many simulations the move was possible here
    ("worth", "f8"),  # the sum over visits of what the end was worth to the seat that moved
    ("seat", "i1"),  # who moved to come here
]
Node = row(*FIELDS)
NONE = -1
SURE = 1000
USED, STAMP = 0, 1  # places in `tally`: nodes in use, and a number for every look at a list of moves


def plant(nodes, tally):
    """An empty tree."""
    nodes[0].child = NONE
    nodes[0].parent = NONE
    nodes[0].visits = 0
    tally[USED] = 1


def best_known(nodes, at, seat, stamps, stamp, explore):
    """The most promising child that is possible now; unstamps all possible ones. NONE if there is no child."""
    best = NONE
    highest = -1.0e18
    child = nodes[at].child
    while child >= 0:
        action = nodes[child].action
        if nodes[child].seat == seat and stamps[action] == stamp:
            stamps[action] = 0
            nodes[child].seen += 1
            visits = nodes[child].visits
            promise = nodes[child].worth / visits + explore * math.sqrt(ln(nodes[child].seen) / visits)
            if promise > highest:
                highest = promise
                best = child
        child = nodes[child].sibling
    return best


def sprout(nodes, tally, at, seat, action):
    """A new child."""
    new = tally[USED]
    tally[USED] += 1
    nodes[new].action = action
    nodes[new].seat = seat
    nodes[new].parent = at
    nodes[new].child = NONE
    nodes[new].sibling = nodes[at].child
    nodes[new].visits = 0
    nodes[new].seen = 1
    nodes[new].worth = 0.0
    nodes[at].child = new
    return new


def one_of_acting(who, quick):
    return nth(who, quick_below(quick, size(who))) if who & (who - 1) else nth(who, 0)


def breadth(visits, widen):
    """How many moves a place may have tried after so many visits; `widen` 0 sets no bound."""
    return 1.0 + widen * math.sqrt(visits) if widen > 0.0 else 1.0e9


def descend(state, seat, nodes, tally, moves, stamps, quick, weights, start, explore, widen):
    """Walk down the tree and one move beyond it; returns the node arrived at."""
    at = 0
    while True:
        who = acting(state)
        if who == 0 or who & WORLD or chapter(state) != start:
            return at
        mover = seat if at == 0 else one_of_acting(who, quick)
        count = sensible(state, mover, moves, legal(state, mover, moves), weights)
        tally[STAMP] += 1
        stamp = tally[STAMP]
        for k in range(count):
            stamps[moves[k]] = stamp
        best = best_known(nodes, at, mover, stamps, stamp, explore)
        untried = 0
        for k in range(count):
            if stamps[moves[k]] == stamp:
                moves[untried] = moves[k]
                untried += 1
        if untried > 0 and tally[USED] < len(nodes) and (best == NONE or count - untried < breadth(nodes[at].visits, widen)):
            action = moves[choose(state, mover, moves, untried, quick, weights)]
            apply(state, mover, action)
            return sprout(nodes, tally, at, mover, action)
        if best == NONE:
            return at
        apply(state, mover, nodes[best].action)
        at = best


def by_habit(state, seat, moves, quick, weights, slack):
    """A move without search: what comes to mind first, or any (as often as `slack` says)."""
    count = legal(state, seat, moves)
    if count == 1:
        return moves[0]
    if quick_below(quick, SURE) < slack * SURE:
        return moves[quick_below(quick, count)]
    return moves[choose(state, seat, moves, count, quick, weights)]


def play_on(state, moves, quick, weights, start, horizon, slack):
    """Play by habit up to the end, the chapter's end, or `horizon` moves."""
    for _ in range(horizon):
        who = acting(state)
        if who == 0 or who & WORLD or chapter(state) != start:
            return
        mover = one_of_acting(who, quick)
        apply(state, mover, by_habit(state, mover, moves, quick, weights, slack))


def learn(nodes, at, worth):
    """Carry the worth of an end up to the root."""
    while at > 0:
        nodes[at].visits += 1
        nodes[at].worth += worth[nodes[at].seat]
        at = nodes[at].parent
    nodes[0].visits += 1


def simulate(rows, seat, nodes, tally, moves, stamps, quick, worth, weights, count, horizon, slack, explore, widen, dwell):
    """`count` simulations from rows[0] for an acting seat, `dwell` of them in each imagined world; rows[1] is room to play
    in, rows[2] holds the world."""
    start = chapter(rows[0])
    for number in range(count):
        if number % dwell == 0:
            rows[2] = rows[0]
            dream(rows[2], seat, quick, weights)
        rows[1] = rows[2]
        state = rows[1]
        if number % dwell > 0:
            rekey(state, quick)
        at = descend(state, seat, nodes, tally, moves, stamps, quick, weights, start, explore, widen)
        play_on(state, moves, quick, weights, start, horizon, slack)
        value(state, worth, weights)
        learn(nodes, at, worth)


def dream(state, seat, quick, weights):
    """Exchange the stream and all that the seat cannot know."""
    state.lane = 0
    rekey(state, quick)
    imagine(state, seat, weights)


def habit(rows, seat, moves, quick, weights, slack):
    """A move without search, in a world of the seat's own."""
    rows[1] = rows[0]
    dream(rows[1], seat, quick, weights)
    return by_habit(rows[1], seat, moves, quick, weights, slack)

"""Monte-Carlo tree search for games without secrets, with proofs: what is won or lost for sure is known as such.

The tree is the one of search.py, with a row of `ends` for every node: what each seat gets for sure once a node is proven.
A node is proven when the round or game is over, when its mover has a proven move to the most there is (MOST), or when
all its moves are proven: then the mover takes the best. Proven moves are tried no further unless they are the best.

Chance: where a move draws from the random stream, the same move leads to several places, and where several seats may
act nobody can choose alone. Such nodes and all below them are `loose`: searched as usual, on average, but never proven.

`rows` are arrays of records: the root, and room to play in. `moves`, `stamps`, `quick`, `worth` are scratch.
"""

import math

import numpy as np

from parlour.bots.hooks import chapter, choose_in_playout, value
from parlour.bots.search import NONE, STAMP, USED, one_of_acting, play_on
from parlour.core.contract import WORLD, acting, apply, legal
from parlour.core.stream import rekey

Node = np.dtype(
    [
        ("action", "i4"),
        ("parent", "i4"),
        ("child", "i4"),  # the first move tried from here, or NONE
        ("sibling", "i4"),  # the next move tried from the same place, or NONE
        ("visits", "i4"),
        ("seen", "i4"),  # in how many simulations the move was possible here
        ("moves", "i4"),  # how many moves there are from here, 0 if nobody has looked
        ("worth", "f8"),  # the sum over visits of what the end was worth to the seat that moved
        ("seat", "i1"),  # who moved to come here
        ("mover", "i1"),  # who moves from here
        ("loose", "i1"),
        ("proven", "i1"),
    ],
    align=True,
)
MOST = 1.0
CHANCE_WORDS = 16  # in a block of the stream


def plant(nodes, tally):
    """An empty tree."""
    clear(nodes, 0)
    nodes[0].parent = NONE
    nodes[0].seat = 0
    nodes[0].action = NONE
    tally[USED] = 1


def clear(nodes, at):
    nodes[at].child = NONE
    nodes[at].visits = 0
    nodes[at].seen = 1
    nodes[at].moves = 0
    nodes[at].worth = 0.0
    nodes[at].loose = 0
    nodes[at].proven = 0


def sprout(nodes, tally, at, seat, action):
    """A new child."""
    new = tally[USED]
    tally[USED] += 1
    clear(nodes, new)
    nodes[new].action = action
    nodes[new].seat = seat
    nodes[new].parent = at
    nodes[new].sibling = nodes[at].child
    nodes[new].loose = nodes[at].loose
    nodes[at].child = new
    return new


def drawn(state):
    """How many words of the random stream have been used."""
    return CHANCE_WORDS * state.counter + state.spot


def best_known(nodes, ends, at, seat, stamps, stamp, explore):
    """The most promising child that is possible now; unstamps all possible ones. NONE if there is no child."""
    best = NONE
    highest = -1.0e18
    child = nodes[at].child
    while child >= 0:
        action = nodes[child].action
        if nodes[child].seat == seat and stamps[action] == stamp:
            stamps[action] = 0
            nodes[child].seen += 1
            if nodes[child].proven:
                promise = ends[child, seat]
            else:
                visits = nodes[child].visits
                promise = nodes[child].worth / visits + explore * math.sqrt(math.log(nodes[child].seen) / visits)
            if promise > highest:
                highest = promise
                best = child
        child = nodes[child].sibling
    return best


def descend(state, seat, nodes, ends, tally, moves, stamps, quick, weights, start, explore):
    """Walk down the tree and one move beyond it, or to a proven node; returns the node arrived at."""
    at = 0
    while not nodes[at].proven:
        who = acting(state)
        if who == 0 or who & WORLD or chapter(state) != start:
            return at
        mover = seat if at == 0 else one_of_acting(who, quick)
        if who & (who - 1):
            nodes[at].loose = 1
        count = legal(state, mover, moves)
        nodes[at].moves = count
        nodes[at].mover = mover
        tally[STAMP] += 1
        stamp = tally[STAMP]
        for k in range(count):
            stamps[moves[k]] = stamp
        best = best_known(nodes, ends, at, mover, stamps, stamp, explore)
        untried = 0
        for k in range(count):
            if stamps[moves[k]] == stamp:
                moves[untried] = moves[k]
                untried += 1
        before = drawn(state)
        if untried > 0 and tally[USED] < len(nodes):
            action = moves[choose_in_playout(state, mover, moves, untried, quick, weights)]
            apply(state, mover, action)
            at = sprout(nodes, tally, at, mover, action)
            if drawn(state) != before:
                nodes[at].loose = 1
            return at
        if best == NONE:
            return at
        apply(state, mover, nodes[best].action)
        at = best
    return at


def settle(nodes, ends, at, players):
    """Whether a node can be proven from its children now; writes its ends."""
    if nodes[at].loose or nodes[at].moves == 0:
        return False
    mover = nodes[at].mover
    best = NONE
    proven = 0
    child = nodes[at].child
    while child >= 0:
        if nodes[child].proven:
            proven += 1
            if best == NONE or ends[child, mover] > ends[best, mover]:
                best = child
        child = nodes[child].sibling
    if best == NONE or (ends[best, mover] < MOST and proven < nodes[at].moves):
        return False
    for seat in range(players):
        ends[at, seat] = ends[best, seat]
    return True


def learn(nodes, ends, at, worth, players):
    """Carry the worth of an end up to the root, and proofs as far as they reach."""
    sure = nodes[at].proven
    while at >= 0:
        if sure and not nodes[at].proven:
            nodes[at].proven = sure = settle(nodes, ends, at, players)
        nodes[at].visits += 1
        if at > 0:
            nodes[at].worth += worth[nodes[at].seat]
        at = nodes[at].parent


def simulate(rows, seat, nodes, ends, tally, moves, stamps, quick, worth, weights, count, horizon, explore):
    """Up to `count` simulations from rows[0] for an acting seat, fewer if the root is proven; returns how many."""
    start = chapter(rows[0])
    players = rows[0].players
    for done in range(count):
        if nodes[0].proven:
            return done
        rows[1] = rows[0]
        state = rows[1]
        state.lane = 0
        rekey(state, quick)
        at = descend(state, seat, nodes, ends, tally, moves, stamps, quick, weights, start, explore)
        if nodes[at].proven:
            for other in range(players):
                worth[other] = ends[at, other]
        else:
            over = at > 0 and (acting(state) == 0 or chapter(state) != start)
            play_on(state, moves, quick, weights, start, horizon)
            value(state, worth, weights)
            if over and not nodes[at].loose:
                nodes[at].proven = 1
                for other in range(players):
                    ends[at, other] = worth[other]
        learn(nodes, ends, at, worth, players)
    return count

"""Monte-Carlo tree search for games without secrets, with proofs: what is won or lost for sure is known as such.

The tree is the one of search.py, with more to each node and a row of `ends`: what each seat gets for sure once the node is
proven. A node is proven when the round or game is over, when its mover has a proven move to the most there is (MOST), or
when all its moves are proven: then the mover takes the best. Proven moves are tried no further unless they are the best.

Chance: where a move draws from the random stream, the same move leads to several places, and where several seats may
act nobody can choose alone. Such nodes and all below them are `loose`: searched as usual, on average, but never proven.

`rows` are arrays of records: the root, and room to play in. `moves`, `stamps`, `quick`, `worth` are scratch.
"""

import math

from parlour.bots import search
from parlour.bots.hooks import chapter, choose, value
from parlour.bots.search import NONE, STAMP, USED, breadth, one_of_acting, play_on
from parlour.bots.search import plant as plant_tree
from parlour.bots.search import sprout as sprout_tree
from parlour.core.contract import WORLD, acting, apply, legal
from parlour.core.maths import ln
from parlour.core.state import row
from parlour.core.stream import rekey

Node = row(
    *search.FIELDS,
    ("moves", "i4"),  # how many moves there are from here, 0 if nobody has looked
    ("mover", "i1"),  # who moves from here
    ("loose", "i1"),
    ("proven", "i1"),
)
MOST = 1.0
CHANCE_WORDS = 16  # in a block of the stream


def plant(nodes, tally):
    """An empty tree."""
    plant_tree(nodes, tally)
    nodes[0].moves = 0
    nodes[0].loose = 0
    nodes[0].proven = 0


def sprout(nodes, tally, at, seat, action):
    """A new child; what is loose stays so."""
    new = sprout_tree(nodes, tally, at, seat, action)
    nodes[new].moves = 0
    nodes[new].loose = nodes[at].loose
    nodes[new].proven = 0
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
                promise = nodes[child].worth / visits + explore * math.sqrt(ln(nodes[child].seen) / visits)
            if promise > highest:
                highest = promise
                best = child
        child = nodes[child].sibling
    return best


def descend(state, seat, nodes, ends, tally, moves, stamps, quick, weights, start, explore, widen):
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
        if untried > 0 and tally[USED] < len(nodes) and (best == NONE or count - untried < breadth(nodes[at].visits, widen)):
            action = moves[choose(state, mover, moves, untried, quick, weights)]
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


def simulate(rows, seat, nodes, ends, tally, moves, stamps, quick, worth, weights, count, horizon, slack, explore, widen):
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
        at = descend(state, seat, nodes, ends, tally, moves, stamps, quick, weights, start, explore, widen)
        if nodes[at].proven:
            for other in range(players):
                worth[other] = ends[at, other]
        else:
            over = at > 0 and (acting(state) == 0 or chapter(state) != start)
            play_on(state, moves, quick, weights, start, horizon, slack)
            value(state, worth, weights)
            if over and not nodes[at].loose:
                nodes[at].proven = 1
                for other in range(players):
                    ends[at, other] = worth[other]
        learn(nodes, ends, at, worth, players)
    return count

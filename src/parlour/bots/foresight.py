"""Foresight: what a net (intuition.py) thinks of a few moves, checked against imagined worlds; plain functions over any game.

In each imagined world every candidate is tried once: the move is made, the others answer as a net would in their seats, each
from what it would know there, and at the own next decision (or after `horizon` of them) the net says what to expect. All
candidates meet the same worlds and the same chance, so that what differs is the move; one that has fallen behind for sure is
tried no more. Nothing is played out to the end.

`rows` are arrays of records: the root, room to play in, and an imagined world. `net` holds the net's weights, `theirs` those of
the net that the others answer by (the same, or one of the same shape), `first`, `second` and `actions` how wide its layers are
and how many moves it knows. `seen`, `room`, `spots`, `odds`, `moves`, `quick`,
`luck` and `worth` are scratch.
"""

import math

from parlour.bots.hooks import sensible
from parlour.bots.intuition import chances, hopes, think
from parlour.bots.search import dream
from parlour.bots.victory import share_victory
from parlour.core.bits import nth, size
from parlour.core.contract import WORLD, acting, apply, legal, observe
from parlour.core.state import row
from parlour.core.stream import quick_below

FIELDS = [
    ("action", "i4"),
    ("visits", "i4"),
    ("behind", "i4"),  # 1 for a move that is tried no more
    ("odds", "f8"),  # how much the net liked it at first sight
    ("worth", "f8"),  # the sum over visits of the part of the victory that could be expected
    ("squares", "f8"),  # the sum of the squares of how far it was from the mean of its world
    ("latest", "f8"),
]
Candidate = row(*FIELDS)
MANY = 12
"""Candidates at most."""
UNLIKELY = 0.002
"""A move that the net likes less than this is no candidate, unless there would be fewer than three."""
FEW, SURE, OFTEN = 3, 2.5, 8
PATIENCE = 80
"""After so many moves the net is asked though the own seat is not to act: it may be out of the hand."""
FINE = 1 << 24


def gather(rows, seat, found, net, seen, room, spots, odds, moves, weights, first, second):
    """The candidates, those first that the net likes best; returns how many."""
    count = sensible(rows[0], seat, moves, legal(rows[0], seat, moves), weights)
    ask(rows[0], seat, net, seen, room, spots, first, second)
    chances(net, seen, first, second, room, moves, count, odds)
    many = 0
    while many < min(count, MANY):
        best = 0
        for k in range(count):
            if odds[k] > odds[best]:
                best = k
        if many >= FEW and odds[best] < UNLIKELY:
            break
        found[many].action = moves[best]
        found[many].odds = odds[best]
        found[many].visits = 0
        found[many].behind = 0
        found[many].worth = 0.0
        found[many].squares = 0.0
        odds[best] = -1.0
        many += 1
    return many


def simulate(
    rows, seat, found, many, net, theirs, seen, room, spots, odds, moves, quick, luck, worth, weights, count, first, second,
    actions, horizon,
):  # fmt: skip
    """Try the candidates that are not behind in `count` worlds."""
    for _ in range(count):
        rows[2] = rows[0]
        dream(rows[2], seat, quick, weights)
        for i in range(4):
            luck[i] = quick[i]
        total = 0.0
        tried = 0
        for k in range(many):
            if found[k].behind == 0:
                rows[1] = rows[2]
                for i in range(4):
                    quick[i] = luck[i]
                apply(rows[1], seat, found[k].action)
                look_ahead(
                    rows[1], seat, net, theirs, seen, room, spots, odds, moves, quick, worth, first, second, actions, horizon
                )
                found[k].latest = worth[seat]
                total += worth[seat]
                tried += 1
        for k in range(many):
            if found[k].behind == 0:
                off = found[k].latest - total / tried
                found[k].visits += 1
                found[k].worth += found[k].latest
                found[k].squares += off * off
        if tried > 1 and found[leader(found, many)].visits % OFTEN == 0:
            drop(found, many)


def leader(found, many):
    """The candidate that did best so far, of those that are not behind."""
    best = 0
    while found[best].behind:
        best += 1
    for k in range(best + 1, many):
        if found[k].behind == 0 and found[k].worth > found[best].worth:
            best = k
    return best


def drop(found, many):
    """Leave out who is behind the leader by more than chance explains."""
    best = leader(found, many)
    visits = found[best].visits
    for k in range(many):
        if k != best and found[k].behind == 0:
            spread = math.sqrt((found[k].squares + found[best].squares) / visits / visits) + 0.5 / visits
            if found[best].worth / visits - found[k].worth / visits > SURE * spread:
                found[k].behind = 1


def look_ahead(state, seat, net, theirs, seen, room, spots, odds, moves, quick, worth, first, second, actions, horizon):
    """Play on as the nets would until the own `horizon`th decision; write what each seat may expect then."""
    for _ in range(PATIENCE):
        who = acting(state)
        if who == 0:
            share_victory(state, worth)
            return
        if who & WORLD:
            break
        mover = nth(who, quick_below(quick, size(who))) if who & (who - 1) else nth(who, 0)
        count = legal(state, mover, moves)
        if mover == seat and count > 1:
            horizon -= 1
            if horizon == 0:
                break
        picked = 0
        if count > 1:
            mind = net if mover == seat else theirs
            ask(state, mover, mind, seen, room, spots, first, second)
            chances(mind, seen, first, second, room, moves, count, odds)
            left = quick_below(quick, FINE) / FINE
            while picked < count - 1 and left >= odds[picked]:
                left -= odds[picked]
                picked += 1
        apply(state, mover, moves[picked])
    ask(state, seat, net, seen, room, spots, first, second)
    hopes(net, seen, first, second, actions, room, seat, state.players, worth)


def ask(state, seat, net, seen, room, spots, first, second):
    """Let the net look at a position from a seat."""
    observe(state, seat, seen)
    think(net, seen, first, second, room, spots)

"""What is watched while a game is played at random, as machine code: a row of numbers a game."""

from parlour.core.bits import lowest, size
from parlour.core.contract import acting, apply, how_many, nth_move, scores, setup, winners
from parlour.core.play import one_of
from parlour.core.stream import quick_below, quick_seed, rewind

MOVES, DECISIONS, FORCED, CHOICES, MOST, LEADS, SETTLED, BEHIND, FIRST, WON, FACTS = range(11)
"""Moves made, decisions among them (the world makes none), those with one choice, choices in all and at most, how often
another seat came to lead alone, the move after which the lead was never another's than the winner's, how far the winner was
behind at most, who began, who won (bits)."""


def watch_rows(states, first, last, moves, quick, seed, limit, facts, points, leads):
    """Play every game from its beginning to its end at random, and watch. In `leads` a row for the points of every seat and
    how far it was behind."""
    for i in range(first, last):
        state = states[i]
        rewind(state)
        setup(state)
        quick_seed(quick, seed, state.lane)
        fact, point, behind = facts[i], points[i], leads[i]
        for k in range(FACTS):
            fact[k] = 0
        for k in range(behind.shape[0]):
            behind[k] = 0
            point[k] = 0
        leader, fact[FIRST], seats = -1, -1, state.players
        while fact[MOVES] < limit:
            who = acting(state)
            if who == 0:
                break
            seat = one_of(who, quick)
            count = how_many(state, seat, moves)
            if seat < seats:
                if fact[FIRST] < 0 and size(who) == 1:
                    fact[FIRST] = seat
                fact[DECISIONS] += 1
                fact[CHOICES] += count
                fact[MOST] = max(fact[MOST], count)
                if count == 1:
                    fact[FORCED] += 1
            apply(state, seat, nth_move(state, seat, moves, quick_below(quick, count)))
            fact[MOVES] += 1
            scores(state, point)
            best, ahead = leading(point, seats)
            for k in range(seats):
                behind[k] = max(behind[k], best - point[k])
            now = lowest(ahead) if size(ahead) == 1 else -1
            if now != leader:
                if now >= 0:
                    fact[LEADS] += 1
                    fact[SETTLED] = fact[MOVES]
                leader = now
        fact[WON] = winners(state) if acting(state) == 0 else 0
        for k in range(seats):
            if (fact[WON] >> k) & 1:
                fact[BEHIND] = max(fact[BEHIND], behind[k])
        if size(fact[WON]) != 1 or leader != lowest(fact[WON]):
            fact[SETTLED] = fact[MOVES]


def leading(point, seats):
    """The most points of any seat, and who has them, as bits."""
    best, ahead = point[0], 1
    for k in range(1, seats):
        if point[k] > best:
            best, ahead = point[k], 1 << k
        elif point[k] == best:
            ahead |= 1 << k
    return best, ahead

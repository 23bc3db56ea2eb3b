"""Brute force over the rules themselves: no tricks but alpha-beta, to check what cleverer searches say."""

from parlour.core.contract import acting, apply, legal, winners


def brute(rows, moves, ply, round_no, alpha, beta, result):
    """Seat 0's points less seat 1's in this round under best play; with `result` only their sign (a draw is 0)."""
    state = rows[ply]
    if state.round_no != round_no or state.over:
        white = state.earned[round_no - 1, 0]
        black = state.earned[round_no - 1, 1]
        if result:
            return 0 if white > 0 and black > 0 else 1 if white > 0 else -1
        return white - black
    seat = 0 if acting(state) == 1 else 1
    count = legal(state, seat, moves[ply])
    best = -1000 if seat == 0 else 1000
    for k in range(count):
        rows[ply + 1] = rows[ply]
        apply(rows[ply + 1], seat, moves[ply, k])
        worth = brute(rows, moves, ply + 1, round_no, alpha, beta, result)
        if seat == 0:
            best = worth if worth > best else best
            alpha = best if best > alpha else alpha
        else:
            best = worth if worth < best else best
            beta = best if best < beta else beta
        if alpha >= beta:
            break
    return best


def brute_winner(rows, moves, ply, alpha, beta):
    """Of any game for two without chance: 1 if seat 0 wins under best play, -1 if seat 1 does, 0 if they share it."""
    who = acting(rows[ply])
    if who == 0:
        won = winners(rows[ply])
        return (won & 1) - (won >> 1 & 1)
    seat = 0 if who == 1 else 1
    count = legal(rows[ply], seat, moves[ply])
    best = -1 if seat == 0 else 1
    for k in range(count):
        rows[ply + 1] = rows[ply]
        apply(rows[ply + 1], seat, moves[ply, k])
        worth = brute_winner(rows, moves, ply + 1, alpha, beta)
        if seat == 0:
            best = worth if worth > best else best
            alpha = best if best > alpha else alpha
        else:
            best = worth if worth < best else best
            beta = best if best < beta else beta
        if alpha >= beta:
            break
    return best


# For searches that shall judge a round of DOCE as brute force does.


def chapter(state):
    return state.round_no


def value(state, out, weights):
    """The result of the round that has just ended: 1, a half or 0."""
    last = state.round_no - (1 if state.over else 2)
    for seat in range(2):
        if state.earned[last, seat] > 0:
            out[seat] = 0.5 if state.earned[last, 1 - seat] > 0 else 1.0
        else:
            out[seat] = 0.0

"""Brute force over DOCE's rules themselves: no tricks but alpha-beta, to check what cleverer searches say."""

from parlour.core.contract import acting, apply, legal


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

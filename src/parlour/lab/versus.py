# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""One seat of each of many games against the habits of bots, in plain functions over rows: what a vector environment runs on.

A habit is what comes to a bot's mind first (`bots/search.py`), in a world that it imagines from what its seat knows; with
`slack` 1 it is any legal move. `room` is one record of scratch.
"""

from parlour.bots.search import by_habit, dream, one_of_acting
from parlour.core.bits import size
from parlour.core.contract import apply, legal, observe, setup, winners
from parlour.core.play import LANES, at_decision
from parlour.core.stream import quick_seed

WAIT, FRESH = -1, -2
"""Instead of a move: the row is left alone; a new game begins."""
OVER, REFUSED = 1, 2
"""In `ended`: the game is over; the move was not legal, and the game is lost by that."""


def versus_rows(states, room, moves, quick, chance, actions, mine, mask, seen, rewards, ended, weights, slack):
    """The move of seat `mine` of every game and everybody else's up to its next decision or the end."""
    for i in range(states.shape[0]):
        if actions[i] == WAIT:
            continue
        state, seat = states[i], mine[i]
        rewards[i] = 0.0
        ended[i] = 0
        quick_seed(quick, chance[i], 0)
        chance[i] += LANES
        if actions[i] == FRESH:
            setup(state)
        elif 0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]:
            apply(state, seat, actions[i])
        else:
            ended[i] = REFUSED
            rewards[i] = -1.0
        for action in range(mask.shape[1]):
            mask[i, action] = 0
        if ended[i] == 0:
            if others_move(state, seat, room, moves, quick, weights, slack):
                for k in range(legal(state, seat, moves)):
                    mask[i, moves[k]] = 1
            else:
                ended[i] = OVER
                won, players = winners(state), state.players
                share = 1.0 / size(won) if (won >> seat) & 1 else 0.0
                rewards[i] = (players * share - 1.0) / (players - 1.0)
        observe(state, seat, seen[i])


def others_move(state, seat, room, moves, quick, weights, slack):
    """Let the others move until the seat is to decide; false when the game is over. Of several, chance says who is first."""
    who = at_decision(state)
    while who:
        mover = one_of_acting(who, quick)
        if mover == seat:
            return True
        room[0] = state
        dream(room[0], mover, quick, weights)
        apply(state, mover, by_habit(room[0], mover, moves, quick, weights, slack))
        who = at_decision(state)
    return False

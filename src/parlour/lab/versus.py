# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""One seat of each of many games against the habits of bots, in plain functions over rows: what a vector environment runs on.

A habit is what comes to a bot's mind first (`bots/search.py`), in a world that it imagines from what its seat knows; with
`slack` 1 it is any legal move. `room` is one record of scratch.
"""

from parlour.bots.search import by_habit, dream, one_of_acting
from parlour.core.bits import size
from parlour.core.contract import apply, legal, observe, setup, winners
from parlour.core.play import LANES, at_decision
from parlour.core.stream import quick_below, quick_seed

WAIT, FRESH = -1, -2
"""Instead of a move: the row is left alone; a new game begins."""
OVER, REFUSED = 1, 2
"""In `ended`: the game is over; the move was not legal, and the game is lost by that."""
NEVER, NEXT, SAME = 0, 1, 2
"""When a game that is over begins anew: when it is asked to, at the next step instead of a move, or in the same step."""


def versus_rows(
    states, room, moves, quick, chance, actions, mine, mask, seen, last, rewards, ended, bounds, weights, slack, again
):
    """The move of seat `mine` of every game and everybody else's up to its next decision or the end. A game that begins anew
    has another seat by chance; `last` is what the seat knew at the end of the game before."""
    for i in range(states.shape[0]):
        if actions[i] == WAIT:
            continue
        state = states[i]
        quick_seed(quick, chance[i], 0)
        chance[i] += LANES
        fresh = actions[i] == FRESH or (again == NEXT and ended[i] > 0)
        rewards[i] = 0.0
        ended[i] = 0
        if not fresh:
            if 0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]:
                apply(state, mine[i], actions[i])
            else:
                ended[i] = REFUSED
                rewards[i] = -1.0
        while True:  # each of the long functions stands once: a card has a copy of it wherever it is called
            if fresh:
                setup(state)
                mine[i] = quick_below(quick, state.players)
            if (fresh or ended[i] == 0) and others_move(state, mine[i], room, moves, quick, weights, slack):
                break
            if not fresh:
                if ended[i] == 0:
                    ended[i] = OVER
                    won, players = winners(state), state.players
                    share = 1.0 / size(won) if (won >> mine[i]) & 1 else 0.0
                    rewards[i] = (players * share - 1.0) / (players - 1.0)
                if again != SAME:
                    break
                knows(state, mine[i], last[i], bounds)
                fresh = True
        for action in range(mask.shape[1]):
            mask[i, action] = 0
        if ended[i] == 0 or again == SAME:
            for k in range(legal(state, mine[i], moves)):
                mask[i, moves[k]] = 1
        knows(state, mine[i], seen[i], bounds)


def knows(state, seat, out, bounds):
    """What a seat knows, within the bounds of every number."""
    observe(state, seat, out)
    for k in range(out.shape[0]):
        out[k] = min(max(out[k], bounds[0, k]), bounds[1, k])


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

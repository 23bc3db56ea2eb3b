"""What a bot knows about ION, lightly: shed cards rather than draw, and few cards in the hand are near to victory.

Hands can go round for ever when everybody spends the dearest card first, so play-outs shed what they can, and are cut
at the horizon and judged by the cards left.
"""

from parlour.core.bits import size
from parlour.core.contract import acting, winners
from parlour.core.stream import quick_below

CARDS = 98  # moves below this play a card, below twice this slap one
QUICK_MATCH = 0
SHED = 7  # times out of EIGHT
EIGHT = 8
SPREAD = 0


def chapter(state):
    """Play is judged at the end of a hand."""
    return state.hand_no


def choose_in_playout(state, seat, moves, count, quick, weights):
    """Usually a card that gets rid of one, else anything."""
    if count > 1 and quick_below(quick, EIGHT) < SHED:
        shedding = 0
        for k in range(count):
            if moves[k] < 2 * CARDS:
                shedding += 1
        if shedding > 0:
            wanted = quick_below(quick, shedding)
            for k in range(count):
                if moves[k] < 2 * CARDS:
                    if wanted == 0:
                        return k
                    wanted -= 1
    return quick_below(quick, count)


def value(state, out, weights):
    """A shared victory; while the match runs the parts of it that few cards, or in a tournament the lead, promise."""
    players = state.players
    if acting(state) == 0:
        won = winners(state)
        sharing = size(won)
        for seat in range(players):
            out[seat] = ((won >> seat) & 1) / sharing if sharing else 0.0
        return
    total = 0.0
    mean = 0.0
    for seat in range(players):
        cards = size(state.hand[2 * seat]) + size(state.hand[2 * seat + 1])
        here = (state.alive >> seat) & 1
        out[seat] = here / ((1.0 + cards) * (1.0 + cards))
        total += out[seat]
        mean += state.score[seat] / players
    for seat in range(players):
        out[seat] = out[seat] / total if total > 0.0 else 0.0
        if state.mode != QUICK_MATCH:
            lead = 0.5 + (state.score[seat] - mean) / weights[SPREAD]
            out[seat] = 0.5 * out[seat] + 0.5 * (0.0 if lead < 0.0 else 1.0 if lead > 1.0 else lead)

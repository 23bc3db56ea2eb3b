# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""Which moves are not worth a look, and which one comes to mind first."""

from parlour.core.bits import size
from parlour.core.stream import quick_below
from parlour.games.westvan.bags import count, kinds
from parlour.games.westvan.bots.weights import HUNGER, INSIGHT, SAFETY, SPOIL
from parlour.games.westvan.bots.worth import grown, open_worth, time_left
from parlour.games.westvan.cards import (
    BURN,
    CONES,
    CONES_OF_BAG,
    DISLIKES,
    DOG_FB,
    FIRST_SCOOP,
    FIRST_TOPPING,
    KEEP,
    LIKES,
    LOSE,
    MELTS,
    PLACES,
    PLAY,
    SCOOPS,
    SWAP,
)
from parlour.games.westvan.record import ASK, DISCARD, GIVE, KEEP_KIND, PASS, SCOOP, START, TOP
from parlour.games.westvan.scoring import melt_value

LATE = 0.5  # of the day is left
ABOUT_AS_GOOD = 2.0
SURE = 1000


def sensible(state, seat, moves, count, weights):
    """Without what spoils an own melt, starts one in vain, or gives useful cards away while there are others."""
    if count == 1 or state.phase == SWAP or state.phase == DOG_FB:
        return count
    if state.phase == PLAY:
        return plays_that_do_no_harm(state, seat, moves, count)
    sign = 1.0 if state.phase == KEEP else -1.0
    most = -1.0e9
    for k in range(count):
        worth = sign * use_of(state, seat, kind_of(moves[k]))
        most = worth if worth > most else most
    kept = 0
    for k in range(count):
        if sign * use_of(state, seat, kind_of(moves[k])) >= most - ABOUT_AS_GOOD:
            moves[kept] = moves[k]
            kept += 1
    return kept


def plausible(state, seat, legal):
    """Nobody spoils the own ice cream, or gives away what it likes while there is something else."""
    moves = list(legal)
    return moves[: sensible(state, seat, moves, len(moves), ())]


def kind_of(action):
    """The card that is given, discarded or kept."""
    if action < DISCARD:
        return action - GIVE
    return action - DISCARD if action < KEEP_KIND else action - KEEP_KIND


def plays_that_do_no_harm(state, seat, moves, count):
    """Late in the day a melt in vain at least empties the freezer."""
    disliked = DISLIKES[state.taste[seat]]
    late = time_left(state) < LATE
    kept = 0
    for k in range(count):
        action = moves[k]
        harm = action == ASK
        if START <= action < SCOOP:
            both = 1 << (action - START) // SCOOPS | 1 << FIRST_SCOOP + (action - START) % SCOOPS
            harm = not late and both & disliked != 0
        elif SCOOP <= action < GIVE:
            scoops = action < TOP
            kind = FIRST_SCOOP + (action - SCOOP) // PLACES if scoops else FIRST_TOPPING + (action - TOP) // PLACES
            place = (action - SCOOP) % PLACES if scoops else (action - TOP) % PLACES
            harm = place // MELTS == seat and (disliked >> kind) & 1 and open_worth(state, place, state.taste[seat], 1, 0) > 0
        if not harm:
            moves[kept] = action
            kept += 1
    return kept


def choose(state, seat, moves, count, quick, weights):
    """What serves the own flight best."""
    if state.phase == PLAY:
        return best_play(state, seat, moves, count, quick, weights)
    if state.phase == LOSE:
        return best_kind(state, seat, moves, count, GIVE if moves[0] < DISCARD else DISCARD, -1.0, quick)
    if state.phase == KEEP:
        return best_kind(state, seat, moves, count, KEEP_KIND, 1.0, quick)
    # Which characters to swap is anybody's guess here; the dog may have everything, Freezer burn first of all.
    return quick_below(quick, count) if state.phase == SWAP else 0


def best_kind(state, seat, moves, count, first, sign, quick):
    """The most useful kind of card (sign 1) or the least (sign -1)."""
    best = 0
    highest = -1.0e9
    for k in range(count):
        kind = moves[k] - first
        if 0 <= kind <= BURN:
            worth = sign * use_of(state, seat, kind) + quick_below(quick, 64) / 64
            if worth > highest:
                highest = worth
                best = k
    return best


def use_of(state, seat, kind):
    """How gladly the seat keeps a card."""
    taste = state.taste[seat]
    if kind == BURN:
        return -9.0
    if (DISLIKES[taste] >> kind) & 1:
        return -1.0 if CONES <= kind < FIRST_TOPPING else -3.0
    worth = 5.0 if (LIKES[taste] >> kind) & 1 else 1.0
    if kind < CONES:
        # One cone at a time is enough; none at all starts nothing.
        cones = size(kinds(state.freezer[seat]) & CONES_OF_BAG)
        worth += 2.0 if cones <= 1 else -1.0
    elif kind >= FIRST_TOPPING:
        worth += 1.0
    if count(state.freezer[seat], kind) > 1:
        worth -= 0.5
    return worth


def best_play(state, seat, moves, count, quick, weights):
    """The play that gains most: for the own flight, or by spoiling another's."""
    best = 0
    highest = -1.0e9
    worths_at = -1
    before = 0
    liked = 0
    cards = 0
    for k in range(count):
        action = moves[k]
        worth = 0.0
        if START <= action < SCOOP:
            worth = worth_of_start(state, seat, (action - START) // SCOOPS, FIRST_SCOOP + (action - START) % SCOOPS)
        elif SCOOP <= action < GIVE:
            if action < TOP:
                kind, place = FIRST_SCOOP + (action - SCOOP) // PLACES, (action - SCOOP) % PLACES
            else:
                kind, place = FIRST_TOPPING + (action - TOP) // PLACES, (action - TOP) % PLACES
            owner = place // MELTS
            if place != worths_at:
                worths_at = place
                cards, liked, before = melt_value(state, place, state.taste[owner])
                if state.open_melts_score == 0:
                    before = open_worth(state, place, state.taste[owner], cards, liked)
            after = grown(state.taste[owner], kind, cards, liked, before)
            if owner == seat:
                worth = after - before + weights[HUNGER]
                if action >= TOP:
                    worth += weights[SAFETY] * after - 3.0
                if before == 0:
                    worth = weights[HUNGER] - 0.5
            elif quick_below(quick, SURE) < weights[INSIGHT] * SURE:
                worth = weights[SPOIL] * (before - after)
                if action >= TOP and after >= before:
                    worth = -2.0
            else:
                worth = -1.5
        elif action != PASS:
            # Asking whose turn it is brings Freezer burn.
            worth = -9.0
        worth += quick_below(quick, 64) / 64
        if worth > highest:
            highest = worth
            best = k
    return best


def worth_of_start(state, seat, cone, scoop):
    taste = state.taste[seat]
    both = 1 << cone | 1 << scoop
    if both & DISLIKES[taste]:
        return -4.0
    return 2.0 * (1 + size(both & LIKES[taste])) + 2.0

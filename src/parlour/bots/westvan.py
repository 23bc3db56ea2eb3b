"""What a bot knows about West Van Soft: whom the others are, what a card is worth to a melt, and when to spoil one.

A melt grows with the square of its cards, so liked cards go on the tallest melt, and a topping makes it safe. What lies
in a flight tells whom it is for: nobody starts a melt with what the own character dislikes. Imagined characters are
drawn by that (`believe`), so that the search spoils melts where it hurts. A day is a chapter. Weights: data/westvan.json.
"""

import math

from parlour.core.bits import lowest, size
from parlour.core.contract import resample
from parlour.core.stream import quick_below, random_below
from parlour.games.westvan.bags import count, first, kinds
from parlour.games.westvan.cards import (
    BURN,
    CONES,
    CONES_OF_BAG,
    DAYS,
    DISLIKES,
    DOG_FB,
    EVERY_TASTE,
    FIRST_SCOOP,
    FIRST_TOPPING,
    KEEP,
    LIKES,
    LOSE,
    MELTS,
    NOTHING,
    OVER,
    PLACES,
    PLAY,
    SCOOPS,
    SWAP,
)
from parlour.games.westvan.record import ASK, DISCARD, GIVE, KEEP_KIND, PASS, SCOOP, START, TOP
from parlour.games.westvan.scoring import cone_of, melt_value, topping_of, winners

WEIGHTS = (
    *("spread", "now", "spoil", "insight", "safety", "hunger"),
    *("complete", "open", "started", "liked", "cone", "stale", "leftover", "escape", "belief"),
)
SPREAD, NOW, SPOIL, INSIGHT, SAFETY, HUNGER = range(6)
COMPLETE, OPEN, STARTED, LIKED, CONE, STALE, LEFTOVER, ESCAPE, BELIEF = range(6, 15)
EARLY_DAY = 6  # cards in every freezer
LATE = 0.5  # of the day is left
ABOUT_AS_GOOD = 2.0
SURE = 1000
# How likely somebody starts a melt with a card that the own character likes, dislikes, or neither, in parts.
STARTS_LIKED, STARTS_NEUTRAL, STARTS_DISLIKED = 24, 8, 1
# The same for a card on top, which others may have laid.
LAID_LIKED, LAID_NEUTRAL, LAID_DISLIKED = 12, 8, 5
SCALE = 12.0


def chapter(state):
    """Play is judged at the end of a day."""
    return state.day


# Whom the others are.


def imagine(state, seat, weights):
    """A deal that the seat holds possible, with characters as likely as the flights make them."""
    resample(state, seat)
    if weights[BELIEF] > 0.0:
        believe(state, seat)


def believe(state, seat):
    """Draw the unseen characters again, one seat after the other, each by how well it fits the flight before it."""
    unseen = 0
    free = EVERY_TASTE & ~state.used
    for other in range(state.players):
        if (state.tastes_seen[other] >> seat) & 1:
            free &= ~(1 << state.taste[other])
        else:
            unseen |= 1 << other
    # The most telling flight comes first: the others choose from what is left.
    while unseen:
        chosen = lowest(unseen)
        rest = unseen
        while rest:
            other = lowest(rest)
            rest &= rest - 1
            if state.melts[other] > state.melts[chosen]:
                chosen = other
        unseen &= ~(1 << chosen)
        taste = likely_taste(state, chosen, free)
        state.taste[chosen] = taste
        free &= ~(1 << taste)


def likely_taste(state, seat, free):
    """One of the free characters by its fit. Where characters were swapped the flight may be for somebody else."""
    swapped = state.tastes_seen[seat] & ~(1 << seat) != 0
    total = 0.0
    rest = free
    while rest:
        total += 1.0 if swapped else fit(state, seat, lowest(rest))
        rest &= rest - 1
    left = total * (random_below(state, 1 << 24) / (1 << 24))
    rest = free
    taste = lowest(rest)
    while rest:
        taste = lowest(rest)
        left -= 1.0 if swapped else fit(state, seat, taste)
        if left < 0.0:
            return taste
        rest &= rest - 1
    return taste


def fit(state, seat, taste):
    """How likely the flight would look like this if the character were its owner's."""
    likelihood = 1.0
    for place in range(MELTS * seat, MELTS * seat + state.melts[seat]):
        likelihood *= started_with(cone_of(state, place), taste)
        if topping_of(state, place) != NOTHING:
            likelihood *= laid_on(topping_of(state, place), taste)
    under = NOTHING
    for i in range(state.scooped):
        place = state.scoops[i] >> 4
        if place // MELTS == seat:
            scoop = state.scoops[i] & 15
            likelihood *= laid_on(scoop, taste) if place == under else started_with(scoop, taste)
            under = place
    return likelihood


def started_with(kind, taste):
    if (LIKES[taste] >> kind) & 1:
        return STARTS_LIKED / SCALE
    return (STARTS_DISLIKED if (DISLIKES[taste] >> kind) & 1 else STARTS_NEUTRAL) / SCALE


def laid_on(kind, taste):
    if (LIKES[taste] >> kind) & 1:
        return LAID_LIKED / SCALE
    return (LAID_DISLIKED if (DISLIKES[taste] >> kind) & 1 else LAID_NEUTRAL) / SCALE


# What a position is worth.


def value(state, out, weights):
    """The chance to win the match: from the totals and what the day will bring, a lead counting for more the later it is."""
    players = state.players
    if state.phase == OVER:
        won = winners(state)
        sharing = size(won)
        for seat in range(players):
            out[seat] = ((won >> seat) & 1) / sharing
        return
    time = time_left(state)
    most = -1.0e9
    for seat in range(players):
        out[seat] = state.total[seat]
        if state.scooped > 0:
            out[seat] += expected(state, seat, time, weights)
        most = out[seat] if out[seat] > most else most
    spread = weights[SPREAD] * math.sqrt(DAYS - state.day + weights[NOW] + (1.0 - weights[NOW]) * time)
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((out[seat] - most) / spread)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


def time_left(state):
    """How much of the day is left, from 1 to 0, by the emptiest freezer."""
    least = EARLY_DAY
    for seat in range(state.players):
        if state.size[seat] < least:
            least = state.size[seat]
    return least / EARLY_DAY


def expected(state, seat, time, weights):
    """What a seat's day will score: the melts so far, what the freezer may still become, and what will be left in it."""
    taste = state.taste[seat]
    worth = 0.0
    in_flight = 0
    for melt in range(state.melts[seat]):
        place = MELTS * seat + melt
        cards, liked, points = melt_value(state, place, taste)
        in_flight += cards
        if (state.open >> place) & 1:
            if state.open_melts_score == 0:
                points = open_worth(state, place, taste, cards, liked)
            worth += weights[OPEN] * points
            if points > 0:
                worth += weights[STARTED]
        else:
            worth += weights[COMPLETE] * points
    useful = 0.0
    rest = kinds(state.freezer[seat])
    while rest:
        kind = first(rest)
        rest &= rest - 1
        useful += count(state.freezer[seat], kind) * promise(taste, kind, weights)
    worth += time * useful - (1.0 - time) * weights[LEFTOVER] * state.size[seat]
    if state.burn == seat:
        worth = weights[ESCAPE] * worth - (1.0 - weights[ESCAPE]) * (in_flight + state.size[seat])
    return worth


def promise(taste, kind, weights):
    """What a card in the freezer may bring."""
    if (DISLIKES[taste] >> kind) & 1:
        return -weights[STALE]
    worth = weights[LIKED] if (LIKES[taste] >> kind) & 1 else 0.0
    if kind < CONES:
        return worth + weights[CONE]
    return worth - weights[STALE] if kind >= FIRST_TOPPING and worth == 0.0 else worth


# What is not worth a look.


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


# Habits.


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


def open_worth(state, place, taste, cards, liked):
    """What an open melt will be worth once it has a topping."""
    lying = 1 << cone_of(state, place)
    for i in range(state.scooped):
        if state.scoops[i] >> 4 == place:
            lying |= 1 << (state.scoops[i] & 15)
    return 0 if lying & DISLIKES[taste] else cards * (1 + liked)


def grown(taste, kind, cards, liked, before):
    """What a melt is worth with one more card."""
    if before == 0 or (DISLIKES[taste] >> kind) & 1:
        return 0
    return (cards + 1) * (1 + liked + ((LIKES[taste] >> kind) & 1))


def worth_of_start(state, seat, cone, scoop):
    taste = state.taste[seat]
    both = 1 << cone | 1 << scoop
    if both & DISLIKES[taste]:
        return -4.0
    return 2.0 * (1 + size(both & LIKES[taste])) + 2.0

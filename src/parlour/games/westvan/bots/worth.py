# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a position is worth: from the totals and what the day will bring, the chance to win the match."""

import math

from parlour.bots.victory import share_victory
from parlour.core.maths import exp
from parlour.games.westvan.bags import count, first, kinds
from parlour.games.westvan.bots.weights import COMPLETE, CONE, ESCAPE, LEFTOVER, LIKED, NOW, OPEN, SPREAD, STALE, STARTED
from parlour.games.westvan.cards import CONES, DAYS, DISLIKES, FIRST_TOPPING, LIKES, MELTS, OVER
from parlour.games.westvan.scoring import cone_of, melt_value

EARLY_DAY = 6  # cards in every freezer


def value(state, out, weights):
    """The chance to win the match: from the totals and what the day will bring, a lead counting for more the later it is."""
    players = state.players
    if state.phase == OVER:
        share_victory(state, out)
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
        out[seat] = exp((out[seat] - most) / spread)
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

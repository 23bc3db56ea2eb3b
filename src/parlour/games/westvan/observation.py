# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a seat of West Van Soft knows, as numbers for learning agents."""

from parlour.games.westvan.bags import count
from parlour.games.westvan.cards import (
    BUDGE,
    BURN,
    CONES,
    DAYS,
    DEAL,
    DECK,
    DISLIKES,
    INGREDIENTS,
    KINDS,
    LIKES,
    MELTS,
    NOTHING,
    OVER,
    PASSED_CYCLES,
    PLACES,
    SCOOPS,
    SEATS,
    TOPPINGS,
    TRAY,
)
from parlour.games.westvan.memory import burn_certain, certain_cards
from parlour.games.westvan.scoring import cone_of, topping_of

OF_SEAT = 2 * INGREDIENTS + INGREDIENTS + 10
OF_MELT = CONES + SCOOPS + TOPPINGS + 2
OBSERVED = 3 * KINDS + SEATS * OF_SEAT + PLACES * OF_MELT + 24


def observe(state, seat, out):
    """Own freezer, own tray and discards by kind; then seat by seat from the own one; then the table."""
    for i in range(OBSERVED):
        out[i] = 0
    for kind in range(INGREDIENTS):
        out[kind] = count(state.freezer[seat], kind) / 5
    out[BURN] = 0.2 if state.burn == seat else 0.0
    if state.scooper == seat:
        for slot in range(TRAY):
            if 0 <= state.tray[slot] < KINDS:
                out[KINDS + state.tray[slot]] += 0.5
    for i in range(DECK - state.discarded, DECK):
        if state.pile[i] < KINDS:
            out[2 * KINDS + state.pile[i]] += 0.2
    at = 3 * KINDS
    for step in range(state.players):
        observe_seat(state, seat, (seat + step) % state.players, at + step * OF_SEAT, out)
    at += SEATS * OF_SEAT
    for place in range(PLACES):
        if cone_of(state, place) != NOTHING:
            here = at + of_melt(state, seat, place)
            out[here + cone_of(state, place)] = 1
            out[here + INGREDIENTS] = 1
            out[here + INGREDIENTS + 1] = (state.open >> place) & 1
            if topping_of(state, place) != NOTHING:
                out[here + topping_of(state, place)] = 1
    for i in range(state.scooped):
        out[at + of_melt(state, seat, state.scoops[i] >> 4) + (state.scoops[i] & 15)] += 0.2
    at += PLACES * OF_MELT
    out[at + state.phase] = 1
    out[at + 6 + state.turn] = 1
    out[at + 9] = state.mode
    out[at + 10] = state.direction
    out[at + 11] = state.passes / (PASSED_CYCLES * (state.players + 1)) if state.closing_time else 0
    out[at + 12] = state.day / DAYS
    out[at + 13] = state.deck / DECK
    out[at + 14] = (state.chances >> seat) & 1
    out[at + 15] = state.open_melts_score
    out[at + 16] = state.liked
    out[at + 17] = state.freezer_burn
    out[at + 18] = state.sommelier
    if state.resolving != NOTHING:
        out[at + 19 + state.tray[state.resolving] - BUDGE] = 1


def of_melt(state, seat, place):
    """Where the numbers of a melt begin."""
    step = (place // MELTS - seat + state.players) % state.players
    return OF_MELT * (MELTS * step + place % MELTS)


def observe_seat(state, seat, who, at, out):
    """A seat's tastes and cards as far as known, its size, score and part in the turn."""
    if state.phase == OVER or (state.tastes_seen[who] >> seat) & 1:
        for kind in range(INGREDIENTS):
            out[at + kind] = (LIKES[state.taste[who]] >> kind) & 1
            out[at + INGREDIENTS + kind] = (DISLIKES[state.taste[who]] >> kind) & 1
    at += 2 * INGREDIENTS
    if who != seat:
        for kind in range(INGREDIENTS):
            out[at + kind] = count(certain_cards(state, seat, who), kind) / 5
    at += INGREDIENTS
    out[at] = 1
    out[at + 1] = state.size[who] / DEAL
    out[at + 2] = state.melts[who] / MELTS
    out[at + 3] = state.total[who] / 100
    out[at + 4] = 1 if state.current == who else 0
    out[at + 5] = 1 if state.scooper == who else 0
    out[at + 6] = (state.tastes_seen[seat] >> who) & 1
    out[at + 7] = 1 if burn_certain(state, seat) == who else 0
    out[at + 8] = (state.chances >> who) & 1
    out[at + 9] = 1 if (seat + state.direction + state.players) % state.players == who else 0

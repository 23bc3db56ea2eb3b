"""The redeal of all that one seat cannot know: characters, freezers, tray and deck."""

from parlour.core.bits import nth as nth_bit
from parlour.core.bits import size
from parlour.core.stream import random_below
from parlour.games.westvan.bags import count, nth, one, total
from parlour.games.westvan.cards import (
    BURN,
    CONES_OF_BAG,
    DECK,
    DOG_FB,
    EVERY_TASTE,
    NOBODY,
    NOTHING,
    OVER,
    SEATS,
    TRAY,
)
from parlour.games.westvan.memory import ANY, PUBLIC, UNIT, burn_certain, burn_seen, certain_cards, is_neighbour, side_of
from parlour.games.westvan.piles import draw_loose, loosen

ACTIONS_IN_DECK = 14  # all of them but Freezer burn
DECK_SPOT = SEATS + TRAY


def resample(state, seat):
    """Uniform over all deals that fit the seat's bounds: the slots that may hold least are filled first, each from all cards
    that fit. Freezer burn alone goes by its odds. After a reshuffle (WVS-46) freezers and deck are still one pool here,
    though a player who counts cards could tell them apart. Everything is revealed once the match is over.
    """
    if state.phase == OVER:
        return
    redeal_tastes(state, seat)
    spot = NOBODY
    if gather(state, seat):
        spot = burn_spot(state, seat)
        put_burn(state, spot)
    for other in range(state.players):
        if other != seat:
            for _ in range(coneless_slots(state, seat, other)):
                take(state, other, state.loose[0] & ~CONES_OF_BAG)
    for other in range(state.players):
        if other != seat:
            for _ in range(empty_slots(state, other)):
                take(state, other, state.loose[0])
    if state.scooper != seat:
        redeal_tray(state)
    if spot == DECK_SPOT:
        loosen(state, BURN)
    fit_other_memories(state, seat, spot)


def redeal_tastes(state, seat):
    """Characters that the seat has not seen come from all that were not dealt on earlier days (WVS-06)."""
    free = EVERY_TASTE & ~state.used
    for other in range(state.players):
        if (state.tastes_seen[other] >> seat) & 1:
            free &= ~(1 << state.taste[other])
    for other in range(state.players):
        if not (state.tastes_seen[other] >> seat) & 1:
            state.taste[other] = nth_bit(free, random_below(state, size(free)))
            free &= ~(1 << state.taste[other])


def gather(state, seat):
    """Put all unseen cards of freezers and tray into the deck, in no order; return whether Freezer burn was among them, which
    is laid aside."""
    certain = burn_certain(state, seat)
    while state.stacked > 0:
        state.stacked -= 1
        loosen(state, state.pile[state.stacked])
        state.pile[state.stacked] = NOTHING
    for other in range(state.players):
        if other != seat:
            stays = certain_cards(state, seat, other)
            state.loose[0] += state.freezer[other] - stays
            state.freezer[other] = stays
            if state.burn == other and certain != other:
                state.burn = NOBODY
                loosen(state, BURN)
    if state.scooper != seat:
        for slot in range(TRAY):
            if state.tray[slot] != NOTHING and slot != state.resolving:
                loosen(state, state.tray[slot])
                state.tray[slot] = NOTHING
    unseen = count(state.loose[1], 0)
    state.loose[1] -= unseen
    return unseen > 0


def burn_spot(state, seat):
    """Where Freezer burn is, by its odds: a freezer, a tray slot (SEATS or one more), or the deck (DECK_SPOT).

    A card in a freezer is no action for certain, one of the deck only by the share of actions among the unseen. The same
    holds for a tray card drawn after the action that is being resolved. With the deck empty freezers and tray alone count.
    """
    unseen = max(1, state.deck + (1 if state.resolving == 0 else 0))
    actions = ACTIONS_IN_DECK - (1 if state.resolving != NOTHING else 0)
    for i in range(DECK - state.discarded, DECK):
        if state.pile[i] > BURN:
            actions -= 1
    actions -= state.queued
    all_weights = 0
    for spot in range(DECK_SPOT + 1):
        all_weights += spot_weight(state, seat, spot, unseen, unseen - actions)
    left = random_below(state, all_weights)
    for spot in range(DECK_SPOT):
        weight = spot_weight(state, seat, spot, unseen, unseen - actions)
        if left < weight:
            return spot
        left -= weight
    return DECK_SPOT


def spot_weight(state, seat, spot, unseen, kept):
    """The odds of a place, times the number of unseen cards, of which `kept` are no actions."""
    weight = 0
    if spot < SEATS:
        if spot < state.players and spot != seat and empty_slots(state, spot) > 0:
            weight += state.odds[spot, seat] * unseen
    elif spot == DECK_SPOT:
        if (state.deck_odds >> seat) & 1:
            weight += UNIT * state.deck * kept
    elif (state.tray_odds[spot - SEATS] >> seat) & 1:
        weight += UNIT * (kept if state.resolving == 0 else unseen)
    return weight


def put_burn(state, spot):
    if spot < SEATS:
        state.burn = spot
    elif spot < DECK_SPOT:
        state.tray[spot - SEATS] = BURN


def empty_slots(state, seat):
    """How many cards are still to be dealt to a freezer."""
    return state.size[seat] - total(state.freezer[seat]) - (1 if state.burn == seat else 0)


def coneless_slots(state, seat, other):
    """How many of the cards still to be dealt to a freezer the seat knows to be no cones."""
    if state.most_cones[seat, other] == ANY:
        return 0
    more = max(0, state.most_cones[seat, other] - total(state.freezer[other] & CONES_OF_BAG))
    return max(0, empty_slots(state, other) - more)


def take(state, other, fitting):
    """One card of a bag, by chance, from the deck into a freezer."""
    card = one(nth(fitting, random_below(state, total(fitting))))
    state.loose[0] -= card
    state.freezer[other] += card


def redeal_tray(state):
    """Another seat's tray. A card drawn before the action that is being resolved is none itself (WVS-22)."""
    if state.phase <= DOG_FB:
        for slot in range(TRAY):
            if state.tray[slot] == NOTHING:
                actions = total(state.loose[1]) if state.resolving == 0 else 0
                state.tray[slot] = draw_loose(state, total(state.loose[0]) + actions)


def fit_other_memories(state, seat, spot):
    """The other seats' knowledge, as far as this seat cannot know it, must fit the new deal and tell nothing of the true one:
    they know what was handed to this seat, and of the others no more than it does itself."""
    for viewer in range(state.players):
        if viewer != seat:
            for other in range(state.players):
                if other == seat:
                    state.most_cones[viewer, other] = ANY
                elif other != viewer:
                    cones = total(state.freezer[other] & CONES_OF_BAG)
                    state.most_cones[viewer, other] = max(state.most_cones[seat, other], cones)
                    if is_neighbour(state, viewer, other):
                        state.known[viewer, side_of(state, viewer, other)] = 0
            if spot != NOBODY:
                for other in range(SEATS):
                    state.odds[other, viewer] = state.odds[other, PUBLIC]
                state.deck_odds = with_public_bit(state.deck_odds, viewer)
                for slot in range(TRAY):
                    state.tray_odds[slot] = with_public_bit(state.tray_odds[slot], viewer)
                state.odds[viewer, viewer] = 0
    for slot in range(TRAY):
        state.tray_odds[slot] &= ~(1 << state.scooper)
    if 0 <= spot < SEATS:
        burn_seen(state, spot, spot)
    elif SEATS <= spot < DECK_SPOT:
        burn_seen(state, state.scooper, NOBODY)


def with_public_bit(bits, viewer):
    """The bits with the viewer's set like the public's."""
    return (bits & ~(1 << viewer)) | (((bits >> PUBLIC) & 1) << viewer)

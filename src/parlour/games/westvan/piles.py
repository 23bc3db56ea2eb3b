"""Cards of West Van Soft in freezers, on the deck and on the discard pile.

A freezer is a bag of ingredients (bags.py); `burn` names the seat that holds Freezer burn, of which there is one. The deck
is in no order: chance says which of its cards is drawn. Only a position can put cards on top of it in a given order; they
are the first `stacked` entries of `pile`, the next one last. Discards lie at the end of `pile`, the newest first. What is
between the two means nothing.
"""

from parlour.core.notes import note
from parlour.core.stream import random_below
from parlour.games.westvan.bags import first, nth, one, total
from parlour.games.westvan.cards import (
    BURN,
    DEAL,
    DEALT_FROM,
    DECK,
    EVERY_INGREDIENT,
    EVERY_OTHER,
    INGREDIENTS,
    NOBODY,
    NOTHING,
)
from parlour.games.westvan.memory import EVERYBODY, burn_seen, card_hidden, suspect
from parlour.games.westvan.record import BINNED, QUEUED, REFILLED, RESHUFFLED, WASTED


def deal_freezers(state):
    """Nine of the 93 ingredients each (WVS-04, 05); the 15 actions are shuffled into the rest (WVS-07)."""
    deck = EVERY_INGREDIENT
    left = DEALT_FROM
    for seat in range(state.players):
        hand = 0
        for _ in range(DEAL):
            card = one(nth(deck, random_below(state, left)))
            deck -= card
            hand += card
            left -= 1
        state.freezer[seat] = hand
        state.size[seat] = DEAL
    state.loose[0] = deck
    state.loose[1] = EVERY_OTHER
    state.deck = left + DECK - DEALT_FROM


# Freezers.


def put(state, seat, kind):
    state.size[seat] += 1
    if kind == BURN:
        state.burn = seat
    else:
        state.freezer[seat] += one(kind)


def take_out(state, seat, kind):
    state.size[seat] -= 1
    if kind == BURN:
        state.burn = NOBODY
    else:
        state.freezer[seat] -= one(kind)


def any_card(state, seat):
    """A card of a freezer by chance, Freezer burn included."""
    spot = random_below(state, state.size[seat])
    if state.burn == seat and spot == state.size[seat] - 1:
        return BURN
    return nth(state.freezer[seat], spot)


def only_card(state, seat):
    return BURN if state.burn == seat else first(state.freezer[seat])


# Actions that wait (WVS-R6).


def first_queued(state):
    """Take the action that has waited longest."""
    card = state.queue[0]
    state.queued -= 1
    for i in range(state.queued):
        state.queue[i] = state.queue[i + 1]
    state.queue[state.queued] = NOTHING
    return card


# Deck and discards.


def draw(state):
    """The top card of the deck; the discards are shuffled into a new one when it is empty (WVS-46)."""
    if state.deck == 0:
        reshuffle(state)
    left = state.deck
    state.deck -= 1
    if state.stacked > 0:
        state.stacked -= 1
        card = state.pile[state.stacked]
        state.pile[state.stacked] = NOTHING
        return card
    return draw_loose(state, left)


def draw_loose(state, among):
    """One of so many cards in no order, by chance; the ingredients come first."""
    spot = random_below(state, among)
    ingredients = total(state.loose[0])
    row = 0
    if spot >= ingredients:
        spot -= ingredients
        row = 1
    kind = nth(state.loose[row], spot)
    state.loose[row] -= one(kind)
    return INGREDIENTS * row + kind


def loosen(state, card):
    """Into the deck, in no order."""
    row = card // INGREDIENTS
    state.loose[row] += one(card - INGREDIENTS * row)


def reshuffle(state):
    """The action being resolved and the tray stay where they are (WVS-46)."""
    for i in range(DECK - state.discarded, DECK):
        loosen(state, state.pile[i])
        if state.pile[i] == BURN:
            state.deck_odds = EVERYBODY
    state.deck = state.discarded
    state.discarded = 0
    note(state, RESHUFFLED, state.deck)


def lay_off(state, card):
    """Onto the discard pile, face up (WVS-47)."""
    state.discarded += 1
    state.pile[DECK - state.discarded] = card


def bin_cards(state, seat, cards):
    """A bag of cards from a freezer onto the discard pile; return how many."""
    state.freezer[seat] -= cards
    gone = 0
    while cards:
        kind = first(cards)
        cards -= one(kind)
        lay_off(state, kind)
        note(state, BINNED, seat, kind)
        gone += 1
    state.size[seat] -= gone
    return gone


def refill(state, seat):
    """One card from the deck into a freezer; actions have no effect here and are replaced, Freezer burn stays (WVS-37). By
    option the scooper's own wait for the tray instead (WVS-R6)."""
    while True:
        card = draw(state)
        if card <= BURN:
            break
        if state.refills and seat == state.scooper:
            state.queue[state.queued] = card
            state.queued += 1
            note(state, QUEUED, seat, card)
        else:
            note(state, WASTED, seat, card)
            lay_off(state, card)
    put(state, seat, card)
    note(state, REFILLED, seat, card)
    card_hidden(state, seat)
    suspect(state, seat, state.deck_odds)
    if card == BURN:
        burn_seen(state, seat, seat)

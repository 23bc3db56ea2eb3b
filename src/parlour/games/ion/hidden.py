"""What a seat of ION cannot know, dealt again (see rules.py for what is kept track of)."""

from parlour.core.bits import size
from parlour.core.stream import random_below
from parlour.games.ion.cards import WORD
from parlour.games.ion.piles import add, clear_stack, fitting, pick_from, remove, top_layer
from parlour.games.ion.record import AT_RACE, MATCH_OVER, NO_CARD, NOT_YET, SEALED, STAYED, TOURNAMENT


def unplaced(state, seat, word):
    """The hidden cards of one word whose place the seat does not know."""
    seen = state.played[word] | state.hand[2 * seat + word] | state.known[2 * seat + word]
    if state.mode == TOURNAMENT:
        seen |= state.spoils[2 * seat + word]
    if state.gift != NO_CARD and state.gift // WORD == word and state.source == seat:
        seen |= 1 << (state.gift % WORD)
    return state.deck[word] & ~seen


def resample(state, seat):
    """Deal all cards again whose place the seat does not know: every place gets back a card of its kind, recycled or not.

    What other seats know of such cards is forgotten; sealed slaps of others are chosen anew.
    """
    if state.node == MATCH_OVER:
        return
    low, high = unplaced(state, seat, 0), unplaced(state, seat, 1)
    for other in range(state.players):
        if other != seat:
            state.known[2 * other] &= ~low
            state.known[2 * other + 1] &= ~high
    holder = state.actor
    if state.drawn != NO_CARD:
        remove(state.hand, holder, state.drawn)
    old_low, old_high = state.recycled[0] & low, state.recycled[1] & high
    new_low, new_high = low & ~old_low, high & ~old_high
    # The places in turn: gift, drawn card, pile, then hands and spoils. Two pools, of recycled cards and of the others.
    for place in range(2):
        card = state.gift if place == 0 else state.drawn
        if card != NO_CARD and ((low if card < WORD else high) >> (card % WORD)) & 1:
            if (state.recycled[card // WORD] >> (card % WORD)) & 1:
                card = pick_from(state, old_low, old_high)
            else:
                card = pick_from(state, new_low, new_high)
            if card < WORD:
                old_low &= ~(1 << card)
                new_low &= ~(1 << card)
            else:
                old_high &= ~(1 << (card - WORD))
                new_high &= ~(1 << (card - WORD))
            if place == 0:
                state.gift = card
            else:
                state.drawn = card
    # Nobody knows the order inside a layer.
    state.pile[0], state.pile[1] = top_layer(state)
    clear_stack(state)
    for layer in range(state.layers + 1):
        old_low, old_high = deal_again(state, state.pile, layer, low, high, 1, old_low, old_high)
        new_low, new_high = deal_again(state, state.pile, layer, low, high, 0, new_low, new_high)
    for other in range(state.players):
        old_low, old_high = deal_again(state, state.hand, other, low, high, 1, old_low, old_high)
        new_low, new_high = deal_again(state, state.hand, other, low, high, 0, new_low, new_high)
        old_low, old_high = deal_again(state, state.spoils, other, low, high, 1, old_low, old_high)
        new_low, new_high = deal_again(state, state.spoils, other, low, high, 0, new_low, new_high)
    if state.drawn != NO_CARD:
        add(state.hand, holder, state.drawn)
    if state.node == AT_RACE and state.race_mode == SEALED:
        for other in range(state.players):
            if other != seat and state.slap[other] != NOT_YET:
                imagine_slap(state, other)


def deal_again(state, sets, row, low, high, recycled, pool_low, pool_high):
    """Exchange the cards of one kind in a hand or in spoils for cards of its pool; returns what is left in the pool."""
    low &= state.recycled[0] if recycled else ~state.recycled[0]
    high &= state.recycled[1] if recycled else ~state.recycled[1]
    number = size(sets[2 * row] & low) + size(sets[2 * row + 1] & high)
    sets[2 * row] &= ~low
    sets[2 * row + 1] &= ~high
    for _ in range(number):
        card = pick_from(state, pool_low, pool_high)
        add(sets, row, card)
        if card < WORD:
            pool_low &= ~(1 << card)
        else:
            pool_high &= ~(1 << (card - WORD))
    return pool_low, pool_high


def imagine_slap(state, seat):
    """A sealed answer that the seat might have given: half of the time anything, half of the time something sensible."""
    low, high = state.hand[2 * seat], state.hand[2 * seat + 1]
    fit_low, fit_high = low & fitting(state, 0), high & fitting(state, 1)
    if state.assist_slap or random_below(state, 2) == 0:
        low, high = fit_low, fit_high
        cards = size(low) + size(high)
        stays = cards == 0 or (state.assist_slap and random_below(state, cards + 1) == 0)
    else:
        stays = random_below(state, size(low) + size(high) + 1) == 0
    state.slap[seat] = STAYED if stays else pick_from(state, low, high)

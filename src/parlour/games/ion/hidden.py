"""What a seat of ION cannot know, dealt again, and what it knows as numbers (see rules.py for what is kept track of)."""

from parlour.core.bits import size
from parlour.core.stream import random_below
from parlour.games.ion.cards import CARDS, NUMBERS, TYPE, WORD
from parlour.games.ion.choices import acting, turn_cap
from parlour.games.ion.piles import add, clear_stack, contains, count, fitting, pick_from, remove, top_layer
from parlour.games.ion.record import AT_RACE, MATCH_OVER, NO_CARD, NOT_YET, PENDING, SEALED, SEATS, STAYED, TOURNAMENT


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


OBSERVED = 4 * CARDS + NUMBERS + 1 + 15 + MATCH_OVER + 5 + 9 * SEATS + 6


def observe(state, seat, out):
    """What the seat knows, seats counted from its own to the right.

    For each card: in the own hand (2 if just drawn, 3 if slapped), played (2 if on top), where it is known to be (a hand k
    to the right: k / 10, elsewhere: 1), recycled. Then numbers to match, sum, table card's type, decision, pending action.
    For each seat: cards, spoils, points, alive, acts, source, target, dealer, answers owed. Then pile, turns, the duel.
    """
    for k in range(OBSERVED):
        out[k] = 0.0
    for card in range(CARDS):
        if contains(state.hand, seat, card):
            out[card] = 1.0
        if contains(state.played, 0, card):
            out[CARDS + card] = 1.0
        if contains(state.recycled, 0, card):
            out[3 * CARDS + card] = 1.0
        if contains(state.known, seat, card):
            out[2 * CARDS + card] = 1.0
            for other in range(state.players):
                if contains(state.hand, other, card):
                    out[2 * CARDS + card] = ((other - seat) % state.players) / SEATS
    if state.drawn != NO_CARD and state.actor == seat:
        out[state.drawn] = 2.0
    if state.slap[seat] >= 0:
        out[state.slap[seat]] = 3.0
    out[CARDS + state.top] = 2.0
    base = 4 * CARDS
    for number in range(NUMBERS):
        out[base + number] = (state.match >> number) & 1
    out[base + NUMBERS] = state.total / 12
    base += NUMBERS + 1
    out[base + TYPE[state.top]] = 1.0
    base += 15
    if state.node < MATCH_OVER:
        out[base + state.node] = 1.0
    base += MATCH_OVER
    for kind in range(5):
        out[base + kind] = 1.0 if state.pending == PENDING[kind] else 0.0
    base += 5
    for other in range(state.players):
        row = base + 9 * ((other - seat) % state.players)
        out[row] = count(state.hand, other) / 10
        out[row + 1] = count(state.spoils, other) / 10
        out[row + 2] = state.score[other] / state.target
        out[row + 3] = (state.alive >> other) & 1
        out[row + 4] = (acting(state) >> other) & 1
        out[row + 5] = 1.0 if state.source == other else 0.0
        out[row + 6] = 1.0 if state.victim == other else 0.0
        out[row + 7] = 1.0 if state.dealer == other else 0.0
        out[row + 8] = (state.waiting >> other) & 1
    base += 9 * SEATS
    out[base] = state.pile_size / CARDS
    out[base + 1] = min(1.0, state.turn_count / turn_cap(state))
    out[base + 2] = state.off_turn
    out[base + 3] = size(state.pair) / 2
    out[base + 4] = state.passes / SEATS
    out[base + 5] = state.mode

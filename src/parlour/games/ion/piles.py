"""Cards in ION: sets of them, the draw pile, the played pile with its table card, and what everybody knows of them."""

from parlour.core.bits import lowest, nth, size
from parlour.core.notes import note
from parlour.core.stream import random_below
from parlour.games.ion.cards import FITTING, OF_SUM, POINTS, SHOWS, SUM, WORD
from parlour.games.ion.record import DREW, LAYERS, NO_CARD, PUT_UNDER, RESHUFFLED

# Sets of cards.


def contains(sets, row, card):
    return (sets[2 * row + card // WORD] >> (card % WORD)) & 1


def add(sets, row, card):
    sets[2 * row + card // WORD] |= 1 << (card % WORD)


def remove(sets, row, card):
    sets[2 * row + card // WORD] &= ~(1 << (card % WORD))


def count(sets, row):
    return size(sets[2 * row]) + size(sets[2 * row + 1])


def is_empty(sets, row):
    return (sets[2 * row] | sets[2 * row + 1]) == 0


def points_of(sets, row):
    """The card points of a set (ledger 1.2)."""
    points = 0
    for word in range(2):
        bits = sets[2 * row + word]
        while bits:
            points += POINTS[WORD * word + lowest(bits)]
            bits &= bits - 1
    return points


# The draw pile (2.F).


def pick_from(state, low, high):
    """A random card of a set."""
    below = size(low)
    spot = random_below(state, below + size(high))
    if spot < below:
        return nth(low, spot)
    return WORD + nth(high, spot - below)


def fill_pile(state, low, high):
    """A set of cards becomes the pile."""
    clear_stack(state)
    state.pile[0] = low
    state.pile[1] = high
    for word in range(2, 2 * LAYERS + 2):
        state.pile[word] = 0
    state.pile_size = size(low) + size(high)
    state.layers = 0
    state.old_on_top = 0


def clear_stack(state):
    while state.stacked:
        state.stacked -= 1
        state.stack[state.stacked] = NO_CARD


def can_draw(state):
    """Whether the pile or the played cards below the top one still give a card (ION-86)."""
    return state.pile_size > 0 or count(state.played, 0) > 1


def reshuffle(state):
    """The played cards except the top one become the pile (ION-79); spoils and gift stay where they are (ION-81)."""
    remove(state.played, 0, state.top)
    low, high = state.played[0], state.played[1]
    fill_pile(state, low, high)
    state.recycled[0] = low
    state.recycled[1] = high
    state.played[0] = 0
    state.played[1] = 0
    add(state.played, 0, state.top)
    note(state, RESHUFFLED, state.pile_size)


def take_top(state):
    """Take the top card of a pile that is not empty; without a stack that is any card of the top layer."""
    state.pile_size -= 1
    if state.stacked:
        state.stacked -= 1
        card = state.stack[state.stacked]
        state.stack[state.stacked] = NO_CARD
    else:
        card = pick_from(state, state.pile[0], state.pile[1])
        remove(state.pile, 0, card)
    if state.pile_size == 0:
        state.old_on_top = 0
    elif state.layers and state.stacked == 0 and is_empty(state.pile, 0):
        state.layers -= 1
        state.old_on_top = 1
        for word in range(2 * LAYERS):
            state.pile[word] = state.pile[word + 2]
        state.pile[2 * LAYERS] = 0
        state.pile[2 * LAYERS + 1] = 0
    return card


def draw_card(state, seat):
    """One card from the top into the hand (ION-78); NO_CARD if there is none even after a reshuffle (ION-82, 86)."""
    if state.pile_size == 0:
        if count(state.played, 0) <= 1:
            return NO_CARD
        reshuffle(state)
    if state.old_on_top:
        forget_layer(state, seat)
    card = take_top(state)
    add(state.hand, seat, card)
    remove(state.known, seat, card)
    state.passes = 0
    note(state, DREW, seat, card, state.pile_size)
    return card


def draw_cards(state, seat, number):
    """A forced draw, all at once (ION-85), before anything else goes on."""
    state.owing = seat
    state.owed = number


def top_layer(state):
    """The cards of the top layer, the stack among them, as two words."""
    low, high = state.pile[0], state.pile[1]
    for spot in range(state.stacked):
        card = state.stack[spot]
        if card < WORD:
            low |= 1 << card
        else:
            high |= 1 << (card - WORD)
    return low, high


def forget_layer(state, drawer):
    """Who draws from an old hand sees the card; all others lose track of the layer, unless it was its last card."""
    low, high = top_layer(state)
    cards = size(low) + size(high)
    if cards > 1:
        for seat in range(state.players):
            if seat != drawer:
                state.known[2 * seat] &= ~low
                state.known[2 * seat + 1] &= ~high
        blur_recycled(state, low, high)


def blur_recycled(state, low, high):
    """One of several cards moves unseen: if only some of them are recycled nobody can follow the count any more."""
    some = (state.recycled[0] & low) | (state.recycled[1] & high)
    others = (~state.recycled[0] & low) | (~state.recycled[1] & high)
    if some and others:
        state.recycled[0] = 0
        state.recycled[1] = 0


def put_under(state, seat, low, high):
    """Put a seat's old hand under the pile (ION-53). The seat knows that it lies there."""
    height = size(low) + size(high)
    if state.pile_size == 0:
        state.old_on_top = 1
    else:
        state.layers += 1
    state.pile[2 * state.layers] = low
    state.pile[2 * state.layers + 1] = high
    state.pile_size += height
    note(state, PUT_UNDER, seat, height)
    state.known[2 * seat] |= low
    state.known[2 * seat + 1] |= high


# Matching (2.B).


def fitting(state, word):
    """The cards of one word that are legal on the table card (ION-12 to 14), with `sum_rule` also by sum (ION-15)."""
    fit = FITTING[state.match, word]
    if state.sum_rule:
        fit |= OF_SUM[state.total, word]
    return fit


def fits(state, card):
    return (fitting(state, card // WORD) >> (card % WORD)) & 1


def lay(state, card):
    """A card lands on the played pile: it says what must be matched (ION-11), and all have seen it."""
    state.top = card
    state.match = SHOWS[card]
    state.total = SUM[card]
    state.passes = 0
    word, seen = card // WORD, ~(1 << (card % WORD))
    state.played[word] |= ~seen
    state.recycled[word] &= seen
    for seat in range(state.players):
        state.known[2 * seat + word] &= seen

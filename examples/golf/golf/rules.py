"""Golf: four cards face down, exchange them for better ones, the lowest sum wins. Ledger: ledger.md, GOL-1 to GOL-9.

Cards are numbers, four of each. The deck, and what lies under the open card, is how many there are of each number: nobody knows
an order, so there is none. Moves: TAKE the open card, DRAW one, KNOCK, SWAP + place, DISCARD what was drawn.
"""

from parlour.core.notes import note
from parlour.core.state import record
from parlour.core.stream import random_below

SEATS = 4
NUMBERS, COPIES, PLACES, TURNS, ZERO = 13, 4, 4, 8, 13
TAKE, DRAW, KNOCK, SWAP, DISCARD = 0, 1, 2, 3, 3 + PLACES
ACTIONS = DISCARD + 1
OBSERVED = 3 + SEATS * (PLACES + 1)
CHOOSE, EXCHANGE, OVER = range(3)
NOBODY = -1
BEGAN, TOOK, DREW, SWAPPED, DISCARDED, KNOCKED, COUNTED = range(7)  # what happens: the kinds of notes

State = record(
    ("first", "i1"),  # who begins, as the table wants it: a seat, or -1 for chance
    ("phase", "i1"),
    ("turn", "i1"),
    ("card", "i1", (SEATS, PLACES)),
    ("known", "i1", (SEATS, PLACES)),  # the seats that know this card, as bits
    ("deck", "i1", (NUMBERS,)),  # how many of each number
    ("under", "i1", (NUMBERS,)),  # the same for what lies under the open card
    ("top", "i1"),  # the open card, 0 while somebody has taken it
    ("held", "i1"),  # what was taken or drawn and has no place yet, or 0
    ("drawn", "i1"),  # whether that came from the deck, so that nobody else saw it
    ("count", "i1", (SEATS,)),  # turns taken
    ("knocked", "i1"),
)


def setup(state):
    """Four cards each, two of which their owner looks at (GOL-2), an open card, and somebody begins (GOL-R1)."""
    for number in range(NUMBERS):
        state.deck[number] = COPIES
        state.under[number] = 0
    for seat in range(SEATS):
        state.count[seat] = 0
        for place in range(PLACES):
            state.card[seat, place] = draw(state) if seat < state.players else 0
            state.known[seat, place] = 1 << seat if seat < state.players and place < 2 else 0
    state.top = draw(state)
    state.held = state.drawn = 0
    state.knocked = NOBODY
    state.phase = CHOOSE
    state.turn = state.first if state.first >= 0 else random_below(state, state.players)
    note(state, BEGAN, state.turn, state.top)


def draw(state):
    """A card from the deck, each as likely as any other."""
    left = 0
    for number in range(NUMBERS):
        left += state.deck[number]
    chosen = random_below(state, left)
    number = 0
    while chosen >= state.deck[number]:
        chosen -= state.deck[number]
        number += 1
    state.deck[number] -= 1
    return number + 1


def acting(state):
    return 0 if state.phase == OVER else 1 << state.turn


def legal(state, seat, moves):
    """The open card, one from the deck, or a knock (GOL-3, 6); then one of four places, or away with it (GOL-4, 5)."""
    if state.phase == CHOOSE:
        moves[0], moves[1], moves[2] = TAKE, DRAW, KNOCK
        return 2 if state.knocked >= 0 else 3
    for place in range(PLACES):
        moves[place] = SWAP + place
    moves[PLACES] = DISCARD
    return PLACES + state.drawn


def apply(state, seat, action):
    if action == TAKE:
        state.held, state.drawn, state.top = state.top, 0, 0
        state.phase = EXCHANGE
        note(state, TOOK, seat, state.held)
    elif action == DRAW:
        state.held, state.drawn = draw(state), 1
        state.phase = EXCHANGE
        note(state, DREW, seat, state.held)
    elif action == KNOCK:
        state.knocked = seat
        note(state, KNOCKED, seat)
        end_turn(state, seat)
    else:
        exchange(state, seat, action)
        end_turn(state, seat)


def exchange(state, seat, action):
    """What is held takes a place, and what lay there is open now (GOL-4); or it is discarded itself (GOL-5)."""
    gone = state.held
    if action == DISCARD:
        note(state, DISCARDED, seat, gone)
    else:
        place = action - SWAP
        gone = state.card[seat, place]
        state.card[seat, place] = state.held
        # Everybody has seen a card that lay open; one from the deck is its owner's secret (GOL-9).
        state.known[seat, place] = 1 << seat if state.drawn else (1 << state.players) - 1
        note(state, SWAPPED, seat, place, gone)
    if state.top > 0:
        state.under[state.top - 1] += 1
    state.top = gone
    state.held = state.drawn = 0


def end_turn(state, seat):
    """The next seat; the end when it comes to who knocked, or after eight turns each (GOL-6, 7)."""
    state.count[seat] += 1
    state.turn = (seat + 1) % state.players
    state.phase = CHOOSE
    if state.turn == state.knocked or state.count[state.turn] == TURNS:
        state.phase = OVER
        for other in range(state.players):
            for place in range(PLACES):
                state.known[other, place] = (1 << state.players) - 1
            note(state, COUNTED, other, total(state, other))


def total(state, seat):
    """The sum of four cards; a 13 counts nothing (GOL-8)."""
    points = 0
    for place in range(PLACES):
        points += state.card[seat, place] % ZERO
    return points


def scores(state, out):
    """What is missing to the highest sum that there can be (GOL-8)."""
    for seat in range(state.players):
        out[seat] = PLACES * (NUMBERS - 1) - total(state, seat)


def winners(state):
    """The lowest sum; equal sums share the victory (GOL-8)."""
    least, won = 99, 0
    for seat in range(state.players):
        points = total(state, seat)
        if points < least:
            least, won = points, 0
        if points == least:
            won |= 1 << seat
    return won


def resample(state, seat):
    """All cards that the seat has not seen go back into the deck, and others take their places (GOL-9)."""
    for other in range(state.players):
        for place in range(PLACES):
            if not (state.known[other, place] >> seat) & 1:
                state.deck[state.card[other, place] - 1] += 1
    secret = state.drawn > 0 and state.turn != seat
    if secret:
        state.deck[state.held - 1] += 1
        state.held = draw(state)
    for other in range(state.players):
        for place in range(PLACES):
            if not (state.known[other, place] >> seat) & 1:
                state.card[other, place] = draw(state)


def observe(state, seat, out):
    """The open card, what I hold, whether somebody knocked, and what I know of all cards, my own first."""
    out[0] = state.top / NUMBERS
    out[1] = state.held / NUMBERS if state.turn == seat or not state.drawn else 0
    out[2] = 1 if state.knocked >= 0 else 0
    at = 3
    for step in range(SEATS):
        other = (seat + step) % state.players
        here = step < state.players
        out[at] = state.count[other] / TURNS if here else 0
        for place in range(PLACES):
            seen = here and (state.known[other, place] >> seat) & 1
            out[at + 1 + place] = state.card[other, place] / NUMBERS if seen else 0
        at += PLACES + 1

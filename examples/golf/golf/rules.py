"""Golf: lay one card a turn, the highest sum wins. Ledger: ledger.md, GOL-1 to GOL-6.

Cards are numbers, four of each. A hand, and the deck, is how many there are of each number: nobody knows an order, so there is
none. Move n lays a card with number n + 1.
"""

from parlour.core.notes import note
from parlour.core.state import record
from parlour.core.stream import random_below

SEATS = 4
NUMBERS, COPIES, HAND, TURNS = 12, 4, 3, 4
ACTIONS = NUMBERS
OBSERVED = NUMBERS + SEATS * (TURNS + 1)
BEGAN, LAID, DREW, FINISHED = range(4)  # what happens: the kinds of notes

State = record(
    ("first", "i1"),  # who begins, as the table wants it: a seat, or -1 for chance
    ("turn", "i1"),
    ("hand", "i1", (SEATS, NUMBERS)),  # how many of each number
    ("deck", "i1", (NUMBERS,)),
    ("laid", "i1", (SEATS, TURNS)),  # numbers in their order, 0 where none is yet
    ("count", "i1", (SEATS,)),  # how many a seat has laid
)


def setup(state):
    """All cards are in the deck, everybody draws three (GOL-2), and chance or the table says who begins (GOL-R1)."""
    for number in range(NUMBERS):
        state.deck[number] = COPIES
    for seat in range(SEATS):
        state.count[seat] = 0
        for turn in range(TURNS):
            state.laid[seat, turn] = 0
        for number in range(NUMBERS):
            state.hand[seat, number] = 0
    for seat in range(state.players):
        for _ in range(HAND):
            state.hand[seat, take(state)] += 1
    state.turn = state.first if state.first >= 0 else random_below(state, state.players)
    note(state, BEGAN, state.turn)


def take(state):
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
    return number


def acting(state):
    """One seat after the other, until everybody has laid four (GOL-3, 5)."""
    return 0 if state.count[state.turn] == TURNS else 1 << state.turn


def legal(state, seat, moves):
    """Any card of the hand (GOL-3)."""
    count = 0
    for number in range(NUMBERS):
        if state.hand[seat, number] > 0:
            moves[count] = number
            count += 1
    return count


def apply(state, seat, number):
    """The card lies open (GOL-3); another is drawn unless it was the last turn (GOL-4); then the next seat."""
    state.hand[seat, number] -= 1
    state.laid[seat, state.count[seat]] = number + 1
    state.count[seat] += 1
    note(state, LAID, seat, number + 1)
    if state.count[seat] < TURNS:
        drawn = take(state)
        state.hand[seat, drawn] += 1
        note(state, DREW, seat, drawn + 1)
    state.turn = (seat + 1) % state.players
    if state.count[state.turn] == TURNS:
        note(state, FINISHED)


def total(state, seat):
    """What lies before a seat (GOL-5)."""
    points = 0
    for turn in range(TURNS):
        points += state.laid[seat, turn]
    return points


def scores(state, out):
    for seat in range(state.players):
        out[seat] = total(state, seat)


def winners(state):
    """The highest sum; equal sums share the victory (GOL-5)."""
    most, won = -1, 0
    for seat in range(state.players):
        points = total(state, seat)
        if points > most:
            most, won = points, 0
        if points == most:
            won |= 1 << seat
    return won


def resample(state, seat):
    """The other hands go back into the deck and are dealt again: which cards are there is all that is known (GOL-6)."""
    for other in range(state.players):
        if other != seat:
            for number in range(NUMBERS):
                state.deck[number] += state.hand[other, number]
                state.hand[other, number] = 0
    for other in range(state.players):
        if other != seat:
            for _ in range(HAND if state.count[other] < TURNS else HAND - 1):
                state.hand[other, take(state)] += 1


def observe(state, seat, out):
    """The own hand, and what lies before everybody, the own seat first."""
    for number in range(NUMBERS):
        out[number] = state.hand[seat, number] / COPIES
    at = NUMBERS
    for step in range(SEATS):
        other = (seat + step) % state.players
        here = step < state.players
        out[at] = state.count[other] / TURNS if here else 0
        for turn in range(TURNS):
            out[at + 1 + turn] = state.laid[other, turn] / NUMBERS if here else 0
        at += TURNS + 1

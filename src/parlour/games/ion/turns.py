# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""Whose turn it is in ION, and the playing of a card (ledger 2.C)."""

from parlour.core.notes import note
from parlour.games.ion.choices import turn_cap
from parlour.games.ion.piles import count, lay, remove
from parlour.games.ion.record import (
    AT_PLAY,
    AT_RESPOND,
    CARD_PLAYED,
    MOST_TURNS,
    NO_CARD,
    NOBODY,
    NOTHING,
    PLAYED,
    STALLED_BY_CAP,
)
from parlour.games.ion.scoring import end_hand

# Seats.


def next_seat(state, seat):
    """The nearest seat to the right that has not exploded."""
    seat = seat + 1 if seat + 1 < state.players else 0
    while not (state.alive >> seat) & 1:
        seat = seat + 1 if seat + 1 < state.players else 0
    return seat


def previous_seat(state, seat):
    """The nearest seat to the left that has not exploded: by seat, not by who played last (ION-38)."""
    seat = seat - 1 if seat > 0 else state.players - 1
    while not (state.alive >> seat) & 1:
        seat = seat - 1 if seat > 0 else state.players - 1
    return seat


def count_turn(state):
    """Where no limit ends a hand, turns are counted no further than the record can."""
    if state.turn_count < MOST_TURNS:
        state.turn_count += 1


# Turns (2.C).


def start_turn(state, seat):
    """A turn opens with the response if an action is pending, otherwise with the play (ION-16); too many: ION-87."""
    count_turn(state)
    if state.stalls and state.turn_count > turn_cap(state):
        end_hand(state, NOBODY, STALLED_BY_CAP)
        return
    state.actor = seat
    state.node = AT_RESPOND if state.pending else AT_PLAY


def ask(state, node, seat):
    """What comes next, and who is asked or concerned."""
    state.node = node
    state.actor = seat


def clear_pending(state):
    state.pending = NOTHING
    state.source = NOBODY
    state.victim = NOBODY
    state.off_turn = 0
    state.gift = NO_CARD


def play_card(state, seat, card):
    """A legal card from the hand, with its full effect (ION-19); the last one ends the hand (ION-89)."""
    remove(state.hand, seat, card)
    state.drawn = NO_CARD
    note(state, PLAYED, seat, card, count(state.hand, seat))
    lay(state, card)
    ask(state, CARD_PLAYED, seat)

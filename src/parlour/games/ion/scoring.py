"""The end of a hand of ION: who wins it, what it scores (2.I), and whether the match goes on."""

from parlour.core.bits import lowest, size
from parlour.core.notes import note
from parlour.core.stream import random_below
from parlour.games.ion.cards import CARDS
from parlour.games.ion.piles import count, points_of
from parlour.games.ion.record import (
    DEAL_DUE,
    DEALER_RANDOM,
    DEALER_WINNER,
    FINISHED,
    HAND_ENDED,
    HAND_OVER,
    LEFT_WITH,
    MATCH_OVER,
    NOBODY,
    QUICK,
    SCORED,
)


def end_hand(state, winner, why):
    """The hand is over; it is scored before the next decision."""
    state.hand_winner = winner
    state.ended = why
    state.node = HAND_OVER


def lowest_hands(state):
    """Who is first in a stalled hand, as bits: the lowest hand points, then the fewest cards (ION-87)."""
    best, first = 0, 0
    for seat in range(state.players):
        if (state.alive >> seat) & 1:
            rank = points_of(state.hand, seat) * (CARDS + 1) + count(state.hand, seat)
            if first == 0 or rank < best:
                best, first = rank, 1 << seat
            elif rank == best:
                first |= 1 << seat
    return first


def close_hand(state):
    """Score the hand (ION-95 to 97); then the match ends (ION-4, 98, 100) or the next hand is due (ION-99)."""
    winner = state.hand_winner
    first = 1 << winner if winner != NOBODY else lowest_hands(state)
    if size(first) == 1:
        winner = lowest(first)
    state.hand_winner = winner
    state.leaving = NOBODY
    note(state, HAND_ENDED, winner, state.ended, state.hand_no)
    if state.mode == QUICK:
        state.won = first
    else:
        score_hand(state, winner)
        state.won = leaders(state, winner)
    if state.won:
        state.node = MATCH_OVER
        state.actor = NOBODY
        note(state, FINISHED, state.won)
    else:
        state.dealer = next_dealer(state, winner)
        state.node = DEAL_DUE


def score_hand(state, winner):
    """The winner scores the hands of all others alive (ION-95), everybody the own spoils (ION-96)."""
    hands = 0
    for seat in range(state.players):
        if (state.alive >> seat) & 1 and seat != winner:
            points = points_of(state.hand, seat)
            note(state, LEFT_WITH, seat, count(state.hand, seat), points)
            hands += points
    for seat in range(state.players):
        spoils = points_of(state.spoils, seat)
        points = spoils + (hands if seat == winner else 0)
        state.score[seat] += points
        if points:
            note(state, SCORED, seat, points, spoils, state.score[seat])


def leaders(state, winner):
    """Who has won the match by now: the highest total from the target on, then the hand's winner, else shared (ION-98)."""
    best, first = state.target, 0
    for seat in range(state.players):
        if state.score[seat] > best:
            best, first = state.score[seat], 1 << seat
        elif state.score[seat] == best:
            first |= 1 << seat
    if winner != NOBODY and (first >> winner) & 1:
        return 1 << winner
    return first


def next_dealer(state, winner):
    """The seat to the right; by option the hand's winner or anybody (ION-2, ION-R28)."""
    if state.dealer_rotation == DEALER_RANDOM:
        return random_below(state, state.players)
    if state.dealer_rotation == DEALER_WINNER and winner != NOBODY:
        return winner
    return (state.dealer + 1) % state.players

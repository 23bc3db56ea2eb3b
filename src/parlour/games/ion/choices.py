"""Who may act in ION, and what may be chosen (ledger 4.2)."""

from parlour.core.bits import lowest
from parlour.games.ion.cards import BLOCKS, FIRST_BLOCK, FIRST_SHIFT, GIFT, NO_PLAY, NUMBERS, SHIFTS, WORD
from parlour.games.ion.piles import can_draw, contains, fits, fitting
from parlour.games.ion.record import (
    ACCEPT,
    AT_AGAIN,
    AT_CALL,
    AT_DRAWN,
    AT_ONE,
    AT_PAIR,
    AT_PLAY,
    AT_RACE,
    AT_RESPOND,
    AT_TARGET,
    AT_WHO,
    BLOCK_WITH,
    CALL,
    CHALLENGE_SEAT,
    DRAW,
    GIVE,
    KEEP,
    MATCH_OVER,
    NEXT,
    PAIRS,
    PASS,
    PICK_ONE,
    PICK_TWO,
    PLAY,
    SHIFT_WITH,
    SLAP,
    STAY,
    TURNS_PER_SEAT,
)


def acting(state):
    if state.node == AT_RACE:
        return state.waiting
    return 0 if state.node == MATCH_OVER else 1 << state.actor


def turn_cap(state):
    """A hand stalls when more turns than this have begun (ION-87)."""
    return state.turn_cap_base + TURNS_PER_SEAT * state.players


def list_cards(moves, count, low, high, base):
    """Append `base` + number for every card of a set."""
    while low:
        moves[count] = base + lowest(low)
        low &= low - 1
        count += 1
    while high:
        moves[count] = base + WORD + lowest(high)
        high &= high - 1
        count += 1
    return count


def list_fitting(state, seat, moves, base):
    """The cards of the hand that are legal on the table card."""
    low = state.hand[2 * seat] & fitting(state, 0)
    high = state.hand[2 * seat + 1] & fitting(state, 1)
    return list_cards(moves, 0, low, high, base)


def can_block(state):
    """Block answers Punish, Challenge and New Game +5; a Gift and a No Play cannot be blocked (ION-25)."""
    return state.pending != GIFT and state.pending != NO_PLAY


def can_shift(state):
    """Shift answers everything that is pending (ION-25), but not a challenge out of turn (ION-R13)."""
    return not state.off_turn


def list_responses(state, seat, moves):
    """Legal Blocks and Shifts of the hand, each if the pending action allows it, and accepting (ION-25, 28, 33)."""
    count = 0
    if can_block(state):
        for k in range(BLOCKS):
            if contains(state.hand, seat, FIRST_BLOCK + k) and fits(state, FIRST_BLOCK + k):
                moves[count] = BLOCK_WITH + k
                count += 1
    if can_shift(state):
        for k in range(SHIFTS):
            if contains(state.hand, seat, FIRST_SHIFT + k) and fits(state, FIRST_SHIFT + k):
                moves[count] = SHIFT_WITH + k
                count += 1
    moves[count] = ACCEPT
    return count + 1


def list_race(state, seat, moves):
    """Any card of the own hand may be slapped, with `assist_slap` only legal ones; or stay (ION-71)."""
    if state.assist_slap:
        count = list_fitting(state, seat, moves, SLAP)
    else:
        count = list_cards(moves, 0, state.hand[2 * seat], state.hand[2 * seat + 1], SLAP)
    moves[count] = STAY
    return count + 1


def list_range(moves, first, number):
    for k in range(number):
        moves[k] = first + k
    return number


def list_targets(state, seat, moves):
    count = 0
    for other in range(state.players):
        if other != seat and (state.alive >> other) & 1:
            moves[count] = CHALLENGE_SEAT + other
            count += 1
    return count


def list_numbers_left(state, moves):
    count = 0
    for number in range(NUMBERS):
        if not (state.pair >> number) & 1:
            moves[count] = PICK_ONE + number
            count += 1
    return count


def list_drawn(state, seat, moves):
    """The drawn card if it fits (without `drawn_only` every card that fits, ION-R9), or keep it."""
    if not state.drawn_only:
        count = list_fitting(state, seat, moves, PLAY)
    else:
        count = 0
        if fits(state, state.drawn):
            moves[0] = PLAY + state.drawn
            count = 1
    moves[count] = KEEP
    return count + 1


def list_play(state, seat, moves):
    """A legal card, or draw; pass only if there is neither (ION-17, 21)."""
    count = list_fitting(state, seat, moves, PLAY)
    if can_draw(state):
        moves[count] = DRAW
        count += 1
    elif count == 0:
        moves[0] = PASS
        count = 1
    return count


def legal(state, seat, moves):
    node = state.node
    if node in (AT_PLAY, AT_AGAIN):
        return list_play(state, seat, moves)
    if node == AT_DRAWN:
        return list_drawn(state, seat, moves)
    if node == AT_RESPOND:
        return list_responses(state, seat, moves)
    if node == AT_RACE:
        return list_race(state, seat, moves)
    if node == AT_CALL:
        return list_range(moves, CALL, NUMBERS)
    if node == AT_WHO:
        return list_range(moves, NEXT, 2)
    if node == AT_TARGET:
        return list_targets(state, seat, moves)
    if node == AT_PAIR:
        return list_range(moves, PICK_TWO, PAIRS)
    if node == AT_ONE:
        return list_numbers_left(state, moves)
    return list_cards(moves, 0, state.hand[2 * seat], state.hand[2 * seat + 1], GIVE)

# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""The fourteen actions of ION: what each does, who may answer it, and what the last card still does (ledger 2.D, 2.E, 2.H)."""

from parlour.core.bits import lowest, nth, size
from parlour.core.notes import note
from parlour.core.stream import random_below
from parlour.games.ion.cards import (
    BOMB,
    CHALLENGE,
    DOUBLE_JOKER,
    GIFT,
    NEW_GAME,
    NO_PLAY,
    NUMBERS,
    PLAY_AGAIN,
    PUNISH,
    PUNISH_PREVIOUS,
    PUNISH_WHO,
    TICK_TACK,
)
from parlour.games.ion.piles import add, blur_recycled, count, draw_card, draw_cards, fits, is_empty, lay, put_under, remove
from parlour.games.ion.record import (
    ACCEPTED,
    AGAIN,
    AIMED,
    ANSWERED,
    ANY_TARGET,
    AT_AGAIN,
    AT_CALL,
    AT_DRAWN,
    AT_GIFT,
    AT_ONE,
    AT_PAIR,
    AT_PLAY,
    AT_RACE,
    AT_RESPOND,
    AT_TARGET,
    AT_WHO,
    BLACK_FACES,
    BLOCKED,
    CALLED,
    CHALLENGED,
    DUEL_CARDS,
    DUEL_WON,
    EXCHANGED,
    EXPLODED,
    GAVE,
    HIT_OWNER,
    LAPSED,
    NEW_GAME_EXTRA,
    NEXT,
    NO_CARD,
    NOBODY,
    NOT_YET,
    NOTHING,
    PICKED_ONE,
    PICKED_TWO,
    RACE_OPENED,
    REALTIME,
    RECEIVED,
    ROLLED,
    SET_ASIDE,
    SHIFTED,
    SKIPPED,
    SLAP_CARDS,
    SLAPPED,
    STAYED,
    SURVIVED,
    THREW,
    TOURNAMENT,
    TWO_NUMBERS,
    WENT_OUT,
)
from parlour.games.ion.scoring import end_hand
from parlour.games.ion.turns import ask, clear_pending, count_turn, next_seat, play_card, previous_seat, start_turn

# What a card just played does.


def carry_out(state, seat, type):
    """The effect of a card just played by `seat` (2.E), turned up for the dealer too (ION-88)."""
    if type in (PUNISH, NEW_GAME) or (type == NO_PLAY and state.no_play_shiftable):
        aim(state, type, seat)
    elif type == PUNISH_PREVIOUS:
        punish(state, seat, previous_seat(state, seat))
        start_turn(state, next_seat(state, seat))
    elif type == PUNISH_WHO:
        if size(state.alive) > 2:
            ask(state, AT_WHO, seat)
        else:
            aim(state, PUNISH, seat)
    elif type == CHALLENGE:
        ask(state, AT_TARGET, seat)
    elif type == GIFT:
        ask(state, AT_GIFT, seat)
    elif type == NO_PLAY:
        skip(state, next_seat(state, seat))
    elif type == PLAY_AGAIN:
        count_turn(state)
        note(state, AGAIN, seat)
        ask(state, AT_AGAIN, seat)
    elif type == BOMB:
        explode(state, next_seat(state, seat), seat)
    elif type == TICK_TACK:
        open_race(state, seat)
    elif type == DOUBLE_JOKER:
        ask(state, AT_CALL, seat)
    else:
        start_turn(state, next_seat(state, seat))


# Pending actions and responses (2.D).


def aim(state, type, source):
    """The action waits for the answer of the next player, whose turn begins (ION-24)."""
    target = next_seat(state, source)
    state.pending = type
    state.source = source
    state.victim = target
    note(state, AIMED, source, target, type)
    start_turn(state, target)


def block(state, seat, card):
    """The action is cancelled completely, no die is rolled (ION-26). Out of turn the pointer stays (ION-R13)."""
    after = state.source if state.off_turn else seat
    remove(state.hand, seat, card)
    note(state, BLOCKED, seat, card, state.pending, count(state.hand, seat))
    lay(state, card)
    clear_pending(state)
    if is_empty(state.hand, seat):
        end_hand(state, seat, WENT_OUT)
    else:
        start_turn(state, next_seat(state, after))


def shift(state, seat, card):
    """The action moves on to the next player, who may answer in turn (ION-27); ION-34, 91 for its two special cases."""
    remove(state.hand, seat, card)
    target = next_seat(state, seat)
    note(state, SHIFTED, seat, card, state.pending, target, count(state.hand, seat))
    lay(state, card)
    if state.pending == CHALLENGE and target == state.source:
        state.source = seat
    state.victim = target
    if is_empty(state.hand, seat):
        go_out_by_shift(state, seat)
    else:
        start_turn(state, target)


def accept(state, seat):
    """The action is carried out on the target, who then plays (ION-29)."""
    type = state.pending
    note(state, ACCEPTED, seat, type)
    if type == CHALLENGE:
        begin_duel(state)
    elif type == NO_PLAY:
        clear_pending(state)
        skip(state, seat)
    else:
        resolve_on_target(state)
        ask(state, AT_AGAIN if type == NEW_GAME else AT_PLAY, seat)


def resolve_on_target(state):
    """Punish (ION-37), Gift (ION-49) or New Game +5 (ION-53) happens to the target; nothing is pending any more."""
    target = state.victim
    if state.pending == PUNISH:
        punish(state, state.source, target)
    elif state.pending == GIFT:
        receive_gift(state, target)
    elif state.pending == NEW_GAME:
        new_game(state, target)
    clear_pending(state)


# The actions, one by one (2.E).


def punish(state, source, victim):
    """The black die says how many cards the victim draws (ION-37, 38); the source counts as the roller (ION-30)."""
    number = random_below(state, BLACK_FACES) + 1
    note(state, ROLLED, source, number, victim)
    draw_cards(state, victim, number)


def choose_who(state, seat, action):
    """Punish Who?: next may answer, previous may not (ION-40); the next turn is the right neighbour's (ION-42)."""
    if state.leaving != NOBODY:
        victim = next_seat(state, seat) if action == NEXT else previous_seat(state, seat)
        punish(state, seat, victim)
        end_hand(state, state.leaving, WENT_OUT)
    elif action == NEXT:
        aim(state, PUNISH, seat)
    else:
        punish(state, seat, previous_seat(state, seat))
        start_turn(state, next_seat(state, seat))


def choose_target(state, seat, target):
    """A challenge to the next player is pending; to anybody else it is fought at once (ION-43), see also ION-R13."""
    note(state, CHALLENGED, seat, target)
    near = target == next_seat(state, seat)
    if near and state.leaving == NOBODY:
        aim(state, CHALLENGE, seat)
        return
    state.source = seat
    state.victim = target
    state.off_turn = 1
    if state.leaving == NOBODY and state.challenge_reach == ANY_TARGET:
        state.pending = CHALLENGE
        note(state, AIMED, seat, target, CHALLENGE)
        ask(state, AT_RESPOND, target)
    else:
        begin_duel(state)


def begin_duel(state):
    """The challenger picks two numbers first (ION-44)."""
    state.pending = NOTHING
    ask(state, AT_PAIR, state.source)


def pick_two(state, seat, pair):
    state.pair = TWO_NUMBERS[pair]
    note(state, PICKED_TWO, seat, lowest(state.pair) + 1, nth(state.pair, 1) + 1)
    ask(state, AT_ONE, state.victim)


def pick_one(state, seat, number):
    """With the challenged player's number the dice decide; the loser draws four, unless already out (ION-46, 92)."""
    note(state, PICKED_ONE, seat, number)
    winner = duel_winner(state, number)
    loser = state.source + state.victim - winner
    note(state, DUEL_WON, winner, loser)
    state.pair = 0
    if loser != state.leaving:
        draw_cards(state, loser, DUEL_CARDS)
    source, target, off_turn = state.source, state.victim, state.off_turn
    clear_pending(state)
    if state.leaving != NOBODY:
        end_hand(state, state.leaving, WENT_OUT)
    elif off_turn:
        start_turn(state, next_seat(state, source))
    else:
        ask(state, AT_PLAY, target)


def duel_winner(state, number):
    """They roll in turn, the challenger first, until a picked number appears: its owner wins (ION-45, 46; ION-R14)."""
    roller = state.source
    while True:
        face = random_below(state, NUMBERS) + 1
        note(state, THREW, roller, face)
        owner = NOBODY
        if (state.pair >> (face - 1)) & 1:
            owner = state.source
        elif face == number:
            owner = state.victim
        if owner != NOBODY and (state.challenge_hit == HIT_OWNER or owner == roller):
            return owner
        roller = state.source + state.victim - roller


def give(state, seat, card):
    """The gift waits face down (ION-48); a giver whose hand is empty is out at once, nobody answers (ION-50)."""
    if count(state.hand, seat) > 1:
        for other in range(state.players):
            if other != seat:
                state.known[2 * other] &= ~state.hand[2 * seat]
                state.known[2 * other + 1] &= ~state.hand[2 * seat + 1]
        blur_recycled(state, state.hand[2 * seat], state.hand[2 * seat + 1])
    remove(state.hand, seat, card)
    state.gift = card
    note(state, GAVE, seat, card)
    if is_empty(state.hand, seat):
        state.source = seat
        receive_gift(state, next_seat(state, seat))
        clear_pending(state)
        end_hand(state, seat, WENT_OUT)
    else:
        aim(state, GIFT, seat)


def receive_gift(state, seat):
    """The gift joins the hand (ION-49); its giver knows who has it now."""
    add(state.hand, seat, state.gift)
    add(state.known, state.source, state.gift)
    remove(state.known, seat, state.gift)
    note(state, RECEIVED, seat, state.gift, state.source)
    state.gift = NO_CARD


def new_game(state, seat):
    """Draw as many cards as the hand held and five more, then put the old hand under the pile (ION-53, 54)."""
    state.aside[0] = state.hand[2 * seat]
    state.aside[1] = state.hand[2 * seat + 1]
    state.hand[2 * seat] = 0
    state.hand[2 * seat + 1] = 0
    state.set_aside = count(state.aside, 0)
    note(state, SET_ASIDE, seat, state.set_aside)
    draw_cards(state, seat, state.set_aside + NEW_GAME_EXTRA)


def put_old_hand_under(state):
    put_under(state, state.owing, state.aside[0], state.aside[1])
    state.aside[0] = 0
    state.aside[1] = 0


def end_new_game(state):
    """All new cards are drawn; an old hand that the pile did not need earlier goes under it now."""
    if not is_empty(state.aside, 0):
        put_old_hand_under(state)
    note(state, EXCHANGED, state.owing, state.set_aside, count(state.hand, state.owing))
    state.set_aside = 0


def draw_owed(state):
    """One card of those that are owed; what cannot be drawn is forgiven (ION-86)."""
    card = draw_card(state, state.owing)
    if state.node == AT_DRAWN:
        state.drawn = card
    if card != NO_CARD:
        state.owed -= 1
    elif is_empty(state.aside, 0):
        state.owed = 0
    else:
        put_old_hand_under(state)
    if state.owed == 0 and state.set_aside:
        end_new_game(state)


def skip(state, seat):
    """The seat loses its turn (ION-56); with two alive the player of the No Play goes on (ION-104)."""
    note(state, SKIPPED, seat)
    start_turn(state, next_seat(state, seat))


def explode(state, seat, bomber):
    """The seat is out of this hand, its cards are the bomber's spoils (ION-61, 62); its right neighbour plays (ION-63)."""
    low, high = state.hand[2 * seat], state.hand[2 * seat + 1]
    note(state, EXPLODED, seat, bomber, size(low) + size(high))
    state.spoils[2 * bomber] |= low
    state.spoils[2 * bomber + 1] |= high
    state.known[2 * seat] |= low
    state.known[2 * seat + 1] |= high
    state.hand[2 * seat] = 0
    state.hand[2 * seat + 1] = 0
    after = next_seat(state, seat)
    state.alive &= ~(1 << seat)
    if size(state.alive) == 1:
        end_hand(state, after, SURVIVED)
    else:
        start_turn(state, after)


def call(state, seat, number):
    """Only the called number matches now (ION-68)."""
    state.match = 1 << (number - 1)
    note(state, CALLED, seat, number)
    start_turn(state, next_seat(state, seat))


# Tick-Tack, the race (ION-70 to 77).


def open_race(state, seat):
    """Everybody alive but its player may lay a card or stay out (ION-70, 71)."""
    count_turn(state)
    state.race_by = seat
    state.waiting = state.alive & ~(1 << seat)
    note(state, RACE_OPENED, seat)
    ask(state, AT_RACE, NOBODY)


def answer_race(state, seat, answer):
    """Realtime: the first slap that arrives is the first (ION-R18). Sealed: all answer, then chance orders (ION-R19)."""
    state.waiting &= ~(1 << seat)
    if answer != STAYED and state.race_mode == REALTIME:
        first_slap(state, seat, answer)
        return
    state.slap[seat] = answer
    note(state, ANSWERED, seat, answer)
    if state.waiting == 0:
        slappers = 0
        for other in range(state.players):
            if state.slap[other] >= 0:
                slappers |= 1 << other
        if slappers:
            first = nth(slappers, random_below(state, size(slappers)))
            first_slap(state, first, state.slap[first])
        else:
            by = close_race(state)
            note(state, LAPSED, by)
            start_turn(state, next_seat(state, by))


def close_race(state):
    """The race is over; slaps that were not first go back unseen (ION-71). Returns who opened it."""
    by = state.race_by
    state.race_by = NOBODY
    state.waiting = 0
    for seat in range(state.players):
        state.slap[seat] = NOT_YET
    return by


def first_slap(state, seat, card):
    """A legal first slap is played from the slapper's seat (ION-72); a wrong one goes back and costs two (ION-73)."""
    by = close_race(state)
    good = fits(state, card)
    note(state, SLAPPED, seat, card, good)
    if good:
        play_card(state, seat, card)
        return
    for other in range(state.players):
        if other != seat:
            add(state.known, other, card)
    draw_cards(state, seat, SLAP_CARDS)
    start_turn(state, next_seat(state, by))


# Going out (2.H).


def go_out(state, seat, type):
    """The hand is over, but a last Punish, Challenge or New Game +5 is still carried out, unanswered (ION-89, 90).

    In Quick mode that cannot change the result and is left out (ION-94).
    """
    if state.mode == TOURNAMENT:
        state.leaving = seat
        if type == PUNISH or (type == PUNISH_WHO and size(state.alive) == 2):
            punish(state, seat, next_seat(state, seat))
        elif type == PUNISH_PREVIOUS:
            punish(state, seat, previous_seat(state, seat))
        elif type == NEW_GAME:
            new_game(state, next_seat(state, seat))
        elif type == PUNISH_WHO:
            ask(state, AT_WHO, seat)
            return
        elif type == CHALLENGE:
            ask(state, AT_TARGET, seat)
            return
    end_hand(state, seat, WENT_OUT)


def go_out_by_shift(state, seat):
    """The shifted action is carried out on the next player without response (ION-91)."""
    if state.mode == TOURNAMENT and state.pending == CHALLENGE:
        state.leaving = seat
        begin_duel(state)
        return
    if state.mode == TOURNAMENT or state.pending == GIFT:
        resolve_on_target(state)
    clear_pending(state)
    end_hand(state, seat, WENT_OUT)

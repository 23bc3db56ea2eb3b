"""ION: get rid of your cards by matching dots, with fourteen actions in the way. Ledger: ledger.md, ION-1 to ION-105.

Seats are numbered in playing order: seat s + 1 sits to the right of seat s, and play always goes to the right (ION-10).
The cards and their numbers 0-97 are in cards.py. Row r of a set of cards is the words 2 r and 2 r + 1 of its field.

The draw pile is sets of cards, a row of `pile` for each layer: row 0 is the top layer, a hand that New Game +5 puts under
the pile is a layer of its own. Inside a layer nobody knows the order, so chance decides only when a card is drawn. Where
a position says in which order cards are drawn, these lie in `stack`, a part of the top layer.

What a seat knows of hidden cards beyond its own: `known` holds for each seat the cards whose place (a hand, a layer of the
pile, a heap of spoils, the gift) it knows: a card it gave away, a wrong slap that all have seen, its own old hand under the
pile or in a bomber's spoils. A card leaves `known` when it is played, when its holder gives somebody one of several cards,
or when another player draws from a layer where it is not alone. `recycled` is common knowledge: the cards of the last
reshuffle that were not seen since; how many of them each hand and layer holds is known to all. When that count cannot be
followed any more (a gift from a mixed hand, a draw from a mixed layer) `recycled` becomes empty.

Moves:   0- 97  play a card          304  draw      309  next              317-326  challenge seat 0-9
        98-195  slap a card          305  keep      310  previous          327-341  pick two numbers, 12 13 … 56
       196-293  give a card          306  pass      311-316  call 1-6      342-347  pick one number, 1-6
       294-298  block with a card    307  accept
       299-303  shift with a card    308  stay
"""

from parlour.core.bits import size
from parlour.core.notes import note
from parlour.core.stream import random_below
from parlour.games.ion.actions import (
    accept,
    answer_race,
    block,
    call,
    carry_out,
    choose_target,
    choose_who,
    draw_owed,
    give,
    go_out,
    pick_one,
    pick_two,
    shift,
)
from parlour.games.ion.cards import (
    BLOCK,
    BOMB,
    CARDS,
    DOUBLE_JOKER,
    FIRST_BLOCK,
    FIRST_SHIFT,
    OF_TYPE,
    PUNISH_PREVIOUS,
    TICK_TACK,
    TYPE,
    WHOLE_DECK,
)
from parlour.games.ion.choices import acting, legal
from parlour.games.ion.hidden import resample
from parlour.games.ion.observation import LAYOUT, OBSERVED, observe
from parlour.games.ion.piles import add, count, draw_cards, fill_pile, is_empty, lay, take_top
from parlour.games.ion.record import (
    ACCEPT,
    ACTIONS,
    AT_AGAIN,
    AT_DRAWN,
    BLOCK_WITH,
    BOMB_ALWAYS,
    BOMB_AUTO,
    BOMB_REDRAW,
    CALL,
    CARD_PLAYED,
    CHALLENGE_SEAT,
    DEAL_DUE,
    DEALT,
    DRAW,
    GIVE,
    HAND,
    HAND_BEGAN,
    HAND_OF_TWO,
    HAND_OVER,
    KEEP,
    KEPT,
    LISTED,
    MATCH_OVER,
    MOST_HANDS,
    NO_CARD,
    NOBODY,
    NOT_YET,
    PASS,
    PASSED,
    PICK_ONE,
    PICK_TWO,
    SEATS,
    SHIFT_WITH,
    SLAP,
    STALLED_BY_PASSES,
    STAY,
    STAYED,
    TOURNAMENT,
    TURNED_UP,
    WENT_OUT,
    State,
)
from parlour.games.ion.scoring import close_hand, end_hand
from parlour.games.ion.turns import ask, clear_pending, next_seat, play_card, start_turn

# Set-up.


def setup(state):
    """A match: the deck without what is taken out (ION-1), a first dealer by chance (ION-2), and the first hand."""
    put_together_deck(state)
    state.stacked = 0
    for spot in range(CARDS):
        state.stack[spot] = NO_CARD
    for seat in range(SEATS):
        state.score[seat] = 0
    state.hand_no = 0
    state.hand_winner = NOBODY
    state.ended = WENT_OUT
    state.won = 0
    state.owed = 0
    state.owing = 0
    state.dealer = random_below(state, state.players)
    state.node = DEAL_DUE
    go_on(state)


def has_bomb(state):
    """The Bomb plays in tournaments of three or more, unless the table wants it always or never (ION-R24)."""
    if state.bomb == BOMB_AUTO:
        return state.mode == TOURNAMENT and state.players > 2
    return state.bomb == BOMB_ALWAYS


def put_together_deck(state):
    """All cards but the removed actions (ION-101), for two players also without Punish Previous and Tick-Tack (ION-103)."""
    removed = state.removed_actions << 1
    if state.players == 2:
        removed |= 1 << PUNISH_PREVIOUS | 1 << TICK_TACK
    if not has_bomb(state):
        removed |= 1 << BOMB
    for word in range(2):
        state.deck[word] = WHOLE_DECK[word]
        for type in range(BLOCK, DOUBLE_JOKER + 1):
            if (removed >> type) & 1:
                state.deck[word] &= ~OF_TYPE[type, word]


def cards_each(state):
    """Seven, nine for two (ION-3, 103). A deck that cannot give so many and a table card gives fewer, and leaves a card each
    to draw (ION-102)."""
    deck, players = count(state.deck, 0), state.players
    wanted = HAND_OF_TWO if players == 2 else HAND
    return wanted if deck > players * wanted else (deck - 1 - players) // players


def go_on(state):
    """Everything that follows by itself, up to the next decision. A Bomb turned up can even end hand after hand."""
    while state.owed or state.node > MATCH_OVER:
        if state.owed:
            draw_owed(state)
        elif state.node == CARD_PLAYED:
            if is_empty(state.hand, state.actor):
                go_out(state, state.actor, TYPE[state.top])
            else:
                carry_out(state, state.actor, TYPE[state.top])
        elif state.node == HAND_OVER:
            close_hand(state)
        else:
            deal_hand(state)


def deal_hand(state):
    """Deal one card at a time from the dealer's right (ION-3), turn one over (ION-7) and carry it out (ION-8, 88)."""
    if state.hand_no < MOST_HANDS:
        state.hand_no += 1
    state.alive = (1 << state.players) - 1
    state.turn_count = 0
    state.passes = 0
    state.leaving = NOBODY
    state.drawn = NO_CARD
    state.pair = 0
    state.owed = 0
    state.owing = NOBODY
    state.set_aside = 0
    state.aside[0] = 0
    state.aside[1] = 0
    clear_pending(state)
    state.race_by = NOBODY
    state.waiting = 0
    for seat in range(SEATS):
        state.slap[seat] = NOT_YET
    for word in range(2 * SEATS):
        state.hand[word] = 0
        state.spoils[word] = 0
        state.known[word] = 0
    state.played[0] = 0
    state.played[1] = 0
    state.recycled[0] = 0
    state.recycled[1] = 0
    fill_pile(state, state.deck[0], state.deck[1])
    each = cards_each(state)
    note(state, HAND_BEGAN, state.hand_no, state.dealer, each)
    for _ in range(each):
        seat = state.dealer
        for _ in range(state.players):
            seat = next_seat(state, seat)
            card = take_top(state)
            add(state.hand, seat, card)
            note(state, DEALT, seat, card)
    turn_one_over(state)


def turn_one_over(state):
    """The face-up card is the dealer's (ION-8), who neither loses a card nor goes out by it; `redraw`: ION-R21."""
    card = take_top(state)
    while TYPE[card] == BOMB and state.bomb_face_up == BOMB_REDRAW:
        add(state.pile, 0, card)
        state.pile_size += 1
        card = take_top(state)
    note(state, TURNED_UP, state.dealer, card)
    lay(state, card)
    ask(state, CARD_PLAYED, state.dealer)


# A turn without an action (2.C).


def draw_one(state, seat):
    """Draw instead of playing (ION-17): the card may be played at once (ION-18), but not after Play Again (ION-55, 57).

    The player is asked also when the card does not fit, so that being asked tells nobody anything.
    """
    draw_cards(state, seat, 1)
    if state.node == AT_AGAIN:
        start_turn(state, next_seat(state, seat))
    else:
        ask(state, AT_DRAWN, seat)


def keep(state, seat):
    """The drawn card stays in the hand and the turn ends (ION-18, 20)."""
    state.drawn = NO_CARD
    note(state, KEPT, seat)
    start_turn(state, next_seat(state, seat))


def pass_turn(state, seat):
    """Nothing to play and nothing to draw (ION-21); when all pass in succession the hand is stalled (ION-87)."""
    state.passes += 1
    note(state, PASSED, seat)
    if state.passes >= size(state.alive):
        end_hand(state, NOBODY, STALLED_BY_PASSES)
    else:
        start_turn(state, next_seat(state, seat))


# The contract; `acting` and `legal` are in choices.py, `resample` and `observe` in hidden.py.


def apply(state, seat, action):
    if action < SLAP:
        play_card(state, seat, action)
    elif action < GIVE:
        answer_race(state, seat, action - SLAP)
    elif action < BLOCK_WITH:
        give(state, seat, action - GIVE)
    elif action < SHIFT_WITH:
        block(state, seat, FIRST_BLOCK + action - BLOCK_WITH)
    elif action < DRAW:
        shift(state, seat, FIRST_SHIFT + action - SHIFT_WITH)
    elif action == DRAW:
        draw_one(state, seat)
    elif action == KEEP:
        keep(state, seat)
    elif action == PASS:
        pass_turn(state, seat)
    elif action == ACCEPT:
        accept(state, seat)
    elif action == STAY:
        answer_race(state, seat, STAYED)
    elif action < CALL:
        choose_who(state, seat, action)
    elif action < CHALLENGE_SEAT:
        call(state, seat, action - CALL + 1)
    elif action < PICK_TWO:
        choose_target(state, seat, action - CHALLENGE_SEAT)
    elif action < PICK_ONE:
        pick_two(state, seat, action - PICK_TWO)
    else:
        pick_one(state, seat, action - PICK_ONE + 1)
    go_on(state)


def scores(state, out):
    """Tournament points; a Quick match is one point for whoever wins it."""
    for seat in range(state.players):
        out[seat] = state.score[seat] if state.mode == TOURNAMENT else (state.won >> seat) & 1


def winners(state):
    return state.won


__all__ = [
    "ACTIONS",
    "LAYOUT",
    "LISTED",
    "OBSERVED",
    "State",
    "acting",
    "apply",
    "legal",
    "observe",
    "resample",
    "scores",
    "setup",
    "winners",
]

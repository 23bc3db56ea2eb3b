"""ION: get rid of your cards by matching dots, with fourteen actions in the way. Ledger: ledger.md, ION-1 to ION-105.

Seats are numbered in playing order: seat s + 1 sits to the right of seat s, and play always goes to the right (ION-10).
The cards and their numbers 0-97 are in cards.py. Row r of a set of cards is the words 2 r and 2 r + 1 of its field.

The draw pile lies in `pile` with its top at the end. A hand that New Game +5 puts under it stays a layer of its own:
`cut[0]` cards lie under the top layer, `cut[1]` under the next, and so on. Inside a layer nobody knows the order.

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

from parlour.core.bits import lowest, nth, size
from parlour.core.notes import note
from parlour.core.state import record, table
from parlour.core.stream import random_below, shuffle
from parlour.games.ion.cards import (
    BLOCK,
    BLOCKS,
    BOMB,
    CARDS,
    CHALLENGE,
    DOUBLE_JOKER,
    FIRST_BLOCK,
    FIRST_SHIFT,
    FITTING,
    GIFT,
    NEW_GAME,
    NO_PLAY,
    NUMBERS,
    OF_SUM,
    OF_TYPE,
    PLAY_AGAIN,
    POINTS,
    PUNISH,
    PUNISH_PREVIOUS,
    PUNISH_WHO,
    SHIFT,
    SHIFTS,
    SHOWS,
    SUM,
    TICK_TACK,
    TYPE,
    WHOLE_DECK,
    WORD,
)

SEATS = 10
HAND, HAND_OF_TWO, LEAST_HAND = 7, 9, 4
BLACK_FACES, DUEL_CARDS, SLAP_CARDS, NEW_GAME_EXTRA = 3, 4, 2, 5
TURNS_PER_SEAT = 20
LAYERS = 4
PAIRS = 15

QUICK, TOURNAMENT = 0, 1
BOMB_AUTO, BOMB_ALWAYS, BOMB_NEVER = 0, 1, 2
BOMB_LITERAL, BOMB_REDRAW = 0, 1
HIT_OWNER, HIT_OWN_ROLL = 0, 1
NEXT_ONLY, ANY_TARGET = 0, 1
REALTIME, SEALED = 0, 1
DEALER_RIGHT, DEALER_WINNER, DEALER_RANDOM = 0, 1, 2

PLAY, SLAP, GIVE = 0, CARDS, 2 * CARDS
BLOCK_WITH = 3 * CARDS
SHIFT_WITH = BLOCK_WITH + BLOCKS
DRAW, KEEP, PASS, ACCEPT, STAY, NEXT, PREVIOUS, CALL = range(SHIFT_WITH + SHIFTS, SHIFT_WITH + SHIFTS + 8)
CHALLENGE_SEAT = CALL + NUMBERS
PICK_TWO = CHALLENGE_SEAT + SEATS
PICK_ONE = PICK_TWO + PAIRS
ACTIONS = PICK_ONE + NUMBERS
LISTED = CARDS + 1

# The decision that is due (ledger 4.2).
(
    AT_PLAY,
    AT_DRAWN,
    AT_AGAIN,
    AT_RESPOND,
    AT_CALL,
    AT_WHO,
    AT_TARGET,
    AT_PAIR,
    AT_ONE,
    AT_GIFT,
    AT_RACE,
    DEAL_DUE,
    MATCH_OVER,
) = range(13)

NOBODY, NO_CARD, NOTHING = -1, -1, 0
NOT_YET, STAYED = -1, -2
WENT_OUT, SURVIVED, STALLED_BY_PASSES, STALLED_BY_CAP = range(4)

# What happened, for the table to tell.
(
    HAND_BEGAN,
    DEALT,
    TURNED_UP,
    PLAYED,
    DREW,
    KEPT,
    PASSED,
    RESHUFFLED,
    AIMED,
    BLOCKED,
    SHIFTED,
    ACCEPTED,
    ROLLED,
    CHALLENGED,
    PICKED_TWO,
    PICKED_ONE,
    THREW,
    DUEL_WON,
    GAVE,
    RECEIVED,
    EXCHANGED,
    SKIPPED,
    AGAIN,
    EXPLODED,
    CALLED,
    RACE_OPENED,
    ANSWERED,
    SLAPPED,
    LAPSED,
    HAND_ENDED,
    LEFT_WITH,
    SCORED,
    FINISHED,
) = range(33)

State = record(
    ("mode", "i1"),
    ("target", "i4"),
    ("sum_rule", "i1"),
    ("removed_actions", "i2"),
    ("bomb", "i1"),
    ("bomb_face_up", "i1"),
    ("drawn_only", "i1"),
    ("challenge_hit", "i1"),
    ("challenge_reach", "i1"),
    ("no_play_shiftable", "i1"),
    ("race_mode", "i1"),
    ("assist_slap", "i1"),
    ("race_ms", "i2"),
    ("dealer_rotation", "i1"),
    ("turn_cap_base", "i2"),
    ("node", "i1"),
    ("actor", "i1"),  # whose decision it is; NOBODY in a race and when the match is over
    ("alive", "i2"),  # the seats that have not exploded in this hand, as bits
    ("dealer", "i1"),
    ("hand_no", "i2"),
    ("turn_count", "i2"),  # turn starts in this hand
    ("passes", "i1"),  # passes in a row
    ("top", "i1"),  # the table card
    ("match", "i1"),  # the numbers that fit, as bits (number - 1)
    ("total", "i1"),  # the sum of the table card, 0 for none
    ("pending", "i1"),  # the type of the action that is aimed at `victim`, or NOTHING
    ("source", "i1"),  # who aimed it, or who challenges in a duel
    ("victim", "i1"),  # at whom
    ("off_turn", "i1"),  # the challenged seat is not the one whose turn comes next
    ("gift", "i1"),  # the card on its way, or NO_CARD
    ("drawn", "i1"),  # the card just drawn while its player decides about it, or NO_CARD
    ("pair", "i1"),  # the challenger's two numbers, as bits
    ("leaving", "i1"),  # the seat that is out while its last card's action is still carried out
    ("race_by", "i1"),  # who played the Tick-Tack
    ("waiting", "i2"),  # the seats that have not answered in the race, as bits
    ("slap", "i1", (SEATS,)),  # the answers of a sealed race: a card, STAYED or NOT_YET
    ("ended", "i1"),  # how the last hand ended
    ("hand_winner", "i1"),  # of the last hand, or NOBODY
    ("won", "i2"),  # the winners of the match, as bits
    ("pile_size", "i1"),
    ("layers", "i1"),  # how many old hands lie under the top layer of the pile
    ("old_on_top", "i1"),  # the top layer itself is an old hand
    ("cut", "i1", (LAYERS,)),
    ("pile", "i1", (CARDS,)),
    ("score", "i4", (SEATS,)),
    ("deck", "i8", (2,)),
    ("played", "i8", (2,)),  # the table card included
    ("recycled", "i8", (2,)),
    ("hand", "i8", (2 * SEATS,)),
    ("spoils", "i8", (2 * SEATS,)),
    ("known", "i8", (2 * SEATS,)),
)

PENDING = table([PUNISH, CHALLENGE, GIFT, NEW_GAME, NO_PLAY])
# Two different numbers of 1..6 as bits, in the order 12 13 … 56.
TWO_NUMBERS = table([1 << a | 1 << b for a in range(NUMBERS) for b in range(a + 1, NUMBERS)])


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


# Set-up.


def setup(state):
    """A match: the deck without what is taken out (ION-1), a first dealer by chance (ION-2), and the first hand."""
    put_together_deck(state)
    for seat in range(SEATS):
        state.score[seat] = 0
    state.hand_no = 0
    state.hand_winner = NOBODY
    state.ended = WENT_OUT
    state.won = 0
    state.dealer = random_below(state, state.players)
    state.node = DEAL_DUE
    deal_hands_due(state)


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
    """Seven, nine for two (ION-3, 103); fewer if the deck could not also give a table card and one card each (ION-102)."""
    deck, players = count(state.deck, 0), state.players
    wanted = HAND_OF_TWO if players == 2 else HAND
    if deck >= players * wanted + 1 + players:
        return wanted
    return (deck - 1 - players) // players


def deal_hands_due(state):
    """The next hand; a Bomb that is turned up can end one before anybody acts, so there may be several."""
    while state.node == DEAL_DUE:
        deal_hand(state)


def deal_hand(state):
    """Deal one card at a time from the dealer's right (ION-3), turn one over (ION-7) and carry it out (ION-8, 88)."""
    state.hand_no += 1
    state.alive = (1 << state.players) - 1
    state.turn_count = 0
    state.passes = 0
    state.leaving = NOBODY
    state.drawn = NO_CARD
    state.pair = 0
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
        spot = random_below(state, state.pile_size + 1)
        state.pile[state.pile_size] = state.pile[spot] if spot < state.pile_size else card
        state.pile[spot] = card
        state.pile_size += 1
        card = take_top(state)
    note(state, TURNED_UP, state.dealer, card)
    lay(state, card)
    carry_out(state, state.dealer, TYPE[card])


# The draw pile (2.F).


def fill_pile(state, low, high):
    """Shuffle a set of cards into a pile that is empty."""
    count = 0
    for word in range(2):
        bits = low if word == 0 else high
        while bits:
            state.pile[count] = WORD * word + lowest(bits)
            bits &= bits - 1
            count += 1
    for spot in range(count, CARDS):
        state.pile[spot] = NO_CARD
    shuffle(state, state.pile, count)
    state.pile_size = count
    state.layers = 0
    state.old_on_top = 0
    for layer in range(LAYERS):
        state.cut[layer] = 0


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
    """Take the top card of a pile that is not empty."""
    state.pile_size -= 1
    card = state.pile[state.pile_size]
    state.pile[state.pile_size] = NO_CARD
    if state.pile_size == 0:
        state.old_on_top = 0
    elif state.layers and state.pile_size == state.cut[0]:
        state.layers -= 1
        state.old_on_top = 1
        for layer in range(LAYERS - 1):
            state.cut[layer] = state.cut[layer + 1]
        state.cut[LAYERS - 1] = 0
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
    """A forced draw, all at once (ION-85); what cannot be drawn is forgiven (ION-86)."""
    for _ in range(number):
        if draw_card(state, seat) == NO_CARD:
            break


def forget_layer(state, drawer):
    """Who draws from an old hand sees the card; all others lose track of the layer, unless it was its last card."""
    low, high, cards = 0, 0, 0
    for spot in range(state.cut[0] if state.layers else 0, state.pile_size):
        card = state.pile[spot]
        cards += 1
        if card < WORD:
            low |= 1 << card
        else:
            high |= 1 << (card - WORD)
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
    """Shuffle a seat's old hand and put it under the pile (ION-53). The seat knows that it lies there."""
    height = size(low) + size(high)
    for spot in range(state.pile_size - 1, -1, -1):
        state.pile[spot + height] = state.pile[spot]
    count = 0
    for word in range(2):
        bits = low if word == 0 else high
        while bits:
            state.pile[count] = WORD * word + lowest(bits)
            bits &= bits - 1
            count += 1
    shuffle(state, state.pile, height)
    if state.pile_size == 0:
        state.old_on_top = 1
    else:
        for layer in range(state.layers):
            state.cut[layer] += height
        state.cut[state.layers] = height
        state.layers += 1
    state.pile_size += height
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


# Turns (2.C).


def turn_cap(state):
    return state.turn_cap_base + TURNS_PER_SEAT * state.players


def start_turn(state, seat):
    """A turn opens with the response if an action is pending, otherwise with the play (ION-16); too many: ION-87."""
    state.turn_count += 1
    if state.turn_count > turn_cap(state):
        stall(state, STALLED_BY_CAP)
        return
    state.actor = seat
    state.node = AT_RESPOND if state.pending else AT_PLAY


def play_card(state, seat, card):
    """A legal card from the hand, with its full effect (ION-19); the last one ends the hand (ION-89)."""
    remove(state.hand, seat, card)
    state.drawn = NO_CARD
    note(state, PLAYED, seat, card, count(state.hand, seat))
    lay(state, card)
    if is_empty(state.hand, seat):
        go_out(state, seat, TYPE[card])
    else:
        carry_out(state, seat, TYPE[card])


def carry_out(state, seat, type):
    """The effect of a card just played by `seat` (2.E), turned up for the dealer too (ION-88)."""
    if type == PUNISH or type == NEW_GAME or (type == NO_PLAY and state.no_play_shiftable):
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
        state.turn_count += 1
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


def ask(state, node, seat):
    state.node = node
    state.actor = seat


def draw_one(state, seat):
    """Draw instead of playing (ION-17): the card may be played at once (ION-18), but not after Play Again (ION-55, 57).

    The player is asked also when the card does not fit, so that being asked tells nobody anything.
    """
    card = draw_card(state, seat)
    if state.node == AT_AGAIN:
        start_turn(state, next_seat(state, seat))
    else:
        state.drawn = card
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
        stall(state, STALLED_BY_PASSES)
    else:
        start_turn(state, next_seat(state, seat))


# Pending actions and responses (2.D).


def clear_pending(state):
    state.pending = NOTHING
    state.source = NOBODY
    state.victim = NOBODY
    state.off_turn = 0
    state.gift = NO_CARD


def aim(state, type, source):
    """The action waits for the answer of the next player, whose turn begins (ION-24)."""
    target = next_seat(state, source)
    state.pending = type
    state.source = source
    state.victim = target
    note(state, AIMED, source, target, type)
    start_turn(state, target)


def can_block(state):
    """Block answers Punish, Challenge and New Game +5; a Gift and a No Play cannot be blocked (ION-25)."""
    return state.pending != GIFT and state.pending != NO_PLAY


def can_shift(state):
    """Shift answers everything that is pending (ION-25), but not a challenge out of turn (ION-R13)."""
    return not state.off_turn


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
    low, high = state.hand[2 * seat], state.hand[2 * seat + 1]
    state.hand[2 * seat] = 0
    state.hand[2 * seat + 1] = 0
    old = size(low) + size(high)
    drawn, aside = 0, True
    while drawn < old + NEW_GAME_EXTRA:
        if draw_card(state, seat) != NO_CARD:
            drawn += 1
        elif aside:
            put_under(state, seat, low, high)
            aside = False
        else:
            break
    if aside:
        put_under(state, seat, low, high)
    note(state, EXCHANGED, seat, old, drawn)


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
    state.turn_count += 1
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


def stall(state, why):
    """Nobody is out: the lowest hand points win, then the fewest cards; a tie wins nothing (ION-87, 97, 100)."""
    best, first, winner = 0, 0, NOBODY
    for seat in range(state.players):
        if (state.alive >> seat) & 1:
            rank = points_of(state.hand, seat) * (CARDS + 1) + count(state.hand, seat)
            if first == 0 or rank < best:
                best, first, winner = rank, 1 << seat, seat
            elif rank == best:
                first |= 1 << seat
                winner = NOBODY
    if state.mode == QUICK:
        state.won = first
    end_hand(state, winner, why)


# Scoring (2.I) and the next hand.


def end_hand(state, winner, why):
    """The hand is over: score it (ION-95 to 97), then the match ends (ION-4, 98) or the next hand is due (ION-99)."""
    state.ended = why
    state.hand_winner = winner
    state.leaving = NOBODY
    note(state, HAND_ENDED, winner, why, state.hand_no)
    if state.mode == QUICK:
        if winner != NOBODY:
            state.won = 1 << winner
        finish(state)
        return
    score_hand(state, winner)
    state.won = leaders(state, winner)
    if state.won:
        finish(state)
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


def finish(state):
    state.node = MATCH_OVER
    state.actor = NOBODY
    note(state, FINISHED, state.won)


# The contract.


def acting(state):
    if state.node == AT_RACE:
        return state.waiting
    return 0 if state.node == MATCH_OVER else 1 << state.actor


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
    if node == AT_PLAY or node == AT_AGAIN:
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
    deal_hands_due(state)


def scores(state, out):
    """Tournament points; a Quick match is one point for whoever wins it."""
    for seat in range(state.players):
        out[seat] = state.score[seat] if state.mode == TOURNAMENT else (state.won >> seat) & 1


def winners(state):
    return state.won


# Hidden knowledge.


def unplaced(state, seat, word):
    """The hidden cards of one word whose place the seat does not know."""
    seen = state.played[word] | state.hand[2 * seat + word] | state.known[2 * seat + word]
    if state.mode == TOURNAMENT:
        seen |= state.spoils[2 * seat + word]
    if state.gift != NO_CARD and state.gift // WORD == word and state.source == seat:
        seen |= 1 << (state.gift % WORD)
    return state.deck[word] & ~seen


def pick_from(state, low, high):
    """A random card of a set."""
    below = size(low)
    spot = random_below(state, below + size(high))
    if spot < below:
        return nth(low, spot)
    return WORD + nth(high, spot - below)


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
    for place in range(-2, state.pile_size):
        card = state.pile[place] if place >= 0 else (state.gift if place == -2 else state.drawn)
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
            if place >= 0:
                state.pile[place] = card
            elif place == -2:
                state.gift = card
            else:
                state.drawn = card
    for other in range(state.players):
        old_low, old_high = deal_again(state, state.hand, other, low, high, 1, old_low, old_high)
        new_low, new_high = deal_again(state, state.hand, other, low, high, 0, new_low, new_high)
        old_low, old_high = deal_again(state, state.spoils, other, low, high, 1, old_low, old_high)
        new_low, new_high = deal_again(state, state.spoils, other, low, high, 0, new_low, new_high)
    if state.drawn != NO_CARD:
        add(state.hand, holder, state.drawn)
    stir_layers(state)
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


def stir_layers(state):
    """Nobody knows the order inside a layer of the pile."""
    last = state.pile_size
    for layer in range(state.layers + 1):
        first = state.cut[layer] if layer < state.layers else 0
        for spot in range(last - 1, first, -1):
            other = first + random_below(state, spot - first + 1)
            card = state.pile[spot]
            state.pile[spot] = state.pile[other]
            state.pile[other] = card
        last = first


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

    For each card: in the own hand (2 if just drawn, 3 if slapped), played (2 if on top), where it is known to be (a hand k to the right
    k / 10, elsewhere 1), recycled. Then numbers to match, sum, table card's type, decision, pending action. For each seat:
    cards, spoils, points, alive, acts, source, target, dealer, answers owed; then pile and turn counts and the duel's pair.
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
    out[base + 1] = state.turn_count / turn_cap(state)
    out[base + 2] = state.off_turn
    out[base + 3] = size(state.pair) / 2
    out[base + 4] = state.passes / SEATS
    out[base + 5] = state.mode

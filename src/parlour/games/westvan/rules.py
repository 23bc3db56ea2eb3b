"""West Van Soft: build ice creams that your secret character likes, for three days. Ledger: ledger.md, WVS-01 to WVS-60.

A player's hand is the freezer, the ice creams in front of a player are a flight, one ice cream is a melt. Kinds of cards
are numbered in cards.py. A melt's place is 5 x seat + its number in the flight: nobody can have more than 5 (WVS-27, R26).

Moves:   0           pass                                 505 + kind          give it to the next player
         1 + 9c + s  start a melt: cone c, scoop s        527 + kind          discard it
        55 + 30s + p scoop s on the melt at place p       549 + kind          keep it of the two on the tray
       325 + 30t + p top it with topping t                571 + pair          swap the characters of two players
       586           let the dog have all but Freezer burn    587 all, Freezer burn too     588  ask whose turn it is

A turn (WVS-15): GET a card, PLAY or pass, LOSE a card. On an opening turn GET is the tray, with the phases KEEP, SWAP and
DOG_FB. KEEP and DOG_FB always ask the scooper, even where only one answer is allowed: silence would tell who drew
Freezer burn (WVS-R23). `pile` holds the deck at its front, the top card last, and the discards at its end, the newest
first. The `loose` lowest cards of the deck are in no order yet: chance says which of them is drawn. `scoops` lists the
scoops of all melts, place by place, each from the bottom; `height` says how many each has. What the seats know of hidden
cards is in memory.py.
"""

from parlour.core.bits import lowest, nth, size
from parlour.core.notes import note
from parlour.core.state import record, table
from parlour.core.stream import random_below
from parlour.games.westvan.cards import (
    ACTION_CARDS,
    BUDGE,
    BURN,
    CONES,
    DAYS,
    DEAL,
    DEALT_FROM,
    DECK,
    DISLIKES,
    DOG,
    DOG_FB,
    FIRST_SCOOP,
    FIRST_TOPPING,
    INGREDIENT_CARDS,
    INGREDIENTS,
    INSIST,
    KEEP,
    KINDS,
    LIKES,
    LOSE,
    MELTS,
    MOST_SCOOPS,
    MOULDY,
    NOBODY,
    NOTHING,
    OVER,
    PASSED_CYCLES,
    PLACES,
    PLAY,
    SCOOPS,
    SEATS,
    SWAP,
    TASTES,
    TOPPINGS,
    TRAY,
)
from parlour.games.westvan.memory import (
    EVERY_TASTE,
    EVERYBODY,
    VIEWERS,
    asked_in_vain,
    burn_perhaps_taken,
    burn_public,
    burn_seen,
    card_handed,
    card_hidden,
    card_shown,
    cones_purged,
    forget_all,
    freezer_replaced,
    redeal,
    suspect,
    tastes_swapped,
)
from parlour.games.westvan.observation import NUMBERS, write_numbers

PASS, START, SCOOP, TOP, GIVE, DISCARD = 0, 1, 55, 325, 505, 527
KEEP_KIND, SWAP_PAIR, SPARE, FEED, ASK = 549, 571, 586, 587, 588
ACTIONS = 589
# With c cones, s scoops and t toppings, 11 kinds at most: pass, ask, c x s starts and 30 places for each of the others.
LISTED = 2 + 11 * PLACES

# Phases that wait for nobody: go_on carries them out.
GETTING, SERVING, LOSING, ENDING_TURN, ENDING_DAY = range(OVER + 1, OVER + 6)

OPENING, MIDDLE, CLOSING = range(3)
DELIVERY, SELF_SERVE = range(2)
CLOCKWISE = 1

COUNT_CARDS, COUNT_KINDS = range(2)
FLAT, REVERSED = range(2)
SPREAD, NEXT_SEAT, ANY_SEAT = range(3)

# Seats clockwise from the first day's first scooper, by players and day (WVS-09, R17).
SPREAD_START = table([[0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 2], [0, 1, 2], [0, 1, 3], [0, 2, 4]])
PAIRS = table([[i, j] for i in range(SEATS) for j in range(i + 1, SEATS)])

# What happened, for the table to tell.
(DAY, CHARACTER, TURN, TRAYED, ACTED, BUDGED, SWITCHED, SWAPPED, FED, SPARED, PURGED, REFILLED, WASTED, BINNED) = range(14)
(KEPT, STARTED, SCOOPED, TOPPED, PASSED, GAVE, TOOK, DISCARDED, RESHUFFLED, ASKED, DAY_OVER) = range(14, 25)
(LEFT, MELTED, BURNED, SCORED, FINISHED) = range(25, 30)
BY_PLAYING, BY_LOSING, BY_PASSING, BY_ASKING = range(4)

State = record(
    ("open_melts_score", "i1"),
    ("liked", "i1"),
    ("freezer_burn", "i1"),
    ("sommelier", "i1"),
    ("day_start", "i1"),
    ("first_scooper", "i1"),
    ("opener", "i1"),  # the first day's first scooper
    ("day", "i1"),
    ("phase", "i1"),
    ("current", "i1"),
    ("scooper", "i1"),
    ("turn", "i1"),
    ("direction", "i1"),
    ("mode", "i1"),
    ("passes", "i1"),  # turns in a row that were passes
    ("chances", "i1"),  # seats that may still ask today, as bits
    ("resolving", "i1"),  # the tray slot of the action that waits for a decision
    ("tray", "i1", (TRAY,)),
    ("deck", "i1"),
    ("loose", "i1"),
    ("discarded", "i1"),
    ("pile", "i1", (DECK,)),
    ("freezer", "i1", (SEATS, KINDS)),
    ("size", "i1", (SEATS,)),  # of each freezer
    ("held", "i4", (SEATS,)),  # the kinds in it, as bits
    ("taste", "i1", (SEATS,)),  # characters
    ("used", "i4"),  # characters of earlier days, as bits
    ("melts", "i1", (SEATS,)),
    ("cone", "i1", (PLACES,)),
    ("height", "i1", (PLACES,)),
    ("topping", "i1", (PLACES,)),
    ("open", "i4"),  # the places of open melts, as bits
    ("scooped", "i1"),
    ("scoops", "i1", (MOST_SCOOPS,)),
    ("total", "i2", (SEATS,)),
    ("earned", "i2", (DAYS, SEATS)),
    ("tastes_seen", "i1", (SEATS,)),
    ("known", "i1", (SEATS, 2, INGREDIENTS)),
    ("purged", "i1"),  # Mouldy cones came up today
    ("most_cones", "i1", (SEATS, SEATS)),
    ("odds", "i2", (VIEWERS, SEATS)),
    ("deck_odds", "i1"),
    ("tray_odds", "i1", (TRAY,)),
)


def setup(state):
    """Three days (WVS-02); who scoops first is chance unless the table names a seat (WVS-09)."""
    state.opener = state.first_scooper if state.first_scooper >= 0 else random_below(state, state.players)
    state.used = 0
    for seat in range(SEATS):
        state.total[seat] = 0
        for day in range(DAYS):
            state.earned[day, seat] = 0
    begin_day(state, 1)
    go_on(state)


def go_on(state):
    """Carry out everything that is forced, up to the next decision."""
    while state.phase > OVER:
        if state.phase == LOSING:
            lose_step(state)
        elif state.phase == ENDING_TURN:
            end_turn(state)
        elif state.phase == GETTING:
            get_card(state)
        elif state.phase == SERVING:
            resolve_tray(state)
        else:
            end_day(state)


# A day.


def begin_day(state, day):
    """An empty table, a new deal (WVS-59), and the first scooper's turn (WVS-09)."""
    state.day = day
    clear_table(state)
    scooper = first_scooper_of(state, day)
    note(state, DAY, day, scooper)
    deal_freezers(state)
    deal_characters(state)
    begin_turn(state, scooper, OPENING)


def clear_table(state):
    """Empty flights and discards, delivery, clockwise (WVS-08); nobody has asked or knows anything yet."""
    state.direction = CLOCKWISE
    state.mode = DELIVERY
    state.passes = 0
    state.chances = (1 << state.players) - 1 if state.sommelier else 0
    state.resolving = NOTHING
    for slot in range(TRAY):
        state.tray[slot] = NOTHING
    for seat in range(SEATS):
        state.melts[seat] = 0
        state.size[seat] = 0
        state.held[seat] = 0
        for kind in range(KINDS):
            state.freezer[seat, kind] = 0
    for place in range(PLACES):
        state.cone[place] = NOTHING
        state.topping[place] = NOTHING
        state.height[place] = 0
    for i in range(MOST_SCOOPS):
        state.scoops[i] = NOTHING
    state.open = 0
    state.scooped = 0
    state.discarded = 0
    forget_all(state)


def first_scooper_of(state, day):
    """Evenly spread over the days; or by option the next seat clockwise, or chance (WVS-09, R17)."""
    if day == 1:
        return state.opener
    if state.day_start == ANY_SEAT:
        return random_below(state, state.players)
    step = SPREAD_START[state.players, day - 1] if state.day_start == SPREAD else day - 1
    return (state.opener + step) % state.players


def deal_freezers(state):
    """Nine of the 93 ingredients each (WVS-04, 05); the 15 actions are shuffled into the rest (WVS-07)."""
    for i in range(DEALT_FROM):
        state.pile[i] = INGREDIENT_CARDS[i]
    left = DEALT_FROM
    for seat in range(state.players):
        for _ in range(DEAL):
            i = random_below(state, left)
            left -= 1
            put(state, seat, state.pile[i])
            state.pile[i] = state.pile[left]
    for i in range(DECK - DEALT_FROM):
        state.pile[left + i] = ACTION_CARDS[i]
    state.deck = left + DECK - DEALT_FROM
    state.loose = state.deck
    for i in range(state.deck, DECK):
        state.pile[i] = NOTHING


def deal_characters(state):
    """One for each player, never one that was dealt on an earlier day (WVS-06)."""
    free = EVERY_TASTE & ~state.used
    for seat in range(SEATS):
        state.taste[seat] = NOTHING
    for seat in range(state.players):
        state.taste[seat] = nth(free, random_below(state, size(free)))
        free &= ~(1 << state.taste[seat])
        note(state, CHARACTER, seat, state.taste[seat])


# Freezers, deck and discards.


def put(state, seat, kind):
    state.freezer[seat, kind] += 1
    state.size[seat] += 1
    state.held[seat] |= 1 << kind


def take_out(state, seat, kind):
    state.freezer[seat, kind] -= 1
    state.size[seat] -= 1
    if state.freezer[seat, kind] == 0:
        state.held[seat] &= ~(1 << kind)


def draw(state):
    """The top card of the deck; the discards are shuffled into a new one when it is empty (WVS-46)."""
    if state.deck == 0:
        reshuffle(state)
    top = state.deck - 1
    card = state.pile[top]
    if state.deck == state.loose:
        i = random_below(state, state.deck)
        card = state.pile[i]
        state.pile[i] = state.pile[top]
        state.loose = top
    state.pile[top] = NOTHING
    state.deck = top
    return card


def reshuffle(state):
    """The action being resolved and the tray stay where they are (WVS-46)."""
    for i in range(state.discarded):
        state.pile[i] = state.pile[DECK - state.discarded + i]
        if state.pile[i] == BURN:
            state.deck_odds = EVERYBODY
    for i in range(state.discarded, DECK):
        state.pile[i] = NOTHING
    state.deck = state.discarded
    state.loose = state.deck
    state.discarded = 0
    note(state, RESHUFFLED, state.deck)


def lay_off(state, card):
    """Onto the discard pile, face up (WVS-47)."""
    state.discarded += 1
    state.pile[DECK - state.discarded] = card


def bin_card(state, seat, kind):
    """A card from a freezer onto the discard pile."""
    take_out(state, seat, kind)
    card_shown(state, seat, kind)
    lay_off(state, kind)


def refill(state, seat):
    """One card from the deck into a freezer; actions have no effect here and are replaced, Freezer burn stays (WVS-37)."""
    card = draw(state)
    while card > BURN:
        note(state, WASTED, seat, card)
        lay_off(state, card)
        card = draw(state)
    put(state, seat, card)
    note(state, REFILLED, seat, card)
    card_hidden(state, seat)
    suspect(state, seat, state.deck_odds)
    if card == BURN:
        burn_seen(state, seat, seat)


# Turns and the scooper.


def next_seat(state, seat):
    """The neighbour in the current direction (WVS-16)."""
    return (seat + state.direction + state.players) % state.players


def begin_turn(state, seat, turn):
    state.current = seat
    state.turn = turn
    if turn == OPENING:
        state.scooper = seat
    state.phase = GETTING
    note(state, TURN, seat, turn)


def get_card(state):
    """A middle or closing turn has its card from the neighbour already (WVS-19); an opening turn draws two (WVS-20, 21)."""
    if state.turn == OPENING:
        for slot in range(TRAY):
            draw_to_tray(state, slot)
        state.phase = SERVING
    else:
        state.phase = PLAY


def end_turn(state):
    """The day may end (WVS-49, 52); else the next player's turn: n + 1 turns make a cycle (WVS-17, 18)."""
    seat = state.current
    follower = next_seat(state, seat)
    if state.size[seat] == 0:
        close_day(state, BY_LOSING, seat)
    elif state.passes == PASSED_CYCLES * (state.players + 1):
        close_day(state, BY_PASSING, seat)
    elif state.turn == CLOSING:
        begin_turn(state, follower, OPENING)
    else:
        begin_turn(state, follower, CLOSING if follower == state.scooper else MIDDLE)


def close_day(state, why, who):
    state.phase = ENDING_DAY
    note(state, DAY_OVER, state.day, why, who)


# The tray (WVS-21 to 25).


def draw_to_tray(state, slot):
    card = draw(state)
    state.tray[slot] = card
    state.tray_odds[slot] = state.deck_odds & ~(1 << state.scooper)
    note(state, TRAYED, state.scooper, card)
    if card == BURN:
        burn_seen(state, state.scooper, NOBODY)


def resolve_tray(state):
    """Actions on the tray are played at once, the earliest first, each with a replacement (WVS-22)."""
    state.phase = KEEP
    if state.tray[0] > BURN or state.tray[1] > BURN:
        state.resolving = 0 if state.tray[0] > BURN else 1
        card = state.tray[state.resolving]
        note(state, ACTED, state.scooper, card)
        state.tray_odds[state.resolving] = 0
        if card == DOG:
            state.phase = DOG_FB
        elif card == TASTES and state.players > 2:
            state.phase = SWAP
        else:
            if card == BUDGE:
                budge_in_line(state)
            elif card == INSIST:
                no_i_insist(state)
            elif card == MOULDY:
                mouldy_cones(state)
            else:
                swap_characters(state, 0, 1)
            replace_action(state)


def replace_action(state):
    """The resolved action goes to the discards, a new card comes onto the tray (WVS-22)."""
    lay_off(state, state.tray[state.resolving])
    if state.resolving == 0:
        state.tray[0] = state.tray[1]
        state.tray_odds[0] = state.tray_odds[1]
    state.tray[1] = NOTHING
    state.tray_odds[1] = 0
    state.resolving = NOTHING
    draw_to_tray(state, 1)
    state.phase = SERVING


def keep_kinds(state):
    """What the scooper may keep of the tray, as bits: either card (WVS-23), but Freezer burn must be kept (WVS-24)."""
    kinds = 1 << state.tray[0] | 1 << state.tray[1]
    return 1 << BURN if (kinds >> BURN) & 1 else kinds


def keep_card(state, seat, kind):
    """One card into the freezer, unseen, the other face up to the discards (WVS-23 to 25, 47)."""
    other = state.tray[1] if state.tray[0] == kind else state.tray[0]
    put(state, seat, kind)
    card_hidden(state, seat)
    for slot in range(TRAY):
        suspect(state, seat, state.tray_odds[slot])
        state.tray[slot] = NOTHING
        state.tray_odds[slot] = 0
    if kind == BURN:
        burn_seen(state, seat, seat)
    lay_off(state, other)
    note(state, KEPT, seat, kind, other)
    state.phase = PLAY


# Actions.


def budge_in_line(state):
    """Turns and the scooper's rotation run the other way (WVS-38)."""
    state.direction = -state.direction
    note(state, BUDGED, state.direction)


def no_i_insist(state):
    """Delivery and self-serve change places, from this very turn on (WVS-40)."""
    state.mode = SELF_SERVE if state.mode == DELIVERY else DELIVERY
    note(state, SWITCHED, state.mode)


def swap_characters(state, one, two):
    """Two players exchange characters, unseen by the others (WVS-39)."""
    taste = state.taste[one]
    state.taste[one] = state.taste[two]
    state.taste[two] = taste
    tastes_swapped(state, one, two)
    note(state, SWAPPED, state.scooper, one, two, state.taste[one], state.taste[two])


def change_of_tastes(state, pair):
    swap_characters(state, PAIRS[pair, 0], PAIRS[pair, 1])
    replace_action(state)


def has_burn(state):
    """Whether the scooper holds Freezer burn, in the freezer or on the tray (WVS-42)."""
    return state.freezer[state.scooper, BURN] > 0 or state.tray[1 - state.resolving] == BURN


def dog_ate_my_ice_cream(state, seat, spare):
    """The whole freezer is discarded and drawn anew (WVS-41); `spare` keeps Freezer burn where it is (WVS-42)."""
    burn = state.freezer[seat, BURN]
    gone = 0
    for kind in range(KINDS):
        if kind < BURN or not spare:
            while state.freezer[seat, kind] > 0:
                bin_card(state, seat, kind)
                note(state, BINNED, seat, kind)
                gone += 1
    note(state, FED, seat, gone)
    freezer_replaced(state, seat)
    if burn:
        # Discarded before all eyes, or the one card that was not: everybody can tell.
        burn_public(state, seat if spare else NOBODY)
        if spare:
            note(state, SPARED, seat)
    for _ in range(gone):
        refill(state, seat)
    other = 1 - state.resolving
    if state.tray[other] == BURN and not spare:
        state.tray[other] = NOTHING
        lay_off(state, BURN)
        burn_public(state, NOBODY)
        note(state, BINNED, seat, BURN)
        draw_to_tray(state, other)
    replace_action(state)


def mouldy_cones(state):
    """All cones leave all freezers; then each player draws as many, beginning with the scooper (WVS-43)."""
    seat = state.scooper
    gone = 0
    for _ in range(state.players):
        mine = 0
        for kind in range(CONES):
            while state.freezer[seat, kind] > 0:
                bin_card(state, seat, kind)
                note(state, BINNED, seat, kind)
                mine += 1
        note(state, PURGED, seat, mine)
        gone |= mine << 4 * seat
        seat = next_seat(state, seat)
    cones_purged(state)
    for _ in range(state.players):
        for _ in range((gone >> 4 * seat) & 15):
            refill(state, seat)
        seat = next_seat(state, seat)


# PLAY: pass, or exactly one of START, SCOOP, TOP (WVS-26).


def pass_turn(state, seat):
    state.passes += 1
    note(state, PASSED, seat)
    state.phase = LOSING


def start_melt(state, seat, cone, scoop):
    """Cone and scoop together make a new melt in the own flight (WVS-12, 27)."""
    place = MELTS * seat + state.melts[seat]
    state.melts[seat] += 1
    state.cone[place] = cone
    state.open |= 1 << place
    stack_scoop(state, place, scoop)
    take_out(state, seat, cone)
    card_shown(state, seat, cone)
    note(state, STARTED, seat, cone, scoop, state.melts[seat] - 1)
    played(state, seat, scoop)


def scoop_on(state, seat, scoop, place):
    """A scoop on any open melt in any flight (WVS-28)."""
    stack_scoop(state, place, scoop)
    note(state, SCOOPED, seat, scoop, place // MELTS, place % MELTS)
    played(state, seat, scoop)


def top_off(state, seat, topping, place):
    """A topping makes an open melt complete for good (WVS-13, 29)."""
    state.topping[place] = topping
    state.open &= ~(1 << place)
    note(state, TOPPED, seat, topping, place // MELTS, place % MELTS)
    played(state, seat, topping)


def stack_scoop(state, place, scoop):
    """On top of the melt at a place, without limit (WVS-14)."""
    at = 0
    for earlier in range(place + 1):
        at += state.height[earlier]
    for i in range(state.scooped, at, -1):
        state.scoops[i] = state.scoops[i - 1]
    state.scoops[at] = scoop
    state.height[place] += 1
    state.scooped += 1


def played(state, seat, kind):
    """The last card of a play leaves the freezer; an empty freezer ends the day without a LOSE step (WVS-30, 50)."""
    take_out(state, seat, kind)
    card_shown(state, seat, kind)
    state.passes = 0
    state.phase = LOSING
    if state.size[seat] == 0:
        close_day(state, BY_PLAYING, seat)


# LOSE: exactly one card, compulsory (WVS-31).


def lose_step(state):
    """A choice in delivery (WVS-32) and on a closing turn (WVS-34), a blind take in self-serve (WVS-33). The last card
    leaves no choice, be it Freezer burn (WVS-36)."""
    seat = state.current
    if state.turn != CLOSING and state.mode == SELF_SERVE:
        take_blindly(state, seat, next_seat(state, seat))
    elif state.size[seat] == 1:
        lose(state, seat, lowest(state.held[seat]))
    else:
        state.phase = LOSE


def losable_kinds(state, seat):
    """What may be given or discarded, as bits: Freezer burn only if it is the last card (WVS-35, 36)."""
    others = state.held[seat] & ~(1 << BURN)
    return others if others else state.held[seat]


def lose(state, seat, kind):
    if state.turn == CLOSING:
        bin_card(state, seat, kind)
        note(state, DISCARDED, seat, kind)
    else:
        taker = next_seat(state, seat)
        take_out(state, seat, kind)
        put(state, taker, kind)
        card_handed(state, seat, taker, kind)
        note(state, GAVE, seat, taker, kind)
    state.phase = ENDING_TURN


def take_blindly(state, giver, taker):
    """The next player takes any card with equal chance, Freezer burn included (WVS-33)."""
    cards = state.size[giver]
    left = random_below(state, cards)
    kinds = state.held[giver]
    kind = lowest(kinds)
    while left >= state.freezer[giver, kind]:
        left -= state.freezer[giver, kind]
        kinds &= kinds - 1
        kind = lowest(kinds)
    take_out(state, giver, kind)
    put(state, taker, kind)
    card_handed(state, giver, taker, kind)
    burn_perhaps_taken(state, giver, taker, kind, cards)
    note(state, TOOK, taker, giver, kind)
    state.phase = ENDING_TURN


# The sommelier rule (option).


def ask(state, seat):
    """Who asks whose turn it is gets Freezer burn if it lies in a freezer; one emptied so ends the day (WVS-45). Each
    player may ask once a day, which keeps freezers and flights within their bounds (WVS-R26)."""
    state.chances &= ~(1 << seat)
    holder = NOBODY
    for other in range(state.players):
        if state.freezer[other, BURN] > 0 and other != seat:
            holder = other
    note(state, ASKED, seat, holder)
    if holder == NOBODY:
        asked_in_vain(state, seat)
        return
    take_out(state, holder, BURN)
    put(state, seat, BURN)
    burn_public(state, seat)
    if state.size[holder] == 0:
        close_day(state, BY_ASKING, holder)


# The end of a day.


def melt_value(state, place, taste):
    """Cards, liked cards and worth of a melt for a character.

    Cards x (1 + liked cards) (WVS-55), nothing with anything disliked in it (WVS-56). `liked = kinds` counts equal cards
    once (WVS-R11); `open_melts_score = off` wants a topping (WVS-R10).
    """
    first = 0
    for earlier in range(place):
        first += state.height[earlier]
    cards = 1 + state.height[place]
    kinds = 1 << state.cone[place]
    liked = (LIKES[taste] >> state.cone[place]) & 1
    for i in range(first, first + state.height[place]):
        kinds |= 1 << state.scoops[i]
        liked += (LIKES[taste] >> state.scoops[i]) & 1
    if state.topping[place] != NOTHING:
        cards += 1
        kinds |= 1 << state.topping[place]
        liked += (LIKES[taste] >> state.topping[place]) & 1
    if state.liked == COUNT_KINDS:
        liked = size(kinds & LIKES[taste])
    worth = cards * (1 + liked)
    if kinds & DISLIKES[taste] or (state.topping[place] == NOTHING and not state.open_melts_score):
        worth = 0
    return cards, liked, worth


def day_score(state, seat):
    """All melts less one point for every card in the freezer (WVS-54, 57). With Freezer burn in it every card of flight
    and freezer costs a point (WVS-58), or with `freezer_burn = reversed` the melts count against the holder (WVS-R12)."""
    in_flight = 0
    worth = 0
    for melt in range(state.melts[seat]):
        cards, liked, value = melt_value(state, MELTS * seat + melt, state.taste[seat])
        note(state, MELTED, seat, melt, cards, liked, value)
        in_flight += cards
        worth += value
    if state.freezer[seat, BURN] > 0:
        note(state, BURNED, seat, state.freezer_burn)
        worth = -in_flight if state.freezer_burn == FLAT else -worth
    return worth - state.size[seat]


def end_day(state):
    """Everything is revealed and scored (WVS-53); then the next day, or the end (WVS-59, 60)."""
    for seat in range(state.players):
        for kind in range(KINDS):
            if state.freezer[seat, kind] > 0:
                note(state, LEFT, seat, kind, state.freezer[seat, kind])
        points = day_score(state, seat)
        state.earned[state.day - 1, seat] = points
        state.total[seat] += points
        note(state, SCORED, seat, state.taste[seat], state.size[seat], points, state.total[seat])
    if state.day < DAYS:
        for seat in range(state.players):
            state.used |= 1 << state.taste[seat]
        begin_day(state, state.day + 1)
    else:
        state.phase = OVER
        state.chances = 0
        note(state, FINISHED)


# The contract.


def acting(state):
    """The current player, and with the sommelier rule everybody who may still ask today."""
    return 0 if state.phase == OVER else 1 << state.current | state.chances


def legal(state, seat, moves):
    count = 0
    if seat == state.current:
        if state.phase == PLAY:
            count = list_plays(state, seat, moves)
        elif state.phase == LOSE:
            count = list_kinds(losable_kinds(state, seat), DISCARD if state.turn == CLOSING else GIVE, moves)
        elif state.phase == KEEP:
            count = list_kinds(keep_kinds(state), KEEP_KIND, moves)
        elif state.phase == SWAP:
            for pair in range(len(PAIRS)):
                if PAIRS[pair, 1] < state.players:
                    moves[count] = SWAP_PAIR + pair
                    count += 1
        else:
            moves[0] = FEED
            moves[1] = SPARE
            count = 2 if has_burn(state) else 1
    if (state.chances >> seat) & 1:
        moves[count] = ASK
        count += 1
    return count


def list_kinds(kinds, first, moves):
    count = 0
    while kinds:
        moves[count] = first + lowest(kinds)
        kinds &= kinds - 1
        count += 1
    return count


def list_plays(state, seat, moves):
    """Pass always (WVS-26); cone and scoop for the own flight (WVS-27); scoops and toppings on open melts (WVS-28, 29)."""
    moves[0] = PASS
    count = 1
    held = state.held[seat]
    scoops = (held >> FIRST_SCOOP) & ((1 << SCOOPS) - 1)
    toppings = (held >> FIRST_TOPPING) & ((1 << TOPPINGS) - 1)
    cones = held & ((1 << CONES) - 1) if state.melts[seat] < MELTS else 0
    while cones:
        first = START + SCOOPS * lowest(cones)
        cones &= cones - 1
        count += list_on(scoops, first, 1, moves, count)
    places = state.open
    while places:
        place = lowest(places)
        places &= places - 1
        count += list_on(scoops, SCOOP + place, PLACES, moves, count)
        count += list_on(toppings, TOP + place, PLACES, moves, count)
    return count


def list_on(kinds, first, step, moves, at):
    """Write first + step x kind for each of the kinds, from moves[at] on; return how many."""
    count = 0
    while kinds:
        moves[at + count] = first + step * lowest(kinds)
        kinds &= kinds - 1
        count += 1
    return count


def apply(state, seat, action):
    if action == ASK:
        ask(state, seat)
    elif action == PASS:
        pass_turn(state, seat)
    elif action < SCOOP:
        start_melt(state, seat, (action - START) // SCOOPS, FIRST_SCOOP + (action - START) % SCOOPS)
    elif action < TOP:
        scoop_on(state, seat, FIRST_SCOOP + (action - SCOOP) // PLACES, (action - SCOOP) % PLACES)
    elif action < GIVE:
        top_off(state, seat, FIRST_TOPPING + (action - TOP) // PLACES, (action - TOP) % PLACES)
    elif action < DISCARD:
        lose(state, seat, action - GIVE)
    elif action < KEEP_KIND:
        lose(state, seat, action - DISCARD)
    elif action < SWAP_PAIR:
        keep_card(state, seat, action - KEEP_KIND)
    elif action < SPARE:
        change_of_tastes(state, action - SWAP_PAIR)
    else:
        dog_ate_my_ice_cream(state, seat, action == SPARE)
    go_on(state)


def scores(state, out):
    """The totals of the finished days (WVS-59)."""
    for seat in range(state.players):
        out[seat] = state.total[seat]


def winners(state):
    """The highest total; equal totals share the victory (WVS-60)."""
    best = state.total[0]
    for seat in range(state.players):
        best = max(best, state.total[seat])
    won = 0
    for seat in range(state.players):
        if state.total[seat] == best:
            won |= 1 << seat
    return won


def resample(state, seat):
    """Everything is revealed once the match is over; before, see memory.py."""
    if state.phase != OVER:
        redeal(state, seat)


OBSERVED = NUMBERS


def observe(state, seat, out):
    """See observation.py."""
    write_numbers(state, seat, out)

"""West Van Soft: build ice creams that your secret character likes, for three days. Ledger: ledger.md, WVS-01 to WVS-60.

A player's hand is the freezer, the ice creams in front of a player are a flight, one ice cream is a melt: nobody can have
more than 5 (WVS-27, R26). Kinds of cards are numbered in cards.py, moves in choices.py; how cards are kept is told in
piles.py and scoring.py, what the seats know of them in memory.py.

A turn (WVS-15): GET a card, PLAY or pass, LOSE a card. On an opening turn GET is the tray, with the phases KEEP, SWAP and
DOG_FB. KEEP and DOG_FB always ask the scooper, even where only one answer is allowed: silence would tell who drew
Freezer burn (WVS-R23).
"""

from parlour.core.bits import nth, size
from parlour.core.contract import LATER, SOON
from parlour.core.notes import note
from parlour.core.stream import random_below
from parlour.games.westvan.bags import count
from parlour.games.westvan.cards import (
    BUDGE,
    BURN,
    CONES_OF_BAG,
    DAYS,
    DECK,
    DOG,
    DOG_FB,
    EVERY_TASTE,
    FIRST_SCOOP,
    FIRST_TOPPING,
    INGREDIENTS,
    INSIST,
    KEEP,
    KINDS,
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
    TRAY,
)
from parlour.games.westvan.choices import acting, how_many, legal, nth_move
from parlour.games.westvan.hidden import resample
from parlour.games.westvan.memory import (
    anticlockwise,
    asked_in_vain,
    burn_perhaps_taken,
    burn_public,
    burn_seen,
    card_handed,
    card_hidden,
    card_shown,
    clockwise,
    cones_purged,
    forget_all,
    freezer_replaced,
    suspect,
    tastes_swapped,
)
from parlour.games.westvan.observation import LAYOUT, OBSERVED, observe
from parlour.games.westvan.piles import (
    any_card,
    bin_cards,
    deal_freezers,
    draw,
    first_queued,
    lay_off,
    only_card,
    put,
    refill,
    take_out,
)
from parlour.games.westvan.record import (
    A_TURN,
    ACTED,
    ACTIONS,
    ANY_SEAT,
    ASK,
    ASKED,
    BINNED,
    BUDGED,
    BY_ASKING,
    BY_LOSING,
    BY_PASSING,
    BY_PLAYING,
    CHARACTER,
    CLOCKWISE,
    CLOSING,
    DAY,
    DAY_OVER,
    DELIVERY,
    DISCARDED,
    ENDING_DAY,
    ENDING_TURN,
    FED,
    FEED,
    FINISHED,
    GAVE,
    GIVE,
    KEEP_KIND,
    KEPT,
    LEFT,
    LISTED,
    LOSING,
    MANY,
    MIDDLE,
    OPENING,
    OWED,
    OWED_BITS,
    PAIRS,
    PARTING,
    PASS,
    PASSED,
    PURGED,
    QUEUE,
    REFILLING,
    SCOOP,
    SCOOPED,
    SCORED,
    SELF_SERVE,
    SERVING,
    SPARE,
    SPARED,
    SPREAD,
    SPREAD_START,
    START,
    STARTED,
    SWAP_PAIR,
    SWAPPED,
    SWITCHED,
    TOOK,
    TOPPED,
    TRAYED,
    TURN,
    State,
)
from parlour.games.westvan.scoring import begin_melt, day_score, lay_on, scores, winners


def setup(state):
    """Three days (WVS-02); who scoops first is chance unless the table names a seat (WVS-09)."""
    state.opener = state.first_scooper if state.first_scooper >= 0 else random_below(state, state.players)
    state.used = 0
    state.lost = NOTHING
    state.owed = 0
    for seat in range(SEATS):
        state.total[seat] = 0
        for day in range(DAYS):
            state.earned[day, seat] = 0
    for i in range(MOST_SCOOPS):
        state.scoops[i] = NOTHING
    for i in range(DECK):
        state.pile[i] = NOTHING
    for i in range(QUEUE):
        state.queue[i] = NOTHING
    state.queued = 0
    begin_day(state, 1)
    while due(state):
        follow(state)


def due(state):
    """What is forced before the next decision: the end of a day and new freezers take long."""
    if state.phase <= OVER:
        return 0
    return SOON if state.phase < ENDING_DAY else LATER


def follow(state):
    """Carry out what is forced, in the order of a turn, but what is long only if it is due already."""
    if state.phase == ENDING_DAY:
        end_day(state)
    if state.phase == REFILLING:
        refill_freezers(state)
    if state.phase == LOSING:
        lose_step(state)
    if state.phase == PARTING:
        part_with_card(state)
    if state.phase == ENDING_TURN:
        end_turn(state)
    if state.phase == SERVING:
        serve_tray(state)


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
    """Empty freezers, flights, deck and discards, delivery, clockwise (WVS-08); nobody has asked or knows anything yet."""
    state.direction = CLOCKWISE
    state.mode = DELIVERY
    state.passes = 0
    state.chances = (1 << state.players) - 1 if state.sommelier else 0
    state.resolving = NOTHING
    for slot in range(TRAY):
        state.tray[slot] = NOTHING
    while state.queued:
        first_queued(state)
    state.burn = NOBODY
    for seat in range(SEATS):
        state.freezer[seat] = 0
        state.size[seat] = 0
        state.melts[seat] = 0
        state.flight[seat] = 0
    state.open = 0
    state.scooped = 0
    state.deck = 0
    state.stacked = 0
    state.discarded = 0
    for row in range(2):
        state.loose[row] = 0
    forget_all(state)


def first_scooper_of(state, day):
    """Evenly spread over the days; or by option the next seat clockwise, or chance (WVS-09, R17)."""
    if day == 1:
        return state.opener
    if state.day_start == ANY_SEAT:
        return random_below(state, state.players)
    step = SPREAD_START[state.players, day - 1] if state.day_start == SPREAD else day - 1
    return (state.opener + step) % state.players


def deal_characters(state):
    """One for each player, never one that was dealt on an earlier day (WVS-06)."""
    free = EVERY_TASTE & ~state.used
    for seat in range(SEATS):
        state.taste[seat] = NOTHING
    for seat in range(state.players):
        state.taste[seat] = nth(free, random_below(state, size(free)))
        free &= ~(1 << state.taste[seat])
        note(state, CHARACTER, seat, state.taste[seat])


def close_day(state, why, who):
    state.phase = ENDING_DAY
    note(state, DAY_OVER, state.day, why, who)


def end_day(state):
    """Everything is revealed and scored (WVS-53); then the next day, or the end (WVS-59, 60)."""
    for seat in range(state.players):
        for kind in range(INGREDIENTS):
            if count(state.freezer[seat], kind) > 0:
                note(state, LEFT, seat, kind, count(state.freezer[seat], kind))
        if state.burn == seat:
            note(state, LEFT, seat, BURN, 1)
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


# Turns and the scooper.


def next_seat(state, seat):
    """The neighbour in the current direction (WVS-16)."""
    return clockwise(state, seat) if state.direction == CLOCKWISE else anticlockwise(state, seat)


def begin_turn(state, seat, turn):
    """A middle or closing turn has its card from the neighbour already (WVS-19); an opening turn has the tray (WVS-20). By
    option everybody may ask anew (WVS-R26)."""
    state.current = seat
    state.turn = turn
    state.phase = PLAY
    note(state, TURN, seat, turn)
    if state.sommelier and state.questions == A_TURN:
        state.chances = (1 << state.players) - 1
    if turn == OPENING:
        state.scooper = seat
        state.phase = SERVING


def end_turn(state):
    """The day may end (WVS-49, 52); else the next player's turn: n + 1 turns make a cycle (WVS-17, 18)."""
    seat = state.current
    if state.size[seat] == 0:
        close_day(state, BY_LOSING, seat)
    elif state.closing_time and state.passes == PASSED_CYCLES * (state.players + 1):
        close_day(state, BY_PASSING, seat)
    else:
        follower = next_seat(state, seat)
        turn = CLOSING if follower == state.scooper else MIDDLE
        begin_turn(state, follower, OPENING if state.turn == CLOSING else turn)


# The tray (WVS-21 to 25).


def serve_tray(state):
    """The scooper draws up to two cards (WVS-21). Actions among them are played at once, the earliest first, each with a
    replacement (WVS-22)."""
    for slot in range(TRAY):
        if state.tray[slot] == NOTHING:
            draw_to_tray(state, slot)
    slot = 0 if state.tray[0] > BURN else 1
    if state.tray[slot] > BURN:
        state.resolving = slot
        state.tray_odds[slot] = 0
        note(state, ACTED, state.scooper, state.tray[slot])
        play_action(state, state.tray[slot])
    else:
        state.phase = KEEP


def draw_to_tray(state, slot):
    """A card from the deck; but first come the actions that the scooper drew for a freezer, where these count (WVS-R6)."""
    if state.queued:
        state.tray[slot] = first_queued(state)
        state.tray_odds[slot] = 0
        return
    card = draw(state)
    state.tray[slot] = card
    state.tray_odds[slot] = state.deck_odds & ~(1 << state.scooper)
    note(state, TRAYED, state.scooper, card)
    if card == BURN:
        burn_seen(state, state.scooper, NOBODY)


def play_action(state, card):
    """What the scooper has to decide, or all that happens."""
    if card == DOG:
        state.phase = DOG_FB
    elif card == TASTES and state.players > 2:
        state.phase = SWAP
    elif card == MOULDY:
        mouldy_cones(state)
    else:
        if card == BUDGE:
            budge_in_line(state)
        elif card == INSIST:
            no_i_insist(state)
        else:
            swap_characters(state, 0, 1)
        lay_off_action(state)


def lay_off_action(state):
    """The resolved action goes to the discards, a new card comes onto the tray after what is there (WVS-22)."""
    lay_off(state, state.tray[state.resolving])
    state.tray[state.resolving] = NOTHING
    state.resolving = NOTHING
    if state.tray[0] == NOTHING:
        state.tray[0] = state.tray[1]
        state.tray_odds[0] = state.tray_odds[1]
        state.tray[1] = NOTHING
        state.tray_odds[1] = 0
    state.phase = SERVING


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
    lay_off_action(state)


def dog_ate_my_ice_cream(state, seat, spare):
    """The whole freezer is discarded and drawn anew (WVS-41); `spare` keeps Freezer burn where it is (WVS-42)."""
    held = state.burn == seat
    gone = bin_cards(state, seat, state.freezer[seat])
    freezer_replaced(state, seat)
    if held and not spare:
        take_out(state, seat, BURN)
        discard_burn(state, seat)
        gone += 1
    note(state, FED, seat, gone)
    if held and spare:
        # The one card that was not discarded: everybody can tell.
        burn_public(state, seat)
        note(state, SPARED, seat)
    other = 1 - state.resolving
    if state.tray[other] == BURN and not spare:
        state.tray[other] = NOTHING
        discard_burn(state, seat)
    state.owed = gone << OWED_BITS * seat
    state.phase = REFILLING


def discard_burn(state, seat):
    """Before all eyes."""
    lay_off(state, BURN)
    burn_public(state, NOBODY)
    note(state, BINNED, seat, BURN)


def mouldy_cones(state):
    """All cones leave all freezers; then each player draws as many, beginning with the scooper (WVS-43)."""
    seat = state.scooper
    for _ in range(state.players):
        gone = bin_cards(state, seat, state.freezer[seat] & CONES_OF_BAG)
        note(state, PURGED, seat, gone)
        state.owed |= gone << OWED_BITS * seat
        seat = next_seat(state, seat)
    cones_purged(state)
    state.phase = REFILLING


def refill_freezers(state):
    """All cards that are owed, one player completely before the next (WVS-43), and one for a Freezer burn that the dog had
    from the tray (WVS-42): the action is over only then, and a reshuffle before finds it still on the tray (WVS-46)."""
    seat = state.scooper
    while state.owed:
        for _ in range((state.owed >> OWED_BITS * seat) & OWED):
            refill(state, seat)
        state.owed &= ~(OWED << OWED_BITS * seat)
        seat = next_seat(state, seat)
    other = 1 - state.resolving
    if state.tray[other] == NOTHING:
        draw_to_tray(state, other)
    lay_off_action(state)


# PLAY: pass, or exactly one of START, SCOOP, TOP (WVS-26).


def pass_turn(state, seat):
    if state.passes < MANY:
        state.passes += 1
    note(state, PASSED, seat)
    state.phase = LOSING


def start_melt(state, seat, cone, scoop):
    """Cone and scoop together make a new melt in the own flight (WVS-12, 27)."""
    place = begin_melt(state, seat, cone)
    take_out(state, seat, cone)
    card_shown(state, seat, cone)
    note(state, STARTED, seat, cone, scoop, place % MELTS)
    return place


def play_card(state, seat, kind, place):
    """A scoop or topping on an open melt in any flight (WVS-28, 29). An empty freezer ends the day without a LOSE step
    (WVS-30, 50)."""
    lay_on(state, place, kind)
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
    state.phase = PARTING
    if state.turn != CLOSING and state.mode == SELF_SERVE:
        state.lost = any_card(state, seat)
    elif state.size[seat] == 1:
        state.lost = only_card(state, seat)
    else:
        state.phase = LOSE


def part_with_card(state):
    """The lost card goes face up to the discards on a closing turn (WVS-34), else to the next player (WVS-32, 33)."""
    seat = state.current
    kind = state.lost
    state.lost = NOTHING
    take_out(state, seat, kind)
    if state.turn == CLOSING:
        card_shown(state, seat, kind)
        lay_off(state, kind)
        note(state, DISCARDED, seat, kind)
    else:
        taker = next_seat(state, seat)
        put(state, taker, kind)
        card_handed(state, seat, taker, kind)
        if state.mode == SELF_SERVE:
            burn_perhaps_taken(state, seat, taker, kind, state.size[seat] + 1)
            note(state, TOOK, taker, seat, kind)
        else:
            note(state, GAVE, seat, taker, kind)
    state.phase = ENDING_TURN


# The sommelier rule (option).


def ask(state, seat):
    """Who asks whose turn it is gets Freezer burn if it lies in a freezer; one emptied so ends the day (WVS-45). Each
    player may ask once a day, or by option once a turn (WVS-R26). Who is left with a single card while losing one has no
    choice any more (WVS-R28)."""
    state.chances &= ~(1 << seat)
    holder = state.burn if state.burn != seat else NOBODY
    note(state, ASKED, seat, holder)
    if holder == NOBODY:
        asked_in_vain(state, seat)
        return
    take_out(state, holder, BURN)
    put(state, seat, BURN)
    burn_public(state, seat)
    if state.size[holder] == 0:
        close_day(state, BY_ASKING, holder)
    elif state.size[holder] == 1 and state.phase == LOSE and holder == state.current:
        state.phase = LOSING


# The contract; `acting` and `legal` are in choices.py, `scores` and `winners` in scoring.py, `resample` in hidden.py
# and `observe` in observation.py.


def apply(state, seat, action):
    act(state, seat, action)
    while due(state):
        follow(state)


def act(state, seat, action):
    if action == ASK:
        ask(state, seat)
    elif action == PASS:
        pass_turn(state, seat)
    elif action < GIVE:
        if action < SCOOP:
            kind = FIRST_SCOOP + (action - START) % SCOOPS
            place = start_melt(state, seat, (action - START) // SCOOPS, kind)
        else:
            kind = FIRST_SCOOP + (action - SCOOP) // PLACES
            place = (action - SCOOP) % PLACES
            note(state, SCOOPED if kind < FIRST_TOPPING else TOPPED, seat, kind, place // MELTS, place % MELTS)
        play_card(state, seat, kind, place)
    elif action < KEEP_KIND:
        state.lost = (action - GIVE) % KINDS
        state.phase = PARTING
    elif action < SWAP_PAIR:
        keep_card(state, seat, action - KEEP_KIND)
    elif action < FEED:
        change_of_tastes(state, action - SWAP_PAIR)
    else:
        dog_ate_my_ice_cream(state, seat, action == SPARE)


__all__ = [
    "ACTIONS",
    "LAYOUT",
    "LISTED",
    "OBSERVED",
    "State",
    "act",
    "acting",
    "apply",
    "due",
    "follow",
    "how_many",
    "legal",
    "nth_move",
    "observe",
    "resample",
    "scores",
    "setup",
    "winners",
]

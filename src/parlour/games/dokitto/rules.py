"""Dokitto! Ice: win tricks to fill a cone with three scoops, but never a fourth. Ledger: ledger.md, DOK-01 to DOK-42.

Flavours 0 to 4 are Strawberry, Chocolate, Matcha, Grape, Vanilla. A card is 13 x flavour + number - 1. A hand is a row of
bits for each flavour, bit number - 1 for a card. Moves: 0 to 64 plays that card, 65 + flavour takes the top tile of that
flavour's stack. Hidden: the other hands, the cards put aside, and where in each stack the star lies.
"""

from parlour.core.bits import lowest
from parlour.core.notes import note
from parlour.core.observation import Layout
from parlour.core.state import record, table
from parlour.core.stream import random_below

SEATS, FLAVOURS, NUMBERS, CARDS = 5, 5, 13, 65
TILES, FULL, TARGET, MOST_ROUNDS, MOST_TRICKS = 3, 3, 10, 40, 13
COUNTED_ROUNDS = 100  # where nothing ends the game after MOST_ROUNDS, later rounds are not counted on
TAKE = CARDS
ACTIONS = CARDS + FLAVOURS
LISTED = NUMBERS
NOBODY = -1

# By the number of players (DOK-02, 05): flavours in play and cards in a hand.
FLAVOURS_FOR = table([0, 0, 3, 3, 4, 5])
HAND_FOR = table([0, 0, 6, 8, 10, 13])

PLAY, CHOOSE, OVER = range(3)
LAST_WINNER_LEADS, CLOCKWISE_LEADS, RANDOM_LEADS = range(3)
FIXED_FLAVOURS, RANDOM_FLAVOURS = 0, -1

# What happened, for the table to tell.
ROUND, LED, FOLLOWED, DISCARDED, HIGHEST, LOWEST, TOOK, STARRED, TOPPLED, SCORED, FINISHED, LATER = range(12)

State = record(
    ("first_lead", "i1"),
    ("next_lead", "i1"),
    ("flavours", "i1"),
    ("show_history", "i1"),
    ("round_cap", "i1"),
    ("in_play", "i1"),  # the flavours of this game, as bits
    ("round_no", "i1"),
    ("phase", "i1"),
    ("leader", "i1"),
    ("turn", "i1"),
    ("played", "i1"),  # cards in the current trick
    ("tricks", "i1"),  # tricks completed this round
    ("trick", "i1", (SEATS,)),  # by seat: the card in the current trick, or NOBODY
    ("hand", "i2", (SEATS, FLAVOURS)),
    ("out", "i2", (FLAVOURS,)),  # cards of completed tricks, as bits
    ("void", "i1", (SEATS,)),  # flavours that a seat has shown not to hold, as bits
    ("past", "i1", (MOST_TRICKS, SEATS)),  # completed tricks
    ("past_leader", "i1", (MOST_TRICKS,)),
    ("stack", "i1", (FLAVOURS,)),  # tiles left
    ("star", "i1", (FLAVOURS,)),  # the star is taken with the tile that leaves star - 1 in the stack
    ("topping", "i1", (FLAVOURS,)),  # its owner, or NOBODY while in the supply
    ("cone", "i1", (SEATS, FULL)),  # flavours of the scoops, NOBODY where there is none yet
    ("scoops", "i1", (SEATS,)),
    ("score", "i2", (SEATS,)),
    ("deck", "i1", (CARDS,)),  # room to shuffle in
)


def setup(state):
    """Flavours for the whole game (DOK-02), no points yet (DOK-11), a first leader (DOK-10), and the first round."""
    for i in range(CARDS):
        state.deck[i] = 0
    for seat in range(SEATS):
        state.score[seat] = 0
    choose_flavours(state)
    state.leader = state.first_lead if state.first_lead >= 0 else random_below(state, state.players)
    begin_round(state, 1)


def choose_flavours(state):
    """The first ones by default, those that the table picked, or chance (DOK-R10)."""
    wanted = FLAVOURS_FOR[state.players]
    state.in_play = (1 << wanted) - 1
    if state.flavours > 0:
        state.in_play = state.flavours
    elif state.flavours == RANDOM_FLAVOURS:
        state.in_play = 0
        for flavour in range(FLAVOURS):
            if random_below(state, FLAVOURS - flavour) < wanted:
                state.in_play |= 1 << flavour
                wanted -= 1


def begin_round(state, number):
    """Fresh stacks, toppings and cones, then the deal (DOK-06, 07, 08, 39)."""
    state.round_no = number
    state.phase = PLAY
    state.turn = state.leader
    state.played = 0
    state.tricks = 0
    for seat in range(SEATS):
        state.trick[seat] = NOBODY
        state.void[seat] = 0
        state.scoops[seat] = 0
        for place in range(FULL):
            state.cone[seat, place] = NOBODY
        for flavour in range(FLAVOURS):
            state.hand[seat, flavour] = 0
    for number_of_trick in range(MOST_TRICKS):
        state.past_leader[number_of_trick] = NOBODY
        for seat in range(SEATS):
            state.past[number_of_trick, seat] = NOBODY
    for flavour in range(FLAVOURS):
        here = (state.in_play >> flavour) & 1
        state.out[flavour] = 0
        state.topping[flavour] = NOBODY
        state.stack[flavour] = TILES if here else 0
        state.star[flavour] = 1 + random_below(state, TILES) if here else 0
    deal(state)
    note(state, ROUND, state.round_no, state.leader)


def deal(state):
    """Shuffle all cards of the flavours in play (DOK-03) and give each seat its hand; the rest is put aside (DOK-08)."""
    count = 0
    for flavour in range(FLAVOURS):
        if (state.in_play >> flavour) & 1:
            for card in range(flavour * NUMBERS, (flavour + 1) * NUMBERS):
                state.deck[count] = card
                count += 1
    hand = HAND_FOR[state.players]
    for i in range(state.players * hand):
        j = i + random_below(state, count - i)
        card = state.deck[j]
        state.deck[j] = state.deck[i]
        state.deck[i] = card
        state.hand[i // hand, card // NUMBERS] |= 1 << card % NUMBERS


def acting(state):
    return 0 if state.phase == OVER else 1 << state.turn


def legal(state, seat, moves):
    return legal_cards(state, seat, moves) if state.phase == PLAY else legal_tiles(state, moves)


def apply(state, seat, action):
    if state.phase == PLAY:
        play_card(state, seat, action)
    else:
        take_tile(state, seat, action - TAKE)


# Cards.


def led_flavour(state):
    """The flavour of the trick's first card, or NOBODY before it is played."""
    return state.trick[state.leader] // NUMBERS if state.played > 0 else NOBODY


def must_follow(state, seat):
    """Whether the seat holds the led flavour and so may play nothing else (DOK-16, 17)."""
    return state.played > 0 and state.hand[seat, led_flavour(state)] != 0


def legal_cards(state, seat, moves):
    """The leader plays anything (DOK-14); others follow if they can (DOK-16), else play anything (DOK-17)."""
    count = 0
    only = led_flavour(state) if must_follow(state, seat) else NOBODY
    for flavour in range(FLAVOURS):
        if only < 0 or flavour == only:
            cards = state.hand[seat, flavour]
            while cards:
                moves[count] = flavour * NUMBERS + lowest(cards)
                cards &= cards - 1
                count += 1
    return count


def play_card(state, seat, card):
    """One card face up (DOK-15); when all have played, the trick has its winner (DOK-13)."""
    led = led_flavour(state)
    flavour = card // NUMBERS
    state.hand[seat, flavour] &= ~(1 << card % NUMBERS)
    state.trick[seat] = card
    state.played += 1
    if led < 0:
        note(state, LED, seat, card)
    elif flavour == led:
        note(state, FOLLOWED, seat, card)
    else:
        state.void[seat] |= 1 << led
        note(state, DISCARDED, seat, card, led)
    if state.played < state.players:
        state.turn = (seat + 1) % state.players
    else:
        end_trick(state)


def is_uniform(state):
    """Whether all cards of the trick have one flavour."""
    led = led_flavour(state)
    for seat in range(state.players):
        if state.trick[seat] // NUMBERS != led:
            return False
    return True


def trick_winner(state):
    """All of one flavour: the highest number (DOK-19). Mixed: the lowest of all (DOK-20), the later on a tie (DOK-21)."""
    uniform = is_uniform(state)
    best = state.leader
    for step in range(1, state.players):
        seat = (state.leader + step) % state.players
        number = state.trick[seat] % NUMBERS
        to_beat = state.trick[best] % NUMBERS
        if (uniform and number > to_beat) or (not uniform and number <= to_beat):
            best = seat
    return best


def tied_lowest(state, winner):
    """Whether somebody played the winner's number before (DOK-21)."""
    for seat in range(state.players):
        if seat != winner and state.trick[seat] % NUMBERS == state.trick[winner] % NUMBERS:
            return True
    return False


def end_trick(state):
    """The winner must take a tile (DOK-23), with a full cone topples instead (DOK-31), tested first of all (DOK-33)."""
    winner = trick_winner(state)
    state.turn = winner
    won = HIGHEST if is_uniform(state) else LATER if tied_lowest(state, winner) else LOWEST
    note(state, won, winner, state.trick[winner])
    if state.scoops[winner] == FULL:
        topple(state, winner)
        return
    choices = tile_choices(state)
    if choices & (choices - 1):
        state.phase = CHOOSE
    else:
        take_tile(state, winner, lowest(choices))


# Tiles.


def tile_choices(state):
    """The flavours whose tile the winner may take, as bits.

    One of the flavours in the trick that has tiles left: for a high win there is only one (DOK-24), after a low win any
    of them (DOK-25). If none has, any stack that is not empty (DOK-26).
    """
    shown = 0
    there = 0
    for seat in range(state.players):
        shown |= 1 << state.trick[seat] // NUMBERS
    for flavour in range(FLAVOURS):
        if state.stack[flavour] > 0:
            there |= 1 << flavour
    return shown & there if shown & there else there


def legal_tiles(state, moves):
    count = 0
    choices = tile_choices(state)
    while choices:
        moves[count] = TAKE + lowest(choices)
        choices &= choices - 1
        count += 1
    return count


def take_tile(state, seat, flavour):
    """The top tile goes on the cone (DOK-27), with the topping if it shows the star (DOK-28); topping or not, a tile is
    a tile (DOK-29). The winner leads on (DOK-30), unless that was the last card (DOK-32)."""
    state.cone[seat, state.scoops[seat]] = flavour
    state.scoops[seat] += 1
    note(state, TOOK, seat, flavour, state.scoops[seat])
    if state.stack[flavour] == state.star[flavour]:
        state.topping[flavour] = seat
        note(state, STARRED, seat, flavour)
    state.stack[flavour] -= 1
    clear_trick(state)
    state.leader = seat
    state.phase = PLAY
    if state.tricks == HAND_FOR[state.players]:
        end_round(state, NOBODY)


def clear_trick(state):
    """Played cards stay public and out of the round (DOK-18)."""
    state.past_leader[state.tricks] = state.leader
    for seat in range(state.players):
        card = state.trick[seat]
        state.past[state.tricks, seat] = card
        state.out[card // NUMBERS] |= 1 << card % NUMBERS
        state.trick[seat] = NOBODY
    state.tricks += 1
    state.played = 0


# The end of a round.


def topple(state, seat):
    """A fourth scoop: the round ends at once, no tile leaves the stock (DOK-31)."""
    note(state, TOPPLED, seat)
    clear_trick(state)
    state.leader = seat
    end_round(state, seat)


def cone_points(state, seat):
    """A point for every tile and every topping on the cone (DOK-34)."""
    points = state.scoops[seat]
    for flavour in range(FLAVOURS):
        if state.topping[flavour] == seat:
            points += 1
    return points


def end_round(state, toppled):
    """Everybody but the toppled scores (DOK-35, 36, 37); with ten points the game is over, else a new round (DOK-38). So
    many rounds are enough, unless the table plays on (DOK-42)."""
    enough = state.round_cap and state.round_no == MOST_ROUNDS
    for seat in range(state.players):
        points = 0 if seat == toppled else cone_points(state, seat)
        state.score[seat] += points
        note(state, SCORED, seat, points, state.score[seat])
        if state.score[seat] >= TARGET:
            enough = True
    if enough:
        state.phase = OVER
        note(state, FINISHED, state.round_no)
    else:
        state.leader = next_leader(state)
        begin_round(state, min(state.round_no + 1, COUNTED_ROUNDS))


def next_leader(state):
    """The winner of the last trick leads the next round (DOK-40); or by option the next seat, or chance (DOK-R3)."""
    if state.next_lead == RANDOM_LEADS:
        return random_below(state, state.players)
    if state.next_lead == CLOCKWISE_LEADS:
        # The leader of this round's first trick sits one seat before the next round's.
        return (state.past_leader[0] + 1) % state.players
    return state.leader


def scores(state, out):
    for seat in range(state.players):
        out[seat] = state.score[seat]


def winners(state):
    """The highest score; all level on it share the victory (DOK-41)."""
    best = 0
    won = 0
    for seat in range(state.players):
        if state.score[seat] > best:
            best = state.score[seat]
            won = 0
        if state.score[seat] == best:
            won |= 1 << seat
    return won


# What a seat cannot know.


def resample(state, seat):
    """Redeal the unseen cards among the other hands and the aside, and the stars among the tiles left.

    A seat that did not follow is known to be out of that flavour, and stays so. Without such knowledge the deal is
    exactly uniform. With it, cards change places at random, never from right to wrong, until all are right, and then
    some more.
    """
    for flavour in range(FLAVOURS):
        if state.topping[flavour] < 0 and state.stack[flavour] > 0:
            state.star[flavour] = 1 + random_below(state, state.stack[flavour])
    unseen = collect_unseen(state, seat)
    for i in range(unseen - 1, 0, -1):
        swap(state, i, random_below(state, i + 1))
    if voids_matter(state, seat):
        settle_voids(state, seat, unseen)
    place = 0
    for other in range(state.players):
        if other != seat:
            for _ in range(cards_left(state, other)):
                card = state.deck[place]
                state.hand[other, card // NUMBERS] |= 1 << card % NUMBERS
                place += 1


def cards_left(state, seat):
    """How many cards a seat holds: public, from the tricks played."""
    return HAND_FOR[state.players] - state.tricks - (1 if state.trick[seat] >= 0 else 0)


def collect_unseen(state, seat):
    """Put every card that the seat has not seen at the head of `deck`, take them from the hands; return how many."""
    count = 0
    for flavour in range(FLAVOURS):
        if (state.in_play >> flavour) & 1:
            seen = state.hand[seat, flavour] | state.out[flavour]
            for other in range(state.players):
                card = state.trick[other]
                if card // NUMBERS == flavour:
                    seen |= 1 << card % NUMBERS
                if other != seat:
                    state.hand[other, flavour] = 0
            for number in range(NUMBERS):
                if not (seen >> number) & 1:
                    state.deck[count] = flavour * NUMBERS + number
                    count += 1
    return count


def voids_matter(state, seat):
    for other in range(state.players):
        if other != seat and state.void[other] and cards_left(state, other) > 0:
            return True
    return False


def settle_voids(state, seat, unseen):
    wrong = 0
    for place in range(unseen):
        wrong += misplaced(state, seat, place, state.deck[place])
    left = 2 * unseen
    while wrong > 0 or left > 0:
        i = random_below(state, unseen)
        j = random_below(state, unseen)
        before = misplaced(state, seat, i, state.deck[i]) + misplaced(state, seat, j, state.deck[j])
        after = misplaced(state, seat, i, state.deck[j]) + misplaced(state, seat, j, state.deck[i])
        if after <= before:
            swap(state, i, j)
            wrong += after - before
        left -= 1


def misplaced(state, seat, place, card):
    """1 if a place of `deck` belongs to a seat that cannot hold the card's flavour, else 0."""
    for other in range(state.players):
        if other != seat:
            place -= cards_left(state, other)
            if place < 0:
                return (state.void[other] >> card // NUMBERS) & 1
    return 0


def swap(state, i, j):
    card = state.deck[i]
    state.deck[i] = state.deck[j]
    state.deck[j] = card


LAYOUT = Layout(
    ("hand", CARDS, "1 for each card in the own hand"),
    ("out", CARDS, "1 for each card of an earlier trick of this round"),
    ("trick", CARDS, "1 for each card of the current trick"),
    ("flavour", (SEATS, FLAVOURS), "by seat: 1 at the flavour of its card in the current trick"),
    ("number", (SEATS, NUMBERS), "by seat: 1 at the number of its card in the current trick"),
    ("led", FLAVOURS, "1 at the flavour that was led"),
    ("mixed", 1, "1 if somebody did not follow in the current trick"),
    ("best", SEATS, "by seat: 1 if it would win the trick as it stands"),
    ("void", (SEATS, FLAVOURS), "by seat: 1 at each flavour that it has shown not to hold"),
    ("scoops", (SEATS, FULL + 1), "by seat: 1 at the number of scoops on its cone, from 0"),
    ("points", SEATS, "by seat: points on its cone, / 10"),
    ("score", SEATS, "by seat: points of earlier rounds, / 10"),
    ("level", (SEATS, TARGET), "by seat: 1 at its points of earlier rounds, from 0; the last is 9 or more"),
    ("here", SEATS, "by seat: 1 if there is such a seat"),
    ("turn", SEATS, "by seat: 1 if it is to act"),
    ("leader", SEATS, "by seat: 1 if it leads the current trick"),
    ("stack", (FLAVOURS, TILES + 1), "by flavour: 1 at the number of tiles left, from 0"),
    ("star", FLAVOURS, "by flavour: 1 while its topping is in the supply"),
    ("in_play", FLAVOURS, "by flavour: 1 if it is in the game"),
    ("choosing", 1, "1 if a tile is to be chosen, 0 if a card is to be played"),
    ("tricks", MOST_TRICKS, "1 at the number of tricks completed this round, from 0"),
    ("players", SEATS - 1, "1 at the number of players, from 2"),
    ("round", 1, "number of the round, / 40"),
    ("round_cap", 1, "1 if the 40th round is the last one"),
    ("next_lead", 3, "1 at the option next_lead: last_winner, clockwise, random"),
)
OBSERVED = LAYOUT.size
HAND_AT, OUT_AT, TRICK_AT, FLAVOUR_AT, NUMBER_AT = (LAYOUT.at(name) for name in ("hand", "out", "trick", "flavour", "number"))
LED_AT, MIXED_AT, BEST_AT, VOID_AT, SCOOPS_AT = (LAYOUT.at(name) for name in ("led", "mixed", "best", "void", "scoops"))
POINTS_AT, SCORE_AT, LEVEL_AT, HERE_AT, TURN_AT = (LAYOUT.at(name) for name in ("points", "score", "level", "here", "turn"))
LEADER_AT, STACK_AT, STAR_AT, IN_PLAY_AT, CHOOSING_AT = (
    LAYOUT.at(name) for name in ("leader", "stack", "star", "in_play", "choosing")
)
TRICKS_AT, PLAYERS_AT, ROUND_AT, CAP_AT, NEXT_AT = (
    LAYOUT.at(name) for name in ("tricks", "players", "round", "round_cap", "next_lead")
)


def observe(state, seat, out):
    """What the seat knows, part by part as LAYOUT says."""
    for i in range(OBSERVED):
        out[i] = 0.0
    for flavour in range(FLAVOURS):
        for number in range(NUMBERS):
            card = flavour * NUMBERS + number
            out[HAND_AT + card] = (state.hand[seat, flavour] >> number) & 1
            out[OUT_AT + card] = (state.out[flavour] >> number) & 1
        out[STACK_AT + flavour * (TILES + 1) + state.stack[flavour]] = 1.0
        out[STAR_AT + flavour] = 1.0 if state.topping[flavour] < 0 else 0.0
        out[IN_PLAY_AT + flavour] = (state.in_play >> flavour) & 1
    for step in range(state.players):
        observe_seat(state, (seat + step) % state.players, step, out)
    if state.played > 0:
        observe_trick(state, seat, out)
    out[CHOOSING_AT] = 1.0 if state.phase == CHOOSE else 0.0
    if state.tricks < MOST_TRICKS:
        out[TRICKS_AT + state.tricks] = 1.0
    out[PLAYERS_AT + state.players - 2] = 1.0
    out[ROUND_AT] = min(state.round_no, MOST_ROUNDS) / MOST_ROUNDS
    out[CAP_AT] = state.round_cap
    out[NEXT_AT + state.next_lead] = 1.0


def observe_seat(state, who, step, out):
    """A seat's cone and points, and its part in the turn."""
    out[HERE_AT + step] = 1.0
    for flavour in range(FLAVOURS):
        out[VOID_AT + step * FLAVOURS + flavour] = (state.void[who] >> flavour) & 1
    out[SCOOPS_AT + step * (FULL + 1) + state.scoops[who]] = 1.0
    out[POINTS_AT + step] = cone_points(state, who) / TARGET
    out[SCORE_AT + step] = state.score[who] / TARGET
    out[LEVEL_AT + step * TARGET + min(state.score[who], TARGET - 1)] = 1.0
    out[TURN_AT + step] = 1.0 if state.turn == who and state.phase != OVER else 0.0
    out[LEADER_AT + step] = 1.0 if state.leader == who else 0.0


def observe_trick(state, seat, out):
    """The cards on the table, what was led, and who would win if nobody played on (DOK-19 to 21)."""
    led = led_flavour(state)
    mixed = False
    for who in range(state.players):
        mixed = mixed or (state.trick[who] >= 0 and state.trick[who] // NUMBERS != led)
    best = state.leader
    for step in range(state.played):
        who = (state.leader + step) % state.players
        card, place = state.trick[who], (who - seat + state.players) % state.players
        number = card % NUMBERS
        out[TRICK_AT + card] = 1.0
        out[FLAVOUR_AT + place * FLAVOURS + card // NUMBERS] = 1.0
        out[NUMBER_AT + place * NUMBERS + number] = 1.0
        to_beat = state.trick[best] % NUMBERS
        if (not mixed and number > to_beat) or (mixed and number <= to_beat):
            best = who
    out[LED_AT + led] = 1.0
    out[MIXED_AT] = 1.0 if mixed else 0.0
    out[BEST_AT + (best - seat + state.players) % state.players] = 1.0

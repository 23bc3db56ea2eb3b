"""ICECOOL2: flick penguins through a school, fish its doors or catch who does. Ledger: ledger.md, ICE-1 to ICE-79.

Seat = colour: 0 Purple, 1 Orange, 2 Teal, 3 Pink, clockwise. The geometry is `ground`'s: whole steps of 0.001 cm, rooms
0 CLS 1 KIT 2 GYM 3 LAB 4 HAL, doors 0 to 6 for D1 to D7. Cards are alike within a kind (parts.py): 0 1J 1 1T 2 1B 3 2 4 3.

    Moves                                                       Phases
        0           end the turn                                STATION   the Catcher chooses a spot in the Kitchen
        1 + task    announce: 0 nothing, else the task + 1      ANNOUNCE  perhaps a task, before anything else
        5 + pair    skate on two 1s (PAIRS)                     PREFLICK  place, move fish, until the flick
       11 + room    place on the room's orange line             FLYING    the world moves the penguins
       16 + ...     move a fish: (colour x 7 + door) x 7 + to   POST      skate, move fish, until the end
      212 + ...     the Catcher's spot: row x 63 + column       FINISHED
     2417 + ...     flick: the number of flick.py

A flick leaves the rules: `apply` keeps it in the record and `acting` says WORLD. What happened comes back as whole numbers
in `event` and `rest_x`, `rest_y` (the table writes them from a report of the physics), and `resolve` carries it out. Where
there is no physics, in play-outs, the world is a seat too: `apply(state, WORLD_SEAT, 0)` lets the toy of toy.py happen.

Who has no face-down card has nothing to announce and nothing to do after the flick and is not asked. Everybody else is,
whatever the cards are, so that being asked tells nothing.
"""

from parlour.core.bits import size
from parlour.core.notes import note
from parlour.core.state import record
from parlour.core.stream import random_below, shuffle
from parlour.games.icecool.choices import (
    ACTIONS,
    ANNOUNCING,
    FLICK,
    LISTED,
    MOVE_FISH,
    PLACE,
    SKATE,
    STATIONING,
    WORLD_SEAT,
    acting,
    allowed,
    legal,
    may_announce,
)
from parlour.games.icecool.ground import on_red_circle, orange_point, stuck_door
from parlour.games.icecool.hand import unsteady
from parlour.games.icecool.hidden import LAYOUT, OBSERVED, card_count, face_down, observe, resample, rounds
from parlour.games.icecool.parts import (
    ANNOUNCE,
    BOUNCE,
    BUMP,
    CATCHES_OF_TWO,
    CLASSROOM,
    COLUMNS,
    DOORS,
    EVENT_SIZE,
    EVENTS,
    EXIT,
    FAR,
    FINISHED,
    FIRST_X,
    FIRST_Y,
    FISH,
    FLYING,
    JAMBS,
    JUMP,
    KINDS,
    MOST_CARDS,
    MOST_PLAYERS,
    NO_CARD,
    OFF,
    OUT,
    OVER,
    PAIRS,
    PASS,
    POST,
    PREFLICK,
    ROOMS,
    SPOT_STEP,
    STANDARD,
    STATION,
    TASKS,
    TOUCH,
    TOURNAMENT,
    TRIES,
    TWO,
    VALUE,
)
from parlour.games.icecool.spots import (
    clear_offers,
    look_at_others,
    look_away,
    offer_places,
    on_board,
    place_of,
    put,
    put_back,
    put_on_circle,
)
from parlour.games.icecool.toy import imagine

AFTER_FLICK, AT_EVENT = range(2)
ANY, LITERAL = range(2)
RESTART_TURN, RESTART_NEXT = range(2)
EVERY_ROUND, ONCE_A_GAME = range(2)
NOTHING = 0  # announced

# What happened, for the table to tell.
(
    ROUND, STATIONED, ENTERED, ANNOUNCED, PLACED, MOVED, FLICKED, TOUCHED, PASSED, FLEW, LEFT, BUMPED, RESTED, RETURNED,
    FISHED, DREW, DREW_UNSEEN, DECK_EMPTY, CAUGHT, DID_TASK, EMPTY_TASK, FAILED_TASK, AGAIN, GAVE_UP, RESTARTED, SKATED,
    ENDED, ROUND_OVER, COLLECTED_IDS, MATCH_OVER,
) = range(30)  # fmt: skip
THREE_FISH, ALL_IDS, SECOND_CATCH, TOO_LONG = range(4)

State = record(
    ("scoring", "i1"),
    ("fish_deck", "i4"),  # how many 1s, 2s, 3s, in digits to the base 64
    ("fish_doors", "i1"),  # bits
    ("round_end_timing", "i1"),
    ("stuck_placement", "i1"),
    ("bluff_announce", "i1"),
    ("contact_rule", "i1"),
    ("two_player_self_catch", "i1"),
    ("first_flick_scope", "i1"),
    ("turns_per_round_cap", "i2"),
    ("first_catcher", "i1"),
    ("steady", "i1"),
    ("phase", "i1"),
    ("round_no", "i1"),
    ("catcher", "i1"),
    ("turn", "i1"),  # the seat whose turn it is
    ("turns", "i2"),  # ended in this round, skate turns not counted
    ("announced", "i1"),  # NOTHING or the task + 1
    ("placed", "i1"),  # on an orange line in this turn
    ("was_out", "i1"),  # the turn ended outside or by too many tries: only skates may follow (ICE-59)
    ("tries", "i1"),  # at this first flick
    ("first", "i1"),  # Runners whose next flick is the first of the round, or after a restart, as bits
    ("novice", "i1"),  # Runners who have not yet left the circle in the whole game, as bits (R9)
    ("caught", "i1"),  # Runners whose ID the Catcher holds, as bits
    ("catches", "i1"),  # in this round, for two players (ICE-70)
    ("x", "i4", (MOST_PLAYERS,)),
    ("y", "i4", (MOST_PLAYERS,)),
    ("offer_x", "i4", (ROOMS,)),  # where PLACE would put the penguin on turn, OFF if it is not offered
    ("offer_y", "i4", (ROOMS,)),
    ("fish", "i1", (MOST_PLAYERS, DOORS)),  # tokens of a colour on a door
    ("collected", "i1", (MOST_PLAYERS,)),
    ("down", "i1", (MOST_PLAYERS, KINDS)),
    ("up", "i1", (MOST_PLAYERS, KINDS)),
    ("known", "i1", (MOST_PLAYERS,)),  # tasks of which everybody knows that a face-down card is held, as bits
    ("deck", "i1", (MOST_CARDS,)),  # the top card is the last one
    ("deck_left", "i1"),
    ("flicks", "i4"),  # so far
    ("flick", "i4"),  # the one that is on its way, or OFF
    ("event_count", "i2"),
    ("event", "i1", (EVENTS, EVENT_SIZE)),
    ("rest_x", "i4", (MOST_PLAYERS,)),
    ("rest_y", "i4", (MOST_PLAYERS,)),
    ("others", "i4", (MOST_PLAYERS - 1, 2)),  # scratch for `ground`, all FAR between moves
    ("point", "i4", (2,)),  # scratch for `ground`, OFF between moves
)


# Setting up.


def setup(state):
    """A match: no cards, a full deck, and a first Catcher, by chance unless the table names a seat (ICE-1, 5, 6, R8)."""
    state.round_no = 0
    state.flicks = 0
    state.novice = (1 << state.players) - 1
    for seat in range(MOST_PLAYERS):
        state.known[seat] = 0
        for kind in range(KINDS):
            state.down[seat, kind] = 0
            state.up[seat, kind] = 0
    for k in range(MOST_PLAYERS - 1):
        state.others[k, 0] = FAR
        state.others[k, 1] = FAR
    state.point[0] = OFF
    state.point[1] = OFF
    for i in range(EVENTS):
        for j in range(EVENT_SIZE):
            state.event[i, j] = 0
    state.event_count = 0
    clear_report(state)
    build_deck(state)
    catcher = state.first_catcher if state.first_catcher >= 0 else random_below(state, state.players)
    begin_round(state, catcher)


def cards_of_value(state, value):
    return (state.fish_deck >> 6 * (value - 1)) & 63


def build_deck(state):
    """The fish cards, shuffled (ICE-4) but for tournament scoring (ICE-76); a third of the 1s has each task (R1)."""
    left = 0
    for kind in range(KINDS):
        count = cards_of_value(state, VALUE[kind])
        if kind < TASKS:
            count //= TASKS
        for _ in range(count):
            state.deck[left] = kind
            left += 1
    state.deck_left = left
    for i in range(left, MOST_CARDS):
        state.deck[i] = NO_CARD
    if state.scoring == STANDARD:
        shuffle(state, state.deck, left)


def begin_round(state, catcher):
    """Phase 1: each Runner hangs a fish on the three doors, everybody holds the own ID, no penguin is in (ICE-8, 9, 11)."""
    state.round_no += 1
    state.catcher = catcher
    for seat in range(MOST_PLAYERS):
        state.x[seat] = OFF
        state.y[seat] = OFF
        state.collected[seat] = 0
        for door in range(DOORS):
            runs = seat < state.players and seat != catcher
            state.fish[seat, door] = 1 if runs and (state.fish_doors >> door) & 1 else 0
    state.first = ((1 << state.players) - 1) & ~(1 << catcher)
    state.caught = 0
    state.catches = 0
    state.turns = 0
    forget_turn(state)
    state.phase = STATION
    state.turn = catcher
    note(state, ROUND, state.round_no, catcher)


def forget_turn(state):
    state.announced = NOTHING
    state.placed = 0
    state.was_out = 0
    state.tries = 0
    clear_offers(state)


def is_runner(state, seat):
    return seat != state.catcher


# Cards.


def draw(state, seat):
    """The top card, face down, seen by its owner only (ICE-28), by nobody in a tournament (ICE-76); none left: R33."""
    if state.deck_left == 0:
        note(state, DECK_EMPTY, seat)
        return
    state.deck_left -= 1
    kind = state.deck[state.deck_left]
    state.deck[state.deck_left] = NO_CARD
    state.down[seat, kind] += 1
    if state.scoring == TOURNAMENT:
        note(state, DREW_UNSEEN, seat)
    else:
        note(state, DREW, seat, kind)


def turn_up(state, seat, kind):
    """An ability uses a card up: it lies face up for good and still scores (ICE-38)."""
    state.down[seat, kind] -= 1
    state.up[seat, kind] += 1
    if kind < TASKS:
        state.known[seat] &= ~(1 << kind)


# A turn: announce, before the flick, the flick, after it (ICE-13).


def begin_turn(state, seat):
    """A Runner who is not in enters on the red circle (ICE-14), all others start where they stand (ICE-15, 16)."""
    forget_turn(state)
    state.turn = seat
    if (state.first >> seat) & 1:
        put_on_circle(state, seat)
        note(state, ENTERED, seat, state.x[seat], state.y[seat])
    if may_announce(state, seat):
        state.phase = ANNOUNCE
    else:
        begin_preflick(state)


def announce(state, seat, announced):
    state.announced = announced
    if announced != NOTHING:
        if not state.bluff_announce:
            state.known[seat] |= 1 << (announced - 1)
        note(state, ANNOUNCED, seat, announced - 1)
    begin_preflick(state)


def begin_preflick(state):
    state.phase = PREFLICK
    offer_places(state)


def place(state, seat, room):
    """With its centre on the orange line; that is neither contact nor pass (ICE-52, 53)."""
    put(state, seat, state.offer_x[room], state.offer_y[room])
    state.placed = 1
    clear_offers(state)
    note(state, PLACED, seat, room, state.x[seat], state.y[seat])


def move_fish(state, seat, colour, door, to):
    turn_up(state, seat, TWO)
    turn_up(state, seat, TWO)
    state.fish[colour, door] -= 1
    state.fish[colour, to] += 1
    note(state, MOVED, seat, colour, door, to)
    if state.phase == POST and face_down(state, seat) == 0:
        end_turn(state)


def skate(state, seat, pair):
    """Another whole turn at once (ICE-39), as often as there are pairs (ICE-40)."""
    turn_up(state, seat, PAIRS[pair, 0])
    turn_up(state, seat, PAIRS[pair, 1])
    note(state, SKATED, seat, PAIRS[pair, 0], PAIRS[pair, 1])
    begin_turn(state, seat)


def flick(state, seat, number):
    """The flick, as an unsteady hand does it, is the world's now."""
    state.flick = unsteady(state, number)
    state.flicks += 1
    state.phase = FLYING
    clear_offers(state)
    note(state, FLICKED, seat, number, state.flick)


# What the world did (ledger 4.2).


def resolve(state):
    """Carry out the events of a flick in their order, set the penguins down, and go on."""
    moving = 1 << state.turn
    caught = False
    counted = 0
    while counted < state.event_count and not (state.round_end_timing == AT_EVENT and why_round_ends(state) >= 0):
        kind = state.event[counted, 0]
        if kind == PASS:
            pass_door(state, counted)
        elif kind == TOUCH:
            a = state.event[counted, 1]
            b = state.event[counted, 2]
            if not is_repeated(state, counted):
                note(state, TOUCHED, a, b)
            caught = meet(state, a, b, moving, caught)
            if (moving >> a | moving >> b) & 1:
                moving |= 1 << a | 1 << b
        elif kind == OVER:
            note(
                state, FLEW, state.event[counted, 1], state.event[counted, 3], state.event[counted, 4], state.event[counted, 2]
            )
        elif kind == EXIT:
            note(state, LEFT, state.event[counted, 1], state.event[counted, 3])
        elif not is_repeated(state, counted):
            note(state, BUMPED, state.event[counted, 1], state.event[counted, 2])
        counted += 1
    success = state.announced != NOTHING and did_task(state, state.announced - 1, counted)
    actor_out = state.rest_x[state.turn] == OUT
    set_down(state)
    clear_report(state)
    if success:
        task_card(state, state.turn)
    go_on(state, caught, actor_out)


def is_repeated(state, i):
    """The same touch or bounce again, with nothing in between (penguins rock): it is told once."""
    if i == 0:
        return False
    if state.event[i, 0] == TOUCH and state.event[i, 1] == state.event[i - 1, 2] and state.event[i, 2] == state.event[i - 1, 1]:
        return state.event[i - 1, 0] == TOUCH
    for j in range(3):
        if state.event[i, j] != state.event[i - 1, j]:
            return False
    return True


def pass_door(state, i):
    """A Runner takes the own fish off a door that was passed whole, and draws for each (ICE-21 to 25, 29, 30, R15)."""
    seat = state.event[i, 1]
    door = state.event[i, 2]
    note(state, PASSED, seat, door, state.event[i, 3], state.event[i, 4])
    if not is_runner(state, seat) or is_tainted(state, seat, door):
        return
    while state.fish[seat, door] > 0:
        state.fish[seat, door] -= 1
        state.collected[seat] += 1
        note(state, FISHED, seat, door, state.collected[seat])
        draw(state, seat)


def is_tainted(state, seat, door):
    """The penguin stood in this door's frame when the flick began: no pass through it counts (ICE-22, 57)."""
    return stuck_door(state.x[seat], state.y[seat]) == door


def meet(state, a, b, moving, caught):
    """The Catcher and a Runner touch: the ID is the Catcher's (ICE-31 to 36). Returns whether this flick caught anybody."""
    if a != state.catcher and b != state.catcher:
        return caught
    runner = b if a == state.catcher else a
    if state.contact_rule == LITERAL and not literal_contact(state, runner, moving):
        return caught
    if state.players == 2:
        if caught:
            return True  # one flick, one catch (ICE-73)
        state.catches += 1
        if state.catches > 1:
            note(state, CAUGHT, runner, state.catcher, state.catches)
            return True
    if (state.caught >> runner) & 1:
        return caught
    state.caught |= 1 << runner
    note(state, CAUGHT, runner, state.catcher, 1)
    return True


def literal_contact(state, runner, moving):
    """R13: the Catcher's or the Runner's own turn, or a Runner who was moving into the Catcher."""
    return state.turn == state.catcher or state.turn == runner or (moving >> runner) & 1 == 1


def did_task(state, task, counted):
    """Whether the flicking penguin's events up to `counted` make the task (ICE-42 to 44, R18 to 20)."""
    actor = state.turn
    doors = 0
    surfaces = 0
    for i in range(counted):
        if state.event[i, 1] != actor:
            continue
        kind = state.event[i, 0]
        where = state.event[i, 2]
        if kind == OVER and task == JUMP:
            return True
        if kind == BUMP:
            surfaces |= 1 << where
        elif kind == PASS and not is_tainted(state, actor, where):
            doors |= 1 << where
            if task == BOUNCE and surfaces & ~(1 << (JAMBS + where)):
                return True
            if task != BOUNCE and task != JUMP and size(doors) >= 2:
                return True
    return False


def set_down(state):
    """Everybody stays where it came to rest (ICE-37); who is out goes back to where it stood (ICE-59, 60)."""
    out = 0
    for seat in range(state.players):
        if on_board(state, seat):
            x = state.x[seat]
            y = state.y[seat]
            if state.rest_x[seat] == OUT:
                out |= 1 << seat
                put(state, seat, OFF, OFF)
            else:
                put(state, seat, state.rest_x[seat], state.rest_y[seat])
                if state.x[seat] != x or state.y[seat] != y:
                    note(state, RESTED, seat, state.x[seat], state.y[seat], place_of(state, seat))
            state.rest_x[seat] = x
            state.rest_y[seat] = y
    for seat in range(state.players):
        if (out >> seat) & 1:
            put_back(state, seat, state.rest_x[seat], state.rest_y[seat])
            note(state, RETURNED, seat, state.x[seat], state.y[seat], place_of(state, seat))


def clear_report(state):
    for i in range(state.event_count):
        for j in range(EVENT_SIZE):
            state.event[i, j] = 0
    state.event_count = 0
    state.flick = OFF
    for seat in range(MOST_PLAYERS):
        state.rest_x[seat] = OFF
        state.rest_y[seat] = OFF


def task_card(state, seat):
    """The announced card is turned up and a card is drawn, after all fish (ICE-45); a bluff earns nothing (R16)."""
    task = state.announced - 1
    state.announced = NOTHING
    if state.down[seat, task] > 0:
        note(state, DID_TASK, seat, task)
        turn_up(state, seat, task)
        draw(state, seat)
    else:
        note(state, EMPTY_TASK, seat, task)


def go_on(state, caught, actor_out):
    """After the flick: the end of the round, two players' restart, another try, or the rest of the turn."""
    seat = state.turn
    why = why_round_ends(state)
    if why >= 0:
        end_round(state, why)
    elif state.players == 2 and caught:
        restart(state, seat)
    elif must_try_again(state, seat, actor_out):
        try_again(state, seat)
    else:
        state.first &= ~(1 << seat)
        if is_runner(state, seat):
            state.novice &= ~(1 << seat)
        state.was_out = 1 if actor_out else 0
        begin_post(state, seat)


def must_try_again(state, seat, actor_out):
    """A Runner's first flick left it on the red circle, brought it back there, or out (ICE-19, R9, R23)."""
    if (state.first >> seat) & 1 == 0:
        return False
    if state.first_flick_scope == ONCE_A_GAME and (state.novice >> seat) & 1 == 0:
        return False
    return actor_out or on_red_circle(state.x[seat], state.y[seat])


def try_again(state, seat):
    """Back on the circle and flick again; after ten tries onto the Classroom's orange line, and the turn ends (R9)."""
    state.tries += 1
    if state.tries < TRIES:
        put_on_circle(state, seat)
        note(state, AGAIN, seat, state.tries, state.x[seat], state.y[seat])
        begin_preflick(state)
        return
    look_at_others(state, seat)
    orange_point(CLASSROOM, state.x[seat], state.y[seat], state.others, state.point)
    put(state, seat, state.point[0], state.point[1])
    look_away(state)
    note(state, GAVE_UP, seat, state.x[seat], state.y[seat])
    state.first &= ~(1 << seat)
    state.novice &= ~(1 << seat)
    state.was_out = 1
    begin_post(state, seat)


def restart(state, seat):
    """Two players, first catch: the turn is over, the Runner goes back to the circle and flicks next (ICE-68, 69, R31)."""
    runner = 1 - state.catcher
    put(state, runner, OFF, OFF)
    state.first |= 1 << runner
    note(state, RESTARTED, runner)
    waits = seat == runner and state.two_player_self_catch == RESTART_NEXT
    next_turn(state, state.catcher if waits else runner)


def begin_post(state, seat):
    """Skates and moving fish need face-down cards; without any there is nothing to decide."""
    if state.announced != NOTHING:
        note(state, FAILED_TASK, seat, state.announced - 1)
        state.announced = NOTHING
    if state.scoring == TOURNAMENT or face_down(state, seat) == 0:
        end_turn(state)
    else:
        state.phase = POST


def end_turn(state):
    """Clockwise, the Catcher last (ICE-12)."""
    note(state, ENDED, state.turn)
    next_turn(state, (state.turn + 1) % state.players)


def next_turn(state, seat):
    """A round that never ends is ended after so many turns of every player (R34)."""
    state.turns += 1
    if state.turns >= state.turns_per_round_cap * state.players:
        end_round(state, TOO_LONG)
    else:
        begin_turn(state, seat)


# Phase 3.


def why_round_ends(state):
    """A Runner has all three fish, or the Catcher all IDs, with two players a second catch (ICE-63, 70); -1: it goes on."""
    for seat in range(state.players):
        if state.collected[seat] == FISH:
            return THREE_FISH
    if state.players == 2:
        return SECOND_CATCH if state.catches >= CATCHES_OF_TWO else -1
    return ALL_IDS if size(state.caught) == state.players - 1 else -1


def ids_held(state, seat):
    """The Catcher has the own ID and every caught Runner's, an uncaught Runner one, a caught Runner none (ICE-64)."""
    if seat == state.catcher:
        return 1 + size(state.caught)
    return 0 if (state.caught >> seat) & 1 else 1


def end_round(state, why):
    """A card for every ID held, Catcher first (ICE-64); then the next Catcher, or the end (ICE-65, 66)."""
    note(state, ROUND_OVER, state.round_no, why)
    for k in range(state.players):
        seat = (state.catcher + k) % state.players
        ids = ids_held(state, seat)
        if ids:
            note(state, COLLECTED_IDS, seat, ids)
        for _ in range(ids):
            draw(state, seat)
    if state.round_no < rounds(state):
        begin_round(state, (state.catcher + 1) % state.players)
    else:
        forget_turn(state)
        state.phase = FINISHED
        note(state, MATCH_OVER, winners(state))


# The contract; `acting` and `legal` are in choices.py, `resample` and `observe` in hidden.py.


def apply(state, seat, action):
    if seat == WORLD_SEAT:
        imagine(state)
        resolve(state)
    elif action >= FLICK:
        flick(state, seat, action - FLICK)
    elif action >= STATIONING:
        station(state, seat, action - STATIONING)
    elif action >= MOVE_FISH:
        number = action - MOVE_FISH
        move_fish(state, seat, number // (DOORS * DOORS), number // DOORS % DOORS, number % DOORS)
    elif action >= PLACE:
        place(state, seat, action - PLACE)
    elif action >= SKATE:
        skate(state, seat, action - SKATE)
    elif action >= ANNOUNCING:
        announce(state, seat, action - ANNOUNCING)
    else:
        end_turn(state)


def station(state, seat, spot):
    """The Catcher stands in the Kitchen's orange-lined area (ICE-10); the seat to the left begins (ICE-12)."""
    put(state, seat, FIRST_X + spot % COLUMNS * SPOT_STEP, FIRST_Y + spot // COLUMNS * SPOT_STEP)
    note(state, STATIONED, seat, state.x[seat], state.y[seat])
    begin_turn(state, (seat + 1) % state.players)


def score(state, seat):
    """The values of all cards, face up or down (ICE-74); in a tournament one point a card (ICE-77)."""
    points = 0
    for kind in range(KINDS):
        cards = state.down[seat, kind] + state.up[seat, kind]
        points += cards * (VALUE[kind] if state.scoring == STANDARD else 1)
    return points


def scores(state, out):
    for seat in range(state.players):
        out[seat] = score(state, seat)


def winners(state):
    """The highest score; tied: more cards; still tied: shared (ICE-75, 79)."""
    best = -1
    won = 0
    for seat in range(state.players):
        rank = score(state, seat) * (MOST_CARDS + 1) + card_count(state, seat)
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << seat
    return won


__all__ = [
    "ACTIONS",
    "LAYOUT",
    "LISTED",
    "OBSERVED",
    "State",
    "acting",
    "allowed",
    "apply",
    "legal",
    "observe",
    "resample",
    "scores",
    "setup",
    "winners",
]

"""What a seat may do in ICECOOL2, and how its moves are numbered (the table of moves is in rules.py)."""

from parlour.core.bits import lowest
from parlour.core.contract import WORLD
from parlour.core.state import table
from parlour.games.icecool.flick import AIMS, FLICKS, HEAD, HEIGHTS, POWERS, SIDE_LIMIT, SIDES
from parlour.games.icecool.ground import DOOR_ROOMS
from parlour.games.icecool.hidden import face_down
from parlour.games.icecool.parts import (
    ANNOUNCE,
    COLUMNS,
    DOORS,
    FINISHED,
    FISH,
    FLYING,
    MOST_PLAYERS,
    PAIR_COUNT,
    PAIRS,
    POST,
    PREFLICK,
    ROOMS,
    ROWS,
    STANDARD,
    STATION,
    TASKS,
    TWO,
)
from parlour.games.icecool.spots import is_stuck, rooms_of

END = 0
ANNOUNCING = 1
SKATE = ANNOUNCING + 1 + TASKS
PLACE = SKATE + PAIR_COUNT
MOVE_FISH = PLACE + ROOMS
STATIONING = MOVE_FISH + MOST_PLAYERS * DOORS * DOORS
FLICK = STATIONING + COLUMNS * ROWS
ACTIONS = FLICK + FLICKS
WORLD_SEAT = lowest(WORLD)

# Of more moves than can be listed `legal` lists some: flicks all around at these powers, spots four centimetres apart.
LISTED_AIMS = 24
LISTED_BODY = table([22, 38, 60])
LISTED_HEAD = 75
LISTED_STEP, LISTED_COLUMN, LISTED_ROW = 8, 7, 1
MOST_FISH_MOVES = FISH * (MOST_PLAYERS - 1) * (DOORS - 1)
LISTED = LISTED_AIMS * (len(LISTED_BODY) + 1) + 2 + MOST_FISH_MOVES

MAY, MUST = range(2)


def acting(state):
    if state.phase == FINISHED:
        return 0
    return WORLD if state.phase == FLYING else 1 << state.turn


def may_announce(state, seat):
    """Asked of everybody who has a face-down card, so being asked tells nothing; no abilities in a tournament (ICE-78)."""
    return state.scoring == STANDARD and (state.bluff_announce or face_down(state, seat) > 0)


def can_announce(state, seat, task):
    """A task type of which a face-down 1 is held (ICE-41), any if bluffing is allowed (R16)."""
    return state.bluff_announce or state.down[seat, task] > 0


def may_flick(state):
    """From inside the frame too (ICE-58), unless the table says that who is stuck must place (R26)."""
    if state.stuck_placement == MAY or (state.first >> state.turn) & 1 or not is_stuck(state, state.turn):
        return True
    offered = False
    for room in range(ROOMS):
        if state.offer_x[room] >= 0:
            offered = True
    return not offered


def may_move_fish(state, seat):
    """Two face-down 2s, before the flick or after it (ICE-48), not after the penguin flew out (ICE-59, R22)."""
    return state.scoring == STANDARD and state.down[seat, TWO] >= 2 and not state.was_out


def fish_may_go(state, colour, rooms, door, to):
    """A fish that hangs on a door (R29), to another door of no room in which its penguin is (ICE-48, 49)."""
    if door == to or state.fish[colour, door] == 0:
        return False
    return ((1 << DOOR_ROOMS[to, 0] | 1 << DOOR_ROOMS[to, 1]) & rooms) == 0


def can_skate(state, seat, pair):
    """Two face-down 1s of these task types (ICE-39, R30)."""
    a = PAIRS[pair, 0]
    b = PAIRS[pair, 1]
    if a == b:
        return state.down[seat, a] >= 2
    return state.down[seat, a] > 0 and state.down[seat, b] > 0


def allowed(state, seat, action, moves):
    """Whether the acting seat may make this move; `legal` lists only some of the flicks and spots."""
    if seat == WORLD_SEAT:
        return action == 0
    if action >= FLICK:
        return state.phase == PREFLICK and may_flick(state)
    if action >= STATIONING:
        return state.phase == STATION
    if state.phase == ANNOUNCE:
        if action == ANNOUNCING:
            return True
        return ANNOUNCING < action < SKATE and can_announce(state, seat, action - ANNOUNCING - 1)
    if state.phase != PREFLICK and state.phase != POST:
        return False
    if action >= MOVE_FISH:
        colour = (action - MOVE_FISH) // (DOORS * DOORS)
        door = (action - MOVE_FISH) // DOORS % DOORS
        to = (action - MOVE_FISH) % DOORS
        return (
            may_move_fish(state, seat)
            and colour < state.players
            and fish_may_go(state, colour, rooms_of(state, colour), door, to)
        )
    if state.phase == PREFLICK:
        return action >= PLACE and state.offer_x[action - PLACE] >= 0
    return action == END or (SKATE <= action < PLACE and can_skate(state, seat, action - SKATE))


def legal(state, seat, moves):
    if seat == WORLD_SEAT:
        moves[0] = 0
        return 1
    count = 0
    if state.phase == STATION:
        for row in range(LISTED_ROW, ROWS, LISTED_STEP):
            for column in range(LISTED_COLUMN, COLUMNS, LISTED_STEP):
                moves[count] = STATIONING + row * COLUMNS + column
                count += 1
        return count
    if state.phase == ANNOUNCE:
        moves[0] = ANNOUNCING
        count = 1
        for task in range(TASKS):
            if can_announce(state, seat, task):
                moves[count] = ANNOUNCING + 1 + task
                count += 1
        return count
    if state.phase == POST:
        moves[0] = END
        count = 1
        for pair in range(PAIR_COUNT):
            if can_skate(state, seat, pair):
                moves[count] = SKATE + pair
                count += 1
    else:
        for room in range(ROOMS):
            if state.offer_x[room] >= 0:
                moves[count] = PLACE + room
                count += 1
    if may_move_fish(state, seat):
        count = list_fish_moves(state, moves, count)
    if state.phase == PREFLICK and may_flick(state):
        count = list_flicks(moves, count)
    return count


def list_fish_moves(state, moves, count):
    for colour in range(state.players):
        rooms = rooms_of(state, colour)
        for door in range(DOORS):
            for to in range(DOORS):
                if fish_may_go(state, colour, rooms, door, to):
                    moves[count] = MOVE_FISH + (colour * DOORS + door) * DOORS + to
                    count += 1
    return count


def list_flicks(moves, count):
    """Flicks all around: straight ones at three powers, and jumps."""
    for k in range(LISTED_AIMS):
        aim = k * (AIMS // LISTED_AIMS)
        for p in range(len(LISTED_BODY)):
            moves[count] = FLICK + ((aim * POWERS + LISTED_BODY[p] - 1) * SIDES + SIDE_LIMIT) * HEIGHTS
            count += 1
        moves[count] = FLICK + ((aim * POWERS + LISTED_HEAD - 1) * SIDES + SIDE_LIMIT) * HEIGHTS + HEAD
        count += 1
    return count

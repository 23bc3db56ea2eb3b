"""A toy of the school for play-outs without physics: it invents what a flick does, by chance and on the floor plan.

Every report it makes could have happened (it keeps V1 to V8), so the rules see all they can meet; how often is not the
real school's way. Plain functions over the record, whole numbers only.
"""

from __future__ import annotations

from typing import Any

from parlour.core.bits import nth, size
from parlour.core.stream import random_below
from parlour.games.icecool.flick import HEAD, HEIGHTS, POWERS, SIDES
from parlour.games.icecool.ground import (
    ADJACENT,
    DOOR_AXIS,
    DOOR_BETWEEN,
    DOOR_PLANE,
    DOOR_ROOMS,
    SLOT,
    STANDING,
    free_point,
    room_at,
    stuck_door,
)
from parlour.games.icecool.parts import (
    BUMP,
    DOORS_OF,
    EXIT,
    FAR,
    MOST_PLAYERS,
    OFF,
    OUT,
    OVER,
    PASS,
    ROOMS,
    TOUCH,
)

LEGS = 6  # a flick at full power does so many things
FLY, LEAVE, BOUNCES, GO, PUSH = 50, 10, 15, 70, 100  # percent; the last three are steps of one roll
PUSHED_THROUGH, STUCK = 30, 10
DEPTH, ALONG = 1900, 700  # how far from a door's plane and middle a stuck penguin stands at most


def imagine(state: Any) -> None:
    """Write a report of the flick that is on its way into the record."""
    state.event_count = 0
    actor = state.turn
    for seat in range(MOST_PLAYERS):
        state.rest_x[seat] = state.x[seat]
        state.rest_y[seat] = state.y[seat]
    room = home(state, actor)
    head = state.flick % HEIGHTS == HEAD
    power = state.flick // (HEIGHTS * SIDES) % POWERS + 1
    legs = 1 + power * LEGS // (POWERS + 1)
    for _ in range(legs):
        roll = random_below(state, 100)
        if head and random_below(state, 100) < FLY:
            if random_below(state, 100) < LEAVE:
                tell(state, EXIT, actor, -1, room, -1)
                state.rest_x[actor] = OUT
                state.rest_y[actor] = OUT
                return
            room = fly(state, actor, room)
        elif roll < BOUNCES:
            tell(state, BUMP, actor, 4 * room + random_below(state, 4), -1, -1)
        elif roll < GO:
            room = go_through(state, actor, room)
        elif roll < PUSH:
            push(state, actor, room)
    come_to_rest(state, actor, room)


def tell(state: Any, kind: int, a: int, b: int, source: int, target: int) -> None:
    i = state.event_count
    state.event[i, 0] = kind
    state.event[i, 1] = a
    state.event[i, 2] = b
    state.event[i, 3] = source
    state.event[i, 4] = target
    state.event_count = i + 1


def home(state: Any, seat: int) -> int:
    """The room a penguin starts in; stuck, either room of the door."""
    door = stuck_door(state.x[seat], state.y[seat])
    if door >= 0:
        return int(DOOR_ROOMS[door, random_below(state, 2)])
    return room_at(state.x[seat], state.y[seat])


def go_through(state: Any, seat: int, room: int) -> int:
    """A door of the room, any; returns the room beyond."""
    doors = DOORS_OF[room]
    door = nth(doors, random_below(state, size(doors)))
    target = int(DOOR_ROOMS[door, 0] + DOOR_ROOMS[door, 1]) - room
    tell(state, PASS, seat, door, room, target)
    return target


def fly(state: Any, seat: int, room: int) -> int:
    """A wall of the room, any; returns the room beyond."""
    target = int(random_below(state, ROOMS))
    while not ADJACENT[room, target]:
        target = int(random_below(state, ROOMS))
    door = DOOR_BETWEEN[room, target]
    tell(state, OVER, seat, door if door >= 0 and random_below(state, 2) == 0 else -1, room, target)
    return target


def push(state: Any, actor: int, room: int) -> None:
    """Touch one of the penguins that stand in the room; it slides away, perhaps through a door."""
    here = 0
    for seat in range(state.players):
        x = state.rest_x[seat]
        y = state.rest_y[seat]
        if seat != actor and x >= 0 and stuck_door(x, y) < 0 and room_at(x, y) == room:
            here |= 1 << seat
    if here == 0:
        return
    pushed = nth(here, random_below(state, size(here)))
    tell(state, TOUCH, min(actor, pushed), max(actor, pushed), -1, -1)
    beyond = go_through(state, pushed, room) if random_below(state, 100) < PUSHED_THROUGH else room
    slide(state, pushed, actor, beyond)


def come_to_rest(state: Any, seat: int, room: int) -> None:
    """Anywhere in the room, now and then in one of its doors."""
    doors = DOORS_OF[room]
    door = nth(doors, random_below(state, size(doors)))
    if random_below(state, 100) < STUCK:
        depth = DOOR_PLANE[door] + random_below(state, 2 * DEPTH) - DEPTH
        axis = DOOR_AXIS[door]
        along = (SLOT[door, 1 - axis] + SLOT[door, 3 - axis]) // 2 + random_below(state, 2 * ALONG) - ALONG
        x = depth if axis == 0 else along
        y = along if axis == 0 else depth
        if is_clear(state, seat, x, y):
            state.rest_x[seat] = x
            state.rest_y[seat] = y
            return
    slide(state, seat, seat, room)


def is_clear(state: Any, seat: int, x: int, y: int) -> bool:
    for other in range(state.players):
        if other != seat and state.rest_x[other] >= 0:
            dx = state.rest_x[other] - x
            dy = state.rest_y[other] - y
            if dx * dx + dy * dy < 16_000_000:
                return False
    return True


def slide(state: Any, seat: int, actor: int, room: int) -> None:
    """To a free point near any point of the room; the actor, still moving, is in nobody's way."""
    k = 0
    for other in range(MOST_PLAYERS):
        if other != seat:
            there = other != actor and other < state.players and state.rest_x[other] >= 0
            state.others[k, 0] = state.rest_x[other] if there else FAR
            state.others[k, 1] = state.rest_y[other] if there else FAR
            k += 1
    x = STANDING[room, 0] + random_below(state, STANDING[room, 2] - STANDING[room, 0] + 1)
    y = STANDING[room, 1] + random_below(state, STANDING[room, 3] - STANDING[room, 1] + 1)
    free_point(x, y, STANDING, room, state.others, state.point)
    state.rest_x[seat] = state.point[0]
    state.rest_y[seat] = state.point[1]
    for k in range(MOST_PLAYERS - 1):
        state.others[k, 0] = FAR
        state.others[k, 1] = FAR
    state.point[0] = OFF
    state.point[1] = OFF

"""Where penguins stand and where they may be put: the record's poses on the floor plan of `ground`."""

from __future__ import annotations

from typing import Any

from parlour.games.icecool.ground import (
    CIRCLE_X,
    CIRCLE_Y,
    DOOR_ROOMS,
    ORANGE,
    STANDING,
    close_to_wall,
    free_point,
    orange_point,
    room_at,
    seen_sides,
    stuck_door,
)
from parlour.games.icecool.parts import CLASSROOM, FAR, MOST_PLAYERS, OFF, ROOMS, TOUCHING


def on_board(state: Any, seat: int) -> bool:
    there: bool = state.x[seat] >= 0
    return there


def rooms_of(state: Any, seat: int) -> int:
    """The rooms a penguin counts as being in, as bits: in a doorway all where it is seen, before it entered CLS (R28)."""
    if not on_board(state, seat):
        return 1 << CLASSROOM
    door = stuck_door(state.x[seat], state.y[seat])
    if door < 0:
        return 1 << room_at(state.x[seat], state.y[seat])
    sides = seen_sides(door, state.x[seat], state.y[seat])
    rooms = 0
    for side in range(2):
        if (sides >> side) & 1:
            rooms |= 1 << DOOR_ROOMS[door, side]
    return rooms


def place_of(state: Any, seat: int) -> int:
    """Where a penguin stands, as one number: its room, or ROOMS + the door in which it is stuck."""
    door = stuck_door(state.x[seat], state.y[seat])
    return ROOMS + door if door >= 0 else room_at(state.x[seat], state.y[seat])


def look_at_others(state: Any, seat: int) -> None:
    """Put where all other penguins are before `ground`'s eyes."""
    k = 0
    for other in range(MOST_PLAYERS):
        if other != seat:
            state.others[k, 0] = state.x[other] if on_board(state, other) else FAR
            state.others[k, 1] = state.y[other] if on_board(state, other) else FAR
            k += 1


def look_away(state: Any) -> None:
    for k in range(MOST_PLAYERS - 1):
        state.others[k, 0] = FAR
        state.others[k, 1] = FAR
    state.point[0] = OFF
    state.point[1] = OFF


def put(state: Any, seat: int, x: int, y: int) -> None:
    state.x[seat] = x
    state.y[seat] = y


def put_on_circle(state: Any, seat: int) -> None:
    """The red circle's centre, or if somebody stands there the first free point round it (ICE-14, R10)."""
    look_at_others(state, seat)
    free_point(CIRCLE_X, CIRCLE_Y, ORANGE, CLASSROOM, state.others, state.point)
    put(state, seat, state.point[0], state.point[1])
    look_away(state)


def put_back(state: Any, seat: int, x: int, y: int) -> None:
    """The point where the penguin stood before the flick, or the closest free one in that room (ICE-59, 60, R24)."""
    taken = False
    for other in range(state.players):
        if other != seat and on_board(state, other):
            dx = state.x[other] - x
            dy = state.y[other] - y
            if dx * dx + dy * dy < TOUCHING * TOUCHING:
                taken = True
    if taken:
        room = room_at(x, y)
        if room < 0:
            room = DOOR_ROOMS[stuck_door(x, y), 0]
        look_at_others(state, seat)
        free_point(x, y, STANDING, room, state.others, state.point)
        put(state, seat, state.point[0], state.point[1])
        look_away(state)
    else:
        put(state, seat, x, y)


def clear_offers(state: Any) -> None:
    for room in range(ROOMS):
        state.offer_x[room] = OFF
        state.offer_y[room] = OFF


def offer_places(state: Any) -> None:
    """Close to a wall or stuck: the closest free point of the orange line, of either room if seen in both (ICE-51 to 56)."""
    clear_offers(state)
    seat = state.turn
    if (state.first >> seat) & 1 or state.placed:
        return  # R37; once a turn
    if not is_stuck(state, seat) and not close_to_wall(state.x[seat], state.y[seat]):
        return
    rooms = rooms_of(state, seat)
    look_at_others(state, seat)
    for room in range(ROOMS):
        if (rooms >> room) & 1 and orange_point(room, state.x[seat], state.y[seat], state.others, state.point):
            state.offer_x[room] = state.point[0]
            state.offer_y[room] = state.point[1]
    look_away(state)


def is_stuck(state: Any, seat: int) -> bool:
    return stuck_door(state.x[seat], state.y[seat]) >= 0

"""Why a move of ICECOOL2 is refused, and the move for a seat that makes none."""

from __future__ import annotations

from typing import Any

from parlour.core.game import Move
from parlour.core.state import State
from parlour.core.words import either, say
from parlour.games.icecool import choices, moves, plan
from parlour.games.icecool.ground import STEPS
from parlour.games.icecool.moves import COLOUR_WORDS, TASK_NAMES, TASKS, Announce, Catcher, End, Flick, MoveFish, Place, Skate
from parlour.games.icecool.parts import ANNOUNCE, POST, PREFLICK, ROOMS, STATION, TOURNAMENT, TWO
from parlour.games.icecool.school import DOOR_IDS, ROOM, ROOM_IDS
from parlour.games.icecool.spots import is_stuck, rooms_of
from parlour.games.icecool.wording import OF, WITHIN


def why_not(state: State, seat: int, move: Any) -> tuple[str, str]:
    if state.phase == STATION:
        return "ICE-10", say("First choose your spot inside the Kitchen's orange line, such as catcher 46 53.")
    match move:
        case Catcher():
            return "ICE-10", say("The Catcher's spot is chosen once, at the start of the round.")
        case Announce():
            return _why_not_announce(state, seat, move)
        case Place():
            return _why_not_place(state, seat, move)
        case MoveFish():
            return _why_not_move(state, seat, move)
        case Skate():
            return _why_not_skate(state, seat, move)
        case End():
            if state.phase == ANNOUNCE:
                return "ICE-13", say("Your turn begins: announce a task or nothing, then flick.")
            return "ICE-13", say("A turn is one flick: flick first.")
    if state.phase == ANNOUNCE:
        return "ICE-41", say("Before the flick say whether you try a task: announce nothing, or name one.")
    if state.phase == PREFLICK:
        return "ICE-R26", say("Stuck in the door: here you must start from an orange line.")
    return "ICE-13", say("Your flick is made: one a turn. Skate on two 1s for another turn, or end.")


def _why_not_announce(state: State, seat: int, move: Announce) -> tuple[str, str]:
    if state.scoring == TOURNAMENT:
        return "ICE-78", say("In a tournament there are no abilities, so no tasks.")
    if move.task in TASKS and not choices.can_announce(state, seat, TASKS.index(move.task)):
        return "ICE-41", say("You hold no face-down 1 with the task {task}.", task=TASK_NAMES[move.task])
    return "ICE-41", say("A task is announced before anything else in the turn.")


def _why_not_place(state: State, seat: int, move: Place) -> tuple[str, str]:
    if state.phase != PREFLICK:
        return "ICE-52", say("Onto an orange line you go before the flick, not now.")
    if (state.first >> seat) & 1:
        return "ICE-R37", say("The first flick of a round starts on the red circle.")
    if state.placed:
        return "ICE-52", say("You have placed your penguin on an orange line in this turn already.")
    room = ROOM_IDS[moves.room_number(move.room)]
    near = [OF[ROOM_IDS[r]] for r in range(ROOMS) if state.offer_x[r] >= 0]
    if room in _seen_in(state, seat) and (is_stuck(state, seat) or _close(state, seat)):
        return "ICE-53", say("No point of {room} orange line is free.", room=OF[room])
    if not near:
        return "ICE-51", say("You are neither close to a wall nor stuck in a door, so you flick from where you stand.")
    rule = "ICE-56" if is_stuck(state, seat) else "ICE-52"
    return rule, say("Your penguin is not seen {where}: {lines} line is yours.", where=WITHIN[room], lines=either(near))


def _seen_in(state: State, seat: int) -> list[str]:
    rooms = rooms_of(state, seat)
    return [id for room, id in enumerate(ROOM_IDS) if (rooms >> room) & 1]


def _close(state: State, seat: int) -> bool:
    return plan.close_to_wall(state.x[seat] / STEPS, state.y[seat] / STEPS)


def _why_not_move(state: State, seat: int, move: MoveFish) -> tuple[str, str]:
    colour, door, to = moves.colour_number(move.colour), moves.door_number(move.door), moves.door_number(move.to)
    if state.scoring == TOURNAMENT:
        return "ICE-78", say("In a tournament there are no abilities: no fish is moved.")
    if state.phase == ANNOUNCE:
        return "ICE-41", say("First announce a task or nothing; then fish may move.")
    if state.was_out:
        return "ICE-59", say("Your turn ended out of the school: only ice skates may follow.")
    if state.down[seat, TWO] < 2:
        return "ICE-48", say("Moving a fish takes two face-down 2s; you have {cards}.", cards=state.down[seat, TWO])
    if colour >= state.players or not state.fish[colour, door]:
        return "ICE-48", say("No fish of {colour} hangs on {door}.", colour=COLOUR_WORDS[colour], door=DOOR_IDS[door])
    if door == to:
        return "ICE-48", say("The fish must go to a different door.")
    blocked = next(room for room in _seen_in(state, colour) if room in plan.DOOR[DOOR_IDS[to]].rooms)
    return "ICE-49", say(
        "{door} is a door of the room where the penguin of {colour} is: {room}.",
        door=DOOR_IDS[to],
        colour=COLOUR_WORDS[colour],
        room=moves.ROOM_NAMES[ROOM[blocked].name.lower()],
    )


def _why_not_skate(state: State, seat: int, move: Skate) -> tuple[str, str]:
    if state.scoring == TOURNAMENT:
        return "ICE-78", say("In a tournament there are no abilities, so no ice skates.")
    if state.phase != POST:
        return "ICE-39", say("Ice skates come at the end of the turn, after the flick.")
    return "ICE-39", say(
        "It takes two face-down 1s, {first} and {second}, and you do not hold both.",
        first=TASK_NAMES[move.first],
        second=TASK_NAMES[move.second],
    )


def mildest(state: State, seat: int) -> Move:
    """The move for a seat that lets its time run out (ledger 4.3, ICE-R42): the mildest there is."""
    if state.phase == STATION:
        return Catcher(46.0, 53.0)
    if state.phase == ANNOUNCE:
        return Announce(moves.NOTHING)
    if state.phase == POST:
        return End()
    if is_stuck(state, seat) and (offers := [room for room in range(ROOMS) if state.offer_x[room] >= 0]):
        return Place(moves.ROOMS[offers[0]])
    x, y = state.x[seat] / STEPS, state.y[seat] / STEPS
    x0, y0, x1, y1 = next((room.inner for room in plan.SCHOOL.rooms if room.id == plan.room_at(x, y)), plan.SCHOOL.outline)
    gaps = {0.0: x - x0, 90.0: y - y0, 180.0: x1 - x, 270.0: y1 - y}
    return Flick(min(gaps, key=gaps.__getitem__), 30)

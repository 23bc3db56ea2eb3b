"""The moves of ICECOOL2 in words: typed move <-> number <-> text, lossless both ways.

catcher 46 53   announce jump   announce nothing   place gym   move orange fish d3 d1
flick 34.5 power 62 right 0.4 head   skate jump two-doors   end
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from parlour.core.errors import BadMove
from parlour.core.game import Move
from parlour.core.words import both, say, strung
from parlour.games.icecool import choices, flick
from parlour.games.icecool.flick import BadFlick, FlickIntent
from parlour.games.icecool.ground import STEPS, to_grid
from parlour.games.icecool.parts import COLUMNS, DOORS, FIRST_X, FIRST_Y, PAIR_COUNT, PAIRS, ROWS, SPOT_STEP
from parlour.games.icecool.report import COLOUR_NAMES
from parlour.games.icecool.school import DOOR_IDS, ROOM, ROOM_IDS

COLOUR_WORDS = tuple(COLOUR_NAMES.values())
COLOURS = tuple(name.lower() for name in COLOUR_WORDS)
ROOMS = tuple(ROOM[id].name.lower() for id in ROOM_IDS)
ROOM_NAMES = {
    "classroom": say("Classroom"),
    "kitchen": say("Kitchen"),
    "gym": say("Gym"),
    "lab": say("Lab"),
    "hall": say("Hall"),
}
TASKS = ("jump", "two-doors", "bounce")
TASK_NAMES = {"jump": say("jump"), "two-doors": say("two-doors"), "bounce": say("bounce")}
NOTHING = "nothing"
CARDS = ("1J", "1T", "1B", "2", "3")


class Catcher(Move, frozen=True):
    """The Catcher's spot in the Kitchen, in centimetres."""

    x: float
    y: float


class Announce(Move, frozen=True):
    """A task (jump, two-doors, bounce) or nothing."""

    task: str


class Place(Move, frozen=True):
    """Onto the orange line of a room."""

    room: str


class MoveFish(Move, frozen=True):
    """A fish of a colour from its door to another, for two 2s."""

    colour: str
    door: str
    to: str


class Flick(Move, frozen=True):
    """Aim in degrees, power in percent, side from -1 (left) to 1 (right), body or head."""

    aim: float
    power: int
    side: float = 0.0
    height: str = "body"


class Skate(Move, frozen=True):
    """Another turn for two 1s, named by their tasks."""

    first: str
    second: str


class End(Move, frozen=True):
    """The end of the turn."""


KINDS: tuple[type[Move], ...] = (Catcher, Announce, Place, MoveFish, Flick, Skate, End)


def pick(what: str, word: str, known: tuple[str, ...]) -> int:
    """The number of a word, by its beginning if that is enough."""
    wanted = word.lower()
    if wanted in known:
        return known.index(wanted)
    begun = [name for name in known if wanted and name.startswith(wanted)]
    if len(begun) == 1:
        return known.index(begun[0])
    near = get_close_matches(wanted, known, 1)
    there = both(known)
    if near:
        raise BadMove(
            say(
                "{word!r} is no {what}. Did you mean {near}? There are {known}.",
                word=word,
                what=what,
                near=near[0],
                known=there,
            )
        )
    raise BadMove(say("{word!r} is no {what}. There are {known}.", word=word, what=what, known=there))


def room_number(word: str) -> int:
    return ROOM_IDS.index(word.upper()) if word.upper() in ROOM_IDS else pick(say("room"), word, ROOMS)


def door_number(word: str) -> int:
    return pick(say("door"), word if word[:1].lower() == "d" else f"d{word}", tuple(id.lower() for id in DOOR_IDS))


def colour_number(word: str) -> int:
    return pick(say("colour"), word, COLOURS)


def task_number(word: str) -> int:
    return pick(say("task"), re.sub(r"[\s_]+", "-", word), TASKS)


def intent(move: Flick) -> FlickIntent:
    """The flick on the grid."""
    try:
        aim, side = move.aim * 10, move.side * 10
        if abs(aim - round(aim)) > 1e-6 or abs(side - round(side)) > 1e-6:
            raise BadFlick(say("aim and side go in steps of 0.1"))
        if move.height not in flick.HEIGHT_NAMES:
            raise BadFlick(say("a flick hits the body or the head, not {height!r}", height=move.height))
        return FlickIntent(round(aim), move.power, round(side), flick.HEIGHT_NAMES.index(move.height))
    except (BadFlick, OverflowError, ValueError) as wrong:
        raise BadMove(say("This is no flick: {why}.", why=wrong.args[0])) from None


def flick_of(number: int) -> Flick:
    meant = flick.unpack(number)
    return Flick(meant.aim / 10, meant.power, meant.side / 10, flick.HEIGHT_NAMES[meant.height])


def spot_number(move: Catcher) -> int:
    column, over_x = divmod(_grid(move.x) - FIRST_X, SPOT_STEP)
    row, over_y = divmod(_grid(move.y) - FIRST_Y, SPOT_STEP)
    if over_x or over_y or not (0 <= column < COLUMNS and 0 <= row < ROWS):
        raise BadMove(
            say(
                "The Catcher cannot wait at {x:g}, {y:g}: inside the Kitchen's orange line x goes from 30.5 to 61.5 and "
                "y from 44.5 to 61.5, in steps of 0.5 (ICE-10).",
                x=move.x,
                y=move.y,
            )
        )
    return row * COLUMNS + column


def _grid(centimetres: float) -> int:
    try:
        return to_grid(centimetres)
    except (OverflowError, ValueError):
        return -1


def number(move: Any) -> int:
    match move:
        case End():
            return choices.END
        case Announce(task):
            return choices.ANNOUNCING + (0 if task == NOTHING else 1 + task_number(task))
        case Skate(first, second):
            pair = sorted((task_number(first), task_number(second)))
            return choices.SKATE + next(k for k in range(PAIR_COUNT) if [PAIRS[k, 0], PAIRS[k, 1]] == pair)
        case Place(room):
            return choices.PLACE + room_number(room)
        case MoveFish(colour, door, to):
            return choices.MOVE_FISH + (colour_number(colour) * DOORS + door_number(door)) * DOORS + door_number(to)
        case Catcher():
            return choices.STATIONING + spot_number(move)
        case _:
            return choices.FLICK + flick.pack(intent(move))


def move(number: int) -> Move:
    if number >= choices.FLICK:
        return flick_of(number - choices.FLICK)
    if number >= choices.STATIONING:
        row, column = divmod(number - choices.STATIONING, COLUMNS)
        return Catcher((FIRST_X + column * SPOT_STEP) / STEPS, (FIRST_Y + row * SPOT_STEP) / STEPS)
    if number >= choices.MOVE_FISH:
        rest, to = divmod(number - choices.MOVE_FISH, DOORS)
        colour, door = divmod(rest, DOORS)
        return MoveFish(COLOURS[colour], DOOR_IDS[door], DOOR_IDS[to])
    if number >= choices.PLACE:
        return Place(ROOMS[number - choices.PLACE])
    if number >= choices.SKATE:
        pair = number - choices.SKATE
        return Skate(TASKS[PAIRS[pair, 0]], TASKS[PAIRS[pair, 1]])
    if number >= choices.ANNOUNCING:
        return Announce((NOTHING, *TASKS)[number - choices.ANNOUNCING])
    return End()


def text(move: Any) -> str:
    match move:
        case Announce(task):
            return f"announce {task}"
        case Skate(first, second):
            return f"skate {first} {second}"
        case Place(room):
            return f"place {room}"
        case MoveFish(colour, door, to):
            return f"move {colour} fish {door.lower()} {to.lower()}"
        case Catcher(x, y):
            return f"catcher {x:g} {y:g}"
        case Flick():
            return flick.to_text(intent(move))
        case _:
            return "end"


HELP = say(
    "Write a flick as flick 34.5 power 62 right 0.4 head; other moves are catcher 46 53, announce jump, announce nothing, "
    "place gym, move orange fish d3 d1, skate jump bounce and end."
)


def parse(text: str) -> Move:
    """Read a move, tolerantly; raises BadMove with the way to write it. What comes back is a move on the grid."""
    words = re.sub(r"[,;()]", " ", text.lower())
    words = re.sub(r"\btwo[\s_-]*doors?\b", "two-doors", words)
    verb, *rest = words.split() or [""]
    rest = [word for word in rest if word not in ("to", "from", "at", "on", "in", "the", "and", "fish", "room", "door")]
    found: Move | None = None
    if verb == "end" or (verb in ("done", "pass") and not rest):
        found = End() if not rest else None
    elif verb in ("announce", "task") and len(rest) <= 1:
        found = Announce(NOTHING if not rest or rest[0] in (NOTHING, "none", "no") else TASKS[task_number(rest[0])])
    elif verb in ("skate", "skates") and len(rest) == 2:
        found = Skate(rest[0], rest[1])
    elif verb == "place" and len(rest) == 1:
        found = Place(rest[0])
    elif verb == "move" and len(rest) == 3:
        found = MoveFish(*rest)
    elif verb == "catcher" and len(rest) == 2:
        found = Catcher(*_spot(rest))
    elif verb == "flick" or re.fullmatch(r"[+-]?[0-9.]+", verb):
        try:
            return flick_of(flick.pack(flick.from_text(text)))
        except BadFlick as wrong:
            raise BadMove(say("This is no flick: {why}.", why=wrong.args[0])) from None
    if found is None:
        raise BadMove(say("{text!r} is no move. {how}", text=text, how=HELP))
    return move(number(found))


def _spot(words: list[str]) -> tuple[float, float]:
    try:
        return float(words[0]), float(words[1])
    except ValueError:
        raise BadMove(
            say("The Catcher's spot is two numbers, such as catcher 46 53, not {text!r}.", text=" ".join(words))
        ) from None


def describe(number: int) -> str:
    """A flick in words: `at 34.5°, power 62, 0.4 to the right, on the head`."""
    meant = flick.unpack(number)
    words: list[str] = [say("at {aim:g}°", aim=meant.aim / 10), say("power {power}", power=meant.power)]
    if meant.side > 0:
        words.append(say("{side:g} to the right", side=meant.side / 10))
    if meant.side < 0:
        words.append(say("{side:g} to the left", side=-meant.side / 10))
    if meant.height == flick.HEAD:
        words.append(say("on the head"))
    return strung(words, ", ")


def label(move: Any) -> str:
    """A move in a few words, for a button."""
    match move:
        case Announce(task):
            return say("Announce nothing") if task == NOTHING else say("Announce {task}", task=TASK_NAMES[task])
        case Skate(first, second):
            return say("Skate on {first} and {second}", first=TASK_NAMES[first], second=TASK_NAMES[second])
        case Place(room):
            return say("Start from the orange line: {room}", room=ROOM_NAMES[room])
        case MoveFish(colour, door, to):
            fish = COLOUR_WORDS[COLOURS.index(colour)]
            return say("Fish of {colour}: from {door} to {to}", colour=fish, door=door.upper(), to=to.upper())
        case Catcher(x, y):
            return say("Wait at {x:g}, {y:g}", x=x, y=y)
        case Flick():
            return say("Flick {flick}", flick=describe(flick.pack(intent(move))))
        case _:
            return say("End the turn")

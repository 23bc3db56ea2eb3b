"""What notes of ICECOOL2 say: rooms, doors, tasks and cards in words, as the sentences need them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.words import both, say
from parlour.games.icecool import moves, rules
from parlour.games.icecool.ground import STEPS
from parlour.games.icecool.moves import CARDS, TASK_NAMES, TASKS
from parlour.games.icecool.parts import JAMBS, ROOMS
from parlour.games.icecool.school import DOOR_IDS, ROOM_IDS

SIDES = (say("north wall"), say("east wall"), say("south wall"), say("west wall"))
TASK_WORDS = {
    "jump": say("Jump: over a wall into the next room"),
    "two-doors": say("Two doors: through two doors in one flick"),
    "bounce": say("Bounce: off a wall and then through a door"),
}
WHY_ROUND_OVER = {
    rules.THREE_FISH: say("a Runner has all three fish"),
    rules.ALL_IDS: say("the Catcher holds every ID"),
    rules.SECOND_CATCH: say("the Runner is caught for the second time"),
    rules.TOO_LONG: say("everybody has had so many turns that it is called off"),
}
# A room as each sentence needs it, so that a language with cases can say it well.
INTO = {
    "CLS": say("into the Classroom"),
    "KIT": say("into the Kitchen"),
    "GYM": say("into the Gym"),
    "LAB": say("into the Lab"),
    "HAL": say("into the Hall"),
}
OUT_OF = {
    "CLS": say("from the Classroom"),
    "KIT": say("from the Kitchen"),
    "GYM": say("from the Gym"),
    "LAB": say("from the Lab"),
    "HAL": say("from the Hall"),
}
WITHIN = {
    "CLS": say("in the Classroom"),
    "KIT": say("in the Kitchen"),
    "GYM": say("in the Gym"),
    "LAB": say("in the Lab"),
    "HAL": say("in the Hall"),
}
OF = {
    "CLS": say("the Classroom's"),
    "KIT": say("the Kitchen's"),
    "GYM": say("the Gym's"),
    "LAB": say("the Lab's"),
    "HAL": say("the Hall's"),
}


def word(field: str, value: int, names: Sequence[str]) -> str:
    match field:
        case "seat" | "other" | "colour" | "catcher":
            return names[value]
        case "x" | "y":
            return f"{value / STEPS:g}"
        case "room":
            return OF[ROOM_IDS[value]]
        case "source":
            return OUT_OF[ROOM_IDS[value]] if value >= 0 else say("from the school")
        case "target":
            return INTO[ROOM_IDS[value]] if value >= 0 else say("into the school")
        case "door" | "to":
            return DOOR_IDS[value]
        case "over":
            return DOOR_IDS[value] if value >= 0 else say("the wall")
        case "task":
            return TASK_WORDS[TASKS[value]]
        case "first" | "second":
            return TASK_NAMES[TASKS[value]]
        case "meant" | "flick":
            return moves.describe(value)
        case "surface":
            return surface(value)
        case "where":
            return WITHIN[ROOM_IDS[value]] if value < ROOMS else say("stuck in {door}", door=DOOR_IDS[value - ROOMS])
        case "card":
            return card_words(value)
        case "time":
            return say(": the ID changes hands") if value == 1 else say(" for the second time")
        case "ids":
            return say("1 ID") if value == 1 else say("{ids} IDs", ids=value)
        case "why":
            return WHY_ROUND_OVER[value]
        case "won":
            won = [name for seat, name in enumerate(names) if (value >> seat) & 1]
            if len(won) == 1:
                return say("{name} wins", name=won[0])
            return say("{names} share the victory", names=both(won))
    return str(value)


def surface(number: int) -> str:
    """A wall or a door frame, in words."""
    if number >= JAMBS:
        return say("the frame of {door}", door=DOOR_IDS[number - JAMBS])
    return say("{room} {side}", room=OF[ROOM_IDS[number // 4]], side=SIDES[number % 4])


def card_words(kind: int) -> str:
    return say("{value} ({task})", value=CARDS[kind][0], task=TASK_NAMES[TASKS[kind]]) if kind < len(TASKS) else CARDS[kind]

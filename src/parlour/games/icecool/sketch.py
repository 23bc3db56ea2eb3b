"""The school for a terminal: a small map in characters, and what everybody has. Colours never stand alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from parlour.core.picture import escaped as escape
from parlour.core.words import Said, padded, say, strung
from parlour.games.icecool.moves import ROOM_NAMES, TASK_NAMES
from parlour.games.icecool.report import COLOUR_NAMES, COLOURS
from parlour.games.icecool.school import DOOR_IDS, ROOM, SCHOOL

if TYPE_CHECKING:
    from parlour.games.icecool.sight import IcecoolView

WIDE, HIGH = 1.5, 3.0  # centimetres a character
COLUMNS, ROWS = round(66 / WIDE), round(66 / HIGH)
STYLE = {"purple": "bold magenta", "orange": "bold dark_orange", "teal": "bold cyan", "pink": "bold hot_pink"}
LETTER = {name.lower(): letter for letter, name in COLOUR_NAMES.items()}

Cell = tuple[str, str]


def draw(view: IcecoolView, names: Sequence[str]) -> str:
    """The picture, with rich markup."""
    plain = [escape(name) for name in names]
    head = say("[bold]Round {round} of {rounds}[/bold] · {now}", round=view.round, rounds=view.rounds, now=_now(view, plain))
    legend = say("  [dim]1-7 doors, o red circle, P O T K penguins[/]")
    players = [_player(view, seat, plain) for seat in range(view.players)]
    return strung([head, "", *_map(view), legend, "", _door_line(view), *players], "\n")


def _now(view: IcecoolView, names: Sequence[str]) -> str:
    name = names[view.turn]
    match view.phase:
        case "station":
            return say("{name} is the Catcher and chooses a spot in the Kitchen.", name=name)
        case "announce":
            return say("{name} may announce a task.", name=name)
        case "preflick":
            if view.first_flick and view.tries:
                return say("{name} flicks (try {tries} of 10).", name=name, tries=view.tries + 1)
            if view.announced:
                return say("{name} flicks, trying {task}.", name=name, task=TASK_NAMES[view.announced])
            return say("{name} flicks.", name=name)
        case "flying":
            return say("{name}'s flick is on its way.", name=name)
        case "post":
            return say("{name} may skate, move a fish or end the turn.", name=name)
    return say("The match is over.")


def _map(view: IcecoolView) -> list[str]:
    """Walls, doors and who stands where; a room has its name where nobody stands."""
    grid: list[list[Cell]] = [[(" ", "")] * (COLUMNS + 1) for _ in range(ROWS + 1)]

    def at(x: float, y: float) -> tuple[int, int]:
        return ROWS - round(y / HIGH), round(x / WIDE)

    walls: dict[tuple[int, int], int] = {}
    for room in SCHOOL.rooms:
        x0, y0, x1, y1 = room.outer
        (low, left), (high, right) = at(x0, y0), at(x1, y1)
        for column in range(left, right + 1):
            for row in (low, high):
                walls[row, column] = walls.get((row, column), 0) | (8 if column > left else 0) | (2 if column < right else 0)
        for row in range(high, low + 1):
            for column in (left, right):
                walls[row, column] = walls.get((row, column), 0) | (1 if row > high else 0) | (4 if row < low else 0)
    for (row, column), ways in walls.items():
        grid[row][column] = BOX[ways], "dim"
    circle_row, circle_column = at(SCHOOL.red_circle.x, SCHOOL.red_circle.y)
    grid[circle_row][circle_column] = "o", "red"
    for door in SCHOOL.doors:
        row, column = at(*door.centre)
        for offset in (-1, 0, 1):
            r, c = (row, column + offset) if door.axis == "y" else (row, column)
            grid[r][c] = " ", ""
        grid[row][column] = door.id[1], "bold" if view.fish.get(door.id) else "dim"
    for id, spot in view.places.items():
        row, column = at(spot.x, spot.y)
        grid[row][column] = ROOM[id].name[0].lower(), "bold green"
    for penguin in view.penguins:
        if penguin.x is not None and penguin.y is not None:
            row, column = at(penguin.x, penguin.y)
            grid[row][column] = LETTER[penguin.colour], STYLE[penguin.colour] + " reverse"
    for room in SCHOOL.rooms:
        x0, y0, x1, y1 = room.outer
        (low, left), (high, right) = at(x0, y0), at(x1, y1)
        inside = slice(left + 2, right)
        free = (row for row in range(high + 1, low) if all(mark == " " for mark, _ in grid[row][inside]))
        if row := next(free, 0):
            width = inside.stop - inside.start
            grid[row][inside] = [(padded(ROOM_NAMES[room.name.lower()], width), "dim"), *[("", "dim")] * (width - 1)]
    return [strung(["  ", *(_run(style, list(cells)) for style, cells in groupby(row, key=itemgetter(1)))], "") for row in grid]


def _run(style: str, cells: list[Cell]) -> str:
    marks = [mark for mark, _ in cells]
    named = any(isinstance(mark, Said) for mark in marks)
    text = strung([mark for mark in marks if mark], "") if named else "".join(marks)
    return strung([f"[{style}]", text, "[/]"], "") if style else text


# Box-drawing characters by the ways out of a cell: 1 up, 2 right, 4 down, 8 left.
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def _door_line(view: IcecoolView) -> str:
    hanging = [
        f"{id} " + "".join(f"[{STYLE[colour]}]{LETTER[colour]}[/]" for colour in view.fish[id])
        for id in DOOR_IDS
        if id in view.fish
    ]
    return say("  Fish: {fish} · deck {deck}", fish=", ".join(hanging) or "-", deck=view.deck)


def _player(view: IcecoolView, seat: int, names: Sequence[str]) -> str:
    penguin, hand = view.penguins[seat], view.cards[seat]
    facts: list[str] = [say("Catcher") if seat == view.catcher else say("caught") if penguin.caught else say("Runner")]
    if penguin.x is None:
        facts.append(say("not in yet"))
    else:
        room = say("stuck in {door}", door=penguin.door) if penguin.door else ROOM_NAMES[ROOM[penguin.room or ""].name.lower()]
        facts.append(say("{room} ({x:.1f}, {y:.1f})", room=room, x=penguin.x, y=penguin.y))
        if penguin.close and not penguin.door:
            facts.append(say("close to a wall"))
    if seat != view.catcher:
        facts.append(say("{fish}/3 fish", fish=penguin.collected))
    facts.append(say("1 ID") if view.ids[seat] == 1 else say("{ids} IDs", ids=view.ids[seat]))
    if hand.faces is None:
        facts.append(say("{cards} face down", cards=hand.down))
    else:
        facts.append(say("face down {cards}", cards=" ".join(hand.faces) or "-"))
    if hand.up:
        facts.append(say("face up {cards}", cards=" ".join(hand.up)))
    if hand.points is not None:
        facts.append(say("{points} points", points=hand.points))
    turn = ">" if seat in view.acting else " "
    you = say(" (you)") if seat == view.seat and not names[seat].endswith((")", "）")) else ""
    who = f"{turn} [{STYLE[penguin.colour]}]{COLOURS[seat]} {names[seat]}[/]"
    return say("{who}: {facts}", who=strung([who, you], ""), facts=strung(facts, " · "))

"""Why a bot did what it did, in a sentence."""

from __future__ import annotations

import numpy as np

from parlour.bots.icecool.flicks import School
from parlour.bots.icecool.sight import cell_of, sight
from parlour.core.state import State
from parlour.games.icecool import flick, moves, rules
from parlour.games.icecool.parts import DOORS, STANDARD
from parlour.games.icecool.report import COLOUR_NAMES
from parlour.games.icecool.school import DOOR_IDS
from parlour.games.icecool.tracking import EXIT, OVER, PASS, TOUCH

NAMES = tuple(COLOUR_NAMES.values())
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
SAFE, RISKY = 0.25, 0.7  # chances that the Catcher reaches a spot


def why(state: State, seat: int, number: int, tried: int) -> str:
    """The reason for a move, from what everybody sees."""
    if number >= rules.FLICK:
        return of_flick(state, seat, number - rules.FLICK)
    move = moves.move(number)
    match move:
        case moves.Catcher():
            return "From here I reach the doors where the Runners must come through."
        case moves.Announce(task):
            return (
                "No task of mine fits this flick." if task == moves.NOTHING else f"This flick could do the task {task} as well."
            )
        case moves.Place(room):
            return f"From the {room.capitalize()}'s orange line I have a better shot."
        case moves.MoveFish(colour, _, to):
            mine = moves.COLOURS.index(colour) == seat
            return (
                f"My fish hangs better on {to}."
                if mine
                else f"{colour.capitalize()} was too close to that fish; {to} is far away."
            )
        case moves.Skate():
            return "One more turn is worth more to me than two face-down 1s."
    if any(state.down[seat, kind] for kind in range(3)) and state.scoring == STANDARD:
        return "I keep my cards for later."
    return "That was all I had to do."


def of_flick(state: State, seat: int, number: int) -> str:
    """What the flick is meant to do, as the quick model sees it."""
    meant = flick.unpack(number)
    school = School(state)
    out = school.roll(np.array([[meant.aim, meant.power, meant.side, meant.height]]))
    doors: list[int] = []
    touched: list[int] = []
    flew = gone = False
    for _, kind, a, b, _, _ in out.events[0, : out.counts[0, 0]].tolist():
        who = school.who[a]
        if kind == PASS and who == seat:
            doors.append(b)
        elif kind == TOUCH and seat in (who, school.who[b]):
            touched.append(school.who[b] if who == seat else who)
        elif kind == OVER and who == seat:
            flew = True
        elif kind == EXIT and who == seat:
            gone = True
    x, y, _ = out.rests[0, school.me]
    if seat == state.catcher:
        return _catcher(state, doors, touched)
    return _runner(state, seat, doors, flew and not gone, cell_of(int(x * 1000), int(y * 1000)), school)


def _catcher(state: State, doors: list[int], touched: list[int]) -> str:
    caught = [NAMES[other] for other in dict.fromkeys(touched) if state.players == 2 or not state.caught >> other & 1]
    if caught:
        return f"I go for {' and '.join(caught)}."
    if doors:
        return f"Nobody is in reach, so I go through {_through(doors)} to where the Runners must come."
    return "Nobody is in reach, so I wait where the Runners must come through."


def _runner(state: State, seat: int, doors: list[int], flew: bool, cell: int, school: School) -> str:
    fish = [door for door in dict.fromkeys(doors) if state.fish[seat, door]]
    end = ""
    if state.catcher in school.who:
        place = school.poses[school.who.index(state.catcher)]
        chance = sight()[1][cell_of(int(place[0] * 1000), int(place[1] * 1000)), cell]
        end = (
            " and stop out of the Catcher's reach"
            if chance < SAFE
            else ", though the Catcher will be near"
            if chance > RISKY
            else ""
        )
    if len(doors) > 1 and fish:
        return f"I flick through {COUNTS[min(len(doors), 7)]} doors for {_fish(len(fish))}{end}."
    if fish:
        return f"I flick through {_through(doors)} for my fish{end}."
    if flew:
        return f"Over the wall is the shortest way{end}."
    if doors:
        return f"I flick through {_through(doors)}, nearer to my fish,{end}.".replace(",,", ",").replace(",.", ".")
    wanted = [DOOR_IDS[door] for door in range(DOORS) if state.fish[seat, door]]
    return f"I get ready for {' or '.join(wanted[:2])}{end}."


def _fish(count: int) -> str:
    return "my fish" if count == 1 else f"{COUNTS[count]} fish"


def _through(doors: list[int]) -> str:
    return DOOR_IDS[doors[0]] if len(doors) == 1 else f"{COUNTS[min(len(doors), 7)]} doors"

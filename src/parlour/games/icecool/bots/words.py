"""Why a bot did what it did, in a sentence."""

from __future__ import annotations

from parlour.core.state import State
from parlour.core.words import both, either, say
from parlour.games.icecool import choices, flick, moves
from parlour.games.icecool.bots.flicks import School
from parlour.games.icecool.bots.sight import cell_of, sight
from parlour.games.icecool.moves import COLOUR_WORDS, TASK_NAMES
from parlour.games.icecool.parts import DOORS, STANDARD
from parlour.games.icecool.school import DOOR_IDS
from parlour.games.icecool.tracking import EXIT, OVER, PASS, TOUCH

SAFE, RISKY = 0.25, 0.7  # chances that the Catcher reaches a spot


def why(state: State, seat: int, number: int, tried: int) -> str:
    """The reason for a move, from what everybody sees."""
    if number >= choices.FLICK:
        return of_flick(state, seat, number - choices.FLICK)
    move = moves.move(number)
    match move:
        case moves.Catcher():
            return say("From here I reach the doors where the Runners must come through.")
        case moves.Announce(task):
            if task == moves.NOTHING:
                return say("No task of mine fits this flick.")
            return say("This flick could do the task {task} as well.", task=TASK_NAMES[task])
        case moves.Place():
            return say("From that orange line I have a better shot.")
        case moves.MoveFish(colour, _, to):
            owner = moves.COLOURS.index(colour)
            if owner == seat:
                return say("My fish hangs better on {door}.", door=to)
            return say("{colour} was too close to that fish; {door} is far away.", colour=COLOUR_WORDS[owner], door=to)
        case moves.Skate():
            return say("One more turn is worth more to me than two face-down 1s.")
    if any(state.down[seat, kind] for kind in range(3)) and state.scoring == STANDARD:
        return say("I keep my cards for later.")
    return say("That was all I had to do.")


def of_flick(state: State, seat: int, number: int) -> str:
    """What the flick is meant to do, as the quick model sees it."""
    meant = flick.unpack(number)
    school = School(state)
    out = school.roll([(meant.aim, meant.power, meant.side, meant.height)])
    doors: list[int] = []
    touched: list[int] = []
    flew = gone = False
    for _, kind, a, b, _, _ in out.told(0):
        who = school.who[a]
        if kind == PASS and who == seat:
            doors.append(b)
        elif kind == TOUCH and seat in (who, school.who[b]):
            touched.append(school.who[b] if who == seat else who)
        elif kind == OVER and who == seat:
            flew = True
        elif kind == EXIT and who == seat:
            gone = True
    x, y = out.rests[0, school.me, 0], out.rests[0, school.me, 1]
    if seat == state.catcher:
        return _catcher(state, doors, touched)
    return _runner(state, seat, doors, flew and not gone, cell_of(int(x * 1000), int(y * 1000)), school)


def _catcher(state: State, doors: list[int], touched: list[int]) -> str:
    caught = [COLOUR_WORDS[other] for other in dict.fromkeys(touched) if state.players == 2 or not state.caught >> other & 1]
    if caught:
        return say("I go for {runners}.", runners=both(caught))
    if doors:
        return say("Nobody is in reach, so I go through {doors} to where the Runners must come.", doors=_through(doors))
    return say("Nobody is in reach, so I wait where the Runners must come through.")


def _runner(state: State, seat: int, doors: list[int], flew: bool, cell: int, school: School) -> str:
    fish = [door for door in dict.fromkeys(doors) if state.fish[seat, door]]
    end = _end(state, cell, school)
    if len(fish) > 1:
        return say("I flick through {doors} for {count} fish{end}.", doors=_through(doors), count=len(fish), end=end)
    if fish:
        return say("I flick through {doors} for my fish{end}.", doors=_through(doors), end=end)
    if flew:
        return say("Over the wall is the shortest way{end}.", end=end)
    if doors:
        return say("I flick through {doors} and am nearer to my fish{end}.", doors=_through(doors), end=end)
    wanted = [DOOR_IDS[door] for door in range(DOORS) if state.fish[seat, door]]
    if not wanted:
        return say("I have all my fish{end}.", end=end)
    return say("I get ready for {doors}{end}.", doors=either(wanted[:2]), end=end)


def _end(state: State, cell: int, school: School) -> str:
    """How near the Catcher is where the flick ends."""
    if state.catcher not in school.who:
        return ""
    x, y = school.poses[school.who.index(state.catcher)]
    chance = sight()[1][cell_of(int(x * 1000), int(y * 1000)), cell]
    if chance < SAFE:
        return say(", out of the Catcher's reach")
    return say(", though the Catcher will be near") if chance > RISKY else ""


def _through(doors: list[int]) -> str:
    return DOOR_IDS[doors[0]] if len(doors) == 1 else say("{count} doors", count=len(doors))

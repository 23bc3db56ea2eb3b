"""Puzzles of ICECOOL2: one flick for a fish that hardly any flick takes.

The table has a steady hand, so that a flick does what it says. The way that is kept was flown in the true physics, and any
other that takes the fish will do.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from parlour.bots.puzzle import Puzzle, Turn
from parlour.core.registry import game
from parlour.core.state import State
from parlour.core.words import say
from parlour.games.icecool import choices, wording
from parlour.games.icecool.bots.flicks import School, number_of
from parlour.games.icecool.parts import DOORS, PASS, PREFLICK
from parlour.games.icecool.quick import Quick

GOAL = "fish"
STEADY = "perfect"
TRIED = 2000
RARE = 0.01
"""More of all flicks than this would be too easy."""
FLOWN = 6
"""Flicks that take it in the quick model, and are tried in the true physics."""


def find(state: State, seat: int, chance: random.Random) -> Puzzle | None:
    wanted = [door for door in range(DOORS) if state.fish[seat, door]]
    if state.phase != PREFLICK or seat == state.catcher or not choices.may_flick(state) or state.first >> seat & 1:
        return None
    where = dict(msgspec.to_builtins(game("icecool").position_of(state)))
    where["options"] = where["options"] | {"steady": STEADY}
    school = School(state)
    flicks = school.some_flicks(chance, TRIED)
    out = school.roll(flicks)
    taken = [passed(out, k, school.me) for k in range(TRIED)]
    for door in wanted:
        ways = [k for k in range(TRIED) if door in taken[k]]
        if not ways or len(ways) > RARE * TRIED:
            continue
        for k in ways[:FLOWN]:
            number = number_of(flicks[k])
            if door in fished(where, seat, number):
                text = game("icecool").text(game("icecool").move(number), seat)
                return Puzzle(where, seat, GOAL, [Turn(text)], [{"kind": "fished", "seat": seat, "door": door}])
    return None


def passed(out: Quick, k: int, me: int) -> set[int]:
    """The doors that the penguin goes through, as the quick model says."""
    rows, counts = out.events, out.counts
    return {rows[k, i, 3] for i in range(counts[k, 0]) if rows[k, i, 1] == PASS and rows[k, i, 2] == me}


def fished(where: dict[str, Any], seat: int, number: int) -> set[int]:
    """The doors whose fish a flick takes, as the rules say."""
    match = game("icecool").position(where)
    match.play(seat, number)
    return {event["door"] for event in match.events(open=True) if event["kind"] == "fished" and event["seat"] == seat}


def proven(puzzle: Puzzle, state: State) -> bool:
    number = game("icecool").read_move(puzzle.turns[0].move, puzzle.seat)
    return puzzle.until[0]["door"] in fished(puzzle.position, puzzle.seat, number)


def task(puzzle: Puzzle) -> str:
    return say("One flick: take your fish off {door}.", door=door_of(puzzle))


def hint(puzzle: Puzzle) -> str:
    flick: Any = game("icecool").move(game("icecool").read_move(puzzle.turns[0].move, puzzle.seat))
    return say("Flick with a power of about {power}.", power=5 * round(flick.power / 5))


def door_of(puzzle: Puzzle) -> str:
    return wording.word("door", puzzle.until[0]["door"], ())

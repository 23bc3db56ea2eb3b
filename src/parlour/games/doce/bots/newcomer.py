"""A newcomer's stand-in: completes lines, answers those of the rival, gives none away, and else builds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.habit import Chance, best
from parlour.games.doce.rules import FACES, LINE, TARGET, WINDOWS
from parlour.games.doce.table import SQUARE_NAMES, Die

LINES = [tuple(SQUARE_NAMES[WINDOWS[w, k]] for k in range(LINE)) for w in range(len(WINDOWS))]


def habit(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    me, rival = view.seat, 1 - view.seat
    dice = [move for move in moves if hasattr(move, "face")]
    if won := [die for die in dice if view.threats[me].get(die.square) == die.face]:
        return won[0]
    danger = {square: face for square, face in view.threats[rival].items() if square not in view.zones[rival]}
    answers = [die for die in dice if die.square in danger]
    if danger and not answers and (blocks := [move for move in moves if move not in dice and move.square in danger]):
        return blocks[0]

    def worth(die: Any) -> float:
        laid = {**view.dice, die.square: Die(me, die.face)}
        given = view.threats[rival].get(die.square) == die.face or threats(laid, view.blocked, rival) - set(view.zones[rival])
        return longest(laid, view.blocked, die.square, me) - (LINE if given else 0)

    return best(answers or dice, worth, chance)


def ours(line: Sequence[str], dice: Mapping[str, Die], seat: int) -> bool:
    """Whether a line may still be the seat's: no die of the rival's, or one at an end (DOC-23)."""
    return [square for square in line if square in dice and dice[square].seat != seat] in ([], [line[0]], [line[-1]])


def threats(dice: Mapping[str, Die], blocked: Sequence[str], seat: int) -> set[str]:
    """Squares where one die would complete a line of the seat's."""
    found = set()
    for line in LINES:
        gaps = [square for square in line if square not in dice]
        missing = TARGET - sum(dice[square].face for square in line if square in dice)
        if len(gaps) == 1 and gaps[0] not in blocked and 1 <= missing <= FACES and ours(line, dice, seat):
            found.add(gaps[0])
    return found


def longest(dice: Mapping[str, Die], blocked: Sequence[str], square: str, seat: int) -> int:
    """How many own dice lie in the best line through a square that can still be completed."""
    most = 0
    for line in LINES:
        gaps = sum(other not in dice for other in line)
        missing = TARGET - sum(dice[other].face for other in line if other in dice)
        if square in line and gaps <= missing <= FACES * gaps and ours(line, dice, seat) and not {*line} & {*blocked}:
            most = max(most, sum(other in dice and dice[other].seat == seat for other in line))
    return most

"""Stand-ins for people who play for the first time: what the levels are measured by (docs/opponents.md).

They have read the rules, look at the table as their seat shows it, and do what comes to a sensible mind. They count no
cards and do not look ahead. In the arena they are called `newcomer`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.bots import Bot
from parlour.bots.opponents import HASTE
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.registry import game as game_of
from parlour.core.state import State
from parlour.games.doce.rules import FACES, LINE, TARGET, WINDOWS
from parlour.games.doce.table import SQUARE_NAMES, Die
from parlour.games.icecool.flick import AIMS, POWERS, SIDE_LIMIT, UNSTEADY
from parlour.games.icecool.moves import Flick
from parlour.games.icecool.school import SCHOOL

REACTION = 2400.0
"""Milliseconds after which half of their slaps in a race have come."""
HAND = 4
"""How unsteady their flicks are, as the levels of ICECOOL2 count it."""
Chance = random.Random


class Newcomer(Bot):
    """Sees the view of its seat and the moves that it may make, nothing else."""

    name, level, about = "Newcomer", "newcomer", "Has just read the rules. A yardstick only."

    def __init__(self, key: str, seed: int | None = None) -> None:
        self.plays = game_of(key).key
        if self.plays not in HABITS:
            raise BadSetup(f"Nobody stands in for newcomers to {game_of(key).name}: there are such for {', '.join(HABITS)}.")
        self._chance = Chance(seed)

    def choose(self, game: Game, state: State, seat: int) -> int:
        moves = [game.move(number) for number in game.legal(state, seat)]
        return game.number(HABITS[game.key](game.view(state, seat), moves, self._chance))

    def reaction(self, game: Game, state: State, seat: int, chance: Chance) -> float:
        return REACTION * chance.lognormvariate(0, HASTE)


def best(moves: Sequence[Any], worth: Callable[[Any], float], chance: Chance) -> Any:
    """The move that seems worth most, chance among equals."""
    return max(moves, key=lambda move: (worth(move), chance.random()))


# DOCE: completes lines, answers those of the rival, gives none away, and else builds.

LINES = [tuple(SQUARE_NAMES[WINDOWS[w, k]] for k in range(LINE)) for w in range(len(WINDOWS))]


def doce(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
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


# Dokitto! Ice: one scoop, a second one when few cards are left, then no trick any more; and where the topping still is.

FEW = 4


def dokitto(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    if view.choosing:
        return best(moves, lambda take: view.tubs[take.flavour[0].upper()].topping, chance)
    enough = len(view.cones[view.seat]) > (len(view.hand) <= FEW)
    if view.trick is None:
        return best(moves, lambda play: -int(play.card[1:]) if enough else int(play.card[1:]), chance)
    numbers = [int(card[1:]) for card in view.trick.cards.values()]
    led = view.trick.cards[view.trick.leader][0]

    def worth(play: Any) -> float:
        number = int(play.card[1:])
        mixed = view.trick.mixed or play.card[0] != led
        wins = number <= min(numbers) if mixed else number > max(numbers)
        if enough:
            return number - 20.0 * wins
        return 20.0 + (-number if mixed else number) if wins else -number

    return best(moves, worth, chance)


# ION: plays what fits, blocks what can be blocked, and slaps a card that fits.


def ion(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    def worth(move: Any) -> float:
        match type(move).__name__:
            case "Slap":
                return 1.0 if move.card in view.fitting else -1.0
            case "Play" | "Block" | "Shift":
                return 1.0
            case "Call":
                return sum(str(move.number) in card[1:] for card in view.hand)
        return 0.0

    return best(moves, worth, chance)


# West Van Soft: starts with what it likes, lays liked or harmless scoops on its own, tops what is tall, gives the rest away.


def westvan(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    own = view.characters[view.seat]

    def taste(*cards: str) -> float:
        return sum(2.0 if card in own.likes else -3.0 if card in own.dislikes else 0.5 for card in cards)

    def worth(move: Any) -> float:
        match type(move).__name__:
            case "Start":
                return taste(move.cone, move.scoop)
            case "Scoop" if move.seat == view.seat:
                return taste(move.scoop) + len(view.flights[move.seat][move.melt].scoops) / 2
            case "Top" if move.seat == view.seat:
                return taste(move.topping) + len(view.flights[move.seat][move.melt].scoops) - 2.5
            case "Scoop" | "Top" | "Ask":
                return -1.0
            case "Give" | "Discard":
                return 9.0 if move.card == "burn" else -taste(move.card)
            case "Keep":
                return -9.0 if move.card == "burn" else taste(move.card)
        return 0.0

    return best(moves, worth, chance)


# ICECOOL2: straight at a Runner or a door of the own fish, at any door when there is none in the room; no tasks, no skates.


def icecool(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    kinds = {type(move).__name__: move for move in reversed(moves)}
    if not view.may_flick or view.phase != "preflick":
        return kinds.get("Announce") or kinds.get("End") or kinds.get("Place") or chance.choice(moves)
    me = view.penguins[view.seat]
    if me.door and "Place" in kinds:
        return kinds["Place"]
    doors = {door.id: door.centre for door in SCHOOL.doors if me.room in (*door.rooms, None)}
    targets = [doors[door] for door, fish in view.fish.items() if door in doors and me.colour in fish]
    if view.seat == view.catcher:
        others = [other for seat, other in enumerate(view.penguins) if seat != view.seat and other.x is not None]
        targets = [(other.x, other.y) for other in others if other.room == me.room and not (other.caught and view.players > 2)]
    x, y = chance.choice(targets or list(doors.values()))
    turn, strength, side = (chance.gauss(0, error) for error in UNSTEADY[HAND])
    aim = round(math.degrees(math.atan2(y - me.y, x - me.x)) * 10 + turn) % AIMS
    power = round((25 + math.hypot(x - me.x, y - me.y)) * (1 + strength / 100))
    off = min(max(round(side), -SIDE_LIMIT), SIDE_LIMIT)
    return Flick(aim / 10, min(max(power, 1), POWERS), off / 10)


HABITS: dict[str, Callable[[Any, Sequence[Any], Chance], Any]] = {
    "doce": doce,
    "dokitto": dokitto,
    "ion": ion,
    "westvan": westvan,
    "icecool": icecool,
}

"""Straight at a Runner or a door of the own fish, at any door when there is none in the room; no tasks, no skates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from parlour.bots.habit import Chance
from parlour.games.icecool.flick import AIMS, POWERS, SIDE_LIMIT, UNSTEADY
from parlour.games.icecool.moves import Flick
from parlour.games.icecool.school import SCHOOL

HAND = 4
"""How unsteady its flicks are, as the levels count it."""


def habit(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
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

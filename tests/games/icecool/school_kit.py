"""A school whose flicks are told instead of flown: what the tests of ICECOOL2's rules begin with."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.games.icecool.script import ToldSchool

P, O, T, K = range(4)  # noqa: E741
FLICK = "flick 0 power 50"
CLS, GYM, KIT, LAB, HAL = (20, 13), (53, 20), (46, 53), (13, 46), (33, 33)
STAND = {"purple": KIT, "orange": GYM, "teal": (58, 8), "pink": (48, 8)}


def table(players: int = 4, turn: str = "orange", phase: str = "preflick", **more: Any) -> tuple[ToldSchool, parlour.Match]:
    """A match in the middle of a round; every penguin is in the school unless `penguins` says otherwise."""
    names = list(STAND)[:players]
    stand = {name: STAND[name] for name in names} | more.pop("penguins", {})
    poses = {name: None if at is None else {"x": at[0], "y": at[1]} for name, at in stand.items()}
    school = ToldSchool()
    return school, school.position({"players": players, "turn": turn, "phase": phase, "penguins": poses} | more, seed=3)


def told(school: ToldSchool, match: parlour.Match, *events: str, **rest: Any) -> None:
    """Tell what happens and flick, whoever's turn it is."""
    school.tell(*events, **rest)
    match.play(match.acting[0], FLICK)


def offered(match: parlour.Match, kind: type[Any]) -> list[Any]:
    return [move for move in match.legal(match.acting[0]) if isinstance(move, kind)]


def held(match: parlour.Match, seat: int) -> int:
    hand = match.view(seat).cards[seat]
    return hand.down + len(hand.up)

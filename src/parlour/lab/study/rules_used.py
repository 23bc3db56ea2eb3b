"""How often every rule of the ledger comes up in random matches: which functions run, by the ids in their docstrings."""

from __future__ import annotations

import inspect
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import msgspec

from parlour.core.game import Game

MOST_MOVES = 3000


class Used(msgspec.Struct):
    """Of so many matches: in how many each rule's code ran, and how often."""

    matches: int
    within: dict[str, int]
    times: dict[str, int]
    reasons: dict[str, int]

    def __add__(self, other: Used) -> Used:
        return Used(
            self.matches + other.matches,
            dict(Counter(self.within) + Counter(other.within)),
            dict(Counter(self.times) + Counter(other.times)),
            dict(Counter(self.reasons) + Counter(other.reasons)),
        )


def ids_in(text: str, prefix: str) -> Iterator[tuple[str, int]]:
    """The rules that a docstring names, rulings as ("R", 4): `ION-38`, `DOK-02, 05`, `WVS-11 to 13`, `ICE-R4`."""
    for found in re.finditer(rf"{prefix}-(R?)(\d+)((?:(?:, | and | to )\d+)*)", text):
        kind, last = found[1], int(found[2])
        yield kind, last
        for join, number in re.findall(r"(, | and | to )(\d+)", found[3]):
            for each in range(last + 1, int(number) + 1) if join == " to " else (int(number),):
                yield kind, each
            last = int(number)


def code_of(game: Game) -> dict[CodeType, tuple[str, ...]]:
    """The functions of a game's rules, and which rules each of them is."""
    home = game.rules.__name__.rpartition(".")[0]
    known = {(said[1], int(said[2])): id for id in game.ledger.rules if (said := re.fullmatch(r"\w+-(R?)(\d+)", id))}
    waiting, seen, found = [game.rules], set(), dict[CodeType, tuple[str, ...]]()
    while waiting:
        module = waiting.pop()
        seen.add(module.__name__)
        for thing in vars(module).values():
            if isinstance(thing, FunctionType):
                named = dict.fromkeys(ids_in(inspect.getdoc(thing) or "", game.prefix))
                ids = tuple(known[one] for one in named if one in known)
                if ids:
                    found[thing.__code__] = ids
                other = sys.modules.get(thing.__module__)
                if other and other.__name__.startswith(f"{home}.") and other.__name__ not in seen:
                    waiting.append(other)
    return found


def piece(game: Game, players: int, options: dict[str, Any], seed: int, matches: int) -> Used:
    """Random matches in plain Python, every call of a rule counted."""
    known = code_of(game)
    total = Used(0, {}, {}, {})
    for number in range(matches):
        calls: Counter[CodeType] = Counter()

        def count(frame: Any, event: str, _: Any, calls: Counter[CodeType] = calls) -> None:
            if event == "call" and frame.f_code in known:
                calls[frame.f_code] += 1

        state = game.blank(players, seed + number, game.without_clock(options))
        chance = random.Random(seed + number)
        sys.setprofile(count)
        try:
            at_random(game, state, chance)
        finally:
            sys.setprofile(None)
        times: Counter[str] = Counter()
        for code, often in calls.items():
            for id in known[code]:
                times[id] = max(times[id], often)
        ended = not game.rules.acting(state)
        total += Used(1, dict.fromkeys(times, 1), dict(times), {str(game.reason(state)) if ended else "no end": 1})
    return total


def at_random(game: Game, state: Any, chance: random.Random) -> None:
    rules = game.rules
    rules.setup(state)
    made = 0
    while (who := rules.acting(state)) and made < MOST_MOVES:
        seat = chance.choice([bit for bit in range(31) if (who >> bit) & 1])
        moves = [0] * getattr(rules, "LISTED", rules.ACTIONS)
        count = rules.legal(state, seat, moves)
        rules.apply(state, seat, moves[chance.randrange(count)])
        made += 1

"""Who plays where no person does. A bot is given one seat's knowledge: everything else has been redealt before."""

from __future__ import annotations

import random
import secrets
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from parlour.core.game import Game, Key
from parlour.core.state import State
from parlour.core.stream import rewind
from parlour.tables.shown import Level

NAMES = ("Waffle", "Sprinkle", "Sorbet", "Pistachio", "Nougat", "Praline", "Toffee", "Mochi", "Biscuit", "Gelato")


class Player(Protocol):
    """A bot: from a record that is redealt for its seat to the number of a move."""

    def choose(self, game: Game, state: State, seat: int) -> int: ...


class AtRandom:
    """Any legal move; plays where no better bot is installed."""

    def choose(self, game: Game, state: State, seat: int) -> int:
        return random.choice(game.legal(state, seat))


@cache
def player(game: str, level: Level) -> Player:
    """The bot of a level; the bots' room if there is one."""
    if find_spec("parlour.bots") is not None:
        room: Any = import_module("parlour.bots")
        if hasattr(room, "bot"):
            found: Player = room.bot(game, level)
            return found
    return AtRandom()


def redealt(game: Game, state: State, seat: int) -> State:
    """A twin in which all that the seat cannot know is dealt anew, the random stream included."""
    twin = state.copy()
    key = Key(secrets.token_bytes(32))
    for index in range(8):
        twin.key[index] = int.from_bytes(key[4 * index : 4 * index + 4], "little")
    rewind(twin)
    game.rules.resample(twin, seat)
    return twin


def chosen(game: Game, state: State, seat: int, level: Level) -> int:
    """A bot's move for the seat, never from more than the seat knows."""
    return int(player(game.key, level).choose(game, redealt(game, state, seat), seat))


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in NAMES if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"

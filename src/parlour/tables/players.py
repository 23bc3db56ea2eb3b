"""Who plays where no person does. A bot is given one seat's knowledge: everything else has been redealt before."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from functools import cache
from typing import Protocol, cast

from parlour.bots import LEVELS, bot, seen_by
from parlour.core.game import Game
from parlour.core.state import State
from parlour.tables.fast import registered
from parlour.tables.shown import Level

NAMES = ("Waffle", "Sprinkle", "Sorbet", "Pistachio", "Nougat", "Praline", "Toffee", "Mochi", "Biscuit", "Gelato")
SAME = {"easy": "casual", "medium": "club", "hard": "master"}
"""What the plain names mean to the bots' room."""
PATIENCE = 3.0
"""Seconds that the first bots of a game wait for its machine code before they play at random."""


class Player(Protocol):
    """A bot: from a record that is redealt for its seat to the number of a move."""

    def choose(self, game: Game, state: State, seat: int) -> int: ...


class AtRandom:
    """Any legal move; plays while a better bot is not ready."""

    def choose(self, game: Game, state: State, seat: int) -> int:
        return random.choice(game.legal(state, seat))


class Warming:
    """A bot whose search is compiled beside: the table never waits long, and soon it plays at full strength."""

    def __init__(self, bot: Player) -> None:
        self.bot = bot
        self.ready = threading.Event()
        self._lock = threading.Lock()
        self._until = 0.0

    def choose(self, game: Game, state: State, seat: int) -> int:
        if not self.ready.is_set() and self._lock.acquire(blocking=False):
            self._until = time.monotonic() + PATIENCE
            threading.Thread(target=self._warm, args=(game, state.copy(), seat), daemon=True).start()
        if self.ready.wait(max(0.0, self._until - time.monotonic())):
            return self.bot.choose(game, state, seat)
        return AtRandom().choose(game, state, seat)

    def _warm(self, game: Game, state: State, seat: int) -> None:
        # Compiling holds the interpreter for many seconds, so it is done by a process of its own; from its cache this
        # one then loads the machine code at once.
        if registered(game):
            subprocess.run([sys.executable, "-c", WARM, game.key], check=False, capture_output=True)  # noqa: S603
        self.bot.choose(game, state, seat)
        self.ready.set()


WARM = """
import os, sys, parlour
os.nice(10)
game = parlour.game(sys.argv[1])
match = game.new(seed=0)
bot = parlour.bot(game.key, "beginner")
bot.first_thought(game, match.state, match.acting[0], 1)
bot.think(game, match.state, match.acting[0], 1)
"""
"""Compiles the search of a game: all that a bot's thoughts need."""


@cache
def levels() -> tuple[Level, ...]:
    """The levels there are."""
    return cast("tuple[Level, ...]", LEVELS)


@cache
def player(game: str, level: Level) -> Player:
    """The bot of a level."""
    if os.environ.get("PARLOUR_BOTS") == "random":
        return AtRandom()
    return Warming(bot(game, level if level in LEVELS else SAME.get(level, level)))


def chosen(game: Game, state: State, seat: int, level: Level) -> int:
    """A bot's move for the seat, never from more than the seat knows."""
    return int(player(game.key, level).choose(game, seen_by(game, state, seat), seat))


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in NAMES if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"

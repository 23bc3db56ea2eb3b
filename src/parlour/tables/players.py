"""Who plays where no person does. A bot is given one seat's knowledge: everything else has been redealt before."""

from __future__ import annotations

import logging
import os
import random
import sys
import threading
from concurrent.futures import Future
from functools import cache
from typing import Protocol, cast

from parlour.bots import LEVELS, Bot, bot, seen_by
from parlour.bots.levels import level
from parlour.bots.opponents import reaction, thinking
from parlour.bots.own import own_bot
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.machine import is_ready
from parlour.core.state import State
from parlour.core.words import say
from parlour.tables.compiling import beside
from parlour.tables.fast import registered
from parlour.tables.shown import Level

NAMES = ("Waffle", "Sprinkle", "Sorbet", "Pistachio", "Nougat", "Praline", "Toffee", "Mochi", "Biscuit", "Gelato")
SAME = {"easy": "casual", "medium": "club", "hard": "master"}
"""What the plain names mean to the bots' room."""
log = logging.getLogger(__name__)


class Player(Protocol):
    """A bot: from a record that is redealt for its seat to the number of a move."""

    def choose(self, game: Game, state: State, seat: int) -> int: ...


class AtRandom:
    """Any legal move: for tests of everything but bots, and where code for a bot's thoughts cannot be made."""

    def choose(self, game: Game, state: State, seat: int) -> int:
        return random.choice(game.legal(state, seat))


class Guest:
    """A bot that whoever runs the server brought along, in the place of a level. It decides one thing after the other, and
    makes any move where it fails: a match does not wait for somebody's mistake."""

    def __init__(self, bot: Bot, level: str) -> None:
        self._bot, self._level, self._alone = bot, level, threading.Lock()

    def choose(self, game: Game, state: State, seat: int) -> int:
        try:
            with self._alone:
                number = int(self._bot.choose(game, state, seat))
        except Exception:
            log.exception("The bot that plays %s in the place of %s failed.", game.key, self._level)
        else:
            if game.allows(state, seat, number):
                return number
            log.error("The bot in the place of %s chose move %d of %s, which is not legal.", self._level, number, game.key)
        return AtRandom().choose(game, state, seat)


def guests() -> dict[str, tuple[str, str]]:
    """The module and the name of the bot in the place of each level: $PARLOUR_BOTS, as `parlour serve --bots` puts it there."""
    found = {}
    for word in os.environ.get("PARLOUR_BOTS", "").split(","):
        level, _, bot = word.strip().partition("=")
        module, _, name = bot.partition(":")
        if not bot:
            continue
        if level not in LEVELS or not (module and name):
            known = ", ".join(LEVELS)
            raise BadSetup(
                say(
                    "{word!r} is no bot for a table: write LEVEL=module:Bot, the level one of {known}.",
                    word=word.strip(),
                    known=known,
                )
            )
        found[level] = module, name
    return found


@cache
def guest(game: str, named: str) -> Guest | None:
    """Who plays a game in the place of a level, if the host brought somebody who can."""
    brought = guests().get(known_level(named))
    if brought is None:
        return None
    made = own_bot(*brought, game)
    return Guest(made, known_level(named)) if made.plays in (None, game) else None


@cache
def waking(game: Game) -> Future[str]:
    """Make code for this processor, once. Done when there is some, with an empty text or what went wrong."""
    done: Future[str] = Future()
    if sys.platform == "emscripten":  # a browser's tab: all that there is came with the package
        done.set_result("")
        return done

    def wake() -> None:
        wrong = ""
        if registered(game) and not all(kernels.is_kept() for kernels in thinking(game)):
            wrong = beside("bots", game)
        if wrong:
            log.error("No machine code for the bots of %s: %s", game.key, wrong)
        done.set_result(wrong)

    threading.Thread(target=wake, name=f"parlour-wake-{game.key}", daemon=True).start()
    return done


def thoughtless() -> bool:
    """Whether bots were told to make any move: nothing is compiled for them then."""
    return os.environ.get("PARLOUR_BOTS") == "random"


def asleep(game: Game) -> Future[str] | None:
    """What the bots of a game wait for before their first thought. None: they think at once, with the code that came with
    the package if there is no other yet."""
    if thoughtless():
        return None
    made = waking(game)
    return None if made.done() or all(is_ready(kernels) for kernels in thinking(game)) else made


def can_think(game: Game) -> bool:
    """False where no code for a bot's thoughts is here and none could be made."""
    if thoughtless():
        return True
    made = waking(game)
    return not (made.done() and made.result()) or all(is_ready(kernels) for kernels in thinking(game))


@cache
def levels() -> tuple[Level, ...]:
    """The levels there are."""
    return cast("tuple[Level, ...]", LEVELS)


@cache
def player(game: str, named: Level) -> Player:
    """The bot of a level."""
    if thoughtless():
        return AtRandom()
    if found := guest(game, named):
        return found
    return bot(game, known_level(named))


def known_level(named: str) -> str:
    """One of the bots' four names, for any that is understood."""
    return named if named in LEVELS else SAME.get(named, named)


def chosen(game: Game, state: State, seat: int, named: Level) -> int:
    """A bot's move for the seat, never from more than the seat knows."""
    found = player(game.key, named) if guest(game.key, named) or can_think(game) else AtRandom()
    return int(found.choose(game, seen_by(game, state, seat), seat))


def reacts(game: Game, state: State, seat: int, named: Level) -> float:
    """In a race: after how many milliseconds the bot of a level answers."""
    return reaction(level(game.key, known_level(named)), game, state, seat, random.Random())


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in NAMES if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"

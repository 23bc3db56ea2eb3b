"""The games there are: every folder of `parlour.games`, every installed plugin, and what a program registers itself."""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules

from parlour.core import words as core_words
from parlour.core.errors import BadSetup, UnknownGame, one_of
from parlour.core.game import Game
from parlour.core.words import ENGLISH, Words, say

# Imported before `parlour.games` becomes the function below; the package stays reachable by `from parlour.games...`.
FOLDER = import_module("parlour.games").__path__

_added: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game of your own known by its key."""
    if not isinstance(game, Game):
        raise BadSetup(say("{game!r} is no game: register an instance of a class made from parlour.Game.", game=game))
    _added[game.key] = game
    _words.cache_clear()
    return game


def built_in() -> list[str]:
    """The keys of the games that come with Parlour."""
    return [module.name for module in iter_modules(FOLDER) if module.ispkg]


def installed() -> list[str]:
    """The keys of the games that every process finds. One that comes onto the path later is found when it is there."""
    return list(_listed(tuple((place, _changed(place)) for place in (*FOLDER, *sys.path))))


@lru_cache(maxsize=1)
def _listed(places: tuple[tuple[str, float], ...]) -> tuple[str, ...]:
    """Reading all folders takes milliseconds: it is done again when one of them is not what it was."""
    return *built_in(), *(point.name for point in entry_points(group="parlour.games"))


def _changed(place: str) -> float:
    try:
        return os.stat(place or ".").st_mtime
    except OSError:
        return 0.0


def keys() -> list[str]:
    """The keys of all games, the built-in ones first."""
    return list(dict.fromkeys([*installed(), *_added]))


@cache
def _installed(key: str) -> Game:
    for point in entry_points(group="parlour.games"):
        if point.name == key:
            try:
                plugin = point.load()
            except Exception as wrong:
                said = say("The game {key!r} is installed but does not start: {why}.", key=key, why=repr(wrong))
                raise UnknownGame(said) from wrong
            if not isinstance(plugin, Game):
                raise UnknownGame(say("{key!r} is installed, but {value} is no game.", key=key, value=point.value))
            return plugin
    built_in: Game = import_module(f"parlour.games.{key}").GAME
    return built_in


def game(key: str) -> Game:
    """A game by its key."""
    if isinstance(key, str):
        if key in _added:
            return _added[key]
        if (same := _same(key)) in keys():
            return _installed(same)
    raise UnknownGame(say("There is no game {key!r}. {known}", key=key, known=one_of(key, keys())))


def _same(key: str) -> str:
    """The key that a game's printed name stands for."""
    if key in keys():
        return key
    return next((known for known in built_in() if _letters(_installed(known).name) == _letters(key)), key)


def _letters(name: str) -> str:
    return "".join(letter for letter in str(name).lower() if letter.isalnum())


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(key) for key in keys())


def words(language: str) -> Words:
    """A language with the words of the house and of every game; English for one that is not known."""
    return _words(language, tuple(keys()))


@cache
def _words(language: str, known: tuple[str, ...]) -> Words:
    if language not in core_words.languages() or language == "en":
        return ENGLISH
    catalogue = core_words.read(Path(core_words.__file__).parent, language)
    for key in known:
        catalogue |= core_words.read(game(key).folder, language)
    return Words(language, catalogue)

"""The games there are: every folder of `parlour.games`, every installed plugin, and what a program registers itself."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from parlour.core.errors import UnknownGame, one_of
from parlour.core.game import Game

# Imported before `parlour.games` becomes the function below; the package stays reachable by `from parlour.games...`.
FOLDER = import_module("parlour.games").__path__

_added: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game of your own known by its key."""
    _added[game.key] = game
    return game


def keys() -> list[str]:
    """The keys of all games, the built-in ones first."""
    built_in = [module.name for module in iter_modules(FOLDER) if module.ispkg]
    plugins = [point.name for point in entry_points(group="parlour.games")]
    return list(dict.fromkeys([*built_in, *plugins, *_added]))


@cache
def _installed(key: str) -> Game:
    for point in entry_points(group="parlour.games"):
        if point.name == key:
            plugin: Game = point.load()
            return plugin
    built_in: Game = import_module(f"parlour.games.{key}").GAME
    return built_in


def game(key: str) -> Game:
    """A game by its key."""
    if key in _added:
        return _added[key]
    if key not in keys():
        raise UnknownGame(f"There is no game {key!r}. {one_of(str(key), keys())}")
    return _installed(key)


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(key) for key in keys())

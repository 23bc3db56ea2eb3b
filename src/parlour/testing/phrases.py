"""Everything that the house says: all templates, found in the source and in the games, so that a language can be complete."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import parlour
from parlour.core import registry
from parlour.core.game import Game

HOUSE = Path(parlour.__file__).parent


def said_in(folder: Path) -> Iterator[str]:
    """The templates of all calls of `say` under a folder, or in one file. Each must be written out where it is said."""
    for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "say" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


def phrases_of(game: Game) -> set[str]:
    """What a game says: the sentences of its log, refusals, labels and reasons, its pitch, its options, its bots' words."""
    found = {game.pitch} | {text for told in game.told.values() for text in (told.text, told.hidden) if text}
    found |= {option.help for option in game.options}
    bots = HOUSE / "bots"
    for place in (game.folder, bots / game.key, bots / f"{game.key}.py", bots / "words" / f"{game.key}.py"):
        found |= set(said_in(place)) if place.exists() else set()
    return found


def phrases_of_the_house() -> set[str]:
    """What is said everywhere else."""
    rooms = [HOUSE / room for room in ("core", "tables", "server", "client", "cli", "bots", "review", "tab")]
    own = {HOUSE / "bots" / key for key in ("words", *(game.key for game in registry.games()))}
    places = [place for room in rooms for place in room.iterdir() if place.with_suffix("") not in own]
    return {text for place in places if place.is_dir() or place.suffix == ".py" for text in said_in(place)}

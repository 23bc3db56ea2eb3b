"""A game is two folders, `parlour/games/<game>` and `web/src/games/<game>`: nothing else in the house knows any game by name.

Tests and documents tell with examples. But a list of games in a test is a list that the next game is not in.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.cli.new import of_the_house
from parlour.core.registry import built_in

ROOT = Path(__file__).parents[2]
EXAMPLES = {"src/parlour/__init__.py"}
"""Where a document in the code shows how a game is called."""
NAMES = re.compile(rf"(?<![A-Za-z])({'|'.join(built_in())})(?![a-z])")
"""A game as code calls it: `Dokitto` in a sentence is a word, `ionic` another."""


def files(*folders: str) -> Iterator[tuple[str, Path]]:
    """All that is written by hand below these folders and in no game's own."""
    for path in of_the_house(ROOT, *folders):
        yield path.relative_to(ROOT).as_posix(), path


def named(text: str) -> list[str]:
    return [f"{at}: {line.strip()[:80]}" for at, line in enumerate(text.splitlines(), 1) if NAMES.search(line)]


def test_nothing_in_the_house_knows_a_game_by_name() -> None:
    alone = [(name, ROOT / name) for name in ("Makefile", "pyproject.toml", "hatch_build.py", "web/pages.py", "web/build.ts")]
    found = {
        name: lines
        for name, path in [*files("src/parlour", "web/src"), *alone]
        if name not in EXAMPLES and (lines := named(path.read_text(encoding="utf-8")))
    }
    assert found == {}, "these games must be found by their folders: Game.part, parlour.games(), import.meta.glob"


def lists(text: str) -> Iterator[int]:
    """The lines where a literal holds three games or more."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            words = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
            if len(words & set(built_in())) > 2:
                yield node.lineno


def test_no_test_has_a_list_of_games() -> None:
    found = {name: lines for name, path in files("tests") if (lines := list(lists(path.read_text(encoding="utf-8"))))}
    assert found == {}, "ask every game: parlour.games(), or what a game says in its tests' positions.py"


def test_names_and_lists_are_found() -> None:
    one, two, three, *_ = built_in()
    assert named(f"a = 1\nb = game('{one}')\nclass {two.title()}: ...") == [f"2: b = game('{one}')"]
    assert named(f"x{one}y = {two}al") == []
    assert list(lists(f"GAMES = ['{one}', ('{two}', 3), {{'{three}': 4}}]\nFEW = ('{one}', '{two}')")) == [1]


@pytest.mark.parametrize("key", built_in())
def test_every_game_has_its_folders(key: str) -> None:
    assert (ROOT / "tests/games" / key).is_dir()
    pages = (ROOT / "web/src/games" / key / "index.ts", ROOT / "src/parlour/games" / key / "page/page.js")
    assert any(page.is_file() for page in pages), "one of these is its page"

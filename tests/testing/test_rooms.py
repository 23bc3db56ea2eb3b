"""Who may import whom, as docs/house.md draws it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour

HOUSE = Path(parlour.__file__).parent
ROOMS = {
    "core": (),
    "games": ("core",),
    "games/*/bots": ("core", "bots"),
    "games/*/cli": ("core", "cli"),
    "bots": ("core",),
    "tables": ("core", "bots"),
    "review": ("core", "bots"),
    "server": ("core", "tables", "review"),
    "client": ("core", "tables", "server"),
    "lab": ("core", "bots", "server", "review"),
    "tab": ("core", "bots", "tables", "server", "review"),
    "testing": ("core",),
}
"""The rooms below `cli`, which may enter all of them. A game's own folder is open to all that lies in it."""


def imported(file: Path) -> Iterator[tuple[str, ...]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (tuple(f"{node.module}.{name.name}".split(".")) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (tuple(name.name.split(".")) for name in node.names)


def strangers(file: Path, room: str) -> list[str]:
    """What a file imports from a room that its own may not enter; a game may not enter another game either."""
    game, own = file.relative_to(HOUSE).parts[1], room.split("/")[0]
    found = []
    for name in imported(file):
        if name[0] != "parlour" or len(name) < 2 or name[1] not in ROOMS | {"cli": ()}:
            continue
        if name[1] not in (own, *ROOMS[room]) or (own == "games" and name[1] == "games" and name[2] != game):
            found.append(".".join(name))
    return found


def files_of(room: str) -> list[Path]:
    """The files of a room; those in a smaller room within it are that one's."""
    inner = [file for other in ROOMS if other.startswith(f"{room}/") for file in files_of(other)]
    return [
        file
        for folder in HOUSE.glob(room)
        for file in folder.rglob("*.py")
        if file not in inner and "tests" not in file.parts[len(HOUSE.parts) :]
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_enters_one_that_it_may_not(room: str) -> None:
    wrong = {str(file.relative_to(HOUSE)): names for file in files_of(room) if (names := strangers(file, room))}
    assert wrong == {}
    assert files_of(room), room


def test_the_picture_in_the_docs_shows_the_same_rooms() -> None:
    docs = HOUSE.parents[1] / "docs" / "house.md"
    text = docs.read_text(encoding="utf-8")
    for room, others in ROOMS.items():
        assert f"| `{room}` | {', '.join(f'`{other}`' for other in others) or 'nobody'} |" in text, room


def test_a_stranger_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.HOUSE", tmp_path)
    file = tmp_path / "games" / "yours" / "rules.py"
    file.parent.mkdir(parents=True)
    lines = [
        "from parlour.core.bits import size",
        "from parlour.games.yours import cards",
        "from parlour.games.ion import cards",
    ]
    file.write_text("\n".join([*lines, "import parlour.server.room"]), encoding="utf-8")
    assert strangers(file, "games") == ["parlour.games.ion.cards", "parlour.server.room"]


INNER = re.compile(r"(?<!self)(?<!twin)\._(state|notes)\b")
"""What a match keeps to itself."""


def test_nobody_reaches_into_a_match() -> None:
    files = [path for folder in (HOUSE, HOUSE.parents[1] / "tests") for path in folder.rglob("*.py")]
    found = [
        f"{path.name}: {line}" for path in files for line in path.read_text(encoding="utf-8").splitlines() if INNER.search(line)
    ]
    assert found == []
    assert INNER.search("table.match.{}state.players".format("_"))

"""`parlour new GAME`: a small game, whole and playable, to begin your own with."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

import parlour
from parlour.cli._show import console
from parlour.core.errors import BadSetup
from parlour.core.registry import keys as known

TEMPLATE = Path(__file__).parents[1] / "lab" / "template"
HOUSE = Path(__file__).parents[3]
CODE = (".py", ".ts", ".svelte", ".css", ".html", ".toml", ".json")
NOT_CODE = re.compile(
    r"src/parlour/(pages|wasm)/|(src/parlour|web/src|tests)/games/[a-z0-9_]+/|tests/server/data/|.*/node_modules/"
)
"""What is made, and what belongs to one game."""
TEXT = (".py", ".md", ".json", ".js", ".css", ".svg")
MOST = 6
NUMBERS = {
    "en": ("zero", "one", "two", "three", "four", "five", "six"),
    "de": ("null", "eins", "zwei", "drei", "vier", "fünf", "sechs"),
    "es": ("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis"),
    "it": ("zero", "uno", "due", "tre", "quattro", "cinque", "sei"),
    "pt": ("zero", "um", "dois", "três", "quatro", "cinco", "seis"),
}
SEATED = {
    "en": ("{} to {} players", "{} players"),
    "de": ("{} bis {} Spieler", "{} Spieler"),
    "es": ("de {} a {} jugadores", "{} jugadores"),
    "it": ("da {} a {} giocatori", "{} giocatori"),
    "pt": ("de {} a {} jogadores", "{} jogadores"),
}
"""For how many a game is, as its ledger begins in each language."""
PACKAGE = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{key}"
version = "0.1"
description = "{name}, a game for Parlour."
requires-python = ">=3.11"
dependencies = ["parlour"]

[project.entry-points."parlour.games"]
{key} = "{key}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["{key}"]

[tool.pytest.ini_options]
pythonpath = [".", "tests"]
"""
KIT = """\"\"\"{name} passes what every game must pass.\"\"\"

from __future__ import annotations

from pathlib import Path

import pytest
from {key} import GAME

from parlour.testing import kit, rules_without_test, unknown_rules_in_tests

TESTS = Path(__file__).parent


def test_the_game_is_well_made() -> None:
    kit.well_made(GAME)
    kit.golden(GAME, TESTS / "golden.parlour")
    assert rules_without_test(GAME.ledger, TESTS) == []
    assert unknown_rules_in_tests(GAME.ledger, TESTS) == []


@pytest.mark.parametrize("players", GAME.seats)
def test_it_plays_at_all_speeds_and_never_leaks(players: int) -> None:
    assert kit.never_stuck(GAME, players) > 0
    kit.same_at_all_speeds(GAME, players)
    assert bool(kit.never_leaks(GAME, players)) != GAME.open
    kit.no_deal_tells(GAME, players)
    kit.redeals_are_fair(GAME, players)
    kit.records_replay(GAME, players)
    kit.setup_sets_everything(GAME, players)
"""


@click.command()
@click.argument("game")
@click.option("--name", help="As people say it; the key in capitals if not said.")
@click.option("--players", default="2-4", show_default=True, help="From how many to how many.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    help="A folder for a package of its own; in a source tree of Parlour the game joins the others if not said.",
)
def command(game: str, name: str | None, players: str, into: Path | None) -> None:
    """Write a playable skeleton of GAME: rules, ledger, words, positions, page, lesson and tests, all of which pass."""
    key, seats = checked_key(game, alone=into is not None), checked_seats(players)
    shown = checked_name(key.replace("_", " ").title() if name is None else name)
    if into is None and not (HOUSE / "src" / "parlour" / "games").is_dir():
        raise BadSetup("This is no source tree of Parlour: say with --into in which folder the game gets a package of its own.")
    written = write(key, shown, seats, into)
    for path in written:
        console.print(f"  {path}")
    if into is None:
        console.print(
            f"\n[bold]{shown}[/] is playable: parlour play {key}. Its tests: pytest tests -k {key}. Now make it yours."
        )
    else:
        console.print(
            f"\n[bold]{shown}[/] is a package: pip install -e {into / key}, then parlour play {key}. Now make it yours."
        )


def checked_key(key: str, *, alone: bool) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,19}", key):
        raise BadSetup(f"{key!r} cannot be a game's key: small letters, digits and _, a letter first, 2 to 20 of them.")
    if keyword.iskeyword(key) or (alone and key in sys.stdlib_module_names) or key in ("parlour", "template", "tests", "plain"):
        raise BadSetup(f"{key!r} is a word of Python or of the house: call the game something else, such as {key}_game.")
    if key in known():
        raise BadSetup(f"There is a game {key!r} already: choose another key.")
    if not alone and (place := spoken(key)):
        raise BadSetup(f"{key!r} is a word of the house ({place}): call the game something else, such as {key}_game.")
    return key


def spoken(key: str) -> str:
    """Where the house's own code says a word that is to be a game's key: nobody could tell the two apart."""
    word = re.compile(rf"(?<![A-Za-z]){key}(?![a-z])")
    for path in of_the_house(HOUSE, "src/parlour", "web/src"):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if word.search(text):
                return f"{path.relative_to(HOUSE).as_posix()}, line {line}"
    return ""


def of_the_house(root: Path, *folders: str) -> Iterator[Path]:
    """All code that is written by hand below these folders and in no game's own."""
    for path in (path for folder in folders for path in sorted((root / folder).rglob("*"))):
        if path.suffix in CODE and not NOT_CODE.match(path.relative_to(root).as_posix()) and "__pycache__" not in path.parts:
            yield path


def checked_name(name: str) -> str:
    if not re.fullmatch(r"[\w !?'’&:.-]{1,40}", name) or "Template" in name:
        raise BadSetup(f"{name!r} cannot be a game's name: 1 to 40 letters, digits, spaces and ! ? ' & : . -")
    return name


def checked_seats(players: str) -> range:
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", players)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= least <= most <= MOST:
        raise BadSetup(f"{players!r} are no numbers of players: the skeleton is for 2 to {MOST}, written as 2-4 or 3.")
    return range(least, most + 1)


def prefix_of(name: str) -> str:
    """Three letters before the numbers of the rules that no other game has."""
    letters = [letter for letter in name.upper() if "A" <= letter <= "Z"] or ["G"]
    taken = {game.prefix for game in parlour.games()} | {"TPL", "CON"}
    wanted = "".join([*letters, "X", "X"][:3])
    abc = [chr(ord("A") + n) for n in range(26)]
    tries = [wanted, *(wanted[:2] + letter for letter in abc), *(wanted[0] + letter + "X" for letter in abc)]
    return next(one for one in tries if one not in taken)


def write(key: str, name: str, seats: range, into: Path | None) -> list[Path]:
    """All files of the new game; nothing is written over."""
    if into is None:
        home, tests, package = HOUSE / "src/parlour/games" / key, HOUSE / "tests/games" / key, f"parlour.games.{key}"
    else:
        home, tests, package = into / key / key, into / key / "tests", key
    for folder in (home, tests):
        if folder.exists():
            raise BadSetup(f"{folder} is there already: choose another key, or move it away.")
    # All of it first, then the files: nobody finds half a game.
    prefix, made = prefix_of(name), dict[Path, str]()
    for source in sorted(TEMPLATE.rglob("*")):
        part = source.relative_to(TEMPLATE)
        if source.suffix in TEXT and "__pycache__" not in part.parts:
            path = tests / part.name if part.parts[0] == "tests" else home / part
            text, python = source.read_text(encoding="utf-8"), source.suffix == ".py"
            made[path] = renamed(text, key, name, prefix, seats, package, python=python)
    if into is not None:
        made[into / key / "pyproject.toml"] = PACKAGE.format(key=key, name=name)
        made[tests / "test_kit.py"] = KIT.format(key=key, name=name)
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [*made, *golden(package, home if into is None else into / key, tests)]


def renamed(text: str, key: str, name: str, prefix: str, seats: range, package: str, *, python: bool) -> str:
    """A file of the template as the new game has it."""
    kind = "".join(part.capitalize() for part in key.split("_"))
    words = {
        "parlour.lab.template": package,
        "TemplateView": f"{kind}View",
        "TemplatePosition": f"{kind}Position",
        '"template", "Template"': f'"{key}", {name!r}'.replace("'", '"') if "'" not in name else f'"{key}", {name!r}',
        "range(2, 5)": f"range({seats[0]}, {seats[-1] + 1})",
        "SEATS = 4": f"SEATS = {seats[-1]}",
        "PLAYERS = 2": f"PLAYERS = {seats[0]}",
        **{seated(range(2, 5), language): seated(seats, language) for language in SEATED},
        "TPL": prefix,
        "tpl": prefix.lower(),
    }
    for old, new in words.items():
        text = text.replace(old, new)
    if python:
        text = re.sub(r"(?<=class |mport )Template\b|Template(?=\(\))", kind, text)
    return text.replace("Template", name).replace(". What `parlour new` begins a game with.", ".")


def seated(seats: range, language: str) -> str:
    words = [NUMBERS[language][count] for count in dict.fromkeys((seats[0], seats[-1]))]
    many, one = SEATED[language]
    told = (many if len(words) > 1 else one).format(*words)
    return told[0].upper() + told[1:]


def golden(package: str, home: Path, tests: Path) -> list[Path]:
    """Its golden play-through, which the kit keeps."""
    import importlib

    from parlour.testing import kit

    sys.path.insert(0, str(home))
    try:
        importlib.invalidate_caches()
        kit.keep(importlib.import_module(package).GAME, tests / "golden.parlour")
    finally:
        sys.path.remove(str(home))
    return [tests / "golden.parlour", tests / "golden.txt"]

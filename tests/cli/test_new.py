"""`parlour new`: what it writes is playable and passes before its author changes a line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from installed import install

import parlour
from parlour.cli import main, new
from parlour.core.registry import words
from parlour.core.words import say

ROOT = Path(__file__).parents[2]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["new", *words])
    return result.exit_code, " ".join(result.output.split())


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch):
    """Modules that a skeleton brought in are gone afterwards."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.split(".")[0] in ("mau_mau", "pairs"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("Chess",), "cannot be a game's key: small letters"),
        (("x" * 30,), "2 to 20"),
        (("../etc",), "cannot be a game's key"),
        (("class",), "a word of Python or of the house"),
        (("json", "--into", "."), "a word of Python or of the house"),
        (("template",), "of the house"),
        (("golf",), "There is a game 'golf' already"),
        (("table",), "'table' is a word of the house (src/parlour/"),
        (("mau", "--players", "1-4"), "2 to 6, written as 2-4 or 3"),
        (("mau", "--players", "5-3"), "no numbers of players"),
        (("mau", "--players", "many"), "no numbers of players"),
        (("mau", "--name", 'M"au'), "cannot be a game's name"),
        (("mau", "--name", ""), "cannot be a game's name"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: tuple[str, ...], says: str) -> None:
    code, said = run(*words)
    assert code == 1
    assert says in said


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "pairs" / "pairs").mkdir(parents=True)
    code, said = run("pairs", "--into", str(tmp_path))
    assert code == 1
    assert "is there already" in said
    assert not list((tmp_path / "pairs" / "pairs").iterdir())


def test_a_package_of_its_own_passes_its_tests_as_it_is(tmp_path: Path, unseen) -> None:
    code, said = run("mau_mau", "--into", str(tmp_path), "--players", "3-5", "--name", "Mau Mau! It's on")
    assert code == 0, said
    home = tmp_path / "mau_mau"
    assert "Mau Mau! It's on is a package" in said
    for path in home.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for left in ("Template", "TPL", "lab.template", '"template"'):
                assert left not in text, path
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(home)]
    done = subprocess.run(words, cwd=home, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E,F,W", "--line-length", "128", str(home)],
        capture_output=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout.decode()


def test_what_comes_onto_the_path_later_is_found_by_a_process_that_knows_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unseen
) -> None:
    before = [game.key for game in parlour.games()]
    assert words("de").of(say("Too late: {name} was first.", name="Ada")) != "Too late: Ada was first."
    assert run("pairs", "--into", str(tmp_path))[0] == 0
    with pytest.raises(parlour.UnknownGame):
        parlour.game("pairs")
    monkeypatch.setattr(sys, "path", [*sys.path, *install(tmp_path / "pairs")])
    assert [game.key for game in parlour.games()] == [*before, "pairs"]
    catalogue = json.loads((parlour.game("pairs").folder / "words.de.json").read_text(encoding="utf-8"))
    own, german = next((text, said) for text, said in catalogue.items() if "{" not in text and isinstance(said, str))
    assert words("de").of(say(own)) == german
    monkeypatch.undo()
    assert [game.key for game in parlour.games()] == before


def test_in_the_house_it_joins_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unseen) -> None:
    for folder in ("src/parlour/games", "tests/games"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(new, "HOUSE", tmp_path)
    monkeypatch.setattr(new, "golden", lambda package, home, tests: [])
    code, said = run("pairs")
    assert code == 0, said
    assert "from parlour.games.pairs.table import Pairs" in (tmp_path / "src/parlour/games/pairs/__init__.py").read_text()
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert found >= {
        "src/parlour/games/pairs/rules.py",
        "src/parlour/games/pairs/table.py",
        "src/parlour/games/pairs/ledger.de.md",
        "src/parlour/games/pairs/page/page.js",
        "tests/games/pairs/positions.py",
        "tests/games/pairs/test_rules.py",
    }
    assert not [path for path in found if "pyproject" in path]


def test_in_the_house_the_suite_takes_it_in_before_anybody_changes_a_line(tmp_path: Path) -> None:
    """In a copy of the repository, all that is asked of every game without a browser; test_new.py of the pages has one."""
    for folder in ("src/parlour", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("pages", "wasm", "__pycache__"))
    for name in ("Makefile", "pyproject.toml", "hatch_build.py", "docs", "examples", "web"):
        (tmp_path / name).symlink_to(ROOT / name)
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path / "src"), os.environ["PYTHONPATH"]])}

    def runs(*words: str) -> str:
        done = subprocess.run([sys.executable, *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    runs("-c", "from parlour.cli import main; main()", "new", "nine_pins", "--name", "Nine Pins")
    asked = ["tests/games", "tests/core/test_words.py", "tests/core/test_observation.py", "tests/testing", "tests/tables"]
    chosen = "nine_pins and not byte_for_byte or nothing_in_the_house or nobody_reaches"
    told = runs("-m", "pytest", "-p", "no:cacheprovider", "-q", "-k", chosen, *asked)
    assert "skipped" not in told
    assert told.count(".") > 30

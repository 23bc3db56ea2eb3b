"""Flicks from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from parlour.cli import main
from parlour.testing import rule

KEPT = Path(__file__).parent / "flicks.parlour"
DOCE = Path(__file__).parent.parent / "doce/golden.parlour"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@rule("ICE-7")
def test_a_free_flick_is_told_drawn_and_filmed(tmp_path: Path) -> None:
    film, picture = tmp_path / "flick.gif", tmp_path / "flick.svg"
    told = run("flick", "5.7", "power", "62", "--gif", str(film), "--svg", str(picture))
    assert told.exit_code == 0, told.output
    assert "Orange passes D1 into the Gym." in told.output
    assert picture.read_text().startswith("<svg")
    with Image.open(film) as image:
        assert image.n_frames > 10
    report = json.loads(run("flick", "5.7", "power", "62", "--json").output)
    assert report["settled"] is True


@pytest.mark.parametrize("words", [("nan", "power", "2"), ("400", "power", "50"), ("10", "power", "0"), ("end",), ("hello",)])
def test_what_is_no_flick_is_said(words: tuple[str, ...]) -> None:
    result = run("flick", *words)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "flick" in result.output


def test_a_penguin_cannot_start_in_a_wall() -> None:
    assert "in a wall" in run("flick", "0", "power", "5", "--from", "40", "3").output


def test_flicks_of_a_record_are_filmed(tmp_path: Path) -> None:
    film = tmp_path / "second.gif"
    assert run("film", str(KEPT), str(film), "--flick", "2", "--pixels", "200").exit_code == 0
    with Image.open(film) as image:
        assert image.size == (200, 200)
    assert "flicks: --flick is" in run("film", str(KEPT), str(film), "--flick", "999").output
    assert "no flicks to film" in run("film", str(DOCE), str(film)).output

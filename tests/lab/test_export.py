"""Matches as tables: what a file holds is what was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'parlour[data]'")

import pyarrow.feather as feather
import pyarrow.parquet as parquet

GOLDEN = Path(__file__).parents[1] / "games"


def export(path: Path, *more: str) -> list[dict]:
    result = CliRunner().invoke(main, ["export", str(path), *more])
    assert result.exit_code == 0, result.output
    table = parquet.read_table(path) if path.suffix == ".parquet" else feather.read_table(path)
    assert result.output.startswith(f"{table.num_rows:,} rows")
    return table.to_pylist()


@pytest.mark.parametrize("game", parlour.games(), ids=lambda game: game.key)
def test_random_matches_come_with_their_result_and_every_decision(game, tmp_path: Path) -> None:
    asked = ("--game", game.key, "-n", "3", "-s", "5")
    matches = export(tmp_path / "m.parquet", *asked)
    decisions = export(tmp_path / "d.arrow", *asked, "--decisions")
    assert [match["match"] for match in matches] == [5, 6, 7]
    for match in matches:
        own = [one for one in decisions if one["match"] == match["match"]]
        assert [one["number"] for one in own] == list(range(match["moves"]))
        assert sum(match["shares"]) == pytest.approx(1)
        assert sorted(match["order"]) == list(range(match["players"]))
        assert match["order"][0] == own[0]["seat"]
        assert all(one["forced"] == (one["choices"] == 1) for one in own)


def test_a_match_of_the_table_is_the_one_that_its_seed_deals(tmp_path: Path) -> None:
    game = parlour.game("dokitto")
    (match,) = export(tmp_path / "m.parquet", "--game", "dokitto", "-n", "1", "-s", "9", "-p", "3")
    played = game.new(3, seed=9)
    for one in export(tmp_path / "d.parquet", "--game", "dokitto", "-n", "1", "-s", "9", "-p", "3", "--decisions"):
        played.play(one["seat"], one["text"])
    assert played.outcome is not None
    assert played.outcome.scores == match["scores"]
    assert str(played.outcome.reason) == match["reason"]


def test_records_are_read(tmp_path: Path) -> None:
    golden = GOLDEN / "doce" / "golden.parlour"
    (match,) = export(tmp_path / "m.parquet", "--records", str(golden))
    end = parlour.load(golden).outcome
    assert end is not None
    assert match["scores"] == end.scores
    assert len(export(tmp_path / "d.parquet", "--records", str(golden), "--decisions")) == match["moves"]


def test_matches_of_bots_say_who_sat_where(tmp_path: Path) -> None:
    asked = ("--game", "doce", "--bots", "beginner, random", "-n", "3", "-s", "2")
    matches = export(tmp_path / "m.parquet", *asked)
    assert [match["bots"] for match in matches] == [["beginner", "random"], ["random", "beginner"], ["beginner", "random"]]
    decisions = export(tmp_path / "d.parquet", *asked, "--decisions")
    assert len(decisions) == sum(match["moves"] for match in matches)
    played = parlour.game("doce").new(seed=2)
    for one in decisions:
        if one["match"] == 2:
            assert one["choices"] == len(played.numbers(one["seat"]))
            played.play(one["seat"], one["text"])
    assert played.outcome is not None
    assert played.outcome.scores == matches[0]["scores"]


def test_what_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["export", str(tmp_path / "x.csv"), "--game", "doce"])
    assert "should end in one of .parquet" in result.output
    for asked, answer in (
        (("--bots", "club", "--records", str(tmp_path)), "--bots play a --game"),
        (("--records", str(tmp_path)), "There is no record"),
        (("--game", "doce", "--bots", ","), "names one or more"),
        (("--game", "doce", "--bots", "clubb"), "no level 'clubb'"),
    ):
        refused = CliRunner().invoke(main, ["export", str(tmp_path / "x.parquet"), *asked])
        assert refused.exit_code != 0
        assert answer in refused.output, refused.output
    assert not list(tmp_path.iterdir())
    assert "either --game" in CliRunner().invoke(main, ["export", str(tmp_path / "x.parquet")]).output

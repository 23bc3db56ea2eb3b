"""How well ratings know real bots is measured by matches of the arena, rated as a server rates them."""

from __future__ import annotations

import random
from math import exp

import msgspec
import pytest

from parlour.lab.arena import Played
from parlour.lab.rated import Found, main, mixes, places, rate, spearman, truth
from parlour.server.rating import BEGIN, POINTS

STRENGTH = {"beginner": 1350.0, "casual": 1500.0, "club": 1620.0, "master": 1760.0}


def drawn(matches: int) -> list[Played]:
    """Matches as the model says they end."""
    chance, found = random.Random(3), list[Played]()
    for seed in range(matches):
        seats = chance.choices(list(STRENGTH), k=4)
        scores, left = [0] * 4, [0, 1, 2, 3]
        while left:
            first = chance.choices(left, [exp(STRENGTH[seats[seat]] / POINTS) for seat in left])[0]
            scores[first] = len(left)
            left.remove(first)
        found.append(Played(seed, seats, [float(score == 4) for score in scores], scores, 30))
    return found


def test_the_truth_is_found_again_and_what_is_said_of_the_intervals_holds():
    played = drawn(1500)
    assert truth(list(STRENGTH), played) == pytest.approx(STRENGTH, abs=30)
    found = rate("dokitto", list(STRENGTH), played, seasons=3, known=True)
    assert found.order > 0.9
    assert found.held > 0.9
    assert found.newcomers > 100
    assert found.new_held > 0.9
    assert found.new_settled > 0.98
    assert found.new_off < 1.15 * found.new_unsure


def test_places_and_orders_are_read_as_a_server_reads_them():
    shared = Played(1, ["casual"] * 4, [0.5, 0.5, 0, 0], [7, 9, 8, 3], 30)
    assert places(shared) == [1, 1, 3, 4]
    assert places(Played(1, ["casual"] * 2, [0, 1], [12, 5], 30)) == [2, 1]
    assert spearman([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert spearman([1, 2, 3], [30, 20, 10]) == pytest.approx(-1)
    assert spearman([1, 1, 2, 2], [1, 2, 3, 4]) == pytest.approx(0.894, abs=0.001)
    assert list(mixes(["a", "b"], 4, 7)) == list(mixes(["a", "b"], 4, 7))
    assert len(list(mixes(["a", "b"], 3, 7))) == 3


def test_real_bots_are_played_kept_and_rated_again(tmp_path, monkeypatch, capsys):
    file = tmp_path / "matches.jsonl"
    asked = ["rated", "dokitto", str(file), "--matches", "60", "--players", "2", "--levels", "newcomer,casual"]
    monkeypatch.setattr("sys.argv", asked)
    main()
    first = msgspec.json.decode(capsys.readouterr().out, type=Found)
    assert (first.game, first.matches) == ("dokitto", 60)
    assert first.truth["casual"] == BEGIN
    assert first.newcomers
    kept = file.read_bytes()
    main()
    assert msgspec.json.decode(capsys.readouterr().out, type=Found) == first
    assert file.read_bytes() == kept

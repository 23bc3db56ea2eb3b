"""The bots in a table's seats: they think from their first move on, or say that they cannot yet."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

import parlour
from parlour.core.machine import Kernels
from parlour.tables import players


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_BOTS", raising=False)
    players.player.cache_clear()


def test_a_bot_of_every_game_thinks_at_once() -> None:
    for game in parlour.games():
        assert players.asleep(game) is None
        assert players.can_think(game)


def test_what_they_think_with_is_compiled_from_its_types_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(Kernels, "compile", lambda self: done.append(self.name))
    exec(players.WAKE.replace("os.nice(10)", "").replace("sys.argv[1]", "'doce'"), {})
    assert done == ["bots.doce.search"]


def test_a_game_that_brings_no_code_waits_for_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made = parlour.game("doce"), Future[str]()
    monkeypatch.setattr(players, "is_ready", lambda kernels: False)
    monkeypatch.setattr(players, "waking", lambda game: made)
    assert players.asleep(game) is made
    assert players.can_think(game), "it may yet"
    made.set_result("")
    assert players.asleep(game) is None
    assert players.can_think(game)


def test_where_none_can_be_made_it_plays_on_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made = parlour.game("doce"), Future[str]()
    made.set_result("no compiler")
    monkeypatch.setattr(players, "is_ready", lambda kernels: False)
    monkeypatch.setattr(players, "waking", lambda game: made)
    assert not players.can_think(game)
    match = game.new(seed=1)
    assert players.chosen(game, match.state, match.acting[0], "club") in game.legal(match.state, match.acting[0])


def test_bots_can_be_told_to_play_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BOTS", "random")
    players.player.cache_clear()
    assert isinstance(players.player("doce", "master"), players.AtRandom)
    players.player.cache_clear()

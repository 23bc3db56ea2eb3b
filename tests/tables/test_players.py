"""The bots in a table's seats: random while their search is compiled, then themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest

import parlour
from parlour.tables import players


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_BOTS", raising=False)
    players.player.cache_clear()


def test_a_bot_plays_at_once_and_soon_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "PATIENCE", 0.0)
    game = parlour.game("dokitto")
    match = game.new(3, seed=1)
    seat = match.acting[0]
    assert players.chosen(game, match.state, seat, "beginner") in game.legal(match.state, seat)
    bot = players.player("dokitto", "beginner")
    assert isinstance(bot, players.Warming)
    assert bot.ready.wait(240)
    assert players.chosen(game, match.state, seat, "beginner") in game.legal(match.state, seat)


def test_the_warming_process_compiles_every_kind_of_search() -> None:
    for key in ("doce", "dokitto"):
        done = subprocess.run([sys.executable, "-c", players.WARM, key], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_bots_can_be_told_to_play_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BOTS", "random")
    players.player.cache_clear()
    assert isinstance(players.player("doce", "master"), players.AtRandom)
    players.player.cache_clear()

"""The bots in a table's seats: they think from their first move on, or say that they cannot yet."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots.levels import level
from parlour.bots.opponents import thinking
from parlour.core.machine import Kernels
from parlour.core.registry import built_in
from parlour.tables import compiling, players


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_BOTS", raising=False)
    players.player.cache_clear()
    players.guest.cache_clear()


def test_a_bot_of_every_game_of_the_house_thinks_at_once() -> None:
    for game in map(parlour.game, built_in()):
        assert players.asleep(game) is None
        assert players.can_think(game)


def test_what_they_think_with_is_compiled_from_its_types_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(Kernels, "compile", lambda self: done.append(self.name))
    monkeypatch.setattr(Kernels, "is_kept", lambda self: False)
    compiling.make("bots", parlour.game("doce"))
    assert done == ["games.doce.bots.search"]


def test_a_game_from_outside_gets_its_bots_compiled_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by its entry point there as here; nothing is compiled in the process that serves."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(Kernels, "compile", lambda self: pytest.fail("not here"))
    game = next(game for game in parlour.games() if game.key not in built_in())
    assert not any(kernels.is_kept() for kernels in thinking(game))
    asleep = players.waking.__wrapped__(game)
    assert asleep.result(300) == ""
    assert all(kernels.is_kept() for kernels in thinking(game))


def test_what_one_process_has_made_the_next_one_does_not_make_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernels, "compile", lambda self: pytest.fail("it was there"))
    monkeypatch.setattr(Kernels, "is_kept", lambda self: True)
    compiling.make("bots", parlour.game("doce"))


def test_compiling_ends_with_whoever_asked(tmp_path: Path) -> None:
    """A server that is killed leaves nobody behind who goes on for minutes."""
    asks = "import parlour; from parlour.tables.compiling import beside; print('asked', flush=True); "
    asks += "beside('bots', parlour.game('dokitto'))"
    words = [sys.executable, "-c", asks]
    with compiling.alone("dokitto-bots"):  # so that it waits, and compiles nothing
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        assert server.stdout.readline() == "asked\n"
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        if not children.exists():
            pytest.skip("this system does not tell whose child a process is")
        child = until(lambda: children.read_text().split())[0]
        until(lambda: Path(f"/proc/{child}/wchan").exists() and "compiling" in Path(f"/proc/{child}/cmdline").read_text())
        server.kill()
        server.communicate()
        until(lambda: not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text())


def until(happens: Callable[[], Any]) -> Any:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if seen := happens():
            return seen
        time.sleep(0.05)
    raise AssertionError("it never happened")


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
    players.guest.cache_clear()
    monkeypatch.setattr(players, "waking", lambda game: pytest.fail("nothing is compiled for them"))
    assert isinstance(players.player("doce", "master"), players.AtRandom)
    assert players.asleep(parlour.game("doce")) is None
    assert players.can_think(parlour.game("doce"))
    players.player.cache_clear()
    players.guest.cache_clear()


def test_in_a_race_a_bot_at_a_table_is_as_quick_as_the_one_that_was_measured():
    game = parlour.game("ion")
    state = game.new(4, seed=1).state
    for named, known in (("easy", "casual"), ("club", "club"), ("hard", "master")):
        times = sorted(players.reacts(game, state, 0, named) for _ in range(401))
        assert times[200] == pytest.approx(level("ion", known).reaction + 60 * 7, rel=0.15), (
            "its pace, and a look at seven cards"
        )


BROUGHT = """
from parlour.bots import Bot

class Last(Bot):
    name, level = "Last", "own"
    seen = []

    def choose(self, game, state, seat):
        self.seen.append(bytes(state))
        return game.legal(state, seat)[-1]

class Wrong(Last):
    plays = "doce"

    def choose(self, game, state, seat):
        if not self.seen:
            self.seen.append(b"")
            raise ValueError("not today")
        return 10**6
"""


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "brought_along.py").write_text(BROUGHT)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "brought_along", raising=False)
    return "brought_along"


def test_a_host_may_bring_a_bot_which_is_shown_what_its_seat_may_know(brought: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BOTS", f"master={brought}:Last")
    game = parlour.game("dokitto")
    match = game.new(3, seed=1)
    seat = match.acting[0]
    for named in ("master", "hard"):
        assert players.chosen(game, match.state, seat, named) == match.numbers(seat)[-1]
    shown = sys.modules[brought].Last.seen
    assert len(shown) == 2
    assert bytes(match.state) not in shown, "others' cards are imagined"
    assert type(players.player("dokitto", "club")).__name__ == "Searcher", "the other levels are as ever"


def test_a_match_does_not_wait_for_the_mistakes_of_a_bot_that_was_brought(
    brought: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PARLOUR_BOTS", f"club={brought}:Wrong, casual={brought}:Last")
    doce = parlour.game("doce")
    match = doce.new(seed=1)
    seat = match.acting[0]
    assert players.chosen(doce, match.state, seat, "club") in match.numbers(seat)
    assert "not today" in caplog.text
    assert players.chosen(doce, match.state, seat, "club") in match.numbers(seat)
    assert "move 1000000 of doce, which is not legal" in caplog.text
    assert players.guest("dokitto", "club") is None, "it plays DOCE alone"
    assert players.guest("dokitto", "casual") is not None


def test_a_bot_that_cannot_be_brought_is_refused_before_a_table_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from parlour.cli import main

    monkeypatch.setenv("PARLOUR_BOTS", "")
    for asked, answer in (
        ("expert=mine:Bot", "LEVEL=module:Bot, the level one of beginner"),
        ("club=mine", "LEVEL=module:Bot"),
        ("club=not_there_at_all:Bot", "There is no module 'not_there_at_all'"),
        ("club=json:Bot", "has no function 'Bot'"),
    ):
        said = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--no-browser", "--bots", asked])
        assert said.exit_code == 1, said.output
        assert answer in said.output

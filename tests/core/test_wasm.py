"""The fourth speed: WebAssembly from the same source, equal to the last byte, at once, and safe to fail."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import wasmtime

import parlour
from parlour.bots import seen_by, wasm
from parlour.bots.compiled import Search
from parlour.bots.levels import expertise, knowledge
from parlour.core.engine import row_kernels
from parlour.core.errors import NoSpeed
from parlour.core.machine import Kernels, Processor, machine
from parlour.core.registry import built_in
from parlour.core.wasm import Trapped, shipped

SHIPPED = [parlour.game(key) for key in built_in()]
GAMES = [(game, players) for game in SHIPPED for players in game.seats]
HARD = int(os.environ.get("PARLOUR_HARD", "1"))


def desk_of(key: str):
    found = shipped(row_kernels(parlour.game(key).rules))
    assert found is not None
    return found.desk()


@pytest.mark.parametrize("game", SHIPPED, ids=str)
def test_every_game_has_a_file_of_its_present_source_that_needs_nothing_from_outside(game):
    assert wasm.is_built(game), "`make wasm` builds it"
    module = wasmtime.Module(wasmtime.Engine(), (wasm.OUT / f"{game.key}.wasm").read_bytes())
    assert list(module.imports) == []


@pytest.mark.parametrize(("game", "players"), GAMES, ids=str)
def test_random_games_end_with_the_same_bytes_as_on_the_processor(game, players):
    count = 100 * HARD
    ours, theirs = (game.batch(count, players=players, seed=11, speed=speed) for speed in ("wasm", "cpu"))
    assert np.array_equal(ours.moves(), theirs.moves())
    assert np.array_equal(ours.play_out(seed=3), theirs.play_out(seed=3))
    assert ours.states.tobytes() == theirs.states.tobytes()
    seats = np.zeros(count, np.int32)
    assert np.array_equal(ours.observe(seats), theirs.observe(seats))
    assert all(np.array_equal(one, other) for one, other in zip(ours.scores(), theirs.scores(), strict=True))


def test_a_search_finds_the_same_tree():
    game = parlour.game("dokitto")
    knows, data = expertise(game.key), knowledge(game.key)
    (kernels,) = Search.kernels(game.rules, knows)
    both = Search(game.rules, knows), Search(game.rules, knows)
    for search, made in zip(both, (shipped(kernels), Processor(kernels)), strict=True):
        search._thinking = search._habit = made
    match = game.new(4, seed=5)
    for step in range(12):
        seat = match.acting[0]
        state = seen_by(game, match.state, seat, seed=step)
        asked = {"seed": step, "weights": data.numbers()}
        one, other = (search.think(state, seat, simulations=400, **asked) for search in both)
        assert one == other
        assert both[0].habit(state, seat, **asked) == both[1].habit(state, seat, **asked)
        match.play(seat, game.move(next(iter(one))))


def test_a_trap_is_an_error_and_changes_nothing():
    game = parlour.game("doce")
    states = game.batch(2, seed=1).states.copy()
    before = states.tobytes()
    moves, quick = np.zeros(game.rules.ACTIONS, np.int16), np.zeros(4, np.int64)
    with pytest.raises(Trapped, match="WebAssembly stopped"):
        desk_of("doce")["setup_rows"](states, 0, 2**31, moves, quick)
    assert states.tobytes() == before


def test_arrays_of_another_kind_are_refused():
    with pytest.raises(TypeError, match="an array of i8 in 1 dimensions is wanted"):
        desk_of("doce")["acting_rows"](
            parlour.game("doce").batch(1).states, 0, 1, np.zeros(1, np.int16), np.zeros(4, np.int32), np.zeros(1, np.int32)
        )


def test_an_array_of_a_desk_is_worked_on_where_it_lies_and_begins_with_zeros():
    desk = desk_of("doce")
    game = parlour.game("doce")
    states = desk.new(3, game.rules.State)
    assert bytes(states[2]) == bytes(game.rules.State.itemsize)
    states.fill(game.new(seed=4).state)
    moves, quick, out = desk.new(game.rules.ACTIONS, "i2"), desk.new(4, "i8"), desk.new(3, "i4")
    desk["acting_rows"](states, 0, 3, moves, quick, out)
    acting = [1 << game.new(seed=4).acting[0]] * 3
    assert out.tolist() == acting
    again = desk.new((2, 50_000), "i8")
    assert not any(map(any, again.tolist()))
    again[1, 7] = 5
    assert (again[1, 7], again[0, 7], out.tolist()) == (5, 0, acting)
    with pytest.raises(IndexError):
        out[3]


def test_another_source_is_not_mistaken_for_what_was_built():
    kernels = row_kernels(parlour.game("doce").rules)
    other = Kernels(kernels.module, kernels.takes, row_kernels(parlour.game("dokitto").rules).linker, kernels.records)
    assert shipped(other).kernels.digest != kernels.digest
    from parlour.lab import connect_four

    assert shipped(row_kernels(connect_four.GAME.rules)) is None
    with pytest.raises(NoSpeed, match=r"parlour\.bots\.wasm"):
        connect_four.GAME.batch(1, speed="wasm")


def test_words_for_types_are_checked():
    kernels = row_kernels(parlour.game("doce").rules)
    with pytest.raises(ValueError, match=r"'i8\[' is no type"):
        Kernels(kernels.module, {"setup_rows": "i8["}, kernels.linker).arguments("setup_rows")


EMPTY = """
import parlour
from parlour.core.machine import AtOnce, machine
from parlour.bots.opponents import thinking
from parlour.core.registry import built_in
from parlour.tables import players

for game in map(parlour.game, built_in()):
    assert players.asleep(game) is None, game
    assert all(isinstance(machine(kernels), AtOnce) for kernels in thinking(game)), game
game = parlour.game("dokitto")
match = game.new(4, seed=2)
expected = parlour.bot("dokitto", "club", seed=7)
found = [str(expected.move(match, match.acting[0])) for _ in range(2)]
print(found[0])
"""


def test_with_an_empty_cache_every_bot_thinks_from_its_first_move_on(tmp_path):
    """No compiler stands between a new machine and a bot of the level that was asked for."""

    def first_move(cache) -> str:
        env = os.environ | {"PARLOUR_CACHE": str(cache)}
        env.pop("PARLOUR_BOTS", None)
        done = subprocess.run([sys.executable, "-c", EMPTY], capture_output=True, text=True, check=False, env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    game = parlour.game("dokitto")
    match = game.new(4, seed=2)
    kept = parlour.bot("dokitto", "club", seed=7)
    assert first_move(tmp_path) == f"{kept.move(match, match.acting[0])}\n"


def test_code_for_the_processor_is_taken_as_soon_as_it_is_kept(monkeypatch):
    kernels = row_kernels(parlour.game("doce").rules)
    kept = Kernels.is_kept
    monkeypatch.setattr(Kernels, "is_kept", lambda self: False)
    made = machine(kernels)
    assert not isinstance(made.desk(), Processor)
    monkeypatch.setattr("parlour.core.machine.PATIENCE", -1.0)
    monkeypatch.setattr(Kernels, "is_kept", lambda self: True)
    assert isinstance(made.desk(), Processor)
    monkeypatch.setattr(Kernels, "is_kept", kept)

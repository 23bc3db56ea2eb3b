"""What a program may hand over by mistake: every time a sentence that says what would be right, never an error from inside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import from_view
from parlour.games.dokitto.table import Play

DOCE, DOKITTO = parlour.game("doce"), parlour.game("dokitto")
ICECOOL = parlour.game("icecool")


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    match = DOKITTO.new(np.int64(3), seed=np.uint8(4), lane=np.int32(2), first_lead=np.int8(1))
    twin = DOKITTO.new(3, seed=4, lane=2, first_lead=1)
    assert match.check() == twin.check()
    batch = DOKITTO.batch(np.int64(3), players=3, seed=4, first_lead=1)
    seat, action = batch.seats()[2], batch.moves()[2, 0]
    match.play(seat, action)
    twin.play(1, int(action))
    assert match.view(np.int16(0)) == twin.view(0)
    assert str(match.record(sealed=False)) == str(twin.record(sealed=False))


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"names": 5}, "a name for each seat"),
        ({"names": "ab"}, "a name for each seat"),
        ({"salts": [1, 2]}, "a text for each seat"),
        ({"salts": None}, "a text for each seat"),
        ({"lane": -1}, "0 to 4294967295, not -1"),
        ({"lane": "x"}, "not 'x'"),
        ({"flavours": [[]]}, "flavours cannot be"),
    ],
)
def test_settings_of_another_kind_are_refused(setting: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.BadSetup, match=says):
        DOKITTO.new(2, **setting)


@pytest.mark.parametrize("key", [None, 5, ["doce"], {}])
def test_only_a_word_names_a_game(key: Any) -> None:
    with pytest.raises(parlour.UnknownGame, match="Known: doce"):
        parlour.game(key)


@pytest.mark.parametrize("game", parlour.games(), ids=lambda game: game.key)
@pytest.mark.parametrize("value", [None, -1, 1.5, 10**20, "zzz", [], True])
def test_typed_moves_with_fields_of_another_kind_are_no_moves(game: parlour.Game, value: Any) -> None:
    match = game.new(seed=1)
    before, seat = match.check(), match.acting[0]
    for kind in game.moves:
        if fields := kind.__struct_fields__:
            with pytest.raises((parlour.BadMove, parlour.Refused)):
                match.play(seat, kind(*[value] * len(fields)))
    assert match.check() == before


def test_a_flick_with_thousands_of_digits_is_no_flick() -> None:
    with pytest.raises(parlour.BadMove, match="aim must be 0 to 360"):
        ICECOOL.new(seed=1).play(0, "1" * 400)


@pytest.mark.parametrize("seat", [-1, 2, "0", 0.0, True])
def test_nobody_hears_as_a_seat_that_is_not_there(seat: Any) -> None:
    match = DOCE.new(seed=1)
    for ask in (match.events, match.log, match.view, match.legal, match.svg, match.draw):
        with pytest.raises(parlour.BadSetup, match="seats 0 to 1"):
            ask(seat)


@pytest.mark.parametrize(("field", "value"), [("score", [10**10, 0]), ("round", 10**30)])
def test_numbers_that_fit_nowhere_make_no_position(field: str, value: Any) -> None:
    position = DOKITTO.new(2, seed=1).position()
    assert field in position
    with pytest.raises(parlour.BadPosition):
        DOKITTO.position({**position, field: value})


@pytest.mark.parametrize("position", [None, 5, "x", []])
def test_no_position_is_no_position(position: Any) -> None:
    with pytest.raises(parlour.BadPosition, match="no position of DOCE"):
        DOCE.position(position)


@pytest.mark.parametrize("path", [None, 5, "\0", b"match.parlour"])
def test_what_names_no_file_is_refused(path: Any) -> None:
    match = DOCE.new(seed=1)
    for ask in (parlour.load, parlour.verify, match.save):
        with pytest.raises(parlour.BadRecord, match="no name of a file"):
            ask(path)
    with pytest.raises(parlour.BadRecord, match="Cannot write"):
        match.save(Path("."))


# Batches.


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"count": "3"}, "at least one game"),
        ({"count": 2.5}, "at least one game"),
        ({"count": 10**13}, "do not fit into memory"),
        ({"threads": 0}, "Threads are"),
        ({"threads": "all"}, "Threads are"),
        ({"seed": -1}, "A seed is"),
    ],
)
def test_batches_that_cannot_be(setting: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.BadSetup, match=says):
        DOKITTO.batch(**{"count": 3, "players": 3} | setting)


@pytest.mark.parametrize("given", [None, "x", 7, [0], [0] * 6, np.zeros(5), np.zeros((5, 2), int), [[0], [0, 1]], [True] * 5])
def test_a_batch_takes_one_whole_number_a_game(given: Any) -> None:
    batch = DOKITTO.batch(5, players=3, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(parlour.BadMove, match="one whole number for each of the 5 games"):
        batch.step(given)
    if given is not None:
        for ask in (batch.legal, batch.moves, batch.observe):
            with pytest.raises(parlour.BadSetup, match="one whole number for each of the 5 games"):
                ask(given)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("seat", [-2, 3, 30, 10**9, -(10**9)])
def test_a_batch_knows_its_seats(seat: int) -> None:
    batch = DOKITTO.batch(5, players=3, seed=1)
    seats = np.full(5, seat)
    with pytest.raises(parlour.BadSetup, match="seats 0 to 2"):
        batch.step(batch.moves()[:, 0], seats)
    for ask in (batch.legal, batch.moves, batch.observe):
        with pytest.raises(parlour.BadSetup, match="seats 0 to 2"):
            ask(seats)


@pytest.mark.parametrize("speed", ["plain", "cpu"])
def test_a_seat_that_is_not_to_act_has_no_moves_in_a_batch_either(speed: str) -> None:
    batch = DOKITTO.batch(20, players=3, seed=1, speed=speed)
    others = (batch.seats() + 1) % 3
    assert not batch.legal(others).any()
    assert (batch.moves(others) == -1).all()
    assert batch.legal().any(axis=1).all()


def test_where_the_world_is_to_act_seat_0_observes() -> None:
    batch = ICECOOL.batch(3, players=2, seed=1)
    while not (batch.acting == 1 << 30).all():
        moves, flying = batch.moves(), batch.acting == 1 << 30
        batch.step(np.array([row[row >= 0][-1] for row in moves]), np.where(flying, -1, batch.seats()))
    assert (batch.seats() == 30).all()
    assert np.array_equal(batch.observe(), batch.observe(np.zeros(3, int)))
    batch.step(np.zeros(3, int))
    assert (batch.acting < 1 << 30).all()


@pytest.mark.parametrize("setting", [{"seed": -1}, {"seed": 2**63}, {"seed": "x"}, {"limit": -1}, {"limit": 2**40}])
def test_play_outs_with_numbers_that_mean_nothing(setting: dict[str, Any]) -> None:
    with pytest.raises(parlour.BadSetup, match="of a play-out is"):
        DOKITTO.batch(3, players=3, seed=1).play_out(**setting)


# Bots.


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"seed": -1}, "seed of a bot"),
        ({"threads": 0}, "Threads are"),
        ({"weights": {"zeal": 1.0}}, "no weight 'zeal'. Known: spread"),
        ({"weights": 5}, "numbers by their names"),
        ({"simulations": 0}, "one simulation or more"),
        ({"simulations": "many"}, "Expected `int`"),
        ({"simulation": 5}, "Did you mean simulations"),
        ({"chapters": 2}, "Expected `bool`"),
    ],
)
def test_bots_that_cannot_be(setting: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.BadSetup, match=says):
        parlour.bot("dokitto", "casual", **setting)


def test_numbers_of_a_level_may_be_written_as_a_command_line_has_them() -> None:
    how = parlour.bot("dokitto", "plain", chapters=1, processor=0, seconds=1, simulations=np.int64(7)).how  # type: ignore[attr-defined]
    assert (how.chapters, how.processor, how.seconds, how.simulations) == (True, False, 1.0, 7)


def test_a_bot_moves_for_an_acting_seat_of_its_own_game_only() -> None:
    match = DOKITTO.new(3, seed=1, first_lead=0)
    assert isinstance(parlour.bot("dokitto", "random", seed=2).move(match, 0), Play)
    with pytest.raises(parlour.Refused, match="not Player 2's turn"):
        parlour.bot("dokitto", "random").move(match, 1)
    with pytest.raises(parlour.BadSetup, match="plays doce, not dokitto"):
        parlour.bot("doce", "random").move(match, 0)
    with pytest.raises(parlour.BadSetup, match="mind of their own"):
        parlour.bot("doce", "club", weights={"one": 1.0})


def test_a_bot_with_a_seed_makes_the_same_moves_again() -> None:
    def made() -> list[Any]:
        match, otter = DOKITTO.new(3, seed=1), parlour.bot("dokitto", "casual", seed=4, simulations=40)
        for _ in range(6):
            match.play(match.acting[0], otter.move(match, match.acting[0]))
        return [entry.move for entry in match.entries]

    assert made() == made()


@pytest.mark.parametrize("function", [len, print, lambda: None, lambda a, b, c: None])
def test_a_bot_of_your_own_takes_a_view_or_a_view_and_moves(function: Any) -> None:
    if function is len:
        assert from_view(function).name == "len"
    else:
        with pytest.raises(parlour.BadSetup, match="a view, or of a view and the legal moves"):
            from_view(function)

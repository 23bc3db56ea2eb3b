"""Matches, records, batches and every kind of bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.record import Record
from parlour.testing import kit

DOCE = parlour.game("doce")
DOKITTO = parlour.game("dokitto")


def finished(game: parlour.Game, players: int, seed: int = 1) -> parlour.Match:
    return kit.played(game, players, seed)


# Games and setting up.


def test_games_are_found_by_their_folders() -> None:
    assert {"doce", "dokitto"} <= {game.key for game in parlour.games()}
    assert parlour.game("doce") is parlour.game("doce")


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(parlour.UnknownGame, match="Did you mean dokitto"):
        parlour.game("dokito")


def test_a_program_can_register_a_game_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.core import registry
    from parlour.lab.connect_four import GAME

    monkeypatch.setattr(registry, "_added", {})
    parlour.register(GAME)
    assert parlour.game("connect_four") is GAME
    assert GAME in parlour.games()


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"players": 3}, "for 2 players, not 3"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"diagonal": "all"}, "Did you mean diagonals"),
        ({"diagonals": "some"}, "Possible: all, long, none"),
        ({"first": 2}, "seats 0 to 1"),
        ({"first": "nobody"}, "random, or the number"),
        ({"first": True}, "first"),
        ({"first": 0.5}, "first"),
        ({"seed": -1}, "A seed is"),
        ({"seed": "xyz"}, "A seed is"),
        ({"seed": b"short"}, "A seed is"),
        ({"seed": True}, "A seed is"),
        ({"names": ["one"]}, "1 names for 2 players"),
        ({"names": ["", "b"]}, "no name for a seat"),
        ({"names": ["a\nb", "b"]}, "no name for a seat"),
        ({"names": ["a" * 41, "b"]}, "no name for a seat"),
    ],
)
def test_a_match_that_cannot_start_says_why(setting: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.BadSetup, match=says):
        DOCE.new(**setting)


def test_the_same_seed_deals_the_same_and_another_seed_does_not() -> None:
    views = [DOKITTO.new(4, seed=seed).view(0).hand for seed in (1, 1, 2)]
    assert views[0] == views[1] != views[2]
    assert DOKITTO.new(4).view(0).hand != DOKITTO.new(4).view(0).hand
    assert DOKITTO.new(4, seed=1, salts=["a"]).view(0).hand != views[0]


# Moves.


@pytest.mark.parametrize(
    "move", ["", "hello", "W7@c3", "W0@c3", "W4@f3", "W4@c9", "B4@c3", "block", "block zz", 176, -1, 1.5, None, True, []]
)
def test_what_is_no_move_is_refused_with_the_way_to_write_one(move: Any) -> None:
    match = DOCE.new(seed=1, first=0)
    before = bytes(match.state)
    with pytest.raises(parlour.BadMove):
        match.play(0, move)
    assert bytes(match.state) == before
    assert match.entries == []


@pytest.mark.parametrize("move", ["", "S", "S0", "S14", "X7", "take", "take x", "take 7", "7", 70])
def test_dokitto_says_how_moves_are_written(move: Any) -> None:
    with pytest.raises(parlour.BadMove):
        DOKITTO.new(3, seed=1).play(0, move)


def test_moves_can_be_typed_in_several_ways() -> None:
    spellings = ["W4@c3", "w4@C3", "4@c3", "4 c3", "4 on c3", "  W4 at c3 "]
    assert {DOCE.read_move(text, 0) for text in spellings} == {6 * 12 + 3}
    spellings = ["take matcha", "take m", "TAKE MATCHA", "take a matcha"]
    assert {DOKITTO.read_move(text, 0) for text in spellings} == {67}
    assert {DOKITTO.read_move(text, 0) for text in ("S7", "s7", "strawberry 7", "play Strawberry 7")} == {6}


def test_a_seat_that_is_not_there_is_named() -> None:
    match = DOCE.new(seed=1)
    for seat in (2, -1, "0", True):
        with pytest.raises(parlour.BadSetup, match="no seat"):
            match.play(seat, "4 c3")  # type: ignore[arg-type]


def test_out_of_turn_and_after_the_end_are_refused_with_a_rule() -> None:
    match = DOCE.new(seed=1, first=0)
    refusal = match.why_not(1, "B4@c3")
    assert refusal is not None
    assert refusal.rule == "DOC-07"
    assert "White must act" in refusal.sentence
    over = finished(DOCE, 2)
    refusal = over.why_not(0, "W4@c3")
    assert refusal is not None
    assert refusal.rule == "DOC-40"


def test_a_rule_that_breaks_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = DOCE.new(seed=1, first=0)
    match.play(0, "4 c3")
    before = (bytes(match.state), match.told, len(match.entries))

    def broken(state: Any, seat: int, action: int) -> None:
        state.score[0] = 99
        raise RuntimeError("broken")

    monkeypatch.setattr(DOCE.rules, "apply", broken)
    with pytest.raises(RuntimeError):
        match.play(1, "4 a1")
    assert before == (bytes(match.state), match.told, len(match.entries))


def test_play_returns_what_happened_and_the_log_tells_it() -> None:
    match = DOCE.new(seed=1, first=0, names=["Ann", "Bo"])
    assert match.play(0, "4 c3") == [{"kind": "placed", "seat": 0, "square": 12, "face": 4}]
    assert match.log() == ["Round 1: Ann starts.", "Ann places 4 on C3."]


# Positions.


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({}, "required field `to_move`"),
        ({"to_move": "white"}, "Expected `int`"),
        ({"to_move": 0, "bored": {}}, "unknown field `bored`"),
        ({"to_move": 2}, "to_move"),
        ({"to_move": 0, "round": 5}, "round is 1 to 4"),
        ({"to_move": 0, "board": {"a1": "W7"}, "marks": ["a1", None]}, "write W1 to W6"),
        ({"to_move": 0, "board": {"a1": "W1"}}, "DOC-12"),
        ({"to_move": 0, "board": {"a1": "W1"}, "marks": ["b1", None]}, "DOC-12"),
        ({"to_move": 0, "board": {"a1": "block"}}, "DOC-16"),
        ({"to_move": 0, "board": {"a1": "W3", "b1": "W3", "c1": "W3", "d1": "W3"}, "marks": ["a1", None]}, "DOC-27"),
        ({"to_move": 0, "mid_turn": True}, "DOC-17"),
        ({"to_move": 0, "score": [5, 0]}, "DOC-33"),
        ({"to_move": 0, "round": 2, "earned": [[5, 5], [0, 0], [0, 0], [0, 0]], "score": [5, 5]}, "DOC-38"),
        ({"to_move": 0, "marks": [None]}, "one entry a player"),
        ({"to_move": 0, "passes": 7}, "DOC-31"),
        ({"to_move": 0, "board": {f"{c}{r}": "W6" for c in "abc" for r in range(1, 5)}, "marks": ["a1", None]}, "DOC-01"),
    ],
)
def test_an_impossible_position_says_what_is_wrong(position: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.BadPosition, match=says):
        DOCE.position(position)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": []}, "one entry for each"),
        ({"leader": 7}, "Seats are 0 to 1"),
        ({"round": 41}, "40 rounds"),
        ({"score": [10, 0]}, "DOK-38"),
        ({"score": [99, 0]}, "DOK-38"),
        ({"cones": [["S"], []]}, "DOK-06"),
        ({"cones": [["S", "S", "S", "S"], []]}, "DOK-04"),
        ({"cones": [["X"], []]}, "no flavour"),
        ({"stacks": {"S": ["star", "star"]}}, "one star at most"),
        ({"stacks": {"Q": []}}, "no flavour"),
        ({"flavours": "SM"}, "DOK-02"),
        ({"trick": {"1": "S1"}}, "order"),
        ({"hands": [["S1"], ["S2"]]}, "DOK-05"),
    ],
)
def test_an_impossible_position_of_dokitto_says_what_is_wrong(change: dict[str, Any], says: str) -> None:
    position = DOKITTO.new(2, seed=1).position() | change
    with pytest.raises(parlour.ParlourError, match=says):
        DOKITTO.position(position)


def test_a_card_in_two_places_is_named() -> None:
    position = DOKITTO.new(2, seed=1).position()
    position["hands"][0][0] = position["hands"][1][0]
    with pytest.raises(parlour.BadPosition, match=r"in two places \(DOK-03\)"):
        DOKITTO.position(position)


# Records.


@pytest.fixture(scope="module")
def played() -> str:
    return str(finished(DOKITTO, 3).record())


def wrong(text: str, tmp_path: Path) -> str:
    file = tmp_path / "match.parlour"
    file.write_text(text)
    try:
        found = parlour.verify(file)
    except parlour.BadRecord as error:
        return str(error)
    assert len(found) == 1, found
    return found[0]


def edit(text: str, line: int, **changes: Any) -> str:
    lines = text.splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | changes)
    return "\n".join(lines)


def test_a_saved_record_loads_verifies_and_goes_on(tmp_path: Path) -> None:
    match = DOKITTO.new(3, seed=1, names=["Ann", "Bo", "Cy"], salts=["x", "", "z"])
    for _ in range(10):
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
    match.save(tmp_path / "half.parlour")
    again = parlour.load(tmp_path / "half.parlour")
    assert parlour.verify(tmp_path / "half.parlour") == []
    assert bytes(again.state) == bytes(match.state)
    assert again.names == ["Ann", "Bo", "Cy"]
    assert again.log(1) == match.log(1)
    for m in (match, again):
        m.play(m.acting[0], m.legal(m.acting[0])[0])
    assert bytes(again.state) == bytes(match.state)
    assert not list(tmp_path.glob("*.part"))


def test_a_running_match_does_not_tell_its_seed() -> None:
    match = DOKITTO.new(3, seed=1)
    assert match.seed.hex() not in str(match.record())
    assert match.commitment in str(match.record())
    assert match.seed.hex() in str(match.record(sealed=False))
    with pytest.raises(parlour.BadRecord, match="sealed"):
        match.record().replay(parlour.game)


def test_a_record_from_a_position_replays(tmp_path: Path) -> None:
    match = DOCE.position(
        {"to_move": 1, "board": {"a1": "W3", "e5": "B2"}, "marks": ["a1", "e5"]}, seed=3, options={"diagonals": "long"}
    )
    match.play(1, "4 c3")
    match.save(tmp_path / "position.parlour")
    again = parlour.load(tmp_path / "position.parlour")
    assert bytes(again.state) == bytes(match.state)
    assert parlour.verify(tmp_path / "position.parlour") == []


def test_edited_records_say_what_was_changed(played: str, tmp_path: Path) -> None:
    lines = played.splitlines()
    first = json.loads(lines[1])
    seat_hand = DOKITTO.new(3, seed=1).legal(first["seat"])
    other = next(move.card for move in seat_hand if move.card != first["move"])
    assert "Line 2, move 1" in wrong(edit(played, 1, move=other), tmp_path)
    assert "no card 'S99'" in wrong(edit(played, 1, move="S99"), tmp_path)
    assert "Line 2" in wrong(edit(played, 1, seat=(first["seat"] + 1) % 3), tmp_path)
    assert "Line 4, move 3" in wrong(edit(played, 3, check="0" * 16), tmp_path)
    assert "commitment" in wrong(edit(played, -1, seed="00" * 32), tmp_path)
    assert "Header" in wrong(edit(played, -1, salts=["a"]), tmp_path)
    assert "Header" in wrong(edit(played, 0, options={"next_lead": "random"}), tmp_path)
    assert "Header" in wrong(edit(played, 0, options={"next_lead": "nobody"}), tmp_path)
    assert "Header" in wrong(edit(played, 0, players=9), tmp_path)
    outcome = json.loads(lines[-1])["outcome"]
    assert "Ending" in wrong(edit(played, -1, outcome=outcome | {"scores": [99, 0, 0]}), tmp_path)


def test_cut_new_and_foreign_files_say_so(played: str, tmp_path: Path) -> None:
    lines = played.splitlines()
    assert "cut" in wrong("\n".join(lines[:-1]), tmp_path)
    assert "cut" in wrong(lines[0], tmp_path)
    assert "missing or added" in wrong("\n".join(lines[:5] + lines[6:]), tmp_path)
    assert "cannot be read" in wrong("\n".join([*lines[:5], lines[5][:9], *lines[6:]]), tmp_path)
    assert "empty" in wrong("", tmp_path)
    assert "no match record" in wrong("hello", tmp_path)
    assert "no match record" in wrong('{"a": 1}', tmp_path)
    assert "no match record" in wrong("[1, 2]", tmp_path)
    assert "Upgrade" in wrong(edit(played, 0, parlour=3), tmp_path)
    assert "version 9 of the rules" in wrong(edit(played, 0, rules=9), tmp_path)
    assert "have changed since" in wrong(edit(played, 0, rules=0), tmp_path)
    assert "no game 'chess'" in wrong(edit(played, 0, game="chess"), tmp_path)
    assert "should be the header" in wrong(edit(played, 0, players="three"), tmp_path)
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)))
    with pytest.raises(parlour.BadRecord, match="not text"):
        parlour.load(tmp_path / "binary")
    with pytest.raises(parlour.BadRecord, match="Cannot read"):
        parlour.load(tmp_path / "nowhere")
    with pytest.raises(parlour.BadRecord, match="Cannot write"):
        DOCE.new().save(tmp_path / "no" / "folder")


def test_a_record_can_be_replayed_to_any_move(played: str) -> None:
    record = Record.parse(played)
    for moves in (0, 1, 17, len(record.entries)):
        assert len(record.replay(parlour.game, moves).entries) == moves


# Batches.


def test_game_i_of_a_batch_is_the_match_of_lane_i() -> None:
    batch = DOKITTO.batch(5, players=3, seed=9, speed="plain")
    for lane in range(5):
        assert DOKITTO.new(3, seed=9, lane=lane).state.records.tobytes() == batch.states[lane].tobytes()


@pytest.mark.parametrize("speed", ["plain", "cpu"])
def test_a_batch_is_stepped_with_legal_moves_to_the_end(speed: str) -> None:
    batch = DOCE.batch(30, seed=2, speed=speed)
    dice = np.random.default_rng(1)
    for _ in range(2000):
        if not batch.acting.any():
            break
        mask = batch.legal()
        assert mask.any(axis=1).tolist() == (batch.acting != 0).tolist()
        batch.step(np.array([dice.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask]))
    scores, won = batch.scores()
    assert (won > 0).all()
    assert scores.shape == (30, 2)
    assert batch.observe().shape == (30, DOCE.rules.OBSERVED)


def test_one_illegal_move_in_a_batch_changes_no_game() -> None:
    batch = DOCE.batch(8, seed=2)
    before = batch.states.tobytes()
    actions = np.zeros(8, int)
    actions[3] = 175
    with pytest.raises(parlour.BadMove, match="1 of 8 moves are not legal, first in game 3"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_threads_share_the_rows_and_agree() -> None:
    one = DOKITTO.batch(500, players=4, seed=3, threads=1)
    two = DOKITTO.batch(500, players=4, seed=3, threads=2)
    assert np.array_equal(one.play_out(), two.play_out())
    assert one.states.tobytes() == two.states.tobytes()


def test_unknown_speeds_and_empty_batches_are_refused() -> None:
    with pytest.raises(parlour.NoSpeed, match="Known: plain, cpu, wasm, cuda"):
        DOCE.compiled("warp")
    with pytest.raises(parlour.BadSetup, match="at least one"):
        DOCE.batch(0)


def test_cuda_says_what_is_missing_where_there_is_none() -> None:
    try:
        from numba import cuda

        there = cuda.is_available()
    except ImportError:
        there = False
    if there:
        kit.same_at_all_speeds(DOCE, 2, games=500, speed="cuda")
    else:
        with pytest.raises(parlour.NoSpeed, match="GPU"):
            DOCE.compiled("cuda")


def test_importing_compiles_nothing_and_does_not_load_the_compiler() -> None:
    import subprocess
    import sys

    code = "import sys, parlour; parlour.games(); print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "False"

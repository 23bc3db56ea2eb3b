"""Studies: what they count, whoever counts it, and what comes of a killed worker."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from card_kit import OneThread, Records
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.core.cuda import driver
from parlour.core.engine import NO_LIMIT
from parlour.core.errors import BadSetup, NoSpeed
from parlour.core.link import Linker
from parlour.lab import connect_four
from parlour.lab.arena import run
from parlour.lab.calibrate import calibrate
from parlour.lab.export import of_bots
from parlour.lab.study import card, kernels, matches, parts, random_play, rules_used, study, with_rules
from parlour.lab.study.figures import Figure, by_deals, mean, part_of, shared
from parlour.lab.study.html import page
from parlour.lab.workers import HERE, Processes, hands, workers
from parlour.review.composing import compose

DOKITTO = parlour.game("dokitto")


def test_random_connect_four_is_what_it_is_known_to_be() -> None:
    """Whoever begins wins 55.6 % of random games, and one in four hundred is a draw."""
    sums = random_play.piece(connect_four.GAME, 2, {}, 3, 0, 20_000)
    assert sums.games == sums.ended == 20_000
    first = sums.shares[0][0] / 20_000
    assert 0.545 < first < 0.567
    assert first + sums.shares[1][0] / 20_000 == pytest.approx(1)
    assert 20 < sums.ties < 90
    assert sums.most == 7
    assert sum(sums.lengths.values()) == 20_000
    assert max(sums.lengths) <= 42
    assert min(sums.lengths) >= 7


def test_games_are_the_same_however_they_are_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    four = connect_four.GAME
    whole = random_play.piece(four, 2, {}, 5, 0, 60)
    monkeypatch.setattr(random_play, "AT_ONCE", 20)
    assert random_play.piece(four, 2, {}, 5, 0, 60).lengths == whole.lengths
    monkeypatch.setattr(random_play, "PIECE", 25)
    assert list(random_play.pieces(60)) == [(0, 25), (1, 25), (2, 10)]
    parts = random_play.together([random_play.piece(four, 2, {}, 5, *piece) for piece in random_play.pieces(60)])
    assert parts.lengths == whole.lengths
    assert parts.shares == whole.shares
    assert random_play.piece(four, 2, {}, 6, 0, 60).lengths != whole.lengths


@pytest.mark.parametrize("key", ["doce", "dokitto"])
def test_the_kernel_of_a_card_sees_what_the_processor_sees(key: str) -> None:
    game, threads, games = parlour.game(key), OneThread(), 12
    kernel = card.watch_kernel(threads, Linker(game.rules, lambda f: f, machine=False), game.compiled("plain"))
    rows = np.repeat(game.blank(2, 8, {}).records, games)
    rows["lane"] = np.arange(games)
    facts, points = np.zeros((games, kernels.FACTS), np.int64), np.zeros((games, max(game.seats)), np.int32)
    behind = np.zeros_like(points)
    for threads.number in range(games):
        kernel(Records(rows), 8, NO_LIMIT, facts, points, behind)
    assert random_play.summed(facts, points, 2) == random_play.piece(game, 2, {}, 8, 0, games)


@pytest.mark.parametrize("game", [connect_four.GAME, *parlour.games()], ids=lambda game: game.key)
def test_a_card_finds_what_the_processor_finds(game: parlour.Game) -> None:
    try:
        driver()
    except NoSpeed as wrong:
        pytest.skip(str(wrong))
    asked: tuple[Any, ...] = (game, game.seats[-1], game.without_clock({}), 4, 2, 5_000)
    assert random_play.piece(*asked, on_card=True) == random_play.piece(*asked)


def test_intervals_are_never_certain() -> None:
    assert part_of(20, 20).low < 0.9
    assert part_of(20, 20).high <= 1
    assert part_of(0, 20).high > 0.1
    assert part_of(0, 0) == Figure(0.0, 0.0, 1.0, 0)
    assert shared(0.0, 0.0, 6).high > 0.3, "who has won nothing of six may still win"
    assert shared(3.0, 1.5, 6).low < 0.3, "who has shared all of six as well"
    assert shared(10.0, 10.0, 20).low == part_of(10, 20).low
    assert by_deals({1: [1.0, 1.0], 2: [0.0, 0.0]}).low < part_of(2, 4).low, "two deals are no four matches"
    found = mean([1.0, 2.0, 3.0])
    assert found.low < found.value == 2.0 < found.high


def test_rules_that_come_up_are_those_of_the_ledger() -> None:
    used = rules_used.piece(DOKITTO, 3, {}, 1, 3)
    assert used.matches == 3
    assert set(used.within) <= set(DOKITTO.ledger.rules)
    assert used.within["DOK-16"] == 3, "following is in every match"
    assert used.times["DOK-13"] > 20
    assert sum(used.reasons.values()) == 3
    ion = rules_used.piece(parlour.game("ion"), 3, {}, 1, 2)
    assert {"ION-15", "ION-44"} & set(ion.within), "their numbers have no zeros before them"
    assert list(rules_used.ids_in("DOK-02, 05 and 7; DOK-10 to 12, DOK-R4", "DOK")) == [
        ("", 2), ("", 5), ("", 7), ("", 10), ("", 11), ("", 12), ("R", 4)
    ]  # fmt: skip


def test_what_a_match_tells(tmp_path: Path) -> None:
    told = matches.play("dokitto", ["random"] * 3, 4, {})
    assert sum(told.shares) == pytest.approx(1)
    assert told.reason == "somebody has 10 points or more"
    assert ("scored", "", 0, 2) in told.happened
    assert told == matches.play("dokitto", ["random"] * 3, 4, {})
    tables = list(matches.tables(["a", "b"], 3, 6, 1))
    assert len(tables) == 6
    assert [seed for _, seed in tables] == [1, 1, 1, 2, 2, 2]
    assert sorted(tables[0][0]) == sorted(tables[1][0])
    assert {seats.count("a") for seats, _ in tables} == {1, 2}, "no level always has the seat more"
    alone = list(matches.tables(["a"], 3, 4, 1))
    assert alone == [(["a"] * 3, seed) for seed in (1, 2, 3, 4)], "the same match is played once"
    assert told.began in range(3)


def test_who_wins_among_bots_by_turn_is_told_and_nothing_that_nobody_could_know() -> None:
    def told(seed: int, seats: list[str], began: int, winner: int) -> matches.Told:
        return matches.Told(seed, seats, [float(seat == winner) for seat in range(2)], began, "", [], {}, {})

    same = [told(seed, ["club", "club"], seed % 2, seed % 2) for seed in range(40)]
    found = parts.bots_seats(same, ["club"], 2, "")
    first, second, _ = [row.cells[0] for row in found.rows]
    assert isinstance(first, Figure)
    assert isinstance(second, Figure)
    assert (first.value, second.value) == (1.0, 0.0)
    assert first.low > second.high
    assert parts.skill(same, ["club"], 2, "").rows == [], "club among themselves say nothing about skill"
    assert parts.luck(same, 2, "").rows == [], "nor does a deal that was played once about luck"
    assert parts.bots_seats([told(1, ["a", "b"], -1, 0)], ["a", "b"], 2, "").rows == []
    turned = [told(seed, seats, 0, seats.index("a")) for seed in range(9) for seats in (["a", "b"], ["b", "a"])]
    assert [row.cells for row in parts.luck(turned, 2, "").rows] == [["100%"], ["0%"], ["0%"]]


def test_a_study_answers_its_questions_and_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = {"players": 3, "games": 300, "told": 6, "levels": ("random", "beginner"), "resume": kept, "processes": 1}
    found = study("dokitto", **asked)  # type: ignore[arg-type]
    keys = [part.key for part in found.parts]
    assert keys[:5] == ["shape", "rates", "seats", "lengths", "settled"]
    assert {"options", "options-seats", "ends", "rules", "skill", "luck", "bots-ends"} <= set(keys)
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    kept.write_bytes(b"".join(lines[:4]) + lines[4][:30])  # it was stopped while it wrote
    again = study("dokitto", **asked)  # type: ignore[arg-type]
    assert again == found
    text = page(found)
    assert "Does it matter who begins?" in text
    assert "parlour study dokitto --games 300 --seed 1 --players 3 --matches 6 --levels random,beginner" in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_other_rules_are_studied_beside_the_printed_ones(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    printed, changed = "MOST_TRICKS = 3, 3, 10, 40, 13", "MOST_TRICKS = 3, 3, 5, 40, 13"
    rules = Path(str(DOKITTO.rules.__file__)).read_text(encoding="utf-8")
    assert printed in rules
    mine.write_text(rules.replace(printed, changed), encoding="utf-8")
    out = tmp_path / "study.json"
    command = ["study", "dokitto", "-p", "2", "-n", "400", "--against", str(mine), "--out", str(out), "--processes", "1"]
    done = CliRunner().invoke(main, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    parts = {part["key"]: part for part in json.loads(out.read_text())["parts"]}
    assert parts["shape"]["columns"] == ["as printed", "the other rules"]
    usual, other = (cell["value"] for cell in parts["shape"]["rows"][0]["cells"])
    assert other < 0.75 * usual, "to five points it is sooner than to ten"
    empty = tmp_path / "empty.py"
    empty.write_text("State = None\n")
    with pytest.raises(BadSetup, match=r"has no ACTIONS.*changed copy"):
        with_rules(DOKITTO, str(empty))


def test_other_rules_leave_the_printed_ones_alone() -> None:
    twin = with_rules(DOKITTO, str(DOKITTO.rules.__file__))
    assert twin.rules is not DOKITTO.rules
    assert twin.compiled("plain").rules is twin.rules
    assert parlour.game("dokitto").rules is DOKITTO.rules
    assert DOKITTO.compiled("plain").rules is DOKITTO.rules
    assert DOKITTO.rules.__name__ == "parlour.games.dokitto.rules"


def test_variants_stand_side_by_side() -> None:
    done = CliRunner().invoke(
        main, ["study", "dokitto", "-p", "2", "-n", "200", "--vary", "next_lead=last_winner,random", "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["parts"][0]["columns"] == ["next_lead=last_winner", "next_lead=random"]
    wrong = CliRunner().invoke(main, ["study", "dokitto", "--vary", "next_lead"])
    assert wrong.exit_code == 2
    assert "NAME=A,B" in wrong.output


def test_bots_that_there_are_not_are_refused_before_anything_is_played() -> None:
    def progress(what: str, done: int, of: int) -> None:
        raise AssertionError(f"{what} were played")

    for levels, answer in ((("club", "clubb"), "no level 'clubb'"), ((), "name one level or more")):
        with pytest.raises(BadSetup, match=answer):
            study("doce", games=100, told=2, levels=levels, progress=progress)


KILLED_ONCE = """
import os, signal
from pathlib import Path

def piece(marker, number):
    if number == 3 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number
"""


def test_a_piece_whose_worker_was_killed_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "killed_once.py").write_text(KILLED_ONCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    piece, marker = import_module("killed_once").piece, str(tmp_path / "killed")
    with Processes(2) as pool:
        assert list(pool.map(piece, [marker] * 6, range(6))) == [0, 1, 4, 9, 16, 25]
    assert Path(marker).exists()


def test_nobody_works_where_nobody_is() -> None:
    with pytest.raises(BadSetup, match="here, ray"):
        workers("mars")


def everything(on: str, progress: Callable[[object], None] = lambda played: None, processes: int = 2) -> list[object]:
    """What the arena, a study, a calibration, puzzles and matches for those who learn come to, by whoever works."""
    some = {"seed": 4, "processes": processes, "on": on}
    fought = run("doce", ["random", "beginner"], 12, progress=progress, **some)  # type: ignore[arg-type]
    seen = study("dokitto", players=2, games=200, told=4, levels=("random", "beginner"), processes=processes, on=on)
    levels = calibrate("dokitto", 4, players=2, parts=["levels"], **some)  # type: ignore[arg-type]
    with hands(on, processes) as each:
        puzzles = compose("doce", 1, 3, each=each)
        played = list(of_bots("dokitto", ["beginner", "random"], 7, 3, 5, {}, each))
    return [fought, seen, levels.steps[0], puzzles, played]


def test_whoever_works_comes_to_the_same() -> None:
    alone, together = everything(HERE, processes=1), everything(HERE)
    for one, other in zip(alone, together, strict=True):
        assert one == other
    played = alone[-1]
    assert isinstance(played, list)
    assert [match["match"] for match, _ in played] == [5, 6, 7, 8, 9, 10, 11]
    assert played[1][0]["bots"] == ["random", "beginner", "random"]
    assert all(len(decisions) == match["moves"] for match, decisions in played)


def test_work_that_goes_on_for_ever_is_handed_out_bit_by_bit() -> None:
    given: list[int] = []

    def jobs() -> Iterator[tuple[int]]:
        for number in itertools.count():
            given.append(number)
            yield (number,)

    with Processes(1) as pool:
        assert list(itertools.islice(pool.in_order(abs, jobs()), 5)) == [0, 1, 2, 3, 4]
        assert len(given) < 10
        assert list(pool.in_order(pow, [(2, 3), (3, 2)])) == [8, 9]


@pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="a cluster of two nodes takes a minute: PARLOUR_SOAK=1")
def test_a_cluster_of_which_a_node_is_lost_comes_to_the_same() -> None:
    import ray
    from ray.cluster_utils import Cluster

    alone = everything(HERE, processes=1)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        second = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        lost: list[bool] = []

        def progress(_: object) -> None:
            if not lost:
                lost.append(True)
                cluster.remove_node(second)

        found = everything("ray", progress)
        assert lost
        assert len([node for node in ray.nodes() if node["Alive"]]) == 1
        for one, other in zip(alone, found, strict=True):
            assert one == other
    finally:
        ray.shutdown()
        cluster.shutdown()


WHERE = """
import time
from pathlib import Path

import ray


def piece(number, begun=None, rest=0):
    if begun:
        Path(begun).touch()
    time.sleep(rest)
    return number, ray.get_runtime_context().get_node_id()
"""


@pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="a cluster of two nodes takes a minute: PARLOUR_SOAK=1")
def test_what_a_card_does_sooner_goes_where_a_card_is_and_to_anybody_when_it_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray
    from ray.cluster_utils import Cluster

    (tmp_path / "told_where.py").write_text(WHERE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    piece = import_module("told_where").piece
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        with_card = cluster.add_node(num_cpus=1, num_gpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
        pool = workers("ray")
        there = with_card.node_id
        found = [future.result() for future in [pool.submit_to_card(piece, number) for number in range(6)]]
        assert found == [(number, there) for number in range(6)]
        begun = tmp_path / "begun"
        left = [pool.submit_to_card(piece, number, str(begun), 5.0) for number in range(3)]
        while not begun.exists():
            time.sleep(0.1)
        cluster.remove_node(with_card)
        found = [future.result(timeout=120) for future in left]
        assert [number for number, _ in found] == [0, 1, 2]
        assert there not in {node for _, node in found}
        assert pool.submit_to_card(piece, 7).result(timeout=60)[0] == 7
    finally:
        ray.shutdown()
        cluster.shutdown()

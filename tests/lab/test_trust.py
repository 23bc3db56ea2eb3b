"""How far reviews can be trusted: what is asked, what is counted, and that it goes on where it was."""

from __future__ import annotations

import os
from concurrent.futures import Future
from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.errors import BadSetup
from parlour.core.registry import built_in
from parlour.lab.trust import BOTS, Trust, Work, carried_out, interval, packed, seen, seen_again, table, told, unpacked
from parlour.lab.workers import Processes, Workers

SOAK = bool(os.environ.get("PARLOUR_SOAK"))


class AtOnce(Workers):
    """Works here, and counts the pieces."""

    many = 2

    def __init__(self) -> None:
        self.pieces = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.pieces += 1
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def test_what_was_said_is_compared_with_what_came_of_it() -> None:
    sure = list(table([([1.0, 0.0], [1.0, 0.0])] * 4))
    assert "| 100.0 % | 100.0 % | 4 |" in sure
    assert sure[-1] == "Brier score 0.000, the fair share alone 0.250."


def test_a_mean_has_its_interval() -> None:
    mean, width = interval([1.0, -1.0] * 50)
    assert mean == 0
    assert width == pytest.approx(1.96 / 10, rel=0.01)


@pytest.mark.parametrize("key", ["doce", "ion"])
def test_a_match_follows_from_its_seed_and_number_and_can_be_asked_about_again(key: str) -> None:
    players = min(4, parlour.game(key).seats[-1])
    match = seen(key, players, BOTS, 1, 3, luck=True)
    assert match == seen(key, players, BOTS, 1, 3, luck=True)
    assert match == seen_again(key, players, 1, match, luck=True)
    assert msgspec.structs.replace(match, luck=None) == seen_again(key, players, 1, match, luck=False)
    assert match.said
    assert len(match.said) == len(match.asked)
    assert sum(match.came) == 1
    assert all(sum(chances) == pytest.approx(1, abs=1e-5) for chances in match.said)
    assert match.luck is not None
    assert match.luck.off < 1e-9
    assert sum(match.luck.luck) == pytest.approx(0, abs=1e-5)
    other = msgspec.structs.replace(match, came=match.came[::-1])
    with pytest.raises(BadSetup, match="ends otherwise"):
        seen_again(key, players, 1, other, luck=False)


def test_what_the_world_did_is_kept_with_the_moves() -> None:
    match = parlour.game("icecool").rehearsal().new(2, seed=3)
    while not any(entry.world for entry in match.entries):
        seat = match.acting[0]
        match.play(seat, match.numbers(seat)[0])
    again = unpacked(packed(match.entries))
    assert [(entry.seat, entry.move, entry.world) for entry in again] == [
        (entry.seat, entry.move, msgspec.to_builtins(entry.world)) for entry in match.entries
    ]


def test_it_goes_on_where_it_was_and_knows_its_folder(tmp_path) -> None:
    def work(matches: int, lucks: int, seed: int = 2, again: bool = False) -> tuple[Trust, int]:
        pool, one = AtOnce(), Work(tmp_path, "doce", matches, lucks, seed, again)
        carried_out([one], pool, 600)
        return msgspec.json.decode((tmp_path / "doce.json").read_bytes(), type=Trust), pool.pieces - 1

    first, pieces = work(2, 0)
    assert (len(first.matches), pieces) == (2, 2)
    then, pieces = work(3, 1)
    assert pieces == 2, "the third match, and the first once more for its luck"
    assert [match.number for match in then.matches] == [0, 1, 2]
    assert [match.luck is not None for match in then.matches] == [True, False, False]
    assert [match.said for match in then.matches[:2]] == [match.said for match in first.matches]
    again, pieces = work(0, 0, again=True)
    assert (again, pieces) == (then, 3)
    assert next(told(again)) == "DOCE, 2 players, 3 matches, seed 2"
    more, pieces = work(0, 2, again=True)
    assert [match.luck is not None for match in more.matches] == [True, True, False]
    with pytest.raises(BadSetup, match="choose another folder"):
        work(3, 1, seed=5)


def test_two_machines_share_the_numbers_and_their_matches_are_put_together(tmp_path) -> None:
    whole, one, other = (tmp_path / name for name in ("whole", "one", "other"))
    for folder, first, matches in ((whole, 0, 3), (one, 0, 2), (other, 2, 3)):
        folder.mkdir()
        carried_out([Work(folder, "doce", matches, 1, 4, first=first)], AtOnce(), 600)
    joined = Work(one, "doce", 3, 1, 4)
    joined.join(other / "doce.json")
    assert joined.trust == msgspec.json.decode((whole / "doce.json").read_bytes(), type=Trust)
    pool = AtOnce()
    carried_out([joined], pool, 600)
    assert pool.pieces == 1, "everything is known: only what is needed is made ready"
    strangers = Work(tmp_path, "doce", 1, 0, 4, bots=["club"])
    with pytest.raises(BadSetup, match=r"has bots .*choose another folder"):
        strangers.join(whole / "doce.json")


def test_tables_of_several_sizes_take_turns(tmp_path) -> None:
    work = Work(tmp_path, "ion", 4, 3, 5, players=[2, 3], bots=["beginner"])
    carried_out([work], AtOnce(), 600)
    assert [len(match.came) for match in work.trust.matches] == [2, 3, 2, 3]
    assert {bot for match in work.trust.matches for bot in match.bots} == {"beginner"}
    said = list(told(work.trust))
    assert said[0] == "ION, 2, 3 players, 4 matches, seed 5"
    assert sum("matches of 2, with" in line for line in said) == 1, "of three there is one match with its luck: no interval"


@pytest.mark.skipif(not SOAK, reason="a thousand matches of each game: PARLOUR_SOAK=1 plays them")
@pytest.mark.parametrize("key", built_in())
def test_luck_adds_up_and_averages_to_nothing_for_every_seat(key: str, tmp_path) -> None:
    work = Work(tmp_path, key, 1000, 1000, 9)
    carried_out([work], Processes(os.cpu_count() or 1), 24 * 3600)
    lucks = [match.luck for match in work.trust.matches if match.luck]
    assert len(lucks) == 1000
    assert max(one.off for one in lucks) < 1e-9
    for seat in range(len(lucks[0].luck)):
        mean, width = interval([one.luck[seat] for one in lucks])
        assert abs(mean) < 1.5 * width, f"seat {seat + 1} of {key}: three standard errors"

"""A tournament from its log alone: whole ones of every kind, with people who come late, leave, stay away and draw."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from cup_alone import by_number, cup_of, enters, everybody_comes, play_to_the_end

from parlour.server.cup import entries as e
from parlour.server.cup.cup import OVER, RUNNING, Cup
from parlour.server.cup.running import begin, due, next_round_at, tick
from parlour.server.cup.standing import explained, standings
from parlour.tables.shown import Clock

MINUTE = 60_000


@pytest.mark.parametrize("kind", ["swiss", "everybody", "knockout", "tables"])
@pytest.mark.parametrize("players", [2, 3, 5, 8, 11])
def test_every_kind_runs_by_itself_and_the_best_wins(kind, players):
    cup = cup_of(players, kind)
    play_to_the_end(cup)
    rows = standings(cup)
    assert rows[0].player == 0
    assert rows[0].rank == 1
    assert sorted(row.player for row in rows) == list(range(players))
    assert len(cup.rounds) == cup.planned
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert all(row.rank <= at + 1 for at, row in enumerate(rows))
    assert explained(cup)


def test_where_everybody_meets_everybody_the_whole_order_is_right():
    cup = cup_of(6, "everybody")
    play_to_the_end(cup)
    assert [row.player for row in standings(cup)] == list(range(6))
    assert [row.points for row in standings(cup)] == [5, 4, 3, 2, 1, 0]


def test_the_log_says_it_all():
    cup = cup_of(7)
    play_to_the_end(cup)
    twin = Cup.rebuilt(cup.id, [e.decoded(e.encoded(cup.log))])
    assert standings(twin) == standings(cup)
    assert twin.rounds == cup.rounds


def test_the_host_decides_when_it_begins_or_the_clock_does():
    cup = cup_of(4, begins=10 * MINUTE)
    assert tick(cup, 10 * MINUTE - 1, {}, {}, {}) == []
    assert due(cup) == 10 * MINUTE
    cup.take(tick(cup, 10 * MINUTE, {}, {}, {2: 1700.0}))
    assert cup.phase is RUNNING
    assert cup.order == [2, 0, 1, 3]  # By strength, then as they came.
    lonely = cup_of(1, begins=MINUTE)
    lonely.take(tick(lonely, MINUTE, {}, {}, {}))
    assert lonely.phase is OVER


def test_a_table_begins_as_soon_as_all_are_there_and_waits_for_nobody_for_ever():
    cup = cup_of(2, patience=300)
    cup.take(begin(cup, 0, {}))
    cup.take([e.Arrived(1, board=0, player=1, commit="ab" * 32)])
    assert tick(cup, 300_000 - 1, {}, {}, {}) == []
    cup.take(tick(cup, 300_000, {}, {}, {}))
    board = cup.rounds[0].boards[0]
    assert board.why == "absent"
    assert dict(zip(board.players, board.places, strict=True)) == {1: 1, 0: 0}
    assert not board.table


def test_at_a_table_of_many_the_others_play_without_who_is_not_there():
    cup = cup_of(4, "tables", rounds=1)
    cup.take(begin(cup, 0, {}))
    everybody_comes(cup, 1, absent=(3,))
    assert tick(cup, 2, {}, {}, {}) == []
    cup.take(tick(cup, 300_000, {}, {}, {}))
    board = cup.rounds[0].boards[0]
    assert sorted(board.seated) == [0, 1, 2]
    cup.take(tick(cup, 300_001, {board.table: by_number(board.seated)}, {}, {}))
    rows = {row.player: row.points for row in standings(cup)}
    assert rows == {0: 3, 1: 2, 2: 1, 3: 0}


def test_by_letter_nobody_has_to_come_and_the_time_of_the_round_ends_it():
    cup = cup_of(2, clock=Clock("correspondence", 86_400), lasts=7 * 86_400)
    cup.take(begin(cup, 0, {}))
    board = cup.rounds[0].boards[0]
    assert board.table
    week = 7 * 86_400_000
    assert due(cup) == week
    assert tick(cup, week, {}, {}, {}) == []  # Who is to move is not known yet.
    cup.take(tick(cup, week, {}, {board.table: [1]}, {}))
    assert board.why == "late"
    assert board.places == [1, 0]  # Whoever is to move has lost.


def test_a_league_has_its_beat_and_another_cup_goes_on_after_a_rest():
    league = cup_of(4, "everybody", lasts=7 * 86_400, steady=True, clock=Clock("correspondence", 86_400))
    league.take(begin(league, 0, {}))
    league.take(tick(league, 5, {board.table: by_number(board.seated) for _, board in league.open_boards()}, {}, {}))
    assert next_round_at(league) == 7 * 86_400_000
    assert tick(league, 7 * 86_400_000 - 1, {}, {}, {}) == []
    league.take(tick(league, 7 * 86_400_000, {}, {}, {}))
    assert len(league.rounds) == 2
    quick = cup_of(4, rest=60)
    quick.take(begin(quick, 0, {}))
    everybody_comes(quick, 1)
    quick.take(tick(quick, 2, {}, {}, {}))
    quick.take(tick(quick, 5, {board.table: by_number(board.seated) for _, board in quick.open_boards()}, {}, {}))
    assert due(quick) == 5 + MINUTE


def test_late_comers_play_from_the_next_round_on_and_who_leaves_plays_no_more():
    cup = cup_of(4, rest=60)
    cup.take(begin(cup, 0, {}))
    cup.take([enters(4, 1)])
    cup.take([e.Left(2, "person 3", player=3)])
    at = play_to_the_end(cup, at=3)
    assert at > MINUTE
    assert all(4 not in board.players for board in cup.rounds[0].boards)
    assert any(4 in board.players for board in cup.rounds[1].boards) or 4 in cup.rounds[1].rests
    for played in cup.rounds[1:]:
        assert all(3 not in board.players for board in played.boards)
        assert 3 not in played.rests
    assert next(board for board in cup.rounds[0].boards if 3 in board.players).why == "left"
    back = cup_of(2)
    back.take([e.Left(1, "person 1", player=1)])
    back.take([enters(1, 2)])
    assert len(back.players) == 2
    assert not back.players[1].left


@pytest.mark.parametrize("kind", ["everybody", "knockout"])
def test_whoever_was_to_meet_somebody_who_left_wins(kind):
    cup = cup_of(4, kind)
    cup.take(begin(cup, 0, {}))
    cup.take([e.Left(2, "person 0", player=0)])
    play_to_the_end(cup, at=3)
    assert all(
        dict(zip(board.players, board.places, strict=True))[0] == 0
        for played in cup.rounds
        for board in played.boards
        if 0 in board.players
    )
    assert standings(cup)[0].player == 1


def test_a_drawn_match_of_a_knock_out_is_played_again_and_then_a_lot_decides():
    cup = cup_of(2, "knockout")
    cup.take(begin(cup, 0, {}))
    began = list(cup.rounds[0].boards[0].players)
    seen = []
    for _ in range(3):
        everybody_comes(cup, 1)
        cup.take(tick(cup, 1, {}, {}, {}))
        board = cup.rounds[0].boards[0]
        seen.append(board.players[0])
        cup.take(tick(cup, 2, {board.table: [1, 1]}, {}, {}))
    assert seen == [began[0], began[1], began[0]]
    assert cup.rounds[0].boards[0].decided
    assert cup.phase is OVER


def test_a_pause_stops_every_clock_and_what_waited_gets_its_time_back():
    cup = cup_of(2, patience=300)
    cup.take(begin(cup, 0, {}))
    cup.take([e.Halted(100_000, "host")])
    assert due(cup) is None
    assert tick(cup, 10**9, {}, {}, {}) == []
    cup.take([e.WentOn(10**9, "host")])
    assert due(cup) == 10**9 + 200_000


def test_in_a_pause_matches_that_end_are_counted_and_nothing_else_happens():
    cup = cup_of(2, rounds=2, rest=0)
    cup.take(begin(cup, 0, {}))
    everybody_comes(cup, 1)
    cup.take(tick(cup, 1, {}, {}, {}))
    cup.take([e.Halted(2, "host")])
    table = cup.rounds[0].boards[0].table
    cup.take(tick(cup, 3, {table: [1, 2]}, {}, {}))
    assert cup.rounds[0].boards[0].decided
    assert len(cup.rounds) == 1
    assert cup.phase is RUNNING


def test_the_host_corrects_a_result_and_the_standings_follow():
    cup = cup_of(4, "everybody")
    play_to_the_end(cup)
    assert standings(cup)[0].player == 0
    for number, played in enumerate(cup.rounds):
        for at, board in enumerate(played.boards):
            if 0 in board.players:
                places = [0 if player == 0 else 1 for player in board.players]
                cup.take(
                    [e.Counted(9, "host", round=number, board=at, places=places, why="host", said="Played with two hands")]
                )
    assert standings(cup)[-1].player == 0
    assert standings(cup)[0].player == 1


def test_equals_are_told_apart_by_what_is_said_and_share_a_rank_if_nothing_does():
    cup = cup_of(4, "swiss", rounds=1)
    cup.take(begin(cup, 0, {}))
    play_to_the_end(cup, result=lambda board: [1, 1], at=1)
    assert [row.rank for row in standings(cup)] == [1, 1, 1, 1]
    chance = random.Random(3)
    for _ in range(20):
        cup = cup_of(8)
        play_to_the_end(cup, result=lambda board: chance.choice([[1, 2], [2, 1], [1, 1]]))
        rows = standings(cup)
        for above, row in pairwise(rows):
            assert (above.points, above.ties) >= (row.points, row.ties)
            assert (row.decided is not None) == (row.points == above.points and row.rank != above.rank)

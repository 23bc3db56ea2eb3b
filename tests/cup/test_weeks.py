"""A league over weeks, with the clock moved on: what is decided by time, and what a calendar, a pause or a server that was away
do to it."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from cup_alone import by_number, cup_of, enters, everybody_comes, play_to_the_end

from parlour.core.words import ENGLISH
from parlour.server.cup import entries as e
from parlour.server.cup import wishes
from parlour.server.cup.cup import OVER, Cup
from parlour.server.cup.running import PRESENT, begin, due, present, round_ends, tick, waits_until
from parlour.server.cup.standing import explained, standings
from parlour.server.cup.telling import told
from parlour.tables.shown import Clock

HOUR, DAY = 3_600_000, 86_400_000
WEEK = 7 * DAY
LIVE = Clock("game", 900, 10)
LETTER = Clock("correspondence", 86_400)


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def league(players: int, kind: e.Kind = "everybody", clock: Clock = LIVE, began: int = 0, **more) -> Cup:
    """A league that has begun, as its page makes it."""
    known = {"lasts": 7 * 86_400, "patience": 7 * 86_400, "rest": 3600, "steady": True, "stand_in": 86_400}
    cup = cup_of(players, kind, clock=clock, **(known | more))
    cup.take(begin(cup, began, {}, "host"))
    return cup


def comes(cup: Cup, player: int, when: int) -> None:
    cup.take(wishes.arrive(cup, when, f"person {player}", f"device {player}", f"{player:064}"))


def ticks(cup: Cup, when: int, results=None, late=None) -> e.Batch:
    batch = tick(cup, when, results or {}, late or {}, {})
    if batch:
        cup.take(batch)
    return batch


def test_who_came_and_went_again_waits_for_nobody_at_the_table():
    cup = league(2)
    one, other = cup.round.boards[0].players
    comes(cup, one, HOUR)
    board = cup.round.boards[0]
    assert present(cup, board, HOUR + PRESENT) == [one]
    assert present(cup, board, HOUR + PRESENT + 1) == []
    # A day later the other one comes: nobody is put at a table who is asleep.
    comes(cup, other, DAY)
    assert ticks(cup, DAY) == []
    # Whoever stays on the page is seen there again, and not more often than needed.
    assert wishes.arrive(cup, DAY + PRESENT // 4, f"person {other}", f"device {other}", f"{other:064}") == []
    comes(cup, other, DAY + PRESENT)
    comes(cup, one, DAY + PRESENT + 1000)
    ticks(cup, DAY + PRESENT + 1000)
    assert sorted(cup.round.boards[0].seated) == [one, other]


def test_when_the_week_is_over_who_never_came_has_lost_and_who_missed_each_other_share_it():
    cup = league(6)
    (a, b), (c, d), (f, g) = (board.players for board in cup.round.boards)
    comes(cup, a, HOUR)
    comes(cup, c, HOUR)
    comes(cup, d, DAY)
    assert due(cup) == waits_until(cup, cup.round.boards[0]) == WEEK
    assert ticks(cup, WEEK - 1) == []
    ticks(cup, WEEK)
    brought = [(board.why, dict(zip(board.players, board.places, strict=True))) for board in cup.rounds[0].boards]
    assert brought == [("absent", {a: 1, b: 0}), ("late", {c: 1, d: 1}), ("absent", {f: 0, g: 0})]
    assert {row.player: row.points for row in standings(cup)} == {a: 1, b: 0, c: 0.5, d: 0.5, f: 0, g: 0}
    lines = [line.sentence for line in told(cup, None, ENGLISH, [player.person for player in cup.players]).log]
    assert f"Round 1: P{b} did not come." in lines
    assert f"Round 1: the time was up, a draw: P{c} and P{d}." in lines
    assert f"Round 1: P{f} and P{g} did not come." in lines
    assert len(cup.rounds) == 2
    # As the page says.
    told_before = " ".join(explained(cup))
    assert "has not come when the time of a round is up has lost" in told_before
    assert "missed each other share the point" in told_before
    assert "a lot decides" in " ".join(explained(league(2, "knockout")))
    assert not any("time of a round" in line for line in explained(cup_of(4)))


def test_a_match_that_runs_when_the_week_is_over_is_lost_by_who_is_to_move_and_by_nobody_where_it_cannot_go_on():
    cup = league(4, clock=LETTER)
    one, other = (board.table for board in cup.round.boards)
    ticks(cup, WEEK, late={one: [1], other: []})
    assert [board.places for board in cup.rounds[0].boards] == [[1, 0], [1, 1]]
    assert {board.why for board in cup.rounds[0].boards} == {"late"}
    assert [line for line in explained(cup) if "time of a round" in line] == [
        "In a match that still runs when the time of a round is up, whoever is to move has lost."
    ]


def test_a_league_keeps_its_day_though_it_was_looked_after_too_late():
    cup = league(4)
    ticks(cup, WEEK + 2 * HOUR)
    assert cup.round.began == WEEK
    assert round_ends(cup) == 2 * WEEK
    # Three days without a server: there are four left, and the day is the same.
    ticks(cup, 2 * WEEK + 3 * DAY)
    assert (cup.round.began, round_ends(cup)) == (2 * WEEK, 3 * WEEK)


def test_after_a_long_time_without_a_server_a_round_has_half_of_its_time_at_least():
    for away, ends in ((3 * DAY + 12 * HOUR, 2 * WEEK), (4 * DAY, 3 * WEEK), (WEEK, 3 * WEEK), (3 * WEEK + 5 * DAY, 6 * WEEK)):
        cup = league(4)
        ticks(cup, WEEK + away)
        assert len(cup.rounds) == 2
        assert round_ends(cup) == ends
        assert ends - (WEEK + away) >= WEEK / 2
        # It is not over at once: everybody has that time.
        assert ticks(cup, WEEK + away + 1) == []


@pytest.mark.parametrize("zone", ["", "Europe/Berlin"])
@pytest.mark.parametrize("lasts", [1, 90, 86_400, 7 * 86_400, 31 * 86_400])
def test_however_long_nobody_looked_after_it_the_next_day_is_found_at_once(lasts, zone):
    for away in (0, 7, 40, 401, 20 * 365):
        cup = league(4, lasts=lasts, patience=31 * 86_400, zone=zone, began=at("2026-02-01T20:00"))
        now = round_ends(cup) + away * DAY
        ticks(cup, now)
        began, ends = cup.round.began, round_ends(cup)
        assert ends - (ends - began) * 3 / 2 <= now <= (began + ends) / 2
        first = datetime.fromtimestamp(at("2026-02-01T20:00") / 1000, ZoneInfo("Europe/Berlin"))
        if zone and lasts >= 86_400:
            assert datetime.fromtimestamp(began / 1000, ZoneInfo(zone)).hour == first.hour
        else:
            assert (began - at("2026-02-01T20:00")) % (lasts * 1000) == 0


@pytest.mark.parametrize(("began", "hours"), [("2026-03-23T20:00", 167), ("2026-10-19T20:00", 169), ("2026-06-01T20:00", 168)])
def test_a_round_ends_at_its_hour_though_clocks_are_changed(began, hours):
    cup = league(4, zone="Europe/Berlin", began=at(began))
    assert round_ends(cup) - at(began) == hours * HOUR
    assert waits_until(cup, cup.round.boards[0]) == round_ends(cup)  # Nobody is given up an hour before that.
    for _ in range(2):
        ticks(cup, round_ends(cup))
    local = datetime.fromtimestamp(cup.round.began / 1000, ZoneInfo("Europe/Berlin"))
    assert (local.weekday(), local.hour, local.minute) == (0, 20, 0)


def test_a_round_that_begins_in_an_hour_that_is_left_out_or_comes_twice_ends_all_the_same():
    for began in ("2026-03-22T02:30", "2026-10-18T02:30"):
        cup = league(2, zone="Europe/Berlin", began=at(began))
        assert abs(round_ends(cup) - at(began) - WEEK) <= HOUR
    assert round_ends(league(2, zone="Nowhere/At all")) == WEEK


def test_a_paused_league_keeps_its_hour_and_gives_all_the_time_back():
    cup = league(4, zone="Europe/Berlin", began=at("2026-03-23T20:00"))
    cup.take(wishes.halt(cup, at("2026-03-26T09:15"), "host"))
    assert due(cup) is None
    assert ticks(cup, at("2026-04-20T12:00")) == []
    cup.take(wishes.go_on(cup, at("2026-03-30T17:00"), "host"))
    # Four days and some hours are five days.
    assert round_ends(cup) == at("2026-04-04T20:00")
    assert Cup.rebuilt(cup.id, [e.decoded(e.encoded(cup.log))]).rounds == cup.rounds
    # The tournament of an evening gets back exactly what it lost.
    quick = cup_of(2, patience=300)
    quick.take(begin(quick, 0, {}))
    quick.take(wishes.halt(quick, 100_000, "host"))
    quick.take(wishes.go_on(quick, 900_000, "host"))
    assert due(quick) == 800_000 + 300_000


def test_late_comers_of_a_league_are_in_the_order_once_and_play_from_the_next_week_on():
    cup = league(4, "swiss", rounds=4)
    for number in (4, 5):
        cup.take([enters(number, HOUR)])
        cup = Cup.rebuilt(cup.id, [cup.log])  # As a server does for every batch that it tries.
    assert cup.order == [0, 1, 2, 3, 4, 5]
    assert [entry.order for entry in cup.log if isinstance(entry, e.Begun)] == [[0, 1, 2, 3]]
    ticks(cup, WEEK)
    assert sorted(player for board in cup.round.boards for player in board.players) == list(range(6))


def test_in_a_league_of_five_everybody_rests_once_and_who_leaves_gives_the_others_their_point():
    cup = league(5)
    now = HOUR
    cup.take(wishes.leave(cup, now, "person 2"))
    while cup.phase is not OVER:
        everybody_comes(cup, now, absent=(2,))
        ticks(cup, now)
        ticks(cup, now, {board.table: by_number(board.seated) for _, board in cup.open_boards() if board.table})
        now = due(cup) or now
        ticks(cup, now)
    assert len(cup.rounds) == 5
    assert sorted(player for played in cup.rounds for player in played.rests) == [0, 1, 2, 3, 4]
    assert [(row.player, row.points) for row in standings(cup)] == [(0, 4), (1, 3), (3, 2), (4, 1), (2, 0)]
    assert {board.why for played in cup.rounds for board in played.boards if 2 in board.players} == {"left"}


@pytest.mark.parametrize("players", [3, 5, 6, 7])
def test_a_knock_out_of_weeks_with_byes_counts_only_rounds_that_are_won(players):
    cup = league(players, "knockout", clock=LETTER)
    size = 1 << (players - 1).bit_length()
    assert len(cup.round.rests) == size - players
    assert {row.player: row.points for row in standings(cup)} == {
        player: float(player in cup.round.rests) for player in range(players)
    }
    end = play_to_the_end(cup, at=HOUR)
    assert len(cup.rounds) == cup.planned == (players - 1).bit_length()
    assert end == (cup.planned - 1) * WEEK
    rows = standings(cup)
    assert (rows[0].player, rows[0].points) == (0, cup.planned)
    assert (rows[1].player, rows[1].points) == (1, cup.planned - 1)


def test_a_knock_out_where_nobody_plays_is_decided_by_lots_and_ends():
    cup = league(7, "knockout")
    for week in range(1, 4):
        ticks(cup, week * WEEK)
    assert cup.phase is OVER
    assert [row.rank for row in standings(cup)][:2] == [1, 2]


def test_a_host_who_ends_a_league_early_leaves_what_was_played():
    cup = league(4, clock=LETTER)
    first = cup.round.boards[0]
    ticks(cup, HOUR, {first.table: [1, 2]})
    cup.take(wishes.end(cup, DAY, "host"))
    assert cup.phase is OVER
    assert due(cup) is None
    assert ticks(cup, 5 * WEEK, late={}) == []
    assert standings(cup)[0].player == first.players[0]
    assert sum(row.points for row in standings(cup)) == 1

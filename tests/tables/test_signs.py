"""Sign and colour: chosen by a person, resolved once at a table, the same through rematches, and never two alike."""

from __future__ import annotations

import pytest
from table_kit import Kept, find, shown

from parlour.tables import acts, redactor
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.saved import restored, saved


def looks(table):
    return [(seat.sign, seat.colour) for seat in table.seats]


def finished(kept):
    """The match is over, whoever won it."""
    table = kept.table
    while table.phase != "over":
        kept.move()


def test_whoever_sat_first_keeps_sign_and_colour_and_the_next_gets_the_next():
    kept = Kept("dokitto", ["mine", "open", "open"], start=False)
    kept.do(acts.dress, "dev0", 0, 4, 7)
    kept.do(acts.sit, "dev1", "Theo", 1, "", (4, 2))
    kept.do(acts.sit, "dev2", "Ines", 2, "", (5, 7))
    assert looks(kept.table) == [(4, 7), (5, 2), (6, 8)]
    assert shown(kept.rebuilt()) == shown(kept.table)


def test_bots_make_room_for_people_before_the_match():
    kept = Kept("dokitto", ["mine", "bot", "open"], start=False)
    bot = kept.table.seats[1]
    kept.do(acts.sit, "dev2", "Ines", 2, "", (bot.sign, bot.colour))
    assert looks(kept.table)[2] != looks(kept.table)[1]
    assert len(set(looks(kept.table))) == 3
    assert {sign for sign, _ in looks(kept.table)} == {kept.table.seats[0].sign, 8, 9}


def test_a_bot_that_gets_another_strength_stays_who_it_is():
    kept = Kept("dokitto", ["mine", "bot", "open"], start=False)
    was = kept.table.seats[1].name, looks(kept.table)[1]
    kept.do(acts.set_seat, "dev0", 1, "bot", "master")
    assert (kept.table.seats[1].name, looks(kept.table)[1], kept.table.seats[1].level) == (*was, "master")


def test_everybody_keeps_theirs_through_a_rematch_and_a_replay_shows_them_where_they_sat():
    kept = Kept("doce", start=False)
    kept.do(acts.dress, "dev0", 0, 3, 6)
    kept.do(acts.start, "dev0")
    first = {seat.name: (seat.sign, seat.colour) for seat in kept.table.seats}
    before = looks(kept.table)
    finished(kept)
    for seat in range(2):
        kept.do(acts.rematch, seat, "")
    assert kept.table.match_no == 2
    assert {seat.name: (seat.sign, seat.colour) for seat in kept.table.seats} == first
    assert looks(kept.table) == before[::-1]
    assert [(look.sign, look.colour) for look in redactor.looks_shown(kept.table, 1)] == before
    assert looks(kept.rebuilt()) == looks(restored("t", saved(kept.table), find)) == looks(kept.table)


def test_a_seat_that_is_left_keeps_its_look_and_nobody_changes_theirs_in_a_match():
    kept = Kept("dokitto", ["mine", "other", "other"])
    before = looks(kept.table)
    with pytest.raises(Unfit):
        acts.dress(kept.table, 1, "dev1", 1, 9, 9)
    kept.do(acts.stand, "dev1", 1)
    assert kept.table.seats[1].kind == "bot"
    assert looks(kept.table) == before


def test_nobody_dresses_another():
    kept = Kept("dokitto", ["mine", "other", "other"], start=False)
    with pytest.raises(Unfit, match="not held"):
        acts.dress(kept.table, 1, "dev1", 2, 9, 9)


def test_an_old_log_without_signs_gives_every_seat_its_own():
    kept = Kept("dokitto", ["mine", "other", "bot"])
    seated = [entry for body in kept.log for entry in e.decoded(body) if isinstance(entry, e.Seated)]
    assert all(entry.sign is None for entry in seated)
    assert looks(kept.table) == [(0, 0), (1, 1), (7, 7)]

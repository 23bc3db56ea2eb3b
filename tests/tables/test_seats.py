"""Who holds a seat, and what ends with it: codes, the host's rights, names, silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_kit import Kept, shown

from parlour.lab.connect_four import GAME as FOUR
from parlour.tables import acts, redactor
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.saved import restored, saved
from parlour.tables.table import Table


def three(**more) -> Kept:
    return Kept("dokitto", ["mine", "other", "other"], **more)


def again(kept: Kept) -> None:
    """What the log says, and what was saved, is what is."""
    for other in (kept.rebuilt(), restored("t", saved(kept.table), kept.table.find)):
        assert (other.host, other.seats, other.sittings) == (kept.table.host, kept.table.seats, kept.table.sittings)
        assert (other.muted, other.barred) == (kept.table.muted, kept.table.barred)
        assert shown(other) == shown(kept.table)


def test_a_code_dies_when_the_seat_changes_hands():
    kept = three(start=False)
    code = kept.table.seats[1].sitting
    kept.do(acts.stand, "dev1", 1)
    kept.do(acts.sit, "dev9", "Zoe", 1)
    with pytest.raises(Unfit, match="changed hands"):
        kept.do(acts.rehouse, code, "dev1")
    assert kept.table.seats[1].device == "dev9"
    # Sat down again at the same seat, it is another sitting.
    kept.do(acts.stand, "dev9", 1)
    kept.do(acts.sit, "dev1", "P1", 1)
    with pytest.raises(Unfit, match="changed hands"):
        kept.do(acts.rehouse, code, "phone")
    again(kept)


def test_a_code_follows_its_person_through_the_rotation_of_a_rematch_and_works_once():
    kept = three()
    code = kept.table.seats[0].sitting
    kept.table.phase = "over"
    kept.take([e.Sealed(kept.at, "00" * 32)])
    for seat in range(3):
        kept.do(acts.rematch, seat, "")
    assert kept.table.seats[1].device == "dev0"
    assert [entry.seat for entry in kept.do(acts.rehouse, code, "phone")] == [1]
    assert kept.table.seats_of("phone") == (1,)
    assert kept.table.host == "phone"
    with pytest.raises(Unfit):
        kept.do(acts.rehouse, code, "thief")


def test_a_number_of_a_seat_is_no_code():
    kept = three()
    for number in range(16):
        with pytest.raises(Unfit):
            kept.do(acts.rehouse, number, "thief")


def test_a_seat_that_was_left_takes_no_salt_along_into_the_next_deal():
    kept = three()
    kept.table.phase = "over"
    kept.take([e.Sealed(kept.at, "00" * 32)])
    kept.do(acts.rematch, 1, "ab")
    kept.do(acts.stand, "dev1", 1)
    assert kept.table.seats[1].salt == ""
    assert not kept.table.seats[1].wants


def test_those_who_stay_get_the_match_that_they_want():
    kept = three()
    kept.table.phase = "over"
    kept.take([e.Sealed(kept.at, "00" * 32)])
    for seat in (0, 2):
        kept.do(acts.rematch, seat, "")
    kept.do(acts.stand, "dev1", 1)
    assert (kept.table.phase, kept.table.match_no) == ("running", 2)


def test_the_host_who_stands_up_hands_the_table_on():
    kept = three(start=False)
    assert kept.table.seats_of("dev0") == (0,)  # as every tell asks, and keeps the answer
    kept.do(acts.stand, "dev0", 0)
    assert kept.table.host == "dev1"
    again(kept)
    for act in ((acts.start, "dev0", True), (acts.set_seat, "dev0", 0, "bot", "easy"), (acts.remove, "dev0", 1)):
        with pytest.raises(Unfit, match="Only the host"):
            kept.do(*act)
    kept.do(acts.set_seat, "dev1", 0, "bot", "easy")
    kept.do(acts.start, "dev1")
    kept.do(acts.stand, "dev1", 1)
    assert kept.table.host == "dev2"
    kept.do(acts.stand, "dev2", 2)
    assert kept.table.host is None
    again(kept)


def test_the_table_is_handed_to_somebody_who_is_here():
    kept = three()
    kept.do(acts.went_away, 1)
    kept.do(acts.stand, "dev0", 0)
    assert kept.table.host == "dev2"


def test_the_host_removes_a_person_before_and_in_a_match():
    kept = three(start=False)
    with pytest.raises(Unfit, match="Only the host"):
        kept.do(acts.remove, "dev1", 2)
    with pytest.raises(Unfit, match="your own seat"):
        kept.do(acts.remove, "dev0", 0)
    kept.do(acts.remove, "dev0", 1)
    assert kept.table.seats[1].kind == "open"
    with pytest.raises(Unfit, match="Nobody sits"):
        kept.do(acts.remove, "dev0", 1)
    kept.do(acts.sit, "dev1", "Bea", 1)  # removed, not barred
    kept.do(acts.start, "dev0")
    code = kept.table.seats[2].sitting
    kept.do(acts.remove, "dev0", 2, True)
    assert (kept.table.seats[2].kind, kept.table.seats_of("dev2")) == ("bot", ())
    with pytest.raises(Unfit):
        kept.do(acts.rehouse, code, "dev2")
    with pytest.raises(Unfit, match="removed you"):
        kept.do(acts.rehouse, kept.table.seats[1].sitting, "dev2")
    with pytest.raises(Unfit, match="muted"):
        kept.do(acts.say, "well", None, "Cem", "dev2")
    again(kept)


def test_who_is_barred_does_not_sit_down_again():
    kept = three(start=False)
    kept.do(acts.remove, "dev0", 1, True)
    with pytest.raises(Unfit, match="removed you"):
        kept.do(acts.sit, "dev1", "Bea", 1)


def test_the_host_mutes_a_seat_and_a_spectator_and_lets_them_talk_again():
    kept = three()
    with pytest.raises(Unfit, match="Only the host"):
        kept.do(acts.mute, "dev1", 2, None)
    kept.do(acts.mute, "dev0", 1, None)
    assert redactor.seats_shown(kept.table)[1].muted
    for act in ((acts.say, "hey"), (acts.show, "wow")):
        with pytest.raises(Unfit, match="muted"):
            kept.do(*act, 1, None, "dev1")
    # Standing up, or another device with a code, does not give the voice back.
    kept.do(acts.rehouse, kept.table.seats[1].sitting, "phone")
    with pytest.raises(Unfit, match="muted"):
        kept.do(acts.say, "hey", 1, None, "phone")
    kept.do(acts.mute, "dev0", 1, None, False)
    kept.do(acts.say, "hey", 1, None, "phone")
    kept.do(acts.say, "boo", None, "Eve", "eve")
    line = kept.table.version
    assert b'"eve"' not in shown(kept.table)
    kept.do(acts.mute, "dev0", None, line)
    with pytest.raises(Unfit, match="muted"):
        kept.do(acts.show, "wow", None, "Eve", "eve")
    with pytest.raises(Unfit, match="nobody to mute"):
        kept.do(acts.mute, "dev0", None, 1)
    again(kept)


def test_a_seated_person_changes_the_own_name_at_any_time():
    kept = three()
    with pytest.raises(Unfit, match="not held"):
        kept.do(acts.rename, "dev0", 1, "Mallory")
    kept.do(acts.rename, "dev1", 1, "Bea")
    kept.do(acts.rename, "dev2", 2, "bea")
    assert kept.table.names[1:] == ["Bea", "bea 2"]
    assert kept.table.match.names[1:] == ["Bea", "bea 2"]
    assert kept.do(acts.rename, "dev1", 1, "Bea") == []
    again(kept)


def test_a_log_from_before_all_this_still_tells_its_table():
    bodies = Path(__file__).with_name("old_log.jsonl").read_bytes().splitlines()
    table = Table.rebuilt("t", [e.decoded(body) for body in bodies], lambda key: FOUR)
    assert (table.version, table.moves, table.phase, table.host) == (len(bodies), 2, "running", "dev0")
    assert [seat.kind for seat in table.seats] == ["person", "bot"]
    assert table.seats[0].sitting
    assert shown(table)

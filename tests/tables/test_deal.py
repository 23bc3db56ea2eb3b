"""The fair deal: everybody is bound before anything is opened, and whoever chooses last has nothing to choose."""

from __future__ import annotations

import msgspec
import pytest
from table_kit import Kept, find, shown

import parlour
from parlour.client.deals import Deals
from parlour.core.proof import proof
from parlour.core.seeds import commitment, salt_commitment
from parlour.tables import acts, deal, redactor
from parlour.tables import entries as e
from parlour.tables.due import Pace, next_due
from parlour.tables.errors import Unfit
from parlour.tables.saved import restored, saved

SALTS = ["aa" * 16, "bb" * 16, "cc" * 16]


def bound(players: int = 2, **more) -> Kept:
    """A table whose seats are bound to their salts and wait for the deal."""
    kept = Kept("dokitto", ("open",) * players, start=False, **more)
    for seat in range(players):
        kept.do(acts.sit, f"dev{seat}", f"P{seat}", seat, salt_commitment(SALTS[seat]))
    kept.do(acts.start, "dev0")
    return kept


def test_nothing_is_dealt_and_no_salt_is_known_before_all_are_bound():
    kept = Kept("dokitto", ("open", "open"), start=False)
    promised = redactor.table_shown(kept.table).fairness.commitment
    for seat in range(2):
        kept.do(acts.sit, f"dev{seat}", f"P{seat}", seat, salt_commitment(SALTS[seat]))
        assert kept.do(deal.reveal, SALTS[seat]) == [], "too early: it is not taken"
        assert not any(salt in body.decode() for salt in SALTS for body in kept.log)
    kept.do(acts.start, "dev0")
    dealing = redactor.table_shown(kept.table).dealing
    assert (kept.table.phase, kept.table.match) == ("waiting", None)
    assert dealing is not None
    assert (dealing.match, dealing.commitment) == (1, promised)
    assert dealing.commits == [salt_commitment(salt) for salt in SALTS[:2]]
    kept.do(deal.reveal, SALTS[0])
    assert kept.table.phase == "waiting"
    assert SALTS[0] not in shown(kept.table).decode(), "whoever opens later learns nothing"
    kept.do(deal.reveal, SALTS[1])
    assert kept.table.phase == "running"
    assert kept.table.match.salts == SALTS[:2]
    assert not any(salt in shown(kept.table).decode() for salt in SALTS)
    assert shown(kept.rebuilt()) == shown(kept.table)


def test_the_last_who_opens_can_open_one_salt_only():
    kept = bound()
    kept.do(deal.reveal, SALTS[0])
    for other in ("dd" * 16, "", SALTS[1][:-1], SALTS[1].upper()):
        with pytest.raises(Unfit, match="bound to this salt"):
            kept.do(deal.reveal, other)
    assert kept.do(deal.reveal, SALTS[0]) == [], "told twice it changes nothing"
    assert kept.table.phase == "waiting"


@pytest.mark.parametrize(
    "act",
    [
        (acts.sit, "dev9", "Eve", None, salt_commitment("ee")),
        (acts.stand, "dev1", 1),
        (acts.remove, "dev0", 1),
        (acts.set_seat, "dev0", 1, "bot", "easy"),
        (acts.start, "dev0"),
        (acts.start, "dev0", True),
    ],
)
def test_between_the_commitments_and_the_deal_no_seat_changes(act):
    kept = bound()
    with pytest.raises(Unfit):
        kept.do(*act)


def test_a_device_that_is_away_costs_a_moment_and_is_named_in_the_record():
    kept = bound(3)
    for seat in (0, 2):
        kept.do(deal.reveal, SALTS[seat])
    due = next_due(kept.table, Pace())
    assert (due.what, due.at) == ("deal", kept.table.dealing + deal.PATIENCE)
    # A table that was saved in this very moment goes on as it was.
    again = restored("t", saved(kept.table), find)
    assert next_due(again, Pace()) == due
    kept.do(deal.overdue, kept.table.dealing)
    assert kept.table.phase == "running"
    assert kept.do(deal.reveal, SALTS[1]) == [], "too late"
    assert kept.do(deal.overdue, 0) == []
    while kept.table.phase == "running":
        kept.move()
    text = redactor.record_text(kept.table, 1)
    found = proof(text, parlour.game)
    assert found.genuine
    assert "salts of P0, P2 fit their commitments" in found.checked[0]
    assert "P1 did not open the salt in time" in found.checked[0]
    assert shown(kept.rebuilt()) == shown(kept.table)


def test_a_rematch_is_bound_anew_in_the_order_of_its_seats():
    kept = bound()
    for salt in SALTS[:2]:
        kept.do(deal.reveal, salt)
    while kept.table.phase == "running":
        kept.move()
    fresh = ["a1" * 16, "b1" * 16]
    promised = redactor.table_shown(kept.table).next_commitment
    for seat in range(2):
        kept.do(acts.rematch, seat, salt_commitment(fresh[seat]))
    dealing = redactor.table_shown(kept.table).dealing
    assert (kept.table.phase, dealing.match, dealing.commitment) == ("over", 2, promised)
    assert dealing.commits == [salt_commitment(salt) for salt in reversed(fresh)]
    for act in ((acts.rematch, 0, ""), (acts.stand, "dev0", 0)):
        with pytest.raises(Unfit, match="shuffled"):
            kept.do(*act)
    for salt in SALTS[:2]:
        with pytest.raises(Unfit, match="bound to this salt"):
            kept.do(deal.reveal, salt)
    for salt in fresh:
        kept.do(deal.reveal, salt)
    assert (kept.table.match_no, kept.table.match.salts) == (2, fresh[::-1])
    assert commitment(kept.table.seed) == promised


def test_bots_and_programs_without_salts_are_not_waited_for():
    kept = Kept("dokitto", ("mine", "bot"))
    assert (kept.table.phase, kept.table.match.commits) == ("running", [])
    while kept.table.phase == "running":
        kept.move()
    assert "no seat added a salt" in proof(redactor.record_text(kept.table, 1), parlour.game).checked[0]


def test_logs_with_open_salts_deal_as_they_did():
    """As servers wrote them once: the salts themselves, and no moment of opening."""
    old = [
        [e.Created(1, "dokitto", find("dokitto").version, 2, {}, redactor.table_shown(bound().table).settings, "11" * 32)],
        [e.Seated(2, 0, "Ada", "dev0", "aa11")],
        [e.Seated(3, 1, "Bea", "dev1", "bb22")],
        [e.Started(4)],
    ]
    kept = Kept("dokitto", ("mine", "bot"))
    kept.log = [e.encoded(batch) for batch in old]
    table = kept.rebuilt()
    assert (table.match.salts, table.match.commits) == (["aa11", "bb22"], [])
    assert table.match.check() == find("dokitto").new(2, seed="11" * 32, salts=["aa11", "bb22"]).check()


# The memory of a device.


def told(kept: Kept):
    return redactor.table_shown(kept.table)


def test_a_device_opens_its_salt_once_and_finds_out_what_was_exchanged():
    kept, mine = Kept("dokitto", ("open", "open"), start=False), Deals()
    mine.look(told(kept))
    kept.do(acts.sit, "dev0", "Ada", 0, mine.commit(SALTS[0]))
    kept.do(acts.sit, "dev1", "Bea", 1, salt_commitment(SALTS[1]))
    assert mine.opens(told(kept)) == [], "nobody is bound yet"
    kept.do(acts.start, "dev0")
    honest = told(kept)
    replace = msgspec.structs.replace
    other_seed = replace(honest, dealing=replace(honest.dealing, commitment="0" * 64))
    assert mine.opens(other_seed) == [], "the promise was exchanged before the salt was opened"
    assert mine.opens(honest) == [SALTS[0]]
    assert mine.opens(honest) == [SALTS[0]], "again after a broken line"
    other_seat = replace(honest, dealing=replace(honest.dealing, commits=[honest.dealing.commits[0], "0" * 64]))
    assert mine.opens(other_seat) == [], "never for a second list"
    assert Deals().opens(honest) == [], "who is bound to nothing opens nothing"
    for salt in SALTS[:2]:
        kept.do(deal.reveal, salt)
    while kept.table.phase == "running":
        kept.move()
    fair = told(kept).fairness
    assert list(mine.doubts("t", 1, fair)) == []
    for change in (
        {"commitment": "0" * 64},
        {"seed": "00" * 32},
        {"salts": [SALTS[0], "dd" * 16]},
        {"salts": ["", SALTS[1]]},
        {"salts": ["dd" * 16, SALTS[1]]},
        {"commits": [fair.commits[0], salt_commitment("dd" * 16)], "salts": [SALTS[0], "dd" * 16]},
        {"seed": "00" * 32, "commitment": commitment(bytes(32))},
    ):
        assert list(mine.doubts("t", 1, replace(fair, **change))), change


def test_a_server_that_chooses_last_gets_nowhere():
    """The attack that once found a better hand in 16,183 tries: read seed and salts, then try salts for a seat of one's own.

    Bound before it has seen the other salt, it has one salt to open, and all others are refused.
    """
    kept = bound()
    kept.do(deal.reveal, SALTS[0])
    tried = 0
    for guess in range(300):
        with pytest.raises(Unfit):
            kept.do(deal.reveal, f"{guess:032x}")
        tried += 1
    kept.do(deal.reveal, SALTS[1])
    assert tried == 300
    assert kept.table.match.salts == SALTS[:2]
    forged = kept.table.match.record(sealed=False)
    forged.ending.salts = [SALTS[0], f"{7:032x}"]
    again = parlour.Match(find("dokitto"), players=2, seed=kept.table.seed, names=["P0", "P1"], salts=forged.ending.salts)
    forged.header.check = again.check()
    assert "not the one its device was bound to" in proof(str(forged.sealed()), parlour.game).wrong[0]

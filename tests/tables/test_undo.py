"""What can be taken back, and what stands; pauses, and clocks that nobody winds up again."""

from __future__ import annotations

import pytest
from table_kit import CALM, Kept, find

import parlour
from parlour.lab.connect_four import GAME as FOUR
from parlour.tables import acts, agreeing, playing, redactor
from parlour.tables import entries as e
from parlour.tables.due import Pace, next_due, taken_over
from parlour.tables.errors import Unfit
from parlour.tables.shown import Clock, Settings
from parlour.testing import rule


def kinds(batch: e.Batch) -> list[type]:
    return [type(entry) for entry in batch]


def offered(kept: Kept, seat: int) -> bool:
    return redactor.Account(kept.table).side(seat).undo


@rule("DOC-13")
def test_a_die_that_was_let_go_goes_back_only_if_the_other_agrees():
    kept = Kept("doce", options={"first": 0})
    kept.move()
    assert offered(kept, 0)
    assert kinds(kept.do(agreeing.undo, 0)) == [e.UndoAsked]
    assert kinds(kept.do(agreeing.answer_undo, 1, True)) == [e.UndoAnswered, e.Undone]
    # Against a bot alone there is nobody to ask, and several moves can go back one after the other.
    kept = Kept("doce", ("mine", "bot"), options={"first": 0})
    for _ in range(4):
        kept.move()
    for left in (2, 0):
        assert offered(kept, 0)
        assert kinds(kept.do(agreeing.undo, 0)) == [e.UndoAsked, e.Undone]
        assert kept.table.moves == left


def test_a_game_where_nothing_stays_takes_back_at_once_until_another_acts(monkeypatch):
    monkeypatch.setattr(type(find("doce")), "stays_rule", "")
    kept = Kept("doce", options={"first": 0})
    kept.move()
    assert kinds(kept.do(agreeing.undo, 0)) == [e.Undone]
    kept.move()
    kept.move()
    assert kinds(kept.do(agreeing.undo, 0)) == [e.UndoAsked]


def test_a_card_that_was_shown_goes_back_by_consent_until_another_was_seen():
    kept = Kept("dokitto", options={"first_lead": 0})
    kept.move()
    assert kinds(kept.do(agreeing.undo, 0)) == [e.UndoAsked]
    kept = Kept("dokitto", ("mine", "bot"), options={"first_lead": 0})
    kept.move()
    assert offered(kept, 0)
    assert kinds(kept.do(agreeing.undo, 0)) == [e.UndoAsked, e.Undone]
    # Once the bot has shown a card of its own, having seen it cannot be taken back.
    kept.move()
    kept.move()
    assert not offered(kept, 0)
    with pytest.raises(Unfit, match="This stands"):
        kept.do(agreeing.undo, 0)


def test_a_card_that_was_drawn_stands():
    """Alone with bots in ION: nothing that a draw from the pile showed is put back, whoever agrees."""
    tried, kept = 0, Kept("ion", ("mine", "bot", "bot"), options={"race_mode": "sealed"})
    for _ in range(60):
        table = kept.table
        if table.phase != "running":
            break
        seat = table.acting[0]
        held = set(table.match.view(seat).hand)
        kept.move(lambda legal: legal[-1])
        if table.phase == "running" and set(table.match.view(seat).hand) - held:
            tried += 1
            with pytest.raises(Unfit, match="This stands"):
                kept.do(agreeing.undo, seat)
    assert tried


def test_a_flick_and_a_race_stand_but_not_in_a_lesson():
    kept = Kept("icecool", options={"first_catcher": 0})
    kept.move()
    flicker = kept.table.acting[0]
    kept.do(playing.play, flicker, find("icecool").read_move("flick 45 power 40", flicker))
    assert not offered(kept, flicker)
    with pytest.raises(Unfit, match="flicked"):
        kept.do(agreeing.undo, flicker)
    kept.table.position = {}
    assert offered(kept, flicker)


def test_nobody_agrees_in_the_place_of_somebody_whose_seat_a_bot_plays():
    kept = Kept("doce", options={"first": 0})
    kept.move()
    kept.do(acts.went_away, 1)
    kept.take([e.StoodIn(kept.at, 1, "absent")])
    with pytest.raises(Unfit, match="who is asked when they are back"):
        kept.do(agreeing.undo, 0)
    kept.do(acts.came_back, 1)
    assert kinds(kept.do(agreeing.undo, 0)) == [e.UndoAsked]
    # Who has not answered before a bot takes over has not agreed; nor has who leaves.
    kept.take([e.StoodIn(kept.at, 1, "absent")])
    assert kept.table.undo is None
    kept.do(acts.came_back, 1)
    kept.do(agreeing.undo, 0)
    kept.do(acts.stand, "dev1", 1)
    assert kept.table.undo is None
    assert kept.rebuilt().undo is None


def test_a_pause_needs_everybody_who_is_here():
    kept = Kept("dokitto", ["mine", "other", "other"])
    assert kinds(kept.do(agreeing.pause, 0)) == [e.PauseAsked]
    assert redactor.table_shown(kept.table).pause.waiting == [1, 2]
    with pytest.raises(Unfit, match="have not decided"):
        kept.do(agreeing.pause, 0)
    kept.move()  # the match goes on until all agree
    kept.do(agreeing.answer_pause, 1, True)
    with pytest.raises(Unfit):
        kept.do(agreeing.answer_pause, 1, True)
    assert kept.table.phase == "running"
    kept.do(agreeing.answer_pause, 2, False)
    assert (kept.table.phase, kept.table.pause) == ("running", None)
    kept.do(agreeing.pause, 2)
    kept.do(agreeing.pause, 0)  # asking as well is agreeing
    assert kinds(kept.do(acts.went_away, 1)) == [e.Away, e.Paused]
    assert kept.table.phase == "paused"
    assert kept.rebuilt().phase == "paused"
    alone = Kept("dokitto", ["mine", "bot"])
    assert kinds(alone.do(agreeing.pause, 0)) == [e.Paused]


@pytest.mark.parametrize("clock", [Clock("move", 5), Clock("game", 60, 2), Clock("correspondence", 86400)])
def test_a_pause_leaves_every_clock_where_it_is(clock):
    kept = Kept("doce", settings=Settings(clock=clock), options={"first": 0})
    kept.at += 3000
    left = kept.table.clocks.left(0, kept.at)
    for _ in range(4):
        kept.table.take([e.Paused(kept.at, 1)])
        kept.at += 10**7
        assert kept.table.clocks.left(0, kept.at) == left
        assert kept.table.clocks.flag(0) is None
        kept.table.take([e.Resumed(kept.at, 0)])
        assert kept.table.clocks.left(0, kept.at) == left
    assert kept.table.clocks.flag(0) == kept.at + left


def test_nobody_gets_a_new_clock_by_taking_the_seat_back_or_coming_back():
    kept = Kept("doce", settings=Settings(clock=Clock("move", 5)), options={"first": 0})
    kept.at += 5000
    due = next_due(kept.table, Pace())
    assert due.what == "clock"
    kept.take(taken_over(kept.table, due, kept.at))
    with pytest.raises(Unfit, match="the bot makes it"):
        kept.do(acts.take_back, 0)
    kept.do(acts.went_away, 0)
    kept.do(acts.came_back, 0)
    assert kept.table.seats[0].stand_in
    kept.do(playing.play, 0, kept.table.legal(0)[0], bot=True)
    kept.do(acts.take_back, 0)
    assert not kept.table.seats[0].stand_in
    # An absent owner finds the clock where it was.
    kept = Kept("doce", settings=Settings(clock=Clock("move", 600), absent=5), options={"first": 0})
    kept.at += 30_000
    kept.do(acts.went_away, 0)
    kept.take([e.StoodIn(kept.at, 0, "absent")])
    kept.do(acts.came_back, 0)
    assert kept.table.clocks.left(0, kept.at) < 570_000


def test_the_template_game_has_nothing_that_stays():
    assert FOUR.stays_rule == ""
    assert [game.key for game in parlour.games() if game.stays_rule] == ["doce"]
    assert CALM.undo

"""ICECOOL2 with real physics: whole short matches, records that verify, edited flicks that do not, practice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import parlour
from parlour.core.record import Entry, Record
from parlour.games.icecool import GAME, choices, happening, parts, rules
from parlour.games.icecool.flick import FLICKS
from parlour.games.icecool.moves import Flick
from parlour.games.icecool.physics import events
from parlour.testing import rule

P, O = range(2)  # noqa: E741


def in_gym(x: float, y: float) -> parlour.Match:
    """Orange to flick from a spot, alone with the Catcher, who stands in the Kitchen."""
    penguins = {"purple": {"x": 35, "y": 60}, "orange": {"x": x, "y": y}}
    return GAME.position({"players": 2, "turn": "orange", "phase": "preflick", "penguins": penguins}, seed=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_short_match_with_real_flicks_keeps_the_rules_replays_and_verifies(players: int) -> None:
    dice = random.Random(players)
    match = GAME.new(players, players, turns_per_round_cap=1 if players > 2 else 2)
    while not match.over:
        seat = match.acting[0]
        before = match.entries[:]
        legal = match.legal(seat)
        if isinstance(legal[-1], Flick):
            match.play(seat, choices.FLICK + dice.randrange(FLICKS))
            assert match.entries[-1].world is not None
            assert len(match.entries) == len(before) + 2
        else:
            match.play(seat, dice.choice(legal))
        assert list(GAME.problems(match.state)) == [], match.position()
    record = Record.parse(str(match.record()))
    assert bytes(record.replay(parlour.game).state) == bytes(match.state)
    assert list(record.verify(parlour.game)) == []


@rule("ICE-17", "ICE-21", "ICE-23")
def test_a_straight_flick_through_a_door_takes_the_fish() -> None:
    match = in_gym(20, 13)
    match.play(O, "flick 0 power 25")
    view = match.view(None)
    assert view.penguins[O].collected == 1
    assert view.penguins[O].room == "GYM"
    assert "Orange takes the fish off D1: 1 of 3." in match.log(None)


@rule("ICE-17", "ICE-18", "ICE-26")
def test_a_flick_on_the_head_jumps_over_a_wall_without_fish() -> None:
    match = in_gym(33, 13)
    match.play(O, "flick 0 power 75 head")
    kinds = [event["kind"] for event in match.events(None)]
    assert "flew" in kinds
    assert "fished" not in kinds


@rule("ICE-17")
def test_a_flick_on_a_side_curves_to_that_side() -> None:
    ends = []
    for side in ("left 0.6", "right 0.6"):
        match = in_gym(53, 6)
        match.play(O, f"flick 90 power 12 {side}")
        ends.append(match.view(None).penguins[O].x)
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[0] < 53 < ends[1]


@rule("ICE-21", "ICE-22")
def test_a_flick_from_inside_the_frame_takes_no_fish() -> None:
    match = in_gym(40, 13)
    match.play(O, "flick 0 power 20")
    assert match.view(None).penguins[O].room == "GYM"
    assert match.view(None).penguins[O].collected == 0


def forged(match: parlour.Match, edit: dict[int, Entry]) -> Record:
    """A record in which some entries were exchanged, with all checks made anew by somebody who knows how."""
    record = match.record(sealed=False)
    again = Record(record.header, [], record.ending).replay(parlour.game)
    for number, entry in enumerate(match.entries):
        entry = edit.get(number, entry)
        if entry.world is not None:
            again.happen(entry.world)
        else:
            assert entry.seat is not None
            assert entry.move is not None
            again.repeat(entry.seat, entry.move)
    return again.record(sealed=False)


def test_an_edited_flick_or_report_is_caught() -> None:
    match = in_gym(20, 13)
    match.play(O, "flick 0 power 25")
    honest = match.record(sealed=False)
    assert list(honest.verify(parlour.game)) == []
    number = next(k for k, entry in enumerate(match.entries) if entry.move == "flick 0.0 power 25")

    clumsy = Record.parse(str(honest).replace("flick 0.0 power 25", "flick 10.0 power 25"))
    assert "not what was played" in next(clumsy.verify(parlour.game))

    flick = Entry(seat=O, move="flick 90.0 power 25", check="")
    assert "leads to something else" in next(forged(match, {number: flick}).verify(parlour.game))

    world = match.entries[number + 1].world
    softer = world | {"rest": world["rest"] | {"O": {"x": 50.0, "y": 20.0}}}
    doubts = list(forged(match, {number + 1: Entry(world=softer, check="")}).verify(parlour.game))
    assert len(doubts) == 1
    assert "another place" in doubts[0]

    fewer = world | {"events": []}
    with pytest.raises(happening.ImpossibleFlick, match="V5"):
        forged(match, {number + 1: Entry(world=fewer, check="")})


def test_the_kept_match_with_real_flicks_still_tells_the_same_story() -> None:
    kept = Path(__file__).with_name("flicks.parlour")
    match = Record.load(kept).replay(parlour.game)
    assert match.check() == match.entries[-1].check
    assert "\n".join(match.log()) + "\n" == kept.with_suffix(".txt").read_text(encoding="utf-8")
    assert match.over
    replayed = Record.load(kept)
    assert [entry.check for entry in match.entries] == [entry.check for entry in replayed.entries]


def test_a_replay_needs_no_physics(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_gym(20, 13)
    match.play(O, "flick 0 power 25")
    record = Record.parse(str(match.record(sealed=False)))

    def forbidden(*_: object) -> None:
        raise AssertionError("the physics was asked")

    monkeypatch.setattr(happening, "_flown", forbidden)
    assert bytes(record.replay(parlour.game).state) == bytes(match.state)


def test_a_flick_that_cannot_be_simulated_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_gym(20, 13)
    before = bytes(match.state)

    def missing(*_: object) -> None:
        raise happening.NoPhysics("no physics here")

    monkeypatch.setattr(happening, "_flown", missing)
    with pytest.raises(parlour.ParlourError, match="no physics"):
        match.play(O, "flick 0 power 25")
    assert (bytes(match.state), match.entries) == (before, [])


def test_the_film_of_a_flick_is_the_one_that_was_reported() -> None:
    state = in_gym(20, 13).state
    rules.apply(state, O, GAME.read_move("flick 0 power 25", O))
    run = GAME.film(state)
    assert happening.as_json(run.report) == GAME.world(state)
    assert run.trajectory is not None
    assert run.trajectory.seconds > 0.1


def test_the_record_has_room_for_every_event_the_physics_tells() -> None:
    assert parts.EVENTS == events.MAX_EVENTS


@rule("ICE-7")
def test_a_practice_run_counts_nothing_and_is_done_when_back_in_the_classroom() -> None:
    run = GAME.practice("teal")
    assert (run.spot.x, run.spot.y) == (10, 10)
    assert not run.done
    with pytest.raises(parlour.BadMove, match="only flicks"):
        run.flick("end")
    run.spot = type(run.spot)(20.0, 13.0)
    said = run.flick("flick 0 power 25")
    assert any("passes D1" in sentence for sentence in said)
    assert not run.done
    run.spot = type(run.spot)(45.0, 13.0)
    run.flick("flick 180 power 25")
    assert run.done
    assert run.flicks == 2
    run.spot = type(run.spot)(40.5, 13.0)
    assert run.place()
    assert not run.place()
    run.start_again()
    assert (run.flicks, run.done) == (0, False)

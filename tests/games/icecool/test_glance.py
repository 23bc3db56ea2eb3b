"""Where a turn begins to aim, and what the view tells before a task was announced."""

from __future__ import annotations

import json

import pytest

import parlour
from parlour.games.icecool import shapes
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.glance import first_look, glance
from parlour.games.icecool.school import SCHOOL

GAME = parlour.game("icecool")
CIRCLE = (10.0, 10.0)
FISH = (0, 2, 6)
"""D1, D3 and D7, as they hang at the start."""


def begun(**more):
    position = {"players": 3, "catcher": "teal", "turn": "purple", "phase": "announce"} | more
    position |= {"cards": {"purple": {"down": ["1J", "2", "2"]}}}
    position["penguins"] = {"purple": {"x": 39.4, "y": 13}, "orange": {"x": 33, "y": 33}, "teal": {"x": 50, "y": 55}}
    return parlour.Match(GAME, start=position, seed=1)


def test_a_runner_looks_at_the_nearest_door_with_a_fish_and_gets_through() -> None:
    from parlour.games.icecool.physics import practice
    from parlour.games.icecool.report import Pass, Spot

    look = first_look(CIRCLE, (), (), FISH)
    assert look.aim == pytest.approx(5.7, abs=0.2)
    report, _ = practice(FlickIntent(round(look.aim * 10), look.power), Spot(*CIRCLE), "P")
    assert "D1" in [event.door for event in report.events if isinstance(event, Pass)]


def test_a_catcher_looks_at_the_nearest_runner_in_sight() -> None:
    near, far = (58.0, 22.0), (44.0, 30.0)
    assert first_look((50.0, 12.0), (near, far), (near, far), ()).aim == pytest.approx(51.3, abs=0.1)
    assert first_look((50.0, 12.0), (near, far), (far,), ()).aim == pytest.approx(108.4, abs=0.1)


def test_with_nothing_in_sight_it_is_the_door_that_leads_there() -> None:
    """From the Lab to a fish on D1, between Classroom and Gym: by D4 into the Classroom, not by D3 into the Kitchen."""
    aim = first_look((13.0, 40.0), (), (), (0,)).aim
    x, y = SCHOOL.doors[3].centre
    assert SCHOOL.doors[3].id == "D4"
    assert aim == pytest.approx(first_look((13.0, 40.0), (), (), (3,)).aim)
    assert abs(x - 13.0) < 20 > y - 40


def test_what_may_be_done_after_the_announcement_is_seen_before_it() -> None:
    """Orange lines, flick and fish are told while the rules still ask for a task; the fish only to who holds the 2s."""
    match = begun()
    mine, theirs = match.view(0), match.view(1)
    assert match.view(0).phase == "announce"
    assert set(mine.places) == {"CLS", "GYM"}
    assert mine.may_flick
    assert mine.may_move_fish
    assert not theirs.may_move_fish
    assert mine.glance == theirs.glance == glance(match.state)
    assert GAME.aims(match.state, 0)
    assert not GAME.aims(match.state, 1)
    match.play(0, "announce nothing")
    after = match.view(0)
    assert (after.places, after.may_flick, after.glance) == (mine.places, mine.may_flick, mine.glance)


def test_the_shapes_that_pages_draw_are_those_of_the_recorded_paths() -> None:
    """`python -m parlour.games.icecool.shapes` writes them again."""
    assert json.loads(shapes.FILE.read_text(encoding="utf-8")) == shapes.shapes()

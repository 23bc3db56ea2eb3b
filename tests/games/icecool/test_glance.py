"""Where a turn begins to aim, and what the view tells before a task was announced."""

from __future__ import annotations

import json

import pytest

import parlour
from parlour.games.icecool import shapes
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.glance import first_look, glance, runners_to_touch
from parlour.games.icecool.school import SCHOOL
from parlour.testing import rule

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


STANDING = {
    "players": 4, "catcher": "teal", "turn": "purple", "phase": "preflick",
    "penguins": {
        "purple": {"x": 20, "y": 13}, "orange": {"x": 33, "y": 33}, "teal": {"x": 50, "y": 55}, "pink": {"x": 40, "y": 58},
    },
}  # fmt: skip


def seen(seat: int | None, **more: object):
    return parlour.Match(GAME, start=STANDING | more, seed=1).view(seat)


@rule("ICE-22", "ICE-23", "ICE-29")
def test_the_doors_that_bring_a_fish_are_told_of_each_seat() -> None:
    """Those with an own fish, for a Runner; none for the Catcher; not the one in whose frame the penguin stands."""
    fish = {"D1": ["purple", "orange"], "D3": ["purple"], "D7": ["orange", "pink"]}
    there: dict[str, object] = {"fish": fish, "collected": {"purple": 1, "orange": 1, "pink": 2}}
    assert seen(None, **there).doors == [["D1", "D3"], ["D1", "D7"], [], ["D7"]]
    stuck = STANDING["penguins"] | {"purple": {"x": 39.4, "y": 13}}
    assert seen(0, **there, penguins=stuck).doors[0] == ["D3"]


@rule("ICE-36", "ICE-73")
def test_the_runners_in_reach_are_those_in_a_straight_line_whom_a_touch_would_catch() -> None:
    """Pink in the same room; Orange behind walls; nobody behind somebody else; the caught only where two play."""
    assert seen(2).reach == [3]
    assert seen(2, caught=["pink"]).reach == []
    behind = STANDING["penguins"] | {"purple": {"x": 34, "y": 59.8}}
    assert seen(2, penguins=behind).reach == [3]
    aside = STANDING["penguins"] | {"purple": {"x": 53, "y": 45}}
    assert seen(0, penguins=aside).reach == [0, 3], "everybody is told the same"
    two = {"players": 2, "catcher": "orange", "caught": ["purple"], "catches": 1}
    pair = {"purple": {"x": 50, "y": 12}, "orange": {"x": 58, "y": 22}}
    found = parlour.Match(GAME, start=STANDING | two | {"penguins": pair}, seed=1)
    assert found.view(1).reach == [0]
    assert runners_to_touch(found.state) == [0]

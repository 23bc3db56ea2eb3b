"""The floor plan against the ledger's tables."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.icecool import ground, plan
from parlour.testing import rule


@rule("ICE-2")
def test_inner_faces_and_orange_lines_follow_from_the_outer_boxes() -> None:
    for room in plan.SCHOOL.rooms:
        t, o = plan.SCHOOL.cardboard, plan.SCHOOL.cardboard + plan.SCHOOL.orange_inset
        x0, y0, x1, y1 = room.outer
        assert room.inner == pytest.approx((x0 + t, y0 + t, x1 - t, y1 - t))
        assert room.orange == pytest.approx((x0 + o, y0 + o, x1 - o, y1 - o))


@rule("ICE-2")
def test_doors_lie_in_the_wall_of_the_rooms_they_join() -> None:
    for door in plan.SCHOOL.doors:
        wall = next(wall for wall in plan.partitions() if {wall.near, wall.far} == set(door.rooms))
        assert (wall.axis, wall.plane) == (door.axis, door.plane)
        assert wall.low < door.opening[0] < door.opening[1] < wall.high
        a = 0 if door.axis == "x" else 1
        assert door.slot[a] == pytest.approx(door.plane - 0.3)
        assert door.slot[a + 2] == pytest.approx(door.plane + 0.3)
        assert (door.slot[1 - a], door.slot[3 - a]) == door.opening
        assert door.opening[1] - door.opening[0] == 5.0


@rule("ICE-42")
def test_eight_pairs_of_rooms_are_adjacent() -> None:
    pairs = {frozenset(pair) for pair in plan.ADJACENT_PAIRS}
    named = "CLS-GYM GYM-KIT KIT-LAB LAB-CLS HAL-CLS HAL-GYM HAL-LAB HAL-KIT"
    assert pairs == {frozenset(pair.split("-")) for pair in named.split()}
    assert not plan.adjacent("CLS", "KIT")
    assert not plan.adjacent("GYM", "LAB")
    assert plan.door_between("HAL", "KIT") is None
    assert plan.door_between("LAB", "KIT") == "D3"


@rule("ICE-54", "ICE-55", "ICE-56")
@pytest.mark.parametrize(
    ("d", "sees"),
    [(0.0, "both"), (1.449, "both"), (1.45, "one"), (2.039, "one"), (2.04, None), (2.05, None)],
)
@pytest.mark.parametrize("door", plan.SCHOOL.doors, ids=lambda door: door.id)
def test_stuck_and_seen_by_the_distance_from_the_wall_plane(door: plan.Door, d: float, sees: str | None) -> None:
    """Overlaps up to 0.01 are none (ledger 4.1), so the last hundredth before 2.05 is in the room already."""
    for sign, room in ((-1, door.near), (1, door.far)):
        x, y = door.centre
        place = plan.classify(x + sign * d, y) if door.axis == "x" else plan.classify(x, y + sign * d)
        assert place is not None
        if sees is None:
            assert place == plan.Place(room)
        else:
            assert place.door == door.id
            assert place.sees == (door.rooms if sees == "both" else (room,))


@rule("ICE-54")
def test_inside_a_wall_is_no_place() -> None:
    assert plan.classify(40.0, 5.0) is None
    assert plan.classify(-3.0, 5.0) is None


@rule("ICE-52", "ICE-55")
def test_a_stuck_penguin_may_go_to_either_line() -> None:
    assert plan.orange_spot("CLS", 40.5, 13, []) == (35.7, 13.0)
    assert plan.orange_spot("GYM", 40.5, 13, []) == (44.3, 13.0)


@rule("ICE-53")
def test_an_occupied_line_gives_the_closest_free_point() -> None:
    others = [(44.3, 33.6)]
    assert plan.orange_spot("GYM", 40.5, 33, others) == (44.3, 30.0)
    assert plan.orange_spot("HAL", 40.5, 33, others) == (35.7, 33.0)


@rule("ICE-53")
def test_equal_distances_go_to_the_lower_x_then_the_lower_y() -> None:
    assert plan.orange_spot("HAL", 33, 33, []) == (30.3, 33.0)
    assert plan.orange_spot("CLS", 4.3, 13, [(4.3, 13)]) == (4.3, 9.4)


@rule("ICE-53")
def test_three_penguins_can_take_the_whole_line_of_the_hall() -> None:
    assert plan.orange_spot("HAL", 33, 30, [(30.8, 31), (35.2, 31), (33, 34.9)]) is None


others = st.lists(st.tuples(st.floats(0.3, 65.7), st.floats(0.3, 65.7)), max_size=3)


@rule("ICE-53")
@given(st.sampled_from(plan.ROOM_IDS), st.floats(0, 66), st.floats(0, 66), others)
def test_the_orange_spot_is_free_on_the_line_and_closest(room: str, x: float, y: float, others: list[plan.Point]) -> None:
    x, y = plan.snap(x, y)
    others = [plan.snap(*other) for other in others]
    spot = plan.orange_spot(room, x, y, others)
    a, b, c, d = plan.ROOM[room].orange
    walk = [(a + (c - a) * k / 200, e) for k in range(201) for e in (b, d)]
    walk += [(e, b + (d - b) * k / 200) for k in range(201) for e in (a, c)]
    free = [point for point in walk if all(math.dist(point, other) >= 3.6 for other in others)]
    if spot is None:
        assert not free
        return
    assert spot[0] in (a, c) or spot[1] in (b, d)
    assert all(math.dist(spot, other) >= 3.6 - 1e-9 for other in others)
    assert all(math.dist(spot, (x, y)) <= math.dist(point, (x, y)) + 0.002 for point in free)


@rule("ICE-14")
def test_runners_enter_on_the_circle_or_beside_it() -> None:
    assert plan.circle_spot([]) == (10.0, 10.0)
    assert plan.circle_spot([(10, 10)]) == (13.6, 10.0)
    beside = plan.circle_spot([(13.6, 10), (10, 10)])
    assert beside is not None
    assert math.dist(beside, (10, 10)) >= 3.6


@rule("ICE-19")
def test_the_red_circle_is_left_at_three_and_three_quarters() -> None:
    assert plan.on_red_circle(13.749, 10)
    assert not plan.on_red_circle(13.75, 10)


@rule("ICE-59", "ICE-60")
def test_a_taken_return_spot_gives_a_free_point_in_the_same_room() -> None:
    assert plan.return_spot(20, 13, [(50, 50)]) == (20.0, 13.0)
    spot = plan.return_spot(2.05, 2.05, [(2.5, 2.5)])
    assert spot is not None
    assert plan.room_at(*spot) == "CLS"
    assert math.dist(spot, (2.5, 2.5)) >= 3.6
    assert min(spot) >= 2.05
    framed = plan.return_spot(40.5, 13, [(40, 13)])
    assert framed is not None
    assert plan.classify(*framed) == plan.Place("GYM")


@rule("ICE-10")
def test_the_catcher_starts_on_or_inside_the_kitchens_line() -> None:
    assert plan.in_catcher_area(30.3, 44.3)
    assert plan.in_catcher_area(46, 53)
    assert not plan.in_catcher_area(30.2, 44.3)


@rule("ICE-51")
def test_close_to_a_wall_is_outside_the_orange_line() -> None:
    assert plan.close_to_wall(2.5, 13)
    assert not plan.close_to_wall(4.3, 13)
    assert not plan.close_to_wall(40.0, 13)


def test_every_wall_has_its_surface() -> None:
    assert len(set(plan.SURFACES)) == 27
    assert {"W:HAL:N", "J:D7"} <= set(plan.SURFACES)
    assert ground.to_grid(0.001) == 1

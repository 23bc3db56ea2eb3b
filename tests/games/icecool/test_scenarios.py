"""ICECOOL2: the ledger's eighteen scenarios, with hand-written reports and without physics."""

from __future__ import annotations

from typing import Any

import pytest
from school_kit import CLS, FLICK, GYM, HAL, LAB, K, O, P, T, held, offered, table, told

import parlour
from parlour.games.icecool.happening import ImpossibleFlick
from parlour.games.icecool.moves import Announce, End, Flick, MoveFish, Place, Skate
from parlour.games.icecool.script import ToldSchool
from parlour.testing import rule


def cards(**hands: list[str]) -> dict[str, Any]:
    return {name: {"down": down} for name, down in hands.items()}


@rule("ICE-8", "ICE-12", "ICE-14", "ICE-23", "ICE-28")
def test_scenario_1_the_first_fish() -> None:
    school = ToldSchool()
    match = school.new(4, 1, first_catcher=P)
    match.play(P, "catcher 46 53")
    assert match.acting == (O,)
    assert (match.view(O).penguins[O].x, match.view(O).penguins[O].y) == (10, 10)
    told(school, match, "bounce O W:CLS:S", "pass O D1 CLS>GYM", O=(53, 13))
    view = match.view(T)
    assert view.penguins[O].collected == 1
    assert (view.cards[O].down, view.cards[O].faces) == (1, None)
    assert view.fish["D1"] == ["teal", "pink"]
    assert (view.phase, view.acting) == ("post", [O])
    match.play(O, "end")
    assert match.acting == (T,)


@rule("ICE-25", "ICE-54", "ICE-55", "ICE-58")
def test_scenario_2_through_then_turned_back_and_stuck() -> None:
    school, match = table(penguins={"orange": CLS, "teal": (58, 8)})
    told(school, match, "pass O D1 CLS>GYM", O=(40.5, 13))
    assert match.view(None).penguins[O].collected == 1
    match.play(O, "end")
    for seat in (T, K, P):
        told(school, match)
        assert seat != match.view(None).turn
    assert match.acting == (O,)
    match.play(O, "announce nothing")
    places = match.view(O).places
    assert {room: (spot.x, spot.y) for room, spot in places.items()} == {"CLS": (35.7, 13.0), "GYM": (44.3, 13.0)}
    assert {move.room for move in offered(match, Place)} == {"classroom", "gym"}
    assert offered(match, Flick)


@rule("ICE-22", "ICE-27", "ICE-57")
def test_scenario_3_finishing_from_inside_the_frame() -> None:
    inside = {"orange": (39.2, 13), "teal": (58, 8)}
    school, match = table(penguins=inside)
    told(school, match, O=(50, 13))
    assert match.view(None).penguins[O].collected == 0
    school, match = table(penguins=inside)
    told(school, match, "pass O D1 GYM>CLS", O=CLS)
    assert match.view(None).penguins[O].collected == 0
    school, match = table(penguins=inside)
    match.play(O, "place classroom")
    told(school, match, "pass O D1 CLS>GYM", O=(50, 13))
    assert match.view(None).penguins[O].collected == 1


@rule("ICE-41", "ICE-43", "ICE-45", "ICE-47")
def test_scenario_4_two_doors_with_a_task() -> None:
    deck = ["3", "2"] + ["1J"] * 6 + ["1T"] * 5 + ["1B"] * 6 + ["2"] * 17 + ["3"] * 17
    school, match = table(phase="announce", cards=cards(orange=["1T"]), deck=deck)
    match.play(O, "announce two-doors")
    told(school, match, "pass O D6 GYM>HAL", "pass O D7 HAL>LAB", O=LAB)
    hand = match.view(O).cards[O]
    assert (hand.faces, hand.up) == (["2", "3"], ["1T"])
    drawn = [event["card"] for event in match.events(O) if event["kind"] == "drew"]
    assert drawn == [4, 3], "the fish card first, then the task card"
    assert offered(match, Skate) == []
    assert match.view(None).penguins[O].collected == 1


@rule("ICE-26", "ICE-42", "ICE-18")
def test_scenario_5_a_jump_over_a_fish_door() -> None:
    for announced, drawn in ((True, 1), (False, 0)):
        school, match = table(phase="announce", penguins={"orange": CLS, "teal": (58, 8)}, cards=cards(orange=["1J"]))
        match.play(O, "announce jump" if announced else "announce nothing")
        told(school, match, "over O CLS>GYM D1", O=(53, 13))
        view = match.view(O)
        assert view.penguins[O].collected == 0
        assert "orange" in view.fish["D1"]
        assert held(match, O) == 1 + drawn
        assert view.cards[O].up == (["1J"] if announced else [])


@rule("ICE-44")
@pytest.mark.parametrize(
    ("events", "success"),
    [
        (("pass O D1 CLS>GYM", "bounce O W:GYM:E"), False),
        (("bounce O J:D1", "pass O D1 CLS>GYM"), False),
        (("bounce O W:CLS:N", "pass O D1 CLS>GYM"), True),
        (("touch O T", "pass O D1 CLS>GYM"), False),
    ],
)
def test_scenario_6_the_order_of_a_bounce(events: tuple[str, ...], success: bool) -> None:
    school, match = table(phase="announce", penguins={"orange": CLS, "teal": (30, 20)}, cards=cards(orange=["1B"]))
    match.play(O, "announce bounce")
    told(school, match, *events, O=(53, 13))
    hand = match.view(O).cards[O]
    assert hand.up == (["1B"] if success else [])
    assert held(match, O) == (3 if success else 2)


@rule("ICE-31", "ICE-35", "ICE-30")
def test_scenario_7_the_catchers_billiard() -> None:
    for collected, ends in ((0, False), (2, True)):
        fish = {"D1": ["orange", "teal", "pink"], "D3": ["orange", "teal"], "D7": ["orange", "teal"]}
        fish |= {} if collected else {"D3": ["orange", "teal", "pink"], "D7": ["orange", "teal", "pink"]}
        school, match = table(turn="purple", penguins={"teal": CLS, "pink": (30, 13)}, fish=fish, collected={"pink": collected})
        told(school, match, "touch P T", "touch T K", "pass K D1 CLS>GYM", K=(48, 13))
        view = match.view(None)
        assert held(match, K) == (2 if ends else 1)
        assert view.round == (2 if ends else 1)
        if not ends:
            assert view.ids == [2, 1, 0, 1]
            assert view.penguins[K].collected == 1


@rule("ICE-30", "ICE-33", "ICE-34", "ICE-37")
def test_scenario_8_pushed_through_a_door_into_the_catcher() -> None:
    school, match = table(penguins={"orange": (10, 13), "teal": (30, 13), "purple": (50, 13)})
    told(school, match, "touch O T", "pass T D1 CLS>GYM", "touch T P", T=(45, 13), O=CLS)
    view = match.view(None)
    assert view.penguins[T].collected == 1
    assert held(match, T) == 1
    assert view.ids == [2, 1, 0, 1]
    assert (view.penguins[T].x, view.penguins[T].y) == (45, 13)
    assert held(match, O) == 0
    assert match.acting == (T,)


@rule("ICE-63", "ICE-64", "ICE-66")
@pytest.mark.parametrize(("timing", "drawn"), [("flick", [3, 1, 0, 1]), ("event", [2, 2, 0, 1])])
def test_scenario_9_the_third_fish_and_then_a_collision(timing: str, drawn: list[int]) -> None:
    fish = {"D7": ["orange", "teal", "pink"], "D1": ["teal", "pink"], "D3": ["teal", "pink"]}
    school, match = table(
        penguins={"orange": HAL, "purple": (20, 33)},
        fish=fish,
        collected={"orange": 2},
        caught=["teal"],
        options={"round_end_timing": timing},
    )
    told(school, match, "pass O D7 HAL>LAB", "touch O P", O=LAB)
    assert [held(match, seat) for seat in range(4)] == drawn
    view = match.view(None)
    assert (view.round, view.catcher) == (2, O)


@rule("ICE-59", "ICE-61", "ICE-19", "ICE-39")
def test_scenario_10_out_of_the_school() -> None:
    school, match = table(penguins={"orange": GYM, "teal": (58, 8)}, cards=cards(orange=["1J", "1B", "2", "2"]))
    told(school, match, "pass O D1 GYM>CLS", "exit O CLS", O="out")
    view = match.view(O)
    assert (view.penguins[O].x, view.penguins[O].y) == GYM
    assert view.penguins[O].collected == 1
    assert held(match, O) == 5
    assert {type(move) for move in match.legal(O)} == {End, Skate}
    with pytest.raises(parlour.Refused, match="ICE-59"):
        match.play(O, "move teal fish d1 d4")
    school, match = table(penguins={"orange": (10, 10)}, first=["orange"], cards=cards(orange=["2", "2"]))
    told(school, match, "exit O CLS", O="out")
    view = match.view(None)
    assert (view.phase, view.acting, view.tries) == ("preflick", [O], 1)
    assert (view.penguins[O].x, view.penguins[O].y) == (10, 10)


@rule("ICE-60")
def test_scenario_11_knocked_out() -> None:
    school, match = table(turn="purple", penguins={"teal": CLS})
    told(school, match, "touch P T", "exit T CLS", T="out", P=(30, 50))
    view = match.view(None)
    assert view.penguins[T].caught
    assert (view.penguins[T].x, view.penguins[T].y) == CLS
    assert match.acting == (O,)
    school, match = table(turn="purple", penguins={"teal": CLS, "purple": (30, 20)})
    told(school, match, "touch P T", "exit T CLS", T="out", P=CLS)
    view = match.view(None)
    x, y = view.penguins[T].x, view.penguins[T].y
    assert x is not None
    assert y is not None
    distance = ((x - CLS[0]) ** 2 + (y - CLS[1]) ** 2) ** 0.5
    assert 3.6 <= distance <= 3.601
    assert view.penguins[T].room == "CLS"


@rule("ICE-48", "ICE-49")
@pytest.mark.parametrize(
    ("orange", "free"),
    [
        (HAL, {"D1", "D2", "D4"}),
        (CLS, {"D2", "D6", "D7"}),
        (None, {"D2", "D6", "D7"}),
        ((40.5, 33), {"D4"}),
    ],
)
def test_scenario_12_where_a_fish_may_go(orange: Any, free: set[str]) -> None:
    _, match = table(turn="teal", penguins={"orange": orange, "teal": (58, 8)}, cards=cards(teal=["2", "2"]))
    moves = [move for move in offered(match, MoveFish) if (move.colour, move.door) == ("orange", "D3")]
    assert {move.to for move in moves} == free
    match.play(T, f"move orange fish d3 {min(free).lower()}")
    assert "orange" in match.view(None).fish[min(free)]
    assert match.view(T).cards[T].up == ["2", "2"]
    assert match.view(T).phase == "preflick"


@rule("ICE-52", "ICE-53")
def test_scenario_13_the_orange_line_is_taken() -> None:
    _, match = table(penguins={"orange": (40.5, 33), "teal": (44.3, 33.6)})
    places = {room: (spot.x, spot.y) for room, spot in match.view(O).places.items()}
    assert places == {"GYM": (44.3, 30.0), "HAL": (35.7, 33.0)}
    match.play(O, "place gym")
    assert (match.view(O).penguins[O].x, match.view(O).penguins[O].y) == (44.3, 30.0)
    assert match.view(O).ids == [1, 1, 1, 1], "a placement is no contact"


@rule("ICE-38", "ICE-39", "ICE-40", "ICE-46", "ICE-47")
def test_scenario_14_skates() -> None:
    school, match = table(phase="post", cards={"orange": {"down": ["1J", "1T", "1B"], "up": ["1J"]}})
    pairs = {(move.first, move.second) for move in offered(match, Skate)}
    assert pairs == {("jump", "two-doors"), ("jump", "bounce"), ("two-doors", "bounce")}
    match.play(O, "skate jump two-doors")
    assert match.view(O).phase == "announce"
    assert {move.task for move in offered(match, Announce)} == {"nothing", "bounce"}
    match.play(O, "announce nothing")
    told(school, match)
    assert offered(match, Skate) == []
    assert match.view(O).cards[O].up == ["1J", "1J", "1T"]


@rule("ICE-68", "ICE-69", "ICE-73")
def test_scenario_15_two_players_and_the_first_catch() -> None:
    school, match = table(2, turn="purple", cards=cards(purple=["1J", "1J"]))
    told(school, match, "touch P O", "touch P O", P=(46, 50), O=(50, 20))
    view = match.view(None)
    assert view.ids == [2, 0]
    assert (view.phase, view.acting, view.first_flick) == ("preflick", [O], True)
    assert (view.penguins[O].x, view.penguins[O].y) == (10, 10)
    told(school, match, O=(11, 10))
    assert match.view(None).tries == 1, "the first-flick rule holds again"
    told(school, match, O=CLS)
    assert match.acting == (P,)


@rule("ICE-70", "ICE-71", "ICE-72")
def test_scenario_16_two_players_and_the_second_catch() -> None:
    school, match = table(2, caught=["orange"])
    told(school, match, "touch O P", O=(50, 30))
    view = match.view(None)
    assert (held(match, P), held(match, O)) == (2, 0)
    assert (view.round, view.catcher, view.rounds) == (2, O, 4)
    for number, catcher in ((2, O), (3, P), (4, O)):
        assert (match.view(None).round, match.view(None).catcher) == (number, catcher)
        match.play(catcher, "catcher 46 53")
        runner = 1 - catcher
        for _ in range(2):
            while not offered(match, Flick):
                match.play(match.acting[0], "announce nothing" if match.view(None).phase == "announce" else "end")
            told(school, match, f"touch {'PO'[runner]} {'PO'[catcher]}")
    assert match.over


@rule("ICE-67")
def test_scenario_17_the_deck_runs_out() -> None:
    down = {"purple": ["2"] * 18 + ["3"] * 18, "teal": ["1J"] * 6 + ["1T"] * 5, "orange": ["1B"] * 6}
    options = {"turns_per_round_cap": 2}
    school, match = table(turn="teal", turns=7, cards=cards(**down), deck=["1T"], caught=["teal"], options=options)
    before = [held(match, seat) for seat in range(4)]
    assert match.view(None).ids == [2, 1, 0, 1]
    told(school, match)
    match.play(T, "end")
    assert match.view(None).round == 2
    assert [held(match, seat) - before[seat] for seat in range(4)] == [1, 0, 0, 0], "one card was left, for the Catcher"
    assert match.view(None).deck == 0


@rule("ICE-75")
@pytest.mark.parametrize(
    ("purple", "orange", "winners"),
    [
        (["1J"] * 3 + ["2"] * 4 + ["3"], ["1T"] * 1 + ["2"] * 5 + ["3"], [P]),
        (["1J"] * 3 + ["2"] * 4 + ["3"], ["1T"] * 3 + ["2"] * 4 + ["3"], [P, O]),
    ],
)
def test_scenario_17_more_cards_win_a_tie(purple: list[str], orange: list[str], winners: list[int]) -> None:
    _, match = table(2, phase="finished", round=4, cards=cards(purple=purple, orange=orange), catches=2, caught=["orange"])
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores == [14, 14]
    assert outcome.winners == winners
    assert ("more cards" in outcome.reason) == (len(winners) == 1)


@rule("ICE-20")
@pytest.mark.parametrize(
    ("events", "rest", "broken"),
    [
        (("pass O D1 LAB>CLS",), {}, "V3"),
        (("exit O GYM", "exit O GYM"), {"O": "out"}, "V4"),
        ((), {"O": (58, 10)}, "V6"),
    ],
)
def test_scenario_18_bad_reports_change_nothing(events: tuple[str, ...], rest: dict[str, Any], broken: str) -> None:
    school, match = table()
    before, so_far = bytes(match.state), match.told
    with pytest.raises(ImpossibleFlick) as caught:
        told(school, match, *events, **rest)
    assert caught.value.rule == broken
    assert (bytes(match.state), match.told, match.entries) == (before, so_far, [])


def test_scenario_18_a_report_must_start_where_the_penguins_stand() -> None:
    school, match = table()
    state = match.state
    school.rules.apply(state, O, school.read_move(FLICK, O))
    before = bytes(state)
    report = school.world(state)
    report["start"]["T"]["x"] += 0.001
    with pytest.raises(ImpossibleFlick, match="V1"):
        school.happen(state, report)
    assert bytes(state) == before

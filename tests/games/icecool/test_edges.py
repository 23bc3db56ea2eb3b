"""ICECOOL2 where two rules meet: what the ledger says together, though no single rule says it."""

from __future__ import annotations

from typing import Any

import pytest
from school_kit import CLS, GYM, HAL, LAB, K, O, P, T, held, table, told

import parlour
from parlour.games.icecool.moves import End, Skate
from parlour.testing import rule


def cards(**hands: list[str]) -> dict[str, Any]:
    return {name: {"down": down} for name, down in hands.items()}


@rule("ICE-42", "ICE-45", "ICE-59", "ICE-61")
def test_a_jump_that_goes_on_out_of_the_school_is_done_and_ends_the_turn() -> None:
    school, match = table(
        phase="announce", penguins={"orange": GYM, "teal": (58, 8)}, cards=cards(orange=["1J", "1T", "1B", "2", "2"])
    )
    match.play(O, "announce jump")
    told(school, match, "over O GYM>CLS", "exit O CLS", O="out")
    view = match.view(O)
    assert (view.penguins[O].x, view.penguins[O].y) == GYM
    assert (view.cards[O].up, held(match, O)) == (["1J"], 6), "the task stands, though the place does not"
    assert {type(move) for move in match.legal(O)} == {End, Skate}, "no fish may be moved any more, skates may follow"


@rule("ICE-43", "ICE-45", "ICE-63", "ICE-64")
def test_a_task_done_by_the_flick_that_ends_the_round_is_paid_before_the_ids() -> None:
    fish = {"D7": ["orange", "teal", "pink"], "D1": ["teal", "pink"], "D3": ["teal", "pink"]}
    school, match = table(
        phase="announce", penguins={"orange": GYM}, fish=fish, collected={"orange": 2}, cards=cards(orange=["1T"])
    )
    match.play(O, "announce two-doors")
    told(school, match, "pass O D6 GYM>HAL", "pass O D7 HAL>LAB", O=LAB)
    assert match.view(None).round == 2
    # Orange: the 1 it had, the fish, the task, and its ID; the others one for their own ID.
    assert [held(match, seat) for seat in (P, O, T, K)] == [1, 4, 1, 1]
    drew = [event["seat"] for event in match.events() if event["kind"] == "drew"]
    assert drew == [O, O, P, O, T, K]


@rule("ICE-63", "ICE-68", "ICE-70", "ICE-71")
@pytest.mark.parametrize("events", [("pass O D7 HAL>LAB", "touch O P"), ("touch O P", "pass O D7 HAL>LAB")])
def test_with_two_players_the_third_fish_ends_the_round_though_the_same_flick_is_a_catch(events: tuple[str, ...]) -> None:
    """The catch counts (R14), so the Catcher draws two cards; nobody starts again from the red circle."""
    school, match = table(2, penguins={"orange": HAL, "purple": (20, 33)}, fish={"D7": ["orange"]}, collected={"orange": 2})
    told(school, match, *events, O=LAB)
    view = match.view(None)
    assert (view.round, view.catcher) == (2, O)
    assert (held(match, P), held(match, O)) == (2, 1 + 0)


@rule("ICE-30", "ICE-60", "ICE-61")
def test_a_runner_pushed_through_its_door_and_out_keeps_the_fish_and_goes_back() -> None:
    school, match = table(penguins={"orange": (10, 13), "teal": (30, 13)})
    told(school, match, "touch O T", "pass T D1 CLS>GYM", "exit T GYM", T="out", O=CLS)
    view = match.view(None)
    assert (view.penguins[T].x, view.penguins[T].y) == (30, 13)
    assert (view.penguins[T].collected, held(match, T)) == (1, 1)
    assert match.acting == (T,), "Orange has no card and is asked nothing; nobody is punished"


@rule("ICE-22", "ICE-24", "ICE-43")
def test_a_door_one_was_stuck_in_spoils_only_itself() -> None:
    """Out of D1's frame, through D6 and D7: D1 gives nothing, D7 its fish, and D6 and D7 are two doors."""
    school, match = table(phase="announce", penguins={"orange": (40.5, 13), "teal": (58, 8)}, cards=cards(orange=["1T"]))
    match.play(O, "announce two-doors")
    told(school, match, "pass O D6 GYM>HAL", "pass O D7 HAL>LAB", O=LAB)
    view = match.view(O)
    assert (view.penguins[O].collected, view.cards[O].up) == (1, ["1T"])
    assert "orange" in view.fish["D1"]
    assert "orange" not in view.fish["D7"]


@rule("ICE-11", "ICE-49")
def test_a_fish_of_a_runner_who_has_not_entered_stays_away_from_the_classroom() -> None:
    _, match = table(penguins={"teal": None, "pink": None}, first=["teal", "pink"], cards=cards(orange=["2", "2"]))
    for door in ("d4", "d5"):
        with pytest.raises(parlour.Refused, match="ICE-49"):
            match.play(O, f"move teal fish d3 {door}")
    match.play(O, "move teal fish d3 d6")
    assert "teal" in match.view(None).fish["D6"]

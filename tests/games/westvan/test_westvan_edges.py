"""West Van Soft where two rules meet: what the ledger says together, though no single rule says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.games.westvan import rules
from parlour.testing import rule

WESTVAN = parlour.game("westvan")
Scene = Callable[..., parlour.Match]


def texts(match: parlour.Match, seat: int) -> set[str]:
    return {WESTVAN.text(move, seat) for move in match.legal(seat)}


def told(match: parlour.Match, *kinds: str) -> list[tuple[str, int]]:
    return [(event["kind"], event["seat"]) for event in match.events() if event["kind"] in kinds]


def opening(scene: Scene, freezers: list[Any], *, deck: str, **more: Any) -> parlour.Match:
    """Seat 1 opens: seat 0 has just discarded its sugar cone."""
    match = scene(freezers, current=0, turn="closing", phase="lose", deck=deck, **more)
    match.play(0, "discard sugar")
    return match


@rule("WVS-22", "WVS-38", "WVS-43")
def test_mould_after_budge_is_refilled_in_the_new_direction(scene: Scene) -> None:
    freezers = ["sugar cup lemon", "waffle lemon", "wafer lemon", None]
    match = opening(scene, freezers, deck="budge mouldy mint vanilla vanilla vanilla mango")
    assert told(match, "refilled") == [("refilled", 1), ("refilled", 0), ("refilled", 2)]
    match = opening(scene, freezers, deck="mouldy budge vanilla vanilla vanilla mint mango")
    assert told(match, "refilled") == [("refilled", 1), ("refilled", 2), ("refilled", 0)]
    assert not match.view().clockwise


@rule("WVS-22", "WVS-31", "WVS-32", "WVS-40")
def test_two_insist_on_one_tray_leave_delivery_as_it_was(scene: Scene) -> None:
    match = opening(scene, ["sugar waffle waffle", None, None], deck="insist insist vanilla mint")
    assert match.view().mode == "delivery"
    match.play(1, "keep mint")
    match.play(1, "pass")
    assert {text.split()[0] for text in texts(match, 1)} == {"give"}


@rule("WVS-24", "WVS-43", "WVS-47")
def test_mould_leaves_a_cone_on_the_tray_and_freezer_burn_beside_it(scene: Scene) -> None:
    """Cones on the tray stay (WVS-43); then Freezer burn takes the freezer and the cone is shown (WVS-24)."""
    match = opening(scene, ["sugar lemon lemon", "cup lemon", None], deck="mouldy dipped vanilla burn")
    assert match.view(1).tray == ["dipped", "burn"]
    assert texts(match, 1) == {"keep burn"}
    match.play(1, "keep burn")
    assert sorted(match.position()["freezers"][1]) == ["burn", "lemon", "vanilla"]
    assert match.view().discards[-1] == "dipped"


@rule("WVS-27", "WVS-30", "WVS-36", "WVS-51", "WVS-58")
def test_the_last_melt_beside_freezer_burn_ends_the_day_by_losing_it(scene: Scene) -> None:
    """A freezer with Freezer burn is not empty after playing: it goes on to the neighbour, who pays for it."""
    match = scene(["cup mint burn", "mango", None], flights={1: ["waffle mint"]}, current=0)
    flight = sum(1 + len(melt.scoops) + bool(melt.topping) for melt in match.view().flights[1])
    match.play(0, "start cup+mint")
    over = next(event for event in match.events() if event["kind"] == "day_over")
    assert (over["why"], over["who"]) == (rules.BY_LOSING, 0)
    assert match.view().earned[0][1] == -flight - 2
    assert [event["seat"] for event in match.events() if event["kind"] == "burned"] == [1]


@rule("WVS-26", "WVS-52")
def test_a_melt_between_passes_puts_closing_time_off(scene: Scene) -> None:
    match = WESTVAN.new(2, seed=3)
    passes = played = 0
    while match.view().day == 1:
        seat = match.acting[0]
        if match.view().phase != "play":
            match.play(seat, match.legal(seat)[0])
        elif passes == 8 and not played and (start := next((t for t in texts(match, seat) if t.startswith("start")), None)):
            match.play(seat, start)
            played += 1
        else:
            match.play(seat, "pass")
            passes += 1
    assert (played, passes) == (1, 8 + 9)
    assert next(event for event in match.events() if event["kind"] == "day_over")["why"] == rules.BY_PASSING


@rule("WVS-55", "WVS-56", "WVS-58", "WVS-R10", "WVS-R12")
@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, -9),
        ({"freezer_burn": "reversed"}, -(30 + 0) - 2),
        ({"freezer_burn": "reversed", "open_melts_score": False}, -30 - 2),
        ({"freezer_burn": "reversed", "liked": "kinds"}, -25 - 2),
    ],
)
def test_freezer_burn_reversed_takes_the_worth_of_the_melts_by_all_options(
    scene: Scene, options: dict[str, Any], points: int
) -> None:
    """A spoilt melt (Lemon) is worth nothing, so reversed it costs nothing; counted by cards it does."""
    flight = ["waffle mint chocolate mint whip", "cup lemon"]
    match = scene(
        ["mango burn", "lemon lemon", None], flights={0: flight, 2: ["cup vanilla"]}, current=1, turn="closing", options=options
    )
    match.play(1, "scoop lemon on seat 2's 1st melt")
    assert match.view().earned[0][0] == points

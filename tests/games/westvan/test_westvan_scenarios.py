"""West Van Soft: the ledger's worked scenarios, one test each. Seats are P0, P1, ..."""

from __future__ import annotations

from collections import Counter
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


def freezer(match: parlour.Match, seat: int) -> list[str]:
    return sorted(match.position()["freezers"][seat])


def kinds(match: parlour.Match) -> list[str]:
    return [event["kind"] for event in match.events()]


def opening(scene: Scene, freezers: list[Any], *, deck: str, seat: int = 0, **more: Any) -> parlour.Match:
    """A position just before the seat's opening turn: the neighbour is about to discard its extra card, vanilla."""
    n = len(freezers)
    before = (seat - 1) % n if more.get("clockwise", True) else (seat + 1) % n
    match = scene(freezers, current=before, turn="closing", phase="lose", deck=deck, **more)
    match.play(before, "discard sugar")
    return match


@rule("WVS-01", "WVS-03", "WVS-04", "WVS-05", "WVS-07", "WVS-08")
def test_scenario_1_the_deal() -> None:
    for players, left in ((2, 90), (3, 81), (4, 72), (5, 63), (6, 54)):
        for seed in range(5):
            plain = WESTVAN.blank(players, seed, {})
            rules.setup(plain)
            position = WESTVAN.position_of(plain)
            assert [len(cards) for cards in position.freezers] == [9] * players
            assert not {"burn", "budge", "tastes", "insist", "dog", "mouldy"} & {w for f in position.freezers for w in f}
            drawn = len(position.tray) + len(position.discards)
            assert len(position.deck) + drawn == left
            assert position.flights == [[] for _ in range(players)]
    quiet = next(m for m in (WESTVAN.new(4, seed) for seed in range(50)) if m.view().phase == "keep" and not m.view().discards)
    position = quiet.position()
    words = Counter(position["deck"] + position["tray"])
    assert sum(words[w] for w in ("burn", "budge", "tastes", "insist", "dog", "mouldy")) == 15
    assert sum(words.values()) == 72
    assert quiet.view().mode == "delivery"
    assert quiet.view().clockwise
    for wrong in (1, 7):
        with pytest.raises(parlour.BadSetup, match="2 to 6 players"):
            WESTVAN.new(wrong)


@rule("WVS-15", "WVS-16", "WVS-17", "WVS-18", "WVS-19", "WVS-20")
def test_scenario_2_the_scooper_cycle(scene: Scene) -> None:
    plain_deck = "vanilla mint mango lemon vanilla mint mango lemon"
    match = opening(scene, ["sugar waffle waffle", None, None], seat=1, deck=plain_deck)
    seen = []
    for _ in range(9):
        seat = match.acting[0]
        seen.append((seat, match.view().turn))
        if match.view().phase == "keep":
            sizes = [freezer.size for freezer in match.view().freezers]
            match.play(seat, match.legal(seat)[0])
            assert match.view().freezers[seat].size == sizes[seat] + 1
        match.play(seat, "pass")
        match.play(seat, next(move for move in match.legal(seat)))
    assert seen == [
        (1, "opening"), (2, "middle"), (0, "middle"), (1, "closing"),
        (2, "opening"), (0, "middle"), (1, "middle"), (2, "closing"), (0, "opening"),
    ]  # fmt: skip


@rule("WVS-38", "WVS-R13")
def test_scenario_3_budge_turns_the_whole_cycle_round(scene: Scene) -> None:
    match = opening(
        scene, ["sugar waffle waffle waffle", None, None, None], seat=1, deck="budge vanilla mint lemon lemon mango mango"
    )
    assert not match.view().clockwise
    assert match.view(1).tray == ["vanilla", "mint"]
    assert texts(match, 1) == {"keep vanilla", "keep mint"}
    order = []
    for _ in range(5):
        seat = match.acting[0]
        order.append((seat, match.view().turn))
        if match.view().phase == "keep":
            match.play(seat, "keep vanilla")
        match.play(seat, "pass")
        match.play(seat, match.legal(seat)[0])
    assert order == [(1, "opening"), (0, "middle"), (3, "middle"), (2, "middle"), (1, "closing")]
    assert match.acting == (0,)
    assert match.view().turn == "opening"
    gave = [event for event in match.events() if event["kind"] == "gave"]
    assert (gave[0]["giver"], gave[0]["taker"]) == (1, 0)


@rule("WVS-22", "WVS-40", "WVS-R5")
def test_scenario_4_two_actions_in_drawn_order_each_replaced(scene: Scene) -> None:
    match = opening(scene, ["sugar waffle waffle", None, None], seat=1, deck="insist budge vanilla mint")
    told = [e["kind"] for e in match.events(1) if e["kind"] in ("trayed", "switched", "budged")]
    assert told == ["trayed", "trayed", "switched", "trayed", "budged", "trayed"]
    match.play(1, "keep vanilla")
    assert match.view().discards[-3:] == ["insist", "budge", "mint"]
    assert match.view().mode == "self-serve"
    match.play(1, "pass")
    took = [event for event in match.events() if event["kind"] == "took"]
    assert (took[0]["giver"], took[0]["taker"]) == (1, 0)


@rule("WVS-24", "WVS-R23")
def test_scenario_5_freezer_burn_must_be_kept(scene: Scene) -> None:
    match = opening(scene, ["sugar waffle waffle", None, None], seat=1, deck="burn budge vanilla")
    assert texts(match, 1) == {"keep burn"}
    with pytest.raises(parlour.Refused, match="WVS-24"):
        match.play(1, "keep vanilla")
    before = match.view().freezers[1].size
    match.play(1, "keep freezer burn")
    assert "burn" in freezer(match, 1)
    assert match.view().freezers[1].size == before + 1
    assert match.view().discards[-1] == "vanilla"
    assert all("burn" not in f.cards for f in match.view(0).freezers)


@rule("WVS-41", "WVS-42", "WVS-R7", "WVS-R16")
@pytest.mark.parametrize("tray", ["burn dog", "dog burn"])
def test_scenario_6_dog_and_freezer_burn_on_one_tray(scene: Scene, tray: str) -> None:
    def start() -> parlour.Match:
        return opening(scene, ["sugar waffle", "vanilla lemon", None], seat=1, deck=f"{tray} cup cup cup mint")

    match = start()
    assert match.view().phase == "dog"
    assert texts(match, 1) == {"dog keep", "dog discard"}
    match.play(1, "dog discard")
    assert match.view(1).tray == ["cup", "mint"]
    match.play(1, "keep cup")
    assert freezer(match, 1) == ["cup", "cup", "cup"]
    assert match.view().discards == ["sugar", "vanilla", "lemon", "burn", "dog", "mint"]

    match = start()
    match.play(1, "dog keep")
    assert texts(match, 1) == {"keep burn"}
    match.play(1, "keep burn")
    assert freezer(match, 1) == ["burn", "cup", "cup"]
    assert match.view().discards == ["sugar", "vanilla", "lemon", "dog", "cup"]


@rule("WVS-37", "WVS-43", "WVS-44", "WVS-R15", "WVS-R6")
def test_scenario_7_mouldy_cones(scene: Scene) -> None:
    # P1 opens here, so the ledger's P0, P1, P2 are seats 1, 2, 0.
    match = opening(
        scene,
        [
            "sugar cup mint mint mint chocolate chocolate chocolate mango mango",
            "vanilla vanilla strawberry strawberry lemon lemon tiger tiger tiger",
            "waffle wafer bubblegum bubblegum bubblegum maple maple maple maple",
        ],
        seat=1,
        deck="mouldy lemon budge mint mango burn vanilla",
    )
    assert match.view().phase == "keep"
    assert match.view().clockwise
    assert match.view(1).tray == ["lemon", "vanilla"]
    assert [f.size for f in match.view().freezers] == [9, 9, 9]
    assert Counter(freezer(match, 2)) == {"bubblegum": 3, "maple": 4, "mint": 1, "mango": 1}
    assert "burn" in freezer(match, 0)
    assert match.view().discards == ["sugar", "waffle", "wafer", "cup", "budge", "mouldy"]
    drawn = [(e["kind"], e["seat"]) for e in match.events() if e["kind"] in ("wasted", "refilled")]
    assert drawn == [("wasted", 2), ("refilled", 2), ("refilled", 2), ("refilled", 0)]
    match.play(1, "keep lemon")
    assert [f.size for f in match.view().freezers] == [9, 10, 9]


@rule("WVS-44")
def test_a_freezer_of_cones_only_is_empty_for_a_moment_without_ending_the_day(scene: Scene) -> None:
    match = opening(scene, ["sugar waffle", "cup cup", None], seat=1, deck="mouldy lemon mint mango vanilla cherry")
    assert match.view().day == 1
    assert match.view().phase == "keep"
    assert freezer(match, 1) == ["mango", "mint"]
    assert freezer(match, 0) == ["vanilla"]
    assert match.view(1).tray == ["lemon", "cherry"]


@rule("WVS-32", "WVS-35", "WVS-36", "WVS-58")
def test_scenario_8_freezer_burn_may_leave_only_as_the_last_card(scene: Scene) -> None:
    match = scene(["burn lemon mint", None, None], flights={1: ["waffle mint"]}, current=0)
    match.play(0, "scoop mint on seat 1's 1st melt")
    assert texts(match, 0) == {"give lemon"}
    with pytest.raises(parlour.Refused, match="WVS-35"):
        match.play(0, "give burn")
    match.play(0, "give lemon")
    assert match.view().day == 1

    # P1's flight of seven cards counts whole, the freezer of three and Freezer burn too.
    flight = ["sugar vanilla vanilla vanilla", "cup lemon"]
    match = scene(["burn mint", "mango mango tiger", None], flights={1: flight}, current=0, options={"first_scooper": 0})
    match.play(0, "scoop mint on seat 1's 2nd melt")
    earned = match.view().earned
    assert earned[0][1] == -7 - 4
    day_over = next(e for e in match.events() if e["kind"] == "day_over")
    assert (day_over["why"], day_over["who"]) == (rules.BY_LOSING, 0)
    scored = next(e for e in match.events() if e["kind"] == "scored" and e["seat"] == 0)
    worth = sum(e["worth"] for e in match.events() if e["kind"] == "melted" and e["seat"] == 0)
    assert (scored["cards"], scored["points"]) == (0, worth)


@rule("WVS-34", "WVS-36")
def test_scenario_9_a_closing_turn_discards_the_last_freezer_burn(scene: Scene) -> None:
    match = scene(["burn mint", None, None], flights={1: ["waffle mint"]}, current=0, turn="closing")
    match.play(0, "scoop mint on seat 1's 1st melt")
    assert match.view().day == 2
    assert "burned" not in kinds(match)
    assert [e["card"] for e in match.events() if e["kind"] == "discarded"] == [rules.BURN]


@rule("WVS-33", "WVS-R9")
def test_scenario_10_a_blind_take_is_any_card_with_equal_chance(scene: Scene) -> None:
    moved: Counter[str] = Counter()
    for seed in range(600):
        match = scene(["burn lemon cup mint", None, None], flights={1: ["waffle mint"]}, mode="self-serve", seed=seed)
        match.play(0, "scoop mint on seat 1's 1st melt")
        took = {viewer: next(e for e in match.events(viewer) if e["kind"] == "took") for viewer in (0, 1, 2, None)}
        assert took[0]["card"] == took[1]["card"] is not None
        assert took[2]["card"] is took[None]["card"] is None
        moved[took[0]["card"]] += 1
    assert set(moved) == {rules.BURN, 14, 5}
    assert all(150 < count < 250 for count in moved.values())


def score_of(scene: Scene, freezer: str, flight: list[str], **options: Any) -> int:
    """The day score of a Night Nurse with this flight and freezer, when P1 passes a last card and ends the day."""
    match = scene(
        [freezer, "lemon lemon", None], flights={0: flight, 2: ["cup vanilla"]}, current=1, turn="closing", options=options
    )
    match.play(1, "scoop lemon on seat 2's 1st melt")
    return int(match.view().earned[0][0])


@rule("WVS-54", "WVS-55", "WVS-57", "WVS-58", "WVS-R10", "WVS-R11", "WVS-R12")
def test_scenario_11_scoring_a_night_nurse(scene: Scene) -> None:
    flight = ["waffle mint chocolate mint whip", "cup mango"]
    assert score_of(scene, "lemon", flight) == 31
    assert score_of(scene, "lemon", flight, liked="kinds") == 26
    assert score_of(scene, "lemon burn", flight) == -9
    assert score_of(scene, "lemon burn", flight, freezer_burn="reversed") == -34
    assert score_of(scene, "lemon", flight, open_melts_score=False) == 29
    assert score_of(scene, "lemon burn", flight, open_melts_score=False) == -9


@rule("WVS-28", "WVS-56", "WVS-R20")
def test_scenario_12_a_disliked_scoop_spoils_a_melt_for_good(scene: Scene) -> None:
    match = scene([None, "tiger lemon sugar", None], flights={0: ["waffle mint"]}, current=1)
    assert match.view(0).flights[0][0].worth == 6
    assert match.view(1).flights[0][0].worth is None
    match.play(1, "scoop tiger on seat 0's 1st melt")
    assert match.view(0).flights[0][0].worth == 0
    assert score_of(scene, "lemon", ["waffle mint tiger mint whip"]) == -1


@rule("WVS-12", "WVS-13", "WVS-26", "WVS-27", "WVS-28", "WVS-29")
def test_scenario_13_exactly_four_plays(scene: Scene) -> None:
    match = scene(
        ["cup mint cherry", None], flights={1: ["sugar mint", "sugar mint whip"]}, current=0, turn="middle", scooper=1
    )
    plays = {text for text in texts(match, 0) if "seat 0" not in text and "own" not in text}
    assert plays == {"pass", "start cup+mint", "scoop mint on player 2's 1st melt", "top cherry on player 2's 1st melt"}
    assert len(texts(match, 0)) == 4
    with pytest.raises(parlour.Refused, match="WVS-13"):
        match.play(0, "scoop mint on seat 1's 2nd melt")


@rule("WVS-30", "WVS-49", "WVS-50", "WVS-51", "WVS-R25")
def test_scenario_14_the_last_card_played_or_lost_ends_the_day(scene: Scene) -> None:
    match = scene(["cup mint", None, None], current=0)
    sizes = [f.size for f in match.view().freezers]
    match.play(0, "start cup+mint")
    over = next(e for e in match.events() if e["kind"] == "day_over")
    assert (over["why"], over["who"]) == (rules.BY_PLAYING, 0)
    assert "gave" not in kinds(match)
    assert [e["cards"] for e in match.events() if e["kind"] == "scored"] == [0, *sizes[1:]]

    match = scene(["mint lemon", None, None], flights={2: ["wafer mint"]}, current=0)
    sizes = [f.size for f in match.view().freezers]
    match.play(0, "scoop mint on seat 2's 1st melt")
    over = next(e for e in match.events() if e["kind"] == "day_over")
    assert (over["why"], over["who"]) == (rules.BY_LOSING, 0)
    assert [e["cards"] for e in match.events() if e["kind"] == "scored"] == [0, sizes[1] + 1, sizes[2]]


@rule("WVS-52", "WVS-R14")
@pytest.mark.parametrize("players", range(2, 7))
def test_scenario_15_closing_time_after_three_cycles_of_passes(players: int) -> None:
    match = WESTVAN.new(players, seed=3)
    passes = 0
    while match.view().day == 1:
        seat = match.acting[0]
        if match.view().phase == "play":
            passes += 1
            match.play(seat, "pass")
        else:
            match.play(seat, match.legal(seat)[0])
    assert passes == 3 * (players + 1)
    over = next(e for e in match.events() if e["kind"] == "day_over")
    assert over["why"] == rules.BY_PASSING
    cards = [e["cards"] for e in match.events() if e["kind"] == "scored"]
    assert sum(cards) == 9 * players
    assert all(e["points"] <= -9 for e in match.events() if e["kind"] == "scored")


@rule("WVS-39", "WVS-53", "WVS-R21")
def test_scenario_16_flights_are_scored_by_the_character_held_at_the_end(scene: Scene) -> None:
    freezers: list[Any] = ["sugar mint", "lemon lemon", "lemon", None]
    flights = {0: [], 1: ["wafer bubblegum vanilla sprinkles"], 2: ["cup lemon mint cherry"], 3: ["dipped mango"]}
    for swap, expected in (("swap 1 2", 0), ("swap 0 3", 20)):
        match = opening(scene, freezers, seat=1, flights=flights, deck="tastes maple maple mango")
        assert match.view().phase == "swap"
        assert len(texts(match, 1)) == 6
        match.play(1, swap)
        match.play(1, "keep maple")
        # P1 plays on P3's open melt and loses cards until somebody has none.
        while match.view().day == 1:
            seat = match.acting[0]
            moves = sorted(texts(match, seat), key=lambda text: ("seat 3's" not in text and "own 1st" not in text, text))
            match.play(seat, moves[0])
        worth = {e["seat"]: e["worth"] for e in match.events() if e["kind"] == "melted" and e["melt"] == 0}
        assert (worth[1], worth[2]) == (expected, expected)


@rule("WVS-46", "WVS-48")
def test_scenario_17_the_discards_become_the_deck_without_the_action_in_play(scene: Scene) -> None:
    pile = "vanilla " * 5 + "chocolate " * 5 + "strawberry " * 5 + "maple " * 4 + "tiger"
    match = scene(
        ["sugar waffle mint mint", None, None], current=0, turn="opening", phase="dog", tray="dog lemon", resolving=0,
        deck="cherry", discards=pile,
    )  # fmt: skip
    # Everything that the scene put under the named card goes to the discards too, so that one card is left.
    position = match.position()
    position["discards"] = position["deck"][1:] + position["discards"]
    position |= {"deck": ["cherry"], "loose": 0}
    match = WESTVAN.position(position, seed=2)
    pile_size = len(position["discards"])
    match.play(0, "dog discard")
    reshuffled = [e for e in match.events() if e["kind"] == "reshuffled"]
    assert [e["cards"] for e in reshuffled] == [pile_size + 4]
    assert "cherry" in freezer(match, 0)
    assert match.view().freezers[0].size == 4
    told = kinds(match)
    assert told.index("reshuffled") > told.index("fed")
    drawn_before = told[: told.index("reshuffled")].count("refilled")
    assert drawn_before == 1
    assert match.view().discards[0] == "dog"

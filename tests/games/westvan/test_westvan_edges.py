"""West Van Soft where two rules meet: what the ledger says together, though no single rule says it."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.games.westvan import rules
from parlour.games.westvan.cards import DOG_FB, LOSE, NUMBER
from parlour.testing import rule

HARD = int(os.environ.get("PARLOUR_HARD", "1"))

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


def with_deck(match: parlour.Match, deck: list[str], discards: list[str] = []) -> parlour.Match:  # noqa: B006 (only read)
    """The same position with only these cards in the deck: all others lie on the discard pile, with the given ones last."""
    position = match.position()
    pile = Counter(position["deck"] + position["discards"]) - Counter(deck + discards)
    return WESTVAN.position(position | {"deck": deck, "loose": 0, "discards": [*pile.elements(), *discards]}, seed=5)


@rule("WVS-22", "WVS-42", "WVS-46", "WVS-R7")
@pytest.mark.parametrize("tray", ["burn dog", "dog burn"])
def test_the_dog_is_not_shuffled_into_the_deck_that_replaces_freezer_burn(scene: Scene, tray: str) -> None:
    """The deck runs out with the freezer's last card, so the card for Freezer burn comes from the shuffled discards: the dog
    is still being carried out then and lies on the tray."""
    place = tray.split().index("dog")
    dealt = [None, "vanilla lemon", None]
    match = with_deck(scene(dealt, current=1, turn="opening", phase="dog", tray=tray, resolving=place), ["cup", "cup"])
    before = len(match.view().discards)
    match.play(1, "dog discard")
    assert [event["cards"] for event in match.events() if event["kind"] == "reshuffled"] == [before + 3]
    assert match.view().discards[0] == "dog"
    assert match.view().deck + len(match.view().discards) + len(match.view().tray) == 108 - 27


@rule("WVS-31", "WVS-36", "WVS-45", "WVS-R28")
def test_a_question_that_leaves_one_card_to_lose_loses_it(scene: Scene) -> None:
    """Nobody is asked which card to lose where everybody can see that there is but one."""
    match = scene(["burn lemon", None, None], current=0, phase="lose", options={"sommelier": True})
    assert texts(match, 0) == {"give lemon", "ask"}
    match.play(2, "ask")
    assert [event["card"] for event in match.events(1) if event["kind"] == "gave"] == [NUMBER["lemon"]]
    over = next(event for event in match.events() if event["kind"] == "day_over")
    assert (over["why"], over["who"]) == (rules.BY_LOSING, 0)
    asked_back = scene(["burn lemon cup", None, None], current=0, phase="lose", options={"sommelier": True})
    asked_back.play(2, "ask")
    assert texts(asked_back, 0) == {"give lemon", "give cup", "ask"}


# The book where it says otherwise than our rulings (options).


@rule("WVS-37", "WVS-R6")
def test_by_option_the_scoopers_own_refills_are_played(scene: Scene) -> None:
    """Two actions come up for the dog: other cards replace them in the freezer, and both are played, the earliest first."""
    dealt = [None, "vanilla lemon", None]
    deck = ["budge", "cup", "insist", "cup", "cherry", "whip"]
    for refills, direction, mode, discards in (
        ("played", False, "self-serve", ["dog", "budge", "insist"]),
        ("discarded", True, "delivery", ["budge", "insist", "dog"]),
    ):
        given = {"tray": "dog tiger", "resolving": 0, "phase": "dog", "turn": "opening", "current": 1}
        match = with_deck(scene(dealt, options={"refills": refills}, **given), deck)
        match.play(1, "dog discard")
        assert match.view().freezers[1].size == 2
        assert match.position()["freezers"][1] == ["cup", "cup"]
        assert (match.view().clockwise, match.view().mode) == (direction, mode)
        assert match.view().discards[-3:] == discards
        assert match.view(1).tray == ["tiger", "cherry"]


@rule("WVS-37", "WVS-43", "WVS-R6")
def test_only_the_scoopers_refills_are_played_and_they_wait_their_turn(scene: Scene) -> None:
    """Mouldy cones: the scooper draws a Change of tastes, the neighbour a Budge in line. The second is discarded, the first
    is asked about before another card comes onto the tray."""
    freezers = ["sugar lemon lemon", "cup lemon", "waffle lemon", None]
    match = opening(scene, freezers, deck="mouldy tiger tastes mango budge vanilla cherry", options={"refills": "played"})
    assert (match.view().phase, match.view().action, match.view().clockwise) == ("swap", "tastes", True)
    assert match.position()["freezers"][1] == ["mango", "lemon"]
    match.play(1, "swap 0 2")
    assert match.view(1).tray == ["tiger", "cherry"]


@rule("WVS-R6")
def test_actions_that_wait_are_seen_by_all_and_stay_in_a_position(scene: Scene) -> None:
    given = {"tray": "dog tiger", "resolving": 0, "phase": "dog", "turn": "opening", "current": 1}
    scooped = scene([None, "vanilla lemon", None], options={"refills": "played"}, **given)
    match = with_deck(scooped, ["tastes", "dog", "cup", "cup", "cherry", "whip", "fudge"])
    match.play(1, "dog discard")
    assert match.view().queue == match.view(0).queue == ["dog"]
    again = WESTVAN.position(match.position())
    again.play(1, "swap 0 1")
    assert again.view().action == "dog"
    with pytest.raises(parlour.BadPosition, match="WVS-R6"):
        WESTVAN.position(match.position() | {"options": {}})


@rule("WVS-45", "WVS-R26")
def test_by_option_everybody_may_ask_in_every_turn(scene: Scene) -> None:
    match = scene(["burn lemon mint", None, None], current=0, options={"sommelier": True, "questions": "turn"})
    for asker in (1, 2, 0):
        match.play(asker, "ask")
        assert "burn" in match.view().freezers[asker].cards
    refusal = match.why_not(1, "ask")
    assert refusal is not None
    assert (refusal.rule, "in this turn" in refusal.sentence) == ("WVS-R26", True)
    match.play(0, "pass")
    match.play(0, "give lemon")
    assert match.view().may_ask == [0, 1, 2]
    match.play(1, "ask")
    assert "burn" in match.view().freezers[1].cards


@rule("WVS-52", "WVS-R14")
def test_by_option_there_is_no_closing_time() -> None:
    match = WESTVAN.new(2, seed=4, closing_time=False)
    for _ in range(150):
        seat = match.view().current
        moves = texts(match, seat)
        match.play(seat, "pass" if "pass" in moves else sorted(moves)[0])
    assert (match.view().day, match.view().closing_time) == (1, 0)
    assert list(WESTVAN.problems(match.state)) == []


def short_deck(match: parlour.Match, dice: random.Random) -> parlour.Match:
    """The same moment with few cards in the deck, actions and Freezer burn before all others; what is known stays, so Freezer
    burn stays in its pile."""
    names = match.position()
    both = names["deck"] + names["discards"]
    special = [word for word in both if NUMBER[word] >= NUMBER["burn"] and (word != "burn" or word in names["deck"])]
    special = dice.sample(special, min(len(special), 3))
    special += [word for word in ("dog", "burn") if word in names["deck"] and word not in special and dice.random() < 0.7]
    dice.shuffle(special)
    rest = [*(Counter(both) - Counter(special)).elements()]
    if "burn" in names["deck"] and "burn" not in special:
        return match
    deck = dice.sample([word for word in rest if word != "burn"], dice.randrange(12))
    discards = [*(Counter(rest) - Counter(deck)).elements()]
    piles = {"deck": special + deck, "loose": 0, "discards": discards}
    return WESTVAN.position(names | piles, seed=dice.randrange(10**6))


def on_the_tray(match: parlour.Match) -> list[tuple[bool, int]]:
    """For each reshuffle of the latest turn, told by the log alone: whether an action had come up before, and how many cards
    were kept on the tray (the action among them) or waiting, as freezers and flights hold 9 a player, less what is owed."""
    found, acted, owed = [], False, 0
    for event in match.events():
        if event["kind"] == "turn":
            acted, owed, found = False, 0, []
        acted = acted or event["kind"] == "acted"
        owed += event["cards"] if event["kind"] in ("fed", "purged") else -(event["kind"] == "refilled")
        if event["kind"] == "reshuffled":
            found.append((acted, 108 - event["cards"] - (9 * match.players - owed)))
    return found


@rule("WVS-22", "WVS-42", "WVS-46", "WVS-48")
@pytest.mark.parametrize("players", range(2, 7))
def test_days_on_a_short_deck_keep_every_card(players: int) -> None:
    """A deck of a few cards, actions first, put under the game at every opening: so any draw in the middle of any action may
    have to shuffle, which ordinary days hardly ever do. The tray is empty only before the first action."""
    shuffled = 0
    for seed in range(8 * HARD):
        dice = random.Random(f"{players} {seed}")
        options = {"refills": dice.choice(["discarded", "played"]), "sommelier": dice.random() < 0.3}
        match = WESTVAN.new(players, seed, **options)
        for _ in range(60):
            state = match.state
            if match.over or state.day > 1:
                break
            if state.turn == rules.CLOSING and state.phase == LOSE:
                match = short_deck(match, dice)
            opening = state.phase <= DOG_FB
            seat = dice.choice(match.acting)
            match.play(seat, dice.choice(match.legal(seat)))
            if opening or match.state.phase <= DOG_FB:
                seen = on_the_tray(match)
                shuffled += len(seen)
                assert all(acted <= kept for acted, kept in seen), (players, seed, match.log())
                assert list(WESTVAN.problems(match.state)) == [], (players, seed)
    assert shuffled > 5

"""West Van Soft: the rules that the scenarios do not show, the options, and the bounds of the record."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.contract import LATER, SOON
from parlour.games.westvan import rules
from parlour.games.westvan.cards import BURN, CARDS, CHARACTERS, NUMBER
from parlour.testing import kit, rule

WESTVAN = parlour.game("westvan")
HARD = int(os.environ.get("PARLOUR_HARD", "1"))
Scene = Callable[..., parlour.Match]


def texts(match: parlour.Match, seat: int) -> set[str]:
    return {WESTVAN.text(move, seat) for move in match.legal(seat)}


def refused(match: parlour.Match, seat: int, move: Any) -> str:
    before = bytes(match.state)
    with pytest.raises(parlour.Refused) as caught:
        match.play(seat, move)
    assert bytes(match.state) == before
    return caught.value.rule


def finished(players: int, seed: int = 0, **options: Any) -> parlour.Match:
    return [match for match, _ in kit.play_through(WESTVAN, players, seed, **options)][-1]


# The cards.


@rule("WVS-03", "WVS-R1", "WVS-R4")
def test_108_cards_of_the_printed_numbers() -> None:
    groups = [sum(card.copies for card in CARDS[first:last]) for first, last in ((0, 6), (6, 15), (15, 21), (21, 27))]
    assert groups == [30, 45, 18, 15]
    assert sum(groups) == 108
    assert [card.copies for card in CARDS[21:]] == [1, 3, 3, 4, 2, 2]
    assert len({card.word for card in CARDS}) == 27


@rule("WVS-03", "WVS-06", "WVS-R2")
def test_18_characters_of_equal_strength() -> None:
    assert len({character.name for character in CHARACTERS}) == 18
    for tastes in ([c.likes.split() for c in CHARACTERS], [c.dislikes.split() for c in CHARACTERS]):
        count = Counter(word for words in tastes for word in words)
        for words in tastes:
            kinds = [NUMBER[word] for word in words]
            assert [k < 6 for k in kinds] == [True, False, False, False]
            assert [6 <= k < 15 for k in kinds] == [False, True, True, False]
            assert sum(CARDS[k].copies for k in kinds) == 18
        assert {count[card.word] for card in CARDS[:6]} == {3}
        assert {count[card.word] for card in CARDS[6:15]} == {4}
        assert {count[card.word] for card in CARDS[15:21]} == {3}
        assert len({frozenset(words[1:3]) for words in tastes}) == 18
    assert all(not set(c.likes.split()) & set(c.dislikes.split()) for c in CHARACTERS)


# Days.


@rule("WVS-02", "WVS-06", "WVS-59", "WVS-60")
@pytest.mark.parametrize("players", range(2, 7))
def test_three_days_with_new_characters_and_the_highest_total_wins(players: int) -> None:
    match = finished(players, seed=players)
    dealt = [
        (e["seat"], e["taste"])
        for seat in range(players)
        for e in match.events(seat)
        if e["kind"] == "character" and e["taste"] is not None
    ]
    assert len(dealt) == len({taste for _, taste in dealt}) == 3 * players
    assert [e["day"] for e in match.events() if e["kind"] == "day"] == [1, 2, 3]
    view = match.view()
    assert len(view.earned) == 3
    assert [sum(day[seat] for day in view.earned) for seat in range(players)] == view.total
    assert match.outcome is not None
    assert match.outcome.winners == [seat for seat in range(players) if view.total[seat] == max(view.total)]
    scored = [e for e in match.events() if e["kind"] == "scored"]
    assert [e["points"] for e in scored] == [points for day in view.earned for points in day]
    with pytest.raises(parlour.Refused, match="WVS-60"):
        match.play(0, "pass")


@rule("WVS-60", "WVS-R19")
def test_level_totals_share_the_victory() -> None:
    state = WESTVAN.blank(4, 1, {})
    rules.setup(state)
    for seat, total in enumerate((-3, -9, -3, -4)):
        state.total[seat] = total
    assert rules.winners(state) == 0b0101


@rule("WVS-09", "WVS-R17", "WVS-R18", "WVS-R27")
def test_first_scoopers_by_option() -> None:
    spread = {2: [0, 1, 0], 3: [0, 1, 2], 4: [0, 1, 2], 5: [0, 1, 3], 6: [0, 2, 4]}
    for players, offsets in spread.items():
        for option, steps in (("spread", offsets), ("clockwise", [0, 1, 2])):
            match = finished(players, 5, day_start=option, first_scooper=1)
            begun = [e["seat"] for e in match.events() if e["kind"] == "day"]
            assert begun == [(1 + step) % players for step in steps]
    starts = {
        tuple(e["seat"] for e in finished(3, seed, day_start="random").events() if e["kind"] == "day") for seed in range(40)
    }
    assert len(starts) > 15
    assert {WESTVAN.new(3, seed).view().current for seed in range(30)} == {0, 1, 2}


@rule("WVS-08", "WVS-59", "WVS-R18")
def test_each_day_begins_in_delivery_and_clockwise() -> None:
    for seed in range(12):
        for match, _ in kit.play_through(WESTVAN, 3, seed):
            events = match.events()
        modes: list[tuple[int, int]] = []
        mode, direction = 0, 1
        for event in events:
            if event["kind"] == "day":
                mode, direction = 0, 1
            elif event["kind"] == "switched":
                assert event["mode"] == 1 - mode
                mode = event["mode"]
            elif event["kind"] == "budged":
                assert event["direction"] == -direction
                direction = event["direction"]
            elif event["kind"] in ("gave", "took"):
                modes.append((mode, ("gave", "took").index(event["kind"])))
                assert event["taker"] == (event["giver"] + direction) % 3
        assert all(wanted == seen for wanted, seen in modes)


# Melts and turns.


@rule("WVS-10", "WVS-11", "WVS-13", "WVS-14")
def test_flights_only_grow_and_a_complete_melt_never_changes() -> None:
    for players in range(2, 7):
        before: list[list[Any]] = []
        day = 1
        for match, _ in kit.play_through(WESTVAN, players, seed=7):
            view = match.view()
            if view.day == day:
                for old, new in zip(before, view.flights, strict=False):
                    for was, now in zip(old, new, strict=False):
                        assert now.cone == was.cone
                        assert now.scoops[: len(was.scoops)] == was.scoops
                        assert was.topping is None or (now.scoops, now.topping) == (was.scoops, was.topping)
                    assert len(new) >= len(old)
            assert all(melt.scoops for flight in view.flights for melt in flight)
            before, day = view.flights, view.day


@rule("WVS-21", "WVS-23", "WVS-25", "WVS-47")
def test_the_scooper_keeps_one_of_two_and_shows_the_other(scene: Scene) -> None:
    match = scene([None, None, None], current=0, turn="opening", phase="keep", tray="mint cherry", resolving=None)
    assert texts(match, 0) == {"keep mint", "keep cherry"}
    assert match.view(0).tray == ["mint", "cherry"]
    assert match.view(1).tray == match.view().tray == [None, None]
    assert refused(match, 0, "keep lemon") == "WVS-23"
    assert refused(match, 0, "pass") == "WVS-21"
    size = match.view().freezers[0].size
    match.play(0, "keep cherry")
    assert match.view().freezers[0].size == size + 1
    assert match.view().discards[-1] == "mint"
    kept = {viewer: next(e for e in match.events(viewer) if e["kind"] == "kept") for viewer in (0, 1, None)}
    assert kept[0]["card"] == NUMBER["cherry"]
    assert kept[1]["card"] is kept[None]["card"] is None
    assert kept[1]["other"] == NUMBER["mint"]


@rule("WVS-R28")
def test_the_scooper_is_asked_even_without_a_choice(scene: Scene) -> None:
    for tray in ("mint mint", "burn mint", "mint burn"):
        match = scene([None, None, None], current=0, turn="opening", phase="keep", tray=tray)
        assert len(match.legal(0)) == 1
        assert match.view(1) == scene([None] * 3, current=0, turn="opening", phase="keep", tray="mint cherry").view(1)
    match = scene([None, None, None], current=0, turn="opening", phase="dog", tray="dog mint", resolving=0)
    assert texts(match, 0) == {"dog discard"}
    assert refused(match, 0, "dog keep") == "WVS-42"


@rule("WVS-26", "WVS-31", "WVS-32", "WVS-34", "WVS-47")
def test_a_turn_is_one_play_and_one_loss(scene: Scene) -> None:
    match = scene(["cup mint lemon mint", None, None], flights={1: ["waffle mango"]})
    assert refused(match, 0, "give lemon") == "WVS-15"
    match.play(0, "scoop mint on seat 1's 1st melt")
    assert texts(match, 0) == {"give cup", "give mint", "give lemon"}
    assert refused(match, 0, "pass") == "WVS-26"
    assert refused(match, 0, "scoop mint on seat 1's 1st melt") == "WVS-26"
    assert refused(match, 0, "discard cup") == "WVS-32"
    assert refused(match, 0, "give mango") == "WVS-32"
    match.play(0, "give cup")
    assert "cup" in match.view(1).freezers[1].cards
    assert match.view(0).freezers[1].cards == ["cup"]
    assert match.view(2).freezers[1].cards == match.view().freezers[1].cards == []
    assert match.acting == (1,)

    match = scene(["cup mint lemon mint", None, None], flights={1: ["waffle mango"]}, turn="closing", mode="self-serve")
    match.play(0, "pass")
    assert texts(match, 0) == {"discard cup", "discard mint", "discard lemon"}
    assert refused(match, 0, "give cup") == "WVS-34"
    match.play(0, "discard cup")
    assert next(e for e in match.events(2) if e["kind"] == "discarded")["card"] == NUMBER["cup"]


@rule("WVS-27")
def test_a_melt_needs_both_cards_and_stays_at_home(scene: Scene) -> None:
    match = scene(["cup mint", None, None])
    assert refused(match, 0, "start cup+lemon") == "WVS-27"
    assert refused(match, 0, "start waffle+mint") == "WVS-27"
    match.play(0, "start cup+mint")
    flights = [e for e in match.events() if e["kind"] == "started"]
    assert [e["seat"] for e in flights] == [0]


@rule("WVS-36", "WVS-51", "WVS-R8")
def test_freezer_burn_alone_is_taken_in_self_serve(scene: Scene) -> None:
    match = scene(["burn mint", "lemon lemon", None], flights={1: ["waffle mango"]}, mode="self-serve", day=1)
    match.play(0, "scoop mint on seat 1's 1st melt")
    burned = [e["seat"] for e in match.events() if e["kind"] == "burned"]
    assert burned == [1]
    assert match.view().day == 2


# Dog ate my ice cream.


@rule("WVS-41", "WVS-42")
def test_freezer_burn_in_the_freezer_may_go_to_the_dog_or_stay(scene: Scene) -> None:
    def start() -> parlour.Match:
        return scene(
            ["burn mint lemon", None, None], current=0, turn="opening", phase="dog", tray="dog tiger", resolving=0,
            deck="cup cherry mango maple fudge",
        )  # fmt: skip

    match = start()
    match.play(0, "dog discard")
    assert sorted(match.view(0).freezers[0].cards) == ["cherry", "cup", "mango"]
    assert match.view(0).tray == ["tiger", "maple"]
    assert match.view().discards == ["mint", "lemon", "burn", "dog"]
    match = start()
    match.play(0, "dog keep")
    assert sorted(match.view(0).freezers[0].cards) == ["burn", "cherry", "cup"]
    assert match.view(0).tray == ["tiger", "mango"]
    # Three cards, two discarded: everybody can tell what the third is.
    assert match.view().freezers[0].cards == ["burn"]
    assert match.view(2).freezers[0].cards == ["burn"]


@rule("WVS-37", "WVS-R6")
def test_actions_drawn_for_the_dog_are_discarded_and_freezer_burn_stays(scene: Scene) -> None:
    match = scene(
        ["mint lemon", None, None], current=0, turn="opening", phase="dog", tray="dog tiger", resolving=0,
        deck="insist mouldy burn budge cup mango",
    )  # fmt: skip
    match.play(0, "dog discard")
    assert sorted(match.view(0).freezers[0].cards) == ["burn", "cup"]
    assert match.view().discards == ["mint", "lemon", "insist", "mouldy", "budge", "dog"]
    assert match.view().mode == "delivery"
    assert match.view().clockwise


def test_a_replacement_on_the_tray_that_is_an_action_is_played_too(scene: Scene) -> None:
    match = scene(
        ["mint lemon", None, None], current=0, turn="opening", phase="dog", tray="burn dog", resolving=1,
        deck="cup cup insist budge maple tiger",
    )  # fmt: skip
    match.play(0, "dog discard")
    assert match.view().mode == "self-serve"
    assert not match.view().clockwise
    assert match.view(0).tray == ["maple", "tiger"]
    assert match.view().discards == ["mint", "lemon", "burn", "dog", "insist", "budge"]


# Change of tastes.


@rule("WVS-39", "WVS-R3")
def test_two_players_swap_without_being_asked(scene: Scene) -> None:
    match = scene(["sugar mint", None], current=0, turn="closing", phase="lose", deck="tastes lemon mango")
    match.play(0, "discard sugar")
    assert match.view().phase == "keep"
    assert match.position()["characters"] == ["toddler", "night nurse"]
    swapped = next(e for e in match.events(0) if e["kind"] == "swapped")
    assert (swapped["one"], swapped["two"]) == (0, 1)


def test_a_swap_names_seats_of_the_table(scene: Scene) -> None:
    match = scene([None, None, None], current=0, turn="opening", phase="swap", tray="tastes mint", resolving=0)
    assert texts(match, 0) == {"swap player 1 and player 2", "swap player 1 and player 3", "swap player 2 and player 3"}
    assert refused(match, 0, "swap 1 3") == "WVS-39"
    assert refused(match, 0, "pass") == "WVS-39"
    with pytest.raises(parlour.BadMove, match="two different players"):
        match.play(0, "swap 1 1")


# The sommelier rule.


def asking(scene: Scene, freezers: list[Any], **more: Any) -> parlour.Match:
    return scene(freezers, options={"sommelier": True}, **more)


@rule("WVS-45", "WVS-R24", "WVS-R26")
def test_who_asks_gets_freezer_burn(scene: Scene) -> None:
    match = asking(scene, ["burn mint lemon", None, None], flights={1: ["waffle mango"]})
    assert match.acting == (0, 1, 2)
    assert match.awaited == (0,)
    assert texts(match, 2) == {"ask"}
    assert "ask" in texts(match, 0)
    assert refused(match, 2, "pass") == "WVS-15"
    match.play(2, "ask")
    assert all("burn" in match.view(viewer).freezers[2].cards for viewer in (0, 1, 2, None))
    assert match.view().freezers[0].size == 2
    assert match.acting == (0, 1)
    match.play(0, "ask")
    assert "burn" in match.view().freezers[0].cards
    assert refused(match, 0, "ask") == "WVS-R26"
    assert match.view().phase == "play"


@rule("WVS-45")
def test_asking_without_freezer_burn_in_a_freezer_moves_nothing_but_is_heard(scene: Scene) -> None:
    match = asking(scene, ["cup mint lemon", None, None], flights={1: ["waffle mango"]}, deck="burn")
    match.play(1, "ask")
    assert next(e for e in match.events() if e["kind"] == "asked")["holder"] == -1
    assert all("burn" not in f for f in match.position()["freezers"])
    odds = match.position()["memory"]["odds"]
    assert all(odds[viewer][seat] == 0 for viewer in range(4) for seat in (0, 2))
    off = scene(["cup mint lemon", None, None], flights={1: ["waffle mango"]})
    assert refused(off, 0, "ask") == "WVS-45"
    assert off.acting == (0,)


@rule("WVS-45", "WVS-49")
def test_a_question_that_takes_the_last_card_ends_the_day(scene: Scene) -> None:
    match = asking(scene, [None, "burn", None], flights={1: ["waffle mango"]}, current=0)
    match.play(2, "ask")
    over = next(e for e in match.events() if e["kind"] == "day_over")
    assert (over["why"], over["who"]) == (rules.BY_ASKING, 1)
    assert [e["seat"] for e in match.events() if e["kind"] == "burned"] == [2]
    assert match.acting == (0, 1, 2)
    assert match.view().day == 2


# Options.


def test_every_option_is_in_the_record_and_refuses_other_words() -> None:
    options = {
        "open_melts_score": False, "liked": "kinds", "freezer_burn": "reversed", "sommelier": True, "day_start": "random",
        "first_scooper": 1, "questions": "turn", "refills": "played", "closing_time": False,
    }  # fmt: skip
    assert WESTVAN.new(3, 1, **options).options == options
    for name in options:
        with pytest.raises(parlour.BadSetup, match=name):
            WESTVAN.new(3, 1, **{name: "banana"})


# Bounds of the record.


def drive(match: parlour.Match, choose: Callable[[parlour.Match, int, set[str]], str], moves: int = 2000) -> parlour.Match:
    """Play by a policy until day 1 is over; every state on the way must be possible."""
    for _ in range(moves):
        if match.over or match.view().day > 1:
            return match
        seat = match.view().current
        match.play(seat, choose(match, seat, texts(match, seat)))
        assert list(WESTVAN.problems(match.state)) == []
    raise AssertionError("the day does not end")


@rule("WVS-27", "WVS-R26")
@pytest.mark.parametrize("sommelier", [False, True])
def test_nobody_can_start_more_than_five_melts(scene: Scene, sommelier: bool) -> None:
    """Seat 0 starts whenever it can, is handed cones and scoops, and with the sommelier rule asks for one card more."""
    most = 0
    for seed in range(40):
        match = WESTVAN.new(2, seed, sommelier=sommelier)
        dice = random.Random(seed)

        def choose(match: parlour.Match, seat: int, moves: set[str], dice: random.Random = dice) -> str:
            if seat == 0:
                if "ask" in moves and match.position()["freezers"][1].count("burn"):
                    return "ask"
                starts = sorted(text for text in moves if text.startswith("start"))
                return starts[0] if starts else dice.choice(sorted(moves - {"ask"}))
            wanted = "cone" if sum(NUMBER[w] < 6 for w in match.position()["freezers"][0]) < 2 else "scoop"
            ranges = {"cone": range(6), "scoop": range(6, 15)}
            fitting = [text for text in moves if text.startswith("give") and NUMBER[text.split()[1]] in ranges[wanted]]
            return "pass" if "pass" in moves else sorted(fitting)[0] if fitting else sorted(moves - {"ask"})[0]

        drive(match, choose)
        started = [e for e in match.events() if e["kind"] == "started" and e["seat"] == 0]
        upto = next(i for i, e in enumerate(match.events()) if e["kind"] == "day_over")
        most = max(most, len([e for e in match.events()[:upto] if e in started]))
    assert most == 5


@rule("WVS-R26")
def test_from_ten_cards_with_freezer_burn_there_are_five_starts_and_not_six(scene: Scene) -> None:
    """The richest flight that can come up: after the question nine others and Freezer burn, every loss of it blind."""
    cards = "sugar mint sugar mint waffle mint waffle mint wafer lemon"
    match = asking(scene, [cards, "burn vanilla vanilla", None], current=0, flights={})
    match.play(0, "ask")
    assert match.view().freezers[0].size == 11
    started = 0
    for _ in range(60):
        if match.view().day > 1:
            break
        seat = match.view().current
        moves = texts(match, seat) - {"ask"}
        starts = sorted(text for text in moves if text.startswith("start"))
        if seat == 0 and starts:
            match.play(0, starts[0])
            started += 1
        else:
            cones = sorted(text for text in moves if text.split()[-1] in ("cup", "dipped", "pretzel", "wafer", "lemon", "mint"))
            match.play(seat, "pass" if "pass" in moves else (cones or sorted(moves))[0])
        assert list(WESTVAN.problems(match.state)) == []
        assert max(match.state.melts) <= rules.MELTS
    assert started <= 5


@rule("WVS-14")
def test_all_scoops_of_the_game_fit_on_one_melt(scene: Scene) -> None:
    scoops = [card.word for card in CARDS[6:15] for _ in range(5)]
    last = scoops.pop()
    flight = [" ".join(["waffle", *scoops])]
    toppings = [card.word for card in CARDS[15:21] for _ in range(3)]
    freezers = [[last, "cup"], ["sugar", *toppings[:2]], [toppings[2]], [toppings[3]], [toppings[4]], [toppings[5]]]
    rest = 55 - 45 - sum(len(f) for f in freezers)
    freezers[1] += toppings[6 : 6 + rest]
    match = scene(freezers, flights={0: flight}, current=0)
    match.play(0, f"scoop {last} on own 1st melt")
    over = next(e for e in match.events() if e["kind"] == "melted")
    assert over["cards"] == 46


@rule("WVS-14", "WVS-26")
def test_the_list_of_moves_has_room_for_the_fullest_table(scene: Scene) -> None:
    """Ten kinds in the freezer against as many open melts as five other players can have started."""
    kinds = [card.word for card in CARDS[6:15]]
    hand = [*kinds, "cherry"]
    cones = [card.word for card in CARDS[:6] for _ in range(5)]
    scoops = [word for word in kinds for _ in range(4)]
    flights = {seat: [f"{cones.pop()} {scoops.pop()}" for _ in range(4)] for seat in range(1, 6)}
    match = scene([hand, *([scoops.pop()] for _ in range(5))], flights=flights, current=0)
    assert len(match.legal(0)) == 1 + 10 * 20
    assert len(match.legal(0)) <= rules.LISTED
    # Whatever ten or eleven kinds a freezer holds: pass, ask, starts, and thirty places.
    assert (
        max(2 + c * s + 30 * (s + t) for c in range(7) for s in range(10) for t in range(7) if c + s + t <= 11) <= rules.LISTED
    )


@rule("WVS-05", "WVS-48")
@pytest.mark.parametrize("players", [2, 6])
def test_no_freezer_holds_more_than_eleven_cards_and_the_piles_never_run_out(players: int) -> None:
    for seed in range(6):
        dice = random.Random(seed)
        match = WESTVAN.new(players, seed, sommelier=True)
        while not match.over:
            sizes = [freezer.size for freezer in match.view().freezers]
            assert max(sizes) <= 11
            assert match.view().deck + len(match.view().discards) >= 108 - 55 - 2
            # Hoard: whoever may ask does once Freezer burn is out, nobody plays.
            burn = next((seat for seat, freezer in enumerate(match.position()["freezers"]) if "burn" in freezer), None)
            if burn is not None and match.view().may_ask and dice.random() < 0.3:
                match.play(match.view().may_ask[0], "ask")
                continue
            seat = match.view().current
            moves = texts(match, seat) - {"ask"}
            match.play(seat, "pass" if "pass" in moves and dice.random() < 0.8 else dice.choice(sorted(moves)))


@rule("WVS-52")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_day_is_never_longer_than_its_bound(players: int) -> None:
    """As slow as possible: somebody plays one card just before closing time."""
    match = WESTVAN.new(players, seed=9)
    turns = 0
    while match.view().day == 1:
        seat, view = match.view().current, match.view()
        moves = texts(match, seat)
        plays = sorted(text for text in moves if text.startswith(("scoop", "start")))
        slow = view.passes + 5 < view.closing_time or not plays
        turns += view.phase == "play"
        match.play(seat, ("pass" if slow else plays[-1]) if view.phase == "play" else sorted(moves)[-1])
    assert 3 * (players + 1) < turns <= (8 * players + 1) * 3 * (players + 1)


# Invariants of the ledger over whole matches.


@rule("WVS-17", "WVS-18", "WVS-38", "WVS-40", "WVS-54", "WVS-57", "WVS-58")
@settings(max_examples=12 * HARD)
@given(st.integers(2, 6), st.integers(0, 10**6), st.sampled_from(["flat", "reversed"]), st.booleans())
def test_rotation_parity_and_scores_hold_in_any_match(players: int, seed: int, burn: str, sommelier: bool) -> None:
    events = finished(players, seed, freezer_burn=burn, sommelier=sommelier).events()
    turns: list[int] = []
    for event in events:
        if event["kind"] == "day":
            turns = []
        elif event["kind"] == "turn":
            turns.append(event["turn"])
            cycle = [rules.OPENING, *[rules.MIDDLE] * (players - 1), rules.CLOSING]
            assert event["turn"] == cycle[(len(turns) - 1) % (players + 1)]
    melts: list[Any] = []
    burned = False
    for event in events:
        if event["kind"] == "melted":
            melts.append(event)
        elif event["kind"] == "burned":
            burned = True
        elif event["kind"] == "scored":
            worth = sum(melt["worth"] for melt in melts)
            lying = sum(melt["cards"] for melt in melts)
            value = worth if not burned else -lying if burn == "flat" else -worth
            assert worth >= 0
            assert event["points"] == value - event["cards"]
            melts, burned = [], False


# Play-outs: moves without a list, and what is due step by step.


@pytest.mark.parametrize("players", range(2, 7))
def test_the_nth_move_is_the_nth_that_is_listed(players: int) -> None:
    listed = [0] * rules.LISTED
    for match, _ in kit.play_through(WESTVAN, players, 17, sommelier=True):
        for seat in match.acting:
            count = rules.legal(match.state, seat, listed)
            assert rules.how_many(match.state, seat, []) == count
            assert [rules.nth_move(match.state, seat, [], n) for n in range(count)] == listed[:count]


def test_long_work_waits_until_it_is_due() -> None:
    """A day ends and freezers are filled again only in a step that begins with it."""
    seen = Counter[int]()
    for seed in range(6):
        state = WESTVAN.new(4, seed).state
        dice = random.Random(seed)
        while seat_bits := rules.acting(state):
            whole = state.copy()
            seat = seat_bits.bit_length() - 1
            action = dice.choice(WESTVAN.legal(state, seat))
            rules.apply(whole, seat, action)
            rules.act(state, seat, action)
            while due := rules.due(state):
                before = (state.day, state.owed)
                rules.follow(state)
                assert due == LATER or state.day == before[0]
                assert due == LATER or state.owed == before[1] or rules.due(state) == LATER
                seen[due] += 1
            assert bytes(state) == bytes(whole)
    assert seen[LATER] > 20
    assert seen[SOON] > seen[LATER]


# Positions.


def test_impossible_positions_are_refused_with_a_reason(scene: Scene) -> None:
    good = scene(["cup mint lemon", None, None]).position()
    for change, why in (
        ({"freezers": [["cup"], *good["freezers"][1:]]}, "WVS-25"),
        ({"turn": "opening"}, "WVS-17"),
        ({"tray": ["mint"]}, "cards"),
        ({"characters": ["hiker"] * 3}, "WVS-06"),
        ({"used": ["hiker"]}, "WVS-59"),
        ({"passes": 13}, "WVS-52"),
        ({"phase": "banana"}, "Known"),
        ({"freezers": [["cop"], [], []]}, "Did you mean"),
        ({"current": 3}, "Seats are 0 to 2"),
        ({"flights": [[{"cone": "cup", "scoops": []}], [], []]}, "WVS-11"),
        ({"may_ask": [1]}, "WVS-45"),
        ({"memory": None, "day": 4}, "3 days"),
        ({"extra": 1}, "extra"),
        ({"deck": ["cup"] * 9}, "WVS-03"),
        ({"freezers": [["mint"] * 40, *good["freezers"][1:]]}, "WVS-03"),
    ):
        with pytest.raises(parlour.BadPosition, match=why):
            WESTVAN.position(good | change)


def test_cards_that_a_position_does_not_name_lie_in_the_deck(scene: Scene) -> None:
    match = scene(["cup mint lemon", None, None], deck="burn cherry")
    position = match.position()
    assert position["deck"][:2] == ["burn", "cherry"]
    assert list(WESTVAN.problems(match.state)) == []

    def order(seed: int) -> list[int]:
        state = scene(["cup mint lemon", None, None], deck="burn", seed=seed).state
        return [rules.draw(state) for _ in range(20)]

    assert [order(seed)[0] for seed in range(3)] == [BURN] * 3
    assert order(0) == order(0) != order(1)

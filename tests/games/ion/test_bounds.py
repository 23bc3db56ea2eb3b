"""ION at length: the invariants after every move of random play, the worst cases of every bound, and all speeds alike."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ion_kit import ION, A, B, C, D, deal

import parlour
from parlour.games.ion import choices, record
from parlour.games.ion.cards import BY_ID, DECK
from parlour.games.ion.position import Pending
from parlour.testing import kit, rule

HARD = int(os.environ.get("PARLOUR_HARD", "1"))


def played_out(
    players: int, seed: int, choose: Callable[[list[str], random.Random], str], most: int, **options: Any
) -> parlour.Match:
    """A match in which everybody chooses by a policy; the invariants hold after every move."""
    dice = random.Random(f"{players} {seed}")
    match = ION.new(players, seed, **options)
    for _ in range(most):
        assert list(ION.problems(match.state)) == [], match.position()
        if match.over:
            return match
        seat = dice.choice(match.acting)
        match.play(seat, choose([ION.text(move, seat) for move in match.legal(seat)], dice))
    raise AssertionError("the match does not end")


# Invariants.


@settings(max_examples=25 * HARD, derandomize=True)
@given(players=st.integers(2, 10), seed=st.integers(0, 10**6))
def test_the_invariants_hold_after_every_move_whatever_the_options(players: int, seed: int) -> None:
    options = kit.some_options(ION, players, random.Random(seed))
    match = played_out(players, seed, lambda texts, dice: dice.choice(texts), 20_000, **options)
    assert match.outcome is not None


@rule("ION-11", "ION-12", "ION-13")
@pytest.mark.parametrize("players", [2, 4, 7])
def test_every_card_fits_the_one_below_it(players: int) -> None:
    """Retold from the events alone: numbers to match, calls and sums."""
    for seed in range(4):
        match = played_out(players, seed, lambda texts, dice: dice.choice(texts), 5000, sum_rule=bool(seed % 2))
        match_set: set[int] = set()
        total = 0
        for event in match.events():
            if event["kind"] in ("turned_up", "played", "blocked", "shifted"):
                card = DECK[event["card"]]
                wild = card.type in (13, 14)
                by_sum = bool(seed % 2) and total > 0 and card.sum == total
                assert event["kind"] == "turned_up" or wild or card.numbers & match_set or by_sum
                match_set, total = card.numbers, card.sum
            if event["kind"] == "called":
                match_set = {event["number"]}


@rule("ION-95", "ION-96", "ION-97")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_points_of_a_hand_are_those_of_the_losing_hands_and_the_spoils(players: int) -> None:
    totals = [0] * players
    match = played_out(players, 3, lambda texts, dice: dice.choice(texts), 20_000, mode="tournament", target=500)
    left = gained = spoils = 0
    winner = -1
    for event in match.events():
        if event["kind"] == "hand_ended":
            winner, left, gained, spoils = event["winner"], 0, 0, 0
        elif event["kind"] == "left_with":
            left += event["points"]
        elif event["kind"] == "scored":
            totals[event["seat"]] += event["points"]
            assert event["total"] == totals[event["seat"]]
            gained += event["points"]
            spoils += event["spoils"]
        elif event["kind"] in ("hand", "finished"):
            assert gained == (left if winner >= 0 else 0) + spoils
    assert match.outcome is not None
    assert match.outcome.scores == totals
    assert max(totals) >= 500


def test_the_same_seed_and_moves_give_the_same_bytes() -> None:
    for players in (2, 5, 10):
        kit.records_replay(ION, players, seed=3, mode="tournament", target=200, race_mode="sealed")


# Bounds.


@rule("ION-87", "ION-58", "ION-27")
@pytest.mark.parametrize("players", [2, 5, 10])
def test_hoarders_who_always_draw_stop_at_the_cap(players: int) -> None:
    """Nobody ever plays: hands swallow the whole deck, then everybody must play or pass."""

    def hoard(texts: list[str], dice: random.Random) -> str:
        return next((text for text in ("draw", "keep", "accept", "stay", "pass") if text in texts), texts[-1])

    match = played_out(players, 1, hoard, 5000)
    state = match.state
    assert state.turn_count <= choices.turn_cap(state) + 1
    assert max(len(cards) for cards in match.position()["hands"]) > (98 - 12) // players // 2


@rule("ION-87")
def test_spendthrifts_who_keep_all_cards_circulating_stop_at_the_cap() -> None:
    """The most expensive card first keeps everybody drawing (ION-R26)."""

    def spend(texts: list[str], dice: random.Random) -> str:
        cards = [text for text in texts if text in BY_ID]
        return max(cards, key=lambda c: DECK[BY_ID[c]].points) if cards else dice.choice(texts)

    capped = 0
    for seed in range(6):
        match = played_out(9, seed, spend, 20_000, turn_cap_base=100)
        assert match.state.turn_count <= 100 + 20 * 9 + 60
        capped += match.state.ended == record.STALLED_BY_CAP
    assert capped > 0


@rule("ION-53", "ION-54", "ION-82")
def test_three_old_hands_can_lie_under_the_pile_and_never_more() -> None:
    """A shifted New Game +5 resolves after a reshuffle that brought its own card back: the most layers there can be."""
    hand_c = " ".join(f"d{a}{b}{k}" for a in range(2, 6) for b in range(a + 1, 7) for k in "ab")
    played = ["NGF12"] + [card.id for card in DECK if card.type in (7, 8, 9, 2, 3, 6, 13, 14)]
    for seed in range(200):
        aimed = Pending("new_game_5", A, C)
        hands = ["NGF45 d15b", "BLK12 d16a", hand_c, "d14a d16b"]
        match = deal(hands, "SHF12", played=played, rest="spoils 0", decision="respond", actor=C, pending=aimed, seed=seed)
        match.play(C, "accept")
        if "NGF12" not in match.position()["hands"][C]:
            continue
        match.play(C, "NGF12")
        match.play(D, "accept")
        joker = {"JOK4", "JOK5"} & set(match.position()["hands"][D])
        if not joker:
            continue
        match.play(D, joker.pop())
        match.play(A, "NGF45")
        match.play(B, "accept")
        assert match.state.layers == 3 <= record.LAYERS
        assert len(match.view(B).layers) == 4
        break
    else:
        raise AssertionError("no seed leads there")


def test_random_play_stays_far_below_the_bound_of_layers() -> None:
    most = 0
    for players in range(2, 11):
        batch = ION.batch(100 * HARD, players=players, seed=players, mode="tournament", target=500)
        for step in range(40):
            batch.engine.play_on(batch._states, 10, seed=step)
            most = max(most, int(batch.states["layers"].max()))
    assert 1 <= most <= 3


@rule("ION-22")
def test_one_hand_can_hold_all_cards_but_two() -> None:
    everything = deal(["", "d12a"], "NOP22", rest="hand 0")
    assert len(everything.position()["hands"][A]) == 85 - 2
    assert len(everything.legal(A)) <= record.LISTED
    gift = deal(["", "d12a", "d12b"], "GFT25", rest="hand 0", decision="gift", options={"mode": "tournament"})
    assert len(gift.legal(A)) == 98 - 3 <= record.LISTED
    race = deal(
        ["d12b", "", "d12a"],
        "TIC22",
        rest="hand 1",
        decision="race",
        actor=None,
        race={"by": 0},
        options={"mode": "tournament"},
    )
    assert len(race.legal(B)) == 98 - 3 + 1 <= record.LISTED
    new = deal(["d12b", "", "d12a"], "NGF12", rest="hand 1", decision="respond", actor=B, pending=Pending("new_game_5", A, B))
    before = len(new.position()["hands"][B])
    new.play(B, "accept")
    assert len(new.position()["hands"][B]) == before
    assert new.view(B).pile == 0


def test_a_bomb_turned_up_can_end_a_match_before_anybody_acts() -> None:
    over = [seed for seed in range(400) if ION.new(2, seed, bomb="always").over]
    assert over
    outcome = ION.new(2, over[0], bomb="always").outcome
    assert outcome is not None
    assert outcome.reason == "only one player is left"
    batch = ION.batch(300, players=2, seed=1, bomb="always")
    batch.engine.play_on(batch._states, 2000)
    assert (batch.states["hand_no"] == 1).all()


# All speeds.


@pytest.mark.parametrize("players", range(2, 11))
def test_plain_python_and_machine_code_agree_for_random_options(players: int) -> None:
    dice = random.Random(f"speeds {players}")
    for seed in range(3 * HARD):
        kit.same_at_all_speeds(ION, players, games=10 * HARD, seed=seed, **kit.some_options(ION, players, dice))


def test_redeals_agree_at_both_speeds() -> None:
    for players in (2, 4, 10):
        slow = ION.batch(20, players=players, seed=5, speed="plain", mode="tournament", race_mode="sealed")
        fast = ION.batch(20, players=players, seed=5, mode="tournament", race_mode="sealed")
        for step in range(6):
            for batch in (slow, fast):
                batch.engine.play_on(batch._states, 23, seed=step)
                batch.engine.resample(batch._states, step % players)
            assert slow.states.tobytes() == fast.states.tobytes()
            seats = np.full(20, step % players, np.int32)
            assert np.array_equal(slow.observe(seats), fast.observe(seats))

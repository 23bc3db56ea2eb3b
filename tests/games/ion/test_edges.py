"""ION where two rules meet: what the ledger says together, though no single rule says it. Seats A to E are 0 to 4."""

from __future__ import annotations

from typing import Any

from ion_kit import TOURNAMENT, A, B, C, D, deal, hand, offers, play

import parlour
from parlour.testing import rule


def told(match: parlour.Match, kind: str) -> list[dict[str, Any]]:
    return [event for event in match.events() if event["kind"] == kind]


@rule("ION-72", "ION-89", "ION-90")
def test_a_punish_slapped_as_the_last_card_still_hurts_the_slappers_neighbour() -> None:
    match = deal(["TIC34 d12a", "d12b", "PUN23", "BLK34 d15a"], "d35a", options=TOURNAMENT)
    play(match, "A TIC34", "C slap PUN23")
    assert [(event["victim"], event["seat"]) for event in told(match, "rolled")] == [(D, C)]
    assert told(match, "aimed") == [], "D holds a Block that fits and cannot use it any more"
    assert told(match, "hand_ended")[0]["winner"] == C


@rule("ION-73", "ION-86", "ION-89")
def test_a_last_card_that_does_not_fit_the_race_keeps_its_player_in() -> None:
    match = play(deal(["TIC34 d12a", "d15a", "d13a"], "d35a"), "A TIC34", "B slap d15a")
    assert match.outcome is None
    assert len(hand(match, B)) == 3
    assert match.acting == (B,), "the race is over, and the player after the Tick-Tack's is on turn"


@rule("ION-38", "ION-56", "ION-68", "ION-72")
def test_previous_next_and_calls_are_the_slappers_not_the_tick_tacks() -> None:
    hands = ["TIC34 d12a", "PPP24 DJK1 NOP35 d12b", "d13a d16a", "d15a d16b"]

    def race() -> parlour.Match:
        return play(deal(hands, "d35a"), "A TIC34")

    previous = play(race(), "B slap PPP24")
    assert [event["victim"] for event in told(previous, "rolled")] == [A], "here the neighbour did play the Tick-Tack"
    assert previous.acting == (C,)
    called = play(race(), "B slap DJK1")
    assert (called.acting, called.view().decision) == ((B,), "call")
    assert play(called, "B call 5").acting == (C,)
    assert called.view().match == [5]
    assert play(race(), "B slap NOP35").acting == (D,)


@rule("ION-13", "ION-15", "ION-25", "ION-27")
def test_by_the_sum_rule_a_block_and_a_shift_fit_by_their_sum_too() -> None:
    """Punish 2|4, then a Shift of 3|3: neither shares a number with the card below, both share its sum of six."""
    hands = ["PUN24 d12a", "SHF33 d12b", "BLK15 d13a", "d13b"]
    strict = play(deal(hands, "d25a"), "A PUN24")
    assert offers(strict, B) == {"accept"}
    match = play(deal(hands, "d25a", options={"sum_rule": True}), "A PUN24")
    assert offers(match, B) == {"shift with SHF33", "accept"}
    play(match, "B shift with SHF33", "C block with BLK15")
    assert (match.acting, match.view().pending, told(match, "rolled")) == ((D,), None, [])


@rule("ION-34", "ION-91", "ION-92")
def test_a_last_shift_that_turns_a_challenge_round_makes_the_player_who_is_out_the_challenger() -> None:
    winners = set()
    for seed in range(40):
        match = deal(["CHL44 BLK45 d12a", "SHF45"], "d34a", seed=seed, options=TOURNAMENT)
        play(match, "A CHL44", "A challenge seat 1", "B shift with SHF45")
        assert (match.acting, match.view().decision) == ((B,), "pair"), "A cannot block: nobody can answer a last card"
        play(match, "B pick 1 2", "A pick 3")
        won = told(match, "duel_won")[0]["winner"]
        ended = match.events().index(told(match, "hand_ended")[0])
        drew = [event["seat"] for event in match.events()[:ended] if event["kind"] == "drew"]
        assert set(drew) == ({A} if won == B else set())
        assert told(match, "hand_ended")[0]["winner"] == B
        winners.add(won)
    assert winners == {A, B}


@rule("ION-50", "ION-57", "ION-89")
def test_play_again_and_a_gift_of_the_last_card_go_out_in_one_turn() -> None:
    match = deal(["PLA26 GFT66 d34a", "SHF46 d12a", "d12b"], "d25a")
    play(match, "A PLA26", "A GFT66", "A give d34a")
    assert match.outcome is not None
    assert match.outcome.winners == [A]
    assert hand(match, B) == {"SHF46", "d12a", "d34a"}


@rule("ION-32", "ION-53", "ION-55")
def test_a_block_among_the_new_cards_of_new_game_is_an_ordinary_card() -> None:
    match = deal(["NGF12 d13a", "d34a", "d16a"], "d25a", "BLK12 d35a d36a d45a d46a d56a")
    play(match, "A NGF12")
    assert offers(match, B) == {"accept"}
    play(match, "B accept")
    assert "BLK12" in hand(match, B)
    assert {"BLK12", "draw"} <= offers(match, B)
    assert play(match, "B BLK12").acting == (C,)
    assert told(match, "blocked") == []

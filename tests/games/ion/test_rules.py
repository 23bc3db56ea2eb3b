"""ION: the ledger's scenarios, then its rules. Seats A, B, C, D, E are 0 to 4; A plays, then B, to the right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from ion_kit import ION, TOURNAMENT, A, B, C, D, E, deal, hand, offers, play

import parlour
from parlour.games.ion import record
from parlour.games.ion.cards import ACTION_WORDS, BY_ID, DECK, DOT, TYPE_NAMES
from parlour.games.ion.position import Duel, Pending, cards_in
from parlour.testing import rule


def until(build: Callable[[int], parlour.Match], wanted: Callable[[parlour.Match], bool]) -> parlour.Match:
    """The first seed whose chance does what a scenario wants."""
    for seed in range(3000):
        match = build(seed)
        if wanted(match):
            return match
    raise AssertionError("no seed does it")


def told(match: parlour.Match, kind: str) -> list[dict[str, Any]]:
    return [ION.event(note, None, open=True) for note in match.notes if ION.told[note[0]].name == kind]


def refused(match: parlour.Match, seat: int, move: Any) -> str:
    before = bytes(match.state)
    with pytest.raises(parlour.Refused) as caught:
        match.play(seat, move)
    assert bytes(match.state) == before
    return caught.value.rule


def die(number: int) -> Callable[[parlour.Match], bool]:
    """Chance that lets the black die show this number first."""
    return lambda match: [event["number"] for event in told(match, "rolled")][:1] == [number]


def opening(card_type: int, players: int = 4, **options: Any) -> parlour.Match:
    """A match whose first turned-up card is of a type."""
    wanted = TYPE_NAMES[card_type]
    return until(
        lambda seed: ION.new(players, seed, **options),
        lambda match: TYPE_NAMES[DECK[told(match, "turned_up")[0]["card"]].type] == wanted,
    )


def view(match: parlour.Match, seat: int | None = None) -> Any:
    return match.view(seat)


# The scenarios of the ledger.


@rule("ION-57", "ION-58", "ION-23")
def test_scenario_1_the_rulebooks_chain_of_play_again() -> None:
    match = deal(["PLA26 PLA16 d36a d45a", "d12a", "d12b"], "d25a")
    play(match, "A PLA26")
    assert (view(match).decision, match.acting) == ("again", (A,))
    play(match, "A PLA16", "A d36a")
    assert view(match).match == [3, 6]
    assert hand(match, A) == {"d45a"}
    assert match.acting == (B,)
    assert told(match, "drew") == []


@rule("ION-57", "ION-59")
def test_scenario_2_after_play_again_the_drawn_card_is_dead() -> None:
    match = deal(["PLA26 d34a d45a", "d12a", "d12b"], "d25a", "JOK3")
    play(match, "A PLA26")
    assert offers(match, A) == {"draw"}
    play(match, "A draw")
    assert "JOK3" in hand(match, A)
    assert (view(match).decision, match.acting, view(match).match) == ("play", (B,), [2, 6])


@rule("ION-26", "ION-27", "ION-28", "ION-30")
@pytest.mark.parametrize("players", [4, 5])
def test_scenario_3_shift_shift_block_cancels_without_a_die(players: int) -> None:
    hands = ["PUN24 d15a", "SHF26 d13a", "SHF46 d13b", "BLK34 d14a", "d14b"]
    match = deal(hands[:players], "d25a")
    play(match, "A PUN24", "B shift with SHF26", "C shift with SHF46", "D block with BLK34")
    assert told(match, "rolled") == told(match, "drew") == []
    assert view(match).pending is None
    assert view(match).match == [3, 4]
    assert match.acting == ((D + 1) % players,)
    assert view(match).hand_sizes[:4] == [1, 1, 1, 1]


@rule("ION-25", "ION-28", "ION-31", "ION-32", "ION-37")
def test_scenario_4_a_response_must_match_and_a_drawn_block_comes_too_late() -> None:
    match = until(
        lambda seed: play(
            deal(["PUN55 d12a", "BLK12 SHF46 d15a", "d12b"], "d25a", "BLK15 d23a d24a", seed=seed), "A PUN55", "B accept"
        ),
        die(3),
    )
    before = deal(["PUN55 d12a", "BLK12 SHF46 d15a", "d12b"], "d25a", "BLK15 d23a d24a")
    assert offers(play(before, "A PUN55"), B) == {"accept"}
    assert refused(before, B, "draw") == "ION-31"
    assert hand(match, B) == {"BLK12", "SHF46", "d15a", "BLK15", "d23a", "d24a"}
    assert offers(match, B) == {"d15a", "BLK15", "draw"}
    play(match, "B BLK15")
    assert match.acting == (C,)
    assert told(match, "blocked") == []


@rule("ION-50", "ION-89", "ION-95")
def test_scenario_5_out_by_giving_the_last_card_away() -> None:
    quick = play(deal(["GFT25 d34a", "SHF26", "d12a"], "d25b"), "A GFT25", "A give d34a")
    assert quick.outcome is not None
    assert quick.outcome.winners == [A]
    assert hand(quick, B) == {"SHF26", "d34a"}
    long = play(deal(["GFT25 d34a", "SHF26", "d12a"], "d25b", options=TOURNAMENT), "A GFT25", "A give d34a")
    assert view(long).score == [25 + 7 + 3, 0, 0]
    assert view(long).hand_no == 2


@rule("ION-43", "ION-44", "ION-45", "ION-46", "ION-47")
def test_scenario_6_a_challenge_across_the_table_is_fought_at_once() -> None:
    def fight(seed: int) -> parlour.Match:
        match = deal(["CHL36 d12a", "d12b", "BLK34 d13a", "d13b"], "d35a", seed=seed)
        return play(match, "A CHL36", "A challenge seat 2", "A pick 1 6", "C pick 2")

    match = until(fight, lambda m: [(e["seat"], e["number"]) for e in told(m, "threw")] == [(A, 4), (C, 5), (A, 2)])
    assert told(match, "aimed") == []
    assert told(match, "duel_won") == [{"kind": "duel_won", "winner": C, "loser": A}]
    assert len(hand(match, A)) == 1 + 4
    assert match.acting == (B,)


@rule("ION-34", "ION-105", "ION-47")
def test_scenario_7_two_players_and_a_shifted_challenge() -> None:
    match = deal(["CHL44 BLK45 SHF46 d12a", "SHF45 d12b"], "d34a")
    play(match, "A CHL44", "A challenge seat 1", "B shift with SHF45")
    aimed = view(match).pending
    assert (aimed.source, aimed.target) == (B, A)
    assert offers(match, A) == {"block with BLK45", "shift with SHF46", "accept"}
    play(match, "A accept", "B pick 1 2", "A pick 3")
    assert (view(match).decision, match.acting) == ("play", (A,))


RACE = ["TIC34 d12a", "d15a d12b", "d13a d13b", "PPP33 d16a", "d24a d16b"]


@rule("ION-70", "ION-71", "ION-72", "ION-73", "ION-74", "ION-38")
def test_scenario_8_the_race() -> None:
    def race(**more: Any) -> parlour.Match:
        return play(deal(RACE, "d35a", **more), "A TIC34")

    first = race()
    assert first.acting == (B, C, D, E)
    play(first, "B slap d15a")
    assert len(hand(first, B)) == 2 + 2
    assert "d15a" in hand(first, B)
    assert hand(first, E) == {"d24a", "d16b"}
    assert first.acting == (B,)
    second = play(race(), "E slap d24a")
    assert second.acting == (A,)
    assert "PPP33" in hand(second, D)
    third = play(race(), "D slap PPP33")
    assert [event["victim"] for event in told(third, "rolled")] == [C]
    assert third.acting == (E,)
    fourth = play(race(), "B stay", "D stay", "C stay")
    assert fourth.acting == (E,)
    assert play(fourth, "E stay").acting == (B,)


@rule("ION-53", "ION-54", "ION-55", "ION-82")
def test_scenario_9_new_game_with_a_short_pile() -> None:
    old = "d12a d12b d13a d13b d14a d14b"
    match = deal(["d56a d56b", old, ""], "NGF12", "d15a d15b d16a d16b", played=["d23a", "d23b"], rest="hand 2",
                 decision="respond", actor=B, pending=Pending("new_game_5", A, B))  # fmt: skip
    play(match, "B accept")
    assert len(hand(match, B)) == 11
    assert (view(match).pile, view(match).played, view(match).decision) == (1, ["NGF12"], "again")
    assert {"d15a", "d15b", "d16a", "d16b", "d23a", "d23b"} < hand(match, B)
    assert set(match.position()["pile"]) < set(old.split())
    play(match, "B draw")
    assert len(hand(match, B)) == 12
    assert match.acting == (C,)


@rule("ION-61", "ION-62", "ION-63", "ION-65", "ION-90", "ION-95", "ION-96")
def test_scenario_10_bomb_and_a_last_card_that_still_punishes() -> None:
    match = deal(["BOM66 d13a", "PUN11 d12a JOK2", "PUN56 d16a", "BLK45 d13b"], "d36a", options=TOURNAMENT)
    play(match, "A BOM66")
    assert (match.acting, view(match).alive) == ((C,), [True, False, True, True])
    assert set(view(match, A).spoils) == {"PUN11", "d12a", "JOK2"}

    def end(seed: int) -> parlour.Match:
        return play(
            deal(["d13a", "", "PUN56", "BLK45 d13b"], "d26a", "d45a DJK1", options=TOURNAMENT, seed=seed, exploded=[B], actor=C,
                 spoils=[["PUN11", "d12a", "JOK2"], [], [], []]),
            "C PUN56",
        )  # fmt: skip

    match = until(end, die(2))
    assert told(match, "aimed") == []
    assert view(match).score == [103, 0, 4 + 25 + 4 + 84, 0]
    assert (view(match).hand_no, view(match).hand_sizes[B] > 0, view(match).alive[B]) == (2, True, True)


@rule("ION-88", "ION-68", "ION-104")
def test_scenario_11_face_up_double_joker_and_no_play() -> None:
    match = opening(14)
    dealer = view(match).dealer
    assert (view(match).decision, match.acting) == ("call", (dealer,))
    match.play(dealer, "call 4")
    assert view(match).match == [4]
    seat = (dealer + 1) % 4
    assert match.acting == (seat,)
    for text in offers(match, seat) - {"draw"}:
        assert 4 in DECK[BY_ID[text]].numbers or text[:3] in ("JOK", "DJK")
    pair = opening(5, players=2)
    assert (view(pair).decision, pair.acting) == ("play", (view(pair).dealer,))


@rule("ION-21", "ION-86", "ION-87", "ION-97")
def test_scenario_12_nothing_to_draw() -> None:
    def stuck(c: str, d: str, **more: Any) -> parlour.Match:
        return deal(["", "d34a d56a", c, d], "d12a", rest="spoils 1", exploded=[A], actor=B, options=TOURNAMENT, **more)

    match = stuck("d15a d35a", "d36a")
    assert offers(match, B) == {"pass"}
    play(match, "B pass")
    assert offers(match, C) == {"d15a"}
    assert refused(match, C, "draw") == "ION-21"
    stalled = play(stuck("d35a", "d36a d36b"), "B pass", "C pass", "D pass")
    spoils = sum(DECK[BY_ID[c.id]].points for c in DECK) - sum(
        DECK[BY_ID[name]].points for name in ("d34a", "d56a", "d35a", "d36a", "d36b", "d12a")
    )
    assert told(stalled, "hand_ended")[0]["winner"] == C
    assert told(stalled, "hand_ended")[0]["how"] == record.STALLED_BY_PASSES
    assert view(stalled).score == [0, spoils, 7 + 11 + 9 + 9, 0]


@rule("ION-15")
def test_scenario_13_the_sum_rule() -> None:
    cards = "d35a PUN34 CHL44 JOK1"
    on = deal([cards, "d12a"], "d26a", options={"sum_rule": True})
    assert offers(on, A) == {"d35a", "CHL44", "JOK1", "draw"}
    assert refused(on, A, "PUN34") == "ION-12"
    assert offers(deal([cards, "d12a"], "d26a"), A) == {"JOK1", "draw"}
    joker = deal(["d14a d15a", "d12a"], "JOK5", options={"sum_rule": True})
    assert offers(joker, A) == {"d15a", "draw"}


@rule("ION-91", "ION-53")
def test_scenario_14_a_shift_as_the_last_card() -> None:
    match = deal(["NGF45 d12a", "SHF45", "d13a d13b d14a d14b"], "d34a", options=TOURNAMENT)
    play(match, "A NGF45", "B shift with SHF45")
    exchanged = told(match, "exchanged")
    assert [(event["seat"], event["old"], event["new"]) for event in exchanged] == [(C, 4, 9)]
    left = {event["seat"]: event["points"] for event in told(match, "left_with")}
    assert left[A] == 3
    assert view(match).score == [0, left[A] + left[C], 0]
    assert "d13a" not in {DECK[event["card"]].id for event in told(match, "drew")}


# Objects and set-up.


@rule("ION-1")
def test_the_deck_passes_its_checksums() -> None:
    assert len(DECK) == len({card.id for card in DECK}) == 98
    kinds = Counter(card.type for card in DECK)
    assert [kinds[t] for t in range(15)] == [30, 5, 5, 5, 2, 5, 5, 7, 7, 6, 5, 5, 1, 5, 5]
    for number in range(1, 7):
        assert sum(number in card.numbers for card in DECK) == 28
        assert sum(number in card.numbers for card in DECK if card.type == DOT) == 10
    for kind in range(1, 12):
        zones = Counter(zone for card in DECK if card.type == kind for zone in (card.a, card.b))
        counts = [zones[number] for number in range(1, 7)]
        assert max(counts) - min(counts) <= 1, TYPE_NAMES[kind]
    pairs = Counter((card.a, card.b) for card in DECK if 1 <= card.type <= 11)
    assert set(pairs.values()) == {2, 3}
    assert all(times == (2 if a == b else 3) for (a, b), times in pairs.items() if (a, b) != (6, 6))
    assert {"PLA26", "PLA16", "BOM66"} <= set(BY_ID)
    points = {"d12a": 3, "d56b": 11, "BLK12": 25, "CHL13": 75, "NGF12": 100, "PUN11": 50, "BOM66": 150, "JOK1": 50, "DJK5": 75}
    assert {name: DECK[BY_ID[name]].points for name in points} == points


@rule("ION-3", "ION-7", "ION-103", "ION-1")
@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("mode", ["quick", "tournament"])
def test_the_table_of_set_ups(players: int, mode: str) -> None:
    match = ION.new(players, 5, mode=mode, removed_actions=["bomb"] if mode == "quick" else [])
    dealt = told(match, "dealt")
    each = 9 if players == 2 else 7
    size = 85 if players == 2 else 98 if mode == "tournament" else 97
    dealer = told(match, "hand")[0]["seat"]
    assert [event["seat"] for event in dealt] == [(dealer + 1 + k) % players for k in range(players)] * each
    assert len(cards_in(match.state.deck)) == size
    kinds = {DECK[card].type for card in cards_in(match.state.deck)}
    assert ({8, 11} <= kinds) == (players > 2)
    assert (12 in kinds) == (mode == "tournament" and players > 2)
    drawn = len(told(match, "drew"))
    assert view(match).pile == size - players * each - 1 - drawn


@rule("ION-2")
def test_the_first_dealer_is_chance_and_the_deal_goes_to_the_right() -> None:
    dealers = Counter(told(ION.new(5, seed), "hand")[0]["seat"] for seed in range(400))
    assert set(dealers) == set(range(5))
    assert min(dealers.values()) > 50
    for rotation, expected in (("right", 1), ("winner", 0)):
        match = deal(["d12a", "d34a", "d34b"], "d15a", options={**TOURNAMENT, "dealer_rotation": rotation})
        play(match, "A d12a")
        assert told(match, "hand")[0]["seat"] == expected
    seats = set()
    for seed in range(60):
        match = deal(["d12a", "d34a", "d34b"], "d15a", seed=seed, options={**TOURNAMENT, "dealer_rotation": "random"})
        seats.add(told(play(match, "A d12a"), "hand")[0]["seat"])
    assert seats == {0, 1, 2}


@rule("ION-4", "ION-89")
def test_a_quick_match_is_one_hand_and_the_first_without_cards_wins() -> None:
    match = play(deal(["d12a", "d34a", "d34b"], "d15a"), "A d12a")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores, match.outcome.reason) == ([A], [1, 0, 0], "somebody has no cards left")
    assert match.acting == ()
    with pytest.raises(parlour.Refused, match="over"):
        match.play(B, "draw")


@rule("ION-5", "ION-6", "ION-98", "ION-99")
def test_a_tournament_goes_on_to_the_target_of_1500() -> None:
    assert ION.new(3, 1).options["target"] == 1500
    match = deal(["d12a", "d34a BOM66", "d34b"], "d15a", options=TOURNAMENT, score=[1000, 0, 0])
    play(match, "A d12a")
    assert (view(match).score[A], view(match).hand_no, match.over) == (1164, 2, False)
    assert len(cards_in(match.state.deck)) == 98
    match = deal(["d12a", "d34a BOM66", "d34b"], "d15a", options=TOURNAMENT, score=[1336, 1400, 0])
    play(match, "A d12a")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ([A], [1500, 1400, 0])
    with pytest.raises(parlour.BadSetup, match="200 to 20000 in steps of 50"):
        ION.new(3, mode="tournament", target=1510)


@rule("ION-98")
def test_equal_totals_go_to_the_winner_of_the_hand_or_are_shared() -> None:
    def end(score: list[int]) -> list[int]:
        match = deal(["d12a", "d34a", "d34b"], "d15a", options={**TOURNAMENT, "target": 200}, score=score,
                     spoils=[[], ["BOM66"], ["PUN11"]])  # fmt: skip
        outcome = play(match, "A d12a").outcome
        assert outcome is not None
        return outcome.winners

    assert end([190, 100, 0]) == [B]
    assert end([190, 54, 0]) == [A]
    assert end([0, 60, 199]) == [C]
    assert end([0, 50, 150]) == [B, C]


@rule("ION-8", "ION-9")
def test_the_turned_up_card_is_the_dealers_and_costs_the_dealer_nothing() -> None:
    for seed in range(40):
        match = ION.new(5, seed)
        start = told(match, "turned_up")[0]
        if DECK[start["card"]].type in (0, 1, 10, 13):
            assert view(match).hand_sizes == [7] * 5
            assert match.acting == ((start["seat"] + 1) % 5,)
            assert view(match).table == DECK[start["card"]].id


@rule("ION-10", "ION-20", "ION-23")
def test_play_always_goes_to_the_right() -> None:
    match = deal(["d12a d34a", "d12b d34b", "d15a d35a"], "d16a")
    play(match, "A d12a", "B d12b", "C d15a")
    assert match.acting == (A,)
    match = deal(["d12a d34a", "d34b d35b", "d15a d35a"], "d16a", "d45a d45b")
    play(match, "A d12a", "B draw", "B keep", "C d15a")
    assert match.acting == (A,)
    assert view(match).pending is None


@rule("ION-88", "ION-36", "ION-52")
@pytest.mark.parametrize(("kind", "name"), [(7, "Punish"), (4, "New Game +5")])
def test_a_turned_up_punish_or_new_game_waits_for_the_dealers_right_neighbour(kind: int, name: str) -> None:
    match = opening(kind)
    aimed, dealer = view(match).pending, view(match).dealer
    assert (aimed.action, aimed.source, aimed.target) == (name, dealer, (dealer + 1) % 4)
    assert match.acting == (aimed.target,)
    assert "accept" in offers(match, aimed.target)


@rule("ION-88")
def test_turned_up_cards_that_ask_the_dealer() -> None:
    for kind, decision in ((9, "who"), (2, "target"), (3, "gift"), (6, "again")):
        match = opening(kind)
        dealer = view(match).dealer
        assert (view(match).decision, match.acting) == (decision, (dealer,))
        assert view(match).hand_sizes == [7] * 4
    match = opening(6)
    dealer = view(match).dealer
    match.play(dealer, "draw")
    assert (view(match).decision, match.acting) == ("play", ((dealer + 1) % 4,))


@rule("ION-88")
def test_turned_up_cards_that_happen_at_once() -> None:
    match = opening(8)
    dealer = view(match).dealer
    assert told(match, "rolled")[0]["victim"] == (dealer - 1) % 4
    assert view(match).hand_sizes[(dealer - 1) % 4] == 7 + told(match, "rolled")[0]["number"]
    assert match.acting == ((dealer + 1) % 4,)
    skipped = opening(5)
    assert skipped.acting == ((view(skipped).dealer + 2) % 4,)
    race = opening(11)
    dealer = view(race).dealer
    assert race.acting == tuple(seat for seat in range(4) if seat != dealer)
    for seat in race.acting:
        race.play(seat, "stay")
    assert race.acting == ((dealer + 1) % 4,)
    joker = opening(13)
    assert view(joker).match == [DECK[BY_ID[view(joker).table]].b]


@rule("ION-88", "ION-62", "ION-66")
def test_a_turned_up_bomb_explodes_or_is_shuffled_back() -> None:
    match = opening(12, mode="tournament")
    dealer = view(match).dealer
    assert not view(match).alive[(dealer + 1) % 4]
    assert len(view(match, dealer).spoils) == 7
    assert match.acting == ((dealer + 2) % 4,)
    assert "BOM66" in view(match).played
    for seed in range(300):
        assert told(ION.new(4, seed, mode="tournament", bomb_face_up="redraw"), "exploded") == []


# Matching.


@rule("ION-11", "ION-12", "ION-14", "ION-67")
def test_what_a_table_card_lets_through() -> None:
    hands = ["d12a d36a PUN11 PLA26 JOK4 DJK1 PUN55 d45a", "d12b"]
    assert offers(deal(hands, "d23a"), A) == {"d12a", "d36a", "PLA26", "JOK4", "DJK1", "draw"}
    assert offers(deal(hands, "NOP22"), A) == {"d12a", "PLA26", "JOK4", "DJK1", "draw"}
    assert offers(deal(hands, "JOK5"), A) == {"PUN55", "d45a", "JOK4", "DJK1", "draw"}
    match = play(deal(hands, "NOP22"), "A JOK4")
    assert (view(match).match, view(match).sum) == ([4], None)


@rule("ION-13", "ION-33")
def test_a_response_has_to_match_and_jokers_are_none() -> None:
    match = play(deal(["PUN24 d12a", "BLK12 BLK15 SHF26 SHF33 JOK1 d24a", "d12b"], "d25a"), "A PUN24")
    assert offers(match, B) == {"block with BLK12", "shift with SHF26", "accept"}
    assert refused(match, B, "block with BLK15") == "ION-28"
    assert refused(match, B, "shift with SHF33") == "ION-28"
    assert refused(match, B, "JOK1") == "ION-33"
    assert refused(match, B, "d24a") == "ION-33"


@rule("ION-13")
def test_the_card_after_play_again_has_to_match() -> None:
    match = play(deal(["PLA26 d34a d26a", "d12a"], "d25a"), "A PLA26")
    assert refused(match, A, "d34a") == "ION-12"
    assert offers(match, A) == {"d26a", "draw"}


# A turn.


@rule("ION-16")
def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    match = deal(["d12a d34a", "d12b d34b", "d15a"], "d16a")
    assert refused(match, B, "d12b") == "ION-16"
    assert view(match).decision == "play"
    match = play(deal(["PUN16 d12a", "d12b d34b", "d15a"], "d16a"), "A PUN16")
    assert view(match).decision == "respond"


@rule("ION-17", "ION-22")
def test_a_player_may_draw_with_a_card_that_fits_and_holds_any_number_of_cards() -> None:
    match = deal(["d12a " + " ".join(f"d{a}{b}b" for a in range(2, 7) for b in range(a + 1, 7)), "d12b d34a"], "d16a", "d13a")
    assert {"d12a", "draw"} <= offers(match, A)
    play(match, "A draw")
    assert len(hand(match, A)) == 12
    play(match, "A keep", "B d12b")
    assert view(match).hand_sizes[B] == 1
    assert match.acting == (A,)


@rule("ION-18", "ION-19")
def test_only_the_drawn_card_may_follow_a_draw_and_with_its_full_effect() -> None:
    hands = ["d12a d34a", "d12b", "d15a"]
    match = play(deal(hands, "d16a", "PUN16"), "A draw")
    assert (view(match, A).drawn, view(match, B).drawn) == ("PUN16", None)
    assert offers(match, A) == {"PUN16", "keep"}
    assert refused(match, A, "d12a") == "ION-18"
    assert refused(match, A, "draw") == "ION-17"
    play(match, "A PUN16")
    assert view(match).pending.action == "Punish"
    kept = play(deal(hands, "d16a", "PUN16"), "A draw", "A keep")
    assert (kept.acting, view(kept).pending) == ((B,), None)
    assert offers(play(deal(hands, "d16a", "d34b"), "A draw"), A) == {"keep"}
    free = play(deal(hands, "d16a", "PUN16", options={"drawn_only": False}), "A draw")
    assert offers(free, A) == {"PUN16", "d12a", "keep"}


@rule("ION-18")
def test_the_question_after_a_draw_does_not_tell_whether_the_card_fits() -> None:
    for top in ("d16b", "d34b"):
        match = play(deal(["d12a d34a", "d12b", "d15a"], "d16a", top), "A draw")
        assert (view(match, B).decision, match.acting) == ("drawn", (A,))


@rule("ION-21")
def test_passing_is_only_for_who_can_neither_play_nor_draw() -> None:
    assert refused(deal(["d34a d12b", "d12a", "d13a"], "d16a"), A, "pass") == "ION-21"
    match = deal(["PLA26 d34a", "d12a", ""], "d25a", rest="hand 2")
    play(match, "A PLA26")
    assert offers(match, A) == {"draw"}
    match = deal(["", "d34a", ""], "PLA26", rest="hand 2", exploded=[A], actor=B, decision="again")
    assert offers(match, B) == {"pass"}
    assert match.acting == (B,)
    play(match, "B pass")
    assert match.acting == (C,)


# Pending actions.


@rule("ION-24", "ION-25", "ION-105")
@pytest.mark.parametrize(
    ("card", "more", "answers"),
    [
        ("PUN24", (), {"block with BLK12", "shift with SHF26", "accept"}),
        ("CHL25", ("A challenge seat 1",), {"block with BLK12", "shift with SHF26", "accept"}),
        ("NGF12", (), {"block with BLK12", "shift with SHF26", "accept"}),
        ("GFT25", ("A give d13a",), {"shift with SHF26", "accept"}),
        ("PWH24", ("A next",), {"block with BLK12", "shift with SHF26", "accept"}),
    ],
)
def test_who_may_answer_what(card: str, more: tuple[str, ...], answers: set[str]) -> None:
    match = deal([f"{card} d13a d13b", "BLK12 SHF26 d34a", "d14a"], "d25a")
    play(match, f"A {card}", *more)
    assert (match.acting, offers(match, B)) == ((B,), answers)
    if card == "GFT25":
        assert refused(match, B, "block with BLK12") == "ION-25"


@rule("ION-24", "ION-25", "ION-39", "ION-56")
def test_what_never_waits_for_an_answer() -> None:
    hands = ["PPP26 PWH25 NOP22 d13a", "BLK12 SHF26", "d14a", "BLK15 SHF12"]
    assert view(play(deal(hands, "d25a"), "A PPP26")).pending is None
    assert view(play(deal(hands, "d25a"), "A PWH25", "A previous")).pending is None
    match = play(deal(hands, "d25a"), "A NOP22")
    assert (view(match).pending, match.acting) == (None, (C,))


@rule("ION-29", "ION-37", "ION-30", "ION-83", "ION-85")
def test_accepting_a_punish_rolls_the_black_die_once_and_then_the_target_plays() -> None:
    numbers = Counter()
    for seed in range(60):
        match = play(deal(["PUN24 d13a", "d12a d34a", "d14a"], "d25a", seed=seed), "A PUN24", "B accept")
        rolled = told(match, "rolled")
        numbers[rolled[0]["number"]] += 1
        assert (len(rolled), rolled[0]["seat"], rolled[0]["victim"]) == (1, A, B)
        assert len(hand(match, B)) == 2 + rolled[0]["number"]
        assert (view(match).decision, match.acting) == ("play", (B,))
        seen = [event["card"] for event in match.events(A) if event["kind"] == "drew"]
        assert seen == [None] * rolled[0]["number"]
        assert all(event["card"] is not None for event in match.events(B) if event["kind"] == "drew")
    assert set(numbers) == {1, 2, 3}


@rule("ION-32")
def test_block_and_shift_are_plain_cards_when_nothing_is_pending() -> None:
    match = play(deal(["BLK12 SHF26 d34a", "d12a d13a"], "d25a"), "A BLK12")
    assert (view(match).pending, match.acting, view(match).match) == (None, (B,), [1, 2])
    assert refused(match, B, "block with BLK15") == "ION-32"
    assert refused(match, B, "accept") == "ION-32"


@rule("ION-35", "ION-27")
def test_a_gift_can_come_back_to_its_giver() -> None:
    match = deal(["GFT25 d34a d34b", "SHF26 d13a", "SHF46 d14a"], "d25a")
    play(match, "A GFT25", "A give d34a", "B shift with SHF26", "C shift with SHF46")
    assert (view(match).pending.target, offers(match, A)) == (A, {"accept"})
    play(match, "A accept")
    assert hand(match, A) == {"d34a", "d34b"}
    assert (view(match).decision, match.acting) == ("play", (A,))


@rule("ION-35")
def test_a_punish_can_come_back_to_its_source() -> None:
    match = deal(["PUN24 d34b", "SHF26 d13a"], "d25a")
    play(match, "A PUN24", "B shift with SHF26", "A accept")
    assert told(match, "rolled")[0]["victim"] == A


# Cards, one by one.


@rule("ION-38", "ION-39")
def test_punish_previous_hits_the_left_neighbour_by_seat_and_skips_exploded_seats() -> None:
    match = deal(["d34a", "d34b", "PPP26 d35a", "d35b"], "d25a", actor=C)
    play(match, "C PPP26")
    assert told(match, "rolled")[0]["victim"] == B
    assert match.acting == (D,)
    match = deal(["d34a", "", "PPP26 d35a", "d35b"], "d25a", actor=C, exploded=[B])
    assert told(play(match, "C PPP26"), "rolled")[0]["victim"] == A


@rule("ION-40", "ION-41", "ION-42")
def test_punish_who_asks_unless_only_two_are_left() -> None:
    hands = ["PWH24 d34a", "d34b", "d35a"]
    match = play(deal(hands, "d25a"), "A PWH24")
    assert offers(match, A) == {"next", "previous"}
    before = play(match.copy(), "A previous")
    assert told(before, "rolled")[0]["victim"] == C
    assert (before.acting, view(before).decision) == ((B,), "play")
    after = play(match, "A next")
    assert (after.acting, view(after).decision) == ((B,), "respond")
    alone = play(deal(["PWH24 d34a", "", "d35a"], "d25a", exploded=[B]), "A PWH24")
    assert (view(alone).decision, view(alone).pending.target) == ("respond", C)


@rule("ION-43")
def test_any_other_living_seat_can_be_challenged() -> None:
    match = play(deal(["CHL25 d34a", "d34b", "", "d35a"], "d25a", exploded=[C]), "A CHL25")
    assert offers(match, A) == {"challenge player 2", "challenge player 4"}
    assert [refused(match, A, f"challenge seat {seat}") for seat in (0, 2, 7)] == ["ION-43"] * 3


@rule("ION-44")
def test_two_numbers_then_one_of_the_other_four() -> None:
    match = play(deal(["CHL25 d34a", "d34b", "d36a", "d35a"], "d25a"), "A CHL25", "A challenge seat 2")
    assert len(offers(match, A)) == 15
    play(match, "A pick 6 2")
    assert (match.acting, offers(match, C)) == ((C,), {"pick 1", "pick 3", "pick 4", "pick 5"})
    assert refused(match, C, "pick 6") == "ION-44"
    with pytest.raises(parlour.BadMove):
        match.play(C, "pick 7")


@rule("ION-45", "ION-46", "ION-47")
@pytest.mark.parametrize(("hit", "share"), [("owner", 2 / 3), ("own_roll", 3 / 4)])
def test_the_dice_of_a_duel(hit: str, share: float) -> None:
    wins, rounds = 0, 500
    for seed in range(rounds):
        match = deal(["CHL25 d34a", "d34b", "d36a", "d35a"], "d25a", seed=seed, options={"challenge_hit": hit})
        play(match, "A CHL25", "A challenge seat 2", "A pick 1 2", "C pick 3")
        rolls = [(event["seat"], event["number"]) for event in told(match, "threw")]
        assert [seat for seat, _ in rolls] == [A, C] * (len(rolls) // 2) + [A] * (len(rolls) % 2)
        owner = {1: A, 2: A, 3: C}
        counts = [owner.get(n) is not None and (hit == "owner" or owner[n] == seat) for seat, n in rolls]
        assert counts == [False] * (len(rolls) - 1) + [True]
        winner = told(match, "duel_won")[0]["winner"]
        assert winner == owner[rolls[-1][1]]
        assert view(match).hand_sizes[C if winner == A else A] == 1 + 4
        assert match.acting == (B,)
        wins += winner == A
    assert abs(wins / rounds - share) < 0.07


@rule("ION-43", "ION-R13")
def test_with_challenge_reach_any_challenged_player_may_block_out_of_turn() -> None:
    reach = {"challenge_reach": "any_target"}
    match = deal(["CHL25 d34a", "d34b", "BLK12 SHF26 d36a", "d35a"], "d25a", options=reach)
    play(match, "A CHL25", "A challenge seat 2")
    assert (match.acting, offers(match, C)) == ((C,), {"block with BLK12", "accept"})
    assert refused(match, C, "shift with SHF26") == "ION-R13"
    play(match, "C block with BLK12")
    assert (match.acting, view(match).match, view(match).decision) == ((B,), [1, 2], "play")
    last = deal(["CHL25 d34a", "d34b", "BLK12", "d35a"], "d25a", options=reach)
    play(last, "A CHL25", "A challenge seat 2", "C block with BLK12")
    assert last.outcome is not None
    assert last.outcome.winners == [C]


@rule("ION-48", "ION-49")
def test_a_gift_waits_face_down_and_joins_the_targets_hand() -> None:
    match = deal(["GFT25 d34a d34b", "d13a", "d14a"], "d25a")
    play(match, "A GFT25")
    assert offers(match, A) == {"give d34a", "give d34b"}
    play(match, "A give d34b")
    assert [view(match, seat).gift for seat in (A, B, C, None)] == ["d34b", None, None, None]
    assert hand(match, A) == {"d34a"}
    play(match, "B accept")
    assert hand(match, B) == {"d13a", "d34b"}
    assert (match.acting, view(match).decision) == ((B,), "play")
    assert [(known.card, known.seat) for known in view(match, A).known] == [("d34b", B)]
    assert view(match, C).known == []


@rule("ION-51", "ION-93")
def test_a_gift_as_the_last_card_gives_nothing() -> None:
    match = play(deal(["GFT25", "d13a", "d14a"], "d25a", options=TOURNAMENT), "A GFT25")
    assert told(match, "gave") == []
    assert view(match).score == [4 + 5, 0, 0]


@rule("ION-53", "ION-55")
def test_new_game_exchanges_the_hand_and_five_more_and_puts_the_old_one_under_the_pile() -> None:
    old = "d13a d13b d14a d14b d16a d16b"
    match = deal(["NGF12 d34a", old, "d35a"], "d25a", "d45a d45b d46a d46b d56a d56b PUN11 PUN55 d23a d23b d24a JOK1 d15a")
    play(match, "A NGF12", "B accept")
    assert len(hand(match, B)) == 11
    assert set(match.position()["pile"][-6:]) == set(old.split())
    assert match.position()["layers"] == [6]
    assert (view(match).decision, match.acting) == ("again", (B,))
    assert {"PUN11", "d23a", "draw"} <= offers(match, B)
    top = match.position()["pile"][0]
    play(match, "B draw")
    assert top == "JOK1" or top in hand(match, B)
    assert (match.acting, len(hand(match, B))) == ((C,), 12)


@rule("ION-56", "ION-104")
def test_no_play_skips_one_and_gives_two_players_a_complete_turn() -> None:
    match = play(deal(["NOP22 d34a", "d12a", "d12b d34b"], "d25a"), "A NOP22")
    assert match.acting == (C,)
    assert told(match, "skipped") == [{"kind": "skipped", "seat": B}]
    two = play(deal(["NOP22 d34a", "d12a"], "d25a", "d12b"), "A NOP22")
    assert (two.acting, view(two).decision) == ((A,), "play")
    assert offers(play(two, "A draw"), A) == {"d12b", "keep"}
    left = play(deal(["NOP22 d34a", "", "d12a"], "d25a", exploded=[B]), "A NOP22")
    assert left.acting == (A,)


@rule("ION-56", "ION-R12")
def test_no_play_can_be_shifted_by_option() -> None:
    option = {"no_play_shiftable": True}
    match = play(deal(["NOP22 d34a", "BLK12 SHF26 d13a", "d13b", "d14a"], "d25a", options=option), "A NOP22")
    assert offers(match, B) == {"shift with SHF26", "accept"}
    assert refused(match, B, "block with BLK12") == "ION-56"
    assert play(match.copy(), "B accept").acting == (C,)
    assert play(match, "B shift with SHF26", "C accept").acting == (D,)


@rule("ION-60", "ION-93")
def test_play_again_as_the_last_card_wins_without_drawing() -> None:
    match = play(deal(["PLA26", "d13a", "d14a"], "d25a"), "A PLA26")
    assert match.outcome is not None
    assert (match.outcome.winners, told(match, "drew")) == ([A], [])


@rule("ION-61", "ION-62", "ION-64", "ION-66")
def test_a_bomb_between_two_ends_the_hand_and_in_quick_its_cards_are_nobodys() -> None:
    quick = play(deal(["BOM66 d13a", "PUN11 d12a"], "d36a", options={"bomb": "always"}), "A BOM66")
    assert quick.outcome is not None
    assert (quick.outcome.winners, quick.outcome.reason) == ([A], "only one player is left")
    three = play(deal(["BOM66 d13a", "PUN11 d12a", "d56a"], "d36a", options={"bomb": "always"}), "A BOM66")
    assert view(three, A).spoils == []
    assert view(three).spoils_sizes == [2, 0, 0]
    assert {(known.card, known.place, known.seat) for known in view(three, B).known} == {
        ("PUN11", "spoils", A),
        ("d12a", "spoils", A),
    }
    long = play(deal(["BOM66 d13a", "", "PUN11 d12a"], "d36a", options=TOURNAMENT, exploded=[B]), "A BOM66")
    assert view(long).score == [53, 0, 0]
    assert "BOM66" in {DECK[card].id for card in cards_in(long.state.deck)}


@rule("ION-66", "ION-96")
def test_spoils_stay_with_a_bomber_who_explodes_later() -> None:
    match = deal(["BOM66 d13a", "d34a d12a", "d15a d15b"], "d36a", options=TOURNAMENT, spoils=[[], ["PUN11"], []])
    play(match, "A BOM66")
    assert view(match).spoils_sizes == [2, 1, 0]
    assert not view(match).alive[B]
    assert view(match, B).spoils == ["PUN11"]


@rule("ION-67", "ION-68", "ION-69")
def test_jokers() -> None:
    match = play(deal(["JOK3 DJK1 d45a", "d34a", "d12a"], "d25a"), "A JOK3")
    assert view(match).match == [3]
    match = play(deal(["JOK3 DJK1 d45a", "d34a", "d12a"], "d25a"), "A DJK1")
    assert (view(match).decision, offers(match, A)) == ("call", {f"call {n}" for n in range(1, 7)})
    play(match, "A call 6")
    assert (view(match).match, match.acting) == ([6], (B,))
    last = play(deal(["DJK1", "d34a", "d12a"], "d25a"), "A DJK1")
    assert last.outcome is not None
    assert told(last, "called") == []


# The race.


@rule("ION-75")
def test_a_tick_tack_in_a_race_opens_a_race_for_everybody_else() -> None:
    match = deal(["TIC34 d13a d45a", "TIC14 d12a", "d13b"], "d35a")
    play(match, "A TIC34", "B slap TIC14")
    assert match.acting == (A, C)
    assert play(match, "A slap d13a").acting == (B,)


@rule("ION-76", "ION-72")
def test_block_and_shift_in_a_race_are_plain_and_the_pointer_starts_at_the_slapper() -> None:
    match = deal(["TIC34 d13a", "d12a", "BLK34 d12b", "d15a"], "d35a")
    play(match, "A TIC34", "C slap BLK34")
    assert (match.acting, view(match).pending, view(match).match) == ((D,), None, [3, 4])


@rule("ION-72")
def test_a_slapped_action_is_carried_out_from_the_slappers_seat() -> None:
    match = deal(["TIC34 d13a", "d12a", "PUN23 d12b", "d15a"], "d35a")
    play(match, "A TIC34", "C slap PUN23")
    assert (view(match).pending.source, view(match).pending.target) == (C, D)
    out = deal(["TIC34 d13a", "d12a", "d23a", "d15a"], "d35a")
    play(out, "A TIC34", "C slap d23a")
    assert out.outcome is not None
    assert out.outcome.winners == [C]


@rule("ION-77", "ION-71")
def test_a_sealed_race_asks_all_and_lets_chance_choose_the_first() -> None:
    firsts = Counter()
    for seed in range(90):
        match = deal(RACE, "d35a", seed=seed, options={"race_mode": "sealed"})
        play(match, "A TIC34", "B slap d15a")
        assert match.acting == (C, D, E)
        assert refused(match, B, "stay") == "ION-71"
        assert (view(match, B).race.answer, view(match, C).race.answer, view(match).race.answer) == ("d15a", None, None)
        play(match, "E slap d24a", "C stay", "D slap PPP33")
        slapped = told(match, "slapped")
        assert len(slapped) == 1
        firsts[slapped[0]["seat"]] += 1
        assert match.state.waiting == 0
    assert set(firsts) == {B, D, E}
    assert min(firsts.values()) > 15
    nobody = play(deal(RACE, "d35a", options={"race_mode": "sealed"}), "A TIC34", "B stay", "C stay", "D stay", "E stay")
    assert (nobody.acting, len(told(nobody, "lapsed"))) == ((B,), 1)


@rule("ION-71")
def test_what_was_answered_in_a_sealed_race_stays_secret() -> None:
    match = play(deal(RACE, "d35a", options={"race_mode": "sealed"}), "A TIC34", "B slap d15a", "C stay")
    own = [event["answer"] for event in match.events(B) if event["kind"] == "answered"]
    assert own == [BY_ID["d15a"], None]
    assert [event["answer"] for event in match.events(None) if event["kind"] == "answered"] == [None, None]


@rule("ION-71", "ION-R19")
def test_with_assistance_only_fitting_cards_can_be_slapped() -> None:
    free = play(deal(RACE, "d35a"), "A TIC34")
    assert offers(free, D) == {"slap PPP33", "slap d16a", "stay"}
    helped = play(deal(RACE, "d35a", options={"assist_slap": True}), "A TIC34")
    assert offers(helped, D) == {"slap PPP33", "stay"}
    assert refused(helped, D, "slap d16a") == "ION-12"
    assert refused(helped, A, "stay") == "ION-70"


# Drawing.


@rule("ION-78", "ION-82")
def test_cards_come_from_the_top_of_the_pile() -> None:
    match = deal(["d34a", "d34b", "d35a"], "d12a", "d45a d45b")
    play(match, "A draw")
    assert hand(match, A) == {"d34a", "d45a"}
    play(match, "A keep", "B draw")
    assert hand(match, B) == {"d34b", "d45b"}


@rule("ION-79", "ION-80", "ION-81")
def test_an_empty_pile_is_made_anew_of_the_played_cards_but_the_top_one() -> None:
    match = deal(["d34a", "d34b", ""], "d12a", played=["PUN11", "PUN55", "d45a"], rest="hand 2", options=TOURNAMENT,
                 spoils=[["BOM66"], [], []])  # fmt: skip
    play(match, "A draw")
    assert told(match, "reshuffled") == [{"kind": "reshuffled", "pile": 3}]
    assert (view(match).table, view(match).match, view(match).pile, view(match).played) == ("d12a", [1, 2], 2, ["d12a"])
    assert set(match.position()["pile"]) < {"PUN11", "PUN55", "d45a"}
    assert view(match).spoils_sizes == [1, 0, 0]


@rule("ION-82", "ION-53")
def test_an_old_hand_under_the_pile_is_drawn_before_the_played_cards_come_back() -> None:
    match = deal(["d34a", "d34b", ""], "d12a", "d45a d15a d15b", played=["PUN11"], rest="hand 2", layers=[2])
    play(match, "A draw", "A keep", "B draw", "B keep")
    assert hand(match, B) & {"d15a", "d15b"}
    assert told(match, "reshuffled") == []


@rule("ION-84", "ION-85", "ION-73")
def test_forced_draws_neither_start_nor_end_a_turn() -> None:
    match = play(deal(RACE, "d35a", "JOK1 JOK2"), "A TIC34", "D slap d16a")
    assert {"JOK1", "JOK2"} <= hand(match, D)
    assert (match.acting, view(match).decision) == ((B,), "play")
    duel = deal(["d12a CHL13", "d34b", "d36a", "d35a"], "d25a", actor=A, decision="pair",
                duel=Duel(A, C, off_turn=True))  # fmt: skip
    play(duel, "A pick 1 2", "C pick 3")
    assert (duel.acting, view(duel).decision) == ((B,), "play")


@rule("ION-86")
def test_what_cannot_be_drawn_is_forgiven() -> None:
    def punished(seed: int) -> parlour.Match:
        aimed = Pending("punish", A, B)
        match = deal(
            ["d13a", "d34a", ""], "PUN24", "d45a", rest="hand 2", decision="respond", actor=B, pending=aimed, seed=seed
        )
        return play(match, "B accept")

    match = until(punished, die(3))
    assert hand(match, B) == {"d34a", "d45a"}
    assert (view(match).pile, match.acting) == (0, (B,))


# Stalled hands.


@rule("ION-87", "ION-100")
def test_a_quick_hand_stalls_by_passing_and_by_the_cap() -> None:
    def stuck(c: str, **more: Any) -> parlour.Match:
        return deal(["", "d34a", c], "d12a", rest="spoils 1", exploded=[A], actor=B, options={"bomb": "always"}, **more)

    lowest = play(stuck("d35a"), "B pass", "C pass").outcome
    tie = play(stuck("d34b"), "B pass", "C pass").outcome
    assert lowest is not None
    assert tie is not None
    assert (lowest.winners, tie.winners) == ([B], [B, C])
    assert "equal" in tie.reason
    capped = deal(["d12a d34a", "d12b", "d35a"], "d16a", turn=360)
    play(capped, "A d12a")
    assert capped.outcome is not None
    assert (capped.outcome.winners, capped.outcome.reason) == ([B], "the hand is stalled and the lowest hand wins")
    under = deal(["d12a d34a", "d12b", "d35a"], "d16a", turn=359)
    assert not play(under, "A d12a").over


@rule("ION-87", "ION-97")
def test_equal_points_go_to_fewer_cards_and_a_tied_hand_scores_nothing() -> None:
    fewer = deal(["d12a d34a", "d12b d13a", "d34b"], "d16a", turn=360, options=TOURNAMENT)
    play(fewer, "A d12a")
    assert (view(fewer).score, told(fewer, "hand_ended")[0]["winner"]) == ([0, 0, 0], -1)
    fewer = deal(["d12a d46a", "d13b d24a", "d46b d56a"], "d16a", turn=360, options=TOURNAMENT)
    play(fewer, "A d12a")
    assert (told(fewer, "hand_ended")[0]["winner"], view(fewer).score) == (A, [10 + 21, 0, 0])
    assert view(fewer).hand_no == 2


@rule("ION-87")
def test_a_pending_action_ends_with_the_cap_and_a_gift_belongs_to_nobody() -> None:
    match = deal(["GFT13 d12a d56a", "d34a", "d34b"], "d16a", turn=360)
    play(match, "A GFT13", "A give d56a")
    assert match.outcome is not None
    assert match.outcome.winners == [A]
    assert "d56a" not in hand(match, A) | hand(match, B)


# Going out.


@rule("ION-90", "ION-92")
def test_a_last_challenge_is_fought_but_costs_the_one_who_is_out_nothing() -> None:
    scores = set()
    for seed in range(40):
        match = deal(["CHL25", "BLK12 d34a", "d36a"], "d25a", seed=seed, options=TOURNAMENT)
        play(match, "A CHL25", "A challenge seat 1")
        assert (view(match).decision, match.acting, view(match).leaving) == ("pair", (A,), A)
        play(match, "A pick 1 2", "B pick 3")
        left = {event["seat"]: event["cards"] for event in told(match, "left_with")}
        won = told(match, "duel_won")[0]["winner"]
        assert left == {B: 2 + (4 if won == A else 0), C: 1}
        ended = [event["kind"] for event in match.events()].index("hand_ended")
        drew = {event["seat"] for event in match.events()[:ended] if event["kind"] == "drew"}
        assert drew == ({B} if won == A else set())
        assert view(match).hand_no == 2
        scores.add(won)
    assert scores == {A, B}


@rule("ION-90")
def test_last_punishes_and_new_game_are_carried_out_without_response() -> None:
    who = play(deal(["PWH24", "BLK12 d34a", "d36a"], "d25a", options=TOURNAMENT), "A PWH24")
    assert (view(who).decision, view(who).hand_sizes) == ("who", [0, 2, 1])
    previous = play(who.copy(), "A previous")
    assert told(previous, "rolled")[0]["victim"] == C
    assert told(play(who, "A next"), "rolled")[0]["victim"] == B
    left = play(deal(["PPP24", "BLK12 d34a", "d36a"], "d25a", options=TOURNAMENT), "A PPP24")
    assert told(left, "rolled")[0]["victim"] == C
    new = play(deal(["NGF12", "BLK12 d34a", "d36a"], "d25a", options=TOURNAMENT), "A NGF12")
    assert [(event["seat"], event["old"], event["new"]) for event in told(new, "exchanged")] == [(B, 2, 7)]
    for match in (previous, who, left, new):
        assert (view(match).hand_no, told(match, "aimed")) == (2, [])


@rule("ION-91")
@pytest.mark.parametrize("kind", ["punish", "gift", "challenge"])
def test_a_last_shift_still_moves_what_was_pending(kind: str) -> None:
    gift = "d56a" if kind == "gift" else None
    match = deal(["d13a", "SHF45", "BLK45 d14a"], "d34a", options=TOURNAMENT, decision="respond", actor=B,
                 pending=Pending(kind, A, B, gift=gift))  # fmt: skip
    play(match, "B shift with SHF45")
    if kind == "challenge":
        assert (view(match).decision, match.acting, view(match).duel.target) == ("pair", (A,), C)
        play(match, "A pick 1 2", "C pick 3")
        assert len(told(match, "duel_won")) == 1
    elif kind == "punish":
        assert told(match, "rolled")[0]["victim"] == C
    else:
        assert [(event["seat"], DECK[event["card"]].id) for event in told(match, "received")] == [(C, "d56a")]
    assert (view(match).hand_no, told(match, "hand_ended")[0]["winner"]) == (2, B)


@rule("ION-93", "ION-95")
@pytest.mark.parametrize("card", ["NOP22", "PLA26", "TIC22", "BLK12", "SHF26", "JOK1", "DJK1", "d26a"])
def test_a_last_card_without_effect(card: str) -> None:
    match = play(deal([card, "d34a", "d36a"], "d25a", options=TOURNAMENT), f"A {card}")
    assert view(match).score == [7 + 9, 0, 0]
    story = [event["kind"] for event in match.events()]
    assert story[:2] == ["played", "hand_ended"]
    bomb = play(deal(["BOM66", "d34a", "d36a"], "d36b", options=TOURNAMENT), "A BOM66")
    assert view(bomb).score == [7 + 9, 0, 0]


@rule("ION-94")
def test_a_quick_match_ends_at_once_with_the_last_card() -> None:
    for card in ("PUN24", "CHL25", "NGF12", "PWH25", "PPP24"):
        match = play(deal([card, "d34a", "d36a"], "d25a"), f"A {card}")
        assert match.over
        assert told(match, "rolled") == told(match, "exchanged") == []
    given = Pending("gift", A, B, gift="d56a")
    passed_on = deal(["d13a", "SHF45", "d14a"], "d34a", decision="respond", actor=B, pending=given)
    assert play(passed_on, "B shift with SHF45").over
    assert hand(passed_on, C) == {"d14a", "d56a"}
    shifted = deal(["d13a", "SHF45", "d14a"], "d34a", decision="respond", actor=B, pending=Pending("punish", A, B))
    assert play(shifted, "B shift with SHF45").over
    assert told(shifted, "rolled") == []


# Customised decks.


@rule("ION-101", "ION-102")
def test_actions_can_be_taken_out_and_hands_shrink_with_the_deck() -> None:
    for players, cards in ((2, 9), (3, 7), (4, 7), (5, 4)):
        match = ION.new(players, 3, removed_actions=list(ACTION_WORDS))
        assert view(match).hand_sizes == [cards] * players
        assert {DECK[card].type for card in cards_in(match.state.deck)} == {DOT}
    with pytest.raises(parlour.BadSetup, match=r"30 cards is too small for 6 players.*enough for 5.*ION-102"):
        ION.new(6, removed_actions=list(ACTION_WORDS))
    with pytest.raises(parlour.BadSetup, match="ION-102"):
        ION.batch(4, players=10, removed_actions=list(ACTION_WORDS))
    some = ION.new(4, 3, removed_actions=["punish", "joker"])
    assert not {7, 13} & {DECK[card].type for card in cards_in(some.state.deck)}
    mine = deal(["d12a d34a", "d34b", "d35a"], "d16a", options={"removed_actions": ["punish"]})
    assert refused(mine, A, "PUN16") == "ION-101"


@rule("ION-3", "ION-102", "ION-R30")
def test_the_printed_hand_is_dealt_whenever_the_deck_holds_it_and_a_table_card() -> None:
    """Seven for four with dot cards only leave one card of thirty; for all decks the rule in a line, checked from outside."""
    assert view(ION.new(4, 3, removed_actions=list(ACTION_WORDS))).pile == 1
    for players in ION.seats:
        for kept in range(len(ACTION_WORDS) + 1):
            try:
                match = ION.new(players, 1, removed_actions=list(ACTION_WORDS[kept:]))
            except parlour.BadSetup:
                continue
            deck, printed = len(cards_in(match.state.deck)), 9 if players == 2 else 7
            dealt = {event["cards"] for event in match.events() if event["kind"] == "hand"}
            assert dealt == {printed if deck >= printed * players + 1 else (deck - 1 - players) // players}


@rule("ION-87", "ION-R26")
def test_by_option_no_number_of_turns_ends_a_hand() -> None:
    for options, ends in (({}, True), ({"stalls": False}, False)):
        match = deal(["d12a d34a", "d12b d34b", "d13a d35a"], "d15a", "d16a d16b", turn=360, options=options)
        play(match, "A d12a")
        assert match.over == ends
    endless = deal(["d12a d34a", "d12b d34b", "d13a d35a"], "d15a", "d16a", turn=30000, options={"stalls": False})
    play(endless, "A d12a")
    assert (view(endless).turn, view(endless).turn_cap) == (30000, 0)


@rule("ION-104", "ION-103", "ION-105")
def test_two_players_play_without_what_needs_three() -> None:
    match = ION.new(2, 4, bomb="always")
    kinds = {DECK[card].type for card in cards_in(match.state.deck)}
    assert not {8, 11} & kinds
    assert 12 in kinds
    punished = play(deal(["PWH24 d34a", "BLK12 d34b"], "d25a"), "A PWH24")
    assert offers(punished, B) == {"block with BLK12", "accept"}


@rule("ION-87", "ION-57", "ION-70")
def test_play_again_and_races_count_as_turns_towards_the_cap() -> None:
    again = play(deal(["PLA26 d34a d26a", "d12a"], "d25a", turn=5), "A PLA26")
    assert view(again).turn == 6
    race = play(deal(RACE, "d35a", turn=5), "A TIC34")
    assert view(race).turn == 6
    assert view(play(race, "E slap d24a")).turn == 7

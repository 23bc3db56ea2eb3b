"""Dokitto! Ice: the ledger's rules and worked scenarios. Seats A, B, C, D are 0, 1, 2, 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import parlour
from parlour.games.dokitto import rules
from parlour.games.dokitto.position import LETTERS, card_name
from parlour.testing import kit, rule

DOKITTO = parlour.game("dokitto")
A, B, C, D = range(4)
DECKS = {2: "SCM", 3: "SCM", 4: "SCMV", 5: "SCMGV"}


def deal(
    hands: Sequence[Sequence[str]],
    *,
    cones: Sequence[Sequence[str]] | None = None,
    stacks: dict[str, int] | None = None,
    stars: dict[str, int] | None = None,
    out: dict[int, str] | None = None,
    lead: int = A,
    **more: Any,
) -> parlour.Match:
    """A position in which each seat holds the given cards and as many others as it must, none of the flavours in `out`.

    Past tricks are made up of cards that nobody needs, one for each tile on the cones. `stacks` gives heights, the tiles
    that are missing are already on cones; `stars` says how many tiles lie under the star.
    """
    players = len(hands)
    flavours = DECKS[players]
    cones = [list(cone) for cone in cones] if cones else [[] for _ in hands]
    stacks = stacks or {f: 3 - sum(tile[0] == f for cone in cones for tile in cone) for f in flavours}
    tricks = sum(len(cone) for cone in cones)
    size = rules.HAND_FOR[players] - tricks
    free = [f"{f}{n}" for n in range(13, 0, -1) for f in flavours if all(f"{f}{n}" not in hand for hand in hands)]
    past = [{"leader": A, "cards": uniform_trick(free, flavours, players)} for _ in range(tricks)]
    filled = [list(hand) for hand in hands]
    for seat in sorted(range(players), key=lambda s: -len((out or {}).get(s, ""))):
        fitting = [card for card in free if card[0] not in (out or {}).get(seat, "")][: size - len(hands[seat])]
        free = [card for card in free if card not in fitting]
        filled[seat] += fitting
    tubs = {}
    for flavour in flavours:
        taken = any(tile == f"{flavour}*" for cone in cones for tile in cone)
        at = (stars or {}).get(flavour, 0)
        tubs[flavour] = ["star" if not taken and i == at else "plain" for i in range(stacks[flavour])]
    return DOKITTO.position(
        {
            "players": players,
            "hands": filled,
            "cones": cones,
            "stacks": tubs,
            "past": past,
            "leader": lead,
            "flavours": flavours,
            **more,
        },
        seed=4,
    )


def uniform_trick(free: list[str], flavours: str, players: int) -> list[str]:
    """Cards of one flavour for a past trick, so that nobody is shown to be out of anything."""
    best = max(flavours, key=lambda f: sum(card[0] == f for card in free))
    cards = [card for card in free if card[0] == best][-players:]
    for card in cards:
        free.remove(card)
    return cards


def play(match: parlour.Match, *cards: str) -> None:
    for card in cards:
        match.play(match.acting[0], card)


def refused(match: parlour.Match, seat: int, move: Any) -> str:
    before = bytes(match.state)
    with pytest.raises(parlour.Refused) as caught:
        match.play(seat, move)
    assert bytes(match.state) == before
    return caught.value.rule


def taken(match: parlour.Match) -> list[str]:
    return [LETTERS[event["flavour"]] for event in match.events() if event["kind"] == "took"]


def choices(match: parlour.Match) -> set[str]:
    return {move.flavour[0].upper() for move in match.legal(match.acting[0])}


def finished(players: int, seed: int = 0, **options: Any) -> parlour.Match:
    return kit.played(DOKITTO, players, seed, **options)


# Set-up.


@rule("DOK-01", "DOK-02", "DOK-03", "DOK-05", "DOK-08")
@pytest.mark.parametrize(("players", "flavours", "hand"), [(2, 3, 6), (3, 3, 8), (4, 4, 10), (5, 5, 13)])
def test_flavours_deck_and_hands_by_number_of_players(players: int, flavours: int, hand: int) -> None:
    position = DOKITTO.new(players, seed=1).position()
    assert len(position["flavours"]) == flavours
    dealt = [card for cards in position["hands"] for card in cards]
    assert [len(cards) for cards in position["hands"]] == [hand] * players
    assert len(set(dealt)) == players * hand
    assert {card[0] for card in dealt} <= set(position["flavours"])
    assert 13 * flavours - len(dealt) == {2: 27, 3: 15, 4: 12, 5: 0}[players]
    for wrong in (1, 6, 0, -2, "4", 2.0, True):
        with pytest.raises(parlour.BadSetup, match="2 to 5 players"):
            DOKITTO.new(wrong)


@rule("DOK-04", "DOK-29")
def test_a_cone_never_holds_more_than_three_tiles_but_any_topping() -> None:
    for players in DOKITTO.seats:
        for match, _ in kit.play_through(DOKITTO, players, seed=2):
            assert all(len(cone) <= 3 for cone in match.view().cones)


@rule("DOK-06", "DOK-07")
def test_three_tiles_a_flavour_one_star_at_any_height_and_all_toppings_there() -> None:
    heights: Counter[int] = Counter()
    for seed in range(150):
        match = DOKITTO.new(5, seed=seed)
        for stack in match.position()["stacks"].values():
            assert sorted(stack) == ["plain", "plain", "star"]
            heights[stack.index("star")] += 1
        assert all(tub.left == 3 and tub.topping for tub in match.view().tubs.values())
    assert all(200 < heights[height] < 300 for height in range(3))


@rule("DOK-09")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    match = DOKITTO.new(3, seed=1)
    hands = match.position()["hands"]
    for viewer in (None, A, B, C):
        view = match.view(viewer)
        assert view.hand == ([] if viewer is None else hands[viewer])
        assert view.hand_sizes == [8, 8, 8]


@rule("DOK-10")
def test_the_first_leader_is_chance_or_the_named_seat() -> None:
    assert {DOKITTO.new(3, seed=seed).acting[0] for seed in range(30)} == {0, 1, 2}
    assert all(DOKITTO.new(3, seed=seed, first_lead=2).acting == (2,) for seed in range(5))


@rule("DOK-11")
def test_scores_start_at_nothing() -> None:
    assert DOKITTO.new(5, seed=1).view().score == [0] * 5


# Tricks.


@rule("DOK-12", "DOK-13", "DOK-15", "DOK-18", "DOK-30")
def test_a_trick_goes_round_once_and_its_winner_leads_the_next() -> None:
    match = deal([["S7"], ["S12"], ["S3"], ["S9"]])
    order = []
    for card in ("S7", "S12", "S3", "S9"):
        order.append(match.acting[0])
        match.play(match.acting[0], card)
    assert order == [A, B, C, D]
    assert match.acting == (B,)
    assert match.view().past[-1].cards == {A: "S7", B: "S12", C: "S3", D: "S9"}
    assert refused(match, B, "S12") == "DOK-15"
    assert refused(match, A, match.view(A).hand[0]) == "DOK-15"


@rule("DOK-14")
def test_the_leader_may_play_any_card() -> None:
    match = DOKITTO.new(4, seed=6)
    seat = match.acting[0]
    assert sorted(move.card for move in match.legal(seat)) == sorted(match.view(seat).hand)


@rule("DOK-19", "DOK-24")
def test_scenario_1_one_flavour_the_highest_wins_and_takes_it() -> None:
    match = deal([["S7"], ["S12"], ["S3"], ["S9"]])
    play(match, "S7", "S12", "S3", "S9")
    assert match.acting == (B,)
    assert taken(match) == ["S"]


@rule("DOK-20", "DOK-25")
def test_scenario_2_mixed_the_lowest_wins_even_a_follower() -> None:
    match = deal([["S7"], ["S12"], ["M2"], ["S1"]], out={C: "S"})
    play(match, "S7", "S12", "M2", "S1")
    assert match.acting == (D,)
    assert choices(match) == {"S", "M"}
    assert refused(match, D, "take chocolate") == "DOK-25"
    assert refused(match, D, "take v") == "DOK-25"
    assert refused(match, D, match.view(D).hand[0]) == "DOK-23"
    match.play(D, "take matcha")
    assert match.view().cones[D] == ["M"]


@rule("DOK-21", "DOK-22")
def test_scenario_3_of_two_lowest_the_later_wins() -> None:
    match = deal([["S5"], ["M2"], ["C2"], ["S9"]], out={B: "S", C: "S"})
    play(match, "S5", "M2", "C2", "S9")
    assert match.acting == (C,)
    assert choices(match) == {"S", "M", "C"}


@rule("DOK-21")
def test_scenario_4_the_led_card_has_no_privilege() -> None:
    match = deal([["S2"], ["S9"], ["S11"], ["V2"]], out={D: "S"})
    play(match, "S2", "S9", "S11", "V2")
    assert match.acting == (D,)
    assert choices(match) == {"S", "V"}
    assert match.events()[-1] == {"kind": "later", "seat": D, "card": 53}
    assert "the later card wins" in match.log()[-1], "it is said when it happens"


@rule("DOK-16", "DOK-17")
def test_scenario_5_who_can_follow_must() -> None:
    hands = [["S7", "V7"], ["S1", "M13", "M2"], [], []]
    cones = [["S", "C"], ["C", "C*", "M"], ["M", "M*"], []]
    match = deal(hands, cones=cones, out={B: "VC"})
    match.play(A, "S7")
    # B holds S and M cards only.
    assert {move.card[0] for move in match.legal(B)} == {"S"}
    assert refused(match, B, "M13") == "DOK-16"
    match = deal(hands, cones=cones, out={B: "VC"})
    match.play(A, "V7")
    assert {move.card for move in match.legal(B)} == set(match.view(B).hand)


def test_every_trick_of_random_games_obeys_the_winning_rules() -> None:
    for players in DOKITTO.seats:
        events = finished(players, seed=8).events()
        trick: list[dict[str, Any]] = []
        for event in events:
            if event["kind"] in ("led", "followed", "discarded"):
                trick.append(event)
            if event["kind"] in ("highest", "lowest", "later"):
                assert len(trick) == players
                numbers = [e["card"] % 13 for e in trick]
                mixed = len({e["card"] // 13 for e in trick}) > 1
                best = max(i for i, n in enumerate(numbers) if n == min(numbers)) if mixed else numbers.index(max(numbers))
                tied = numbers.count(min(numbers)) > 1
                assert event["kind"] == (("later" if tied else "lowest") if mixed else "highest")
                assert trick[best]["seat"] == event["seat"]
                trick = []


# Tiles.


@rule("DOK-26")
def test_scenario_6_a_high_win_of_an_empty_flavour_is_a_free_choice() -> None:
    cones = [["V", "V*"], ["V", "C"], ["C*"], ["C", "S", "S"]]
    match = deal([["V3"], ["V4"], ["V9"], ["V5"]], cones=[*cones[:2], ["C*", "M"], cones[3]])
    assert {k: t.left for k, t in match.view().tubs.items()} == {"S": 1, "C": 0, "M": 2, "V": 0}
    play(match, "V3", "V4", "V9", "V5")
    assert match.acting == (C,)
    assert choices(match) == {"S", "M"}


@rule("DOK-25", "DOK-26")
def test_scenario_7_a_low_win_takes_among_the_played_flavours_that_are_left() -> None:
    cones = [["S", "S*"], ["S", "C"], ["C", "M"], ["V", "V"]]
    match = deal([["S7"], ["S12"], ["M2"], ["S9"]], cones=cones, out={C: "S"})
    assert match.view().tubs["S"].left == 0
    play(match, "S7", "S12", "M2", "S9")
    assert taken(match) == ["M"]
    gone = deal([["S7"], ["S12"], ["M2"], ["S9"]], cones=[["S", "S*"], ["S", "C"], ["M", "M"], ["M*", "V"]], out={C: "S"})
    play(gone, "S7", "S12", "M2", "S9")
    assert choices(gone) == {"C", "V"}


@rule("DOK-27", "DOK-28", "DOK-29")
def test_scenario_11_the_star_brings_the_topping_and_the_cone_is_full() -> None:
    cones = [["S", "C"], [], [], []]
    match = deal([["V12", "S13"], ["V4", "S2"], ["V9", "S3"], ["V5", "S4"]], cones=cones, stars={"V": 2})
    play(match, "V12", "V4", "V9", "V5")
    view = match.view()
    assert (view.cones[A], view.toppings[A]) == (["S", "C", "V"], ["V"])
    assert not view.tubs["V"].topping
    play(match, "S13", "S2", "S3", "S4")
    assert "Player 1 topples" in " ".join(match.log())
    assert match.view().score == [0, 0, 0, 0]


@rule("DOK-27")
def test_a_star_further_down_stays_where_it_is() -> None:
    match = deal([["V12"], ["V4"], ["V9"], ["V5"]], stars={"V": 0})
    play(match, "V12", "V4", "V9", "V5")
    assert match.view().toppings[A] == []
    assert match.view().tubs["V"] == type(match.view().tubs["V"])(left=2, topping=True)


@rule("DOK-23")
def test_a_winner_with_room_must_take_exactly_one() -> None:
    match = deal([["S7"], ["S12"], ["M2"], ["S1"]], out={C: "S"})
    play(match, "S7", "S12", "M2", "S1")
    assert all(type(move).__name__ == "Take" for move in match.legal(D))
    match.play(D, "take s")
    assert [len(cone) for cone in match.view().cones] == [0, 0, 0, 1]


# The end of a round.


@rule("DOK-31", "DOK-35", "DOK-36", "DOK-40")
def test_scenario_8_a_fourth_scoop_ends_the_round_at_once() -> None:
    cones = [["S*", "C"], ["S", "C", "M*"], ["V"], []]
    match = deal([["V2"], ["V13"], ["V4"], ["V5"]], cones=cones)
    heights = {k: t.left for k, t in match.view().tubs.items()}
    play(match, "V2", "V13", "V4", "V5")
    kinds = [event["kind"] for event in match.events()]
    assert kinds[-7:] == ["highest", "toppled", "scored", "scored", "scored", "scored", "round"]
    assert match.view().score == [3, 0, 1, 0]
    assert "took" not in kinds
    assert sum(heights.values()) == 6
    assert match.acting == (B,)
    assert match.view().toppled is None, "the new round has cleared it away"


@rule("DOK-32", "DOK-33")
def test_scenario_9_and_12_the_last_trick_with_a_full_cone_is_a_topple_not_a_normal_end() -> None:
    hands = [["S2"], ["S9"]]
    match = deal(hands, cones=[["S", "C"], ["C", "M", "M"]])
    play(match, "S2", "S9")
    assert match.view().score == [2, 0]
    match = deal([["S9"], ["S2"]], cones=[["S", "C"], ["C", "M", "M"]], stars={"S": 0})
    play(match, "S9", "S2")
    assert match.view().score == [3, 3]
    assert [e["kind"] for e in match.events()].count("toppled") == 0


@rule("DOK-34", "DOK-37")
def test_tiles_and_toppings_are_a_point_each_and_are_added_up() -> None:
    match = deal([["S9"], ["S2"]], cones=[["S*", "C*"], ["C", "M", "M*"]], score=[4, 1], round=2)
    play(match, "S9", "S2")
    assert match.view().score == [4 + 5, 1 + 4]


@rule("DOK-38", "DOK-41")
def test_scenario_10_ten_points_after_a_round_end_the_game_and_ties_share() -> None:
    cones = [["S*", "C"], ["M", "V"], ["S", "C*", "M*"], ["V"]]
    # C topples nobody: D wins the last card and stays at one. Round scores come from the cones.
    state = deal([["V2"], ["V3"], ["V4"], ["V13"]], cones=cones, score=[8, 9, 4, 7]).state
    rules.end_round(state, D)
    assert list(state.score)[:4] == [11, 11, 9, 7]
    outcome = DOKITTO.outcome(state)
    assert outcome is not None
    assert outcome.winners == [A, B]


@rule("DOK-38")
def test_the_target_is_tested_only_after_a_round() -> None:
    for match, _ in kit.play_through(DOKITTO, 4, seed=5):
        assert match.over == (max(match.view().score) >= 10)


@rule("DOK-39")
def test_a_new_round_deals_everything_anew_with_the_same_flavours() -> None:
    match = deal([["S2"], ["S9"]], cones=[["S", "C"], ["C", "M", "M"]])
    play(match, "S2", "S9")
    view = match.view()
    assert (view.round, view.hand_sizes, view.cones, view.past) == (2, [6, 6], [[], []], [])
    assert all(tub.left == 3 and tub.topping for tub in view.tubs.values())
    assert list(view.tubs) == ["S", "C", "M"]


@rule("DOK-40")
@pytest.mark.parametrize("option", ["last_winner", "clockwise", "random"])
def test_who_leads_the_next_round(option: str) -> None:
    leaders = []
    for seed in range(12):
        events = finished(3, seed, next_lead=option, first_lead=1).events()
        last = first = None
        for event in events:
            if event["kind"] == "round":
                if last is not None:
                    assert first is not None
                    leaders.append((event["seat"], last, first))
                first = event["seat"]
            if event["kind"] in ("highest", "lowest", "later"):
                last = event["seat"]
    if option == "last_winner":
        assert all(led == winner for led, winner, _ in leaders)
    elif option == "clockwise":
        assert all(led == (first + 1) % 3 for led, _, first in leaders)
    else:
        assert any(led != winner for led, winner, _ in leaders)
        assert any(led != (first + 1) % 3 for led, _, first in leaders)


@rule("DOK-42")
def test_after_forty_rounds_the_game_is_over_whatever_the_scores() -> None:
    state = deal([["S2"], ["S9"]], cones=[["S", "C"], ["C", "M", "M"]], score=[9, 3], round=40).state
    rules.end_round(state, A)
    outcome = DOKITTO.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ([A], "40 rounds are played")


@rule("DOK-42", "DOK-R11")
def test_by_option_the_game_goes_on_after_forty_rounds() -> None:
    for number, after in ((40, 41), (100, 100)):
        match = deal([["S2"], ["S9"]], cones=[["S"], ["C", "M", "M"]], score=[6, 8], round=number, options={"round_cap": False})
        play(match, "S2", "S9")
        assert not match.over
        assert match.view().round == after


@rule("DOK-02", "DOK-25")
def test_a_flavour_that_is_not_in_the_game_is_called_that() -> None:
    match = deal([["S7"], ["S12"], ["M2"], ["S1"]], out={C: "S"})
    play(match, "S7", "S12", "M2", "S1")
    refusal = match.why_not(D, "take grape")
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("DOK-02", "Grape is not in this game.")


# Where two rules meet.


@rule("DOK-26", "DOK-31")
def test_a_full_cone_topples_also_where_its_flavour_has_run_out() -> None:
    """A pure trick of an empty flavour is a free choice for whoever has room, and no way out for whoever has not."""
    cones = [["V", "V*"], ["V", "C"], ["C*", "M", "S"], ["C"]]
    match = deal([["V3"], ["V4"], ["V9"], ["V5"]], cones=cones)
    play(match, "V3", "V4", "V9", "V5")
    assert [e["seat"] for e in match.events() if e["kind"] == "toppled"] == [C]
    assert match.view().score == [3, 2, 0, 1]


@rule("DOK-26", "DOK-28")
def test_a_free_choice_of_another_flavour_brings_that_flavours_topping() -> None:
    cones = [["V", "V*"], ["V", "C"], ["C*"], ["C", "S"]]
    match = deal([["V3"], ["V4"], ["V9"], ["V5"]], cones=cones, stars={"M": 2})
    play(match, "V3", "V4", "V9", "V5")
    assert choices(match) == {"S", "M"}
    match.play(C, "take matcha")
    assert match.view().toppings == [["V"], [], ["C", "M"], []]


@rule("DOK-25", "DOK-32", "DOK-33")
def test_the_last_card_ends_the_round_only_after_the_scoop_is_chosen() -> None:
    match = deal([["S7"], ["M2"]], cones=[["S", "C"], ["C", "M", "S"]], out={B: "S"}, score=[6, 6])
    play(match, "S7", "M2")
    assert match.view().score == [8, 6], "B has the lowest card and three scoops: toppled, with nothing to choose"
    match = deal([["S2"], ["M7"]], cones=[["S", "C"], ["C", "M", "S"]], out={B: "S"}, score=[6, 6])
    play(match, "S2", "M7")
    assert (match.acting, match.view().hand_sizes, match.view().score) == ((A,), [0, 0], [6, 6])
    assert choices(match) == {"S", "M"}
    assert not match.over
    match.play(A, "take s")
    assert match.view().score[B] == 9


@rule("DOK-35", "DOK-38", "DOK-41")
def test_whoever_topples_with_nine_points_watches_another_win_with_ten() -> None:
    match = deal([["S2"], ["S9"]], cones=[["S", "C"], ["C", "M", "M*"]], score=[8, 9], round=3)
    play(match, "S2", "S9")
    assert match.outcome == parlour.Outcome([10, 9], [A], "somebody has 10 points or more")
    assert match.view().toppled == B, "the tower lies there until the table is left"


@rule("DOK-38", "DOK-41", "DOK-42")
@pytest.mark.parametrize(
    ("before", "winners", "reason"),
    [([6, 8], [A, B], "40 rounds are played"), ([8, 9], [A], "somebody has 10 points or more")],
)
def test_the_fortieth_round_is_the_last_and_equal_scores_share_it(before: list[int], winners: list[int], reason: str) -> None:
    match = deal([["S2"], ["S9"]], cones=[["S", "C"], ["C", "M", "M"]], score=before, round=40)
    play(match, "S2", "S9")
    assert match.outcome == parlour.Outcome([before[A] + 2, before[B]], winners, reason)


# Options.


def test_flavours_can_be_picked_or_left_to_chance() -> None:
    assert DOKITTO.new(2, seed=1, flavours="GVS").position()["flavours"] == "SGV"
    assert DOKITTO.new(3, seed=1, flavours=["C", "M", "V"]).position()["flavours"] == "CMV"
    seen = {DOKITTO.new(2, seed=seed, flavours="random").position()["flavours"] for seed in range(80)}
    assert len(seen) == 10
    for wrong in ("SM", "SCMG", "SXM", 7, ["S", "S", "M"]):
        with pytest.raises(parlour.BadSetup, match="flavours"):
            DOKITTO.new(2, flavours=wrong)
    match = DOKITTO.new(2, seed=1, flavours="GVS")
    assert refused(match, match.acting[0], "C5") == "DOK-02"


def test_history_can_be_hidden_but_for_the_last_trick() -> None:
    for shown in (True, False):
        for step, (match, _) in enumerate(kit.play_through(DOKITTO, 3, seed=1, show_history=shown)):
            if step == 14:
                view = match.view(A)
                assert len(view.past) > 1 if shown else len(view.past) == 1
                assert shown or not any(view.out_of)


# Hidden knowledge.


def test_a_redeal_keeps_who_is_out_of_what() -> None:
    kept = 0
    for step, (match, _) in enumerate(kit.play_through(DOKITTO, 4, seed=3)):
        state = match.state
        for seat in range(4):
            guess = kit.redealt(DOKITTO, state, seat, seed=step)
            for other in range(4):
                for flavour in range(5):
                    if other != seat and (state.void[other] >> flavour) & 1:
                        assert guess.hand[other, flavour] == 0
                        kept += 1
    assert kept > 100


def test_redeals_without_knowledge_are_uniform() -> None:
    """Every card that a seat has not seen is in each other hand and aside in proportion to the places."""
    match = DOKITTO.new(3, seed=1)
    state = match.state
    where: Counter[tuple[str, int]] = Counter()
    runs = 3000
    for seed in range(runs):
        guess = kit.redealt(DOKITTO, state, A, seed)
        for other in (B, C):
            for flavour in range(3):
                for number in range(13):
                    if (guess.hand[other, flavour] >> number) & 1:
                        where[card_name(13 * flavour + number), other] += 1
    expected = runs * 8 / 31
    chi = sum((count - expected) ** 2 / expected for count in where.values())
    assert len(where) == 62
    # 62 cells, about 60 degrees of freedom: 110 is far out in the tail.
    assert chi < 110


def test_redeals_with_knowledge_are_uniform_over_the_deals_that_fit() -> None:
    """B is out of Strawberry: compare with all deals of a small ending, counted one by one."""
    past = [{"leader": A, "cards": ["S1", "C13", "S2"]}, {"leader": A, "cards": ["S3", "C12", "S4"]}]
    past += [{"leader": A, "cards": [f"M{n}", f"M{n + 1}", f"M{n + 2}"]} for n in (1, 4, 7)]
    hands = [["S10", "S11", "S12"], ["C1", "C2", "M10"], ["C3", "S5", "M11"]]
    cones = [["S", "C"], ["M"], ["S", "M"]]
    stacks = {"S": ["star"], "C": ["star", "plain"], "M": ["star"]}
    match = DOKITTO.position(
        {"players": 3, "hands": hands, "past": past, "leader": A, "cones": cones, "stacks": stacks, "flavours": "SCM"}, seed=1
    )
    state = match.state
    seen = {"S1", "S2", "S3", "S4", "C13", "C12", *hands[0], *(f"M{n}" for n in range(1, 10))}
    unseen = [card for card in (card_name(c) for c in range(39)) if card not in seen]
    in_b: Counter[str] = Counter()
    in_c: Counter[str] = Counter()
    runs = 6000
    for seed in range(runs):
        guess = kit.redealt(DOKITTO, state, A, seed)
        for seat, count in ((B, in_b), (C, in_c)):
            for c in range(39):
                if (guess.hand[seat, c // 13] >> c % 13) & 1:
                    count[card_name(c)] += 1
    assert not any(card[0] == "S" for card in in_b)
    others = [card for card in unseen if card[0] != "S"]
    for card in others:
        assert abs(in_b[card] / runs - 3 / len(others)) < 0.03, card
    # C draws three of the cards that B did not take: Strawberry is that much likelier.
    rest = len(unseen) - 3
    for card in unseen:
        free = 1 if card[0] == "S" else 1 - 3 / len(others)
        assert abs(in_c[card] / runs - 3 / rest * free) < 0.03, card


def test_redeals_move_the_stars_among_the_tiles_left() -> None:
    state = DOKITTO.new(2, seed=1).state
    stars = Counter(kit.redealt(DOKITTO, state, A, seed).star[0] for seed in range(900))
    assert all(240 < stars[height] < 360 for height in (1, 2, 3))


def test_redeals_end_even_when_everybody_is_known_to_be_short() -> None:
    """Five players, nothing aside, late in a round with many voids: the tightest deals there are."""
    hardest = 0
    for seed in range(25):
        for match, _ in kit.play_through(DOKITTO, 5, seed):
            state = match.state
            voids = sum(bin(v).count("1") for v in state.void)
            if voids >= 9:
                hardest = max(hardest, voids)
                guess = kit.redealt(DOKITTO, state, match.acting[0] if match.acting else 0, seed)
                assert list(DOKITTO.problems(guess)) == []
    assert hardest >= 11

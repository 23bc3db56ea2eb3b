"""ICECOOL2: the ledger's rules and options one by one, with hand-written reports and without physics."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from school_kit import CLS, FLICK, GYM, KIT, LAB, K, O, P, T, held, offered, table, told

import parlour
from parlour.core.contract import WORLD
from parlour.games.icecool import GAME, choices, flick, parts, plan, rules
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.happening import ImpossibleFlick, report_in
from parlour.games.icecool.moves import Announce, End, Flick, MoveFish, Place, Skate
from parlour.games.icecool.report import validate
from parlour.games.icecool.script import ToldSchool
from parlour.games.icecool.toy import imagine
from parlour.testing import kit, rule

REHEARSAL = GAME.rehearsal()


def spot(match: parlour.Match, seat: int) -> tuple[float | None, float | None]:
    penguin = match.view(None).penguins[seat]
    return penguin.x, penguin.y


def refused(match: parlour.Match, seat: int, move: Any) -> str:
    before = bytes(match.state)
    with pytest.raises(parlour.Refused) as caught:
        match.play(seat, move)
    assert bytes(match.state) == before
    return caught.value.rule


# Setting up.


@rule("ICE-1", "ICE-9", "ICE-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_a_colour_an_id_and_no_card_and_runners_are_not_in_yet(players: int) -> None:
    match = GAME.new(players, 1, first_catcher=P)
    view = match.view(None)
    assert [penguin.colour for penguin in view.penguins] == ["purple", "orange", "teal", "pink"][:players]
    assert view.ids == [1] * players
    assert all(penguin.x is None for penguin in view.penguins)
    assert [hand.down + len(hand.up) for hand in view.cards] == [0] * players
    match.play(P, "catcher 46 53")
    assert [penguin.x is not None for penguin in match.view(None).penguins] == [seat in (P, O) for seat in range(players)]


@rule("ICE-8", "ICE-29")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_runner_hangs_one_fish_on_each_of_the_three_doors_and_the_catcher_none(players: int) -> None:
    for doors in (["D1", "D3", "D7"], ["D5", "D6", "D7"]):
        view = GAME.new(players, 1, first_catcher=O, fish_doors=doors).view(None)
        runners = [name for seat, name in enumerate(["purple", "orange", "teal", "pink"][:players]) if seat != O]
        assert view.fish == dict.fromkeys(doors, runners)


@rule("ICE-2")
def test_the_school_is_five_boxes_joined_by_seven_doors() -> None:
    assert {room.id: room.box for room in plan.SCHOOL.rooms} == {"CLS": 1, "KIT": 2, "GYM": 3, "LAB": 4, "HAL": 5}
    joined = {door.id: set(door.rooms) for door in plan.SCHOOL.doors}
    assert joined == {
        "D1": {"CLS", "GYM"},
        "D2": {"GYM", "KIT"},
        "D3": {"KIT", "LAB"},
        "D4": {"LAB", "CLS"},
        "D5": {"HAL", "CLS"},
        "D6": {"HAL", "GYM"},
        "D7": {"HAL", "LAB"},
    }
    assert len(plan.ADJACENT_PAIRS) == 8
    assert plan.adjacent("HAL", "KIT")
    assert plan.door_between("HAL", "KIT") is None
    assert not plan.adjacent("CLS", "KIT")


@rule("ICE-3")
def test_the_white_fish_hold_the_boxes_and_are_no_part_of_any_move() -> None:
    assert len(plan.SCHOOL.clips) == 4
    _, match = table(cards={"orange": {"down": ["2", "2"]}})
    assert {move.colour for move in offered(match, MoveFish)} == {"orange", "teal", "pink"}
    with pytest.raises(parlour.BadMove, match="white"):
        match.play(O, "move white fish d1 d2")


@rule("ICE-4")
def test_the_deck_has_18_cards_of_each_value_six_of_each_task_and_is_shuffled() -> None:
    decks = [GAME.new(3, seed).position()["deck"] for seed in (1, 2)]
    assert Counter(decks[0]) == {"1J": 6, "1T": 6, "1B": 6, "2": 18, "3": 18}
    assert decks[0] != decks[1]
    tops = Counter(GAME.new(2, seed).position()["deck"][0] for seed in range(540))
    for card, share in (("1J", 60), ("1T", 60), ("1B", 60), ("2", 180), ("3", 180)):
        assert abs(tops[card] - share) < 60
    small = GAME.new(2, 1, fish_deck={"1": 3, "2": 0, "3": 5}).position()["deck"]
    assert Counter(small) == {"1J": 1, "1T": 1, "1B": 1, "3": 5}


@rule("ICE-5")
def test_the_first_catcher_is_chance_or_the_hosts_choice() -> None:
    assert {GAME.new(4, seed).acting[0] for seed in range(40)} == {P, O, T, K}
    for seat in range(4):
        assert GAME.new(4, 1, first_catcher=seat).acting == (seat,)


@rule("ICE-6", "ICE-66", "ICE-72")
@pytest.mark.parametrize(("players", "catchers"), [(2, [1, 0, 1, 0]), (3, [1, 2, 0]), (4, [1, 2, 3, 0])])
def test_a_game_has_as_many_rounds_as_players_and_two_players_have_four(players: int, catchers: list[int]) -> None:
    seen = []
    match = REHEARSAL.new(players, 4, first_catcher=O, turns_per_round_cap=2)
    dice = random.Random(1)
    while not match.over:
        view = match.view(None)
        if view.phase == "station":
            seen.append(view.catcher)
        match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))
    assert seen == catchers


@rule("ICE-10", "ICE-15")
def test_the_catcher_stands_anywhere_on_the_grid_in_the_kitchens_orange_area_and_flicks_from_there() -> None:
    for x, y in ((30.5, 44.5), (61.5, 61.5), (46, 53), (31, 61)):
        school = ToldSchool()
        match = school.new(2, 1, first_catcher=P)
        match.play(P, f"catcher {x:g} {y:g}")
        assert spot(match, P) == (x, y)
        told(school, match, O=CLS)
        assert match.acting == (P,)
        assert spot(match, P) == (x, y)
    match = GAME.new(2, 1, first_catcher=P)
    for x, y in ((30, 53), (62, 53), (46, 44), (46, 62), (46.25, 53)):
        with pytest.raises(parlour.BadMove, match="ICE-10"):
            match.play(P, f"catcher {x} {y}")
    assert refused(match, P, FLICK) == "ICE-10"
    assert refused(match, P, "end") == "ICE-10"
    match.play(P, "catcher 46 53")
    assert refused(match, O, "catcher 46 53") == "ICE-10"


# Turns.


@rule("ICE-12", "ICE-13")
def test_turns_go_clockwise_from_the_catchers_left_and_the_catcher_is_last() -> None:
    school = ToldSchool()
    match = school.new(4, 1, first_catcher=T)
    match.play(T, "catcher 46 53")
    seen = []
    places = iter([(20, 5), (25, 13), (30, 20), (50, 53)] * 2)
    for _ in range(8):
        seat = match.acting[0]
        seen.append(seat)
        told(school, match, **{"POTK"[seat]: next(places)})
    assert seen == [K, P, O, T] * 2


@rule("ICE-13")
def test_a_turn_is_exactly_one_flick() -> None:
    school, match = table(cards={"orange": {"down": ["3"]}})
    assert refused(match, O, "end") == "ICE-13"
    told(school, match)
    assert match.view(None).phase == "post"
    assert refused(match, O, FLICK) == "ICE-13"
    assert refused(match, T, FLICK) == "ICE-12"
    match.play(O, "end")
    assert match.acting == (T,)


@rule("ICE-14")
def test_a_runner_enters_beside_the_circle_when_somebody_stands_on_it() -> None:
    school, match = table(penguins={"teal": None, "pink": (10.5, 10)})
    told(school, match)
    assert match.acting == (T,)
    x, y = spot(match, T)
    assert x is not None
    assert y is not None
    assert ((x - 10.5) ** 2 + (y - 10) ** 2) ** 0.5 >= 3.5999
    assert ((x - 10) ** 2 + (y - 10) ** 2) ** 0.5 < 4.2
    assert match.view(None).first_flick


@rule("ICE-16", "ICE-37")
def test_a_later_flick_starts_where_the_penguin_stands() -> None:
    school, match = table()
    told(school, match, O=(50, 31.5))
    for _ in range(3):
        told(school, match)
    assert match.acting == (O,)
    assert spot(match, O) == (50, 31.5)


@rule("ICE-17")
def test_every_flick_of_the_grid_is_allowed() -> None:
    _, match = table()
    dice = random.Random(2)
    for _ in range(200):
        number = choices.FLICK + dice.randrange(flick.FLICKS)
        assert match.why_not(O, number) is None
    listed = offered(match, Flick)
    assert len(listed) == choices.LISTED_AIMS * 4
    assert {move.height for move in listed} == {"body", "head"}


@rule("ICE-19")
def test_the_first_flick_is_repeated_until_the_penguin_is_away_from_the_circle() -> None:
    for end, away in (((13.74, 10), False), ((13.75, 10), True), ((10, 10), False), ((10, 6.3), False)):
        school, match = table(penguins={"orange": (10, 10)}, first=["orange"])
        told(school, match, O=end)
        assert (match.acting == (T,)) == away
        if not away:
            assert spot(match, O) == (10, 10)
            assert match.view(None).tries == 1
            assert refused(match, O, "place classroom") == "ICE-R37"


@rule("ICE-19")
def test_after_ten_tries_the_penguin_is_put_on_the_orange_line_and_the_turn_ends() -> None:
    school, match = table(penguins={"orange": (10, 10)}, first=["orange"], cards={"orange": {"down": ["2", "2", "1J", "1J"]}})
    match_tries = 0
    while match.view(None).phase == "preflick":
        told(school, match)
        match_tries += 1
    assert match_tries == 10
    x, y = spot(match, O)
    assert (x, y) in ((4.3, 10), (10, 4.3))
    assert {type(move) for move in match.legal(O)} == {End, Skate}


@rule("ICE-19", "ICE-59")
def test_a_first_flick_out_of_the_school_is_repeated_also_from_beside_the_circle() -> None:
    school, match = table(penguins={"orange": (14, 10)}, first=["orange"])
    told(school, match, "exit O CLS", O="out")
    assert match.acting == (O,)
    assert match.view(None).tries == 1
    assert spot(match, O) == (10, 10)


@rule("ICE-19")
def test_what_happens_in_a_failed_first_flick_stands() -> None:
    school, match = table(penguins={"orange": (10, 10)}, first=["orange"])
    told(school, match, "pass O D1 CLS>GYM", "touch O P", "exit O GYM", O="out")
    view = match.view(None)
    assert (view.penguins[O].collected, view.penguins[O].caught, view.tries) == (1, True, 1)


@rule("ICE-19")
@pytest.mark.parametrize(("novices", "again"), [(["orange"], True), ([], False)])
def test_the_first_flick_rule_once_a_game_is_for_novices_only(novices: list[str], again: bool) -> None:
    options = {"first_flick_scope": "game"}
    school, match = table(penguins={"orange": (10, 10)}, first=["orange"], novices=novices, options=options)
    told(school, match, O=(11, 10))
    assert (match.acting == (O,)) == again


@rule("ICE-19")
def test_once_a_game_means_once_for_each_player_whoever_is_catcher_first() -> None:
    school = ToldSchool()
    match = school.new(3, 1, first_catcher=P, first_flick_scope="game", turns_per_round_cap=1, scoring="tournament")
    tried = Counter[tuple[int, int]]()
    while not match.over:
        view = match.view(None)
        if view.phase == "station":
            match.play(view.catcher, "catcher 46 53")
            continue
        tried[view.round, view.turn] += 1
        x, y = spot(match, view.turn)
        assert x is not None
        assert y is not None
        again = view.turn != view.catcher and tried[view.round, view.turn] == 1
        told(school, match, **{"POT"[view.turn]: (x, y) if again or view.turn == view.catcher else (20 + 4 * view.turn, 13)})
    assert tried == {(1, O): 2, (1, T): 2, (1, P): 1, (2, T): 1, (2, P): 2, (2, O): 1, (3, P): 1, (3, O): 1, (3, T): 1}


@rule("ICE-20", "ICE-62")
def test_only_flicks_and_placements_ever_move_a_penguin() -> None:
    moved: Counter[str] = Counter()
    for match, _ in kit.play_through(REHEARSAL, 3, seed=5):
        if match.over:
            break
        seat = match.acting[0]
        before = [(penguin.x, penguin.y) for penguin in match.view(None).penguins]
        for move in match.legal(seat)[:: max(1, len(match.legal(seat)) // 6)]:
            if isinstance(move, Flick | Place):
                continue
            twin = match.copy()
            told_before = twin.told
            twin.play(seat, move)
            kinds = {event["kind"] for event in twin.events(None, since=told_before)}
            after = [(penguin.x, penguin.y) for penguin in twin.view(None).penguins]
            if after != before:
                assert kinds & {"stationed", "entered", "round"}, (move, kinds)
                moved[type(move).__name__] += 1
    assert set(moved) <= {"Catcher", "End", "Announce", "Skate", "MoveFish"}
    assert moved["Catcher"]


# Doors and fish.


@rule("ICE-21", "ICE-27")
def test_a_penguin_that_never_was_wholly_beyond_the_door_collects_nothing() -> None:
    school, match = table(penguins={"orange": CLS})
    told(school, match, O=(41.9, 13))
    assert match.view(None).penguins[O].door == "D1"
    assert match.view(None).penguins[O].collected == 0
    school, match = table(penguins={"orange": CLS})
    with pytest.raises(ImpossibleFlick, match="V5"):
        told(school, match, O=(42.5, 13))


@rule("ICE-24")
def test_several_doors_in_one_flick_all_count_in_either_direction() -> None:
    school, match = table(penguins={"orange": GYM})
    told(school, match, "pass O D1 GYM>CLS", "pass O D5 CLS>HAL", "pass O D7 HAL>LAB", O=LAB)
    view = match.view(None)
    assert view.penguins[O].collected == 2
    assert view.cards[O].down == 2
    assert view.fish == {"D1": ["teal", "pink"], "D3": ["orange", "teal", "pink"], "D7": ["teal", "pink"]}


@rule("ICE-23")
def test_all_own_fish_on_a_door_are_taken_with_a_card_for_each() -> None:
    fish = {"D1": ["orange", "orange", "teal", "pink"], "D3": ["orange", "teal", "pink"], "D7": ["teal", "pink"]}
    school, match = table(penguins={"orange": CLS}, fish=fish)
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    assert match.view(None).penguins[O].collected == 2
    assert held(match, O) == 2


@rule("ICE-25")
def test_through_and_wholly_back_again_still_counts() -> None:
    school, match = table(penguins={"orange": CLS})
    told(school, match, "pass O D1 CLS>GYM", "pass O D1 GYM>CLS", O=(30, 13))
    assert match.view(None).penguins[O].collected == 1


@rule("ICE-29")
def test_the_catcher_never_collects_and_nobody_collects_other_colours() -> None:
    fish = {"D1": ["teal", "pink"], "D3": ["orange"] * 3 + ["teal", "pink"], "D7": ["teal", "pink"]}
    school, match = table(penguins={"orange": CLS}, fish=fish)
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    assert match.view(None).penguins[O].collected == 0
    school, match = table(turn="purple", fish=fish)
    told(school, match, "pass P D3 KIT>LAB", P=LAB)
    assert match.view(None).penguins[P].collected == 0
    assert match.view(None).fish["D3"] == ["orange"] * 3 + ["teal", "pink"]
    assert held(match, P) == 0


@rule("ICE-22", "ICE-30")
def test_a_stuck_runner_pushed_on_through_its_door_gets_nothing() -> None:
    school, match = table(penguins={"orange": CLS, "teal": (39.2, 13)})
    told(school, match, "touch O T", "pass T D1 GYM>CLS", T=(30, 13), O=(25, 20))
    assert match.view(None).penguins[T].collected == 0


@rule("ICE-28")
def test_a_drawn_card_is_seen_by_its_owner_only() -> None:
    school, match = table(penguins={"orange": CLS})
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    for viewer in (None, P, T, K):
        assert [event["card"] for event in match.events(viewer) if event["kind"] == "drew"] == [None]
        assert match.view(viewer).cards[O].faces is None
        assert "Orange draws a fish card." in match.log(viewer)
    faces = match.view(O).cards[O].faces
    assert faces is not None
    assert len(faces) == 1
    assert "Orange draws a fish card." not in match.log(O)


# Catching.


@rule("ICE-31", "ICE-34")
def test_the_catcher_takes_the_id_of_everybody_it_touches() -> None:
    school, match = table(turn="purple")
    told(school, match, "touch P T", "touch P K", P=(46, 50))
    assert match.view(None).ids == [3, 1, 0, 0]


@rule("ICE-32")
def test_a_runner_who_touches_the_catcher_in_the_own_turn_is_caught() -> None:
    school, match = table()
    told(school, match, "touch P O", O=(50, 30))
    assert match.view(None).ids == [2, 0, 1, 1]


@rule("ICE-35")
def test_contact_between_runners_has_no_effect() -> None:
    school, match = table()
    told(school, match, "touch O T", "touch T K", "touch O K")
    assert match.view(None).ids == [1, 1, 1, 1]
    school, match = table(turn="purple")
    told(school, match, "touch P T", "touch T K")
    assert match.view(None).ids == [2, 1, 0, 1], "contact is not passed on"


@rule("ICE-36")
def test_a_caught_runner_plays_on_and_collects_fish_and_is_caught_once_only() -> None:
    school, match = table(penguins={"orange": CLS}, caught=["orange"])
    told(school, match, "pass O D1 CLS>GYM", "touch O P", O=(53, 13))
    view = match.view(None)
    assert view.penguins[O].collected == 1
    assert view.ids == [2, 0, 1, 1]
    assert [event["kind"] for event in match.events(None)].count("caught") == 0


@rule("ICE-34")
@pytest.mark.parametrize(
    ("turn", "events", "any_ids", "literal_ids"),
    [
        ("teal", ("touch P T", "touch P K"), [3, 1, 0, 0], [2, 1, 0, 1]),  # the Catcher is pushed into Pink
        ("teal", ("touch O T", "touch P O"), [2, 0, 1, 1], [2, 0, 1, 1]),  # Orange is pushed into the Catcher
        ("purple", ("touch P T",), [2, 1, 0, 1], [2, 1, 0, 1]),
        ("teal", ("touch P T",), [2, 1, 0, 1], [2, 1, 0, 1]),
    ],
)
def test_the_literal_contact_rule_spares_who_is_hit_by_a_pushed_catcher(
    turn: str, events: tuple[str, ...], any_ids: list[int], literal_ids: list[int]
) -> None:
    for contact, ids in (("any", any_ids), ("literal", literal_ids)):
        school, match = table(turn=turn, options={"contact_rule": contact})
        told(school, match, *events)
        assert match.view(None).ids == ids


# Abilities.


@rule("ICE-38")
def test_cards_used_up_lie_face_up_for_good_and_still_score() -> None:
    _, match = table(phase="post", cards={"orange": {"down": ["1J", "1B", "2", "2", "3"]}})
    assert match.view(O).cards[O].points == 9
    match.play(O, "move teal fish d1 d4")
    match.play(O, "skate jump bounce")
    hand = match.view(P).cards[O]
    assert (hand.down, hand.up, hand.points) == (1, ["1J", "1B", "2", "2"], None)
    assert match.view(O).cards[O].points == 9
    assert offered(match, MoveFish) == []


@rule("ICE-39", "ICE-40")
def test_skates_may_use_cards_drawn_in_the_same_turn_and_follow_each_other_also_for_the_catcher() -> None:
    deck = ["1J"] + ["1J"] * 4 + ["1T"] * 6 + ["1B"] * 6 + ["2"] * 18 + ["3"] * 18
    school, match = table(penguins={"orange": CLS}, cards={"orange": {"down": ["1J"]}}, deck=deck)
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    match.play(O, "skate jump jump")
    assert match.view(None).turn == O
    school, match = table(turn="purple", phase="post", cards={"purple": {"down": ["1J", "1J", "1T", "1T", "3"]}})
    for pair in ("jump jump", "two-doors two-doors"):
        match.play(P, f"skate {pair}")
        match.play(P, "announce nothing")
        told(school, match)
        assert match.acting == (P,)
    assert refused(match, P, "skate bounce bounce") == "ICE-39"


@rule("ICE-40")
def test_no_skates_after_the_round_has_ended() -> None:
    fish = {"D1": ["orange", "teal", "pink"], "D3": ["teal", "pink"], "D7": ["teal", "pink"]}
    hands = {"orange": {"down": ["1J", "1J"]}}
    school, match = table(penguins={"orange": CLS}, fish=fish, collected={"orange": 2}, cards=hands)
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    view = match.view(None)
    assert (view.round, view.phase) == (2, "station")


@rule("ICE-41")
def test_only_a_task_of_which_a_face_down_card_is_held_can_be_announced_and_only_first() -> None:
    _, match = table(phase="announce", cards={"orange": {"down": ["1T", "3"], "up": ["1J"]}})
    assert {move.task for move in offered(match, Announce)} == {"nothing", "two-doors"}
    assert refused(match, O, "announce jump") == "ICE-41"
    assert refused(match, O, FLICK) == "ICE-41"
    assert refused(match, O, "move teal fish d1 d4") == "ICE-41"
    match.play(O, "announce two-doors")
    assert match.view(T).announced == "two-doors"
    assert match.view(T).cards[O].announced == ["two-doors"]
    assert refused(match, O, "announce two-doors") == "ICE-41"


@rule("ICE-41")
def test_a_task_without_a_card_is_refused_for_that_reason_even_when_nobody_was_asked() -> None:
    _, match = table(penguins={"orange": CLS})
    no = match.why_not(O, "announce jump")
    assert no is not None
    assert (no.rule, no.sentence) == ("ICE-41", "You hold no face-down 1 with the task jump.")
    _, match = table(penguins={"orange": CLS}, cards={"orange": {"down": ["1J"], "up": []}})
    late = match.why_not(O, "announce jump")
    assert late is not None
    assert late.sentence == "A task is announced before anything else in the turn."


@rule("ICE-41")
def test_a_bluff_may_be_announced_where_the_table_allows_it_and_earns_nothing() -> None:
    options = {"bluff_announce": True}
    school, match = table(phase="announce", penguins={"orange": CLS}, options=options)
    assert len(offered(match, Announce)) == 4
    match.play(O, "announce jump")
    told(school, match, "over O CLS>GYM", O=(53, 13))
    assert held(match, O) == 0
    assert "Orange has done it without such a card: no reward. Jump: over a wall into the next room." in match.log(None)


@rule("ICE-42")
def test_a_jump_counts_also_when_the_penguin_does_not_stay_in_that_room() -> None:
    hands = {"orange": {"down": ["1J"]}}
    school, match = table(phase="announce", penguins={"orange": CLS}, cards=hands)
    match.play(O, "announce jump")
    told(school, match, "over O CLS>HAL", "over O HAL>KIT", "exit O KIT", O="out")
    assert match.view(O).cards[O].up == ["1J"]
    school, match = table(phase="announce", penguins={"orange": CLS}, cards=hands)
    match.play(O, "announce jump")
    told(school, match, "exit O CLS", O="out")
    assert match.view(O).cards[O].up == [], "out of the school is not a room"


@rule("ICE-43")
@pytest.mark.parametrize(
    ("events", "end", "success"),
    [
        (("pass O D1 CLS>GYM", "pass O D1 GYM>CLS"), CLS, False),
        (("pass O D1 CLS>GYM", "over O GYM>KIT"), KIT, False),
        (("pass O D1 CLS>GYM", "pass T D6 GYM>HAL"), GYM, False),
        (("pass O D1 CLS>GYM", "bounce O W:GYM:E", "pass O D2 GYM>KIT"), (50, 57), True),
    ],
)
def test_two_doors_are_two_different_doors_of_the_own_penguin(events: tuple[str, ...], end: Any, success: bool) -> None:
    penguins = {"orange": CLS, "purple": (35, 60)}
    school, match = table(phase="announce", penguins=penguins, cards={"orange": {"down": ["1T"]}})
    match.play(O, "announce two-doors")
    extra = {"T": (33, 33)} if any("pass T" in event for event in events) else {}
    told(school, match, *events, O=end, **extra)
    assert match.view(O).cards[O].up == (["1T"] if success else [])


@rule("ICE-43", "ICE-44", "ICE-22")
def test_a_tainted_door_counts_for_no_task() -> None:
    for task, card in (("two-doors", "1T"), ("bounce", "1B")):
        penguins = {"orange": (39.2, 13)}
        school, match = table(phase="announce", penguins=penguins, cards={"orange": {"down": [card]}})
        match.play(O, f"announce {task}")
        events = ["bounce O W:GYM:E", "pass O D1 GYM>CLS"] + (["pass O D4 CLS>LAB"] if task == "two-doors" else [])
        told(school, match, *events, O=LAB if task == "two-doors" else CLS)
        assert match.view(O).cards[O].up == []


@rule("ICE-45")
def test_a_failed_task_costs_nothing_and_a_success_draws_one_card() -> None:
    school, match = table(phase="announce", penguins={"orange": CLS}, cards={"orange": {"down": ["1J"]}})
    match.play(O, "announce jump")
    told(school, match, O=(25, 13))
    hand = match.view(O).cards[O]
    assert (hand.faces, hand.up) == (["1J"], [])
    assert match.view(None).announced is None


@rule("ICE-46")
def test_one_task_a_turn_even_over_several_tries_of_a_first_flick() -> None:
    hands = {"orange": {"down": ["1J", "1J"]}}
    school, match = table(phase="announce", penguins={"orange": (10, 10)}, first=["orange"], cards=hands)
    match.play(O, "announce jump")
    for _ in range(2):
        told(school, match, "over O CLS>GYM", "over O GYM>CLS", O=(10, 10))
    assert match.view(O).cards[O].up == ["1J"]
    assert held(match, O) == 3


@rule("ICE-47")
def test_a_1_serves_once() -> None:
    _, match = table(phase="post", cards={"orange": {"down": ["1J"], "up": ["1J", "1T"]}})
    assert offered(match, Skate) == []
    assert refused(match, O, "skate jump two-doors") == "ICE-39"


@rule("ICE-48")
def test_a_fish_moves_for_two_face_down_2s_before_or_after_the_flick_and_is_not_collected_by_it() -> None:
    hands = {"orange": {"down": ["2", "2", "3"]}}
    school, match = table(penguins={"orange": CLS}, cards=hands)
    told(school, match, "pass O D5 CLS>HAL", "pass O D6 HAL>GYM", O=(46, 30))
    match.play(O, "move orange fish d3 d4")
    view = match.view(None)
    assert view.penguins[O].collected == 0
    assert "orange" in view.fish["D4"]
    assert refused(match, O, "move orange fish d4 d5") == "ICE-48"
    _, match = table(cards={"orange": {"down": ["2", "2"]}})
    assert refused(match, O, "move orange fish d3 d3") == "ICE-48"
    assert refused(match, O, "move orange fish d2 d4") == "ICE-48"
    assert refused(match, O, "move purple fish d1 d4") == "ICE-48"
    assert refused(match, O, "move orange fish d3 d1") == "ICE-49"
    match.play(O, "move orange fish d3 d4")
    assert match.view(None).phase == "preflick"


@rule("ICE-50")
def test_several_pairs_of_2s_may_be_used_in_one_turn() -> None:
    school, match = table(cards={"orange": {"down": ["2"] * 6}})
    match.play(O, "move teal fish d3 d4")
    match.play(O, "move pink fish d3 d4")
    told(school, match)
    match.play(O, "move orange fish d3 d4")
    assert match.view(None).fish["D4"] == ["orange", "teal", "pink"]
    assert match.acting == (T,), "no face-down card is left, so the turn has ended"


# Orange lines and doors.


@rule("ICE-51")
@pytest.mark.parametrize(
    ("at", "close"), [((44.3, 20), False), ((44.299, 20), True), ((53, 35.7), False), ((53, 35.701), True), (GYM, False)]
)
def test_close_to_a_wall_is_outside_the_orange_line(at: Any, close: bool) -> None:
    _, match = table(penguins={"orange": at})
    assert match.view(None).penguins[O].close == close
    assert bool(offered(match, Place)) == close
    if not close:
        assert refused(match, O, "place gym") == "ICE-51"


@rule("ICE-52", "ICE-58")
def test_who_is_close_to_a_wall_may_go_to_the_orange_line_once() -> None:
    _, match = table(penguins={"orange": (42.3, 20)})
    assert offered(match, Flick)
    assert refused(match, O, "place classroom") == "ICE-52"
    match.play(O, "place gym")
    assert spot(match, O) == (44.3, 20)
    assert refused(match, O, "place gym") == "ICE-52"


@rule("ICE-53")
def test_a_line_that_is_all_taken_is_not_offered() -> None:
    hall = {"purple": (30.3, 34.2), "teal": (35.9, 33.6), "pink": (32.4, 31.0)}
    _, match = table(penguins=hall | {"orange": (33.0, 37.7)})
    assert match.view(None).penguins[O].close
    assert offered(match, Place) == []
    assert refused(match, O, "place hall") == "ICE-53"
    assert offered(match, Flick)


@rule("ICE-54", "ICE-55", "ICE-56")
@pytest.mark.parametrize(
    ("x", "rooms"),
    [
        (38.0, {"CLS"}),
        (38.5, {"CLS"}),
        (38.56, {"CLS", "GYM"}),
        (40.0, {"CLS", "GYM"}),
        (41.44, {"CLS", "GYM"}),
        (41.5, {"GYM"}),
        (42.0, {"GYM"}),
    ],
)
def test_who_is_stuck_may_start_from_the_lines_of_the_rooms_it_is_seen_in(x: float, rooms: set[str]) -> None:
    _, match = table(penguins={"orange": (x, 13)})
    view = match.view(O)
    assert view.penguins[O].door == "D1"
    assert set(view.places) == rooms
    if len(rooms) == 1:
        other = "gym" if rooms == {"CLS"} else "classroom"
        assert refused(match, O, f"place {other}") == "ICE-56"


@rule("ICE-54")
def test_a_penguin_wholly_out_of_the_slot_is_not_stuck() -> None:
    _, match = table(penguins={"orange": (42.05, 13)})
    assert match.view(None).penguins[O].room == "GYM"
    assert match.view(None).penguins[O].close


@rule("ICE-58")
def test_who_is_stuck_must_place_where_the_table_says_so() -> None:
    _, match = table(penguins={"orange": (40, 13)}, options={"stuck_placement": "must"})
    assert offered(match, Flick) == []
    assert refused(match, O, FLICK) == "ICE-R26"
    match.play(O, "place gym")
    assert offered(match, Flick)


# Out.


@rule("ICE-59", "ICE-61")
def test_a_penguin_that_touched_another_goes_back_to_its_exact_point() -> None:
    school, match = table(penguins={"orange": GYM, "teal": (56.5, 20)})
    told(school, match, "touch O P", "exit O GYM", O="out")
    assert spot(match, O) == GYM
    assert match.view(None).penguins[O].caught


@rule("ICE-60")
def test_nobody_is_punished_when_another_penguin_is_knocked_out() -> None:
    school, match = table(cards={"orange": {"down": ["2", "2"]}})
    told(school, match, "touch O T", "exit T GYM", T="out")
    assert spot(match, T) == (58, 8)
    assert offered(match, MoveFish)


# The end of a round and of the game.


@rule("ICE-63", "ICE-64", "ICE-65")
def test_a_round_ends_when_the_catcher_holds_all_ids_and_everything_goes_back() -> None:
    hands = {"orange": {"down": ["3"], "up": ["1J"]}}
    fish = {"D1": ["teal", "pink"], "D3": ["orange", "teal", "pink"], "D7": ["orange", "teal", "pink"]}
    school, match = table(turn="purple", caught=["orange", "teal"], cards=hands, fish=fish, collected={"orange": 1})
    told(school, match, "touch P K", P=(46, 50))
    view = match.view(None)
    assert (view.round, view.catcher, view.phase) == (2, O, "station")
    assert [held(match, seat) for seat in range(4)] == [4, 2, 0, 0]
    assert view.cards[O].up == ["1J"]
    assert view.ids == [1, 1, 1, 1]
    assert view.fish == {door: ["purple", "teal", "pink"] for door in ("D1", "D3", "D7")}
    assert [penguin.collected for penguin in view.penguins] == [0] * 4


@rule("ICE-64")
def test_cards_for_ids_are_drawn_by_the_catcher_first_and_on_clockwise() -> None:
    fish = {"D1": ["orange", "teal", "pink"], "D3": ["teal", "pink"], "D7": ["teal", "pink"]}
    school, match = table(penguins={"orange": CLS}, fish=fish, collected={"orange": 2}, caught=["teal"])
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    drawn = [event["seat"] for event in match.events(None) if event["kind"] == "drew"]
    assert drawn == [O, P, P, O, K]
    fish = {"D1": ["purple", "orange", "pink"], "D3": ["purple", "orange", "pink"], "D7": ["purple", "orange", "pink"]}
    school, match = table(turn="teal", catcher="teal", fish=fish, turns=3, options={"turns_per_round_cap": 1})
    told(school, match, "touch O T")
    drawn = [event["seat"] for event in match.events(None) if event["kind"] == "drew"]
    assert drawn == [T, T, K, P]


@rule("ICE-63")
def test_an_endless_round_is_called_off_with_phase_3() -> None:
    school, match = table(turn="purple", turns=7, options={"turns_per_round_cap": 2})
    told(school, match)
    assert match.view(None).round == 2
    assert [held(match, seat) for seat in range(4)] == [1, 1, 1, 1]


@rule("ICE-67")
def test_an_empty_deck_gives_no_card_for_a_fish() -> None:
    school, match = table(penguins={"orange": CLS}, options={"fish_deck": {"1": 0, "2": 0, "3": 0}})
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    assert match.view(None).penguins[O].collected == 1
    assert held(match, O) == 0
    assert "The deck is empty: no card for Orange." in match.log(None)


@rule("ICE-68", "ICE-69")
@pytest.mark.parametrize(("choice", "next_seat"), [("restart-turn", O), ("restart-next", P)])
def test_a_runner_of_two_who_runs_into_the_catcher_starts_again(choice: str, next_seat: int) -> None:
    options = {"two_player_self_catch": choice}
    school, match = table(2, cards={"orange": {"down": ["1J", "1J"]}}, options=options)
    told(school, match, "touch O P", O=(50, 30))
    view = match.view(None)
    assert view.acting == [next_seat]
    assert view.ids == [2, 0]
    if next_seat == P:
        assert spot(match, O) == (None, None)
        told(school, match)
    else:
        match.play(O, "announce nothing")
    assert match.acting == (O,)
    assert spot(match, O) == (10, 10)


@rule("ICE-68", "ICE-69")
def test_a_runner_of_two_who_is_caught_in_the_catchers_turn_is_next_at_once_in_any_case() -> None:
    school, match = table(2, turn="purple", options={"two_player_self_catch": "restart-next"})
    told(school, match, "touch P O", P=(46, 50))
    assert match.acting == (O,)
    assert spot(match, O) == (10, 10)


@rule("ICE-70")
def test_two_players_end_a_round_at_the_third_fish_too() -> None:
    fish = {"D1": ["orange"]}
    school, match = table(2, penguins={"orange": CLS}, fish=fish, collected={"orange": 2}, caught=["orange"])
    told(school, match, "pass O D1 CLS>GYM", O=(53, 13))
    assert match.view(None).round == 2
    assert (held(match, P), held(match, O)) == (2, 1)


@rule("ICE-74", "ICE-75")
def test_the_score_is_the_sum_of_all_cards_and_the_highest_wins() -> None:
    hands = {"purple": {"down": ["3", "1J"], "up": ["1T", "2", "2"]}, "orange": {"down": ["3", "3", "2"]}}
    _, match = table(3, phase="finished", round=3, cards=hands, caught=["orange", "teal"])
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores == [9, 8, 0]
    assert outcome.winners == [P]
    assert match.view(None).cards[O].faces == ["2", "3", "3"], "at the end everything is open"


# Tournament.


@rule("ICE-76", "ICE-77", "ICE-78", "ICE-79")
def test_a_tournament_knows_no_faces_no_abilities_and_one_point_a_card() -> None:
    options = {"scoring": "tournament"}
    decks = {tuple(GAME.new(3, seed, **options).position()["deck"]) for seed in range(3)}
    assert len(decks) == 1, "not shuffled"
    hands = {"orange": {"down": ["1J", "1J", "2", "2"]}, "purple": {"down": ["3", "3"]}}
    school, match = table(3, penguins={"orange": CLS}, cards=hands, options=options)
    for move, broken in (("announce jump", "ICE-78"), ("skate jump jump", "ICE-78"), ("move teal fish d1 d4", "ICE-78")):
        assert refused(match, O, move) == broken
    told(school, match, "pass O D1 CLS>GYM", "over O GYM>KIT", O=(35, 60))
    assert match.acting == (T,), "nobody is asked anything after the flick"
    for viewer in (None, P, O, T):
        view = match.view(viewer)
        assert [hand.faces for hand in view.cards] == [None] * 3
        assert [hand.points for hand in view.cards] == [2, 5, 0]
        assert "Orange takes a card, unseen." in match.log(viewer)
    _, match = table(3, phase="finished", round=3, cards=hands, options=options, caught=["orange", "teal"])
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([2, 4, 0], [O])
    assert match.view(O).cards[O].faces is None
    equal = {"orange": {"down": ["1J"]}, "purple": {"down": ["3"]}}
    _, match = table(3, phase="finished", round=3, cards=equal, options=options, caught=["orange", "teal"])
    assert match.outcome is not None
    assert match.outcome.winners == [P, O]


# Time-outs, hands, the world and the record.


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ({"phase": "announce", "cards": {"orange": {"down": ["1J"]}}}, "announce nothing"),
        ({"phase": "post", "cards": {"orange": {"down": ["1J", "1J"]}}}, "end"),
        ({"penguins": {"orange": (40.5, 13)}}, "place classroom"),
        ({"penguins": {"orange": (42.3, 20)}}, "flick 0.0 power 30"),
        ({"penguins": {"orange": (53, 37)}}, "flick 270.0 power 30"),
        ({"penguins": {"orange": (10, 10)}, "first": ["orange"]}, "flick 0.0 power 30"),
    ],
)
def test_a_seat_out_of_time_makes_the_mildest_move(setting: dict[str, Any], text: str) -> None:
    school, match = table(**setting)
    move = school.time_out(match.state, O)
    assert school.text(move, O) == text
    assert match.why_not(O, move) is None
    fresh = GAME.new(2, 1, first_catcher=P)
    assert GAME.text(GAME.time_out(fresh.state, P), P) == "catcher 46 53"


@rule("ICE-R38")
def test_hands_are_human_unless_the_table_wants_them_perfect() -> None:
    done = {}
    for hand in (None, "perfect"):
        match = parlour.Match(
            parlour.game("icecool"), players=2, seed=3, options={"first_catcher": 0} | ({"steady": hand} if hand else {})
        )
        match.play(0, "catcher 46 53")
        match.play(1, "flick 10 power 40")
        [told] = [event for event in match.events(None) if event["kind"] == "flicked"]
        done[hand] = told["flick"] - told["meant"]
    assert done["perfect"] == 0 != done[None]


def test_an_unsteady_flick_is_recorded_as_it_was_done() -> None:
    school, match = table(options={"steady": "child"})
    told(school, match)
    event = next(event for event in match.events(None) if event["kind"] == "flicked")
    assert event["meant"] == flick.pack(FlickIntent(0, 50))
    assert event["flick"] != event["meant"]


def test_the_toy_reports_only_what_could_have_happened() -> None:
    flown = 0
    for players, seed in ((2, 1), (3, 2), (4, 3), (4, 4), (4, 5), (3, 6), (4, 7)):
        state = REHEARSAL.blank(players, seed, {})
        rules.setup(state)
        dice = random.Random(seed)
        moves = [0] * rules.LISTED
        while who := rules.acting(state):
            if who == WORLD:
                twin = state.copy()
                imagine(twin)
                report = report_in(twin)
                validate(report, report.start, report.actor)
                flown += 1
                rules.apply(state, choices.WORLD_SEAT, 0)
            else:
                seat = who.bit_length() - 1
                rules.apply(state, seat, moves[dice.randrange(rules.legal(state, seat, moves))])
    assert flown > 300


def test_a_flick_of_as_many_events_as_there_can_be_fits_and_one_more_is_refused() -> None:
    events = ["touch O T", "touch O K"] * (parts.EVENTS // 2)
    school, match = table()
    told(school, match, *events)
    assert [event["kind"] for event in match.events(None)].count("touched") == parts.EVENTS
    school, match = table(turn="purple")
    told(school, match, "touch P T", "touch P T", "bounce P W:KIT:N", "bounce P W:KIT:N", "touch P T")
    kinds = [event["kind"] for event in match.events(None)]
    assert (kinds.count("touched"), kinds.count("bumped")) == (2, 1), "the same contact again is told once"
    school, match = table()
    with pytest.raises(ImpossibleFlick, match="96"):
        told(school, match, *events, "touch O T")


def test_the_list_of_moves_never_overflows() -> None:
    spread = {"D1": ["teal"], "D2": ["teal"], "D3": ["teal"], "D4": ["pink"], "D5": ["pink"], "D6": ["pink"]}
    spread |= {"D7": ["orange"], "D1": ["teal", "orange"], "D2": ["teal", "orange"]}
    hands = {"orange": {"down": ["2"] * 18 + ["1J", "1J", "1T", "1T", "1B", "1B"]}}
    penguins = {"orange": (25, 33), "teal": (33, 33), "pink": (13, 60)}
    _, match = table(penguins=penguins, fish=spread, cards=hands)
    assert len(match.legal(O)) <= rules.LISTED
    assert len(offered(match, MoveFish)) > 20
    assert len(offered(match, Place)) == 2


@pytest.mark.parametrize("changed", ["pass", "rest", "flick", "actor", "settled", "grid", "format"])
def test_a_changed_report_is_refused_with_its_rule(changed: str) -> None:
    school, match = table(penguins={"orange": CLS})
    state = match.state
    rules.apply(state, O, school.read_move(FLICK, O))
    before = bytes(state)
    school.tell("pass O D1 CLS>GYM", O=(53, 13), settled=changed != "settled")
    report = school.world(state)
    broken = {"pass": "V3", "rest": "V5", "flick": "V1", "actor": "V1", "settled": "V8", "grid": "V6", "format": "format"}[
        changed
    ]
    match changed:
        case "pass":
            report["events"][0]["door"] = "D2"
        case "rest":
            report["rest"]["O"] = {"x": 13.0, "y": 46.0}
        case "flick":
            report["flick"] += 1
        case "actor":
            report["actor"] = "T"
        case "grid":
            report["rest"]["O"]["x"] = 53.0004
        case "format":
            del report["rest"]
    with pytest.raises(ImpossibleFlick) as caught:
        school.happen(state, report)
    assert caught.value.rule == broken
    assert bytes(state) == before
    with pytest.raises(ImpossibleFlick, match="V1"):
        school.happen(match.state, report)  # nobody's penguin is on its way there


@rule("ICE-20")
def test_invariants_hold_after_every_move_for_all_players_and_options() -> None:
    dice = random.Random(7)
    for seed in range(6):
        players = 2 + seed % 3
        options = kit.some_options(REHEARSAL, players, dice) | {"turns_per_round_cap": 8}
        told_before = 0
        for match, _ in kit.play_through(REHEARSAL, players, seed, **options):
            assert list(REHEARSAL.problems(match.state)) == [], match.position()
            drawn = sum(held(match, seat) for seat in range(players))
            deck = REHEARSAL.chosen(match.state)["fish_deck"]
            assert drawn + match.view(None).deck == sum(deck.values())
            kinds = Counter(event["kind"] for event in match.events(None, since=told_before))
            ids = sum(event["ids"] for event in match.events(None, since=told_before) if event["kind"] == "collected_ids")
            cards = kinds["drew"] + kinds["drew_unseen"] + kinds["deck_empty"]
            assert cards == kinds["fished"] + kinds["did_task"] + ids
            told_before = match.told

"""DOCE: the ledger's rules and worked scenarios. The ledger's square (r,c) is written column first: (1,2) is b1."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.core.bits import size
from parlour.games.doce import rules
from parlour.games.doce.table import Block, Pass, Place, square_name, squares
from parlour.testing import kit, rule

DOCE = parlour.game("doce")
WHITE, BLACK = 0, 1


def position(to_move: int, board: dict[str, str], **more: Any) -> parlour.Match:
    """A position; each player's marker lies on the first die named unless told otherwise."""
    marks = [next((s for s, p in board.items() if p[0] == colour), None) for colour in "WB"]
    return DOCE.position({"to_move": to_move, "board": board, "marks": marks} | more, seed=1)


def die_squares(match: parlour.Match, seat: int) -> set[str]:
    return {move.square for move in match.legal(seat) if isinstance(move, Place)}


def refused(match: parlour.Match, seat: int, move: Any) -> str:
    before = bytes(match.state)
    with pytest.raises(parlour.Refused) as caught:
        match.play(seat, move)
    assert bytes(match.state) == before
    return caught.value.rule


def fresh(**options: Any) -> parlour.Match:
    return DOCE.new(seed=5, first=WHITE, **options)


# Components and set-up.


@rule("DOC-01")
def test_two_players_have_eleven_dice_one_blocker_and_one_marker() -> None:
    view = fresh().view()
    assert (view.players, view.dice_left, view.blocker_left, view.marks) == (2, [11, 11], [True, True], [None, None])
    assert fresh().names == ["White", "Black"]


@rule("DOC-02")
def test_the_board_is_five_by_five_with_the_ledgers_windows() -> None:
    through = [size(rules.THROUGH[square]) for square in range(25)]
    assert through == [3, 4, 3, 4, 3, 4, 6, 6, 6, 4, 3, 6, 8, 6, 3, 4, 6, 6, 6, 4, 3, 4, 3, 4, 3]
    assert len(rules.WINDOWS) == 28
    assert [size(rules.NEIGHBOURS[s]) for s in (0, 2, 12)] == [3, 5, 8]
    faces = range(1, 7)
    assert sum(a + b + c + d == 12 for a in faces for b in faces for c in faces for d in faces) == 125


@rule("DOC-03", "DOC-13")
def test_a_round_starts_from_an_empty_board_with_everything_back() -> None:
    match = position(BLACK, {"a4": "W2", "b4": "W3", "c4": "W3", "a1": "B1"})
    match.play(BLACK, "B4@d4")
    view = match.view()
    assert (view.round, view.dice, view.blocked, view.marks) == (2, {}, [], [None, None])
    assert (view.dice_left, view.blocker_left) == ([11, 11], [True, True])


@rule("DOC-04")
def test_the_first_starter_is_chance_or_the_named_seat() -> None:
    assert {DOCE.new(seed=seed).acting for seed in range(20)} == {(0,), (1,)}
    assert all(DOCE.new(seed=seed, first=1).acting == (1,) for seed in range(5))


@rule("DOC-05", "DOC-06")
def test_starters_alternate_over_exactly_four_rounds() -> None:
    match = kit.played(DOCE, 2, seed=3, first=1)
    starts = [event["seat"] for event in match.events() if event["kind"] == "round"]
    assert starts == [1, 0, 1, 0]
    assert match.over


@rule("DOC-07", "DOC-14")
def test_a_die_ends_the_turn_and_players_alternate() -> None:
    match = fresh()
    match.play(WHITE, "W4@c3")
    assert match.acting == (BLACK,)
    assert refused(match, WHITE, "W4@a1") == "DOC-07"
    match.play(BLACK, "block a1")
    assert match.acting == (BLACK,)
    match.play(BLACK, "B1@c4")
    assert match.acting == (WHITE,)


# Placing dice.


@rule("DOC-08")
def test_any_face_goes_on_any_empty_square_again_and_again() -> None:
    match = fresh()
    assert len(match.legal(WHITE)) == 175
    match.play(WHITE, "W4@a1")
    assert refused(match, BLACK, "B4@a1") == "DOC-08"
    match.play(BLACK, "B4@a2")
    match.play(WHITE, "W4@e5")
    assert match.view().dice["e5"].face == 4


@rule("DOC-09", "DOC-10", "DOC-11")
def test_scenario_1_a_centre_die_leaves_its_owner_the_border() -> None:
    match = position(WHITE, {"c3": "W2"})
    border = {square_name(s) for s in range(25) if not 0 < s % 5 < 4 or not 0 < s // 5 < 4}
    assert die_squares(match, WHITE) == border
    assert len(border) == 16
    assert refused(match, WHITE, "W1@b2") == "DOC-09"
    other = position(BLACK, {"c3": "W2"})
    assert die_squares(other, BLACK) == {square_name(s) for s in range(25)} - {"c3"}


@rule("DOC-09")
def test_scenario_2_a_corner_die_bars_three_squares() -> None:
    match = position(WHITE, {"a1": "W2"})
    assert {square_name(s) for s in range(25)} - die_squares(match, WHITE) == {"a1", "b1", "a2", "b2"}
    assert len(die_squares(match, WHITE)) == 21


@rule("DOC-12")
def test_the_marker_follows_the_latest_die() -> None:
    match = fresh()
    for seat, move in ((0, "1 a1"), (1, "1 e5"), (0, "2 e1"), (1, "2 a5")):
        match.play(seat, move)
    assert match.view().marks == ["e1", "a5"]
    assert match.view().zones[WHITE] == ["d1", "d2", "e2"]


@rule("DOC-15")
def test_nobody_may_pass_of_free_will() -> None:
    assert refused(fresh(), WHITE, "pass") == "DOC-15"
    assert refused(fresh(), WHITE, Pass()) == "DOC-15"


# The blocker.


@rule("DOC-16", "DOC-17", "DOC-19")
def test_scenario_14_what_is_rejected() -> None:
    match = fresh()
    match.play(WHITE, "block c3")
    assert refused(match, WHITE, "block a1") == "DOC-17"
    assert refused(match, WHITE, "W1@c3") == "DOC-19"
    assert refused(match, WHITE, "pass") == "DOC-15"
    match.play(WHITE, "W1@a1")
    assert refused(match, WHITE, "block a2") == "DOC-07"
    match.play(BLACK, "B1@e5")
    assert refused(match, WHITE, "block a2") == "DOC-16"
    assert refused(match, WHITE, "W2@c3") == "DOC-19"
    match.play(WHITE, "W2@e1")
    assert refused(match, BLACK, Block("a1")) == "DOC-18"


@rule("DOC-18", "DOC-19", "DOC-20", "DOC-21")
def test_scenario_9_the_blocker_ignores_zones_and_the_die_does_not() -> None:
    board = {"b2": "W1", "c5": "block", "a5": "W3", "b5": "W3", "d5": "W3"}
    match = position(WHITE, board, blocker_left=[True, False])
    assert Block("c2") in match.legal(WHITE)
    match.play(WHITE, Block("c2"))
    assert match.view().marks[WHITE] == "b2"
    assert refused(match, WHITE, "W1@c2") == "DOC-19"
    assert refused(match, WHITE, "W1@a1") == "DOC-09"
    match.play(WHITE, "W1@e4")
    assert match.view().marks[WHITE] == "e4"
    row_five = [w for w in range(28) if rules.WINDOW[w] & (1 << 22) and w < 10]
    assert row_five
    assert not any((match.state.live >> w) & 1 for w in row_five)


# White holds ten dice and Black ten; b2, c2 and d4 are empty.
CROWDED = (
    dict.fromkeys(["a1", "c1", "e1", "d2", "a3", "c3", "e3", "b4", "e4", "c5"], "W1")
    | dict.fromkeys(["b1", "d1", "a2", "e2", "b3", "d3", "a4", "c4", "a5", "d5"], "B1")
    | {"b5": "block", "e5": "block"}
)


@rule("DOC-22", "DOC-30")
def test_scenario_10_a_locked_player_passes_by_force() -> None:
    common = {"blocker_left": [True, False]}
    used = {"blocker_left": [False, False]}
    # The empty squares are b2, c2 and d4: all next to c3. White passes at once, Black is on turn and may play all three.
    match = position(WHITE, CROWDED, marks=["c3", "b1"], **used)
    assert match.acting == (BLACK,)
    assert match.log() == ["White has no square for a die and must pass."]
    assert position(BLACK, CROWDED, marks=["c3", "d5"], **used).acting == (BLACK,)
    assert die_squares(position(BLACK, CROWDED, marks=["c3", "a5"], **used), BLACK) == {"b2", "c2", "d4"}
    one_blocked = CROWDED | {"e5": "B2"}
    assert position(WHITE, one_blocked, marks=["c3", "b1"], **common).acting == (BLACK,)
    # With the marker on a1 the squares c2 and d4 are open.
    match = position(WHITE, one_blocked, marks=["a1", "b1"], **common)
    assert die_squares(match, WHITE) == {"c2", "d4"}
    # Only b2 and c2 empty: the die fits c2 alone, so the blocker fits b2 alone. Eleven dice a side cannot fill 23 squares
    # while White still has a die and the blocker, so this one is asked of the rules and not of a match.
    state = match.state
    state.held[BLACK] |= 1 << 18
    empty = rules.empty_squares(state)
    assert squares(empty) == ["b2", "c2"]
    assert squares(rules.die_squares(state, WHITE, empty)) == ["c2"]
    assert squares(rules.block_squares(state, WHITE)) == ["b2"]
    assert DOCE.why_not(state, WHITE, Block("c2"))[0] == "DOC-22"


def test_the_option_free_lifts_the_zone_of_a_locked_player() -> None:
    more = {"marks": ["c3", "b1"], "blocker_left": [False, False], "options": {"locked": "free"}}
    match = position(WHITE, CROWDED, **more)
    assert match.acting == (WHITE,)
    assert die_squares(match, WHITE) == {"b2", "c2", "d4"}


# Lines.


@rule("DOC-23", "DOC-26", "DOC-33", "DOC-34", "DOC-35", "DOC-36")
def test_scenario_3_the_quickest_win_scores_37() -> None:
    match = fresh()
    for seat, move in ((0, "W5@b1"), (1, "B6@a5"), (0, "W2@d1"), (1, "B6@c5"), (0, "W1@a1"), (1, "B1@e5"), (0, "W4@c1")):
        match.play(seat, move)
    assert match.view().earned[0] == [37, 0]
    assert match.view().round == 2
    assert "A1, B1, C1, D1 add up to 12: a line for White." in match.log()


@rule("DOC-23", "DOC-34")
def test_scenario_4_a_rivals_die_at_an_end_counts_without_the_bonus() -> None:
    match = position(WHITE, {"e5": "W1", "a2": "B6", "b2": "W1", "c2": "W2"})
    match.play(WHITE, "W3@d2")
    assert match.view().earned[0] == [12 + 5 + 20, 0]


@rule("DOC-24")
def test_scenario_5_a_rivals_die_inside_spoils_the_line() -> None:
    match = position(WHITE, {"e5": "W1", "a2": "W3", "b2": "B3", "c2": "W3"})
    match.play(WHITE, "W3@d2")
    assert match.view().round == 1


@rule("DOC-24")
def test_two_rival_dice_or_a_gap_are_no_line() -> None:
    for board in ({"a2": "B3", "b2": "W3", "c2": "W3", "e5": "W1"}, {"a2": "W3", "b2": "W3", "e2": "W3", "e5": "W1"}):
        match = position(WHITE, board, marks=["e5", next((s for s, p in board.items() if p[0] == "B"), None)])
        match.play(WHITE, "W3@d2")
        lined = match.view().round == 2
        assert lined == ("a2" in board and board["a2"] == "B3" and "c2" in board)
    both = position(BLACK, {"a2": "B3", "b2": "W3", "c2": "W3", "e5": "B1", "a5": "W1"}, marks=["a5", "e5"])
    both.play(BLACK, "B3@d2")
    assert both.view().round == 1


@rule("DOC-25")
def test_scenario_6_five_in_a_row_wins_by_one_of_its_fours() -> None:
    row = {"a3": "W6", "b3": "W1", "d3": "W3", "e3": "W4", "a1": "W1"}
    match = position(WHITE, row, marks=["a1", None])
    match.play(WHITE, "W2@c3")
    assert match.view().round == 2
    row = {"a3": "W2", "b3": "W2", "d3": "W2", "e3": "W3", "a1": "W1"}
    match = position(WHITE, row, marks=["a1", None])
    match.play(WHITE, "W3@c3")
    assert match.view().round == 1


@rule("DOC-27", "DOC-38")
def test_scenario_7_completing_the_rivals_line_loses() -> None:
    match = position(BLACK, {"a4": "W2", "b4": "W3", "c4": "W3", "a1": "B1"})
    match.play(BLACK, "B4@d4")
    white, black = match.view().earned[0]
    assert (white, black) == (12 + 5 + 20, 0)


@rule("DOC-28", "DOC-39")
def test_scenario_8_a_line_for_each_is_a_draw() -> None:
    board = {"a1": "W3", "b1": "W3", "c1": "W3", "d2": "B2", "d3": "B3", "d4": "B4", "a5": "B1"}
    match = position(BLACK, board, marks=["a1", "a5"])
    match.play(BLACK, "B3@d1")
    assert match.view().earned[0] == [7, 7]
    match = position(BLACK, board | {"e5": "block"}, marks=["a1", "a5"], blocker_left=[False, True])
    match.play(BLACK, "B3@d1")
    assert match.view().earned[0] == [2, 7]
    assert "one die made a line for each player" in match.log()[-2]


@rule("DOC-29", "DOC-34")
def test_two_lines_at_once_are_one_win_and_one_pure_line_is_enough() -> None:
    board = {"a1": "W3", "b1": "W3", "c1": "W3", "d2": "W3", "d3": "W3", "d4": "B3", "a5": "W1"}
    match = position(WHITE, board, marks=["a5", "d4"])
    match.play(WHITE, "W3@d1")
    # 12 for the win, 2 for the pure row though the column is mixed, 5 for the blocker, 17 empty squares, six 3s cost 4.
    assert match.view().earned[0] == [12 + 2 + 5 + 17 - 4, 0]
    assert sum(event["kind"] == "won" for event in match.events()) == 1


# Ends without a line.


@rule("DOC-31", "DOC-39")
def test_scenario_12_when_both_are_out_of_moves_the_round_is_drawn() -> None:
    match = kit.played(DOCE, 2, seed=1)
    drawn = [event for event in match.events() if event["kind"] == "drew" and event["why"] == rules.NO_MOVES]
    assert drawn
    assert {(e["white"], e["black"]) for e in drawn} <= {(2, 2), (2, 7), (7, 2), (7, 7)}
    passes = [e["kind"] for e in match.events()]
    where = next(i for i, e in enumerate(match.events()) if e in drawn)
    assert passes[where - 2 : where] == ["passed", "passed"]


@rule("DOC-32", "DOC-39")
def test_scenario_13_a_dead_board_is_drawn_at_once() -> None:
    board = {name: "W6" if i % 2 else "B6" for i, name in enumerate(f"{c}{r}" for r in (1, 2, 4) for c in "abcde")}
    board |= {"c3": "block", "c5": "block"}
    last = board.pop("e4")
    match = DOCE.position({"to_move": BLACK, "board": board, "marks": ["b1", "a1"], "blocker_left": [False, False]}, seed=1)
    assert last[0] == "B"
    match.play(BLACK, "B6@e4")
    # Every other window has more than its share already, rows 3 and 5 are blocked.
    assert match.view().round == 2
    assert match.view().earned[0] == [2, 2]
    assert "no line can be made any more" in match.log()[-2]


@rule("DOC-32")
def test_a_dead_board_is_never_called_while_a_line_is_possible() -> None:
    """Brute force over the completions of every window agrees with the live windows, in positions from play."""
    for step, (match, _) in enumerate(kit.play_through(DOCE, 2, seed=9)):
        if step % 9:
            continue
        state = match.state
        for window in range(28):
            assert bool((state.live >> window) & 1) == completable(state, window), f"window {window}"


def completable(state: Any, window: int) -> bool:
    cells = [rules.WINDOWS[window, k] for k in range(4)]
    if any((state.blocked >> s) & 1 for s in cells):
        return False
    owners = [None if not state.value[s] else (state.held[1] >> s) & 1 for s in cells]
    if None not in owners:
        return False
    gaps = owners.count(None)
    missing = 12 - sum(state.value[s] for s in cells)
    patterns = [[p] * 4 for p in (0, 1)] + [[p, p, p, 1 - p] for p in (0, 1)] + [[1 - p, p, p, p] for p in (0, 1)]
    fits = any(all(o is None or o == want for o, want in zip(owners, pattern, strict=True)) for pattern in patterns)
    return fits and gaps <= missing <= 6 * gaps


# Scores.


@rule("DOC-36", "DOC-37")
def test_scenario_11_three_of_a_kind_cost_two_points_each() -> None:
    white = {"a1": "W3", "a3": "W3", "a5": "W3", "c1": "W3", "e1": "W1", "e3": "W1", "c5": "W1", "d3": "W5"}
    match = position(WHITE, white | {"b2": "block"}, marks=["a1", None], blocker_left=[False, True])
    state = match.state
    assert rules.equal_faces_penalty(state, WHITE) == 4
    board = {
        "a1": "W3",
        "b1": "W3",
        "c1": "W1",
        "e2": "W3",
        "a3": "W3",
        "e4": "W1",
        "a5": "W1",
        "c3": "W5",
        "d1": "block",
        "e1": "B5",
    }
    assert rules.equal_faces_penalty(position(WHITE, board, blocker_left=[False, True]).state, WHITE) == 4


@rule("DOC-33", "DOC-35")
def test_scenario_11_a_mixed_win_with_a_used_blocker() -> None:
    board = {"a2": "B6", "b2": "W1", "c2": "W3", "a4": "W3", "c4": "W3", "e4": "W1", "a5": "W1", "e1": "W5", "c5": "W5"}
    # White's faces are then 3,3,3, 1,1,1, 5,5 and 2: two penalties; ten dice and a blocker leave 14 squares empty.
    match = position(WHITE, board | {"e5": "block"}, marks=["a5", "a2"], blocker_left=[False, True])
    match.play(WHITE, "W2@d2")
    assert match.view().earned[0] == [12 + 0 + 0 + 14 - 2 - 2, 0]
    assert match.view().score == [22, 0]


@rule("DOC-40")
def test_the_higher_total_wins_and_equal_totals_are_a_tie() -> None:
    row = {"a4": "W2", "b4": "W3", "c4": "W3", "a1": "B1"}
    match = position(BLACK, row, round=4, earned=[[7, 7], [0, 30], [2, 7], [0, 0]], score=[9, 44])
    match.play(BLACK, "B4@d4")
    assert match.outcome == parlour.Outcome([46, 44], [0], "four rounds are played")
    match = position(BLACK, row, round=4, earned=[[7, 7], [0, 30], [2, 7], [0, 0]], score=[9, 44])
    assert refused(match, 0, "1 e5") == "DOC-07"
    tied = position(BLACK, row, round=4, earned=[[7, 7], [0, 30], [0, 7], [0, 0]], score=[7, 44])
    tied.play(BLACK, "B4@d4")
    assert tied.outcome is not None
    assert tied.outcome.winners == [0, 1]
    assert refused(tied, 0, "1 e5") == "DOC-40"


# Where two rules meet.


@rule("DOC-27", "DOC-35", "DOC-37")
def test_the_rivals_die_that_completes_a_line_costs_nobody_points() -> None:
    """The -2 counts the winner's own dice alone (DOC-R15), and the +5 looks at the winner's blocker, not at the mover's."""
    match = position(BLACK, {"a4": "W2", "b4": "W2", "c4": "W6", "a1": "B2"})
    match.play(BLACK, "block e5")
    match.play(BLACK, "B2@d4")
    # 12 for the win and 5 for White's own blocker; five dice and Black's blocker leave 19; two 2s and a rival's are no set.
    assert match.view().earned[0] == [12 + 5 + 19, 0]


@rule("DOC-21", "DOC-35", "DOC-36")
def test_a_blocker_in_the_winning_turn_was_used_and_its_square_is_not_empty() -> None:
    board = {"a1": "W3", "b1": "W3", "c1": "W3", "e5": "W1", "a5": "B1"}
    match = position(WHITE, board, marks=["e5", "a5"])
    match.play(WHITE, "block e1")
    assert match.view().round == 1
    match.play(WHITE, "W3@d1")
    assert match.view().earned[0] == [12 + 2 + 0 + 18 - 2, 0]


@rule("DOC-19", "DOC-21", "DOC-32", "DOC-39")
def test_a_blocker_that_kills_the_last_line_still_owes_its_die() -> None:
    """Dead is asked at the start of a turn, so the round is drawn after the die and not after the blocker."""
    board = {name: "W6" if i % 2 else "B6" for i, name in enumerate(f"{c}{r}" for r in (1, 2, 4) for c in "abcde")}
    board |= {"c5": "block", "d3": "W6", "e3": "B6"}
    match = position(BLACK, board, marks=["b1", "a1"], blocker_left=[False, True])
    assert [squares(rules.WINDOW[w]) for w in range(28) if (match.state.live >> w) & 1] == [["a3", "b3", "c3", "d3"]]
    match.play(BLACK, "block c3")
    assert (match.acting, match.view().round, match.state.live) == ((BLACK,), 1, 0)
    match.play(BLACK, "B1@a5")
    assert match.view().earned[0] == [2, 2]


@rule("DOC-30", "DOC-31", "DOC-32")
def test_passes_that_a_die_comes_between_never_add_up() -> None:
    # White has no die left, Black has two.
    match = position(WHITE, CROWDED | {"d5": "W1"}, marks=["d5", "a5"], blocker_left=[False, False])
    assert match.acting == (BLACK,)
    match.play(BLACK, "B1@d4")
    assert (match.acting, match.view().round) == ((BLACK,), 1)
    match.play(BLACK, "B1@b2")
    kinds = [event["kind"] for event in match.events()]
    # Now no line can be made any more, which ends the round before anybody has to pass again (DOC-32).
    assert kinds == ["passed", "placed", "passed", "placed", "drew", "round"]


@rule("DOC-18", "DOC-22", "DOC-R4")
def test_with_the_zone_lifted_the_blocker_may_take_the_last_free_square() -> None:
    """`locked = free` (DOC-R4): once the blocker has locked its owner in, the zone is open for the die that must follow."""
    board, more = CROWDED | {"e5": "B2"}, {"marks": ["c1", "b1"], "blocker_left": [True, False]}
    strict = position(WHITE, board, **more)
    assert die_squares(strict, WHITE) == {"d4"}
    assert {m.square for m in strict.legal(WHITE) if isinstance(m, Block)} == {"b2", "c2"}
    assert refused(strict, WHITE, "block d4") == "DOC-22"
    free = position(WHITE, board, options={"locked": "free"}, **more)
    assert die_squares(free, WHITE) == {"d4"}
    free.play(WHITE, "block d4")
    assert die_squares(free, WHITE) == {"b2", "c2"}


# Options and invariants.


def test_the_option_diagonals_takes_lines_away() -> None:
    board = {"b1": "W3", "c2": "W3", "d3": "W3", "a5": "W1"}
    for option, ends in (("all", True), ("long", False), ("none", False)):
        match = position(WHITE, board, marks=["a5", None], options={"diagonals": option})
        match.play(WHITE, "W3@e4")
        assert (match.view().round == 2) == ends, option
    board = {"a1": "W3", "b2": "W3", "c3": "W3", "a5": "W1"}
    for option, ends in (("all", True), ("long", True), ("none", False)):
        match = position(WHITE, board, marks=["a5", None], options={"diagonals": option})
        match.play(WHITE, "W3@d4")
        assert (match.view().round == 2) == ends, option


@pytest.mark.parametrize("locked", ["pass", "free"])
def test_consecutive_dice_of_a_player_never_touch_and_turns_alternate(locked: str) -> None:
    for seed in range(6):
        match = kit.played(DOCE, 2, seed, locked=locked)
        last: dict[int, int] = {}
        turn = None
        for event in match.events():
            if event["kind"] == "round":
                last, turn = {}, event["seat"]
            if event["kind"] in ("placed", "passed"):
                assert event["seat"] == turn
                turn = 1 - event["seat"]
            if event["kind"] == "placed":
                if locked == "pass" and event["seat"] in last:
                    assert square_name(event["square"]) not in squares(rules.NEIGHBOURS[last[event["seat"]]])
                last[event["seat"]] = event["square"]


def test_threats_name_the_square_and_the_face_that_is_missing() -> None:
    view = position(BLACK, {"a1": "W5", "b1": "W2", "d1": "W4"}).view()
    assert view.threats[WHITE] == {"c1": 1}
    assert view.threats[BLACK] == {}


def test_random_rounds_are_as_long_and_as_often_won_as_the_ledger_says() -> None:
    dice, won, rounds = 0, 0, 0
    for seed in range(40):
        match = kit.played(DOCE, 2, seed)
        kinds = [event["kind"] for event in match.events()]
        dice += kinds.count("placed")
        won += kinds.count("won")
        rounds += 4
    assert 20 < dice / rounds < 21.5
    assert 0.24 < won / rounds < 0.44

"""ION in words: moves and texts, reasons, sentences, positions and pictures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from rich.console import Console
from rich.text import Text

import parlour
from parlour.core import registry
from parlour.core.words import ENGLISH
from parlour.games.ion import moves, record
from parlour.games.ion.cards import DECK
from parlour.games.ion.position import DECISIONS, Pending, Race, arrange, cards_in
from parlour.tables.redactor import offer
from parlour.testing import kit, rule

ION = parlour.game("ion")
A, B, C, D, E = range(5)
RACE = ["d14a d12a", "d15a d12b", "d13a d13b", "PPP33 d16a", "d24a d16b"]


def deal(hands: Sequence[str], table: str, pile: str = "", *, seed: int = 0, **more: Any) -> parlour.Match:
    deck = [DECK[card] for card in cards_in(ION.new(len(hands), 0, **more.get("options", {})).state.deck)]
    return ION.position(arrange(hands, table, pile, deck=deck, **more), seed=seed)


def sentence(match: parlour.Match, seat: int, move: str) -> str:
    no = match.why_not(seat, move)
    assert no is not None
    return no.sentence


def test_every_move_has_one_number_and_one_text() -> None:
    texts = set()
    for number in range(record.ACTIONS):
        move = ION.move(number)
        text = ION.text(move, A)
        assert ION.number(move) == number
        assert ION.parse(text, A) == move
        assert ION.parse(f"  {text.upper()} ".replace("  ", " ").strip(), A) == move
        assert msgspec.convert(msgspec.to_builtins(move), type(move)) == move
        texts.add(text)
    assert len(texts) == record.ACTIONS == 348


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("D36A", "d36a"),
        ("play pla 26", "PLA26"),
        ("pla2|6", "PLA26"),
        ("block BLK15", "block with BLK15"),
        ("shift shf26", "shift with SHF26"),
        ("Slap d24a", "slap d24a"),
        ("stay out", "stay"),
        ("draw a card", "draw"),
        ("keep it", "keep"),
        ("pick 6 1", "pick 1 6"),
        ("pick 1 and 6", "pick 1 6"),
        ("pick 6, 1", "pick 1 6"),
        ("challenge 3", "challenge player 4"),
        ("challenge player 3", "challenge player 3"),
        ("call a 6", "call 6"),
        ("give  d34a", "give d34a"),
    ],
)
def test_a_text_may_be_written_in_other_ways(text: str, meant: str) -> None:
    assert ION.text(ION.parse(text, A), A) == meant


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "is no move"),
        ("hello world", "is no move"),
        ("d36", "write d36a or d36b"),
        ("PUN25", "Did you mean"),
        ("call 7", "numbers go from 1 to 6"),
        ("call 0", "numbers go from 1 to 6"),
        ("call", "no card 'call'"),
        ("pick 3 3", "two different numbers"),
        ("challenge seat 12", "There is no Player 13"),
        ("block with PUN24", "no Block"),
        ("slap", "no card 'slap'"),
        ("call 6 5", "is no move"),
        ("pick 99999999999999999999", "no card"),
        ("d36a\n", ""),
    ],
)
def test_what_is_no_move_is_explained(text: str, hint: str) -> None:
    if not hint:
        assert ION.text(ION.parse(text, A), A) == text.strip()
        return
    with pytest.raises(parlour.BadMove, match=hint):
        ION.parse(text, A)


@rule("ION-17", "ION-18", "ION-21", "ION-31", "ION-32", "ION-40", "ION-43", "ION-44", "ION-48", "ION-68", "ION-70", "ION-71")
@pytest.mark.parametrize(
    ("move", "id", "words"),
    [
        ("keep", "ION-18", "You have not drawn a card that you could keep. Play a card that fits, or draw."),
        ("call 3", "ION-68", "Only a Double Joker lets you call a number. Play a card that fits, or draw."),
        ("next", "ION-40", "Only Punish Who? lets you choose between next and previous. Play a card that fits, or draw."),
        ("previous", "ION-40", "Only Punish Who? lets you choose between next and previous. Play a card that fits, or draw."),
        ("challenge player 2", "ION-43", "Only a Challenge lets you choose somebody. Play a card that fits, or draw."),
        ("pick 1 2", "ION-44", "Numbers are picked in a duel only. Play a card that fits, or draw."),
        ("pick 2", "ION-44", "Numbers are picked in a duel only. Play a card that fits, or draw."),
        ("give d34a", "ION-48", "Only a Gift lets you give a card away. Play a card that fits, or draw."),
        ("slap d34a", "ION-70", "There is no race now. Play a card that fits, or draw."),
        ("accept", "ION-32", "No action is waiting for your answer. Play a card that fits, or draw."),
        ("d56a", "ION-17", "5|6 is not in your hand."),
    ],
)
def test_a_move_at_the_wrong_moment_hears_its_own_reason(move: str, id: str, words: str) -> None:
    no = deal(["d12a d34a", "d12b d34b", "d13a d35a"], "d15a", "d16a").why_not(A, move)
    assert no is not None
    assert (no.rule, no.sentence) == (id, words)


@rule("ION-16", "ION-31", "ION-48", "ION-61", "ION-70", "ION-71")
def test_who_may_not_act_hears_why_and_nobody_must_where_they_may() -> None:
    race = deal(["TIC34 d12a", *RACE[1:]], "d35a")
    race.names[:] = ["Ada", "Ben", "Cleo", "Dora", "Emil"]
    race.play(A, "TIC34")
    for move in ("slap d12a", "stay", "d12a"):
        no = race.why_not(A, move)
        assert no is not None
        assert (no.rule, no.sentence) == ("ION-70", "You played the Tick-Tack: everybody but you may slap.")
    held = race.why_not(B, "slap d14b")
    assert held is not None
    assert (held.rule, held.sentence) == ("ION-71", "1|4 is not in your hand.")
    race.play(B, "stay")
    assert sentence(race, B, "slap d15a") == "You have answered already: one card in a race, or none."
    turn = deal(["d12a d34a", "d12b d34b", "d13a d35a"], "d15a")
    turn.names[:] = ["Ada", "Ben", "Cleo"]
    assert sentence(turn, B, "draw") == "It is not Ben's turn: Ada must act."
    bombed = deal(["BOM66 d34a", "d12b d34b", "d13a d35a"], "d16a", options={"bomb": "always"})
    bombed.play(A, "BOM66")
    no = bombed.why_not(B, "draw")
    assert no is not None
    assert (no.rule, no.sentence) == ("ION-61", "You have exploded and are out of this hand.")


def test_a_challenge_names_people() -> None:
    number = ION.read_move("challenge player 2", A)
    assert offer(ION, A, number, ENGLISH, ["Ada", "Ben", "Cleo"]).label == "Challenge Ben"
    assert offer(ION, A, number, registry.words("de"), ["Ada", "Ben", "Cleo"]).label == "Ben herausfordern"
    assert ION.read_move("challenge seat 1", A) == number
    match = deal(["CHL13 d34a", "d12b d34b", "d13a d35a"], "d15a")
    match.names[:] = ["Ada", "Ben", "Cleo"]
    match.play(A, "CHL13")
    assert sentence(match, A, "challenge player 1") == "You cannot challenge yourself."
    assert sentence(match, A, "challenge player 7") == "There is no Player 7 at this table."


def test_moves_with_wrong_fields_are_refused() -> None:
    for move in (
        moves.Play("x"),
        moves.Call(9),
        moves.PickOne(0),
        moves.PickTwo(5, 2),
        moves.Challenge(-1),
        moves.Block("SHF12"),
    ):
        with pytest.raises(parlour.BadMove):
            ION.number(move)


def test_every_illegal_move_at_every_decision_names_a_rule() -> None:
    """All 348 moves, refused or legal, wherever random play leads; every decision comes up."""
    seen: set[str] = set()
    for seed in range(60):
        options = {
            "mode": "tournament",
            "no_play_shiftable": seed % 2 == 0,
            "challenge_reach": ("next_only", "any_target")[seed % 2],
        }
        dice = random.Random(seed)
        match = ION.new(3 + seed % 4, seed, target=200, **options)
        for _ in range(60):
            if match.over:
                break
            view: Any = match.view(None)
            if (view.decision, view.pending and view.pending.action) not in seen or dice.random() < 0.02:
                seen.add((view.decision, view.pending and view.pending.action))
                for number in range(record.ACTIONS):
                    no = match.why_not(match.acting[0], number)
                    legal = number in ION.legal(match.state, match.acting[0])
                    assert legal == (no is None)
                    if no is not None:
                        assert no.rule in ION.ledger.rules
                        assert no.sentence.endswith("."), no.sentence
                        assert "-1" not in no.sentence
            seat = dice.choice(match.acting)
            match.play(seat, dice.choice(match.legal(seat)))
    assert {decision for decision, _ in seen} == set(DECISIONS) - {"over"}
    assert {action for _, action in seen} == {None, "Punish", "Challenge", "Gift", "New Game +5", "No Play"}


def test_reasons_are_exact() -> None:
    match = deal(["d34a PUN55 d12a", "d12b", "d35a"], "d26a", options={"sum_rule": True})
    assert sentence(match, A, "d34a") == "3|4 does not fit: the table card asks for 2 or 6 or a sum of 8."
    assert sentence(match, A, "d45a") == "4|5 is not in your hand."
    assert sentence(match, A, "stay") == "There is no race now. Play a card that fits, or draw."
    assert sentence(match, A, "block with BLK15") == (
        "No action is waiting for your answer. Block 1|5 can only be played as a plain card. Play a card that fits, or draw."
    )
    gift = deal(
        ["d13a", "BLK12 d34a", "d35a"], "GFT25", decision="respond", actor=B, pending=Pending("gift", A, B, gift="d56a")
    )
    assert sentence(gift, B, "block with BLK12") == "A Gift cannot be blocked: it is rude to decline a gift. Shift or Accept."
    assert sentence(gift, B, "d34a") == "First answer the Gift: Shift or Accept."
    assert sentence(gift, A, "draw") == "It is not Player 1's turn: Player 2 must act."


def test_the_log_tells_the_story_and_keeps_secrets() -> None:
    match = deal(["GFT25 d34a d34b", "d23a d16a", "d14a"], "d25a", "d45a")
    for seat, move in ((A, "GFT25"), (A, "give d34b"), (B, "accept"), (B, "draw"), (B, "keep")):
        match.play(seat, move)
    assert match.log(A) == [
        "Player 1 plays Gift 2|5.",
        "Player 1 puts 3|4 down as a gift.",
        "Player 1 aims Gift at Player 2.",
        "Player 2 accepts the Gift.",
        "Player 2 gets 3|4 from Player 1. Only those two know.",
        "Player 2 draws a card.",
        "Player 2 keeps it.",
    ]
    assert match.log(C)[1] == "Player 1 puts a gift face down."
    assert match.log(C)[4] == "Player 2 gets the gift of Player 1."
    assert match.log(B)[5] == "Player 2 draws 4|5."
    assert match.log(None) == match.log(C)


def test_one_card_left_is_said() -> None:
    match = deal(["d12a d34a", "d12b", "d35a"], "d25a")
    match.play(A, "d12a")
    assert match.log() == ["Player 1 plays 1|2. One card left."]


# Positions.


def test_a_race_position_with_answers() -> None:
    match = deal(
        RACE, "TIC34", decision="race", actor=None, race=Race(A, {B: "d15a", C: "stay"}), options={"race_mode": "sealed"}
    )
    assert match.acting == (D, E)
    assert match.position()["race"] == {"by": A, "answers": {B: "d15a", C: "stay"}}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"table": "X9"}, "no card 'X9'"),
        ({"hands": [["d12a"], ["d12a"], ["d35a"]]}, "two places"),
        ({"hands": [["d12a"], ["d12b"]]}, "one entry for each"),
        ({"actor": 5}, "Seats are 0 to 2"),
        ({"actor": None}, "needs an actor"),
        ({"decision": "sing"}, "decision is one of"),
        ({"decision": "deal"}, "decision is one of"),
        ({"match": [7]}, "numbers from 1 to 6"),
        ({"match": [3]}, "must be matched"),
        ({"passes": 9}, "passes, hand and turn"),
        ({"pile": []}, "is nowhere"),
        ({"score": [1]}, "one entry for each"),
        ({"decision": "respond"}, "pending exactly while"),
        ({"decision": "drawn"}, "drawn card waits"),
        ({"drawn": "d12a"}, "belongs to the decision"),
        ({"decision": "race", "actor": None}, "must still answer"),
        ({"decision": "one"}, "picks two numbers"),
        ({"exploded": [0]}, "has exploded but holds cards"),
        ({"layers": [999]}, "layers are at most"),
        ({"known": [["d12a"], [], []]}, "need not remember"),
        ({"recycled": ["d26a"]}, "not hidden any more"),
        ({"leaving": 1}, "waits only for"),
        ({"turn": 9000}, "turns have begun"),
        ({"ended": "badly"}, "ended is one of"),
        ({"colour": "red"}, "no position"),
        ({"hands": 3}, "no position"),
        ({"options": {"mode": "tournament"}}, "BOM66 is nowhere"),
        ({"decision": "over"}, "has a winner"),
        ({"pending": {"action": "sing", "source": 0, "target": 1}}, "no action 'sing'"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict[str, Any], problem: str) -> None:
    good = deal(["d12a", "d12b", "d35a"], "d26a").position()
    ION.position(good)
    with pytest.raises(parlour.ParlourError, match=problem):
        ION.position({**good, **change})


# Pictures.


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_pictures_are_well_formed_and_show_nothing_hidden(players: int) -> None:
    for step, (match, _) in enumerate(kit.play_through(ION, players, seed=players)):
        if step % 17 and not match.over:
            continue
        for viewer in (None, 0):
            root = ElementTree.fromstring(match.svg(viewer))
            assert root.tag.endswith("svg")
            plain = Text.from_markup(match.draw(viewer)).plain
            view: Any = match.view(viewer)
            others = {card for seat, cards in enumerate(match.position()["hands"]) if seat != viewer for card in cards}
            told = {known.card for known in view.known}
            assert not [card for card in others - told if card in plain.split("│")]
            assert all(card in plain for card in view.hand)


@pytest.mark.parametrize(("top", "only", "words"), [
    ("PUN16", True, "You drew 1|6 Punish. It fits: play it, or keep it."),
    ("d34b", True, "You drew 3|4. It does not fit: keep it."),
    ("d34b", False, "You drew 3|4. Play a card that fits, or keep it."),
])  # fmt: skip
def test_the_terminal_says_what_a_drawn_card_is_good_for(top: str, only: bool, words: str) -> None:
    match = deal(["d12a d34a", "d12b", "d15a"], "d16a", top, options={"drawn_only": only})
    match.play(A, "draw")
    plain = Text.from_markup(match.draw(A)).plain
    assert words in plain
    assert plain.count("✓") == (1 if top == "PUN16" or not only else 0)
    assert "drew a card" in Text.from_markup(match.draw(B)).plain


def test_the_terminal_picture_is_narrow_enough_and_escapes_names() -> None:
    match = ION.new(3, 5, names=["[red]Ann", "Bo", "Cy [/]"])
    console = Console(width=80, record=True, file=StringIO())
    console.print(match.draw(0))
    text = console.export_text()
    assert "[red]Ann" in text
    assert "Cy [/]" in text
    assert max(len(line) for line in text.splitlines()) <= 80

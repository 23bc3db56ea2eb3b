"""ION when time is up: the moves of the ledger's section 4.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import parlour
from parlour.games.ion.cards import DECK
from parlour.games.ion.position import Duel, Pending, Race, arrange, cards_in
from parlour.games.ion.timeout import default_move
from parlour.testing import kit

ION = parlour.game("ion")
A, B, C, D = range(4)
HANDS = ["d12a d14a d16a CHL13", "d12b d34a", "d35a", "d35b"]


def made_for(hands: Sequence[str], table: str, seat: int = A, **more: Any) -> str:
    deck = [DECK[card] for card in cards_in(ION.new(len(hands), 0, **more.get("options", {})).state.deck)]
    match = ION.position(arrange(hands, table, deck=deck, **more), seed=1)
    return ION.text(ION.move(default_move(match.state, seat)), seat)


@pytest.mark.parametrize(
    ("table", "more", "text"),
    [
        ("d16b", {}, "draw"),
        ("d16b", {"decision": "drawn", "drawn": "d12a"}, "keep"),
        ("PLA26", {"decision": "again"}, "draw"),
        ("PUN24", {"decision": "respond", "pending": Pending("punish", D, A)}, "accept"),
        ("DJK1", {"decision": "call", "match": []}, "call 1"),
        ("PWH24", {"decision": "who"}, "next"),
        ("CHL25", {"decision": "target"}, "challenge player 3"),
        ("CHL25", {"decision": "pair", "duel": Duel(A, C)}, "pick 1 2"),
        ("CHL25", {"decision": "one", "duel": Duel(C, A, pair=[1, 3])}, "pick 2"),
        ("GFT25", {"decision": "gift"}, "give CHL13"),
        ("TIC36", {"decision": "race", "actor": None, "race": Race(D)}, "stay"),
    ],
)
def test_what_is_done_when_time_is_up(table: str, more: dict[str, Any], text: str) -> None:
    assert made_for(HANDS, table, **more) == text


def test_when_nothing_can_be_drawn_the_first_fitting_card_is_played() -> None:
    assert made_for(["d14a d12a d34a", "d35a", ""], "d16b", rest="hand 2") == "d12a"
    assert made_for(["d34a", "d35a", ""], "d16b", rest="hand 2") == "pass"


@pytest.mark.parametrize("players", [2, 5, 10])
def test_the_move_is_legal_wherever_random_play_leads(players: int) -> None:
    for match, _ in kit.play_through(ION, players, seed=1, mode="tournament", target=200):
        for seat in match.acting:
            assert default_move(match.state, seat) in ION.legal(match.state, seat)

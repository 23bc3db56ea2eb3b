"""What is worth telling of a match: of every game, in every language, and only what happened."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core.game import Outcome
from parlour.core.registry import game, keys, words
from parlour.core.words import Said
from parlour.testing import kit


@pytest.mark.parametrize("key", keys())
def test_every_match_has_a_story(key: str) -> None:
    played = game(key).rehearsal()
    for seed in range(3):
        match = kit.played(played, played.seats[len(played.seats) // 2], seed=seed)
        tales = match.story()
        assert 1 <= len(tales) <= 3
        for tale in tales:
            assert isinstance(tale.sentence, Said), "it can be told in any language"
            assert words("de").of(tale.sentence) != tale.sentence
            assert tale.seat is None or tale.seat in range(match.players)
        assert len({tale.sentence for tale in tales}) == len(tales)


def test_a_match_that_runs_has_no_story_yet() -> None:
    assert game("dokitto").new(3, seed=1).story() == []


def told(key: str, events: list[dict[str, Any]], scores: list[int], winners: list[int]) -> list[tuple[str, int | None]]:
    names = ["Mara", "Theo", "Ines"][: len(scores)]
    return [(str(tale.sentence), tale.move) for tale in game(key).story(events, Outcome(scores, winners, ""), names)]


def test_a_story_leads_to_the_moves_that_it_tells_of() -> None:
    scored = [{"kind": "scored", "seat": seat, "points": p, "total": p, "move": 9} for seat, p in enumerate([0, 5, 1])]
    events = [
        {"kind": "round", "round": 1, "seat": 0, "move": None},
        {"kind": "starred", "seat": 1, "flavour": 0, "move": 3},
        {"kind": "starred", "seat": 1, "flavour": 1, "move": 6},
        {"kind": "toppled", "seat": 0, "move": 9},
        *scored,
        {"kind": "round", "round": 2, "seat": 0, "move": 9},
    ]
    assert told("dokitto", events, [0, 5, 1], [1]) == [
        ("Theo found 2 stars in round 1.", 6),
        ("Mara toppled in round 1.", 9),
        ("Theo carried 5 points home in round 1.", 9),
    ]


def test_a_winner_who_came_from_behind_is_told_and_equal_scores_are_shared() -> None:
    events = [
        {"kind": "drew", "why": 0, "white": 0, "black": 30, "move": 8},
        {"kind": "round", "round": 2, "seat": 0, "move": 8},
        {"kind": "won", "seat": 0, "points": 40, "pure": 0, "kept": 0, "penalty": 0, "move": 20},
    ]
    assert ("Mara was 30 points behind before the last round.", None) in told("doce", events, [40, 30], [0])
    assert told("ion", [], [0, 0, 1], [2]) == []
    assert told("icecool", [], [7, 7], [0, 1]) == [
        ("Nobody was better than the others: Mara and Theo share the victory.", None)
    ]

"""Golf passes what every game must pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from golf import GAME

from parlour.testing import kit, rules_without_test, unknown_rules_in_tests

TESTS = Path(__file__).parent


def test_the_game_is_well_made() -> None:
    kit.well_made(GAME)
    kit.golden(GAME, TESTS / "golden.parlour")
    assert rules_without_test(GAME.ledger, TESTS) == []
    assert unknown_rules_in_tests(GAME.ledger, TESTS) == []


@pytest.mark.parametrize("players", GAME.seats)
def test_it_plays_at_all_speeds_and_never_leaks(players: int) -> None:
    assert kit.never_stuck(GAME, players) > 0
    kit.same_at_all_speeds(GAME, players)
    assert bool(kit.never_leaks(GAME, players)) != GAME.open
    kit.no_deal_tells(GAME, players)
    kit.redeals_are_fair(GAME, players)
    kit.records_replay(GAME, players)
    kit.setup_sets_everything(GAME, players)

"""Every registered game, and the template, against the kit."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import parlour
from parlour.core.registry import built_in
from parlour.lab import connect_four, template
from parlour.testing import kit, rules_without_test, unknown_rules_in_tests

TESTS = Path(__file__).parent.parent
GAMES = [game.rehearsal() for game in (*parlour.games(), connect_four.GAME, template.GAME)]
TABLES = [(game, players) for game in GAMES for players in game.seats]
HARD = int(os.environ.get("PARLOUR_HARD", "1"))
"""How many times as much to play as in the everyday run."""


def ids(value: object) -> str | None:
    return value.key if isinstance(value, parlour.Game) else None


def home_of_tests(game: parlour.Game) -> Path:
    """Where a game's own tests lie: with the house's, or beside its package."""
    if game.key == "connect_four":
        return TESTS / "lab" / game.key
    if game.key == "template":
        return game.folder / "tests"
    return TESTS / "games" / game.key if game.key in built_in() else game.folder.parent / "tests"


every_game = pytest.mark.parametrize("game", GAMES, ids=ids)
every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=ids)


@every_game
def test_a_game_is_well_made(game: parlour.Game) -> None:
    kit.well_made(game)


@every_table
def test_a_game_never_gets_stuck_and_keeps_its_words(game: parlour.Game, players: int) -> None:
    dice = random.Random(players)
    for seed in range(2 * HARD):
        assert kit.never_stuck(game, players, seed, **(kit.some_options(game, players, dice) if seed else {})) > 0


@every_table
def test_plain_python_and_machine_code_agree_byte_for_byte(game: parlour.Game, players: int) -> None:
    dice = random.Random(players)
    kit.same_at_all_speeds(game, players, games=100 * HARD)
    for seed in range(3):
        kit.same_at_all_speeds(game, players, games=30 * HARD, seed=seed, **kit.some_options(game, players, dice))


@every_table
def test_no_seat_learns_what_it_may_not(game: parlour.Game, players: int) -> None:
    changed = sum(kit.never_leaks(game, players, seed) for seed in range(2 * HARD))
    assert bool(changed) != game.open, "a redeal must change something exactly where something is hidden"


@every_game
def test_no_deal_tells_anything_and_redeals_are_as_likely_as_deals(game: parlour.Game) -> None:
    players = game.seats[len(game.seats) // 2]
    kit.no_deal_tells(game, players)
    kit.redeals_are_fair(game, players, deals=400 * HARD)


@every_table
def test_records_replay_and_verify(game: parlour.Game, players: int) -> None:
    kit.records_replay(game, players, seed=players)


@every_table
def test_setup_sets_every_field(game: parlour.Game, players: int) -> None:
    kit.setup_sets_everything(game, players)


@every_game
def test_the_golden_play_through_is_still_true(game: parlour.Game) -> None:
    kit.golden(game, home_of_tests(game) / "golden.parlour")


@every_game
def test_every_rule_of_the_ledger_is_named_by_a_test(game: parlour.Game) -> None:
    assert rules_without_test(game.ledger, home_of_tests(game)) == []
    assert unknown_rules_in_tests(game.ledger, home_of_tests(game)) == []
    assert unknown_rules_in_tests(game.ledger, TESTS) == []


@every_game
def test_every_option_names_a_ruling_of_the_ledger(game: parlour.Game) -> None:
    for option in game.options:
        assert option.rule in game.ledger.rules, f"{option.name}: {option.rule}"
        assert option.help.endswith(".")


@every_game
def test_a_table_can_play_as_printed(game: parlour.Game) -> None:
    """Every value of the book is one that the option takes, another one than ours, and the whole goes together."""
    for players in game.seats:
        match = game.new(players, 0, **game.printed)
        assert {name: match.options[name] for name in game.printed} == game.printed
    assert all(game.new(game.seats[0], 0).options[name] != value for name, value in game.printed.items())

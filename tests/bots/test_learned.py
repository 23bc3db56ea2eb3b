"""Bots that learned: what the nets say, what they check, and that they know no more than their seat."""

from __future__ import annotations

import json
import os
import random
from types import SimpleNamespace

import numpy as np
import pytest

import parlour
from parlour.bots import bot, seen_by
from parlour.bots.compiled import Try
from parlour.bots.learned import Foresight, _best_first, foreseeing, foresight_for, weighed
from parlour.bots.levels import expertise, knowledge, level
from parlour.bots.net import MOST_BYTES, Shape, learned, read, shipped
from parlour.core.errors import BadSetup
from parlour.core.machine import Processor as InMachineCode
from parlour.core.wasm import shipped as as_wasm
from parlour.lab.arena import made
from parlour.lab.learn.arrays import Processor
from parlour.lab.learn.net import LearningNet, wide
from parlour.lab.learn.rivals import Rival, share_against

LEARNED = [game for game in parlour.games() if shipped(game)]
TRIED = LEARNED if os.environ.get("PARLOUR_SOAK") else [parlour.game("dokitto")]
"""Each game takes a compiler most of a minute: every day one of them."""
ODDS = [(1, 0.30, 0.9), (2, 0.34, 0.05), (3, 0.33, 0.01)]
"""Moves, what trying found, and how much the net liked them."""


def moments(game, count, seed):
    """Random moments of matches in which a seat has a choice."""
    dice = random.Random(seed)
    while count:
        match = game.new(dice.choice(list(game.seats)), seed=dice.randrange(10**6))
        for _ in range(dice.randrange(60)):
            if match.acting:
                seat = dice.choice(match.acting)
                match.play(seat, dice.choice(match.legal(seat)))
        if match.acting and len(match.legal(match.acting[0])) > 1:
            yield match, match.acting[0]
            count -= 1


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.key)
def test_a_net_says_how_it_was_made_and_is_small(game):
    file = shipped(game)
    _, about = read(file, game)
    assert file.stat().st_size <= MOST_BYTES
    assert about == json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert about["command"].startswith(f"parlour train {game.key} ")
    assert about["card"]
    assert about["commit"]
    assert about["minutes"] > 1
    assert about["curve"][-1]["shares"]
    assert set(about["players"]) == set(game.seats)
    assert file.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_raven_may_think_with_a_net_of_a_file(tmp_path):
    game, file = parlour.game("dokitto"), tmp_path / "other.npz"
    weights, about = read(shipped(game), game)
    contrary = {**weights.parts, "heads": -weights.parts["heads"]}
    weights._replace(parts=contrary).write(file, about)
    match, seat = next(moments(game, 1, 3))
    usual, other = (made("dokitto", f"champion{net}:simulations=1:slip=1.0", 1) for net in ("", f":net={file}"))
    chosen = [one.first_thought(game, match.state, seat, 1) for one in (usual, other)]
    assert chosen[0] != chosen[1], "what one likes best the other likes least"
    with pytest.raises(BadSetup, match="is no net"):
        made("dokitto", f"champion:net={tmp_path / 'none.npz'}", 1).choose(game, match.state, seat)
    with pytest.raises(BadSetup, match="is a net for dokitto, not for ion"):
        made("ion", f"champion:net={file}", 1).first_thought(parlour.game("ion"), parlour.game("ion").new(4).state, 0, 1)


def test_the_others_may_be_expected_to_play_as_a_net_of_their_own(tmp_path):
    """At tables of as many as that net learned from, and nowhere else."""
    game, file, knows = parlour.game("dokitto"), tmp_path / "rivals.npz", expertise("dokitto")
    weights, about = read(shipped(game), game)
    contrary = {**weights.parts, "heads": -weights.parts["heads"]}
    weights._replace(parts=contrary).write(file, about | {"players": [4]})
    asked = {"weights": knowledge("dokitto").numbers(), "seed": 4, "simulations": 60}
    with_them, alone = foresight_for(game, knows, "", str(file)), Foresight(game.rules, knows, *learned(game))
    seen = {False: set(), True: set()}
    for match, seat in moments(game, 12, 2):
        same = with_them.think(match.state, seat, **asked) == alone.think(match.state, seat, **asked)
        seen[match.players == 4].add(same)
    assert seen[False] == {True}
    assert False in seen[True]
    narrow = Shape(game.rules.OBSERVED, 32, 32, game.rules.ACTIONS, weights.shape.seats)
    LearningNet(Processor(0), narrow).weights().write(tmp_path / "narrow.npz", about)
    with pytest.raises(BadSetup, match="must be as wide as the own one"):
        made("dokitto", f"champion:rivals={tmp_path / 'narrow.npz'}", 1).first_thought(game, match.state, seat, 1)


def test_instinct_counts_however_much_was_tried():
    found = [SimpleNamespace(action=action, visits=9000, worth=9000 * worth, odds=odds) for action, worth, odds in ODDS]
    assert list(_best_first(found, 0.3)) == [2, 3, 1]
    assert list(_best_first(found, 0.3, 0.02)) == [1, 2, 3]


@pytest.mark.parametrize("game", TRIED, ids=lambda game: game.key)
def test_the_bot_works_out_what_the_net_learned(game):
    """First sight of the bot against the same net in NumPy."""
    weights, _ = read(shipped(game), game)
    net = LearningNet(Processor(0), weights.shape)
    net.take(weights)
    for match, seat in moments(game, 6, 3):
        seen = np.zeros((wide(weights.shape.seen), 1), np.float32)
        game.rules.observe(match.state, seat, seen[:, 0])
        seen[weights.shape.seen] = 1.0
        legal = match.game.legal(match.state, seat)
        mask = np.zeros((weights.shape.actions, 1), bool)
        mask[legal] = True
        logs, _ = net.think(seen, mask, np.arange(weights.shape.seats)[:, None] < match.players)
        mind, numbers = foresight_for(game, expertise(game.key)), knowledge(game.key).numbers()
        first = mind.think(match.state, seat, simulations=1, weights=numbers)
        looked = list(legal)
        if hasattr(expertise(game.key), "sensible"):  # the others are never thought of
            looked = looked[: expertise(game.key).sensible(match.state, seat, looked, len(looked), numbers)]
        best = sorted(looked, key=lambda move: -logs[move, 0])
        assert [logs[move, 0] for move in first] == pytest.approx([logs[move, 0] for move in best[: len(first)]], abs=1e-3)


@pytest.mark.parametrize("game", TRIED, ids=lambda game: game.key)
def test_what_a_seat_cannot_know_does_not_change_its_choice(game):
    for match, seat in moments(game, 3, 11):
        choices, reasons = set(), set()
        for seed in range(3):
            state = seen_by(game, seen_by(game, match.state, seat, seed), seat, 100 + seed)
            player = bot(game.key, "champion", seed=5, simulations=120, seconds=None)
            choices.add(player.choose(game, state, seat))
            reasons.add(player.why())
        assert len(choices) == len(reasons) == 1


def test_candidates_meet_the_same_worlds_until_one_falls_behind():
    game = parlour.game("dokitto")
    asked = {"weights": knowledge("dokitto").numbers(), "seed": 4}
    for match, seat in moments(game, 4, 2):
        tried = foresight_for(game, expertise("dokitto")).think(match.state, seat, simulations=900, **asked)
        again = foresight_for(game, expertise("dokitto")).think(match.state, seat, simulations=900, **asked)
        assert tried == again
        visits = [one.visits for one in tried.values()]
        assert visits == sorted(visits, reverse=True)
        assert 8 * len(tried) <= sum(visits) <= 900
        assert all(0.0 <= one.worth <= 1.0 for one in tried.values())
        best = next(iter(tried.values()))
        assert all(one.worth <= best.worth for one in tried.values() if one.visits == best.visits)


@pytest.mark.parametrize("game", TRIED, ids=lambda game: game.key)
def test_webassembly_finds_the_same(game):
    (kernels,) = foreseeing(game)
    both = [Foresight(game.rules, expertise(game.key), *learned(game)) for _ in range(2)]
    for foresight, machine in zip(both, (as_wasm(kernels), InMachineCode(kernels)), strict=True):
        assert machine is not None, "`make wasm` builds it"
        foresight._machine = machine
    for match, seat in moments(game, 3, 8):
        asked = {"simulations": 60, "seed": 1, "weights": knowledge(game.key).numbers()}
        one, other = (foresight.think(match.state, seat, **asked) for foresight in both)
        assert one == other


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.key)
def test_in_a_race_the_net_is_as_quick_as_the_search(game):
    """Else an arena measures fingers, not minds."""
    assert level(game.key, "champion").reaction == level(game.key, "master").reaction


def test_two_ways_of_thinking_are_weighed_together():
    learned = {1: Try(50, 0.30), 2: Try(50, 0.28), 3: Try(8, 0.10)}
    assert next(iter(weighed(learned, {1: Try(500, 0.20), 2: Try(700, 0.26)}))) == 2
    assert next(iter(weighed(learned, {1: Try(900, 0.20), 2: Try(10, 0.90)}))) == 1, "hardly tried: luck"
    assert weighed({3: Try(1, 0.5)}, {1: Try(9, 0.2)}) == {1: Try(9, 0.2)}


def test_a_net_knows_more_than_chance():
    game = parlour.game("dokitto")
    weights, _ = read(shipped(game), game)
    back = Processor(0)
    net = LearningNet(back, weights.shape)
    net.take(weights)
    assert share_against(back, net, Rival("random", None), game, 4) > 0.45


def test_where_nobody_has_learned_a_game_there_is_no_champion():
    with pytest.raises(BadSetup, match="There is no level 'champion'"):
        bot("icecool", "champion")
    with pytest.raises(BadSetup, match="Nobody has learned DOCE"):
        foresight_for(parlour.game("doce"), expertise("doce"))

"""Nets that learn by playing themselves: on the processor, in seconds, the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from click.testing import CliRunner

import parlour
from parlour.bots.net import MOST_BYTES, Shape, read
from parlour.cli import main
from parlour.core.errors import BadSetup
from parlour.lab.learn import How, Trainer
from parlour.lab.learn.arrays import Processor
from parlour.lab.learn.imitate import Pupil
from parlour.lab.learn.net import LearningNet
from parlour.lab.learn.trainer import tables
from parlour.lab.learn.watch import Watched, gathered, watch
from parlour.lab.plot import curve_picture

DOCE, DOKITTO = parlour.game("doce"), parlour.game("dokitto")
SMALL = How(games=256, turns=32, parts=8, width=64, rate=2e-3)
LEARNS = """
from parlour.lab.learn import How, Trainer
trainer = Trainer("doce", how=How(games=256, turns=32, parts=8, width=64), speed="cpu", seed=1, options=False)
print(trainer.look()["shares"]["random, 2 players"])
for _ in range(40):
    trainer.update(2e-3, 0.01)
print(trainer.look()["shares"]["random, 2 players"])
"""


def test_a_few_seconds_of_playing_itself_beat_chance():
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # threads that wait for each other on a full machine take minutes
    done = subprocess.run([sys.executable, "-c", LEARNS], env=alone, capture_output=True, text=True, check=True)
    before, after = map(float, done.stdout.split())
    assert before < 0.6
    assert after > 0.85


@pytest.fixture(scope="module")
def trainer():
    """One that has seen a few turns of tables of two and of four."""
    made = Trainer(DOKITTO, (2, 4), How(games=64, turns=24, parts=2, width=32), speed="cpu", seed=3)
    made.net.flat += np.random.default_rng(0).normal(0, 0.05, made.net.flat.shape).astype(np.float32)
    made.window.run(made.net)
    return made


def test_slopes_are_those_of_what_is_to_be_made_small(trainer, monkeypatch):
    """Each slope against how much the sum changes when a weight does, in numbers fine enough to tell."""
    window, net = trainer.window, LearningNet(trainer.back, trainer.shape)
    dice, curiosity, turns = np.random.default_rng(1), 0.05, np.arange(12, 20)
    net.flat[:] = trainer.net.flat
    rows, flat = (lambda array: array[:, turns].reshape(len(array), -1)), (lambda array: array[turns].reshape(-1))
    seen, mask, shares, action = rows(window.seen), rows(window.mask), rows(window.shares), flat(window.action)[None]
    log = flat(window.log) + dice.normal(0, 0.1, 8 * window.count).astype(np.float32)
    gain, free, known, present = flat(window.gain), flat(window.free), flat(window.known), np.tile(window.present, 8)
    monkeypatch.setattr(LearningNet, "_step", lambda self, rate: None)
    monkeypatch.setattr(trainer.back, "cast", lambda array, kind: array.astype(np.float64))
    net.learn(seen, mask, present, action, log, gain, shares, free, known, np.array([0, curiosity]))

    def loss():
        logs, hoped = fine.think(seen.astype(float), mask, present)
        ratio = np.exp(np.take_along_axis(logs, action, 0)[0] - log)
        kept = np.minimum(ratio * gain, ratio.clip(0.8, 1.2) * gain)
        wander = -(np.exp(logs) * logs).sum(0)
        missed = -(shares * np.log(hoped + 1e-300)).sum(0)
        return (missed * known).sum() / known.sum() - ((kept + curiosity * wander) * free).sum() / free.sum()

    fine = LearningNet(trainer.back, trainer.shape)
    fine.flat = net.flat.astype(float)
    fine._parts = fine._views(fine.flat)
    steepest = np.argsort(-np.abs(net.slope))[:400]
    for i in [*dice.choice(steepest, 12), len(net.slope) - 1]:
        step = 1e-6
        fine.flat[i] += step
        up = loss()
        fine.flat[i] -= 2 * step
        down = loss()
        fine.flat[i] += step
        assert net.slope[i] == pytest.approx((up - down) / (2 * step), rel=0.02, abs=2e-5)


def test_shares_come_from_the_own_next_decision_or_from_the_end(trainer):
    window = trainer.window
    sums = window.shares.sum(0)
    assert sums[window.known > 0] == pytest.approx(1.0, abs=1e-4)
    assert not window.free[window.known == 0].any()
    assert (window.known[0] == 1).mean() > 0.9
    for game in range(window.count):
        for seat in range(2):
            turns = [t for t in range(window.turns) if window.seat[t, game] == seat]
            ends = [t for t in range(window.turns) if window.ended[t, game] > 0]
            for turn, after in zip(turns, [*turns[1:], None], strict=True):
                known = after is not None or any(end >= turn for end in ends)
                assert window.known[turn, game] == known
    last = [(t, g) for t, g in np.argwhere(window.ended > 0)]
    for turn, game in last:
        seat, players = window.seat[turn, game], int(window.present[:, game].sum())
        order = [(seat + step) % players for step in range(players)]
        assert window.shares[:players, turn, game] == pytest.approx(window.rewards[order, turn, game])


def test_a_net_is_a_file_that_knows_how_it_was_made(trainer, tmp_path):
    file = tmp_path / "dokitto.npz"
    trainer.weights().write(file, trainer.about("parlour train dokitto"))
    weights, about = read(file, DOKITTO)
    assert (about["command"], about["players"], about["card"]) == ("parlour train dokitto", [2, 4], "processor")
    assert json.loads(file.with_suffix(".json").read_text())["observation"][0] == ["hand", 65]
    twin = LearningNet(trainer.back, trainer.shape)
    twin.take(weights)
    assert all(np.array_equal(part, trainer.weights().parts[name]) for name, part in twin.weights().parts.items())
    with pytest.raises(BadSetup, match="is a net for dokitto, not for doce"):
        read(file, DOCE)
    (tmp_path / "text.npz").write_text("no net")
    with pytest.raises(BadSetup, match="is no net"):
        read(tmp_path / "text.npz", DOKITTO)
    assert 1_000_000 < max(Shape.of(game).bytes for game in parlour.games() if game.rules.ACTIONS < 1000) < MOST_BYTES


def test_a_training_goes_on_where_it_was_left(tmp_path):
    run = tmp_path / "doce.run.npz"
    first = Trainer(DOCE, how=SMALL, speed="cpu", seed=2)
    first.update(1e-3, 0.01)
    first.seconds = 7.0
    first.save(run)
    second = Trainer.resumed("doce", run, speed="cpu")
    assert (second.seconds, second.updates, second.decisions) == (7.0, 1, 256 * 32)
    assert np.array_equal(second.net.flat, first.net.flat)
    assert np.array_equal(second.net.slow, first.net.slow)
    with pytest.raises(BadSetup, match="has learned doce as it was seen then"):
        Trainer.resumed("dokitto", run, speed="cpu")


def test_a_training_begins_with_a_net_of_a_file(tmp_path):
    """Whoever has no run of a net but the net alone can teach it more; what it was before stays told."""
    file, run = tmp_path / "doce.npz", tmp_path / "more.run.npz"
    first = Trainer(DOCE, how=SMALL._replace(width=32), speed="cpu", seed=2)
    first.update(1e-3, 0.01)
    first.weights().write(file, first.about("parlour train doce"))
    second = Trainer(DOCE, how=SMALL, speed="cpu", seed=3, begin=file)
    assert second.shape == first.shape, "as wide as the net of the file"
    parts = first.weights().parts
    assert all(np.array_equal(part, parts[name]) for name, part in second.weights().parts.items())
    second.save(run)
    third = Trainer.resumed("doce", run, speed="cpu")
    assert third.shape == first.shape
    assert [told["command"] for told in third.about()["before"]] == ["parlour train doce"]
    assert third.about()["before"][0]["decisions"] == first.decisions
    with pytest.raises(BadSetup, match="is a net for doce, not for dokitto"):
        Trainer(DOKITTO, how=SMALL, speed="cpu", begin=file)


def test_among_others_who_do_not_learn_one_seat_does(tmp_path):
    """At the last tables a net of a file has all other seats; nothing is learned from what it does. There are no other usual
    tables of so many players."""
    file = tmp_path / "old.npz"
    old = Trainer(DOKITTO, (2, 4), SMALL._replace(width=32), speed="cpu", seed=2)
    old.net.flat += np.random.default_rng(1).normal(0, 0.1, old.net.flat.shape).astype(np.float32)
    old.weights().write(file, old.about())
    how = How(games=160, turns=16, parts=2, width=32, company=0.6)
    made = Trainer(DOKITTO, (2, 4), how, speed="cpu", seed=3, among=file)
    window = made.window
    half = window._first
    assert half == pytest.approx(0.4 * window.count, abs=2)
    assert set(window.present[:, half:].sum(0)) == {4}
    four = window.present[:, :half].sum(0) == 4
    default = DOKITTO.batch(1, seed=1, players=4).states[0]
    options = [option.name for option in DOKITTO.options]
    states = window.loop.batch.states[:half]
    assert four.any()
    assert not four.all()
    assert all(any(states[i][name] != default[name] for name in options) for i in np.flatnonzero(four))
    made.update(1e-3, 0.01)
    others = window.seat[:, half:] != window._own
    assert 0.6 < others.mean() < 0.9
    assert not window.known[:, half:][others].any()
    assert not window.free[:, half:][others].any()
    assert window.known[:, half:][~others].any()
    assert window.known[:, :half].mean() > 0.5
    assert made.about()["among"] == "old.npz"
    sure = LearningNet(made.back, old.shape)
    sure.flat[:] = old.net.flat
    sure._parts["heads"][:] *= 1000  # so that its odds leave no choice
    window._among = sure
    window.run(made.net)
    assert np.isfinite(window.log).all()
    for turn in range(window.turns):
        logs, _ = sure.think(window.seen[:, turn, half:], window.mask[:, turn, half:], window.present[:, half:])
        clear = np.exp(logs.max(0)) > 0.9999
        made_by_others = clear & (window.seat[turn, half:] != window._own)
        assert np.array_equal(window.action[turn, half:][made_by_others], logs.argmax(0)[made_by_others])


def test_a_net_learns_to_play_like_a_bot_that_was_watched(tmp_path):
    rows = [row for seed in range(6) for row in watch("doce", "club", 2, seed, simulations=20)]
    watched, file = gathered(rows), tmp_path / "club.npz"
    watched.write(file)
    again = Watched.read(file)
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(watched, again, strict=True))
    targets = again.targets()
    assert targets.sum(1) == pytest.approx(1.0, abs=1e-5)
    assert not targets[~again.mask].any()
    assert (targets.argmax(1) == again.moves[:, 0]).all()
    back = Processor(0)
    pupil = Pupil(back, LearningNet(back, Shape(DOCE.rules.OBSERVED, 64, 64, DOCE.rules.ACTIONS, 2)), again, 2)
    before, dice = pupil.right(), np.random.default_rng(0)
    for _ in range(30):
        pupil.once(2e-3, dice)
    after = pupil.right()
    assert after[1] < before[1] - 0.2
    assert after[0] > before[0]


def test_a_net_meets_every_number_of_players_and_every_option():
    mix = tables(DOKITTO, (2, 5))
    assert {table["players"] for table in mix} == {2, 5}
    assert {"players": 5, "next_lead": "random"} in mix
    assert sum(len(table) == 1 for table in mix) == 3 * sum(len(table) > 1 for table in mix)
    with pytest.raises(BadSetup, match="is not for 7 players"):
        Trainer(DOKITTO, (7,), SMALL, speed="cpu")


def test_from_the_command_line(tmp_path):
    out = tmp_path / "doce.npz"
    words = ["train", "doce", "--minutes", "0.001", "--out", str(out), "--speed", "cpu", "--games", "64", "--width", "32"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "against random, 2 players" in done.output
    assert out.with_suffix(".svg").read_text().startswith("<svg")
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 1
    assert "--resume goes on with it" in again.output
    more = CliRunner().invoke(main, [*words, "--resume", "--rival", str(out)])
    assert "against doce, 2 players" in more.output, more.output
    begun = tmp_path / "begun.npz"
    words = [*words[:4], "--out", str(begun), *words[6:10], "--begin", str(out), "--rate", "0.0001", "--curiosity", "0"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    about = json.loads(begun.with_suffix(".json").read_text())
    assert (about["how"]["rate"], about["how"]["curiosity"], len(about["before"])) == (0.0001, 0.0, 1)
    wrong = CliRunner().invoke(main, [*words[:2], "--players", "two", "--out", str(tmp_path / "a.npz")])
    assert "Write numbers of players as 4, 2-5 or 2,4, not 'two'." in wrong.output


def test_a_curve_has_a_line_for_each_rival():
    curve = [{"seconds": s, "shares": {"random, 2 players": s / 100, "old, 4 players": 0.25}} for s in (10, 60)]
    drawn = curve_picture("What it learned", curve)
    assert drawn.count("<polyline") == 2
    assert "against old, 4 players" in drawn

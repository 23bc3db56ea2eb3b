"""The quick model: plain and compiled are one, and it agrees with MuJoCo well enough to propose flicks."""

from types import SimpleNamespace

import numpy as np
import pytest

from parlour.core.numpy_arrays import as_array
from parlour.games.icecool import quick
from parlour.games.icecool.aim import Goal, best_flicks
from parlour.games.icecool.bench import random_jobs
from parlour.games.icecool.flick import FlickIntent, from_text
from parlour.games.icecool.ground import stuck_door, to_grid
from parlour.games.icecool.physics import FlickJob, practice, simulate_many
from parlour.games.icecool.report import COLOURS, Spot
from parlour.games.icecool.tracking import OVER, PASS, TOUCH
from parlour.testing import rule

POSES = np.array([(46.0, 53.0), (20.0, 13.0), (34.0, 13.0), (13.0, 46.0)])
FREE = np.full(4, -1, np.int64)


def quick_flicks(*given) -> quick.Quick:
    return quick.Quick(*map(as_array, quick.quick_flicks(*given)))


def row(text: str) -> list[int]:
    flick = from_text(text)
    return [flick.aim, flick.power, flick.side, flick.height]


@rule("ICE-17")
@pytest.mark.parametrize("text", ["0 power 8", "90 power 10 right 0.5", "45 power 11 left 0.8", "200 power 6"])
def test_a_free_slide_ends_where_mujoco_says(text: str) -> None:
    real = practice(from_text(text), Spot(53, 20)).report.rest["O"]
    said = quick_flicks(np.array([(53.0, 20.0)]), FREE[:1], 0, np.array([row(text)])).rests[0, 0]
    assert real is not None
    assert said[:2] == pytest.approx((real.x, real.y), abs=0.8)


@rule("ICE-21", "ICE-34", "ICE-26")
def test_the_quick_model_sees_pass_touch_and_hop() -> None:
    flicks = np.array([row("0 power 25"), row("0 power 75 head")])
    alone = quick_flicks(np.array([(20.0, 13.0)]), FREE[:1], 0, flicks[:1])
    assert PASS in alone.events[0, : alone.counts[0, 0], 1]
    hop = quick_flicks(np.array([(33.0, 5.0)]), FREE[:1], 0, flicks[1:])
    assert hop.events[0, 0, 1] == OVER
    push = quick_flicks(POSES, FREE, 1, flicks[:1])
    assert push.events[0, 0, 1:4].tolist() == [TOUCH, 1, 2]


@rule("ICE-34")
@pytest.mark.parametrize(("aim", "touches"), [("0 power 20", [[TOUCH, 1, 0]]), ("180 power 20", [])])
def test_the_quick_model_too_knows_who_ran_into_whom_out_of_a_resting_contact(aim: str, touches: list[list[int]]) -> None:
    seen = quick_flicks(np.array([(23.5, 13.0), (20.0, 13.0)]), FREE[:2], 1, np.array([row(aim)]))
    met = [event for event in seen.events[0, : seen.counts[0, 0], 1:4].tolist() if event[0] == TOUCH]
    assert met[:1] == touches


def test_plain_and_compiled_functions_agree() -> None:
    rng = np.random.default_rng(2)
    flicks = np.stack(
        [rng.integers(0, 3600, 12), rng.integers(1, 101, 12), rng.integers(-10, 11, 12), rng.integers(0, 2, 12)], 1
    )
    compiled = quick_flicks(POSES, FREE, 1, flicks)
    plain = SimpleNamespace(here=lambda: {"run_flicks": lambda *given: quick.run_flicks(*map(as_array, given))})
    fast, quick.fast = quick.fast, lambda: plain  # type: ignore[assignment]
    try:
        plain = quick_flicks(POSES, FREE, 1, flicks)
    finally:
        quick.fast = fast
    assert np.array_equal(plain.counts, compiled.counts)
    for i, count in enumerate(plain.counts[:, 0]):
        assert np.array_equal(plain.events[i, :count, 1:], compiled.events[i, :count, 1:])
    assert plain.rests == pytest.approx(compiled.rests, abs=1e-4)


def test_agreement_with_mujoco_does_not_fall_below_what_was_fitted() -> None:
    jobs = random_jobs(21, 120)
    errors, same = [], 0
    for job, run in zip(jobs, simulate_many(jobs), strict=True):
        colours = [colour for colour in COLOURS if job.poses[colour] is not None]
        spots = [spot for colour in colours if (spot := job.poses[colour]) is not None]
        poses = np.array([(spot.x, spot.y) for spot in spots])
        stuck = np.array([stuck_door(to_grid(x), to_grid(y)) for x, y in poses])
        me = colours.index(job.actor)
        flick = np.array([[job.intent.aim, job.intent.power, job.intent.side, job.intent.height]])
        out = quick_flicks(poses, stuck, me, flick)
        rest = run.report.rest[job.actor]
        assert rest is not None
        if rest.spot is not None:
            errors.append(float(np.hypot(out.rests[0, me, 0] - rest.spot.x, out.rests[0, me, 1] - rest.spot.y)))
        real = {type(event).__name__ for event in run.report.events} - {"Bounce"}
        said = {("Touch", "Pass", "Over", "Exit", "Bounce")[kind] for kind in out.events[0, : out.counts[0, 0], 1]} - {"Bounce"}
        same += real == said
    assert np.median(errors) < 9
    assert same >= 0.78 * len(jobs)


@rule("ICE-21", "ICE-34")
def test_proposed_flicks_are_confirmed_by_mujoco() -> None:
    poses = {"P": Spot(46, 53), "O": Spot(20, 9), "T": Spot(13, 46), "K": None}
    for actor, goal in (("O", Goal(doors=frozenset({"D1"}))), ("P", Goal(touch=frozenset({"O", "T"})))):
        best = best_flicks(poses, actor, goal)  # type: ignore[arg-type]
        assert 1 <= len(best) <= 20
        assert all(isinstance(flick, FlickIntent) for flick in best)
        assert best == best_flicks(poses, actor, goal)  # type: ignore[arg-type]
        runs = simulate_many([FlickJob(poses, actor, flick) for flick in best])  # type: ignore[arg-type]
        assert any(goal.met_by(run.report) for run in runs)

"""Trajectories as bytes, pictures and films."""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from parlour.games.icecool.bench import random_jobs
from parlour.games.icecool.film import animate
from parlour.games.icecool.flick import from_text
from parlour.games.icecool.physics import practice, simulate_many
from parlour.games.icecool.picture import flick_svg, position_svg
from parlour.games.icecool.report import COLOURS, Spot
from parlour.games.icecool.trajectory import Trajectory, from_base64, from_bytes, to_base64, to_bytes


@given(st.integers(1, 15), st.integers(1, 40), st.integers(0, 2**31))
def test_any_trajectory_survives_its_bytes(mask: int, frames: int, seed: int) -> None:
    colours = tuple(colour for bit, colour in enumerate(COLOURS) if mask >> bit & 1)
    values = np.random.default_rng(seed).integers(-32767, 32768, (frames, len(colours), 7)).astype(np.int16)
    trajectory = Trajectory(colours, values)
    for copy in (from_bytes(to_bytes(trajectory)), from_base64(to_base64(trajectory))):
        assert copy.colours == colours
        assert np.array_equal(copy.frames, values)


def test_other_bytes_are_no_trajectory() -> None:
    with pytest.raises(ValueError, match="no trajectory"):
        from_bytes(b"GIF89a and more")


def test_a_flick_takes_less_than_thirty_kilobytes() -> None:
    for run in simulate_many(random_jobs(5, 12, penguins=4), record=True):
        assert run.trajectory is not None
        assert len(to_base64(run.trajectory)) < 30_000
        assert abs(run.trajectory.seconds - run.report.time) < 0.05


def test_the_film_begins_at_the_start_and_ends_at_rest() -> None:
    run = practice(from_text("5.7 power 30"))
    assert run.trajectory is not None
    places = run.trajectory.positions()
    assert places[0, 0] == pytest.approx((10, 10, 1.75), abs=0.003)
    rest = run.report.rest["O"]
    assert rest is not None
    assert places[-1, 0] == pytest.approx((rest.x, rest.y, 1.75), abs=0.003)
    assert run.trajectory.quaternions()[-1, 0, 1:3] == pytest.approx((0, 0))


def test_pictures_are_well_formed_and_speak(tmp_path: Path) -> None:
    run = practice(from_text("5.7 power 30"))
    assert run.trajectory is not None
    still = position_svg({"O": Spot(20, 9), "P": Spot(40, 13)}, {"D1": ["O", "T"]}, ("O", from_text("12 power 62")))
    for text in (still, flick_svg(run.report, run.trajectory)):
        assert ET.fromstring(text).attrib["role"] == "img"
    assert "Purple stuck in D1" in still
    assert "Orange passes D1 into the Gym" in flick_svg(run.report, run.trajectory)
    film = tmp_path / "flick.gif"
    animate(run.trajectory, film, pixels=160)
    with Image.open(film) as image:
        assert image.size == (160, 160)
        assert getattr(image, "n_frames", 1) > 10

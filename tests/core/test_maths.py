"""Plain arithmetic in place of a system's library: close to the truth, and the same everywhere."""

import math

import numba
import pytest

from parlour.core import maths
from parlour.core.link import Linker

MACHINE = Linker(None, numba.njit(error_model="numpy"))


@pytest.mark.parametrize(
    ("own", "true", "asked"),
    [
        (maths.exp, math.exp, [x / 7 for x in range(-4900, 4900, 13)] + [0.0, 1.0, -1.0, 1e-12]),
        (maths.ln, math.log, [1.0, 1.5, 2.0, 31.999, 32.0, *range(1, 400_000, 997)]),
    ],
)
def test_it_is_close_and_machine_code_agrees_to_the_last_bit(own, true, asked):
    fast = MACHINE(own)
    for x in asked:
        assert own(x) == pytest.approx(true(x), rel=1e-14, abs=1e-300)
        assert fast(float(x)) == own(float(x))


def test_angles_in_tenths_of_a_degree():
    fast = MACHINE(maths.cosine)
    for tenths in range(0, 3600, 7):
        assert maths.sine(tenths) == pytest.approx(math.sin(math.radians(tenths / 10)), abs=3e-15)
        assert maths.cosine(tenths) == pytest.approx(math.cos(math.radians(tenths / 10)), abs=3e-15)
        assert fast(tenths) == maths.cosine(tenths)
    assert (maths.sine(900), maths.cosine(0)) == (pytest.approx(1.0, abs=1e-15), pytest.approx(1.0, abs=1e-15))


def test_beyond_its_reach_an_exponential_stays_a_number():
    assert maths.exp(1e9) == maths.exp(700.0) < math.inf
    assert maths.exp(-1e9) == maths.exp(-700.0) > 0.0

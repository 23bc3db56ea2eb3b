"""Flicks as numbers and words, and what unsteady hands make of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.icecool import GAME
from parlour.games.icecool.flick import (
    BODY,
    FLICKS,
    HEAD,
    UNSTEADY,
    BadFlick,
    FlickIntent,
    from_text,
    from_units,
    pack,
    to_text,
    unpack,
)
from parlour.games.icecool.hand import unsteady
from parlour.testing import rule

flicks = st.builds(FlickIntent, st.integers(0, 3599), st.integers(1, 100), st.integers(-10, 10), st.integers(0, 1))


@rule("ICE-17")
@given(flicks)
def test_a_flick_survives_its_number_and_its_text(flick: FlickIntent) -> None:
    assert unpack(pack(flick)) == flick
    assert from_text(to_text(flick)) == flick


@given(st.integers(0, FLICKS - 1))
def test_every_number_is_one_flick(number: int) -> None:
    assert pack(unpack(number)) == number


@rule("ICE-17")
def test_the_words_of_a_flick() -> None:
    assert to_text(FlickIntent(345, 62, 4, HEAD)) == "flick 34.5 power 62 right 0.4 head"
    assert to_text(FlickIntent(0, 5)) == "flick 0.0 power 5"
    assert from_text("FLICK 34.5°, power 62%, left 0.4") == FlickIntent(345, 62, -4, BODY)
    assert from_text("360 power 1 centre body") == FlickIntent(0, 1)
    assert from_units(34.52, 0.62, 0.4, 1.0) == FlickIntent(345, 62, 4, HEAD)


@pytest.mark.parametrize(
    "text",
    [
        "", "flick", "flick nan power 3", "flick inf power 3", "flick 3", "flick 3 power 0", "flick 3 power 101",
        "flick 3.55 power 3", "flick 3 power 2.5", "flick 361 power 3", "flick -1 power 3", "flick 3 power 4 left 1.1",
        "flick 3 power 4 knee", "flick 3 power 4 power 5", "flick 3 power", "flick 1e2 power 3", "flick 3 power 4 left",
    ],
)  # fmt: skip
def test_unreadable_flicks_are_refused_with_a_reason(text: str) -> None:
    with pytest.raises(BadFlick) as refused:
        from_text(text)
    assert len(str(refused.value)) > 20


@pytest.mark.parametrize("bad", [(3600, 1), (-1, 1), (0, 0), (0, 101), (0, 1, 11), (0, 1, 0, 2), (0, 1.5), (True, 1)])
def test_off_the_grid_is_no_flick(bad: tuple[int, ...]) -> None:
    with pytest.raises(BadFlick):
        FlickIntent(*bad)


def test_not_a_number_is_no_flick() -> None:
    with pytest.raises(BadFlick):
        from_units(float("nan"), 0.5)


def done(flick: FlickIntent, steady: int, seed: int, count: int = 1) -> list[FlickIntent]:
    """What a hand makes of a flick, so many times in a row."""
    state = GAME.blank(2, seed, {})
    state.steady = steady
    return [unpack(unsteady(state, pack(flick))) for _ in range(count)]


@given(flicks, st.integers(0, 5), st.integers(0, 2**32))
def test_unsteady_hands_stay_on_the_grid_and_repeat(flick: FlickIntent, steady: int, seed: int) -> None:
    [result] = done(flick, steady, seed)
    assert [result] == done(flick, steady, seed)
    assert result.height == flick.height
    assert steady or result == flick


@pytest.mark.parametrize("steady", range(1, 6))
def test_aim_errors_have_the_deviation_of_their_level(steady: int) -> None:
    errors = [flick.aim - 1800 for flick in done(FlickIntent(1800, 50), steady, 5, 2000)]
    mean = sum(errors) / len(errors)
    deviation = (sum((error - mean) ** 2 for error in errors) / len(errors)) ** 0.5
    wanted = UNSTEADY[steady][0]
    assert abs(mean) < wanted / 10 + 0.1
    assert abs(deviation / wanted - 1) < 0.08


def test_the_noise_is_the_same_everywhere() -> None:
    assert done(FlickIntent(900, 50), 3, 3, 2) == [FlickIntent(904, 49), FlickIntent(897, 51, -1)]

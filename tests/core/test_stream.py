"""The random stream: known answers, equality of speeds, fairness."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import stream
from parlour.core.seeds import Key, commitment, seed_bytes
from parlour.core.state import State, plain, record

# ChaCha8 with a key and a nonce of zeros: the first two blocks, as published with the cipher.
ZERO_KEY = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
    "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
)


def fresh(key: bytes = bytes(32), lane: int = 0) -> State:
    records = np.zeros(1, record())
    records["key"] = np.frombuffer(key, "<u4")
    records["lane"] = lane
    state = plain(records)
    stream.rewind(state)
    return state


def test_a_quarter_round_is_the_one_of_the_standard() -> None:
    assert stream.quarter(0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567) == (0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB)


def test_the_stream_is_chacha8() -> None:
    state = fresh()
    words = b"".join(stream.random_word(state).to_bytes(4, "little") for _ in range(32))
    assert words.hex() == ZERO_KEY


def test_twenty_rounds_would_be_chacha20(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "DOUBLE_ROUNDS", 10)
    state = fresh()
    words = b"".join(stream.random_word(state).to_bytes(4, "little") for _ in range(16))
    assert words.hex().startswith("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")


def test_lanes_and_keys_are_different_streams_and_rewinding_repeats_one() -> None:
    first = [stream.random_word(fresh()) for _ in range(1)]
    assert first != [stream.random_word(fresh(lane=1))]
    assert first != [stream.random_word(fresh(bytes(31) + b"\1"))]
    state = fresh()
    once = [stream.random_word(state) for _ in range(40)]
    stream.rewind(state)
    assert once == [stream.random_word(state) for _ in range(40)]


@given(st.integers(1, 2**31 - 1))
def test_numbers_stay_below_their_bound(n: int) -> None:
    state = fresh(n.to_bytes(32, "little"))
    assert all(0 <= stream.random_below(state, n) < n for _ in range(20))


def test_numbers_below_a_bound_are_uniform() -> None:
    state = fresh()
    counts = Counter(stream.random_below(state, 7) for _ in range(14_000))
    assert all(1850 < counts[value] < 2150 for value in range(7))


def test_a_biased_word_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """For n = 3 the product of word 0 falls below the floor of 1 and must not be used."""
    words = iter([0, 0x55555556])
    monkeypatch.setattr(stream, "random_word", lambda state: next(words))
    assert stream.random_below(fresh(), 3) == 1
    assert next(words, None) is None


def test_shuffles_reach_every_order_equally() -> None:
    state = fresh()
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = [0, 1, 2]
        stream.shuffle(state, cards, 3)
        orders[tuple(cards)] += 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_the_quick_stream_is_spread_and_depends_on_seed_and_lane() -> None:
    seen = set()
    for seed in range(20):
        for lane in range(20):
            quick = [0] * 4
            stream.quick_seed(quick, seed, lane)
            seen.add(stream.quick_word(quick))
    assert len(seen) == 400
    stream.quick_seed(quick, 1, 1)
    counts = Counter(stream.quick_below(quick, 10) for _ in range(10_000))
    assert all(880 < counts[value] < 1120 for value in range(10))


def test_rekeying_forgets_the_old_stream() -> None:
    one, two = fresh(), fresh(bytes(range(32)))
    for state in (one, two):
        quick = [0] * 4
        stream.quick_seed(quick, 5, 0)
        stream.rekey(state, quick)
    assert bytes(one) == bytes(two)


def test_keys_depend_on_the_seed_and_on_every_salt_in_its_place() -> None:
    seed = seed_bytes(1)
    salts = [(), ("",), ("a",), ("a", "b"), ("b", "a"), ("ab",), ("a", "")]
    assert len({Key.of(seed, salt) for salt in salts}) == len(salts)
    assert Key.of(seed, ()) != Key.of(seed_bytes(2), ())
    assert commitment(seed) != commitment(seed_bytes(2))
    assert seed_bytes(seed.hex()) == seed

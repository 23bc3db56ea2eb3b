"""Records, tables and the linker."""

from __future__ import annotations

import types
from functools import partial

import numpy as np
import pytest

from parlour.core import bits
from parlour.core.link import Linker, machine_code
from parlour.core.notes import note, silent
from parlour.core.state import own_fields, plain, record, table
from parlour.games.doce import rules

SMALL = record(("a", "i1"), ("b", "i8", (2, 3)), ("c", "i2"))


def test_fields_read_and_write_as_python_integers() -> None:
    state = plain(np.zeros(1, SMALL))
    state.a = 5
    state.b[1, 2] = 2**40
    state.a += state.b[1, 2] >> 40
    assert (type(state.a), state.a, state.b[1, 2]) == (int, 6, 2**40)


def test_what_does_not_fit_raises_at_once() -> None:
    state = plain(np.zeros(1, SMALL))
    with pytest.raises(ValueError, match=r"out of range|invalid value"):
        state.a = 128
    with pytest.raises(IndexError):
        state.b[2, 0] = 1
    with pytest.raises(ValueError, match="exactly one"):
        plain(np.zeros(2, SMALL))


def test_copies_are_equal_to_the_last_byte_and_independent() -> None:
    state = plain(np.zeros(1, SMALL))
    state.c = 7
    twin = state.copy()
    assert bytes(twin) == bytes(state)
    twin.c = 8
    assert state.c == 7
    state.restore(bytes(twin))
    assert state.c == 8


def test_records_have_no_hidden_gaps() -> None:
    for dtype in (SMALL.dtype, rules.State.dtype):
        assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
        assert all(dtype.fields[name][1] % dtype[name].base.alignment == 0 for name in dtype.names)
    assert own_fields(SMALL) == ["a", "b", "c"]
    assert [(f.name, f.offset) for f in SMALL.fields.values()] == [(name, SMALL.dtype.fields[name][1]) for name in SMALL.names]


def test_tables_are_constant() -> None:
    squares = table([[1, 2], [3, 4]])
    assert squares[1, 0] == 3
    with pytest.raises(TypeError):
        squares[1, 0] = 5  # type: ignore[index]


@pytest.mark.parametrize("value", [1, 0b1011, 0b1010000, 1 << 40, (1 << 61) - 1])
def test_bits_are_counted_and_found(value: int) -> None:
    members = [i for i in range(62) if (value >> i) & 1]
    assert bits.size(value) == len(members)
    assert bits.lowest(value) == members[0]
    assert [bits.nth(value, k) for k in range(len(members))] == members


def test_linking_exchanges_the_contract_and_silences_notes() -> None:
    from parlour.core import play

    seen: list[str] = []

    def turn(function: types.FunctionType) -> types.FunctionType:
        seen.append(f"{function.__module__}.{function.__name__}")
        return function

    linked = Linker(rules, turn)(play.play_out)
    assert "parlour.games.doce.rules.apply" in seen
    assert "parlour.core.notes.silent" in seen
    assert {name for name in seen if "contract" in name} == {"parlour.core.contract.nth_move"}, "DOCE has no own one"
    assert linked.__globals__["apply"].__globals__["place_die"].__globals__["note"].__name__ == "silent"
    assert isinstance(linked.__globals__["apply"].__globals__["WINDOW"], np.ndarray)
    assert rules.note is note
    assert silent(None, 1) is None


def test_the_digest_changes_with_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    def digest() -> str:
        link = Linker(rules, lambda f: f)
        link(rules.apply)
        return link.digest()

    before = digest()
    assert digest() == before
    monkeypatch.setattr(rules, "WIN_POINTS", 13)
    assert digest() != before
    monkeypatch.undo()
    monkeypatch.setattr(rules, "NEIGHBOURS", table([0] * 25, "i4"))
    assert digest() != before


def test_a_function_that_another_one_calls_can_be_called_itself() -> None:
    lowest, size = machine_code([bits.lowest, bits.size], partial(Linker, None))
    assert (lowest(0b1010_0000), size(0b1010_0000)) == (5, 2)

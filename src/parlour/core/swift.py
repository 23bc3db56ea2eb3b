"""The rules of one game for live matches: one record at a time, as machine code that tells its notes.

The record is copied onto a longer one. Behind it is a tape where `note`, which becomes `taped`, writes, and room for the
moves and sights that are asked for after nearly every move. What a batch plays (engine.py) stays silent.
"""

from __future__ import annotations

import threading
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from parlour.core.contract import acting, apply, legal, look
from parlour.core.link import Linker, is_kept, machine_code
from parlour.core.notes import COLUMNS, TAPE, taped
from parlour.core.state import State

WHO, FIRST, LISTED, SEEN = range(4)
"""In `after`: who acts, the first of them, how many moves are listed, how many numbers `look` wrote."""


def apply_one(states, seat, action):  # type: ignore[no-untyped-def]
    state = states[0]
    state.noted = 0
    apply(state, seat, action)
    who, first = acting(state), 0
    state.after[LISTED] = 0
    if who:
        while not (who >> first) & 1:
            first += 1
        state.after[LISTED] = ordered(state, first)
    state.after[WHO] = who
    state.after[FIRST] = first
    state.after[SEEN] = look(state, state.sights)


def legal_one(states, seat):  # type: ignore[no-untyped-def]
    return ordered(states[0], seat)


def look_one(states):  # type: ignore[no-untyped-def]
    return look(states[0], states[0].sights)


def ordered(state, seat):  # type: ignore[no-untyped-def]
    """List the seat's legal moves from the lowest number on; rules list them nearly so."""
    moves = state.listed
    count = legal(state, seat, moves)
    for k in range(1, count):
        move, at = moves[k], k
        while at and moves[at - 1] > move:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = move
    return count


ENTRIES = [apply_one, legal_one, look_one]


def is_ready(rules: ModuleType) -> bool:
    """Whether the machine code need not be compiled first."""
    return is_kept(ENTRIES, partial(Linker, rules, told=taped))


class Swift:
    """`apply`, `legal` and `look` of a game. One caller at a time; a call takes microseconds."""

    def __init__(self, rules: ModuleType) -> None:
        # The interpreter is kept during a call: giving it away and waiting for it would cost more than the call.
        self._apply, self._legal, self._look = machine_code(ENTRIES, partial(Linker, rules, told=taped), nogil=False)
        behind = [
            ("noted", "i4"),
            ("tape", "i4", (TAPE, COLUMNS)),
            ("after", "i4", (4,)),
            ("listed", "i4", (getattr(rules, "LISTED", rules.ACTIONS),)),
            ("sights", "i4", (max(1, getattr(rules, "LOOKED", 0)),)),
        ]
        self._records = records = np.zeros(1, np.dtype([*rules.State.dtype.descr, *behind], align=True))
        self._front: memoryview = records.view(np.uint8)[: rules.State.itemsize].data
        self._noted: memoryview = records["noted"].data
        self._tape: Any = records["tape"][0].data
        self._after: memoryview = records["after"][0].data
        self._listed: memoryview = records["listed"][0].data
        self._sights: memoryview = records["sights"][0].data
        self._lock = threading.Lock()

    def apply(self, state: State, seat: int, action: int) -> int | None:
        """Carry out a legal move, tell its notes and return who acts now; the record knows then which moves the first of them
        has and what there is to see. None, with nothing done, if there are more notes than the tape holds."""
        with self._lock:
            self._front[:] = state.raw
            self._apply(self._records, seat, action)
            count = self._noted[0]
            if count > TAPE:
                return None
            state.raw[:] = self._front
            if count and state.notes is not None:
                state.notes.extend(map(tuple, self._tape[:count].tolist()))
            who: int
            who, first, listed, seen = self._after
            state.after = first, self._listed[:listed].tolist(), self._sights[:seen].tolist()
            return who

    def legal(self, state: State, seat: int) -> list[int]:
        """The legal moves of an acting seat, in order."""
        if (after := state.after) is not None and after[0] == seat:
            known: list[int] = after[1]
            return known
        with self._lock:
            self._front[:] = state.raw
            return self._listed[: self._legal(self._records, seat)].tolist()

    def look(self, state: State) -> list[int]:
        """What there is to see beside the record."""
        if (after := state.after) is not None:
            known: list[int] = after[2]
            return known
        with self._lock:
            self._front[:] = state.raw
            return self._sights[: self._look(self._records)].tolist()

"""The rules of one game for live matches: one record at a time, as machine code that tells its notes.

The record is copied onto a longer one whose end is a tape; there `note` becomes `taped` and writes. What a batch plays
(engine.py) stays silent.
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


def apply_one(states, seat, action):  # type: ignore[no-untyped-def]
    states[0].noted = 0
    apply(states[0], seat, action)
    return acting(states[0])


def legal_one(states, seat, moves):  # type: ignore[no-untyped-def]
    return legal(states[0], seat, moves)


def look_one(states, out):  # type: ignore[no-untyped-def]
    return look(states[0], out)


ENTRIES = [apply_one, legal_one, look_one]


def is_ready(rules: ModuleType) -> bool:
    """Whether the machine code need not be compiled first."""
    return is_kept(ENTRIES, partial(Linker, rules, told=taped))


class Swift:
    """`apply`, `legal` and `look` of a game. One caller at a time; a call takes microseconds."""

    def __init__(self, rules: ModuleType) -> None:
        # The interpreter is kept during a call: giving it away and waiting for it would cost more than the call.
        self._apply, self._legal, self._look = machine_code(ENTRIES, partial(Linker, rules, told=taped), nogil=False)
        kind = np.dtype([*rules.State.descr, ("noted", "i4"), ("tape", "i4", (TAPE, COLUMNS))], align=True)
        self._records = np.zeros(1, kind)
        self._front = self._records.view(np.uint8)[: rules.State.itemsize].data
        self._noted = self._records["noted"].data
        self._tape = self._records["tape"][0]
        listed = getattr(rules, "LISTED", rules.ACTIONS)
        self._moves = np.zeros(listed, np.dtype("i2" if rules.ACTIONS < 2**15 else "i4"))
        self._looked = np.zeros(getattr(rules, "LOOKED", 0), np.int32)
        self._lock = threading.Lock()

    def apply(self, state: State, seat: int, action: int) -> int | None:
        """Carry out a legal move, tell its notes and return who acts now; None, with nothing done, if there are more notes
        than the tape holds."""
        with self._lock:
            self._front[:] = state.raw
            who: int = self._apply(self._records, seat, action)
            count = self._noted[0]
            if count > TAPE:
                return None
            state.raw[:] = self._front
            if count and state.notes is not None:
                state.notes.extend(map(tuple, self._tape[:count].tolist()))
            return who

    def legal(self, state: State, seat: int) -> list[int]:
        """The legal moves of an acting seat, in order."""
        with self._lock:
            self._front[:] = state.raw
            found: list[Any] = self._moves[: self._legal(self._records, seat, self._moves)].tolist()
        found.sort()
        return found

    def look(self, state: State) -> list[int]:
        """What there is to see beside the record."""
        with self._lock:
            self._front[:] = state.raw
            seen: list[int] = self._looked[: self._look(self._records, self._looked)].tolist()
        return seen

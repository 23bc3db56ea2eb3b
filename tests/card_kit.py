"""Kernels of a card without a card: threads one after the other, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.np.numpy_support import as_dtype

from parlour.core.state import plain


class Records:
    """Records in a thread's own memory, as a kernel sees them."""

    def __init__(self, records: Any) -> None:
        self.records, self.shape = records, records.shape

    def __getitem__(self, i: int) -> Any:
        return plain(self.records[i : i + 1])

    def __setitem__(self, i: int, state: Any) -> None:
        self.records[i : i + 1].view("u1")[:] = np.frombuffer(state.raw, "u1")

    def view(self, dtype: Any) -> Any:
        return self.records.view(dtype)


class OneThread:
    """What the kernel asks of `numba.cuda`, by a card that has one thread."""

    number = 0

    def __init__(self) -> None:
        self.local = self

    def jit(self, function: Any) -> Any:
        return function

    def grid(self, axes: int) -> int:
        return self.number

    def array(self, size: int, kind: Any, alignment: int = 0) -> Any:
        return Records(np.zeros(1, as_dtype(kind))) if size == 1 else [0] * size

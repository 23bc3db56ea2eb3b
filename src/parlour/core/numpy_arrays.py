"""The same arrays for NumPy, on whose arrays machine code for the processor works. Nothing is copied."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.arrays import Kind, Rows
from parlour.core.state import KINDS, layout_of


def as_array(value: Any) -> Any:
    """An array as NumPy's; numbers stay what they are."""
    if isinstance(value, Rows):
        return np.frombuffer(value.raw, value.layout.dtype)
    if isinstance(value, memoryview):
        kind = np.dtype(KINDS[value.format])
        return np.frombuffer(value, kind).reshape(value.shape) if value.nbytes else np.zeros(value.shape, kind)
    return value


def raw_array(array: NDArray[Any]) -> tuple[Kind | None, tuple[int, ...], memoryview]:
    """What an array holds (None: something strange), its shape and its bytes, which it shares."""
    dtype = array.dtype
    kind: Kind | None = layout_of(dtype) if dtype.names else dtype.str[1:] if dtype.isnative else None
    if not array.flags.c_contiguous:
        kind = None
    return kind, array.shape, array.reshape(-1).view("u1").data if array.size else memoryview(b"")

"""Plain functions to machine code: copies that call each other, the originals stay plain."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any


def compiled(functions: Sequence[Callable[..., Any]], decorate: Callable[[Any], Any]) -> dict[str, Any]:
    """Decorate copies of `functions` (callees first) so that each copy sees the copies before it.

    `decorate` is `numba.njit(cache=True)` for the CPU or `numba.cuda.jit(device=True)` for a GPU.
    """
    done: dict[str, Any] = {}
    for function in functions:
        assert isinstance(function, FunctionType)
        space = {**vars(sys.modules[function.__module__]), **done}
        copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        done[function.__name__] = decorate(copy)
    return done

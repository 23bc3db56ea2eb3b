"""What the numbers of an observation mean: their parts in order, each with a name, a shape and a sentence.

A game says so once (`LAYOUT` in its rules); where each part begins and how many numbers there are follows from that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Part:
    """Numbers of one meaning. Where the first axis is seats, it counts from the own one on; seats that do not exist are 0."""

    name: str
    shape: tuple[int, ...]
    about: str
    first: int

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def of(self, seen: Any) -> NDArray[Any]:
        """This part of an observation, or of many (the last axis holds the numbers)."""
        import numpy as np

        numbers = np.asarray(seen)[..., self.first : self.first + self.size]
        return numbers.reshape(numbers.shape[:-1] + self.shape)


class Layout:
    """The parts of an observation, given as (name, shape, about); a shape is one number or several."""

    def __init__(self, *parts: tuple[str, int | tuple[int, ...], str]) -> None:
        self._parts: dict[str, Part] = {}
        self.size = 0
        for name, shape, about in parts:
            if name in self._parts:
                raise ValueError(f"two parts of an observation are called {name!r}")
            made = Part(name, shape if isinstance(shape, tuple) else (shape,), about, self.size)
            self._parts[name] = made
            self.size += made.size

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts.values())

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, name: str) -> Part:
        return self._parts[name]

    def at(self, name: str) -> int:
        """Where a part begins."""
        return self[name].first

    def read(self, seen: Any) -> dict[str, NDArray[Any]]:
        """An observation by the names of its parts."""
        return {part.name: part.of(seen) for part in self}

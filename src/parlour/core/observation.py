"""What the numbers of an observation mean: their parts in order, each with a name, a shape and a sentence.

A game says so once (`LAYOUT` in its rules); where each part begins and how many numbers there are follows from that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FAR = 32.0
"""Counts and sums are scaled to lie near 1; this is beyond all of them."""


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

    @property
    def most(self) -> float:
        """How far from 0 its numbers lie at most: 1 where its sentence says when there is a 1, else FAR."""
        return 1.0 if re.match(r"(by [^:]*: )?1 ", self.about) and " -1 " not in self.about else FAR

    @property
    def least(self) -> float:
        return 0.0 if self.most == 1.0 else -FAR

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

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """From where to where each number lies."""
        import numpy as np

        low = np.repeat([part.least for part in self], [part.size for part in self]).astype(np.float32)
        return low, np.repeat([part.most for part in self], [part.size for part in self]).astype(np.float32)

    def read(self, seen: Any) -> dict[str, NDArray[Any]]:
        """An observation by the names of its parts."""
        return {part.name: part.of(seen) for part in self}

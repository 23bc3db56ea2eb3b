"""A net while it learns: forwards, backwards and a step, written once over NumPy and PyTorch.

Everything lies column by column: an array is features x decisions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots.net import Shape, Weights

NEVER = -1e9
WIDE = 16
"""Inputs are filled up to a multiple of this, which matrices on a card are multiplied best by."""
CLIP, STEEPEST, FAST, SLOW, TINY = 0.2, 0.5, 0.9, 0.999, 1e-5


def wide(seen: int) -> int:
    """How many inputs a net has that sees so many numbers: also one that is always 1, and some that are always 0."""
    return -(-(seen + 1) // WIDE) * WIDE


class LearningNet:
    """All weights in one row of numbers, so that a step changes them at once; `parts` are views of it by name."""

    def __init__(self, back: Any, shape: Shape, seed: int = 0) -> None:
        self.back, self.shape = back, shape
        dice = np.random.default_rng(seed)
        drawn = []
        for name, sizes in self._sizes().items():
            reach = 0.0 if name == "heads" else (6.0 / sizes[1]) ** 0.5 / (2.0 if name == "third" else 1.0)
            drawn.append(dice.uniform(-reach, reach, sizes).astype(np.float32).ravel())
        self.flat = back.put(np.concatenate(drawn))
        self.slope, self.fast, self.slow = (back.zeros(len(self.flat)) for _ in range(3))
        self.quick = back.cast(self.flat, back.small)
        """The weights as they are multiplied."""
        self._parts, self._slopes = self._views(self.quick), self._views(self.slope)

    def _sizes(self) -> dict[str, tuple[int, ...]]:
        """As in a file, but the bias is the weight of an input that is always 1, and inputs are filled up to `wide`."""
        sizes = self.shape.sizes() | {"first": (self.shape.first, wide(self.shape.seen))}
        del sizes["bias"]
        return sizes

    def _views(self, flat: Any) -> dict[str, Any]:
        views, at = {}, 0
        for name, sizes in self._sizes().items():
            views[name] = flat[at : at + int(np.prod(sizes))].reshape(sizes)
            at += int(np.prod(sizes))
        return views

    def weights(self) -> Weights:
        """What it has learned, as data."""
        held, seen = self._views(self.back.get(self.flat)), self.shape.seen
        parts = {"bias": held["first"][:, seen], **held, "first": held["first"][:, :seen]}
        return Weights(self.shape, {name: part.astype(np.float16) for name, part in parts.items()})

    def take(self, weights: Weights) -> None:
        """Know what a net of a file knows."""
        held = self._views(np.zeros(len(self.flat), np.float32))
        for name, part in weights.parts.items():
            if name == "bias":
                held["first"][:, self.shape.seen] = part
            else:
                held[name][:, : part.shape[1]] = part
        flat = np.concatenate([part.ravel() for part in held.values()])
        self.restore({"flat": flat, "fast": np.zeros_like(flat), "slow": np.zeros_like(flat)})

    def restore(self, numbers: dict[str, NDArray[Any]]) -> None:
        for name in ("flat", "fast", "slow"):
            getattr(self, name)[:] = self.back.put(numbers[name])
        self.quick[:] = self.back.cast(self.flat, self.back.small)

    def _layers(self, seen: Any) -> tuple[Any, Any, Any, Any]:
        w = self._parts
        one = (w["first"] @ seen).clip(0)
        two = (w["second"] @ one).clip(0)
        more = (w["third"] @ two).clip(0)
        return one, two, more, two + more

    def think(self, seen: Any, mask: Any, present: Any) -> tuple[Any, Any]:
        """For each decision the logarithms of the chances of all moves, and each seat's part of the victory as expected."""
        return self._heads(self._layers(seen)[3], mask, present)

    def _heads(self, top: Any, mask: Any, present: Any) -> tuple[Any, Any]:
        back, xp, actions = self.back, self.back.xp, self.shape.actions
        out = back.cast(self._parts["heads"] @ top, xp.float32)
        return _logs(xp, xp.where(mask, out[:actions], NEVER)), xp.exp(_logs(xp, xp.where(present, out[actions:], NEVER)))

    def learn(
        self, seen: Any, mask: Any, present: Any, action: Any, log: Any, gain: Any, shares: Any, free: Any, known: Any,
        numbers: Any,
    ) -> Any:  # fmt: skip
        """One step by PPO: towards moves that went better than expected (`gain`), but not far from how they were chosen
        (`log`), and towards the `shares` of the victory that came of it. `free` counts where there was a choice, `known` where
        it is known how it went on; `numbers` are the rate of learning and of curiosity. Returns error and entropy."""
        back, xp = self.back, self.back.xp
        one, two, more, top = self._layers(seen)
        logs, hoped = self._heads(top, mask, present)
        chances = xp.exp(logs)
        wander = -(chances * logs).sum(axis=0)
        ratio = xp.exp(back.take(logs, action)[0] - log)
        held = ((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP))
        pull = xp.where(held, 0.0, gain * ratio)
        choices, all_known = free.sum().clip(1), known.sum().clip(1)
        policy = chances * (pull + numbers[1] * (logs + wander))
        back.give(policy, action, back.take(policy, action) - pull)
        out = xp.concatenate([policy * (free / choices), (hoped - shares) * (known / all_known)])
        self._backwards(seen, one, two, more, top, out)
        self._step(numbers[0])
        error = (((hoped - shares) ** 2).sum(axis=0) * known).sum() / all_known
        return error, (wander * free).sum() / choices

    def imitate(self, seen: Any, mask: Any, present: Any, liked: Any, rate: Any) -> Any:
        """One step towards what somebody else does: `liked` says how likely each move is. Returns how far off it is (the
        cross entropy). What it expects of the victory is not asked."""
        xp = self.back.xp
        one, two, more, top = self._layers(seen)
        logs, hoped = self._heads(top, mask, present)
        self._backwards(seen, one, two, more, top, xp.concatenate([(xp.exp(logs) - liked) / logs.shape[1], hoped * 0.0]))
        self._step(rate)
        return -(logs * liked).sum() / logs.shape[1]

    def _backwards(self, seen: Any, one: Any, two: Any, more: Any, top: Any, out: Any) -> None:
        """From the slopes of what it says, `out`, those of all weights."""
        back, w, slope = self.back, self._parts, self._slopes
        small = back.cast(out, back.small)
        slope["heads"][:] = small @ top.T
        down = w["heads"].T @ small
        third = back.where_positive(more, down)
        slope["third"][:] = third @ two.T
        second = back.where_positive(two, down + w["third"].T @ third)
        slope["second"][:] = second @ one.T
        slope["first"][:] = back.where_positive(one, w["second"].T @ second) @ seen.T

    def _step(self, rate: Any) -> None:
        """Adam, with slopes no steeper than STEEPEST in all."""
        xp, slope = self.back.xp, self.slope
        steep = (slope * slope).sum() ** 0.5
        slope *= (STEEPEST / (steep + 1e-6)).clip(None, 1.0)
        self.fast *= FAST
        self.fast += (1 - FAST) * slope
        self.slow *= SLOW
        self.slow += (1 - SLOW) * slope * slope
        self.flat -= rate * self.fast / (xp.sqrt(self.slow) + TINY)
        self.quick[:] = self.back.cast(self.flat, self.back.small)


def _logs(xp: Any, out: Any) -> Any:
    """The logarithm of the softmax over the first axis."""
    out = out - xp.amax(out, axis=0)
    return out - xp.log(xp.exp(out).sum(axis=0))

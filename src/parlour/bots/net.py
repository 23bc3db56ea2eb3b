"""Nets as data: what a bot has learned by playing against itself, in a file of at most 1.5 MB, and how it was made.

A net sees what its seat knows (`observe`) and says how good each move looks and which part of the victory each seat may expect.
It has three layers of plain numbers, the third added to the second; bots/intuition.py works it out.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.machine import constant

MOST_BYTES = 1_500_000
ROOM = 20_000
"""Bytes of a file that are no weights: names, sizes and how it was made."""
WIDEST, SECOND, STEP = 512, 256, 32


class Shape(NamedTuple):
    """How many numbers go in, how wide the layers are, and how many moves and seats come out."""

    seen: int
    first: int
    second: int
    actions: int
    seats: int

    @classmethod
    def of(cls, game: Game) -> Shape:
        """The widest net for a game that fits into a file."""
        rules, width = game.rules, STEP
        while (
            width < WIDEST
            and cls(rules.OBSERVED, width + STEP, SECOND, rules.ACTIONS, game.seats[-1]).bytes <= MOST_BYTES - ROOM
        ):
            width += STEP
        return cls(rules.OBSERVED, width, SECOND, rules.ACTIONS, game.seats[-1])

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """The arrays of such a net: layers are outputs x inputs; the heads are the moves, then the seats from the own one."""
        out = self.actions + self.seats
        return {
            "bias": (self.first,), "first": (self.first, self.seen),
            "second": (self.second, self.first), "third": (self.second, self.second), "heads": (out, self.second),
        }  # fmt: skip

    @property
    def bytes(self) -> int:
        """What its weights take in a file."""
        return 2 * sum(int(np.prod(sizes)) for sizes in self.sizes().values())


class Weights(NamedTuple):
    """What a net has learned."""

    shape: Shape
    parts: dict[str, NDArray[np.float16]]

    def write(self, file: Path, about: dict[str, Any]) -> None:
        """As one file, with how it was made in it and, to be read by people, beside it."""
        text = json.dumps(about | {"shape": self.shape._asdict()}, indent=1)
        arrays: dict[str, Any] = {"about": np.frombuffer(text.encode(), np.uint8), **self.parts}
        np.savez(file, **arrays)
        file.with_suffix(".json").write_text(text + "\n", encoding="utf-8")

    def rows(self) -> NDArray[np.float32]:
        """All weights in one row as intuition.py reads them: a layer is inputs x outputs, the moves' heads a row each."""
        held = [part.astype(np.float32) for part in self.parts.values()]
        return np.concatenate(
            [(part.T if name in LAYERS else part).ravel() for name, part in zip(self.parts, held, strict=True)]
        )


LAYERS = ("first", "second", "third")


def read(file: Any, game: Game) -> tuple[Weights, dict[str, Any]]:
    """A net of a game and how it was made; raises BadSetup for one of another game, or of rules that see other numbers."""
    try:
        with np.load(file) as held:
            about = json.loads(held["about"].tobytes())
            shape = Shape(**about["shape"])
            parts = {name: held[name] for name in shape.sizes()}
        fits = all(parts[name].shape == sizes and parts[name].dtype == np.float16 for name, sizes in shape.sizes().items())
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise BadSetup(f"{file} is no net: {wrong}.") from None
    if not fits or about["game"] != game.key:
        raise BadSetup(f"{file} is a net for {about.get('game')}, not for {game.key}.")
    if about["observation"] != observation(game) or shape.actions != game.rules.ACTIONS:
        raise BadSetup(f"{file} has learned to see {game.name} in other numbers than `observe` writes now. Train it anew.")
    return Weights(shape, parts), about


def observation(game: Game) -> list[Any]:
    """What a net of this game has learned to see: the parts of the observation."""
    return [[part.name, *part.shape] for part in game.observation_layout]


def shipped(game: Game, name: str = "net") -> Path | None:
    """The net that came with a game, `bots/net.npz` in its folder, if there is one; `rivals` plays as masters do."""
    file = game.folder / "bots" / f"{name}.npz"
    return file if file.is_file() else None


@cache
def learned(game: Game, net: str = "") -> tuple[Shape, NDArray[np.float32]] | None:
    """The net that came with a game, or one of a file, ready to be used."""
    file = Path(net) if net else shipped(game)
    if file is None:
        return None
    weights, _ = read(file, game)
    return weights.shape, constant(weights.rows())


@cache
def learned_of_rivals(game: Game, net: str = "") -> tuple[Shape, NDArray[np.float32], tuple[int, ...]] | None:
    """The net that came with a game (or one of a file) for what others will do, and at tables of how many it was learned."""
    file = Path(net) if net else shipped(game, "rivals")
    if file is None:
        return None
    weights, about = read(file, game)
    return weights.shape, constant(weights.rows()), tuple(about["players"])

"""One seat against bots, as environments of Gymnasium: `gymnasium.make("parlour/KEY-v0")` after `import parlour.lab.gym`.

`Seat` plays any game against bots of any level. `Vector` (vector.py) plays many games at once against habits, as machine code
or on a card: what bots do without thinking. An observation is what the seat knows; the legal moves are 1 in the mask, which is
in `info["action_mask"]` and in `action_masks()`. The reward comes at the end: 1 for a sole victory, -1 / (players - 1) for a
defeat. Who makes a move that is not legal has lost: -1.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Bot, bot, seen_by
from parlour.core.errors import BadSetup, ParlourError, one_of
from parlour.core.game import Game
from parlour.core.registry import game as game_of
from parlour.core.registry import games
from parlour.lab.pictures import rgb
from parlour.lab.single import Single, interface

try:
    import gymnasium
    from gymnasium import spaces

    from parlour.lab.vector import OPPONENTS, Vector
except ImportError as missing:
    raise ParlourError("Gymnasium is not installed: pip install 'parlour[learn]'.") from missing

__all__ = ["IDS", "OPPONENTS", "Seat", "Vector", "register"]

LOST = -1.0


class Seat(gymnasium.Env):  # type: ignore[misc,unused-ignore]
    """One seat of a match. `opponents` are levels (one for all, or one each) or bots; `seat` is by chance if it is not said."""

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] = "casual",
        seat: int | None = None,
        render_mode: str | None = None,
        world: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadSetup(f"There is no render mode {render_mode!r}. {one_of(render_mode, self.metadata['render_modes'])}")
        self.of = interface(self.game, world)
        self.render_mode, self._options, self._wanted = render_mode, options, seat
        self.match = Single(self.of, players, 0, **options)
        self.players = self.match.players
        if seat is not None and not 0 <= seat < self.players:
            raise BadSetup(f"There is no seat {seat}: this table has the seats 0 to {self.players - 1}.")
        others = [opponents] if isinstance(opponents, str | Bot) else list(opponents)
        if len(others) not in (1, self.players - 1):
            raise BadSetup(f"One opponent sits in all other seats, or there is one for each of {self.players - 1}.")
        self._others = others * (self.players - 1) if len(others) == 1 else others
        self._low, self._high = self.game.observation_layout.bounds()
        self.observation_space = spaces.Box(self._low, self._high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.of.actions)
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        self.seat = int(self.np_random.integers(self.players)) if self._wanted is None else self._wanted
        self._chance = random.Random(number)
        seats = [other for other in range(self.players) if other != self.seat]
        self._bots = {
            other: one if isinstance(one, Bot) else bot(self.game.key, one, seed=self._chance.getrandbits(60))
            for other, one in zip(seats, self._others, strict=True)
        }
        self.match = Single(self.of, self.players, number, **self._options)
        self._others_move()
        return self._seen(), self._info()

    def step(self, action: Any) -> Any:
        if action not in self.match.moves_of(self.seat):
            return self._seen(), LOST, True, False, self._info()
        self.match.play(int(action))
        self._others_move()
        return self._seen(), self.match.rewards()[self.seat], self.match.over, False, self._info()

    def _others_move(self) -> None:
        while not self.match.over and self.match.seat != self.seat:
            who = self._bots[self.match.seat]
            imagined = seen_by(self.game, self.match.state, self.match.seat, self._chance.getrandbits(62))
            self.match.apply_number(who.choose(self.game, imagined, self.match.seat))
            self.match.settle()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal move: where sb3-contrib's MaskablePPO looks."""
        return self.match.mask(self.seat).astype(bool)

    def _seen(self) -> NDArray[np.float32]:
        return np.clip(self.match.observe(self.seat), self._low, self._high)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask(self.seat), "seat": self.seat}

    def render(self) -> Any:
        """What the seat sees, as rows of red, green and blue or as text."""
        view, names = self.game.view(self.match.state, self.seat), self.game.seat_names(self.players)
        if self.render_mode == "rgb_array":
            return rgb(self.game.svg(view, names))
        if self.render_mode == "ansi":
            from rich.text import Text

            return Text.from_markup(self.game.draw(view, names)).plain
        return None


def register(game: Game) -> str:
    """Make a game known to Gymnasium; returns its id."""
    name = f"parlour/{game.key}-v{game.version}"
    gymnasium.register(
        name,
        entry_point=partial(Seat, game.key),
        vector_entry_point=partial(Vector, game.key),
        order_enforce=True,
        disable_env_checker=True,
    )
    return name


IDS = {game.key: register(game) for game in games()}
"""The id of each game."""

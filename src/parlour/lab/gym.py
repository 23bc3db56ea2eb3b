"""One seat against bots, as environments of Gymnasium: `gymnasium.make("parlour/KEY-v0")` after `import parlour.lab.gym`.

`Seat` plays any game against bots of any level. `Vector` plays many games at once against habits, as machine code: what bots do
without thinking. An observation is what the seat knows; the legal moves are 1 in the mask, which is in `info["action_mask"]`
and in `action_masks()`. The reward comes at the end: 1 for a sole victory, -1 / (players - 1) for a defeat. Who makes a
move that is not legal has lost: -1.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Bot, bot, seen_by
from parlour.bots.compiled import BotLinker
from parlour.bots.levels import expertise, knowledge
from parlour.core.batch import MOST_MASKED, Batch
from parlour.core.errors import BadSetup, ParlourError, one_of
from parlour.core.game import Game
from parlour.core.link import machine_code
from parlour.core.registry import game as game_of
from parlour.core.registry import games
from parlour.lab import versus
from parlour.lab.pictures import rgb
from parlour.lab.single import Single, interface

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ParlourError("Gymnasium is not installed: pip install 'parlour[learn]'.") from missing

OPPONENTS = ("habit", "random")
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


class Vector(VectorEnv):  # type: ignore[misc,unused-ignore]
    """One seat of each of `num_envs` games, which one by chance. `opponents` is "habit" or "random"; `mix` as in a batch."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 256,
        players: int | None = None,
        opponents: str = "habit",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int | None = None,
        **setting: Any,
    ) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        if self.game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(f"{self.game.name} has {self.game.rules.ACTIONS:,} moves, too many for a mask; `Seat` numbers some.")
        if opponents not in OPPONENTS:
            raise BadSetup(f"There are no opponents {opponents!r} for many games at once. {one_of(opponents, OPPONENTS)}")
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode}
        self.num_envs, self._setting = num_envs, {"players": players, **setting}
        self._slack = 1.0 if opponents == "random" else knowledge(self.game.key).slack
        if "mix" not in setting:
            self._setting = {**self.game.without_clock(setting), "players": players}
        self._low, self._high = self.game.observation_layout.bounds()
        self.single_observation_space = spaces.Box(self._low, self._high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self.game.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        knows = expertise(self.game.key)
        (self._versus,) = machine_code([versus.versus_rows], partial(BotLinker, self.game.rules, knows))
        self._weights = np.array(knowledge(self.game.key).numbers())
        self.mask = np.zeros((num_envs, self.game.rules.ACTIONS), np.int8)
        self._seen = np.zeros((num_envs, self.game.rules.OBSERVED), np.float32)
        self._rewards, self._ended = np.zeros(num_envs, np.float64), np.zeros(num_envs, np.int32)
        self.seats = np.zeros(num_envs, np.int32)
        """Where the learner sits in each game."""
        self._deal(seed)

    def _deal(self, seed: int | None) -> None:
        self.batch = Batch(self.game, self.num_envs, seed=seed, **self._setting)
        engine = self.batch.engine
        self._moves, self._quick = np.zeros(engine.listed, engine.action_type), np.zeros(4, np.int64)
        self._room = np.zeros(1, engine.dtype)
        self._chance = np.arange(self.num_envs, dtype=np.int64)
        self._dice = np.random.default_rng(seed)
        self._players = self.batch.states["players"].astype(np.int64)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        """All games anew; those of `options["reset_mask"]` alone, if there is one."""
        fresh = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            fresh = np.asarray(options["reset_mask"], bool)
        if seed is not None or (not self._ended.any() and fresh.all()):
            self._deal(int(seed[0]) if isinstance(seed, Sequence) else seed)
        self._anew(fresh)
        return self._seen.copy(), self._info()

    def _anew(self, rows: NDArray[np.bool_]) -> None:
        self.seats[rows] = self._dice.integers(self._players[rows])
        self._run(np.where(rows, versus.FRESH, versus.WAIT))
        while (again := rows & (self._ended > 0)).any():  # it was over before the seat was asked
            self._run(np.where(again, versus.FRESH, versus.WAIT))

    def _run(self, numbers: NDArray[Any]) -> None:
        self._versus(
            self.batch.states, self._room, self._moves, self._quick, self._chance, numbers.astype(np.int64), self.seats,
            self.mask, self._seen, self._rewards, self._ended, self._weights, self._slack,
        )  # fmt: skip
        np.clip(self._seen, self._low, self._high, out=self._seen)

    def step(self, actions: Any) -> Any:
        numbers = np.asarray(actions, np.int64)
        over = self._ended > 0
        if self._mode == AutoresetMode.NEXT_STEP and over.any():
            self._run(np.where(over, versus.WAIT, numbers))
            self._anew(over)
            self._rewards[over] = 0.0
        else:
            if self._mode == AutoresetMode.DISABLED and over.any():
                raise BadSetup("A game that is over must be reset before the next step: reset(options={'reset_mask': ended}).")
            self._run(numbers)
        ended, rewards, info = self._ended > 0, self._rewards.copy(), dict[str, Any]()
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            last = np.empty(self.num_envs, object)
            for row in np.flatnonzero(ended):
                last[row] = self._seen[row].copy()
            info = {"final_obs": last, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
            self._anew(ended)
        return self._seen.copy(), rewards, ended, np.zeros(self.num_envs, bool), {**self._info(), **info}

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal move of each game."""
        return self.mask.astype(bool)

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        return {"action_mask": self.mask.copy(), "_action_mask": every, "seat": self.seats.copy(), "_seat": every.copy()}


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

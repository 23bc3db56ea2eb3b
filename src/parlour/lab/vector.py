"""Many games at once for Gymnasium, one seat of each against habits: NumPy's arrays here, PyTorch's tensors on a card.

What a step takes and gives on a card lies there already and is never copied: the observations, masks, rewards and seats that
come back are those that the games are played into, so the next step fills them anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from parlour.bots.compiled import BotLinker
from parlour.bots.levels import expertise, knowledge
from parlour.core.batch import MOST_MASKED, Batch
from parlour.core.engine import Engine
from parlour.core.errors import BadSetup, NoSpeed, one_of
from parlour.core.game import Game
from parlour.core.link import Linker, machine_code
from parlour.core.registry import game as game_of
from parlour.lab import versus

OPPONENTS = ("habit", "random")
SPEEDS = ("cpu", "cuda")
AGAIN = {
    AutoresetMode.DISABLED: versus.NEVER,
    AutoresetMode.NEXT_STEP: versus.NEXT,
    AutoresetMode.SAME_STEP: versus.SAME,
}
THREADS = 128


class Processor:
    """Arrays of NumPy; machine code for the processor plays into them."""

    speed = "cpu"

    def __init__(self, rules: ModuleType, knows: ModuleType | None) -> None:
        (self._versus,) = machine_code([versus.versus_rows], partial(BotLinker, rules, knows))

    def prepare(self, engine: Engine) -> None:
        self._scratch = np.zeros(1, engine.dtype), np.zeros(engine.listed, engine.action_type), np.zeros(4, np.int64)

    def put(self, array: NDArray[Any]) -> Any:
        return array

    def rows(self, many: int, width: int, kind: Any) -> Any:
        return np.zeros((many, width), kind)

    def given(self, array: Any, kind: Any) -> Any:
        """What the caller gave, as it is read here."""
        return np.asarray(array, kind)

    def kept(self, array: Any) -> Any:
        """What the caller may keep."""
        return array.copy()

    def run(self, states: Any, arrays: Sequence[Any], slack: float, again: int) -> None:
        self._versus(states, *self._scratch, *arrays, slack, again)


class Card:
    """Tensors of PyTorch on a GPU; a kernel with a thread a game plays into them."""

    speed = "cuda"

    def __init__(self, rules: ModuleType, knows: ModuleType | None) -> None:
        from parlour.core.cuda import driver

        self._cuda = driver()
        try:
            import torch
        except ImportError:
            raise NoSpeed("Tensors on a card are PyTorch's: pip install 'parlour[train]'.") from None
        self._torch, self._rules, self._knows = torch, rules, knows

    def prepare(self, engine: Engine) -> None:
        self._versus = compiled(self._cuda, self._rules, self._knows, engine)

    def put(self, array: NDArray[Any]) -> Any:
        return self._torch.as_tensor(array, device="cuda")

    def rows(self, many: int, width: int, kind: Any) -> Any:
        """Column by column: the threads of neighbouring games then write to neighbouring places."""
        return self.put(np.zeros((width, many), kind)).T

    def given(self, array: Any, kind: Any) -> Any:
        """A tensor that lies on the card with numbers of that kind is taken as it is."""
        return self._torch.as_tensor(array, device="cuda").to(getattr(self._torch, np.dtype(kind).name)).contiguous()

    def kept(self, array: Any) -> Any:
        return array

    def run(self, states: Any, arrays: Sequence[Any], slack: float, again: int) -> None:
        own = self._torch.cuda.current_stream().cuda_stream
        stream = self._cuda.external_stream(own) if own else 0
        views = [self._cuda.as_cuda_array(array, sync=False) for array in arrays]
        self._versus[-(-len(states) // THREADS), THREADS, stream](states, *views, slack, again)


@cache
def compiled(cuda: Any, rules: ModuleType, knows: ModuleType | None, engine: Engine) -> Any:
    """The kernel of a game, once for all that play it."""
    return versus_kernel(cuda, BotLinker(rules, knows, lambda function: cuda.jit(function, device=True)), engine)


def versus_kernel(cuda: Any, link: Linker, engine: Engine) -> Any:
    """`versus_rows` for a card: each thread takes its record to itself and writes its row of every array."""
    from numba import from_dtype, int64

    listed, action, record = engine.listed, from_dtype(engine.action_type), from_dtype(engine.dtype)
    versus_rows = link(versus.versus_rows)

    @cuda.jit
    def play(states, chance, actions, mine, mask, seen, last, rewards, ended, bounds, weights, slack, again):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            moves = cuda.local.array(listed, action)
            quick = cuda.local.array(4, int64)
            own = cuda.local.array(1, record, alignment=16)
            room = cuda.local.array(1, record, alignment=16)
            own_words, words = own.view(np.int64), states.view(np.int64)
            width = words.shape[0] // states.shape[0]
            for word in range(width):
                own_words[word] = words[width * i + word]
            versus_rows(
                own, room, moves, quick, chance[i : i + 1], actions[i : i + 1], mine[i : i + 1], mask[i : i + 1],
                seen[i : i + 1], last[i : i + 1], rewards[i : i + 1], ended[i : i + 1], bounds, weights, slack, again,
            )  # fmt: skip
            for word in range(width):
                words[width * i + word] = own_words[word]

    return play


class Vector(gymnasium.vector.VectorEnv):  # type: ignore[misc,unused-ignore]
    """One seat of each of `num_envs` games, which one by chance. `opponents` is "habit" or "random"; `mix` as in a batch;
    `speed` "cuda" plays on a card."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 256,
        players: int | None = None,
        opponents: str = "habit",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int | None = None,
        speed: str = "cpu",
        **setting: Any,
    ) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        rules = self.game.rules
        if rules.ACTIONS > MOST_MASKED:
            raise BadSetup(f"{self.game.name} has {rules.ACTIONS:,} moves, too many for a mask; `Seat` numbers some.")
        if opponents not in OPPONENTS:
            raise BadSetup(f"There are no opponents {opponents!r} for many games at once. {one_of(opponents, OPPONENTS)}")
        if speed not in SPEEDS:
            raise BadSetup(f"There is no speed {speed!r} for many games at once. {one_of(speed, SPEEDS)}")
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode}
        self.num_envs, self._setting = num_envs, {"players": players, **setting}
        self._slack = 1.0 if opponents == "random" else knowledge(self.game.key).slack
        if "mix" not in setting:
            self._setting = {**self.game.without_clock(setting), "players": players}
        bounds = np.array(self.game.observation_layout.bounds(), np.float32)
        self.single_observation_space = spaces.Box(*bounds, dtype=np.float32)
        self.single_action_space = spaces.Discrete(rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        back: type[Any] = {"cpu": Processor, "cuda": Card}[speed]
        self._back = back(rules, expertise(self.game.key))
        put, rows = self._back.put, self._back.rows
        self.bounds = bounds
        """The least and the most of every number of an observation."""
        self._bounds, self._weights = put(bounds), put(np.array(knowledge(self.game.key).numbers()))
        self.mask = rows(num_envs, rules.ACTIONS, np.int8)
        self._seen, self._last = rows(num_envs, rules.OBSERVED, np.float32), rows(num_envs, rules.OBSERVED, np.float32)
        self._rewards, self._ended = put(np.zeros(num_envs)), put(np.zeros(num_envs, np.int32))
        self._never = put(np.zeros(num_envs, bool))
        self.seats = put(np.zeros(num_envs, np.int32))
        """Where the learner sits in each game."""
        self._deal(seed)

    def _deal(self, seed: int | None) -> None:
        self.batch = Batch(self.game, self.num_envs, seed=seed, speed=self._back.speed, **self._setting)
        self._back.prepare(self.batch.engine)
        self._chance = self._back.put(np.random.default_rng(seed).integers(1 << 62, size=self.num_envs))

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        """All games anew; those of `options["reset_mask"]` alone, if there is one."""
        if seed is not None:
            self._deal(int(seed[0]) if isinstance(seed, Sequence) else seed)
        numbers = np.full(self.num_envs, versus.FRESH)
        if options and "reset_mask" in options:
            chosen = self._back.given(options["reset_mask"], bool)
            numbers = versus.WAIT + (versus.FRESH - versus.WAIT) * self._back.given(chosen, np.int64)
        self._run(self._back.given(numbers, np.int64))
        return self._back.kept(self._seen), self._info()

    def _run(self, numbers: Any) -> None:
        arrays = (
            self._chance, numbers, self.seats, self.mask, self._seen, self._last, self._rewards, self._ended, self._bounds,
            self._weights,
        )  # fmt: skip
        self._back.run(self.batch._states, arrays, self._slack, AGAIN[self._mode])

    def step(self, actions: Any) -> Any:
        """A move in every game. On a card it takes a tensor of whole numbers (int64) without a copy."""
        numbers = self._back.given(actions, np.int64)
        if numbers.shape != (self.num_envs,):
            raise BadSetup(f"A step takes one move for each of the {self.num_envs} games, not {tuple(numbers.shape)}.")
        if self._mode == AutoresetMode.DISABLED and bool((self._ended > 0).any()):
            raise BadSetup("A game that is over must be reset before the next step: reset(options={'reset_mask': ended}).")
        self._run(numbers)
        ended, info = self._ended > 0, self._info()
        if self._mode == AutoresetMode.SAME_STEP:
            info |= self._finals(ended)
        return self._back.kept(self._seen), self._back.kept(self._rewards), ended, self._back.kept(self._never), info

    def _finals(self, ended: Any) -> dict[str, Any]:
        """What the learner knew at the end of games that have begun anew: on a card all rows, and which of them count."""
        last = self._last
        if self._back.speed == "cpu":
            if not ended.any():
                return {}
            last = np.empty(self.num_envs, object)
            for row in np.flatnonzero(ended):
                last[row] = self._last[row].copy()
        return {"final_obs": last, "_final_obs": ended, "final_info": {}, "_final_info": ended}

    def action_masks(self) -> Any:
        """True for every legal move of each game."""
        return self.mask != 0

    def _info(self) -> dict[str, Any]:
        every = ~self._never
        mask, seats = self._back.kept(self.mask), self._back.kept(self.seats)
        return {"action_mask": mask, "_action_mask": every, "seat": seats, "_seat": every}

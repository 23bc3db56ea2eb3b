"""Any game as a PettingZoo environment, one agent a seat: `env(KEY, players=4)`, or `parallel_env` where all answer at once.

A step is one move of the agent whose turn it is, by its number. What an agent observes holds only what its seat may know; its
`action_mask` is 1 for every legal move. When the match is over the sole winner gets 1, the others share -1, and who share a
victory share its reward; until then there is no reward. A match of `max_cycles` times its seats moves is truncated.

A game with a world has its name in the environment's: `world="quick"`, `"mujoco"` or `"toy"` decides what a flick does. A flick
is one of those that its rules list, or with `flicks="box"` any, as five numbers from -1 to 1 (its `bots/fan.py` says which);
no mask is needed then.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import BadSetup, ParlourError, one_of
from parlour.core.game import Game
from parlour.core.registry import game as game_of
from parlour.lab.pictures import rgb
from parlour.lab.single import Single, interface

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise ParlourError("PettingZoo is not installed: pip install 'parlour[learn]'.") from missing


MODES = ["ansi", "svg", "rgb_array", "human"]
ILLEGAL = ["refuse", "next"]


class _Seats:
    """What both kinds of environments share: the match, and what each agent may see and do."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        render_mode: str | None = None,
        *,
        max_cycles: int | None = None,
        world: str | None = None,
        flicks: str = "fan",
        illegal: str = "refuse",
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise BadSetup(f"There is no render mode {render_mode!r}. {one_of(render_mode, MODES)}")
        if illegal not in ILLEGAL:
            raise BadSetup(f"What to do with a move that is not legal is not {illegal!r}. {one_of(illegal, ILLEGAL)}")
        self.of = interface(game, world)
        fan = game.part("bots.fan")
        if flicks != "fan" and (flicks != "box" or fan is None):
            raise BadSetup(f"{game.name} has no flicks as {flicks!r}.")
        self._fan, self._boxed = fan, flicks == "box"
        self.game, self.render_mode, self.options = game, render_mode, options
        self.max_cycles, self._illegal = max_cycles, illegal
        self.match = Single(self.of, players, 0, **options)
        self._count = self.match.players
        self.possible_agents = [f"seat_{seat}" for seat in range(self._count)]
        self.agents: list[str] = []
        low, high = game.observation_layout.bounds()
        self._low, self._high = low, high
        every = self._count * len(low)
        self.state_space = spaces.Box(np.tile(low, self._count), np.tile(high, self._count), (every,), np.float32)
        mask, known = spaces.Box(0, 1, (self.of.actions,), np.int8), spaces.Box(low, high, dtype=np.float32)
        seen = known if self._boxed else spaces.Dict({"observation": known, "action_mask": mask})
        acts = spaces.Box(-1, 1, (fan.NUMBERS,), np.float32) if fan and self._boxed else spaces.Discrete(self.of.actions)
        self._observed = {agent: deepcopy(seen) for agent in self.possible_agents}  # each with a chance of its own
        self._acted = {agent: deepcopy(acts) for agent in self.possible_agents}
        name = f"parlour_{self.of.name}{'_box' if self._boxed else ''}_v{game.version}"
        self.metadata = {"name": name, "render_modes": MODES, "is_parallelizable": False}

    def observation_space(self, agent: str) -> Any:
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        return self._acted[agent]

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        table = (options or {}).get("table", {})
        self.match = Single(self.of, self._count, seed, **{**self.options, **table})
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0

    def _play(self, action: Any) -> None:
        """A move of the seat that is to decide. One that is not legal raises Refused with its rule; nothing is changed then."""
        match = self.match
        if self._boxed:
            assert self._fan is not None
            match.apply_number(self._fan.meant(match.state, action, match.moves()))
        else:
            legal = match.moves()
            if action not in legal:
                if self._illegal == "refuse" or not isinstance(action, int | np.integer):
                    match.refuse(action)
                action = next((move for move in legal if move > action), legal[0])
            match.apply(int(action))
        match.settle()

    def _close(self, most: int | None) -> None:
        """Say who got what if it is over, and cut it if it has been played for long enough."""
        if self.match.over:
            self.rewards = dict(zip(self.agents, self.match.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif most is not None and self._cycles >= most:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Any:
        seat = self.possible_agents.index(agent)
        known = np.clip(self.match.observe(seat), self._low, self._high)
        return known if self._boxed else {"observation": known, "action_mask": self.match.mask(seat)}

    def state(self) -> NDArray[np.float32]:
        """All that there is to know: what every seat knows, one after the other."""
        known = [np.clip(self.match.observe(seat), self._low, self._high) for seat in range(self._count)]
        return np.concatenate(known).astype(np.float32)

    def render(self) -> Any:
        """What a spectator sees: as text, as a picture (SVG, or an array of red, green and blue), or printed for a human."""
        if self.render_mode is None:
            return None
        view, names = self.game.view(self.match.state, None), self.game.seat_names(self._count)
        if self.render_mode == "svg":
            return self.game.svg(view, names)
        if self.render_mode == "rgb_array":
            return rgb(self.game.svg(view, names))
        from rich.text import Text

        text = Text.from_markup(self.game.draw(view, names)).plain
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""


class Environment(_Seats, AECEnv):  # type: ignore[misc,unused-ignore]
    """One match after the other. Seats that act at the same time are asked one by one; none hears what another answered."""

    def __init__(self, game: Game, players: int | None = None, render_mode: str | None = None, **more: Any) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, players, render_mode, **more)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match, dealt by the seed or by chance; `options["table"]` are table options for this one alone."""
        self._begin(seed, options)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._turn()

    def step(self, action: Any) -> None:
        """The move of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(action)
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        self._close(None if self.max_cycles is None else self.max_cycles * self._count)
        self.agent_selection = self.agents[max(0, self.match.seat)]


class Parallel(_Seats, ParallelEnv):  # type: ignore[misc,unused-ignore]
    """The same where all agents answer in every cycle. Only the answers of those count who are to act; a cycle in which nobody
    else is to act is one move."""

    def __init__(self, game: Game, players: int | None = None, render_mode: str | None = None, **more: Any) -> None:
        _Seats.__init__(self, game, players, render_mode, **more)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._begin(seed, options)
        self._close(None)
        return self._seen(), self.infos

    def step(self, actions: dict[str, Any]) -> Any:
        match = self.match
        asked = match.game.awaited(match.state, match.who)
        while not match.over and match.seat >= 0 and (asked >> match.seat) & 1:
            asked &= ~(1 << match.seat)
            self._play(actions[self.possible_agents[match.seat]])
        self._cycles += 1
        self._close(self.max_cycles)
        told = self._seen(), self.rewards, self.terminations, self.truncations, self.infos
        if match.over or any(self.truncations.values()):
            self.agents = []
        return told

    def _seen(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}


def env(key: str, players: int | None = None, *, render_mode: str | None = None, **more: Any) -> Environment:
    """An environment of a game by its key, with the table's options."""
    return Environment(game_of(key), players, render_mode, **more)


def parallel_env(key: str, players: int | None = None, *, render_mode: str | None = None, **more: Any) -> Parallel:
    """The same where all agents answer in every cycle."""
    return Parallel(game_of(key), players, render_mode, **more)

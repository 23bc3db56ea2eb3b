"""Any game as a PettingZoo environment, one agent a seat: `petting_zoo.env(KEY, players=4)`.

A step is one move of the agent whose turn it is, by its number. What an agent observes holds only what its seat may know; its
`action_mask` is 1 for every legal move. When the match is over the sole winner gets 1, the others share -1, and who share a
victory share its reward; until then there is no reward.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.batch import MOST_MASKED
from parlour.core.errors import BadSetup, ParlourError, one_of
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.registry import game as game_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ParlourError("PettingZoo is not installed: pip install 'parlour[learn]'.") from missing


MODES = ["ansi", "svg"]


class Environment(AECEnv):  # type: ignore[misc,unused-ignore]
    """One match after the other. Seats that act at the same time are asked one by one; none hears what another answered."""

    def __init__(self, game: Game, players: int | None = None, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(f"{game.name} has {game.rules.ACTIONS:,} moves, too many for a mask of all of them.")
        self.metadata = {"name": f"parlour_{game.key}_v{game.version}", "render_modes": MODES, "is_parallelizable": False}
        if render_mode is not None and render_mode not in MODES:
            raise BadSetup(f"There is no render mode {render_mode!r}. {one_of(render_mode, MODES)}")
        self.game, self.render_mode, self.options = game, render_mode, game.without_clock(options)
        self.match: Match = game.new(players, 0, **self.options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.players)]
        self.agents: list[str] = []
        observation = spaces.Box(-np.inf, np.inf, (game.rules.OBSERVED,), np.float32)
        mask = spaces.Box(0, 1, (game.rules.ACTIONS,), np.int8)
        seen = spaces.Dict({"observation": observation, "action_mask": mask})
        self._observed = {agent: deepcopy(seen) for agent in self.possible_agents}  # each with a chance of its own
        self._acted = {agent: spaces.Discrete(game.rules.ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match, dealt by the seed or by chance; `options["table"]` are table options for this one alone."""
        table = (options or {}).get("table", {})
        self.match = self.game.new(len(self.possible_agents), seed, **{**self.options, **table})
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def step(self, action: Any) -> None:
        """The move of `agent_selection`. One that is not legal raises Refused with its rule; nothing is changed then."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self._seat(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        """Whose turn it is now, or how it ended."""
        if outcome := self.match.outcome:
            share, players = 1 / len(outcome.winners), self.match.players
            for seat, agent in enumerate(self.agents):
                won = share if seat in outcome.winners else 0.0
                self.rewards[agent] = (players * won - 1) / (players - 1)
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self.match.awaited[0]]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat, state = self._seat(agent), self.match.state
        known, mask = np.zeros(self.game.rules.OBSERVED, np.float32), np.zeros(self.game.rules.ACTIONS, np.int8)
        self.game.rules.observe(state, seat, known)
        mask[self.game.legal(state, seat)] = 1
        return {"observation": known, "action_mask": mask}

    def render(self) -> str | None:
        """What a spectator sees, as text or as a picture."""
        if self.render_mode == "svg":
            return self.match.svg()
        if self.render_mode == "ansi":
            from rich.text import Text

            return Text.from_markup(self.match.draw()).plain
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)


def env(key: str, players: int | None = None, *, render_mode: str | None = None, **options: Any) -> Environment:
    """An environment of a game by its key, with the table's options."""
    return Environment(game_of(key), players, render_mode, **options)

"""A net of Stable-Baselines3 learns Dokitto! Ice against habits and then meets Casual.

    pip install 'parlour[learn]' sb3-contrib
    python examples/learn_with_sb3.py --minutes 10

Minutes are the processor's. Many games are played at once by `parlour.lab.gym.Vector`; MaskablePPO draws among legal moves.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from parlour.lab import gym


class Many(VecEnv):
    """Our vector environment as Stable-Baselines3 wants one."""

    def __init__(self, many: gym.Vector) -> None:
        self.render_mode = None
        super().__init__(many.num_envs, many.single_observation_space, many.single_action_space)
        self.many = many
        self._actions = np.zeros(many.num_envs, np.int64)

    def reset(self):
        return self.many.reset()[0]

    def step_async(self, actions):
        self._actions = actions

    def step_wait(self):
        seen, rewards, ended, _, info = self.many.step(self._actions)
        infos = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(ended):
            infos[row] = {"terminal_observation": info["final_obs"][row], "TimeLimit.truncated": False}
        return seen, rewards.astype(np.float32), ended, infos

    def env_method(self, method_name, *args, indices=None, **kwargs):
        assert method_name == "action_masks"
        return list(self.many.action_masks())

    def has_attr(self, attr_name):
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.many, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self):
        self.many.close()


class UntilTime(BaseCallback):
    """Stops when so many seconds of the processor are used."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._ends = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self._ends


def train(game: str, players: int, minutes: float, games: int = 256, opponents: str = "habit", seed: int = 1) -> MaskablePPO:
    torch.set_num_threads(2)
    many = Many(gym.Vector(game, games, players=players, opponents=opponents, autoreset_mode="SameStep", seed=seed))
    net = {"net_arch": [256, 256], "activation_fn": torch.nn.ReLU}
    model = MaskablePPO(
        "MlpPolicy", many, n_steps=64, batch_size=2048, n_epochs=3, learning_rate=7e-4, gamma=1.0, gae_lambda=0.95,
        ent_coef=0.01, policy_kwargs=net, seed=seed, device="cpu",
    )  # fmt: skip
    model.learn(10**9, callback=UntilTime(60 * minutes))
    return model


def meet(model: MaskablePPO, game: str, players: int, opponents: str, matches: int) -> tuple[float, float]:
    """The part of the victories against bots of a level, and the half of its 95 % interval."""
    env = gymnasium.make(gym.IDS[game], players=players, opponents=opponents).unwrapped
    parts = []
    for number in range(matches):
        seen, info = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, reward, over, _, info = env.step(int(action))
        parts.append((reward * (players - 1) + 1) / players)
    return float(np.mean(parts)), float(1.96 * np.std(parts) / len(parts) ** 0.5)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="dokitto")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--minutes", type=float, default=10.0, help="of the processor")
    asked.add_argument("--opponents", default="habit", choices=gym.OPPONENTS)
    asked.add_argument("--level", default="casual", help="who is met afterwards")
    asked.add_argument("--matches", type=int, default=400)
    given = asked.parse_args()
    model = train(given.game, given.players, given.minutes, opponents=given.opponents)
    print(f"{model.num_timesteps:,} decisions in {given.minutes:g} minutes of the processor")
    part, half = meet(model, given.game, given.players, given.level, given.matches)
    fair = 1 / given.players
    print(f"{part:.1%} of {given.matches} victories against {given.level} (+- {half:.1%}; fair would be {fair:.1%})")


if __name__ == "__main__":
    main()

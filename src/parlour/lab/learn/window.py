"""Turns of many games side by side, played by a net, and afterwards how each decision turned out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parlour.core.game import Game
from parlour.core.loop import Loop
from parlour.lab.learn.net import LearningNet, wide

DECAY = 0.95
"""How far ahead a surprise is credited (lambda)."""
DULL, SHARP = 1.0, 2.5
"""By which power the odds of those who do not learn are sharpened, from their first table to their last: a net that imitates
somebody is often unsure which move that one would be sure of."""


class Window:
    """What was seen, done and came of it in the latest `turns` turns of `count` games. Arrays are features x turns x games."""

    def __init__(
        self,
        back: Any,
        game: Game,
        mix: Sequence[Mapping[str, Any]],
        count: int,
        turns: int,
        seats: int,
        seed: int,
        among: LearningNet | None = None,
        tables: int = 0,
    ) -> None:
        """At the last `tables` tables of the mix one seat learns, and a net that does not has all others (`among`)."""
        self.back, self.turns, self.count = back, turns, count
        self.loop = Loop(game, count, mix=mix, seed=seed, speed=back.speed)
        players = np.asarray(self.loop.batch.states["players"], np.int64)
        self.most = int(players.max())
        steps = np.arange(seats)[:, None]
        self.present = back.put(steps < players)
        """seats x games: which seats there are, counted from the one that decides."""
        relative = (np.arange(self.most)[:, None, None] + steps[None]) % players
        self._steps = back.put(steps)
        self._relative = back.put(relative.reshape(-1, count))
        self._there = back.put(np.repeat((steps < players)[None], self.most, 0).astype(np.float32))
        rules, zeros = game.rules, back.zeros
        self.seen = back.cast(zeros(wide(rules.OBSERVED), turns, count), back.small)
        self.seen[rules.OBSERVED] = 1.0
        self.mask = zeros(rules.ACTIONS, turns, count, dtype="bool")
        self.action, self.seat = (zeros(turns, count, dtype="int64") for _ in range(2))
        self.log, self.ended, self.gain, self.free, self.known = (zeros(turns, count) for _ in range(5))
        self.hoped, self.shares, self.rewards = (
            zeros(seats, turns, count),
            zeros(seats, turns, count),
            zeros(self.most, turns, count),
        )
        self._among = among
        apart = np.arange(count) * len(mix) // count >= len(mix) - tables
        self._first = int(np.argmax(apart)) if among is not None and apart.any() else count
        """From this table on others do not learn."""
        self._own = back.put((np.arange(count) % players)[self._first :])
        self._sharp = back.put(np.linspace(DULL, SHARP, count - self._first, dtype=np.float32))
        self._actions = self.loop.engine.new(count, np.int64)
        self.play_and_judge = back.kept(self._play_and_judge, self._on)
        self._net: LearningNet | None = None

    def _on(self, stream: int) -> None:
        """Take the games' turns on another program's stream."""
        engine: Any = self.loop.engine
        engine.stream = engine.cuda.external_stream(stream) if stream else 0

    def run(self, net: LearningNet) -> None:
        """Play so many turns by the net and judge them."""
        self._net = net
        self.play_and_judge()

    def _play_and_judge(self) -> None:
        net, back, xp, loop = self._net, self.back, self.back.xp, self.loop
        assert net is not None
        seats, mask, seen, rewards, ended, actions = map(
            back.shared, (loop.seats, loop.mask, loop.seen, loop.rewards, loop.ended, self._actions)
        )
        for turn in range(self.turns):
            self.seen[: seen.shape[1], turn], self.mask[:, turn], self.seat[turn] = seen.T, mask.T, seats
            logs, hoped = net.think(self.seen[:, turn], self.mask[:, turn], self.present)
            odds = logs
            if self._among is not None and self._first < self.count:
                part = slice(self._first, self.count)
                theirs = self._among.think(self.seen[:, turn, part], self.mask[:, turn, part], self.present[:, part])[0]
                odds = xp.concatenate(
                    [logs[:, : self._first], xp.where(seats[part] == self._own, logs[:, part], theirs * self._sharp)], axis=1
                )
            luck = -xp.log(-xp.log(back.chance(*logs.shape)))
            actions[:] = xp.argmax(odds + luck, axis=0)
            self.action[turn] = actions
            self.log[turn] = back.take(logs, self.action[turn][None])[0]
            self.hoped[:, turn] = hoped
            loop._turn(self._actions)
            self.rewards[:, turn], self.ended[turn] = rewards.T, ended
        self._judge()

    def _judge(self) -> None:
        """For every decision what its seat, and in its eyes each other one, could expect after all (`shares`), and how much
        better that is for itself than was expected (`gain`).

        A seat's next word on the victory is at its own next decision, or at the end of the game; what others expect is no
        word of its own, for they know other cards.
        """
        back, xp = self.back, self.back.xp
        seats, wide = len(self.hoped), self.most * len(self.hoped)
        after, carry = back.zeros(wide, self.count), back.zeros(wide, self.count)
        heard = back.zeros(self.most, self.count)
        there = self._there.reshape(wide, self.count)
        for turn in reversed(range(self.turns)):
            over = self.ended[turn] > 0
            ends = back.take(self.rewards[:, turn], self._relative) * there
            after, carry, heard = xp.where(over, ends, after), xp.where(over, 0.0, carry), xp.where(over, 1.0, heard)
            rows, hoped = self.seat[turn] * seats + self._steps, self.hoped[:, turn]
            self.known[turn] = back.take(heard, self.seat[turn][None])[0]
            surprise = (back.take(after, rows) - hoped + DECAY * back.take(carry, rows)) * self.known[turn]
            self.shares[:, turn], self.gain[turn] = surprise + hoped, surprise[0]
            back.give(after, rows, hoped)
            back.give(carry, rows, surprise)
            back.give(heard, self.seat[turn][None], back.zeros(1, self.count) + 1.0)
        if self._first < self.count:
            self.known[:, self._first :] *= self.seat[:, self._first :] == self._own
        self.free[:] = self.known * (self.mask.sum(axis=0) > 1)
        choices = self.free.sum().clip(1)
        self.gain -= (self.gain * self.free).sum() / choices
        self.gain /= ((self.gain**2 * self.free).sum() / choices + 1e-8) ** 0.5

"""A training: a net plays all kinds of tables of a game against itself and learns from how they end (PPO).

What a run has learned is kept in one file, with all that it takes to go on; the net alone is written beside it.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.net import Shape, Weights, observation, read
from parlour.core.errors import BadSetup, NoSpeed
from parlour.core.game import Game
from parlour.core.registry import game as game_of
from parlour.lab.learn.arrays import Card, Processor
from parlour.lab.learn.net import LearningNet
from parlour.lab.learn.rivals import Rival, share_against
from parlour.lab.learn.window import Window

MADE = ("command", "commit", "card", "minutes", "decisions", "how", "seed")
"""What a net tells of an earlier training."""
USUAL = 3
"""How many of four tables play without options."""


class How(NamedTuple):
    """How a net is trained. What is not said here is the same for all games."""

    games: int = 32768
    turns: int = 64
    """Turns of every game between two updates."""
    parts: int = 16
    """Into how many pieces the turns of an update are cut; each is a step of learning."""
    rate: float = 7e-4
    curiosity: float = 0.012
    width: int = 0
    """Of the layers; 0 for the widest that fit the file."""
    checks: int = 30
    """Seconds between two looks at the strength."""
    company: float = 0.5
    """At which part of the tables others sit who do not learn, where there are such (`among`)."""


def tables(game: Game, players: Sequence[int], options: bool = True) -> list[dict[str, Any]]:
    """The tables at which a net learns: each number of players as usual, and a quarter of them with one option otherwise."""
    mix = []
    for count in players:
        others = [
            {option.name: value} for option in game.options for value in option.examples(count) if value != option.default
        ]
        found = [other for other in others if options and _playable(game, count, other)]
        usual = [{"players": count}] * max(1, USUAL * len(found))
        mix += [*usual, *({"players": count, **other} for other in found)]
    return mix


def _playable(game: Game, players: int, options: Mapping[str, Any]) -> bool:
    try:
        game.blank(players, 0, options)
    except BadSetup:
        return False
    return True


class Trainer:
    """A run: a net, its games, and how far it has come."""

    def __init__(
        self,
        game: Game | str,
        players: Sequence[int] = (),
        how: How = How(),  # noqa: B008
        *,
        seed: int = 0,
        speed: str | None = None,
        options: bool = True,
        begin: Path | None = None,
        shape: Shape | None = None,
        among: Path | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else game_of(game)
        self.players = tuple(players) or tuple(self.game.seats)
        if unknown := set(self.players) - set(self.game.seats):
            raise BadSetup(f"{self.game.name} is not for {min(unknown)} players.")
        self.how, self.seed, self.options = how, seed, options
        self.back = _where(speed, seed)
        weights, about = read(begin, self.game) if begin else (None, {})
        self.shape = weights.shape if weights else shape or _shape(self.game, how.width)
        self.net = LearningNet(self.back, self.shape, seed)
        self.before: list[dict[str, Any]] = []
        """How the net was made that this one began with, and those before it."""
        if weights:
            self.net.take(weights)
            self.before = [*about.get("before", []), {name: about.get(name) for name in MADE}]
        mix = tables(self.game, self.players, options)
        theirs, others = None, 0
        if among:
            held, _ = read(among, self.game)
            theirs = LearningNet(self.back, held.shape, seed)
            theirs.take(held)
            among_them = {"players": self.measured[-1]}
            mix = [table for table in mix if table != among_them]  # a usual table of so many is one among others
            others = max(1, round(len(mix) * how.company / (1.0 - how.company)))
            mix += [among_them] * others
        self.among = among.name if among else ""
        self.window = Window(
            self.back, self.game, mix, max(how.games, len(mix)), how.turns, self.shape.seats, seed, theirs, others
        )
        self.numbers = self.back.zeros(2)
        self.parts = self.back.zeros(how.parts, how.turns // how.parts, dtype="int64")
        self._at = self.back.zeros(1, dtype="int64")
        self._result = self.back.zeros(2)
        self._learn = self.back.kept(self._learn_a_part, lambda stream: None)
        self.seconds, self.decisions, self.updates = 0.0, 0, 0
        self.curve: list[dict[str, Any]] = []
        self.rivals: list[Rival] = [Rival("random", None)]

    def run(self, seconds: float, whole: float = 0.0, told: Callable[[dict[str, Any]], None] = lambda line: None) -> None:
        """Learn for so many seconds, of a training of `whole` seconds in all: rate and curiosity fall over the whole."""
        whole = whole or self.seconds + seconds
        end = self.seconds + seconds
        began, before, looked = time.perf_counter(), self.seconds, time.perf_counter()
        while self.seconds < end:
            left = max(0.0, 1.0 - self.seconds / whole)
            self.update(self.how.rate * (0.02 + 0.98 * left), self.how.curiosity * (0.05 + 0.95 * left))
            if self.updates % 4 == 0 or self.back.speed == "cpu":
                self.back.wait()
            now = time.perf_counter()
            self.seconds = before + now - began
            if now - looked > self.how.checks or self.seconds >= end:
                told(self.look())
                looked = time.perf_counter()

    def update(self, rate: float, curiosity: float) -> None:
        """Play, judge, learn."""
        back, how = self.back, self.how
        self.numbers[:] = back.put(np.array([rate, curiosity], np.float32))
        self.window.run(self.net)
        self.parts[:] = back.order(how.turns)[: self.parts.shape[0] * self.parts.shape[1]].reshape(self.parts.shape)
        for part in range(how.parts):
            self._at[:] = part
            self._learn()
        self.updates += 1
        self.decisions += how.turns * self.window.count

    def _learn_a_part(self) -> None:
        """One step of learning, from the turns that are next in line."""
        window = self.window
        times = self.parts[self._at][0]
        rows = lambda array: self.back.pick(array, times, 1).reshape(len(array), -1)  # noqa: E731
        flat = lambda array: self.back.pick(array, times, 0).reshape(-1)  # noqa: E731
        many = len(times)
        present = self.back.xp.concatenate([window.present] * many, axis=1)
        self._result[0], self._result[1] = self.net.learn(
            rows(window.seen), rows(window.mask), present, flat(window.action)[None], flat(window.log), flat(window.gain),
            rows(window.shares), flat(window.free), flat(window.known), self.numbers,
        )  # fmt: skip

    def look(self) -> dict[str, Any]:
        """How far it has come: a new point of the curve."""
        error, entropy = (round(float(number), 4) for number in self.back.get(self._result))
        far = {"seconds": round(self.seconds, 1), "decisions": self.decisions}
        shares = {
            f"{rival.name}, {players} players": round(share_against(self.back, self.net, rival, self.game, players), 4)
            for rival, players in itertools.product(self.rivals, self.measured)
        }
        self.curve.append(far | {"error": error, "entropy": entropy, "shares": shares})
        return self.curve[-1]

    @property
    def measured(self) -> list[int]:
        """The numbers of players for which strength is measured: the fewest, and four where they are trained."""
        return sorted({self.players[0], 4 if 4 in self.players else self.players[-1]})

    def rival(self, file: Path) -> None:
        """Measure against the net of a file too."""
        weights, _ = read(file, self.game)
        self.rivals.append(Rival(file.stem, weights))

    # What is kept.

    def about(self, command: str = "") -> dict[str, Any]:
        """How the net was made."""
        return {
            "game": self.game.key, "version": self.game.version, "observation": observation(self.game),
            "players": list(self.players), "options": self.options, "how": self.how._asdict(), "seed": self.seed,
            "command": command, "commit": _commit(), "card": self.back.name, "minutes": round(self.seconds / 60, 2),
            "among": self.among, "decisions": self.decisions, "updates": self.updates, "before": self.before,
            "curve": self.curve,
        }  # fmt: skip

    def weights(self) -> Weights:
        return self.net.weights()

    def save(self, file: Path, command: str = "") -> None:
        """Everything that `resumed` needs."""
        text = json.dumps(self.about(command) | {"seconds": self.seconds, "shape": self.shape._asdict()})
        draft = file.with_name(file.name + ".part")
        with draft.open("wb") as out:
            held = {name: self.back.get(getattr(self.net, name)) for name in ("flat", "fast", "slow")}
            np.savez(out, about=np.frombuffer(text.encode(), np.uint8), **held)
        draft.replace(file)

    @classmethod
    def resumed(
        cls, game: Game | str, file: Path, *, speed: str | None = None, among: Path | None = None, **changes: Any
    ) -> Trainer:
        """Go on with a run."""
        found = game if isinstance(game, Game) else game_of(game)
        with np.load(file) as held:
            about = json.loads(held["about"].tobytes())
            numbers = {name: held[name] for name in ("flat", "fast", "slow")}
        if about["game"] != found.key or about["observation"] != observation(found):
            raise BadSetup(f"{file} has learned {about['game']} as it was seen then, not {found.key} as it is now.")
        how = How(**about["how"] | changes)
        seed = about["seed"] + about["updates"]
        shape = Shape(**about["shape"]) if "shape" in about else None
        made = cls(found, about["players"], how, seed=seed, speed=speed, options=about["options"], shape=shape, among=among)
        made.net.restore(numbers)
        made.seed, made.before = about["seed"], about.get("before", [])
        made.seconds, made.decisions, made.updates, made.curve = (
            about[name] for name in ("seconds", "decisions", "updates", "curve")
        )
        return made


def _shape(game: Game, width: int) -> Shape:
    """The net for a game whose layers are so wide, or with 0 as wide as fits."""
    widest = Shape.of(game)
    return widest._replace(first=width, second=min(width, widest.second)) if width else widest


def _where(speed: str | None, seed: int) -> Any:
    if speed == "cpu":
        return Processor(seed)
    try:
        return Card(seed)
    except NoSpeed:
        if speed == "cuda":
            raise
        return Processor(seed)


def _commit() -> str:
    """The commit of the source, where it is known."""
    words = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return ""

"""How strong the levels of a game are, by self-play: `parlour arena GAME --calibrate`, or all games at once with
`python -m parlour.lab.calibrate FOLDER --processes 16 --minutes 8`.

A measurement is one guest at a table of hosts, in every seat of every deal. The levels each sit at a table of the level
below: in a game for two that should be 65 to 85 % of the matches; with cards luck has its say, and a level should take
more than its fair share with the interval clear of it. Club meets the plain search at equal simulations, master at
equal time. The oracle sees all cards, so its share at a table of beginners is the ceiling for that kind of table. A
newcomer's stand-in (newcomers.py) sits at a table of each level: it should take more than its share from beginners, about
its share from casuals, less from clubs and little from masters.

All measurements go on at the same time, each with its part of the processors, until they have their matches or the time
is up. What there is by then is kept: whole deals only, so that seats stay balanced.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

import msgspec
import numpy as np

from parlour.bots import LEVELS
from parlour.bots.levels import Budget, knowledge, level
from parlour.core.errors import BadSetup, one_of
from parlour.core.registry import game as game_of
from parlour.core.registry import games
from parlour.core.registry import keys as keys_of_all
from parlour.lab.arena import Played, challenge, play
from parlour.lab.intervals import share_interval
from parlour.lab.newcomers import habit
from parlour.lab.workers import HERE, Workers, workers

BELOW = ("random", *LEVELS[:-1])
SAVED_EVERY = 15.0
FIRST_SEED = 1000
COMMAND = "python -m parlour.lab.calibrate FOLDER --processes 16 --minutes 8"


class Plan(msgspec.Struct, frozen=True):
    """One measurement to be made: `part` says what it is for, `weight` how much of the processors it gets."""

    part: str
    guest: str
    host: str
    weight: float = 1.0
    most: int = 1200
    """Matches that are enough."""
    players: int = 0
    """At the table; 0 for the game's usual number."""


class Step(msgspec.Struct, frozen=True):
    """What came of a measurement: the guest's part of the victories with the 95 % interval."""

    part: str
    guest: str
    host: str
    share: float
    low: float
    high: float
    fair: float
    games: int
    first_seed: int

    @property
    def clear(self) -> bool:
        return self.low > self.fair

    @property
    def edge(self) -> float:
        return self.share - self.fair


class Calibration(msgspec.Struct, frozen=True):
    """The levels table of a game."""

    game: str
    players: int
    steps: list[Step]
    oracle_edge: dict[str, float]
    """Of the oracle's edge at a table of beginners, the part that each level reaches there."""
    command: str = COMMAND
    note: str = ""
    """What else a reader should know about the numbers."""


def budget_of(key: str) -> Budget:
    """How a game is measured; one that does not say, at its largest table."""
    return knowledge(key).budget or Budget(game_of(key).seats[-1])


def measurable() -> list[str]:
    """The games that say how they are measured."""
    return [game.key for game in games() if knowledge(game.key).budget]


def body(key: str, name: str) -> str:
    """How quick a level is and how steady its hand, as part of a description: who meets it at equal thinking is the same."""
    own = level(key, name)
    return "".join(f":{field}={getattr(own, field):g}" for field in ("reaction", "hand") if getattr(own, field))


def plans(key: str, seconds: float | None = None) -> list[Plan]:
    """All that is measured of a game, at equal time with so many seconds a move instead of the game's own."""
    budget = budget_of(key)
    master = f"master:simulations={budget.simulations}:seconds=none" if budget.simulations else "master"
    name = dict(zip(LEVELS, LEVELS, strict=True)) | {"random": "random", "master": master}
    found = [Plan("levels", name[guest], name[host]) for host, guest in zip(BELOW, LEVELS, strict=True)]
    found[0] = msgspec.structs.replace(found[0], weight=0.3, most=400)
    found[-1] = msgspec.structs.replace(found[-1], weight=3.0, most=2400)
    if budget.club:
        equal = f"simulations={budget.club}"
        found.append(Plan("equal simulations", f"club:{equal}", f"plain:{equal}{body(key, 'club')}"))
    clock = f"seconds={seconds or budget.seconds}:simulations=100000000"
    if budget.processor:
        clock += ":processor=1"
    timed = f"master:{clock}" if budget.simulations else "master"
    plain = f"plain:{clock}{body(key, 'master')}"
    found.append(Plan("equal time", timed, plain, 3.0))
    if budget.chapters:
        found.append(Plan("equal time, chapters", timed, f"{plain}:chapters=1", 3.0))
    if budget.oracle:
        found += [Plan("ceiling", name[guest], "beginner", 0.5, 400) for guest in ("casual", "club", "master")]
        found.append(Plan("ceiling", f"oracle:simulations={budget.simulations}", "beginner", 0.5, 400))
    if budget.simulations:
        found.append(Plan("one second", "master", "club", 1.5))
    if habit(key):
        tables = [count for count in (4, 2) if count in game_of(key).seats]
        often = {"beginner": 400, "casual": 400, "club": 200, "master": 100}
        found += [
            Plan("newcomers", "newcomer", name[host], 0.5, often[host], count if count != budget.players else 0)
            for count in tables
            for host in LEVELS
        ]
    return found


class Measurement:
    """A plan being carried out."""

    def __init__(self, key: str, players: int, plan: Plan, seed: int) -> None:
        self.key, self.players, self.plan, self.seed = key, plan.players or players, plan, seed
        self.spent = 0.0
        self._tables = self._all()
        self._deals: defaultdict[int, list[Played]] = defaultdict(list)
        self._handed = 0

    def _all(self) -> Iterator[tuple[int, list[str]]]:
        deal = 0
        while True:
            for table in challenge(self.plan.guest, self.plan.host, self.players, deal):
                yield self.seed + deal, table
            deal += 1

    @property
    def wanted(self) -> bool:
        return self._handed < self.plan.most or self._handed % self.players > 0

    def next(self) -> tuple[str, list[str], int]:
        self._handed += 1
        seed, table = next(self._tables)
        return self.key, table, seed

    def add(self, played: Played, seconds: float) -> None:
        self.spent += seconds
        self._deals[played.seed].append(played)

    def step(self) -> Step | None:
        """What came of the whole deals so far."""
        whole = [deal for deal in self._deals.values() if len(deal) == self.players]
        if not whole:
            return None
        plan, games = self.plan, len(whole) * self.players
        won = np.array([sum(one.shares[one.seats.index(plan.guest)] for one in deal) for deal in whole])
        low, high = share_interval(won, np.full(len(whole), float(self.players)))
        share, low, high = (round(float(number), 4) for number in (won.sum() / games, low, high))
        return Step(plan.part, plan.guest, plan.host, share, low, high, 1 / self.players, games, self.seed)


def together(key: str, steps: Sequence[Step]) -> Calibration:
    """The table of a game."""
    ceiling = {step.guest.split(":")[0]: step for step in steps if step.part == "ceiling"}
    top = ceiling.pop("oracle", None)
    edges = {name: round(step.edge / top.edge, 3) for name, step in ceiling.items()} if top and top.edge > 0 else {}
    return Calibration(key, round(1 / steps[0].fair), list(steps), edges)


def _job(key: str, table: list[str], seed: int) -> tuple[Played, float]:
    began = time.perf_counter()
    return play(key, table, seed, {}), time.perf_counter() - began


def measure(
    measurements: Sequence[Measurement],
    pool: Workers,
    seconds: float,
    saved: Callable[[], None] = lambda: None,
    progress: Callable[[Played], None] = lambda played: None,
) -> None:
    """Carry them out side by side, the one furthest behind its part of the time first, until all is done or time is up."""
    ends, save_at = time.monotonic() + seconds, time.monotonic() + SAVED_EVERY
    flying: dict[Future[tuple[Played, float]], Measurement] = {}
    try:
        while time.monotonic() < ends:
            while len(flying) < pool.many:
                behind = [one for one in measurements if one.wanted]
                if not behind:
                    break
                running = defaultdict(int, {id(one): 0 for one in measurements})
                for one in flying.values():
                    running[id(one)] += 1
                chosen = min(behind, key=lambda one: (one.spent + running[id(one)]) / one.plan.weight)
                flying[pool.submit(_job, *chosen.next())] = chosen
            if not flying:
                break
            done, _ = wait(flying, timeout=max(0.0, min(ends, save_at) - time.monotonic()), return_when=FIRST_COMPLETED)
            for future in done:
                played, spent = future.result()
                flying.pop(future).add(played, spent)
                progress(played)
            if time.monotonic() >= save_at:
                saved()
                save_at = time.monotonic() + SAVED_EVERY
    finally:
        saved()
        pool.stop()


def calibrate(
    key: str,
    games: int,
    *,
    players: int | None = None,
    seed: int = FIRST_SEED,
    processes: int = 2,
    on: str = HERE,
    seconds: float = 24 * 3600.0,
    parts: Sequence[str] = (),
    progress: Callable[[Played], None] = lambda played: None,
) -> Calibration:
    """Every measurement of a game (or of some `parts`), with that many matches each at most."""
    usual = budget_of(key).players
    measurements = [
        Measurement(
            key, players or usual, msgspec.structs.replace(plan, most=games, players=0 if players else plan.players), seed
        )
        for plan in plans(key)
        if not parts or plan.part in parts
    ]
    measure(measurements, workers(on, processes), seconds, progress=progress)
    if not (steps := [step for one in measurements if (step := one.step())]):
        raise BadSetup(
            f"Nothing was measured in {seconds / 60:g} minutes: bots need longer, the first time to be compiled too."
        )
    return together(key, steps)


def write(folder: Path, measurements: Sequence[Measurement]) -> None:
    """A file for each game with what is known so far."""
    for key in dict.fromkeys(one.key for one in measurements):
        steps = [step for one in measurements if one.key == key and (step := one.step())]
        if steps:
            text = msgspec.json.format(msgspec.json.encode(together(key, steps)), indent=2)
            (folder / f"levels-{key}.json").write_bytes(text + b"\n")


def at_most(plan: Plan, matches: int) -> Plan:
    return msgspec.structs.replace(plan, most=matches) if matches else plan


def warm(key: str, kind: str) -> None:
    """Have a bot compiled: by one match of almost no thinking."""
    play(key, [kind if kind == "newcomer" else f"{kind}:simulations=2:seconds=none"] * budget_of(key).players, 1, {})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m parlour.lab.calibrate", description="Measure the levels of all games.")
    parser.add_argument("folder", type=Path, help="where levels-GAME.json go, written again and again while it runs")
    parser.add_argument("--games", default=",".join(measurable()), help="which ones (default: all that say how)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--on", default=HERE, help="who works: here, ray, or ray://host:10001")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--seconds", type=float, help="a move at equal time (default: as the game has it)")
    parser.add_argument("--matches", type=int, default=0, help="so many of each at most (default: many)")
    parser.add_argument("--warm", default="", help="only compile for GAME:BOT, and stop")
    parser.add_argument("--extra", action="append", default=[], help="instead, or as well: GAME,guest,host")
    parser.add_argument("--parts", default="", help="only these, such as levels,equal time")
    parser.add_argument(
        "--guests", default=",".join((*LEVELS, "oracle", "newcomer")), help="only with these guests, such as master"
    )
    asked = parser.parse_args()
    if asked.warm:
        warm(*asked.warm.split(":"))
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    chosen = [part for part in asked.parts.split(",") if part]
    keys, guests = asked.games.split(","), asked.guests.split(",")
    for key in (*keys, *(extra.split(",")[0] for extra in asked.extra)):
        if key not in (games_known := keys_of_all()):
            parser.error(f"There is no game {key!r}. {one_of(key, games_known)}")
    for part in chosen:
        if part not in (known := {plan.part for key in keys for plan in plans(key)}):
            parser.error(f"There is no part {part!r}. {one_of(part, sorted(known))}")
    measurements = [
        Measurement(key, budget_of(key).players, at_most(plan, asked.matches), asked.seed)
        for key in keys
        for plan in plans(key, asked.seconds)
        if (plan.part in chosen or not (chosen or asked.extra)) and plan.guest.split(":")[0] in guests
    ]
    for extra in asked.extra:
        key, guest, host = extra.split(",")
        plan = at_most(Plan("extra", guest, host), asked.matches)
        measurements.append(Measurement(key, budget_of(key).players, plan, asked.seed))
    # Compile once, before all processes would.
    for key, kind in sorted({(m.key, spec.split(":")[0]) for m in measurements for spec in (m.plan.guest, m.plan.host)}):
        if kind != "random":
            warm(key, kind)
            print(f"{time.monotonic() - began:6.0f} s  {key} {kind} is ready", flush=True)
    left = 60 * asked.minutes - (time.monotonic() - began)
    measure(measurements, workers(asked.on, asked.processes), left, lambda: write(asked.folder, measurements))
    for one in measurements:
        if step := one.step():
            print(
                f"{one.key:8} {step.part:18} {step.guest:44} {step.host:36} {step.share:6.1%} "
                f"{step.low:6.1%} to {step.high:6.1%}  fair {step.fair:4.0%}  {step.games} matches"
            )


if __name__ == "__main__":
    main()

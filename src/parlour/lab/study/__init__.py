"""Studies for those who design and those who teach machines: what a game is like, each figure with its interval and the command
that makes it again. `parlour study GAME` writes it as one page."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.options import Choice, Switch
from parlour.core.registry import game as game_of
from parlour.lab.arena import made
from parlour.lab.study import matches, parts, random_play, rules_used
from parlour.lab.study.figures import Part, Study
from parlour.lab.study.random_play import Sums
from parlour.lab.workers import HERE, Workers, workers

LEVELS = ("random", "beginner", "casual", "club")
RULES_PIECE, RULES_PIECES = 10, 10
CARD_PAYS = 5_000_000
"""As many random games are played on a card where there is one: before it plays the first it compiles for half a minute."""

__all__ = ["Part", "Study", "study"]


def study(
    key: str,
    *,
    players: int | None = None,
    games: int = 100_000,
    told: int = 0,
    levels: Sequence[str] = LEVELS,
    options: dict[str, Any] | None = None,
    vary: tuple[str, Sequence[str]] | None = None,
    against: Path | None = None,
    seed: int = 1,
    processes: int = 2,
    on: str = HERE,
    resume: Path | None = None,
    progress: Callable[[str, int, int], None] = lambda what, done, of: None,
) -> Study:
    """Study a game: `games` at random for each number of players (or of one), with each value of an option (`vary`), or beside
    other rules (`against`, a rules.py); and `told` matches of bots of the given levels. What of the latter is played is kept in
    `resume`, so that a study that was stopped goes on where it was."""
    game = game_of(key)
    options = dict(options or {})
    asked = Asked(
        game,
        players=players,
        games=games,
        told=told,
        levels=list(levels),
        options=options,
        vary=vary,
        against=str(against) if against else None,
        seed=seed,
    )
    pool = workers(on, processes)
    try:
        found = asked.random(pool, progress)
        command = asked.command()
        answers = [
            parts.shape(found, command),
            parts.rates(found, command),
            parts.seats(found, command),
            parts.lengths(found, command),
        ]
        answers += [parts.settled(found, command)] if any(sums.settled[8] for sums in found.values()) else []
        if vary is None and against is None:
            with_options = asked.each_option(pool, progress)
            if len(with_options) > 1:
                answers.append(msgspec.structs.replace(parts.shape(with_options, command), key="options", title="Each option"))
                answers.append(
                    msgspec.structs.replace(
                        parts.seats(with_options, command), key="options-seats", title="Each option, by turn"
                    )
                )
            used = asked.rules_used(pool, progress)
            answers += [parts.ends(used.reasons, f"{used.matches} random matches.", command), parts.rules(game, used, command)]
            if told:
                played = asked.told_matches(pool, resume, progress)
                many = asked.players
                answers += [
                    parts.skill(played, levels, many, command),
                    parts.bots_seats(played, levels, many, command),
                    parts.luck(played, many, command),
                    msgspec.structs.replace(
                        parts.ends(Counter(one.reason for one in played), f"{told} matches of bots.", command),
                        key="bots-ends",
                        title="Why is it over among bots?",
                    ),
                    parts.wins(game, played, many, command),
                    parts.choices(played, levels, command),
                ]
    finally:
        pool.stop()
    return Study(key, str(game.name), game.version, [part for part in answers if part.rows], asked.settings())


Kind = tuple[int, dict[str, Any], str | None]
"""A kind of table: how many play, with which options, by whose rules."""


class Asked:
    """What is asked of a study, and who plays what for it."""

    def __init__(
        self,
        game: Game,
        *,
        players: int | None,
        games: int,
        told: int,
        levels: list[str],
        options: dict[str, Any],
        vary: tuple[str, Sequence[str]] | None,
        against: str | None,
        seed: int,
    ) -> None:
        if players is not None and players not in game.seats:
            raise BadSetup(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {players}.")
        if told and not levels:
            raise BadSetup("Matches of bots need bots: name one level or more.")
        for level in levels if told else ():
            made(game.key, level, 0)  # what cannot be is said before anything is played
        self.game, self.players, self.games, self.told = game, players or usual(game), games, told
        self.levels, self.options, self.vary, self.against, self.seed = levels, options, vary, against, seed
        one = players is not None or vary is not None or against is not None
        self.counts = [self.players] if one else list(game.seats)

    def settings(self) -> dict[str, Any]:
        return {"players": self.counts, "games": self.games, "matches": self.told, "options": self.options, "seed": self.seed}

    def command(self) -> str:
        words = [f"parlour study {self.game.key} --games {self.games} --seed {self.seed}"]
        words += [f"--players {self.players}"] if len(self.counts) == 1 else []
        words += [f"--matches {self.told} --levels {','.join(self.levels)}"] if self.told else []
        words += [f"--option {name}={value}" for name, value in self.options.items()]
        words += [f"--vary {self.vary[0]}={','.join(self.vary[1])}"] if self.vary else []
        words += [f"--against {Path(self.against).name}"] if self.against else []
        return " ".join(words)

    def random(self, pool: Workers, progress: Callable[[str, int, int], None]) -> dict[str, Sums]:
        """Random games of every kind that is asked for."""
        if self.vary:
            name, values = self.vary
            kinds: dict[str, Kind] = {
                f"{name}={value}": (self.players, {**self.options, name: value}, None) for value in values
            }
        elif self.against:
            kinds = {
                "as printed": (self.players, self.options, None),
                "the other rules": (self.players, self.options, self.against),
            }
        else:
            kinds = {f"{count} players": (count, self.options, None) for count in self.counts}
        return self._sums(pool, kinds, self.games, "random games", progress)

    def each_option(self, pool: Workers, progress: Callable[[str, int, int], None]) -> dict[str, Sums]:
        """The usual table, and the same with each other value of each option."""
        kinds: dict[str, Kind] = {"as it stands": (self.players, self.options, None)}
        for option in self.game.options:
            if option.name not in self.options:
                for value in other_values(option):
                    changed = {**self.options, option.name: value}
                    try:
                        self.game.blank(self.players, 1, self.game.without_clock(changed))
                    except BadSetup:
                        continue
                    kinds[f"{option.name}={value}"] = (self.players, changed, None)
        return self._sums(pool, kinds, min(self.games, 20_000), "games with options", progress)

    def _sums(
        self,
        pool: Workers,
        kinds: dict[str, Kind],
        games: int,
        what: str,
        progress: Callable[[str, int, int], None],
    ) -> dict[str, Sums]:
        card = games * len(kinds) >= CARD_PAYS
        submit = pool.submit_to_card if card else pool.submit
        jobs = {
            submit(_random, self.game.key, other, players, options, self.seed, number, count, card): (name, number)
            for name, (players, options, other) in kinds.items()
            for number, count in random_play.pieces(games)
        }
        found: dict[tuple[str, int], Sums] = {}
        for done, future in enumerate(as_completed(jobs), 1):
            found[jobs[future]] = future.result()
            progress(what, done, len(jobs))
        return {name: random_play.together([found[key] for key in sorted(found) if key[0] == name]) for name in kinds}

    def rules_used(self, pool: Workers, progress: Callable[[str, int, int], None]) -> rules_used.Used:
        jobs = [
            pool.submit(_rules, self.game.key, self.players, self.options, self.seed + number * RULES_PIECE, RULES_PIECE)
            for number in range(RULES_PIECES)
        ]
        total = rules_used.Used(0, {}, {}, {})
        for done, job in enumerate(jobs, 1):
            total += job.result()
            progress("rules", done, len(jobs))
        return total

    def told_matches(self, pool: Workers, resume: Path | None, progress: Callable[[str, int, int], None]) -> list[matches.Told]:
        """Matches of bots, in the order of their deals; those that are in the file already are not played again."""
        wanted = list(matches.tables(self.levels, self.players, self.told, self.seed))
        kept = read(resume)
        jobs = {
            pool.submit(matches.play, self.game.key, seats, seed, self.options): (seed, tuple(seats))
            for seats, seed in wanted
            if (seed, tuple(seats)) not in kept
        }
        for future in as_completed(jobs):
            kept[jobs[future]] = future.result()
            if resume:
                with resume.open("ab") as file:
                    file.write(msgspec.json.encode(future.result()) + b"\n")
            progress("matches of bots", len(kept), len(wanted))
        return [kept[seed, tuple(seats)] for seats, seed in wanted]


def read(file: Path | None) -> dict[tuple[int, tuple[str, ...]], matches.Told]:
    """What was played before; the last line may have been cut off."""
    kept = {}
    for line in file.read_bytes().splitlines() if file and file.is_file() else ():
        try:
            one = msgspec.json.decode(line, type=matches.Told)
        except msgspec.DecodeError:
            continue
        kept[one.seed, tuple(one.seats)] = one
    return kept


def usual(game: Game) -> int:
    """The number of players that a game is mostly played with."""
    return 4 if 4 in game.seats else game.seats[0]


def other_values(option: Any) -> list[str]:
    """The values of an option beside the usual one, where they can be listed."""
    if isinstance(option, Switch):
        return ["off" if option.default else "on"]
    return [str(word) for word in option.labels() if word != option.default] if isinstance(option, Choice) else []


def with_rules(game: Game, file: str) -> Game:
    """The same game by other rules: a designer's own copy of its `rules.py`."""
    path = Path(file).resolve()
    if not path.is_file():
        raise BadSetup(f"There is no file {file} with rules.")
    name = f"parlour_study_{path.stem}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except Exception as wrong:
        raise BadSetup(f"{path.name} does not start: {wrong!r}.") from wrong
    for needed in ("State", "ACTIONS", "setup", "acting", "legal", "apply", "scores", "winners"):
        if not hasattr(module, needed):
            raise BadSetup(f"{path.name} has no {needed}: it should be a changed copy of the game's rules.py.")
    twin = object.__new__(type(game))  # a copy of a game is the game itself
    twin.__dict__.update({name: held for name, held in vars(game).items() if name != "_engines"})
    twin.rules = module
    return twin


def _random(
    key: str, other: str | None, players: int, options: dict[str, Any], seed: int, number: int, count: int, card: bool
) -> Sums:
    game = game_of(key) if other is None else _with_rules(key, other, Path(other).stat().st_mtime_ns)
    return random_play.piece(game, players, game.without_clock(options), seed, number, count, on_card=card)


@cache
def _with_rules(key: str, file: str, written: int) -> Game:
    """Once a process, as long as nobody writes to the file: pieces of it share what was compiled."""
    return with_rules(game_of(key), file)


def _rules(key: str, players: int, options: dict[str, Any], seed: int, count: int) -> rules_used.Used:
    return rules_used.piece(game_of(key), players, options, seed, count)

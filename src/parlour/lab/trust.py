"""Can a review be trusted: do its chances come true as often as it says, and does luck average to nothing?

    python -m parlour.lab.trust FOLDER --games GAME,GAME --matches 2000 --luck 1000 --seed 7 --processes 16 --minutes 8

Matches of bots of mixed levels are played; at some moments everybody's chances are asked for, and of the first so many
matches the review's shares. A match follows from the seed and its number alone, so it does not matter who plays it or when.
What is known is written to FOLDER/GAME.json again and again; begun once more, it goes on where it was. Several machines share
the numbers (`--first`), and `--join` takes in what another one found. `--again` asks about the same moments of the same matches
anew, as it must be when the chances are reckoned in another way; `--tell` only prints.
"""

from __future__ import annotations

import argparse
import random
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec

from parlour.bots.opponents import thinking
from parlour.bots.outlook import foretelling, outlook
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Entry
from parlour.core.registry import built_in
from parlour.core.registry import game as game_of
from parlour.lab.arena import course, shares_of
from parlour.lab.workers import HERE, Workers, workers
from parlour.review.reviewed import Share
from parlour.review.reviewing import balance

BOTS = ("beginner", "casual", "club", "club")
"""Who plays, each as often as it stands here; described as for an arena."""
MOST_PLAYERS = 4
OFTEN = 0.08
"""The part of all moments that is asked about."""
PLAYOUTS = 400
LUCK_PLAYOUTS = 100
"""Chances that are only averaged over many matches may be rougher."""
SEEDS = 1_000_000
TENTHS = 10
SAVED_EVERY = 15.0
USUAL = 1.96
"""Standard errors on each side of a mean: the interval for 95 %."""


class Luck(msgspec.Struct, frozen=True):
    """What luck and play did to each seat of a match."""

    luck: list[float]
    own: list[float]
    others: list[float]
    off: float
    """By how much the parts miss the result, or nothing over the table, at most."""


class Seen(msgspec.Struct, frozen=True):
    """One match: its moves, after how many of them chances were asked for, what was said of every seat and what came of it."""

    number: int
    bots: list[str]
    moves: str
    """The entries of its record, as `packed` writes them."""
    asked: list[int]
    said: list[list[float]]
    came: list[float]
    luck: Luck | None = None


class Trust(msgspec.Struct):
    """What is known of a game."""

    game: str
    rules: int
    players: list[int]
    """Sizes of tables; matches take turns among them."""
    bots: list[str]
    seed: int
    playouts: int = PLAYOUTS
    luck_playouts: int = LUCK_PLAYOUTS
    matches: list[Seen] = []

    @property
    def moments(self) -> list[tuple[list[float], list[float]]]:
        """What was said of every seat, and what came of it."""
        return [(said, match.came) for match in self.matches for said in match.said]


# One match.


def seen(key: str, players: int, bots: Sequence[str], seed: int, number: int, luck: bool) -> Seen:
    """A match between bots of mixed levels; its seed and number say all."""
    game, chance = game_of(key), random.Random(f"{key} {players} {seed} {number}")
    match, line_up = game.new(players, seed=SEEDS * seed + number), [chance.choice(bots) for _ in range(players)]
    look = outlook(game, PLAYOUTS)
    asked: list[int] = []
    said: list[list[float]] = []
    for _ in course(match, line_up, SEEDS * seed + number):
        if chance.random() < OFTEN:
            asked.append(len(match.entries))
            said.append(rounded(look.chances(match.state)))
    return Seen(number, line_up, packed(match.entries), asked, said, shares_of(match), lucky(match) if luck else None)


def seen_again(key: str, players: int, seed: int, old: Seen, luck: bool) -> Seen:
    """The same match, asked about anew. What its world did is known, so nothing is flown again."""
    game = game_of(key)
    look = outlook(game, PLAYOUTS)
    match = game.new(players, seed=SEEDS * seed + old.number)
    asked, said = set(old.asked), []
    for entry in unpacked(old.moves):
        if len(match.entries) in asked:
            said.append(rounded(look.chances(match.state)))
        if entry.seat is None:
            match.happen(entry.world)
        else:
            match.repeat(entry.seat, entry.move or "")
    if shares_of(match) != old.came:
        raise BadSetup(f"Match {old.number} of {key} ends otherwise here: play it anew.")
    return msgspec.structs.replace(old, said=said, luck=lucky(match) if luck else None)


def packed(entries: Sequence[Entry]) -> str:
    """Entries of a record in little room: without their checks, which another reckoning finds anew."""
    bare = [msgspec.structs.replace(entry, check="") for entry in entries]
    return b64encode(zlib.compress(msgspec.json.encode(bare), 9)).decode()


def unpacked(text: str) -> list[Entry]:
    return msgspec.json.decode(zlib.decompress(b64decode(text)), type=list[Entry])


def rounded(chances: Iterable[float]) -> list[float]:
    return [round(chance, 6) for chance in chances]


def lucky(match: Match) -> Luck:
    found: list[Share] = balance(match, LUCK_PLAYOUTS)
    off = [share.fair + share.luck + share.own + share.others - share.result for share in found]
    sums = sum(share.luck for share in found), sum(share.own + share.others for share in found)
    return Luck(
        rounded(share.luck for share in found),
        rounded(share.own for share in found),
        rounded(share.others for share in found),
        max(map(abs, (*off, *sums))),
    )


# What it comes to.


def table(moments: Sequence[tuple[list[float], list[float]]]) -> Iterator[str]:
    """By tenths what was said and what came true, and the Brier score beside that of the fair share."""
    sums = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    score = fair = 0.0
    for said, came in moments:
        for chance, share in zip(said, came, strict=True):
            tenth = sums[min(TENTHS - 1, int(chance * TENTHS))]
            for place, value in enumerate((1.0, chance, share)):
                tenth[place] += value
            score += (chance - share) ** 2
            fair += (1 / len(said) - share) ** 2
    yield "| said | won | moments |"
    yield "|---|---|---|"
    for many, said_sum, came_sum in sums:
        if many:
            yield f"| {100 * said_sum / many:.1f} % | {100 * came_sum / many:.1f} % | {many:.0f} |"
    count = sum(len(said) for said, _ in moments)
    yield ""
    yield f"Brier score {score / count:.3f}, the fair share alone {fair / count:.3f}."


def interval(values: Sequence[float]) -> tuple[float, float]:
    """A mean and how far it may be off."""
    return fmean(values), USUAL * stdev(values) / len(values) ** 0.5


def told(trust: Trust) -> Iterator[str]:
    """All that is known of a game, for people."""
    sizes = ", ".join(map(str, trust.players))
    yield f"{game_of(trust.game).name}, {sizes} players, {len(trust.matches)} matches, seed {trust.seed}"
    yield ""
    yield from table(trust.moments)
    for size in trust.players:
        lucks = [match.luck for match in trust.matches if match.luck and len(match.came) == size]
        if len(lucks) < 2:
            continue
        off = max(one.off for one in lucks)
        yield ""
        yield f"Luck over {len(lucks)} matches of {size}, with 95 % intervals; its parts miss the result by {off:.0e} at most."
        for seat in range(size):
            luck, own = interval([one.luck[seat] for one in lucks]), interval([one.own[seat] for one in lucks])
            yield f"seat {seat + 1}: luck {points(*luck)} points, own play {points(*own)}"


def points(mean: float, width: float) -> str:
    """Of a hundred, that make the victory."""
    return f"{100 * mean:+.1f} ± {100 * width:.1f}"


# The work.


Piece = tuple[Callable[..., Seen], tuple[object, ...]]


class Work:
    """What is known of a game, and what is still to be found out."""

    def __init__(
        self,
        folder: Path,
        key: str,
        matches: int,
        lucks: int,
        seed: int,
        again: bool = False,
        *,
        first: int = 0,
        players: Sequence[int] = (),
        bots: Sequence[str] = BOTS,
    ) -> None:
        game = game_of(key)
        self.file = folder / f"{key}.json"
        sizes = [size for size in players if size in game.seats] or [min(MOST_PLAYERS, game.seats[-1])]
        self.trust = Trust(key, game.version, sizes, list(bots), seed)
        self._known: dict[int, Seen] = {}
        self.join(self.file)
        self._pieces = self._old(lucks) if again else self._new(range(first, matches), lucks)

    def join(self, file: Path) -> None:
        """Take in what is known of the same matches elsewhere."""
        if not file.is_file():
            return
        found = msgspec.json.decode(file.read_bytes(), type=Trust)
        for what in ("seed", "rules", "players", "bots"):
            if getattr(found, what) != getattr(self.trust, what):
                raise BadSetup(
                    f"{file} has {what} {getattr(found, what)}, not {getattr(self.trust, what)}: choose another folder."
                )
        for match in found.matches:
            if match.luck or match.number not in self._known:
                self.add(match)

    def _size(self, number: int) -> int:
        return self.trust.players[number % len(self.trust.players)]

    def _new(self, numbers: range, lucks: int) -> Iterator[Piece]:
        key, bots, seed = self.trust.game, self.trust.bots, self.trust.seed
        for number in numbers:
            known = self._known.get(number)
            if known is None:
                yield seen, (key, self._size(number), bots, seed, number, number < lucks)
            elif known.luck is None and number < lucks:
                yield seen_again, (key, self._size(number), seed, known, True)

    def _old(self, lucks: int) -> Iterator[Piece]:
        for match in list(self._known.values()):
            luck = match.luck is not None or match.number < lucks
            yield seen_again, (self.trust.game, self._size(match.number), self.trust.seed, match, luck)

    def next(self) -> Piece | None:
        return next(self._pieces, None)

    def add(self, match: Seen) -> None:
        self._known[match.number] = match
        self.trust.matches = [self._known[number] for number in sorted(self._known)]

    def save(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self.trust))
        new.replace(self.file)


def carried_out(works: Sequence[Work], pool: Workers, seconds: float) -> None:
    """Game by game, each as soon as it is compiled, until all is known or the time is up."""
    ends, save_at = time.monotonic() + seconds, time.monotonic() + SAVED_EVERY
    compiling = {pool.submit(ready, work.trust.game): work for work in works}
    flying: dict[Future[Seen], Work] = {}
    waiting: list[Work] = []
    try:
        while time.monotonic() < ends:
            while waiting and len(flying) < pool.many:
                if (piece := waiting[0].next()) is None:
                    waiting.pop(0)
                else:
                    flying[pool.submit(piece[0], *piece[1])] = waiting[0]
            if not flying and not compiling:
                return
            going: list[Future[Any]] = [*flying, *compiling]
            wait(going, max(0.0, min(ends, save_at) - time.monotonic()), FIRST_COMPLETED)
            for compiled in [future for future in compiling if future.done()]:
                compiled.result()
                waiting = sorted([*waiting, compiling.pop(compiled)], key=works.index)
            for played in [future for future in flying if future.done()]:
                flying.pop(played).add(played.result())
            if time.monotonic() >= save_at:
                for work in works:
                    work.save()
                save_at = time.monotonic() + SAVED_EVERY
    finally:
        for work in works:
            work.save()
        pool.stop()


def ready(key: str) -> None:
    """Have all that is needed compiled, once, before every process would."""
    game: Game = game_of(key)
    for kernels in (*thinking(game), *foretelling(game)):
        if not kernels.is_kept():
            kernels.compile()
    game.prepare()
    seen(key, min(MOST_PLAYERS, game.seats[-1]), BOTS[:1], 0, 0, luck=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m parlour.lab.trust", description="See how far reviews can be trusted.")
    parser.add_argument("folder", type=Path, help="where GAME.json goes, written again and again while it runs")
    parser.add_argument("--games", default=",".join(built_in()), help="which ones, one after the other (default: all)")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="begin with this number, as another machine has those before it")
    parser.add_argument("--luck", type=int, default=1000, help="of the first so many luck and play too")
    parser.add_argument("--players", default="", help="sizes of tables, such as 2,3,4 (default: the largest up to four)")
    parser.add_argument("--bots", default=",".join(BOTS), help="who plays, as for an arena (default: %(default)s)")
    parser.add_argument("--join", type=Path, action="append", default=[], help="take in what lies in another such folder")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--on", default=HERE, help="who works: here, ray, or ray://host:10001")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--again", action="store_true", help="ask anew about the matches that are kept")
    parser.add_argument("--tell", action="store_true", help="only print what is known")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    players, bots = [int(size) for size in given.players.split(",") if size], given.bots.split(",")
    works = [
        Work(
            given.folder, key, given.matches, given.luck, given.seed, given.again, first=given.first, players=players, bots=bots
        )
        for key in given.games.split(",")
    ]
    for work in works:
        for folder in given.join:
            work.join(folder / work.file.name)
    if not given.tell:
        carried_out(works, workers(given.on, given.processes), 60 * given.minutes)
    for work in works:
        if work.trust.matches:
            print("\n".join(told(work.trust)), end="\n\n", flush=True)


if __name__ == "__main__":
    main()

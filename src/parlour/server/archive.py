"""Finished matches are told once, while the rules that they were played by are here, and the telling is kept with them.

It is made in quiet moments, never on the way of a move: the log has all that it takes. Whoever upgrades reads old matches from
their tellings; what has none is read from the log, by today's rules if they lead to the same, else without any.
"""

from __future__ import annotations

import asyncio
import lzma
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from parlour.core.proof import proof
from parlour.core.record import Record
from parlour.core.registry import game, words
from parlour.core.seeds import commitment, seed_bytes
from parlour.core.words import Words, languages, say
from parlour.server import messages as m
from parlour.server.storage import StorageDown
from parlour.tables import entries as e
from parlour.tables import redactor
from parlour.tables.shown import Fairness, LookShown
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.hub import Hub

Done = TypeVar("Done")
find_game = cache(game)
"""A game by its key, looked up once: finding one reads folders."""
EVERY = 5.0
"""Seconds between looks for matches that are not told."""
QUIET, BUSY, LIVELY = 20, 100, 50
"""After each telling it rests this many times as long; BUSY where more than LIVELY moves a second are made."""
WAITS = 600.0
"""Seconds that tellings wait for a moment that is not busy."""
LAST = 3.0
"""Seconds that a server that stops has for tellings."""


class Telling(msgspec.Struct):
    """A match for ever: its record, what was wrong with it when it was told, and its replay in every language."""

    rules: int
    record: str
    problems: list[str]
    replays: dict[str, bytes]

    def packed(self) -> bytes:
        return lzma.compress(msgspec.msgpack.encode(self), preset=1)

    @classmethod
    def unpacked(cls, body: bytes) -> Telling:
        return msgspec.msgpack.decode(lzma.decompress(body), type=cls)


Seats = Sequence[int]
FORMER = say("A former player")
"""Whoever wanted to be forgotten."""
Races = dict[int, list[m.Slap]]


def races_of(table: Table, match: int) -> Races:
    """The races of a match by move."""
    return {move: [m.Slap(*slap) for slap in slaps] for (at, move), slaps in table.raced.items() if at == match}


class Ended(msgspec.Struct):
    """A match that is over: number, record, races by move, how its seats looked, and the versions of its flights by move."""

    match: int
    record: str
    races: Races
    looks: list[LookShown]
    flown: dict[int, int]

    @classmethod
    def of(cls, table: Table, match: int) -> Ended:
        """Raises Unfit if it is not over, or not a match of this table."""
        flown = {move: version for (at, move), version in table.flown.items() if at == match}
        return cls(match, redactor.record_text(table, match), races_of(table, match), redactor.looks_shown(table, match), flown)


def replayed(id: str, match: int, ended: Ended, language: str, gone: Seats = ()) -> bytes:
    """A finished match, step by step, as it is sent. Those who are `gone` have no name in it."""
    spoken = words(language)
    names = nameless(Record.parse(ended.record).header.names, gone, spoken) if gone else []
    return msgspec.json.encode(retold(id, match, ended.record, ended.races, ended.looks, spoken, names))


def nameless(names: list[str], gone: Seats, words: Words) -> list[str]:
    """The names of those who played, without those who wanted to be forgotten."""
    return [words.of(FORMER) if seat in gone else name for seat, name in enumerate(names)]


def verdict(text: str) -> m.Verdict:
    """What can be said of a record whose rules are here."""
    found = proof(text, find_game)
    return m.Verdict(found.genuine, list(map(str, found.wrong)), list(map(str, found.checked)))


def retold(
    id: str, match: int, text: str, races: Races, looks: list[LookShown], words: Words, names: list[str] | None = None
) -> m.Replay:
    """A finished match, step by step, nothing hidden; `names` are what those who played are called now."""
    known, steps, outcome = redactor.replay_steps(text, words, names or [])
    header, ending = known.header, known.ending
    return m.Replay(
        table=id,
        match=match,
        game=header.game,
        rules=header.rules,
        options=header.options,
        names=names or header.names,
        fairness=Fairness(header.commitment, ending.seed, ending.salts, header.commits or None),
        outcome=outcome,
        steps=[m.Step(**step, race=races.get(move) or None) for move, step in enumerate(steps)],
        looks=looks,
    )


def as_it_ended(id: str, bodies: Iterable[bytes], match: int) -> Ended:
    """A match that a rematch has followed."""
    table = Table(id, find_game)
    for body in bodies:
        table.take(e.decoded(body))
        if len(table.finished) == match:
            break
    return Ended.of(table, match)


def endings(id: str, bodies: Iterable[bytes], told: int) -> tuple[dict[int, Ended], int]:
    """The matches of a log that are over, after the first so many, by number; and how many are over."""
    table, found, finished = Table(id, find_game), dict[int, Ended](), 0
    for body in bodies:
        table.take(e.decoded(body))
        if len(table.finished) == finished:
            continue
        finished = len(table.finished)
        if finished > told:
            found[finished] = Ended.of(table, finished)
    return found, finished


def problems(text: str) -> list[str]:
    """What is wrong with a record."""
    return list(map(str, proof(text, find_game).wrong))


def signed(text: str, secret: bytes) -> str:
    return str(Record.parse(text).signed(secret))


def checked(told: Telling) -> tuple[bool, str]:
    """Whether a match whose rules are not here is what it seems, as far as that can be told without them, in a sentence."""
    record = Record.parse(told.record)
    if record.ending.seed is None:
        return False, say("The match is not over: its seed is sealed, so that nothing can be checked.")
    if commitment(seed_bytes(record.ending.seed)) != record.header.commitment:
        return False, say("The seed is not the one that was committed before the first card.")
    if told.replays:
        return True, say(
            "It was played by version {rules} of the rules, which have changed since. When they were here it was dealt again "
            "and every move was checked; the seed is still the one that was committed before the first card.",
            rules=told.rules,
        )
    return True, say(
        "It was played by version {rules} of the rules, which have changed since. The seed is the one that was committed "
        "before the first card; the moves can be read, but not checked any more.",
        rules=told.rules,
    )


class Archive:
    """Who tells, in one worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def run(self) -> None:
        moves, quiet = 0, time.monotonic()
        while True:
            await asyncio.sleep(EVERY)
            before, moves = moves, sum(self.hub.metrics.buckets)
            rest = BUSY if moves - before > LIVELY * EVERY else QUIET
            if rest == QUIET:
                quiet = time.monotonic()
            elif time.monotonic() < quiet + WAITS:
                continue
            try:
                for id, finished, told in await self.hub.store.untold(10):
                    began = time.perf_counter()
                    await self.tell(id, finished, told)
                    await asyncio.sleep(rest * (time.perf_counter() - began))
            except StorageDown:
                continue

    async def finish(self) -> None:
        """Before the server stops: what is not told yet, as far as there is time."""
        try:
            async with asyncio.timeout(LAST):
                while found := await self.hub.store.untold(10):
                    for id, finished, told in found:
                        await self.tell(id, finished, told)
        except (TimeoutError, StorageDown):
            return

    async def tell(self, id: str, said: int, told: int) -> None:
        """A piece at a time: whoever asks for a replay meanwhile waits for no more than one of them."""
        store, made = self.hub.store, dict[int, bytes]()
        do = self._beside
        try:
            found, finished = await do(endings, id, await store.load(id), told)
            for match, ended in found.items():
                replays = {code: await do(replayed, id, match, ended, code) for code in languages()}
                rules = Record.parse(ended.record).header.rules
                telling = Telling(rules, ended.record, await do(problems, ended.record), replays)
                made[match] = await do(telling.packed)
        except StorageDown:
            raise
        except Exception as wrong:
            await self.hub.set_aside(id, wrong)
            return
        for match, body in made.items():
            await store.keep_telling(id, match, body)
            self.hub.metrics.count("tellings")
        await store.all_told(id, finished, said)

    async def _beside(self, work: Callable[..., Done], *given: Any) -> Done:
        return await asyncio.get_running_loop().run_in_executor(self.hub.aside, partial(self.hub.beside, work, *given))

"""One match in plain Python: whose turn it is, what is legal, what everybody sees, what happened, and its record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.contract import WORLD
from parlour.core.errors import BadPosition, BadSetup, Refused, whole
from parlour.core.game import Event, Move, Note, Outcome, Race, View, Way
from parlour.core.record import Ending, Entry, Header, Record
from parlour.core.seeds import Key, Seed, commitment, seed_bytes
from parlour.core.state import State, drawn
from parlour.core.story import Tale
from parlour.core.words import ENGLISH, Words, named, say

if TYPE_CHECKING:
    from parlour.core.game import Game

LONGEST_NAME = 40
JOINERS = dict.fromkeys((0x200C, 0x200D))
"""Unseen themselves, but some scripts and emoji are written with them."""


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set of bits."""
    return tuple(seat for seat in range(bits.bit_length()) if (bits >> seat) & 1)


@lru_cache(maxsize=20_000)
def _text(game: Game, number: int, seat: int) -> str:
    return game.text(game.move(number), seat)


def carry(game: Game, state: State, seat: int, number: int) -> int:
    """Carry out a legal move by the plain rules. Returns who acts now."""
    game.rules.apply(state, seat, number)
    return int(game.rules.acting(state))


def listed(game: Game, state: State, seat: int) -> list[int]:
    """The numbers of the moves that a seat may make, by the plain rules."""
    return game.legal(state, seat)


def _numbers(data: Any) -> Iterator[int]:
    """All whole numbers of a piece of JSON."""
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _numbers(part)
    elif isinstance(data, int):
        yield data


class Match:
    """A running or finished match. Made by `Game.new`, `Game.position` or `parlour.load`."""

    def __init__(
        self,
        game: Game,
        *,
        players: int | None = None,
        seed: Seed = None,
        names: Sequence[str] | None = None,
        salts: Sequence[str] = (),
        lane: int = 0,
        options: dict[str, Any] | None = None,
        start: Any = None,
        commits: Sequence[str] = (),
        settings: Any = None,
    ) -> None:
        self.game = game
        self.commits, self.settings = list(commits), settings
        """For the record alone: what bound each seat to its salt, and what the table chose beside the game's options."""
        self.carry: Callable[[Game, State, int, int], int] = carry
        """Carries out a legal move and returns who acts then; a table knows a faster way than the plain rules."""
        self.listed: Callable[[Game, State, int], list[int]] = listed
        """Lists the numbers of a seat's moves; the same holds."""
        self.seed = seed_bytes(seed)
        self.salts = self._salted(salts)
        self._notes: list[Note] = []
        if start is not None:
            position = game.read_position(start)
            players, options = position.players, {**getattr(position, "options", {}), **(options or {})}
        self._state: State = game.blank(players, Key.of(self.seed, self.salts), options or {}, lane)
        self._state.notes = self._notes
        self.lane = int(self._state.lane)
        game.rules.setup(self._state)
        self._start: Any = None
        if start is not None:
            self._notes.clear()
            try:
                game.place(position, self._state)
            except ValueError:
                most = max(_numbers(msgspec.to_builtins(position)), key=abs, default=0)
                raise BadPosition(
                    f"This position cannot come up in {game.name}: {most} does not fit into the record."
                ) from None
            if problem := next(iter(game.problems(self._state)), None):
                raise BadPosition(f"This position cannot come up in {game.name}: {problem}")
            self._start = msgspec.to_builtins(position)
        self.who: int = game.rules.acting(self._state)
        """Who acts now, as bits: seats, and the world."""
        self.names = self._named(names)
        self.entries: list[Entry] = []
        self._first_check = self.check()

    def _named(self, names: Sequence[str] | None) -> list[str]:
        if names is None:
            return list(self.game.seat_names(self.players))  # said, so that each reader has them in their language
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise BadSetup(say("Names are a list with a name for each seat, not {names!r}.", names=names))
        named = [str(name).strip() for name in names]
        if len(named) != self.players:
            raise BadSetup(
                say("{names} names for {players} players: give one name a seat.", names=len(named), players=self.players)
            )
        for name in named:
            if not name or len(name) > LONGEST_NAME or not name.translate(JOINERS).isprintable():
                raise BadSetup(
                    say("{name!r} is no name for a seat: 1 to {most} printable characters.", name=name, most=LONGEST_NAME)
                )
        return named

    @staticmethod
    def _salted(salts: Sequence[str]) -> list[str]:
        if isinstance(salts, str) or not isinstance(salts, Sequence) or not all(isinstance(salt, str) for salt in salts):
            raise BadSetup(say("Salts are a list with a text for each seat, not {salts!r}.", salts=salts))
        return list(salts)

    def __repr__(self) -> str:
        turn = f"over: {self.outcome.reason}" if self.outcome else f"seats to act: {list(self.acting)}"
        return f"<{self.game.name}, {self.players} players, {len(self.entries)} moves, {turn}>"

    # What is.

    @property
    def state(self) -> State:
        """A copy of everything, hidden parts too: for tests and tools, never for a seat."""
        return self._state.copy()

    @property
    def players(self) -> int:
        return int(self._state.players)

    @property
    def options(self) -> dict[str, Any]:
        return self.game.chosen(self._state)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now: one, several in a race or a simultaneous choice, none when it is over."""
        return seats_in(self.who & ~WORLD)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the match cannot go on without; `acting` may hold more, who may act but need not."""
        return seats_in(self.game.awaited(self._state, self.who) & ~WORLD)

    @property
    def place(self) -> bytes:
        """How far the random stream has been used."""
        return drawn(self._state)

    @property
    def outcome(self) -> Outcome | None:
        return self.outcome_in(ENGLISH)

    def outcome_in(self, words: Words) -> Outcome | None:
        """How it ended, in a language."""
        return self.game.outcome(self._state, words)

    @property
    def race(self) -> Race | None:
        """The race that is open now, if the first to act wins it."""
        return self.game.race(self._state)

    def story(self) -> list[Tale]:
        """What is worth telling of it, when it is over."""
        outcome = self.outcome
        return self.game.story(self.events(open=True), outcome, self.names) if outcome else []

    @property
    def over(self) -> bool:
        return self.who == 0

    @property
    def commitment(self) -> str:
        """The hash of the seed: may be shown before the first card."""
        return commitment(self.seed)

    def legal(self, seat: int) -> list[Move]:
        """The moves that a seat may make now; none when it is not to act."""
        return [self.game.move(number) for number in self.game.legal(self._state, self._seat(seat))]

    def numbers(self, seat: int) -> list[int]:
        """The same as numbers."""
        return self.listed(self.game, self._state, seat)

    def time_out(self, seat: int) -> Move | None:
        """The move that is made for a seat whose time is up, if the rules have one."""
        return self.game.time_out(self._state, seat)

    def aims(self, seat: int) -> bool:
        """Whether the seat may show the others where it aims."""
        return self.game.aims(self._state, seat)

    def view(self, seat: int | None = None) -> View:
        """What a seat (None: a spectator) may see."""
        return self.game.view(self._state, None if seat is None else self._seat(seat))

    def position(self) -> dict[str, Any]:
        """All of it as JSON, for tests, lessons and bug reports; `Game.position` takes it back."""
        return dict(msgspec.to_builtins(self.game.position_of(self._state)))

    def svg(self, seat: int | None = None) -> str:
        """A picture of what a seat sees."""
        return self.game.svg(self.view(seat), self.names)

    def draw(self, seat: int | None = None) -> str:
        """The same for a terminal, with rich markup."""
        return self.game.draw(self.view(seat), self.names)

    def _repr_svg_(self) -> str:
        return self.svg()

    # What happens.

    def why_not(self, seat: int, move: Any) -> Refused | None:
        """Why a seat may not make a move now, or None if it may."""
        seat = self._seat(seat)
        return self._refusal(seat, self.game.read_move(move, seat))

    def _refusal(self, seat: int, number: int) -> Refused | None:
        if self.over:
            return Refused(self.game.over_rule, say("The match is over."))
        acting = (self.who >> seat) & 1
        if acting and self.game.allows(self._state, seat, number):
            return None
        move = self.game.move(number)
        rule, sentence = (self.game.why_not if acting else self.game.why_wait)(self._state, seat, move)
        return Refused(rule, named(sentence, self.names))

    def play(self, seat: int, move: Any) -> list[Event]:
        """Make a move, given as text, Move or number. Returns what happened as the seat may know it.

        A move that is no move raises BadMove, one that is not allowed raises Refused; both leave the match as it was.
        """
        told, seat = len(self._notes), self._seat(seat)
        self.advance(seat, self.game.read_move(move, seat))
        return self.events(seat, since=told)

    def advance(self, seat: int, number: int, listed: Sequence[int] = (), ways: list[Way] | None = None) -> bytes:
        """Like `play`, for those who have read the move's number and ask for the events themselves.

        A caller that has listed the seat's legal moves in this very position may pass their numbers as `listed`; what the
        world does is put into `ways`, for the eyes. Returns the record as it was before.
        """
        if number not in listed and (refusal := self._refusal(seat, number)):
            raise refusal
        before, told, made = self.kept(), len(self._notes), len(self.entries)
        try:
            self._apply(seat, number)
            while self.who & WORLD:
                if ways is not None and (way := self.game.way(self._state)) is not None:
                    ways.append(way)
                self.happen(self.game.world(self._state))
        except Exception:
            self.restore(before)
            del self._notes[told:], self.entries[made:]
            raise
        return before

    def repeat(self, seat: int, move: str, world: Iterable[Any] = ()) -> None:
        """Make a move of a record: like `play`, but what the world did next comes from the record too."""
        seat = self._seat(seat)
        number = self.game.read_move(move, seat)
        if refusal := self._refusal(seat, number):
            raise refusal
        self._apply(seat, number)
        for report in world:
            self.happen(report)

    def kept(self) -> bytes:
        """The record as it is now, for `restore`."""
        record: bytes = self._state.raw.tobytes()
        return record

    def restore(self, record: bytes) -> None:
        """Be where the record was then."""
        self._state.restore(record)
        self.who = self.game.rules.acting(self._state)

    def resume(self, record: bytes, notes: Sequence[Note], entries: list[Entry]) -> None:
        """Be where another match stood when it was put away."""
        self.restore(record)
        self._notes[:] = notes
        self.entries = entries

    def _apply(self, seat: int, number: int) -> None:
        self._state.after = None
        self.who = self.carry(self.game, self._state, seat, number)
        self.entries.append(Entry(seat=seat, move=_text(self.game, number, seat), check=self.check()))

    def happen(self, report: Any) -> None:
        """Carry out what the world did, when the rules wait for it."""
        self._state.after = None
        self.game.happen(self._state, report)
        self.who = self.game.rules.acting(self._state)
        self.entries.append(Entry(world=report, check=self.check()))

    def _seat(self, seat: int) -> int:
        if type(seat) is int and 0 <= seat < self._state.players:
            return seat
        found = whole(seat)
        if found is None or not 0 <= found < self.players:
            raise BadSetup(
                say("There is no seat {seat!r}: this match has the seats 0 to {last}.", seat=seat, last=self.players - 1)
            )
        return found

    # What happened.

    def events(self, seat: int | None = None, *, since: int = 0, open: bool = False) -> list[Event]:
        """Everything that happened, as the seat (None: a spectator) may know it; `open` hides nothing, for when it is over."""
        viewer = None if seat is None else self._seat(seat)
        return [self.game.event(note, viewer, open=open) for note in self._notes[since:]]

    def log(self, seat: int | None = None, *, since: int = 0, words: Words = ENGLISH, open: bool = False) -> list[str]:
        """The same in sentences."""
        told = (self.game.sentence(event, self.names, words) for event in self.events(seat, since=since, open=open))
        return [sentence for sentence in told if sentence]

    @property
    def notes(self) -> Sequence[Note]:
        """Everything that happened, in numbers, hidden parts too: whoever tells it asks `Game.event` what a seat may know."""
        return self._notes

    @property
    def told(self) -> int:
        """How many notes there are so far: pass it as `since` to hear only what comes after."""
        return len(self._notes)

    # What lasts.

    def check(self) -> str:
        """A short hash of everything there is now. It cannot be turned back: the random key is part of it."""
        return hashlib.sha256(self._state.raw).hexdigest()[:16]

    def record(self, *, sealed: bool | None = None) -> Record:
        """The match as a record. While it runs the seed stays sealed, unless `sealed=False` asks for a private copy."""
        outcome = self.outcome
        sealed = outcome is None if sealed is None else sealed
        return Record(
            Header(
                game=self.game.key,
                rules=self.game.version,
                players=self.players,
                options=self.options,
                names=[str(name) for name in self.names],
                lane=self.lane,
                commitment=self.commitment,
                check=self._first_check,
                position=self._start,
                commits=self.commits,
                settings=self.settings,
            ),
            list(self.entries),
            Ending(
                outcome=outcome,
                seed=None if sealed else self.seed.hex(),
                salts=None if sealed else self.salts,
                moves=len(self.entries),
            ),
        ).sealed()

    def save(self, path: str | Path) -> None:
        """Write the record, seed included, so that `parlour.load` can go on with it."""
        self.record(sealed=False).save(path)

    def __copy__(self) -> Match:
        return self.copy()

    def copy(self) -> Match:
        """An independent twin."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._notes = list(self._notes)
        twin._state = self._state.copy()
        twin._state.notes = twin._notes
        twin.entries = list(self.entries)
        twin.names, twin.salts, twin.commits = list(self.names), list(self.salts), list(self.commits)
        return twin

"""A game with its words: what `rules.py` does in numbers, `table.py` says in moves, views, sentences and pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.author import Author
from parlour.core.errors import BadMove, BadPosition, BadSetup, whole
from parlour.core.guide import Section
from parlour.core.guide import read as read_guide
from parlour.core.guide import spoken as spoken_picture
from parlour.core.kinds import Event, Fields, Move, Note, Outcome, Race, Told, View, Way
from parlour.core.ledger import Ledger, Rule
from parlour.core.observation import Layout
from parlour.core.options import encoded
from parlour.core.seeds import Key, Seed, seed_bytes
from parlour.core.state import State
from parlour.core.stream import rewind
from parlour.core.synonyms import Synonyms
from parlour.core.words import ENGLISH, Words, say

if TYPE_CHECKING:
    from parlour.core.batch import Batch
    from parlour.core.engine import Engine
    from parlour.core.loop import Loop
    from parlour.core.match import Match

__all__ = ["Event", "Fields", "Game", "Move", "Note", "Outcome", "Race", "Told", "View", "Way"]

LANES = 2**32  # a record counts the games of a batch with so many numbers


class Game(Author):
    """One game: what its author says of it, and what every game can do. Subclasses live in `games/<key>/table.py`."""

    @property
    def printed(self) -> dict[str, Any]:
        """The options of a table that plays as printed: the book's value wherever a ruling of ours departs from it."""
        return {option.name: option.printed for option in self.options if option.printed is not None}

    @cached_property
    def observation_layout(self) -> Layout:
        """What each number of an observation means, in order."""
        own: Layout | None = getattr(self.rules, "LAYOUT", None)
        return own or Layout(("seen", self.rules.OBSERVED, "what the game's `observe` writes"))

    @cached_property
    def has_race(self) -> bool:
        """Whether the first to act may win in this game."""
        return type(self).race is not Game.race

    @cached_property
    def has_world(self) -> bool:
        """Whether a move of the game may take the world (physics) to carry out, so that a thread should do it."""
        return type(self).world is not Game.world

    def rehearsal(self) -> Game:
        """The same game with a world that costs next to nothing, for tests; most games have no world."""
        return self

    @property
    def folder(self) -> Path:
        """Where the game lives: its rules, its ledger, its words."""
        file = sys.modules[type(self).__module__].__file__
        assert file is not None
        return Path(file).parent

    def part(self, name: str) -> ModuleType | None:
        """Another module of the game's folder, such as `bots`, if there is one."""
        home = type(self).__module__.rpartition(".")[0]
        whole = f"{home}.{name}"
        try:
            return import_module(whole) if home and find_spec(whole) else None
        except ModuleNotFoundError as missing:
            if missing.name is not None and f"{whole}.".startswith(f"{missing.name}."):
                return None  # not even the module that it would lie in
            raise

    @cached_property
    def ledger(self) -> Ledger:
        """The numbered rules, from `ledger.md` in the game's folder."""
        return Ledger((self.folder / "ledger.md").read_text(encoding="utf-8"), self.prefix)

    def ledger_in(self, language: str) -> Ledger:
        """The same rules in another language, from `ledger.<language>.md`; in English where there is none."""
        known: dict[str, Ledger] = self.__dict__.setdefault("_ledgers", {"en": self.ledger})
        if language not in known:
            file = self.folder / f"ledger.{language}.md"
            known[language] = Ledger(file.read_text(encoding="utf-8"), self.prefix) if file.is_file() else self.ledger
        return known[language]

    def find_rules(self, words: str, language: str = "en") -> list[Rule]:
        """The rules that are about all the words, as people say them (synonyms.py)."""
        return self.ledger_in(language).search(words, Synonyms(language, self.folder))

    def guide(self, words: Words = ENGLISH) -> list[Section]:
        """The game on one illustrated page, from `guide.md` in its folder; nothing where there is none. Pictures are drawn."""
        known: dict[str, list[Section]] = self.__dict__.setdefault("_guides", {})
        if words.code not in known:
            files = (self.folder / f"guide.{words.code}.md", self.folder / "guide.md")
            found = next((file for file in files if file.is_file()), None)
            known[words.code] = read_guide(found.read_text(encoding="utf-8")) if found else []
            for part in (part for section in known[words.code] for part in section.parts if part.picture):
                part.picture = spoken_picture(self.guide_picture(part.picture), words)
        return known[words.code]

    def guide_picture(self, name: str) -> str:
        """A picture of the guide: one of `PICTURES` in the game's `guide.py`, or `table`, a match at its first decision."""
        if name == "table":
            match = self.new(seed=1)
            return match.svg(next(iter(match.acting), None))
        draw: Callable[[], str] = import_module(f"{type(self).__module__.rpartition('.')[0]}.guide").PICTURES[name]
        return draw()

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_game, (type(self),)

    def __repr__(self) -> str:
        return f"<game {self.key}: {self.name}, {_range(self.seats)} players>"

    def new(
        self,
        players: int | None = None,
        seed: Seed = None,
        *,
        names: Sequence[str] | None = None,
        salts: Sequence[str] = (),
        lane: int = 0,
        **options: Any,
    ) -> Match:
        """A match at its first decision. Without a seed it is one nobody can guess."""
        from parlour.core.match import Match

        return Match(self, players=players, seed=seed, names=names, salts=salts, lane=lane, options=options)

    def position(self, position: Mapping[str, Any] | msgspec.Struct, seed: Seed = None, **more: Any) -> Match:
        """A match that begins from a position, as `Match.position()` gives it."""
        from parlour.core.match import Match

        return Match(self, seed=seed, start=self.read_position(position), **more)

    def batch(self, count: int | None = None, **setting: Any) -> Batch:
        """Many games at once: see Batch."""
        from parlour.core.batch import Batch

        return Batch(self, count, **setting)

    def loop(self, count: int, **setting: Any) -> Loop:
        """Many games for agents that learn: see Loop."""
        from parlour.core.loop import Loop

        return Loop(self, count, **setting)

    def compiled(self, speed: str = "cpu", threads: int | None = None) -> Engine:
        """The rules at a speed (plain, cpu, cuda), over rows of records."""
        from parlour.core.engine import engine

        known: dict[Any, Engine] = self.__dict__.setdefault("_engines", {})
        if (speed, threads) not in known:
            known[speed, threads] = engine(self.rules, speed, threads)
        return known[speed, threads]

    def blank(self, players: int | None, seed: Seed | Key, options: Mapping[str, Any], lane: int = 0) -> State:
        """One record with players, options and stream in place, before `setup`."""
        seated = self.seats[0] if players is None else whole(players)
        if seated is None or seated not in self.seats:
            raise BadSetup(
                say(
                    "{game} is for {seats} players, not {players!r}.", game=self.name, seats=_range(self.seats), players=players
                )
            )
        at = whole(lane)
        if at is None or not 0 <= at < LANES:
            raise BadSetup(say("A lane is a game's number in a batch: 0 to {last}, not {lane!r}.", last=LANES - 1, lane=lane))
        state = self.rules.State.new()
        state.players, state.lane = seated, at
        for name, number in encoded(self.options, options, seated).items():
            setattr(state, name, number)
        state.key[:] = memoryview(seed if isinstance(seed, Key) else Key.of(seed_bytes(seed), ())).cast("I")
        rewind(state)
        self.check_setup(state)
        return state

    def looked(self, state: State) -> list[int]:
        """What `look` of the rules finds."""
        if self.swift is not None:
            return self.swift.look(state)
        found = [0] * self.rules.LOOKED
        return found[: self.rules.look(state, found)]

    def outcome(self, state: State, words: Words = ENGLISH) -> Outcome | None:
        """How it ended, or None while it runs."""
        if self.rules.acting(state):
            return None
        scores = [0] * state.players
        self.rules.scores(state, scores)
        won = self.rules.winners(state)
        return Outcome(scores, [seat for seat in range(state.players) if (won >> seat) & 1], words.of(self.reason(state)))

    def event(self, note: Sequence[int], viewer: int | None, *, open: bool = False) -> Event:
        """A note as the viewer may know it: the one place where notes are redacted. `open` hides nothing."""
        known = self._tellings.get(note[0])
        if known is None:
            raise LookupError(
                f"{self.folder.name}/table.py cannot tell what happened: `told` has no Told for note {note[0]}. It needs one "
                "for every kind that rules.py notes."
            )
        fields, name, secret = known
        event: Event = dict(zip(fields, note))  # noqa: B905 (a note has room for more)
        event["kind"] = name
        if open or not secret:
            return event
        may = {field: viewer in [event[owner] for owner in owners] for field, owners in secret.items()}
        return event | {field: None for field in secret if not may[field]}

    def opened(self, notes: Iterable[Sequence[int]]) -> list[Event]:
        """All of these notes, nothing hidden: the same as `event` tells one by one."""
        tellings, events = self._tellings, list[Event]()
        for note in notes:
            fields, name, _ = tellings[note[0]]
            event: Event = dict(zip(fields, note))  # noqa: B905 (a note has room for more)
            event["kind"] = name
            events.append(event)
        return events

    def sentence(self, event: Event, names: Sequence[str], words: Words = ENGLISH) -> str:
        """An event as a sentence; empty when there is nothing to say."""
        told = self._told_by_name[event["kind"]]
        text = told.hidden if told.secret and any(event[field] is None for field in told.secret) else told.text
        return words.fill(text, {f: self.word(f, v, names) for f, v in event.items() if f != "kind" and v is not None})

    @cached_property
    def _tellings(self) -> dict[int, tuple[tuple[str, ...], str, Mapping[str, Sequence[str]]]]:
        """For each kind of note the names of its fields, its own, and which of them are secret."""
        return {kind: (("kind", *told.fields.split()), told.name, told.secret) for kind, told in self.told.items()}

    @cached_property
    def _told_by_name(self) -> dict[str, Told]:
        return {told.name: told for told in self.told.values()}

    def read_move(self, move: Any, seat: int) -> int:
        """The number of a move given as text, as a Move, or as a number."""
        if isinstance(move, str):
            move = self.parse(move.strip(), seat)
        try:
            number = whole(self.number(_checked(move)) if isinstance(move, self.moves) else move)
        except (AttributeError, TypeError, msgspec.ValidationError):  # one of its fields is of another type
            number = None
        if number is not None and 0 <= number < self.rules.ACTIONS:
            return number
        kinds = ", ".join(kind.__name__ for kind in self.moves)
        raise BadMove(
            say(
                "{move!r} is no move of {game}. Give a text, one of {kinds}, or a number.",
                move=move,
                game=self.name,
                kinds=kinds,
            )
        )

    def read_position(self, position: Any) -> Any:
        """A position struct from JSON, with an error that names the field."""
        try:
            return msgspec.convert(msgspec.to_builtins(position, str_keys=True), self.Position, str_keys=True)
        except (msgspec.ValidationError, TypeError) as wrong:
            raise BadPosition(f"This is no position of {self.name}: {wrong}.") from None


def _checked(move: Move) -> Move:
    """A move whose fields are of the types that it names: True is no number, 7 no word; NumPy's numbers are numbers."""
    return msgspec.convert(msgspec.to_builtins(move, enc_hook=whole), type(move))


def _same_game(kind: type[Game]) -> Game:
    """A game that was pickled or copied: the one that is known by its key, or another of its kind."""
    from parlour.core.registry import game, keys

    known = game(kind.key) if kind.key in keys() else None
    return known if type(known) is kind else kind()


def _range(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else say("{least} to {most}", least=seats[0], most=seats[-1])

"""A game with its words: what `rules.py` does in numbers, `table.py` says in moves, views, sentences and pictures."""

from __future__ import annotations

import hashlib
import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import msgspec

from parlour.core.errors import BadMove, BadPosition, BadSetup, one_of, whole
from parlour.core.guide import Section
from parlour.core.guide import read as read_guide
from parlour.core.guide import spoken as spoken_picture
from parlour.core.ledger import Ledger, Rule
from parlour.core.observation import Layout
from parlour.core.options import Option, encoded
from parlour.core.state import State, listed, own_fields, put
from parlour.core.story import Story, Tale
from parlour.core.stream import rewind
from parlour.core.synonyms import Synonyms
from parlour.core.words import ENGLISH, Words, both, say, who

if TYPE_CHECKING:
    from parlour.core.batch import Batch
    from parlour.core.engine import Engine
    from parlour.core.loop import Loop
    from parlour.core.match import Match
    from parlour.core.swift import Swift

Seed: TypeAlias = int | str | bytes | None
LANES = 2**32  # a record counts the games of a batch with so many numbers
Note: TypeAlias = tuple[int, ...]
"""What happened, in numbers: its kind and its fields."""
Event: TypeAlias = dict[str, Any]
"""A note in words: `kind` and the note's fields by name; a field that the viewer may not know is None."""


class Move(msgspec.Struct, frozen=True, tag=str.lower):
    """A move of a game; each kind is a subclass with typed fields."""


class View(msgspec.Struct):
    """What one seat (None: a spectator) may see. Games add their fields; nothing hidden is ever put into one."""

    players: int
    seat: int | None
    acting: list[int]


class Told(msgspec.Struct, frozen=True):
    """How a kind of note is told: its name, its fields, and the sentence for those who know everything in it.

    `secret` names for a field the fields that hold the seats who may know it; everybody else reads `hidden`. `fleeting` is what
    everybody sees and no view keeps: a throw of dice, cards that are shown and shuffled away.
    """

    name: str
    fields: str
    text: str = ""
    hidden: str = ""
    secret: Mapping[str, tuple[str, ...]] = {}
    fleeting: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: scores by seat, the seats that won or share the victory, and why it is over."""

    scores: list[int]
    winners: list[int]
    reason: str


class Fields(msgspec.Struct, forbid_unknown_fields=True):
    """The plainest position: every field of the game's record by its name."""

    players: int
    fields: dict[str, Any]
    options: dict[str, Any] = {}


class Race(msgspec.Struct, frozen=True):
    """A decision where speed counts: how many ms it stays open, and the move of a seat that does not act in time."""

    window: int
    stay: int


class Way(msgspec.Struct, frozen=True):
    """What the world did, for the eyes: how long it takes, and the path of all that moved (the game's own bytes, base64)."""

    seconds: float
    path: str


class Game(ABC):
    """One game: its identity, its rules and its words. Subclasses live in `games/<key>/table.py`."""

    key: ClassVar[str]
    name: ClassVar[str]
    pitch: ClassVar[str]
    minutes: ClassVar[int]
    seats: ClassVar[range]
    version: ClassVar[int]
    """The rules version in every record, raised when the same moves could lead elsewhere than before."""
    prefix: ClassVar[str]
    turn_rule: ClassVar[str]
    over_rule: ClassVar[str]
    open: ClassVar[bool] = False
    """Nothing is hidden: the views of all seats and of spectators are the same but for their `seat`."""
    round_field: ClassVar[str] = ""
    """The field of the record that counts rounds, for games that have some."""
    stays_rule: ClassVar[str] = ""
    """The rule by which what is played stays, for games that have one: it is taken back only if the others agree."""
    time_rule: ClassVar[str] = ""
    """The rule behind `time_out`, for games that have one."""
    options: ClassVar[tuple[Option, ...]] = ()
    rules: ModuleType
    swift: Swift | None = None
    """The rules as machine code for live matches, as soon as there is some (tables/fast.py)."""
    told: ClassVar[Mapping[int, Told]]
    moves: ClassVar[tuple[type[Move], ...]]
    phases: ClassVar[tuple[str, ...]] = ()
    """The kinds of decisions by name, for games where the kinds of moves do not tell them apart."""
    Position: ClassVar[type[msgspec.Struct]] = Fields
    Report: ClassVar[type[msgspec.Struct] | None] = None
    """What the world reports, for games that have one."""
    Ask: ClassVar[type[msgspec.Struct] | None] = None
    """What `practise` is asked."""

    # Words: what a game must say.

    @abstractmethod
    def number(self, move: Any) -> int:
        """The number of a move."""

    @abstractmethod
    def move(self, number: int) -> Move:
        """The move of a number."""

    @abstractmethod
    def text(self, move: Any, seat: int) -> str:
        """A move as a player would type it."""

    @abstractmethod
    def parse(self, text: str, seat: int) -> Move:
        """The move that a text means; raises BadMove with the way to write it."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View:
        """What a seat may see, and nothing else."""

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        """The rule and the sentence for a move that an acting seat may not make now; it names people with `who`."""

    @abstractmethod
    def reason(self, state: State) -> str:
        """Why the game is over."""

    @abstractmethod
    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        """A note's field in words."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[str]:
        """What breaks an invariant of the ledger; nothing, for a state that can come up in play."""

    @abstractmethod
    def svg(self, view: Any, names: Sequence[str]) -> str:
        """A picture of what the view shows."""

    @abstractmethod
    def draw(self, view: Any, names: Sequence[str]) -> str:
        """The same for a terminal, with rich markup; made with `say` like every text."""

    # What a game may refine.

    def why_wait(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        """The rule and the sentence for a move of a seat that is not to act, in a match that runs."""
        waits = self.awaited(state, self.rules.acting(state))
        turn = both([who(other) for other in range(state.players) if (waits >> other) & 1])
        return self.turn_rule, say("It is not {name}'s turn: {turn} must act.", name=who(seat), turn=turn)

    def story(self, events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
        """What is worth telling of a finished match: two or three sentences. Nothing in the events is hidden any more, and
        their `move` is the move that led to them, where that is known."""
        told = Story(names)
        told.finish(outcome.scores, outcome.winners)
        return told.told()

    def seat_names(self, players: int) -> list[str]:
        """Names of the seats where nobody gave any."""
        return [say("Player {number}", number=seat + 1) for seat in range(players)]

    def allows(self, state: State, seat: int, number: int) -> bool:
        """Whether an acting seat may make this move; games with more moves than can be listed answer for themselves."""
        return number in self.legal(state, seat)

    def check_setup(self, state: State) -> None:  # noqa: B027 (most games have nothing to refuse)
        """Refuse players and options that do not go together, with BadSetup; the record holds only these."""

    def place(self, position: Any, state: State) -> None:
        """Put a position into a record that has been set up."""
        for name, value in position.fields.items():
            if name not in self._own_fields:
                raise BadPosition(f"There is no field {name!r}. {one_of(name, self._own_fields)}")
            try:
                put(state, name, value)
            except (ValueError, TypeError, OverflowError):
                raise BadPosition(f"fields.{name} cannot be {value!r}.") from None

    def position_of(self, state: State) -> Any:
        """The position of a record, all of it."""
        return Fields(state.players, {name: listed(state, name) for name in self._own_fields}, self.chosen(state))

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
    def _own_fields(self) -> list[str]:
        options = {option.name for option in self.options}
        return [name for name in own_fields(self.rules.State) if name not in options]

    def phase(self, state: State) -> str:
        """Which of `phases` it is now; something else, or nothing, when no one decides."""
        return ""

    def label(self, move: Any, seat: int) -> str:
        """A move in a few words, for a button; with `say`, so that it can be read in any language, and `who` for people."""
        text = self.text(move, seat)
        return text[:1].upper() + text[1:]

    def race(self, state: State) -> Race | None:
        """The race that is open now, if the first to act wins it. Most games have none."""
        return None

    @cached_property
    def has_race(self) -> bool:
        """Whether the first to act may win in this game."""
        return type(self).race is not Game.race

    def awaited(self, state: State, acting: int) -> int:
        """The seats that the game waits for, as bits: all that act, unless some only may (a question at any time)."""
        return acting

    def time_out(self, state: State, seat: int) -> Move | None:
        """The move that is made for a seat whose time is up; None if the ledger has none and a bot plays on."""
        return None

    def aims(self, state: State, seat: int) -> bool:
        """Whether the seat may show the others where it aims."""
        return bool((self.rules.acting(state) >> seat) & 1)

    def facts(self) -> Mapping[str, Any]:
        """What never changes and the game's page must know too, such as its cards, as JSON: so that it is written only once."""
        return {}

    def plan(self) -> msgspec.Struct:
        """The place where the game is played, as data for its scene. Most games need none."""
        raise NotImplementedError

    def model(self) -> msgspec.Struct:
        """The physics of its world as data, so that a page can look ahead; the table decides. Most games have none."""
        raise NotImplementedError

    def practise(self, asked: Any) -> msgspec.Struct:
        """One try outside of any match, from JSON; nothing counts. Raises BadMove. Most games have no practice."""
        raise NotImplementedError

    @cached_property
    def has_world(self) -> bool:
        """Whether a move of the game may take the world (physics) to carry out, so that a thread should do it."""
        return type(self).world is not Game.world

    def takes_world(self, number: int) -> bool:
        """Whether the world has to say what comes of a move of this number; that may take a while."""
        return False

    def is_ready(self) -> bool:
        """Whether `prepare` has nothing to compile."""
        return True

    def prepare(self) -> None:  # noqa: B027 (most games have no world)
        """Get the world ready, so that its first report does not wait. May take seconds."""

    def way(self, state: State) -> Way | None:
        """What `world` reports of the same record, for the eyes."""
        return None

    def world(self, state: State) -> Any:
        """What the world does next (a flick's physics), as JSON, when `acting` says WORLD. Most games have no world."""
        raise NotImplementedError

    def happen(self, state: State, report: Any) -> None:
        """Carry out what the world did. Raises BadMove, the record unchanged, if it is not possible."""
        raise NotImplementedError

    def doubts(self, state: State, report: Any) -> Iterator[str]:
        """What is wrong with a report of the world that a record holds, by letting it happen again."""
        yield from ()

    def rehearsal(self) -> Game:
        """The same game with a world that costs next to nothing, for tests; most games have no world."""
        return self

    # What every game can do.

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

    def batch(self, count: int, **setting: Any) -> Batch:
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

    def without_clock(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Options for where nobody is quicker than another, such as a terminal: a race that can be sealed is, unless they
        say otherwise."""
        sealed = {"race_mode": "sealed"} if any(option.name == "race_mode" for option in self.options) else {}
        return {**sealed, **(options or {})}

    def chosen(self, state: State) -> dict[str, Any]:
        """The options of a record, as JSON."""
        return {option.name: option.decode(getattr(state, option.name)) for option in self.options}

    def legal(self, state: State, seat: int) -> list[int]:
        """The numbers of the moves that an acting seat may make; none for the others."""
        if not (self.rules.acting(state) >> seat) & 1:
            return []
        moves = [0] * getattr(self.rules, "LISTED", self.rules.ACTIONS)
        return moves[: self.rules.legal(state, seat, moves)]

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
        told = self.told.get(note[0])
        if told is None:
            raise LookupError(
                f"{self.folder.name}/table.py cannot tell what happened: `told` has no Told for note {note[0]}. It needs one "
                "for every kind that rules.py notes."
            )
        event: Event = dict(zip(self._fields[note[0]], note))  # noqa: B905 (a note has room for more)
        event["kind"] = told.name
        if not told.secret:
            return event
        known = {field: viewer in [event[owner] for owner in owners] for field, owners in told.secret.items()}
        return event if open else event | {field: None for field, may in known.items() if not may}

    def sentence(self, event: Event, names: Sequence[str], words: Words = ENGLISH) -> str:
        """An event as a sentence; empty when there is nothing to say."""
        told = self._told_by_name[event["kind"]]
        text = told.hidden if told.secret and any(event[field] is None for field in told.secret) else told.text
        return words.fill(text, {f: self.word(f, v, names) for f, v in event.items() if f != "kind" and v is not None})

    @cached_property
    def _fields(self) -> dict[int, tuple[str, ...]]:
        return {kind: ("kind", *told.fields.split()) for kind, told in self.told.items()}

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


class Key(bytes):
    """The 32 bytes that a match's random stream grows from: the hash of its seed and of every seat's salt."""

    @classmethod
    def of(cls, seed: bytes, salts: Sequence[str]) -> Key:
        parts = [b"parlour key 1", seed, *(salt.encode() for salt in salts)]
        return cls(hashlib.sha256(b"".join(len(part).to_bytes(4, "little") + part for part in parts)).digest())


def seed_bytes(seed: Seed) -> bytes:
    """32 bytes from a number, 64 hex digits, bytes, or (None) from the system's randomness."""
    if seed is None:
        return secrets.token_bytes(32)
    number = whole(seed)
    if number is not None and number >= 0:
        return hashlib.sha256(f"parlour seed {number}".encode()).digest()
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            seed = b""
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    raise BadSetup(say("A seed is a whole number from 0, 32 bytes, or 64 hex digits."))


def commitment(seed: bytes) -> str:
    """The hash that is shown before the first card, so that the seed cannot be exchanged afterwards."""
    return hashlib.sha256(b"parlour commitment 1" + seed).hexdigest()


def salt_commitment(salt: str) -> str:
    """The hash by which a device binds itself to its salt before any salt is opened."""
    return hashlib.sha256(b"parlour salt 1" + salt.encode()).hexdigest()


def _range(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else say("{least} to {most}", least=seats[0], most=seats[-1])

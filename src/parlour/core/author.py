"""What the author of a game says of it: what it must say, and what it may refine. What every game can do then is in game.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.errors import BadPosition, one_of
from parlour.core.kinds import Event, Fields, Move, Outcome, Race, Told, View, Way
from parlour.core.options import Option
from parlour.core.state import State, listed, own_fields, put
from parlour.core.story import Story, Tale
from parlour.core.words import both, say, who

if TYPE_CHECKING:
    from parlour.core.swift import Swift


class Author(ABC):
    """A game as its author tells it: its identity, its rules and its words. It is a `Game`, which can do the rest."""

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
    decisive: ClassVar[frozenset[str]] = frozenset()
    """The kinds of notes that say what moves came to, such as the end of a trick: a review tells the next of them after a move
    that decided much."""
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

    def without_clock(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Options for where nobody is quicker than another, such as a terminal: a race that can be run without a clock is,
        unless they say otherwise. Most games have none."""
        return dict(options or {})

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

    # What the rules say, in numbers.

    def legal(self, state: State, seat: int) -> list[int]:
        """The numbers of the moves that an acting seat may make; none for the others."""
        if not (self.rules.acting(state) >> seat) & 1:
            return []
        moves = [0] * getattr(self.rules, "LISTED", self.rules.ACTIONS)
        return moves[: self.rules.legal(state, seat, moves)]

    def chosen(self, state: State) -> dict[str, Any]:
        """The options of a record, as JSON."""
        return {option.name: option.decode(getattr(state, option.name)) for option in self.options}

    @cached_property
    def _own_fields(self) -> list[str]:
        options = {option.name for option in self.options}
        return [name for name in own_fields(self.rules.State) if name not in options]

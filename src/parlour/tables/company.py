"""The company at a table: who sits where, comes and goes, talks, asks for a pause or a move back. The match is table.py's."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.words import Said, say
from parlour.tables import entries as e
from parlour.tables.clocks import Clocks
from parlour.tables.errors import OtherRules
from parlour.tables.shown import MOST_SEATS, OVER, PAUSED, RUNNING, SIGNS, WAITING, Level, PauseAsk, Phase, Seats, UndoAsk
from parlour.tables.signs import dress

MOST_TALK = 500
"""Lines beside those of the game that a table keeps at hand: people may talk, come and go for days between two deals."""


class Seat(msgspec.Struct):
    """One seat: who holds it and how things stand there."""

    kind: str = "open"
    name: str = ""
    device: str | None = None
    salt: str = ""
    level: Level | None = None
    sign: int = 0
    colour: int = 0
    away: int | None = None
    stand_in: bool = False
    why: str = ""
    wants: bool = False
    made: dict[str, int] = {}
    """The last moves that this seat made, by the ids that its device gave them, with their versions."""
    sitting: int = 0
    """Which sitting this is: a person on a device. It goes round with them and ends when either changes."""
    commit: str = ""
    """What binds its device to a salt for the next deal."""
    left: str | None = None
    """The device of the person who gave it up in this match."""
    gone: bool = False
    """Whoever held it wants to be known nowhere any more."""

    @property
    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.stand_in


class Fact(msgspec.Struct, gc=False):
    """A line of the log before it is told to anybody: notes of the game by their numbers, a template with a name for what
    happens at the table, or somebody's words."""

    version: int
    at: int
    kind: str
    seat: int | None = None
    name: str | None = None
    text: str = ""
    first: int = 0
    last: int = 0
    move: int | None = None
    device: str | None = None


class Company:
    """A table as far as no card is played: each method takes an entry of its log, or tells what is."""

    def __init__(self, id: str, find: Callable[[str], Game]) -> None:
        self.id = id
        self.find = find
        self.rules = 0
        self.version = 0
        self.phase: Phase = WAITING
        self.seats: list[Seat] = []
        self.match: Match | None = None
        self.acting: Seats = ()
        self.awaited: Seats = ()
        """The seats that the match waits for: those whose clocks run, for whom bots move or stand in."""
        self.moves = 0
        self.undo: UndoAsk | None = None
        self.pause: PauseAsk | None = None
        self.facts: list[Fact] = []
        self.dealing: int | None = None
        """Since when the devices open their salts for the next deal."""
        self.host: str | None = None
        self.sittings = MOST_SEATS
        """How many there were. They are counted from above the seats' numbers, which codes once named instead."""
        self.muted: set[str] = set()
        self.barred: set[str] = set()
        self.seen_at = 0
        """The version of the last change to what seats see or may do."""
        self.shaped_at = 0
        """The version of the last change to the table around the game."""
        self._held: dict[str | None, Seats] = {}
        self._absent: bool | None = None
        self._by_hand: bool | None = None

    def other_rules(self) -> OtherRules:
        """Why a match that began under other rules does not go on under these. One that is over is read by them if they lead
        to the same; a table that waits is dealt by them."""
        game, rules, today = self.game.name, self.rules, self.game.version
        return OtherRules(
            say(
                "it was opened under version {rules} of the rules of {game}; here they have version {today}.",
                rules=rules,
                game=game,
                today=today,
            )
        )

    @property
    def absent(self) -> bool:
        """Whether the owner of any seat is gone."""
        if self._absent is None:
            self._absent = any(seat.away is not None for seat in self.seats)
        return self._absent

    @property
    def by_hand(self) -> bool:
        """Whether each seat's own person is here and plays it."""
        if self._by_hand is None:
            self._by_hand = not self.absent and not any(seat.played_by_bot for seat in self.seats)
        return self._by_hand

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seats_of(self, device: str | None) -> Seats:
        mine = self._held.get(device)
        if mine is None:
            held = (number for number, seat in enumerate(self.seats) if device and seat.device == device)
            mine = self._held[device] = tuple(held)
        return mine

    def persons(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    def others_here(self, seat: int) -> list[int]:
        """The other persons who are here and play."""
        seats = self.seats
        return [other for other in self.persons() if other != seat and seats[other].away is None and not seats[other].stand_in]

    def _holds(self, device: str | None) -> bool:
        """Whether the device has a seat at this very moment, in the middle of a batch too."""
        return any(seat.device == device for seat in self.seats)

    def _tell(self, entry: e.AnyEntry, said: Said, seat: int) -> None:
        """Something at the table: kept as a template with a name, to be said in every reader's language."""
        self._hear(Fact(self.version, entry.at, "table", seat, said.values["name"], said.template))

    def _hear(self, fact: Fact) -> None:
        """A line that is not of the game: the latest of them stay."""
        self.facts.append(fact)
        if len(self.facts) > MOST_TALK:
            others = [number for number, fact in enumerate(self.facts) if fact.kind != "game"]
            if len(others) > MOST_TALK:
                del self.facts[others[0]]

    def _created(self, entry: e.Created) -> None:
        self.game = self.find(entry.game)
        self.rules = entry.rules
        if entry.rules > self.game.version:
            raise self.other_rules()
        self.created, self.options, self.settings = entry.at, entry.options, entry.settings
        self.seats = [Seat() for _ in range(entry.seats)]
        self.position = entry.position
        self.seed = bytes.fromhex(entry.seed)
        self.clocks = Clocks(entry.settings.clock, entry.seats, entry.at)

    def _seated(self, entry: e.Seated) -> None:
        sitting = self._next_sitting()
        self.seats[entry.seat] = Seat("person", entry.name, entry.device, entry.salt, sitting=sitting, commit=entry.commit)
        wishes = (entry.seat if wish is None else wish for wish in (entry.sign, entry.colour))
        dress(self.seats, entry.seat, *wishes)
        self.host = self.host or entry.device
        self._tell(entry, say("{name} sits down.", name=entry.name), entry.seat)

    def _next_sitting(self) -> int:
        self.sittings += 1
        return self.sittings

    def _botseated(self, entry: e.BotSeated) -> None:
        was = self.seats[entry.seat]
        self._vacate(entry.seat)
        self.seats[entry.seat] = Seat("bot", entry.name, level=entry.level)
        # People choose from the front; bots that only change their strength stay who they are.
        last = SIGNS - 1 - entry.seat
        dress(self.seats, entry.seat, *((was.sign, was.colour) if was.kind == "bot" else (last, last)))

    def _dressed(self, entry: e.Dressed) -> None:
        dress(self.seats, entry.seat, entry.sign, entry.colour)

    def _opened(self, entry: e.Opened) -> None:
        name = self.seats[entry.seat].name
        if self.seats[entry.seat].kind == "person":
            removed = say("{name} was removed by the host.", name=name)
            self._tell(entry, removed if entry.by_host else say("{name} leaves.", name=name), entry.seat)
        self._vacate(entry.seat, entry.barred)

    def _vacate(self, seat: int, barred: bool = False) -> None:
        """The person gives the seat up; the host's rights go to the next person there is, rather one who is here."""
        gone = self.seats[seat].device
        self.seats[seat] = Seat()
        if gone and barred:
            self.barred.add(gone)
            self.muted.add(gone)
        if gone and gone == self.host and not self._holds(gone):
            others = sorted(
                self.persons(), key=lambda other: (self.seats[other].away is not None, (other - seat) % len(self.seats))
            )
            self.host = self.seats[others[0]].device if others else None

    def _rehoused(self, entry: e.Rehoused) -> None:
        seat, gone = self.seats[entry.seat], self.seats[entry.seat].device
        seat.device, seat.sitting, seat.made = entry.device, self._next_sitting(), {}
        if gone in self.muted:
            self.muted.add(entry.device)
        if self.host == gone and not self._holds(gone):
            self.host = entry.device

    def _renamed(self, entry: e.Renamed) -> None:
        was = self.seats[entry.seat].name
        self.seats[entry.seat].name = entry.name
        if entry.gone:
            self.seats[entry.seat].gone = True
            self._forget(was, entry.name)
            return
        if self.match is not None and self.phase is not OVER:
            self.match.names = [*self.match.names[: entry.seat], entry.name, *self.match.names[entry.seat + 1 :]]
        self._tell(entry, say("{name} has a new name.", name=entry.name), entry.seat)

    def _forget(self, was: str, name: str) -> None:
        """Nothing that is shown says any more who it was, or what they said. Records of finished matches stay as they were."""
        self.facts = [fact for fact in self.facts if fact.name != was or fact.kind == "table"]
        for fact in self.facts:
            if fact.name == was:
                fact.name = name
        if self.match is not None:
            self.match.names = [name if called == was else called for called in self.match.names]

    def _muted(self, entry: e.Muted) -> None:
        (self.muted.add if entry.yes else self.muted.discard)(entry.device)

    def _bound(self, entry: e.Bound) -> None:
        self.dealing = entry.at

    def _revealed(self, entry: e.Revealed) -> None:
        self.seats[entry.seat].salt = entry.salt

    def _said(self, entry: e.Said) -> None:
        name = self.seats[entry.seat].name if entry.seat is not None else entry.name
        self._hear(Fact(self.version, entry.at, "chat", entry.seat, name, entry.text, device=entry.device))

    def _showed(self, entry: e.Showed) -> None:
        name = self.seats[entry.seat].name if entry.seat is not None else entry.name
        self._hear(Fact(self.version, entry.at, "emote", entry.seat, name, entry.emote, device=entry.device))

    def _undoasked(self, entry: e.UndoAsked) -> None:
        waiting = [seat for seat in self.persons() if seat != entry.seat and not self.seats[seat].stand_in]
        self.undo = UndoAsk(entry.seat, entry.moves, waiting)
        self._tell(entry, say("{name} asks to take back the last move.", name=self.seats[entry.seat].name), entry.seat)

    def _undoanswered(self, entry: e.UndoAnswered) -> None:
        name = self.seats[entry.seat].name
        if entry.yes and self.undo:
            self.undo.waiting.remove(entry.seat)
        else:
            self.undo = None
            self._tell(entry, say("{name} would rather play on.", name=name), entry.seat)

    def _away(self, entry: e.Away) -> None:
        self.seats[entry.seat].away = entry.at
        if self.pause is not None and entry.seat in self.pause.waiting:
            self.pause.waiting.remove(entry.seat)

    def _back(self, entry: e.Back) -> None:
        self.seats[entry.seat].away = None

    def _stoodin(self, entry: e.StoodIn) -> None:
        seat = self.seats[entry.seat]
        seat.stand_in, seat.why = True, entry.why
        if entry.why == "clock":
            self.clocks.fall(entry.seat)
        late = entry.why == "clock"
        said = (
            say("{name} is out of time: a bot plays on.", name=seat.name)
            if late
            else say("{name} is away: a bot plays on.", name=seat.name)
        )
        self._tell(entry, said, entry.seat)
        self._not_asked(entry.seat)

    def _not_asked(self, seat: int) -> None:
        """Who cannot answer agrees to nothing: a move that was to be taken back stands. A pause is for those who are here."""
        if self.undo is not None and (seat == self.undo.seat or seat in self.undo.waiting):
            self.undo = None
        if self.pause is not None and seat == self.pause.seat:
            self.pause = None
        elif self.pause is not None and seat in self.pause.waiting:
            self.pause.waiting.remove(seat)

    def _handedback(self, entry: e.HandedBack) -> None:
        seat = self.seats[entry.seat]
        seat.stand_in, seat.why = False, ""
        self._tell(entry, say("{name} is back and plays on.", name=seat.name), entry.seat)

    def _left(self, entry: e.Left) -> None:
        was = self.seats[entry.seat]
        name, look = was.name, (was.sign, was.colour)
        # The salt is in the deal of a running match; in that of the next one a bot has none.
        salt = "" if self.phase is OVER else was.salt
        self._not_asked(entry.seat)
        self._vacate(entry.seat, entry.barred)
        self.seats[entry.seat] = Seat("bot", name, None, salt, self.settings.stand_in, *look)
        if self.phase is not OVER:
            self.seats[entry.seat].left = was.device
        removed = say("{name} was removed by the host: a bot plays on.", name=name)
        self._tell(entry, removed if entry.by_host else say("{name} leaves: a bot plays on.", name=name), entry.seat)

    def _pauseasked(self, entry: e.PauseAsked) -> None:
        self.pause = PauseAsk(entry.seat, self.others_here(entry.seat))
        self._tell(entry, say("{name} asks for a pause.", name=self.seats[entry.seat].name), entry.seat)

    def _pauseanswered(self, entry: e.PauseAnswered) -> None:
        if entry.yes and self.pause is not None:
            self.pause.waiting.remove(entry.seat)
        else:
            self.pause = None
            self._tell(entry, say("{name} would rather play on.", name=self.seats[entry.seat].name), entry.seat)

    def _paused(self, entry: e.Paused) -> None:
        self.phase, self.pause = PAUSED, None
        self.clocks.stop(entry.at)
        self._tell(entry, say("{name} pauses the match.", name=self.seats[entry.seat].name), entry.seat)

    def _resumed(self, entry: e.Resumed) -> None:
        self.phase = RUNNING
        self.clocks.go_on(entry.at)
        self._tell(entry, say("{name} resumes the match.", name=self.seats[entry.seat].name), entry.seat)

    def _wanted(self, entry: e.Wanted) -> None:
        seat = self.seats[entry.seat]
        seat.wants, seat.salt, seat.commit = True, entry.salt, entry.commit
        self._tell(entry, say("{name} wants another match.", name=seat.name), entry.seat)

    def _agreed(self, entry: e.Agreed) -> None: ...

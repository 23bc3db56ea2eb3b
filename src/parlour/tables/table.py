"""A table is what its entries say. `take` takes the next batch; nothing else changes a table."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, get_args

import msgspec

from parlour.core.errors import BadRecord
from parlour.core.game import Game, Way
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.story import Tale
from parlour.core.words import Said, say
from parlour.tables import entries as e
from parlour.tables.clocks import Clocks
from parlour.tables.errors import OtherRules
from parlour.tables.fast import carry, legal_moves
from parlour.tables.race import READY, Gate, Slap
from parlour.tables.shown import MOST_SEATS, OVER, PAUSED, RUNNING, SIGNS, WAITING, Flight, Level, PauseAsk, Seats, UndoAsk
from parlour.tables.signs import dress

FLIGHTS = 8
TRAIL = 4
"""How many states before the last moves are kept at hand."""

SEEN = {e.Started, e.Rematched, e.Moved, e.Sealed, e.Undone, e.UndoAsked, e.UndoAnswered, e.Paused, e.Resumed}
"""After these, views, legal moves or the right to take back are not what they were."""
HANDLERS = {kind: f"_{kind.__name__.lower()}" for kind in get_args(e.AnyEntry)}
UNSHAPED = {e.Moved, e.Slapped, e.Said, e.Showed, e.Revealed}
"""These leave the table around the game as it was."""
MOST_IDS = 100
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


class Table:
    """One table, rebuilt from its log or grown by new batches."""

    def __init__(self, id: str, find: Callable[[str], Game]) -> None:
        self.id = id
        self.find = find
        self.rules = 0
        self.version = 0
        self.phase = WAITING
        self.seats: list[Seat] = []
        self.match: Match | None = None
        self.acting: Seats = ()
        self.awaited: Seats = ()
        """The seats that the match waits for: those whose clocks run, for whom bots move or stand in."""
        self.match_no = 1
        self.moves = 0
        self.drawn = 0
        """The last move that chance had a part in."""
        self._place = (0, 0)
        self.movers: set[int] = set()
        """The seats that have moved in this match."""
        self.undo: UndoAsk | None = None
        self.pause: PauseAsk | None = None
        self.facts: list[Fact] = []
        self.finished: list[Record | None] = []
        """The records of the matches that are over, None for all that a rematch has followed: the log has them."""
        self.stories: dict[str, list[Tale]] = {}
        """What is told of the last of them, by language."""
        self.trail: deque[bytes] = deque(maxlen=TRAIL)
        self.next_seed: bytes | None = None
        self.dealing: int | None = None
        """Since when the devices open their salts for the next deal."""
        self.host: str | None = None
        self.sittings = MOST_SEATS
        """How many there were. They are counted from above the seats' numbers, which codes once named instead."""
        self.muted: set[str] = set()
        self.barred: set[str] = set()
        self.updated = 0
        self.turned = 0
        """The version that dealt or took back: who has seen less needs a snapshot, not a gap."""
        self.told_at = 0
        """The version of the last batch that anybody is told of: answers in a race are nobody's business."""
        self.seen_at = 0
        """The version of the last change to what seats see or may do."""
        self.shaped_at = 0
        """The version of the last change to the table around the game."""
        self.world: tuple[int, list[Any]] = (0, [])
        """What the world did in the last move, and the version of it."""
        self.flights: deque[Flight] = deque(maxlen=FLIGHTS)
        """The last of them, for the eyes."""
        self.flown: dict[tuple[int, int], int] = {}
        """The versions of all flights, by match and move."""
        self.raced: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """The slaps of all races in order, each with its fair time, by match and move."""
        self.gate: Gate | None = None
        """The race that the match is in, announced or open."""
        self._shade: Table | None = None
        self.fresh: e.Moved | None = None
        """A move that `acts.play` has carried out in the match already and that waits to be taken."""
        self._legal: dict[int, list[int]] = {}
        self._held: dict[str | None, Seats] = {}
        self._absent: bool | None = None

    @classmethod
    def rebuilt(cls, id: str, batches: Iterable[e.Batch], find: Callable[[str], Game]) -> Table:
        table = cls(id, find)
        try:
            for batch in batches:
                table.take(batch)
        except Exception:
            if table.rules and table.rules != table.game.version:
                raise table.other_rules() from None
            raise
        if table.rules != table.game.version and table.phase in (RUNNING, PAUSED):
            raise table.other_rules()
        return table

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

    # What is.

    @property
    def absent(self) -> bool:
        """Whether the owner of any seat is gone."""
        if self._absent is None:
            self._absent = any(seat.away is not None for seat in self.seats)
        return self._absent

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

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal moves; listed once a version."""
        known = self._legal.get(seat)
        if known is None:
            playing = seat in self.acting and self.phase is RUNNING and self.match
            known = self._legal[seat] = legal_moves(self.game, playing._state, seat) if playing else []
        return known

    def seen_by(self, mine: Seats, at: int) -> Table:
        """The table as the holder of these seats may know it now: before a race opens, as it was before what caused it.

        Everything that leaves the table goes through here, at every worker.
        """
        gate = self.gate
        if gate is None or not gate.before or gate.mover in mine or gate.is_open(at):
            return self
        if self._shade is None:
            self._shade = self._before(gate)
        return self._shade

    def _before(self, gate: Gate) -> Table:
        assert self.match is not None
        shade = copy.copy(self)
        shade.match = self.match.copy()
        shade.match.restore(gate.before)
        shade.acting, shade.awaited, shade.moves = shade.match.acting, shade.match.awaited, gate.moves - 1
        shade.version = gate.id - 1
        shade.seen_at, shade.shaped_at = min(self.seen_at, shade.version), min(self.shaped_at, shade.version)
        shade.facts = [fact for fact in self.facts if fact.version < gate.id]
        shade._legal = {}
        return shade

    # What happens.

    def take(self, batch: e.Batch) -> None:
        """Take the next batch of the log, or one that is on its way there: if it is not kept, the table is thrown away."""
        self.version += 1
        self._legal.clear()
        self._shade = None
        for entry in batch:
            self.updated = entry.at
            kind = type(entry)
            if kind is not e.Slapped:
                self.told_at = self.version
            if kind in SEEN:
                self.seen_at = self.version
            getattr(self, HANDLERS[kind])(entry)
            if kind not in UNSHAPED:
                self.shaped_at = self.version
                self._held.clear()
                self._absent = None
        self.fresh = None

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

    def _holds(self, device: str | None) -> bool:
        """Whether the device has a seat at this very moment, in the middle of a batch too."""
        return any(seat.device == device for seat in self.seats)

    def _rehoused(self, entry: e.Rehoused) -> None:
        seat, gone = self.seats[entry.seat], self.seats[entry.seat].device
        seat.device, seat.sitting, seat.made = entry.device, self._next_sitting(), {}
        if gone in self.muted:
            self.muted.add(entry.device)
        if self.host == gone and not self._holds(gone):
            self.host = entry.device

    def _renamed(self, entry: e.Renamed) -> None:
        self.seats[entry.seat].name = entry.name
        if self.match is not None and self.phase is not OVER:
            self.match.names = [*self.match.names[: entry.seat], entry.name, *self.match.names[entry.seat + 1 :]]
        self._tell(entry, say("{name} has a new name.", name=entry.name), entry.seat)

    def _muted(self, entry: e.Muted) -> None:
        (self.muted.add if entry.yes else self.muted.discard)(entry.device)

    def _bound(self, entry: e.Bound) -> None:
        self.dealing = entry.at

    def _revealed(self, entry: e.Revealed) -> None:
        self.seats[entry.seat].salt = entry.salt

    def _started(self, entry: e.Started) -> None:
        self._deal(entry)

    def new_match(self, seed: bytes, names: list[str], salts: list[str], commits: list[str]) -> Match:
        """A match of this table at its first decision."""
        match = Match(
            self.game,
            players=None if self.position else len(self.seats),
            seed=seed,
            names=names,
            salts=salts,
            commits=commits if any(commits) else (),
            settings=msgspec.to_builtins(self.settings),
            options=self.options,
            start=self.position,
        )
        match.carry = carry
        return match

    def follow(self, at: int, mover: int | None = None) -> None:
        """See whom the match waits for now; their time begins."""
        assert self.match is not None
        self.acting, self.awaited = self.match.acting, self.match.awaited
        self.clocks.turn(self.awaited, at, mover)

    def begin_clocks(self, at: int) -> None:
        self.clocks = Clocks(self.settings.clock, len(self.seats), at)

    def _deal(self, entry: e.Started | e.Rematched) -> None:
        self.rules = entry.rules or self.rules
        seats = self.seats
        self.match = self.new_match(self.seed, self.names, [seat.salt for seat in seats], [seat.commit for seat in seats])
        self.dealing = None
        self.phase = RUNNING
        self.moves = self.drawn = 0
        self._place = self.match.place
        self.movers.clear()
        self.turned = self.version
        self.trail.clear()
        self.flights.clear()
        self.facts.clear()
        self.begin_clocks(entry.at)
        self.follow(entry.at)
        self._see_race(entry.at, anew=True)
        self.facts.append(Fact(self.version, entry.at, "game", first=0, last=self.match.told))
        for seat in self.seats:
            seat.wants = False

    def _see_race(self, at: int, mover: int | None = None, before: bytes = b"", *, anew: bool = False) -> None:
        """Announce the race that the match is in now, if it is not the same as before."""
        assert self.match is not None
        race = self.game.race(self.match._state) if self.game.has_race else None
        if race is None:
            self.gate = None
        elif self.gate is None or anew:
            opens = at + READY
            self.gate = Gate(
                self.version, self.acting, opens, opens + race.window, race.stay, self.moves, mover, before, answers={}
            )

    def _see_chance(self, match: Match) -> None:
        """Whether the last move took anything from the random stream."""
        if match.place != self._place:
            self._place, self.drawn = match.place, self.moves

    def _slapped(self, entry: e.Slapped) -> None:
        assert self.gate is not None
        number = self.game.read_move(entry.move, entry.seat)
        self.gate.answers[entry.seat] = Slap(entry.ms, entry.tie, entry.seat, number, entry.at, entry.id)

    def _repeated(self, entry: e.Repeated) -> None:
        assert self.gate is not None
        again = self.gate.again + 1
        self._see_race(entry.at, anew=True)
        self.gate.again = again
        said = say("Nobody could answer the race in time: it is run again.")
        self.facts.append(Fact(self.version, entry.at, "table", text=said.template))

    def _moved(self, entry: e.Moved) -> None:
        assert self.match is not None
        if entry is self.fresh:
            told = self._told_before
        else:
            self.trail.append(bytes(self.match._state))
            told = self.match.told
            self.match.repeat(entry.seat, entry.move)
            for report in entry.world:
                self.match.happen(report)
            if self.match.entries[-1].check != entry.check:
                wrong = say("move {move} does not lead where it led when it was made.", move=self.moves + 1)
                raise BadRecord(wrong)
        self.moves += 1
        self._see_chance(self.match)
        self.movers.add(entry.seat)
        if entry.id is not None:
            made = self.seats[entry.seat].made
            made[entry.id] = self.version
            if len(made) > MOST_IDS:
                del made[next(iter(made))]
        if entry.world:
            self.world = (self.version, entry.world)
        for way in entry.ways:
            self.flights.append(Flight(self.version, self.match_no, self.moves, entry.seat, entry.at, way.seconds, way.path))
            self.flown[self.match_no, self.moves] = self.version
        if entry.race is not None:
            self.raced[self.match_no, self.moves] = entry.race
        if entry.late:
            name = self.seats[entry.seat].name
            said = say("{name} is out of time: the rules make the move ({rule}).", name=name, rule=self.game.time_rule)
            self._tell(entry, said, entry.seat)
        self.undo = None
        self.facts.append(Fact(self.version, entry.at, "game", entry.seat, first=told, last=self.match.told, move=self.moves))
        self.follow(entry.at, entry.seat)
        if self.game.has_race:
            self._see_race(entry.at, entry.seat, self.trail[-1], anew=bool(entry.race))

    def carry_out(self, seat: int, number: int, at: int, **more: Any) -> e.Moved:
        """Make the move in the match and return its entry, which must be taken next or the table thrown away."""
        assert self.match is not None
        entries, self._told_before = self.match.entries, self.match.told
        made, ways = len(entries), list[Way]()
        self.trail.append(self.match.advance(seat, number, self._legal.get(seat, ()), ways))
        world = [line.world for line in entries[made + 1 :]] if len(entries) > made + 1 else []
        self.fresh = e.Moved(at, seat, str(entries[made].move), entries[-1].check, world=world, ways=ways, **more)
        return self.fresh

    def _sealed(self, entry: e.Sealed) -> None:
        assert self.match is not None
        self.phase, self.pause = OVER, None
        self.finished.append(self.match.record())
        self.stories.clear()
        self.next_seed = bytes.fromhex(entry.seed)
        for seat in self.seats:
            seat.salt = seat.commit = ""

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

    def _undone(self, entry: e.Undone) -> None:
        assert self.match is not None
        lines = self.match.entries[: entry.moves]
        again = self.new_match(self.seed, self.match.names, self.match.salts, self.match.commits)
        self.trail.clear()
        self.moves = self.drawn = 0
        self._place = again.place
        for line in lines:
            if line.world is not None:
                again.happen(line.world)
            else:
                self.trail.append(bytes(again._state))
                again.repeat(line.seat or 0, line.move or "")
                self.moves += 1
            self._see_chance(again)
        self.match = again
        self.turned = self.version
        self.movers = {line.seat for line in lines if line.seat is not None}
        self.flights = deque((f for f in self.flights if f.move <= self.moves), FLIGHTS)
        self.flown = {key: at for key, at in self.flown.items() if key[0] != self.match_no or key[1] <= self.moves}
        self.raced = {key: slaps for key, slaps in self.raced.items() if key[0] != self.match_no or key[1] <= self.moves}
        self.facts = [fact for fact in self.facts if fact.kind != "game" or (fact.move or 0) <= self.moves]
        self.undo = None
        self.clocks.turn((), entry.at)
        self.follow(entry.at)
        self._see_race(entry.at, anew=True)
        self._tell(entry, say("{name} takes back a move.", name=self.seats[entry.seat].name), entry.seat)

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

    def others_here(self, seat: int) -> list[int]:
        """The other persons who are here and play."""
        seats = self.seats
        return [other for other in self.persons() if other != seat and seats[other].away is None and not seats[other].stand_in]

    def _paused(self, entry: e.Paused) -> None:
        self.phase, self.pause = PAUSED, None
        self.clocks.stop(entry.at)
        self._tell(entry, say("{name} pauses the match.", name=self.seats[entry.seat].name), entry.seat)

    def _resumed(self, entry: e.Resumed) -> None:
        self.phase = RUNNING
        self.clocks.go_on(entry.at)
        if self.match is not None:
            self._see_race(entry.at, anew=True)
        self._tell(entry, say("{name} resumes the match.", name=self.seats[entry.seat].name), entry.seat)

    def _wanted(self, entry: e.Wanted) -> None:
        seat = self.seats[entry.seat]
        seat.wants, seat.salt, seat.commit = True, entry.salt, entry.commit
        self._tell(entry, say("{name} wants another match.", name=seat.name), entry.seat)

    def _rematched(self, entry: e.Rematched) -> None:
        assert self.next_seed is not None
        self.seats = [self.seats[-1], *self.seats[:-1]]
        self.seed, self.next_seed = self.next_seed, None
        self.match_no += 1
        self.forget_past()
        self._deal(entry)

    def forget_past(self) -> None:
        """What is not of the last match is not kept at hand: a table may see hundreds."""
        self.finished = [None] * len(self.finished)
        self.flown.clear()
        self.raced.clear()

    def _agreed(self, entry: e.Agreed) -> None: ...

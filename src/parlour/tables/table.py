"""A table is what its entries say. `take` takes the next batch; nothing else changes a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, get_args

import msgspec

from parlour.core.errors import BadRecord
from parlour.core.game import Game, Way
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.story import Tale
from parlour.core.words import say
from parlour.tables import entries as e
from parlour.tables.clocks import Clocks
from parlour.tables.company import Fact, Seat
from parlour.tables.fast import carry, legal_moves
from parlour.tables.gated import Gated
from parlour.tables.shown import OVER, PAUSED, RUNNING, Flight

__all__ = ["Fact", "Seat", "Table"]

FLIGHTS = 8
TRAIL = 4
"""How many states before the last moves are kept at hand."""

SEEN = {e.Started, e.Rematched, e.Moved, e.Sealed, e.Undone, e.UndoAsked, e.UndoAnswered, e.Paused, e.Resumed}
"""After these, views, legal moves or the right to take back are not what they were."""
UNSHAPED = {e.Moved, e.Slapped, e.Said, e.Showed, e.Revealed}
"""These leave the table around the game as it was."""
UNTOLD = {e.Slapped}
"""Of these nobody is told yet: answers in a race are nobody's business."""
TAKING = {
    kind: (f"_{kind.__name__.lower()}", kind not in UNTOLD, kind in SEEN, kind not in UNSHAPED) for kind in get_args(e.AnyEntry)
}
"""For each kind of entry the method that takes it, and whether it is told, seen, and shapes the table."""
MOST_IDS = 100


class Table(Gated):
    """One table, rebuilt from its log or grown by new batches: the company around it, and here the matches that they play."""

    def __init__(self, id: str, find: Callable[[str], Game]) -> None:
        super().__init__(id, find)
        self.match_no = 1
        self.moved: dict[int, int] = {}
        """The last move of each seat in this match."""
        self.stands = 0
        """The last move that chance had a part in, that was raced, or that moved something in the world."""
        self._place = b""
        self.finished: list[Record | None] = []
        """The records of the matches that are over, None for all that a rematch has followed: the log has them."""
        self.stories: dict[tuple[str, ...], list[Tale]] = {}
        """What is told of the last of them, by language and the names there are."""
        self.trail: deque[bytes] = deque(maxlen=TRAIL)
        self.next_seed: bytes | None = None
        self.began = self.ended = 0
        """When the last match was dealt, and when it was over."""
        self.updated = 0
        self.turned = 0
        """The version that dealt or took back: who has seen less needs a snapshot, not a gap."""
        self.told_at = 0
        """The version of the last batch that anybody is told of."""
        self.world: tuple[int, list[Any]] = (0, [])
        """What the world did in the last move, and the version of it."""
        self.flights: deque[Flight] = deque(maxlen=FLIGHTS)
        """The last of them, for the eyes."""
        self.flown: dict[tuple[int, int], int] = {}
        """The versions of all flights, by match and move."""
        self.fresh: e.Moved | None = None
        """A move that `acts.play` has carried out in the match already and that waits to be taken."""

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

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal moves; listed once a version."""
        known = self._legal.get(seat)
        if known is None:
            playing = seat in self.acting and self.phase is RUNNING and self.match
            known = self._legal[seat] = playing.numbers(seat) if playing else []
        return known

    def take(self, batch: e.Batch) -> None:
        """Take the next batch of the log, or one that is on its way there: if it is not kept, the table is thrown away."""
        self.version += 1
        self._legal.clear()
        self._shade = None
        for entry in batch:
            self.updated = entry.at
            method, told, seen, shapes = TAKING[type(entry)]
            if told:
                self.told_at = self.version
            if seen:
                self.seen_at = self.version
            getattr(self, method)(entry)
            if shapes:
                self.shaped_at = self.version
                self._held.clear()
                self._absent = self._by_hand = None
        self.fresh = None

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
        match.carry, match.listed = carry, legal_moves
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
        self.moves = self.stands = 0
        self._place = self.match.place
        self.moved.clear()
        self.turned = self.version
        self.trail.clear()
        self.flights.clear()
        self.facts.clear()
        self.began, self.ended = entry.at, 0
        self.begin_clocks(entry.at)
        self.follow(entry.at)
        self._see_race(entry.at, anew=True)
        self.facts.append(Fact(self.version, entry.at, "game", first=0, last=self.match.told))
        for seat in self.seats:
            seat.wants, seat.left = False, None

    def _moved(self, entry: e.Moved) -> None:
        assert self.match is not None
        if entry is self.fresh:
            told = self._told_before
        else:
            self.trail.append(self.match.kept())
            told = self.match.told
            self.match.repeat(entry.seat, entry.move, entry.world)
            if self.match.entries[-1].check != entry.check:
                wrong = say("move {move} does not lead where it led when it was made.", move=self.moves + 1)
                raise BadRecord(wrong)
        self.moves += 1
        self.moved[entry.seat] = self.moves
        place = self.match.place
        if place != self._place or entry.world or entry.race is not None:
            self._place, self.stands = place, self.moves
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
        acting = self.acting
        self.follow(entry.at, entry.seat)
        if self.game.has_race:
            # Who stays out leaves the race to the others; every other race is a new one, even one that follows at once.
            mover = None if entry.race == [] else entry.seat
            left = tuple(seat for seat in acting if seat != entry.seat)
            self._see_race(entry.at, mover, self.trail[-1], anew=bool(entry.race) or self.acting != left)

    def carry_out(self, seat: int, number: int, at: int, **more: Any) -> e.Moved:
        """Make the move in the match and return its entry, which must be taken next or the table thrown away."""
        assert self.match is not None
        entries, self._told_before = self.match.entries, self.match.told
        made = len(entries)
        ways: list[Way] = []
        self.trail.append(self.match.advance(seat, number, self._legal.get(seat, ()), ways))
        world = [line.world for line in entries[made + 1 :]] if len(entries) > made + 1 else []
        self.fresh = e.Moved(at, seat, str(entries[made].move), entries[-1].check, world=world, ways=ways, **more)
        return self.fresh

    def _sealed(self, entry: e.Sealed) -> None:
        assert self.match is not None
        self.phase, self.pause, self.ended = OVER, None, entry.at
        self.finished.append(self.match.record())
        self.stories.clear()
        self.next_seed = bytes.fromhex(entry.seed)
        for seat in self.seats:
            seat.salt = seat.commit = ""

    def _undone(self, entry: e.Undone) -> None:
        assert self.match is not None
        lines = self.match.entries[: entry.moves]
        again = self.new_match(self.seed, self.match.names, self.match.salts, self.match.commits)
        self.trail.clear()
        self.moves = self.stands = 0
        self._place = again.place
        self.moved.clear()
        for line in lines:
            if line.world is not None:
                again.happen(line.world)
            else:
                self.trail.append(again.kept())
                again.repeat(line.seat or 0, line.move or "")
                self.moves += 1
                self.moved[line.seat or 0] = self.moves
            if again.place != self._place or line.world is not None:
                self._place, self.stands = again.place, self.moves
        self.match = again
        self.turned = self.version
        self.flights = deque((f for f in self.flights if f.move <= self.moves), FLIGHTS)
        self.flown = {key: at for key, at in self.flown.items() if key[0] != self.match_no or key[1] <= self.moves}
        self.raced = {key: slaps for key, slaps in self.raced.items() if key[0] != self.match_no or key[1] <= self.moves}
        self.stands = max(self.stands, *(move for match, move in self.raced if match == self.match_no), 0)
        self.facts = [fact for fact in self.facts if fact.kind != "game" or (fact.move or 0) <= self.moves]
        self.undo = None
        self.clocks.turn((), entry.at)
        self.follow(entry.at)
        self._see_race(entry.at, anew=True)
        self._tell(entry, say("{name} takes back a move.", name=self.seats[entry.seat].name), entry.seat)

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

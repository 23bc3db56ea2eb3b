"""The one way out of a table. Everything a client reads of a match is made here, for one audience: a seat or spectators.

The game's own `view`, `event` and `legal` hide what a seat may not know; nothing here looks into the record otherwise.
Seeds and salts leave only when the match is over; devices never leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from parlour.core.game import Game, Note, Outcome
from parlour.core.match import Match
from parlour.core.registry import game as find_game
from parlour.core.seeds import commitment
from parlour.core.story import Tale
from parlour.core.words import ENGLISH, Words, named, names_somebody, say
from parlour.tables.deal import dealing_shown
from parlour.tables.due import takeover_at
from parlour.tables.errors import Unfit
from parlour.tables.shown import (
    OVER,
    PAUSED,
    RUNNING,
    WAITING,
    ClocksShown,
    Fairness,
    Flight,
    Line,
    LookShown,
    Offer,
    Seats,
    SeatShown,
    Side,
    TableShown,
)
from parlour.tables.table import Fact, Table
from parlour.tables.undo import may_undo

_encode = msgspec.json.Encoder().encode


def table_shown(table: Table, words: Words = ENGLISH) -> TableShown:
    """The table around the game, the same for everybody."""
    over = table.phase is OVER
    match = table.match
    return TableShown(
        id=table.id,
        game=table.game.key,
        rules=table.game.version,
        options=match.options if match else table.options,
        settings=table.settings,
        phase=table.phase,
        match=table.match_no,
        moves=table.moves,
        seats=seats_shown(table),
        fairness=Fairness(
            commitment(table.seed),
            table.seed.hex() if over else None,
            list(match.salts) if over and match else None,
            list(match.commits) if match and match.commits else None,
        ),
        acting=table.acting,
        undo=table.undo,
        pause=table.pause,
        outcome=match.outcome_in(words) if over and match else None,
        story=story(table, words) if over and match else [],
        created=table.created,
        lesson=table.position is not None,
        next_commitment=commitment(table.next_seed) if table.next_seed else None,
        dealing=dealing_shown(table),
    )


def story(table: Table, words: Words) -> list[Tale]:
    """What is worth telling of a match that is over, when nothing is hidden any more."""
    game, match = table.game, table.match
    assert match is not None
    if (told := table.stories.get((words.code, *match.names))) is not None:
        return told
    opened, events = game.opened(match.notes), []
    for fact in table.facts:
        if fact.kind == "game":
            for event in opened[fact.first : fact.last]:
                event["move"] = fact.move
                events.append(event)
    outcome = match.outcome
    tales = game.story(events, outcome, match.names) if outcome else []
    table.stories[(words.code, *match.names)] = told = [Tale(words.of(tale.sentence), tale.seat, tale.move) for tale in tales]
    return told


def seats_shown(table: Table) -> list[SeatShown]:
    return [
        SeatShown(
            seat=number,
            kind=seat.kind,  # type: ignore[arg-type]
            name=seat.name,
            sign=seat.sign,
            colour=seat.colour,
            level=seat.level,
            host=seat.device is not None and seat.device == table.host,
            salted=bool(seat.commit or seat.salt),
            away=seat.away,
            stand_in=seat.stand_in,
            rematch=seat.wants,
            muted=seat.device in table.muted,
        )
        for number, seat in enumerate(table.seats)
    ]


def looks_shown(table: Table, match: int) -> list[LookShown]:
    """How the seats of a match looked: each rematch since then has moved them on by one."""
    moved = table.match_no - match
    seats = [table.seats[(number + moved) % len(table.seats)] for number in range(len(table.seats))]
    return [LookShown(seat.sign, seat.colour, seat.level) for seat in seats]


def clocks_shown(table: Table, now: Callable[[], int], *, always: bool = False) -> ClocksShown | None:
    """Nothing while nobody's time is counted, unless that itself is to be told."""
    if not (always or table.clocks.ticks or table.absent):
        return None
    at = now()
    playing = table.phase in (RUNNING, PAUSED)
    takeover = {seat: when for seat in table.awaited if (when := takeover_at(table, seat)) is not None} if playing else {}
    if not always and not takeover and not (playing and table.clocks.ticks):
        return None
    running = list(table.awaited) if playing and table.clocks.ticks and table.clocks.stopped is None else []
    left = [table.clocks.left(seat, at) for seat in range(len(table.seats))]
    flags = {seat: table.clocks.flag(seat) for seat in running if not table.seats[seat].played_by_bot}
    return ClocksShown(at, running, left, {seat: when for seat, when in flags.items() if when is not None}, takeover)


def may_watch(table: Table) -> bool:
    """Whether spectators see the match: if the table allows it, or when it is over."""
    return table.settings.spectators or table.phase is OVER


def flights(table: Table, since: int) -> list[Flight]:
    """The flights after a version that are at hand. All that moves is on the board, so everybody who may watch sees them."""
    return [flight for flight in table.flights if flight.version > since]


def in_the_air(table: Table, now: int) -> list[Flight]:
    """Those that are still to be seen now."""
    return [flight for flight in table.flights if flight.at + 1000 * flight.seconds > now]


class Account:
    """What a table tells of itself after a version, in one language. What many may know is made once."""

    def __init__(self, table: Table, since: int = 0, words: Words = ENGLISH) -> None:
        self.table, self.words = table, words
        self._lines: list[Line | tuple[Fact, Note]] = []
        """What they are made of, where somebody may not know all."""
        self._secrets = False
        self._open_view: msgspec.Raw | None = None
        self._may_undo = table.settings.undo and table.phase is RUNNING and table.undo is None and table.gate is None
        facts = table.facts
        first = len(facts)
        while first and facts[first - 1].version > since:
            first -= 1
        for fact in facts[first:]:
            if fact.kind == "game":
                self._add_notes(fact)
            elif fact.kind == "table":
                sentence = words.fill(fact.text, {"name": fact.name, "rule": table.game.time_rule})
                self._lines.append(Line(fact.version, "table", sentence, seat=fact.seat, at=fact.at))
            else:
                line = Line(fact.version, fact.kind, fact.text, seat=fact.seat, name=fact.name, at=fact.at)  # type: ignore[arg-type]
                self._lines.append(line)
        self._same: Any = self._lines if self._secrets or not self._lines else msgspec.Raw(_encode(self._lines))

    def side(self, seat: int | None, view: bool = True, offers: bool = True) -> Side:
        """What a seat (None: spectators) may know: the log, and the view with its legal moves if asked."""
        table, match = self.table, self.table.match
        if seat is None and not may_watch(table):
            return Side(None)
        lines = self.lines(seat) if self._secrets else self._same
        if not view or match is None:
            return Side(seat, lines)
        seen = self._view(match, seat)
        if seat is not None:
            legal = table.legal(seat)
            game, words = table.game, self.words
            moves = [_common(game, seat, n, words) or offer(game, seat, n, words, match.names) for n in legal] if offers else []
            return Side(seat, lines, seen, legal, moves, self._may_undo and may_undo(table, seat))
        return Side(None, lines, seen)

    def lines(self, seat: int | None) -> list[Line]:
        """The log as a seat may read it."""
        return [self._said(*line, seat) if isinstance(line, tuple) else line for line in self._lines]

    def _add_notes(self, fact: Fact) -> None:
        assert self.table.match is not None
        told, lines = self.table.game.told, self._lines
        for note in self.table.match.notes[fact.first : fact.last]:
            if told[note[0]].secret:
                self._secrets = True
                lines.append((fact, note))
            else:
                lines.append(self._said(fact, note, None))

    def _said(self, fact: Fact, note: Note, seat: int | None) -> Line:
        game, match = self.table.game, self.table.match
        assert match is not None
        event = game.event(note, seat)
        return Line(
            fact.version, "game", game.sentence(event, match.names, self.words), event, fact.seat, None, fact.move, fact.at
        )

    def _view(self, match: Match, seat: int | None) -> msgspec.Raw:
        """Where nothing is hidden everybody gets the same, written once, as somebody who watches: the side says whose it is."""
        if not self.table.game.open:
            return msgspec.Raw(_encode(match.view(seat)))
        if self._open_view is None:
            self._open_view = msgspec.Raw(_encode(match.view(None)))
        return self._open_view


def drawn(table: Table, seat: int | None, mine: Seats, at: int) -> str:
    """What a seat (None: spectators) of the holder of `mine` may see now, as a picture."""
    table = table.seen_by(mine, at)
    if table.match is None or Account(table).side(seat, offers=False).view is None:
        raise Unfit("not_now", say("There is nothing to see yet."))
    return table.game.svg(table.match.view(seat), table.match.names)


def offer(game: Game, seat: int, number: int, words: Words = ENGLISH, names: Sequence[str] = ()) -> Offer:
    """A move in words."""
    return _offer(game, seat, number, words, tuple(names) if _names_somebody(game, seat, number) else ())


@lru_cache(maxsize=20_000)
def _offer(game: Game, seat: int, number: int, words: Words, names: tuple[str, ...]) -> Offer:
    """Most moves are the same at every table; a few name somebody."""
    move = game.move(number)
    label = words.of(named(game.label(move, seat), names))
    return Offer(number, game.text(move, seat), label, dict(msgspec.to_builtins(move)))


@lru_cache(maxsize=20_000)
def _common(game: Game, seat: int, number: int, words: Words) -> Offer | None:
    """A move in words that are the same at every table, for most: found without a call of Python."""
    return None if _names_somebody(game, seat, number) else _offer(game, seat, number, words, ())


@lru_cache(maxsize=20_000)
def _names_somebody(game: Game, seat: int, number: int) -> bool:
    return names_somebody(game.label(game.move(number), seat))


def record_text(table: Table, match: int) -> str:
    """The record of a finished match, seed included."""
    if not 1 <= match <= len(table.finished):
        if match == table.match_no and table.phase is not WAITING:
            raise Unfit("sealed", say("The match is still running: its record opens when it is over."))
        raise Unfit("no_match", say("There is no match {match} at this table.", match=match))
    record = table.finished[match - 1]
    assert record is not None  # Whoever asks for an older match brings the table as it was at its end.
    return str(record)


def replay_steps(
    text: str, words: Words = ENGLISH, names: Sequence[str] = ()
) -> tuple[Any, list[dict[str, Any]], Outcome | None]:
    """A finished match step by step, nothing hidden: its record, for every step move, lines and all views, its outcome;
    `names` are what those who played are called now."""
    from parlour.core.record import Record

    record = Record.parse(text)
    match = record.begin(find_game)
    match.names = list(names) or match.names
    steps: list[dict[str, Any]] = []

    def step(told: int, **more: Any) -> None:
        said = []
        for note in match.notes[told:]:
            event = match.game.event(note, None, open=True)
            sentence = match.game.sentence(event, match.names, words)
            said.append(Line(0, "game", sentence, event, more.get("seat"), move=len(steps)))
        views = [msgspec.Raw(_encode(match.view(seat))) for seat in range(match.players)]
        steps.append({"lines": said, "view": msgspec.Raw(_encode(match.view(None))), "views": views, **more})

    step(0)
    for seat, move, world in record.moves():
        told, number = match.told, match.game.read_move(move, seat)
        shown = offer(match.game, seat, number, words, match.names)
        match.repeat(seat, move, world)
        step(told, seat=seat, number=number, text=shown.text, label=shown.label, world=world or None)
    return record, steps, match.outcome_in(words)

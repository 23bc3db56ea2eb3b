"""The one way out of a table. Everything a client reads of a match is made here, for one audience: a seat or spectators.

The game's own `view`, `event` and `legal` hide what a seat may not know; nothing here looks into the record otherwise.
Seeds and salts leave only when the match is over; devices never leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from parlour.core.game import Game, Outcome, commitment
from parlour.core.registry import game as find_game
from parlour.core.words import ENGLISH, Words, say
from parlour.tables.due import takeover_at
from parlour.tables.errors import Unfit
from parlour.tables.shown import ClocksShown, Fairness, Flight, Line, Offer, Phase, SeatShown, Side, TableShown
from parlour.tables.table import TRAIL, Fact, Table

_encode = msgspec.json.Encoder().encode
NOBODYS = b'{"players":%d,"seat":null'
"""How the view of a spectator begins."""


def table_shown(table: Table, words: Words = ENGLISH) -> TableShown:
    """The table around the game, the same for everybody."""
    over = table.phase is Phase.OVER
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
        ),
        acting=list(table.acting),
        undo=table.undo,
        outcome=table.game.outcome(match._state, words) if over and match else None,
        created=table.created,
        lesson=table.position is not None,
        next_commitment=commitment(table.next_seed) if table.next_seed else None,
    )


def seats_shown(table: Table) -> list[SeatShown]:
    return [
        SeatShown(
            seat=number,
            kind=seat.kind,  # type: ignore[arg-type]
            name=seat.name,
            level=seat.level,
            host=seat.device is not None and seat.device == table.host,
            salted=bool(seat.salt),
            away=seat.away,
            stand_in=seat.stand_in,
            rematch=seat.wants,
            open_hands=seat.agrees,
        )
        for number, seat in enumerate(table.seats)
    ]


def clocks_count(table: Table) -> bool:
    """Whether anybody's time may be counted."""
    return table.clocks.ticks or table.absent


def clocks_shown(table: Table, now: int, *, always: bool = False) -> ClocksShown | None:
    """Nothing while nobody's time is counted, unless that itself is to be told."""
    if not always and not clocks_count(table):
        return None
    playing = table.phase in (Phase.RUNNING, Phase.PAUSED)
    takeover = {seat: at for seat in table.awaited if (at := takeover_at(table, seat)) is not None} if playing else {}
    if not always and not takeover and not (playing and table.clocks.ticks):
        return None
    running = list(table.awaited) if playing and table.clocks.ticks and not table.clocks.stopped else []
    left = [table.clocks.left(seat, now) for seat in range(len(table.seats))]
    flags = {seat: table.clocks.flag(seat) for seat in running if not table.seats[seat].played_by_bot}
    return ClocksShown(now, running, left, {seat: at for seat, at in flags.items() if at is not None}, takeover)


def may_watch(table: Table) -> bool:
    """Whether spectators see the match: if the table allows it, or when it is over."""
    return table.settings.spectators or table.phase is Phase.OVER


def flights(table: Table, since: int) -> list[Flight]:
    """The flights after a version that are at hand. All that moves is on the board, so everybody who may watch sees them."""
    return [flight for flight in table.flights if flight.version > since]


def in_the_air(table: Table, now: int) -> list[Flight]:
    """Those that are still to be seen now."""
    return [flight for flight in table.flights if flight.at + 1000 * flight.seconds > now]


def side(
    table: Table, seat: int | None, *, since: int = 0, view: bool = True, offers: bool = True, words: Words = ENGLISH
) -> Side:
    """What a seat (None: spectators) may know: the lines after `since`, and the view with its legal moves if asked."""
    if seat is None and not may_watch(table):
        return Side(None)
    told, match = lines(table, seat, since, words), table.match
    if not view or match is None:
        return Side(seat, told)
    seen = msgspec.Raw(view_bytes(table, seat))
    if seat is not None:
        legal = table.legal(seat)
        moves = [offer(table.game, seat, number, words) for number in legal] if offers else []
        undo = table.settings.undo and table.phase is Phase.RUNNING and table.undo is None and seat in table.movers
        return Side(seat, told, seen, legal, moves, undo)
    if not table.hands_open or len(table.trail) < TRAIL:
        return Side(None, told, seen)
    late = match._state.copy()
    late.restore(table.trail[0])
    hands = [msgspec.Raw(_encode(table.game.view(late, other))) for other in range(match.players)]
    return Side(None, told, seen, hands=hands)


def view_bytes(table: Table, seat: int | None) -> bytes:
    """The view of a seat, made once a version; where nothing is hidden, once for all seats."""
    known = table.views.get(seat)
    if known is None:
        assert table.match is not None
        if table.game.open and seat is not None:
            # The view of a spectator with another seat written in; `View` begins with players and seat.
            players = table.match.players
            known = b'{"players":%d,"seat":%d' % (players, seat) + view_bytes(table, None)[len(NOBODYS % players) :]
        else:
            known = _encode(table.match.view(seat))
        table.views[seat] = known
    return known


def drawn(table: Table, seat: int | None) -> str:
    """What a seat (None: spectators) may see, as a picture."""
    if table.match is None or side(table, seat, offers=False).view is None:
        raise Unfit("not_now", say("There is nothing to see yet."))
    return table.game.svg(table.match.view(seat), table.match.names)


def lines(table: Table, seat: int | None, since: int = 0, words: Words = ENGLISH) -> list[Line]:
    """The log after a version, as the seat may read it and in its language."""
    facts: Iterable[Fact] = table.facts
    if since:
        same: list[Line] | None = table.shared.get((since, words.code))
        if same is not None:
            return same
        fresh = []
        for fact in reversed(table.facts):
            if fact.version <= since:
                break
            fresh.append(fact)
        facts = reversed(fresh)
    told: list[Line] = []
    for fact in facts:
        if fact.kind == "game":
            told += _game_lines(table, fact, seat, words)
        elif fact.kind == "table":
            sentence = words.fill(fact.text, {"name": fact.name, "rule": table.game.time_rule})
            told.append(Line(fact.version, "table", sentence, seat=fact.seat, at=fact.at))
        else:
            told.append(
                Line(fact.version, fact.kind, fact.text, seat=fact.seat, name=fact.name, at=fact.at)  # type: ignore[arg-type]
            )
    if since and table.game.open:
        table.shared[since, words.code] = told
    return told


def _game_lines(table: Table, fact: Fact, seat: int | None, words: Words) -> list[Line]:
    match, game = table.match, table.game
    assert match is not None
    said = []
    for index in range(fact.first, fact.last):
        note = match._notes[index]
        # What is no secret is the same line for everybody.
        key = None if fact.version < table.version or game.told[note[0]].secret else (fact.version, index, words.code)
        line: Line | None = table.shared.get(key)
        if line is None:
            event = game.event(note, seat)
            sentence = game.sentence(event, match.names, words)
            line = Line(fact.version, "game", sentence, event, fact.seat, None, fact.move, fact.at)
            if key is not None:
                table.shared[key] = line
        said.append(line)
    return said


@lru_cache(maxsize=20_000)
def offer(game: Game, seat: int, number: int, words: Words = ENGLISH) -> Offer:
    """A move in words; the same at every table."""
    move = game.move(number)
    return Offer(number, game.text(move, seat), words.of(game.label(move, seat)), dict(msgspec.to_builtins(move)))


def record_text(table: Table, match: int) -> str:
    """The record of a finished match, seed included."""
    if not 1 <= match <= len(table.finished):
        if match == table.match_no and table.phase is not Phase.WAITING:
            raise Unfit("sealed", say("The match is still running: its record opens when it is over."))
        raise Unfit("no_match", say("There is no match {match} at this table.", match=match))
    return str(table.finished[match - 1])


def replay_steps(text: str, words: Words = ENGLISH) -> tuple[Any, list[dict[str, Any]], Outcome | None]:
    """A finished match step by step, nothing hidden: its record, for every step move, lines and all views, its outcome."""
    from parlour.core.record import Record

    record = Record.parse(text)
    match = record.begin(find_game)
    steps: list[dict[str, Any]] = []

    def step(told: int, **more: Any) -> None:
        said = []
        for note in match._notes[told:]:
            event = match.game.event(note, None, open=True)
            sentence = match.game.sentence(event, match.names, words)
            said.append(Line(0, "game", sentence, event, more.get("seat"), move=len(steps)))
        views = [msgspec.Raw(_encode(match.view(seat))) for seat in range(match.players)]
        steps.append({"lines": said, "view": msgspec.Raw(_encode(match.view(None))), "views": views, **more})

    step(0)
    entries = list(record.entries)
    while entries:
        entry = entries.pop(0)
        told = match.told
        assert entry.seat is not None
        assert entry.move is not None
        number = match.game.read_move(entry.move, entry.seat)
        shown = offer(match.game, entry.seat, number, words)
        match.repeat(entry.seat, entry.move)
        world = []
        while entries and entries[0].world is not None:
            world.append(entries.pop(0).world)
            match.happen(world[-1])
        step(told, seat=entry.seat, number=number, text=shown.text, label=shown.label, world=world or None)
    return record, steps, match.game.outcome(match._state, words)

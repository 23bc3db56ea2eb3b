"""The result of a match, from the table that it was played at."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from parlour.core.game import Outcome
from parlour.server.archive import find_game
from parlour.server.storage.club_results import Player, Result
from parlour.tables import entries as e
from parlour.tables.company import Seat
from parlour.tables.players import guest, known_level
from parlour.tables.table import Table


def place(outcome: Outcome, seat: int) -> int:
    """Which place a seat has: those who share the victory are first, the others follow by their scores."""
    winners, scores = outcome.winners, outcome.scores
    if seat in winners:
        return 1
    return 1 + sum(other in winners or scores[other] > scores[seat] for other in range(len(scores)))


def result_of(table: Table) -> Result | None:
    """The result of the match that has just ended at a table; None for what counts for nobody: lessons, and bots alone."""
    match = table.match
    outcome = match.outcome if match is not None else None
    people = any((seat.device or seat.left) and not seat.gone for seat in table.seats)
    if match is None or outcome is None or table.position is not None or not people:
        return None
    return Result(
        table=table.id,
        match=table.match_no,
        game=table.game.key,
        rules=table.rules,
        began=table.began,
        ended=table.ended,
        options=msgspec.json.encode(match.options).decode(),
        rated=table.settings.rated and not _brought(table),
        moves=table.moves,
        players=[_player(number, seat, outcome) for number, seat in enumerate(table.seats)],
        cup=table.settings.cup,
    )


def _brought(table: Table) -> bool:
    """Whether a bot of the host's own played along, of which nobody has measured how strong it is."""
    levels = {seat.level or (table.settings.stand_in if seat.stand_in else None) for seat in table.seats}
    return any(guest(table.game.key, level) for level in levels if level)


def _player(number: int, seat: Seat, outcome: Outcome) -> Player:
    held, won = seat.device or seat.left, number in outcome.winners
    return Player(
        seat=number,
        device=None if seat.gone else held,
        level=None if held else known_level(seat.level or "medium"),
        name="" if seat.gone else seat.name,
        sign=0 if seat.gone else seat.sign,
        colour=0 if seat.gone else seat.colour,
        score=outcome.scores[number],
        place=place(outcome, number),
        share=1 / len(outcome.winners) if won else 0.0,
        gone=bool(held) and (seat.device is None or seat.stand_in),
    )


def results(id: str, bodies: Iterable[bytes], counted: int) -> tuple[list[Result], int]:
    """The results of a log after the first so many matches, and how many matches are over."""
    table, found, finished = Table(id, find_game), list[Result](), 0
    for body in bodies:
        table.take(e.decoded(body))
        if len(table.finished) == finished:
            continue
        finished = len(table.finished)
        if finished > counted and (result := result_of(table)) is not None:
            found.append(result)
    return found, finished

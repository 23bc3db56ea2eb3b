"""Matches as tables for pandas, polars and everybody else who reads Parquet or Arrow: a row a match, or a row a decision.

matches     match, game, rules, players, seed, moves, reason, and lists by seat: scores, shares, bots; the order of play
decisions   match, number, seat, move (its number), text, choices (how many legal moves there were), forced
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import starmap
from pathlib import Path
from typing import Any

from parlour.core.errors import BadSetup, ParlourError
from parlour.core.game import Game
from parlour.core.record import Record
from parlour.core.registry import game as game_of
from parlour.lab import arena
from parlour.lab.single import Single, interface

ROWS = 20_000
"""So many are written at once, so that a million matches need no memory."""
KINDS = (".parquet", ".arrow", ".feather")


def at_random(
    game: Game, matches: int, players: int | None, seed: int, **options: Any
) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Random matches with their decisions, each from a seed of its own: match n from `seed` + n."""
    of = interface(game)
    for number in range(seed, seed + matches):
        single, dice, made = Single(of, players, number, **options), random.Random(number), list[Any]()
        order = list[int]()
        while not single.over:
            moves, seat = single.moves(), single.seat
            move = dice.choice(moves)
            order += [] if seat in order else [seat]
            made.append((number, len(made), seat, of.moves[move], single.named(move, seat), len(moves), len(moves) == 1))
            single.play(move)
        yield _match(game, number, single.state, order, len(made), seed=str(number)), made


def of_bots(
    key: str,
    bots: Sequence[str],
    matches: int,
    players: int | None,
    seed: int,
    options: dict[str, Any],
    each: Callable[..., Iterator[Any]] = starmap,
) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Matches of bots with their decisions, match n from `seed` + n; the bots take the seats in turn. `each` plays them, like
    `starmap` and in the same order, with as many hands as it has."""
    game = game_of(key)
    seats = int(game.blank(players, 0, game.without_clock(options)).players)
    tables = [[bots[(number + seat) % len(bots)] for seat in range(seats)] for number in range(len(bots))]
    for table in tables:
        for spec in table:
            arena.made(key, spec, 0)
    yield from each(_of_bots, ((key, tables[number % len(bots)], seed + number, options) for number in range(matches)))


def _of_bots(key: str, table: list[str], number: int, options: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    game = game_of(key)
    match, decisions, order = game.new(len(table), seed=number, **game.without_clock(options)), list[Any](), list[int]()
    for seat, move in arena.course(match, table, number):
        many = len(match.numbers(seat))
        order += [] if seat in order else [seat]
        decisions.append((number, len(decisions), seat, move, game.text(game.move(move), seat), many, many == 1))
    if not match.over:
        raise BadSetup(f"Match {number} came to no end after {len(match.entries):,} moves.")
    return _match(game, number, match.state, order, len(decisions), seed=str(number)) | {"bots": table}, decisions


def recorded(paths: Iterable[Path]) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """The matches of record files, with their decisions; one that still runs is left out."""
    for number, path in enumerate(paths):
        record = Record.load(path)
        game, made, order = game_of(record.header.game), list[Any](), list[int]()
        match = record.replay(game_of, 0)
        for seat, move, world in record.moves():
            many = len(match.numbers(seat))
            order += [] if seat in order else [seat]
            made.append((number, len(made), seat, game.read_move(move, seat), move, many, many == 1))
            match.repeat(seat, move, world)
        if match.over:
            yield _match(game, number, match.state, order, len(made), seed=record.ending.seed), made


def _match(game: Game, number: int, state: Any, order: list[int], moves: int, seed: str | None) -> dict[str, Any]:
    outcome = game.outcome(state)
    assert outcome is not None
    players = int(state.players)
    part = 1 / len(outcome.winners)
    return {
        "match": number, "game": game.key, "rules": game.version, "players": players, "seed": seed, "moves": moves,
        "reason": str(outcome.reason), "scores": list(outcome.scores),
        "shares": [part if seat in outcome.winners else 0.0 for seat in range(players)],
        "order": order + [seat for seat in range(players) if seat not in order], "bots": None,
    }  # fmt: skip


def write(matches: Iterable[tuple[dict[str, Any], list[Any]]], path: Path, *, decisions: bool = False) -> int:
    """Write matches, or their decisions, to a file of the kind that its name says; returns how many rows."""
    if path.suffix not in KINDS:
        raise BadSetup(f"{path.name} should end in one of {', '.join(KINDS)}.")
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as missing:
        raise ParlourError("Parquet and Arrow need pyarrow: pip install 'parlour[data]'.") from missing
    kinds = (
        [("match", pa.int64()), ("number", pa.int32()), ("seat", pa.int8()), ("move", pa.int32()), ("text", pa.string()),
         ("choices", pa.int32()), ("forced", pa.bool_())]
        if decisions
        else [("match", pa.int64()), ("game", pa.string()), ("rules", pa.int16()), ("players", pa.int8()),
              ("seed", pa.string()), ("moves", pa.int32()), ("reason", pa.string()), ("scores", pa.list_(pa.int32())),
              ("shares", pa.list_(pa.float32())), ("order", pa.list_(pa.int8())), ("bots", pa.list_(pa.string()))]
    )  # fmt: skip
    schema, written = pa.schema(kinds), 0
    draft = path.with_name(path.name + ".part")
    file = pq.ParquetWriter(draft, schema) if path.suffix == ".parquet" else pa.ipc.new_file(draft, schema)
    try:
        with file as out:
            for rows in _packs(matches, schema.names, decisions):
                table = pa.Table.from_pylist(rows, schema)
                out.write_table(table)
                written += len(rows)
    except BaseException:
        draft.unlink(missing_ok=True)  # no half of a file where a whole one is looked for
        raise
    draft.replace(path)
    return written


def _packs(
    matches: Iterable[tuple[dict[str, Any], list[Any]]], names: list[str], decisions: bool
) -> Iterator[list[dict[str, Any]]]:
    pack: list[dict[str, Any]] = []
    for match, made in matches:
        pack += [dict(zip(names, one, strict=True)) for one in made] if decisions else [match]
        if len(pack) >= ROWS:
            yield pack
            pack = []
    if pack:
        yield pack

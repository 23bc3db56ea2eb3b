"""`parlour arena GAME --bots a,b,c`: bots against each other, with ratings; `--calibrate` measures the levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import parlour
from parlour.cli._show import (
    OutFile,
    console,
    game_argument,
    json_option,
    on_option,
    option_option,
    option_values,
    show_json,
)
from parlour.core.errors import BadSetup
from parlour.lab.arena import Played, Result, challenge, run
from parlour.lab.calibrate import Calibration, calibrate
from parlour.lab.plot import ratings_picture


@click.command()
@game_argument
@click.option(
    "-b",
    "--bots",
    default="beginner,casual,club",
    show_default=True,
    help="Levels, plain, random, oracle, or your own: module.function of a view, or module:Bot. Changes: club:simulations=500.",
)
@click.option(
    "-n", "--games", default=40, show_default=True, type=click.IntRange(1), help="Matches, rounded up to whole deals."
)
@click.option("-p", "--players", type=int, help="How many play; the most if not said, with --calibrate the usual number.")
@click.option("-s", "--seed", default=1, show_default=True, type=click.IntRange(0), help="The first deal's seed.")
@click.option("--guest", is_flag=True, help="Of two bots the first one alone among others of the second, in every seat.")
@option_option
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1), help="How many at the same time.")
@on_option
@click.option("--plot", type=OutFile(), help="Write a picture (SVG) of the ratings.")
@click.option("--calibrate", "levels", is_flag=True, help="Measure the levels instead, with so many matches each.")
@click.option("--minutes", default=1440.0, help="For --calibrate: how long at most; what there is by then is kept.")
@click.option("--out", type=OutFile(), help="Also write the result as JSON to a file.")
@json_option
def command(
    game: parlour.Game,
    bots: str,
    games: int,
    players: int | None,
    seed: int,
    guest: bool,
    options: tuple[str, ...],
    processes: int,
    on: str,
    plot: Path | None,
    levels: bool,
    minutes: float,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other, seat-balanced, and print their ratings with 95 % intervals."""
    with bar(quiet=as_json) as progress:
        result: Result | Calibration
        if levels:
            result = calibrate(
                game.key, games, players=players, seed=seed, processes=processes, on=on, seconds=60 * minutes, progress=progress
            )
        else:
            names = [name.strip() for name in bots.split(",") if name.strip()]
            if guest and len(names) != 2:
                raise BadSetup(f"A guest and his hosts are two bots, not {len(names)}.")
            chosen, many = option_values(options), players or game.seats[-1]
            result = run(
                game.key,
                names,
                games,
                players=players,
                seed=seed,
                processes=processes,
                on=on,
                options=chosen,
                tables=partial(challenge, names[0], names[1], many) if guest else None,
                progress=progress,
            )
    if out:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    if plot and isinstance(result, Result):
        plot.write_text(ratings_picture(f"{game.name}, {result.players} players", result.ratings), encoding="utf-8")
    if as_json:
        show_json(result)
    elif isinstance(result, Result):
        show_ratings(game, result)
    else:
        show_levels(game, result)


@contextmanager
def bar(quiet: bool) -> Iterator[Callable[[Played], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=quiet, transient=True) as shown:
        task = shown.add_task("playing", total=None)
        yield lambda played: shown.advance(task)


def show_ratings(game: parlour.Game, result: Result) -> None:
    last = result.first_seed + result.deals - 1
    console.print(
        f"[bold]{game.name}[/], {result.players} players, {len(result.played)} matches, seeds {result.first_seed} to {last}"
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "Elo", "95 % interval", "share a seat", "95 % interval", "fair", "seats"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for r in result.ratings:
        table.add_row(
            r.bot,
            f"{r.elo:+.0f}",
            f"{r.elo_low:+.0f} to {r.elo_high:+.0f}",
            f"{r.share:.1%}",
            f"{r.share_low:.1%} to {r.share_high:.1%}",
            f"{r.fair:.1%}",
            str(r.seats),
        )
    console.print(table)


def show_levels(game: parlour.Game, result: Calibration) -> None:
    console.print(f"[bold]{game.name}[/], {result.players} players: one guest at a table of hosts, in every seat")
    table = Table(box=None, pad_edge=False)
    for heading in ("", "guest", "hosts", "share", "95 % interval", "fair", "matches", ""):
        table.add_column(heading, justify="left" if heading in ("guest", "hosts") else "right")
    for s in result.steps:
        clear = "clear" if s.clear else "not clear"
        table.add_row(
            s.part, s.guest, s.host, f"{s.share:.1%}", f"{s.low:.1%} to {s.high:.1%}", f"{s.fair:.1%}", str(s.games), clear
        )
    console.print(table)
    for guest, part in result.oracle_edge.items():
        console.print(f"{guest} reaches {part:.0%} of the oracle's edge over beginners")

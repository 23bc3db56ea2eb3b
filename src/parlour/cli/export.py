"""`parlour export`: matches, played at random or from records, as a Parquet or Arrow file."""

from __future__ import annotations

from pathlib import Path

import click

import parlour
from parlour.cli._show import GameName, OutFile, console, on_option, option_option, option_values, players_option
from parlour.lab.export import at_random, of_bots, recorded, write
from parlour.lab.workers import hands


@click.command()
@click.argument("out", type=OutFile())
@click.option("-g", "--game", type=GameName(), help="Play this game, at random or by --bots.")
@click.option("-b", "--bots", help="Who plays it: levels, or your own as module:Bot; they take the seats in turn.")
@click.option("-r", "--records", type=click.Path(exists=True, path_type=Path), help="Read a record, or all of a folder.")
@click.option("-n", "--matches", default=1000, show_default=True, type=click.IntRange(1), help="How many are played.")
@players_option
@click.option("-s", "--seed", default=0, show_default=True, type=click.IntRange(0), help="Match n is dealt by the seed + n.")
@option_option
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1), help="How many --bots' matches at once.")
@on_option
@click.option("--decisions", is_flag=True, help="A row a decision instead of a row a match.")
def command(
    out: Path,
    game: parlour.Game | None,
    bots: str | None,
    records: Path | None,
    matches: int,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    processes: int,
    on: str,
    decisions: bool,
) -> None:
    """Write matches to OUT, a .parquet, .arrow or .feather file that pandas and polars read."""
    if (game is None) == (records is None):
        raise click.UsageError("Say either --game to play or --records to read matches.")
    if bots is not None and game is None:
        raise click.UsageError("--bots play a --game; matches that are read have been played.")
    if records is not None:
        found = [records] if records.is_file() else sorted(records.glob("*.parlour"))
        if not found:
            raise click.UsageError(f"There is no record (*.parlour) in {records}.")
        rows = write(recorded(found), out, decisions=decisions)
    elif bots is None:
        assert game is not None
        rows = write(at_random(game, matches, players, seed, **option_values(options)), out, decisions=decisions)
    else:
        assert game is not None
        names = [name.strip() for name in bots.split(",") if name.strip()]
        if not names:
            raise click.UsageError("--bots names one or more, such as casual,club.")
        with hands(on, processes) as each:
            played = of_bots(game.key, names, matches, players, seed, option_values(options), each)
            rows = write(played, out, decisions=decisions)
    console.print(f"{rows:,} rows in {out}")

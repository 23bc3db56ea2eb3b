"""`parlour export`: matches, played at random or from records, as a Parquet or Arrow file."""

from __future__ import annotations

from pathlib import Path

import click

import parlour
from parlour.cli._show import GameName, OutFile, console, option_option, option_values, players_option
from parlour.lab.export import at_random, recorded, write


@click.command()
@click.argument("out", type=OutFile())
@click.option("-g", "--game", type=GameName(), help="Play this game at random.")
@click.option("-r", "--records", type=click.Path(exists=True, path_type=Path), help="Read a record, or all of a folder.")
@click.option("-n", "--matches", default=1000, show_default=True, type=click.IntRange(1), help="How many at random.")
@players_option
@click.option("-s", "--seed", default=0, show_default=True, type=click.IntRange(0), help="Match n is dealt by the seed + n.")
@option_option
@click.option("--decisions", is_flag=True, help="A row a decision instead of a row a match.")
def command(
    out: Path,
    game: parlour.Game | None,
    records: Path | None,
    matches: int,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    decisions: bool,
) -> None:
    """Write matches to OUT, a .parquet, .arrow or .feather file that pandas and polars read."""
    if (game is None) == (records is None):
        raise click.UsageError("Say either --game to play at random or --records to read matches.")
    if records is not None:
        played = recorded([records] if records.is_file() else sorted(records.glob("*.parlour")))
    else:
        assert game is not None
        played = at_random(game, matches, players, seed, **option_values(options))
    rows = write(played, out, decisions=decisions)
    console.print(f"{rows:,} rows in {out}")

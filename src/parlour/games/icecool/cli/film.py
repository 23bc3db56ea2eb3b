"""`parlour film FILE`: the flicks of a recorded match as animated pictures."""

from __future__ import annotations

from pathlib import Path

import click

import parlour
from parlour.cli._show import OutFile, console
from parlour.games.icecool.cli.flick import write_film


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.argument("out", type=OutFile())
@click.option("--flick", "number", default=1, show_default=True, type=click.IntRange(1), help="Which flick of the match.")
@click.option("--pixels", default=480, show_default=True, type=click.IntRange(120, 1600), help="Width and height.")
def command(file: str, out: Path, number: int, pixels: int) -> None:
    """Write a flick of a recorded match of ICECOOL2 as an animated GIF."""
    record = parlour.Record.load(file)
    game = parlour.game(record.header.game)
    reports = [index for index, entry in enumerate(record.entries) if entry.world is not None]
    if not reports:
        raise parlour.ParlourError(f"{game.name} has no flicks to film in {file}.")
    if number > len(reports):
        raise parlour.ParlourError(f"{file} has {len(reports)} flicks: --flick is 1 to {len(reports)}.")
    # The record before the world's report: the penguin has been hit and nobody has moved yet.
    match = record.replay(parlour.game, reports[number - 1])
    run = game.film(match.state)  # type: ignore[attr-defined]
    write_film(run.trajectory, out, pixels=pixels)
    console.print(f"Flick {number} of {len(reports)} is in {out}.")

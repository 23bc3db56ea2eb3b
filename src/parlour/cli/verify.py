"""`parlour verify FILE`: was this match dealt and played exactly so?"""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape

import parlour
from parlour.cli._show import console, json_option, show_json


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
@click.pass_context
def command(ctx: click.Context, file: str, as_json: bool) -> None:
    """Deal FILE's cards again from its seed and check every move. Ends with status 1 if anything was changed."""
    try:
        record, wrong = parlour.Record.load(file), parlour.verify(file)
    except parlour.BadRecord as error:
        if not Path(file).is_file():
            raise
        record, wrong = None, [str(error)]
    if as_json:
        show_json({"file": file, "genuine": not wrong, "wrong": wrong})
    elif wrong or record is None:
        console.print(f"[bold red]Not genuine.[/] {escape(' '.join(wrong))}")
    else:
        console.print(
            f"[bold green]Genuine.[/] The seed is the one that was committed before the first card, it deals these cards, "
            f"and all {len(record.entries)} moves are as they were played."
        )
    ctx.exit(1 if wrong else 0)

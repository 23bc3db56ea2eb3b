"""`parlour verify FILE`: was this match dealt and played exactly so?"""

from __future__ import annotations

import click
from rich.markup import escape

import parlour
from parlour.cli._show import console, json_option, show_json
from parlour.core.proof import proof
from parlour.core.record import read


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--commitment", metavar="HASH", help="The hash of the seed that the table showed you before the first card.")
@click.option("--key", metavar="HEX", help="The key of the server that must have signed the record (it tells it at /api/key).")
@json_option
@click.pass_context
def command(ctx: click.Context, file: str, commitment: str | None, key: str | None, as_json: bool) -> None:
    """Deal FILE's cards again from its seed and check every move, and say exactly what was checked.

    Ends with status 1 if anything was changed.
    """
    found = proof(read(file), parlour.game, commitment=commitment, key=key)
    if as_json:
        known = {"file": file, "genuine": found.genuine, "wrong": found.wrong}
        show_json(known | {"checked": found.checked, "over": found.over, "key": found.key})
    elif not found.genuine:
        console.print(f"[bold red]Not genuine.[/] {escape(' '.join(found.wrong))}")
    else:
        fit = "Genuine." if found.over else "Genuine, but cut short."
        console.print(f"[bold green]{fit}[/] {escape(' '.join(found.checked))}")
    ctx.exit(0 if found.genuine else 1)

"""`parlour study GAME`: what a game is like, for those who design it and for those who teach it to machines."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import parlour
from parlour.cli._show import OutFile, console, game_argument, json_option, on_option, option_option, option_values, show_json
from parlour.lab.study import LEVELS, study
from parlour.lab.study.figures import Figure, Part, Study
from parlour.lab.study.html import page, said


@click.command()
@game_argument
@click.option("-p", "--players", type=int, help="Only with so many; every number if not said.")
@click.option("-n", "--games", default=100_000, show_default=True, type=click.IntRange(100), help="Random games of each kind.")
@click.option("-m", "--matches", default=0, show_default=True, type=click.IntRange(0), help="Matches of bots beside them.")
@click.option("--levels", default=",".join(LEVELS), show_default=True, help="Which bots sit at those.")
@option_option
@click.option("--vary", metavar="NAME=A,B", help="The values of an option side by side, such as target=8,10,12.")
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A changed copy of the game's rules.py, beside the printed rules.",
)
@click.option(
    "-s", "--seed", default=1, show_default=True, type=click.IntRange(0), help="The same seed studies the same games."
)
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1), help="How many at the same time.")
@on_option
@click.option("--out", type=OutFile(), help="Write the report: a page for .html, else JSON. What bots play is kept beside it.")
@json_option
def command(
    game: parlour.Game,
    players: int | None,
    games: int,
    matches: int,
    levels: str,
    options: tuple[str, ...],
    vary: str | None,
    against: Path | None,
    seed: int,
    processes: int,
    on: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Study GAME: who wins by turn, with each option and at each level, how long it goes, what matters, which rules come up.

    A study with --out that was stopped goes on where it was.
    """
    name, _, values = (vary or "").partition("=")
    if vary and not values:
        raise click.BadParameter(f"{vary!r} should be NAME=A,B, such as target=8,10,12.", param_hint="--vary")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=as_json, transient=True) as bar:
        tasks = {"": bar.add_task("preparing", total=None)}

        def progress(what: str, done: int, of: int) -> None:
            if what not in tasks:
                bar.update(tasks[""], visible=False)
                tasks[what] = bar.add_task(what, total=of)
            bar.update(tasks[what], completed=done, total=of)

        found = study(
            game.key,
            players=players,
            games=games,
            told=matches,
            levels=[level.strip() for level in levels.split(",") if level.strip()],
            options=option_values(options),
            vary=(name, [value.strip() for value in values.split(",")]) if vary else None,
            against=against,
            seed=seed,
            processes=processes,
            on=on,
            resume=out.with_name(f"{out.stem}.matches.jsonl") if out and matches else None,
            progress=progress,
        )
    if out:
        text = page(found) if out.suffix == ".html" else msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
        out.write_text(text, encoding="utf-8")
    if as_json:
        show_json(found)
    elif out:
        console.print(f"The study of {found.name} is in {out}.")
    else:
        show(found)


def show(found: Study) -> None:
    console.print(f"[bold]{found.name}[/], version {found.version} of the rules")
    for part in found.parts:
        console.print(f"\n[bold]{part.title}[/]  [dim]{part.about}[/]")
        console.print(table_of(part))
    console.print(f"\n[dim]{found.parts[0].command}[/]")


def table_of(part: Part) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for column in part.columns:
        table.add_column(column, justify="right")
    for row in part.rows:
        table.add_row(row.name, *(in_short(one, part.unit) for one in row.cells))
    return table


def in_short(cell: Figure | str, unit: str) -> str:
    return cell if isinstance(cell, str) else f"{said(cell.value, unit)} ± {said((cell.high - cell.low) / 2, unit)}"

"""`parlour replay FILE`: a recorded match, told step by step."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.markup import escape
from rich.rule import Rule

import parlour
from parlour.cli._show import OutFile, console, in_words, json_option, language_option, show_json, spoken_words
from parlour.cli.play import ending


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--seat", type=int, help="What this seat saw; everything that lay open if not said.")
@click.option("--move", "moves", type=click.IntRange(0), help="Stop after so many moves.")
@click.option("--pictures", is_flag=True, help="Draw the table after every move.")
@click.option("--svg", type=OutFile(), help="Write the last position as an SVG picture.")
@language_option
@json_option
def command(file: str, seat: int | None, moves: int | None, pictures: bool, svg: Path | None, as_json: bool) -> None:
    """Tell a recorded match in sentences and show how it stood."""
    record = parlour.Record.load(file)
    match = record.replay(parlour.game, moves)
    if svg:
        svg.write_text(match.svg(seat), encoding="utf-8")
    if as_json:
        show_json(
            {
                "events": match.events(seat),
                "log": match.log(seat, words=spoken_words()),
                "view": msgspec.to_builtins(match.view(seat), str_keys=True),
            }
        )
        return
    console.print(Rule(f"[bold]{match.game.name}[/]"))
    if pictures:
        told = 0
        for number in range(len(match.entries) + 1):
            step = record.replay(parlour.game, number)
            for sentence in step.log(seat, since=told, words=spoken_words()):
                console.print(f"[dim]{number:4}[/] {escape(sentence)}")
            told = step.told
            console.print(in_words(step.draw(seat)))
    else:
        for sentence in match.log(seat, words=spoken_words()):
            console.print(escape(sentence))
        console.print(Rule(style="dim"))
        console.print(in_words(match.draw(seat)))
    if match.outcome:
        console.print(ending(match))

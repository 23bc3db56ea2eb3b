"""`parlour games`: what there is to play."""

from __future__ import annotations

import click
from rich.table import Table

import parlour
from parlour.cli._show import console, in_words, json_option, language_option, show_json, spoken_words
from parlour.core.words import say


@click.command()
@language_option
@json_option
def command(as_json: bool) -> None:
    """List the games with players, minutes and table options."""
    if as_json:
        show_json([describe(game) for game in parlour.games()])
        return
    table = Table(box=None, pad_edge=False, title_justify="left")
    for heading in (say("key"), say("game"), say("players"), say("minutes"), ""):
        table.add_column(in_words(heading))
    for game in parlour.games():
        seats = f"{game.seats[0]}" if len(game.seats) == 1 else f"{game.seats[0]}-{game.seats[-1]}"
        table.add_row(f"[bold]{game.key}[/]", game.name, seats, str(game.minutes), spoken_words().fill(game.pitch, {}))
    console.print(table)
    console.print(in_words(say("\n[dim]parlour play KEY to play, parlour rules KEY to read the rules[/]")))


def describe(game: parlour.Game) -> dict[str, object]:
    words = spoken_words()
    return {
        "key": game.key,
        "name": game.name,
        "pitch": words.fill(game.pitch, {}),
        "players": list(game.seats),
        "minutes": game.minutes,
        "rules_version": game.version,
        "options": [
            {
                "name": o.name,
                "default": o.default,
                "choices": words.of(o.choices()),
                "help": words.fill(o.help, {}),
                "rule": o.rule,
            }
            for o in game.options
        ],
    }

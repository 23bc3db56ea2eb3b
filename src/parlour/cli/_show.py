"""What the commands share: the console, JSON, and arguments that name a game or its options."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

import parlour
from parlour.core.registry import words
from parlour.core.words import Words, languages, spoken

console = Console(highlight=False)


def show_json(data: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


class GameName(click.ParamType):  # type: ignore[type-arg]
    """The key of a game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> parlour.Game:
        try:
            return value if isinstance(value, parlour.Game) else parlour.game(value)
        except parlour.UnknownGame as wrong:
            self.fail(in_words(wrong.args[0]), param, ctx)


class OutFile(click.Path):
    """A file to write: refused before the work is done, not after it, where there is no such folder."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(f"There is no folder {path.parent} to write {path.name} in.", param, ctx)
        return path


def option_values(pairs: tuple[str, ...]) -> dict[str, Any]:
    """`--option diagonals=long` as keyword arguments."""
    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} should be NAME=VALUE, such as diagonals=long.", param_hint="--option")
        values[name.strip()] = value.strip()
    return values


game_argument = click.argument("game", type=GameName(), metavar="GAME")
players_option = click.option("-p", "--players", type=int, help="How many play; the fewest if not said.")
seed_option = click.option("-s", "--seed", help="A number or 64 hex digits; chance if not said.")
option_option = click.option(
    "-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="A table option; may be repeated."
)
on_option = click.option(
    "--on", default="here", show_default=True, help="Who works: here, ray (a cluster, or this machine), or ray://host:10001."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")


def _speak(ctx: click.Context, _: click.Parameter, language: str) -> None:
    ctx.find_root().obj = words(spoken(language))


language_option = click.option(
    "--language",
    envvar="PARLOUR_LANGUAGE",
    default="en",
    expose_value=False,
    callback=_speak,
    help=f"What is told: {', '.join(languages())}.",
)


def spoken_words() -> Words:
    """The language of this command: `--language`, or PARLOUR_LANGUAGE."""
    ctx = click.get_current_context(silent=True)
    chosen: Words | None = ctx.find_root().obj if ctx else None
    return chosen or words(spoken(os.environ.get("PARLOUR_LANGUAGE", "")))


def in_words(text: str) -> str:
    """A text of ours in that language."""
    return spoken_words().of(text)


def seed_value(seed: str | None) -> int | str | None:
    return int(seed) if seed and seed.isascii() and seed.isdigit() and len(seed) < 64 else seed

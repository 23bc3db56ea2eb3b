"""What `parlour` alone opens: choose a game, then play it in the terminal."""

from __future__ import annotations

from typing import TypeVar

from rich.markup import escape

import parlour
from parlour.cli._show import console
from parlour.cli.play import play, without_clock

T = TypeVar("T")


def menu() -> None:
    """Ask for a game and a number of players, and sit down."""
    games = parlour.games()
    console.print("[bold magenta]Parlour[/]  Pull up a chair.\n")
    for number, game in enumerate(games, 1):
        console.print(f"  [bold]{number}[/]  [bold]{game.name}[/]  {game.pitch}")
    picked = ask(
        f"\nWhich game? [dim]1-{len(games)}, Enter for 1, q to leave[/] ", {str(n): g for n, g in enumerate(games, 1)}, games[0]
    )
    if picked is None:
        return
    game = picked
    players = game.seats[0]
    if len(game.seats) > 1:
        seats = {str(n): n for n in game.seats}
        chosen = ask(f"How many players? [dim]{game.seats[0]}-{game.seats[-1]}, Enter for {players}[/] ", seats, players)
        if chosen is None:
            return
        players = chosen
    match = game.new(players, **without_clock(game, {}))
    play(match, {0}, "casual")


def ask(question: str, answers: dict[str, T], default: T) -> T | None:
    while True:
        try:
            answer = console.input(question).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print("\nGoodbye.")
            return None
        if answer in ("q", "quit"):
            return None
        if not answer:
            return default
        if answer in answers:
            return answers[answer]
        console.print(f"[red]{escape(answer)} is none of {', '.join(answers)}.[/]")

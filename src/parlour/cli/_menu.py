"""What `parlour` alone opens: choose a game, then play it in the terminal."""

from __future__ import annotations

from typing import TypeVar

from rich.markup import escape

import parlour
from parlour.cli._show import console, in_words, spoken_words
from parlour.cli.play import play
from parlour.core.words import say

T = TypeVar("T")


def menu() -> None:
    """Ask for a game and a number of players, and sit down."""
    games = parlour.games()
    console.print(in_words(say("[bold magenta]Parlour[/]  Pull up a chair.\n")))
    for number, game in enumerate(games, 1):
        console.print(f"  [bold]{number}[/]  [bold]{game.name}[/]  {spoken_words().fill(game.pitch, {})}")
    picked = ask(
        say("\nWhich game? [dim]1-{last}, Enter for 1, q to leave[/] ", last=len(games)),
        {str(n): g for n, g in enumerate(games, 1)},
        games[0],
    )
    if picked is None:
        return
    game = picked
    players = game.seats[0]
    if len(game.seats) > 1:
        seats = {str(n): n for n in game.seats}
        question = say("How many players? [dim]{least}-{most}, Enter for {least}[/] ", least=players, most=game.seats[-1])
        chosen = ask(question, seats, players)
        if chosen is None:
            return
        players = chosen
    match = game.new(players, **game.without_clock())
    play(match, {0}, "casual")


def ask(question: str, answers: dict[str, T], default: T) -> T | None:
    while True:
        try:
            answer = console.input(in_words(question)).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print(in_words(say("\nGoodbye.")))
            return None
        if answer in ("q", "quit"):
            return None
        if not answer:
            return default
        if answer in answers:
            return answers[answer]
        known = ", ".join(answers)
        console.print(f"[red]{in_words(say('{answer} is none of {known}.', answer=escape(answer), known=known))}[/]")

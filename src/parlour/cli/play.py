"""`parlour play GAME`: a match in the terminal, you against seats that move at random."""

from __future__ import annotations

import random
from typing import Any

import click
from rich.columns import Columns
from rich.markup import escape
from rich.rule import Rule

import parlour
from parlour.cli._show import console, game_argument, option_option, option_values, players_option, seed_option, seed_value

HELP = (
    "Type a move. [bold]?[/] lists the legal moves, [bold]rules WORDS[/] looks a rule up, "
    "[bold]log[/] tells everything, [bold]quit[/] ends."
)


@click.command()
@game_argument
@players_option
@seed_option
@option_option
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option("--hot-seat", is_flag=True, help="People in all seats, on this screen in turn.")
@click.option("--save", type=click.Path(dir_okay=False), help="Write the match record here at the end.")
def command(
    game: parlour.Game,
    players: int | None,
    seed: str | None,
    options: tuple[str, ...],
    seat: int,
    hot_seat: bool,
    save: str | None,
) -> None:
    """Play GAME in the terminal."""
    match = game.new(players, seed_value(seed), **option_values(options))
    if not 0 <= seat < match.players:
        raise parlour.BadSetup(f"There is no seat {seat}: this match has the seats 0 to {match.players - 1}.")
    people = set(range(match.players)) if hot_seat else {seat}
    if not hot_seat:
        match.names[seat] += " (you)"
    try:
        play(match, people, random.Random())
    finally:
        if save:
            match.save(save)
            console.print(f"[dim]The match is in {escape(save)}.[/]")


def play(match: parlour.Match, people: set[int], dice: random.Random) -> None:
    """Let people and chance make their moves until the match is over."""
    console.print(Rule(f"[bold]{match.game.name}[/]"))
    console.print(f"[dim]Shuffle committed: {match.commitment[:16]}…[/]\n{HELP}")
    heard = 0
    while not match.over:
        mine = [seat for seat in match.awaited if seat in people]
        viewer = mine[0] if mine else min(people)
        heard = tell(match, viewer, heard)
        if mine:
            console.print(Rule(style="dim"))
            console.print(match.draw(viewer))
            if not person_moves(match, viewer):
                return
        else:
            seat = dice.choice(match.awaited)
            match.play(seat, dice.choice(match.legal(seat)))
    tell(match, min(people), heard)
    console.print(Rule(style="dim"))
    console.print(match.draw(min(people)))
    outcome = match.outcome
    assert outcome is not None
    winners = " and ".join(match.names[seat] for seat in outcome.winners)
    scores = ", ".join(f"{escape(name)} {score}" for name, score in zip(match.names, outcome.scores, strict=True))
    console.print(f"\n[bold yellow]{escape(winners)} won[/]: {outcome.reason}. {scores}")


def tell(match: parlour.Match, viewer: int, since: int) -> int:
    for sentence in match.log(viewer, since=since):
        console.print(f"[dim]·[/] {escape(sentence)}")
    return match.told


def person_moves(match: parlour.Match, seat: int) -> bool:
    """Ask until a move is made; False if the person leaves."""
    while True:
        try:
            text = console.input(f"[bold green]{escape(match.names[seat])}>[/] ").strip()
        except (EOFError, KeyboardInterrupt):
            console.print("\nGoodbye.")
            return False
        word, _, rest = text.partition(" ")
        if text in ("quit", "exit", "q"):
            return False
        if text in ("?", "help", ""):
            console.print(Columns(legal_texts(match, seat), padding=(0, 3)))
            console.print(HELP)
        elif text == "log":
            tell(match, seat, 0)
        elif word == "rules":
            look_up(match, rest)
        else:
            try:
                match.play(seat, text)
            except parlour.ParlourError as wrong:
                console.print(f"[red]{escape(str(wrong))}[/]")
            else:
                return True


def legal_texts(match: parlour.Match, seat: int) -> list[str]:
    return [escape(match.game.text(move, seat)) for move in match.legal(seat)]


def look_up(match: parlour.Match, words: str) -> None:
    from parlour.cli.rules import chosen

    try:
        found: list[Any] = chosen(match.game, words)
    except parlour.ParlourError as wrong:
        console.print(f"[red]{escape(str(wrong))}[/]")
        return
    for rule in found[:12]:
        console.print(f"[bold cyan]{rule.id}[/] {escape(rule.text)}")

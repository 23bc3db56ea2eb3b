"""`parlour play GAME`: a match in the terminal, you against bots of a level."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.columns import Columns
from rich.markup import escape
from rich.rule import Rule

import parlour
from parlour.bots import LEVELS, Bot, bot, seen_by
from parlour.cli._show import (
    OutFile,
    console,
    game_argument,
    in_words,
    language_option,
    option_option,
    option_values,
    players_option,
    seed_option,
    seed_value,
    spoken_words,
)
from parlour.core.words import both, say

HELP = say(
    "Type a move. [bold]?[/] lists the legal moves, [bold]rules WORDS[/] looks a rule up, "
    "[bold]log[/] tells everything, [bold]why[/] asks your opponents for their reasons, [bold]quit[/] ends."
)


@click.command()
@game_argument
@players_option
@seed_option
@option_option
@language_option
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option(
    "--bots", default="casual", show_default=True, type=click.Choice([*LEVELS, "random"]), help="The opponents' level."
)
@click.option("--hot-seat", is_flag=True, help="People in all seats, on this screen in turn.")
@click.option("--save", type=OutFile(), help="Write the match record here at the end.")
def command(
    game: parlour.Game,
    players: int | None,
    seed: str | None,
    options: tuple[str, ...],
    seat: int,
    bots: str,
    hot_seat: bool,
    save: Path | None,
) -> None:
    """Play GAME in the terminal."""
    match = game.new(players, seed_value(seed), **game.without_clock(option_values(options)))
    if not 0 <= seat < match.players:
        last = match.players - 1
        raise parlour.BadSetup(say("There is no seat {seat}: this match has the seats 0 to {last}.", seat=seat, last=last))
    people = set(range(match.players)) if hot_seat else {seat}
    try:
        play(match, people, bots)
    finally:
        if save:
            match.save(save)
            console.print(f"[dim]{in_words(say('The match is in {file}.', file=escape(str(save))))}[/]")


def seat_bots(match: parlour.Match, people: set[int], level: str) -> dict[int, Bot]:
    """A bot of the level in every other seat, by name; who plays alone reads "(you)" at the own one."""
    match.names[:] = [in_words(name) for name in match.game.seat_names(match.players)]
    if len(people) == 1:
        match.names[min(people)] = in_words(say("{name} (you)", name=match.names[min(people)]))
    seated = {seat: bot(match.game.key, level) for seat in range(match.players) if seat not in people}
    for seat, opponent in seated.items():
        match.names[seat] = f"{opponent.name} {seat + 1}"
    return seated


def play(match: parlour.Match, people: set[int], level: str) -> None:
    """Let people and bots make their moves until the match is over."""
    bots = seat_bots(match, people, level)
    console.print(Rule(f"[bold]{match.game.name}[/]"))
    console.print(f"[dim]{in_words(say('Shuffle committed: {hash}…', hash=match.commitment[:16]))}[/]\n{in_words(HELP)}")
    heard = 0
    while not match.over:
        mine = [seat for seat in match.awaited if seat in people]
        viewer = mine[0] if mine else min(people)
        heard = tell(match, viewer, heard)
        if mine:
            console.print(Rule(style="dim"))
            console.print(in_words(match.draw(viewer)))
            if not person_moves(match, viewer, bots):
                return
        else:
            seat = match.awaited[0]
            with console.status(in_words(say("{name} is thinking…", name=escape(match.names[seat])))):
                move = bots[seat].choose(match.game, seen_by(match.game, match.state, seat), seat)
            match.play(seat, move)
    tell(match, min(people), heard)
    console.print(Rule(style="dim"))
    console.print(in_words(match.draw(min(people))))
    assert match.outcome is not None
    scores = ", ".join(f"{escape(name)} {score}" for name, score in zip(match.names, match.outcome.scores, strict=True))
    console.print(f"\n{ending(match)} {scores}")
    for tale in match.story():
        console.print(f"[dim]·[/] {escape(in_words(tale.sentence))}")


def ending(match: parlour.Match) -> str:
    """Who won, and why it is over."""
    outcome = match.outcome_in(spoken_words())
    assert outcome is not None
    winners = both([escape(match.names[seat]) for seat in outcome.winners])
    return in_words(say("[bold yellow]{winners} won[/]: {reason}.", winners=winners, reason=outcome.reason))


def tell(match: parlour.Match, viewer: int, since: int) -> int:
    for sentence in match.log(viewer, since=since, words=spoken_words()):
        console.print(f"[dim]·[/] {escape(sentence)}")
    return match.told


def person_moves(match: parlour.Match, seat: int, bots: dict[int, Bot]) -> bool:
    """Ask until a move is made; False if the person leaves."""
    while True:
        try:
            text = console.input(f"[bold green]{escape(match.names[seat])}>[/] ").strip()
        except (EOFError, KeyboardInterrupt):
            console.print(in_words(say("\nGoodbye.")))
            return False
        word, _, rest = text.partition(" ")
        if text in ("quit", "exit", "q"):
            return False
        if text in ("?", "help", ""):
            console.print(Columns(legal_texts(match, seat), padding=(0, 3)))
            console.print(in_words(HELP))
        elif text == "log":
            tell(match, seat, 0)
        elif text == "why":
            for other, opponent in bots.items():
                console.print(f"{escape(match.names[other])}: {escape(in_words(opponent.why()))}")
        elif word == "rules":
            look_up(match, rest)
        else:
            try:
                match.play(seat, text)
            except parlour.ParlourError as wrong:
                console.print(f"[red]{escape(spoken_words().error(wrong))}[/]")
            else:
                return True


def legal_texts(match: parlour.Match, seat: int) -> list[str]:
    return [escape(match.game.text(move, seat)) for move in match.legal(seat)]


def look_up(match: parlour.Match, words: str) -> None:
    from parlour.cli.rules import chosen

    try:
        found: list[Any] = chosen(match.game, words)
    except parlour.ParlourError as wrong:
        console.print(f"[red]{escape(spoken_words().error(wrong))}[/]")
        return
    for rule in found[:12]:
        console.print(f"[bold cyan]{rule.id}[/] {escape(rule.text)}")

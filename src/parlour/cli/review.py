"""`parlour review FILE`: where a match turned, what each decision cost, and how much was luck."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

import parlour
from parlour.cli._show import OutFile, console, json_option, language_option, show_json, spoken_words
from parlour.core.match import Match
from parlour.core.words import say
from parlour.review import Review, review, told
from parlour.review.html import HEADS, page
from parlour.review.telling import ReviewSaid


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--playouts", type=click.IntRange(1), default=None, help="How thoroughly: play-outs for every question.")
@click.option("--html", type=OutFile(), help="Write the review as a page of its own.")
@language_option
@json_option
def command(file: str, playouts: int | None, html: Path | None, as_json: bool) -> None:
    """Review the finished match of FILE: the turning points, every decision, luck and skill."""
    match = parlour.load(file)
    thorough = {} if playouts is None else {"playouts": playouts}
    with Progress(console=console, transient=True, disable=as_json or not console.is_terminal) as progress:
        task = progress.add_task(say("Reviewing ..."))
        found = review(match, told=lambda done, total: progress.update(task, completed=done, total=total), **thorough)
    words = told(found, match, spoken_words())
    if html:
        html.write_text(page(found, match, words, spoken_words()), encoding="utf-8")
    if as_json:
        show_json({"review": msgspec.to_builtins(found), "words": msgspec.to_builtins(words)})
        return
    show(found, match, words)


def show(found: Review, match: Match, words: ReviewSaid) -> None:
    """The review on a terminal."""
    speak = spoken_words().of
    shares = Table(title=speak(say("Luck and skill, in % of the victory")))
    for head in HEADS:
        shares.add_column(speak(head), justify="left" if head is HEADS[0] else "right")
    for player, share in zip(match.names, found.shares, strict=True):
        changes = (f"{100 * change:+.0f}" for change in (share.luck, share.own, share.others))
        shares.add_row(escape(player), f"{100 * share.fair:.0f}", *changes, f"{100 * share.result:.0f}")
    console.print(shares)
    for moment in words.moments:
        said = words.steps[moment.step - 1]
        console.print(f"[bold]{moment.step}[/] {escape(moment.happened)}")
        if moment.followed:
            console.print(f"    … {escape(moment.followed)}")
        console.print(f"    {escape(moment.meant)}")
        if said.better:
            console.print(f"    [green]{escape(speak(say('Better: {move}', move=said.better)))}[/] {escape(said.why)}")
    for seat, player in enumerate(match.names):
        mine = [step.choice for step in found.steps if step.seat == seat and step.choice is not None]
        costly = [choice for choice in mine if choice.knew]
        summary = say(
            "{name}: {n} decisions, {fine} fine, {costly} that cost {points} points of the chance to win together.",
            name=player, n=len(mine), fine=len(mine) - len(costly), costly=len(costly),
            points=round(100 * sum(choice.knew for choice in costly)),
        )  # fmt: skip
        console.print(escape(speak(summary)))

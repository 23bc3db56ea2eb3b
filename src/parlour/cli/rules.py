"""`parlour rules GAME [WORDS]`: the ledger, whole, one rule, or what is found."""

from __future__ import annotations

import click
from rich.markdown import Markdown

import parlour
from parlour.cli._show import console, game_argument, json_option, language_option, show_json, spoken_words
from parlour.core.guide import Part
from parlour.core.ledger import Rule
from parlour.core.words import say


@click.command()
@game_argument
@click.argument("words", nargs=-1)
@language_option
@json_option
def command(game: parlour.Game, words: tuple[str, ...], as_json: bool) -> None:
    """Read the rules: all of GAME, one by its number (DOC-08 or 8), or those that hold all the WORDS."""
    found = chosen(game, " ".join(words))
    if as_json:
        show_json(found)
        return
    if not words:
        for part in game.guide(spoken_words()):
            console.print(f"\n[bold yellow]{part.title}[/]")
            for step in part.parts:
                console.print(Markdown(told(step)))
    section = ""
    for rule in found:
        if rule.section != section:
            section = rule.section
            console.print(f"\n[bold yellow]{section}[/]")
        console.print(f"[bold cyan]{rule.id}[/]")
        console.print(Markdown(rule.text))


def told(step: Part) -> str:
    """A step of the guide as Markdown, without its picture."""
    head = [f"**{step.title}**"] if step.title else []
    points = ["\n".join(f"- {point}" for point in step.points)] if step.points else []
    rows = ["\n".join("- " + " · ".join(row) for row in step.rows)] if step.rows else []
    return "\n\n".join([*head, *step.words, *points, *rows])


def chosen(game: parlour.Game, words: str) -> list[Rule]:
    ledger = game.ledger_in(spoken_words().code)
    if not words:
        return list(ledger.rules.values())
    looks_like_id = (
        words.upper().startswith(f"{game.prefix}-") or words.isdigit() or (words[:1] in "rR" and words[1:].isdigit())
    )
    if looks_like_id:
        return [ledger.rule(words)]
    found = game.find_rules(words, spoken_words().code)
    if not found:
        raise parlour.UnknownRule(
            say(
                "No rule of {game} has {words!r} in it. Try one word, or a number such as {id}.",
                game=game.name,
                words=words,
                id=game.ledger.ids[0],
            )
        )
    return found

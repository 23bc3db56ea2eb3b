"""`parlour puzzles GAME`: puzzles from matches of bots, each with one answer that is proven."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.markup import escape
from rich.progress import Progress

from parlour.bots.puzzle import solution
from parlour.cli._show import (
    OutFile,
    console,
    game_argument,
    in_words,
    json_option,
    language_option,
    on_option,
    show_json,
    spoken_words,
)
from parlour.core.game import Game
from parlour.core.words import say
from parlour.lab.workers import hands
from parlour.review.composing import SURE, compose, problems
from parlour.review.puzzles import Stock, stock, told

LEAST = 0.05
"""By how much the best move must still be better when it is checked: play-outs differ a little from machine to machine."""


@click.command()
@game_argument
@click.option("-n", "--count", type=click.IntRange(1), help="Make so many new ones instead of showing those that come along.")
@click.option("-s", "--seed", default=1, show_default=True, type=click.IntRange(0), help="The same seed makes the same ones.")
@click.option("--out", type=OutFile(), help="Write the new ones as JSON.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1), help="How many look at the same time.")
@on_option
@click.option("--check", is_flag=True, help="Prove those that come along once more.")
@language_option
@json_option
def command(
    game: Game, count: int | None, seed: int, out: Path | None, processes: int, on: str, check: bool, as_json: bool
) -> None:
    """Puzzles of GAME from real matches: show them, prove them again, or make new ones."""
    if count is not None:
        with Progress(console=console, transient=True, disable=as_json or not console.is_terminal) as progress:
            task = progress.add_task(in_words(say("Looking for puzzles ...")), total=count)
            with hands(on, processes) as each:
                made = compose(game.key, count, seed, lambda done: progress.update(task, completed=done), each)
        if out is None:
            show_json(made)
            return
        out.write_text(written(made), encoding="utf-8")
        console.print(in_words(say("Puzzles in {file}: {count}.", file=out, count=count)))
        return
    if check:
        wrong = list(problems(game, stock(game), SURE, LEAST))
        for number in wrong:
            console.print(in_words(say("Puzzle {number} is not what it says.", number=number)))
        console.print(
            in_words(say("{right} of {count} puzzles proven.", right=len(stock(game)) - len(wrong), count=len(stock(game))))
        )
        raise SystemExit(1 if wrong else 0)
    if as_json:
        show_json(told(game, spoken_words()))
        return
    for puzzle, kept in zip(told(game, spoken_words()), stock(game), strict=True):
        console.print(f"[bold]{puzzle.number}[/] {escape(puzzle.task)}")
        console.print("    " + escape(" … ".join(turn.move for turn in solution(kept.turns))))
    if not stock(game):
        console.print(in_words(say("{game} comes without puzzles.", game=game.name)))


def written(made: Stock) -> str:
    """A line a puzzle, so that one sees what a change changes."""
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in made.puzzles)
    return f'{{"rules":{made.rules},"seed":{made.seed},"puzzles":[\n{lines}\n]}}\n'

"""`parlour simulate GAME`: many random games, and what they say about the game."""

from __future__ import annotations

from typing import Any

import click
import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import parlour
from parlour.cli._show import console, game_argument, json_option, option_option, option_values, players_option, show_json
from parlour.core.engine import SPEEDS

CHUNK = 5_000


@click.command()
@game_argument
@players_option
@click.option("-n", "--games", default=10_000, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("-s", "--seed", default=0, show_default=True, type=click.IntRange(0), help="The same seed plays the same games.")
@option_option
@click.option("--speed", default="cpu", show_default=True, type=click.Choice(SPEEDS), help="How the rules run.")
@click.option("--threads", type=click.IntRange(1), help="How many threads; all cores if not said.")
@json_option
def command(
    game: parlour.Game,
    players: int | None,
    games: int,
    seed: int,
    options: tuple[str, ...],
    speed: str,
    threads: int | None,
    as_json: bool,
) -> None:
    """Play random games of GAME and print their length, scores and seat advantage."""
    study = simulate(game, players, games, seed, option_values(options), speed, threads, quiet=as_json)
    if as_json:
        show_json(study)
        return
    console.print(
        f"[bold]{game.name}[/], {study['players']} players, {games:,} random games: "
        f"{study['length']['mean']:.1f} moves on average, {study['length']['least']} to {study['length']['most']}"
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "mean score", "sd", "share of wins", "95 % interval"):
        table.add_column(heading, justify="right")
    for row in study["seats"]:
        low, high = row["interval"]
        table.add_row(
            str(row["seat"]), f"{row['score']:.2f}", f"{row['sd']:.2f}", f"{row['share']:.2%}", f"{low:.2%} to {high:.2%}"
        )
    console.print(table)
    console.print(f"[dim]A fair share is {1 / study['players']:.2%}; shared victories are divided.[/]")


def simulate(
    game: parlour.Game,
    players: int | None,
    games: int,
    seed: int,
    options: dict[str, Any],
    speed: str = "cpu",
    threads: int | None = None,
    quiet: bool = False,
) -> dict[str, Any]:
    """The figures of many random games."""
    made, points, won = [], [], []
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=quiet,
        transient=True,
    )
    with bar:
        task = bar.add_task("playing", total=games)
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            batch = game.batch(count, players=players, seed=seed + first // CHUNK, speed=speed, threads=threads, **options)
            made.append(batch.play_out(seed=seed + first))
            scores, winners = batch.scores()
            points.append(scores)
            won.append((winners[:, None] >> np.arange(batch.players)) & 1)
            bar.advance(task, count)
    length, score = np.concatenate(made), np.concatenate(points)
    wins = np.concatenate(won)
    share = wins / wins.sum(axis=1, keepdims=True)
    seats = []
    for seat in range(score.shape[1]):
        mean = float(share[:, seat].mean())
        half = 1.96 * float(share[:, seat].std()) / games**0.5
        seats.append(
            {
                "seat": seat,
                "score": float(score[:, seat].mean()),
                "sd": float(score[:, seat].std()),
                "share": mean,
                "interval": [max(0.0, mean - half), min(1.0, mean + half)],
            }
        )
    return {
        "game": game.key,
        "players": score.shape[1],
        "games": games,
        "seed": seed,
        "options": options,
        "length": {"mean": float(length.mean()), "least": int(length.min()), "most": int(length.max())},
        "moves": int(length.sum()),
        "seats": seats,
    }

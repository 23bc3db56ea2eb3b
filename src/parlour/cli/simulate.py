"""`parlour simulate GAME`: many random games, and what they say about the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import parlour
from parlour.cli._show import console, game_argument, json_option, option_option, option_values, players_option, show_json
from parlour.core.engine import SPEEDS
from parlour.core.state import plain
from parlour.lab.intervals import share_interval

CHUNK = 5_000
LOOKED_AT = 2_000
"""Of how many games at most the reasons for the end are told."""


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
    """Play random games of GAME and print their length, who wins by order of play and by seat, ties, and why they end."""
    study = simulate(game, players, games, seed, option_values(options), speed, threads, quiet=as_json)
    if as_json:
        show_json(study)
        return
    length = study["length"]
    console.print(
        f"[bold]{game.name}[/], {study['players']} players, {games:,} random games: {length['mean']:.1f} moves on average, "
        f"{length['least']} to {length['most']}, nine of ten {length['5 %']} to {length['95 %']}"
    )
    for who in ("order", "seats"):
        table = Table(box=None, pad_edge=False)
        for heading in ("order of play" if who == "order" else "seat", "mean score", "sd", "share of wins", "95 % interval"):
            table.add_column(heading, justify="right")
        for row in study[who]:
            low, high = row["interval"]
            name = row["place"] if who == "order" else row["seat"]
            table.add_row(
                str(name), f"{row['score']:.2f}", f"{row['sd']:.2f}", f"{row['share']:.2%}", f"{low:.2%} to {high:.2%}"
            )
        console.print(table)
    console.print(f"Shared victories: {study['ties']:.2%}.")
    for reason, part in study["reasons"].items():
        console.print(f"{part:7.2%}  {escape(reason)}")
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
    made, points, won, begun, why = [], [], [], [], Counter[str]()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=quiet,
        transient=True,
    )
    every = max(1, games // LOOKED_AT)
    with bar:
        task = bar.add_task("playing", total=games)
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            chance = sha256(f"parlour simulate {seed} {first // CHUNK}".encode()).digest()  # no two chunks share any chance
            batch = game.batch(count, players=players, seed=chance, speed=speed, threads=threads, **options)
            begun.append(batch.seats())
            made.append(batch.play_out(seed=int.from_bytes(chance[:7])))
            scores, winners = batch.scores()
            points.append(scores)
            won.append((winners[:, None] >> np.arange(batch.players)) & 1)
            states = batch.states
            why.update(str(game.reason(plain(states[row : row + 1].copy()))) for row in range(-first % every, count, every))
            bar.advance(task, count)
    length, score, wins = np.concatenate(made), np.concatenate(points), np.concatenate(won)
    share = wins / wins.sum(axis=1, keepdims=True)
    seats = np.arange(score.shape[1])
    turned = (np.concatenate(begun)[:, None].clip(0) + seats) % len(seats)
    order = (np.take_along_axis(numbers, turned, 1) for numbers in (score, share))
    return {
        "game": game.key,
        "players": len(seats),
        "games": games,
        "seed": seed,
        "options": options,
        "length": {
            "mean": float(length.mean()),
            "least": int(length.min()),
            "most": int(length.max()),
            **{f"{part} %": int(np.percentile(length, part)) for part in (5, 50, 95)},
        },
        "moves": int(length.sum()),
        "ties": float((wins.sum(axis=1) > 1).mean()),
        "reasons": {reason: count / why.total() for reason, count in why.most_common()},
        "seats": [{"seat": seat, **row} for seat, row in enumerate(_rows(score, share))],
        "order": [{"place": place, **row} for place, row in enumerate(_rows(*order), 1)],
    }


def _rows(score: NDArray[Any], share: NDArray[Any]) -> Iterator[dict[str, Any]]:
    """What each column took: points and part of the victories, with its interval."""
    for points, part in zip(score.T, share.T, strict=True):
        interval = share_interval(part, np.ones(len(part)))
        yield {
            "score": float(points.mean()),
            "sd": float(points.std()),
            "share": float(part.mean()),
            "interval": list(interval),
        }

"""`parlour train GAME`: a net learns a game by playing it against itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import parlour
from parlour.cli._show import console, game_argument
from parlour.core.errors import BadSetup


def counts(text: str | None) -> tuple[int, ...]:
    """Numbers of players: 4, 2-5 or 2,4."""
    found: list[int] = []
    try:
        for part in (text or "").split(",") if text else []:
            least, _, most = part.partition("-")
            found += range(int(least), int(most or least) + 1)
    except ValueError:
        raise BadSetup(f"Write numbers of players as 4, 2-5 or 2,4, not {text!r}.") from None
    return tuple(found)


@click.command()
@game_argument
@click.option("-p", "--players", metavar="2-5", help="For how many players; for all if not said. A number twice counts twice.")
@click.option("-m", "--minutes", default=10.0, show_default=True, type=click.FloatRange(0, min_open=True), help="How long.")
@click.option("--whole", type=float, help="Minutes of the whole training, if it is to go on later: it learns ever more finely.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The net, such as net.npz.")
@click.option("--resume", is_flag=True, help="Go on with what was learned for this file.")
@click.option("--begin", type=click.Path(path_type=Path, exists=True), help="A net that is to learn more, without its run.")
@click.option("--rival", type=click.Path(path_type=Path, exists=True), help="Another net to measure its strength by.")
@click.option(
    "--among", type=click.Path(path_type=Path, exists=True), help="A net that has all other seats at usual tables of four."
)
@click.option("--company", type=click.FloatRange(0, 1, True, True), help="Which part of all tables; half if not said.")
@click.option("--speed", type=click.Choice(["cpu", "cuda"]), help="Where; on a GPU if there is one.")
@click.option("--games", type=click.IntRange(1), help="Games side by side; fewer on a processor.")
@click.option("--width", default=0, help="Of the net; 0 for the widest that fits 1.5 MB.")
@click.option("--rate", type=click.FloatRange(0, min_open=True), help="How fast it learns; less for one that knows much.")
@click.option("--curiosity", type=click.FloatRange(0), help="How gladly it tries moves that seem worse at first.")
@click.option("-s", "--seed", default=0, show_default=True, type=click.IntRange(0), help="Where the dice begin.")
def command(
    game: parlour.Game,
    players: str | None,
    minutes: float,
    whole: float | None,
    out: Path,
    resume: bool,
    begin: Path | None,
    rival: Path | None,
    among: Path | None,
    company: float | None,
    speed: str | None,
    games: int | None,
    width: int,
    rate: float | None,
    curiosity: float | None,
    seed: int,
) -> None:
    """Let a net learn GAME by playing it against itself, on one GPU (pip install 'parlour[train]') or, slowly, without one.

    Beside the net it writes how it was made (.json), a picture of its strength over time (.svg), and all that it takes to go on
    (.run.npz), every half a minute.
    """
    from parlour.lab.learn import How, Trainer
    from parlour.lab.plot import curve_picture

    run = out.with_suffix(".run.npz")
    if run.exists() and not resume:
        raise BadSetup(f"{run} holds an earlier training: --resume goes on with it, or choose another file.")
    if resume:
        trainer = Trainer.resumed(game, run, speed=speed, among=among)
    else:
        said: dict[str, Any] = {"games": games, "rate": rate, "curiosity": curiosity, "company": company}
        how = How(width=width, **{name: number for name, number in said.items() if number is not None})
        trainer = Trainer(game, counts(players), how, seed=seed, speed=speed, begin=begin, among=among)
    if rival is not None:
        trainer.rival(rival)
    command = "parlour " + " ".join(sys.argv[1:])

    def told(line: dict[str, Any]) -> None:
        shares = ", ".join(f"{share:.1%} against {name}" for name, share in line["shares"].items())
        far = f"{line['seconds'] / 60:6.1f} min  {line['decisions'] / 1e6:10.2f} M decisions"
        console.print(f"{far}  {shares}", highlight=False)
        trainer.save(run, command)
        trainer.weights().write(out, trainer.about(command))
        title = f"{game.name}: what it learned in {line['seconds'] / 60:.0f} minutes"
        out.with_suffix(".svg").write_text(curve_picture(title, trainer.curve), encoding="utf-8")

    console.print(f"[bold]{game.name}[/] learns on {trainer.back.name}: {trainer.window.count:,} games side by side.")
    trainer.run(60 * minutes, 60 * (whole or 0.0), told)
    console.print(f"The net is in {out}.")

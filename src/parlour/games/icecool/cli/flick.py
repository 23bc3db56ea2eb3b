"""`parlour flick`: one free flick of one penguin, told in words and drawn; nothing counts."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

import parlour
from parlour.cli._show import OutFile, console, json_option, show_json
from parlour.core.errors import BadMove, BadSetup


@click.command()
@click.argument("flick", nargs=-1, required=True)
@click.option(
    "--from", "start", type=float, nargs=2, metavar="X Y", help="Where the penguin stands, in cm; the red circle if not said."
)
@click.option("--colour", default="orange", show_default=True, help="Which penguin.")
@click.option("--gif", type=OutFile(), help="Write the flick as an animated picture.")
@click.option("--svg", type=OutFile(), help="Write the penguin's path as an SVG picture.")
@json_option
def command(
    flick: tuple[str, ...], start: tuple[float, float] | None, colour: str, gif: Path | None, svg: Path | None, as_json: bool
) -> None:
    """Try a flick in the empty school of ICECOOL2, such as: parlour flick 34.5 power 62 right 0.4 head --gif flick.gif"""
    from parlour.games.icecool import moves, physics, plan, report
    from parlour.games.icecool.picture import flick_svg

    words = " ".join(flick)
    move = moves.parse(words if words.startswith("flick") else f"flick {words}")
    if not isinstance(move, moves.Flick):
        raise BadMove(f"{words!r} is no flick: write it as 34.5 power 62 right 0.4 head.")
    spot = None
    if start is not None:
        if plan.classify(*start) is None:
            raise BadSetup(f"No penguin can stand at {start[0]:g} {start[1]:g}: that is in a wall or outside the school.")
        spot = report.Spot(*plan.snap(*start))
    run = physics.practice(moves.intent(move), spot, report.COLOURS[moves.colour_number(colour)])
    if gif:
        write_film(run.trajectory, gif)
    if svg:
        assert run.trajectory is not None
        svg.write_text(flick_svg(run.report, run.trajectory), encoding="utf-8")
    if as_json:
        show_json(msgspec.json.decode(report.to_json(run.report)))
        return
    for sentence in report.words(run.report):
        console.print(sentence)


def write_film(trajectory: object, path: Path, **more: object) -> None:
    """Paint the film, or say what is missing to paint it."""
    try:
        from parlour.games.icecool.film import animate
    except ImportError:
        raise parlour.ParlourError("Films need the film extra: pip install 'parlour[film]'.") from None
    animate(trajectory, path, **more)  # type: ignore[arg-type]

"""`parlour bench TOPIC`: our speed beside the peers', measured in one run on this machine."""

from __future__ import annotations

import click
from rich.table import Table

from parlour.cli._show import console, json_option, show_json
from parlour.core.errors import ParlourError, one_of
from parlour.lab import bench


@click.command()
@click.argument("topic", default="rules")
@click.option("--quick", is_flag=True, help="A short run: for a first look, not for a table.")
@json_option
def command(topic: str, quick: bool, as_json: bool) -> None:
    """Measure TOPIC (rules if not said) and print ours beside the peers that are installed."""
    topics = bench.topics()
    if topic not in topics:
        raise ParlourError(f"There is no benchmark {topic!r}. {one_of(topic, topics)}")
    figures = topics[topic](quick)
    if as_json:
        show_json(figures)
        return
    table = Table(box=None, pad_edge=False, title=f"parlour bench {topic}", title_justify="left")
    for heading in ("what", "who", "figure", "ours / theirs"):
        table.add_column(heading, justify="right" if heading != "what" else "left")
    for what, row in figures.items():
        for who, figure in row.items():
            ours = row.get("ours")
            ratio = f"{ours / figure:.1f} x" if figure and ours and who != "ours" else ""
            table.add_row(
                what, who, "not installed" if figure is None else f"{figure:,.4g}" if figure < 100 else f"{figure:,.0f}", ratio
            )
    console.print(table)

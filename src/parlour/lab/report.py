"""The levels in docs/opponents.md from what was measured: `python -m parlour.lab.report [FOLDER]`.

With a folder its levels-GAME.json (lab/calibrate.py) come into the games' folders first: a measurement replaces what was
known of the same guest and hosts, whatever their budgets were.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from parlour.core.registry import game as game_of
from parlour.lab.arena import WEIGHT
from parlour.lab.calibrate import Calibration, Step, together

BLOCK = re.compile("(<!-- measured: ([a-z ]+) -->\n).*?(<!-- /measured -->)", re.DOTALL)
"""Where tables go, with the games they are of."""
DOCS = Path("docs/opponents.md")
SAID = {"simulations": "{} simulations", "flights": "{} flights", "seconds": "{} s a move", "reaction": "reaction {} ms"}
UNSAID = ("processor", "chapters")
HEADINGS = {
    "levels": "Each level at a table of the level below",
    "equal simulations": "Club against the plain search, equal simulations",
    "equal time": "Master against the plain search, equal time",
    "equal time, chapters": "The same; the plain search judges at the end of a round, hand or day",
    "one second": "Master at its full second a move",
    "ceiling": "At a table of beginners; the oracle sees all cards",
    "newcomers": "A newcomer's stand-in at a table of each level",
}


def kept(key: str) -> Path:
    """Where a game keeps what was measured."""
    return game_of(key).folder / "bots" / "measured.json"


def measured(key: str) -> Calibration | None:
    """What the data say about a game, if it was measured."""
    file = kept(key)
    return msgspec.json.decode(file.read_bytes(), type=Calibration) if file.is_file() else None


def lines(key: str) -> Iterator[str]:
    """A game's part of the page."""
    found = measured(key)
    if found is None:
        return
    yield f"### {game_of(key).name}, {found.players} players"
    yield ""
    yield "| | guest | hosts | share of victories | 95 % interval | fair | matches |"
    yield "|---|---|---|---|---|---|---|"
    for part, heading in HEADINGS.items():
        for number, step in enumerate(step for step in found.steps if step.part == part):
            yield row(heading if number == 0 else "", step)
    yield ""
    for level, reached in found.oracle_edge.items():
        yield f"{level.capitalize()} reaches {reached:.0%} of the oracle's edge over a table of beginners."
    seeds = ", ".join(map(str, sorted({step.first_seed for step in found.steps})))
    yield f"First seeds: {seeds}. {found.note}".rstrip()
    yield ""


def tables(keys: Sequence[str]) -> str:
    return "\n".join(["", *(line for key in keys for line in lines(key)), ""])


def row(heading: str, step: Step) -> str:
    interval = f"{step.low:.1%} to {step.high:.1%}"
    return (
        f"| {heading} | {in_words(step.guest)} | {in_words(step.host)} | {step.share:.1%} | {interval} "
        f"| {step.fair:.0%} | {step.games} |"
    )


def in_words(spec: str) -> str:
    """`master:simulations=3000:seconds=none` as `master, 3000 simulations`."""
    name, *parts = spec.split(":")
    said = [name]
    for part in parts:
        field, _, number = part.partition("=")
        if number != "none" and field not in UNSAID and not (field == "simulations" and "seconds=0" in spec):
            said.append(SAID.get(field, field.removeprefix(WEIGHT) + " {}").format(number))
    return ", ".join(said)


def renewed(old: Calibration | None, new: Calibration) -> Calibration:
    """What is known after a new measurement."""
    if old is None:
        return new
    fresh = {about(step): step for step in new.steps}
    steps = dict.fromkeys(fresh.get(about(step), step) for step in (*old.steps, *new.steps))
    return msgspec.structs.replace(together(new.game, list(steps)), note=old.note)


def about(step: Step) -> tuple[str, str, str, float]:
    return step.part, step.guest.split(":")[0], step.host.split(":")[0], step.fair


def main(folder: str | None = None) -> None:
    if not DOCS.is_file():
        raise SystemExit(f"There is no {DOCS} here: run this in the root of the repository.")
    for file in Path(folder).glob("levels-*.json") if folder else ():
        new = msgspec.json.decode(file.read_bytes(), type=Calibration)
        text = msgspec.json.format(msgspec.json.encode(renewed(measured(new.game), new)), indent=2)
        kept(new.game).write_bytes(text + b"\n")
    page = DOCS.read_text(encoding="utf-8")
    DOCS.write_text(BLOCK.sub(lambda block: block[1] + tables(block[2].split()) + block[3], page), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])

"""A school whose flicks are told, not flicked: hand-written reports for lessons and tests, no physics.

school = ToldSchool()
match = school.position({...})
school.tell("bounce O W:CLS:S", "pass O D1 CLS>GYM", O=(53, 13))
match.play(1, "flick 0 power 50")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from parlour.core.state import State
from parlour.games.icecool import happening
from parlour.games.icecool.report import COLOURS, Bounce, Colour, Event, Exit, FlickReport, Over, Pass, Rest, Touch
from parlour.games.icecool.table import Icecool

Place = tuple[float, float] | Literal["out"]
STEP = 0.1  # seconds between two events of a told flick


def event(i: int, line: str) -> Event:
    """An event from a line such as `touch P T`, `over O CLS>GYM D1` or `exit O CLS`."""
    kind, *words = line.split()
    t = i * STEP
    if kind == "touch":
        return Touch(i, t, _colour(words[0]), _colour(words[1]))
    if kind == "bounce":
        return Bounce(i, t, _colour(words[0]), words[1])
    if kind == "exit":
        return Exit(i, t, _colour(words[0]), words[1])
    way = words[2] if kind == "pass" else words[1]
    source, _, target = way.partition(">")
    if kind == "pass":
        return Pass(i, t, _colour(words[0]), words[1], source, target)
    if kind == "over":
        return Over(i, t, _colour(words[0]), source, target, words[2] if len(words) > 2 else None)
    raise ValueError(f"no event begins with {kind!r}")


def _colour(letter: str) -> Colour:
    return COLOURS[COLOURS.index(letter)]


class ToldSchool(Icecool):
    """The game with told flicks. What is not told stays where it is."""

    def __init__(self) -> None:
        self._next: tuple[tuple[str, ...], dict[str, Place], dict[str, Any]] = ((), {}, {})

    def tell(self, *events: str, settled: bool = True, **rest: Place) -> None:
        """The next flick: its events, and where penguins come to rest."""
        self._next = (events, rest, {"settled": settled})

    def report(self, state: State) -> FlickReport:
        """The told flick as a report for this record."""
        lines, rest, more = self._next
        start = dict(happening.poses(state))
        ends: dict[Colour, Rest | None] = {}
        for colour, spot in start.items():
            told = rest.get(colour)
            if told is None:
                ends[colour] = None if spot is None else Rest(spot.x, spot.y)
            else:
                ends[colour] = Rest(out=True) if told == "out" else Rest(float(told[0]), float(told[1]))
        events = tuple(event(i, line) for i, line in enumerate(lines))
        return FlickReport(state.flicks, COLOURS[state.turn], start, events, ends, more.get("settled", True), 1.0)

    def world(self, state: State) -> Any:
        told = happening.as_json(self.report(state))
        self._next = ((), {}, {})
        return told

    def doubts(self, state: State, report: Any) -> Iterator[str]:
        """What was told cannot be checked."""
        yield from ()

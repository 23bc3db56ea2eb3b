"""Between the physics and the rules: a report of the world becomes whole numbers in the record, or is refused.

world      flick on its way  ->  report (JSON)            needs MuJoCo
write      report            ->  the record's `event` and `rest`, after V1 to V8
doubts     report            ->  what is wrong with it, by flicking again
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.errors import BadMove, ParlourError
from parlour.core.state import State
from parlour.core.stream import rewind
from parlour.games.icecool import flick, report
from parlour.games.icecool.ground import STEPS, to_grid
from parlour.games.icecool.parts import BUMP, EVENTS, EXIT, FLYING, OFF, OUT, OVER, PASS, TOUCH
from parlour.games.icecool.plan import SURFACES, snap
from parlour.games.icecool.report import (
    COLOURS,
    BadReport,
    Bounce,
    Colour,
    Event,
    Exit,
    FlickReport,
    Over,
    Pass,
    Rest,
    Spot,
    Touch,
)
from parlour.games.icecool.school import DOOR_IDS, ROOM_IDS
from parlour.games.icecool.toy import imagine

if TYPE_CHECKING:
    from parlour.games.icecool.physics import FlickRun

Poses = tuple[tuple[Colour, Spot | None], ...]

SAME_REST = 50  # grid steps (0.05 cm) by which another machine's rest may differ


class ImpossibleFlick(BadMove):
    """A report that cannot have happened. `rule` is the ledger's: V1 to V8, or `format`."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.rule = rule


class NoPhysics(ParlourError):
    """The physics cannot run on this machine."""


def spot(state: State, seat: int) -> Spot | None:
    """Where a seat's penguin stands, in centimetres."""
    if seat >= state.players or state.x[seat] < 0:
        return None
    return Spot(state.x[seat] / STEPS, state.y[seat] / STEPS)


def poses(state: State) -> Poses:
    return tuple((colour, spot(state, seat)) for seat, colour in enumerate(COLOURS))


def _physics() -> Any:
    try:
        from parlour.games.icecool import physics
    except ImportError as missing:
        raise NoPhysics(f"Flicks need the physics of MuJoCo, which is not installed here ({missing.name}).") from None
    return physics


def is_ready() -> bool:
    """Whether `prepare` has nothing to compile."""
    ready: bool = _physics().events.is_ready()
    return ready


def prepare() -> None:
    """Build the models and load the machine code of the physics."""
    _physics().warm_up()


@lru_cache(maxsize=8)
def _flown(start: Poses, actor: Colour, number: int, count: int) -> FlickRun:
    run: FlickRun = _physics().simulate(dict(start), actor, flick.unpack(number), count)
    return run


def fly(state: State) -> FlickRun:
    """Let the flick that is on its way happen: the report, and the way of every penguin for the eyes."""
    return _flown(poses(state), COLOURS[state.turn], state.flick, state.flicks)


def as_json(happened: FlickReport) -> Any:
    """A report exactly as a record gives it back."""
    return msgspec.json.decode(report.to_json(happened))


def world(state: State) -> Any:
    """The report as JSON."""
    return as_json(fly(state).report)


def toy_world(state: State) -> Any:
    """What the toy would report, as JSON. The record is left alone; every flick has a stream of its own."""
    twin = state.copy()
    twin.lane = state.flicks
    rewind(twin)
    imagine(twin)
    return as_json(report_in(twin))


def read(told: Any) -> FlickReport:
    """A report from JSON."""
    if isinstance(told, FlickReport):
        return told
    try:
        return msgspec.convert(told, FlickReport)
    except msgspec.ValidationError as wrong:
        raise ImpossibleFlick("format", f"This is no report of a flick: {wrong}.") from None


def write(state: State, told: Any) -> None:
    """Check a report against the record (V1 to V8) and put it in as numbers. Refused, it leaves the record unchanged."""
    if state.phase != FLYING:
        raise ImpossibleFlick("V1", "No penguin is on its way, so there is nothing to report.")
    happened = read(told)
    try:
        report.validate(happened, dict(poses(state)), COLOURS[state.turn])
    except BadReport as wrong:
        raise ImpossibleFlick(wrong.rule, str(wrong).partition(": ")[2] + ".") from None
    if happened.flick != state.flicks:
        raise ImpossibleFlick("V1", f"This is the report of flick {happened.flick}, but flick {state.flicks} is on its way.")
    if len(happened.events) > EVENTS:
        raise ImpossibleFlick("V2", f"{len(happened.events)} events are more than a flick can have ({EVENTS}).")
    for colour, rest in happened.rest.items():
        at = None if rest is None else rest.spot
        if at is not None and snap(at.x, at.y) != (at.x, at.y):
            raise ImpossibleFlick("V6", f"{colour} rests at {at.x}, {at.y}, between the steps of 0.001 cm.")
    for i, event in enumerate(happened.events):
        for j, value in enumerate(row(event)):
            state.event[i, j] = value
    state.event_count = len(happened.events)
    for seat, colour in enumerate(COLOURS):
        state.rest_x[seat], state.rest_y[seat] = _rest(happened.rest.get(colour))


def _rest(rest: Rest | None) -> tuple[int, int]:
    if rest is None:
        return OFF, OFF
    return (OUT, OUT) if rest.x is None or rest.y is None else (to_grid(rest.x), to_grid(rest.y))


def row(event: Event) -> tuple[int, int, int, int, int]:
    """An event as five whole numbers (parts.py)."""
    match event:
        case Touch(a=a, b=b):
            return TOUCH, COLOURS.index(a), COLOURS.index(b), -1, -1
        case Pass(p=p, door=door, source=source, target=target):
            return PASS, COLOURS.index(p), DOOR_IDS.index(door), ROOM_IDS.index(source), ROOM_IDS.index(target)
        case Over(p=p, door=over, source=source, target=target):
            above = -1 if over is None else DOOR_IDS.index(over)
            return OVER, COLOURS.index(p), above, ROOM_IDS.index(source), ROOM_IDS.index(target)
        case Exit(p=p, source=source):
            return EXIT, COLOURS.index(p), -1, ROOM_IDS.index(source), -1
        case Bounce(p=p, s=s):
            return BUMP, COLOURS.index(p), SURFACES.index(s), -1, -1


def report_in(state: State) -> FlickReport:
    """The report that lies in the record as numbers; its times are not kept."""
    events = tuple(_event(state, i) for i in range(state.event_count))
    rest = {colour: _rest_in(state, seat) for seat, colour in enumerate(COLOURS)}
    return FlickReport(state.flicks, COLOURS[state.turn], dict(poses(state)), events, rest, True, 0.0)


def _rest_in(state: State, seat: int) -> Rest | None:
    x, y = state.rest_x[seat], state.rest_y[seat]
    if x == OUT:
        return Rest(out=True)
    return None if x < 0 else Rest(x / STEPS, y / STEPS)


def _event(state: State, i: int) -> Event:
    kind, a, b, source, target = (state.event[i, j] for j in range(5))
    p = COLOURS[a]
    if kind == TOUCH:
        return Touch(i, 0.0, p, COLOURS[b])
    if kind == PASS:
        return Pass(i, 0.0, p, DOOR_IDS[b], ROOM_IDS[source], ROOM_IDS[target])
    if kind == OVER:
        return Over(i, 0.0, p, ROOM_IDS[source], ROOM_IDS[target], None if b < 0 else DOOR_IDS[b])
    return Exit(i, 0.0, p, ROOM_IDS[source]) if kind == EXIT else Bounce(i, 0.0, p, SURFACES[b])


def doubts(state: State, told: Any) -> Iterator[str]:
    """Flick again and compare: the same events in the same order, and everybody at rest in the same place."""
    try:
        happened = read(told)
    except ImpossibleFlick as wrong:
        yield str(wrong)
        return
    if state.phase != FLYING:
        yield "no penguin is on its way, so there is nothing to report (V1)."
        return
    again = fly(state).report
    meant = flick.to_text(flick.unpack(state.flick))
    if [row(event) for event in happened.events] != [row(event) for event in again.events]:
        shown = " ".join(report.words(again))
        yield f"{meant} leads to something else. Flicked again: {shown}"
        return
    for colour in COLOURS:
        here, there = _rest(happened.rest.get(colour)), _rest(again.rest.get(colour))
        if max(abs(here[0] - there[0]), abs(here[1] - there[1])) > SAME_REST:
            yield f"{meant} takes {report.COLOUR_NAMES[colour]} to another place than the report says."
            return

"""What happened in a flick: the one message from physics to rules (ledger 4.1). No velocities, no pictures.

The JSON is exactly the ledger's: events carry `k`, `i`, `t`; a penguin's rest is `{x,y}`, `{out:true}` or null.
`validate` is the rules' gate: a report that breaks V1 to V8 raises `BadReport` with the name of the broken rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec

from parlour.core.words import say
from parlour.games.icecool import plan
from parlour.games.icecool.ground import RADIUS, STEPS, to_grid

Colour = Literal["P", "O", "T", "K"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
COLOUR_NAMES: dict[Colour, str] = {"P": say("Purple"), "O": say("Orange"), "T": say("Teal"), "K": say("Pink")}

OVERLAP_ALLOWED = 50  # V6: grid steps (0.05 cm) that two resting discs may overlap


class Spot(msgspec.Struct, frozen=True):
    """A penguin's centre in centimetres, on the 0.001 cm grid."""

    x: float
    y: float


class Rest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a penguin came to rest: a spot, or out of the school (perched on a wall counts as out, R25)."""

    x: float | None = None
    y: float | None = None
    out: bool = False

    def __post_init__(self) -> None:
        if (self.x is None) != self.out or (self.y is None) != self.out:
            raise ValueError("a rest is either x and y, or out")

    @property
    def spot(self) -> Spot | None:
        return None if self.x is None or self.y is None else Spot(self.x, self.y)


class _Event(msgspec.Struct, frozen=True, tag_field="k", rename={"source": "from", "target": "to"}):
    i: int
    t: float


class Touch(_Event, frozen=True, tag="touch"):
    """Contact of two penguins begins (ICE-34)."""

    a: Colour
    b: Colour


class Bounce(_Event, frozen=True, tag="bounce"):
    """A wall or door frame `s` turns the penguin back by 5 cm/s or more (R19)."""

    p: Colour
    s: str


class Pass(_Event, frozen=True, tag="pass"):
    """The whole penguin has gone through a door (ICE-21)."""

    p: Colour
    door: str
    source: str
    target: str


class Over(_Event, frozen=True, tag="over"):
    """The whole penguin is beyond a wall plane, through the air (ICE-26, ICE-42)."""

    p: Colour
    source: str
    target: str
    door: str | None = None


class Exit(_Event, frozen=True, tag="exit"):
    """The penguin has left all boxes (ICE-59, ICE-60)."""

    p: Colour
    source: str


Event = Touch | Pass | Over | Exit | Bounce
ORDER_IN_STEP: tuple[type[_Event], ...] = (Touch, Pass, Over, Exit, Bounce)


class FlickReport(msgspec.Struct, frozen=True):
    """One flick, from the start poses to rest."""

    flick: int
    actor: Colour
    start: dict[Colour, Spot | None]
    events: tuple[Event, ...]
    rest: dict[Colour, Rest | None]
    settled: bool
    time: float
    v: Literal[1] = 1


class BadReport(ValueError):
    """A report that cannot have happened; `rule` names the ledger's validation rule."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule


def to_json(report: FlickReport) -> bytes:
    return msgspec.json.encode(report)


def from_json(text: bytes | str) -> FlickReport:
    try:
        return msgspec.json.decode(text, type=FlickReport)
    except msgspec.DecodeError as error:
        raise BadReport("format", str(error)) from error


def validate(report: FlickReport, start: Mapping[Colour, Spot | None], actor: Colour) -> None:
    """Raise `BadReport` unless the report obeys V1 to V8 for these start poses and this actor."""
    _same_start(report, start, actor)
    _in_order(report.events)
    rooms = _tracked_rooms(report)
    for colour in COLOURS:
        _rests_where_tracked(report, colour, rooms.get(colour, frozenset()))
    _apart(report)
    if not report.settled:
        raise BadReport("V8", "the penguins have not come to rest")


def _same_start(report: FlickReport, start: Mapping[Colour, Spot | None], actor: Colour) -> None:
    if report.actor != actor:
        raise BadReport("V1", f"{report.actor} flicked, but it is {actor}'s flick")
    for colour in COLOURS:
        if report.start.get(colour) != start.get(colour):
            raise BadReport("V1", f"{colour} starts at {report.start.get(colour)}, but stands at {start.get(colour)}")
    if start.get(actor) is None:
        raise BadReport("V1", f"{actor} is not on the board")


def _in_order(events: Sequence[Event]) -> None:
    last = 0.0
    for i, event in enumerate(events):
        if event.i != i:
            raise BadReport("V2", f"event {i} is numbered {event.i}")
        if not event.t >= last:
            raise BadReport("V2", f"event {i} at {event.t} s comes after one at {last} s")
        last = event.t


def _tracked_rooms(report: FlickReport) -> dict[Colour, frozenset[str]]:
    """V3, V4, V7: follow every penguin from room to room; a stuck one may be in either room of its door."""
    rooms: dict[Colour, frozenset[str]] = {}
    for colour, spot in report.start.items():
        place = None if spot is None else plan.classify(spot.x, spot.y)
        if spot is not None and place is None:
            raise BadReport("V1", f"{colour} starts inside a wall")
        if place is not None:
            rooms[colour] = frozenset(plan.DOOR[place.door].rooms if place.door else place.rooms)
    gone: set[Colour] = set()
    for event in report.events:
        for colour in (event.a, event.b) if isinstance(event, Touch) else (event.p,):
            if colour not in rooms:
                raise BadReport("V7", f"event {event.i}: {colour} is not on the board")
            if colour in gone:
                raise BadReport("V4", f"event {event.i}: {colour} has already left the school")
        match event:
            case Touch(a=a, b=b):
                if a == b:
                    raise BadReport("V7", f"event {event.i}: {a} cannot touch itself")
            case Bounce(s=surface):
                if surface not in plan.SURFACES:
                    raise BadReport("V3", f"event {event.i}: there is no wall {surface}")
            case Pass(p=p, source=source, target=target, door=door):
                _leaves(event, rooms[p], source)
                if door not in plan.DOOR or set(plan.DOOR[door].rooms) != {source, target}:
                    raise BadReport("V3", f"event {event.i}: {door} does not join {source} and {target}")
                rooms[p] = frozenset((target,))
            case Over(p=p, source=source, target=target, door=over):
                _leaves(event, rooms[p], source)
                if target not in plan.ROOM or not plan.adjacent(source, target):
                    raise BadReport("V3", f"event {event.i}: {source} and {target} share no wall")
                if over is not None and over != plan.door_between(source, target):
                    raise BadReport("V3", f"event {event.i}: {over} does not join {source} and {target}")
                rooms[p] = frozenset((target,))
            case Exit(p=p, source=source):
                _leaves(event, rooms[p], source)
                gone.add(p)
    for colour in gone:
        rest = report.rest.get(colour)
        if rest is None or not rest.out:
            raise BadReport("V4", f"{colour} has left the school, but rests in it")
    return rooms


def _leaves(event: Pass | Over | Exit, rooms: frozenset[str], source: str) -> None:
    if source not in rooms:
        raise BadReport("V3", f"event {event.i}: {event.p} is in {' or '.join(sorted(rooms))}, not in {source}")


def _rests_where_tracked(report: FlickReport, colour: Colour, rooms: frozenset[str]) -> None:
    rest = report.rest.get(colour)
    if (rest is None) != (report.start.get(colour) is None):
        raise BadReport("V4", f"{colour} is on the board only before or only after the flick")
    if rest is None or rest.spot is None:
        return
    place = plan.classify(rest.spot.x, rest.spot.y)
    if place is None or in_wall(rest.spot):
        raise BadReport("V6", f"{colour} rests at ({rest.x}, {rest.y}), inside a wall")
    reachable = set(plan.DOOR[place.door].rooms) if place.door else {place.room}
    if not reachable & rooms:
        raise BadReport("V5", f"{colour} rests in {place.door or place.room}, but was last in {' or '.join(sorted(rooms))}")


def in_wall(spot: Spot, allowed: int = OVERLAP_ALLOWED) -> bool:
    """V6: the disc reaches more than `allowed` grid steps into a wall; lintels are above it."""
    x, y = to_grid(spot.x), to_grid(spot.y)
    for x0, y0, x1, y1 in _WALLS:
        dx, dy = max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)
        if dx * dx + dy * dy < (RADIUS - allowed) ** 2:
            return True
    return False


_WALLS = [
    (to_grid(solid.box[0]), to_grid(solid.box[1]), to_grid(solid.box[3]), to_grid(solid.box[4]))
    for solid in plan.solids()
    if solid.lintel_of is None
]


def _apart(report: FlickReport) -> None:
    spots = [(colour, rest.spot) for colour, rest in report.rest.items() if rest is not None and rest.spot is not None]
    for k, (one, a) in enumerate(spots):
        for other, b in spots[:k]:
            square = (to_grid(a.x) - to_grid(b.x)) ** 2 + (to_grid(a.y) - to_grid(b.y)) ** 2
            if square < (2 * RADIUS - OVERLAP_ALLOWED) ** 2:
                raise BadReport("V6", f"{one} and {other} rest {square**0.5 / STEPS:.2f} cm apart, inside each other")


_SIDE_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def words(report: FlickReport, names: Mapping[Colour, str] | None = None) -> list[str]:
    """The flick in English, one sentence an event and one for every penguin that ends stuck or out."""
    called = {**COLOUR_NAMES, **(names or {})}
    lines = [_sentence(event, called) for event in report.events]
    for colour, rest in report.rest.items():
        if rest is None:
            continue
        if rest.spot is None:
            if not any(isinstance(event, Exit) and event.p == colour for event in report.events):
                lines.append(f"{called[colour]} is left perched on a wall and counts as out.")
            continue
        place = plan.classify(rest.spot.x, rest.spot.y)
        if place is not None and place.door:
            lines.append(f"{called[colour]} ends stuck in {_door(place.door)}.")
    if not lines:
        rest = report.rest.get(report.actor)
        room = None if rest is None or rest.spot is None else plan.room_at(rest.spot.x, rest.spot.y)
        lines.append(f"{called[report.actor]} slides to a stop" + (f" in the {plan.ROOM[room].name}." if room else "."))
    return lines


def _door(door: str) -> str:
    one, other = (plan.ROOM[room].name for room in plan.DOOR[door].rooms)
    return f"{door}, the door between {one} and {other}"


def _sentence(event: Event, called: Mapping[Colour, str]) -> str:
    match event:
        case Touch(a=a, b=b):
            return f"{called[a]} runs into {called[b]}."
        case Bounce(p=p, s=s):
            kind, where, *side = s.split(":")
            if kind == "J":
                return f"{called[p]} bounces off the frame of {where}."
            return f"{called[p]} bounces off the {plan.ROOM[where].name}'s {_SIDE_WORDS[side[0]]} wall."
        case Pass(p=p, door=door, target=target):
            return f"{called[p]} passes {door} into the {plan.ROOM[target].name}."
        case Over(p=p, target=target, door=door):
            over = f"over {door}" if door else "over the wall"
            return f"{called[p]} flies {over} into the {plan.ROOM[target].name}."
        case Exit(p=p, source=source):
            return f"{called[p]} flies out of the school from the {plan.ROOM[source].name}."

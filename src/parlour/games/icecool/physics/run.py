"""From an intent to a report: run MuJoCo until everything rests, read the events, set the penguins upright.

One flick and a batch take the same road (a flick is a batch of one) in the same fixed chunks of steps, so their
results are the same bits, whatever the number of threads or the company in the batch.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from parlour.core.arrays import shaped, zeros
from parlour.games.icecool import ground, plan, tracking
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.physics import body, events, rest
from parlour.games.icecool.physics.finger import impact
from parlour.games.icecool.report import (
    COLOURS,
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
from parlour.games.icecool.trajectory import RATE, Trajectory, quantise

CHUNK = 200  # steps between two looks at whether a flick is over
BATCH = 128  # flicks in memory at once
FRAMES = [round(frame / RATE / body.STEP) for frame in range(int(body.LONGEST * RATE) + 2)]
"""The steps that a film shows."""
RESTING_GAP = ground.to_grid(0.02)  # a gap up to this at the start is a resting contact


class FlickJob(NamedTuple):
    """One flick to simulate: the poses on the board (None or missing = off it), who flicks, and how."""

    poses: Mapping[Colour, Spot | None]
    actor: Colour
    intent: FlickIntent
    number: int = 0


class FlickRun(NamedTuple):
    """What came out: the report for the rules, and the way of every penguin for the eyes, if it was asked for."""

    report: FlickReport
    trajectory: Trajectory | None


def simulate(poses: Mapping[Colour, Spot | None], actor: Colour, intent: FlickIntent, number: int = 0) -> FlickRun:
    """Flick `actor`'s penguin. The same arguments give the same report, bit for bit, on the same machine."""
    return simulate_many([FlickJob(poses, actor, intent, number)], record=True)[0]


def practice(intent: FlickIntent, spot: Spot | None = None, colour: Colour = "O") -> FlickRun:
    """ICE-7: a lone penguin, from the red circle or from where the last practice flick left it."""
    circle = plan.SCHOOL.red_circle
    return simulate({colour: spot or Spot(circle.x, circle.y)}, colour, intent)


def warm_up() -> None:
    """Build the models and compile the event reader now, so that the first flick at a table does not wait."""
    _engine().warm_up(len(COLOURS))
    practice(FlickIntent(0, 1))


def simulate_many(jobs: Sequence[FlickJob], threads: int = 1, record: bool = False) -> list[FlickRun]:
    """Simulate many flicks on `threads` cores; results in the order of the jobs, equal to single flicks."""
    runs: list[FlickRun | None] = [None] * len(jobs)
    by_size: dict[int, list[int]] = {}
    for k, job in enumerate(jobs):
        by_size.setdefault(len(_on_board(job)), []).append(k)
    for size, members in by_size.items():
        for at in range(0, len(members), BATCH):
            part = members[at : at + BATCH]
            for k, run in zip(part, _run(size, [jobs[k] for k in part], threads, record), strict=True):
                runs[k] = run
    return [run for run in runs if run is not None]


def _on_board(job: FlickJob) -> tuple[Colour, ...]:
    colours = tuple(colour for colour in COLOURS if job.poses.get(colour) is not None)
    if job.actor not in colours:
        raise ValueError(f"{job.actor} is not on the board, so it cannot be flicked (V1)")
    return colours


def _engine() -> ModuleType:
    """Whose MuJoCo it is: Python's, or the browser's that Python runs in."""
    if sys.platform == "emscripten":
        from parlour.games.icecool.physics import browser

        return browser
    from parlour.games.icecool.physics import native

    return native


class _Flick:
    """The arrays of one flick."""

    def __init__(self, job: FlickJob) -> None:
        self.job, self.colours = job, _on_board(job)
        self.size = size = len(self.colours)
        self.width = 1 + 13 * size
        self.start: list[rest.GridPoint] = []
        self.state: Any = zeros(self.width, "f8")
        self.track = zeros((size, tracking.TRACKED), "i8")
        self.speeds = zeros((size, 2), "f8")
        self.walls = zeros((size, events.SURFACES, events.CONTACTED), "f8")
        self.touched = zeros((size, size), "f8")
        self.calm, self.count = zeros(1, "i8"), zeros(1, "i8")
        self.events = zeros((events.MAX_EVENTS, 6), "i8")
        self.scratch = zeros(4, "f8"), zeros(6, "f8")
        self.steps = 0
        for i in range(size):
            for surface in range(events.SURFACES):
                self.walls[i, surface, events.SINCE] = events.LONG_AGO
            for j in range(size):
                self.touched[i, j] = events.LONG_AGO
        for k, colour in enumerate(self.colours):
            self._place(k, colour)
        actor = self.colours.index(job.actor)
        velocity, spin = impact(job.intent)
        for i, value in enumerate((*velocity, *spin)):
            self.state[1 + 7 * size + 6 * actor + i] = value
        self.speeds[actor, 0], self.speeds[actor, 1] = velocity[0] / body.CM, velocity[1] / body.CM
        self.frames: list[list[float]] = [self._poses(self.state, 0)]

    def _poses(self, states: Any, step: int) -> list[float]:
        return list(states[step * self.width + 1 : step * self.width + 1 + 7 * self.size])

    def _place(self, k: int, colour: Colour) -> None:
        spot = self.job.poses[colour]
        assert spot is not None
        x, y = ground.to_grid(spot.x), ground.to_grid(spot.y)
        place = plan.classify(spot.x, spot.y)
        if place is None:
            raise ValueError(f"{colour} cannot stand at ({spot.x}, {spot.y}): that is inside a wall (ledger 4.1)")
        self.start.append((x, y))
        pose = (x / ground.STEPS * body.CM, y / ground.STEPS * body.CM, body.COM_HEIGHT, 1, 0, 0, 0)
        for i, value in enumerate(pose):
            self.state[1 + 7 * k + i] = value
        room = -1 if place.room is None else plan.ROOM_IDS.index(place.room)
        door = -1 if place.door is None else plan.DOOR_IDS.index(place.door)
        cell = tracking.cell_at(x / ground.STEPS, y / ground.STEPS)
        for i, value in enumerate((room, cell, tracking.STRAIGHT, door, 0)):
            self.track[k, i] = value
        self._flush_walls(k, x, y)
        for i in range(k):
            gap = math.hypot(x - self.start[i][0], y - self.start[i][1])
            if gap <= 2 * ground.RADIUS + RESTING_GAP:
                self.touched[i, k] = 0.0
                self.touched[k, i] = events.LEANING

    def _flush_walls(self, k: int, x: int, y: int) -> None:
        """Walls that the penguin leans on at the start are no new contact until it has left them (R19)."""
        for room, (x0, y0, x1, y1) in enumerate(ground.INNER.tolist()):
            if x0 <= x <= x1 and y0 <= y <= y1:
                for side, gap in enumerate((y1 - y, x1 - x, y - y0, x - x0)):
                    if gap <= ground.RADIUS + RESTING_GAP:
                        self._lean(k, 4 * room + side)
        door = self.track[k, tracking.DOOR]
        if door >= 0:
            axis = 1 - ground.DOOR_AXIS[door]
            along = (x, y)[axis]
            if min(along - ground.SLOT[door, axis], ground.SLOT[door, axis + 2] - along) <= ground.RADIUS + RESTING_GAP:
                self._lean(k, 4 * len(plan.ROOM_IDS) + door)

    def _lean(self, k: int, surface: int) -> None:
        self.walls[k, surface, events.SINCE] = 0.0
        self.walls[k, surface, events.COUNTED] = 1.0

    def take(self, states: Any, sensors: Any, first: int, record: bool) -> bool:
        """Read a chunk of steps; whether everything still moves after it."""
        last = events.fast().here()["scan"](
            shaped(states, (CHUNK, self.width)), shaped(sensors, (CHUNK, len(sensors) // CHUNK)), first, self.size, self.track,
            self.speeds, self.walls, self.touched, self.calm, self.events, self.count, *self.scratch,
        )  # fmt: skip
        end = CHUNK - 1 if last < 0 else last
        self.state = states[end * self.width : (end + 1) * self.width]
        self.steps = first + end + 1
        if record:
            wanted = (step - first - 1 for step in FRAMES)
            self.frames += [self._poses(states, step) for step in wanted if 0 <= step <= end]
        return bool(last < 0)

    def row(self, k: int) -> memoryview:
        """How a penguin is tracked."""
        tracked: memoryview = self.track.cast("B").cast("q")[tracking.TRACKED * k : tracking.TRACKED * (k + 1)]
        return tracked


class _Lines:
    """The events of a flick as `tracking` writes them."""

    def __init__(self, flick: _Flick) -> None:
        self._flat = flick.events.cast("B").cast("q")
        self.shape = flick.events.shape

    def __getitem__(self, line: int) -> memoryview:
        found: memoryview = self._flat[6 * line : 6 * (line + 1)]
        return found


def _run(size: int, jobs: Sequence[FlickJob], threads: int, record: bool) -> list[FlickRun]:
    flicks, engine = [_Flick(job) for job in jobs], _engine()
    moving = flicks
    for first in range(0, int(body.LONGEST / body.STEP), CHUNK):
        if not moving:
            break
        calm = first * body.STEP >= body.CALMING_AFTER
        rolled = engine.roll(size, calm, [flick.state for flick in moving], CHUNK, threads)
        moving = [flick for flick, made in zip(moving, rolled, strict=True) if flick.take(made[0], made[1], first, record)]
    return [_finish(flick, record) for flick in flicks]


def _finish(flick: _Flick, record: bool) -> FlickRun:
    job, colours = flick.job, flick.colours
    spots = _stand_up(flick)
    on_board = {colour: spots[k] for k, colour in enumerate(colours)}
    report = FlickReport(
        flick=job.number,
        actor=job.actor,
        start={colour: _start_spot(flick, colour) for colour in COLOURS},
        events=_events(flick),
        rest={colour: _rest(on_board[colour]) if colour in on_board else None for colour in COLOURS},
        settled=True,  # at rest, or after the ledger's 12 s (`time` tells which)
        time=round(flick.steps * body.STEP, 4),
    )
    return FlickRun(report, _trajectory(flick, spots) if record else None)


def _start_spot(flick: _Flick, colour: Colour) -> Spot | None:
    if colour not in flick.colours:
        return None
    x, y = flick.start[flick.colours.index(colour)]
    return Spot(x / ground.STEPS, y / ground.STEPS)


def _rest(place: rest.GridPoint | None) -> Rest:
    return Rest(out=True) if place is None else Rest(*rest.centimetres(place))


def _stand_up(flick: _Flick) -> list[rest.GridPoint | None]:
    """The upright poses on the grid, None for out; the last events that standing up completes are noted."""
    places: dict[int, rest.GridPoint] = {}
    for k in range(flick.size):
        x, y, z = _base(flick.state[1 + 7 * k : 8 + 7 * k])
        if flick.track[k, tracking.GONE] or rest.is_perched(x, y, z):
            continue
        place, start = (ground.to_grid(x), ground.to_grid(y)), flick.start[k]
        near = max(abs(place[0] - start[0]), abs(place[1] - start[1])) <= rest.SAME_PLACE
        places[k] = start if near else place
    standing = dict(zip(places, rest.stand(list(places.values())), strict=True))
    spots: list[rest.GridPoint | None] = [None] * flick.size
    for k, (gx, gy) in standing.items():
        me = flick.row(k)
        cx, cy, r = gx / ground.STEPS, gy / ground.STEPS, plan.SCHOOL.penguin.radius
        # Half a grid step of slack, because the footprint's edge is computed in floating point here.
        slack = 0.5 / ground.STEPS
        reach = (cx - r + slack, cy - r + slack, cx + r - slack, cy + r - slack)
        tracking.follow(k, me, cx, cy, r, reach, flick.steps, _Lines(flick), flick.count)
        if not me[tracking.GONE]:
            spots[k] = rest.set_back_into_frame(gx, gy, me[tracking.HOME])
    return spots


def _base(pose: Sequence[float]) -> tuple[float, float, float]:
    """Centre of the base ball in centimetres."""
    x, y, z, qw, qx, qy, qz = pose
    above = body.BASE.height - body.COM_HEIGHT
    ux, uy, uz = 2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)
    return (x + above * ux) / body.CM, (y + above * uy) / body.CM, (z + above * uz) / body.CM


def _events(flick: _Flick) -> tuple[Event, ...]:
    rows = flick.events.tolist()[: flick.count[0]]
    rows.sort(key=lambda row: (row[0], row[1], row[2], row[3]))
    colours = flick.colours
    gone: set[Colour] = set()
    found: list[Event] = []
    for step, kind, a, b, source, target in rows:
        i, t, p = len(found), round(step * body.STEP, 4), colours[a]
        if p in gone or (kind == tracking.TOUCH and colours[b] in gone):
            continue
        if kind == tracking.TOUCH:
            found.append(Touch(i, t, p, colours[b]))
        elif kind == tracking.PASS:
            found.append(Pass(i, t, p, plan.DOOR_IDS[b], plan.ROOM_IDS[source], plan.ROOM_IDS[target]))
        elif kind == tracking.OVER:
            door = None if b < 0 else plan.DOOR_IDS[b]
            found.append(Over(i, t, p, plan.ROOM_IDS[source], plan.ROOM_IDS[target], door))
        elif kind == tracking.EXIT:
            gone.add(p)
            found.append(Exit(i, t, p, plan.ROOM_IDS[source]))
        else:
            found.append(Bounce(i, t, p, plan.SURFACES[b]))
    return tuple(found)


def _trajectory(flick: _Flick, spots: list[rest.GridPoint | None]) -> Trajectory:
    """The path of the base balls' centres, ended by one frame of the poses at rest."""
    path: list[float] = []
    for frame in [*flick.frames, flick.frames[-1]]:
        for k in range(flick.size):
            pose = frame[7 * k : 7 * k + 7]
            path += [*_base(pose), *pose[3:]]
    for k, spot in enumerate(spots):
        if spot is not None:
            at = len(path) - 7 * (flick.size - k)
            w, z = path[at + 3], path[at + 6]
            size = math.hypot(w, z) or 1.0
            path[at : at + 7] = [*rest.centimetres(spot), plan.SCHOOL.penguin.radius, w / size, 0.0, 0.0, z / size]
    return quantise(flick.colours, path)

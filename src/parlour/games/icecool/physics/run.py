"""From an intent to a report: run MuJoCo until everything rests, read the events, set the penguins upright.

One flick and a batch take the same road (a flick is a batch of one) in the same fixed chunks of steps, so their
results are the same bits, whatever the number of threads or the company in the batch.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import mujoco
import numpy as np
from mujoco import rollout
from numpy.typing import NDArray

from parlour.games.icecool import ground, plan, tracking
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.physics import body, events, rest
from parlour.games.icecool.physics.finger import impact
from parlour.games.icecool.physics.model import models
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
from parlour.games.icecool.trajectory import RATE, VALUES, Trajectory, quantise

Floats = NDArray[np.float64]

CHUNK = 200  # steps between two looks at whether a flick is over
BATCH = 128  # flicks in memory at once
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
    for size in range(1, len(COLOURS) + 1):
        models(size)
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


_local = threading.local()


def _roller(size: int, threads: int) -> tuple[Any, list[Any]]:
    """This thread's pool of workers and their scratch data."""
    pools: dict[tuple[int, int], tuple[Any, list[Any]]] = _local.__dict__.setdefault("pools", {})
    if (size, threads) not in pools:
        lively, _ = models(size)
        pools[size, threads] = (
            rollout.Rollout(nthread=threads if threads > 1 else 0),
            [mujoco.MjData(lively) for _ in range(max(threads, 1))],
        )
    return pools[size, threads]


class _Batch:
    """The arrays of one batch of flicks with the same number of penguins."""

    def __init__(self, size: int, jobs: Sequence[FlickJob]) -> None:
        count = len(jobs)
        self.size = size
        self.colours = [_on_board(job) for job in jobs]
        self.start = np.zeros((count, size, 2), np.int64)
        self.state = np.zeros((count, 1 + 13 * size))
        self.track = np.zeros((count, size, tracking.TRACKED), np.int64)
        self.speeds = np.zeros((count, size, 2))
        self.walls = np.zeros((count, size, events.SURFACES, events.CONTACTED))
        self.walls[..., events.SINCE] = events.LONG_AGO
        self.touched = np.full((count, size, size), events.LONG_AGO)
        self.calm = np.zeros((count, 1), np.int64)
        self.events = np.zeros((count, events.MAX_EVENTS, 6), np.int64)
        self.event_count = np.zeros((count, 1), np.int64)
        self.steps = np.zeros(count, np.int64)
        self.frames: list[list[Floats]] = [[] for _ in jobs]
        for j, job in enumerate(jobs):
            self._place(j, job)
        self.frame_at: Floats = np.arange(int(body.LONGEST * RATE) + 2) / RATE / body.STEP

    def _place(self, j: int, job: FlickJob) -> None:
        for k, colour in enumerate(self.colours[j]):
            spot = job.poses[colour]
            assert spot is not None
            x, y = ground.to_grid(spot.x), ground.to_grid(spot.y)
            place = plan.classify(spot.x, spot.y)
            if place is None:
                raise ValueError(f"{colour} cannot stand at ({spot.x}, {spot.y}): that is inside a wall (ledger 4.1)")
            self.start[j, k] = x, y
            at = 1 + 7 * k
            self.state[j, at : at + 7] = (
                x / ground.STEPS * body.CM,
                y / ground.STEPS * body.CM,
                body.COM_HEIGHT,
                1,
                0,
                0,
                0,
            )
            room = -1 if place.room is None else plan.ROOM_IDS.index(place.room)
            door = -1 if place.door is None else plan.DOOR_IDS.index(place.door)
            cell = tracking.cell_at(x / ground.STEPS, y / ground.STEPS)
            self.track[j, k] = room, cell, tracking.STRAIGHT, door, 0
            self._flush_walls(j, k, x, y)
            for i in range(k):
                gap = np.hypot(*(self.start[j, k] - self.start[j, i]))
                if gap <= 2 * ground.RADIUS + RESTING_GAP:
                    self.touched[j, i, k] = 0.0
                    self.touched[j, k, i] = events.LEANING
        actor = self.colours[j].index(job.actor)
        velocity, spin = impact(job.intent)
        at = 1 + 7 * self.size + 6 * actor
        self.state[j, at : at + 3] = velocity
        self.state[j, at + 3 : at + 6] = spin
        self.speeds[j, actor] = velocity[0] / body.CM, velocity[1] / body.CM

    def _flush_walls(self, j: int, k: int, x: int, y: int) -> None:
        """Walls that the penguin leans on at the start are no new contact until it has left them (R19)."""
        for room, (x0, y0, x1, y1) in enumerate(ground.INNER.tolist()):
            if x0 <= x <= x1 and y0 <= y <= y1:
                for side, gap in enumerate((y1 - y, x1 - x, y - y0, x - x0)):
                    if gap <= ground.RADIUS + RESTING_GAP:
                        self.walls[j, k, 4 * room + side, events.SINCE] = 0.0
                        self.walls[j, k, 4 * room + side, events.COUNTED] = 1.0
        door = self.track[j, k, tracking.DOOR]
        if door >= 0:
            axis = 1 - ground.DOOR_AXIS[door]
            along = (x, y)[axis]
            slot = ground.SLOT.tolist()[door]
            if min(along - slot[axis], slot[axis + 2] - along) <= ground.RADIUS + RESTING_GAP:
                jamb = 4 * len(plan.ROOM_IDS) + door
                self.walls[j, k, jamb, events.SINCE] = 0.0
                self.walls[j, k, jamb, events.COUNTED] = 1.0

    def advance(self, roller: tuple[Any, list[Any]], first: int, members: NDArray[np.int64], record: bool) -> Any:
        """One chunk for the flicks that still move; returns those that still move after it."""
        pool, datas = roller
        lively, calm = models(self.size)
        model = lively if first * body.STEP < body.CALMING_AFTER else calm
        states, sensors = pool.rollout(model, datas, np.ascontiguousarray(self.state[members]), nstep=CHUNK)
        moving = []
        for row, j in enumerate(members):
            last = events.fast_scan(
                states[row], sensors[row], first, self.size, self.track[j], self.speeds[j], self.walls[j],
                self.touched[j], self.calm[j], self.events[j], self.event_count[j],
            )  # fmt: skip
            end = CHUNK - 1 if last < 0 else last
            self.state[j] = states[row, end]
            self.steps[j] = first + end + 1
            if record:
                wanted = np.rint(self.frame_at).astype(np.int64) - first - 1
                wanted = wanted[(wanted >= 0) & (wanted <= end)]
                self.frames[j].append(states[row, wanted, 1 : 1 + 7 * self.size])
            if last < 0:
                moving.append(j)
        return np.array(moving, np.int64)


def _run(size: int, jobs: Sequence[FlickJob], threads: int, record: bool) -> list[FlickRun]:
    batch = _Batch(size, jobs)
    begin = batch.state.copy()
    roller = _roller(size, threads)
    members = np.arange(len(jobs))
    for first in range(0, int(body.LONGEST / body.STEP), CHUNK):
        if len(members) == 0:
            break
        members = batch.advance(roller, first, members, record)
    return [_finish(batch, j, job, begin[j], record) for j, job in enumerate(jobs)]


def _finish(batch: _Batch, j: int, job: FlickJob, begin: Floats, record: bool) -> FlickRun:
    colours, size = batch.colours[j], batch.size
    spots = _stand_up(batch, j)
    time = round(int(batch.steps[j]) * body.STEP, 4)
    on_board = {colour: spots[k] for k, colour in enumerate(colours)}
    report = FlickReport(
        flick=job.number,
        actor=job.actor,
        start={colour: _start_spot(batch, j, colour) for colour in COLOURS},
        events=_events(batch, j),
        rest={colour: _rest(on_board[colour]) if colour in on_board else None for colour in COLOURS},
        settled=True,  # at rest, or after the ledger's 12 s (`time` tells which)
        time=time,
    )
    if not record:
        return FlickRun(report, None)
    path = np.concatenate([begin[None, 1 : 1 + 7 * size], *batch.frames[j]]).reshape(-1, size, VALUES)
    return FlickRun(report, _trajectory(colours, path, spots))


def _start_spot(batch: _Batch, j: int, colour: Colour) -> Spot | None:
    if colour not in batch.colours[j]:
        return None
    x, y = batch.start[j, batch.colours[j].index(colour)]
    return Spot(int(x) / ground.STEPS, int(y) / ground.STEPS)


def _rest(place: rest.GridPoint | None) -> Rest:
    return Rest(out=True) if place is None else Rest(*rest.centimetres(place))


def _stand_up(batch: _Batch, j: int) -> list[rest.GridPoint | None]:
    """The upright poses on the grid, None for out; the last events that standing up completes are noted."""
    size, step = batch.size, int(batch.steps[j])
    places: dict[int, rest.GridPoint] = {}
    for k in range(size):
        x, y, z = _base(batch.state[j, 1 + 7 * k : 8 + 7 * k])
        if batch.track[j, k, tracking.GONE] or rest.is_perched(x, y, z):
            continue
        place = ground.to_grid(x), ground.to_grid(y)
        start = int(batch.start[j, k, 0]), int(batch.start[j, k, 1])
        near = max(abs(place[0] - start[0]), abs(place[1] - start[1])) <= rest.SAME_PLACE
        places[k] = start if near else place
    standing = dict(zip(places, rest.stand(list(places.values())), strict=True))
    spots: list[rest.GridPoint | None] = [None] * size
    for k, (gx, gy) in standing.items():
        me = batch.track[j, k]
        cx, cy, r = gx / ground.STEPS, gy / ground.STEPS, plan.SCHOOL.penguin.radius
        # Half a grid step of slack, because the footprint's edge is computed in floating point here.
        slack = 0.5 / ground.STEPS
        reach = np.array([cx - r + slack, cy - r + slack, cx + r - slack, cy + r - slack])
        tracking.follow(k, me, cx, cy, r, reach, step, batch.events[j], batch.event_count[j])
        if not me[tracking.GONE]:
            spots[k] = rest.set_back_into_frame(gx, gy, int(me[tracking.HOME]))
    return spots


def _base(pose: Floats) -> tuple[float, float, float]:
    """Centre of the base ball in centimetres."""
    x, y, z, qw, qx, qy, qz = (float(value) for value in pose)
    above = body.BASE.height - body.COM_HEIGHT
    ux, uy, uz = 2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)
    return (x + above * ux) / body.CM, (y + above * uy) / body.CM, (z + above * uz) / body.CM


def _events(batch: _Batch, j: int) -> tuple[Event, ...]:
    rows = batch.events[j, : batch.event_count[j, 0]].tolist()
    rows.sort(key=lambda row: (row[0], row[1], row[2], row[3]))
    colours = batch.colours[j]
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


def _trajectory(colours: tuple[Colour, ...], path: Floats, spots: list[rest.GridPoint | None]) -> Trajectory:
    """The path of the base balls' centres, ended by one frame of the poses at rest."""
    frames = np.concatenate([path, path[-1:]])
    for f in range(len(frames)):
        for k in range(len(colours)):
            frames[f, k, :3] = _base(frames[f, k])
    for k, spot in enumerate(spots):
        if spot is not None:
            w, z = frames[-1, k, 3], frames[-1, k, 6]
            size = float(np.hypot(w, z)) or 1.0
            x, y = rest.centimetres(spot)
            frames[-1, k] = x, y, plan.SCHOOL.penguin.radius, w / size, 0, 0, z / size
    return quantise(colours, frames)

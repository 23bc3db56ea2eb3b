"""What one flick can do from everywhere: the tables of `bots/icecool/sight.npz`, swept with the quick model.

python tools/fit_sight.py      about a minute on one core

For a lone penguin on every cell of a grid, flicks all around: which doors it passes and which cells its way touches.
Aims are blurred like those of a good hand, then the best flick counts.

    reach[cell, doors]     of these doors (bits) it passes so many in one flick, in units of 1/60
    catch[cell, other]     the chance to touch a penguin there, in units of 1/255
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from parlour.core.link import Linker, machine_code
from parlour.core.numpy_arrays import as_array
from parlour.games.icecool import plan, quick
from parlour.games.icecool.bots.sight import CELL_SIZE, CELLS, SIDE, centre
from parlour.games.icecool.quick import (
    GIVE_UP,
    LONGEST,
    MOTION,
    MOVING,
    PATH_SPIN,
    PATH_X,
    PATH_Y,
    PATH_Z,
    RADIUS,
    REACH,
    SHORTEST,
    SPIN,
    VX,
    VY,
    VZ,
    X,
    Y,
    Z,
    meet_walls,
    ride,
    slide,
)
from parlour.games.icecool.tracking import GONE, PASS, TRACKED, follow

OUT = Path(__file__).resolve().parent.parent / "src/parlour/bots/icecool/sight.npz"
AIMS = 180
POWERS = (10, 16, 22, 28, 36, 46, 60, 80)
SIDES = (0, -6, 6)
JUMPS = (60, 75, 90)  # powers on the head
LOW = 3.0  # cm: a penguin in the air at this height touches nobody
BLUR = np.array([0.06, 0.24, 0.4, 0.24, 0.06])  # over two degrees: about two degrees of error in all
DOORS = len(plan.DOOR_IDS)


def sweep(pose: Any, begin: Any, flicks: Any, paths: Any, lengths: Any, constants: Any, doors: Any, seen: Any) -> None:
    """The doors that each flick passes, and the cells in which it would touch a penguin."""
    me = np.zeros(MOTION)
    track = np.zeros(TRACKED, np.int64)
    events = np.zeros((24, 6), np.int64)
    count = np.zeros(1, np.int64)
    path, reach = np.zeros(4), np.zeros(4)
    for i in range(flicks.shape[0]):
        flick = flicks[i]
        for c in range(TRACKED):
            track[c] = begin[c]
        for c in range(MOTION):
            me[c] = 0.0
        me[X], me[Y], me[MOVING] = pose[0], pose[1], 1.0
        count[0] = 0
        cos, sin = np.cos(flick[0] * np.pi / 1800.0), np.sin(flick[0] * np.pi / 1800.0)
        riding = True
        t, dt, step = 0.0, SHORTEST, 0
        while t < GIVE_UP and me[MOVING] > 0.0:
            step += 1
            if riding:
                going = ride(paths, lengths, flick, t + dt, path)
                x = pose[0] + cos * path[PATH_X] - sin * path[PATH_Y]
                y = pose[1] + sin * path[PATH_X] + cos * path[PATH_Y]
                me[VX], me[VY], me[VZ] = (x - me[X]) / dt, (y - me[Y]) / dt, (path[PATH_Z] - me[Z]) / dt
                me[X], me[Y], me[Z], me[SPIN] = x, y, path[PATH_Z], path[PATH_SPIN]
                if not going:
                    me[MOVING] = 0.0
            else:
                slide(me, constants, dt)
            if meet_walls(me, constants) > 0:
                riding = False
                me[MOVING] = 1.0
            x, y = me[X], me[Y]
            reach[0], reach[1], reach[2], reach[3] = x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS
            follow(0, track, x, y, me[Z] + RADIUS, reach, step, events, count)
            if track[GONE] > 0:
                break
            if me[Z] < LOW and step % 3 == 0:
                column, row = int(x / CELL_SIZE), int(y / CELL_SIZE)
                for a in range(max(row - 2, 0), min(row + 3, SIDE)):
                    for b in range(max(column - 2, 0), min(column + 3, SIDE)):
                        dx, dy = (b + 0.5) * CELL_SIZE - x, (a + 0.5) * CELL_SIZE - y
                        if dx * dx + dy * dy < 4.0 * RADIUS * RADIUS:
                            seen[i, a * SIDE + b] = 1
            t += dt
            fastest = me[VX] ** 2 + me[VY] ** 2 + me[VZ] ** 2
            dt = LONGEST if fastest == 0.0 else min(max(REACH / np.sqrt(fastest), SHORTEST), LONGEST)
        for k in range(count[0]):
            if events[k, 1] == PASS:
                doors[i, events[k, 3]] = 1


def blurred(hits: Any) -> Any:
    """The chance of each flick with errors of the aim; aims are innermost."""
    wide = hits.reshape(-1, AIMS, hits.shape[1]).astype(np.float32)
    return sum(weight * np.roll(wide, k - 2, axis=1) for k, weight in enumerate(BLUR)).reshape(hits.shape)


def main() -> None:
    run = machine_code([sweep], partial(Linker, None))[0]
    paths, lengths, constants = map(as_array, quick.tables())
    kinds = [(power, side, 0) for power in POWERS for side in SIDES] + [(power, 0, 1) for power in JUMPS]
    flicks = np.array([(aim * 3600 // AIMS, *kind) for kind in kinds for aim in range(AIMS)], np.int64)
    reach, catch = np.zeros((CELLS, 1 << DOORS), np.uint8), np.zeros((CELLS, CELLS), np.uint8)
    few = [mask for mask in range(1, 1 << DOORS) if mask.bit_count() <= 3]
    for cell in range(CELLS):
        pose = np.array(centre(cell))
        place = plan.classify(*pose)
        if place is None:
            continue
        stuck = -1 if place.door is None else plan.DOOR_IDS.index(place.door)
        begin = as_array(quick.start(pose[None], [stuck]))[0]
        doors, seen = np.zeros((len(flicks), DOORS), np.uint8), np.zeros((len(flicks), CELLS), np.uint8)
        run(pose, begin, flicks, paths, lengths, constants, doors, seen)
        if stuck >= 0:
            doors[:, stuck] = 0
        passed, touched = blurred(doors), blurred(seen)
        for mask in few:
            chosen = [door for door in range(DOORS) if mask >> door & 1]
            reach[cell, mask] = round(float(passed[:, chosen].sum(axis=1).max()) * 60)
        catch[cell] = np.rint(touched.max(axis=0) * 255)
    np.savez_compressed(OUT, reach=reach, catch=catch)
    print(f"{OUT.name}: {OUT.stat().st_size} bytes, mean reach of three fish {reach[:, 0b1000101].mean() / 60:.2f}")


if __name__ == "__main__":
    main()

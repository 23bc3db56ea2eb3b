"""What one flick can do from everywhere: swept once with the quick model by tools/fit_sight.py, kept in sight.npz.

The school is a grid of cells of three centimetres. `reach[cell, doors]` is how many of these doors (bits) a good hand
passes in one flick, `catch[cell, other]` how likely it touches a penguin that stands in the other cell.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from parlour.core.arrays import numbers, shaped, stored
from parlour.core.machine import constant

CELL_SIZE = 3.0
SIDE = 22
CELLS = SIDE * SIDE
GRID = 3000  # steps of 0.001 cm in a cell


def centre(cell: int) -> tuple[float, float]:
    return (cell % SIDE + 0.5) * CELL_SIZE, (cell // SIDE + 0.5) * CELL_SIZE


def cell_of(x: int, y: int) -> int:
    """The cell of a spot, in grid steps."""
    column = min(max(x // GRID, 0), SIDE - 1)
    row = min(max(y // GRID, 0), SIDE - 1)
    return row * SIDE + column


@cache
def sight() -> tuple[memoryview, memoryview]:
    """`reach` (passes) and `catch` (chances)."""
    with files("parlour.games.icecool.bots").joinpath("sight.npz").open("rb") as file:
        data = stored(file)
    reach, catch = numbers((one / 60.0 for one in data["reach"]), "f8"), numbers((one / 255.0 for one in data["catch"]), "f8")
    return constant(shaped(reach, (CELLS, len(reach) // CELLS))), constant(shaped(catch, (CELLS, CELLS)))

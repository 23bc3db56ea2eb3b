"""The pictures of DOCE on one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour.core.picture import CHERRY, HONEY, INK, box, group, picture, shape, words
from parlour.games.doce.picture import CELL, SIZE, STEP, WELL, _hatch, blocker, die, medal

SCALE = 0.5


def _grid(
    wide: int,
    high: int,
    pieces: Mapping[tuple[int, int], tuple[int, int]],
    *,
    zone: Iterable[tuple[int, int]] = (),
    block: tuple[int, int] | None = None,
    line: tuple[tuple[int, int], tuple[int, int]] | None = None,
    mark: tuple[int, int, int] | None = None,
    note: str = "",
) -> str:
    """A part of the board: dice as (seat, face) by (column, row)."""
    parts = [shape("defs", _hatch("guide-zone", CHERRY, 45)), box(0, 0, STEP * wide + 12, STEP * high + 12, WELL, r=22)]
    for row in range(high):
        for column in range(wide):
            x, y = 12 + STEP * column, 12 + STEP * row
            parts.append(box(x, y, SIZE, SIZE, CELL, r=16))
            if (column, row) in zone:
                parts.append(box(x, y, SIZE, SIZE, "url(#guide-zone)", r=16))
            if (column, row) == block:
                parts.append(blocker(x, y))
            elif piece := pieces.get((column, row)):
                parts.append(die(x, y, *piece))
    if line is not None:
        (a, b), (c, d) = line
        x, y = 12 + STEP * a - 8, 12 + STEP * b - 8
        parts.append(
            box(x, y, STEP * (c - a) + SIZE + 16, STEP * (d - b) + SIZE + 16, "none", r=30, stroke=HONEY, stroke_width=9)
        )
    if mark is not None:
        parts.append(medal(12 + STEP * mark[0] + 84, 12 + STEP * mark[1] + 14, mark[2], 18))
    tall = STEP * high + 12 + (54 if note else 0)
    if note:
        parts.append(words((STEP * wide + 12) / 2, tall - 8, note, 40, INK, anchor="middle", font_weight=800))
    return picture(round(SCALE * (STEP * wide + 12)), round(SCALE * tall), "", group(0, 0, *parts, scale=SCALE))


AROUND = [(column, row) for column in range(3) for row in range(3) if (column, row) != (1, 1)]
ROW = ((0, 0), (3, 0))

PICTURES = {
    "goal": lambda: _grid(
        4, 1, {(0, 0): (0, 4), (1, 0): (0, 3), (2, 0): (0, 3), (3, 0): (0, 2)}, line=ROW, note="4 + 3 + 3 + 2 = 12"
    ),
    "place": lambda: _grid(3, 1, {(0, 0): (1, 5), (1, 0): (0, 6)}, mark=(1, 0, 0)),
    "zone": lambda: _grid(3, 3, {(1, 1): (0, 5)}, zone=AROUND, mark=(1, 1, 0)),
    "own": lambda: _grid(4, 1, {(0, 0): (0, 5), (1, 0): (0, 1), (2, 0): (0, 4), (3, 0): (0, 2)}, line=ROW),
    "guest": lambda: _grid(4, 1, {(0, 0): (0, 3), (1, 0): (0, 3), (2, 0): (0, 2), (3, 0): (1, 4)}, line=ROW),
    "not": lambda: _grid(4, 1, {(0, 0): (0, 3), (1, 0): (1, 3), (2, 0): (0, 2), (3, 0): (0, 4)}),
    "block": lambda: _grid(4, 1, {(0, 0): (1, 4), (1, 0): (1, 3), (3, 0): (1, 4)}, block=(2, 0)),
}

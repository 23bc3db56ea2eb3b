"""Pictures of studies: ratings with their intervals, and what a net learned over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.core.picture import CHERRY, HEADLINE, INK, LINE, QUIET, box, picture, shape, words
from parlour.lab.arena import Rating

WIDTH, LEFT, RIGHT, ROW, TOP = 720, 210, 120, 44, 92


def ratings_picture(title: str, ratings: Sequence[Rating]) -> str:
    """A row for each bot: its Elo as a dot, the 95 % interval as a line."""
    least = min(r.elo_low for r in ratings)
    most = max(r.elo_high for r in ratings)
    span = max(most - least, 1.0)

    def x(elo: float) -> float:
        return round(LEFT + (elo - least) / span * (WIDTH - LEFT - RIGHT), 1)

    height = TOP + ROW * len(ratings) + 36
    parts = [box(0, 0, WIDTH, height, "#FBEFD9"), words(24, 40, title, 24, font_family=HEADLINE)]
    parts.append(words(24, 64, "Elo, the mean of all is 0; lines are 95 % intervals", 13, QUIET))
    if least <= 0 <= most:
        parts.append(shape("line", x1=x(0), x2=x(0), y1=TOP - 12, y2=height - 24, stroke=LINE, stroke_dasharray="3 5"))
    for row, rating in enumerate(ratings):
        y = TOP + ROW * row + 14
        parts += [
            words(24, y + 5, rating.bot[:24], 15, font_weight=700),
            shape("line", x1=x(rating.elo_low), x2=x(rating.elo_high), y1=y, y2=y, stroke=INK, stroke_width=3),
            shape("circle", cx=x(rating.elo), cy=y, r=7, fill=CHERRY, stroke=INK, stroke_width=2),
            words(WIDTH - 20, y + 5, f"{rating.elo:+.0f}  ({rating.share:.0%})", 14, anchor="end"),
        ]
    return picture(WIDTH, height, title, *parts)


COLOURS = (CHERRY, "#2F4C93", "#3A7236", "#9A5B00", "#7A3C8E", "#0F6C76")


def curve_picture(title: str, curve: Sequence[Mapping[str, Any]]) -> str:
    """Shares of the victories over time, a line for each rival."""
    names = sorted({name for point in curve for name in point["shares"]})
    long = max((point["seconds"] for point in curve), default=1.0) or 1.0
    height = 400 + 22 * len(names)
    left, right, top, low = 64, WIDTH - 24, 76, 356

    def place(seconds: float, share: float) -> str:
        return f"{left + seconds / long * (right - left):.1f},{low - share * (low - top):.1f}"

    parts = [box(0, 0, WIDTH, height, "#FBEFD9"), words(24, 40, title, 24, font_family=HEADLINE)]
    for tenth in range(0, 11, 2):
        y = low - tenth / 10 * (low - top)
        parts.append(shape("line", x1=left, x2=right, y1=y, y2=y, stroke=LINE, stroke_dasharray="3 5"))
        parts.append(words(left - 8, y + 4, f"{tenth * 10} %", 12, QUIET, anchor="end"))
    parts.append(words(left, low + 20, "0 min", 12, QUIET))
    parts.append(words(right, low + 20, f"{long / 60:.1f} min", 12, QUIET, anchor="end"))
    for row, name in enumerate(names):
        colour, y = COLOURS[row % len(COLOURS)], 396 + 22 * row
        points = [(point["seconds"], point["shares"][name]) for point in curve if name in point["shares"]]
        line = " ".join(place(*point) for point in points)
        parts.append(shape("polyline", points=line, fill="none", stroke=colour, stroke_width=3))
        parts += [shape("circle", cx=place(*p).split(",")[0], cy=place(*p).split(",")[1], r=3.5, fill=colour) for p in points]
        parts.append(shape("rect", x=left, y=y - 10, width=16, height=10, fill=colour))
        parts.append(words(left + 24, y, f"share of the victories against {name}", 13))
    return picture(WIDTH, height, title, *parts)

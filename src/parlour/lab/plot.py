"""Pictures of studies: ratings with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

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

"""The pictures of ION on one page."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import HONEY, INK, LEGAL, box, group, picture, shape
from parlour.games.ion.picture import FELT, back, card


def _felt(wide: int, high: int, *parts: str) -> str:
    return picture(wide, high, "", box(0, 0, wide, high, FELT, r=16), *parts)


def _row(names: Sequence[str], gap: int = 84) -> str:
    return _felt(24 + gap * len(names), 146, *(card(16 + gap * i, 14, name, scale=0.76) for i, name in enumerate(names)))


def _arrow(x: float, y: float) -> str:
    return shape(
        "path",
        d=f"M{x} {y}h34m-13-13 13 13-13 13",
        fill="none",
        stroke=HONEY,
        stroke_width=6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _fit() -> str:
    tick = shape("path", d="M0 10l9 10L28-6", fill="none", stroke=LEGAL, stroke_width=8, stroke_linecap="round")
    badge = shape("circle", cx=14, cy=8, r=24, fill="#FFF9EE", stroke=INK, stroke_width=2.5)
    return _felt(
        290,
        150,
        card(26, 16, "d25a", scale=0.76),
        _arrow(118, 76),
        card(176, 16, "PUN24", scale=0.76),
        group(238, 24, badge, tick),
    )


PICTURES = {
    "goal": lambda: _felt(
        280,
        150,
        *(back(20 + 26 * i, 16, 0.76) for i in range(3)),
        _arrow(158, 76),
        box(212, 20, 52, 110, "none", r=10, stroke=HONEY, stroke_width=3, stroke_dasharray="8 7"),
    ),
    "fit": _fit,
    "draw": lambda: _felt(
        270, 150, *(back(20 + 5 * i, 14 + 2 * i, 0.76) for i in range(4)), _arrow(126, 76), card(176, 16, "d16a", scale=0.76)
    ),
    "attack": lambda: _row(["PUN24", "CHL25", "GFT13", "NGF45"]),
    "answer": lambda: _row(["BLK34", "SHF26"]),
    "tempo": lambda: _row(["NOP35", "PLA26", "BOM66"]),
    "wild": lambda: _row(["JOK3", "DJK1"]),
    "race": lambda: _felt(
        240,
        150,
        card(24, 16, "TIC36", scale=0.76),
        _arrow(112, 76),
        group(168, 16, card(0, 0, "d36a", scale=0.76), turn=6),
    ),
}

"""The pictures of ION on one page."""

from __future__ import annotations

from parlour.core.guide import arrow, plate, row
from parlour.core.picture import HONEY, INK, LEGAL, box, group, shape
from parlour.games.ion.picture import FELT, back, card


def _felt(wide: int, high: int, *parts: str) -> str:
    return plate(wide, high, FELT, *parts)


def _cards(*names: str) -> str:
    return _felt(24 + 84 * len(names), 146, *row(names, lambda x, name: card(x, 14, name, scale=0.76), 16, 84))


def _fit() -> str:
    tick = shape("path", d="M0 10l9 10L28-6", fill="none", stroke=LEGAL, stroke_width=8, stroke_linecap="round")
    badge = shape("circle", cx=14, cy=8, r=24, fill="#FFF9EE", stroke=INK, stroke_width=2.5)
    return _felt(
        290,
        150,
        card(26, 16, "d25a", scale=0.76),
        arrow(118, 76, HONEY),
        card(176, 16, "PUN24", scale=0.76),
        group(238, 24, badge, tick),
    )


PICTURES = {
    "goal": lambda: _felt(
        280,
        150,
        *row(range(3), lambda x, _: back(x, 16, 0.76), 20, 26),
        arrow(158, 76, HONEY),
        box(212, 20, 52, 110, "none", r=10, stroke=HONEY, stroke_width=3, stroke_dasharray="8 7"),
    ),
    "fit": _fit,
    "draw": lambda: _felt(
        270,
        150,
        *(back(20 + 5 * i, 14 + 2 * i, 0.76) for i in range(4)),
        arrow(126, 76, HONEY),
        card(176, 16, "d16a", scale=0.76),
    ),
    "attack": lambda: _cards("PUN24", "CHL25", "GFT13", "NGF45"),
    "answer": lambda: _cards("BLK34", "SHF26"),
    "tempo": lambda: _cards("NOP35", "PLA26", "BOM66"),
    "wild": lambda: _cards("JOK3", "DJK1"),
    "race": lambda: _felt(
        240,
        150,
        card(24, 16, "TIC36", scale=0.76),
        arrow(112, 76, HONEY),
        group(168, 16, card(0, 0, "d36a", scale=0.76), turn=6),
    ),
}

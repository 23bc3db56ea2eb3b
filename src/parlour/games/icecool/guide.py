"""The pictures of ICECOOL2 on one page."""

from __future__ import annotations

from parlour.core.guide import plate, row
from parlour.core.picture import HEADLINE, HONEY, INK, box, group, shape, symbol, words
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.picture import position_svg
from parlour.games.icecool.report import Spot

ICE = "#CFE6F1"


def _ice(wide: int, high: int, *parts: str) -> str:
    return plate(wide, high, ICE, *parts)


def _way(d: str, colour: str = "#BC1F3B") -> str:
    return shape("path", d=d, fill="none", stroke=colour, stroke_width=4.5, stroke_dasharray="3 9", stroke_linecap="round")


def _door(x: float, *parts: str) -> str:
    """A wall with an opening, seen from above."""
    wall = [
        box(0, 0, 14, 46, "#F3E1C4", r=4, stroke=INK, stroke_width=2.5),
        box(0, 104, 14, 46, "#F3E1C4", r=4, stroke=INK, stroke_width=2.5),
    ]
    return group(x, 0, *wall, *parts)


def _id(x: float, letter: str) -> str:
    face = [box(0, 0, 54, 76, "#FFFCF4", r=8, stroke=INK, stroke_width=2.4), symbol(f"peng-{letter}", 8, 12, 38)]
    return group(x, 20, *face)


def _card(x: float, y: float, number: int, turn: float = 0) -> str:
    face = [
        box(0, 0, 62, 86, "#FFFCF4", r=9, stroke=INK, stroke_width=2.4),
        words(31, 50, str(number), 40, "#17667C", anchor="middle", font_family=HEADLINE),
        symbol("fish-T", 14, 60, 34),
    ]
    return group(x, y, *face, turn=turn)


PICTURES = {
    "school": lambda: position_svg(
        {"P": Spot(30.0, 13.0), "O": Spot(52.0, 30.0), "T": Spot(13.0, 40.0)},
        {"D1": ["P", "O"]},
        ("P", FlickIntent(aim=520, power=60)),
    ),
    "fish": lambda: _ice(
        300,
        150,
        _door(142, symbol("fish-P", -24, 6, 60)),
        _way("M70 76C120 70 180 70 238 78"),
        symbol("peng-top-P", 36, 42, 68),
        shape("g", symbol("peng-top-P", 208, 44, 68), opacity=0.5),
    ),
    "catch": lambda: _ice(
        280,
        150,
        _way("M76 80h66"),
        symbol("peng-top-K", 30, 44, 72),
        symbol("peng-top-O", 140, 40, 72),
        shape("path", d="M136 44l-10-14M146 36V20M158 42l12-12", stroke=INK, stroke_width=4.5, stroke_linecap="round"),
        group(
            222,
            40,
            box(0, 0, 46, 62, "#FFFCF4", r=7, stroke=INK, stroke_width=2.4),
            symbol("peng-O", 8, 8, 30),
            shape("path", d="M8 50h30", stroke=HONEY, stroke_width=6),
        ),
    ),
    "flicks": lambda: _ice(
        330,
        150,
        _way("M60 80h60"),
        symbol("peng-top-T", 20, 50, 60),
        _way("M160 116c34 0 52-20 56-60"),
        symbol("peng-top-P", 128, 82, 56),
        _way("M254 104c10-50 44-50 54-6"),
        symbol("peng-top-O", 222, 78, 56),
    ),
    "cards": lambda: _ice(260, 130, _card(24, 22, 1, -5), _card(98, 18, 2), _card(174, 16, 3, 5)),
    "ids": lambda: _ice(220, 130, *row("KOT", _id, 24, 62)),
}

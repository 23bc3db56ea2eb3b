"""The pictures of Dokitto! Ice on one page."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import HONEY, INK, box, group, picture, shape, symbol, words
from parlour.core.words import say
from parlour.games.dokitto.picture import FLAVOURS, card, cone, tub

PUDDLE = "M76 118c-12-14 8-26 24-20 10-20 46-16 58-2 20-14 62-12 72 4 26-8 52 4 46 20 2 12-190 14-200-2Z"


def _cards(names: Sequence[str], best: int = -1, label: str = "") -> str:
    parts = []
    for place, name in enumerate(names):
        raised = place == best
        parts.append(card(8 + 96 * place, 22 if raised else 34, name, scale=0.86))
        if raised:
            x = 51 + 96 * place
            parts.append(box(x - 40, 4, 80, 25, HONEY, r=7, stroke=INK, stroke_width=2))
            parts.append(words(x, 21, label, 15, anchor="middle", font_weight=800))
    return picture(8 + 96 * len(names), 164, "", *parts)


def _arrow(x: float, y: float) -> str:
    return shape(
        "path",
        d=f"M{x} {y}c14-14 34-14 46 2m0-16v17h-17",
        fill="none",
        stroke=INK,
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _fallen() -> str:
    parts = [shape("ellipse", cx=168, cy=122, rx=160, ry=11, fill=INK, opacity=0.16)]
    parts.append(shape("path", d=PUDDLE, fill=FLAVOURS["M"][2], stroke=INK, stroke_width=3))
    parts.append(group(112, 34, symbol("cone-sugar", 0, 0, 96), turn=84))
    for letter, x, y, turn in (("M", 126, 74, -16), ("C", 204, 80, 14), ("S", 272, 72, 52)):
        parts.append(group(x, y, symbol(f"scoop-{FLAVOURS[letter][0]}", -44, -38, 88), turn=turn))
    parts.append(group(206, 26, symbol("scoop-grape", -42, -36, 84), turn=24))
    parts.append(
        shape(
            "path",
            d="M136 20c-8-8-8-16-4-24M268 12c6-8 14-12 22-12",
            fill="none",
            stroke=INK,
            stroke_width=4.5,
            stroke_linecap="round",
        )
    )
    return picture(330, 140, "", group(0, 8, *parts, scale=0.94))


PICTURES = {
    "goal": lambda: picture(130, 250, "", cone(22, 158, ["M", "C", "G"], ["G"], 0.86, tag=False)),
    "lead": lambda: _cards(["G7"]),
    "follow": lambda: _cards(["G7", "G11", "S2"]),
    "take": lambda: picture(300, 150, "", tub(12, 66, "G", 2, True), _arrow(132, 70), cone(206, 74, ["G"], [], 0.7)),
    "high": lambda: _cards(["G7", "G11", "G9", "G12"], 3, say("Highest")),
    "low": lambda: _cards(["G7", "G11", "S2", "G9"], 2, say("Lowest")),
    "star": lambda: picture(
        330, 150, "", tub(12, 70, "S", 3, True), tub(130, 70, "M", 1, True), cone(258, 78, ["C"], ["C"], 0.62)
    ),
    "topple": _fallen,
    "points": lambda: picture(110, 210, "", cone(14, 128, ["V", "S", "C"], ["C"], 0.74, tag=False)),
}

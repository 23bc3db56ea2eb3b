"""A game on one illustrated page, before its numbered rules: the goal first, a turn, the scoring.

The words are `guide.md` in the game's folder, `guide.<language>.md` beside it: `## Section`, in it perhaps `### Step`, under
each paragraphs, a list, a table and one picture, `![what it shows](name)`, which the game draws (`Game.guide_picture`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape, unescape
from typing import Any

import msgspec

from parlour.core.picture import INK, box, picture, renamed, shape
from parlour.core.words import Words

PICTURE = re.compile(r"!\[(.*)\]\((.+)\)\s*")


class Part(msgspec.Struct, omit_defaults=True):
    """A step of a section, or all of it: its picture (the name, then the drawing), paragraphs, points and rows of a table."""

    title: str = ""
    picture: str = ""
    shows: str = ""
    words: list[str] = []
    points: list[str] = []
    rows: list[list[str]] = []


class Section(msgspec.Struct):
    title: str
    parts: list[Part]


def read(text: str) -> list[Section]:
    """The sections of a guide."""
    sections: list[Section] = []
    part, joined = Part(), False
    for line in text.splitlines():
        if line.startswith("## "):
            part, joined = Part(), False
            sections.append(Section(line[3:].strip(), [part]))
        elif line.startswith("### "):
            part, joined = Part(line[4:].strip()), False
            sections[-1].parts = [old for old in sections[-1].parts if old != Part()] + [part]
        elif not sections or not line.strip():
            joined = False
        elif found := PICTURE.fullmatch(line):
            part.shows, part.picture = found[1], found[2]
        elif line.startswith("- "):
            part.points.append(line[2:].strip())
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not all(set(cell) <= set("-: ") for cell in cells):
                part.rows.append(cells)
        elif joined:
            part.words[-1] += f" {line.strip()}"
        else:
            part.words.append(line.strip())
            joined = True
    return sections


def spoken(svg: str, words: Words) -> str:
    """A picture whose words are said in another language, as far as that knows them."""

    def say_it(found: re.Match[str]) -> str:
        text = unescape(found[1])
        return f">{escape(words.catalogue.get(text, text))}</text>"

    if not words.catalogue:
        return svg
    return re.sub(r">([^<>]+)</text>", say_it, renamed(svg, lambda name: words.catalogue.get(name, name)))


def plate(wide: int, high: int, cloth: str, *parts: str) -> str:
    """A picture of a guide on a piece of the table that the game is played on."""
    return picture(wide, high, "", box(0, 0, wide, high, cloth, r=16), *parts)


def row(things: Iterable[Any], draw: Callable[[float, Any], str], first: float, step: float) -> list[str]:
    """Things side by side: `draw` is told where each begins."""
    return [draw(first + step * place, thing) for place, thing in enumerate(things)]


def arrow(x: float, y: float, colour: str = INK) -> str:
    """From what lies left of it to what comes of that."""
    return shape(
        "path",
        d=f"M{x} {y}h34m-13-13 13 13-13 13",
        fill="none",
        stroke=colour,
        stroke_width=5.5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )

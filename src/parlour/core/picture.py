"""Small hands for drawing: SVG as text, with names escaped, and the parlour's palette and symbols (symbols.json)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html import escape, unescape
from importlib.resources import files
from typing import Any

INK, CREAM, PANEL, HONEY, CHERRY, LEGAL, LINE = "#3A222C", "#FBEFD9", "#FFFAF0", "#F0B23E", "#BC1F3B", "#35702F", "#99744F"
QUIET = "#6A4750"
HEADLINE = "Caprasimo, 'Cooper Black', Georgia, serif"
BODY = "Figtree, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
SEATS = ("cherry", "clover", "moon", "sun", "bell", "anchor", "key", "bow", "feather", "crown")
"""The symbols of the seats, in order: `seat-cherry` is a medallion, `charm-cherry` the bare charm."""


@cache
def _art() -> dict[str, Any]:
    art: dict[str, Any] = json.loads(files("parlour.core").joinpath("symbols.json").read_text(encoding="utf-8"))
    return art


def picture(width: int, height: int, title: str, *parts: str) -> str:
    """A whole SVG with a title for screen readers, and every symbol that it uses."""
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{BODY}"><title>{escape(title)}</title>{_definitions(body)}{body}</svg>\n'
    )


def _definitions(body: str) -> str:
    symbols: dict[str, Any] = _art()["symbols"]
    needed: dict[str, str] = {}
    wanted = re.findall(r'href="#([\w-]+)"', body)
    while wanted:
        name = wanted.pop()
        if name in symbols and name not in needed:
            s = symbols[name]
            needed[name] = (
                f'<symbol id="{name}" viewBox="0 0 {s["width"]} {s["height"]}" overflow="visible">{s["body"]}</symbol>'
            )
            wanted += re.findall(r'href="#([\w-]+)"', s["body"])
    drawn = body + "".join(needed.values())
    clips = [f'<clipPath id="{k}">{v}</clipPath>' for k, v in _art()["clips"].items() if f"url(#{k})" in drawn]
    return f"<defs>{''.join(clips)}{''.join(needed.values())}</defs>"


def symbol(name: str, x: float, y: float, width: float, **more: object) -> str:
    """One of the parlour's drawings, scaled to a width."""
    s = _art()["symbols"][name]
    return shape("use", href=f"#{name}", x=x, y=y, width=width, height=round(width * s["height"] / s["width"], 2), **more)


def shape(name: str, *inside: str, **attributes: object) -> str:
    """One element; `stroke_width=2` becomes stroke-width="2"."""
    pairs = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{''.join(inside)}</{name}>" if inside else f"<{name}{pairs}/>"


def box(x: float, y: float, width: float, height: float, fill: str, *, r: float = 12, **more: object) -> str:
    return shape("rect", x=x, y=y, width=width, height=height, rx=r, fill=fill, **more)


def words(x: float, y: float, text: str, size: float = 15, fill: str = INK, *, anchor: str = "start", **more: object) -> str:
    return shape("text", escape(text), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **more)


def name_plate(x: float, y: float, name: str, size: float, fill: str) -> str:
    """The name of a card in the middle of its foot: on two lines where it is long, smaller where it must be. It remembers the
    name, so that it can be laid out anew in another language (`renamed`)."""
    lines = [name] if len(name) <= PLATE else halves(name)
    small = round(size * min(1.0, PLATE / max(map(len, lines))), 1)
    first = y if len(lines) > 1 else y + 0.6 * small
    drawn = [
        words(x, round(first + 1.1 * size * i, 1), line, small, fill, anchor="middle", font_family=HEADLINE)
        for i, line in enumerate(lines)
    ]
    return shape("g", *drawn, data_plate=json.dumps([x, y, name, size, fill]))


PLATE = 12
"""Letters that a line of such a name has room for."""


def halves(name: str) -> list[str]:
    """A name on two lines that are as equal as can be; one line for a single word."""
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if not spaces:
        return [name]
    middle = min(spaces, key=lambda at: abs(len(name) - 1 - 2 * at))
    return [name[:middle], name[middle + 1 :]]


def renamed(svg: str, says: Callable[[str], str]) -> str:
    """A picture in which names of cards are said in another language."""

    def anew(found: re.Match[str]) -> str:
        x, y, name, size, fill = json.loads(unescape(found[1]))
        return name_plate(x, y, says(name), size, fill)

    return re.sub(r'<g data-plate="([^"]*)">.*?</g>', anew, svg, flags=re.DOTALL)


def group(x: float, y: float, *parts: str, scale: float = 1, turn: float = 0) -> str:
    zoom = f" scale({scale})" if scale != 1 else ""
    turned = f" rotate({turn})" if turn else ""
    return shape("g", *parts, transform=f"translate({x} {y}){turned}{zoom}")


def seat_chip(x: float, y: float, seat: int, name: str, fact: str, *, turn: bool = False, width: float = 190) -> str:
    """A player: medallion, name, one fact, and a ribbon while on turn."""
    parts = [
        box(0, 0, width, 52, PANEL, r=26, stroke=HONEY if turn else INK, stroke_width=5 if turn else 2.5),
        symbol(f"seat-{SEATS[seat]}", 6, 6, 40),
        words(54, 23, name[:16], 16, font_weight=700),
        words(54, 41, fact, 13, QUIET),
    ]
    if turn:
        parts.append(box(54, -19, 66, 22, HONEY, r=6, stroke=INK, stroke_width=2))
        parts.append(words(87, -3, "on turn", 12.5, anchor="middle", font_weight=700))
    return group(x, y, *parts)


def escaped(text: str) -> str:
    """A text for rich's markup, which only terminals read: they have it."""
    from rich.markup import escape

    return escape(text)

"""Small hands for drawing: SVG as text, with names escaped. The palette is the parlour's."""

from __future__ import annotations

from html import escape

INK, CREAM, PANEL, HONEY, CHERRY, LEGAL, LINE = "#3A222C", "#FBEFD9", "#FFFAF0", "#F0B23E", "#BC1F3B", "#35702F", "#99744F"
HEADLINE = "Caprasimo, 'Cooper Black', Georgia, serif"
BODY = "Figtree, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def picture(width: int, height: int, title: str, *parts: str) -> str:
    """A whole SVG with a title for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{BODY}"><title>{escape(title)}</title>{"".join(parts)}</svg>\n'
    )


def shape(name: str, *inside: str, **attributes: object) -> str:
    """One element; `stroke_width=2` becomes stroke-width="2"."""
    pairs = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{''.join(inside)}</{name}>" if inside else f"<{name}{pairs}/>"


def box(x: float, y: float, width: float, height: float, fill: str, *, r: float = 12, **more: object) -> str:
    return shape("rect", x=x, y=y, width=width, height=height, rx=r, fill=fill, **more)


def words(x: float, y: float, text: str, size: float = 15, fill: str = INK, *, anchor: str = "start", **more: object) -> str:
    return shape("text", escape(text), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **more)


def group(x: float, y: float, *parts: str, scale: float = 1) -> str:
    zoom = f" scale({scale})" if scale != 1 else ""
    return shape("g", *parts, transform=f"translate({x} {y}){zoom}")

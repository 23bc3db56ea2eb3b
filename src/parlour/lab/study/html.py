"""A study as a page of its own: nothing is fetched, nothing runs, and each table says by which command it is made again."""

from __future__ import annotations

from html import escape

from parlour.core.picture import BODY, CHERRY, CREAM, HEADLINE, HONEY, INK, LINE, PANEL, QUIET, picture, shape, words
from parlour.lab.study.figures import Figure, Part, Study

STYLE = f"""
body {{ background: {CREAM}; color: {INK}; font: 16px/1.5 {BODY}; margin: 0 auto; max-width: 1040px; padding: 24px; }}
h1, h2 {{ font-family: {HEADLINE}; font-weight: 400; line-height: 1.1; }}
section {{ background: {PANEL}; border: 2px solid {INK}; border-radius: 14px; margin: 20px 0; padding: 4px 18px 14px; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; min-width: 60%; }}
th, td {{ border-bottom: 1px dashed {LINE}; padding: 4px 12px 4px 0; text-align: right; vertical-align: top; }}
td {{ white-space: nowrap; }}
th:first-child, td:first-child {{ min-width: 230px; text-align: left; white-space: normal; }}
small, .quiet {{ color: {QUIET}; }}
code {{ font-size: 13px; overflow-wrap: anywhere; }}
svg {{ height: auto; max-width: 100%; }}
"""
COLOURS = (CHERRY, "#2F4C93", "#35702F", "#9A5B00", "#7A3C8E", "#0F6C76", "#8A6D00", "#A63F7A", "#4B5B66")
WIDTH, ROW, LEFT, RIGHT = 900, 30, 300, 60
DRAWN = {"seats", "bots-seats", "settled", "skill", "ends", "bots-ends", "wins"}


def page(study: Study) -> str:
    """The whole report."""
    parts = "\n".join(section(part) for part in study.parts)
    made = ", ".join(f"{key} {value}" for key, value in study.answers.items() if value)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(study.name)}, studied</title><style>{STYLE}</style>
<h1>{escape(study.name)}, studied</h1>
<p class="quiet">Version {study.version} of the rules; {escape(made)}. Small numbers are 95 % intervals.</p>
{parts}
</html>
"""


def section(part: Part) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in part.columns)
    rows = "\n".join(
        f"<tr><td>{escape(row.name)}</td>{''.join(f'<td>{cell(one, part.unit)}</td>' for one in row.cells)}</tr>"
        for row in part.rows
    )
    drawn = chart(part) if part.key in DRAWN else ""
    return f"""<section><h2>{escape(part.title)}</h2><p>{escape(part.about)}</p>
{drawn}<div class="wide"><table><tr><th></th>{head}</tr>
{rows}
</table></div><p><code>{escape(part.command)}</code></p></section>"""


def cell(value: Figure | str, unit: str) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{said(value.value, unit)}<br><small>{said(value.low, unit)} to {said(value.high, unit)}</small>"


def said(number: float, unit: str) -> str:
    if unit == "%" or unit == "":
        return f"{100 * number:.1f} %" if unit == "%" else f"{number:,.3g}" if abs(number) < 100 else f"{number:,.0f}"
    return f"{number:.2f} {unit}"


def chart(part: Part) -> str:
    """Every figure as a dot on its interval, a line of the table a row."""
    rows = [row for row in part.rows if any(isinstance(one, Figure) for one in row.cells)]
    most = max((one.high for row in rows for one in row.cells if isinstance(one, Figure)), default=0.0)
    if not rows or most <= 0:
        return ""
    top = 26
    height = top + ROW * len(rows) + 34

    def x(number: float) -> float:
        return round(LEFT + number / most * (WIDTH - LEFT - RIGHT), 1)

    parts = []
    for step in range(5):
        at = most * step / 4
        parts.append(shape("line", x1=x(at), x2=x(at), y1=top - 8, y2=height - 30, stroke=LINE, stroke_dasharray="2 5"))
        parts.append(words(x(at), height - 12, said(at, part.unit), 12, QUIET, anchor="middle"))
    for number, row in enumerate(rows):
        y = top + ROW * number + 10
        parts.append(words(0, y + 5, row.name if len(row.name) < 42 else row.name[:40] + "…", 13))
        figures = [(place, one) for place, one in enumerate(row.cells) if isinstance(one, Figure)]
        for nth, (place, one) in enumerate(figures):
            colour, level = COLOURS[place % len(COLOURS)], y + (nth - (len(figures) - 1) / 2) * min(7, 22 / len(figures))
            parts.append(shape("line", x1=x(one.low), x2=x(one.high), y1=level, y2=level, stroke=colour, stroke_width=2))
            parts.append(shape("circle", cx=x(one.value), cy=level, r=4, fill=colour))
    if len(part.columns) > 1:
        for place, column in enumerate(part.columns[:8]):
            at = LEFT + place * (WIDTH - LEFT) / min(8, len(part.columns))
            parts.append(shape("circle", cx=at, cy=8, r=5, fill=COLOURS[place % len(COLOURS)], stroke=HONEY))
            parts.append(words(at + 9, 12, column[:16], 11))
    return picture(WIDTH, height, part.title, *parts)

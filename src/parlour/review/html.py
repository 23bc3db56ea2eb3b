"""A review as a page of its own, for a browser and for paper: nothing is fetched, nothing runs."""

from __future__ import annotations

from html import escape

from parlour.core.match import Match
from parlour.core.picture import BODY, CHERRY, CREAM, HEADLINE, HONEY, INK, LEGAL, LINE, PANEL, QUIET, picture, shape, words
from parlour.core.words import ENGLISH, Words, say
from parlour.review.reviewed import Review, Share
from parlour.review.telling import ReviewSaid

WIDTH, HEIGHT, LEFT, RIGHT, TOP, LOW = 960, 340, 56, 170, 34, 300
LINES = (CHERRY, "#2F4C93", LEGAL, "#7A4A1E", "#7A3C8E", "#0F6C76", "#8A6D00", "#A63F7A", "#4B5B66", "#B4511E")
DASHES = ("", "9 6", "2 5", "12 5 2 5")
"""Lines are told apart without their colours too."""
HEADS = (say("player"), say("fair"), say("luck"), say("own play"), say("others"), say("result"))
STYLE = f"""
body {{ background: {CREAM}; color: {INK}; font-family: {BODY}; margin: 0 auto; max-width: 1000px; padding: 24px; }}
h1, h2 {{ font-family: {HEADLINE}; font-weight: 400; }}
svg {{ max-width: 100%; height: auto; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ padding: 4px 10px; text-align: right; border-bottom: 1px dashed {LINE}; }}
th:first-child, td:first-child {{ text-align: left; }}
.cards {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 16px; }}
.card {{ background: {PANEL}; border: 2px solid {INK}; border-radius: 14px; padding: 14px; break-inside: avoid; }}
.better {{ color: {LEGAL}; font-weight: 700; }} .cost {{ color: #9A3B00; font-weight: 700; }} .quiet {{ color: {QUIET}; }}
"""


def curve(review: Review, names: list[str], title: str) -> str:
    """Every seat's chance after each move."""
    points = [review.dealt, *(step.chances for step in review.steps)]
    last = max(1, len(points) - 1)

    def x(at: int) -> float:
        return round(LEFT + at / last * (WIDTH - LEFT - RIGHT), 1)

    def y(chance: float) -> float:
        return round(LOW - chance * (LOW - TOP), 1)

    parts = []
    for quarter in range(5):
        level = y(quarter / 4)
        parts.append(shape("line", x1=LEFT, x2=WIDTH - RIGHT, y1=level, y2=level, stroke=LINE, stroke_dasharray="2 5"))
        parts.append(words(LEFT - 8, level + 4, f"{25 * quarter} %", 12, QUIET, anchor="end"))
    for number, turn in enumerate(review.turns, 1):
        at = x(turn.step)
        parts.append(shape("line", x1=at, x2=at, y1=TOP, y2=LOW, stroke=HONEY, stroke_width=2))
        parts.append(shape("circle", cx=at, cy=TOP - 14, r=12, fill=HONEY, stroke=INK, stroke_width=2))
        parts.append(words(at, TOP - 9, str(number), 13, anchor="middle", font_weight=700))
    ends = [y(chance) for chance in points[-1]]
    places = apart(ends)
    for seat, name in enumerate(names):
        colour, dash = LINES[seat % len(LINES)], DASHES[seat % len(DASHES)]
        line = " ".join(f"{x(at)},{y(chances[seat])}" for at, chances in enumerate(points))
        parts.append(
            shape("polyline", points=line, fill="none", stroke=colour, stroke_width=3, stroke_dasharray=dash or "none")
        )
        parts.append(
            words(
                WIDTH - RIGHT + 10, places[seat] + 5, f"{name[:16]} {100 * points[-1][seat]:.0f} %", 14, colour, font_weight=700
            )
        )
    return picture(WIDTH, HEIGHT, title, *parts)


def apart(levels: list[float], least: float = 18.0) -> list[float]:
    """Places for words near these levels that do not cover each other."""
    order = sorted(range(len(levels)), key=lambda k: levels[k])
    found, low = list(levels), TOP - least
    for k in order:
        found[k] = low = max(levels[k], low + least)
    spare = max(found) - max(levels)
    return [level - spare / 2 for level in found]


def bar(share: Share) -> str:
    """From the fair share to the result: luck, own play, the others' play, one after the other."""
    width, parts, at = 360, [], share.fair
    parts.append(shape("line", x1=0.25 * width, x2=0.25 * width, y1=0, y2=54, stroke=LINE))
    parts.append(shape("line", x1=0.75 * width, x2=0.75 * width, y1=0, y2=54, stroke=LINE))
    for row, (change, colour) in enumerate(((share.luck, HONEY), (share.own, LEGAL), (share.others, QUIET))):
        low, high = sorted((at, at + change))
        parts.append(
            shape(
                "rect",
                x=round((0.25 + low / 2) * width, 1),
                y=18 * row + 2,
                width=round((high - low) / 2 * width + 1, 1),
                height=13,
                rx=3,
                fill=colour,
                stroke=INK,
            )
        )
        at += change
    return picture(width, 56, "", *parts)


def page(review: Review, match: Match, told: ReviewSaid, speak: Words = ENGLISH) -> str:
    """The whole page."""

    def said(text: str) -> str:
        return escape(speak.of(text))

    title = f"{match.game.name}: {', '.join(match.names)}"
    rows = "".join(
        f"<tr><td>{escape(name)}<br>{bar(share)}</td><td>{100 * share.fair:.0f}</td><td>{100 * share.luck:+.0f}</td>"
        f"<td>{100 * share.own:+.0f}</td><td>{100 * share.others:+.0f}</td><td>{100 * share.result:.0f}</td></tr>"
        for name, share in zip(match.names, review.shares, strict=True)
    )
    cards = ""
    for number, moment in enumerate(told.moments, 1):
        step = told.steps[moment.step - 1]
        better = (
            f'<p class="better">{said(say("Better: {move}", move=step.better))}</p><p>{escape(step.why)}</p>'
            if step.better
            else ""
        )
        then = f"<p>… {escape(moment.followed)}</p>" if moment.followed else ""
        cards += (
            f'<div class="card">{moment.picture}<h3>{number}. {said(say("Move {n}", n=moment.step))}</h3>'
            f"<p>{escape(moment.happened)}</p>{then}<p><b>{escape(moment.meant)}</b></p>{better}</div>"
        )
    decisions = "".join(
        f"<tr><td>{at}</td><td>{escape(match.names[step.seat])}</td><td>{escape(words_of.move)}</td>"
        f'<td class="cost">{-100 * step.choice.knew:.0f}</td><td>{escape(words_of.better)}</td></tr>'
        for at, (step, words_of) in enumerate(zip(review.steps, told.steps, strict=True), 1)
        if step.choice is not None and step.choice.knew
    )
    asked = (say("move"), say("player"), say("played"), say("cost in %"), say("better"))
    chances = "".join(
        f"<tr><td>{at}</td>" + "".join(f"<td>{100 * chance:.0f} %</td>" for chance in step.chances) + "</tr>"
        for at, step in enumerate(review.steps, 1)
    )
    columns = "".join(f"<th>{escape(name)}</th>" for name in match.names)
    return f"""<!doctype html>
<html lang="{speak.code}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<h1>{said(say("Where the game turned"))}</h1>
<p class="quiet">{escape(title)}. {said(say("Judged by what each player knew then, not by cards that they could not see."))}</p>
{curve(review, match.names, speak.of(say("Every player's chance of winning after each move")))}
<div class="cards">{cards}</div>
<h2>{said(say("Luck and skill, in % of the victory"))}</h2>
<table><tr>{"".join(f"<th>{said(head)}</th>" for head in HEADS)}</tr>{rows}</table>
<p class="quiet">{said(say("The parts add up exactly, and over the table luck and play each add up to nothing."))}</p>
<h2>{said(say("Decisions that cost something"))}</h2>
<table><tr>{"".join(f"<th>{said(head)}</th>" for head in asked)}</tr>{decisions}</table>
<details><summary>{said(say("Every player's chance of winning after each move"))}</summary>
<table><tr><th>{said(say("move"))}</th>{columns}</tr>{chances}</table></details>
</html>
"""

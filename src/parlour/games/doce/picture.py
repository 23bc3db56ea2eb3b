"""Pictures of DOCE: the walnut board as SVG, and a board of characters for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.picture import BODY, CHERRY, CREAM, HEADLINE, HONEY, INK, PANEL, QUIET, box, group, picture, shape, words
from parlour.core.picture import escaped as escape
from parlour.core.words import say, strung

if TYPE_CHECKING:
    from parlour.games.doce.table import DoceView

WALNUT, FRAME, WELL, CELL, BONE, EBONY = "#8A5A35", "#5A3519", "#7A4A28", "#E8C896", "#FFF9EC", "#35222B"
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
STEP, SIZE = 108, 96


def corner(name: str) -> tuple[int, int]:
    return 92 + STEP * "abcde".index(name[0]), 88 + STEP * (int(name[1]) - 1)


def die(x: float, y: float, seat: int, face: int) -> str:
    """A die from above: bone with round pips for White, ebony with diamonds for Black."""
    body, pip = ((BONE, INK), (EBONY, CREAM))[seat]
    parts = [box(10, 14, 76, 74, "#D9C7A6" if seat == 0 else "#1D1017", r=14, stroke=INK, stroke_width=3)]
    parts.append(box(10, 8, 76, 74, body, r=14, stroke=INK, stroke_width=3))
    for spot in PIPS[face]:
        row, column = divmod("abcdefghi".index(spot), 3)
        px, py = 26 + 22 * column, 23 + 22 * row
        if seat == 0:
            parts.append(shape("circle", cx=px, cy=py, r=6.5, fill=pip))
        else:
            parts.append(
                shape("rect", x=px - 5.5, y=py - 5.5, width=11, height=11, fill=pip, transform=f"rotate(45 {px} {py})")
            )
    return group(x, y, *parts)


def blocker(x: float, y: float) -> str:
    """A waffle biscuit."""
    bars = [shape("path", d=f"M{26 + 15 * k} 12V80M14 {22 + 15 * k}H82", stroke="#A96B2C", stroke_width=4) for k in range(4)]
    body = [box(10, 14, 76, 74, "#B87A38", r=14, stroke=INK, stroke_width=3), box(10, 8, 76, 74, "#DDA458", r=14)]
    return group(x, y, *body, *bars, box(10, 8, 76, 74, "none", r=14, stroke=INK, stroke_width=3))


def medal(x: float, y: float, seat: int, r: float = 16) -> str:
    """A player's marker: colour and letter."""
    fill = (CHERRY, "#5B3A86")[seat]
    return shape("circle", cx=x, cy=y, r=r, fill=fill, stroke=CREAM, stroke_width=3) + words(
        x, y + r * 0.36, "WB"[seat], r, CREAM, anchor="middle", font_weight=700
    )


def svg(view: DoceView, names: Sequence[str]) -> str:
    parts = [
        shape("defs", *(_hatch(f"zone{seat}", colour, turn) for seat, colour, turn in ((0, CHERRY, 45), (1, EBONY, -45)))),
        box(0, 0, 960, 700, WALNUT, r=0),
        box(36, 30, 620, 640, FRAME, r=34, stroke=INK, stroke_width=4),
        box(42, 36, 608, 628, "none", r=30, stroke=HONEY, stroke_width=2),
        box(80, 76, 552, 552, WELL, r=18),
    ]
    for k, letter in enumerate("ABCDE"):
        parts.append(words(140 + STEP * k, 66, letter, 22, CREAM, anchor="middle", font_family=HEADLINE))
        parts.append(words(60, 144 + STEP * k, str(k + 1), 22, CREAM, anchor="middle", font_family=HEADLINE))
    for name in [f"{c}{r}" for r in range(1, 6) for c in "abcde"]:
        x, y = corner(name)
        parts.append(box(x, y, SIZE, SIZE, CELL, r=16))
        for seat in (0, 1):
            if name in view.zones[seat] and name not in view.dice and name not in view.blocked:
                parts.append(box(x, y, SIZE, SIZE, f"url(#zone{seat})", r=16))
        if name in view.blocked:
            parts.append(blocker(x, y))
        if name in view.dice:
            parts.append(die(x, y, view.dice[name].seat, view.dice[name].face))
    for seat in (0, 1):
        mark = view.marks[seat]
        if mark:
            x, y = corner(mark)
            parts.append(medal(x + SIZE - 8, y + 10, seat))
        parts.append(_side(view, names, seat))
    title = f"DOCE, round {min(view.round, 4)} of 4: {names[0]} {view.score[0]}, {names[1]} {view.score[1]}"
    return picture(960, 700, title, *parts)


def _hatch(name: str, colour: str, turn: int) -> str:
    line = shape("path", d="M0 0V12", stroke=colour, stroke_width=5 if turn > 0 else 3, opacity=0.45)
    return shape(
        "pattern", line, id=name, width=12, height=12, patternUnits="userSpaceOnUse", patternTransform=f"rotate({turn})"
    )


def _side(view: DoceView, names: Sequence[str], seat: int) -> str:
    top = 60 + 310 * seat
    turn = seat in view.acting
    parts = [
        box(690, top, 236, 250, PANEL, r=20, stroke=HONEY if turn else INK, stroke_width=6 if turn else 3),
        medal(728, top + 42, seat, 22),
        words(762, top + 40, names[seat][:14], 22, font_family=HEADLINE),
        words(762, top + 62, ("Bone, round pips", "Ebony, diamond pips")[seat], 14, QUIET),
        words(712, top + 112, f"{view.score[seat]} points", 26, font_family=HEADLINE),
        words(712, top + 142, f"{view.dice_left[seat]} dice left", 16),
        words(712, top + 166, "blocker ready" if view.blocker_left[seat] else "blocker used", 16),
    ]
    earned = [str(pair[seat]) for pair in view.earned if sum(pair)]
    parts.append(words(712, top + 194, "rounds: " + (", ".join(earned) or "none yet"), 15, QUIET))
    if turn:
        parts.append(box(752, top - 15, 112, 28, HONEY, r=8, stroke=INK, stroke_width=2))
        parts.append(words(808, top + 5, "on turn", 16, INK, anchor="middle", font_weight=700, font_family=BODY))
    return "".join(parts)


def draw(view: DoceView, names: Sequence[str]) -> str:
    """White dice are in [square brackets], Black's in (round ones), a marker is `*`, own zone `x`, blocker `##`."""
    me = view.seat if view.seat is not None else (view.acting[0] if view.acting else 0)
    lines = ["     " + "    ".join("ABCDE")]
    for row in range(1, 6):
        cells = [_cell(view, f"{column}{row}", me) for column in "abcde"]
        lines.append(f" {row} " + " ".join(cells))
    for seat in (0, 1):
        arrow = "[bold yellow]▶[/]" if seat in view.acting else " "
        lines.append(
            say(
                "{arrow} {name} ({colour}): [bold]{points}[/] {points:one=point|other=points}, "
                "{dice} {dice:one=die|other=dice}, {kept}",
                arrow=arrow,
                name=escape(names[seat]),
                colour=say("(black)") if seat else say(r"\[white]"),
                points=view.score[seat],
                dice=view.dice_left[seat],
                kept=say("blocker ready") if view.blocker_left[seat] else say("blocker used"),
            )
        )
    legend = say("[dim]* latest die, x {name}'s no-play zone, ## blocked[/]", name=escape(names[me]))
    lines.append(say("  Round {round} of 4. {legend}", round=min(view.round, 4), legend=legend))
    return strung(lines, "\n")


def _cell(view: DoceView, name: str, me: int) -> str:
    if name in view.blocked:
        return "[yellow]####[/]"
    if name in view.dice:
        piece = view.dice[name]
        mark = "*" if name in view.marks else " "
        return (
            rf"[bold white on grey23]\[{piece.face}]{mark}[/]" if piece.seat == 0 else f"[bold magenta]({piece.face}){mark}[/]"
        )
    return "[red] x  [/]" if name in view.zones[me] else "[dim] ·  [/]"

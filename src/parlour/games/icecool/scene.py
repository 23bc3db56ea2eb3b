"""What a seat sees as one picture: the school from above (picture.py) and beside it everybody's role, fish, IDs and cards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from parlour.games.icecool import picture
from parlour.games.icecool.look import COLOUR, CREAM, ICE, INK, PEN
from parlour.games.icecool.report import COLOURS, Colour, Spot
from parlour.games.icecool.school import ROOM

if TYPE_CHECKING:
    from parlour.games.icecool.sight import Hand, IcecoolView

SCHOOL_SIDE = 700
PANEL, ROW, EDGE = 330, 142, 14
CARD_WIDE, CARD_HIGH, CARD_STEP = 27, 38, 30
SIGN: dict[Colour, str] = {"P": "star", "O": "sun", "T": "moon", "K": "bow"}
TASK_WORD = {"1J": "jump", "1T": "doors", "1B": "bounce"}
HONEY, QUIET, BACK = "#F0B23E", "#6A4750", "#8FB9D4"
WORDS = 'font-family="Figtree, system-ui, sans-serif"'
HEADS = "font-family=\"Caprasimo, 'Cooper Black', Georgia, serif\""


def svg(view: IcecoolView, names: Sequence[str]) -> str:
    """The picture as SVG."""
    poses = {COLOURS[seat]: _spot(penguin.x, penguin.y) for seat, penguin in enumerate(view.penguins)}
    fish = {door: [_letter(colour) for colour in colours] for door, colours in view.fish.items()}
    school = picture.position_svg(poses, fish)
    inner = school.replace("<svg ", f'<svg x="0" y="0" width="{SCHOOL_SIDE}" height="{SCHOOL_SIDE}" ', 1)
    wide = SCHOOL_SIDE + PANEL
    box = f'viewBox="0 0 {wide} {SCHOOL_SIDE}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{_label(view, names)}">',
        f'<rect width="{wide}" height="{SCHOOL_SIDE}" fill="{ICE}"/>',
        inner.strip(),
        _text(SCHOOL_SIDE + EDGE, 38, f"Round {view.round} of {view.rounds}", 24, HEADS),
        _text(SCHOOL_SIDE + EDGE, 62, f"{view.deck} cards in the deck", 14, WORDS, QUIET),
    ]
    for seat in range(view.players):
        parts.append(_seat(view, seat, names, 78 + seat * (ROW + 10)))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _spot(x: float | None, y: float | None) -> Spot | None:
    return None if x is None or y is None else Spot(x, y)


def _letter(colour: str) -> Colour:
    return COLOURS[("purple", "orange", "teal", "pink").index(colour)]


def _label(view: IcecoolView, names: Sequence[str]) -> str:
    facts = [f"{names[s]} {_role(view, s).lower()}, {view.penguins[s].collected} fish" for s in range(view.players)]
    return escape(f"ICECOOL2, round {view.round} of {view.rounds}. {'; '.join(facts)}.", quote=True)


def _text(x: float, y: float, words: str, size: float, font: str, fill: str = INK, anchor: str = "start") -> str:
    weight = ' font-weight="600"' if font == WORDS else ""
    style = f'{font} font-size="{size:g}"{weight} fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'


def _role(view: IcecoolView, seat: int) -> str:
    if seat == view.catcher:
        return "Catcher"
    return "Caught" if view.penguins[seat].caught else "Runner"


def _seat(view: IcecoolView, seat: int, names: Sequence[str], y: float) -> str:
    x, wide = SCHOOL_SIDE + EDGE, PANEL - 2 * EDGE
    penguin, hand, colour = view.penguins[seat], view.cards[seat], COLOURS[seat]
    turn = seat in view.acting
    glow = f'<rect x="{x - 4}" y="{y - 4}" width="{wide + 8}" height="{ROW + 8}" rx="22" fill="{HONEY}"/>' if turn else ""
    if penguin.x is None:
        where = "not in yet"
    elif penguin.door:
        where = f"stuck in {penguin.door}"
    else:
        where = f"in the {ROOM[penguin.room or ''].name}"
    ids = f"{view.ids[seat]} ID{'' if view.ids[seat] == 1 else 's'}"
    fish = "" if seat == view.catcher else f" · {penguin.collected} of 3 fish"
    points = "" if hand.points is None else f" · {hand.points} points"
    you = " (you)" if seat == view.seat and "(you)" not in names[seat] else ""
    return "".join(
        [
            glow,
            f'<rect x="{x}" y="{y}" width="{wide}" height="{ROW}" rx="18" fill="{CREAM}" stroke="{PEN}" stroke-width="2.5"/>',
            f'<circle cx="{x + 26}" cy="{y + 27}" r="15" fill="{COLOUR[colour]}" stroke="{PEN}" stroke-width="2.5"/>',
            _text(x + 26, y + 32, colour, 15, HEADS, CREAM, "middle"),
            _text(x + 50, y + 24, _short(f"{names[seat]}{you}"), 18, HEADS),
            _text(x + 50, y + 42, f"{_role(view, seat)} · {SIGN[colour]} · {where}", 13, WORDS, QUIET),
            _text(x + 14, y + 66, f"{ids}{fish}{points}", 14, WORDS),
            _cards(hand, x + 14, y + ROW - CARD_HIGH - 26, wide - 28),
        ]
    )


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"


def _cards(hand: Hand, x: float, y: float, wide: float) -> str:
    """Face-down cards (their faces where the viewer may know them), then face-up ones, overlapping if there are many."""
    faces = hand.faces if hand.faces is not None else [""] * hand.down
    shown = [(face, False) for face in faces] + [(face, True) for face in hand.up]
    step = min(CARD_STEP, (wide - CARD_WIDE) / max(len(shown) - 1, 1))
    drawn = [_card(x + k * step, y, face, up) for k, (face, up) in enumerate(shown)]
    told = f"{hand.down} face down, {len(hand.up)} face up" if shown else "no cards yet"
    return "".join(drawn) + _text(x, y + CARD_HIGH + 17, told, 12.5, WORDS, QUIET)


def _card(x: float, y: float, face: str, up: bool) -> str:
    """A back, a known face-down card (blue edge) or one that lies open."""
    fill = BACK if not face else "#FFFFFF"
    edge = PEN if up or not face else "#17667C"
    size = f'width="{CARD_WIDE}" height="{CARD_HIGH}" rx="4"'
    card = f'<rect x="{x:.1f}" y="{y:g}" {size} fill="{fill}" stroke="{edge}" stroke-width="2"/>'
    if not face:
        return card + f'<path d="M{x + 7:.1f} {y + 19:g}q7-7 13 0q-6 7-13 0Z" fill="{CREAM}"/>'
    card += _text(x + CARD_WIDE / 2, y + 21, face[0], 17, HEADS, INK, "middle")
    return card + (_text(x + CARD_WIDE / 2, y + 33, TASK_WORD[face], 7.5, WORDS, QUIET, "middle") if face in TASK_WORD else "")

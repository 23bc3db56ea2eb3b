"""Pictures of Dokitto! Ice: the counter with tubs, trick, cones and hand as SVG, and the same for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.picture import HEADLINE, HONEY, INK, LEGAL, box, group, picture, seat_chip, shape, symbol, words
from parlour.core.picture import escaped as escape
from parlour.core.words import say, strung

if TYPE_CHECKING:
    from parlour.games.dokitto.table import DokittoView

# By letter: symbol, name, base, deep, ink, tint; colours of the terminal.
FLAVOURS = {
    "S": ("straw", say("Strawberry"), "#F59CAA", "#E07A8C", "#A32943", "#FDE4E3", "bright_red"),
    "C": ("choc", say("Chocolate"), "#8E5A3B", "#683C24", "#5E3320", "#F0DECC", "dark_orange3"),
    "M": ("matcha", say("Matcha"), "#ABC66E", "#7C9B44", "#48651B", "#EBF2D4", "green"),
    "G": ("grape", say("Grape"), "#AC90D4", "#7E5FAE", "#5B3C8C", "#EAE1F6", "medium_purple1"),
    "V": ("vanilla", say("Vanilla"), "#FBE4A6", "#DDB45A", "#7A5409", "#FFF6DA", "yellow"),
}


def card(x: float, y: float, name: str, *, turn: float = 0, scale: float = 1, faded: bool = False) -> str:
    """A shop card of 100 x 140: awning in the flavour's stripes, number and glyph, a scoop in the window, the word."""
    sign, word, base, deep, ink, tint, _ = FLAVOURS[name[0]]
    number = name[1:]
    stripes = [
        shape("path", d=f"M{3 + i * 15.67:.1f} 3h15.67v17a7.83 6 0 0 1-15.67 0Z", fill="#FFF9EE" if i % 2 else base)
        for i in range(6)
    ]
    parts = [
        box(1.5, 1.5, 97, 137, tint, r=11),
        shape("g", *stripes, shape("path", d="M0 121h100v20H0Z", fill=deep), clip_path="url(#cpCard)"),
        words(9 if len(number) < 2 else 5, 59, number, 37 if len(number) < 2 else 33, ink, font_family=HEADLINE),
        symbol(f"fl-{sign}", 9, 69, 20, color=ink),
        shape("path", d="M43 112V72a25 25 0 0 1 50 0v40Z", fill="#FFFCF4", stroke=INK, stroke_width=1.8),
        symbol(f"scoop-{sign}", 46.5, 60, 43),
        shape("path", d="M44 95h48l-6 17H50Z", fill="#fff", stroke=INK, stroke_width=1.8),
        words(50, 133.5, word, 11, "#FFF9EE" if sign in ("choc", "grape") else INK, anchor="middle", font_weight=800),
        box(1.5, 1.5, 97, 137, "none", r=11, stroke=INK, stroke_width=2.2),
    ]
    drawn = group(x, y, *parts, scale=scale, turn=turn)
    return shape("g", drawn, opacity=0.45) if faded else drawn


def cone(x: float, y: float, scoops: Sequence[str], toppings: Sequence[str], scale: float = 0.62, *, tag: bool = True) -> str:
    """A cone with its scoops, each over the one below, and a flag for every topping."""
    parts = [symbol("cone-sugar", 0, 0, 100)]
    for height, letter in enumerate(scoops):
        parts.append(symbol(f"scoop-{FLAVOURS[letter][0]}", 0, -58 - 46 * height, 100))
    top = -58 - 46 * (len(scoops) - 1) if scoops else -10
    for place, letter in enumerate(toppings):
        parts.append(symbol(f"flag-{FLAVOURS[letter][0]}", 30 + 26 * place, top - 44, 44))
    if tag and len(scoops) == 3:
        parts.append(box(72, -20, 76, 34, "#FFF9EE", r=9, stroke="#9A3D0B", stroke_width=3))
        parts.append(words(110, 4, "Full!", 22, "#9A3D0B", anchor="middle", font_weight=800))
    return group(x, y, *parts, scale=scale)


def tub(x: float, y: float, letter: str, left: int, topping: bool) -> str:
    """A paper tub: scoops while there are tiles, pips for how many, a flag while the topping is there."""
    sign, word, base, deep, *_ = FLAVOURS[letter]
    parts = [symbol(f"scoop-{sign}", 24 - 20 + 22 * i, -44, 66) for i in range(min(left, 2))]
    if topping:
        parts.append(symbol(f"flag-{sign}", 62, -66, 34))
    parts += [
        shape("path", d="M6 8h94l-10 58a8 8 0 0 1-8 7H24a8 8 0 0 1-8-7Z", fill="#FFFCF4", stroke=INK, stroke_width=2.5),
        shape("path", d="M9 22h88l-4 24H13Z", fill=base),
        box(0, 0, 106, 12, "#FFFCF4", r=6, stroke=INK, stroke_width=2.5),
        words(53, 39, word, 13.5, "#FFF9EE" if sign == "choc" else INK, anchor="middle", font_weight=800),
    ]
    for pip in range(3):
        parts.append(
            shape("circle", cx=37 + 16 * pip, cy=59, r=5.5, fill=deep if pip < left else "#FFFCF4", stroke=INK, stroke_width=2)
        )
    return group(x, y, *parts)


def svg(view: DokittoView, names: Sequence[str]) -> str:
    me = view.seat
    parts = [
        box(0, 0, 1000, 760, "#F6CDD0", r=0),
        shape("ellipse", cx=500, cy=330, rx=330, ry=225, fill="#F4A9B4", stroke=INK, stroke_width=3),
        shape("ellipse", cx=500, cy=330, rx=314, ry=210, fill="#FFF6EA", stroke=INK, stroke_width=2),
    ]
    start = 500 - len(view.tubs) * 65
    for place, (letter, stack) in enumerate(view.tubs.items()):
        parts.append(tub(start + 12 + 130 * place, 222, letter, stack.left, stack.topping))
    parts.append(_trick(view, names))
    others = [seat for seat in range(view.players) if seat != me]
    if me is not None:
        others = [(me + step) % view.players for step in range(1, view.players)]
    for place, seat in enumerate(others):
        parts.append(_opponent(view, names, seat, place, len(others)))
    if me is not None:
        parts.append(cone(34, 650, view.cones[me], view.toppings[me]))
        fact = f"{view.score[me]} points · {view.hand_sizes[me]} cards"
        parts.append(seat_chip(110, 680, me, names[me], fact, turn=me in view.acting))
        step = min(92.0, 560 / max(len(view.hand), 1))
        for place, name in enumerate(view.hand):
            lean = place - (len(view.hand) - 1) / 2
            parts.append(card(360 + step * place, 604 + 2.2 * lean * lean, name, turn=round(2.2 * lean, 1)))
    title = f"Dokitto! Ice, round {view.round}: " + ", ".join(f"{n} {s}" for n, s in zip(names, view.score, strict=True))
    return picture(1000, 760, title, *parts)


def _trick(view: DokittoView, names: Sequence[str]) -> str:
    trick = view.trick
    if trick is None:
        return words(
            500,
            400,
            f"{names[view.leader]} leads" if view.acting else "Game over",
            24,
            LEGAL,
            anchor="middle",
            font_family=HEADLINE,
        )
    parts = []
    start = 500 - 52 * view.players
    for place, (seat, name) in enumerate(trick.cards.items()):
        x = start + 104 * place
        parts.append(card(x + 8, 352, name, scale=0.86))
        parts.append(words(x + 51, 490, names[seat][:11], 13.5, anchor="middle", font_weight=700))
        if seat == trick.winner:
            word = "Lowest" if trick.mixed else "Highest"
            parts.append(box(x + 12, 336, 78, 24, HONEY, r=7, stroke=INK, stroke_width=2))
            parts.append(words(x + 51, 353, word, 14, anchor="middle", font_weight=800))
    for place in range(len(trick.cards), view.players):
        parts.append(
            box(start + 104 * place + 10, 354, 82, 116, "none", r=10, stroke=LEGAL, stroke_width=3, stroke_dasharray="7 6")
        )
    return "".join(parts)


def _opponent(view: DokittoView, names: Sequence[str], seat: int, place: int, count: int) -> str:
    spots = {1: [(405, 24)], 2: [(24, 190), (786, 190)], 3: [(24, 300), (405, 24), (786, 300)]}
    x, y = (spots.get(count) or [(24, 330), (110, 40), (700, 40), (786, 330), (405, 12)])[place]
    fact = f"{view.score[seat]} points · {view.hand_sizes[seat]} cards"
    # The cone stands above the chip at the sides, to its right at the top.
    at = (x + 66, y - 76) if y > 120 else (x + 206, y + 66)
    chip = seat_chip(x, y, seat, names[seat], fact, turn=seat in view.acting)
    return chip + cone(*at, view.cones[seat], view.toppings[seat], 0.5)


def draw(view: DokittoView, names: Sequence[str]) -> str:
    tubs = strung([_tub(letter, t.left, t.topping) for letter, t in view.tubs.items()], "   ")
    lines = [say("[bold]Round {round}[/]   {tubs}", round=view.round, tubs=tubs)]
    for seat in range(view.players):
        arrow = "[bold yellow]▶[/]" if seat in view.acting else " "
        scoops = " ".join(_colour(letter, letter) for letter in view.cones[seat]) or say("[dim]empty cone[/]")
        stars = "".join(f" ☆{_colour(letter, letter)}" for letter in view.toppings[seat])
        full = say(" [bold red]full![/]") if len(view.cones[seat]) == 3 else ""
        lines.append(
            say(
                "{arrow} {name}: [bold]{points}[/] {points:one=point|other=points}, "
                "{cards} {cards:one=card|other=cards}, {cone}{full}",
                arrow=arrow,
                name=escape(names[seat]),
                points=view.score[seat],
                cards=view.hand_sizes[seat],
                cone=strung([scoops, stars], ""),
                full=full,
            )
        )
    if view.trick is not None and view.trick.winner is not None:
        cards = "  ".join(f"{escape(names[seat])} {face(name)}" for seat, name in view.trick.cards.items())
        wins = say("lowest so far") if view.trick.mixed else say("highest so far")
        best = escape(names[view.trick.winner])
        lines.append(say("  Trick: {cards}   [dim]{wins}: {best}[/]", cards=cards, wins=wins, best=best))
    if view.seat is not None:
        lines.append(say("  Your hand: {cards}", cards=" ".join(face(name) for name in view.hand)))
    return strung(lines, "\n")


def face(name: str) -> str:
    return _colour(name[0], name)


def _colour(letter: str, text: str) -> str:
    return f"[{FLAVOURS[letter][6]}]{text}[/]"


def _tub(letter: str, left: int, topping: bool) -> str:
    tiles = f"{'●' * left}{'○' * (3 - left)}{' ☆' if topping else ''}"
    return say("[{colour}]{flavour} {tiles}[/]", colour=FLAVOURS[letter][6], flavour=FLAVOURS[letter][1], tiles=tiles)

"""Pictures of West Van Soft as SVG: flights of assembled ice creams, the counter between them, the own freezer below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.picture import (
    CHERRY,
    HEADLINE,
    HONEY,
    INK,
    LEGAL,
    PANEL,
    QUIET,
    box,
    group,
    name_plate,
    picture,
    seat_chip,
    shape,
    symbol,
    words,
)
from parlour.core.words import say
from parlour.games.westvan.cards import CARDS, CONES, FIRST_TOPPING, INGREDIENTS, NUMBER

if TYPE_CHECKING:
    from parlour.games.westvan.table import MeltView, Tastes, WestVanView

WIDTH, HEIGHT = 1200, 860
# By the word of a scoop: symbol, base, ink, tint.
FLAVOURS = {
    "vanilla": ("vanilla", "#FBE4A6", "#7A5409", "#FFF6DA"),
    "chocolate": ("choc", "#8E5A3B", "#5E3320", "#F0DECC"),
    "strawberry": ("straw", "#F59CAA", "#A32943", "#FDE4E3"),
    "mint": ("mint", "#A8E0CC", "#1D6650", "#E0F5EC"),
    "mango": ("mango", "#FFBD55", "#8A4A00", "#FFEFD2"),
    "maple": ("maple", "#DBA56C", "#73400F", "#F8E7D3"),
    "tiger": ("tiger", "#F68F45", "#8E3A05", "#FDE5D2"),
    "bubblegum": ("bubble", "#8FCBF2", "#1C5C8C", "#E1F1FC"),
    "lemon": ("lemon", "#FFF194", "#6B5B00", "#FFFBD8"),
}
PORTRAITS = {
    "The Ferry Captain": "captain",
    "The Food Critic": "critic",
    "The Yoga Teacher": "yoga",
    "The Night Nurse": "nurse",
    "The Dog Walker": "walker",
    "The House Agent": "agent",
    "The Science Teacher": "science",
    "The Wedding Planner": "wedding",
}
# What the chalk draws on an action card.
CHALK = {
    "budge": "M26 36h40l-10-10M74 66H34l10 10",
    "tastes": "M34 44a12 14 0 1 1 1 0M66 72a12 14 0 1 1 1 0M46 30h24l-6-6M54 86H30l6 6",
    "insist": "M22 60c10 10 20 10 28 0M78 44c-10-10-20-10-28 0M22 60l2 12M78 44l-2-12",
    "dog": "M24 44l8-14 10 8h20l10-8 6 14-6 26H34ZM44 52h1M60 52h1M46 62h14l-7 7Z",
    "mouldy": "M30 34h40L52 84h-4ZM40 44h4M56 48h4M48 60h4",
    "burn": "M50 24v56M26 38l48 28M74 38 26 66",
}


def portrait(name: str) -> str:
    return PORTRAITS.get(name) or name.removeprefix("The ").lower()


def art(word: str) -> str:
    """The symbol of a card."""
    kind = NUMBER[word]
    if kind < CONES:
        return f"cone-{word}"
    if kind < FIRST_TOPPING:
        return f"scoop-{FLAVOURS[word][0]}"
    return f"top-{'gummy' if word == 'gummies' else word}"


def ice_cream(x: float, foot: float, melt: MeltView, scale: float = 0.6, room: float = 250) -> str:
    """A melt as an assembled ice cream standing with its tip at `foot`; many scoops are packed closer."""
    count = len(melt.scoops)
    free = room / scale - 120 - (34 if melt.topping else 0)
    step = min(46.0, max(8.0, free / max(count, 1)))
    parts = [symbol(f"cone-{melt.cone}", 0, 0, 100)]
    for height, scoop in enumerate(melt.scoops):
        parts.append(symbol(art(scoop), 2, round(-58 - step * height, 1), 96))
    if melt.topping:
        parts.append(symbol(art(melt.topping), 6, round(-58 - step * (count - 1) - 34, 1), 88))
    return group(x, round(foot - 112 * scale, 1), *parts, scale=scale)


def card(x: float, y: float, word: str, tastes: Tastes | None = None, scale: float = 1) -> str:
    """A card of 100 x 140: kind mark, picture, name; a heart or a cross for the own character's taste."""
    kind, name = NUMBER[word], CARDS[NUMBER[word]].name
    if kind >= INGREDIENTS:
        return chalkboard(x, y, word, scale)
    if kind < CONES:
        tint, ink, spot = "#F8E3C4", "#8A5420", (24, 29, 62)
        mark = shape("path", d="M7 9h14L14 26Z", fill=ink)
    elif kind < FIRST_TOPPING:
        _, _, ink, tint = FLAVOURS[word]
        spot = (17, 36, 72)
        mark = shape("path", d="M6 21a8 9 0 0 1 16 0c1 4-17 4-16 0Z", fill=ink)
    else:
        tint, ink, spot = "#FDE3EA", "#A32943", (10, 44, 84)
        stem = shape("path", d="M14 13c1-3 3-5 6-5", stroke=ink, stroke_width=2.4, fill="none")
        mark = shape("circle", cx=14, cy=19, r=6.5, fill=ink) + stem
    parts = [
        box(1.5, 1.5, 97, 137, "#FFFCF4", r=11),
        shape("path", d="M8 34a42 34 0 0 1 84 0v72H8Z", fill=tint),
        mark,
        symbol(art(word), *spot),
        shape("path", d="M8 110h84", stroke=ink, stroke_width=1.6, stroke_dasharray="2 3", stroke_linecap="round"),
        name_plate(50, 121, name, 12.5, ink),
        _stamp(word, tastes),
        box(1.5, 1.5, 97, 137, "none", r=11, stroke=INK, stroke_width=2.2),
    ]
    return group(x, y, *parts, scale=scale)


def _stamp(word: str, tastes: Tastes | None) -> str:
    if tastes and word in tastes.likes:
        heart = shape("path", d="M0 8C-10 0-7-8-2.5-6.5-.8-6 0-4 0-3 0-4 .8-6 2.5-6.5 7-8 10 0 0 8Z", fill="#C0213D")
        return group(83, 18, shape("circle", r=13, fill="#FFF9EE", stroke=INK, stroke_width=2), heart)
    if tastes and word in tastes.dislikes:
        cross = shape("path", d="M-5-5 5 5M5-5-5 5", stroke="#FFF4E0", stroke_width=3.6, stroke_linecap="round")
        return group(83, 18, shape("circle", r=13, fill="#36202B", stroke=INK, stroke_width=2), cross)
    return ""


def chalkboard(x: float, y: float, word: str, scale: float = 1) -> str:
    """An action card."""
    name = CARDS[NUMBER[word]].name
    chalk = "#F3EFE2"
    parts = [
        box(1.5, 1.5, 97, 137, "#9A6232", r=11, stroke=INK, stroke_width=2.2),
        box(8, 8, 84, 124, "#2C3A37", r=5, stroke=INK, stroke_width=1.6),
        shape(
            "path", d=CHALK[word], fill="none", stroke=chalk, stroke_width=3.2, stroke_linecap="round", stroke_linejoin="round"
        ),
        name_plate(50, 108, name, 13, chalk),
    ]
    return group(x, y, *parts, scale=scale)


def back(x: float, y: float, scale: float = 1, letter: str = "P") -> str:
    """The common pink back."""
    pink, light = "#F08CA4", "#FFE0E4"
    parts = [
        box(1.5, 1.5, 97, 137, pink, r=11, stroke=INK, stroke_width=2.2),
        box(8, 8, 84, 124, "none", r=7, stroke=light, stroke_width=2.4),
        shape("circle", cx=50, cy=70, r=21, fill=pink, stroke=light, stroke_width=2.4),
        words(50, 81, letter, 30, light, anchor="middle", font_family=HEADLINE),
    ]
    return group(x, y, *parts, scale=scale)


def cameo(x: float, y: float, name: str, scale: float = 1) -> str:
    """A character card: a cut-paper head in an oval."""
    parts = [
        box(1.5, 1.5, 97, 137, "#CFE2F1", r=11, stroke=INK, stroke_width=2.2),
        shape("ellipse", cx=50, cy=58, rx=40, ry=48, fill="#FFF7E4", stroke=INK, stroke_width=2.2),
        shape("g", symbol(f"char-{portrait(name)}", 12, 16, 76), clip_path="url(#cpCameo)"),
        shape("path", d="M6 113h88v18H6Z", fill="#FFF7E4", stroke=INK, stroke_width=1.6),
        words(50, 126, name, 9.5 if len(name) > 13 else 12, anchor="middle", font_family=HEADLINE),
    ]
    return group(x, y, *parts, scale=scale)


def svg(view: WestVanView, names: Sequence[str]) -> str:
    me = view.seat
    others = [seat for seat in range(view.players) if me is None or seat != me]
    if me is not None:
        others = [(me + step) % view.players for step in range(1, view.players)]
    parts = [box(0, 0, WIDTH, HEIGHT, "#CFE9DC", r=0), _gingham()]
    width = (WIDTH - 20) / len(others)
    for place, seat in enumerate(others):
        parts.append(_flight(view, names, seat, 20 + width * place, 50, width - 20, 280))
    parts.append(_counter(view, names))
    if me is not None:
        parts.append(_own(view, names, me))
    score = ", ".join(f"{name} {total}" for name, total in zip(names, view.total, strict=True))
    return picture(WIDTH, HEIGHT, f"West Van Soft, day {view.day}: {score}", *parts)


def _gingham() -> str:
    rows = "".join(f"M0 {y}H{WIDTH}" for y in range(15, HEIGHT, 60))
    columns = "".join(f"M{x} 0V{HEIGHT}" for x in range(15, WIDTH, 60))
    return "".join(shape("path", d=d, stroke="#fff", stroke_opacity=0.5, stroke_width=30) for d in (rows, columns))


def _fact(view: WestVanView, seat: int) -> str:
    scooper = " · scooper" if seat == view.scooper and view.acting else ""
    return f"{view.total[seat]} points · {_cards(view.freezers[seat].size)}{scooper}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _flight(view: WestVanView, names: Sequence[str], seat: int, x: float, y: float, width: float, height: float) -> str:
    """A player's panel: chip on its upper edge, ice creams inside, what one knows of the freezer at the foot."""
    parts = [box(x, y, width, height, PANEL, r=20, stroke=INK, stroke_width=2)]
    wide = min(250.0, width - 8)
    turn = seat == view.current and bool(view.acting)
    if seat == view.seat:
        # The own chip stands at the right, beside the ice creams.
        at = x + width - wide - 20
        parts.append(_melts(view, seat, x + 10, y + 12, width - 300, height - 22))
    else:
        at = x + (width - wide) / 2
        parts.append(_melts(view, seat, x + 10, y + 30, width - 20, height - 62))
    parts.append(seat_chip(round(at, 1), y - 22, seat, names[seat], _fact(view, seat), turn=turn, width=wide))
    character = view.characters[seat]
    notes = ([character.name] if character else []) + [CARDS[NUMBER[word]].name for word in view.freezers[seat].cards]
    if notes and seat != view.seat:
        text = "You know: " + ", ".join(notes)
        most = int(width / 6.6)
        text = text if len(text) <= most else text[: most - 1] + "…"
        parts.append(words(x + width / 2, y + height - 10, text, 12.5, QUIET, anchor="middle"))
    return "".join(parts)


def _melts(view: WestVanView, seat: int, x: float, y: float, width: float, height: float) -> str:
    melts = view.flights[seat]
    if not melts:
        return words(x + width / 2, y + height / 2, "No melt yet", 14, QUIET, anchor="middle")
    step = min(104.0, width / len(melts))
    scale = min(0.58, step / 108)
    left = x + (width - step * len(melts)) / 2
    parts = []
    for place, melt in enumerate(melts):
        centre = left + step * (place + 0.5)
        parts.append(ice_cream(round(centre - 50 * scale, 1), y + height - 32, melt, round(scale, 3), height - 40))
        parts.append(_tag(centre, y + height - 24, melt, step))
    return "".join(parts)


def _tag(x: float, y: float, melt: MeltView, step: float) -> str:
    """Open or done, and what it is worth where that is known."""
    text = "Done" if melt.topping else "Open"
    if melt.worth is not None:
        text = f"{text} · {melt.worth}" if step < 90 else f"{text} · {melt.worth} pts"
    width = min(step - 4, 12 + 7.2 * len(text))
    edge = INK if melt.topping else LEGAL
    tag = box(round(x - width / 2, 1), y, round(width, 1), 22, PANEL, r=7, stroke=edge, stroke_width=2)
    return tag + words(round(x, 1), y + 15.5, text, 12, QUIET if melt.topping else LEGAL, anchor="middle", font_weight=700)


def _counter(view: WestVanView, names: Sequence[str]) -> str:
    """Deck, discards, the boards with mode and direction, and the tray."""
    y = 352
    parts = [back(40, y, 0.72), words(122, y + 44, "Deck", 14, font_weight=700), words(122, y + 62, _cards(view.deck), 13.5)]
    if view.discards:
        parts.append(card(210, y, view.discards[-1], scale=0.72))
    else:
        parts.append(box(211, y + 1, 70, 99, "none", r=8, stroke=INK, stroke_width=2, stroke_dasharray="6 5"))
    parts += [words(292, y + 44, "Discards", 14, font_weight=700), words(292, y + 62, _cards(len(view.discards)), 13.5)]
    mode, hint = "Delivery today", "You choose the card you hand on"
    if view.mode != "delivery":
        mode, hint = "Self-serve", "The next player takes blindly"
    parts.append(box(384, y + 14, 250, 70, "#2C3A37", r=10, stroke="#9A6232", stroke_width=5))
    parts.append(words(509, y + 44, mode, 20, "#F3EFE2", anchor="middle", font_family=HEADLINE))
    parts.append(words(509, y + 66, hint, 13, "#F3EFE2", anchor="middle"))
    way = "Clockwise" if view.clockwise else "Counter-clockwise"
    after = "the match is over" if not view.acting else f"{names[view.current]}, then {names[view.next]}"
    parts.append(box(652, y + 14, 250, 70, PANEL, r=10, stroke="#99744F", stroke_width=3))
    parts.append(words(777, y + 44, f"{'↻' if view.clockwise else '↺'} {way}", 20, anchor="middle", font_family=HEADLINE))
    parts.append(words(777, y + 66, after[:38], 13, QUIET, anchor="middle"))
    for slot, word in enumerate(view.tray):
        at = 930 + 84 * slot
        tastes = view.characters[view.seat] if view.seat is not None else None
        parts.append(back(at, y, 0.72, "?") if word is None else card(at, y, word, tastes, 0.72))
    if view.tray:
        parts.append(words(1104, y + 44, "Tray of", 14, font_weight=700))
        parts.append(words(1104, y + 62, names[view.scooper][:12], 13.5))
    elif view.acting:
        parts.append(words(930, y + 44, f"Day {view.day} of 3", 20, font_family=HEADLINE))
        close = f"Closing time after {view.closing_time - view.passes} more passes"
        parts.append(
            words(930, y + 66, close if view.passes and view.closing_time else f"{names[view.scooper]} is scooper", 13.5)
        )
    return "".join(parts)


def _own(view: WestVanView, names: Sequence[str], me: int) -> str:
    """The own character, flight and freezer."""
    tastes = view.characters[me]
    parts = [box(20, 480, 214, 360, "#E4EFF8", r=20, stroke=INK, stroke_width=2)]
    if tastes:
        parts.append(cameo(66, 492, tastes.name, 1.2))
        for row, (title, ink, kinds) in enumerate((("♥ Likes", CHERRY, tastes.likes), ("✕ Dislikes", INK, tastes.dislikes))):
            y = 688 + 76 * row
            parts.append(words(36, y, title, 14, ink, font_weight=700))
            for i, word in enumerate(kinds):
                spot = 36 + 48 * i
                size = 26 if NUMBER[word] < CONES else 36
                parts.append(symbol(art(word), spot + (36 - size) / 2, y + 8, size))
                parts.append(words(spot + 18, y + 52, word, 9.5, QUIET, anchor="middle"))
    parts.append(_flight(view, names, me, 252, 506, WIDTH - 272, 188))
    hand = view.freezers[me].cards
    step = min(106.0, (WIDTH - 268) / max(len(hand), 1))
    scale = round(min(1, (step - 4) / 100), 3)
    for place, word in enumerate(hand):
        parts.append(card(round(252 + step * place, 1), 706, word, tastes, scale))
    if me == view.current and view.acting:
        parts.append(box(WIDTH - 290, 630, 250, 44, HONEY, r=12, stroke=INK, stroke_width=2))
        parts.append(words(WIDTH - 165, 658, prompt(view, names)[:28], 15, anchor="middle", font_weight=700))
    return "".join(parts)


PROMPTS = {
    "keep": say("Keep one of the tray"),
    "swap": say("Name two players"),
    "dog": say("Feed the dog"),
    "play": say("Play a card or pass"),
}


def prompt(view: WestVanView, names: Sequence[str]) -> str:
    """What the current player is to do."""
    if view.phase == "lose":
        return say("Discard a card") if view.turn == "closing" else say("Hand a card to {name}", name=names[view.next])
    return PROMPTS[view.phase]

"""Pictures of ION: the felt with pile, table card, seats and hand as SVG, and the same for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING

from parlour.core.picture import (
    CHERRY,
    CREAM,
    HEADLINE,
    HONEY,
    INK,
    LEGAL,
    PANEL,
    QUIET,
    box,
    group,
    picture,
    seat_chip,
    shape,
    symbol,
    words,
)
from parlour.core.picture import escaped as escape
from parlour.core.words import both, either, say, strung
from parlour.games.ion.cards import BLOCK, BY_ID, DECK, DOT, SHIFT, TYPE_NAMES

if TYPE_CHECKING:
    from parlour.games.ion.table import IonView

FELT, FELT_DARK, BRASS, BALL, PAPER, QUIET_DOTS = "#1F5C57", "#173F3C", "#E2AE4E", "#F6C24B", "#FFF8E8", "#D9CDB8"
SYMBOLS = (
    "",
    "block",
    "challenge",
    "gift",
    "newgame5",
    "noplay",
    "playagain",
    "punish",
    "punishprev",
    "punishwho",
    "shift",
    "ticktack",
    "bomb",
    "joker",
    "doublejoker",
)
PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
WIDTH, HEIGHT = 1000, 800

# What is due, for whoever must act ({who}) and in the words of the table.
PROMPTS = {
    "play": (say("{who} to play"), say("Match {match}, or draw one.")),
    "drawn": (say("{who} drew a card"), say("If it fits it may be played at once, or kept.")),
    "again": (say("{who} plays again"), say("Another card on {match}, or draw one and end the turn.")),
    "call": (say("{who} calls a number"), say("Only that number will match.")),
    "who": (say("Punish Who?"), say("{who} chooses: next or previous.")),
    "target": (say("{who} challenges"), say("Choose anybody at the table.")),
    "pair": (say("{who} picks two numbers"), say("The challenger's numbers, 1 to 6.")),
    "one": (say("{who} picks one number"), say("One of the four that are left.")),
    "gift": (say("{who} chooses a gift"), say("It goes face down to the next player.")),
    "race": (say("Tick-Tack!"), say("Slap a {match}. A wrong card costs two.")),
    "over": (say("The match is over"), say("{winners} won.")),
}


def half(number: int, y: float, step: float) -> str:
    """The dots of a zone, or the harlequin of a wild half."""
    if number:
        dots = [(28 + 23 * (i % 3), y + step * (i // 3)) for i in PIPS[number]]
        return "".join(shape("circle", cx=x, cy=round(at, 1), r=6.2, fill=INK) for x, at in dots)
    red = f"M14 {y + 17}l18-18 18 18-18 18ZM50 {y + 17}l18-18 18 18-18 18Z"
    gold = f"M32 {y - 1}l18 18 18-18ZM32 {y + 35}l18-18 18 18Z"
    return (
        shape("path", d=red, fill="#C0213D")
        + shape("path", d=gold, fill=HONEY)
        + symbol("star", 40, y + 7, 20, color="#FFF9EE")
    )


def card(x: float, y: float, name: str, *, scale: float = 1, turn: float = 0, faded: bool = False) -> str:
    """A card of 100 x 155: two halves, corner numerals, and a brass ball with the action."""
    c = DECK[BY_ID[name]]
    top, bottom = c.a, c.b
    action = c.type != DOT
    step = 15 if action else 17
    parts = [box(1.5, 1.5, 97, 152, QUIET_DOTS if faded else PAPER, r=12)]
    parts.append(half(top, (16 if top else 11) if action else 22, step))
    parts.append(half(bottom, 109 if action else 99, step))
    if top:
        parts.append(words(6.5, 19, str(top), 14, QUIET, font_family=HEADLINE))
    if bottom:
        parts.append(words(93.5, 146, str(bottom), 14, QUIET, anchor="end", font_family=HEADLINE))
    if action:
        parts.append(shape("path", d="M6 77.5h88", stroke=INK, stroke_width=2))
        parts.append(shape("circle", cx=50, cy=77.5, r=23, fill=BALL, stroke=INK, stroke_width=2.4))
        parts.append(symbol(f"act-{SYMBOLS[c.type]}", 32, 59.5, 36))
    else:
        parts.append(shape("path", d="M14 77.5h72", stroke=INK, stroke_width=2.4, stroke_linecap="round"))
        parts.append(shape("circle", cx=50, cy=77.5, r=4.5, fill="#D79A2B", stroke=INK, stroke_width=2))
    parts.append(box(1.5, 1.5, 97, 152, "none", r=12, stroke=INK, stroke_width=2.2))
    return group(round(x, 1), round(y, 1), *parts, scale=scale, turn=turn)


def back(x: float, y: float, scale: float = 1) -> str:
    """The back of a card: felt, brass frame, the parlour's letter."""
    return group(
        x,
        y,
        box(1.5, 1.5, 97, 152, FELT_DARK, r=12),
        box(8, 8, 84, 139, "none", r=7, stroke=HONEY, stroke_width=2.4),
        shape("circle", cx=50, cy=77.5, r=21, fill=FELT_DARK, stroke=HONEY, stroke_width=2.4),
        words(50, 88, "P", 30, HONEY, anchor="middle", font_family=HEADLINE),
        box(1.5, 1.5, 97, 152, "none", r=12, stroke=INK, stroke_width=2.2),
        scale=scale,
    )


def fan(x: float, y: float, count: int) -> str:
    """A small row of backs: how many cards somebody holds."""
    shown = min(count, 12)
    start = x - (17 + 10 * (shown - 1)) / 2
    return "".join(
        box(round(start + 10 * i, 1), y, 17, 24, FELT_DARK, r=4, stroke=HONEY, stroke_width=1.8) for i in range(shown)
    )


def match_words(view: IonView) -> str:
    """`2 or 4`, with the sum where it counts."""
    numbers = either(view.match) if view.match else ""
    return say("{numbers} or sum {sum}", numbers=numbers, sum=view.sum) if view.sum else numbers


def prompt(view: IonView, names: Sequence[str]) -> tuple[str, str]:
    """What is due now: a headline and the reason."""
    if view.pending is not None:
        aimed = view.pending
        ways = [TYPE_NAMES[BLOCK]] * aimed.can_block + [TYPE_NAMES[SHIFT]] * aimed.can_shift
        action = next(name for name in TYPE_NAMES if name == aimed.action)
        source, target = names[aimed.source], names[aimed.target]
        if aimed.source == view.seat:
            head = say("You aim {action} at {target}", action=action, target=target)
        elif aimed.target == view.seat:
            head = say("{source} aims {action} at you", source=source, action=action)
        else:
            head = say("{source} aims {action} at {target}", source=source, action=action, target=target)
        return head, say("{ways}.", ways=either([*ways, say("Accept")]))
    if view.drawn is not None:
        drew = say("You drew {card}", card=face(view.drawn))
        if not view.drawn_only:
            return drew, say("Play a card that fits, or keep it.")
        fits = view.drawn in view.fitting
        return drew, say("It fits: play it, or keep it.") if fits else say("It does not fit: keep it.")
    who = both([say("You") if seat == view.seat else names[seat] for seat in view.acting] or [say("Nobody")])
    filled = {"who": who, "match": match_words(view), "winners": both([names[s] for s in view.winners] or [say("Nobody")])}
    head, why = PROMPTS[view.decision]
    return say(head.template, **filled), say(why.template, **filled)


def fact(view: IonView, seat: int) -> str:
    """One fact about a seat."""
    if not view.alive[seat]:
        return "Exploded"
    cards = view.hand_sizes[seat]
    count = f"{cards} cards" if cards != 1 else "1 card left!"
    return f"{view.score[seat]} pts · {count}" if view.mode == "tournament" else count


def usable(view: IonView) -> list[str]:
    """The cards of the own hand that could be laid now: those that fit, as answers only Blocks and Shifts."""
    if view.decision == "drawn" and view.drawn_only:
        return [name for name in view.fitting if name == view.drawn]
    if view.pending is None:
        return view.fitting
    kinds = [BLOCK] * view.pending.can_block + [SHIFT] * view.pending.can_shift
    return [name for name in view.fitting if DECK[BY_ID[name]].type in kinds]


def spots(count: int) -> list[tuple[float, float]]:
    """Where opponents sit: on an ellipse, the next player at the lower right."""
    if count == 1:
        return [(500, 70)]
    angles = [(-25 + place * 230 / (count - 1)) * pi / 180 for place in range(count)]
    return [(500 + 405 * cos(angle), 305 - 225 * sin(angle)) for angle in angles]


def svg(view: IonView, names: Sequence[str]) -> str:
    me = view.seat
    others = [seat for seat in range(view.players) if seat != me]
    if me is not None:
        others = [(me + step) % view.players for step in range(1, view.players)]
    parts = [
        box(0, 0, WIDTH, HEIGHT, FELT, r=0),
        box(120, 78, 760, 450, "none", r=225, stroke="#0D2A28", stroke_width=12, opacity=0.35),
        box(120, 78, 760, 450, "none", r=225, stroke=BRASS, stroke_width=3),
        box(132, 90, 736, 426, "none", r=213, stroke=BRASS, stroke_width=1.5, stroke_dasharray="2 9"),
    ]
    for seat, (x, y) in zip(others, spots(len(others)), strict=True):
        width = 166
        drawn = seat_chip(
            round(x - width / 2, 1),
            round(y - 26, 1),
            seat,
            names[seat][:11],
            fact(view, seat),
            turn=seat in view.acting,
            width=width,
        )
        parts.append(drawn if view.alive[seat] else shape("g", drawn, opacity=0.5))
        parts.append(fan(x, round(y + 31, 1), view.hand_sizes[seat]))
    parts.append(_middle(view))
    parts.append(_prompt(view, names))
    if me is not None:
        parts.append(seat_chip(20, 724, me, names[me], f"You · {fact(view, me)}", turn=me in view.acting, width=214))
        parts.append(_hand(view))
    title = f"ION, hand {view.hand_no}: " + ", ".join(f"{n} {fact(view, s)}" for s, n in enumerate(names))
    return picture(WIDTH, HEIGHT, title, *parts)


def _middle(view: IonView) -> str:
    """Draw pile, table card and the numbers that match."""
    parts = [back(318 - o, 214 - o, 0.96) for o in (8, 4, 0)] if view.pile else []
    if not view.pile:
        parts.append(box(320, 216, 92, 144, "none", r=12, stroke=BRASS, stroke_width=2.5, stroke_dasharray="6 6"))
    parts.append(words(366, 390, f"Draw pile, {view.pile}", 15, CREAM, anchor="middle", font_weight=700))
    parts.append(card(440, 188, view.table, scale=1.2))
    kind = DECK[BY_ID[view.table]].type
    if kind != DOT:
        parts.append(words(582, 236, TYPE_NAMES[kind], 17, CREAM, font_weight=700))
    parts.append(words(582, 268, "Match" if view.match else "Waiting for a call", 15, CREAM))
    for place, number in enumerate(view.match):
        parts.append(box(582 + 40 * place, 278, 32, 32, HONEY, r=8, stroke=INK, stroke_width=2))
        parts.append(words(598 + 40 * place, 302, str(number), 20, anchor="middle", font_family=HEADLINE))
    if view.sum:
        parts.append(words(582, 336, f"or a sum of {view.sum}", 15, CREAM))
    if view.duel is not None and view.duel.pair:
        parts.append(words(582, 360, f"Challenger: {view.duel.pair[0]} and {view.duel.pair[1]}", 15, CREAM))
    return "".join(parts)


def _prompt(view: IonView, names: Sequence[str]) -> str:
    head, why = prompt(view, names)
    mine = view.seat in view.acting
    width = 60 + max(len(head) * 12.5, len(why) * 7.6)
    parts = [
        box(round(500 - width / 2, 1), 470, round(width, 1), 64, PANEL, r=16, stroke=INK, stroke_width=2.5),
        words(500, 498, head, 21, CHERRY if mine else QUIET, anchor="middle", font_family=HEADLINE),
        words(500, 521, why, 14.5, QUIET, anchor="middle"),
    ]
    return "".join(parts)


def _hand(view: IonView) -> str:
    """The own hand; cards that do not fit are dimmed and sunk, the drawn one is lifted. Long hands overlap."""
    cards = view.hand
    step = min(104.0, 700 / max(len(cards) - 1, 1)) if len(cards) > 7 else 104.0
    start = 610 - (step * (len(cards) - 1) + 94) / 2
    asked = view.decision in ("play", "drawn", "again", "race", "respond")
    can = usable(view)
    parts = []
    for place, name in enumerate(cards):
        fits = name in can
        lift = -20 if name == view.drawn else 0 if fits or not asked else 12
        parts.append(card(start + step * place, 578 + lift, name, scale=0.94, faded=asked and not fits))
        if fits and asked and len(cards) <= 12:
            x = start + step * place
            parts.append(box(round(x + 26, 1), 728, 42, 20, PANEL, r=7, stroke=LEGAL, stroke_width=2))
            parts.append(words(round(x + 47, 1), 743, "fits", 13, LEGAL, anchor="middle", font_weight=700))
    return "".join(parts)


# The terminal.


def face(name: str) -> str:
    """A card in a line of text: `2|4 Punish`, `★|3 Joker`."""
    c = DECK[BY_ID[name]]
    dots = f"{c.a or '★'}|{c.b or '★'}"
    return dots if c.type == DOT else f"{dots} {TYPE_NAMES[c.type]}"


def rows_of_cards(view: IonView, per_row: int = 10) -> list[str]:
    """The hand as small boxes with their ids; ✓ marks what can be laid, ● a card just drawn that cannot."""
    lines: list[str] = []
    can = usable(view)
    for start in range(0, len(view.hand), per_row):
        five = ["", "", "", "", ""]
        for name in view.hand[start : start + per_row]:
            c = DECK[BY_ID[name]]
            fits = name in can
            style = "bold green" if fits else "dim"
            foot = "✓" if fits else "●" if name == view.drawn else "─"
            drawn = ("╭─────╮", f"│  {c.a or '★'}  │", f"│{name:^5}│", f"│  {c.b or '★'}  │", f"╰──{foot}──╯")
            for row, text in enumerate(drawn):
                five[row] += f"[{style}]{text}[/] "
        lines += [row.rstrip() for row in five]
    return lines


def _seat_line(view: IonView, names: Sequence[str], seat: int) -> str:
    mine = seat == view.seat and not names[seat].endswith((")", "）"))
    facts = [
        "[bold yellow]▶[/] " if seat in view.acting else "  ",
        f"{seat} {escape(names[seat])}",
        say(" [dim](you)[/]") if mine else "",
        say(": "),
        f"{'▮' * min(view.hand_sizes[seat], 24)} {view.hand_sizes[seat]}" if view.alive[seat] else say("✹ exploded"),
        say("  {points} points", points=view.score[seat]) if view.mode == "tournament" else "",
        say("  {cards} set aside", cards=view.spoils_sizes[seat]) if view.spoils_sizes[seat] else "",
        say("  [dim]dealer[/]") if seat == view.dealer else "",
    ]
    return strung(facts, "")


def draw(view: IonView, names: Sequence[str]) -> str:
    plain = [escape(name) for name in names]
    what = say("quick game") if view.mode == "quick" else say("tournament to {target}", target=view.target)
    pile = say("[dim]pile {pile}, turn {turn}[/]", pile=view.pile, turn=view.turn)
    lines: list[str] = [say("[bold]Hand {hand}[/], {what}   {pile}", hand=view.hand_no, what=what, pile=pile)]
    lines += [_seat_line(view, names, seat) for seat in range(view.players)]
    called = say("[dim]a number is being called[/]")
    asks = say("match [bold yellow]{numbers}[/]", numbers=match_words(view)) if view.match else called
    lines.append(say("  Table: [bold]{card}[/]   {asks}", card=face(view.table), asks=asks))
    head, why = prompt(view, plain)
    head = head if head.endswith(("!", "?")) else say("{head}.", head=head)
    mine = view.seat in view.acting
    lines.append(strung(["  [bold red]" if mine else "  [dim]", head, "[/] " if mine else " ", why, "" if mine else "[/]"], ""))
    if view.duel is not None and view.duel.pair:
        low, high = view.duel.pair
        lines.append(say("  Challenger's numbers: {low} and {high}", low=low, high=high))
    if view.gift is not None:
        lines.append(say("  Your gift on its way: {card}", card=face(view.gift)))
    if view.race is not None and view.race.answer is not None:
        lines.append(say("  Your answer: {answer}", answer=view.race.answer))
    for known in view.known:
        card, owner = face(known.card), plain[known.seat] if known.seat is not None else ""
        where = {
            "hand": say("  [dim]You know: {card} is in {owner}'s hand.[/]", card=card, owner=owner),
            "spoils": say("  [dim]You know: {card} lies among {owner}'s spoils.[/]", card=card, owner=owner),
            "pile": say("  [dim]You know: {card} lies in the pile.[/]", card=card),
            "gift": say("  [dim]You know: {card} is the gift on its way.[/]", card=card),
        }
        lines.append(where[known.place])
    if view.seat is not None:
        lines += rows_of_cards(view)
    return strung(lines, "\n")

"""West Van Soft for the terminal, with rich markup: every colour stands beside its word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.markup import escape

from parlour.games.westvan.cards import CARDS, CONES, FIRST_TOPPING, INGREDIENTS, NUMBER
from parlour.games.westvan.moves import ordinal
from parlour.games.westvan.picture import prompt

if TYPE_CHECKING:
    from parlour.games.westvan.table import MeltView, Tastes, WestVanView

COLOURS = {
    "vanilla": "light_goldenrod1",
    "chocolate": "dark_orange3",
    "strawberry": "light_coral",
    "mint": "aquamarine3",
    "mango": "orange1",
    "maple": "tan",
    "tiger": "dark_orange",
    "bubblegum": "sky_blue1",
    "lemon": "yellow1",
}


def draw(view: WestVanView, names: Sequence[str]) -> str:
    """The table from above: the boards, every flight, and the own freezer with likes (♥) and dislikes (✕)."""
    tastes = None if view.seat is None else view.characters[view.seat]
    lines = [_board(view, names, tastes)]
    for seat in range(view.players):
        lines += _player(view, names, seat, tastes)
    if view.seat is not None:
        lines += ["", *_own(view, view.seat)]
        if view.current == view.seat and view.acting:
            lines.append(f"[bold yellow]▶ {escape(prompt(view, names))}.[/]")
    return "\n".join(lines)


def _board(view: WestVanView, names: Sequence[str], tastes: Tastes | None) -> str:
    way = "↻ clockwise" if view.clockwise else "↺ counter-clockwise"
    top = f", top {face(view.discards[-1])}" if view.discards else ""
    parts = [
        f"[bold]Day {view.day} of 3[/]",
        f"[bold]{view.mode}[/]",
        way,
        f"deck {view.deck}",
        f"discards {len(view.discards)}{top}",
    ]
    if view.passes:
        parts.append(f"{view.passes} of {view.closing_time} passes")
    line = " · ".join(parts)
    if view.tray:
        cards = " ".join("[on pink3] ? [/]" if word is None else face(word, tastes) for word in view.tray)
        doing = f", deciding about {face(view.action)}" if view.action else ""
        line += f"\n  {escape(names[view.scooper])}'s tray: {cards}{doing}"
    return line


def _player(view: WestVanView, names: Sequence[str], seat: int, mine: Tastes | None) -> list[str]:
    arrow = "[bold yellow]▶[/]" if seat == view.current and view.acting else " "
    scoops = " [reverse] scooper [/]" if seat == view.scooper and view.acting else ""
    asks = " [dim](may ask)[/]" if seat in view.may_ask else ""
    facts = f"{view.total[seat]} points, {view.freezers[seat].size} cards"
    head = f"{arrow} [bold]{escape(names[seat])}[/] seat {seat}: {facts}{scoops}{asks}"
    character = view.characters[seat]
    known = [face(word, mine) for word in view.freezers[seat].cards] if seat != view.seat else []
    if character and seat != view.seat:
        head += f" · is [bold]{character.name}[/]"
    if known:
        head += " · holds " + " ".join(known)
    melts = [f"    {ordinal(number)} {_melt(melt, character)}" for number, melt in enumerate(view.flights[seat])]
    return [head, *melts]


def _melt(melt: MeltView, owner: Tastes | None) -> str:
    cards = [melt.cone, *melt.scoops, *([melt.topping] if melt.topping else [])]
    worth = "" if melt.worth is None else f", worth [bold]{melt.worth}[/]"
    state = "[dim]done[/]" if melt.topping else "[green]open[/]"
    return f"{' › '.join(face(word, owner) for word in cards)}  ({state}{worth})"


def _own(view: WestVanView, me: int) -> list[str]:
    tastes = view.characters[me]
    lines = []
    if tastes:
        lines.append(f"You are [bold]{tastes.name}[/]:  ♥ {' '.join(face(w) for w in tastes.likes)}")
        lines.append(f"{'':{len(tastes.name) + 9}}  ✕ {' '.join(face(w) for w in tastes.dislikes)}")
    count = Counter(view.freezers[me].cards)
    groups = (
        ("cones", 0, CONES),
        ("scoops", CONES, FIRST_TOPPING),
        ("toppings", FIRST_TOPPING, INGREDIENTS),
        ("", INGREDIENTS, len(CARDS)),
    )
    for title, first, last in groups:
        held = [card.word for card in CARDS[first:last] if count[card.word]]
        if held:
            cards = "  ".join(face(word, tastes) + (f"[dim]×{count[word]}[/]" if count[word] > 1 else "") for word in held)
            lines.append(f"  {title or 'freezer':>8}  {cards}")
    return lines


def face(word: str, tastes: Tastes | None = None) -> str:
    """A card's word in its colour, with the taste of a character where one is given."""
    kind = NUMBER[word]
    colour = "tan" if kind < CONES else COLOURS.get(word, "hot_pink" if kind < INGREDIENTS else "bold cyan")
    sign = "" if tastes is None else "[red]♥[/]" if word in tastes.likes else "[bold]✕[/]" if word in tastes.dislikes else ""
    shown = "freezer burn" if word == "burn" else word
    return f"[{colour}]{shown}[/]{sign}"

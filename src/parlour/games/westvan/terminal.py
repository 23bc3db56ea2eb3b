"""West Van Soft for the terminal, with rich markup: every colour stands beside its word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.picture import escaped as escape
from parlour.core.words import say, strung
from parlour.games.westvan.cards import CARDS, CHARACTERS, CONES, FIRST_TOPPING, INGREDIENTS, NUMBER
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
    plain = [escape(name) for name in names]
    tastes = None if view.seat is None else view.characters[view.seat]
    lines = _board(view, plain, tastes)
    for seat in range(view.players):
        lines += _player(view, plain, seat, tastes)
    if view.seat is not None:
        lines += ["", *_own(view, view.seat)]
        if view.current == view.seat and view.acting:
            lines.append(say("[bold yellow]▶ {todo}.[/]", todo=prompt(view, plain)))
    return strung(lines, "\n")


def _board(view: WestVanView, names: Sequence[str], tastes: Tastes | None) -> list[str]:
    parts: list[str] = [
        say("[bold]Day {day} of 3[/]", day=view.day),
        say("[bold]{mode}[/]", mode=say("delivery") if view.mode == "delivery" else say("self-serve")),
        say("↻ clockwise") if view.clockwise else say("↺ counter-clockwise"),
        say("deck {cards}", cards=view.deck),
        say("discards {cards}", cards=len(view.discards)),
    ]
    if view.discards:
        parts.append(say("top {card}", card=face(view.discards[-1])))
    if view.passes and view.closing_time:
        parts.append(say("{passes} of {closing} passes", passes=view.passes, closing=view.closing_time))
    lines = [strung(parts, " · ")]
    if view.tray:
        cards = strung(["[on pink3] ? [/]" if word is None else held(word, tastes) for word in view.tray], "  ")
        lines.append(say("  Tray of {name}: {cards}", name=names[view.scooper], cards=cards))
        if view.action:
            lines.append(say("  Deciding about {card}", card=face(view.action)))
    return lines


def _player(view: WestVanView, names: Sequence[str], seat: int, mine: Tastes | None) -> list[str]:
    arrow = "[bold yellow]▶[/]" if seat == view.current and view.acting else " "
    head: list[str] = [
        say(
            "{arrow} [bold]{name}[/] player {number}: {points} {points:one=point|other=points}, "
            "{cards} {cards:one=card|other=cards}",
            arrow=arrow,
            name=names[seat],
            number=seat + 1,
            points=view.total[seat],
            cards=view.freezers[seat].size,
        )
    ]
    if seat == view.scooper and view.acting:
        head.append(say(" [reverse] scooper [/]"))
    if seat in view.may_ask:
        head.append(say(" [dim](may ask)[/]"))
    character = view.characters[seat]
    if character and seat != view.seat:
        head.append(say(" · is [bold]{character}[/]", character=character_name(character)))
    if seat != view.seat and view.freezers[seat].cards:
        head.append(say(" · holds {cards}", cards=strung([face(word, mine) for word in view.freezers[seat].cards], " ")))
    melts = [strung(["    ", ordinal(at), " ", _melt(melt, character)], "") for at, melt in enumerate(view.flights[seat])]
    return [strung(head, ""), *melts]


def _melt(melt: MeltView, owner: Tastes | None) -> str:
    cards = [melt.cone, *melt.scoops, *([melt.topping] if melt.topping else [])]
    state = say("[dim]done[/]") if melt.topping else say("[green]open[/]")
    if melt.worth is not None:
        state = say("{state}, worth [bold]{worth}[/]", state=state, worth=melt.worth)
    return say("{cards}  ({state})", cards=strung([face(word, owner) for word in cards], " › "), state=state)


def _own(view: WestVanView, me: int) -> list[str]:
    tastes = view.characters[me]
    lines: list[str] = []
    if tastes:
        lines.append(say("You are [bold]{character}[/]", character=character_name(tastes)))
        lines.append(strung(["  ♥ ", strung([face(word) for word in tastes.likes], " ")], ""))
        lines.append(strung(["  ✕ ", strung([face(word) for word in tastes.dislikes], " ")], ""))
    count = Counter(view.freezers[me].cards)
    groups = (
        (say("cones"), 0, CONES),
        (say("scoops"), CONES, FIRST_TOPPING),
        (say("toppings"), FIRST_TOPPING, INGREDIENTS),
        (say("freezer"), INGREDIENTS, len(CARDS)),
    )
    for title, first, last in groups:
        cards = [held(card.word, tastes, count[card.word]) for card in CARDS[first:last] if count[card.word]]
        if cards:
            lines.append(say("  {title}: {cards}", title=title, cards=strung(cards, "  ")))
    return lines


def character_name(tastes: Tastes) -> str:
    return next(character.name for character in CHARACTERS if character.name == tastes.name)


def face(word: str, tastes: Tastes | None = None) -> str:
    """A card in its colour, and the taste of a character where one is given. In English it is called by the word to type."""
    kind = NUMBER[word]
    colour = "tan" if kind < CONES else COLOURS.get(word, "hot_pink" if kind < INGREDIENTS else "bold cyan")
    sign = "" if tastes is None else "[red]♥[/]" if word in tastes.likes else "[bold]✕[/]" if word in tastes.dislikes else ""
    called = say("{word}{name:.0}", word="freezer burn" if word == "burn" else word, name=CARDS[kind].name)
    return strung([f"[{colour}]", called, "[/]", sign], "")


def held(word: str, tastes: Tastes | None, many: int = 1) -> str:
    """A card that I may play: with the word to type, which is English everywhere."""
    card = say("{card}{word:.0}", card=face(word, tastes), word=word)
    return strung([card, f"[dim]×{many}[/]"], "") if many > 1 else card

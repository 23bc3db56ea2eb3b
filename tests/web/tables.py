"""Positions to begin from: hands of ION and flights of West Van Soft, with the other cards where they must be."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlour.games.ion.cards import DECK

HAND = ["BLK12", "SHF26", "d25a", "d36a", "PUN55", "JOK3", "GFT13"]
PEOPLE = ["night nurse", "hiker", "tourist", "barista"]
MINE = ["waffle", "mint", "chocolate", "lemon", "whip", "gummies"]
FLIGHTS: list[list[dict[str, Any]]] = [
    [{"cone": "waffle", "scoops": ["chocolate", "mint"]}, {"cone": "cup", "scoops": ["mango"]}],
    [{"cone": "cup", "scoops": ["mango", "lemon"], "topping": "cherry"}, {"cone": "dipped", "scoops": ["tiger"]}],
    [{"cone": "waffle", "scoops": ["strawberry", "vanilla"]}],
    [],
]
POOL = [word for word in ["vanilla", "strawberry", "maple", "bubblegum", "sugar", "pretzel", "wafer"] for _ in range(4)]


def deal(hands: list[list[str]], table: str, *, bomb: bool = False, top: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """ION: what is in no hand and not on the table lies in the pile."""
    used = {card for hand in hands for card in hand} | {table, *top}
    out = ("PPP", "TIC") if len(hands) == 2 else ()
    rest = [card.id for card in DECK if card.id not in used and (bomb or card.id != "BOM66") and card.id[:3] not in out]
    return {"players": len(hands), "hands": hands, "table": table, "pile": [*top, *rest], **more}


def others(n: int, mine: list[str], table: str) -> list[list[str]]:
    """ION: my hand, and so many of five without actions that would interrupt."""
    free = [card.id for card in DECK if card.id.startswith("d") and card.id not in (*mine, table)]
    sizes = [2 if n > 6 else 5] * (n - 1)
    return [mine] + [[free.pop() for _ in range(size)] for size in sizes]


def parts(flights: list[list[dict[str, Any]]]) -> list[str]:
    """The cards that these melts are made of."""
    melts = [melt for flight in flights for melt in flight]
    return [card for m in melts for card in [m["cone"], *m["scoops"], *([m["topping"]] if m.get("topping") else [])]]


def set_up(mine: list[str], n: int = 3, flights: list[list[dict[str, Any]]] | None = None, **more: Any) -> dict[str, Any]:
    """West Van Soft: my freezer and these flights; the others hold what makes the number of cards right."""
    flights = (FLIGHTS if flights is None else flights)[:n]
    position = {
        "players": n,
        "characters": PEOPLE[:n],
        "current": 0,
        "scooper": n - 1,
        "turn": "middle",
        "phase": "play",
    } | more
    used = Counter(parts(flights)) + Counter(mine) + Counter(position.get("tray", []))
    due = 9 * n + (position["phase"] in ("play", "lose")) - len(mine) - len(parts(flights))
    pool, hands = [word for word in POOL if used[word] < 2], [[] for _ in range(n - 1)]
    for i in range(due):
        least = min(range(n - 1), key=lambda seat: len(hands[seat]) + 2 * len(flights[seat + 1]))
        hands[least].append(pool[i * 5 % len(pool)])
        pool.remove(hands[least][-1])
    return position | {"freezers": [mine, *hands], "flights": flights}

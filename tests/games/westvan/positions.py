"""A position for every decision of West Van Soft, from two players to six."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hands import BUTTONS

PEOPLE = ["night nurse", "hiker", "tourist", "barista", "busker", "goalie"]
MINE = ["waffle", "mint", "chocolate", "lemon", "whip", "gummies"]
LONG = ["waffle", "cup", "sugar", "pretzel", "mint", "chocolate", "lemon", "maple", "tiger", "vanilla"]
FLIGHTS: list[list[dict[str, Any]]] = [
    [{"cone": "waffle", "scoops": ["chocolate", "mint"]}, {"cone": "cup", "scoops": ["mango"]}],
    [{"cone": "cup", "scoops": ["mango", "lemon"], "topping": "cherry"}, {"cone": "dipped", "scoops": ["tiger"]}],
    [{"cone": "waffle", "scoops": ["strawberry", "vanilla"]}],
    [],
    [
        {"cone": "sugar", "scoops": ["maple"]},
        {"cone": "dipped", "scoops": ["bubblegum"]},
        {"cone": "wafer", "scoops": ["tiger"]},
    ],
    [{"cone": "pretzel", "scoops": ["lemon", "bubblegum"], "topping": "sprinkles"}],
]
SPARE = ["vanilla", "strawberry", "maple", "bubblegum", "sugar", "pretzel", "wafer", "mango", "tiger"]
POOL = [word for word in SPARE for _ in range(5)]
LARGE = [(".melt > svg:first-child, .melt button > svg:first-child", 24, 44)]
"""A melt is seen, however many there are."""
APART = [
    (".op", ".op"),
    (".melt", ".melt"),
    (".pick", ".hand .hc"),
    (".prompt", ".hand .hc"),
    (".prompt", ".melt"),
]
INSIDE = [(".op .melt", ".op .fl", 1), (".mineflight .melt", ".mineflight", 1)]


def parts(flights: list[list[dict[str, Any]]]) -> list[str]:
    """The cards that these melts are made of."""
    melts = [melt for flight in flights for melt in flight]
    return [card for m in melts for card in [m["cone"], *m["scoops"], *([m["topping"]] if m.get("topping") else [])]]


def set_up(mine: list[str], n: int = 3, flights: list[list[dict[str, Any]]] | None = None, **more: Any) -> dict[str, Any]:
    """My freezer and these flights; the others hold what makes the number of cards right."""
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
    pool, hands = [*(Counter(POOL) - used).elements()], [[] for _ in range(n - 1)]
    for i in range(due):
        least = min(range(n - 1), key=lambda seat: len(hands[seat]) + 2 * len(flights[seat + 1]))
        hands[least].append(pool[i * 5 % len(pool)])
        pool.remove(hands[least][-1])
    return position | {"freezers": [mine, *hands], "flights": flights}


OPENING = {"turn": "opening", "scooper": 0}
ASKING = {"options": {"sommelier": True}, "may_ask": [0, 1, 2]}
POSITIONS: dict[str, dict[str, Any]] = {
    "play": {"position": set_up(MINE, 4), "taps": ["[data-card=mint-1]"]},
    "play with ten cards": {"position": set_up(LONG, 3, [[], *FLIGHTS[1:3]])},
    "start a melt": {
        "position": set_up(LONG, 3, [[], *FLIGHTS[1:3]]),
        "taps": ["[data-card=waffle-1]", "[data-card=mint-1]"],
    },
    "play among six": {"position": set_up(MINE, 6), "taps": ["[data-card=lemon-1]"]},
    "lose a card": {"position": set_up(MINE, 4, phase="lose"), "taps": ["[data-card=mint-1]"]},
    "discard a card": {"position": set_up(MINE, 4, phase="lose", turn="closing", scooper=0), "taps": ["[data-card=mint-1]"]},
    "keep one of two": {"position": set_up(MINE[:5], 3, phase="keep", tray=["mint", "cherry"], **OPENING)},
    "who swaps": {"position": set_up(MINE[:5], 6, phase="swap", tray=["tastes", "cherry"], resolving=0, **OPENING)},
    "the dog": {"position": set_up([*MINE[:4], "burn"], 3, phase="dog", tray=["dog", "cherry"], resolving=0, **OPENING)},
    "ask the sommelier": {"position": set_up(MINE, 3, **ASKING)},
}

# How a hand plays, and what everybody must see (tests/web/findings.py says what each is for).

WANTS = (
    "[data-fan]",
    "[data-tray][aria-disabled=false]",
    ".pr .panel .btn.pri:enabled",
    ".os:not(:has([aria-pressed=true])) [data-start]",
    "[data-swap][aria-pressed=false]",
    ".lit",
    *BUTTONS,
)
LAST_DAY = {"day": 3, "used": ["toddler", "dentist", "goalie", "barista"], "earned": [[12, 3], [7, 9]]}
SOON = {"position": set_up(["mint", "lemon"], 2, [[*FLIGHTS[0], *FLIGHTS[2]], FLIGHTS[1]], **LAST_DAY)}
REPLAYED: dict[str, Any] = {}
TABLE = {"seats": 4, "position": set_up(MINE, 4)}
TOUCHED = (".prompt", ".melt, .op .chip, .pile, .hc")
WATCHED = (".tabs button", ".melt, .op .chip, .op .ribbon, .pile")
LEARNS_BIG = True
"""The first step of the lesson is decided on a panel that grows over the flights."""
DRAGGED = ({"seats": 3, "position": set_up(MINE, 3)}, "mint-1", "[data-drop='melt:1:1']")
SECRET = {
    "seats": 3,
    "position": set_up([*MINE, "mango", "tiger", "cup"], 3, [[], [], []], phase="keep", tray=["fudge", "peanuts"], **OPENING),
}


def hidden(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert not any(theirs["tray"])
    assert not any(theirs["characters"])
    assert not any(card for freezer in theirs["freezers"] for card in freezer.get("cards") or [])
    public = json.dumps([theirs["flights"], theirs["discards"]])
    return {card for card in mine["tray"] if card and card not in public}


BEATS_RANDOM = (3, 3, 0.6)
"""What a newcomer's stand-in takes from random players: at a table of so many, in so many deals, at least this part."""

"""A position for every decision of ION, with hands, seats and cards as many as people meet."""

from __future__ import annotations

from typing import Any

from hands import BUTTONS

from parlour.games.ion.cards import DECK

HAND = ["BLK12", "SHF26", "d25a", "d36a", "PUN55", "JOK3", "GFT13"]
MANY = [*HAND, "d12a", "d14a", "d45a", "d56a", "CHL36", "NGF45", "PLA26"]
"""Fourteen: a New Game +5 and a few Punishes are enough."""
LARGE = [(".tablecard, .race .card", 52, 80), (".wheel", 150, 150)]
APART = [
    (".seat", ".seat"),
    (".seat", ".mid > *"),
    (".prompt", ".mid > *"),
    (".prompt", ".seat"),
    (".hand .hc", ".prompt"),
    (".result", ".prompt .grow"),
    (".race .card", ".race .word"),
]
INSIDE = [(".race .card", ".race", 0), (".race .word", ".race", 0)]


def deal(hands: list[list[str]], table: str, *, bomb: bool = False, top: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """What is in no hand and not on the table lies in the pile."""
    used = {card for hand in hands for card in hand} | {table, *top}
    out = ("PPP", "TIC") if len(hands) == 2 else ()
    rest = [card.id for card in DECK if card.id not in used and (bomb or card.id != "BOM66") and card.id[:3] not in out]
    return {"players": len(hands), "hands": hands, "table": table, "pile": [*top, *rest], **more}


def others(n: int, mine: list[str], table: str, each: int = 5) -> list[list[str]]:
    """My hand, and so many of others without actions that would interrupt."""
    free = [card.id for card in DECK if card.id.startswith("d") and card.id not in (*mine, table)]
    sizes = [2 if n > 6 else each] * (n - 1)
    return [mine] + [[free.pop() for _ in range(size)] for size in sizes]


def at(n: int, mine: list[str], table: str, **more: Any) -> dict[str, Any]:
    return {"position": deal(others(n, mine, table, 4), table, **more)}


def dry() -> dict[str, Any]:
    """No pile, nothing under the table card, and nothing that fits: one has to pass."""
    position = deal([["d36a", "d36b"], [], []], "d24a")
    hands, rest = position["hands"], position["pile"]
    return position | {"hands": [hands[0], rest[::2], rest[1::2]], "pile": []}


RACE = {"decision": "race", "actor": None, "race": {"by": 2}, "options": {"race_ms": 15000}}
SLAP = [["d13a", "d25a", "d56b"], ["d14a", "d25b"], ["d12a", "d16a"]]
"""Nobody but me is in time."""
TOURNAMENT = {"score": [395, 390, 385, 390, 0, 20], "hand": 3, "options": {"mode": "tournament", "target": 400}}

POSITIONS: dict[str, dict[str, Any]] = {
    "play": at(6, HAND, "d24a") | {"taps": ["[data-card=d25a]"]},
    "play one of fourteen among ten": at(10, MANY, "d24a"),
    "play in a tournament": at(6, HAND, "d24a", bomb=True, **TOURNAMENT),
    "nothing fits": at(4, ["d36a", "d36b", "d15a"], "d24a"),
    "nothing fits and nothing is left to draw": {"position": dry()},
    "the drawn card": at(6, HAND, "d24a", decision="drawn", drawn="d25a"),
    "again": at(6, MANY, "PLA23", decision="again"),
    "answer a Punish": at(6, HAND, "PUN24", decision="respond", pending={"action": "punish", "source": 2, "target": 0}),
    "answer a New Game +5": at(
        10, MANY, "NGF12", decision="respond", pending={"action": "new_game_5", "source": 2, "target": 0}
    ),
    "call a number": at(6, HAND, "DJK1", decision="call"),
    "punish whom": at(6, HAND, "PWH24", decision="who"),
    "challenge whom": at(10, HAND, "CHL25", decision="target"),
    "two numbers": at(6, HAND, "CHL25", decision="pair", duel={"source": 0, "target": 2}),
    "one number": at(6, HAND, "CHL25", decision="one", duel={"source": 3, "target": 0, "pair": [2, 5]}),
    "a gift": at(6, MANY, "GFT23", decision="gift"),
    "a race": at(6, HAND, "TIC34", **RACE) | {"until": ".race:not(.ready)"},
    "after a race": {"position": deal(SLAP, "TIC34", **RACE), "until": ".race:not(.ready)", "taps": ["[data-card=d13a]"]},
}

# How a hand plays, and what everybody must see (tests/web/findings.py says what each is for).

WANTS = (
    ".box .btn.pri:enabled",
    "[data-number][aria-disabled=false][aria-pressed=false]",
    "[data-target][aria-disabled=false]",
    *BUTTONS,
)
SOON = {"position": deal([["d24b", "DJK1", "d13b"], ["d12a", "d15a", "d56a", "d35a"]], "d24a")}
REPLAYED: dict[str, Any] = {"options": {"turn_cap_base": 20}}
TABLE = {"seats": 6, "position": deal(others(6, HAND, "d24a"), "d24a")}
TOUCHED = (".prompt", ".top, .pile, .strip [data-seat-chip], .hc")
WATCHED = (".prompt", ".top, .pile, .dice, .strip [data-seat-chip]")
CROWD = 3
"""Three race each other."""
DRAGGED = (TABLE | {"seats": 3, "position": deal(others(3, HAND, "d24a"), "d24a")}, "d25a", "[data-drop=table]")


def hidden(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert theirs["hand"] == theirs["fitting"] == []
    assert theirs["drawn"] is theirs["gift"] is None
    return set(mine["hand"]) - {theirs["table"], *theirs["played"], *theirs["spoils"]}


BEATS_RANDOM = (3, 3, 0.6)
"""What a newcomer's stand-in takes from random players: at a table of so many, in so many deals, at least this part."""

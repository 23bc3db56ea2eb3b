"""Positions for the tests of West Van Soft, written with only the cards that matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import parlour
from parlour.games.westvan.cards import CARDS, INGREDIENTS, NUMBER

SCOOPS = [card.word for card in CARDS[6:15]]
PEOPLE = ["night nurse", "toddler", "dentist", "hiker", "busker", "goalie"]

Freezer = Sequence[str] | str | None
Scene = Callable[..., parlour.Match]


def spare_cards(named: list[str]) -> list[str]:
    """Scoops and toppings that nothing names, the most frequent first, so that filling up changes little."""
    left = Counter({card.word: card.copies for card in CARDS[:INGREDIENTS]})
    left.subtract(named)
    spare = [word for word in SCOOPS for _ in range(left[word])]
    return sorted(spare, key=lambda word: -left[word])


def build(
    freezers: Sequence[Freezer],
    *,
    flights: dict[int, list[Any]] | None = None,
    deck: str = "",
    discards: str = "",
    tray: str = "",
    phase: str = "play",
    turn: str = "middle",
    current: int = 0,
    scooper: int | None = None,
    seed: int = 4,
    **more: Any,
) -> parlour.Match:
    """A match in which the seats hold the given cards; None is a freezer that is filled up with scoops.

    A flight is a list of melts such as "waffle mint chocolate whip". Freezers and flights must hold 9 cards a player (one
    more inside a turn): what is missing lies as tall finished melts in the flights of seats that have played enough.
    """
    players = len(freezers)
    given = [
        None if freezer is None else freezer.split() if isinstance(freezer, str) else list(freezer) for freezer in freezers
    ]
    melts: list[list[dict[str, Any]]] = [[melt(text) for text in (flights or {}).get(seat, [])] for seat in range(players)]
    lying = [word for flight in melts for m in flight for word in (m["cone"], *m["scoops"], m["topping"]) if word]
    named = [word for freezer in given if freezer for word in freezer] + lying + f"{deck} {discards} {tray}".split()
    spare = spare_cards(named)
    wanted = 9 * players + (phase in ("play", "lose"))
    missing = wanted - len(lying) - sum(len(freezer) for freezer in given if freezer)
    empty = [seat for seat in range(players) if given[seat] is None]
    for place, seat in enumerate(empty):
        most = 9 - 2 * len(melts[seat])
        size = max(1, min(most, missing - (len(empty) - place - 1)))
        given[seat] = [spare.pop(0) for _ in range(size)]
        missing -= size
    if missing:
        free = [c.word for c in CARDS[:6] if named.count(c.word) < 5], [c.word for c in CARDS[15:21] if named.count(c.word) < 3]
        roomy = min(range(players), key=lambda seat: len(given[seat] or ()) + 2 * len(melts[seat]))
        assert missing >= 3, f"{missing} cards cannot be a finished melt: leave another freezer open"
        tall = {"cone": free[0][-1], "scoops": [spare.pop(0) for _ in range(missing - 2)], "topping": free[1][-1]}
        melts[roomy].append(tall)
    position = {
        "players": players,
        "freezers": given,
        "characters": PEOPLE[:players],
        "flights": melts,
        "deck": deck.split(),
        "discards": discards.split(),
        "tray": tray.split(),
        "phase": phase,
        "turn": turn,
        "current": current,
        "scooper": current if turn != "middle" else (current + 1) % players if scooper is None else scooper,
    }
    return parlour.game("westvan").position(position | more, seed=seed)


def melt(text: str) -> dict[str, Any]:
    cone, *rest = text.split()
    topping = rest.pop() if NUMBER[rest[-1]] >= 15 else None
    return {"cone": cone, "scoops": rest, "topping": topping}


@pytest.fixture
def scene() -> Scene:
    """See `build`."""
    return build

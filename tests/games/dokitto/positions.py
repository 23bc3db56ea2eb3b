"""A position for every decision of Dokitto! Ice, with as many cards, seats and scoops as there can be."""

from __future__ import annotations

from typing import Any

from hands import BUTTONS

import parlour

FLAVOURS = "SCMGV"
INSIDE = [(".tub", ".tray", 0), (".trick li", ".tray", 0)]
LARGE = [(".tub", 40, 44), (".trick li .spot > *", 38, 54)]
APART = [
    (".tub", ".tub"),
    (".tub", ".trick li"),
    (".full", ".cone .scoop"),
    (".opponent", ".opponent"),
    (".opponent", ".tray"),
    (".hand .hc", ".prompt"),
]


def dealt(players: int, size: int) -> list[list[str]]:
    """Hands of all flavours, with numbers of one digit and of two."""
    used = FLAVOURS[: {2: 3, 3: 3, 4: 4, 5: 5}[players]]
    deck = [f"{used[i % len(used)]}{13 - i * 3 % 13}" for i in range(13 * len(used))]
    return [deck[seat * size : (seat + 1) * size] for seat in range(players)]


def late(cones: list[list[str]], **more: Any) -> dict[str, Any]:
    """Everybody holds one flavour; whoever won a trick played low. So many tricks have been played as there are scoops."""
    players = len(cones)
    left = {seat: list(range(1, 14)) for seat in range(players)}
    won = [seat for seat, cone in enumerate(cones) for _ in cone]
    past = []
    for winner in won:
        cards = [f"{FLAVOURS[seat]}{left[seat].pop(0 if seat == winner else -1)}" for seat in range(players)]
        past.append({"leader": 0, "cards": cards})
    taken = "".join(scoop[0] for cone in cones for scoop in cone)
    stacks = {letter: ["star", "plain", "plain"][: 3 - taken.count(letter)] for letter in FLAVOURS[:players]}
    hands = [[f"{FLAVOURS[seat]}{number}" for number in left[seat]] for seat in range(players)]
    return {"players": players, "hands": hands, "leader": 0, "past": past, "cones": cones, "stacks": stacks} | more


FIVE = dealt(5, 13)
SEATED = [["S", "C", "M"], ["C", "G"], ["M", "S", "G"], ["V", "G*", "S*"], ["V"]]


def follows() -> dict[str, Any]:
    """The last of five in a trick of four cards, with a whole hand."""
    trick = {seat: next(card for card in FIVE[seat] if card[0] == "S") for seat in range(1, 5)}
    hands = [[card for card in hand if card != trick.get(seat)] for seat, hand in enumerate(FIVE)]
    return {"players": 5, "hands": hands, "leader": 1, "trick": trick, "score": [9, 8, 6, 7, 9]}


def wins() -> dict[str, Any]:
    """A mixed trick that I have won with the lowest card: any of five tubs, and every cone but mine is full or nearly so."""
    position = late([["S"], *SEATED[1:-1], ["V", "C"]])
    hands = position["hands"]
    trick = {seat: hands[seat].pop(0 if seat == 0 else -1) for seat in range(5)}
    return position | {"trick": trick, "score": [9, 8, 6, 7, 9]}


POSITIONS: dict[str, dict[str, Any]] = {
    "lead with thirteen": {"position": {"players": 5, "hands": FIVE, "leader": 0}, "taps": ["[data-card]"]},
    "follow with thirteen": {"position": follows()},
    "take a scoop": {"position": wins()},
    "everybody is full": {"position": late(SEATED)},
    "lead with two": {"position": {"players": 2, "hands": dealt(2, 6), "leader": 0}},
    "lead with four": {"position": {"players": 4, "hands": dealt(4, 10), "leader": 0}},
}

# How a hand plays, and what everybody must see (tests/web/findings.py says what each is for).

WANTS = BUTTONS[:2]
SOON = {"position": parlour.game("dokitto").new(2, seed=1, first_lead=0).position() | {"score": [3, 3]}}
"""No round brings more than six points: at least two more come."""
REPLAYED: dict[str, Any] = {}
TABLE = {"seats": 5, "options": {"first_lead": 0}}
TOUCHED = (".prompt", ".tub, .trick li, .opponent, .hc")
WATCHED = (".prompt", ".tub, .trick li, .opponent, .opponent .chip")
DRAGGED = ({"seats": 3, "options": {"first_lead": 0}}, "", ".tray")


def hidden(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    assert theirs["hand"] == []
    return set(mine["hand"])


BEATS_RANDOM = (4, 8, 0.3)
"""What a newcomer's stand-in takes from random players: at a table of so many, in so many deals, at least this part."""
ONE_OF_EACH = True
"""No card is in two hands."""

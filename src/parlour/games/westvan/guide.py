"""The pictures of West Van Soft on one page."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core.guide import arrow, plate, row
from parlour.core.picture import group
from parlour.games.westvan.picture import back, cameo, card, ice_cream
from parlour.games.westvan.table import MeltView, Tastes

TASTES = Tastes("The Hiker", ["mango", "waffle"], ["lemon"])


def _melt(cone: str, *scoops: str, topping: str | None = None) -> MeltView:
    return MeltView(cone, list(scoops), topping, None, None)


def _cloth(wide: int, high: int, *parts: str) -> str:
    return plate(wide, high, "#DDF0E7", *parts)


def _cards(words: Iterable[str], first: int, y: int, step: int, tastes: Tastes | None = None) -> list[str]:
    return row(words, lambda x, word: card(x, y, word, tastes, 0.74), first, step)


PICTURES = {
    "goal": lambda: _cloth(
        350,
        158,
        group(12, 10, cameo(0, 0, "The Hiker", 0.9)),
        *_cards(("mango", "waffle", "lemon"), 112, 14, 78, TASTES),
    ),
    "get": lambda: _cloth(
        260, 130, *(back(14 + 5 * i, 10 + 2 * i, 0.74) for i in range(3)), arrow(112, 64), card(166, 12, "mint", None, 0.74)
    ),
    "play": lambda: _cloth(
        330,
        160,
        *_cards(("waffle", "mango"), 14, 24, 78),
        arrow(178, 76),
        ice_cream(240, 150, _melt("waffle", "mango"), 0.72),
    ),
    "lose": lambda: _cloth(230, 130, card(14, 12, "lemon", None, 0.74), arrow(98, 64), back(148, 12, 0.74)),
    "melt": lambda: _cloth(
        330,
        210,
        ice_cream(18, 200, _melt("cup", "vanilla"), 0.72),
        ice_cream(122, 200, _melt("waffle", "mango", "mint"), 0.72),
        ice_cream(232, 200, _melt("dipped", "chocolate", "mango", topping="cherry"), 0.72),
    ),
    "actions": lambda: _cloth(
        420,
        130,
        *_cards(("budge", "tastes", "insist", "dog", "mouldy"), 14, 12, 80),
    ),
    "burn": lambda: _cloth(110, 130, card(18, 12, "burn", None, 0.74)),
    "points": lambda: _cloth(
        240,
        190,
        ice_cream(20, 180, _melt("waffle", "mango", "mint", topping="whip"), 0.72),
        card(146, 20, "mango", TASTES, 0.52),
        card(146, 100, "waffle", TASTES, 0.52),
    ),
}

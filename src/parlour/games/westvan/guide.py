"""The pictures of West Van Soft on one page."""

from __future__ import annotations

from parlour.core.picture import INK, box, group, picture, shape
from parlour.games.westvan.picture import back, cameo, card, ice_cream
from parlour.games.westvan.table import MeltView, Tastes

TASTES = Tastes("The Hiker", ["mango", "waffle"], ["lemon"])


def _melt(cone: str, *scoops: str, topping: str | None = None) -> MeltView:
    return MeltView(cone, list(scoops), topping, None, None)


def _cloth(wide: int, high: int, *parts: str) -> str:
    return picture(wide, high, "", box(0, 0, wide, high, "#DDF0E7", r=16), *parts)


def _arrow(x: float, y: float) -> str:
    return shape(
        "path",
        d=f"M{x} {y}h34m-13-13 13 13-13 13",
        fill="none",
        stroke=INK,
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


PICTURES = {
    "goal": lambda: _cloth(
        350,
        158,
        group(12, 10, cameo(0, 0, "The Hiker", 0.9)),
        card(112, 14, "mango", TASTES, 0.74),
        card(190, 14, "waffle", TASTES, 0.74),
        card(268, 14, "lemon", TASTES, 0.74),
    ),
    "get": lambda: _cloth(
        260, 130, *(back(14 + 5 * i, 10 + 2 * i, 0.74) for i in range(3)), _arrow(112, 64), card(166, 12, "mint", None, 0.74)
    ),
    "play": lambda: _cloth(
        330,
        160,
        card(14, 24, "waffle", None, 0.74),
        card(92, 24, "mango", None, 0.74),
        _arrow(178, 76),
        ice_cream(240, 150, _melt("waffle", "mango"), 0.72),
    ),
    "lose": lambda: _cloth(230, 130, card(14, 12, "lemon", None, 0.74), _arrow(98, 64), back(148, 12, 0.74)),
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
        *(card(14 + 80 * i, 12, word, None, 0.74) for i, word in enumerate(("budge", "tastes", "insist", "dog", "mouldy"))),
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

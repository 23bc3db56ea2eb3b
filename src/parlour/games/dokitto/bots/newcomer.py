"""One scoop, a second one when few cards are left, then no trick any more; and where the topping still is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.bots.habit import Chance, best

FEW = 4


def habit(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    if view.choosing:
        return best(moves, lambda take: view.tubs[take.flavour[0].upper()].topping, chance)
    enough = len(view.cones[view.seat]) > (len(view.hand) <= FEW)
    if view.trick is None:
        return best(moves, lambda play: -int(play.card[1:]) if enough else int(play.card[1:]), chance)
    numbers = [int(card[1:]) for card in view.trick.cards.values()]
    led = view.trick.cards[view.trick.leader][0]

    def worth(play: Any) -> float:
        number = int(play.card[1:])
        mixed = view.trick.mixed or play.card[0] != led
        wins = number <= min(numbers) if mixed else number > max(numbers)
        if enough:
            return number - 20.0 * wins
        return 20.0 + (-number if mixed else number) if wins else -number

    return best(moves, worth, chance)

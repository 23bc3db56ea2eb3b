"""Starts with what it likes, lays liked or harmless scoops on its own, tops what is tall, gives the rest away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.bots.habit import Chance, best


def habit(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    own = view.characters[view.seat]

    def taste(*cards: str) -> float:
        return sum(2.0 if card in own.likes else -3.0 if card in own.dislikes else 0.5 for card in cards)

    def worth(move: Any) -> float:
        match type(move).__name__:
            case "Start":
                return taste(move.cone, move.scoop)
            case "Scoop" if move.seat == view.seat:
                return taste(move.scoop) + len(view.flights[move.seat][move.melt].scoops) / 2
            case "Top" if move.seat == view.seat:
                return taste(move.topping) + len(view.flights[move.seat][move.melt].scoops) - 2.5
            case "Scoop" | "Top" | "Ask":
                return -1.0
            case "Give" | "Discard":
                return 9.0 if move.card == "burn" else -taste(move.card)
            case "Keep":
                return -9.0 if move.card == "burn" else taste(move.card)
        return 0.0

    return best(moves, worth, chance)

"""A newcomer's stand-in: plays what fits, blocks what can be blocked, and slaps a card that fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.bots.habit import Chance, best


def habit(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    def worth(move: Any) -> float:
        match type(move).__name__:
            case "Slap":
                return 1.0 if move.card in view.fitting else -1.0
            case "Play" | "Block" | "Shift":
                return 1.0
            case "Call":
                return sum(str(move.number) in card[1:] for card in view.hand)
        return 0.0

    return best(moves, worth, chance)

"""Why a bot plays as it does in West Van Soft, without a word about whom it serves or what it holds."""

from typing import Any

from parlour.core.words import say

TALL = 4
"""Scoops from which on an ice cream is tall."""


def why(view: Any, move: Any) -> str | None:
    """The reason for a move, from what lies open on the table."""
    own = getattr(move, "seat", view.seat) == view.seat
    match type(move).__name__:
        case "Start":
            return say("Somebody has to start, and an ice cream grows with every scoop.")
        case "Scoop" if own:
            tall = len(view.flights[move.seat][move.melt].scoops) >= TALL
            return say("The taller it is, the more a scoop adds.") if tall else say("One more scoop: my ice cream grows.")
        case "Scoop":
            return say("I wonder whether its owner likes it that way.")
        case "Top" if own:
            return say("With a topping nobody can spoil it any more.")
        case "Top":
            return say("That one had grown enough.")
        case "Pass":
            return say("Nothing I could lay down would have helped me.")
        case "Give" | "Discard":
            return say("Of all my cards I will miss this one least.")
        case "Keep":
            return say("Two cards, and I know which one I would rather eat.")
        case "Swap":
            return say("A change of tastes does everybody good, me most of all.")
        case "Dog":
            return say("Let the dog have it.")
    return None

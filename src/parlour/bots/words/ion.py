"""Why a bot plays as it does in ION."""

from typing import Any

from parlour.core.words import say


def why(view: Any, move: Any) -> str | None:
    """The reason for a move, from what the seat sees."""
    match type(move).__name__:
        case "Block":
            return say("A Block costs me a card I want to be rid of, and nothing happens to me.")
        case "Shift":
            return say("A Shift costs me a card I want to be rid of, and nothing happens to me.")
        case "Accept":
            return say("I have nothing that answers this.")
        case "Draw":
            return say("Nothing of mine was worth playing here.")
        case "Stay":
            return say("None of my cards fits, and a wrong slap costs two.")
    return None

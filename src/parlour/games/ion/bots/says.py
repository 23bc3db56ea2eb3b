"""Why a bot plays as it does in ION, without a word about the cards that it keeps."""

from typing import Any

from parlour.core.words import say

NEARLY_OUT = 2
STRIKES = ("CHL", "NGF", "NOP", "PUN", "PPP", "PWH", "BOM")
"""Cards that hurt somebody, by the beginnings of their ids."""
ANSWERS = ("BLK", "SHF")


def why(view: Any, move: Any) -> str | None:
    """The reason for a move, from what the seat sees; None where it would not be true."""
    match type(move).__name__:
        case "Play":
            return played(view, move.card)
        case "Slap":
            return say("It fits, so I slapped it: one card less for nothing.")
        case "Block":
            return say("A Block costs me a card I want to be rid of, and nothing happens to me.")
        case "Shift":
            return say("A Shift costs me a card I want to be rid of, and nothing happens to me.")
        case "Accept":
            answers = any(card.startswith(ANSWERS) for card in view.fitting)
            return None if answers else say("I have nothing that answers this.")
        case "Draw":
            return say("Nothing of mine was worth playing here.")
        case "Keep":
            return say("I keep it for a better moment.")
        case "Stay":
            return None if view.fitting else say("None of my cards fits, and a wrong slap costs two.")
        case "Call":
            return say("Of all numbers I like the {number} best just now.", number=move.number)
        case "Challenge" | "Next" | "Previous":
            return say("Whoever is closest to going out has to be slowed down.")
        case "Give":
            return say("A present, and I shall not miss it.")
        case "PickTwo" | "PickOne":
            return say("The die has no memory: one number is as good as another.")
    return None


def played(view: Any, card: str) -> str:
    """The reason for a card, by what it does on the table."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat and view.alive[seat]]
    if len(view.hand) == 1:
        return say("My last card!")
    if card.startswith(STRIKES):
        if min(others, default=NEARLY_OUT + 1) <= NEARLY_OUT:
            return say("Somebody is nearly out: this is the moment to strike.")
        return say("It does more harm over there than in my hand.")
    if card.startswith("JOK"):
        return say("A joker fits everywhere, and here it was needed.")
    if card.startswith("DJK"):
        return say("A Double Joker lets me say what comes next.")
    if card.startswith(("PLA", "GFT")):
        return say("With this one I am rid of two cards at once.")
    if card.startswith("TIC"):
        return say("Let us see who is awake.")
    if card.startswith(("BLK", "SHF")):
        return say("It could have saved me one day, but a card less is a card less.")
    return say("It only matches dots, so it goes before cards that can do something.")

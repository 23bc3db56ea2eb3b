"""Why a bot plays as it does in DOCE."""

from typing import Any

from parlour.core.words import say


def why(view: Any, move: Any) -> str:
    """The reason for a move, from what lies on the board."""
    mine, theirs = view.threats[view.seat], view.threats[1 - view.seat]
    square = move.square.upper()
    if not hasattr(move, "face"):
        if move.square in theirs:
            return say("I block {square}: a {face} there would finish your line.", square=square, face=theirs[move.square])
        return say("I block {square} before more of your lines can cross it.", square=square)
    if mine.get(move.square) == move.face:
        return say("The {face} on {square} makes twelve.", face=move.face, square=square)
    if move.square in theirs:
        return say("I had to take {square}: a {face} there would finish your line.", square=square, face=theirs[move.square])
    if not view.dice:
        return say("C3 lies on more lines than any other square.") if move.square == "c3" else say("A quiet start.")
    if move.square in view.zones[1 - view.seat]:
        return say("{square} lies in your no-play zone, so you cannot answer next to it at once.", square=square)
    return say("The {face} on {square} keeps my lines open and narrows yours.", face=move.face, square=square)

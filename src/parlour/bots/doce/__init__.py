"""What a bot knows about DOCE: its own alpha-beta search (board, moves, search), players by level, and words."""

from typing import Any

from parlour.bots.doce.player import player

__all__ = ["chapter", "player", "why"]


def chapter(state):  # type: ignore[no-untyped-def]
    """A plain search judges at the end of the round."""
    return state.round_no


def why(view: Any, move: Any) -> str:
    """The reason for a move, from what lies on the board."""
    mine, theirs = view.threats[view.seat], view.threats[1 - view.seat]
    square = move.square.upper()
    if not hasattr(move, "face"):
        if move.square in theirs:
            return f"I block {square}: a {theirs[move.square]} there would finish your line."
        return f"I block {square} before more of your lines can cross it."
    if mine.get(move.square) == move.face:
        return f"The {move.face} on {square} makes twelve."
    if move.square in theirs:
        return f"I had to take {square}: a {theirs[move.square]} there would finish your line."
    if not view.dice:
        return f"{square} lies on more lines than any other square." if move.square == "c3" else "A quiet start."
    if move.square in view.zones[1 - view.seat]:
        return f"{square} lies in your no-play zone, so you cannot answer next to it at once."
    return f"The {move.face} on {square} keeps my lines open and narrows yours."

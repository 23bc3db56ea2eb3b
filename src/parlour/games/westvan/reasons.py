"""Why a move of West Van Soft is not allowed: the rule and the sentence."""

from __future__ import annotations

from typing import Any

from parlour.core.state import State
from parlour.games.westvan import moves, rules
from parlour.games.westvan.cards import BURN, CARDS, DOG_FB, KEEP, LOSE, MELTS, NOTHING, NUMBER, PLACES, PLAY, SWAP
from parlour.games.westvan.moves import Ask, Discard, Dog, Give, Keep, Pass, Scoop, Start, Swap, Top, ordinal


def why_not(state: State, seat: int, move: Any) -> tuple[str, str]:
    """The rule and the sentence for a move that an acting seat may not make now."""
    if isinstance(move, Ask):
        if not state.sommelier:
            return "WVS-45", "The sommelier rule is off at this table, so asking is free and is no move."
        return "WVS-R26", "You have asked today already. One question a day."
    if seat != state.current:
        return "WVS-15", f"It is the turn of seat {state.current}. You may only ask whose turn it is."
    phase = {KEEP: _keep, SWAP: _swap, DOG_FB: _dog, PLAY: _play, LOSE: _lose}[state.phase]
    return phase(state, seat, move)


def _keep(state: State, seat: int, move: Any) -> tuple[str, str]:
    tray = [CARDS[card].name for card in state.tray]
    if not isinstance(move, Keep):
        return "WVS-21", f"You are drawing: first keep {tray[0]} or {tray[1]}."
    if BURN in list(state.tray) and not moves.is_burn(move.card):
        return "WVS-24", "Freezer burn must go into your freezer. The other card is discarded."
    return "WVS-23", f"{_name(move.card)} is not on the tray. Keep {tray[0]} or {tray[1]}."


def _swap(state: State, seat: int, move: Any) -> tuple[str, str]:
    if isinstance(move, Swap):
        return "WVS-39", f"There is no seat {move.two}: this table has the seats 0 to {state.players - 1}."
    return "WVS-39", "Change of tastes comes first: name two players who swap characters."


def _dog(state: State, seat: int, move: Any) -> tuple[str, str]:
    if isinstance(move, Dog):
        return "WVS-42", "You do not hold Freezer burn, so there is nothing to keep from the dog. Write dog discard."
    return "WVS-41", "The dog comes first: it eats your freezer, and you draw as many cards again."


def _play(state: State, seat: int, move: Any) -> tuple[str, str]:
    if isinstance(move, Start):
        missing = [word for word in (move.cone, move.scoop) if not _holds(state, seat, word)]
        return "WVS-27", f"{' and '.join(_name(word) for word in missing)} must come from your own freezer."
    if isinstance(move, Scoop | Top):
        return _on_melt(state, seat, move)
    if isinstance(move, Give | Discard):
        return "WVS-15", "First play a card or pass. Then you lose a card."
    return _not_scooping(move)


def _on_melt(state: State, seat: int, move: Scoop | Top) -> tuple[str, str]:
    id, word = ("WVS-28", move.scoop) if isinstance(move, Scoop) else ("WVS-29", move.topping)
    whose = "Your flight" if move.seat == seat else f"The flight of seat {move.seat}"
    if move.seat >= state.players:
        return id, f"There is no seat {move.seat}: this table has the seats 0 to {state.players - 1}."
    if move.melt >= state.melts[move.seat]:
        return id, f"{whose} has no {ordinal(move.melt)} melt."
    if state.topping[MELTS * move.seat + move.melt] != NOTHING:
        return "WVS-13", f"That melt has its topping. Done melts cannot be changed; {_open_melts(state)}."
    return id, f"{_name(word)} is not in your freezer."


def _open_melts(state: State) -> str:
    places = [place for place in range(PLACES) if (state.open >> place) & 1]
    if not places:
        return "no melt is open now"
    return "open: " + ", ".join(f"seat {place // MELTS}'s {ordinal(place % MELTS)}" for place in places)


def _lose(state: State, seat: int, move: Any) -> tuple[str, str]:
    closing = state.turn == rules.CLOSING
    id = "WVS-34" if closing else "WVS-32"
    what = "discard a card" if closing else f"give a card to seat {rules.next_seat(state, seat)}"
    if isinstance(move, Give | Discard):
        if isinstance(move, Give) == closing:
            return id, f"This is your {'closing' if closing else 'sharing'} turn: {what}."
        if moves.is_burn(move.card) and state.freezer[seat, BURN]:
            return "WVS-35", "Freezer burn stays while you hold any other card."
        return id, f"{_name(move.card)} is not in your freezer."
    if isinstance(move, Pass | Start | Scoop | Top):
        return "WVS-26", f"You have had your play of this turn. Now {what}."
    return _not_scooping(move)


def _not_scooping(move: Any) -> tuple[str, str]:
    """Moves that belong to the scooper's draw."""
    if isinstance(move, Keep):
        return "WVS-20", "There are no cards on the tray. Only an opening turn draws."
    if isinstance(move, Swap):
        return "WVS-39", "Characters are swapped only when the scooper draws Change of tastes."
    return "WVS-37", "The dog comes only when the scooper draws it."


def _holds(state: State, seat: int, word: str) -> bool:
    return bool(state.freezer[seat, NUMBER[word]])


def _name(word: str) -> str:
    return CARDS[NUMBER[word]].name

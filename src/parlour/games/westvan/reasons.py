"""Why a move of West Van Soft is not allowed: the rule and the sentence."""

from __future__ import annotations

from typing import Any

from parlour.core.state import State
from parlour.core.words import both, either, say, who
from parlour.games.westvan import moves, record, rules
from parlour.games.westvan.bags import count
from parlour.games.westvan.cards import BURN, CARDS, DOG_FB, KEEP, LOSE, MELTS, NUMBER, PLACES, PLAY, SWAP
from parlour.games.westvan.choices import playable
from parlour.games.westvan.moves import Ask, Discard, Dog, Give, Keep, Pass, Scoop, Start, Swap, Top, name, ordinal


def why_not(state: State, seat: int, move: Any) -> tuple[str, str]:
    """The rule and the sentence for a move that an acting seat may not make now."""
    if isinstance(move, Ask):
        return why_not_ask(state)
    if seat != state.current:
        return "WVS-15", say("It is {name}'s turn. You may only ask whose turn it is.", name=who(state.current))
    phase = {KEEP: _keep, SWAP: _swap, DOG_FB: _dog, PLAY: _play, LOSE: _lose}[state.phase]
    return phase(state, seat, move)


def why_not_ask(state: State) -> tuple[str, str]:
    """Why somebody may not ask (again) whose turn it is."""
    if not state.sommelier:
        return "WVS-45", say("The sommelier rule is off at this table, so asking is free and is no move.")
    if state.questions == record.A_TURN:
        return "WVS-R26", say("You have asked in this turn already. One question a turn.")
    return "WVS-R26", say("You have asked today already. One question a day.")


def _keep(state: State, seat: int, move: Any) -> tuple[str, str]:
    burn = BURN in list(state.tray)
    tray = either([CARDS[card].name for card in dict.fromkeys([BURN] if burn else state.tray)])
    if not isinstance(move, Keep):
        return "WVS-21", say("You are drawing: first keep {tray}.", tray=tray)
    if burn and NUMBER[move.card] in list(state.tray):
        return "WVS-24", say("Freezer burn must go into your freezer. The other card is discarded.")
    return "WVS-23", say("{card} is not on the tray. Keep {tray}.", card=name(move.card), tray=tray)


def _swap(state: State, seat: int, move: Any) -> tuple[str, str]:
    if isinstance(move, Swap):
        return "WVS-39", _no_player(max(move.one, move.two))
    return "WVS-39", say("Change of tastes comes first: name two players who swap characters.")


def _dog(state: State, seat: int, move: Any) -> tuple[str, str]:
    if isinstance(move, Dog):
        return "WVS-42", say("You do not hold Freezer burn, so there is nothing to keep from the dog. Write dog discard.")
    return "WVS-41", say("The dog comes first: it eats your freezer, and you draw as many cards again.")


def _play(state: State, seat: int, move: Any) -> tuple[str, str]:
    if isinstance(move, Start):
        return _why_not_start(state, seat, move)
    if isinstance(move, Scoop | Top):
        return _on_melt(state, seat, move)
    if isinstance(move, Give | Discard):
        return "WVS-15", say("First play a card or pass. Then you lose a card.")
    return _not_scooping(move)


def _on_melt(state: State, seat: int, move: Scoop | Top) -> tuple[str, str]:
    id, word = ("WVS-28", move.scoop) if isinstance(move, Scoop) else ("WVS-29", move.topping)
    if move.seat >= state.players:
        return id, _no_player(move.seat)
    if not count(state.freezer[seat], NUMBER[word]):
        return id, say("{card} is not in your freezer.", card=name(word))
    if move.melt < state.melts[move.seat]:
        return "WVS-13", say("That melt has its topping. Done melts cannot be changed; {open}.", open=_open_melts(state))
    if not state.open:
        return id, say("No melt is open now. Start one with a cone and a scoop, or pass.")
    melt, opened = ordinal(move.melt), _open_melts(state)
    if move.seat == seat:
        return id, say("Your flight has no {melt} melt; {open}.", melt=melt, open=opened)
    return id, say("{name}'s flight has no {melt} melt; {open}.", name=who(move.seat), melt=melt, open=opened)


def _why_not_start(state: State, seat: int, move: Start) -> tuple[str, str]:
    """What is missing: a whole kind of card, or the very one that was named."""
    if state.melts[seat] == MELTS:
        return "WVS-R26", say("Your flight is full: there is room for {melts} melts.", melts=MELTS)
    cones, scoops, _ = playable(state, seat)
    if not cones:
        return "WVS-27", say("You hold no cone to start with.")
    if not scoops:
        return "WVS-27", say("You hold no scoop to start with.")
    missing = [name(word) for word in (move.cone, move.scoop) if not count(state.freezer[seat], NUMBER[word])]
    return "WVS-27", say("{cards} must come from your own freezer.", cards=both(missing))


def _no_player(seat: int) -> str:
    return say("There is no {name} at this table.", name=who(seat))


def _open_melts(state: State) -> str:
    melts = [
        say("{name}'s {melt}", name=who(place // MELTS), melt=ordinal(place % MELTS))
        for place in range(PLACES)
        if (state.open >> place) & 1
    ]
    return say("open: {melts}", melts=both(melts)) if melts else say("no melt is open now")


def _lose(state: State, seat: int, move: Any) -> tuple[str, str]:
    closing = state.turn == record.CLOSING
    id = "WVS-34" if closing else "WVS-32"
    todo = say("discard a card") if closing else say("give a card to {name}", name=who(rules.next_seat(state, seat)))
    if isinstance(move, Give | Discard):
        if isinstance(move, Give) == closing:
            return id, say("In this turn you {todo}.", todo=todo)
        if moves.is_burn(move.card) and state.burn == seat:
            return "WVS-35", say("Freezer burn stays while you hold any other card.")
        return id, say("{card} is not in your freezer.", card=name(move.card))
    if isinstance(move, Pass | Start | Scoop | Top):
        return "WVS-26", say("You have had your play of this turn. Now {todo}.", todo=todo)
    return _not_scooping(move)


def _not_scooping(move: Any) -> tuple[str, str]:
    """Moves that belong to the scooper's draw."""
    if isinstance(move, Keep):
        return "WVS-20", say("There are no cards on the tray. Only an opening turn draws.")
    if isinstance(move, Swap):
        return "WVS-39", say("Characters are swapped only when the scooper draws Change of tastes.")
    return "WVS-37", say("The dog comes only when the scooper draws it.")

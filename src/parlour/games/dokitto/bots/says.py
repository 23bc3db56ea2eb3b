"""Why a bot plays as it does in Dokitto! Ice."""

from typing import Any

from parlour.core.words import say
from parlour.games.dokitto.rules import FULL
from parlour.games.dokitto.table import FLAVOURS

FLAVOUR_NAMES = {name[0]: name for name in FLAVOURS}


def why(view: Any, move: Any) -> str:
    """The reason for a move, from what the seat sees."""
    seat = view.seat
    if hasattr(move, "flavour"):
        letter = move.flavour[0].upper()
        tub, name = view.tubs[letter], FLAVOUR_NAMES[letter]
        if tub.topping and tub.left == 1:
            return say("That is the star!")
        if tub.topping:
            return say("The star of {flavour} is still to come: one of {left} scoops.", flavour=name, left=tub.left)
        return say("A scoop is a scoop, and {flavour} hurts me least.", flavour=name)
    letter, number = move.card[0], int(move.card[1:])
    name = FLAVOUR_NAMES[letter]
    card = say("{flavour} {number}", flavour=name, number=number)
    full = len(view.cones[seat]) == FULL
    out = sum(letter in view.out_of[other] for other in range(view.players) if other != seat)
    if view.trick is None:
        if out == 1:
            return say("One player is out of {flavour}, so the lowest card will win.", flavour=name)
        if out:
            return say("{players} players are out of {flavour}, so the lowest card will win.", players=out, flavour=name)
        if full:
            return say("My cone is full: somebody should beat {card}.", card=card)
        if number > 6:
            return say("If everybody follows, {card} has a fair chance to win.", card=card)
        return say("{card} wins if somebody is out of {flavour}.", card=card, flavour=name)
    led = view.trick.cards[view.trick.leader][0]
    numbers = [int(card[1:]) for card in view.trick.cards.values()]
    mixed = view.trick.mixed or letter != led
    wins = number <= min(numbers) if mixed else number > max(numbers)
    if full and wins:
        return say("I had nothing that ducks this trick for sure.")
    if full:
        return say("A fourth scoop would topple my cone: I stay out of it.")
    if wins:
        return (
            say("The trick is mixed, and mine is the lowest.")
            if mixed
            else say("The {number} is the highest so far.", number=number)
        )
    return say("I cannot win this one well, so I keep my strong cards.")

"""What a bot knows about Dokitto! Ice: when to want a trick, how likely a card wins it, and what scores are worth.

A cone with room wants tricks, a full one ducks them. Whether a card wins depends on whether the trick stays uniform
(then high wins) or gets mixed (then low wins): from the flavours that the seats to come can follow in the imagined
deal, where all that is known is true. Weights: data/dokitto.json.
"""

from typing import Any

from parlour.core.bits import size
from parlour.core.state import table
from parlour.core.stream import quick_below
from parlour.core.words import say
from parlour.games.dokitto.rules import (
    FULL,
    NUMBERS,
    OVER,
    PLAY,
    SEATS,
    TAKE,
    led_flavour,
    winners,
)
from parlour.games.dokitto.table import FLAVOURS

WEIGHTS = ("spread", "slack", "greed", "fear", "thrift", "follow", "steepness", "late_steepness")
SPREAD, SLACK, GREED, FEAR, THRIFT, FOLLOW, STEEPNESS, LATE_STEEPNESS = range(8)
SURE = 1000
JITTER = 0.0002
# The chance that none of so many later cards is higher, by number, as if each could be any.
CLIMB = table([[((number + 1) / NUMBERS) ** later for number in range(NUMBERS)] for later in range(SEATS)], "f8")


def chapter(state):
    """Play is judged at the end of the round."""
    return state.round_no


def value(state, out, weights):
    """The chance to win the game, from the scores: the nearer somebody is to ten points, the more a lead is worth."""
    players = state.players
    if state.phase == OVER:
        won = winners(state)
        sharing = size(won)
        for seat in range(players):
            out[seat] = ((won >> seat) & 1) / sharing
        return
    most = 0
    for seat in range(players):
        if state.score[seat] > most:
            most = state.score[seat]
    step = 1.0 + weights[STEEPNESS] + weights[LATE_STEEPNESS] * most
    total = 0.0
    for seat in range(players):
        share = 1.0
        for _ in range(most - state.score[seat]):
            share /= step
        out[seat] = share
        total += share
    for seat in range(players):
        out[seat] /= total


def choose_in_playout(state, seat, moves, count, quick, weights):
    """Usually the card that serves the cone best, sometimes any; tiles where the star still may be."""
    if count == 1:
        return 0
    if quick_below(quick, SURE) < weights[SLACK] * SURE:
        return quick_below(quick, count)
    return (
        best_card(state, seat, moves, count, quick, weights) if state.phase == PLAY else best_tile(state, moves, count, quick)
    )


def best_tile(state, moves, count, quick):
    """The stack whose top tile carries the star most likely; chance among equals."""
    best = 0
    luckiest = -1
    for k in range(count):
        flavour = moves[k] - TAKE
        luck = quick_below(quick, 8)
        if state.topping[flavour] < 0:
            luck += 60 // state.stack[flavour]
        if luck > luckiest:
            luckiest = luck
            best = k
    return best


def best_card(state, seat, moves, count, quick, weights):
    """The card that serves the wish best: a win with room on the cone, no win without, and strong cards spared."""
    led = led_flavour(state)
    later = state.players - 1 - state.played
    low = NUMBERS
    high = -1
    mixed = False
    for other in range(state.players):
        card = state.trick[other]
        if card >= 0:
            number = card % NUMBERS
            low = number if number < low else low
            high = number if number > high else high
            mixed = mixed or card // NUMBERS != led
    full = state.scoops[seat] == FULL
    want = -weights[FEAR] if full else weights[GREED]
    thrift = -weights[THRIFT] if full else weights[THRIFT]
    same = 0.0
    known = -1
    if led >= 0 and not mixed:
        same = weights[FOLLOW] if all_follow(state, seat, led, later) else 0.0
    best = 0
    highest = -1.0e9
    for k in range(count):
        flavour = moves[k] // NUMBERS
        number = moves[k] - flavour * NUMBERS
        if led < 0 and flavour != known:
            known = flavour
            same = weights[FOLLOW] if all_follow(state, seat, flavour, later) else 0.0
        uniform = same if led < 0 or flavour == led else 0.0
        chance = chance_to_win(number, low, high, later, uniform)
        # The extremes win tricks: to be spared, or for a full cone to be got rid of.
        middle = number - 6 if number > 6 else 6 - number
        worth = want * chance - thrift * middle + quick_below(quick, 64) * JITTER
        if worth > highest:
            highest = worth
            best = k
    return best


def all_follow(state, seat, flavour, later):
    """Whether the seats after this one hold a flavour, as far as known or imagined."""
    other = seat
    for _ in range(later):
        other = other + 1 if other + 1 < state.players else 0
        if state.hand[other, flavour] == 0:
            return False
    return True


def chance_to_win(number, low, high, later, same):
    """How likely a card wins: as the highest of a trick that stays uniform, or as the lowest of a mixed one."""
    chance = 0.0
    if number > high:
        chance = same * CLIMB[later, number]
    if number <= low:
        chance += (1.0 - same) * CLIMB[later, NUMBERS - 1 - number]
    return chance


# In words.

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
            return say("The star of {flavour} is still to come: one of {left} tiles.", flavour=name, left=tub.left)
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

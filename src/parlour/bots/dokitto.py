"""What a bot knows about Dokitto! Ice: when to want a trick, how likely a card wins it, and what scores are worth.

A cone with room wants tricks, a full one ducks them. Whether a card wins depends on whether the trick stays uniform
(then high wins) or gets mixed (then low wins): from the flavours that the seats to come can follow in the imagined
deal, where all that is known is true. Weights: data/dokitto.json.
"""

from typing import Any

from parlour.core.bits import size
from parlour.core.state import table
from parlour.core.stream import quick_below
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

FLAVOUR_NAMES = {"S": "strawberry", "C": "chocolate", "M": "matcha", "G": "grape", "V": "vanilla"}


def why(view: Any, move: Any) -> str:
    """The reason for a move, from what the seat sees."""
    seat = view.seat
    if hasattr(move, "flavour"):
        tub = view.tubs[move.flavour[0].upper()]
        if tub.topping:
            return (
                f"The {move.flavour} star is still to come: one of {tub.left} tiles." if tub.left > 1 else "That is the star!"
            )
        return f"A scoop is a scoop, and {move.flavour} hurts me least."
    flavour, number = move.card[0], int(move.card[1:])
    name = FLAVOUR_NAMES[flavour]
    full = len(view.cones[seat]) == FULL
    out = [other for other in range(view.players) if other != seat and flavour in view.out_of[other]]
    if view.trick is None:
        if out:
            height = "low" if number <= 5 else "high" if full else "here"
            who = "one player is" if len(out) == 1 else f"{len(out)} players are"
            return f"I lead {height}: {who} out of {name}, so the lowest card will win."
        if full:
            return f"My cone is full: somebody should beat the {number} of {name}."
        return (
            f"If everybody follows, the {number} of {name} has a fair chance to win."
            if number > 6
            else (f"The {number} of {name} wins if somebody is out of {name}.")
        )
    led = view.trick.cards[view.trick.leader][0]
    numbers = [int(card[1:]) for card in view.trick.cards.values()]
    mixed = view.trick.mixed or flavour != led
    wins = number <= min(numbers) if mixed else number > max(numbers)
    if full:
        return (
            "A fourth scoop would topple my cone: I stay out of it."
            if not wins
            else "I had nothing that ducks this trick for sure."
        )
    if wins:
        return "The trick is mixed, and mine is the lowest." if mixed else f"The {number} is the highest so far."
    return "I cannot win this one well, so I keep my strong cards."

# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a bot knows about Dokitto! Ice: when to want a trick, how likely a card wins it, and what scores are worth.

A cone with room wants tricks, a full one ducks them. Whether a card wins depends on whether the trick stays uniform
(then high wins) or gets mixed (then low wins): from the flavours that the seats to come can follow in the imagined
deal, where all that is known is true. Weights: data/dokitto.json.
"""

from parlour.bots.victory import share_victory
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
)

WEIGHTS = ("spread", "greed", "fear", "thrift", "follow", "steepness", "late_steepness")
SPREAD, GREED, FEAR, THRIFT, FOLLOW, STEEPNESS, LATE_STEEPNESS = range(7)
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
        share_victory(state, out)
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


def choose(state, seat, moves, count, quick, weights):
    """The card that serves the cone best; tiles where the star still may be."""
    if state.phase == PLAY:
        return best_card(state, seat, moves, count, quick, weights)
    return best_tile(state, moves, count, quick)


def plausible(state, seat, legal):
    """Nobody who plays last with a full cone takes the trick while another card leaves it."""
    if state.phase != PLAY or state.scoops[seat] < FULL or state.played < state.players - 1:
        return legal
    cards = [state.trick[other] for other in range(state.players) if other != seat]
    mixed = len({card // NUMBERS for card in cards}) > 1
    low, high = min(card % NUMBERS for card in cards), max(card % NUMBERS for card in cards)
    led = led_flavour(state)
    spared = [move for move in legal if (move % NUMBERS > low if mixed or move // NUMBERS != led else move % NUMBERS < high)]
    return spared or legal


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

# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a bot knows about ION: shed a card whenever one fits, the stiff ones first, and strike when somebody is nearly out.

Dots go before attacks, attacks before Block and Shift, which answer what is aimed at their holder, and jokers go last:
they fit everything, so nobody is stuck with one as the last card. Hands can go round for ever when everybody spends the
dearest card first; play-outs shed what they can, and are cut at the horizon and judged by the cards left. Weights:
data/ion.json.
"""

from typing import Any

from parlour.bots.victory import share_victory
from parlour.core.bits import size
from parlour.core.contract import acting
from parlour.core.maths import exp, ln
from parlour.core.state import table
from parlour.core.stream import quick_below
from parlour.games.ion.cards import (
    BLOCK,
    BOMB,
    CARDS,
    CHALLENGE,
    DOUBLE_JOKER,
    GIFT,
    JOKER,
    NEW_GAME,
    NO_PLAY,
    PLAY_AGAIN,
    PUNISH,
    PUNISH_PREVIOUS,
    PUNISH_WHO,
    SHIFT,
    SHOWS,
    TYPE,
    WORD,
)
from parlour.games.ion.piles import contains, fits, points_of
from parlour.games.ion.record import (
    ACCEPT,
    AT_CALL,
    AT_GIFT,
    AT_RACE,
    AT_TARGET,
    AT_WHO,
    CALL,
    CHALLENGE_SEAT,
    GIVE,
    QUICK,
    SLAP,
    STAY,
)
from parlour.games.ion.turns import next_seat, previous_seat

WEIGHTS = ("spread", "attack", "guard", "joker", "strike", "steepness", "pot")
SPREAD, ATTACK, GUARD, JOKERS, STRIKE, STEEPNESS, POT = range(7)
PER_CARD = 60.0
"""Milliseconds that a look at a card takes in a race (ledger 3.1)."""
NEARLY_OUT = 2
FEW = 24
"""Cards from which on more make no difference to an estimate."""

PLAIN, STRIKES, GUARDS, WILD = range(4)
ROLES = {
    CHALLENGE: STRIKES,
    NEW_GAME: STRIKES,
    NO_PLAY: STRIKES,
    PUNISH: STRIKES,
    PUNISH_PREVIOUS: STRIKES,
    PUNISH_WHO: STRIKES,
    BOMB: STRIKES,
    BLOCK: GUARDS,
    SHIFT: GUARDS,
    JOKER: WILD,
    DOUBLE_JOKER: WILD,
}
ROLE = table([ROLES.get(type, PLAIN) for type in range(15)])
# Cards that get rid of two at once, or pass one on, go early.
QUICKENS = table([1 if type in (PLAY_AGAIN, GIFT) else 0 for type in range(15)])


def chapter(state):
    """Play is judged at the end of a hand."""
    return state.hand_no


def cards_of(state, seat):
    return size(state.hand[2 * seat]) + size(state.hand[2 * seat + 1])


# Habits.


def choose(state, seat, moves, count, quick, weights):
    """What sheds a card and keeps the rest of the hand easy to play."""
    node = state.node
    if node == AT_CALL:
        return commonest_number(state, seat, moves, count, quick)
    if node in (AT_WHO, AT_TARGET):
        return nearest_to_out(state, seat, moves, count, quick)
    if node == AT_GIFT:
        return best_card(state, seat, moves, count, quick, weights, GIVE)
    if node == AT_RACE:
        return best_slap(state, seat, moves, count, quick, weights)
    if moves[0] < CARDS:
        return best_card(state, seat, moves, count, quick, weights, 0)
    if moves[count - 1] == ACCEPT:
        # Block or Shift: a card less, and nothing happens.
        return quick_below(quick, count - 1)
    return quick_below(quick, count)


def best_card(state, seat, moves, count, quick, weights, first):
    """The card to be rid of first; drawing and keeping come last in the list and are never better."""
    strike = weights[STRIKE] if cards_of(state, next_seat(state, seat)) <= NEARLY_OUT else 0.0
    best = 0
    highest = -1.0e9
    for k in range(count):
        card = moves[k] - first
        if 0 <= card < CARDS:
            worth = readiness(card, strike, weights) + quick_below(quick, 256) / 256
            if worth > highest:
                highest = worth
                best = k
    return best


def sensible(state, seat, moves, count, weights):
    """In a race only what fits is worth a look, and staying out: a wrong slap costs two cards."""
    if state.node != AT_RACE:
        return count
    kept = 0
    for k in range(count):
        if moves[k] == STAY or fits(state, moves[k] - SLAP):
            moves[kept] = moves[k]
            kept += 1
    return kept


def readiness(card, strike, weights):
    """How gladly a card is played."""
    role = ROLE[TYPE[card]]
    worth = 0.0
    if role == STRIKES:
        worth = strike - weights[ATTACK]
    elif role == GUARDS:
        worth = -weights[GUARD]
    elif role == WILD:
        worth = -weights[JOKERS]
    return worth + 0.5 * QUICKENS[TYPE[card]]


def best_slap(state, seat, moves, count, quick, weights):
    """A card that fits, or stay out: a wrong one costs two."""
    best = count - 1
    highest = -1.0e9
    for k in range(count - 1):
        card = moves[k] - SLAP
        if fits(state, card):
            worth = readiness(card, 0.0, weights) + quick_below(quick, 256) / 256
            if worth > highest:
                highest = worth
                best = k
    return best


def commonest_number(state, seat, moves, count, quick):
    """Call what the own cards show most often."""
    best = 0
    highest = -1
    for k in range(count):
        number = moves[k] - CALL
        shown = quick_below(quick, 2)
        for word in range(2):
            rest = state.hand[2 * seat + word]
            for spot in range(WORD):
                if (rest >> spot) & 1 and (SHOWS[WORD * word + spot] >> number) & 1:
                    shown += 2
        if shown > highest:
            highest = shown
            best = k
    return best


def nearest_to_out(state, seat, moves, count, quick):
    """Whoever has the fewest cards is to be stopped."""
    best = 0
    fewest = 1000
    for k in range(count):
        if state.node == AT_TARGET:
            other = moves[k] - CHALLENGE_SEAT
        else:
            other = next_seat(state, seat) if k == 0 else previous_seat(state, seat)
        cards = 2 * cards_of(state, other) + quick_below(quick, 2)
        if cards < fewest:
            fewest = cards
            best = k
    return best


# What a position is worth.


def value(state, out, weights):
    """A shared victory; while the match runs the chance of each seat: from the cards left, in a tournament with the points."""
    players = state.players
    if acting(state) == 0:
        share_victory(state, out)
        return
    total = 0.0
    pot = 0.0
    for seat in range(players):
        out[seat] = 0.0
        if (state.alive >> seat) & 1:
            cards = cards_of(state, seat)
            out[seat] = exp(-weights[STEEPNESS] * ln(1.0 + (cards if cards < FEW else FEW)))
        total += out[seat]
    for seat in range(players):
        out[seat] = out[seat] / total if total > 0.0 else 0.0
    if state.mode == QUICK:
        return
    # The hand's winner scores what the others hold.
    most = -1.0e9
    for seat in range(players):
        pot += points_of(state.hand, seat)
    for seat in range(players):
        out[seat] = state.score[seat] + weights[POT] * pot * out[seat]
        most = out[seat] if out[seat] > most else most
    total = 0.0
    for seat in range(players):
        out[seat] = exp((out[seat] - most) / weights[SPREAD])
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


# What goes wrong for people.


def plausible(state: Any, seat: int, legal: list[int]) -> list[int]:
    """Nobody slaps a card in vain who has looked at it, or calls a number that none of the own cards shows."""
    if state.node == AT_CALL:
        shown = [number for number in legal if any(shows(state, seat, number - CALL))]
        return shown or legal
    moves = list(legal)
    return moves[: sensible(state, seat, moves, len(moves), ())]


def shows(state: Any, seat: int, number: int) -> list[int]:
    """The cards of a hand that show a number."""
    return [card for card in range(CARDS) if contains(state.hand, seat, card) and (SHOWS[card] >> number) & 1]


def mistakes(state: Any, seat: int, legal: list[int]) -> list[int]:
    """In a race a card that nearly fits: one dot more or less on one of its halves."""
    if state.node != AT_RACE:
        return []
    near = state.match << 1 | state.match >> 1
    return [move for move in legal if move != STAY and not fits(state, move - SLAP) and SHOWS[move - SLAP] & near]


def time_to_look(state: Any, seat: int) -> float:
    """In a race: milliseconds to look through the own cards."""
    return PER_CARD * int(cards_of(state, seat))

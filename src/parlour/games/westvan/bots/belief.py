# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""Whom the others are: imagined characters are drawn by what lies in the flights before them, so that the search spoils melts
where it hurts. Hardly anybody starts a melt with what the own character dislikes."""

from parlour.core.bits import lowest
from parlour.core.contract import resample
from parlour.core.stream import random_below
from parlour.games.westvan.bots.weights import BELIEF, LAID_DISLIKED, LAID_LIKED, STARTS_DISLIKED, STARTS_LIKED
from parlour.games.westvan.cards import DISLIKES, EVERY_TASTE, LIKES, MELTS, NOTHING
from parlour.games.westvan.scoring import cone_of, topping_of


def imagine(state, seat, weights):
    """A deal that the seat holds possible, with characters as likely as the flights make them."""
    resample(state, seat)
    if weights[BELIEF] > 0.0:
        believe(state, seat, weights)


def believe(state, seat, weights):
    """Draw the unseen characters again, one seat after the other, each by how well it fits the flight before it."""
    unseen = 0
    free = EVERY_TASTE & ~state.used
    for other in range(state.players):
        if (state.tastes_seen[other] >> seat) & 1:
            free &= ~(1 << state.taste[other])
        else:
            unseen |= 1 << other
    # The most telling flight comes first: the others choose from what is left.
    while unseen:
        chosen = lowest(unseen)
        rest = unseen
        while rest:
            other = lowest(rest)
            rest &= rest - 1
            if state.melts[other] > state.melts[chosen]:
                chosen = other
        unseen &= ~(1 << chosen)
        taste = likely_taste(state, chosen, free, weights)
        state.taste[chosen] = taste
        free &= ~(1 << taste)


def likely_taste(state, seat, free, weights):
    """One of the free characters by its fit. Where characters were swapped the flight may be for somebody else."""
    swapped = state.tastes_seen[seat] & ~(1 << seat) != 0
    total = 0.0
    rest = free
    while rest:
        total += 1.0 if swapped else fit(state, seat, lowest(rest), weights)
        rest &= rest - 1
    left = total * (random_below(state, 1 << 24) / (1 << 24))
    rest = free
    taste = lowest(rest)
    while rest:
        taste = lowest(rest)
        left -= 1.0 if swapped else fit(state, seat, taste, weights)
        if left < 0.0:
            return taste
        rest &= rest - 1
    return taste


def fit(state, seat, taste, weights):
    """How likely the flight would look like this if the character were its owner's."""
    likelihood = 1.0
    for place in range(MELTS * seat, MELTS * seat + state.melts[seat]):
        likelihood *= started_with(cone_of(state, place), taste, weights)
        if topping_of(state, place) != NOTHING:
            likelihood *= laid_on(topping_of(state, place), taste, weights)
    under = NOTHING
    for i in range(state.scooped):
        place = state.scoops[i] >> 4
        if place // MELTS == seat:
            scoop = state.scoops[i] & 15
            likelihood *= laid_on(scoop, taste, weights) if place == under else started_with(scoop, taste, weights)
            under = place
    return likelihood


def started_with(kind, taste, weights):
    """How much likelier a seat starts a melt with this card than with one that it does not care for."""
    if (LIKES[taste] >> kind) & 1:
        return weights[STARTS_LIKED]
    return weights[STARTS_DISLIKED] if (DISLIKES[taste] >> kind) & 1 else 1.0


def laid_on(kind, taste, weights):
    """The same for a card on top, which others may have laid."""
    if (LIKES[taste] >> kind) & 1:
        return weights[LAID_LIKED]
    return weights[LAID_DISLIKED] if (DISLIKES[taste] >> kind) & 1 else 1.0

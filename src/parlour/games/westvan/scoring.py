"""Flights of West Van Soft, melt by melt, and what they are worth at the end of a day.

A melt's place is 5 x seat + its number in the flight. A flight is two octal digits a melt: the number of its cone, counted
from 1, and of its topping, 0 while it is open. `scoops` lists the scoops of all melts, place by place, each melt's from the
bottom, as 16 x place + kind.
"""

from parlour.core.bits import size
from parlour.core.notes import note
from parlour.games.westvan.cards import DISLIKES, FIRST_TOPPING, LIKES, MELTS, NOTHING
from parlour.games.westvan.record import BURNED, COUNT_KINDS, FLAT, MELTED


def cone_of(state, place):
    """The kind of a melt's cone; NOTHING where no melt is."""
    return ((state.flight[place // MELTS] >> 6 * (place % MELTS)) & 7) - 1


def topping_of(state, place):
    """The kind of a melt's topping; NOTHING while it is open."""
    topping = (state.flight[place // MELTS] >> (6 * (place % MELTS) + 3)) & 7
    return FIRST_TOPPING + topping - 1 if topping else NOTHING


def begin_melt(state, seat, cone):
    """An empty cone in a flight; return its place."""
    melt = state.melts[seat]
    state.melts[seat] += 1
    state.flight[seat] |= (cone + 1) << 6 * melt
    state.open |= 1 << (MELTS * seat + melt)
    return MELTS * seat + melt


def lay_on(state, place, kind):
    """A scoop on top of the melt at a place, without limit (WVS-14); a topping completes it for good (WVS-13)."""
    if kind < FIRST_TOPPING:
        i = state.scooped
        while i > 0 and state.scoops[i - 1] >> 4 > place:
            state.scoops[i] = state.scoops[i - 1]
            i -= 1
        state.scoops[i] = place << 4 | kind
        state.scooped += 1
    else:
        state.flight[place // MELTS] |= (kind - FIRST_TOPPING + 1) << (6 * (place % MELTS) + 3)
        state.open &= ~(1 << place)


def melt_value(state, place, taste):
    """Cards, liked cards and worth of a melt for a character (WVS-55, 56)."""
    return melt_with(state, place, NOTHING, taste)


def melt_with(state, place, more, taste):
    """Cards, liked cards and worth that a melt would have with one card more, or has with NOTHING.

    `liked = kinds` counts equal cards once (WVS-R11).
    """
    cone = cone_of(state, place)
    topping = topping_of(state, place)
    cards = 1
    kinds = 1 << cone
    liked = (LIKES[taste] >> cone) & 1
    for i in range(state.scooped):
        if state.scoops[i] >> 4 == place:
            scoop = state.scoops[i] & 15
            cards += 1
            kinds |= 1 << scoop
            liked += (LIKES[taste] >> scoop) & 1
    if topping != NOTHING:
        cards += 1
        kinds |= 1 << topping
        liked += (LIKES[taste] >> topping) & 1
    if more != NOTHING:
        cards += 1
        kinds |= 1 << more
        liked += (LIKES[taste] >> more) & 1
    if state.liked == COUNT_KINDS:
        liked = size(kinds & LIKES[taste])
    return cards, liked, worth(state, cards, liked, kinds, topping != NOTHING or more >= FIRST_TOPPING, taste)


def new_melt_value(state, cone, scoop, taste):
    """Cards, liked cards and worth that a new melt would have."""
    kinds = 1 << cone | 1 << scoop
    liked = size(kinds & LIKES[taste])
    return 2, liked, worth(state, 2, liked, kinds, False, taste)


def worth(state, cards, liked, kinds, topped, taste):
    """Cards x (1 + liked cards) (WVS-55), nothing with anything disliked in it (WVS-56). `open_melts_score = off` wants a
    topping (WVS-R10)."""
    if kinds & DISLIKES[taste] or not (topped or state.open_melts_score):
        return 0
    return cards * (1 + liked)


def day_score(state, seat):
    """All melts less one point for every card in the freezer (WVS-54, 57). With Freezer burn in it every card of flight
    and freezer costs a point (WVS-58), or with `freezer_burn = reversed` the melts count against the holder (WVS-R12)."""
    in_flight = 0
    points = 0
    for melt in range(state.melts[seat]):
        cards, liked, value = melt_value(state, MELTS * seat + melt, state.taste[seat])
        note(state, MELTED, seat, melt, cards, liked, value)
        in_flight += cards
        points += value
    if state.burn == seat:
        points = -in_flight if state.freezer_burn == FLAT else -points
        note(state, BURNED, seat, state.freezer_burn, -points)
    return points - state.size[seat]


def scores(state, out):
    """The totals of the finished days (WVS-59)."""
    for seat in range(state.players):
        out[seat] = state.total[seat]


def winners(state):
    """The highest total; equal totals share the victory (WVS-60)."""
    best = state.total[0]
    for seat in range(state.players):
        best = max(best, state.total[seat])
    won = 0
    for seat in range(state.players):
        if state.total[seat] == best:
            won |= 1 << seat
    return won

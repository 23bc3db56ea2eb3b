"""Who may act in West Van Soft, and with which moves.

Moves:   0           pass                                 505 + kind          give it to the next player
         1 + 9c + s  start a melt: cone c, scoop s        527 + kind          discard it
        55 + 30s + p scoop s on the melt at place p       549 + kind          keep it of the two on the tray
       325 + 30t + p top it with topping t                571 + pair          swap the characters of two players
       586           let the dog have all, Freezer burn too   587 all but Freezer burn     588  ask whose turn it is
"""

from parlour.core.bits import lowest, size
from parlour.games.westvan.bags import ONES, first, kinds, one, without
from parlour.games.westvan.cards import (
    BURN,
    CONES_OF_BAG,
    FIRST_SCOOP,
    KEEP,
    LOSE,
    MELTS,
    OVER,
    PLACES,
    PLAY,
    SCOOPS,
    SCOOPS_OF_BAG,
    SWAP,
)
from parlour.games.westvan.record import ASK, CLOSING, DISCARD, FEED, GIVE, KEEP_KIND, PASS, SCOOP, START, SWAP_PAIR


def acting(state):
    """The current player, and with the sommelier rule everybody who may still ask today."""
    return 0 if state.phase == OVER else 1 << state.current | state.chances


def legal(state, seat, moves):
    count = 0
    if seat == state.current:
        if state.phase == PLAY:
            count = list_plays(state, seat, moves)
        else:
            number, bag = decision(state, seat)
            count = list_on(bag, number, 1, moves, 0)
    if (state.chances >> seat) & 1:
        moves[count] = ASK
        count += 1
    return count


def how_many(state, seat, moves):
    """How many moves `legal` lists; it need not list them."""
    count = (state.chances >> seat) & 1
    if seat == state.current:
        if state.phase == PLAY:
            cones, scoops, cards = playable(state, seat)
            count += 1 + size(cones) * size(scoops) + size(state.open) * size(cards)
        else:
            _, bag = decision(state, seat)
            count += size(bag)
    return count


def nth_move(state, seat, moves, n):
    """Number n of the moves that `legal` lists."""
    if seat == state.current:
        if state.phase == PLAY:
            return nth_play(state, seat, n)
        number, bag = decision(state, seat)
        if n < size(bag):
            return number + first(without(bag, n))
    return ASK


# PLAY.


def playable(state, seat):
    """What a freezer holds for a start, cones (WVS-27) and scoops, and for open melts, scoops and toppings (WVS-28, 29); the
    last two bags begin with the first scoop."""
    hand = kinds(state.freezer[seat])
    cones = hand & CONES_OF_BAG if state.melts[seat] < MELTS else 0
    cards = hand >> 3 * FIRST_SCOOP
    return cones, cards & SCOOPS_OF_BAG, cards


def list_plays(state, seat, moves):
    """Pass always (WVS-26); then starts, cone by cone; then scoops and toppings, place by place."""
    cones, scoops, cards = playable(state, seat)
    moves[0] = PASS
    count = 1
    while cones:
        count += list_on(scoops, START + SCOOPS * first(cones), 1, moves, count)
        cones &= cones - 1
    places = state.open
    while places:
        count += list_on(cards, SCOOP + lowest(places), PLACES, moves, count)
        places &= places - 1
    return count


def list_on(bag, number, step, moves, at):
    """Write number + step x kind for each kind of a bag, from moves[at] on; return how many."""
    count = 0
    while bag:
        moves[at + count] = number + step * first(bag)
        bag &= bag - 1
        count += 1
    return count


def nth_play(state, seat, n):
    """Number n of the moves that `list_plays` and a question after them list."""
    if n == 0:
        return PASS
    cones, scoops, cards = playable(state, seat)
    n -= 1
    row = size(scoops)
    while cones and n >= row:
        cones &= cones - 1
        n -= row
    if cones:
        return START + SCOOPS * first(cones) + first(without(scoops, n))
    places = state.open
    row = size(cards)
    while places and n >= row:
        places &= places - 1
        n -= row
    if places:
        return SCOOP + PLACES * first(without(cards, n)) + lowest(places)
    return ASK


# All other decisions.


def decision(state, seat):
    """The number of a first move, and a bag with one card for each legal move from there on."""
    if state.phase == LOSE:
        return losable(state, seat)
    if state.phase == KEEP:
        return keepable(state)
    if state.phase == SWAP:
        return SWAP_PAIR, ONES >> 3 * (21 - state.players * (state.players - 1) // 2)
    return FEED, 0o11 if has_burn(state) else 0o1


def losable(state, seat):
    """What may be given or discarded: not Freezer burn (WVS-35); a last card goes unasked (WVS-36, R28)."""
    return DISCARD if state.turn == CLOSING else GIVE, kinds(state.freezer[seat])


def keepable(state):
    """What the scooper may keep of the tray: either card (WVS-23), but Freezer burn must be kept (WVS-24)."""
    if state.tray[0] == BURN or state.tray[1] == BURN:
        return KEEP_KIND + BURN, 1
    return KEEP_KIND, one(state.tray[0]) | one(state.tray[1])


def has_burn(state):
    """Whether the scooper holds Freezer burn, in the freezer or on the tray (WVS-42)."""
    return state.burn == state.scooper or state.tray[1 - state.resolving] == BURN

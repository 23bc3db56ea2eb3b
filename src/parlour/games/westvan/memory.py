"""What every seat knows of the hidden cards, kept up while they move, and the redeal of all that one seat cannot know.

Cards of one kind are alike, so a seat's certainty is a set of bounds on what the others hold:

    known[viewer, side, kind]   at least so many lie in a neighbour's freezer: cards that went there before the viewer's
                                eyes and cannot have left since. Side 0 is the clockwise neighbour, side 1 the other.
    most_cones[viewer, seat]    after Mouldy cones at most so many cones lie there; ANY where nothing is known
    odds[viewer, seat]          how likely Freezer burn lies there, in UNITs of one card drawn unseen; 0 is impossible.
                                deck_odds and tray_odds say for which viewers it may be in the deck or on the tray.
    tastes_seen[seat]           the seats that know the seat's character, as bits (WVS-R21)

Row PUBLIC of `odds` is what a spectator can tell. Nothing here is known to more than its viewer.
"""

from __future__ import annotations

from parlour.core.bits import nth, size
from parlour.core.state import State
from parlour.core.stream import random_below
from parlour.games.westvan.cards import BURN, CONES, DECK, DOG_FB, INGREDIENTS, NOBODY, NOTHING, SEATS

VIEWERS = SEATS + 1
PUBLIC = SEATS
EVERYBODY = (1 << VIEWERS) - 1
UNIT = 256
ANY = 16  # more cones than a freezer can hold
ACTIONS_IN_DECK = 14  # all of them but Freezer burn
EVERY_TASTE = (1 << 18) - 1

CONELESS = (1 << INGREDIENTS) - (1 << CONES)
INGREDIENT = (1 << INGREDIENTS) - 1
EVERYTHING = (1 << 27) - 1
DECK_SPOT = SEATS + 2


def forget_all(state: State) -> None:
    """A new day: no cards are known, and Freezer burn is in the deck for certain (WVS-04 to 07)."""
    for viewer in range(VIEWERS):
        for seat in range(SEATS):
            state.odds[viewer, seat] = 0
    state.deck_odds = EVERYBODY
    for slot in range(2):
        state.tray_odds[slot] = 0
    state.purged = 0
    for viewer in range(SEATS):
        state.tastes_seen[viewer] = 1 << viewer
        for seat in range(SEATS):
            state.most_cones[viewer, seat] = ANY
        for side in range(2):
            for kind in range(INGREDIENTS):
                state.known[viewer, side, kind] = 0


def is_neighbour(state: State, viewer: int, seat: int) -> bool:
    return bool((viewer + 1) % state.players == seat or (seat + 1) % state.players == viewer)


def side_of(state: State, viewer: int, seat: int) -> int:
    return 0 if (viewer + 1) % state.players == seat else 1


def knows(state: State, viewer: int, seat: int, kind: int) -> int:
    """How many cards of a kind the viewer is certain of in another seat's freezer, Freezer burn apart."""
    count = 0
    if is_neighbour(state, viewer, seat):
        count += state.known[viewer, side_of(state, viewer, seat), kind]
    return count


# Cards that move.


def card_shown(state: State, seat: int, kind: int) -> None:
    """A card leaves a freezer before everybody's eyes."""
    if kind >= INGREDIENTS:
        return
    for side in range(2):
        viewer = (seat + state.players - 1) % state.players if side == 0 else (seat + 1) % state.players
        if state.known[viewer, side, kind] > 0:
            state.known[viewer, side, kind] -= 1
    if state.purged and kind < CONES:
        for viewer in range(state.players):
            if state.most_cones[viewer, seat] != ANY and viewer != seat:
                state.most_cones[viewer, seat] -= 1


def card_handed(state: State, giver: int, taker: int, kind: int) -> None:
    """A card goes to a neighbour: these two know which (WVS-32, 33); the giver's other neighbour is sure of less."""
    bystander = (2 * giver - taker + state.players) % state.players
    if bystander != taker:
        side = side_of(state, bystander, giver)
        for other in range(INGREDIENTS):
            if state.known[bystander, side, other] > 0:
                state.known[bystander, side, other] -= 1
    if kind < INGREDIENTS:
        side = side_of(state, taker, giver)
        if state.known[taker, side, kind] > 0:
            state.known[taker, side, kind] -= 1
        state.known[giver, side_of(state, giver, taker), kind] += 1
    if state.purged:
        cone = 1 if kind < CONES else 0
        for viewer in range(state.players):
            if viewer == taker:
                if state.most_cones[viewer, giver] != ANY:
                    state.most_cones[viewer, giver] -= cone
            elif state.most_cones[viewer, taker] != ANY:
                if viewer == giver:
                    state.most_cones[viewer, taker] += cone
                elif state.most_cones[viewer, giver] > 0:
                    state.most_cones[viewer, taker] += 1


def card_hidden(state: State, seat: int) -> None:
    """A card comes into a freezer from the deck, seen by its owner only."""
    if state.purged:
        for viewer in range(state.players):
            if state.most_cones[viewer, seat] != ANY and viewer != seat:
                state.most_cones[viewer, seat] += 1


def freezer_replaced(state: State, seat: int) -> None:
    """A whole freezer was discarded in public (WVS-41): nothing is known of what comes next."""
    for viewer in range(SEATS):
        state.most_cones[viewer, seat] = ANY
    for viewer in range(VIEWERS):
        state.odds[viewer, seat] = 0


def cones_purged(state: State) -> None:
    """All cones left all freezers in public (WVS-43)."""
    state.purged = 1
    for viewer in range(SEATS):
        for seat in range(SEATS):
            state.most_cones[viewer, seat] = 0


def tastes_swapped(state: State, one: int, two: int) -> None:
    """Both know both now, and who knew a card still knows where it went (WVS-39, R21)."""
    seen = state.tastes_seen[one]
    state.tastes_seen[one] = state.tastes_seen[two] | 1 << one
    state.tastes_seen[two] = seen | 1 << two


# Freezer burn.


def suspect(state: State, seat: int, who: int) -> None:
    """Those of `who` that do not own the freezer count one more card in it that may be Freezer burn."""
    for viewer in range(VIEWERS):
        if (who >> viewer) & 1 and viewer != seat:
            state.odds[viewer, seat] += UNIT


def burn_seen(state: State, viewer: int, seat: int) -> None:
    """The viewer knows where Freezer burn is: in a freezer, or (NOBODY) somewhere that needs no memory."""
    for other in range(SEATS):
        state.odds[viewer, other] = 0
    if seat != NOBODY:
        state.odds[viewer, seat] = UNIT
    state.deck_odds &= ~(1 << viewer)
    for slot in range(2):
        state.tray_odds[slot] &= ~(1 << viewer)


def burn_public(state: State, seat: int) -> None:
    """Everybody sees Freezer burn: in a freezer, or (NOBODY) on the discard pile."""
    for viewer in range(VIEWERS):
        burn_seen(state, viewer, seat)


def burn_perhaps_taken(state: State, giver: int, taker: int, kind: int, cards: int) -> None:
    """A blind take from so many cards (WVS-33): the two know, for the others the odds go with the card."""
    if kind == BURN:
        burn_seen(state, giver, taker)
        burn_seen(state, taker, taker)
    for viewer in range(VIEWERS):
        if viewer != giver and viewer != taker and state.odds[viewer, giver] > 0:
            part = max(1, state.odds[viewer, giver] // cards)
            state.odds[viewer, taker] += part
            state.odds[viewer, giver] = max(1, state.odds[viewer, giver] - part)


def asked_in_vain(state: State, asker: int) -> None:
    """Nothing moved: no freezer but perhaps the asker's holds Freezer burn (WVS-45)."""
    for viewer in range(VIEWERS):
        for seat in range(SEATS):
            if seat != asker:
                state.odds[viewer, seat] = 0


def burn_certain(state: State, viewer: int) -> int:
    """The freezer that the viewer knows to hold Freezer burn, or NOBODY."""
    if ((state.deck_odds | state.tray_odds[0] | state.tray_odds[1]) >> viewer) & 1:
        return NOBODY
    found = NOBODY
    for seat in range(SEATS):
        if state.odds[viewer, seat] > 0:
            if found != NOBODY:
                return NOBODY
            found = seat
    return found


# The redeal.


def redeal(state: State, seat: int) -> None:
    """Redeal characters, freezers, tray and deck that the seat cannot know.

    Uniform over all deals that fit its bounds: the slots that may hold least are filled first, each from all cards that
    fit. Freezer burn alone goes by its odds. After a reshuffle (WVS-46) freezers and deck are still one pool here,
    though a player who counts cards could tell them apart.
    """
    redeal_tastes(state, seat)
    certain = burn_certain(state, seat)
    pool = gather(state, seat, certain)
    sort_cards(state, pool)
    burn = NOTHING
    for i in range(pool):
        if state.pile[i] == BURN:
            burn = i
    spot = NOBODY
    if burn != NOTHING:
        pool -= 1
        state.pile[burn] = state.pile[pool]
        state.pile[pool] = NOTHING
        spot = burn_spot(state, seat)
        if spot < SEATS:
            state.freezer[spot, BURN] = 1
        elif spot < DECK_SPOT:
            state.tray[spot - SEATS] = BURN
    for other in range(state.players):
        if other != seat:
            for _ in range(coneless_slots(state, seat, other)):
                pool = take(state, other, pool, CONELESS)
    for other in range(state.players):
        if other != seat:
            for _ in range(state.size[other] - cards_in(state, other)):
                pool = take(state, other, pool, INGREDIENT)
    if state.scooper != seat:
        pool = redeal_tray(state, pool)
    if spot == DECK_SPOT:
        state.pile[pool] = BURN
        pool += 1
    state.loose = pool
    for i in range(pool, DECK - state.discarded):
        state.pile[i] = NOTHING
    for other in range(state.players):
        state.held[other] = 0
        for kind in range(INGREDIENTS + 1):
            if state.freezer[other, kind] > 0:
                state.held[other] |= 1 << kind
    fit_other_memories(state, seat, spot)


def redeal_tastes(state: State, seat: int) -> None:
    """Characters that the seat has not seen come from all that were not dealt on earlier days (WVS-06)."""
    free = EVERY_TASTE & ~state.used
    for other in range(state.players):
        if (state.tastes_seen[other] >> seat) & 1:
            free &= ~(1 << state.taste[other])
    for other in range(state.players):
        if not (state.tastes_seen[other] >> seat) & 1:
            state.taste[other] = nth(free, random_below(state, size(free)))
            free &= ~(1 << state.taste[other])


def gather(state: State, seat: int, certain: int) -> int:
    """Put all unseen cards of freezers and tray on the deck; return how many cards it has then."""
    pool: int = state.deck
    for other in range(state.players):
        if other != seat:
            for kind in range(INGREDIENTS):
                stays = knows(state, seat, other, kind)
                for _ in range(state.freezer[other, kind] - stays):
                    state.pile[pool] = kind
                    pool += 1
                state.freezer[other, kind] = stays
            if state.freezer[other, BURN] and certain != other:
                state.freezer[other, BURN] = 0
                state.pile[pool] = BURN
                pool += 1
    if state.scooper != seat:
        for slot in range(2):
            if state.tray[slot] != NOTHING and slot != state.resolving:
                state.pile[pool] = state.tray[slot]
                state.tray[slot] = NOTHING
                pool += 1
    return pool


def sort_cards(state: State, count: int) -> None:
    """Put the first cards of the pile in order of kind, so that a redeal keeps no trace of where they were."""
    for i in range(1, count):
        card = state.pile[i]
        j = i
        while j > 0 and state.pile[j - 1] > card:
            state.pile[j] = state.pile[j - 1]
            j -= 1
        state.pile[j] = card


def cards_in(state: State, seat: int) -> int:
    count = 0
    for kind in range(INGREDIENTS + 1):
        count += state.freezer[seat, kind]
    return count


def burn_spot(state: State, seat: int) -> int:
    """By its odds a freezer, a tray slot (SEATS or one more), or the deck (DECK_SPOT).

    A card in a freezer is no action for certain, one of the deck only by the share of actions among the unseen. The same
    holds for a tray card drawn after the action that is being resolved.
    """
    unseen: int = state.deck + (1 if state.resolving == 0 else 0)
    actions = ACTIONS_IN_DECK - (1 if state.resolving != NOTHING else 0)
    for i in range(DECK - state.discarded, DECK):
        if state.pile[i] > BURN:
            actions -= 1
    total = 0
    for spot in range(DECK_SPOT + 1):
        total += spot_weight(state, seat, spot, unseen, unseen - actions)
    left = random_below(state, total)
    for spot in range(DECK_SPOT):
        weight = spot_weight(state, seat, spot, unseen, unseen - actions)
        if left < weight:
            return spot
        left -= weight
    return DECK_SPOT


def spot_weight(state: State, seat: int, spot: int, unseen: int, kept: int) -> int:
    """The odds of a place, times the number of unseen cards, of which `kept` are no actions."""
    weight = 0
    if spot < SEATS:
        if spot < state.players and spot != seat and cards_in(state, spot) < state.size[spot]:
            weight += state.odds[seat, spot] * unseen
    elif spot == DECK_SPOT:
        if (state.deck_odds >> seat) & 1:
            weight += UNIT * state.deck * kept
    elif (state.tray_odds[spot - SEATS] >> seat) & 1:
        weight += UNIT * (kept if state.resolving == 0 else unseen)
    return weight


def coneless_slots(state: State, seat: int, other: int) -> int:
    """How many of the cards still to be dealt to a freezer the seat knows to be no cones."""
    if state.most_cones[seat, other] == ANY:
        return 0
    cones = 0
    for kind in range(CONES):
        cones += state.freezer[other, kind]
    more: int = max(0, state.most_cones[seat, other] - cones)
    slots: int = state.size[other] - cards_in(state, other)
    return max(0, slots - more)


def take(state: State, other: int, pool: int, allowed: int) -> int:
    """One random card of the allowed kinds from the pool into a freezer; return how many are left in the pool."""
    kind = random_card(state, pool, allowed)
    state.freezer[other, kind] += 1
    return pool - 1


def random_card(state: State, pool: int, allowed: int) -> int:
    while True:
        i = random_below(state, pool)
        kind: int = state.pile[i]
        if (allowed >> kind) & 1:
            state.pile[i] = state.pile[pool - 1]
            return kind


def redeal_tray(state: State, pool: int) -> int:
    """Another seat's tray. A card drawn before the action that is being resolved is none itself (WVS-22)."""
    if state.phase <= DOG_FB:
        for slot in range(2):
            if state.tray[slot] == NOTHING:
                allowed = EVERYTHING if state.resolving == 0 else INGREDIENT
                state.tray[slot] = random_card(state, pool, allowed)
                pool -= 1
    return pool


def fit_other_memories(state: State, seat: int, spot: int) -> None:
    """The other seats' knowledge, as far as this seat cannot know it, must fit the new deal."""
    for viewer in range(state.players):
        if viewer != seat:
            for other in range(state.players):
                if other != seat and other != viewer:
                    cones = 0
                    for kind in range(CONES):
                        cones += state.freezer[other, kind]
                    state.most_cones[viewer, other] = max(state.most_cones[viewer, other], cones)
                    if is_neighbour(state, viewer, other):
                        side = side_of(state, viewer, other)
                        for kind in range(INGREDIENTS):
                            least = min(state.known[viewer, side, kind], state.freezer[other, kind])
                            state.known[viewer, side, kind] = least
            if spot != NOBODY:
                for other in range(SEATS):
                    state.odds[viewer, other] = state.odds[PUBLIC, other]
                state.deck_odds = with_public_bit(state.deck_odds, viewer)
                for slot in range(2):
                    state.tray_odds[slot] = with_public_bit(state.tray_odds[slot], viewer)
                state.odds[viewer, viewer] = 0
    for slot in range(2):
        state.tray_odds[slot] &= ~(1 << state.scooper)
    if 0 <= spot < SEATS:
        burn_seen(state, spot, spot)
    elif SEATS <= spot < DECK_SPOT:
        burn_seen(state, state.scooper, NOBODY)


def with_public_bit(bits: int, viewer: int) -> int:
    """The bits with the viewer's set like the public's."""
    return (bits & ~(1 << viewer)) | (((bits >> PUBLIC) & 1) << viewer)

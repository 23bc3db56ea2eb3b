# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What every seat knows of the hidden cards, kept up while they move.

Cards of one kind are alike, so a seat's certainty is a set of bounds on what the others hold:

    known[viewer, side]         a bag of ingredients (bags.py) that lie in a neighbour's freezer for certain: cards that went
                                there before the viewer's eyes and cannot have left since. Side 0 is the clockwise
                                neighbour, side 1 the other; the only neighbour of two players is on side 0.
    most_cones[viewer, seat]    after Mouldy cones at most so many cones lie there; ANY where nothing is known
    odds[seat, viewer]          how likely Freezer burn lies there, in UNITs of one card drawn unseen; 0 is impossible.
                                deck_odds and tray_odds say for which viewers it may be in the deck or on the tray.
    tastes_seen[seat]           the seats that know the seat's character, as bits (WVS-R21)

Row PUBLIC of `odds` is what a spectator can tell. Nothing here is known to more than its viewer.
"""

from parlour.games.westvan.bags import count, kinds, one
from parlour.games.westvan.cards import BURN, CONES, CONES_OF_BAG, INGREDIENTS, NOBODY, SEATS, TRAY
from parlour.games.westvan.record import VIEWERS

PUBLIC = SEATS
EVERYBODY = (1 << VIEWERS) - 1
UNIT = 256
MOST_ODDS = 100 * UNIT  # a day without closing time draws on and on
ANY = 16  # more cones than a freezer can hold


def forget_all(state):
    """A new day: no cards are known, and Freezer burn is in the deck for certain (WVS-04 to 07)."""
    state.purged = 0
    state.deck_odds = EVERYBODY
    for slot in range(TRAY):
        state.tray_odds[slot] = 0
    for seat in range(SEATS):
        state.tastes_seen[seat] = 1 << seat
        for side in range(2):
            state.known[seat, side] = 0
        for viewer in range(SEATS):
            state.most_cones[viewer, seat] = ANY
        for viewer in range(VIEWERS):
            state.odds[seat, viewer] = 0


# Neighbours.


def clockwise(state, seat):
    return seat + 1 if seat + 1 < state.players else 0


def anticlockwise(state, seat):
    return seat - 1 if seat > 0 else state.players - 1


def is_neighbour(state, viewer, seat):
    return clockwise(state, viewer) == seat or clockwise(state, seat) == viewer


def side_of(state, viewer, seat):
    return 0 if clockwise(state, viewer) == seat else 1


def certain_cards(state, viewer, seat):
    """The bag of cards that the viewer is certain of in another seat's freezer, Freezer burn apart."""
    return state.known[viewer, side_of(state, viewer, seat)] if is_neighbour(state, viewer, seat) else 0


# Cards that move.


def card_shown(state, seat, kind):
    """A card leaves a freezer before everybody's eyes."""
    if kind < INGREDIENTS:
        no_longer_known(state, anticlockwise(state, seat), 0, kind)
        no_longer_known(state, clockwise(state, seat), 1, kind)
    if state.purged and kind < CONES:
        for viewer in range(state.players):
            if state.most_cones[viewer, seat] != ANY and viewer != seat:
                state.most_cones[viewer, seat] -= 1


def no_longer_known(state, viewer, side, kind):
    if count(state.known[viewer, side], kind) > 0:
        state.known[viewer, side] -= one(kind)


def card_handed(state, giver, taker, kind):
    """A card goes to a neighbour: these two know which (WVS-32, 33); the giver's other neighbour is sure of less."""
    bystander = clockwise(state, giver)
    if bystander == taker:
        bystander = anticlockwise(state, giver)
    if bystander != taker:
        side = side_of(state, bystander, giver)
        state.known[bystander, side] -= kinds(state.known[bystander, side])
    if kind < INGREDIENTS:
        no_longer_known(state, taker, side_of(state, taker, giver), kind)
        state.known[giver, side_of(state, giver, taker)] += one(kind)
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


def card_hidden(state, seat):
    """A card comes into a freezer from the deck, seen by its owner only."""
    if state.purged:
        for viewer in range(state.players):
            if state.most_cones[viewer, seat] != ANY and viewer != seat:
                state.most_cones[viewer, seat] += 1


def freezer_replaced(state, seat):
    """A whole freezer was discarded in public (WVS-41): nothing is known of what comes next."""
    state.known[anticlockwise(state, seat), 0] = 0
    state.known[clockwise(state, seat), 1] = 0
    for viewer in range(SEATS):
        state.most_cones[viewer, seat] = ANY
    for viewer in range(VIEWERS):
        state.odds[seat, viewer] = 0


def cones_purged(state):
    """All cones left all freezers in public (WVS-43)."""
    state.purged = 1
    for viewer in range(SEATS):
        for side in range(2):
            state.known[viewer, side] &= ~CONES_OF_BAG
        for seat in range(SEATS):
            state.most_cones[viewer, seat] = 0


def tastes_swapped(state, one, two):
    """Both know both now, and who knew a card still knows where it went (WVS-39, R21)."""
    seen = state.tastes_seen[one]
    state.tastes_seen[one] = state.tastes_seen[two] | 1 << one
    state.tastes_seen[two] = seen | 1 << two


# Freezer burn.


def suspect(state, seat, who):
    """Those of `who` that do not own the freezer count one more card in it that may be Freezer burn."""
    for viewer in range(VIEWERS):
        if (who >> viewer) & 1 and viewer != seat:
            state.odds[seat, viewer] = min(state.odds[seat, viewer] + UNIT, MOST_ODDS)


def burn_seen(state, viewer, seat):
    """The viewer knows where Freezer burn is: in a freezer, or (NOBODY) somewhere that needs no memory."""
    for other in range(SEATS):
        state.odds[other, viewer] = 0
    if seat != NOBODY:
        state.odds[seat, viewer] = UNIT
    state.deck_odds &= ~(1 << viewer)
    for slot in range(TRAY):
        state.tray_odds[slot] &= ~(1 << viewer)


def burn_public(state, seat):
    """Everybody sees Freezer burn: in a freezer, or (NOBODY) on the discard pile."""
    for viewer in range(VIEWERS):
        burn_seen(state, viewer, seat)


def burn_perhaps_taken(state, giver, taker, kind, cards):
    """A blind take from so many cards (WVS-33): the two know, for the others the odds go with the card."""
    if kind == BURN:
        burn_seen(state, giver, taker)
        burn_seen(state, taker, taker)
    for viewer in range(VIEWERS):
        if viewer != giver and viewer != taker and state.odds[giver, viewer] > 0:
            part = max(1, state.odds[giver, viewer] // cards)
            state.odds[taker, viewer] = min(state.odds[taker, viewer] + part, MOST_ODDS)
            state.odds[giver, viewer] = max(1, state.odds[giver, viewer] - part)


def asked_in_vain(state, asker):
    """Nothing moved: no freezer but perhaps the asker's holds Freezer burn (WVS-45)."""
    for viewer in range(VIEWERS):
        for seat in range(SEATS):
            if seat != asker:
                state.odds[seat, viewer] = 0


def burn_certain(state, viewer):
    """The freezer that the viewer knows to hold Freezer burn, or NOBODY."""
    if ((state.deck_odds | state.tray_odds[0] | state.tray_odds[1]) >> viewer) & 1:
        return NOBODY
    found = NOBODY
    for seat in range(SEATS):
        if state.odds[seat, viewer] > 0:
            if found != NOBODY:
                return NOBODY
            found = seat
    return found

# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a seat of West Van Soft knows, as numbers for learning agents."""

from parlour.core.observation import Layout
from parlour.games.westvan.bags import count
from parlour.games.westvan.cards import (
    BUDGE,
    BURN,
    DAYS,
    DEAL,
    DECK,
    DISLIKES,
    INGREDIENTS,
    KINDS,
    LIKES,
    MELTS,
    NOTHING,
    OVER,
    PASSED_CYCLES,
    SEATS,
    TRAY,
)
from parlour.games.westvan.memory import burn_certain, certain_cards
from parlour.games.westvan.scoring import cone_of, topping_of

LAYOUT = Layout(
    ("freezer", KINDS, "own freezer: cards of each kind, / 5"),
    ("liked", INGREDIENTS, "own freezer: cards of each kind that the own character likes, / 5"),
    ("disliked", INGREDIENTS, "own freezer: cards of each kind that the own character dislikes, / 5"),
    ("tray", KINDS, "cards of each kind on the own tray, / 2"),
    ("discards", KINDS, "discarded cards of each kind, / 4"),
    ("likes", (SEATS, INGREDIENTS), "by seat, clockwise from the own one: 1 at what its character likes, if known"),
    ("dislikes", (SEATS, INGREDIENTS), "by seat: 1 at what its character dislikes, if known"),
    ("certain", (SEATS, INGREDIENTS), "by other seat: cards of each kind that are certainly in its freezer, / 5"),
    ("here", SEATS, "by seat: 1 if there is such a seat"),
    ("cards", SEATS, "by seat: cards in its freezer, / 9"),
    ("melts", SEATS, "by seat: melts in its flight, / 5"),
    ("total", SEATS, "by seat: points of earlier days, / 100"),
    ("current", SEATS, "by seat: 1 if it is its turn"),
    ("scooper", SEATS, "by seat: 1 if it scoops"),
    ("knows_me", SEATS, "by seat: 1 if it has seen the own character"),
    ("burn", SEATS, "by seat: 1 if it certainly holds Freezer burn"),
    ("may_ask", SEATS, "by seat: 1 if it may still ask"),
    ("next", SEATS, "by seat: 1 if it is the next in the direction of play"),
    ("contents", (SEATS, MELTS, INGREDIENTS), "by seat and melt: cards of each kind"),
    ("melt", (SEATS, MELTS), "by seat and melt: 1 if there is one"),
    ("open", (SEATS, MELTS), "by seat and melt: 1 if it has no topping yet"),
    ("size", (SEATS, MELTS), "by seat and melt: its cards, / 5"),
    ("fans", (SEATS, MELTS), "by seat and melt: its cards that its owner likes, / 5, if the character is known"),
    ("spoiled", (SEATS, MELTS), "by seat and melt: 1 if its owner dislikes anything in it, if the character is known"),
    (
        "worth",
        (SEATS, MELTS),
        "by seat and melt: cards x (1 + liked cards) / 20; 0 if spoiled or the character is not known",
    ),
    ("phase", 6, "1 at the kind of decision"),
    ("part", 3, "1 at the part of the turn: opening, middle, closing"),
    ("mode", 1, "1 while all help themselves"),
    ("direction", 1, "1 clockwise, -1 the other way"),
    ("passes", 1, "passes in a row, / those that close the day"),
    ("day", 1, "number of the day, / 3"),
    ("deck", 1, "cards in the deck, / 108"),
    ("resolving", 5, "1 at the action that is being carried out"),
    ("players", SEATS - 1, "1 at the number of players, from 2"),
    ("options", 7, "open_melts_score, liked, freezer_burn, sommelier, questions, refills, closing_time; 0 or 1 each"),
)
OBSERVED = LAYOUT.size
LIKED, DISLIKED, TRAY_AT, DISCARDS, LIKES_AT, DISLIKES_AT, CERTAIN, OF_SEATS = (
    LAYOUT.at(name) for name in ("liked", "disliked", "tray", "discards", "likes", "dislikes", "certain", "here")
)
CONTENTS, MELT, OPEN, SIZE, FANS, SPOILED, WORTH = (
    LAYOUT.at(name) for name in ("contents", "melt", "open", "size", "fans", "spoiled", "worth")
)
PHASE, PART, REST, RESOLVING, PLAYERS, OPTIONS = (
    LAYOUT.at(name) for name in ("phase", "part", "mode", "resolving", "players", "options")
)


def observe(state, seat, out):
    """What the seat knows, part by part as LAYOUT says."""
    for i in range(OBSERVED):
        out[i] = 0.0
    taste = state.taste[seat]
    for kind in range(INGREDIENTS):
        held = count(state.freezer[seat], kind) / 5
        out[kind] = held
        out[LIKED + kind] = held * ((LIKES[taste] >> kind) & 1)
        out[DISLIKED + kind] = held * ((DISLIKES[taste] >> kind) & 1)
    out[BURN] = 0.2 if state.burn == seat else 0.0
    if state.scooper == seat:
        for slot in range(TRAY):
            if 0 <= state.tray[slot] < KINDS:
                out[TRAY_AT + state.tray[slot]] += 0.5
    for i in range(DECK - state.discarded, DECK):
        if state.pile[i] < KINDS:
            out[DISCARDS + state.pile[i]] += 0.25
    for step in range(state.players):
        observe_seat(state, seat, (seat + step) % state.players, step, out)
    observe_melts(state, seat, out)
    out[PHASE + state.phase] = 1.0
    out[PART + state.turn] = 1.0
    out[REST] = state.mode
    out[REST + 1] = state.direction
    out[REST + 2] = state.passes / (PASSED_CYCLES * (state.players + 1)) if state.closing_time else 0.0
    out[REST + 3] = state.day / DAYS
    out[REST + 4] = state.deck / DECK
    if state.resolving != NOTHING:
        out[RESOLVING + state.tray[state.resolving] - BUDGE] = 1.0
    out[PLAYERS + state.players - 2] = 1.0
    out[OPTIONS] = state.open_melts_score
    out[OPTIONS + 1] = state.liked
    out[OPTIONS + 2] = state.freezer_burn
    out[OPTIONS + 3] = state.sommelier
    out[OPTIONS + 4] = state.questions
    out[OPTIONS + 5] = state.refills
    out[OPTIONS + 6] = state.closing_time


def is_known(state, seat, who):
    """Whether the seat has seen somebody's character, the own one included."""
    return state.phase == OVER or (state.tastes_seen[who] >> seat) & 1


def observe_seat(state, seat, who, step, out):
    """A seat's tastes and cards as far as known, its size, score and part in the turn."""
    known = is_known(state, seat, who)
    certain = certain_cards(state, seat, who) if who != seat else 0
    for kind in range(INGREDIENTS):
        at = INGREDIENTS * step + kind
        if known:
            out[LIKES_AT + at] = (LIKES[state.taste[who]] >> kind) & 1
            out[DISLIKES_AT + at] = (DISLIKES[state.taste[who]] >> kind) & 1
        out[CERTAIN + at] = count(certain, kind) / 5
    at = OF_SEATS + step
    out[at] = 1.0
    out[at + SEATS] = state.size[who] / DEAL
    out[at + 2 * SEATS] = state.melts[who] / MELTS
    out[at + 3 * SEATS] = state.total[who] / 100
    out[at + 4 * SEATS] = 1.0 if state.current == who else 0.0
    out[at + 5 * SEATS] = 1.0 if state.scooper == who else 0.0
    out[at + 6 * SEATS] = (state.tastes_seen[seat] >> who) & 1
    out[at + 7 * SEATS] = 1.0 if burn_certain(state, seat) == who else 0.0
    out[at + 8 * SEATS] = (state.chances >> who) & 1
    out[at + 9 * SEATS] = 1.0 if (seat + state.direction + state.players) % state.players == who else 0.0


def observe_melts(state, seat, out):
    """What lies in every melt, and what that means to its owner as far as the character is known."""
    for place in range(MELTS * state.players):
        if cone_of(state, place) != NOTHING:
            melt = melt_number(state, seat, place)
            out[MELT + melt] = 1.0
            out[OPEN + melt] = (state.open >> place) & 1
            tell(state, seat, place, cone_of(state, place), out)
            if topping_of(state, place) != NOTHING:
                tell(state, seat, place, topping_of(state, place), out)
    for i in range(state.scooped):
        tell(state, seat, state.scoops[i] >> 4, state.scoops[i] & 15, out)
    for melt in range(MELTS * state.players):
        cards, liked = int(out[SIZE + melt]), int(out[FANS + melt])  # whole numbers until here: the same at all speeds
        out[SIZE + melt] = cards / 5
        out[FANS + melt] = liked / 5
        if is_known(state, seat, (seat + melt // MELTS) % state.players) and out[SPOILED + melt] == 0.0:
            out[WORTH + melt] = cards * (1 + liked) / 20


def melt_number(state, seat, place):
    """The number of a melt, counted from the own first one."""
    return MELTS * ((place // MELTS - seat + state.players) % state.players) + place % MELTS


def tell(state, seat, place, kind, out):
    """Count one card of a melt."""
    melt, who = melt_number(state, seat, place), place // MELTS
    out[CONTENTS + INGREDIENTS * melt + kind] += 1.0
    out[SIZE + melt] += 1.0
    if is_known(state, seat, who):
        out[FANS + melt] += (LIKES[state.taste[who]] >> kind) & 1
        if (DISLIKES[state.taste[who]] >> kind) & 1:
            out[SPOILED + melt] = 1.0

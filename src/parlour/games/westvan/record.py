"""The record of a game of West Van Soft, and the numbers that its rules go by: moves, phases, notes (see rules.py)."""

from parlour.core.state import record, table
from parlour.games.westvan.cards import DAYS, DECK, MOST_SCOOPS, OVER, PLACES, SEATS, TRAY

VIEWERS = SEATS + 1  # with the public

PASS, START, SCOOP, TOP, GIVE, DISCARD = 0, 1, 55, 325, 505, 527
KEEP_KIND, SWAP_PAIR, FEED, SPARE, ASK = 549, 571, 586, 587, 588
ACTIONS = 589
# With c cones, s scoops and t toppings, 11 kinds at most: pass, ask, c x s starts and 30 places for each of the others. A
# freezer grows larger only with a question a turn (WVS-R26), and then fewer melts are open: 264 moves at most.
LISTED = 2 + 11 * PLACES
QUEUE = 13  # all actions but the one that is being carried out

# Phases that wait for nobody: `follow` carries them out. The last two are long.
LOSING, PARTING, ENDING_TURN, SERVING, ENDING_DAY, REFILLING = range(OVER + 1, OVER + 7)

OPENING, MIDDLE, CLOSING = range(3)
DELIVERY, SELF_SERVE = range(2)
CLOCKWISE = 1

COUNT_CARDS, COUNT_KINDS = range(2)
FLAT, REVERSED = range(2)
SPREAD, NEXT_SEAT, ANY_SEAT = range(3)
A_DAY, A_TURN = range(2)

# Seats clockwise from the first day's first scooper, by players and day (WVS-09, R17).
SPREAD_START = table([[0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 2], [0, 1, 2], [0, 1, 3], [0, 2, 4]])
# Pairs of seats: the first n (n - 1) / 2 are those of a table of n.
PAIRS = table([[one, two] for two in range(SEATS) for one in range(two)])

# What happened, for the table to tell.
(DAY, CHARACTER, TURN, TRAYED, ACTED, BUDGED, SWITCHED, SWAPPED, FED, SPARED, PURGED, REFILLED, WASTED, BINNED) = range(14)
(KEPT, STARTED, SCOOPED, TOPPED, PASSED, GAVE, TOOK, DISCARDED, RESHUFFLED, ASKED, DAY_OVER) = range(14, 25)
(LEFT, MELTED, BURNED, SCORED, FINISHED, QUEUED) = range(25, 31)
BY_PLAYING, BY_LOSING, BY_PASSING, BY_ASKING = range(4)
OWED_BITS, OWED = 6, 63
MANY = 100  # passes are counted no further where closing time is off

State = record(
    ("used", "i4"),  # characters of earlier days, as bits
    ("open", "i4"),  # the places of open melts, as bits
    ("owed", "i8"),  # cards that each seat has yet to draw into its freezer, OWED_BITS a seat
    ("freezer", "i8", (SEATS,)),  # bags of ingredients
    ("known", "i8", (SEATS, 2)),
    ("loose", "i8", (2,)),  # the deck's cards in no order: a bag of ingredients, and one of Freezer burn and the actions
    ("flight", "i4", (SEATS,)),
    ("odds", "i2", (SEATS, VIEWERS)),
    ("total", "i2", (SEATS,)),
    ("earned", "i2", (DAYS, SEATS)),
    ("scoops", "i2", (MOST_SCOOPS,)),
    ("open_melts_score", "i1"),
    ("liked", "i1"),
    ("freezer_burn", "i1"),
    ("sommelier", "i1"),
    ("questions", "i1"),
    ("refills", "i1"),
    ("closing_time", "i1"),
    ("day_start", "i1"),
    ("first_scooper", "i1"),
    ("opener", "i1"),  # the first day's first scooper
    ("day", "i1"),
    ("phase", "i1"),
    ("current", "i1"),
    ("scooper", "i1"),
    ("turn", "i1"),
    ("direction", "i1"),
    ("mode", "i1"),
    ("passes", "i1"),  # turns in a row that were passes
    ("chances", "i1"),  # seats that may still ask today (or in this turn), as bits
    ("resolving", "i1"),  # the tray slot of the action that waits for a decision
    ("tray", "i1", (TRAY,)),
    ("queue", "i1", (QUEUE,)),  # actions that wait to be carried out, the earliest first (WVS-R6)
    ("queued", "i1"),
    ("lost", "i1"),  # the card that leaves a freezer in the phase PARTING
    ("burn", "i1"),  # the seat that holds Freezer burn
    ("size", "i1", (SEATS,)),  # of each freezer, Freezer burn included
    ("taste", "i1", (SEATS,)),  # characters
    ("tastes_seen", "i1", (SEATS,)),
    ("melts", "i1", (SEATS,)),
    ("scooped", "i1"),
    ("deck", "i1"),
    ("stacked", "i1"),
    ("discarded", "i1"),
    ("pile", "i1", (DECK,)),
    ("purged", "i1"),  # Mouldy cones came up today
    ("most_cones", "i1", (SEATS, SEATS)),
    ("deck_odds", "i1"),
    ("tray_odds", "i1", (TRAY,)),
)

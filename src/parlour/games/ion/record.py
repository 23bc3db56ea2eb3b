"""The record of a game of ION, and the numbers that its rules go by: moves, decisions, notes (see rules.py)."""

from parlour.core.state import record, table
from parlour.games.ion.cards import BLOCKS, CARDS, CHALLENGE, GIFT, NEW_GAME, NO_PLAY, NUMBERS, PUNISH, SHIFTS

SEATS = 10
HAND, HAND_OF_TWO, LEAST_HAND = 7, 9, 4
BLACK_FACES, DUEL_CARDS, SLAP_CARDS, NEW_GAME_EXTRA = 3, 4, 2, 5
TURNS_PER_SEAT = 20
MOST_HANDS = MOST_TURNS = 30000  # a tournament, or a hand without a limit, goes on, but is counted no further
LAYERS = 4
PAIRS = 15

QUICK, TOURNAMENT = 0, 1
BOMB_AUTO, BOMB_ALWAYS, BOMB_NEVER = 0, 1, 2
BOMB_LITERAL, BOMB_REDRAW = 0, 1
HIT_OWNER, HIT_OWN_ROLL = 0, 1
NEXT_ONLY, ANY_TARGET = 0, 1
REALTIME, SEALED = 0, 1
DEALER_RIGHT, DEALER_WINNER, DEALER_RANDOM = 0, 1, 2

PLAY, SLAP, GIVE = 0, CARDS, 2 * CARDS
BLOCK_WITH = 3 * CARDS
SHIFT_WITH = BLOCK_WITH + BLOCKS
DRAW, KEEP, PASS, ACCEPT, STAY, NEXT, PREVIOUS, CALL = range(SHIFT_WITH + SHIFTS, SHIFT_WITH + SHIFTS + 8)
CHALLENGE_SEAT = CALL + NUMBERS
PICK_TWO = CHALLENGE_SEAT + SEATS
PICK_ONE = PICK_TWO + PAIRS
ACTIONS = PICK_ONE + NUMBERS
LISTED = CARDS + 1

# The decision that is due (ledger 4.2).
(
    AT_PLAY,
    AT_DRAWN,
    AT_AGAIN,
    AT_RESPOND,
    AT_CALL,
    AT_WHO,
    AT_TARGET,
    AT_PAIR,
    AT_ONE,
    AT_GIFT,
    AT_RACE,
    MATCH_OVER,
) = range(12)
# What follows by itself, before the next decision.
CARD_PLAYED, HAND_OVER, DEAL_DUE = range(MATCH_OVER + 1, MATCH_OVER + 4)

NOBODY, NO_CARD, NOTHING = -1, -1, 0
NOT_YET, STAYED = -1, -2
WENT_OUT, SURVIVED, STALLED_BY_PASSES, STALLED_BY_CAP = range(4)

# What happened, for the table to tell.
(
    HAND_BEGAN,
    DEALT,
    TURNED_UP,
    PLAYED,
    DREW,
    KEPT,
    PASSED,
    RESHUFFLED,
    AIMED,
    BLOCKED,
    SHIFTED,
    ACCEPTED,
    ROLLED,
    CHALLENGED,
    PICKED_TWO,
    PICKED_ONE,
    THREW,
    DUEL_WON,
    GAVE,
    RECEIVED,
    SET_ASIDE,
    PUT_UNDER,
    EXCHANGED,
    SKIPPED,
    AGAIN,
    EXPLODED,
    CALLED,
    RACE_OPENED,
    ANSWERED,
    SLAPPED,
    LAPSED,
    HAND_ENDED,
    LEFT_WITH,
    SCORED,
    FINISHED,
) = range(35)

State = record(
    ("mode", "i1"),
    ("target", "i4"),
    ("sum_rule", "i1"),
    ("removed_actions", "i2"),
    ("bomb", "i1"),
    ("bomb_face_up", "i1"),
    ("drawn_only", "i1"),
    ("challenge_hit", "i1"),
    ("challenge_reach", "i1"),
    ("no_play_shiftable", "i1"),
    ("race_mode", "i1"),
    ("assist_slap", "i1"),
    ("race_ms", "i2"),
    ("dealer_rotation", "i1"),
    ("turn_cap_base", "i2"),
    ("stalls", "i1"),
    ("node", "i1"),
    ("actor", "i1"),  # whose decision it is; NOBODY in a race and when the match is over
    ("alive", "i2"),  # the seats that have not exploded in this hand, as bits
    ("dealer", "i1"),
    ("hand_no", "i2"),
    ("turn_count", "i2"),  # turn starts in this hand
    ("passes", "i1"),  # passes in a row
    ("top", "i1"),  # the table card
    ("match", "i1"),  # the numbers that fit, as bits (number - 1)
    ("total", "i1"),  # the sum of the table card, 0 for none
    ("pending", "i1"),  # the type of the action that is aimed at `victim`, or NOTHING
    ("source", "i1"),  # who aimed it, or who challenges in a duel
    ("victim", "i1"),  # at whom
    ("off_turn", "i1"),  # the challenged seat is not the one whose turn comes next
    ("gift", "i1"),  # the card on its way, or NO_CARD
    ("drawn", "i1"),  # the card just drawn while its player decides about it, or NO_CARD
    ("pair", "i1"),  # the challenger's two numbers, as bits
    ("owed", "i1"),  # cards that `owing` still has to draw, before anything else happens
    ("owing", "i1"),
    ("set_aside", "i1"),  # so many were in the old hand of New Game +5 while its new cards are drawn
    ("leaving", "i1"),  # the seat that is out while its last card's action is still carried out
    ("race_by", "i1"),  # who played the Tick-Tack
    ("waiting", "i2"),  # the seats that have not answered in the race, as bits
    ("slap", "i1", (SEATS,)),  # the answers of a sealed race: a card, STAYED or NOT_YET
    ("ended", "i1"),  # how the last hand ended
    ("hand_winner", "i1"),  # of the last hand, or NOBODY
    ("won", "i2"),  # the winners of the match, as bits
    ("pile_size", "i1"),
    ("stacked", "i1"),  # so many cards lie on top of the pile in an order
    ("stack", "i1", (CARDS,)),  # these, the top card last
    ("layers", "i1"),  # how many old hands lie under the top layer of the pile
    ("old_on_top", "i1"),  # the top layer itself is an old hand
    ("score", "i4", (SEATS,)),
    ("deck", "i8", (2,)),
    ("played", "i8", (2,)),  # the table card included
    ("recycled", "i8", (2,)),
    ("pile", "i8", (2 * LAYERS + 2,)),  # layer by layer from the top, without the stack
    ("aside", "i8", (2,)),  # the old hand, until it lies under the pile
    ("hand", "i8", (2 * SEATS,)),
    ("spoils", "i8", (2 * SEATS,)),
    ("known", "i8", (2 * SEATS,)),
)

PENDING = table([PUNISH, CHALLENGE, GIFT, NEW_GAME, NO_PLAY])
# Two different numbers of 1..6 as bits, in the order 12 13 … 56.
TWO_NUMBERS = table([1 << a | 1 << b for a in range(NUMBERS) for b in range(a + 1, NUMBERS)])

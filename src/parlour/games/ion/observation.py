"""What a seat of ION knows, as numbers for learning agents."""

from parlour.core.observation import Layout
from parlour.games.ion.cards import ACTION_WORDS, CARDS, NUMBERS, TYPE, WORD
from parlour.games.ion.choices import acting, turn_cap
from parlour.games.ion.piles import contains, count, fitting
from parlour.games.ion.record import MATCH_OVER, NO_CARD, NOT_YET, PENDING, SEATS

KINDS = len(ACTION_WORDS)
FEW = 3

LAYOUT = Layout(
    ("hand", CARDS, "1 for each card in the own hand"),
    ("fits", CARDS, "1 for each of them that fits the table card"),
    ("drawn", CARDS, "1 at the card that was just drawn by the own seat, while it decides about it"),
    ("played", CARDS, "1 for each card on the played pile"),
    ("known", CARDS, "1 for each card elsewhere whose place the own seat knows"),
    ("recycled", CARDS, "1 for each card that was shuffled back into the pile"),
    ("match", NUMBERS, "1 for each number of dots that fits"),
    ("sum", 1, "the sum of the table card, / 12"),
    ("type", KINDS + 1, "1 at the type of the table card: dots, then the actions"),
    ("decision", MATCH_OVER, "1 at the kind of decision that is due"),
    ("pending", len(PENDING), "1 at the action that is aimed at somebody: Punish, Challenge, Gift, New Game +5, No Play"),
    ("pair", NUMBERS, "1 for each number of the challenger in a duel"),
    ("here", SEATS, "by seat, to the right from the own one: 1 if there is such a seat"),
    ("cards", SEATS, "by seat: cards in hand, / 10"),
    ("few", (SEATS, FEW), "by seat: 1 at the number of cards in hand, if that is 1, 2 or 3"),
    ("spoils", SEATS, "by seat: spoils, / 10"),
    ("score", SEATS, "by seat: points, / target"),
    ("alive", SEATS, "by seat: 1 if it has not exploded"),
    ("acting", SEATS, "by seat: 1 if it may act"),
    ("source", SEATS, "by seat: 1 if the pending action is its"),
    ("victim", SEATS, "by seat: 1 if the pending action is aimed at it"),
    ("held", SEATS, "by other seat: cards of its hand that the own seat knows, / 8"),
    ("dealer", SEATS, "by seat: 1 if it deals"),
    ("waiting", SEATS, "by seat: 1 if it has not answered in the race"),
    ("answered", 1, "1 if the own seat has given a sealed answer"),
    ("pile", 1, "cards in the pile, / all"),
    ("turns", 1, "turns of this hand, / those after which it stalls"),
    ("off_turn", 1, "1 if the challenged seat is not the one whose turn comes next"),
    ("passes", 1, "passes in a row, / 10"),
    ("players", SEATS - 1, "1 at the number of players, from 2"),
    ("tournament", 1, "1 in a tournament"),
    ("removed", KINDS, "1 for each action that is taken out of the deck"),
    (
        "options",
        7,
        "sum_rule, drawn_only, challenge_hit, challenge_reach, no_play_shiftable, race_mode, assist_slap: 0 or 1",
    ),
)
OBSERVED = LAYOUT.size
FITS, DRAWN, PLAYED, KNOWN, RECYCLED, MATCH = (
    LAYOUT.at(name) for name in ("fits", "drawn", "played", "known", "recycled", "match")
)
SUM, TYPE_AT, DECISION, PENDING_AT, PAIR, OF_SEATS = (
    LAYOUT.at(name) for name in ("sum", "type", "decision", "pending", "pair", "here")
)
FEW_AT, SPOILS, HELD, ANSWERED, PLAYERS, TOURNAMENT_AT, REMOVED, OPTIONS = (
    LAYOUT.at(name) for name in ("few", "spoils", "held", "answered", "players", "tournament", "removed", "options")
)


def observe(state, seat, out):
    """What the seat knows, part by part as LAYOUT says."""
    for k in range(OBSERVED):
        out[k] = 0.0
    observe_cards(state, seat, out)
    for number in range(NUMBERS):
        out[MATCH + number] = (state.match >> number) & 1
        out[PAIR + number] = (state.pair >> number) & 1
    out[SUM] = state.total / 12
    out[TYPE_AT + TYPE[state.top]] = 1.0
    if state.node < MATCH_OVER:
        out[DECISION + state.node] = 1.0
    for kind in range(len(PENDING)):
        out[PENDING_AT + kind] = 1.0 if state.pending == PENDING[kind] else 0.0
    who = acting(state)
    for other in range(state.players):
        observe_seat(state, other, (other - seat + state.players) % state.players, who, out)
    out[ANSWERED] = 1.0 if state.slap[seat] != NOT_YET else 0.0
    out[ANSWERED + 1] = state.pile_size / CARDS
    out[ANSWERED + 2] = min(1.0, state.turn_count / turn_cap(state))
    out[ANSWERED + 3] = state.off_turn
    out[ANSWERED + 4] = state.passes / SEATS
    out[PLAYERS + state.players - 2] = 1.0
    out[TOURNAMENT_AT] = state.mode
    for kind in range(KINDS):
        out[REMOVED + kind] = (state.removed_actions >> kind) & 1
    out[OPTIONS] = state.sum_rule
    out[OPTIONS + 1] = state.drawn_only
    out[OPTIONS + 2] = state.challenge_hit
    out[OPTIONS + 3] = state.challenge_reach
    out[OPTIONS + 4] = state.no_play_shiftable
    out[OPTIONS + 5] = state.race_mode
    out[OPTIONS + 6] = state.assist_slap


def observe_cards(state, seat, out):
    """The own hand, what lies open, and what the seat knows of the rest."""
    fit_low, fit_high = fitting(state, 0), fitting(state, 1)
    for card in range(CARDS):
        fit = fit_low if card < WORD else fit_high
        if contains(state.hand, seat, card):
            out[card] = 1.0
            out[FITS + card] = (fit >> (card % WORD)) & 1
        elif contains(state.known, seat, card):
            out[KNOWN + card] = 1.0
            for other in range(state.players):
                if contains(state.hand, other, card):
                    out[HELD + (other - seat + state.players) % state.players] += 0.125
        if contains(state.played, 0, card):
            out[PLAYED + card] = 1.0
        if contains(state.recycled, 0, card):
            out[RECYCLED + card] = 1.0
    if state.drawn != NO_CARD and state.actor == seat:
        out[DRAWN + state.drawn] = 1.0


def observe_seat(state, other, step, who, out):
    """What all can see of a seat, so many seats to the right."""
    cards = count(state.hand, other)
    out[OF_SEATS + step] = 1.0
    out[OF_SEATS + SEATS + step] = cards / 10
    if 0 < cards <= FEW:
        out[FEW_AT + FEW * step + cards - 1] = 1.0
    out[SPOILS + step] = count(state.spoils, other) / 10
    out[SPOILS + SEATS + step] = state.score[other] / state.target
    out[SPOILS + 2 * SEATS + step] = (state.alive >> other) & 1
    out[SPOILS + 3 * SEATS + step] = (who >> other) & 1
    out[SPOILS + 4 * SEATS + step] = 1.0 if state.source == other else 0.0
    out[SPOILS + 5 * SEATS + step] = 1.0 if state.victim == other else 0.0
    out[SPOILS + 7 * SEATS + step] = 1.0 if state.dealer == other else 0.0
    out[SPOILS + 8 * SEATS + step] = (state.waiting >> other) & 1

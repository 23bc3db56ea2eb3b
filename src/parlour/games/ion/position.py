"""Positions of ION: everything on and under the table as JSON, and what makes one impossible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from parlour.core.bits import size
from parlour.core.errors import BadPosition
from parlour.core.state import State
from parlour.games.ion import choices, piles, record, turns
from parlour.games.ion.cards import (
    ACTION_WORDS,
    BY_ID,
    CARDS,
    DECK,
    DOUBLE_JOKER,
    GIFT,
    NO_PLAY,
    NUMBERS,
    SHOWS,
    SUM,
    TYPE,
    WORD,
    Card,
)

DECISIONS = ("play", "drawn", "again", "respond", "call", "who", "target", "pair", "one", "gift", "race", "over")
ENDINGS = ("out", "survivor", "passes", "cap")
STAY = "stay"


class Pending(msgspec.Struct, forbid_unknown_fields=True):
    """An action that waits for the answer of its target. `gift` is the card on its way."""

    action: str
    source: int
    target: int
    off_turn: bool = False
    gift: str | None = None


class Duel(msgspec.Struct, forbid_unknown_fields=True):
    """A challenge that is being fought, with the challenger's numbers once they are picked."""

    source: int
    target: int
    pair: list[int] = []
    off_turn: bool = False


class Race(msgspec.Struct, forbid_unknown_fields=True):
    """A race: who played the Tick-Tack, and what each seat has answered so far: a card or `stay`."""

    by: int
    answers: dict[int, str] = {}


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position. Cards go by their ids (`d36a`, `PUN24`). `pile` begins with its top card; `played` is what lies under
    the table card; `layers` are the sizes of old hands under the top layer of the pile, the first to be drawn first. Old
    hands and the `loose` lowest cards of the top layer are in no order: chance says which of them is drawn."""

    players: int
    hands: list[list[str]]
    table: str
    pile: list[str]
    played: list[str] = []
    decision: str = "play"
    actor: int | None = 0
    match: list[int] | None = None
    """The numbers that fit; what the table card shows if it is left out. A Double Joker needs the called number."""
    pending: Pending | None = None
    duel: Duel | None = None
    race: Race | None = None
    drawn: str | None = None
    leaving: int | None = None
    exploded: list[int] = []
    spoils: list[list[str]] = []
    score: list[int] = []
    dealer: int = 0
    hand: int = 1
    turn: int = 1
    passes: int = 0
    layers: list[int] = []
    loose: int = 0
    old_on_top: bool = False
    known: list[list[str]] = []
    """For each seat the cards elsewhere whose place it knows."""
    recycled: list[str] = []
    ended: str = "out"
    hand_winner: int | None = None
    winners: list[int] = []
    options: dict[str, Any] = {}


def card_number(name: str) -> int:
    if name in BY_ID:
        return BY_ID[name]
    raise BadPosition(f"There is no card {name!r}: cards are d12a to d56b, and BLK15, JOK3 and the like for actions.")


def names_of(cards: Iterable[int]) -> list[str]:
    return [DECK[card].id for card in cards]


def set_in(sets: Sequence[int], row: int = 0) -> int:
    """A row of a set field as one whole number, a bit for each card."""
    return sets[2 * row] | sets[2 * row + 1] << WORD


def cards_of(bits: int) -> list[int]:
    """The numbers of the cards in a set."""
    cards = []
    while bits:
        cards.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return cards


def cards_in(sets: Sequence[int], row: int = 0) -> list[int]:
    """The numbers of the cards in a row of a set field."""
    return cards_of(set_in(sets, row))


def action_number(word: str) -> int:
    if word in ACTION_WORDS:
        return ACTION_WORDS.index(word) + 1
    raise BadPosition(f"There is no action {word!r}. The actions are {', '.join(ACTION_WORDS)}.")


def arrange(
    hands: Sequence[str], table: str, pile: str = "", *, deck: Iterable[Card] = DECK, rest: str = "pile", **more: Any
) -> Position:
    """A position from a few words: hands, table card and the top of the pile as ids with spaces between.

    All other cards of `deck` go to `rest`: under the pile, or to the "hand" or the "spoils" of a seat, such as "hand 2".
    """
    position = Position(players=len(hands), hands=[hand.split() for hand in hands], table=table, pile=pile.split(), **more)
    position.spoils = position.spoils or [[] for _ in hands]
    gift = [position.pending.gift] if position.pending and position.pending.gift else []
    placed = {table, *position.pile, *position.played, *gift}
    placed.update(name for cards in position.hands + position.spoils for name in cards)
    others = [card.id for card in deck if card.id not in placed]
    where, _, seat = rest.partition(" ")
    heap = position.pile if where == "pile" else (position.hands if where == "hand" else position.spoils)[int(seat)]
    heap += others
    return position


def place(given: Position, state: State) -> None:
    """Put a position into a record that has been set up."""
    _check_shape(given, state)
    _put_cards(given, state)
    top = card_number(given.table)
    state.top = top
    state.total = SUM[top]
    state.match = SHOWS[top] if given.match is None else sum(1 << n - 1 for n in set(given.match))
    state.node = DECISIONS.index(given.decision)
    state.actor = record.NOBODY if given.actor is None else given.actor
    state.alive = (1 << state.players) - 1 & ~sum(1 << seat for seat in set(given.exploded))
    state.dealer, state.hand_no, state.turn_count, state.passes = given.dealer, given.hand, given.turn, given.passes
    state.drawn = record.NO_CARD if given.drawn is None else card_number(given.drawn)
    state.leaving = record.NOBODY if given.leaving is None else given.leaving
    state.ended = ENDINGS.index(given.ended)
    state.hand_winner = record.NOBODY if given.hand_winner is None else given.hand_winner
    state.won = sum(1 << seat for seat in set(given.winners))
    for seat in range(record.SEATS):
        state.score[seat] = given.score[seat] if seat < len(given.score) else 0
    turns.clear_pending(state)
    state.pair = 0
    if given.pending is not None:
        state.pending = action_number(given.pending.action)
        state.source, state.victim = given.pending.source, given.pending.target
        state.off_turn = int(given.pending.off_turn)
        state.gift = record.NO_CARD if given.pending.gift is None else card_number(given.pending.gift)
    if given.duel is not None:
        state.source, state.victim = given.duel.source, given.duel.target
        state.off_turn = int(given.duel.off_turn)
        state.pair = sum(1 << n - 1 for n in set(given.duel.pair))
    _put_race(given, state)


def _check_shape(given: Position, state: State) -> None:
    players = state.players
    for name in ("hands", "score", "spoils", "known"):
        entries = getattr(given, name)
        if len(entries) != players and (entries or name == "hands"):
            raise BadPosition(f"{name} has one entry for each of {players} players, not {len(entries)}.")
    seats = [given.actor, given.leaving, given.hand_winner, given.dealer, *given.exploded, *given.winners]
    for part in (given.pending, given.duel):
        seats += [part.source, part.target] if part else []
    seats += [given.race.by, *given.race.answers] if given.race else []
    if any(seat is not None and not 0 <= seat < players for seat in seats):
        raise BadPosition(f"Seats are 0 to {players - 1}.")
    numbers = (given.match or []) + (given.duel.pair if given.duel else [])
    if any(not 1 <= number <= NUMBERS for number in numbers):
        raise BadPosition("match and duel.pair hold numbers from 1 to 6.")
    if given.decision not in DECISIONS:
        raise BadPosition(f"decision is one of {', '.join(DECISIONS)}, not {given.decision!r}.")
    if given.ended not in ENDINGS:
        raise BadPosition(f"ended is one of {', '.join(ENDINGS)}, not {given.ended!r}.")
    if given.actor is None and given.decision not in ("race", "over"):
        raise BadPosition(f"The decision {given.decision!r} needs an actor.")
    if given.drawn is not None and given.decision != "drawn":
        raise BadPosition("A drawn card belongs to the decision 'drawn' only.")
    if len(given.layers) > record.LAYERS or min(given.layers, default=1) < 1 or sum(given.layers) > len(given.pile):
        raise BadPosition(f"layers are at most {record.LAYERS} sizes from 1 that lie in the pile of {len(given.pile)}.")
    if not 0 <= given.loose <= len(given.pile) - sum(given.layers):
        raise BadPosition(f"loose counts cards of the pile's top layer, which has {len(given.pile) - sum(given.layers)}.")
    if not (0 <= given.passes < players and 1 <= given.hand < 2**15 and 0 <= given.turn < 2**15):
        raise BadPosition("passes, hand and turn count what happened: 0, 1 and 1 at the start.")


def _put_set(sets: Any, row: int, names: Iterable[str]) -> None:
    sets[2 * row] = sets[2 * row + 1] = 0
    for name in names:
        piles.add(sets, row, card_number(name))


def _put_cards(given: Position, state: State) -> None:
    gift = [given.pending.gift] if given.pending and given.pending.gift else []
    everywhere = [*given.pile, given.table, *given.played, *gift]
    everywhere += [name for part in (given.hands, given.spoils) for cards in part for name in cards]
    for name in everywhere:
        if everywhere.count(name) > 1:
            raise BadPosition(f"The card {name} is in two places (ION-1).")
    piles.fill_pile(state, 0, 0)
    state.stacked = len(given.pile) - sum(given.layers) - given.loose
    for spot in range(state.stacked):
        state.stack[spot] = card_number(given.pile[state.stacked - 1 - spot])
    rest = iter(given.pile[state.stacked :])
    for layer, height in enumerate([given.loose, *given.layers]):
        _put_set(state.pile, layer, islice(rest, height))
    state.pile_size = len(given.pile)
    state.layers = len(given.layers)
    state.old_on_top = int(given.old_on_top)
    for seat in range(record.SEATS):
        _put_set(state.hand, seat, given.hands[seat] if seat < len(given.hands) else [])
        _put_set(state.spoils, seat, given.spoils[seat] if seat < len(given.spoils) else [])
        _put_set(state.known, seat, given.known[seat] if seat < len(given.known) else [])
    _put_set(state.played, 0, [*given.played, given.table])
    _put_set(state.recycled, 0, given.recycled)


def _put_race(given: Position, state: State) -> None:
    state.race_by = record.NOBODY
    state.waiting = 0
    for seat in range(record.SEATS):
        state.slap[seat] = record.NOT_YET
    if given.race is not None:
        state.race_by = given.race.by
        state.waiting = state.alive & ~(1 << given.race.by)
        for seat, answer in given.race.answers.items():
            state.slap[seat] = record.STAYED if answer == STAY else card_number(answer)
            state.waiting &= ~(1 << seat)


def _seat(seat: int) -> int | None:
    return None if seat < 0 else seat


def _card(card: int) -> str | None:
    return None if card < 0 else DECK[card].id


def pile_layers(state: State) -> list[list[int]]:
    """The cards of the draw pile, layer by layer from the top; the loose ones of a layer come last, by number."""
    stack = [state.stack[spot] for spot in range(state.stacked - 1, -1, -1)]
    return [stack + cards_in(state.pile), *(cards_in(state.pile, layer) for layer in range(1, state.layers + 1))]


def position_of(state: State, options: dict[str, Any]) -> Position:
    """Everything of a record."""
    players = range(state.players)
    pending = duel = race = None
    if state.pending or state.gift >= 0:
        action = ACTION_WORDS[state.pending - 1]
        pending = Pending(action, state.source, state.victim, bool(state.off_turn), _card(state.gift))
    elif state.node in (record.AT_PAIR, record.AT_ONE):
        duel = Duel(state.source, state.victim, numbers(state.pair), bool(state.off_turn))
    if state.node == record.AT_RACE:
        answered = [seat for seat in players if state.slap[seat] != record.NOT_YET]
        race = Race(state.race_by, {seat: _card(state.slap[seat]) or STAY for seat in answered})
    layers = pile_layers(state)
    return Position(
        players=state.players,
        hands=[names_of(cards_in(state.hand, seat)) for seat in players],
        table=DECK[state.top].id,
        pile=names_of(card for layer in layers for card in layer),
        played=names_of(card for card in cards_in(state.played) if card != state.top),
        decision=DECISIONS[state.node],
        actor=_seat(state.actor),
        match=numbers(state.match),
        pending=pending,
        duel=duel,
        race=race,
        drawn=_card(state.drawn),
        leaving=_seat(state.leaving),
        exploded=[seat for seat in players if not (state.alive >> seat) & 1],
        spoils=[names_of(cards_in(state.spoils, seat)) for seat in players],
        score=[state.score[seat] for seat in players],
        dealer=state.dealer,
        hand=state.hand_no,
        turn=state.turn_count,
        passes=state.passes,
        layers=[len(layer) for layer in layers[1:]],
        loose=len(cards_in(state.pile)),
        old_on_top=bool(state.old_on_top),
        known=[names_of(cards_in(state.known, seat)) for seat in players],
        recycled=names_of(cards_in(state.recycled)),
        ended=ENDINGS[state.ended],
        hand_winner=_seat(state.hand_winner),
        winners=[seat for seat in players if (state.won >> seat) & 1],
        options=options,
    )


def numbers(bits: int) -> list[int]:
    """The numbers 1 to 6 of a set of bits."""
    return [number for number in range(1, NUMBERS + 1) if (bits >> number - 1) & 1]


# Invariants.


def problems(state: State) -> Iterator[str]:
    """The ledger's invariants, as far as one moment can show them."""
    yield from _card_problems(state)
    yield from _table_problems(state)
    yield from _decision_problems(state)
    yield from _knowledge_problems(state)
    for seat in range(state.players):
        if state.score[seat] < 0:
            yield f"seat {seat} has {state.score[seat]} points: scores never fall below 0 (ION-95)."
        if state.mode == record.TOURNAMENT and state.score[seat] >= state.target and state.node != record.MATCH_OVER:
            yield f"seat {seat} has {state.score[seat]} points, so the match is over (ION-98)."


def _card_problems(state: State) -> Iterator[str]:
    """I1: every card of the deck is in exactly one place."""
    layers = pile_layers(state)
    pile = [card for layer in layers for card in layer]
    places = [1 << card for card in pile if card >= 0]
    places += [set_in(state.played), 1 << state.gift if state.gift >= 0 else 0]
    for seat in range(record.SEATS):
        places += [set_in(state.hand, seat), set_in(state.spoils, seat)]
    everywhere = 0
    for place in places:
        if everywhere & place:
            yield f"{', '.join(names_of(cards_of(everywhere & place)))} is in two places (ION-1)."
        everywhere |= place
    deck = set_in(state.deck)
    for card in cards_of(everywhere & ~deck):
        yield f"the card {DECK[card].id} is not in this deck (ION-1)."
    for card in cards_of(deck & ~everywhere):
        yield f"the card {DECK[card].id} is nowhere (ION-1)."
    if len(pile) != state.pile_size or any(list(state.pile)[2 * state.layers + 2 :]):
        yield f"the pile has {len(pile)} cards in its layers, not {state.pile_size} (ION-78)."
    if list(state.stack)[state.stacked :].count(record.NO_CARD) < len(state.stack) - state.stacked:
        yield "there are cards above the top of the pile (ION-78)."
    if pile and not all(layers):
        yield f"the layers of the pile have {[len(layer) for layer in layers]} cards: each holds at least one (ION-53)."
    if state.pile_size == 0 and (state.layers or state.old_on_top):
        yield "an empty pile has no layers (ION-53)."
    for seat in range(record.SEATS):
        empty = piles.is_empty(state.hand, seat)
        alive = seat < state.players and (state.alive >> seat) & 1
        if empty and alive and state.node != record.MATCH_OVER and seat != state.leaving:
            yield f"seat {seat} has no cards, so the hand is over (ION-89)."
        if not empty and not alive:
            yield f"seat {seat} has exploded but holds cards (ION-61)."


def _table_problems(state: State) -> Iterator[str]:
    """I2: there is a table card, and it says what must be matched."""
    if not piles.contains(state.played, 0, state.top):
        yield "the table card is not among the played cards (ION-7)."
    if state.total != SUM[state.top]:
        yield f"the sum to match is {state.total} though the table card's is {SUM[state.top]} (ION-11)."
    if TYPE[state.top] != DOUBLE_JOKER:
        if state.match != SHOWS[state.top]:
            shown = numbers(SHOWS[state.top])
            yield f"{numbers(state.match)} must be matched though the table card shows {shown} (ION-11)."
    elif state.node not in (record.AT_CALL, record.MATCH_OVER) and size(state.match) != 1:
        yield "after a Double Joker exactly one called number matches (ION-68)."
    if state.stalls and state.turn_count > choices.turn_cap(state) + CARDS:
        yield f"{state.turn_count} turns have begun: the hand stalls at {choices.turn_cap(state)} (ION-87)."


def _decision_problems(state: State) -> Iterator[str]:
    """I3, and every decision has what it is about."""
    node = state.node
    if node == record.MATCH_OVER:
        if state.won == 0:
            yield "a match that is over has a winner (ION-98, 100)."
        return
    if node == record.AT_RACE:
        eligible = state.alive & ~(1 << state.race_by) if state.race_by >= 0 else 0
        if state.waiting == 0 or state.waiting & ~eligible:
            yield "in a race somebody other than the Tick-Tack's player must still answer (ION-70)."
        for seat in range(state.players):
            if state.slap[seat] >= 0 and not piles.contains(state.hand, seat, state.slap[seat]):
                yield f"seat {seat} slapped a card that is not in its hand (ION-71)."
    elif state.actor < 0 or not (state.alive >> state.actor) & 1:
        yield "the one who acts must be a seat that has not exploded (ION-16)."
        return
    if bool(state.pending) != (node == record.AT_RESPOND):
        yield "an action is pending exactly while somebody answers it (ION-24)."
    if (state.gift >= 0) != (state.pending == GIFT):
        yield "a gift is on its way exactly while a Gift is pending (ION-48)."
    if state.pending and state.pending not in list(record.PENDING):
        yield "only Punish, Challenge, Gift, New Game +5 and, by option, No Play can be pending (ION-24)."
    if state.pending == NO_PLAY and not state.no_play_shiftable:
        yield "No Play is pending only with no_play_shiftable (ION-R12)."
    if state.pending and state.victim != state.actor:
        yield "the target of the pending action answers it (ION-24)."
    if state.off_turn and node == record.AT_RESPOND and state.challenge_reach != record.ANY_TARGET:
        yield "nobody answers out of turn in this match (ION-R13)."
    if node in (record.AT_PAIR, record.AT_ONE) and state.actor != (state.source if node == record.AT_PAIR else state.victim):
        yield "the challenger picks two numbers, the challenged player then one (ION-44)."
    if state.source >= 0 and state.source == state.victim and node in (record.AT_PAIR, record.AT_ONE):
        yield "nobody fights a duel against the own seat (ION-34)."
    if size(state.pair) != (2 if node == record.AT_ONE else 0):
        yield "the challenger's two numbers lie open while the other picks one (ION-44)."
    if (state.drawn >= 0) != (node == record.AT_DRAWN):
        yield "a drawn card waits exactly while its player decides about it (ION-18)."
    if state.drawn >= 0 and not piles.contains(state.hand, state.actor, state.drawn):
        yield "the drawn card is in the hand of its player (ION-18)."
    if state.leaving >= 0 and (
        state.mode == record.QUICK or node not in (record.AT_WHO, record.AT_TARGET, record.AT_PAIR, record.AT_ONE)
    ):
        yield "who is out waits only for the last card's action in a tournament (ION-90, 94)."


def _knowledge_problems(state: State) -> Iterator[str]:
    played, deck = set_in(state.played), set_in(state.deck)
    for seat in range(state.players):
        known = set_in(state.known, seat)
        if known & (set_in(state.hand, seat) | played):
            yield f"seat {seat} need not remember cards that it sees (ledger 4.5)."
        if known & ~deck:
            yield f"seat {seat} remembers a card that is not in this deck (ION-1)."
    if set_in(state.recycled) & played:
        yield "a recycled card that was played is not hidden any more (ION-79)."

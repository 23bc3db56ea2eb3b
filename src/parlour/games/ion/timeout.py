"""What a seat of ION does when its time is up (ledger 4.4): always legal, never clever, never chance."""

from __future__ import annotations

from parlour.core.state import State
from parlour.games.ion import choices, piles, record
from parlour.games.ion.cards import DECK, NUMBERS
from parlour.games.ion.position import cards_in

AT_ONCE = {
    record.AT_PLAY: record.DRAW,
    record.AT_AGAIN: record.DRAW,
    record.AT_DRAWN: record.KEEP,
    record.AT_RESPOND: record.ACCEPT,
    record.AT_WHO: record.NEXT,
    record.AT_PAIR: record.PICK_TWO,
    record.AT_RACE: record.STAY,
}


def default_move(state: State, seat: int) -> int:
    """The number of the move that is made for an acting seat."""
    if state.node == record.AT_CALL:
        return record.CALL + most_frequent(state, seat) - 1
    if state.node == record.AT_TARGET:
        return record.CHALLENGE_SEAT + fewest_cards(state, seat)
    if state.node == record.AT_GIFT:
        hand = cards_in(state.hand, seat)
        return record.GIVE + min(hand, key=lambda card: (-DECK[card].points, DECK[card].id))
    moves = [0] * record.LISTED
    legal = moves[: choices.legal(state, seat, moves)]
    wanted = AT_ONCE.get(state.node, legal[0])
    return wanted if wanted in legal else legal[0]


def most_frequent(state: State, seat: int) -> int:
    """The number that most zones of the hand show, the lowest of equals."""
    zones = [zone for card in cards_in(state.hand, seat) for zone in (DECK[card].a, DECK[card].b)]
    return max(range(1, NUMBERS + 1), key=lambda number: (zones.count(number), -number))


def fewest_cards(state: State, seat: int) -> int:
    """The other seat with the fewest cards, the nearest to the right of equals."""
    players = int(state.players)
    others = [(seat + step) % players for step in range(1, players)]
    alive = [other for other in others if (state.alive >> other) & 1]
    return min(alive, key=lambda other: int(piles.count(state.hand, other)))

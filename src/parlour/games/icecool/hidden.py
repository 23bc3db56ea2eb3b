"""What everybody can count, what a seat cannot know, dealt anew, and what it knows, as numbers."""

from __future__ import annotations

from typing import Any

from parlour.core.observation import Layout
from parlour.core.stream import shuffle
from parlour.games.icecool.ground import STEPS
from parlour.games.icecool.parts import (
    CATCHES_OF_TWO,
    DOORS,
    FINISHED,
    FISH,
    KINDS,
    MOST_CARDS,
    MOST_PLAYERS,
    NO_CARD,
    ROOMS,
    ROUNDS_OF_TWO,
    STANDARD,
    TASKS,
    TRIES,
)
from parlour.games.icecool.spots import on_board


def face_down(state: Any, seat: int) -> int:
    """How many face-down cards the seat has: everybody can count them."""
    count = 0
    for kind in range(KINDS):
        count += state.down[seat, kind]
    return count


def card_count(state: Any, seat: int) -> int:
    count = face_down(state, seat)
    for kind in range(KINDS):
        count += state.up[seat, kind]
    return count


def rounds(state: Any) -> int:
    """As many as players; two players: four (ICE-6, 72)."""
    players: int = state.players
    return players if players > 2 else ROUNDS_OF_TWO


def resample(state: Any, seat: int) -> None:
    """Redeal the deck and all face-down cards but the seat's own (in a tournament also those; at the end all are open).

    A task that somebody announced and has not turned up since is known to be there: one such card stays.
    """
    left = state.deck_left
    owed = 0
    for other in range(state.players):
        if state.scoring == STANDARD and (other == seat or state.phase == FINISHED):
            continue
        for kind in range(KINDS):
            kept = 1 if kind < TASKS and (state.known[other] >> kind) & 1 else 0
            for _ in range(state.down[other, kind] - kept):
                state.deck[left] = kind
                left += 1
                owed += 1 << 8 * other
            state.down[other, kind] = kept if state.down[other, kind] else 0
    sort_cards(state.deck, left)
    shuffle(state, state.deck, left)
    for other in range(state.players):
        for _ in range((owed >> 8 * other) & 255):
            left -= 1
            state.down[other, state.deck[left]] += 1
            state.deck[left] = NO_CARD


def sort_cards(deck: Any, left: int) -> None:
    """The first so many cards by kind: so nothing that comes of them tells where each had been."""
    at = 0
    for kind in range(KINDS):
        for i in range(at, left):
            if deck[i] == kind:
                deck[i] = deck[at]
                deck[at] = kind
                at += 1


_SEAT = "by seat, in turn order from the own one: "
LAYOUT = Layout(
    (
        "seats",
        (MOST_PLAYERS, 9 + DOORS + KINDS + TASKS),
        _SEAT
        + "there, Catcher, to act, on the board, x and y / 66 cm, caught, fish taken / 3, cards face down / 10; then fish "
        "on each door / 3, cards face up of each kind / 10, and each task card that is known to be there",
    ),
    ("cards", KINDS, "own cards face down of each kind, / 10; 0 in tournament scoring"),
    ("phase", 6, "1 at the kind of decision"),
    ("announced", TASKS, "1 at the task that is announced"),
    ("offers", (ROOMS, 3), "by orange line: 1 if it is offered, and its x and y / 66 cm"),
    ("round", 1, "number of the round, / all rounds"),
    ("turns", 1, "turns of this round, / the most there can be"),
    ("deck", 1, "cards in the deck, / all cards"),
    ("first", 1, "1 if the own next flick is the first of the round, or after a restart"),
    ("tries", 1, "tries made at the first flick, / all tries"),
    ("catches", 1, "catches so far at a table of two, / those that end the round"),
    ("was_out", 1, "1 if the turn ended outside or by too many tries"),
    ("placed", 1, "1 if the penguin was placed on an orange line in this turn"),
    ("scoring", 1, "the option scoring: 0 standard, 1 tournament"),
)
OBSERVED = LAYOUT.size


def observe(state: Any, seat: int, out: Any) -> None:
    """Seats in turn order from the own one: role, pose, fish, ID, cards; then own cards, phase, task, offers, the match."""
    school = 66 * STEPS
    at = 0
    for k in range(MOST_PLAYERS):
        who = (seat + k) % state.players
        there = 1 if k < state.players else 0
        standing = there == 1 and on_board(state, who)
        out[at] = there
        out[at + 1] = 1 if there == 1 and who == state.catcher else 0
        out[at + 2] = 1 if there == 1 and who == state.turn else 0
        out[at + 3] = 1 if standing else 0
        out[at + 4] = state.x[who] / school if standing else 0.0
        out[at + 5] = state.y[who] / school if standing else 0.0
        out[at + 6] = (state.caught >> who) & there
        out[at + 7] = there * state.collected[who] / FISH
        out[at + 8] = there * face_down(state, who) / 10
        at += 9
        for door in range(DOORS):
            out[at + door] = there * state.fish[who, door] / FISH
        at += DOORS
        for kind in range(KINDS):
            out[at + kind] = there * state.up[who, kind] / 10
        at += KINDS
        for task in range(TASKS):
            out[at + task] = there * ((state.known[who] >> task) & 1)
        at += TASKS
    for kind in range(KINDS):
        out[at + kind] = state.down[seat, kind] / 10 if state.scoring == STANDARD else 0.0
    at += KINDS
    for phase in range(6):
        out[at + phase] = 1 if state.phase == phase else 0
    at += 6
    for task in range(TASKS):
        out[at + task] = 1 if state.announced == task + 1 else 0
    at += TASKS
    for room in range(ROOMS):
        offered = state.offer_x[room] >= 0
        out[at] = 1 if offered else 0
        out[at + 1] = state.offer_x[room] / school if offered else 0.0
        out[at + 2] = state.offer_y[room] / school if offered else 0.0
        at += 3
    out[at] = state.round_no / rounds(state)
    out[at + 1] = state.turns / (state.turns_per_round_cap * state.players)
    out[at + 2] = state.deck_left / MOST_CARDS
    out[at + 3] = (state.first >> seat) & 1
    out[at + 4] = state.tries / TRIES
    out[at + 5] = state.catches / CATCHES_OF_TWO
    out[at + 6] = state.was_out
    out[at + 7] = state.placed
    out[at + 8] = state.scoring

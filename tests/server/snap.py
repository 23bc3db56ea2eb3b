"""Snap, a tiny game for tests of races: the leader turns a card, the first of the others to slap gets a point.

With four a card that nobody wants is followed by the next leader's at once.
"""

from __future__ import annotations

import sys

import msgspec

from parlour.core.bits import nth, size
from parlour.core.errors import BadMove
from parlour.core.game import Game, Move, Race, Told, View
from parlour.core.notes import note
from parlour.core.state import record

LEAD, RACE, OVER = range(3)
STAY, SLAP, TURN = range(3)
ACTIONS = 3
OBSERVED = 1
ROUNDS = 3
WINDOW = 900
TURNED, SLAPPED, LAPSED = range(3)

State = record(("phase", "i1"), ("round_no", "i1"), ("waiting", "i1"), ("score", "i1", (4,)))


def setup(state):
    state.phase, state.round_no, state.waiting = LEAD, 0, 0
    for seat in range(4):
        state.score[seat] = 0


def acting(state):
    return 1 << state.round_no % state.players if state.phase == LEAD else state.waiting if state.phase == RACE else 0


def legal(state, seat, moves):
    if state.phase == LEAD:
        moves[0] = TURN
        return 1
    moves[0], moves[1] = STAY, SLAP
    return 2


def apply(state, seat, action):
    if action == TURN:
        state.phase, state.waiting = RACE, ((1 << state.players) - 1) & ~(1 << seat)
        note(state, TURNED, seat)
        return
    state.waiting &= ~(1 << seat)
    if action == SLAP:
        state.score[seat] += 1
        note(state, SLAPPED, seat)
        state.waiting = 0
    elif state.waiting == 0:
        note(state, LAPSED, seat)
    if state.waiting == 0:
        state.round_no += 1
        state.phase = LEAD if state.round_no < ROUNDS else OVER
    if state.phase == LEAD and action == STAY and state.players == 4:
        state.phase, state.waiting = RACE, 15 & ~(1 << state.round_no)


def scores(state, out):
    for seat in range(state.players):
        out[seat] = state.score[seat]


def winners(state):
    best, won = -1, 0
    for seat in range(state.players):
        if state.score[seat] > best:
            best, won = state.score[seat], 0
        if state.score[seat] == best:
            won |= 1 << seat
    return won


def resample(state, seat): ...


def observe(state, seat, out):
    out[0] = state.phase


class Stay(Move, frozen=True): ...


class Slap(Move, frozen=True): ...


class Turn(Move, frozen=True): ...


class SnapView(View):
    phase: int
    score: list[int]


class Position(msgspec.Struct):
    players: int = 2
    options: dict[str, int] = {}


class Snap(Game):
    key, name, pitch, minutes, seats, version = "snap", "Snap", "Be quick.", 1, range(2, 5), 1
    prefix, turn_rule, over_rule = "SNP", "SNP-1", "SNP-2"
    rules = sys.modules[__name__]
    moves = (Stay, Slap, Turn)
    Position = Position
    told = {
        TURNED: Told("turned", "seat", "{seat} turns a card."),
        SLAPPED: Told("slapped", "seat", "{seat} is first."),
        LAPSED: Told("lapsed", "seat", "Nobody slaps."),
    }

    def number(self, move):
        return self.moves.index(type(move))

    def move(self, number):
        return self.moves[number]()

    def text(self, move, seat):
        return type(move).__name__.lower()

    def parse(self, text, seat):
        for kind in self.moves:
            if kind.__name__.lower() == text:
                return kind()
        raise BadMove("Write stay, slap or turn.")

    def view(self, state, seat) -> SnapView:
        who = acting(state)
        return SnapView(state.players, seat, [nth(who, k) for k in range(size(who))], state.phase, list(state.score))

    def why_not(self, state, seat, move):
        return "SNP-1", "Not now."

    def reason(self, state):
        return "three rounds are played"

    def word(self, field, value, names):
        return names[value]

    def place(self, position, state): ...

    def position_of(self, state):
        return Position(state.players)

    def problems(self, state):
        yield from ()

    def svg(self, view, names):
        return f"<svg>phase {view.phase}</svg>"

    def draw(self, view, names):
        return ""

    def race(self, state):
        return Race(WINDOW, STAY) if state.phase == RACE else None


GAME = Snap()

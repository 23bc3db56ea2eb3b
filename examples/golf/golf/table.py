"""Golf in words: moves, views, sentences, reasons, positions and a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from parlour.core.errors import BadMove, BadPosition
from parlour.core.game import Game, Move, Told, View
from parlour.core.options import Seat
from parlour.core.picture import box, group, picture, seat_chip, words
from parlour.core.state import State
from parlour.core.words import say
from golf import rules


class Lay(Move, frozen=True):
    """A card of the hand."""

    card: int


class GolfView(View):
    """One seat's table: its own hand and everything that lies open."""

    hand: list[int]
    hand_sizes: list[int]
    laid: list[list[int]]
    """What lies before each seat, in order."""
    deck: int
    score: list[int]


class GolfPosition(msgspec.Struct, forbid_unknown_fields=True):
    """Hands and what lies before each seat; all other cards are in the deck."""

    players: int
    hands: list[list[int]]
    laid: list[list[int]]
    turn: int = 0
    options: dict[str, Any] = {}


class Golf(Game):
    key, name, prefix, version = "golf", "Golf", "GOL", 1
    pitch = "Lay four cards. The highest sum wins."
    minutes, seats = 5, range(2, 5)
    turn_rule, over_rule, rules, moves = "GOL-3", "GOL-5", rules, (Lay,)
    Position = GolfPosition
    options = (Seat("first", "random", "GOL-R1", "Who begins."),)
    told = {
        rules.BEGAN: Told("began", "seat", "{seat} begins."),
        rules.LAID: Told("laid", "seat card", "{seat} lays {card}."),
        rules.DREW: Told("drew", "seat card", "{seat} draws {card}.", "{seat} draws a card.", {"card": ("seat",)}),
        rules.FINISHED: Told("finished", "", "Everybody has laid four cards."),
    }

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        return names[value] if field == "seat" else str(value)

    # Moves.

    def number(self, move: Lay) -> int:
        if not 1 <= move.card <= rules.NUMBERS:
            raise BadMove(say("There is no card {card}: they are 1 to {most}.", card=move.card, most=rules.NUMBERS))
        return move.card - 1

    def move(self, number: int) -> Lay:
        return Lay(number + 1)

    def text(self, move: Lay, seat: int) -> str:
        return str(move.card)

    def label(self, move: Lay, seat: int) -> str:
        return say("Lay {card}", card=move.card)

    def parse(self, text: str, seat: int) -> Lay:
        if not text.isascii() or not text.isdigit():
            raise BadMove(say("{text!r} is no move: write a card, such as 7.", text=text))
        return self.move(self.number(Lay(int(text[:4]))))

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        return "GOL-3", say("You have no {card} in your hand.", card=move.card)

    def reason(self, state: State) -> str:
        return say("everybody has laid four cards")

    # What is seen.

    def view(self, state: State, seat: int | None) -> GolfView:
        everybody = range(state.players)
        return GolfView(
            players=state.players,
            seat=seat,
            acting=[other for other in everybody if (rules.acting(state) >> other) & 1],
            hand=[] if seat is None else hand_of(state, seat),
            hand_sizes=[len(hand_of(state, other)) for other in everybody],
            laid=[laid_by(state, other) for other in everybody],
            deck=sum(state.deck),
            score=[rules.total(state, other) for other in everybody],
        )

    def svg(self, view: Any, names: Sequence[str]) -> str:
        rows = []
        for seat in range(view.players):
            rows.append(seat_chip(20, 30 + 110 * seat, seat, names[seat], str(view.score[seat]), turn=seat in view.acting))
            rows += [card(230 + 70 * place, 14 + 110 * seat, number) for place, number in enumerate(view.laid[seat])]
        hand = [card(20 + 70 * place, 30 + 110 * view.players, number) for place, number in enumerate(view.hand)]
        return picture(530, 150 + 110 * view.players, self.name, *rows, *hand)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        rows = [f"{names[seat]}: {' '.join(map(str, view.laid[seat]))}" for seat in range(view.players)]
        return say("{rows}\nIn hand: {hand}", rows="\n".join(rows), hand=" ".join(map(str, view.hand)))

    # Positions.

    def place(self, given: GolfPosition, state: State) -> None:
        if len(given.hands) != given.players or len(given.laid) != given.players:
            raise BadPosition("hands and laid have one list for each seat.")
        if not 0 <= given.turn < given.players:
            raise BadPosition(f"turn is a seat, 0 to {given.players - 1}.")
        state.turn = given.turn
        for number in range(rules.NUMBERS):
            state.deck[number] = rules.COPIES
        for seat, (hand, laid) in enumerate(zip(given.hands, given.laid, strict=True)):
            if len(laid) > rules.TURNS or not all(1 <= number <= rules.NUMBERS for number in [*hand, *laid]):
                raise BadPosition(f"A seat has laid four cards at most, and cards are 1 to {rules.NUMBERS}.")
            state.count[seat] = len(laid)
            for number in range(rules.NUMBERS):
                state.hand[seat, number] = hand.count(number + 1)
                if (left := state.deck[number] - hand.count(number + 1) - laid.count(number + 1)) < 0:
                    raise BadPosition(f"There are only {rules.COPIES} cards with number {number + 1}.")
                state.deck[number] = left
            for turn in range(rules.TURNS):
                state.laid[seat, turn] = laid[turn] if turn < len(laid) else 0

    def position_of(self, state: State) -> GolfPosition:
        everybody = range(state.players)
        hands, laid = [hand_of(state, seat) for seat in everybody], [laid_by(state, seat) for seat in everybody]
        return GolfPosition(state.players, hands, laid, state.turn, self.chosen(state))

    def problems(self, state: State) -> Iterator[str]:
        everybody = range(state.players)
        for number in range(rules.NUMBERS):
            seen = sum(state.hand[seat, number] + laid_by(state, seat).count(number + 1) for seat in everybody)
            if seen + state.deck[number] != rules.COPIES:
                yield f"there are not {rules.COPIES} cards with number {number + 1} (GOL-1)."
        for seat in everybody:
            if len(hand_of(state, seat)) != rules.HAND - (state.count[seat] == rules.TURNS):
                yield f"seat {seat} has not as many cards as it should (GOL-2, 4)."
            if not 0 <= state.count[seat] - state.count[state.turn] <= 1:
                yield f"seat {seat} has not laid as many cards as its turns were (GOL-3)."


def hand_of(state: State, seat: int) -> list[int]:
    """The numbers in a hand, sorted."""
    return [number + 1 for number in range(rules.NUMBERS) for _ in range(state.hand[seat, number])]


def laid_by(state: State, seat: int) -> list[int]:
    return [int(state.laid[seat, turn]) for turn in range(state.count[seat])]


def card(x: float, y: float, number: int) -> str:
    return group(x, y, box(0, 0, 60, 84, "#FFF8E8", stroke="#36202B"), words(30, 54, str(number), 30, anchor="middle"))

"""Golf in words: moves, views, sentences, reasons, positions and a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from golf import rules
from parlour.core.errors import BadMove, BadPosition
from parlour.core.game import Game, Move, Told, View
from parlour.core.options import Seat
from parlour.core.picture import box, group, picture, seat_chip, words
from parlour.core.state import State
from parlour.core.words import say


class Take(Move, frozen=True):
    """The open card."""


class Draw(Move, frozen=True):
    """A card from the deck."""


class Knock(Move, frozen=True):
    """Everybody else has one more turn."""


class Swap(Move, frozen=True):
    """For one of the own four cards: place 1 to 4."""

    place: int


class Discard(Move, frozen=True):
    """What was drawn."""


SIMPLE = {rules.TAKE: Take(), rules.DRAW: Draw(), rules.KNOCK: Knock(), rules.DISCARD: Discard()}


class GolfView(View):
    """One seat's table: the open card and all cards that it knows."""

    cards: list[list[int]]
    """The four cards of each seat, 0 for one that this viewer does not know."""
    top: int
    """The open card, 0 while somebody has taken it."""
    held: int
    """What was taken or drawn and has no place yet, 0 for nothing or for what this viewer has not seen."""
    holds: bool
    """Whether the seat on turn holds a card."""
    drawn: bool
    """Whether it came from the deck."""
    deck: int
    turns: list[int]
    knocked: int | None
    sums: list[int]
    """What the four cards of each seat come to, when all lie open."""


class GolfPosition(msgspec.Struct, forbid_unknown_fields=True):
    """The four cards of each seat, the places that their owners know, and the open card; the deck has all others."""

    players: int
    cards: list[list[int]]
    top: int
    known: list[list[int]] = []
    """By seat the places (1 to 4) that it has looked at; the first two if nothing is said."""
    shown: list[list[int]] = []
    """By seat the places that everybody knows: what was taken from the open pile."""
    turn: int = 0
    turns: list[int] = []
    held: int = 0
    drawn: bool = False
    knocked: int | None = None
    under: list[int] = []
    """What lies under the open card."""
    options: dict[str, Any] = {}


class Golf(Game):
    key, name, prefix, version = "golf", "Golf", "GOL", 1
    pitch = "Four cards face down. Exchange them for low ones before somebody knocks."
    minutes, seats = 10, range(2, 5)
    turn_rule, over_rule, rules, moves = "GOL-3", "GOL-7", rules, (Take, Draw, Knock, Swap, Discard)
    Position = GolfPosition
    options = (Seat("first", "random", "GOL-R1", "Who begins."),)
    told = {
        rules.BEGAN: Told("began", "seat card", "{seat} begins. The open card is {card}."),
        rules.TOOK: Told("took", "seat card", "{seat} takes the open {card}."),
        rules.DREW: Told("drew", "seat card", "{seat} draws {card}.", "{seat} draws a card.", {"card": ("seat",)}),
        rules.SWAPPED: Told("swapped", "seat place card", "{seat} puts it on place {place} and discards {card}."),
        rules.DISCARDED: Told("discarded", "seat card", "{seat} discards {card}."),
        rules.KNOCKED: Told("knocked", "seat", "{seat} knocks: one more turn for everybody else."),
        rules.COUNTED: Told("counted", "seat points", "{seat} has {points} points."),
    }

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        return names[value] if field == "seat" else str(value + (field == "place"))

    # Moves.

    def number(self, move: Any) -> int:
        if not isinstance(move, Swap):
            return next(number for number, simple in SIMPLE.items() if simple == move)
        if not 1 <= move.place <= rules.PLACES:
            raise BadMove(say("There is no place {place}: they are 1 to 4.", place=move.place))
        return rules.SWAP + move.place - 1

    def move(self, number: int) -> Move:
        return SIMPLE.get(number) or Swap(number - rules.SWAP + 1)

    def text(self, move: Any, seat: int) -> str:
        return f"swap {move.place}" if isinstance(move, Swap) else type(move).__name__.lower()

    def label(self, move: Any, seat: int) -> str:
        labels = {
            Take: say("Take the open card"),
            Draw: say("Draw a card"),
            Knock: say("Knock"),
            Discard: say("Discard it"),
        }
        return say("Put it on place {place}", place=move.place) if isinstance(move, Swap) else labels[type(move)]

    def parse(self, text: str, seat: int) -> Move:
        word, _, place = text.strip().lower().partition(" ")
        for move in SIMPLE.values():
            if not place and word == self.text(move, seat):
                return move
        if word == "swap" and place.isascii() and place.isdigit():
            return self.move(self.number(Swap(int(place[:4]))))
        raise BadMove(say("{text!r} is no move: write take, draw, knock, discard, or swap 2.", text=text))

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        if isinstance(move, Swap | Discard):
            if state.phase == rules.CHOOSE:
                return "GOL-3", say("You hold no card: take the open one or draw one first.")
            return "GOL-5", say("The open card was your choice: it takes one of your four places.")
        if state.phase == rules.EXCHANGE:
            return "GOL-4", say("You hold a card: put it on one of your four places first.")
        return "GOL-6", say("Somebody has knocked already.")

    def reason(self, state: State) -> str:
        return say("somebody knocked") if state.knocked >= 0 else say("everybody has had eight turns")

    # What is seen.

    def view(self, state: State, seat: int | None) -> GolfView:
        everybody = range(state.players)
        over = state.phase == rules.OVER
        sees = state.held and (not state.drawn or seat == state.turn)
        return GolfView(
            players=state.players,
            seat=seat,
            acting=[] if over else [state.turn],
            cards=[seen_of(state, other, seat) for other in everybody],
            top=state.top,
            held=state.held if sees else 0,
            holds=state.held > 0,
            drawn=bool(state.drawn),
            deck=sum(state.deck),
            turns=[state.count[other] for other in everybody],
            knocked=state.knocked if state.knocked >= 0 else None,
            sums=[rules.total(state, other) for other in everybody] if over else [],
        )

    def svg(self, view: Any, names: Sequence[str]) -> str:
        rows = []
        for seat in range(view.players):
            fact = str(view.sums[seat]) if view.sums else ""
            rows.append(seat_chip(20, 30 + 110 * seat, seat, names[seat], fact, turn=seat in view.acting))
            rows += [card(230 + 70 * place, 14 + 110 * seat, number) for place, number in enumerate(view.cards[seat])]
        middle = [card(20, 30 + 110 * view.players, 0)]
        middle += [card(90 + 70 * at, 30 + 110 * view.players, n) for at, n in enumerate((view.top, view.held)) if n]
        return picture(530, 150 + 110 * view.players, self.name, *rows, *middle)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        rows = [f"{names[seat]}: {' '.join(str(n or '?') for n in view.cards[seat])}" for seat in range(view.players)]
        return say("{rows}\nOpen: {top}\nIn hand: {held}", rows="\n".join(rows), top=view.top or "-", held=view.held or "-")

    # Positions.

    def place(self, given: GolfPosition, state: State) -> None:
        everybody = range(given.players)
        if len(given.cards) != given.players or any(len(four) != rules.PLACES for four in given.cards):
            raise BadPosition("cards has four cards for each seat.")
        if given.turn not in everybody or given.knocked not in (None, *everybody):
            raise BadPosition(f"turn, and knocked if somebody did, is a seat, 0 to {given.players - 1}.")
        numbers = [*(n for four in given.cards for n in four), *given.under, *(n for n in (given.top, given.held) if n)]
        if not all(1 <= number <= rules.NUMBERS for number in numbers):
            raise BadPosition(f"Cards are 1 to {rules.NUMBERS}.")
        for number in range(rules.NUMBERS):
            if (left := rules.COPIES - numbers.count(number + 1)) < 0:
                raise BadPosition(f"There are only {rules.COPIES} cards with number {number + 1}.")
            state.deck[number] = left
            state.under[number] = given.under.count(number + 1)
        state.top, state.held, state.drawn, state.turn = given.top, given.held, int(given.drawn), given.turn
        state.phase = rules.EXCHANGE if given.held else rules.CHOOSE
        state.knocked = rules.NOBODY if given.knocked is None else given.knocked
        for seat in everybody:
            state.count[seat] = given.turns[seat] if given.turns else 0
            known, shown = given.known[seat] if given.known else [1, 2], given.shown[seat] if given.shown else []
            for place in range(rules.PLACES):
                everyone = (1 << given.players) - 1 if place + 1 in shown else 0
                state.card[seat, place] = given.cards[seat][place]
                state.known[seat, place] = everyone | (1 << seat if place + 1 in known else 0)
        if state.count[state.turn] >= rules.TURNS or state.turn == state.knocked:
            state.phase = rules.OVER

    def position_of(self, state: State) -> GolfPosition:
        everybody, places = range(state.players), range(rules.PLACES)
        everyone = (1 << state.players) - 1
        return GolfPosition(
            players=state.players,
            cards=[[state.card[seat, place] for place in places] for seat in everybody],
            top=state.top,
            known=[[place + 1 for place in places if (state.known[seat, place] >> seat) & 1] for seat in everybody],
            shown=[[place + 1 for place in places if state.known[seat, place] == everyone] for seat in everybody],
            turn=state.turn,
            turns=[state.count[seat] for seat in everybody],
            held=state.held,
            drawn=bool(state.drawn),
            knocked=state.knocked if state.knocked >= 0 else None,
            under=[number + 1 for number in range(rules.NUMBERS) for _ in range(state.under[number])],
            options=self.chosen(state),
        )

    def problems(self, state: State) -> Iterator[str]:
        everybody = range(state.players)
        lie = [state.card[seat, place] for seat in everybody for place in range(rules.PLACES)] + [state.top, state.held]
        for number in range(rules.NUMBERS):
            if lie.count(number + 1) + state.deck[number] + state.under[number] != rules.COPIES:
                yield f"there are not {rules.COPIES} cards with number {number + 1} (GOL-1)."
        if (state.held > 0) != (state.phase == rules.EXCHANGE) or (state.drawn and not state.held):
            yield "who holds a card must find a place for it (GOL-4)."
        if not state.top and (not state.held or state.drawn):
            yield "a card lies open unless it has just been taken (GOL-2)."
        if any(not 0 <= state.count[seat] - state.count[state.turn] <= 1 for seat in everybody):
            yield "all have had as many turns, or one more (GOL-3)."
        if any(not 0 <= state.known[seat, place] < 1 << state.players for seat in everybody for place in range(rules.PLACES)):
            yield "only those who play know cards (GOL-9)."


def knows(state: State, other: int, place: int, seat: int | None) -> bool:
    """Whether a viewer knows a card: a spectator those that everybody knows."""
    who = int(state.known[other, place])
    return who == (1 << state.players) - 1 if seat is None else bool((who >> seat) & 1)


def seen_of(state: State, other: int, seat: int | None) -> list[int]:
    return [state.card[other, place] if knows(state, other, place, seat) else 0 for place in range(rules.PLACES)]


def card(x: float, y: float, number: int) -> str:
    fill = "#FFF8E8" if number else "#2F7D4F"
    face = [words(30, 54, str(number), 30, anchor="middle")] if number else []
    return group(x, y, box(0, 0, 60, 84, fill, stroke="#36202B"), *face)

"""Dokitto! Ice in words: moves, views, sentences and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from parlour.core.bits import size
from parlour.core.errors import BadMove
from parlour.core.game import Event, Game, Move, Outcome, Told, View
from parlour.core.options import Choice, Option, Seat, Switch
from parlour.core.state import State
from parlour.core.story import Tale
from parlour.core.words import either, say
from parlour.games.dokitto import picture, position, rules
from parlour.games.dokitto.position import DokittoPosition, card_name, card_number
from parlour.games.dokitto.story import story

FLAVOURS = (say("Strawberry"), say("Chocolate"), say("Matcha"), say("Grape"), say("Vanilla"))
LETTERS = "SCMGV"
CARDS = tuple(say("{flavour} {number}", flavour=f, number=n + 1) for f in FLAVOURS for n in range(rules.NUMBERS))
CARD = re.compile(r"(?:play\s+)?([a-z]+)\s*([0-9]+)", re.IGNORECASE)
TILE = re.compile(r"take\s+(?:a\s+)?([a-z]+)", re.IGNORECASE)


class Play(Move, frozen=True):
    """A card from the hand."""

    card: str


class Take(Move, frozen=True):
    """The top tile of a flavour's stack."""

    flavour: str


class Tub(msgspec.Struct, frozen=True):
    """A flavour's stack: tiles left, and whether its topping is still to be had."""

    left: int
    topping: bool


class Trick(msgspec.Struct, frozen=True):
    """Cards by seat, in play order from the leader."""

    leader: int
    cards: dict[int, str]
    winner: int | None
    """Who is ahead with the cards so far, or has won."""
    mixed: bool


class DokittoView(View):
    """One seat's table: its own hand and everything that lies open."""

    round: int
    choosing: bool
    hand: list[str]
    hand_sizes: list[int]
    leader: int
    trick: Trick | None
    past: list[Trick]
    tubs: dict[str, Tub]
    cones: list[list[str]]
    """The scoops of each seat from the bottom, as letters of flavours."""
    toppings: list[list[str]]
    out_of: list[list[str]]
    """The flavours that each seat has shown not to hold."""
    score: list[int]
    toppled: int | None
    """Whose tower lies there, when the match ended with a topple; before that a new round clears it away at once."""


def flavour_number(word: str) -> int:
    """The flavour that a word or its first letters mean."""
    for number, name in enumerate(FLAVOURS):
        if word and name.lower().startswith(word.lower()):
            return number
    raise BadMove(
        say(
            "There is no flavour {word!r}. The flavours are {flavours}; their first letter is enough.",
            word=word,
            flavours=", ".join(FLAVOURS),
        )
    )


@dataclass(frozen=True)
class Flavours(Option):
    """Fixed, random, or as many flavours as the number of players wants."""

    def encode(self, value: Any, players: int) -> int:
        if value in ("fixed", "random"):
            return rules.FIXED_FLAVOURS if value == "fixed" else rules.RANDOM_FLAVOURS
        letters = value if isinstance(value, str) else "".join(map(str, value)) if isinstance(value, list | tuple) else ""
        bits = sum(1 << LETTERS.index(letter) for letter in set(letters.upper().replace(",", "")) if letter in LETTERS)
        wanted = rules.FLAVOURS_FOR[players]
        if size(bits) != wanted or set(letters.upper()) - set(LETTERS + ","):
            raise self.refuse(value, say("{players} players need {wanted} flavours.", players=players, wanted=wanted))
        return bits

    def decode(self, number: int) -> str:
        if number <= 0:
            return "fixed" if number == rules.FIXED_FLAVOURS else "random"
        return "".join(LETTERS[flavour] for flavour in range(rules.FLAVOURS) if (number >> flavour) & 1)

    def labels(self) -> Mapping[str, str]:
        return {"fixed": say("always the same"), "random": say("drawn by chance")}

    def examples(self, players: int) -> list[Any]:
        return ["fixed", "random", LETTERS[-rules.FLAVOURS_FOR[players] :]]

    def choices(self) -> str:
        return say("fixed, random, or the first letters of the flavours, such as SMG")


class Dokitto(Game):
    key = "dokitto"
    name = "Dokitto! Ice"
    pitch = "Win tricks to stack three scoops on your cone. The fourth one topples it."
    minutes = 20
    seats = range(2, 6)
    version = 2
    prefix = "DOK"
    round_field = "round_no"
    decisive = frozenset({"highest", "lowest", "later", "starred", "toppled"})
    turn_rule = "DOK-15"
    over_rule = "DOK-38"
    options = (
        Seat("first_lead", "random", "DOK-R9", "Who leads the first trick."),
        Choice(
            "next_lead",
            "last_winner",
            "DOK-R3",
            "Who leads the next round.",
            {
                "last_winner": say("the winner of the last trick"),
                "clockwise": say("the seat after this round's leader"),
                "random": say("chance decides"),
            },
        ),
        Flavours("flavours", "fixed", "DOK-R10", "Which flavours are in the game."),
        Switch("show_history", True, "DOK-R13", "Show all tricks of the round, not only the last one."),
        Switch("round_cap", True, "DOK-R11", "The game ends after 40 rounds at the latest.", printed=False),
    )
    rules = rules
    moves = (Play, Take)
    Position = DokittoPosition
    told = {
        rules.ROUND: Told("round", "round seat", "Round {round}: {seat} leads."),
        rules.LED: Told("led", "seat card", "{seat} leads {card}."),
        rules.FOLLOWED: Told("followed", "seat card", "{seat} follows with {card}."),
        rules.DISCARDED: Told("discarded", "seat card flavour", "{seat} has no {flavour} and plays {card}."),
        rules.HIGHEST: Told("highest", "seat card", "{seat} wins with {card}, the highest."),
        rules.LOWEST: Told("lowest", "seat card", "The trick is mixed: {seat} wins with {card}, the lowest."),
        rules.LATER: Told(
            "later",
            "seat card",
            "Mixed, and the lowest number came more than once: the later card wins, so {seat} with {card}.",
        ),
        rules.TOOK: Told("took", "seat flavour scoops", "{seat} takes a {flavour} scoop ({scoops} of 3)."),
        rules.STARRED: Told("starred", "seat flavour", "A star! The {flavour} topping goes to {seat}."),
        rules.TOPPLED: Told("toppled", "seat", "{seat} topples: a fourth scoop. The round is over and scores 0 for {seat}."),
        rules.SCORED: Told("scored", "seat points total", "{seat} scores {points} and has {total}."),
        rules.FINISHED: Told("finished", "round", "The game is over after round {round}."),
    }

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        if field == "seat":
            return names[value]
        if field == "card":
            return CARDS[value]
        return FLAVOURS[value] if field == "flavour" else str(value)

    # Moves.

    def number(self, move: Play | Take) -> int:
        return card_number(move.card) if isinstance(move, Play) else rules.TAKE + flavour_number(move.flavour)

    def move(self, number: int) -> Move:
        return Play(card_name(number)) if number < rules.TAKE else Take(FLAVOURS[number - rules.TAKE].lower())

    def text(self, move: Play | Take, seat: int) -> str:
        return move.card if isinstance(move, Play) else f"take {move.flavour}"

    def label(self, move: Play | Take, seat: int) -> str:
        if isinstance(move, Play):
            return CARDS[card_number(move.card)]
        return say("Take {flavour}", flavour=FLAVOURS[flavour_number(move.flavour)])

    def parse(self, text: str, seat: int) -> Move:
        if tile := TILE.fullmatch(text):
            return self.move(rules.TAKE + flavour_number(tile[1]))
        if card := CARD.fullmatch(text):
            return self.move(card_number(f"{LETTERS[flavour_number(card[1])]}{card[2]}"))
        raise BadMove(say("{text!r} is no move. Write a card as S7 or strawberry 7, a scoop as take matcha.", text=text))

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        if state.phase == rules.CHOOSE:
            choice = either([FLAVOURS[f] for f in range(rules.FLAVOURS) if (rules.tile_choices(state) >> f) & 1])
            if isinstance(move, Play):
                return "DOK-23", say("You won the trick and must take a scoop first. Take {choice}.", choice=choice)
            flavour = FLAVOURS[flavour_number(move.flavour)]
            if not (state.in_play >> flavour_number(move.flavour)) & 1:
                return "DOK-02", say("{flavour} is not in this game.", flavour=flavour)
            if state.stack[flavour_number(move.flavour)] == 0:
                return "DOK-25", say("There is no scoop of {flavour} left. Take {choice}.", flavour=flavour, choice=choice)
            return "DOK-25", say("{flavour} is not in this trick. Take {choice}.", flavour=flavour, choice=choice)
        if isinstance(move, Take):
            return "DOK-13", say("A scoop is for the winner of a trick. Now play a card.")
        card = card_number(move.card)
        own, led = card // rules.NUMBERS, rules.led_flavour(state)
        if not (state.hand[seat, own] >> card % rules.NUMBERS) & 1:
            if not (state.in_play >> own) & 1:
                return "DOK-02", say("{flavour} is not in this game.", flavour=FLAVOURS[own])
            return "DOK-15", say("{card} is not in your hand.", card=CARDS[card])
        return "DOK-16", say("{flavour} was led and you hold {flavour}, so you must follow.", flavour=FLAVOURS[led])

    # What is seen.

    def view(self, state: State, seat: int | None) -> DokittoView:
        players = range(state.players)
        past = [self._past(state, number) for number in range(state.tricks)]
        playing = state.phase != rules.OVER
        return DokittoView(
            players=state.players,
            seat=seat,
            acting=[state.turn] if playing else [],
            round=state.round_no,
            choosing=state.phase == rules.CHOOSE,
            hand=[] if seat is None else position.hand_cards(state, seat),
            hand_sizes=[len(position.hand_cards(state, other)) for other in players],
            leader=state.leader,
            trick=self._trick(state, state.leader, list(state.trick)) if state.played else None,
            past=past if state.show_history else past[-1:],
            tubs={
                LETTERS[f]: Tub(state.stack[f], state.topping[f] < 0) for f in range(rules.FLAVOURS) if (state.in_play >> f) & 1
            },
            cones=[[LETTERS[state.cone[s, place]] for place in range(state.scoops[s])] for s in players],
            toppings=[[LETTERS[f] for f in range(rules.FLAVOURS) if state.topping[f] == s] for s in players],
            out_of=[
                [LETTERS[f] for f in range(rules.FLAVOURS) if (state.void[s] >> f) & 1] if state.show_history else []
                for s in players
            ],
            score=[state.score[s] for s in players],
            # Every trick brings a scoop but the one that topples, and its winner leads on.
            toppled=state.leader if not playing and state.tricks > sum(state.scoops[s] for s in players) else None,
        )

    def _past(self, state: State, number: int) -> Trick:
        return self._trick(state, state.past_leader[number], [state.past[number, s] for s in range(rules.SEATS)])

    def _trick(self, state: State, leader: int, cards: list[int]) -> Trick:
        order = [(leader + step) % state.players for step in range(state.players)]
        played = [seat for seat in order if cards[seat] >= 0]
        numbers = {seat: cards[seat] % rules.NUMBERS for seat in played}
        mixed = len({cards[seat] // rules.NUMBERS for seat in played}) > 1
        best = min(reversed(played), key=lambda s: numbers[s]) if mixed else max(played, key=lambda s: numbers[s])
        return Trick(leader, {seat: card_name(cards[seat]) for seat in played}, best, mixed)

    def reason(self, state: State) -> str:
        if max(list(state.score)[: state.players]) < rules.TARGET:
            return say("{rounds} rounds are played", rounds=rules.MOST_ROUNDS)
        return say("somebody has {target} points or more", target=rules.TARGET)

    def story(self, events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
        return story(events, outcome, names, CARDS.__getitem__)

    def svg(self, view: Any, names: Sequence[str]) -> str:
        return picture.svg(view, names)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        return picture.draw(view, names)

    # Positions.

    def place(self, given: DokittoPosition, state: State) -> None:
        position.place(given, state)

    def position_of(self, state: State) -> DokittoPosition:
        return position.position_of(state, self.chosen(state))

    def problems(self, state: State) -> Iterator[str]:
        return position.problems(state)

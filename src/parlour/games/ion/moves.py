"""The moves of ION: typed, numbered and written, each one by one into the others."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from typing import Any

from parlour.core.errors import BadMove
from parlour.core.game import Move
from parlour.core.words import say, who
from parlour.games.ion import record
from parlour.games.ion.cards import (
    BLOCK,
    BY_ID,
    CARDS,
    DECK,
    DOT,
    DOUBLE_JOKER,
    FIRST_BLOCK,
    FIRST_SHIFT,
    JOKER,
    SHIFT,
    TYPE_NAMES,
)


class Play(Move, frozen=True):
    """A card from the hand."""

    card: str


class Slap(Move, frozen=True):
    """A card laid in a race."""

    card: str


class Give(Move, frozen=True):
    """A card as a gift for the next player."""

    card: str


class Block(Move, frozen=True):
    """A Block against the action that is aimed at you."""

    card: str


class Shift(Move, frozen=True):
    """A Shift that moves the action on."""

    card: str


class Draw(Move, frozen=True):
    """Draw a card."""


class Keep(Move, frozen=True):
    """Keep the card that was just drawn."""


class Pass(Move, frozen=True):
    """Only when there is nothing to play and nothing to draw."""


class Accept(Move, frozen=True):
    """Let the action happen."""


class Stay(Move, frozen=True):
    """Stay out of a race."""


class Next(Move, frozen=True):
    """Punish the next player."""


class Previous(Move, frozen=True):
    """Punish the previous player."""


class Call(Move, frozen=True):
    """The number that a Double Joker asks for."""

    number: int


class Challenge(Move, frozen=True):
    """The seat to challenge."""

    seat: int


class PickTwo(Move, frozen=True):
    """The challenger's two numbers."""

    low: int
    high: int


class PickOne(Move, frozen=True):
    """The challenged player's number."""

    number: int


WITH_CARD: dict[type[Move], int] = {Play: record.PLAY, Slap: record.SLAP, Give: record.GIVE}
PLAIN: dict[type[Move], int] = {
    Draw: record.DRAW,
    Keep: record.KEEP,
    Pass: record.PASS,
    Accept: record.ACCEPT,
    Stay: record.STAY,
    Next: record.NEXT,
    Previous: record.PREVIOUS,
}
ALSO: dict[type[Move], str] = {Stay: "stay out", Draw: "draw a card", Keep: "keep it", Accept: "accept it"}
KINDS: dict[str, type[Any]] = {"play": Play, "slap": Slap, "give": Give, "block": Block, "shift": Shift}
BUTTONS: dict[type[Move], str] = {
    Draw: say("Draw"),
    Keep: say("Keep"),
    Pass: say("Pass"),
    Accept: say("Accept"),
    Stay: say("Stay out"),
    Next: say("Next"),
    Previous: say("Previous"),
}
PAIRS = [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]
ENOUGH = say(
    "Write a card (d36a, PLA26), draw, keep, pass, accept, block with BLK15, shift with SHF26, slap d24a, stay, give d34a, "
    "call 6, next, previous, challenge player 3, pick 1 6 or pick 2."
)

CARD_MOVE = re.compile(
    r"(?:(play|slap|give|block|shift)\s+)?(?:with\s+|a\s+)?([a-z]+\s*[0-9]*\s*\|?\s*[0-9]*[ab]?)", re.IGNORECASE
)
NUMBERED = re.compile(
    r"(call|pick|challenge)\s+(?:a\s+|seat\s+|(player)\s+)?([0-9]{1,3})(?:[\s,]+(?:and\s+)?([0-9]{1,3}))?", re.IGNORECASE
)


@cache
def label(card: int) -> str:
    """A card in words: `3|6`, `Punish 2|4`, `Joker 3`, `Double Joker`."""
    c = DECK[card]
    if c.type == DOUBLE_JOKER:
        return say("Double Joker")
    if c.type == JOKER:
        return say("Joker {number}", number=c.b)
    return f"{c.a}|{c.b}" if c.type == DOT else say("{action} {a}|{b}", action=TYPE_NAMES[c.type], a=c.a, b=c.b)


def button(move: Any) -> str:
    """A move in a few words."""
    match move:
        case Play(card):
            return label(BY_ID[card])
        case Block(card):
            return say("Block with {card}", card=label(BY_ID[card]))
        case Shift(card):
            return say("Shift with {card}", card=label(BY_ID[card]))
        case Slap(card):
            return say("Slap {card}", card=label(BY_ID[card]))
        case Give(card):
            return say("Give {card}", card=label(BY_ID[card]))
        case Call(number):
            return say("Call {number}", number=number)
        case Challenge(target):
            return say("Challenge {name}", name=who(target))
        case PickTwo(low, high):
            return say("Pick {low} and {high}", low=low, high=high)
        case PickOne(number):
            return say("Pick {number}", number=number)
    return BUTTONS[type(move)]


def read_card(text: str) -> str:
    """A card's id from something close to it."""
    tight = re.sub(r"[\s|]", "", text)
    for known in (tight, tight.upper(), tight.lower()):
        if known in BY_ID:
            return known
    if re.fullmatch(r"d[1-6][1-6]", tight.lower()) and f"{tight.lower()}a" in BY_ID:
        raise BadMove(say("There are two cards {card}: write {card}a or {card}b.", card=tight.lower()))
    near = get_close_matches(tight, [id.lower() for id in BY_ID], 1)
    if near:
        raise BadMove(
            say("There is no card {card!r}. Did you mean {near}? {how}", card=text, near=read_card(near[0]), how=ENOUGH)
        )
    raise BadMove(say("There is no card {card!r}. {how}", card=text, how=ENOUGH))


def number(move: Any) -> int:
    """The number of a move (see rules.py)."""
    kind = type(move)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in WITH_CARD:
        return WITH_CARD[kind] + _card(move.card)
    if kind is Block:
        return record.BLOCK_WITH + _card(move.card, BLOCK) - FIRST_BLOCK
    if kind is Shift:
        return record.SHIFT_WITH + _card(move.card, SHIFT) - FIRST_SHIFT
    if kind is Challenge:
        if not 0 <= move.seat < record.SEATS:
            raise BadMove(say("There is no {name} at this table.", name=who(move.seat)))
        return record.CHALLENGE_SEAT + int(move.seat)
    if kind is PickTwo:
        if (move.low, move.high) not in PAIRS:
            raise BadMove(
                say(
                    "Pick two different numbers from 1 to 6, the lower one first, not {low} and {high}.",
                    low=move.low,
                    high=move.high,
                )
            )
        return record.PICK_TWO + PAIRS.index((move.low, move.high))
    if not 1 <= move.number <= 6:
        raise BadMove(say("There is no number {number}: numbers go from 1 to 6.", number=move.number))
    return int((record.CALL if kind is Call else record.PICK_ONE) + move.number - 1)


def _card(card: str, type: int | None = None) -> int:
    if card not in BY_ID:
        raise BadMove(say("There is no card {card!r}. {how}", card=card, how=ENOUGH))
    if type is not None and DECK[BY_ID[card]].type != type:
        raise BadMove(say("{card} is no {action}.", card=label(BY_ID[card]), action=TYPE_NAMES[type]))
    return BY_ID[card]


def move(number: int) -> Move:
    """The move of a number."""
    for kind, base in WITH_CARD.items():
        if base <= number < base + CARDS:
            return kind(DECK[number - base].id)
    for plain_kind, own in PLAIN.items():
        if number == own:
            return plain_kind()
    if number < record.SHIFT_WITH:
        return Block(DECK[FIRST_BLOCK + number - record.BLOCK_WITH].id)
    if number < record.DRAW:
        return Shift(DECK[FIRST_SHIFT + number - record.SHIFT_WITH].id)
    if number < record.CHALLENGE_SEAT:
        return Call(number - record.CALL + 1)
    if number < record.PICK_TWO:
        return Challenge(number - record.CHALLENGE_SEAT)
    if number < record.PICK_ONE:
        return PickTwo(*PAIRS[number - record.PICK_TWO])
    return PickOne(number - record.PICK_ONE + 1)


def text(move: Any) -> str:
    """A move as a player would type it."""
    match move:
        case Play(card):
            return str(card)
        case Block(card) | Shift(card):
            return f"{type(move).__name__.lower()} with {card}"
        case Slap(card) | Give(card):
            return f"{type(move).__name__.lower()} {card}"
        case Call(number):
            return f"call {number}"
        case Challenge(target):
            return f"challenge player {target + 1}"
        case PickTwo(low, high):
            return f"pick {low} {high}"
        case PickOne(number):
            return f"pick {number}"
    return type(move).__name__.lower()


def parse(text: str) -> Move:
    """The move that a text means; tolerant of case, spaces and small words."""
    lowered = " ".join(text.lower().split())
    for kind in PLAIN:
        if lowered in (kind.__name__.lower(), ALSO.get(kind)):
            return kind()
    meant: Any = None
    if found := NUMBERED.fullmatch(lowered):
        word, first, second = found[1], int(found[3]) - bool(found[2]), found[4]
        if word == "pick" and second is not None:
            meant = PickTwo(*sorted((first, int(second))))
        elif second is None:
            meant = {"call": Call, "pick": PickOne, "challenge": Challenge}[word](first)
    elif found := CARD_MOVE.fullmatch(lowered):
        meant = KINDS[found[1] or "play"](read_card(found[2]))
    if meant is None:
        raise BadMove(say("{text!r} is no move. {how}", text=text, how=ENOUGH))
    return move(number(meant))

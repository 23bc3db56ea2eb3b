"""The moves of West Van Soft: typed, numbered, and as players write them. Melts are the 1st to the 5th; players are counted
from 1 where people write, seats from 0 where programs do."""

from __future__ import annotations

import re
from typing import Any

from parlour.core.errors import BadMove, one_of
from parlour.core.game import Move
from parlour.core.words import say, who
from parlour.games.westvan import record
from parlour.games.westvan.cards import (
    BURN,
    CARDS,
    FIRST_SCOOP,
    FIRST_TOPPING,
    INGREDIENTS,
    KINDS,
    MELTS,
    NUMBER,
    PLACES,
    SCOOPS,
    SEATS,
)

CONE_KINDS, SCOOP_KINDS, TOPPING_KINDS = (
    range(FIRST_SCOOP),
    range(FIRST_SCOOP, FIRST_TOPPING),
    range(FIRST_TOPPING, INGREDIENTS),
)
ALL_KINDS = range(KINDS)
PAIRS = [(one, two) for two in range(SEATS) for one in range(two)]
ORDINALS = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"))
HOW = say(
    "Write start waffle+mint, scoop mango on own 2nd melt, top cherry on player 3's 1st melt, pass, give lemon, discard cup, "
    "keep mint, swap player 1 and player 3, dog keep, dog discard or ask."
)
PLACE = re.compile(
    r"(.+?)\s+(?:on(?:to)?|to)\s+(?:(own|my|mine|your)|(seat|p|player)\s*(\d+)(?:'s|’s|s)?)?\s*(?:melt\s*)?#?(\d+)(?:st|nd|rd|th)?(?:\s+melt)?"
)


class Pass(Move, frozen=True):
    """Play nothing."""


class Start(Move, frozen=True):
    """A new melt in the own flight."""

    cone: str
    scoop: str


class Scoop(Move, frozen=True):
    """A scoop on an open melt; `melt` counts from 0."""

    scoop: str
    seat: int
    melt: int


class Top(Move, frozen=True):
    """A topping on an open melt; `melt` counts from 0."""

    topping: str
    seat: int
    melt: int


class Give(Move, frozen=True):
    """A card to the next player."""

    card: str


class Discard(Move, frozen=True):
    """A card onto the discard pile."""

    card: str


class Keep(Move, frozen=True):
    """A card of the tray into the freezer."""

    card: str


class Swap(Move, frozen=True):
    """Two players exchange characters."""

    one: int
    two: int


class Dog(Move, frozen=True):
    """The dog gets the freezer; `keep` or `discard` Freezer burn."""

    burn: str


class Ask(Move, frozen=True):
    """Whose turn is it?"""


MOVES = (Pass, Start, Scoop, Top, Give, Discard, Keep, Swap, Dog, Ask)


def ordinal(melt: int) -> str:
    return ORDINALS[melt]


def kind(word: str, kinds: range) -> int:
    """The kind that a word, a name or its beginning means, among those that fit."""
    wanted = re.sub(r"[^a-z]+", " ", word.lower().removeprefix("a ").removeprefix("the ")).strip()
    for number in kinds:
        if wanted in (CARDS[number].word, re.sub(r"[^a-z]+", " ", CARDS[number].name.lower())):
            return number
    near = [
        n for n in kinds if len(wanted) > 2 and (CARDS[n].word.startswith(wanted) or CARDS[n].name.lower().startswith(wanted))
    ]
    if len(near) == 1:
        return near[0]
    known = one_of(wanted, [CARDS[number].word for number in kinds])
    raise BadMove(say("{word!r} does not fit here. {known}", word=word, known=known))


def number(move: Any) -> int:
    if isinstance(move, Start):
        return record.START + SCOOPS * kind(move.cone, CONE_KINDS) + kind(move.scoop, SCOOP_KINDS) - FIRST_SCOOP
    if isinstance(move, Scoop):
        return record.SCOOP + PLACES * (kind(move.scoop, SCOOP_KINDS) - FIRST_SCOOP) + _place(move.seat, move.melt)
    if isinstance(move, Top):
        return record.TOP + PLACES * (kind(move.topping, TOPPING_KINDS) - FIRST_TOPPING) + _place(move.seat, move.melt)
    if isinstance(move, Give):
        return record.GIVE + kind(move.card, ALL_KINDS)
    if isinstance(move, Discard):
        return record.DISCARD + kind(move.card, ALL_KINDS)
    if isinstance(move, Keep):
        return record.KEEP_KIND + kind(move.card, ALL_KINDS)
    if isinstance(move, Swap):
        pair = (min(move.one, move.two), max(move.one, move.two))
        if pair not in PAIRS:
            raise BadMove(
                say("Change of tastes names two different players, not {one} and {two}.", one=who(move.one), two=who(move.two))
            )
        return record.SWAP_PAIR + PAIRS.index(pair)
    if isinstance(move, Dog):
        if move.burn not in ("keep", "discard"):
            raise BadMove(say("Write dog keep or dog discard, not dog {burn}.", burn=move.burn))
        return record.SPARE if move.burn == "keep" else record.FEED
    return record.ASK if isinstance(move, Ask) else record.PASS


def _place(seat: int, melt: int) -> int:
    if seat not in range(SEATS) or melt not in range(MELTS):
        raise BadMove(
            say("There is no such melt: players are numbered from 1 to {last}, melts are the 1st to the 5th.", last=SEATS)
        )
    return MELTS * seat + melt


def move(number: int) -> Move:
    if number < record.START:
        return Pass()
    if number < record.SCOOP:
        cone, scoop = divmod(number - record.START, SCOOPS)
        return Start(CARDS[cone].word, CARDS[FIRST_SCOOP + scoop].word)
    if number < record.TOP:
        scoop, place = divmod(number - record.SCOOP, PLACES)
        return Scoop(CARDS[FIRST_SCOOP + scoop].word, *divmod(place, MELTS))
    if number < record.GIVE:
        topping, place = divmod(number - record.TOP, PLACES)
        return Top(CARDS[FIRST_TOPPING + topping].word, *divmod(place, MELTS))
    if number < record.DISCARD:
        return Give(CARDS[number - record.GIVE].word)
    if number < record.KEEP_KIND:
        return Discard(CARDS[number - record.DISCARD].word)
    if number < record.SWAP_PAIR:
        return Keep(CARDS[number - record.KEEP_KIND].word)
    if number < record.FEED:
        return Swap(*PAIRS[number - record.SWAP_PAIR])
    return Ask() if number == record.ASK else Dog("keep" if number == record.SPARE else "discard")


def text(move: Any, seat: int) -> str:
    """A move as its player would type it."""
    if isinstance(move, Start):
        return f"start {move.cone}+{move.scoop}"
    if isinstance(move, Scoop | Top):
        owner = "own" if move.seat == seat else f"player {move.seat + 1}'s"
        card = f"scoop {move.scoop}" if isinstance(move, Scoop) else f"top {move.topping}"
        return f"{card} on {owner} {ordinal(move.melt)} melt"
    if isinstance(move, Give | Discard | Keep):
        return f"{type(move).__name__.lower()} {move.card}"
    if isinstance(move, Swap):
        return f"swap player {move.one + 1} and player {move.two + 1}"
    if isinstance(move, Dog):
        return f"dog {move.burn}"
    return "ask" if isinstance(move, Ask) else "pass"


def label(move: Any, seat: int) -> str:
    """A move in a few words, for a button."""
    match move:
        case Start(cone, scoop):
            return say("Start {cone} with {scoop}", cone=name(cone), scoop=name(scoop))
        case Scoop(card, owner, melt) | Top(card, owner, melt):
            if owner == seat:
                return say("{card} on your {melt} melt", card=name(card), melt=ordinal(melt))
            return say("{card} on {owner}'s {melt} melt", card=name(card), melt=ordinal(melt), owner=who(owner))
        case Give(card):
            return say("Give {card}", card=name(card))
        case Discard(card):
            return say("Discard {card}", card=name(card))
        case Keep(card):
            return say("Keep {card}", card=name(card))
        case Swap(one, two):
            return say("{one} and {two} swap", one=who(one), two=who(two))
        case Dog("keep"):
            return say("Keep Freezer burn from the dog")
        case Dog():
            return say("Everything for the dog")
    return say("Ask whose turn it is") if isinstance(move, Ask) else say("Pass")


def name(word: str) -> str:
    """The printed name of a card."""
    return CARDS[NUMBER[word]].name


def parse(text: str, seat: int) -> Move:
    """The move that a text means; raises BadMove with the way to write it."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if verb in ("pass", "skip") and not rest:
        return Pass()
    if verb in ("ask", "whose", "who", "who's"):
        return Ask()
    if verb in ("start", "new") and rest:
        return _parse_start(rest.removeprefix("melt "))
    if verb in ("scoop", "top", "add", "put") and rest:
        return _parse_on(verb, rest, seat)
    if verb in ("give", "hand", "pass") and rest:
        return Give(CARDS[kind(rest, ALL_KINDS)].word)
    if verb in ("discard", "throw", "bin") and rest:
        return Discard(CARDS[kind(rest, ALL_KINDS)].word)
    if verb in ("keep", "take") and rest:
        return Keep(CARDS[kind(rest, ALL_KINDS)].word)
    if verb == "swap" and (seats := [int(seat) for seat in re.findall(r"\d+", rest)]) and len(seats) == 2:
        first = 1 if "player" in rest else 0
        return moved(number(Swap(seats[0] - first, seats[1] - first)))
    if verb == "dog" and rest.split(" ")[0] in ("keep", "discard"):
        return Dog(rest.split(" ")[0])
    raise BadMove(say("{text!r} is no move of West Van Soft. {how}", text=text, how=HOW))


moved = move


def _parse_start(rest: str) -> Move:
    parts = [part for part in re.split(r"\s*(?:\+|,|&|\band\b|\bwith\b)\s*", rest) if part]
    words = rest.split()
    # Without a sign between them the two cards part at any space that makes sense of both sides.
    splits = [parts] if len(parts) == 2 else [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]
    for cone, scoop in splits:
        try:
            return Start(CARDS[kind(cone, CONE_KINDS)].word, CARDS[kind(scoop, SCOOP_KINDS)].word)
        except BadMove as wrong:
            if len(splits) == 1:
                raise BadMove(
                    say("A melt starts with a cone and a scoop, as in start waffle+mint. {wrong}", wrong=wrong.args[0])
                ) from None
    raise BadMove(say("A melt starts with a cone and a scoop, as in start waffle+mint, not {text!r}.", text=rest))


def _parse_on(verb: str, rest: str, seat: int) -> Move:
    found = PLACE.fullmatch(rest)
    if not found or (found[2] is None and found[3] is None):
        raise BadMove(say("Say on which melt, as in {verb} mango on own 2nd melt or on player 3's 1st melt.", verb=verb))
    kinds = {"scoop": SCOOP_KINDS, "top": TOPPING_KINDS}.get(verb, range(FIRST_SCOOP, INGREDIENTS))
    card = kind(found[1], kinds)
    owner = seat if found[2] else int(found[4]) - (found[3] == "player")
    melt = int(found[5]) - 1
    _place(owner, melt)
    return Scoop(CARDS[card].word, owner, melt) if card in SCOOP_KINDS else Top(CARDS[card].word, owner, melt)


def is_burn(word: str) -> bool:
    return kind(word, ALL_KINDS) == BURN

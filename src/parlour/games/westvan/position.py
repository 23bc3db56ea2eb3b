"""Positions of West Van Soft: everything on and under the table as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.core.errors import BadPosition, one_of
from parlour.core.state import State
from parlour.games.westvan import memory, piles, record, rules, scoring
from parlour.games.westvan.cards import (
    BUDGE,
    BURN,
    CARDS,
    CHARACTERS,
    CONES,
    DAYS,
    DECK,
    FIRST_TOPPING,
    INGREDIENTS,
    KINDS,
    MELTS,
    MOST_SCOOPS,
    NOBODY,
    NOTHING,
    NUMBER,
    OVER,
    PASSED_CYCLES,
    SEATS,
    TRAY,
)

PHASES = ("keep", "swap", "dog", "play", "lose", "over")
TURNS = ("opening", "middle", "closing")
MODES = ("delivery", "self-serve")
CHARACTER = {character.name.removeprefix("The ").lower(): number for number, character in enumerate(CHARACTERS)}
CHARACTER_WORDS = list(CHARACTER)


class Melt(msgspec.Struct, forbid_unknown_fields=True):
    """An ice cream from the bottom: a cone, scoops, and a topping once it is complete."""

    cone: str
    scoops: list[str]
    topping: str | None = None


class Memory(msgspec.Struct, forbid_unknown_fields=True):
    """What the seats know of hidden cards (memory.py). A row for each seat; `odds`, `deck` and `tray` have one more, for
    the public."""

    known: list[dict[int, list[str]]]
    """Cards that a seat is certain of, by the neighbour who holds them."""
    most_cones: list[list[int | None]]
    odds: list[list[int]]
    deck: list[bool]
    tray: list[list[bool]]
    characters: list[list[int]]
    """By seat: who knows its character."""


class WestVanPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position. Cards are the words that players type; `deck` begins with the next card to be drawn, and cards that
    are named nowhere lie under it. They and the last `loose` of the named ones are in no order: chance says which of them
    is drawn. `discards` begins with the oldest. Without `memory` nobody knows anything but their own cards and the public
    ones."""

    players: int
    freezers: list[list[str]]
    characters: list[str]
    current: int
    scooper: int
    flights: list[list[Melt]] = []
    deck: list[str] = []
    loose: int = 0
    discards: list[str] = []
    turn: str = "middle"
    phase: str = "play"
    tray: list[str] = []
    resolving: int | None = None
    """The place on the tray, 0 or 1, of the action that waits for a decision."""
    queue: list[str] = []
    """Actions that the scooper drew for a freezer and that are played next, the earliest first (WVS-R6)."""
    clockwise: bool = True
    mode: str = "delivery"
    passes: int = 0
    day: int = 1
    opener: int = 0
    """Day 1's first scooper."""
    used: list[str] = []
    """Characters of the days before."""
    earned: list[list[int]] = []
    """Points by finished day and seat."""
    may_ask: list[int] | None = None
    memory: Memory | None = None
    options: dict[str, Any] = {}


def kind_of(word: str, kinds: range = range(len(CARDS))) -> int:
    if word in NUMBER and NUMBER[word] in kinds:
        return NUMBER[word]
    raise BadPosition(f"{word!r} is no card that can lie here. {one_of(word, [CARDS[kind].word for kind in kinds])}")


def character_of(word: str) -> int:
    if word in CHARACTER:
        return CHARACTER[word]
    raise BadPosition(f"{word!r} is no character. {one_of(word, CHARACTER_WORDS)}")


# Into a record.


def place(given: WestVanPosition, state: State) -> None:
    """Put a position into a record that has been set up."""
    _check_shape(given, state)
    _check_cards(given)
    rules.clear_table(state)
    state.day, state.opener = given.day, given.opener
    state.current, state.scooper = given.current, given.scooper
    state.turn, state.phase = TURNS.index(given.turn), PHASES.index(given.phase)
    state.mode, state.direction = MODES.index(given.mode), 1 if given.clockwise else -1
    state.passes = given.passes
    if given.may_ask is not None:
        state.chances = sum(1 << seat for seat in given.may_ask)
    state.used = sum(1 << character_of(word) for word in set(given.used))
    for seat in range(SEATS):
        state.taste[seat] = character_of(given.characters[seat]) if seat < given.players else NOTHING
        state.total[seat] = sum(points[seat] for points in given.earned) if seat < given.players else 0
        for day in range(DAYS):
            finished = day < len(given.earned) and seat < given.players
            state.earned[day, seat] = given.earned[day][seat] if finished else 0
    for seat, cards in enumerate(given.freezers):
        for word in cards:
            piles.put(state, seat, kind_of(word, range(KINDS)))
    for seat, flight in enumerate(given.flights):
        for melt in flight:
            _put_melt(state, seat, melt)
    for slot, word in enumerate(given.tray):
        state.tray[slot] = kind_of(word)
    state.resolving = NOTHING if given.resolving is None else given.resolving
    for word in given.queue:
        state.queue[state.queued] = kind_of(word, range(BUDGE, len(CARDS)))
        state.queued += 1
    _put_piles(given, state)
    if given.memory is None:
        _no_memory(state)
    else:
        _put_memory(given.memory, state)
    state.notes.clear()


def _check_shape(given: WestVanPosition, state: State) -> None:
    players = state.players
    rows: dict[str, Sequence[Any]] = {"freezers": given.freezers, "characters": given.characters, "flights": given.flights}
    for name, row in rows.items():
        if len(row) != players and (row or name != "flights"):
            raise BadPosition(f"{name} has {len(row)} entries: one for each of {players} players.")
    words = {"turn": (given.turn, TURNS), "phase": (given.phase, PHASES), "mode": (given.mode, MODES)}
    for name, (word, allowed) in words.items():
        if word not in allowed:
            raise BadPosition(f"{name} is {word!r}: {one_of(word, allowed)}")
    if not {given.current, given.scooper, given.opener, *(given.may_ask or ())} <= set(range(players)):
        raise BadPosition(f"Seats are 0 to {players - 1}.")
    if not 1 <= given.day <= DAYS or len(given.earned) > DAYS or any(len(row) != players for row in given.earned):
        raise BadPosition(f"There are {DAYS} days, and each finished one has points for {players} players.")
    if len(given.tray) > TRAY or given.resolving not in (None, 0, 1) or (given.resolving or 0) >= max(1, len(given.tray)):
        raise BadPosition("The tray holds two cards at most, and `resolving` is the place of one of them.")
    if len(given.queue) > record.QUEUE:
        raise BadPosition(f"queue has {len(given.queue)} cards: {record.QUEUE} actions can wait at most (WVS-R6).")
    most = PASSED_CYCLES * (players + 1) if state.closing_time else record.MANY
    if not 0 <= given.passes <= most:
        raise BadPosition(f"passes is {given.passes}: 0 to {most} can come up (WVS-52).")
    if any(len(freezer) > 60 for freezer in given.freezers):
        raise BadPosition("A freezer never holds so many cards.")


def _check_cards(given: WestVanPosition) -> None:
    """No more cards of a kind than there are."""
    melts = [word for flight in given.flights for melt in flight for word in (melt.cone, *melt.scoops, melt.topping) if word]
    freezers = [word for freezer in given.freezers for word in freezer]
    for word, number in Counter(freezers + melts + given.tray + given.queue + given.deck + given.discards).items():
        card = CARDS[kind_of(word)]
        if number > card.copies:
            raise BadPosition(f"there are {number} cards {card.name} instead of {card.copies} (WVS-03).")


def _put_melt(state: State, seat: int, melt: Melt) -> None:
    if state.melts[seat] == MELTS:
        raise BadPosition(f"flights[{seat}] has more than {MELTS} melts (WVS-R26).")
    if not melt.scoops or state.scooped + len(melt.scoops) > MOST_SCOOPS:
        raise BadPosition(f"A melt of flights[{seat}] needs a scoop, and there are {MOST_SCOOPS} in all (WVS-11).")
    at = scoring.begin_melt(state, seat, kind_of(melt.cone, range(CONES)))
    for scoop in melt.scoops:
        scoring.lay_on(state, at, kind_of(scoop, range(CONES, FIRST_TOPPING)))
    if melt.topping is not None:
        scoring.lay_on(state, at, kind_of(melt.topping, range(FIRST_TOPPING, INGREDIENTS)))


def _put_piles(given: WestVanPosition, state: State) -> None:
    """Named cards in their order; what is named nowhere lies under the deck in no order."""
    deck, discards = [kind_of(word) for word in given.deck], [kind_of(word) for word in given.discards]
    named = Counter(deck + discards) + Counter(cards_out(state))
    rest = [kind for kind, card in enumerate(CARDS) for _ in range(card.copies - named[kind])]
    if not 0 <= given.loose <= len(deck):
        raise BadPosition(f"loose counts cards of the deck, which names {len(deck)}.")
    stacked = deck[: len(deck) - given.loose]
    state.deck, state.stacked = len(rest) + len(deck), len(stacked)
    for kind in rest + deck[len(stacked) :]:
        piles.loosen(state, kind)
    for i, kind in enumerate(reversed(stacked)):
        state.pile[i] = kind
    for kind in discards:
        piles.lay_off(state, kind)


def _no_memory(state: State) -> None:
    """Freezer burn may be anywhere out of sight, for all but who holds it."""
    for viewer in range(record.VIEWERS):
        for seat in range(state.players):
            state.odds[seat, viewer] = 0 if viewer == seat else memory.UNIT
    for slot in range(TRAY):
        there = state.tray[slot] != NOTHING and slot != state.resolving
        state.tray_odds[slot] = memory.EVERYBODY & ~(1 << state.scooper) if there else 0
    if state.burn != NOBODY:
        memory.burn_seen(state, state.burn, state.burn)
    if BURN in [state.tray[slot] for slot in range(TRAY)]:
        memory.burn_seen(state, state.scooper, NOBODY)
    if BURN in [state.pile[DECK - 1 - i] for i in range(state.discarded)]:
        memory.burn_public(state, NOBODY)


def _put_memory(given: Memory, state: State) -> None:
    players = state.players
    square: list[Sequence[int | None]] = [*given.most_cones, *given.odds]
    lengths = [len(given.known), len(given.most_cones), len(given.odds) - 1, len(given.deck) - 1, len(given.characters)]
    if set(lengths) != {players} or {len(row) for row in square} != {players} or len(given.tray) != TRAY:
        raise BadPosition(f"memory has rows and columns for {players} players; odds, deck and tray one row more.")
    if any(len(row) != players + 1 for row in given.tray):
        raise BadPosition(f"memory.tray has {players + 1} entries for each of its two cards.")
    viewers = [*range(players), memory.PUBLIC]
    for row, viewer in enumerate(viewers):
        for seat in range(players):
            if not 0 <= given.odds[row][seat] <= memory.MOST_ODDS:
                raise BadPosition(f"memory.odds[{row}][{seat}] is out of range.")
            state.odds[seat, viewer] = given.odds[row][seat]
    state.deck_odds = sum(1 << viewer for viewer, may in zip(viewers, given.deck, strict=True) if may)
    for slot in range(TRAY):
        state.tray_odds[slot] = sum(1 << viewer for viewer, may in zip(viewers, given.tray[slot], strict=True) if may)
    for viewer in range(players):
        if not set(given.characters[viewer]) <= set(range(players)):
            raise BadPosition(f"memory.characters[{viewer}] names a seat that is not there.")
        state.tastes_seen[viewer] = sum(1 << seat for seat in set(given.characters[viewer]))
        for seat in range(players):
            most = given.most_cones[viewer][seat]
            state.most_cones[viewer, seat] = memory.ANY if most is None else max(0, min(most, memory.ANY))
            state.purged |= most is not None
        for seat, cards in given.known[viewer].items():
            if not 0 <= seat < players or not memory.is_neighbour(state, viewer, seat):
                raise BadPosition(
                    f"memory.known[{viewer}] names seat {seat}: only neighbours hand cards to each other (WVS-32)."
                )
            for word, number in Counter(cards).items():
                kind = kind_of(word, range(INGREDIENTS))
                state.known[viewer, memory.side_of(state, viewer, seat)] += min(number, 7) << 3 * kind


# Out of a record.


def freezer_words(state: State, seat: int) -> list[str]:
    return [CARDS[kind].word for kind in cards_of(state.freezer[seat])] + [CARDS[BURN].word] * (state.burn == seat)


def cards_of(bag: int, kind: int = 0) -> list[int]:
    """The cards of a bag in order, its first digit being that of a kind."""
    cards = []
    while bag:
        cards += [kind] * (bag & 7)
        bag >>= 3
        kind += 1
    return cards


def bases_and_toppings(state: State) -> tuple[list[int], list[int]]:
    """By place, the kinds of cones and toppings, or NOTHING."""
    melts = [(flight >> 6 * melt) & 63 for flight in state.flight for melt in range(MELTS)]
    toppings = [FIRST_TOPPING - 1 + (melt >> 3) if melt >> 3 else NOTHING for melt in melts]
    return [(melt & 7) - 1 for melt in melts], toppings


def cards_out(state: State) -> list[int]:
    """All cards in freezers, flights, tray and queue."""
    cards = [kind for bag in state.freezer for kind in cards_of(bag)] + [BURN] * (state.burn != NOBODY)
    cards += [scoop & 15 for scoop in state.scoops[: state.scooped]]
    cones, toppings = bases_and_toppings(state)
    return [card for card in [*cards, *cones, *toppings, *state.tray, *state.queue] if card != NOTHING]


def melts_of(state: State, seat: int) -> list[Melt]:
    """A flight, melt by melt."""
    melts = []
    for at in range(MELTS * seat, MELTS * seat + state.melts[seat]):
        scoops = [CARDS[scoop & 15].word for scoop in state.scoops[: state.scooped] if scoop >> 4 == at]
        topping = scoring.topping_of(state, at)
        cone = CARDS[scoring.cone_of(state, at)].word
        melts.append(Melt(cone, scoops, None if topping == NOTHING else CARDS[topping].word))
    return melts


def discard_words(state: State) -> list[str]:
    return [CARDS[state.pile[DECK - 1 - i]].word for i in range(state.discarded)]


def position_of(state: State, options: dict[str, Any]) -> WestVanPosition:
    """Everything of a record."""
    players = range(state.players)
    return WestVanPosition(
        players=state.players,
        freezers=[freezer_words(state, seat) for seat in players],
        characters=[CHARACTER_WORDS[state.taste[seat]] for seat in players],
        current=state.current,
        scooper=state.scooper,
        flights=[melts_of(state, seat) for seat in players],
        deck=[CARDS[kind].word for kind in deck_of(state)],
        loose=state.deck - state.stacked,
        discards=discard_words(state),
        turn=TURNS[state.turn],
        phase=PHASES[state.phase],
        tray=[CARDS[card].word for card in state.tray if card != NOTHING],
        resolving=None if state.resolving == NOTHING else state.resolving,
        queue=[CARDS[card].word for card in state.queue[: state.queued]],
        clockwise=state.direction == record.CLOCKWISE,
        mode=MODES[state.mode],
        passes=state.passes,
        day=state.day,
        opener=state.opener,
        used=[CHARACTER_WORDS[taste] for taste in range(len(CHARACTERS)) if (state.used >> taste) & 1],
        earned=[[state.earned[day, seat] for seat in players] for day in range(finished_days(state))],
        may_ask=[seat for seat in players if (state.chances >> seat) & 1],
        memory=_memory_of(state),
        options=options,
    )


def deck_of(state: State) -> list[int]:
    """The next card to be drawn first; those in no order come last."""
    stacked = [state.pile[i] for i in range(state.stacked - 1, -1, -1)]
    return stacked + cards_of(state.loose[0]) + cards_of(state.loose[1], BURN)


def finished_days(state: State) -> int:
    days: int = state.day - (state.phase != OVER)
    return days


def known_words(state: State, viewer: int, seat: int) -> list[str]:
    """Cards that a viewer is certain of in another freezer, Freezer burn apart."""
    return [CARDS[kind].word for kind in cards_of(memory.certain_cards(state, viewer, seat))]


def _memory_of(state: State) -> Memory:
    players = range(state.players)
    viewers = [*players, memory.PUBLIC]
    return Memory(
        known=[{seat: cards for seat in players if (cards := known_words(state, viewer, seat))} for viewer in players],
        most_cones=[
            [None if (most := state.most_cones[viewer, seat]) == memory.ANY else most for seat in players] for viewer in players
        ],
        odds=[[state.odds[seat, viewer] for seat in players] for viewer in viewers],
        deck=[bool((state.deck_odds >> viewer) & 1) for viewer in viewers],
        tray=[[bool((state.tray_odds[slot] >> viewer) & 1) for viewer in viewers] for slot in range(TRAY)],
        characters=[[viewer for viewer in players if (state.tastes_seen[seat] >> viewer) & 1] for seat in players],
    )

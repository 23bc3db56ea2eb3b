"""Positions of West Van Soft: everything on and under the table as JSON, and what makes one impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from parlour.core.errors import BadPosition, one_of
from parlour.core.state import State
from parlour.games.westvan import memory, piles, record, rules, scoring
from parlour.games.westvan.bags import count, total
from parlour.games.westvan.cards import (
    BURN,
    CARDS,
    CHARACTERS,
    CONES,
    CONES_OF_BAG,
    DAYS,
    DEAL,
    DECK,
    DOG,
    DOG_FB,
    FIRST_TOPPING,
    INGREDIENTS,
    KEEP,
    KINDS,
    LOSE,
    MELTS,
    MOST_SCOOPS,
    NOBODY,
    NOTHING,
    NUMBER,
    OVER,
    PASSED_CYCLES,
    PLACES,
    PLAY,
    SEATS,
    SWAP,
    TASTES,
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
    if not 0 <= given.passes <= PASSED_CYCLES * (players + 1):
        raise BadPosition(f"passes is {given.passes}: 0 to {PASSED_CYCLES * (players + 1)} can come up (WVS-52).")
    if any(len(freezer) > 60 for freezer in given.freezers):
        raise BadPosition("A freezer never holds more than 11 cards.")


def _check_cards(given: WestVanPosition) -> None:
    """No more cards of a kind than there are."""
    melts = [word for flight in given.flights for melt in flight for word in (melt.cone, *melt.scoops, melt.topping) if word]
    freezers = [word for freezer in given.freezers for word in freezer]
    for word, number in Counter(freezers + melts + given.tray + given.deck + given.discards).items():
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
    named = Counter(deck + discards) + Counter(_cards_out(state))
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
            if not 0 <= given.odds[row][seat] <= memory.UNIT * DECK:
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
    return [CARDS[kind].word for kind in _cards_of(state.freezer[seat])] + [CARDS[BURN].word] * (state.burn == seat)


def _cards_of(bag: int, first: int = 0) -> list[int]:
    """The cards of a bag in order, its first digit being that of a kind."""
    return [first + kind for kind in range(INGREDIENTS) for _ in range(count(bag, kind))]


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
        deck=[CARDS[kind].word for kind in _deck_of(state)],
        loose=state.deck - state.stacked,
        discards=discard_words(state),
        turn=TURNS[state.turn],
        phase=PHASES[state.phase],
        tray=[CARDS[card].word for card in state.tray if card != NOTHING],
        resolving=None if state.resolving == NOTHING else state.resolving,
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


def _deck_of(state: State) -> list[int]:
    """The next card to be drawn first; those in no order come last."""
    stacked = [state.pile[i] for i in range(state.stacked - 1, -1, -1)]
    return stacked + _cards_of(state.loose[0]) + _cards_of(state.loose[1], BURN)


def finished_days(state: State) -> int:
    days: int = state.day - (state.phase != OVER)
    return days


def known_words(state: State, viewer: int, seat: int) -> list[str]:
    """Cards that a viewer is certain of in another freezer, Freezer burn apart."""
    return [CARDS[kind].word for kind in _cards_of(memory.certain_cards(state, viewer, seat))]


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


# What cannot be.


def _cards_out(state: State) -> list[int]:
    """All cards in freezers, flights and tray."""
    cards = [kind for bag in state.freezer for kind in _cards_of(bag)] + [BURN] * (state.burn != NOBODY)
    cards += [scoop & 15 for scoop in state.scoops[: state.scooped]]
    cards += [scoring.cone_of(state, at) for at in range(PLACES)] + [scoring.topping_of(state, at) for at in range(PLACES)]
    return [card for card in [*cards, *state.tray] if card != NOTHING]


def problems(state: State) -> Iterator[str]:
    """The ledger's invariants, as far as one moment can show them."""
    yield from _card_problems(state)
    yield from _flight_problems(state)
    yield from _turn_problems(state)
    yield from _character_problems(state)
    if state.phase != OVER:
        yield from _memory_problems(state)


def _card_problems(state: State) -> Iterator[str]:
    deck = _deck_of(state)
    number = Counter(_cards_out(state) + deck + list(state.pile[DECK - state.discarded :]))
    for kind, card in enumerate(CARDS):
        if number[kind] != card.copies:
            yield f"there are {number[kind]} cards {card.name} instead of {card.copies} (WVS-03)."
    if len(deck) != state.deck:
        yield f"{state.deck} cards are counted in the deck, but it has {len(deck)}."
    for seat in range(SEATS):
        cards = total(state.freezer[seat]) + (state.burn == seat)
        if state.size[seat] != cards:
            yield f"the size of seat {seat}'s freezer is counted wrongly."
        if seat >= state.players and (cards or state.melts[seat]):
            yield f"there is no seat {seat}."
        if seat < state.players and cards == 0 and state.phase != OVER:
            yield f"seat {seat} has an empty freezer, so the day is over (WVS-49)."


def _flight_problems(state: State) -> Iterator[str]:
    scooped = [scoop >> 4 for scoop in state.scoops[: state.scooped]]
    for at in range(PLACES):
        here = at % MELTS < state.melts[at // MELTS]
        if here != (scoring.cone_of(state, at) != NOTHING) or here != (at in scooped):
            yield f"melt {at % MELTS} of seat {at // MELTS} needs a cone and a scoop (WVS-11, 12)."
        if bool((state.open >> at) & 1) != (here and scoring.topping_of(state, at) == NOTHING):
            yield f"melt {at % MELTS} of seat {at // MELTS} is open just as long as it has no topping (WVS-11)."
    if scooped != sorted(scooped):
        yield "the scoops on the table are not listed place by place."
    for seat in range(state.players):
        # A start takes two cards that no later turn brings back; an asker may have one more (WVS-R26).
        asked = state.sommelier and not (state.chances >> seat) & 1
        most = DEAL + _in_hand(state, seat) + (1 if asked else 0)
        if state.size[seat] + 2 * state.melts[seat] > most and state.phase != OVER:
            yield f"seat {seat} has {state.melts[seat]} melts and still {state.size[seat]} cards (WVS-R26)."


def _in_hand(state: State, seat: int) -> int:
    """1 while a seat has got the card of its turn and not yet lost one."""
    return int(seat == state.current and state.phase in (PLAY, LOSE))


def _turn_problems(state: State) -> Iterator[str]:
    tray = [card for card in state.tray if card != NOTHING]
    if state.phase == OVER:
        if state.day != DAYS:
            yield f"the match ends after day {DAYS} (WVS-60)."
        return
    if (state.turn == record.MIDDLE) == (state.current == state.scooper):
        yield "the scooper has the opening and the closing turn, all others middle turns (WVS-17)."
    if (state.phase <= DOG_FB) != (len(tray) == TRAY):
        yield "the tray holds two cards while the scooper draws, none otherwise (WVS-21)."
        return
    if tray and state.turn != record.OPENING:
        yield "only an opening turn has a tray (WVS-20)."
    wanted = {SWAP: TASTES, DOG_FB: DOG}.get(state.phase)
    resolved = None if state.resolving == NOTHING else state.tray[state.resolving]
    if resolved != wanted:
        yield f"in the phase {PHASES[state.phase]} another card is to be resolved (WVS-22)."
    elif (state.phase == KEEP and max(tray) > BURN) or (state.resolving == 1 and tray[0] > BURN):
        yield "an action on the tray has not been played (WVS-22)."
    if state.phase == SWAP and state.players == 2:
        yield "two players swap characters without a choice (WVS-39)."
    if state.phase == LOSE and state.mode == record.SELF_SERVE and state.turn != record.CLOSING:
        yield "in self-serve the next player takes at once (WVS-33)."
    if state.passes >= PASSED_CYCLES * (state.players + 1) + (state.phase == LOSE):
        yield f"after {state.passes} passes in a row the day is over (WVS-52)."
    if state.chances and not state.sommelier:
        yield "nobody may ask without the sommelier rule (WVS-45)."
    cards = sum(state.size[seat] for seat in range(state.players)) + state.scooped
    cards += sum(scoring.cone_of(state, at) != NOTHING for at in range(PLACES))
    cards += sum(scoring.topping_of(state, at) != NOTHING for at in range(PLACES))
    circulating = DEAL * state.players + (state.phase > DOG_FB)
    if cards != circulating:
        yield f"freezers and flights hold {cards} cards instead of {circulating} (WVS-25, 48)."


def _character_problems(state: State) -> Iterator[str]:
    tastes = [state.taste[seat] for seat in range(state.players)]
    if len(set(tastes)) != state.players:
        yield "two players have the same character (WVS-06)."
    if any((state.used >> taste) & 1 for taste in tastes):
        yield "a character was dealt on an earlier day already (WVS-06)."
    if state.used.bit_count() != state.players * (state.day - 1):
        yield f"{state.used.bit_count()} characters were used before day {state.day} (WVS-59)."
    for seat in range(state.players):
        if state.total[seat] != sum(state.earned[day, seat] for day in range(DAYS)):
            yield f"seat {seat}'s total is not the sum of its days (WVS-59)."
        if not (state.tastes_seen[seat] >> seat) & 1:
            yield f"seat {seat} knows its own character (WVS-06)."


def _memory_problems(state: State) -> Iterator[str]:
    """What a seat is certain of must be true."""
    for viewer in range(state.players):
        for seat in range(state.players):
            if seat == viewer:
                continue
            for kind in range(INGREDIENTS):
                if count(memory.certain_cards(state, viewer, seat), kind) > count(state.freezer[seat], kind):
                    yield f"seat {viewer} is certain of a {CARDS[kind].name} that seat {seat} does not hold."
            cones = total(state.freezer[seat] & CONES_OF_BAG)
            if cones > state.most_cones[viewer, seat]:
                yield f"seat {viewer} knows that seat {seat} holds fewer than {cones} cones."
    burn = _burn_place(state)
    for viewer in (*range(state.players), memory.PUBLIC):
        if burn in range(SEATS) and state.odds[burn, viewer] <= 0:
            yield f"seat {viewer} rules out that seat {burn} holds Freezer burn."
        elif burn == "deck" and not (state.deck_odds >> viewer) & 1:
            yield f"seat {viewer} rules out that Freezer burn is in the deck."
        elif burn in ("tray 0", "tray 1") and viewer != state.scooper and not (state.tray_odds[int(burn[-1])] >> viewer) & 1:
            yield f"seat {viewer} rules out that Freezer burn is on the tray."
        elif burn == "discards" and memory.burn_certain(state, viewer) != NOBODY:
            yield f"seat {viewer} looks for Freezer burn, which is discarded."


def _burn_place(state: State) -> Any:
    if state.burn != NOBODY:
        return state.burn
    for slot in range(TRAY):
        if state.tray[slot] == BURN:
            return f"tray {slot}"
    return "deck" if BURN in _deck_of(state) else "discards"

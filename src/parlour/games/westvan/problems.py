"""What makes a position of West Van Soft impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from parlour.core.state import State
from parlour.games.westvan import memory, record
from parlour.games.westvan.bags import common, total
from parlour.games.westvan.cards import (
    BURN,
    CARDS,
    CONES_OF_BAG,
    DAYS,
    DEAL,
    DECK,
    DOG,
    DOG_FB,
    KEEP,
    LOSE,
    MELTS,
    NOBODY,
    NOTHING,
    OVER,
    PASSED_CYCLES,
    PLACES,
    PLAY,
    SEATS,
    SWAP,
    TASTES,
    TRAY,
)
from parlour.games.westvan.position import PHASES, bases_and_toppings, cards_of, cards_out, deck_of


def problems(state: State) -> Iterator[str]:
    """The ledger's invariants, as far as one moment can show them."""
    yield from _card_problems(state)
    yield from _flight_problems(state)
    yield from _turn_problems(state)
    yield from _character_problems(state)
    if state.phase != OVER:
        yield from _memory_problems(state)


def _card_problems(state: State) -> Iterator[str]:
    deck = deck_of(state)
    number = Counter(cards_out(state) + deck + list(state.pile[DECK - state.discarded :]))
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
    cones, toppings = bases_and_toppings(state)
    for at in range(PLACES):
        here = at % MELTS < state.melts[at // MELTS]
        if here != (cones[at] != NOTHING) or here != (at in scooped):
            yield f"melt {at % MELTS} of seat {at // MELTS} needs a cone and a scoop (WVS-11, 12)."
        if bool((state.open >> at) & 1) != (here and toppings[at] == NOTHING):
            yield f"melt {at % MELTS} of seat {at // MELTS} is open just as long as it has no topping (WVS-11)."
    if scooped != sorted(scooped):
        yield "the scoops on the table are not listed place by place."
    for seat in range(state.players):
        # A start takes two cards that no later turn brings back; an asker may have one more (WVS-R26).
        if state.sommelier and state.questions == record.A_TURN:
            break
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
    if state.phase == LOSE and state.size[state.current] == 1:
        yield "a last card is lost without a question (WVS-R28)."
    if state.queued and (state.phase not in (SWAP, DOG_FB) or not state.refills):
        yield "actions wait only behind another that is being carried out, where the scooper's draw plays them (WVS-R6)."
    if state.closing_time and state.passes >= PASSED_CYCLES * (state.players + 1) + (state.phase == LOSE):
        yield f"after {state.passes} passes in a row the day is over (WVS-52)."
    if state.chances and not state.sommelier:
        yield "nobody may ask without the sommelier rule (WVS-45)."
    cards = sum(state.size[seat] for seat in range(state.players)) + state.scooped
    cones, toppings = bases_and_toppings(state)
    cards += 2 * PLACES - cones.count(NOTHING) - toppings.count(NOTHING)
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
            certain = memory.certain_cards(state, viewer, seat)
            for kind in cards_of(certain - common(certain, state.freezer[seat])):
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
    return "deck" if BURN in deck_of(state) else "discards"

"""Positions of ICECOOL2 as JSON: everything there is, hidden cards too, with poses in centimetres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import field

from parlour.core.bits import size
from parlour.core.errors import BadPosition
from parlour.core.state import State
from parlour.core.stream import shuffle
from parlour.games.icecool import choices, flick, happening, plan, report, rules
from parlour.games.icecool.ground import to_grid
from parlour.games.icecool.hidden import card_count, face_down, rounds
from parlour.games.icecool.moves import CARDS, COLOURS, TASKS
from parlour.games.icecool.parts import (
    ANNOUNCE,
    DOORS,
    FAR,
    FINISHED,
    FISH,
    FLYING,
    KINDS,
    NO_CARD,
    OFF,
    POST,
    PREFLICK,
    ROOMS,
    STANDARD,
    STATION,
    THREE,
    TOUCHING,
    TOURNAMENT,
    TRIES,
    TWO,
    VALUE,
)
from parlour.games.icecool.report import Spot
from parlour.games.icecool.school import DOOR_IDS
from parlour.games.icecool.spots import clear_offers, offer_places, on_board, put

PHASES = ("station", "announce", "preflick", "flying", "post", "finished")


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    """A player's fish cards, such as 1J, 1T, 1B, 2, 3."""

    down: list[str] = []
    up: list[str] = []


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """Colours are purple, orange, teal, pink by seat. What is left out is as at the start of a round."""

    players: int
    catcher: str = "purple"
    turn: str = "purple"
    phase: str = "station"
    round: int = 1
    turns: int = 0
    penguins: dict[str, Spot | None] = {}
    fish: dict[str, list[str]] | None = None
    """Door to the colours of the fish on it; left out: one of every Runner on each fish door."""
    collected: dict[str, int] = {}
    caught: list[str] = []
    catches: int | None = None
    cards: dict[str, Cards] = {}
    known: dict[str, list[str]] = {}
    """Tasks that a colour has announced and not turned up since."""
    deck: list[str] | None = None
    """Top card first; left out: all cards that nobody has, shuffled."""
    announced: str | None = None
    placed: bool = False
    was_out: bool = False
    tries: int = 0
    first: list[str] | None = None
    """Runners whose next flick is the first of the round; left out: those who are not on the board."""
    novices: list[str] | None = None
    """Players who have not yet run from the red circle in this match; left out: in round 1 those of `first` and the Catcher."""
    flicks: int = 0
    flick: str | None = None
    options: dict[str, Any] = field(default_factory=dict)


def seat_of(position: Position, name: str) -> int:
    if name not in COLOURS[: position.players]:
        raise BadPosition(f"{name!r} is nobody here: the colours are {', '.join(COLOURS[: position.players])}.")
    return COLOURS.index(name)


def _bits(position: Position, names: Iterable[str]) -> int:
    return sum(1 << seat for seat in {seat_of(position, name) for name in names})


def _named(bits: int) -> list[str]:
    return [name for seat, name in enumerate(COLOURS) if (bits >> seat) & 1]


def _kind(name: str) -> int:
    if name not in CARDS:
        raise BadPosition(f"{name!r} is no fish card: there are {', '.join(CARDS)}.")
    return CARDS.index(name)


def _task(name: str) -> int:
    if name not in TASKS:
        raise BadPosition(f"{name!r} is no task: there are {', '.join(TASKS)}.")
    return TASKS.index(name)


def _door(name: str) -> int:
    if name.upper() not in DOOR_IDS:
        raise BadPosition(f"{name!r} is no door: there are {', '.join(DOOR_IDS)}.")
    return DOOR_IDS.index(name.upper())


def place(position: Position, state: State) -> None:
    """Put a position into a record that has been set up."""
    if position.phase not in PHASES:
        raise BadPosition(f"phase is {position.phase!r}; it can be {', '.join(PHASES)}.")
    if not 1 <= position.round <= rounds(state):
        raise BadPosition(f"round is {position.round}; this match has the rounds 1 to {rounds(state)}.")
    if not 0 <= position.turns < 2**15 or not 0 <= position.flicks < 2**31 or not 0 <= position.tries < TRIES:
        raise BadPosition("turns, flicks or tries is out of bounds.")
    if any(not 0 <= count <= FISH for count in position.collected.values()) or position.catches not in (None, 0, 1, 2):
        raise BadPosition("collected is 0 to 3 for every colour; catches is 0 to 2.")
    state.round_no = position.round - 1
    rules.begin_round(state, seat_of(position, position.catcher))
    state.turn, state.phase = seat_of(position, position.turn), PHASES.index(position.phase)
    state.turns, state.flicks, state.tries = position.turns, position.flicks, position.tries
    state.placed, state.was_out = position.placed, position.was_out
    _put_penguins(position, state)
    if position.fish is not None:
        _hang_fish(position, state)
    for name, count in position.collected.items():
        state.collected[seat_of(position, name)] = count
    state.caught = _bits(position, position.caught)
    state.catches = position.catches if position.catches is not None else (size(state.caught) if state.players == 2 else 0)
    _deal(position, state)
    state.announced = 0 if position.announced is None else 1 + _task(position.announced)
    if position.flick is not None:
        try:
            state.flick = flick.pack(flick.from_text(position.flick))
        except flick.BadFlick as wrong:
            raise BadPosition(f"flick: {wrong}") from None
    if state.phase == PREFLICK and on_board(state, state.turn) and _stands(state, state.turn):
        offer_places(state)
    state.notes.clear()


def _put_penguins(position: Position, state: State) -> None:
    for name, spot in position.penguins.items():
        seat = seat_of(position, name)
        if spot is not None:
            if not (0 <= spot.x <= 66 and 0 <= spot.y <= 66):
                raise BadPosition(f"penguins.{name} is outside the school, which is 66 x 66 cm.")
            put(state, seat, to_grid(spot.x), to_grid(spot.y))
    off = [name for seat, name in enumerate(COLOURS[: state.players]) if seat != state.catcher and not on_board(state, seat)]
    state.first = _bits(position, off if position.first is None else position.first)
    waiting = state.first | (1 << state.catcher) if position.round == 1 else 0
    state.novice = waiting if position.novices is None else _bits(position, position.novices)


def _hang_fish(position: Position, state: State) -> None:
    for seat in range(state.players):
        for door in range(DOORS):
            state.fish[seat, door] = 0
    for name, colours in (position.fish or {}).items():
        for colour in colours:
            seat = seat_of(position, colour)
            if state.fish[seat, _door(name)] == FISH:
                raise BadPosition(f"fish.{name}: a colour has three fish.")
            state.fish[seat, _door(name)] += 1


def _deal(position: Position, state: State) -> None:
    """Hands, what is known of them, and the deck."""
    left = Counter(full_deck(state))
    for name, cards in position.cards.items():
        seat = seat_of(position, name)
        for pile, held in ((cards.down, state.down), (cards.up, state.up)):
            for card in pile:
                kind = _kind(card)
                left[kind] -= 1
                if left[kind] < 0:
                    raise BadPosition(f"cards: there are more cards {card} than the deck has (ICE-4).")
                held[seat, kind] += 1
    for name, tasks in position.known.items():
        state.known[seat_of(position, name)] = sum(1 << task for task in {_task(task) for task in tasks})
    rest = [kind for kind in sorted(left) for _ in range(left[kind])]
    if position.deck is not None:
        listed = [_kind(card) for card in reversed(position.deck)]
        if sorted(listed) != rest:
            raise BadPosition("deck: it must hold exactly the cards that nobody has (ICE-4, I3).")
        rest = listed
    elif state.scoring == STANDARD:
        shuffle(state, rest, len(rest))
    for i in range(len(state.deck)):
        state.deck[i] = rest[i] if i < len(rest) else NO_CARD
    state.deck_left = len(rest)


def full_deck(state: State) -> list[int]:
    """All fish cards of the table, by kind."""
    counts = [rules.cards_of_value(state, VALUE[kind]) // (3 if kind < TWO else 1) for kind in range(KINDS)]
    return [kind for kind in range(KINDS) for _ in range(counts[kind])]


def position_of(state: State, options: dict[str, Any]) -> Position:
    """The position of a record, all of it."""
    seats = range(state.players)
    return Position(
        players=state.players,
        catcher=COLOURS[state.catcher],
        turn=COLOURS[state.turn],
        phase=PHASES[state.phase],
        round=state.round_no,
        turns=state.turns,
        penguins={COLOURS[seat]: happening.spot(state, seat) for seat in seats},
        fish=fish_on_doors(state),
        collected={COLOURS[seat]: state.collected[seat] for seat in seats},
        caught=_named(state.caught),
        catches=state.catches,
        cards={COLOURS[seat]: Cards(pile(state.down, seat), pile(state.up, seat)) for seat in seats},
        known={COLOURS[seat]: [TASKS[task] for task in range(3) if (state.known[seat] >> task) & 1] for seat in seats},
        deck=[CARDS[state.deck[i]] for i in reversed(range(state.deck_left))],
        announced=TASKS[state.announced - 1] if state.announced else None,
        placed=bool(state.placed),
        was_out=bool(state.was_out),
        tries=state.tries,
        first=_named(state.first),
        novices=_named(state.novice),
        flicks=state.flicks,
        flick=None if state.flick < 0 else flick.to_text(flick.unpack(state.flick)),
        options=options,
    )


def pile(cards: Any, seat: int) -> list[str]:
    return [CARDS[kind] for kind in range(KINDS) for _ in range(cards[seat, kind])]


def fish_on_doors(state: State) -> dict[str, list[str]]:
    """Doors with fish, and the colours on them."""
    found = {
        DOOR_IDS[door]: [COLOURS[seat] for seat in range(state.players) for _ in range(state.fish[seat, door])]
        for door in range(DOORS)
    }
    return {door: colours for door, colours in found.items() if colours}


# What cannot be (ledger, invariants I1 to I5).


def problems(state: State) -> Iterator[str]:
    over = state.phase == FINISHED
    yield from _fish_problems(state, over)
    yield from _card_problems(state)
    yield from _pose_problems(state, over)
    yield from _turn_problems(state, over)


def _fish_problems(state: State, over: bool) -> Iterator[str]:
    for seat in range(len(COLOURS)):
        hanging = sum(state.fish[seat, door] for door in range(DOORS))
        runs = seat < state.players and seat != state.catcher
        if hanging + state.collected[seat] != (FISH if runs else 0):
            yield f"{COLOURS[seat]} has {hanging} fish on doors and {state.collected[seat]} collected (ICE-8, I1)."
    if not over and (why := rules.why_round_ends(state)) >= 0:
        yield f"the round is over already: {('three fish', 'all IDs', 'a second catch', '')[why]} (ICE-63, I1)."
    runners = ((1 << state.players) - 1) & ~(1 << state.catcher)
    if state.caught & ~runners:
        yield "only Runners can be caught (ICE-31, I2)."
    if state.catches != 0 and state.players > 2:
        yield "catches are counted for two players only (ICE-70)."
    if state.players == 2 and not over and state.catches != size(state.caught):
        yield "with two players the first catch takes the ID (ICE-68)."


def _card_problems(state: State) -> Iterator[str]:
    seen = Counter(state.deck[i] for i in range(state.deck_left))
    for seat in range(len(COLOURS)):
        for kind in range(KINDS):
            if state.down[seat, kind] < 0 or state.up[seat, kind] < 0:
                yield f"{COLOURS[seat]} has less than no card {CARDS[kind]} (I3)."
            seen[kind] += state.down[seat, kind] + state.up[seat, kind]
        if seat >= state.players and (card_count(state, seat) or state.known[seat]):
            yield f"{COLOURS[seat]} does not play but has cards (ICE-1)."
        if state.up[seat, THREE]:
            yield "a 3 has no ability and is never face up (ICE-38, I3)."
        if state.up[seat, TWO] % 2:
            yield f"{COLOURS[seat]} has turned up {state.up[seat, TWO]} cards of value 2, which go in pairs (ICE-48, I3)."
        if state.scoring == TOURNAMENT and any(state.up[seat, kind] for kind in range(KINDS)):
            yield "in a tournament no card is ever face up (ICE-78, I3)."
        for task in range(3):
            if (state.known[seat] >> task) & 1 and not state.down[seat, task]:
                yield f"{COLOURS[seat]} is known to hold {CARDS[task]} but does not (ICE-41)."
    if sorted(seen.elements()) != full_deck(state):
        yield "deck and cards together are not the cards of the game (ICE-4, I3)."
    if any(state.deck[i] != NO_CARD for i in range(state.deck_left, len(state.deck))):
        yield "there are cards above the top of the deck (I3)."


def _stands(state: State, seat: int) -> bool:
    at = happening.spot(state, seat)
    return at is not None and plan.classify(at.x, at.y) is not None and not report.in_wall(at)


def _pose_problems(state: State, over: bool) -> Iterator[str]:
    here = [seat for seat in range(len(COLOURS)) if state.x[seat] != OFF or state.y[seat] != OFF]
    for seat in here:
        if seat >= state.players or not _stands(state, seat):
            yield f"{COLOURS[seat]} stands where no penguin can (I4)."
        for other in here:
            dx, dy = state.x[seat] - state.x[other], state.y[seat] - state.y[other]
            if other < seat and dx * dx + dy * dy < TOUCHING * TOUCHING:
                yield f"{COLOURS[other]} and {COLOURS[seat]} stand inside each other (I4)."
    if over:
        return
    if (state.catcher in here) != (state.phase != STATION):
        yield "the Catcher's penguin stands in the school from the choice of its spot on (ICE-10)."
    for seat in range(state.players):
        if seat != state.catcher:
            entering = state.phase != STATION and seat == state.turn and state.phase != POST
            if not (state.first >> seat) & 1 and seat not in here:
                yield f"{COLOURS[seat]} has entered but is not on the board (ICE-14)."
            if (state.first >> seat) & 1 and (seat in here) != entering:
                yield f"{COLOURS[seat]} enters at the first flick of the round, in the own turn (ICE-11, I4)."
    if (state.first >> state.catcher) & 1:
        yield "the Catcher has no first flick from the circle (ICE-15)."


def _turn_problems(state: State, over: bool) -> Iterator[str]:
    flying = state.phase == FLYING
    if state.phase == STATION and state.turn != state.catcher:
        yield "the Catcher chooses the spot (ICE-10)."
    if state.turns >= state.turns_per_round_cap * state.players and not over:
        yield "the round is over already: too many turns (ICE-R34)."
    if (state.flick >= 0) != flying:
        yield "a flick is on its way exactly in the phase flying (ICE-13)."
    if state.event_count or any(state.rest_x[k] != OFF for k in range(4)):
        yield "a report was left over."
    if any(state.others[k, j] != FAR for k in range(3) for j in range(2)) or state.point[0] != OFF or state.point[1] != OFF:
        yield "scratch was left over."
    if state.phase == POST and (state.scoring == TOURNAMENT or not face_down(state, state.turn)):
        yield "without face-down cards nothing comes after the flick (ICE-39, ICE-48)."
    if state.phase == ANNOUNCE and not choices.may_announce(state, state.turn):
        yield "without face-down cards nothing can be announced (ICE-41)."
    if state.announced and state.phase not in (PREFLICK, FLYING):
        yield "a task is announced from the announcement to the flick (ICE-41)."
    if state.announced and not state.bluff_announce and not state.down[state.turn, state.announced - 1]:
        yield "a task was announced without its card (ICE-41)."
    if state.was_out and state.phase != POST:
        yield "was_out tells of the flick just made (ICE-59)."
    if state.tries and not (state.first >> state.turn) & 1 and state.phase != POST:
        yield "tries are counted at a first flick only (ICE-19)."
    if state.phase in (POST, STATION, FINISHED) or not next(_pose_problems(state, over), None):
        twin = state.copy()
        clear_offers(twin)
        if state.phase == PREFLICK:
            offer_places(twin)
        if any(twin.offer_x[room] != state.offer_x[room] or twin.offer_y[room] != state.offer_y[room] for room in range(ROOMS)):
            yield "the places on orange lines are not those of the poses (ICE-52)."

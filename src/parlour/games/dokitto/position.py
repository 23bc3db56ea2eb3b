"""Positions of Dokitto! Ice: everything on and under the table as JSON, and what makes one impossible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.core.bits import size
from parlour.core.errors import BadMove, BadPosition
from parlour.core.state import State
from parlour.core.words import say
from parlour.games.dokitto import rules

LETTERS = "SCMGV"


class Past(msgspec.Struct, forbid_unknown_fields=True):
    """A completed trick: its leader, and the cards by seat."""

    leader: int
    cards: list[str]


class DokittoPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position. Cards are `S7`; a stack lists its tiles from the bottom as `plain` or `star`, a cone as `S` or `S*`."""

    players: int
    hands: list[list[str]]
    leader: int
    trick: dict[int, str] = {}
    past: list[Past] = []
    stacks: dict[str, list[str]] = {}
    cones: list[list[str]] = []
    score: list[int] = []
    round: int = 1
    over: bool = False
    options: dict[str, Any] = {}
    flavours: str = ""
    """The flavours of this game when chance chose them; by the options if empty."""


def card_name(card: int) -> str:
    return f"{LETTERS[card // rules.NUMBERS]}{card % rules.NUMBERS + 1}"


def card_number(name: str) -> int:
    if re.fullmatch(r"[SCMGV]([1-9]|1[0-3])", name):
        return LETTERS.index(name[0]) * rules.NUMBERS + int(name[1:]) - 1
    raise BadMove(say("There is no card {name!r}: a letter of S, C, M, G, V and a number from 1 to 13.", name=name))


def hand_cards(state: State, seat: int) -> list[str]:
    cards = range(rules.CARDS)
    return [card_name(c) for c in cards if (state.hand[seat, c // rules.NUMBERS] >> c % rules.NUMBERS) & 1]


def place(given: DokittoPosition, state: State) -> None:
    """Put a position into a record that has been set up."""
    players = state.players
    if (
        len(given.hands) != players
        or (given.cones and len(given.cones) != players)
        or (given.score and len(given.score) != players)
    ):
        raise BadPosition(f"hands, cones and score have one entry for each of {players} players.")
    seats = {given.leader, *given.trick, *(trick.leader for trick in given.past)}
    if not seats <= set(range(players)) or any(len(trick.cards) != players for trick in given.past):
        raise BadPosition(f"Seats are 0 to {players - 1}, and a past trick has a card of each.")
    rounds = rules.MOST_ROUNDS if state.round_cap else rules.COUNTED_ROUNDS
    if len(given.past) > rules.HAND_FOR[players] or not 1 <= given.round <= rounds:
        raise BadPosition(f"At most {rules.HAND_FOR[players]} tricks a round and {rounds} rounds are played.")
    if given.flavours:
        state.in_play = sum(1 << _flavour(letter) for letter in given.flavours)
    state.leader = given.leader
    rules.begin_round(state, given.round)
    for flavour in range(rules.FLAVOURS):
        for seat in range(players):
            state.hand[seat, flavour] = 0
    for trick in given.past:
        _put_trick(state, trick.leader, dict(enumerate(trick.cards)))
        rules.clear_trick(state)
    state.leader = given.leader
    _put_trick(state, given.leader, given.trick)
    for seat, hand in enumerate(given.hands):
        for name in hand:
            card = card_number(name)
            state.hand[seat, card // rules.NUMBERS] |= 1 << card % rules.NUMBERS
        if len(hand) != len(set(hand)):
            raise BadPosition(f"hands[{seat}] names a card twice.")
        state.score[seat] = given.score[seat] if given.score else 0
    _put_tiles(given, state)
    state.turn = (given.leader + len(given.trick)) % players
    if given.over:
        state.phase = rules.OVER
    elif len(given.trick) == players:
        state.phase = rules.CHOOSE
        state.turn = rules.trick_winner(state)
    state.notes.clear()


def _flavour(letter: str) -> int:
    if letter and letter in LETTERS:
        return LETTERS.index(letter)
    raise BadPosition(f"{letter!r} is no flavour: write one of S, C, M, G, V.")


def _put_trick(state: State, leader: int, cards: dict[int, str]) -> None:
    """Lay a trick's cards and remember who showed to be out of the led flavour."""
    order = [(leader + step) % state.players for step in range(state.players)]
    if list(cards) != order[: len(cards)] and sorted(cards) != sorted(order[: len(cards)]):
        raise BadPosition(f"A trick led by seat {leader} is played in the order {order}.")
    state.leader = leader
    for seat in order[: len(cards)]:
        state.trick[seat] = card_number(cards[seat])
        state.played += 1
        if state.trick[seat] // rules.NUMBERS != rules.led_flavour(state):
            state.void[seat] |= 1 << rules.led_flavour(state)


def _put_tiles(given: DokittoPosition, state: State) -> None:
    for letter, tiles in given.stacks.items():
        flavour = _flavour(letter)
        if set(tiles) - {"plain", "star"} or tiles.count("star") > 1 or len(tiles) > rules.TILES:
            raise BadPosition(f"stacks.{letter} is {tiles}: at most 3 tiles, each plain or star, one star at most.")
        state.stack[flavour] = len(tiles)
        # A star that has left the stack was on one of the tiles above it; which one no longer matters.
        state.star[flavour] = tiles.index("star") + 1 if "star" in tiles else len(tiles) + 1
    for seat, cone in enumerate(given.cones):
        if len(cone) > rules.FULL:
            raise BadPosition(f"cones[{seat}] has {len(cone)} scoops: a cone holds 3 at most (DOK-04).")
        for spot, tile in enumerate(cone):
            flavour = _flavour(tile[:1])
            state.cone[seat, spot] = flavour
            state.scoops[seat] = spot + 1
            if tile[1:] == "*":
                state.topping[flavour] = seat
            elif tile[1:]:
                raise BadPosition(f"cones[{seat}] has {tile!r}: write a flavour's letter, with * for the star.")


def position_of(state: State, options: dict[str, Any]) -> DokittoPosition:
    """Everything of a record; the tile that brought a topping is the last of its flavour on its owner's cone."""
    players = range(state.players)
    cones = []
    for seat in players:
        cone = [LETTERS[state.cone[seat, spot]] for spot in range(state.scoops[seat])]
        for flavour in range(rules.FLAVOURS):
            if state.topping[flavour] == seat:
                last = max(i for i, tile in enumerate(cone) if tile == LETTERS[flavour])
                cone[last] += "*"
        cones.append(cone)
    in_play = [f for f in range(rules.FLAVOURS) if (state.in_play >> f) & 1]
    return DokittoPosition(
        players=state.players,
        hands=[hand_cards(state, seat) for seat in players],
        leader=state.leader,
        trick={seat: card_name(state.trick[seat]) for seat in players if state.trick[seat] >= 0},
        past=[Past(state.past_leader[t], [card_name(state.past[t, seat]) for seat in players]) for t in range(state.tricks)],
        stacks={
            LETTERS[f]: ["star" if tile + 1 == state.star[f] else "plain" for tile in range(state.stack[f])] for f in in_play
        },
        cones=cones,
        score=[state.score[seat] for seat in players],
        round=state.round_no,
        over=state.phase == rules.OVER,
        options=options,
        flavours="".join(LETTERS[f] for f in in_play),
    )


def problems(state: State) -> Iterator[str]:
    """The ledger's invariants, as far as one moment can show them."""
    yield from _card_problems(state)
    yield from _tile_problems(state)
    for seat in range(state.players):
        if not 0 <= state.score[seat] < rules.TARGET + 6:
            yield f"seat {seat} has {state.score[seat]} points: 0 to 15 can come up (DOK-38)."
        elif state.score[seat] >= rules.TARGET and state.phase != rules.OVER:
            yield f"seat {seat} has {state.score[seat]} points, so the game is over (DOK-38)."
    if state.phase == rules.CHOOSE:
        if state.scoops[state.turn] == rules.FULL:
            yield f"seat {state.turn} wins with a full cone: the round is over (DOK-31)."
        elif size(rules.tile_choices(state)) < 2:
            yield "the winner has no choice of tile, so it has been taken already (DOK-24)."


def _card_problems(state: State) -> Iterator[str]:
    if size(state.in_play) != rules.FLAVOURS_FOR[state.players]:
        yield f"{state.players} players use {rules.FLAVOURS_FOR[state.players]} flavours (DOK-02)."
    seen: set[str] = set()
    played = [card_name(card) for card in state.trick if card >= 0]
    played += [card_name(state.past[t, s]) for t in range(state.tricks) for s in range(state.players)]
    for names in (played, *(hand_cards(state, seat) for seat in range(state.players))):
        for name in names:
            if name in seen:
                yield f"the card {name} is in two places (DOK-03)."
            if not (state.in_play >> LETTERS.index(name[0])) & 1:
                yield f"the card {name} is of a flavour that is not in this game (DOK-02)."
            seen.add(name)
    for seat in range(state.players):
        held = hand_cards(state, seat)
        toppled = state.phase == rules.OVER
        if len(held) != rules.cards_left(state, seat) and not toppled:
            yield f"seat {seat} holds {len(held)} cards instead of {rules.cards_left(state, seat)} (DOK-05)."
        for name in held:
            if (state.void[seat] >> LETTERS.index(name[0])) & 1:
                yield f"seat {seat} did not follow {name[0]} earlier but holds {name} (DOK-16)."


def _tile_problems(state: State) -> Iterator[str]:
    on_cones = 0
    for flavour in range(rules.FLAVOURS):
        taken = sum(state.cone[s, spot] == flavour for s in range(state.players) for spot in range(state.scoops[s]))
        on_cones += taken
        here = (state.in_play >> flavour) & 1
        if taken + state.stack[flavour] != (rules.TILES if here else 0):
            yield f"{LETTERS[flavour]} has {taken} tiles on cones and {state.stack[flavour]} in the stack: not 3 (DOK-06)."
        star_in_stack = 1 <= state.star[flavour] <= state.stack[flavour]
        if here and star_in_stack != (state.topping[flavour] < 0):
            yield f"the {LETTERS[flavour]} star must be in the stack, or its topping on the cone that has it (DOK-28)."
        owner = state.topping[flavour]
        if owner >= 0 and all(state.cone[owner, spot] != flavour for spot in range(state.scoops[owner])):
            yield f"seat {owner} has the {LETTERS[flavour]} topping without a {LETTERS[flavour]} tile (DOK-28)."
    ended_by_topple = state.phase == rules.OVER and on_cones == state.tricks - 1
    if on_cones != state.tricks and not ended_by_topple:
        yield f"{on_cones} tiles on cones after {state.tricks} tricks: each trick brings one (DOK-23)."

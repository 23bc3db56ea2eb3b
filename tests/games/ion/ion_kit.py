"""A hand of ION as tests write it: cards by their ids, moves as `A PLA26`. Seats A, B, C, ... are 0, 1, 2, ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import parlour
from parlour.games.ion.cards import DECK
from parlour.games.ion.position import arrange, cards_in

ION = parlour.game("ion")
A, B, C, D, E = range(5)
TOURNAMENT = {"mode": "tournament"}


def deal(hands: Sequence[str], table: str, pile: str = "", *, seed: int = 0, **more: Any) -> parlour.Match:
    """A position in which the rest of the deck lies under the pile; the hands of others may be left short."""
    deck = [DECK[card] for card in cards_in(ION.new(len(hands), 0, **more.get("options", {})).state.deck)]
    return ION.position(arrange(hands, table, pile, deck=deck, **more), seed=seed)


def play(match: parlour.Match, *moves: str) -> parlour.Match:
    """Moves as `A PLA26`; in a race any seat may come first."""
    for each in moves:
        seat, _, text = each.partition(" ")
        match.play("ABCDEFGHIJ".index(seat), text)
    return match


def offers(match: parlour.Match, seat: int) -> set[str]:
    return {ION.text(move, seat) for move in match.legal(seat)}


def hand(match: parlour.Match, seat: int) -> set[str]:
    return set(match.position()["hands"][seat])

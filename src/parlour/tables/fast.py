"""Moves at the best speed there is: plain rules from the first moment, machine code as soon as it is compiled."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from parlour.core import match
from parlour.core.game import Game
from parlour.core.registry import installed
from parlour.core.state import State
from parlour.tables.compiling import beside

if TYPE_CHECKING:
    from parlour.core.swift import Swift

MOST_ACTIONS = 5000
"""Games with more moves than this answer for themselves."""

TRIAL = 40
"""How many moves are made both ways before machine code is trusted with live matches."""
_preparing = threading.Lock()
_prepared: set[str] = set()
_begun: set[str] = set()


def legal_moves(game: Game, state: State, seat: int) -> list[int]:
    """The numbers of the moves that an acting seat may make, in order."""
    return sorted(game.legal(state, seat)) if game.swift is None else game.swift.legal(state, seat)


def carry(game: Game, state: State, seat: int, number: int) -> int:
    """Carry out a legal move. Returns who acts now."""
    if game.swift is not None and (who := game.swift.apply(state, seat, number)) is not None:
        return who
    return match.carry(game, state, seat, number)


def warm(game: Game) -> None:
    """Compile a game's rules beside, once; until then everything runs on the plain ones."""
    if game.key in _begun or game.rules.ACTIONS > MOST_ACTIONS:
        return
    _begun.add(game.key)
    threading.Thread(target=_compile, args=(game,), name=f"parlour-compile-{game.key}", daemon=True).start()


def is_compiled(game: Game) -> bool:
    return game.swift is not None


def prepare(game: Game) -> None:
    """Get the world of a game ready, in this thread."""
    with _preparing:
        if game.key not in _prepared and not game.is_ready() and registered(game):
            beside("world", game)
        _prepared.add(game.key)
        game.prepare()


def registered(game: Game) -> bool:
    """Whether another process would find this game by its key: not one that a program has registered itself."""
    return game.key in installed()


def _compile(game: Game) -> None:
    from parlour.core.swift import is_ready

    if registered(game) and not is_ready(game.rules):
        beside("rules", game)
    game.swift = swift(game)


def swift(game: Game) -> Swift:
    """The rules as machine code, after both have played the beginning of a match to the same bytes and the same notes."""
    from parlour.core.swift import Swift

    fast = Swift(game.rules)
    slow = game.new(seed=0).state
    twin = slow.copy()
    slow.notes, twin.notes = [], []
    for step in range(TRIAL):
        who = game.rules.acting(slow)
        if not who:
            break
        seat = who.bit_length() - 1
        moves = sorted(game.legal(slow, seat))
        assert fast.legal(twin, seat) == moves
        assert not hasattr(game.rules, "look") or fast.look(twin) == game.looked(slow)
        game.rules.apply(slow, seat, moves[step % len(moves)])
        assert fast.apply(twin, seat, moves[step % len(moves)]) == game.rules.acting(slow)
        assert (bytes(twin), twin.notes) == (bytes(slow), slow.notes)
    return fast

"""One match for programs that learn, decision by decision: whose it is, its moves by number, what each seat knows.

The rules run as machine code. Where several seats are to act they are asked one after the other, and none hears what another
answered. A game with more moves than a mask can hold says in `bots/fan.py` which of them are numbered (`MOVES`), and what can
stand for its world (`WORLDS`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.batch import MOST_MASKED
from parlour.core.contract import WORLD
from parlour.core.engine import Engine
from parlour.core.errors import BadMove, BadSetup, one_of
from parlour.core.game import Game, Note
from parlour.core.match import Match
from parlour.core.seeds import Key, Seed
from parlour.core.state import State, plain
from parlour.core.stream import rewind
from parlour.core.swift import Swift

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Interface:
    """A game as programs meet it: its moves by numbers without gaps, its machine code, its world."""

    game: Game
    world: str
    moves: Sequence[int]
    """The game's own number of each move."""
    places: dict[int, int] | None
    """Where the game's own numbers are in `moves`; None where they are the same."""
    happen: Callable[[State], None] | None
    """What the world does when the rules wait for it."""
    swift: Swift | None
    engine: Engine

    @property
    def actions(self) -> int:
        return len(self.moves)

    @property
    def name(self) -> str:
        return f"{self.game.key}_{self.world}" if self.world else self.game.key


def interface(game: Game, world: str | None = None) -> Interface:
    """The interface of a game. `world` names what decides flicks and the like, for a game that has a world."""
    worlds = getattr(game.part("bots.fan"), "WORLDS", {})
    if world is not None and world not in worlds:
        raise BadSetup(f"{game.name} has no world {world!r}. " + (one_of(world, worlds) if worlds else "It needs none."))
    return _interface(game, world or next(iter(worlds), ""))


@cache
def _interface(game: Game, world: str) -> Interface:
    fan, engine = game.part("bots.fan"), game.compiled("cpu", 1)
    if fan is None:
        if game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(
                f"{game.name} has {game.rules.ACTIONS:,} moves, too many to number, and no bots/fan.py that names some."
            )
        return Interface(game, world, range(game.rules.ACTIONS), None, None, Swift(game.rules), engine)
    places = {number: place for place, number in enumerate(fan.MOVES)}
    return Interface(game, world, fan.MOVES, places, fan.WORLDS[world], None, engine)


class Single:
    """A running match. `seat` is to decide now, NOBODY when it is over."""

    def __init__(self, of: Interface, players: int | None = None, seed: Seed = None, **options: Any) -> None:
        self.of, self.game = of, of.game
        blank = of.game.blank(players, seed, of.game.without_clock(options))
        self.notes: list[Note] = []
        self._wrap(blank.records.copy())
        self.game.rules.setup(self.state)
        self._next(self.game.rules.acting(self.state))
        self.settle()

    def _wrap(self, rows: NDArray[Any]) -> None:
        self._rows = rows
        self.state: State = plain(rows, self.notes)

    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def over(self) -> bool:
        return self.who == 0

    def copy(self) -> Single:
        """An independent twin."""
        twin = object.__new__(Single)
        twin.of, twin.game, twin.notes = self.of, self.game, self.notes[:]
        twin._wrap(self._rows.copy())
        twin.state.after = self.state.after
        twin.who, twin.seat = self.who, self.seat
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Single:
        return self.copy()

    def __getstate__(self) -> tuple[Game, str, bytes, list[Note]]:
        return self.game, self.of.world, bytes(self.state), self.notes

    def __setstate__(self, held: tuple[Game, str, bytes, list[Note]]) -> None:
        self.game, world, raw, self.notes = held
        self.of = interface(self.game, world or None)
        self._wrap(np.frombuffer(bytearray(raw), self.game.rules.State.dtype))
        self._next(self.game.rules.acting(self.state))

    # Playing.

    def play(self, move: int) -> None:
        """A legal move of `seat`, by number, and all that follows up to the next decision."""
        self.apply(move)
        self.settle()

    def apply(self, move: int) -> None:
        """The same, but the world is not asked yet."""
        self.apply_number(self.of.moves[move])

    def apply_number(self, number: int) -> None:
        """The same by the game's own number, also of a move that is not numbered here."""
        state, swift = self.state, self.of.swift
        if swift is None or (who := swift.apply(state, self.seat, number)) is None:
            state.after = None
            self.game.rules.apply(state, self.seat, number)
            who = self.game.rules.acting(state)
        self._next(who)

    def settle(self) -> None:
        """Let the world act where it is to."""
        while self.who & WORLD:
            assert self.of.happen is not None
            self.of.happen(self.state)
            self._next(self.game.rules.acting(self.state))

    def _next(self, who: int) -> None:
        self.who = who
        if who & (who - 1):
            who = self.game.awaited(self.state, who) or who
        self.seat = (who & -who).bit_length() - 1

    def restore(self, kept: bytes, told: int) -> None:
        """Be where the record and its notes were then."""
        self.state.restore(kept)
        del self.notes[told:]
        self._next(self.game.rules.acting(self.state))

    def rekey(self, seed: bytes) -> None:
        """Give the record another random stream: what chance does from here on."""
        self.state.key[:] = memoryview(Key.of(seed, ())).cast("I")
        self.state.lane = 0
        rewind(self.state)

    # What there is to know.

    def moves(self) -> list[int]:
        """The legal moves of `seat`, by number, in order."""
        return self.moves_of(self.seat)

    def moves_of(self, seat: int) -> list[int]:
        """The same for any seat that acts; none for the others."""
        if seat == NOBODY or not (self.who >> seat) & 1:
            return []
        if self.of.swift is not None:
            return self.of.swift.legal(self.state, seat)
        places = self.of.places
        legal = self.game.legal(self.state, seat)
        return sorted(legal if places is None else (places[number] for number in legal if number in places))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal move."""
        mask = np.zeros(self.of.actions, np.int8)
        mask[self.moves_of(seat)] = 1
        return mask

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat knows, as numbers."""
        known: NDArray[np.float32] = self.of.engine.observe(self._rows, np.array([seat], np.int32))[0]
        return known

    def rewards(self) -> list[float]:
        """When it is over: 1 for the sole winner, the others share -1, who share a victory share its reward. Before: 0."""
        if self.who:
            return [0.0] * self.players
        won, players = self.game.rules.winners(self.state), self.players
        shares = [(won >> seat) & 1 for seat in range(players)]
        return [(players * share / sum(shares) - 1) / (players - 1) for share in shares]

    def named(self, move: int, seat: int) -> str:
        """A move as a player would type it."""
        return self.game.text(self.game.move(self.of.moves[move]), seat)

    def refuse(self, move: Any) -> None:
        """Say why a move is not legal now: raises Refused with its rule, or BadMove."""
        if not isinstance(move, int | np.integer) or not 0 <= move < self.of.actions:
            raise BadMove(f"{move!r} is no move: give a number from 0 to {self.of.actions - 1}.")
        match = object.__new__(Match)
        match.__dict__.update(game=self.game, _state=self.state, who=self.who, names=self.game.seat_names(self.players))
        refusal = match.why_not(self.seat, self.of.moves[int(move)])
        raise refusal or BadMove(f"Move {move} is legal, but not among those that are numbered here.")

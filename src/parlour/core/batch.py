"""Many games at once, for studies and for learning agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest
from parlour.core.contract import WORLD
from parlour.core.engine import NO_LIMIT
from parlour.core.errors import BadMove, BadSetup, ParlourError, whole

if TYPE_CHECKING:
    from parlour.core.game import Game

MOST_MASKED = 1_000_000


def _blank(game: Game, seed: int | str | bytes | None, players: int | None = None, **options: Any) -> NDArray[Any]:
    made: NDArray[Any] = game.blank(players, seed, options).records
    return made


class Batch:
    """`count` games of one kind, played side by side at one speed.

    Game i is the game that `game.new(seed=seed, lane=i, ...)` deals, so any of them can be looked at as a match. `mix` names
    several tables (`[{"players": 2}, {"players": 4, "liked": "kinds"}]`) which share the games evenly; `players` is then the
    most that sit at one.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        players: int | None = None,
        seed: int | str | bytes | None = None,
        speed: str = "cpu",
        threads: int | None = None,
        mix: Sequence[Mapping[str, Any]] | None = None,
        **options: Any,
    ) -> None:
        many = whole(count)
        if many is None or many < 1:
            raise BadSetup(f"A batch holds at least one game, in whole numbers, not {count!r}.")
        if threads is not None and ((wanted := whole(threads)) is None or wanted < 1):
            raise BadSetup(f"Threads are a whole number from 1, or None for as many as there are cores, not {threads!r}.")
        self.game = game
        self.threads = threads
        self.engine = game.compiled(speed, threads)
        tables = [{"players": players, **options}] if mix is None else list(mix)
        if not tables or len(tables) > many:
            raise BadSetup(f"A mix names at least one table and at most as many as there are games, not {len(tables)}.")
        first = np.concatenate([_blank(game, seed, **table) for table in tables])
        try:
            rows = first[np.arange(many) * len(first) // many]
        except (MemoryError, ValueError):
            raise BadSetup(f"{many:,} games of {first.itemsize:,} bytes do not fit into memory. Play fewer at once.") from None
        rows["lane"] = np.arange(many)
        self.players = int(first["players"].max())
        self._states = self.engine.put(rows)
        self.engine.setup(self._states)

    def copy(self) -> Batch:
        """An independent twin."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__() | {"states": self.states.copy()})
        return twin

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "speed": self.engine.speed, "threads": self.threads, "states": self.states}

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.game, self.threads = held["game"], held["threads"]
        self.engine = self.game.compiled(held["speed"], self.threads)
        self.players = int(held["states"]["players"].max())
        self._states = self.engine.put(held["states"])

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self.game.name}, {self.players} players, {self.engine.speed}>"

    def __len__(self) -> int:
        return len(self._states)

    @property
    def states(self) -> NDArray[Any]:
        """The records: a view for plain and CPU, a copy of what the GPU holds for CUDA."""
        return self.engine.get(self._states)

    @property
    def acting(self) -> NDArray[np.int32]:
        """For each game the seats that may act, as bits; 0 when it is over."""
        return self.engine.acting(self._states)

    def seats(self) -> NDArray[np.int32]:
        """For each game the lowest acting seat, or -1 when it is over; 30 where the world of a game is to act."""
        who = self.acting.astype(np.int64)
        low = np.log2(np.maximum(who & -who, 1)).astype(np.int32)
        return np.where(who == 0, np.int32(-1), low)

    def legal(self, seats: NDArray[Any] | None = None) -> NDArray[np.bool_]:
        """A mask of games x moves, for the lowest acting seat or the given ones; a seat that is not to act has none."""
        if self.game.rules.ACTIONS > MOST_MASKED:
            raise BadSetup(
                f"{self.game.name} has {self.game.rules.ACTIONS:,} moves, too many for a mask. Use moves(), which lists some "
                "of each game's by number; step() takes any legal one."
            )
        return self.engine.legal(self._states, self._seats(seats))

    def moves(self, seats: NDArray[Any] | None = None) -> NDArray[np.int64]:
        """Numbers of legal moves, a row a game, filled up with -1: all of them, or some where there are too many to list."""
        return self.engine.listed_moves(self._states, self._seats(seats))

    def step(self, actions: NDArray[Any], seats: NDArray[Any] | None = None) -> None:
        """One move in every game that runs. If any move is not legal, none is made."""
        who, numbers = self._seats(seats), self._one_each(actions, "Actions", BadMove)
        refused = np.flatnonzero(self.engine.apply(self._states, who, numbers))
        if len(refused):
            row = int(refused[0])
            raise BadMove(
                f"{len(refused)} of {len(self)} moves are not legal, first in game {row}: seat {int(who[row])}, "
                f"move {int(numbers[row])}. No game was changed; moves() lists them."
            )

    def play_out(self, seed: int = 0, limit: int = NO_LIMIT) -> NDArray[np.int32]:
        """Play every game to its end at random; returns how many moves each took."""
        chance, most = whole(seed), whole(limit)
        if chance is None or not 0 <= chance < 2**63:
            raise BadSetup(f"The seed of a play-out is a whole number from 0 to 2**63 - 1, not {seed!r}.")
        if most is None or not 0 <= most <= NO_LIMIT:
            raise BadSetup(f"The limit of a play-out is a number of moves from 0 to {NO_LIMIT}, not {limit!r}.")
        return self.engine.play_out(self._states, chance, most)

    def scores(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Scores of games x seats, and for each finished game its winners as bits."""
        return self.engine.scores(self._states, self.players)

    def observe(self, seats: NDArray[Any] | None = None) -> NDArray[np.float32]:
        """What a seat of each game knows, as numbers: the lowest acting seat (0 when none acts) or the given ones."""
        who = self._seats(seats)
        if seats is None:
            who = np.where(who < self.players, np.maximum(who, 0), 0)
        elif (who < 0).any() or (who >= self.players).any():
            raise BadSetup(f"Only a seat can observe: 0 to {self.players - 1}.")
        return self.engine.observe(self._states, who)

    def _seats(self, seats: Any) -> NDArray[Any]:
        """One seat a game: the given ones, which must exist, or the lowest acting ones."""
        if seats is None:
            return self.seats()
        who = self._one_each(seats, "Seats", BadSetup)
        known = (who >= -1) & (who < self.players) | (self.game.has_world & (who == lowest(WORLD)))
        if not known.all():
            wrong = int(who[np.flatnonzero(~known)[0]])
            raise BadSetup(f"There is no seat {wrong}: these games have the seats 0 to {self.players - 1}; -1 makes no move.")
        return who

    def _one_each(self, given: Any, what: str, error: type[ParlourError]) -> NDArray[Any]:
        """The given numbers as an array, if they are one whole number for each game."""
        try:
            numbers = np.asarray(given)
        except ValueError:
            numbers = np.empty(0)
        if numbers.shape != (len(self),) or numbers.dtype.kind not in "iu":
            got = f"{numbers.dtype} of shape {numbers.shape}"
            raise error(f"{what} are an array with one whole number for each of the {len(self)} games, not {got}.")
        return numbers

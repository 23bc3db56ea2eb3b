"""Many games at once, for studies and for learning agents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest
from parlour.core.contract import WORLD
from parlour.core.engine import NO_LIMIT
from parlour.core.errors import BadMove, BadPosition, BadSetup, ParlourError, whole
from parlour.core.game import LANES
from parlour.core.match import Match
from parlour.core.seeds import seed_bytes
from parlour.core.state import HEADER, plain
from parlour.core.step import Step

if TYPE_CHECKING:
    from parlour.core.game import Game

MOST_MASKED = 1_000_000
STREAM = {field[0] for field in HEADER} - {"players"}
"""The fields that a position leaves to its game: what chance brings next."""


def _blank(game: Game, seed: int | str | bytes | None, players: int | None = None, **options: Any) -> NDArray[Any]:
    made: NDArray[Any] = game.blank(players, seed, options).records
    return made


def _begun(game: Game, positions: Any, seed: int | str | bytes | None, options: dict[str, Any]) -> list[Match]:
    """A match from each position; each is checked."""
    if isinstance(positions, str | bytes | Mapping | Match) or not isinstance(positions, Iterable):
        raise BadSetup(f"Positions are a list of positions or matches of {game.name}, not {positions!r}.")
    dealt, begun = seed_bytes(seed), list[Match]()
    for number, given in enumerate(positions):
        if isinstance(given, Match) and given.game.key != game.key:
            raise BadSetup(f"Position {number} is a match of {given.game.name}, not of {game.name}.")
        own = given.options if isinstance(given, Match) else {}
        start = given.position() if isinstance(given, Match) else given
        try:
            begun.append(Match(game, seed=dealt, start=start, options={**own, **options}))
        except BadPosition as wrong:
            raise BadPosition(f"Position {number}: {wrong}") from None
    return begun


class Batch:
    """`count` games of one kind, played side by side at one speed.

    Game i is the game that `game.new(seed=seed, lane=i, ...)` deals, so any of them can be looked at as a match. `mix` names
    several tables (`[{"players": 2}, {"players": 4, "liked": "kinds"}]`) which share the games evenly; `players` is then the
    most that sit at one.

    `positions` (as `Match.position()` gives them, or matches) are shared out among the games in the same way; without `count`
    there is a game for each. What is hidden lies as the position says; what chance brings next is each game's own.
    """

    def __init__(
        self,
        game: Game,
        count: int | None = None,
        *,
        players: int | None = None,
        seed: int | str | bytes | None = None,
        speed: str = "cpu",
        threads: int | None = None,
        mix: Sequence[Mapping[str, Any]] | None = None,
        positions: Iterable[Any] | None = None,
        **options: Any,
    ) -> None:
        begun = None if positions is None else _begun(game, positions, seed, options)
        if begun is not None and (players is not None or mix is not None):
            raise BadSetup("Positions bring their players along: give neither players nor a mix beside them.")
        if begun is not None and count is None:
            count = len(begun)
        many = whole(count)
        if many is None or many < 1:
            raise BadSetup(f"A batch holds at least one game, in whole numbers, not {count!r}.")
        if threads is not None and ((wanted := whole(threads)) is None or wanted < 1):
            raise BadSetup(f"Threads are a whole number from 1, or None for as many as there are cores, not {threads!r}.")
        self.game = game
        self.threads = threads
        self.engine = game.compiled(speed, threads)
        tables: Sequence[Any] = begun if begun is not None else [{"players": players, **options}] if mix is None else list(mix)
        if not tables or len(tables) > many:
            what = "A mix names at least one table" if begun is None else "A batch begins from at least one position"
            raise BadSetup(f"{what} and at most as many as there are games, not {len(tables)}.")
        first = np.concatenate([one.state.records if begun is not None else _blank(game, seed, **one) for one in tables])
        try:
            kind = np.arange(many) * len(first) // many
            rows = first[kind]
        except (MemoryError, ValueError):
            raise BadSetup(f"{many:,} games of {first.itemsize:,} bytes do not fit into memory. Play fewer at once.") from None
        rows["lane"] = np.arange(many)
        self.players = int(first["players"].max())
        self._last: ref[Step] | None = None
        self._states = self.engine.put(rows)
        self.engine.setup(self._states)
        if begun is not None:
            rows = self.states
            for name in game.rules.State.names:
                if name not in STREAM:
                    rows[name] = first[name][kind]
            self._states = self.engine.put(rows)

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
        self._last = None
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

    def step(self, actions: NDArray[Any], seats: NDArray[Any] | None = None, *, restart: bool = False) -> Step:
        """One move in every game that runs; says which ended and what that pays. If any move is not legal, none is made.

        With `restart` the games that ended have begun anew when it returns, as `restart` does.
        """
        who, numbers = self._seats(seats), self._one_each(actions, "Actions", BadMove)
        self._settle()
        refused = np.flatnonzero(self.engine.apply(self._states, who, numbers))
        if len(refused):
            row = int(refused[0])
            raise BadMove(
                f"{len(refused)} of {len(self)} moves are not legal, first in game {row}: seat {int(who[row])}, "
                f"move {int(numbers[row])}. No game was changed; moves() lists them."
            )
        step = Step(self, who >= 0)
        self._last = ref(step)
        if restart and step.ended.any():
            self.restart(step.ended)
        return step

    def restart(self, which: Any = None) -> None:
        """Begin games anew with the same players and options: those that are over, or those of a mask or a list of numbers.

        Game i is then one that was not dealt before: that of lane i + n where n is the number of games, after that i + 2n and
        so on; `states["lane"]` tells. On a GPU the records come here and go back; `game.loop` restarts without leaving it.
        """
        rows = np.flatnonzero(self.acting == 0) if which is None else self._rows(which)
        self._settle()
        while len(rows):  # chance alone can end a game in its set-up
            states = self.states
            lanes = states["lane"][rows].astype(np.int64) + len(self)
            if (lanes >= LANES).any():
                raise BadSetup(f"One seed deals {LANES:,} games, and these were all. Begin a batch with another seed.")
            anew = states[rows]
            anew["lane"] = lanes
            held = self.engine.put(anew)
            self.engine.setup(held)
            over = self.engine.acting(held) == 0
            states[rows] = self.engine.get(held)
            self._states = self.engine.put(states)
            rows = rows[over]

    def match(self, index: int, *, seed: int | str | bytes | None = None, names: Sequence[str] | None = None) -> Match:
        """Game `index` as it stands now, as a match to look at and to play on; the batch's own game stays where it is.

        A batch keeps no moves, so the match begins from this position, and its record says so: what is hidden lies as it does
        in the batch, what chance brings next comes from the match's own seed. Where the world is to act it does so first.
        """
        row = whole(index)
        if row is None or not 0 <= row < len(self):
            raise BadSetup(f"There is no game {index!r}: this batch has the games 0 to {len(self) - 1}.")
        state = plain(self.engine.get(self._states[row : row + 1]).copy())
        game, start = self.game, self.game.position_of(state)
        match = Match(game, seed=seed, names=names, start=start, options=game.chosen(state))
        while match.who & WORLD:
            match.happen(game.world(match.state))
        return match

    def _settle(self) -> None:
        """Let the last step's result, if somebody keeps it, find out what it has not yet: the games go on."""
        last = None if self._last is None else self._last()
        if last is not None:
            last.settle()
        self._last = None

    def play_out(self, seed: int = 0, limit: int = NO_LIMIT) -> NDArray[np.int32]:
        """Play every game to its end at random; returns how many moves each took."""
        chance, most = whole(seed), whole(limit)
        if chance is None or not 0 <= chance < 2**63:
            raise BadSetup(f"The seed of a play-out is a whole number from 0 to 2**63 - 1, not {seed!r}.")
        if most is None or not 0 <= most <= NO_LIMIT:
            raise BadSetup(f"The limit of a play-out is a number of moves from 0 to {NO_LIMIT}, not {limit!r}.")
        self._settle()
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

    def _rows(self, which: Any) -> NDArray[np.int64]:
        """Numbers of games, each once, from a mask or a list of them."""
        try:
            given = np.asarray(which)
        except ValueError:
            given = np.empty(())
        if given.dtype.kind == "b" and given.shape == (len(self),):
            return np.flatnonzero(given)
        if given.shape == (0,):
            return np.empty(0, np.int64)
        if given.dtype.kind in "iu" and given.ndim == 1 and ((given >= 0) & (given < len(self))).all():
            return np.unique(given).astype(np.int64)
        raise BadSetup(f"Name games by a mask of all {len(self)}, or by their numbers from 0 to {len(self) - 1}.")

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

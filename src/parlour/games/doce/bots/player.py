"""How a bot plays DOCE: alpha-beta by level (search.py), exact where the board is nearly full."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from statistics import mean
from typing import Any

from parlour.bots.compiled import Try, kernels
from parlour.bots.levels import Character, Level, knowledge
from parlour.bots.opponents import Thinker
from parlour.core.arrays import numbers, rows_of, zeros
from parlour.core.bits import size
from parlour.core.game import Game
from parlour.core.machine import Machine, constant, machine
from parlour.core.state import State
from parlour.games.doce import rules
from parlour.games.doce.bots import search
from parlour.games.doce.bots.board import Row
from parlour.games.doce.bots.judge import MOST_JUDGED
from parlour.games.doce.bots.moves import PLAY, POINTS, RESULT

EXACT_RESULT, EXACT_POINTS = 12, 8
"""With so many empty squares or fewer the result of the round, and its points, are certain to an exact level."""
ASKED_RESULT = 14
"""With so many or fewer the champion asks for the result before it searches."""
KNOWS_BETTER = 450_000
"""A champion that may look at so many positions finds better openings than its book has."""
LONG = 100_000_000
FIRST_SPEED = 1_000_000
DEEP = 24
PROVES = 4_000_000
"""Positions that are enough to prove the win of a round without blockers after the book's moves, with some to spare."""
GLANCE = 1 - search.FORCED_PLIES
"""A depth at which only forced answers are looked at."""
MEMORY = {True: 1 << 20, False: 1 << 16}
NOTHING = zeros(0, "i8")
CENTRE_FOUR = rules.FACES * (rules.SQUARES // 2) + 3
"""Without blockers this first die wins (lab/book.py)."""


TAKES = {"answer": "State[] Row[] Frame[] Work[] Entry[] i2[] i8[] i8 i8 i8 i8[] i8[]"}
KERNELS = kernels(search, TAKES, rules, None, Row=Row, Frame=search.Frame, Work=search.Work, Entry=search.Entry)


@cache
def searcher() -> Machine:
    return machine(KERNELS)


class Room:
    """The scratch space of one player: positions, moves and remembered worths."""

    def __init__(self, exact: bool, judges: bool = False, clock: Callable[[], float] = time.perf_counter) -> None:
        desk = searcher().desk()
        self._clock = clock
        self.judge = learned() if judges else zeros(0, "i2")
        self._answer = desk["answer"]
        self.rows = desk.new(search.PLIES, Row)
        self.frames = desk.new(search.PLIES, search.Frame)
        self.works = desk.new(1, search.Work)
        self.memory = desk.new(MEMORY[exact], search.Entry)
        weights = knowledge("doce").weights
        self.weights = numbers([int(weights[name]) for name in search.WEIGHTS], "i8")
        self.speed: float = FIRST_SPEED

    def _ask(self, state: State, mode: int, depth: int, limit: int, moves: list[int], out: memoryview) -> int:
        start = self._clock()
        given = numbers(moves, "i8")
        rooms = self.rows, self.frames, self.works, self.memory, self.judge, self.weights
        answer = self._answer(rows_of([state]), *rooms, mode, depth, limit, given, out)
        spent, nodes = self._clock() - start, self.works[0].nodes
        if nodes > 20_000 and spent > 0:
            self.speed = nodes / spent
        return int(answer)

    def forget(self) -> None:
        """Remember no worths."""
        self.memory.fill(search.Entry.new())

    @property
    def best(self) -> int:
        return int(self.works[0].best)

    @property
    def stopped(self) -> bool:
        return bool(self.works[0].stop)

    def solve(self, state: State, mode: int, limit: int = LONG) -> int | None:
        """The exact answer to `mode`, or None if the limit was too small; `best` gets it."""
        answer = self._ask(state, mode, search.ENDLESS, limit, [], NOTHING)
        return None if self.stopped else answer

    def wins(self, state: State, limit: int, depth: int = DEEP) -> bool:
        """Whether a forced win was found within the limit; `best` begins it."""
        return self._ask(state, RESULT, depth, limit, [], NOTHING) == 1 and not self.stopped

    def deepen(self, state: State, depth: int, limit: int) -> int:
        """What the position is worth by search; `best` is the move."""
        return self._ask(state, PLAY, depth, limit, [], NOTHING)

    def rated(self, state: State, moves: list[int], depth: int, mode: int, limit: int = LONG) -> list[int]:
        """What each move is worth; fewer answers than moves if the limit was too small."""
        out = zeros(len(moves), "i8")
        done = self._ask(state, mode, depth, limit, moves, out)
        return list(out[:done])


class DocePlayer(Thinker):
    """All levels search, the higher ones deeper; the lower ones slip more often, and then misjudge moves at a glance."""

    judges = False
    """Whether positions are judged by what was learned."""

    @property
    def room(self) -> Room:
        """The scratch space of this thread: one player may think at several tables at once."""
        if not hasattr(self._rooms, "own"):
            clock = time.thread_time if self.how.processor else time.perf_counter
            self._rooms.own = Room(self.how.exact, self.judges, clock)
        own: Room = self._rooms.own
        return own

    def __init__(self, *setting: Any) -> None:
        super().__init__(*setting)
        self._rooms = threading.local()

    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        room = self.room
        empty = size(rules.empty_squares(state))
        if self.how.exact and empty <= EXACT_POINTS and room.solve(state, POINTS) is not None:
            return {room.best: Try(1, 1.0)}
        limit = self.how.simulations
        if self.how.seconds is not None:
            limit = min(limit, int(room.speed * self.how.seconds))
        if not self.how.exact:
            room.deepen(state, self.how.depth or search.ENDLESS, limit)
            return {room.best: Try(1, 1.0)}
        return {self._sure_move(state, empty, limit): Try(1, 1.0)}

    def _sure_move(self, state: State, empty: int, limit: int) -> int:
        """The best move by search, unless exact play knows that it throws the result away."""
        room = self.room
        if (known := by_the_book(state)) is not None:
            return known
        if not any(state.blocker):
            # Where there never were any, the way to the win can be seen from the book's last move on.
            if room.wins(state, PROVES if not state.blocked else limit // 4):
                return room.best
            limit -= limit // 4
        result = room.solve(state, RESULT, LONG if empty <= EXACT_RESULT else limit // 2)
        keeps = room.best
        worth = room.deepen(state, self.how.depth or search.ENDLESS, limit // 2)
        move = room.best
        if result is None:
            return move
        if result > 0 and worth < search.POINT * rules.WIN_POINTS // 2:
            return keeps
        kept = room.rated(state, [move], search.ENDLESS, RESULT, LONG if empty <= EXACT_RESULT else limit)
        return move if kept and kept[0] >= result else keeps

    def first_thought(self, game: Game, state: State, seat: int, seed: int) -> int:
        """What looks best at a glance, misjudged by the level's `noise`. A line that it can finish it sees; one of the rival's
        it overlooks now and then."""
        chance = random.Random(seed)
        moves = game.legal(state, seat)
        worths = self.room.rated(state, moves, GLANCE, PLAY)
        sure = search.MOST_ESTIMATE
        if state.round_no == rules.ROUNDS:
            sure += search.LEAD * abs(state.score[0] - state.score[1])
        if max(worths) > sure:
            return moves[worths.index(max(worths))]
        if chance.random() < self.how.overlook:
            seen = [worth for worth in worths if worth >= -sure] or [0]
            worths = [worth if worth >= -sure else round(mean(seen)) for worth in worths]
        felt = {move: worth + chance.gauss(0, self.how.noise) for move, worth in zip(moves, worths, strict=True)}
        return max(felt, key=lambda move: (felt[move], -move))


class Champion(DocePlayer):
    """Judges positions by what was learned from rounds, and asks for the sure result only where the search can tell it."""

    judges = True

    def _sure_move(self, state: State, empty: int, limit: int) -> int:
        room = self.room
        if (known := by_the_book(state)) is not None:
            return known
        if limit < KNOWS_BETTER and (known := opening(state)) is not None:
            return known
        if not any(state.blocker) and not state.blocked and room.wins(state, PROVES):
            return room.best
        within = LONG if empty <= EXACT_RESULT else limit // 2
        result = room.solve(state, RESULT, within) if empty <= ASKED_RESULT else None
        keeps = room.best
        if result is None and empty <= ASKED_RESULT:
            limit -= within
        worth = room.deepen(state, self.how.depth or search.ENDLESS, limit)
        move = room.best
        if result is None:
            return move
        if result > 0 and worth <= MOST_JUDGED:
            return keeps
        ahead = state.score[state.to_move] - state.score[1 - state.to_move]
        if result == 0 and state.round_no == rules.ROUNDS and ahead < 0:
            return move  # a draw would lose the match
        kept = room.rated(state, [move], search.ENDLESS, RESULT, LONG if empty <= EXACT_RESULT else limit)
        return move if kept and kept[0] >= result else keeps


@cache
def learned() -> memoryview:
    """What positions seem worth (judge.py), made by tools/fit_doce.py."""
    judge: memoryview = constant(numbers(read("judge.json")["numbers"], "i2"))
    return judge


def by_the_book(state: State) -> int | None:
    """Without blockers: the first die, and the answer to each first die of the rival, that keep a proven win."""
    if any(state.blocker) or state.blocked or state.diagonals or state.locked:
        return None
    placed = [square for square, value in enumerate(state.value) if value]
    if not placed:
        return CENTRE_FOUR
    first, face = divmod(CENTRE_FOUR, rules.FACES)
    if len(placed) != 2 or state.value[first] != face + 1 or not (state.held[state.to_move] >> first) & 1:
        return None
    reply = sum(placed) - first
    return answers()[rules.FACES * reply + state.value[reply] - 1]


def opening(state: State) -> int | None:
    """With blockers: the champion's first die, and its answer to a first die on the centre (tools/fit_doce.py tries them)."""
    if not all(state.blocker) or state.mid_turn or state.diagonals or state.locked:
        return None
    placed = [square for square, value in enumerate(state.value) if value]
    if not placed:
        first: int = openings()["first"]
        return first
    if placed != [CENTRE_FOUR // rules.FACES]:
        return None
    answer: int | None = openings()["answers"].get(str(rules.FACES * placed[0] + state.value[placed[0]] - 1))
    return answer


@cache
def openings() -> dict[str, Any]:
    """The champion's book."""
    return read("openings.json")


@cache
def answers() -> dict[int, int]:
    """The book (book.py)."""
    return {int(reply): answer for reply, answer in read("book.json")["answers"].items()}


def read(name: str) -> dict[str, Any]:
    """A file of data that lies beside."""
    held: dict[str, Any] = json.loads(files("parlour.games.doce.bots").joinpath(name).read_text(encoding="utf-8"))
    return held


def player(character: Character, level: str, how: Level, seed: int | None, threads: int = 1) -> DocePlayer:
    kind = Champion if level == "champion" else DocePlayer
    return kind(character, level, how, seed, threads)

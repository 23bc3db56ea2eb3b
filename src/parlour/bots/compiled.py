"""The search as machine code: linked with a game's rules and knowledge, kept on disk between runs like the rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from parlour.bots import hooks, search, solver
from parlour.core.arrays import rows_of, zeros
from parlour.core.link import Linker, Turn
from parlour.core.machine import Desk, Kernels, machine, move_kind
from parlour.core.state import State
from parlour.core.stream import quick_seed

SLICE = 256
"""Simulations between two looks at the clock."""
MOST_NODES = 400_000


class BotLinker(Linker):
    """Also exchanges the hooks of the search for a game's own."""

    def __init__(self, rules: ModuleType, knowledge: ModuleType | None, turn: Turn) -> None:
        super().__init__(rules, turn)
        self._knowledge = knowledge

    def _meant(self, function: FunctionType) -> FunctionType:
        if function.__module__ == hooks.__name__:
            own: FunctionType = getattr(self._knowledge, function.__name__, function)
            return own
        return super()._meant(function)


HABIT = {"habit": "State[] i8 Move[] i8[] f8[] f8"}
SEARCH = {"simulate": "State[] i8 Node[] i8[] Move[] i8[] i8[] f8[] f8[] i8 i8 f8 f8 f8 i8", "plant": "Node[] i8[]", **HABIT}
SOLVER = {"simulate": "State[] i8 Node[] f8[,] i8[] Move[] i8[] i8[] f8[] f8[] i8 i8 f8 f8 f8", "plant": "Node[] i8[]"}


def kernels(
    module: ModuleType, takes: Mapping[str, str], rules: ModuleType, knowledge: ModuleType | None, **records: Any
) -> Kernels:
    """Functions of a module over the rules of one game, and over what is known about it."""
    return Kernels(
        module, takes, partial(BotLinker, rules, knowledge), {"State": rules.State, "Move": move_kind(rules), **records}
    )


class Try(NamedTuple):
    """What the search knows of a move at the root; `proven` is what it is worth for sure, if that is known."""

    visits: int
    worth: float
    proven: float | None = None


class Search:
    """Information-set search for one game. One object may think for many seats, one after the other or in threads."""

    def __init__(self, rules: ModuleType, knowledge: ModuleType | None = None) -> None:
        self.rules = rules
        made = [machine(one) for one in self.kernels(rules, knowledge)]
        self._thinking, self._habit = made[0], made[-1]
        self._listed: int = getattr(rules, "LISTED", rules.ACTIONS)

    @staticmethod
    def kernels(rules: ModuleType, knowledge: ModuleType | None) -> list[Kernels]:
        """What thinks, and last what finds the first thought."""
        return [kernels(search, SEARCH, rules, knowledge, Node=search.Node)]

    def think(
        self,
        state: State,
        seat: int,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        weights: Any,
        threads: int = 1,
        horizon: int = 500,
        slack: float = 0.0,
        explore: float = 0.7,
        widen: float = 0.0,
        dwell: int = 1,
        processor: bool = False,
    ) -> dict[int, Try]:
        """What came of each move after that many simulations or seconds, whichever ends first, best first.

        `processor` counts the seconds that the processor works for this search, whatever else it does meanwhile.
        """
        if simulations is None and seconds is None:
            raise ValueError("say how long to think: simulations, seconds or both")
        settings = self._settings(horizon, float(slack), float(explore), float(widen), dwell)
        clock = time.thread_time if processor else time.perf_counter
        each = None if simulations is None else -(-simulations // threads)

        def one(lane: int) -> dict[int, Try]:
            ends = None if seconds is None else clock() + seconds
            return self._tree(state, seat, each, ends, clock, seed, lane, weights, settings)

        if threads == 1:
            trees = [one(0)]
        else:
            with ThreadPoolExecutor(threads) as pool:
                trees = list(pool.map(one, range(threads)))
        return _together(trees)

    def _tree(
        self,
        state: State,
        seat: int,
        simulations: int | None,
        ends: float | None,
        clock: Callable[[], float],
        seed: int,
        lane: int,
        weights: Any,
        settings: tuple[float, ...],
    ) -> dict[int, Try]:
        desk = self._thinking.desk()
        rows = desk.new(3, self.rules.State)
        rows.fill(state)
        room = MOST_NODES if simulations is None else min(MOST_NODES, simulations + 2)
        players = int(state.players)
        tree = self._room(desk, room, players)
        tally, quick = desk.new(2, "i8"), desk.new(4, "i8")
        moves, stamps = desk.new(self._listed, move_kind(self.rules)), desk.new(self.rules.ACTIONS, "i8")
        worth = desk.new(players, "f8")
        quick_seed(quick, seed, lane)
        desk["plant"](tree[0], tally)
        done = 0
        while simulations is None or done < simulations:
            count = simulations - done if simulations is not None and ends is None else SLICE
            if simulations is not None:
                count = min(count, simulations - done)
            desk["simulate"](rows, seat, *tree, tally, moves, stamps, quick, worth, weights, count, *settings)
            done += count
            if self._done(tree) or (ends is not None and clock() >= ends):
                break
        return self._root(tree, seat)

    def _settings(self, horizon: int, slack: float, explore: float, widen: float, dwell: int) -> tuple[float, ...]:
        """How to simulate, in the order of `simulate`."""
        return horizon, slack, explore, widen, dwell

    def _room(self, desk: Desk, nodes: int, players: int) -> tuple[Any, ...]:
        return (desk.new(nodes, search.Node),)

    def _done(self, tree: tuple[Any, ...]) -> bool:
        """Whether there is nothing left to find out."""
        return False

    def _root(self, tree: tuple[Any, ...], seat: int) -> dict[int, Try]:
        (nodes,) = tree
        return {
            node.action: Try(node.visits, node.worth / max(1, node.visits)) for node in map(nodes.__getitem__, children(nodes))
        }

    def habit(self, state: State, seat: int, *, seed: int, weights: Any, slack: float = 0.0) -> int:
        """The move that comes to mind first."""
        quick, moves = zeros(4, "i8"), zeros(self._listed, move_kind(self.rules))
        quick_seed(quick, seed, 0)
        return int(self._habit.here()["habit"](rows_of([state, state]), seat, moves, quick, weights, float(slack)))


class Solver(Search):
    """Tree search with proofs for games without secrets (solver.py). It stops early when the position is solved."""

    @staticmethod
    def kernels(rules: ModuleType, knowledge: ModuleType | None) -> list[Kernels]:
        return [kernels(solver, SOLVER, rules, knowledge, Node=solver.Node), kernels(search, HABIT, rules, knowledge)]

    def _settings(self, horizon: int, slack: float, explore: float, widen: float, dwell: int) -> tuple[float, ...]:
        return horizon, slack, explore, widen

    def _room(self, desk: Desk, nodes: int, players: int) -> tuple[Any, ...]:
        return desk.new(nodes, solver.Node), desk.new((nodes, players), "f8")

    def _done(self, tree: tuple[Any, ...]) -> bool:
        return bool(tree[0][0].proven)

    def _root(self, tree: tuple[Any, ...], seat: int) -> dict[int, Try]:
        nodes, ends = tree
        tried = {}
        for child in children(nodes):
            node = nodes[child]
            proven = float(ends[child, seat]) if node.proven else None
            mean = node.worth / max(1, node.visits)
            tried[node.action] = Try(node.visits, mean if proven is None else proven, proven)
        return tried


def children(nodes: Any) -> Iterator[int]:
    """The nodes of the moves at the root."""
    child: int = nodes[0].child
    while child >= 0:
        yield child
        child = nodes[child].sibling


def _together(trees: list[dict[int, Try]]) -> dict[int, Try]:
    """The trees' roots added up, the most visited move first; equal ones by number, so that the order is sure.

    What one tree has proven is true: sure victories come first, sure defeats last.
    """
    total: dict[int, Try] = {}
    for tree in trees:
        for action, (visits, worth, proven) in tree.items():
            was = total.get(action, Try(0, 0.0))
            both = was.visits + visits
            mean = (was.worth * was.visits + worth * visits) / max(1, both)
            total[action] = Try(both, mean, was.proven if proven is None else proven)
    solved = all(one.proven is not None for one in total.values())

    def order(item: tuple[int, Try]) -> tuple[float, int, int]:
        proven = item[1].proven
        sure = 0.5 if proven is None else proven
        if 0.0 < sure < solver.MOST and not solved:
            sure = 0.5
        return -sure, -item[1].visits, item[0]

    return dict(sorted(total.items(), key=order))

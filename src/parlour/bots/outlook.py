"""Chances of winning, from play-outs in machine code; a game that knows them better has an `outlook` in its `bots`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from parlour.bots import playouts
from parlour.bots.compiled import kernels
from parlour.bots.levels import expertise, knowledge
from parlour.bots.opponents import search_for
from parlour.bots.playouts import NOBODY
from parlour.core.game import Game
from parlour.core.machine import Kernels, machine, move_kind
from parlour.core.state import State

TAKES = {"play_out": "State[] i8 i8 i8 Move[] i8[] f8[] f8[] i8 i8 i8 i8 f8 f8[]"}
LOOSE = 0.3
"""How often a play-out makes any move instead of the usual one, at least: people do not all play alike."""
LONGEST = 4000
"""Moves of a play-out; after that the position is judged as a bot judges it."""
GLANCE = 48
"""Play-outs for a first look at a move; the best third of the moves gets twice as many, and so on."""


class Outlook(Protocol):
    """How likely each seat is to win."""

    def chances(
        self, state: State, move: tuple[int, int] | None = None, knows: int | None = None, anew: bool = False
    ) -> list[float]:
        """Every seat's expected part of the victory: as all cards lie, or as a seat can know them; with `move`, after that seat
        has made it, before chance had a part in it. What trying things out tells is told by other tries when asked `anew`."""

    def weigh(self, state: State, seat: int, moves: Sequence[int], knows: int | None = None) -> dict[int, float]:
        """The same for a seat after each of its moves, at a glance; the best first, and not all of them."""


@cache
def foretelling(game: Game) -> list[Kernels]:
    """What tells the chances of a game, where it has nothing of its own for it."""
    return [] if game.part("bots.outlook") else [kernels(playouts, TAKES, game.rules, expertise(game.key))]


class Playouts:
    """The outlook of any game: what comes of so many play-outs."""

    def __init__(self, game: Game, count: int, sharp: float | None = None) -> None:
        self.game, self.count, self._machine = game, count, machine(foretelling(game)[0])
        data = knowledge(game.key)
        self._desks: dict[int, tuple[Any, ...]] = {}
        self._sharp = data.sharp if sharp is None else sharp
        self._weights, self._slack = data.numbers(), max(LOOSE, data.slack)

    def chances(
        self, state: State, move: tuple[int, int] | None = None, knows: int | None = None, anew: bool = False
    ) -> list[float]:
        first = self.count if anew else 0
        sums = [chance**self._sharp for chance in self._mean(state, move, knows, first, self.count)]
        return [chance / sum(sums) for chance in sums]

    def weigh(self, state: State, seat: int, moves: Sequence[int], knows: int | None = None) -> dict[int, float]:
        if knows is not None or self.game.open:
            return self._searched(state, seat)
        left, found = list(moves), dict.fromkeys(moves, 0.0)
        first, count = self.count, GLANCE
        while True:
            for move in left:
                found[move] = self._mean(state, (seat, move), knows, first, count)[seat]
            left.sort(key=lambda move: (-found[move], move))
            if len(left) <= 2 or count >= self.count:
                break
            first, count, left = first + count, 2 * count, left[: max(2, len(left) // 3)]
        return {move: found[move] for move in left}

    def _searched(self, state: State, seat: int) -> dict[int, float]:
        """By the search that the bots think with: it looks further ahead than play-outs."""
        data = knowledge(self.game.key)
        tried = search_for(self.game, expertise(self.game.key)).think(
            state,
            seat,
            simulations=2 * self.count,
            seed=1,
            weights=self._weights,
            horizon=data.horizon,
            slack=data.slack,
            explore=data.explore,
        )
        return {move: one.worth for move, one in tried.items()}

    def _mean(self, state: State, move: tuple[int, int] | None, knows: int | None, first: int, count: int) -> list[float]:
        players = int(state.players)
        if players not in self._desks:
            self._desks[players] = self._laid(players)
        desk, rows, moves, quick, worth, sums = self._desks[players]
        rows.fill(state)
        for seat in range(players):
            sums[seat] = 0.0
        mover, action = move or (NOBODY, 0)
        who = NOBODY if knows is None else knows
        desk["play_out"](
            rows, who, mover, action, moves, quick, worth, self._weights, 1, first, count, LONGEST, self._slack, sums
        )
        return [total / count for total in sums]

    def _laid(self, players: int) -> tuple[Any, ...]:
        """A desk with all that a play-out needs, laid once: a review asks thousands of times."""
        rules: Any = self.game.rules
        desk = self._machine.desk()
        moves = desk.new(getattr(rules, "LISTED", rules.ACTIONS), move_kind(rules))
        return desk, desk.new(2, rules.State), moves, desk.new(4, "i8"), desk.new(players, "f8"), desk.new(players, "f8")


def outlook(game: Game, count: int) -> Outlook:
    """What tells the chances of a game; `count` says how thoroughly."""
    own = game.part("bots.outlook")
    made: Outlook = own.outlook(count) if own else Playouts(game, count)
    return made

"""A table where a race may be announced: until it opens, most see the table as it was before what caused it (race.py)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Self

from parlour.core.game import Game
from parlour.core.words import say
from parlour.tables import entries as e
from parlour.tables.company import Company, Fact
from parlour.tables.race import READY, Gate, Slap
from parlour.tables.shown import Seats


class Gated(Company):
    """Games whose `race` never finds one (core/author.py) have no gate: everybody sees the table as it is."""

    _shade: Self | None

    def __init__(self, id: str, find: Callable[[str], Game]) -> None:
        super().__init__(id, find)
        self.gate: Gate | None = None
        """The race that the match is in, announced or open."""
        self.raced: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """The slaps of all races in order, each with its fair time, by match and move."""
        self._shade = None
        self._legal: dict[int, list[int]] = {}

    def seen_by(self, mine: Seats, at: int) -> Self:
        """The table as the holder of these seats may know it now: before a race opens, as it was before what caused it.

        Everything that leaves the table goes through here, at every worker.
        """
        gate = self.gate
        if gate is None or not gate.before or gate.mover in mine or gate.is_open(at):
            return self
        if self._shade is None:
            self._shade = self._before(gate)
        return self._shade

    def _before(self, gate: Gate) -> Self:
        assert self.match is not None
        shade = copy.copy(self)
        shade.match = self.match.copy()
        shade.match.restore(gate.before)
        shade.acting, shade.awaited, shade.moves = shade.match.acting, shade.match.awaited, gate.moves - 1
        shade.version = gate.id - 1
        shade.seen_at, shade.shaped_at = min(self.seen_at, shade.version), min(self.shaped_at, shade.version)
        shade.facts = [fact for fact in self.facts if fact.version < gate.id]
        shade._legal = {}
        return shade

    def _see_race(self, at: int, mover: int | None = None, before: bytes = b"", *, anew: bool = False) -> None:
        """Announce the race that the match is in now, if it is not the same as before."""
        assert self.match is not None
        race = self.match.race if self.game.has_race else None
        if race is None:
            self.gate = None
        elif self.gate is None or anew:
            opens = at + READY
            self.gate = Gate(
                self.version, self.acting, opens, opens + race.window, race.stay, self.moves, mover, before, answers={}
            )

    def _slapped(self, entry: e.Slapped) -> None:
        assert self.gate is not None
        number = self.game.read_move(entry.move, entry.seat)
        self.gate.answers[entry.seat] = Slap(entry.ms, entry.tie, entry.seat, number, entry.at, entry.id)

    def _repeated(self, entry: e.Repeated) -> None:
        assert self.gate is not None
        again = self.gate.again + 1
        self._see_race(entry.at, anew=True)
        self.gate.again = again
        said = say("Nobody could answer the race in time: it is run again.")
        self.facts.append(Fact(self.version, entry.at, "table", text=said.template))

    def _resumed(self, entry: e.Resumed) -> None:
        super()._resumed(entry)
        if self.match is not None:
            self._see_race(entry.at, anew=True)

"""The move of a client, from its arrival to its answer."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.core.errors import ParlourError
from parlour.server import messages as m
from parlour.server.act import Act
from parlour.server.telling import now
from parlour.tables import entries as e
from parlour.tables import may, playing
from parlour.tables.race import fair_time
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.server.room import Room
    from parlour.server.socket import Socket


class Again(ParlourError):
    """This move was made before, at this version: nothing is to be done, and nothing is wrong."""

    def __init__(self, version: int) -> None:
        self.version = version


class Move(Act):
    """One move."""

    def __init__(self, socket: Socket, room: Room, play: m.Play) -> None:
        self.client = self.socket = socket
        self.room, self.play, self.id = room, play, play.id
        self._began, self._arrived = time.perf_counter(), now()
        self._slaps = False

    def is_heavy(self, table: Table) -> bool:
        if not table.game.has_world:
            return False
        with suppress(Exception):  # What is wrong with it is said where it is made.
            return table.game.takes_world(playing.read_move(table, self.play.seat, self.play.move))
        return False

    def make(self, table: Table) -> e.Batch:
        play, gate = self.play, table.gate
        may.own(table, self.socket.device, play.seat)
        if made := table.seats[play.seat].made.get(play.id):
            raise Again(made)
        number = playing.read_move(table, play.seat, play.move)
        self._slaps = gate is not None and number != gate.stay
        if gate is None:
            return playing.play(table, now(), play.seat, number, id=play.id, seen=play.at, alone=play.alone)
        at = self._arrived
        ms = fair_time(at - gate.opens, self.socket.lag_due())
        return playing.play(table, at, play.seat, number, id=play.id, seen=play.at, ms=ms)

    def ended(self, answer: int | Exception) -> None:
        if not isinstance(answer, int):
            self.socket.refused(self.play, answer)
        elif self._slaps and self.room.racing is not None:  # Who slaps is told when the race is over.
            self.room.racing.waiting[self.play.seat] = self.socket, self.play.id
        else:
            self.socket.hub.metrics.took(time.perf_counter() - self._began)
            if not self.told:
                self.socket.say(m.Ack(self.play.id, answer))

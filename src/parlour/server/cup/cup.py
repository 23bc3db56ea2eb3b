"""A tournament is what its entries say. `take` takes the next batch; nothing else changes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations

import msgspec

from parlour.server.cup import entries as e


class Stage(StrEnum):
    """Where a tournament stands."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"


OPEN, RUNNING, OVER = Stage


class Player(msgspec.Struct):
    """Somebody who takes part."""

    person: str
    device: str
    name: str
    sign: int | None
    colour: int | None
    since: int
    """The first round that this player can be in."""
    left: bool = False


class Board(msgspec.Struct):
    """One table of a round."""

    players: list[int]
    """In the order of the seats."""
    here: dict[int, str] = {}
    """Who has arrived, with what binds their devices."""
    came: dict[int, int] = {}
    """When they were last seen to wait."""
    since: int = 0
    table: str = ""
    seated: list[int] = []
    """Who plays at the table: those who were there."""
    places: list[int] = []
    """By player; empty while it is not decided."""
    why: e.Why = "played"
    tries: int = 0
    """How many drawn matches came before this one."""

    @property
    def decided(self) -> bool:
        return bool(self.places)


class Round(msgspec.Struct):
    boards: list[Board]
    rests: list[int]
    began: int
    ended: int | None = None


class Cup:
    """A tournament, rebuilt from its log."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0
        self.phase: Stage = OPEN
        self.host = ""
        self.players: list[Player] = []
        self.order: list[int] = []
        """The players by their strength when it began; late comers after them."""
        self.rounds: list[Round] = []
        self.planned = 0
        self.halted: int | None = None
        self.log: e.Batch = []
        self.created = self.updated = 0

    @classmethod
    def rebuilt(cls, id: str, batches: Iterable[e.Batch]) -> Cup:
        cup = cls(id)
        for batch in batches:
            cup.take(batch)
        return cup

    def take(self, batch: e.Batch) -> None:
        self.version += 1
        for entry in batch:
            self.updated = entry.at
            self.log.append(entry)
            getattr(self, f"_{type(entry).__name__.lower()}")(entry)

    def _founded(self, entry: e.Founded) -> None:
        self.plan, self.chance, self.host, self.created = entry.plan, entry.chance, entry.by, entry.at

    def _entered(self, entry: e.Entered) -> None:
        known = self.number(entry.person)
        if known is None:
            self.players.append(Player(entry.person, entry.device, entry.name, entry.sign, entry.colour, len(self.rounds)))
            if self.phase is RUNNING:
                self.order.append(len(self.players) - 1)
            return
        player = self.players[known]
        player.device, player.name, player.sign, player.colour = entry.device, entry.name, entry.sign, entry.colour
        player.left = False

    def _left(self, entry: e.Left) -> None:
        self.players[entry.player].left = True

    def _begun(self, entry: e.Begun) -> None:
        self.phase, self.order, self.planned = RUNNING, [*entry.order], entry.rounds

    def _paired(self, entry: e.Paired) -> None:
        boards = [Board(players, since=entry.at) for players in entry.boards]
        self.rounds.append(Round(boards, entry.rests, entry.at if entry.began is None else entry.began))
        if not boards:
            self.rounds[-1].ended = entry.at

    def _arrived(self, entry: e.Arrived) -> None:
        board = self.round.boards[entry.board]
        board.here = {**board.here, entry.player: entry.commit}
        board.came = {**board.came, entry.player: entry.at}

    def _seated(self, entry: e.Seated) -> None:
        board = self.round.boards[entry.board]
        board.table, board.seated = entry.table, entry.players

    def _counted(self, entry: e.Counted) -> None:
        played = self.rounds[entry.round]
        board = played.boards[entry.board]
        board.places, board.why = entry.places, entry.why
        if played.ended is None and all(board.decided for board in played.boards):
            played.ended = entry.at

    def _again(self, entry: e.Again) -> None:
        was = self.round.boards[entry.board]
        self.round.boards[entry.board] = Board(was.players[::-1], since=entry.at, tries=was.tries + 1)

    def _halted(self, entry: e.Halted) -> None:
        self.halted = entry.at

    def _wenton(self, entry: e.WentOn) -> None:
        """What waited meanwhile gets its time back."""
        if self.halted is None:
            return
        since, self.halted = self.halted, None
        if self.rounds:
            self.round.began += entry.at - since if entry.later is None else entry.later
            if self.round.ended is not None:
                self.round.ended += entry.at - max(since, self.round.ended)
            for board in self.round.boards:
                board.since += entry.at - max(since, board.since)

    def _ended(self, entry: e.Ended) -> None:
        self.phase, self.halted = OVER, None

    # What is.

    @property
    def round(self) -> Round:
        return self.rounds[-1]

    def number(self, person: str) -> int | None:
        return next((number for number, player in enumerate(self.players) if player.person == person), None)

    def playing(self) -> list[int]:
        """Those who are in the next round, the strongest first."""
        return [number for number in self.order if not self.players[number].left]

    def board_of(self, player: int) -> int | None:
        """Where a player sits in the round that is played."""
        if self.phase is not RUNNING or not self.rounds:
            return None
        return next((number for number, board in enumerate(self.round.boards) if player in board.players), None)

    def open_boards(self) -> list[tuple[int, Board]]:
        if self.phase is not RUNNING or not self.rounds:
            return []
        return [(number, board) for number, board in enumerate(self.round.boards) if not board.decided]

    def met(self) -> Counter[tuple[int, int]]:
        """How often two have met, the one who began first."""
        return Counter(pair for played in self.rounds for board in played.boards for pair in combinations(board.players, 2))

    def begun(self) -> Counter[int]:
        return Counter(board.players[0] for played in self.rounds for board in played.boards)

    def rested(self) -> list[int]:
        return [player for played in self.rounds for player in played.rests]

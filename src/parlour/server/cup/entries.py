"""Everything that can happen in a tournament, as entries of its log. The log is the truth, as at a table.

`by` is the person who did it, empty for what the tournament does by itself. Players, rounds and boards are known by their
numbers, from 0.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from parlour.tables.shown import MOST_SEATS, Clock

MOST_PLAYERS = 256
MOST_ROUNDS = 60
LONGEST_TITLE = 60
DAYS = 86_400

Kind = Literal["swiss", "everybody", "knockout", "tables"]
"""How players meet: Swiss, everybody against everybody, knock-out; or tables of many, with others each round."""
Why = Literal["played", "absent", "late", "host", "left"]
"""Where the places of a board come from: the match; somebody was not there; the round's time was up; the host; somebody has
left the tournament."""


class CupPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a tournament is."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    kind: Kind
    options: dict[str, Any] = {}
    clock: Clock = Clock("move", 60)
    seats: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    """At a table, at most; other kinds than `tables` are for two."""
    least: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    """The fewest that the game is for."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    """0: as many as the kind needs. Where everybody meets everybody it is how often they meet."""
    rest: Annotated[int, msgspec.Meta(ge=0, le=7 * DAYS)] = 60
    """Seconds between two rounds."""
    patience: Annotated[int, msgspec.Meta(ge=30, le=31 * DAYS)] = 300
    """Seconds in a round that a table waits for its players; by letter it waits for nobody."""
    lasts: Annotated[int, msgspec.Meta(ge=0, le=31 * DAYS)] = 0
    """Seconds that a round may take; 0: as long as it takes."""
    steady: bool = False
    """A league: a round begins whenever the time of the last one is over, not before."""
    begins: int | None = None
    """When it begins by itself, in ms since 1970; None: when its host says so."""
    late: bool = True
    """Whether people may still come while it runs; knock-out and everybody against everybody never allow it."""
    rated: bool = False
    zone: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """The time zone by whose days the time of a round is counted."""
    stand_in: Annotated[int, msgspec.Meta(ge=5, le=7 * DAYS)] = 120
    """Seconds until a bot takes the seat of somebody who is gone in a match."""

    @property
    def by_letter(self) -> bool:
        return self.clock.kind == "correspondence"

    @property
    def apart(self) -> bool:
        """Players meet within a round whenever it suits them."""
        return 0 < self.lasts <= self.patience and not self.by_letter


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag=str.lower):
    at: int
    by: str = ""


class Founded(Entry, frozen=True, kw_only=True):
    plan: CupPlan
    chance: int
    """What lots are drawn from."""


class Entered(Entry, frozen=True, kw_only=True):
    """A person takes part, with a device that will hold the seats; or comes by another device, name or sign than before."""

    person: str
    device: str
    name: str
    sign: int | None = None
    colour: int | None = None


class Left(Entry, frozen=True, kw_only=True):
    """A player plays no further round: of one's own will, or the host says so."""

    player: int
    why: str = ""


class Begun(Entry, frozen=True, kw_only=True):
    """It begins; players in the order of their strength, the best first."""

    order: list[int]
    rounds: int


class Paired(Entry, frozen=True, kw_only=True):
    """The next round: its boards, each with its players in the order of their seats, and who rests."""

    boards: list[list[int]]
    rests: list[int] = []
    began: int | None = None
    """Since when its time counts, if that is not now: a league keeps its day."""


class Arrived(Entry, frozen=True, kw_only=True):
    """A player is at the board and waits for the others; the commitment binds the device to a salt."""

    board: int
    player: int
    commit: str = ""


class Seated(Entry, frozen=True, kw_only=True):
    """The board is played at this table, by these of its players."""

    board: int
    table: str
    players: list[int]


class Counted(Entry, frozen=True, kw_only=True):
    """How a board of a round ended: everybody's place, from 1; 0 for who gets nothing."""

    round: int
    board: int
    places: list[int]
    why: Why
    said: str = ""
    """What the host says about it."""


class Again(Entry, frozen=True, kw_only=True):
    """A drawn board of a knock-out is played once more, the other one beginning."""

    board: int


class Halted(Entry, frozen=True):
    """The host pauses: no round begins and no time runs out, but matches go on."""


class WentOn(Entry, frozen=True):
    later: int | None = None
    """How much longer the round is, in ms, if that is not just as long as the pause was: a league keeps the hour of its day."""


class Ended(Entry, frozen=True):
    """It is over: all rounds are played, or the host says so."""


AnyEntry = Founded | Entered | Left | Begun | Paired | Arrived | Seated | Counted | Again | Halted | WentOn | Ended
Batch = list[AnyEntry]

encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder(Batch).decode

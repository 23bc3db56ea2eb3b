"""What is asked of tournaments and leaderboards over REST, and what they show."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from parlour.server.cup import entries as e
from parlour.server.cup.cup import Stage
from parlour.server.cup.standing import CupRow
from parlour.tables.shown import LONGEST_CHAT, LONGEST_NAME, Sign

Number = Annotated[int, msgspec.Meta(ge=0, lt=1000)]
Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_CHAT)]


class CupJoin(msgspec.Struct, tag="join", omit_defaults=True, forbid_unknown_fields=True):
    """Take part, come back, or do so from another device or by another name."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    sign: Sign | None = None
    colour: Sign | None = None


class CupLeave(msgspec.Struct, tag="leave", forbid_unknown_fields=True):
    """Play no further round."""


class CupArrive(msgspec.Struct, tag="arrive", omit_defaults=True, forbid_unknown_fields=True):
    """Be at the board of this round, and wait for the others."""

    commit: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""


class CupBegin(msgspec.Struct, tag="begin", forbid_unknown_fields=True):
    """The host begins."""


class CupHalt(msgspec.Struct, tag="halt", forbid_unknown_fields=True):
    """The host pauses."""


class CupGoOn(msgspec.Struct, tag="go_on", forbid_unknown_fields=True):
    """The host goes on after a pause."""


class CupEnd(msgspec.Struct, tag="end", forbid_unknown_fields=True):
    """The host ends it before all rounds are played."""


class CupRemove(msgspec.Struct, tag="remove", omit_defaults=True, forbid_unknown_fields=True):
    """The host lets a player play no further round."""

    player: Number
    why: Reason = ""


class CupCorrect(msgspec.Struct, tag="correct", forbid_unknown_fields=True):
    """The host says how a board ended: everybody's place from 1, equal ones for a draw, 0 for who gets nothing."""

    round: Number
    board: Number
    places: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=16)]], msgspec.Meta(max_length=16)]
    why: Reason


CupAct = CupJoin | CupLeave | CupArrive | CupBegin | CupHalt | CupGoOn | CupEnd | CupRemove | CupCorrect


class CupFounded(msgspec.Struct):
    """A new tournament: its id, for the link."""

    id: str


class CupPlayer(msgspec.Struct, omit_defaults=True):
    name: str
    sign: int | None = None
    colour: int | None = None
    left: bool = False


class CupBoard(msgspec.Struct, omit_defaults=True):
    """A table of a round. `players` in the order of the seats; `places` by them, empty while it is not decided."""

    players: list[int]
    table: str = ""
    places: list[int] = []
    why: e.Why = "played"
    here: list[int] = []
    """Who is there already, before the match begins."""
    until: int | None = None
    """Until when the others are waited for, in ms since 1970."""
    again: int = 0
    """How many drawn matches came before this one."""


class CupRound(msgspec.Struct, omit_defaults=True):
    boards: list[CupBoard]
    rests: list[int] = []


class CupLine(msgspec.Struct):
    """A line of the tournament's log."""

    at: int
    sentence: str


class CupShown(msgspec.Struct, omit_defaults=True):
    """A tournament as everybody sees it, and what whoever asks may do there."""

    id: str
    version: int
    now: int
    plan: e.CupPlan
    phase: Stage
    rounds_planned: int
    players: list[CupPlayer]
    standings: list[CupRow]
    rounds: list[CupRound]
    explained: list[str]
    log: list[CupLine]
    host: bool = False
    """Whoever asks keeps it."""
    mine: int | None = None
    """The number of the player who asks."""
    board: int | None = None
    """Where that player sits in this round."""
    halted: bool = False
    next: int | None = None
    """When the next round begins, in ms since 1970."""
    ends: int | None = None
    """When the time of this round is up."""


class CupSummary(msgspec.Struct):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    phase: Stage


class Rating(msgspec.Struct, omit_defaults=True):
    """How strong somebody plays a game: the true strength lies within `margin` of `rating`, 19 times in 20."""

    game: str
    rating: int
    margin: int
    matches: int
    settled: bool
    """Enough is known for the leaderboard."""
    rank: int | None = None
    past: list[tuple[int, int, int]] = []
    """After the last rated matches: when, rating and margin."""


class Leader(msgspec.Struct, omit_defaults=True):
    """A line of a leaderboard."""

    name: str
    rating: int
    margin: int
    matches: int
    sign: int | None = None
    colour: int | None = None
    me: bool = False


class Leaders(msgspec.Struct, omit_defaults=True):
    """The strongest at a game of whom enough is known, and the bots to compare with."""

    game: str
    leaders: list[Leader]
    bots: dict[str, int]
    mine: Rating | None = None


CUP_BODIES = (*get_args(CupAct), CupFounded, CupShown, CupSummary, Rating, Leaders)

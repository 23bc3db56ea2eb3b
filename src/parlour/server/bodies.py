"""The bodies of the REST calls, in JSON: what is asked and what is answered. The sockets' messages are messages.py's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from parlour.core.game import Outcome
from parlour.core.guide import Section
from parlour.review import Review, ReviewSaid
from parlour.review.puzzles import PuzzleSaid
from parlour.server.cup.shown import CUP_BODIES
from parlour.tables.shown import (
    LONGEST_NAME,
    Fairness,
    Flight,
    Level,
    Line,
    LookShown,
    Phase,
    SeatNumber,
    SeatShown,
    Settings,
    Sign,
)

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Commit = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
"""What binds a device to its salt: sha256("parlour salt 1" + salt)."""


class Slap(msgspec.Struct):
    """One slap in a race, with its fair time in ms."""

    seat: int
    ms: int


class Device(msgspec.Struct):
    """A new device: its token, shown once. Keep it; send it as `Authorization: Bearer …` and in Hello."""

    token: str


class SeatWish(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """How a seat of a new table begins; `mine` sits this device down."""

    kind: Literal["open", "bot", "mine"] = "open"
    level: Level = "medium"
    name: Name | None = None
    sign: Sign | None = None
    colour: Sign | None = None


class CreateTable(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Ask for a table. The first seat of kind `mine` is the host's."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[SeatWish], msgspec.Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    settings: Settings = Settings()
    commit: Commit = ""
    start: bool = False
    """Start at once (against bots): no seat may be open."""
    position: dict[str, Any] | None = None
    """Begin from a position, for lessons and studies."""


class JoinTable(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    name: Name
    seat: SeatNumber | None = None
    commit: Commit = ""
    sign: Sign | None = None
    colour: Sign | None = None


class Seated(msgspec.Struct):
    """A seat is yours: `table` for the link, `seat` its number."""

    table: str
    seat: int | None


class MoveCode(msgspec.Struct):
    """A code that moves a seat to another device, good for a few minutes and once."""

    code: str
    expires: int


class ClaimSeat(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(min_length=4, max_length=20)]


class TableSummary(msgspec.Struct, omit_defaults=True):
    """A table in a list."""

    id: str
    game: str
    phase: Phase
    seats: list[SeatShown]
    acting: Sequence[int]
    mine: Sequence[int]
    updated: int
    match: int = 1


class PersonShown(msgspec.Struct, omit_defaults=True):
    """Somebody, as others see them."""

    id: str
    name: str
    sign: int = 0
    colour: int = 0


class CallShown(msgspec.Struct):
    """Somebody has a chair free for this person."""

    table: str
    game: str
    caller: PersonShown
    at: int


class OptionInfo(msgspec.Struct, omit_defaults=True):
    """One option of a game, with what is needed to draw its control."""

    name: str
    kind: Literal["choice", "switch", "number", "time", "seat", "subset", "other"]
    """A `time` is in milliseconds; forms ask for seconds."""
    default: Any
    rule: str
    help: str
    choices: str
    words: list[str] = []
    labels: list[str] = []
    """The same words for people to read, in their language."""
    least: int | None = None
    most: int | None = None
    step: int | None = None
    printed: Any = None
    """The value of a table that plays as printed, where the book departs from the default."""


class GameInfo(msgspec.Struct, omit_defaults=True):
    key: str
    name: str
    pitch: str
    minutes: int
    seats: list[int]
    """The possible numbers of players."""
    seat_names: list[str]
    version: int
    prefix: str
    options: list[OptionInfo]
    levels: list[Level]
    speed: Literal["plain", "compiled"] = "plain"
    page: str = ""
    """Where its own page is to be had, if it brings one along."""
    puzzles: int = 0
    """How many puzzles it comes with."""


class RuleInfo(msgspec.Struct):
    id: str
    section: str
    text: str


class GuideInfo(msgspec.Struct):
    """A game on one illustrated page; `picture` of a part is an SVG that uses the symbols of the pages."""

    sections: list[Section]


class Step(msgspec.Struct, omit_defaults=True):
    """One step of a replay: the move and what it led to. The first step has no move: the deal."""

    lines: list[Line]
    view: Any
    views: list[Any]
    """Every seat's view: the match is over and nothing is hidden any more."""
    seat: int | None = None
    number: int | None = None
    text: str | None = None
    label: str | None = None
    world: list[Any] | None = None
    race: list[Slap] | None = None
    """The slaps that the move was the first of."""


class Replay(msgspec.Struct, omit_defaults=True):
    """A finished match, step by step."""

    table: str
    match: int
    game: str
    rules: int
    options: dict[str, Any]
    names: list[str]
    fairness: Fairness
    outcome: Outcome | None
    steps: list[Step]
    looks: list[LookShown] = []


class Reviewed(msgspec.Struct, omit_defaults=True):
    """The review of a finished match in numbers and words; while it is made, how many others come first."""

    ahead: int | None = None
    names: list[str] = []
    looks: list[LookShown] = []
    review: Review | None = None
    words: ReviewSaid | None = None


class Verdict(msgspec.Struct):
    """Whether a match is exactly what was dealt and played; what is wrong if not, and what was checked."""

    fair: bool
    problems: list[str]
    checked: list[str] = []


class ServerKey(msgspec.Struct):
    """The Ed25519 key that checks the signatures under this server's records, in hex."""

    key: str


class Invitation(msgspec.Struct, omit_defaults=True):
    """A link under which others reach this server, and the system's name of the network that it leads through."""

    link: str
    network: str = ""


class House(msgspec.Struct, omit_defaults=True):
    """Where others reach this server. `public`: under this name alone, wherever the page was opened.

    `ways` are told only to a page that was opened at this machine itself, the likeliest first; whoever came by another
    address may pass that on. None for such a page: nobody else can come.
    """

    public: str | None = None
    ways: list[Invitation] = []


class Trouble(msgspec.Struct):
    """The body of every REST error."""

    code: str
    sentence: str


class Health(msgspec.Struct):
    status: Literal["ok", "storage"]
    version: str
    protocol: int
    tables: int
    sockets: int
    reason: str = ""
    """What is wrong, if the status is not ok."""


REST_BODIES = (
    Device,
    CreateTable,
    JoinTable,
    Seated,
    MoveCode,
    ClaimSeat,
    TableSummary,
    GameInfo,
    RuleInfo,
    GuideInfo,
    PuzzleSaid,
    Replay,
    Reviewed,
    Flight,
    Verdict,
    ServerKey,
    House,
    Trouble,
    Health,
    *CUP_BODIES,
)

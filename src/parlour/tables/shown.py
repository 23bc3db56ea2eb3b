"""What a table shows: the shapes that leave it. Only the redactor fills them, each for one audience."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from parlour.core.game import Outcome
from parlour.core.story import Tale

LONGEST_CHAT = 280
LONGEST_NAME = 40
MOST_SEATS = 16
EMOTES = ("hello", "nice", "oops", "wow", "thanks", "think", "hurry", "laugh", "sorry", "bye")

SIGNS = 10
"""So many signs and as many colours there are to sit under (web/src/kit/seats.ts)."""

Sign = Annotated[int, msgspec.Meta(ge=0, lt=SIGNS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Seats = tuple[int, ...]
Level = Literal["easy", "medium", "hard", "beginner", "casual", "club", "master"]
"""How well a bot plays. The bots' room has its own four names; easy, medium and hard are always understood."""


class Phase(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


WAITING, RUNNING, PAUSED, OVER = Phase


class Clock(msgspec.Struct, frozen=True):
    """The table's clock: none; so many seconds a move; so many a game with an increment; or days, for play by letter."""

    kind: Literal["none", "move", "game", "correspondence"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=30 * 86400)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0


class Settings(msgspec.Struct, frozen=True):
    """What a table chooses beside the game's options."""

    clock: Clock = Clock()
    absent: Annotated[int, msgspec.Meta(ge=5, le=7 * 86400)] = 60
    """Seconds until a bot takes the seat of somebody who is gone while it is that seat's turn."""
    stand_in: Level = "medium"
    """The level of the bot that takes over."""
    spectators: bool = True
    spectator_chat: bool = True
    undo: bool = True
    hints: bool = True
    public: bool = False
    """Listed in the lobby; otherwise only the link leads here."""
    rated: bool = False
    """What comes of its matches counts for the ratings of all who sit here."""
    cup: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The tournament that it belongs to."""


class SeatShown(msgspec.Struct, omit_defaults=True):
    """One seat as everybody sees it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    sign: int = 0
    colour: int = 0
    """By their numbers. They are this seat's own for the whole match, and go along with it in rematches."""
    level: Level | None = None
    host: bool = False
    salted: bool = False
    """This seat's device is bound to a salt for the next shuffle."""
    away: int | None = None
    """Since when its owner is gone, in ms since 1970."""
    stand_in: bool = False
    """A bot plays for the owner until the owner is back."""
    rematch: bool = False
    """Wants another match."""
    muted: bool = False
    """The host has muted this seat's device."""


class LookShown(msgspec.Struct, omit_defaults=True):
    """How a seat of a finished match looked."""

    sign: int = 0
    colour: int = 0
    level: Level | None = None


class Fairness(msgspec.Struct, omit_defaults=True):
    """The proof of the shuffle: the commitments before the first card; seed and salts after the last move."""

    commitment: str
    seed: str | None = None
    salts: list[str] | None = None
    commits: list[str] | None = None
    """By seat: the hash that bound its device to a salt before any was opened, empty where there was none."""


class Dealing(msgspec.Struct):
    """The seats are bound and the devices open their salts: what each of them remembers before it does."""

    match: int
    commitment: str
    """The hash of the seed of this deal, as it was shown before anybody was bound."""
    commits: list[str]
    """By seat of this match: what binds its device to a salt, empty where there is none."""
    until: int
    """When the cards are dealt without the salts that are missing, in ms since 1970."""


class ClocksShown(msgspec.Struct, omit_defaults=True, gc=False):
    """The clocks at a moment of the server's time; those of `running` count down from there."""

    now: int
    running: list[int]
    left: list[int | None]
    """Milliseconds left by seat, None without a clock."""
    deadline: dict[int, int] = {}
    """For the seats of `running`: when their time is up, in ms since 1970."""
    takeover: dict[int, int] = {}
    """For absent seats: when a bot takes over, in ms since 1970."""


class Flight(msgspec.Struct, omit_defaults=True):
    """What the world did in a move, to be looked at (docs/protocol.md tells how a path is read); lines of the same `move`
    are what it led to. `at` is when it began, `seconds` how long it takes."""

    version: int
    match: int
    move: int
    seat: int
    at: int
    seconds: float
    path: str


class UndoAsk(msgspec.Struct, omit_defaults=True):
    """Somebody asks to take back; the seats of `waiting` have not answered."""

    seat: int
    moves: int
    waiting: list[int]


class PauseAsk(msgspec.Struct, omit_defaults=True):
    """Somebody asks for a pause; the seats of `waiting` have not answered. The clocks run on."""

    seat: int
    waiting: list[int]


class TableShown(msgspec.Struct, omit_defaults=True):
    """The table around the game, the same for everybody."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    settings: Settings
    phase: Phase
    match: int
    """The number of the match at this table, from 1; a rematch raises it."""
    moves: int
    """Moves made in this match."""
    seats: list[SeatShown]
    fairness: Fairness
    acting: Sequence[int] = ()
    undo: UndoAsk | None = None
    pause: PauseAsk | None = None
    outcome: Outcome | None = None
    story: list[Tale] = []
    """When the match is over: what is worth telling of it."""
    created: int = 0
    lesson: bool = False
    """The match began from a position."""
    next_commitment: str | None = None
    """When the match is over: the hash of the seed of a rematch."""
    dealing: Dealing | None = None


class Line(msgspec.Struct, omit_defaults=True, gc=False):
    """One line of the log: an event of the game, something at the table, or somebody's words.

    `event` is the game's event for its animation, a field the audience may not know is None. `sentence` is for the log
    and for screen readers; it may be empty. For a chat line `sentence` is the text itself, not markup.
    """

    version: int
    kind: Literal["game", "table", "chat", "emote"]
    sentence: str
    event: dict[str, Any] | None = None
    seat: int | None = None
    name: str | None = None
    move: int | None = None
    """The number of the move in this match that caused it, from 1."""
    at: int = 0


class Offer(msgspec.Struct, omit_defaults=True):
    """A legal move: its number (which `play` takes), its text, a short label for a button, and the typed move."""

    number: int
    text: str
    label: str
    move: dict[str, Any]


class Side(msgspec.Struct, omit_defaults=True, gc=False):
    """What one seat (None: a spectator) sees, may do and is told. A device with several seats gets one each."""

    seat: int | None
    lines: list[Line] = []
    view: Any = None
    """The game's view (its own type); missing when it has not changed."""
    legal: list[int] = []
    moves: list[Offer] = []
    undo: bool = False
    """This seat may take back or ask to."""

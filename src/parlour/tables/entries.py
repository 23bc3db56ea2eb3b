"""Everything that can happen at a table, as entries of its log. The log is the truth; a table is rebuilt from it.

Entries are appended in batches: a batch is what one act leads to, it is kept whole or not at all, and the number of
batches is the table's version. `at` is the server's time in ms since 1970. Devices appear only as hashes of their tokens.
"""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.core.game import Way
from parlour.tables.shown import Level, Settings

FORMAT = 1
"""The format of the log, in every `Created`; raised when old logs need a migration."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag=str.lower, gc=False):
    at: int


class Created(Entry, frozen=True):
    """A table of so many seats. The seed is drawn now, so that its hash can be shown before anybody sits."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    settings: Settings
    seed: str
    position: dict[str, Any] | None = None
    format: int = FORMAT


class Seated(Entry, frozen=True):
    """A person takes a seat."""

    seat: int
    name: str
    device: str
    salt: str = ""
    sign: int | None = None
    colour: int | None = None
    """What the person would like to sit under; None: what belongs to the seat."""
    commit: str = ""
    """What binds the device to its salt; older logs have the salt itself."""


class BotSeated(Entry, frozen=True):
    seat: int
    level: Level
    name: str


class Dressed(Entry, frozen=True):
    """A person would like to sit under another sign or colour."""

    seat: int
    sign: int
    colour: int


class Opened(Entry, frozen=True):
    """The seat is free again: its person stood up, or the host removed them (`barred`: they may not sit here again)."""

    seat: int
    by_host: bool = False
    barred: bool = False


class Rehoused(Entry, frozen=True):
    """The seat moved to another device."""

    seat: int
    device: str


class Bound(Entry, frozen=True):
    """The seats and their commitments are final: from now on the devices open their salts."""


class Revealed(Entry, frozen=True):
    """A device opens the salt that a seat is bound to."""

    seat: int
    salt: str


class Started(Entry, frozen=True):
    """The cards are dealt from the sealed seed and the opened salts of all seats."""

    rules: int = 0
    """The version of the rules by which it is dealt; 0: that of the table's opening."""


class Moved(Entry, frozen=True):
    """A move, with all that the world did about it, and in a race the fair order of the slaps."""

    seat: int
    move: str
    check: str
    id: str | None = None
    world: list[Any] = []
    race: list[tuple[int, int]] | None = None
    bot: bool = False
    late: bool = False
    """The seat's time was up: it is the game's own default move."""
    ways: list[Way] = []
    """For the eyes: what the world did, as it was seen."""


class Slapped(Entry, frozen=True):
    """An answer in a race, with its fair time after the opening and a random number for ties. Nobody is told of it."""

    seat: int
    move: str
    ms: int
    tie: int
    id: str | None = None


class Repeated(Entry, frozen=True):
    """A race that nobody could answer in time is announced again."""


class Sealed(Entry, frozen=True):
    """The match is over, and the seed of the next one is drawn."""

    seed: str


class Said(Entry, frozen=True):
    text: str
    seat: int | None = None
    name: str | None = None
    device: str | None = None
    """Of a spectator, so that the host can mute it."""


class Showed(Entry, frozen=True):
    """An emote."""

    emote: str
    seat: int | None = None
    name: str | None = None
    device: str | None = None


class Renamed(Entry, frozen=True):
    """A seated person is called something else from now on; one who is `gone` is nobody's name any more, in no line."""

    seat: int
    name: str
    gone: bool = False


class Muted(Entry, frozen=True):
    """The host mutes a device at this table, or no longer; the empty one is all that have no token."""

    device: str
    yes: bool = True


class UndoAsked(Entry, frozen=True):
    """`moves` is how many lines of the record would stay."""

    seat: int
    moves: int


class UndoAnswered(Entry, frozen=True):
    seat: int
    yes: bool


class Undone(Entry, frozen=True):
    """The match is back at its first `moves` lines."""

    seat: int
    moves: int


class Away(Entry, frozen=True):
    """The owner's last socket closed."""

    seat: int


class Back(Entry, frozen=True):
    seat: int


class StoodIn(Entry, frozen=True):
    """A bot takes the seat for its owner: `why` is absent, clock or left."""

    seat: int
    why: str


class HandedBack(Entry, frozen=True):
    seat: int


class Left(Entry, frozen=True):
    """The owner gave the seat up in a running match, or the host removed them: it is a bot's now."""

    seat: int
    by_host: bool = False
    barred: bool = False


class PauseAsked(Entry, frozen=True):
    seat: int


class PauseAnswered(Entry, frozen=True):
    """With `yes` false nobody is asked any more."""

    seat: int
    yes: bool


class Paused(Entry, frozen=True):
    """All who are here agree: the clocks stand still."""

    seat: int


class Resumed(Entry, frozen=True):
    seat: int


class Wanted(Entry, frozen=True):
    """The seat wants a rematch."""

    seat: int
    salt: str = ""
    commit: str = ""


class Rematched(Entry, frozen=True):
    """Seats move on by one, and the next match is dealt from the sealed seed."""

    rules: int = 0


class Agreed(Entry, frozen=True):
    """The seat agreed, or no longer, to open hands, which there are no more. Only in old logs."""

    seat: int
    yes: bool


AnyEntry = (
    Created
    | Seated
    | BotSeated
    | Dressed
    | Opened
    | Rehoused
    | Bound
    | Revealed
    | Started
    | Moved
    | Slapped
    | Repeated
    | Sealed
    | Said
    | Showed
    | Renamed
    | Muted
    | UndoAsked
    | UndoAnswered
    | Undone
    | Away
    | Back
    | StoodIn
    | HandedBack
    | Left
    | PauseAsked
    | PauseAnswered
    | Paused
    | Resumed
    | Wanted
    | Rematched
    | Agreed
)

Batch = list[AnyEntry]

encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder(Batch).decode

"""Every message on a socket: what a client sends and what the server sends. The bodies of the REST calls are bodies.py's.

All are JSON, told apart by `type`. docs/protocol.md tells how they follow one another, and `web/src/lib/messages.ts` is made
from these two files (`python -m parlour.server.typescript`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from parlour.server.bodies import *  # noqa: F403 (whoever speaks of messages means these too)
from parlour.server.bodies import CallShown, Commit, Name, Slap, TableSummary
from parlour.tables.shown import LONGEST_CHAT, ClocksShown, Flight, Level, SeatNumber, Side, Sign, TableShown

PROTOCOL = 3
LONGEST_MESSAGE = 16 * 1024

Token = Annotated[str, msgspec.Meta(min_length=20, max_length=100, pattern="^[A-Za-z0-9_-]+$")]
TableId = Annotated[str, msgspec.Meta(min_length=16, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
MoveId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Salt = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[0-9a-f]+$")]
Language = Annotated[str, msgspec.Meta(max_length=100)]
Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=1e6)]
AimShown = Annotated[dict[Annotated[str, msgspec.Meta(max_length=16)], float], msgspec.Meta(max_length=8)]
Emote = Literal["hello", "nice", "oops", "wow", "thanks", "think", "hurry", "laugh", "sorry", "bye"]


# From the client.


class Hello(msgspec.Struct, tag="hello", omit_defaults=True, forbid_unknown_fields=True):
    """The first message on a socket. With `version` the client gets what it missed, else a snapshot."""

    table: TableId
    protocol: int = PROTOCOL
    token: Token | None = None
    """The device's token; without one, or without a seat, the client is a spectator."""
    version: int | None = None
    match: int | None = None
    """The match that `version` belongs to; another one on the server means a snapshot."""
    moves: Literal["full", "numbers"] = "full"
    """`numbers`: leave `Side.moves` out and send `Side.legal` alone."""
    name: Name | None = None
    """How a spectator is called in the chat."""
    language: Language = "en"
    """The language of sentences and labels; English where the server does not speak it."""


class Lobby(msgspec.Struct, tag="lobby", omit_defaults=True, forbid_unknown_fields=True):
    """The first message on a socket that goes to no table: it is told the open tables and those that one may watch, now and
    whenever they change."""

    token: Token | None = None
    """With the device's token it is told too who keeps a chair for its person."""


class Play(msgspec.Struct, tag="play", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Make a move. `id` is the client's own for this move: sent again, it is answered again and never made twice."""

    id: MoveId
    seat: SeatNumber
    move: int | str | dict[str, Any]
    """Its number, its text, or the typed move."""
    at: int | None = None
    """Moves that the client has seen in this match; when another move came first, this one is refused, not misread."""
    shown: Milliseconds | None = None
    """In a race, from older pages: milliseconds from showing the card to the slap. It does not count."""
    alone: bool = False
    """The page makes it by itself because it is the only one. Refused with code `tap` for the first move of a match and for
    one that ends a round."""


class Say(msgspec.Struct, tag="say", forbid_unknown_fields=True):
    """Chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CHAT)]
    seat: SeatNumber | None = None


class Show(msgspec.Struct, tag="show", forbid_unknown_fields=True):
    """An emote."""

    emote: Emote
    seat: SeatNumber | None = None


class Sit(msgspec.Struct, tag="sit", omit_defaults=True, forbid_unknown_fields=True):
    """Take an open seat with this device; a second seat on the same device is pass-and-play."""

    name: Name
    seat: SeatNumber | None = None
    commit: Commit = ""
    sign: Sign | None = None
    colour: Sign | None = None


class Dress(msgspec.Struct, tag="dress", forbid_unknown_fields=True):
    """Sit under another sign or colour, before the match; what another person has is not given away, the next free one is."""

    seat: SeatNumber
    sign: Sign
    colour: Sign


class Stand(msgspec.Struct, tag="stand", forbid_unknown_fields=True):
    """Leave a seat: before the match it is open again, in a match a bot plays on."""

    seat: SeatNumber


class SetSeat(msgspec.Struct, tag="set_seat", omit_defaults=True, forbid_unknown_fields=True):
    """The host puts a bot on a seat or opens it, before a match."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level = "medium"


class Rename(msgspec.Struct, tag="rename", forbid_unknown_fields=True):
    """A person changes the own name; on a device with several seats that of any of them."""

    seat: SeatNumber
    name: Name


class Remove(msgspec.Struct, tag="remove", omit_defaults=True, forbid_unknown_fields=True):
    """The host removes a person: before the match the seat is open again, in a match a bot plays on. With `bar` the device
    cannot sit here again and watches in silence."""

    seat: SeatNumber
    bar: bool = False


class Mute(msgspec.Struct, tag="mute", omit_defaults=True, forbid_unknown_fields=True):
    """The host mutes a seat, or the spectator who said a line (its `version`); with `yes` false they may talk again."""

    seat: SeatNumber | None = None
    line: int | None = None
    yes: bool = True


class Start(msgspec.Struct, tag="start", forbid_unknown_fields=True):
    """The host starts the match; open seats are filled by bots if `fill`, else they must be taken."""

    fill: bool = False


class Rematch(msgspec.Struct, tag="rematch", omit_defaults=True, forbid_unknown_fields=True):
    """This seat wants another match; when all persons want one it starts, seats rotated."""

    seat: SeatNumber
    commit: Commit = ""


class Reveal(msgspec.Struct, tag="reveal", forbid_unknown_fields=True):
    """Open the salt that this device is bound to, when `table.dealing` is there: not before."""

    salt: Salt


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Take back this seat's last move; at once if nothing new was learnt, else the others are asked."""

    seat: SeatNumber


class AnswerUndo(msgspec.Struct, tag="answer_undo", forbid_unknown_fields=True):
    seat: SeatNumber
    yes: bool


class Pause(msgspec.Struct, tag="pause", forbid_unknown_fields=True):
    """Ask for a pause, or agree to one. When all persons who are here agree the clocks stand still, to the millisecond, and
    nobody moves until somebody resumes, be it days later."""

    seat: SeatNumber


class AnswerPause(msgspec.Struct, tag="answer_pause", forbid_unknown_fields=True):
    """Agree to a pause or not; who asked for it takes that back with `yes` false."""

    seat: SeatNumber
    yes: bool


class Resume(msgspec.Struct, tag="resume", forbid_unknown_fields=True):
    seat: SeatNumber


class TakeBack(msgspec.Struct, tag="take_back", forbid_unknown_fields=True):
    """The owner takes the seat back from its stand-in (coming back does the same)."""

    seat: SeatNumber


class Aim(msgspec.Struct, tag="aim", forbid_unknown_fields=True):
    """Where the acting seat aims now, for the others to watch; null: no longer. Not kept."""

    seat: SeatNumber
    aim: AimShown | None


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """Answered by Pong with the server's time."""

    sent: float


class LagEcho(msgspec.Struct, tag="lag", forbid_unknown_fields=True):
    """Send a LagProbe back at once: the server measures the way there and back."""

    probe: int


ClientMessage = (
    Hello
    | Lobby
    | Play
    | Say
    | Show
    | Sit
    | Dress
    | Stand
    | SetSeat
    | Rename
    | Remove
    | Mute
    | Start
    | Rematch
    | Reveal
    | Undo
    | AnswerUndo
    | Pause
    | AnswerPause
    | Resume
    | TakeBack
    | Aim
    | Ping
    | LagEcho
)


# From the server.


class Snapshot(msgspec.Struct, tag="snapshot", omit_defaults=True):
    """Everything this client may know now. `mine` are the seats of this device."""

    version: int
    now: int
    mine: Sequence[int]
    table: TableShown
    sides: list[Side]
    """One for each seat of `mine`, or a single one with seat None for a spectator. `view` is missing before the start."""
    clocks: ClocksShown | None = None
    present: list[int] = []
    spectators: int = 0
    race: Race | None = None
    flights: list[Flight] = []
    """What is still in the air."""


class Happened(msgspec.Struct, tag="happened", omit_defaults=True, gc=False):
    """What happened after `since`, up to and with `version`. A client at another version than `since` says Hello again.

    `table`, `clocks` and a side's `view` are missing when they have not changed; lines are only the new ones.
    """

    version: int
    since: int
    sides: list[Side]
    table: TableShown | None = None
    clocks: ClocksShown | None = None
    mine: Sequence[int] | None = None
    moves: int | None = None
    """Moves made in this match, with every move."""
    acting: Sequence[int] | None = None
    """Who may act now, with every move."""
    world: list[Any] | None = None
    """What the world did in the last of these moves, as the game reports it."""
    flights: list[Flight] = []
    """The same for the eyes, for all of these moves (the last eight): show them, then the rest."""
    made: str | None = None
    """The `id` of this client's own move that led here: it is made and safe. No `ack` comes then."""


class Ack(msgspec.Struct, tag="ack", omit_defaults=True):
    """The move `id` is made and safe; `again` if it had been before."""

    id: str
    version: int
    again: bool = False


class Refused(msgspec.Struct, tag="refused", omit_defaults=True):
    """The move `id` is not made: the rule that says so, and the sentence for the player."""

    id: str
    rule: str
    sentence: str
    version: int


class Problem(msgspec.Struct, tag="problem", omit_defaults=True):
    """Something else did not work. `code` is for the page, `sentence` for people; `id` names the move if one was meant."""

    code: Literal[
        "no_device",
        "bad_message",
        "too_large",
        "too_fast",
        "old_client",
        "no_table",
        "no_seat",
        "not_yours",
        "not_now",
        "stale",
        "tap",
        "storage",
        "closing",
        "replaced",
        "internal",
        "unreadable",
    ]
    sentence: str
    id: str | None = None


class Presence(msgspec.Struct, tag="presence", omit_defaults=True):
    """Who is here now."""

    present: list[int]
    spectators: int = 0
    bots: Literal["awake", "waking", "lost"] = "awake"
    """Whether the bots think already; `lost` ones cannot here and make any move."""


class Race(msgspec.Struct, tag="race", omit_defaults=True):
    """A race is about to open: get ready. What it is about comes with the next Happened, at `opens` for everybody."""

    id: int
    seats: list[int]
    opens: int
    """In ms since 1970 of the server's time."""
    closes: int


class Raced(msgspec.Struct, tag="raced", omit_defaults=True):
    """How a race ended: the slaps in order; nobody slapped if empty. What was slapped stays secret but for the first."""

    id: int
    order: list[Slap]


class Tables(msgspec.Struct, tag="tables"):
    """The public tables that wait for players, and those that run and may be watched; the newest first."""

    tables: list[TableSummary]
    running: list[TableSummary] = []


class Calls(msgspec.Struct, tag="calls"):
    """The chairs that others keep free for this person."""

    calls: list[CallShown]


class Aimed(msgspec.Struct, tag="aimed"):
    """Where somebody aims; null: no longer."""

    seat: int
    aim: dict[str, float] | None


class Pong(msgspec.Struct, tag="pong"):
    sent: float
    now: int


class LagProbe(msgspec.Struct, tag="lag"):
    probe: int


ServerMessage = (
    Snapshot | Happened | Ack | Refused | Problem | Presence | Race | Raced | Tables | Calls | Aimed | Pong | LagProbe
)
